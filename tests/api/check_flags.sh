#!/bin/sh
# SPDX-License-Identifier: MIT
# How the build was really done: check_flags.sh COMPILE_COMMANDS.JSON LIBCAROM.A
#   every file: C17, contraction off, no flag that gives up IEEE arithmetic
#   machine code: no fused multiply-add; wide registers only in the files of their instruction set
set -eu

commands=$1
static=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

grep '"command":' "$commands" >"$work/commands"
[ -s "$work/commands" ] || { echo "no commands in $commands" && exit 1; }
if grep -v -E -e ' -include [^ ]*laws/ieee\.h ' "$work/commands"; then
  echo "compiled without laws/ieee.h, which refuses such flags" && exit 1
fi
for flag in -std=c17 -ffp-contract=off -fno-math-errno -fno-trapping-math -fvisibility=hidden; do
  if grep -v -e " $flag " "$work/commands"; then
    echo "compiled without $flag" && exit 1
  fi
done
bad='-(ffast-math|Ofast|funsafe-math-optimizations|fassociative-math|freciprocal-math'
bad="$bad|ffinite-math-only|fno-signed-zeros|mfma|mfma4|march=[^ ]*|ffp-contract=(fast|on)) "
if grep -E -e " $bad" "$work/commands"; then
  echo "compiled with a flag that changes results" && exit 1
fi

case $(uname -m) in
x86_64)
  ${OBJDUMP:-objdump} -d --no-show-raw-insn "$static" | awk '
    /file format/ { object = $1; sub(":", "", object); next }
    /^ +[0-9a-f]+:/ { read++ }
    /vfn?m(add|sub)/ { print object ": " $0; fused = 1 }
    /%zmm|%k[1-7]/ && object !~ /_avx512[.]c/ { wide[object] = 1 }
    /%ymm/ && object !~ /_avx(2|512)[.]c/ { wide[object] = 1 }
    END {
      for (object in wide) print object ": wide registers outside their instruction set"
      for (object in wide) fused = 1
      if (!read) print "no machine code to look at"
      exit fused || !read
    }' || { echo "machine code that depends on the processor" && exit 1; }
  ;;
esac
echo "flags: $(wc -l <"$work/commands") files compiled as they should be"
