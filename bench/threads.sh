#!/bin/sh
# SPDX-License-Identifier: MIT
# What a second thread is worth: threads.sh BENCH_SCENE CSV [ROUNDS [SCENE...]]
# Three ways in turn, round after round, from the states of scenes.sh:
#   one     one thread, the other cores idle
#   two     two threads in one scene
#   copies  two scenes at once that share nothing, one thread and one core each: an embarrassingly
#           parallel run, held back only by the memory and the clock that cores share
# CORES=N: N threads and N copies. Efficiency is the particle-steps a second of the threads over those
# of the copies together. Wall time, so the machine must be quiet.
set -eu
cd "$(dirname "$0")/.."
CORES=${CORES:-2}
. bench/peers.sh

program=$1
csv=$2
rounds=${3:-${ROUNDS:-7}}
shift $(($# < 3 ? $# : 3))
states=${STATES:-build/bench/states}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
runs=$work/runs

steps_of() {
  case $1 in chute) echo 1500 ;; bed) echo 400 ;; shaken) echo 800 ;; bed900k) echo 60 ;; esac
}

run() { # WAY OPTION...: one run of $scene
  way=$1
  shift
  case $scene in
  bed900k) set -- --data "$states/bed.data" --tile 3x3 "$@" ;;
  *) set -- --data "$states/$scene.data" "$@" ;;
  esac
  # shellcheck disable=SC2086
  $pin "$program" "$scene" --steps "$(steps_of "$scene")" --warm 5 "$@" |
    sed -n "1s/ carom / $way /p" >>"$runs"
}

scenes=${*:-chute bed shaken bed900k}
for scene in $scenes; do
  file=$states/${scene%900k}.data
  [ -s "$file" ] || { echo "threads: no $file: run scenes.sh first" >&2 && exit 2; }
done
for _ in $(seq "$rounds"); do
  for scene in $scenes; do
    run one --threads 1 --wall
    run two --threads "$cores"
    run copies --copies "$cores"
  done
done

echo "# threads and copies: $cores" >>"$csv"
summary "$runs" "rotational,contacts,height" >>"$csv"
# of the best runs, and the median of the rounds' own ratios
awk -v scenes="$scenes" -v cores="$cores" '
  function median(a, n, i, j, t) {
    for (i = 2; i <= n; i++)
      for (j = i; j > 1 && a[j] < a[j - 1]; j--) { t = a[j]; a[j] = a[j - 1]; a[j - 1] = t }
    return a[int((n + 1) / 2)]
  }
  { time[$1, $2, ++n[$1, $2]] = $5; key = $1 SUBSEP $2
    if (!(key in best) || $5 < best[key]) best[key] = $5 }
  END {
    printf "scene,one[ns],threads[ns],copies[ns],speed-up,median,efficiency,median\n"
    m = split(scenes, scene, " ")
    for (k = 1; k <= m; k++) {
      s = scene[k]
      for (r = 1; r <= n[s, "one"]; r++) {
        up[r] = time[s, "one", r] / time[s, "two", r]
        share[r] = time[s, "copies", r] / time[s, "two", r]
      }
      printf "%s,%.2f,%.2f,%.2f,%.3f,%.3f,%.3f,%.3f\n", s, best[s, "one"], best[s, "two"],
        best[s, "copies"], best[s, "one"] / best[s, "two"], median(up, n[s, "one"]),
        best[s, "copies"] / best[s, "two"], median(share, n[s, "one"])
    }
  }' "$runs" >"$work/table"
sed 's/^/# /' "$work/table" >>"$csv"
echo "ns per particle and step by wall time; copies: of both together; efficiency: copies / threads"
awk -F , '{ printf "%-9s%9s%13s%12s%10s%9s%12s%9s\n", $1, $2, $3, $4, $5, $6, $7, $8 }' "$work/table"
