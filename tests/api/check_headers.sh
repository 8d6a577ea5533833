#!/bin/sh
# SPDX-License-Identifier: MIT
# Every public header compiles alone, in C17 and in C++17, and no type, macro or inline function is defined
# in two headers of the tree: check_headers.sh [ROOT]
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "${1:-$(dirname "$0")/../..}"

flags="-Iinclude -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only"
count=0
for header in include/carom/*.h; do
  line="#include <${header#include/}>"
  # shellcheck disable=SC2086 # the flags are meant to be split
  {
    printf '%s\n%s\nint carom_check;\n' "$line" "$line" | "${CC:-cc}" -std=c17 $flags -x c -
    printf '%s\n%s\nint carom_check;\n' "$line" "$line" | "${CXX:-c++}" -std=c++17 $flags -x c++ -
  } || { echo "$header does not compile alone" && exit 1; }
  count=$((count + 1))
done
# Types: "} name;" at the start of a line, "typedef ... name;" and enum, struct or union tags with a body.
# Inline functions: static inline or CAROM_FN at the start of a line, with a body. Names made by macros
# (##), forward declarations, tests and the lanes of one instruction set each do not count.
definitions() {
  find include laws src cli -name '*.h' ! -name 'lanes_*.h' | sort | while read -r header; do
    awk -v file="$header" '
      function tell(name) { if (!((file, name) in told)) print name, file; told[file, name] = 1 }
      { continued = before; before = $0 ~ /\\$/ }
      !continued && /^ *# *define / { name = $0; sub(/^ *# *define /, "", name); sub(/[^A-Za-z_0-9].*/, "", name); tell(name) }
      continued || /^ *#/ { next }
      /^} [a-z_0-9]+;$/ { name = $2; sub(/;/, "", name); tell(name) }
      /^typedef [^({]*[ *][a-z_0-9]+;$/ {
        name = $NF; gsub(/[;*]/, "", name)
        if (!($2 ~ /^(struct|enum|union)$/ && $3 == name)) tell(name)
      }
      held != "" && held !~ /\(/ { held = held " " $0 }
      /^(static inline|CAROM_FN|CAROM_HOST) / { held = $0 }
      /^{/ && held != "" { name = held; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name); tell(name); held = "" }
      /;$/ && held != "" && !/^(static inline|CAROM_FN|CAROM_HOST) .*{/ { held = "" }
    ' "$header"
  done
}
definitions >"$work/all"
names=$(wc -l <"$work/all")
[ "$names" -gt 0 ] || { echo "no definitions found in the headers" && exit 1; }
twice=$(awk '{ print $1 }' "$work/all" | sort | uniq -d)
if [ -n "$twice" ]; then
  for name in $twice; do
    awk -v name="$name" '$1 == name { where = where " " $2 } END { print name " is defined in" where }' "$work/all"
  done
  exit 1
fi
echo "headers: $names types, macros and inline functions, each defined once"
echo "headers: $count compile alone in C17 and C++17"
