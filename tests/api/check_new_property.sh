#!/bin/sh
# SPDX-License-Identifier: MIT
# A property of particles is one line of a table: check_new_property.sh [ROOT]
# Copies the tree, adds `charge` to src/scene/particles.def and its value to create.c, builds, and wants
# it beside its particle after sorting, growth and a checkpoint (tests/property/charge.c).
set -eu

# shellcheck source=tests/api/copied_tree.sh
. "$(dirname "$0")/copied_tree.sh"
copy CMakeLists.txt LICENSE cmake include laws src
echo 'CAROM_PARTICLE(charge, double, 2, SORTED, SAVED, true)' >>src/scene/particles.def
sed -i 's/^  to->mass\[i\] = mass;/&\n  to->charge[2 * i] = 0.5 + p->id, to->charge[2 * i + 1] = p->radius;/' src/scene/create.c
grep -q 'to->charge' src/scene/create.c || { echo "new property: no place for its value in create.c" && exit 1; }

configure -DCAROM_BUILD_CLI=OFF -DCMAKE_BUILD_TYPE=Debug
quietly cmake --build "$work/build" --target carom_static
quietly "${CC:-cc}" -std=c17 -Wall -Wextra -Werror -ffp-contract=off -Iinclude -Ilaws -Isrc \
  "$root/tests/property/charge.c" "$work/build/libcarom.a" -lm -lpthread -o "$work/charge"
quietly "$work/charge"
sh "$root/tests/api/check_layout.sh" "$work/tree" >"$work/log" || { cat "$work/log" && exit 1; }
echo "new property: one line of a table and its value; it follows its particle"
