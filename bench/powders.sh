#!/bin/sh
# SPDX-License-Identifier: MIT
# What rolling resistance and adhesion add to a settled bed of 100,000: powders.sh BENCH_SCENE CSV [ROUNDS]
# plain: Hertz and Mindlin; then each rolling model beside them, JKR instead of Hertz, and all at once:
# JKR, Mindlin, rolling sds, twisting marshall. The last against LAMMPS' pair style granular with the same
# sub-models if it is there: forces of the start must agree to rounding, energies, contacts and height
# after 100 steps, or no speed is reported. Then all are run in turn, round after round, on one core or
# CORES=N, the first 20 steps of carom not timed. The start is that of scenes.sh, in $STATES; ADHESION is the work of adhesion (1: 1.2 times
# the weight of a sphere pulls it off).
set -eu
cd "$(dirname "$0")/.."
. bench/peers.sh

program=$1
csv=$2
rounds=${3:-${ROUNDS:-5}}
states=${STATES:-build/bench/states}
adhesion=${ADHESION:-1}
length=${STEPS:-150}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$states"

options_of() {
  case $1 in
  plain) ;;
  jkr) echo --jkr "$adhesion" ;;
  all) echo --jkr "$adhesion" --rolling sds --twisting marshall ;;
  *) echo --rolling "$1" ;;
  esac
}
count_of() { sed -n 's/ atoms$//p' "$states/bed.data" | head -n 1; }

carom() { # VARIANT STEPS [OPTION...]
  variant=$1 number=$2
  shift 2
  # shellcheck disable=SC2046,SC2086
  $pin "$program" bed --data "$states/bed.data" --steps "$number" --threads "$cores" "$@" \
    $(options_of "$variant") >"$work/carom"
  sed -n "1s/^bed/$variant/p" "$work/carom" >>"$runs"
}
# LAMMPS takes the surface energy of one body, half the work of adhesion
peer() { # VARIANT STEPS
  have_lammps || return 0
  case $1 in
  plain) run_lammps plain "$(count_of)" "$2" bench/peers/lammps.bed data "$states/bed.data" shake 0 ;;
  all) run_lammps all "$(count_of)" "$2" bench/peers/lammps.powder data "$states/bed.data" \
    energy "$(echo "$adhesion" | awk '{ print $1 / 2 }')" ;;
  esac
}

tell_of_peers lammps
[ -s "$states/bed.data" ] || {
  echo "making the start of bed: some minutes, once"
  "$program" bed --make "$states/bed.part"
  mv "$states/bed.part" "$states/bed.data"
}

runs=$work/physics
carom all 100 --forces
start=$(sed -n 's/^# mean force at the start: //p' "$work/carom")
peer all 100
if have_lammps; then
  # shellcheck disable=SC2086
  $pin "${LAMMPS:-lmp}" -nocite -log none -in bench/peers/lammps.powder -var data "$states/bed.data" \
    -var energy "$(echo "$adhesion" | awk '{ print $1 / 2 }')" -var steps 1 |
    awk -v carom="$start" '
      $1 == 0 && NF == 6 && !found { found = $6 }
      END {
        off = found > carom ? found / carom - 1 : 1 - found / carom
        printf "mean force of the contacts at the start: carom %.15g, lammps %.15g\n", carom, found
        if (!found || off > 1e-12) { print "carom and lammps do not agree"; exit 1 }
      }'
fi
awk '
  function off(a, b) { return (a > b ? a - b : b - a) / b }
  { printf "%-8s%-8s kinetic %-15.9g rotational %-15.9g contacts %-8d height %.9g\n", $1, $2, $6, $7, $8, $9 }
  $2 == "carom" { kinetic = $6; rotational = $7; contacts = $8; height = $9; next }
  off($6, kinetic) > 1e-3 || off($7, rotational) > 1e-3 || off($8, contacts) > 1e-3 ||
    off($9, height) > 1e-6 { print "carom and " $2 " do not agree"; bad = 1 }
  END { exit bad }' "$runs"

runs=$work/runs
for _ in $(seq "$rounds"); do
  for variant in plain constant sds elastic-plastic jkr all; do
    carom "$variant" "$length" --warm 20
  done
  peer plain "$((length / 3))"
  peer all "$((length / 3))"
done
awk '{ print $1, $2, $3, $4, $5, $6, $7, $8, $9 }' "$runs" >"$work/same" # without what LAMMPS adds
echo "# cores: $cores, work of adhesion: $adhesion" >>"$csv"
summary "$work/same" "rotational,contacts,height" >"$work/summary"
cat "$work/summary" >>"$csv"
awk -F , -v cores="$cores" '
  NR > 1 { best[$1, $2] = $6; middle[$1, $2] = $7 }
  END {
    printf "\nns per particle and step, cores %d: best (median), over the plain bed, and how often carom is faster\n", cores
    n = split("plain constant sds elastic-plastic jkr all", name, " ")
    for (k = 1; k <= n; k++) {
      v = name[k]
      printf "%-16s %8.1f (%.1f) %8.2f (%.2f)", v, best[v, "carom"], middle[v, "carom"],
        best[v, "carom"] / best["plain", "carom"], middle[v, "carom"] / middle["plain", "carom"]
      if ((v, "lammps") in best)
        printf "   lammps %.1f (%.1f) x%.1f", best[v, "lammps"], middle[v, "lammps"],
          best[v, "lammps"] / best[v, "carom"]
      print ""
    }
  }' "$work/summary"
