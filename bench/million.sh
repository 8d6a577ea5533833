#!/bin/sh
# SPDX-License-Identifier: MIT
# A million beads settle (million.yaml): million.sh CAROM CSV [COUNT [FOLDER]]
# Wall time, peak memory, and for every 20 ms of the run the energy of motion a bead, in units of what a
# bead gains by falling its own diameter. COUNT: fewer beads, the box narrower, as deep. CORES: threads,
# two if not given. FOLDER keeps what the run writes.
set -eu
cd "$(dirname "$0")/.."
CORES=${CORES:-2}
. bench/peers.sh

program=$1
csv=$2
count=${3:-1000000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=${4:-$work/run}

side=$(awk -v n="$count" 'BEGIN { printf "%.6f", sqrt(n / 1e6) }')
start=$(date +%s)
# shellcheck disable=SC2086
$pin "$program" run bench/million.yaml --threads "$cores" --output "$folder" --force \
  scene.particles.0.count="$count" "scene.particles.0.high=[$side, $side, 0.22]" \
  "scene.walls.box.high=[$side, $side, 1]" >"$work/out" &
process=$!
# the kernel keeps the largest size; the last look counts
peak=0
while kill -0 $process 2>/dev/null; do
  now=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$process/status" 2>/dev/null || true)
  peak=${now:-$peak}
  sleep 1
done
wait $process
seconds=$(($(date +%s) - start))
cat "$work/out"

{
  echo "# beads: $count, threads: $cores, wall time: $seconds s, peak memory: $((peak / 1024)) MiB"
  # a bead of the mean volume, radii being uniform; m g d
  awk -F , -v n="$count" '
    BEGIN {
      mass = 2500 * 4 / 3 * 3.14159265358979 * (2.75e-3^4 - 2.25e-3^4) / (4 * 0.5e-3)
      fall = mass * 9.81 * 5e-3
      print "time[s],kinetic[m g d],rotational[m g d],contacts,residual"
    }
    NR > 1 { printf "%.6g,%.4g,%.4g,%.4f,%.3g\n", $1, $3 / n / fall, $4 / n / fall, $2 / n,
      ($10 ? $12 / $10 : 0) }' "$folder/series.csv"
} | tee "$work/table" >>"$csv"
awk -F , '
  /^#/ { print substr($0, 3); next }
  !/^time/ {
    moving = $2 + $3
    if (moving > 1e-3) since = ""; else if (since == "") since = $1
    last = $0
  }
  END {
    split(last, end, ",")
    printf "at rest (less than 1e-3 m g d a bead) since %s s; at %s s %.2g, %s contacts a bead, each counted once\n",
      since == "" ? "never" : since, end[1], end[2] + end[3], end[4]
  }' "$work/table"
