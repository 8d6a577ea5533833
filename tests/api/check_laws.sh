#!/bin/sh
# SPDX-License-Identifier: MIT
# Every law of laws.def and every model of tangential.def and stages.def stands alone: check_laws.sh [ROOT]
# Its header compiles by itself as C17 and as C++17 with the warnings of the project, as a C++ host
# or a GPU program would take it, and both programs compute the same bits. All together compile in one
# file as well, and their descriptions as C++20, which wants initialisers in the order of members.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$here/../..}"
: "${CC:=cc}" "${CXX:=c++}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

flags="-Iinclude -Ilaws -O1 -ffp-contract=off -fno-math-errno -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"

alone() { # LIST PROGRAM: every header of the list, in that program; counts them in $count
  count=0
  for header in $(sed -n 's/^#include "\(.*[.]h\)"$/\1/p' "laws/$1"); do
    printf '#define HEADER "%s"\n#include "%s"\n' "$header" "$here/$2" >"$work/law.c"
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
  [ $count -gt 0 ] || { echo "laws: none in laws/$1" && exit 1; }
}
alone laws.def law_alone.inc
laws=$count
alone tangential.def tangential_alone.inc
tangential=$count
alone stages.def stage_alone.inc

cat >"$work/all.c" <<'END'
#include <carom/tangential.h>
#include "evaluate.h"
#include "tangential_base.h"
#define CAROM_LAW(L) CAROM_EVALUATE(L)
#include "laws.def"
#undef CAROM_LAW
#define CAROM_TANGENTIAL(T)
#include "tangential.def"
#undef CAROM_TANGENTIAL
#ifdef DESCRIPTIONS
#define CAROM_LAW(L)                                                                             \
  extern const carom_law_info L##_info;                                                          \
  const carom_law_info L##_info = {CAROM_INFO_##L};                                              \
  extern const carom_field L##_fields[];                                                         \
  const carom_field L##_fields[] = {CAROM_FIELDS_##L(CAROM_FIELD)};
#include "laws.def"
#define CAROM_TANGENTIAL(T)                                                                      \
  extern const carom_tangential_info T##_sliding;                                                \
  const carom_tangential_info T##_sliding = {CAROM_STAGE_INFO_##T};
#include "tangential.def"
#endif
END
# shellcheck disable=SC2086
{
  "$CC" -std=c17 $flags -DDESCRIPTIONS -fsyntax-only -x c "$work/all.c" ||
    { echo "laws: together they do not compile as C17" && exit 1; }
  "$CXX" -std=c++17 $flags -fsyntax-only -x c++ "$work/all.c" ||
    { echo "laws: together they do not compile as C++17" && exit 1; }
  "$CXX" -std=c++20 $flags -Wno-missing-field-initializers -DDESCRIPTIONS -fsyntax-only -x c++ "$work/all.c" ||
    { echo "laws: their descriptions do not compile as C++20" && exit 1; }
}
echo "laws: $laws, and $((tangential + count)) models of stages, compile alone in C17 and C++17 and compute the same"
