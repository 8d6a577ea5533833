#!/bin/sh
# SPDX-License-Identifier: MIT
# Sizes that differ much: mix.sh BENCH_SCENE CSV [ROUNDS [SCENE...]]
# Beds in which spheres of diameter 1 and large ones are half of the volume each (mix3, mix10, mix30 with
# 10^6 spheres, mix100 with 2 10^6), one of all sizes (power30), and spheres that fall with some of 10 or 20
# times their diameter, or none (loose1, loose10, loose20). SMALL=1: mix30 with a ninth, mix100 with half of
# its spheres. Starts are made once, in $STATES, and take minutes; mix3, mix30 and mix100 are tiles of smaller
# beds, mirrored. One core, or CORES=N, against LAMMPS with `neighbor multi` if it is there: energies, contacts
# and heights after 20 steps first, then times in turn. What counts is ns per closed contact and step, which
# should not depend on the ratio of sizes, and in gases ns per particle and step.
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
small=${SMALL:-}
scenes=${*:-mix3 mix10 power30 mix30 mix100 loose1 loose10 loose20}

steps_of() { case $1 in mix30 | mix100) echo 60 ;; loose*) echo 3000 ;; *) echo 300 ;; esac; }
# the bed that is made, and how often it is laid side by side
part_of() {
  case $1 in
  mix3) echo --count 25926 --base 26.5x26.5 ;;
  mix30) echo --count 108004 --base 56x56 ;;
  mix100) echo --count 1000001 --base 110x110 ;;
  esac
}
tiles_of() {
  case $small$1 in mix3 | 1mix3) echo 2x2 ;; mix30) echo 3x3 ;; mix100) echo 2x1 ;; esac
}
data_of() { # SCENE
  case $small$1 in 1mix30 | 1mix100) echo "$states/$1.part.data" ;; *) echo "$states/$1.data" ;; esac
}
sets_of() {
  case $1 in
  mix3) echo "2 1.01 3.03" ;;
  loose1) echo "1 1.01" ;;
  loose20) echo "2 1.01 20.2" ;;
  mix10 | loose10) echo "2 1.01 10.1" ;;
  mix30) echo "2 1.01 30.3" ;;
  mix100) echo "2 1.01 101" ;;
  power30) echo "5 1.9 3.8 7.5 15 30.3" ;;
  esac
}
count_of() { sed -n 's/ atoms$//p' "$(data_of "$1")" | head -n 1; }

carom() { # SCENE STEPS
  # shellcheck disable=SC2086
  $pin "$program" "$1" --data "$(data_of "$1")" --steps "$2" --threads "$cores" >"$work/carom"
  sed -n '1p' "$work/carom" >>"$runs"
}
peer() { # SCENE STEPS
  have_lammps || return 0
  # shellcheck disable=SC2086
  $pin $ranks "${LAMMPS:-lmp}" -nocite -log none -in bench/peers/lammps.mix \
    -var data "$(data_of "$1")" -var sets "$(sets_of "$1")" -var steps "$2" |
    run_line "$1" lammps "$(count_of "$1")" "$2" ""
}

tell_of_peers lammps
for scene in $scenes; do
  [ -s "$(data_of "$scene")" ] && continue
  echo "making the start of $scene: some minutes, once"
  tiles=$(tiles_of "$scene")
  made=$states/$scene.data
  [ -z "$(part_of "$scene")" ] || made=$states/$scene.part.data
  [ -s "$made" ] || {
    # shellcheck disable=SC2046
    "$program" "$scene" --make "$made.new" $(part_of "$scene")
    mv "$made.new" "$made"
  }
  [ -z "$tiles" ] || "$program" "$scene" --data "$made" --tile "$tiles" --write "$states/$scene.data"
done

runs=$work/physics
for scene in $scenes; do
  carom "$scene" 20
  peer "$scene" 20
done
awk '{ printf "%-8s%-8s kinetic %-15.9g rotational %-15.9g contacts %-8d height %.9g\n", $1, $2, $6, $7, $8, $9 }' "$runs"
awk '
  function off(a, b) { return (a > b ? a - b : b - a) / b }
  $2 == "carom" { kinetic = $6; contacts = $8; height = $9; next }
  off($6, kinetic) > 1e-3 || off($8, contacts) > 1e-3 || off($9, height) > 1e-6 {
    print $1 ": carom and " $2 " do not agree"; bad = 1
  }
  END { exit bad }' "$runs"

runs=$work/runs
for _ in $(seq "$rounds"); do
  for scene in $scenes; do
    carom "$scene" "$(steps_of "$scene")"
    peer "$scene" "$(steps_of "$scene")"
  done
done
echo "# cores: $cores" >>"$csv"
summary "$runs" "rotational,contacts,height" >"$work/summary"
cat "$work/summary" >>"$csv"
awk -F , -v scenes="$scenes" -v cores="$cores" '
  NR > 1 { best[$1, $2] = $6; contacts[$1, $2] = $11 / $3 }
  END {
    printf "\ncores %d: best ns per particle and step, and per closed contact of two spheres\n", cores
    printf "%-8s %9s %9s %9s %9s %6s\n", "", "carom", "contact", "lammps", "contact", "ratio"
    m = split(scenes, scene, " ")
    for (k = 1; k <= m; k++) {
      s = scene[k]
      printf "%-8s %9.1f %9.1f", s, best[s, "carom"], best[s, "carom"] / contacts[s, "carom"]
      if ((s, "lammps") in best)
        printf " %9.1f %9.1f %6.1f", best[s, "lammps"], best[s, "lammps"] / contacts[s, "lammps"],
          best[s, "lammps"] / best[s, "carom"]
      print ""
    }
  }' "$work/summary"
