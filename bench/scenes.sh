#!/bin/sh
# SPDX-License-Identifier: MIT
# 3D scenes against LAMMPS, LIGGGHTS and Yade: scenes.sh BENCH_SCENE CSV [ROUNDS [SCENE...]]
# Scenes start from states that carom makes once, in the folder $STATES (default build/bench/states).
# Physics first: after 100 steps carom must have the kinetic energy, number of contacts and height of
# LAMMPS, or no speed is reported. Then all are run in turn, round after round, on one core, or with
# CORES=2 on two: carom with two threads, the others with two processes, by wall time.
set -eu
cd "$(dirname "$0")/.."
. bench/peers.sh

program=$1
csv=$2
rounds=${3:-${ROUNDS:-3}}
shift $(($# < 3 ? $# : 3))
states=${STATES:-build/bench/states}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$states"

steps_of() { case $1 in chute) echo 500 ;; bed*) echo 200 ;; shaken) echo 400 ;; esac; }
input_of() { case $1 in chute) echo chute ;; *) echo bed ;; esac; }
shake_of() { case $1 in shaken) echo 3 ;; *) echo 0 ;; esac; }

# SCENE STEPS: carom, and the programs that are like LAMMPS
carom() {
  # shellcheck disable=SC2086
  $pin "$program" "$1" --data "$states/$1.data" --steps "$2" --threads "$cores" >"$work/carom"
  sed -n '1p' "$work/carom" >>"$runs"
}
peer() { # NAME SCENE STEPS
  ! "have_$1" || "run_$1" "$2" "$(count_of "$2")" "$3" "bench/peers/$1.$(input_of "$2")" \
    data "$states/$2.data" shake "$(shake_of "$2")"
}
count_of() { sed -n 's/ atoms$//p' "$states/$1.data" | head -n 1; }

# The state after 100 steps. Others put the lever arm of friction elsewhere: LAMMPS takes the
# radius, we and LIGGGHTS the distance to the contact plane, so that energies differ by some 1e-4.
compare() { # SCENE
  awk -v scene="$1" '
    function off(a, b) { return b == 0 ? 0 : (a > b ? a - b : b - a) / b }
    $1 == scene && $4 == 100 {
      printf "%-8s%-10s kinetic %-15.9g rotational %-15.9g contacts %-8d height %.9g\n", $1, $2, $6,
        $7, $8, $9
      if ($2 == "carom") { kinetic = $6; rotational = $7; contacts = $8; height = $9; next }
      if ($2 == "yade") next # another law of damping
      if (off($6, kinetic) > 1e-3 || off($7, rotational) > 1e-3 || off($8, contacts) > 1e-3 ||
        off($9, height) > 1e-6) { print scene ": carom and " $2 " do not agree"; bad = 1 }
    }
    END { exit bad }' "$runs"
}

# The start of a scene; the large bed is nine of the small one.
make_state() { # SCENE
  [ ! -s "$states/$1.data" ] || return 0
  echo "making the start of $1: some minutes, once"
  if [ "$1" = bed900k ]; then
    make_state bed
    "$program" "$1" --data "$states/bed.data" --tile 3x3 --write "$states/$1.part"
  else
    "$program" "$1" --make "$states/$1.part"
  fi
  mv "$states/$1.part" "$states/$1.data"
}

have_ranks || echo "no ${ranks%% *}: no other program on $cores cores"
tell_of_peers lammps liggghts yade
scenes=${*:-chute bed shaken bed900k}
runs=$work/physics
for scene in $scenes; do
  make_state "$scene"
  carom "$scene" 100
  peer lammps "$scene" 100
  peer liggghts "$scene" 100
  # would take a quarter of an hour with the large one
  ! have_yade || [ "$scene" = bed900k ] || run_yade "$scene" "$states/$scene.data" 100
  compare "$scene"
done

runs=$work/runs
for round in $(seq "$rounds"); do
  for scene in $scenes; do
    steps=$(steps_of "$scene")
    carom "$scene" "$steps"
    peer lammps "$scene" "$steps"
    peer liggghts "$scene" "$steps"
    [ "$round" != "$rounds" ] || sed -n "s/^#/$scene:/p" "$work/carom"
  done
done
# Yade is slow: what its 100 steps took is enough
sed -n '/ yade /p' "$work/physics" >>"$runs"
echo "# cores: $cores" >>"$csv"
summary "$runs" "rotational,contacts,height" >"$work/summary"
cat "$work/summary" >>"$csv"

awk -F , -v scenes="$scenes" -v cores="$cores" '
  NR > 1 { best[$1, $2] = $6; middle[$1, $2] = $7; engine[$2] = 1 }
  END {
    n = split("carom lammps liggghts yade", name, " ")
    printf "\nns per particle and step, cores %d: best (median), and how often carom is faster\n%-8s",
      cores, ""
    for (k = 1; k <= n; k++) if (name[k] in engine) printf "%26s", name[k]
    print ""
    m = split(scenes, scene, " ")
    for (s = 1; s <= m; s++) {
      printf "%-8s", scene[s]
      for (k = 1; k <= n; k++) {
        b = best[scene[s], name[k]]
        if (name[k] in engine)
          printf "%26s", b == "" ? "-" : sprintf("%.1f (%.1f) %s", b, middle[scene[s], name[k]],
            k == 1 ? "" : sprintf("x%.1f", b / best[scene[s], "carom"]))
      }
      print ""
    }
  }' "$work/summary"
