#!/bin/sh
# SPDX-License-Identifier: MIT
# What a measure every 100 steps costs, in instructions counted by valgrind, over those of the steps of a
# pressed crystal of 8000 rough grains with faults: measures.sh BENCH_MEASURES CSV. Scalars and
# tensors of 3 % or more are named at the end. Ten steps stand for 100, of which no one rebuilds the lists; two rounds less one:
# making the crystal is the same in both.
set -eu
cd "$(dirname "$0")/.."

program=$1
csv=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
command -v valgrind >/dev/null || { echo "measures: no valgrind, skipped" && exit 0; }

count() { # NAME ROUNDS: instructions of all of it
  valgrind -q --tool=callgrind --callgrind-out-file="$work/dump" "$program" "$1" 10 "$2" >"$work/out" 2>&1 ||
    { cat "$work/out" >&2 && exit 1; }
  sed -n 's/^totals: //p' "$work/dump"
}

cost() { # NAME: instructions of ten steps and a look
  echo "$(count "$1" 2) $(count "$1" 1)" | awk '{ printf "%.0f\n", $1 - $2 }'
}

echo "measure,kind,instructions,percent" >>"$csv"
none=$(cost none)
above=
printf '%-14s %-8s %14s %s\n' measure kind instructions "of 100 steps"
"$program" --list >"$work/list"
while read -r name kind; do
  [ "$name" != none ] || continue
  own=$(($(cost "$name") - none))
  share=$(echo "$own $none" | awk '{ printf "%.2f", 10 * $1 / $2 }')
  printf '%-14s %-8s %14d %s %%\n' "$name" "$kind" "$own" "$share"
  echo "$name,$kind,$own,$share" >>"$csv"
  [ "$kind" = file ] || [ "$(echo "$share" | awk '{ print ($1 < 3) }')" = 1 ] || above="$above $name"
done <"$work/list"
[ -z "$above" ] || echo "3 % or more:$above"
