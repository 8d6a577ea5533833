#!/bin/sh
# SPDX-License-Identifier: MIT
# Cost over size: sizes.sh BENCH_SCENE BENCH_MEMORY CSV [ROUNDS [SIZE...]]
# Beds of one depth on bases of all sizes: up to 100k spheres settled by themselves (made once, in the
# folder $STATES as in scenes.sh), the larger ones mirrored tiles of the bed of 100k; so contacts a
# particle are about the same. On one thread and on two, in turn with a triad over main memory, round
# after round. For every size: ns per particle and step, memory held, what a step has to read and write
# (carom_scene_stats: records, lists, histories, rows between blocks), and the share of the triad's
# speed that this means. Sizes: 10k 30k 100k 300k 1M 3M 10M; the last needs 12 GB.
set -eu
cd "$(dirname "$0")/.."
CORES=${CORES:-2}
. bench/peers.sh

program=$1
memory=$2
csv=$3
rounds=${4:-${ROUNDS:-3}}
shift $(($# < 4 ? $# : 4))
states=${STATES:-build/bench/states}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$states"

# STATE TILES STEPS: some seconds on one core, and at least twenty steps
plan_of() {
  case $1 in
  10k) echo bed10k 1x1 2000 ;;
  30k) echo bed30k 1x1 1000 ;;
  100k) echo bed 1x1 400 ;;
  300k) echo bed 3x1 150 ;;
  1M) echo bed 5x2 50 ;;
  3M) echo bed 6x5 20 ;;
  10M) echo bed 10x10 20 ;;
  *) echo "sizes: no size '$1': 10k 30k 100k 300k 1M 3M 10M" >&2 && exit 2 ;;
  esac
}

make_state() { # STATE TILES STEPS
  [ ! -s "$states/$1.data" ] || return 0
  echo "making $1: some minutes, once"
  case $1 in
  bed10k) set -- "$1" --count 10000 --base 12.65x12.65 ;;
  bed30k) set -- "$1" --count 30000 --base 21.9x21.9 ;;
  *) set -- "$1" ;;
  esac
  name=$1
  shift
  "$program" bed --make "$states/$name.part" "$@"
  mv "$states/$name.part" "$states/$name.data"
}

# A run as a line: count steps threads ns contacts listed held peak moved
measure() { # STATE TILES STEPS THREADS
  # shellcheck disable=SC2086
  $pin "$program" bed --data "$states/$1.data" --tile "$2" --steps "$3" --warm 5 --threads "$4" |
    awk -v threads="$4" '
      function number(name) {
        match($0, name " [0-9.]+")
        return substr($0, RSTART + length(name) + 1) + 0
      }
      NR == 1 { n = $3; steps = $4; time = $5 }
      NR == 2 { print n, steps, threads, time, number("touching") / n, number("listed") / n,
        number("bytes per particle"), number("peak"), number("moved") }' >>"$work/runs"
}

sizes=${*:-10k 30k 100k 300k 1M 3M 10M}
for size in $sizes; do
  plan=$(plan_of "$size")
  # shellcheck disable=SC2086 # three words
  make_state $plan
done
for round in $(seq "$rounds"); do
  for threads in 1 "$cores"; do
    # shellcheck disable=SC2086
    $pin "$memory" "$threads" >>"$work/memory"
  done
  for size in $sizes; do
    plan=$(plan_of "$size")
    # shellcheck disable=SC2086
    {
      measure $plan 1
      measure $plan "$cores"
    }
  done
  echo "round $round of $rounds done"
done

sort -s -k3,3n -k1,1n -k4,4g "$work/runs" | awk -v file="$work/memory" '
  function put() {
    if (n) printf "%s,%d,%.3f,%.3f,%s,%.2f,%.2f,%.3f\n", key, n, time[1], time[int((n + 1) / 2)],
      rest, moved / time[1], triad[threads], moved / time[1] / triad[threads]
  }
  BEGIN {
    while ((getline line < file) > 0) {
      split(line, word, " ")
      if (word[3] > triad[word[2]]) triad[word[2]] = word[3]
    }
    print "count,threads,steps,runs,best[ns],median[ns],contacts,listed,held[B],peak[B],moved[B]," \
      "moved[GB/s],triad[GB/s],share"
  }
  { now = $1 "," $3 "," $2 }
  now != key { put(); key = now; n = 0 }
  { time[++n] = $4; threads = $3; moved = $9
    rest = sprintf("%.3f,%.3f,%d,%d,%.0f", $5, $6, $7, $8, $9) }
  END { put() }' >"$work/table"
cat "$work/table" >>"$csv"
awk -F , '{ printf "%10s%8s%7s%5s%10s%11s%10s%8s%8s%8s%9s%12s%12s%7s\n", $1, $2, $3, $4, $5, $6, $7, $8,
  $9, $10, $11, $12, $13, $14 }' "$work/table"
# dearest over cheapest size
awk -F , 'NR > 1 { if (!($2 in least) || $5 < least[$2]) least[$2] = $5
    if ($5 > most[$2]) most[$2] = $5 }
  END { for (t in most) printf "threads %d: %.2f times from the cheapest size to the dearest\n", t,
    most[t] / least[t] }' "$work/table"
