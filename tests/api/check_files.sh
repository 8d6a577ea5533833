#!/bin/sh
# SPDX-License-Identifier: MIT
# Licence line, length and white space of every file: check_files.sh [ROOT]
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
[ $failed = 0 ]
echo "files: $(echo "$sources $texts" | wc -w) in order"
