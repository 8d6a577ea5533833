#!/bin/sh
# SPDX-License-Identifier: MIT
# packages.txt against the scripts of the tests: check_packages.sh [ROOT]
#   every line has a tier, a package, a probe and a reason; no package twice
#   a script that says "needs PROGRAM" and skips finds it in the tiers run and test
#   a script that calls python3 says so, and does not leave its checks out without a word
set -eu
cd "${1:-$(dirname "$0")/../..}"

awk '
  /^#/ || NF == 0 { next }
  $1 != "run" && $1 != "test" && $1 != "full" { print "packages.txt:" FNR ": no tier " $1; bad = 1 }
  NF < 4 { print "packages.txt:" FNR ": tier, package, probe and reason are wanted"; bad = 1 }
  seen[$2]++ { print "packages.txt:" FNR ": " $2 " was there before"; bad = 1 }
  END { exit bad }' packages.txt

failed=0
scripts=$(find tests -name '*.sh' ! -name selftest.sh ! -name check_packages.sh)
for script in $scripts; do
  needed=$(sed -n 's/.*needs \([a-z0-9+-]*\)" && exit 77.*/\1/p' "$script")
  for program in $needed; do
    awk -v program="$program" '$1 != "full" && ($3 == program || index($2, program) == 1) { found = 1 } END { exit !found }' packages.txt ||
      { echo "$script needs $program, which packages.txt does not bring for make test" && failed=1; }
  done
  if grep -q 'python3' "$script" && ! echo "$needed" | grep -q -x python3; then
    echo "$script calls python3 and does not say that it needs it" && failed=1
  fi
done
[ $failed = 0 ]
echo "packages: $(grep -c -E '^(run|test|full) ' packages.txt) listed, $(echo "$scripts" | wc -w) scripts looked at"
