#!/bin/sh
# SPDX-License-Identifier: MIT
# Flags that would change results are refused:
# check_arithmetic.sh COMPILE_COMMANDS.JSON LIBCAROM.A LIBCAROM.SO
#   by CMake, wherever the flag is given
#   by the sources, where the compiler tells of the flag
#   by the library itself, compiled with the flag and linked to a sound program
#   by the library in a program that was compiled and linked with -ffast-math
set -eu

commands=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
static=$2
shared=$3
root=$(cd "$(dirname "$0")/../.." && pwd)
: "${CC:=cc}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
refused=0
fail() { echo "check_arithmetic: $*" && exit 1; }

# --- CMake: a project without a language configures in a moment -------------------------------------
mkdir part && cat >part/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(part NONE)
if(AROUND)
  add_compile_options(\${AROUND})
endif()
list(APPEND CMAKE_MODULE_PATH $root/cmake)
include(CaromFlags)
END
configured() { # ARGUMENT...
  rm -rf built && cmake -S part -B built -DCMAKE_BUILD_TYPE=Release "$@" >cmake.log 2>&1
}
never() { # FLAG ARGUMENT...: refused by a sentence that names the flag
  flag=$1 && shift
  if configured "$@"; then fail "CMake accepts $*"; fi
  tr -s ' \n' '  ' <cmake.log | grep -q -F -e "with $flag: its results" || { cat cmake.log && fail "no word of $flag"; }
  refused=$((refused + 1))
}
configured -DCMAKE_C_FLAGS_RELEASE='-O3 -DNDEBUG -g' -DCMAKE_C_FLAGS='-fno-fast-math -march=native' ||
  { cat cmake.log && fail "CMake refuses sound flags"; }
for flag in -Ofast -ffast-math -funsafe-math-optimizations -fassociative-math -freciprocal-math \
  -ffinite-math-only -fno-signed-zeros -fno-honor-nans -fno-honor-infinities -fapprox-func \
  -fsingle-precision-constant -mdaz-ftz -ffp-model=fast -mfpmath=387 -fdenormal-fp-math=positive-zero; do
  never $flag "-DCMAKE_C_FLAGS_RELEASE=-O2 $flag"
done
never -Ofast -DCMAKE_C_FLAGS=-Ofast
never -ffast-math -DCMAKE_BUILD_TYPE=Fast '-DCMAKE_C_FLAGS_FAST=-ffast-math -g'
never -Ofast -DCMAKE_EXE_LINKER_FLAGS=-Ofast
never -ffast-math -DCMAKE_SHARED_LINKER_FLAGS_RELEASE=-ffast-math
never -fno-signed-zeros '-DAROUND=-g;-fno-signed-zeros;-Wall'
(export CFLAGS='-ffinite-math-only -O2' && never -ffinite-math-only) || exit 1
(export LDFLAGS=-ffast-math && never -ffast-math) || exit 1
configured -DCMAKE_C_FLAGS_DEBUG=-Ofast || fail "a build type that is not built counts"

# --- the sources: a file of each folder, compiled as the build does, and with one flag more -------------
one_of() { # FOLDER: its first compile command, nothing written
  sed -n 's/^ *"command": "\(.*\)",*$/\1/p' "$commands" | grep -e " -c [^ ]*/$1/[^/ ]*[.]c\$" | head -n 1 |
    sed 's/ -o [^ ]* / -fsyntax-only /; s/ -c / /'
}
told() { # FLAG: does this compiler define something for it?
  # shellcheck disable=SC2086 # the flags are meant to be split
  ! $CC -std=c17 $1 -fsyntax-only -include "$root/laws/ieee.h" -x c /dev/null >/dev/null 2>&1
}
one_of src/core >compile
[ -s compile ] || fail "no command for src/core in $commands"
associative='-fassociative-math -fno-signed-zeros -fno-trapping-math'
for flag in -Ofast -ffast-math -ffinite-math-only; do # these every compiler tells of
  told "$flag" || fail "$flag passes laws/ieee.h"
done
for folder in src/core src/integrate src/law src/contact src/chain src/scene src/io cli; do
  one_of $folder >compile
  [ -s compile ] || continue # the command may not be built
  sh -e compile >log 2>&1 || { cat log && fail "$folder does not compile as it was"; }
  for flag in -Ofast -ffinite-math-only -freciprocal-math "$associative" -fno-signed-zeros \
    -funsafe-math-optimizations -fsingle-precision-constant; do
    told "$flag" || continue
    sed "s/\$/ $flag/" compile >spoilt
    if sh -e spoilt >log 2>&1; then fail "$folder compiles with $flag"; fi
    grep -q 'error.*carom' log || { cat log && fail "$folder with $flag: another error"; }
    refused=$((refused + 1))
  done
done

# --- the library's own look at itself -----------------------------------------------------------------
cat >ask.c <<END
#include "core/arithmetic.h"
#include <stdio.h>
int main(void)
{
  carom_error err = {0};
  const carom_status status = carom_arithmetic_check(&err);
  printf("%s\\n", err.text);
  return status == CAROM_OK ? 0 : status == CAROM_ERR_ARITHMETIC ? 3 : 1;
}
END
plain="-std=c17 -O3 -ffp-contract=off -fno-math-errno -fno-trapping-math -I$root/include -I$root/src"
asked() { # FLAG...: arithmetic.c alone has the flag; 4 if the compiler does not know it
  # shellcheck disable=SC2086
  $CC $plain "$@" -Werror -c "$root/src/core/arithmetic.c" >log 2>&1 || return 4
  # shellcheck disable=SC2086
  $CC $plain ask.c arithmetic.o "$static" -lm -pthread -o ask || fail "cannot link"
  ./ask >said
}
asked || { cat said && fail "sound arithmetic refused"; }
for flag in -O0 -O1 -O2 -Os; do asked $flag || { cat said && fail "$flag refused"; }; done
for flag in -Ofast -ffast-math -ffinite-math-only -freciprocal-math "$associative" -fno-signed-zeros \
  -funsafe-math-optimizations -fsingle-precision-constant -fno-honor-nans -ffp-model=fast; do
  status=0
  # shellcheck disable=SC2086
  asked $flag || status=$?
  [ $status != 4 ] || continue
  [ $status = 3 ] || fail "compiled with $flag, the library sees nothing (status $status)"
  grep -q 'was compiled with flags that change results (.*); build it without' said ||
    { cat said && fail "$flag: another sentence"; }
  refused=$((refused + 1))
done
asked -O2 -freciprocal-math || grep -q reciprocal said || fail "reciprocals are not named"

# --- a program that is linked with -ffast-math flushes small numbers to zero from its start --------------
case $(uname -m) in
x86_64)
  cat >host.c <<END
#include <carom/carom.h>
#include <stdio.h>
int main(void)
{
  carom_contact_def def = carom_contact_default();
  def.law = "hertz";
  carom_contact contact;
  carom_error err = {0};
  const carom_status status = carom_contact_prepare(&def, &contact, &err);
  printf("%s: %s\\n", carom_status_text(status), err.text);
  return status == CAROM_OK ? 0 : 3;
}
END
  for flag in -O2 -ffast-math; do
    $CC -std=c17 -Wall -Werror $flag -I"$root/include" host.c "$shared" -o host ||
      fail "a program cannot be compiled with $flag"
    status=0
    LD_LIBRARY_PATH=$(dirname "$shared") ./host >said || status=$?
    [ $flag = -O2 ] || break
    [ $status = 0 ] || { cat said && fail "a sound program is refused"; }
  done
  [ "$status" = 3 ] || { cat said && fail "a program linked with -ffast-math is not told"; }
  grep -q 'IEEE 754: this program flushes small numbers to zero.*link it without -ffast-math' said ||
    { cat said && fail "another sentence"; }
  refused=$((refused + 1))
  ;;
esac
echo "arithmetic: $refused times a flag that changes results, refused every time"
