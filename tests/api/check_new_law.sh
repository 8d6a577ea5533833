#!/bin/sh
# SPDX-License-Identifier: MIT
# A law is one header and one line: check_new_law.sh [ROOT]
# Copies the tree, adds docs/developing/template_law.h as a law by one line in laws/laws.def, builds
# and wants it known to the command, with exact calibration, the same bits from blocks and scalar
# entry, and vector kernels. The law has no closed form: its damping is found by impacts.
set -eu


# shellcheck source=tests/api/copied_tree.sh
. "$(dirname "$0")/copied_tree.sh"
copy CMakeLists.txt LICENSE cmake include laws src cli tests scenarios papers
cp "$root/docs/developing/template_law.h" laws/normal/template_law.h
echo '#include "normal/template_law.h"' >>laws/laws.def

configure -DCAROM_BUILD_TESTS=ON -DCAROM_TEST_FOLDERS=law
quietly cmake --build "$work/build" --target product law_properties

# The properties that every law must have, among them the same bits from every instruction set.
quietly "$work/build/tests/law/test_properties"

status=0
sh "$root/tests/api/check_kernels.sh" "$work/build/compile_commands.json" \
  "$work/build/libcarom.a" >"$work/log" 2>&1 || status=$?
[ $status = 0 ] || [ $status = 77 ] || { cat "$work/log" && exit 1; }

carom=$work/build/carom
[ -x "$carom" ] || { echo "new law: properties hold (no command to ask)" && exit 0; }
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
echo "new law: known everywhere from one header and one line, asked for 0.5 it delivers 0.5"
