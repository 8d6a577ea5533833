#!/bin/sh
# SPDX-License-Identifier: MIT
# A law, a stage after it and a property of particles are one line each: check_new_parts.sh [ROOT]
# Copies the tree, adds docs/developing/template_law.h by one line in laws/laws.def, template_stage.h by
# one line in laws/stages.def and `charge` by one line in src/scene/particles.def (with its value in
# create.c), and builds once. Wants
# - the law known to the command, with exact calibration, the same bits from blocks and scalar entry,
#   and vector kernels; it has no closed form: its damping is found by impacts;
# - entries, kernels and history of the stage as the header declares them, in every instruction set;
# - the charge beside its particle after sorting, growth and a checkpoint (tests/property/charge.c).
set -eu

# shellcheck source=tests/api/copied_tree.sh
. "$(dirname "$0")/copied_tree.sh"
copy CMakeLists.txt LICENSE cmake include laws src cli bridge tests scenarios papers
cp "$root/docs/developing/template_law.h" laws/normal/template_law.h
echo '#include "normal/template_law.h"' >>laws/laws.def
cp "$root/docs/developing/template_stage.h" laws/rolling/template_stage.h
echo '#include "rolling/template_stage.h"' >>laws/stages.def
echo 'CAROM_PARTICLE(charge, double, 2, SORTED, SAVED, true)' >>src/scene/particles.def
sed -i 's/^  to->mass\[i\] = mass;/&\n  to->charge[2 * i] = 0.5 + p->id, to->charge[2 * i + 1] = p->radius;/' src/scene/create.c
grep -q 'to->charge' src/scene/create.c || { echo "new property: no place for its value in create.c" && exit 1; }

# The stage also compiles alone, as C and as C++, as a GPU program would take it.
for language in c c++; do
  case $language in c) compiler="${CC:-cc} -std=c17" ;; *) compiler="${CXX:-c++} -std=c++17" ;; esac
  printf '#define CAROM_STAGE(stage, loss, T) int main(void) { return CAROM_STAGE_NUMBERS_##T == 4 ? 0 : 1; }\n#include "rolling/template_stage.h"\n' >"$work/alone.c"
  # shellcheck disable=SC2086 # a compiler and its option
  $compiler -Iinclude -Ilaws -Wall -Wextra -Wpedantic -Werror -x "$language" "$work/alone.c" -o "$work/alone" &&
    "$work/alone" || { echo "the stage does not compile alone as $language" && exit 1; }
done

configure -DCAROM_BUILD_TESTS=ON -DCAROM_TEST_FOLDERS=law
quietly cmake --build "$work/build" --target product law_properties law_stages law_tangential

quietly "$work/build/tests/law/test_stages"
quietly "$work/build/tests/law/test_tangential"
cat >"$work/asks.c" <<'END'
#include "law/stage.h"
#include <stdio.h>
int main(void)
{
  const carom_stage *s = carom_stage_find("rolling", "template-stage");
  if (!s || carom_stage_index(s) != carom_stage_count() - 1) return 1;
  for (int k = 0; k < s->numbers; k++)
    printf("%s:%u ", s->slot[k].name, s->slot[k].transport);
  printf("%s %s %d %u\n", s->stage, s->loss, s->vectors, s->gives);
  return 0;
}
END
quietly "${CC:-cc}" -std=c17 -Iinclude -Ilaws -Isrc "$work/asks.c" "$work/build/libcarom.a" -lm -lpthread -o "$work/asks"
said=$("$work/asks")
[ "$said" = "x:3 y:3 z:3 turned:0 rolling rolling_loss 1 3" ] ||
  { echo "the registry says of the stage: $said" && exit 1; }

quietly "${CC:-cc}" -std=c17 -Wall -Wextra -Werror -ffp-contract=off -Iinclude -Ilaws -Isrc \
  "$root/tests/property/charge.c" "$work/build/libcarom.a" -lm -lpthread -o "$work/charge"
quietly "$work/charge"
sh "$root/tests/api/check_layout.sh" "$work/tree" >"$work/log" || { cat "$work/log" && exit 1; }

# The properties that every law must have, among them the same bits from every instruction set.
quietly "$work/build/tests/law/test_properties"

status=0
sh "$root/tests/api/check_kernels.sh" "$work/build/compile_commands.json" \
  "$work/build/libcarom.a" >"$work/log" 2>&1 || status=$?
[ $status = 0 ] || [ $status = 77 ] || { cat "$work/log" && exit 1; }

carom=$work/build/carom
shows() { # PATTERN COMMAND...: what the command prints has it
  pattern=$1
  shift
  "$carom" "$@" >"$work/log" || { cat "$work/log" && echo "failed: carom $*" && exit 1; }
  grep -q -e "$pattern" "$work/log" || { echo "carom $*: no $pattern" && exit 1; }
}
shows '"name": *"template-law"' law --json
shows '"name": *"template-law"' law template-law --json
shows '^# template-law$' law template-law --markdown
[ ! -e cli/commands/schema.c ] || shows '"template-law"' schema

delivers() { # RESTITUTION TOLERANCE SETTING...
  e=$1
  tolerance=$2
  shift 2
  shows '"restitution": *[0-9]' impact template-law "restitution=$e" "$@" --json
  awk -v e="$e" -v tolerance="$tolerance" '
    /"restitution":/ && !seen++ { sub(/.*: */, ""); sub(/,.*/, ""); r = $0 + 0 }
    END { if (!(r > e - tolerance && r < e + tolerance)) { print "asked " e ", got " r; exit 1 } }
  ' "$work/log"
}
delivers 0.5 1e-10
delivers 0.5 1e-10 tension=keep
delivers 0.2 1e-10
delivers 0.99 1e-4 calibration=published
echo "new law, stage and property: a header and a line each, or a line; known everywhere, asked for 0.5 the law delivers 0.5"
