#!/bin/sh
# SPDX-License-Identifier: MIT
# Every public header compiles alone, in C17 and in C++17: check_headers.sh [ROOT]
set -eu
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
echo "headers: $count compile alone in C17 and C++17"
