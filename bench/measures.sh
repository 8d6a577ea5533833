#!/bin/sh
# SPDX-License-Identifier: MIT
# What measures every 100 steps cost, in instructions counted by valgrind, over those of the steps of a
# crystal of 8000 rough grains with faults: measures.sh BENCH_MEASURES CSV. Ends with 1 if a scalar or a tensor costs 3 %
# or more. Two looks less one: making the packing is the same in both.
set -eu
cd "$(dirname "$0")/.."

program=$1
csv=$2
every=100
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
command -v valgrind >/dev/null || { echo "measures: no valgrind, skipped" && exit 0; }

count() { # NAME LOOKS: instructions of all of it
  valgrind -q --tool=callgrind --callgrind-out-file="$work/dump" "$program" "$1" $every "$2" >"$work/out" 2>&1 ||
    { cat "$work/out" >&2 && exit 1; }
  sed -n 's/^totals: //p' "$work/dump"
}

cost() { # NAME: instructions of 100 steps and a look
  echo "$(count "$1" 2) $(count "$1" 1)" | awk '{ printf "%.0f\n", $1 - $2 }'
}

echo "measure,kind,instructions,share" >>"$csv"
none=$(cost none)
failed=0
printf '%-14s %-8s %16s %s\n' measure kind instructions "of 100 steps"
"$program" --list >"$work/list"
while read -r name kind; do
  [ "$name" != none ] || continue
  own=$(($(cost "$name") - none))
  share=$(echo "$own $none" | awk '{ printf "%.2f", 100 * $1 / $2 }')
  printf '%-14s %-8s %16d %s %%\n' "$name" "$kind" "$own" "$share"
  echo "$name,$kind,$own,$share" >>"$csv"
  [ "$kind" = file ] || [ "$(echo "$share" | awk '{ print ($1 < 3) }')" = 1 ] || failed=1
done <"$work/list"
[ $failed = 0 ] || { echo "a scalar or a tensor costs 3 % or more" && exit 1; }
