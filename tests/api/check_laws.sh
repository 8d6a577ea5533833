#!/bin/sh
# SPDX-License-Identifier: MIT
# Every law of laws.def stands alone: check_laws.sh [ROOT]
# Its header compiles by itself as C17 and as C++17 with the warnings of the project, as a C++ host
# or a GPU program would take it, and both programs compute the same bits.
set -eu
program=$(cd "$(dirname "$0")" && pwd)/law_alone.inc
cd "${1:-$(dirname "$0")/../..}"
: "${CC:=cc}" "${CXX:=c++}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

flags="-Iinclude -Ilaws -O1 -ffp-contract=off -fno-math-errno -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"
count=0
for header in $(sed -n 's/^#include "\(.*\)"$/\1/p' laws/laws.def); do
  printf '#define HEADER "%s"\n#include "%s"\n' "$header" "$program" >"$work/law.c"
  # shellcheck disable=SC2086 # the flags are meant to be split
  "$CC" -std=c17 $flags -Wstrict-prototypes -Wmissing-prototypes -x c "$work/law.c" -o "$work/c" -lm ||
    { echo "laws/$header does not compile alone as C17" && exit 1; }
  # shellcheck disable=SC2086
  "$CXX" -std=c++17 $flags -x c++ "$work/law.c" -o "$work/cxx" -lm ||
    { echo "laws/$header does not compile alone as C++17" && exit 1; }
  "$work/c" >"$work/c.txt" && "$work/cxx" >"$work/cxx.txt" && [ -s "$work/c.txt" ] ||
    { echo "laws/$header: the program that uses it fails" && exit 1; }
  cmp "$work/c.txt" "$work/cxx.txt" ||
    { echo "laws/$header computes other bits in C++ than in C" && exit 1; }
  count=$((count + 1))
done
[ $count -gt 0 ] || { echo "laws: none in laws/laws.def" && exit 1; }
echo "laws: $count compile alone in C17 and C++17 and compute the same"
