#!/bin/sh
# SPDX-License-Identifier: MIT
# Licence line, length and white space of every file, and that git keeps nothing in the root that has no
# place there (a scenario that was tried, its output): check_files.sh [ROOT]
set -eu
cd "${1:-$(dirname "$0")/../..}"

list() { # PATTERN...: the files whose name matches one of them
  for pattern; do
    find . \( -name .git -o -path './build*' \) -prune -o -type f -name "$pattern" -print
  done | sort
}
failed=0
report() { # TITLE: fails if the list on standard input is not empty
  awk -v title="$1" '{ print $0 ": " title } END { exit NR > 0 }'
}

sources=$(list '*.[ch]' '*.inc' '*.def' '*.sh' '*.cmake' '*.gp' '*.awk' '*.py' CMakeLists.txt Makefile)
texts=$(list '*.md' '*.json' '*.yaml' '*.yml' '*.txt' '*.in' '*.cff')
[ -n "$sources" ] || { echo "files: nothing to look at" && exit 1; }

# shellcheck disable=SC2046,SC2086 # one name per file, none has a blank
{
  # First line, or second after #!; in the comment signs of the language.
  awk 'FNR == 1 || (FNR == 2 && first ~ /^#!/) { if (FNR == 1) first = $0
         if ($0 ~ /^(\/\*|#|\/\/) SPDX-License-Identifier: MIT( \*\/)?$/) ok[FILENAME] = 1 }
       END { for (i = 1; i < ARGC; i++) if (!(ARGV[i] in ok)) print ARGV[i] }' $sources |
    report "does not start with the SPDX line" || failed=1
  awk 'FNR == 801 { print FILENAME }' $sources | report "longer than 800 lines" || failed=1
  grep -n "$(printf '\t')" $(echo "$sources" | grep -v '/Makefile$') $texts /dev/null |
    report "tab" || failed=1
  grep -n '[[:space:]]$' $sources $texts /dev/null | report "white space at the end" || failed=1
  for file in $sources; do
    [ -z "$(tail -c 1 "$file")" ] || echo "$file"
  done | report "no newline at the end" || failed=1
}

# the folders of ARCHITECTURE.md, what tools look for by name, texts in capitals; a tarball has no list to compare
root="not a git repository, its root was not looked at"
if [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ]; then
  root="nothing else in the root"
  git -c core.quotePath=false ls-files --cached | sed 's,/.*,/,' | sort -u |
    grep -vxE '(bench|bridge|cli|cmake|docs|examples|include|laws|papers|scenarios|src|tests|tools|\.ci)/' |
    grep -vxE '[A-Z]+\.md|LICENSE|CITATION\.cff|CMakeLists\.txt|CMakePresets\.json|Makefile|packages\.txt' |
    grep -vxE '\.(clang-format|gitignore)' |
    report "does not belong in the root (if it does, add it to tests/api/check_files.sh)" || failed=1
fi
[ $failed = 0 ]
echo "files: $(echo "$sources $texts" | wc -w) in order, $root"
