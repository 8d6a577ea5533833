#!/bin/sh
# SPDX-License-Identifier: MIT
# Long chains against LAMMPS on the same problem: chain.sh BENCH_CHAIN CSV [ROUNDS]
# Physics first: both must have the same kinetic energy, or no speed is reported. Then every way is
# run in turn, round after round, on one core:
#   carom          every bead is stepped
#   carom-window   beads that nothing has reached yet are not
#   carom-pressed  a chain under pressure: all contacts carry a force all the time
#   lammps         pair style gran/hertz/history, if `lmp` is installed (or LAMMPS=...)
set -eu
cd "$(dirname "$0")/.."
. bench/peers.sh

program=$1
csv=$2
rounds=${3:-7}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
runs=$work/runs
sizes="1000:20000 10000:2000 100000:300 1000000:32"

tell_of_peers lammps

carom() { # ENGINE OPTION...: one run
  engine=$1
  shift
  # shellcheck disable=SC2086
  $pin "$program" --beads "$beads" --steps "$steps" "$@" |
    awk -v engine="$engine" '{ print "chain", engine, $1, $2, $4, $5 }' >>"$runs"
}

for size in $sizes; do
  mkdir "$work/${size%:*}"
  "$program" --beads "${size%:*}" --steps "${size#*:}" --lammps "$work/${size%:*}"
done
for round in $(seq "$rounds"); do
  for size in $sizes; do
    beads=${size%:*} steps=${size#*:}
    carom carom
    carom carom-window --window
    carom carom-pressed --pressed
    ! have_lammps || run_lammps chain "$beads" "$steps" "$work/$beads/in.chain" \
      data "$work/$beads/data.chain"
    # wrong physics is found in the first round
    awk -v n="$beads" '
      $3 == n && $2 == "carom" { carom = $6 }
      $3 == n && $2 == "carom-window" && $6 != carom { print "the window changes the energy"; bad = 1 }
      $3 == n && $2 == "lammps" && ($6 - carom)^2 > (1e-8 * carom)^2 {
        printf "%d beads: kinetic energy %s of carom, %s of LAMMPS\n", n, carom, $6
        bad = 1
      }
      END { exit bad }' "$runs"
  done
  [ "$round" != 1 ] || echo "physics: kinetic energies agree; timing $rounds rounds"
done
summary "$runs" >"$work/summary"
cat "$work/summary" >>"$csv"

awk -F , '
  NR > 1 { best[$2, $3] = $6; middle[$2, $3] = $7; size[$3] = 1; way[$2] = 1 }
  END {
    printf "\nns per bead and step, one core: best (median)\n%9s", "beads"
    n = split("carom carom-window carom-pressed lammps", name, " ")
    for (k = 1; k <= n; k++) if (name[k] in way) printf "%20s", name[k]
    if ("lammps" in way) printf "%16s", "LAMMPS / carom"
    print ""
    for (beads = 1000; beads <= 1000000; beads *= 10) {
      printf "%9d", beads
      for (k = 1; k <= n; k++)
        if (name[k] in way)
          printf "%20s", sprintf("%.4g (%.4g)", best[name[k], beads], middle[name[k], beads])
      if ("lammps" in way) printf "%16.1f", best["lammps", beads] / best["carom", beads]
      print ""
    }
  }' "$work/summary"
