#!/bin/sh
# SPDX-License-Identifier: MIT
# What meshes cost: mesh.sh BENCH_SCENE BENCH_MESH CSV
# A bed in a box and in twelve triangles, a drum as a cylinder and as 10^5 triangles, from the same state; LIGGGHTS
# with the same STL. ROUNDS=N: how often everything runs (5). COUNT: spheres of the bed (30000). STEPS (500).
set -eu
cd "$(dirname "$0")/.."
. bench/peers.sh

scene=$1
mesh=$2
csv=$3
rounds=${ROUNDS:-5}
each=${STEPS:-500} # steps
count=${COUNT:-30000}
states=${STATES:-build/bench/states}
work=$(mktemp -d)
runs=$work/runs
trap 'rm -rf "$work"' EXIT
mkdir -p "$states"
: >"$runs"

side=$(awk -v n="$count" 'BEGIN { printf "%d", (n * 0.66) ^ (1 / 3) }')
bed=$states/mesh_bed_$count.data
drum=$states/mesh_drum.data
[ -e "$bed" ] || "$scene" bed --make "$bed" --count "$count" --base "${side}x$side"
[ -e "$drum" ] || "$mesh" drum --make "$drum"
height=$(awk '/zlo/ { print $2 }' "$bed")
python3 tools/make_mesh.py box "$work/bed.stl" "$side" "$side" "$height" >/dev/null
python3 tools/make_mesh.py cylinder "$work/drum.stl" 30 20 700 71 >/dev/null

tell_of_peers liggghts
for _ in $(seq "$rounds"); do
  for which in bed drum; do
    [ $which = bed ] && data=$bed || data=$drum
    $pin "$mesh" $which --data "$data" --steps "$each" --warm 50 | grep -v '^#' >>"$runs"
    $pin "$mesh" $which --data "$data" --mesh "$work/$which.stl" --steps "$each" --warm 50 | grep -v '^#' >>"$runs"
    ! have_liggghts || run_liggghts $which "$(sed -n 's/ atoms$//p' "$data" | head -n 1)" $((each / 5)) \
      bench/peers/liggghts.mesh data "$data" walls "$work/$which.stl" \
      spin $([ $which = bed ] && echo 0 || echo 0.1) length 20
  done
done
summary "$runs" rotational | tee -a "$csv"
awk '
  { key = $1 " " $2; if (!(key in best) || $5 < best[key]) best[key] = $5 }
  END {
    split("bed drum", name)
    for (i = 1; i <= 2; i++) {
      exact = best[name[i] " carom-exact"]; own = best[name[i] " carom-mesh"]; other = best[name[i] " liggghts"]
      printf "%s: the mesh costs %+.0f %%", name[i], 100 * (own / exact - 1)
      if (other) printf "; LIGGGHTS takes %.1f times as long with the same STL", other / own
      print ""
    }
  }' "$runs"
