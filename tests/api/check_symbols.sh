#!/bin/sh
# SPDX-License-Identifier: MIT
# What a library offers, needs and holds: check_symbols.sh LIBRARY.A LIBRARY.SO no-files|files HEADER...
#   offers: every global symbol starts with carom_, and those of the shared library are exactly the
#           functions of its headers
#   needs:  nothing that prints, exits or reads the environment; of libm only sqrt, fabs, floor;
#           nothing that opens files unless the third argument allows it
#   holds:  no writable data, hence no global state
set -eu

static=$1
shared=$2
files=$3
shift 3
: "${NM:=nm}" "${OBJDUMP:=objdump}" "${CC:=cc}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
report() { # TITLE: fails if the list on standard input is not empty
  awk -v title="$1" '{ print title ": " $0 } END { exit NR > 0 }'
}

names() { awk '{ sub(/@.*/, "", $NF); print $NF }' | sort -u; }
offered() { # KIND: the names on standard input
  names >"$work/$1"
  [ -s "$work/$1" ] || echo "no name at all" | report "$1 library" || failed=1
  grep -v '^carom_' "$work/$1" | report "offered by the $1 library without carom_" || failed=1
}
"$NM" -D --defined-only "$shared" >"$work/list"
offered shared <"$work/list"
# a declaration begins with CAROM_API, and its first word before a parenthesis is the name
cat "$@" | tr '\n' ' ' | sed 's/CAROM_API/\n&/g' |
  sed -n -E 's/^CAROM_API [^(;]*[ *](carom_[a-z0-9_]+)\(.*/\1/p' | sort -u >"$work/declared"
[ -s "$work/declared" ] || echo "no function at all" | report "declared in headers" || failed=1
comm -13 "$work/shared" "$work/declared" | report "declared, but not exported" || failed=1
comm -23 "$work/shared" "$work/declared" | report "exported, but not declared" || failed=1
"$NM" -g --defined-only "$static" >"$work/all"
awk 'NF > 1 && $(NF - 1) ~ /^[A-Z]$/' "$work/all" >"$work/list"
offered static <"$work/list"

# Scenes are made by libcarom alone: who calls an internal function of its engine from libcarom-io draws
# a second engine in, with tables of its own, which takes the models of the first for others.
"$NM" "$shared" >"$work/inside" 2>/dev/null || :
if [ "$files" = files ]; then
  awk '$2 ~ /^[tT]$/ { print $3 }' "$work/inside" |
    grep -x -e carom_scene_create -e carom_material_pairs_create |
    report "a second engine" || failed=1
fi

"$NM" -g --undefined-only "$static" | grep ' U ' | names >"$work/needed"
forbidden='^_*(exit|Exit|quick_exit|at_quick_exit|atexit|abort|assert_fail|raise|signal)$'
forbidden="$forbidden|^_*(v?w?printf|puts|putw?char|perror|write|v?dprintf)(_chk|_unlocked)?\$"
forbidden="$forbidden|^(stdin|stdout|stderr|(secure_)?getenv|(set|put|unset)env|environ)\$"
forbidden="$forbidden|^(setlocale|s?rand|strtok)\$"
[ "$files" = files ] ||
  forbidden="$forbidden|^_*(v?fw?printf|fputw?[cs]|putw?c|fwrite|f(re|d)?open)(_chk|_unlocked)?\$"
grep -E "$forbidden" "$work/needed" | report "needed, but forbidden" || failed=1

libm=$("$CC" -print-file-name=libm.so.6)
"$NM" -D --defined-only "$libm" | names >"$work/libm"
grep -q '^pow$' "$work/libm" || { echo "cannot read the names of $libm" && exit 1; }
grep -v -x -e sqrt -e fabs -e floor "$work/libm" | comm -12 - "$work/needed" |
  report "needed from libm" || failed=1

"$OBJDUMP" -h "$static" | awk '
  /file format/ { object = $1; sub(":", "", object) }
  $2 ~ /^\.(data|bss|tdata|tbss)/ && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/ {
    print object, $2, "of", $3, "bytes (hexadecimal)"
  }' | report "writable data" || failed=1

[ $failed = 0 ]
echo "symbols: $(wc -l <"$work/shared") offered, $(wc -l <"$work/needed") needed"
