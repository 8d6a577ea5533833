#!/bin/sh
# SPDX-License-Identifier: MIT
# Instructions per particle and step of 3D scenes, counted by valgrind, in carom and in LAMMPS:
# instructions_scenes.sh BENCH_SCENE [SCENE...]. From the states of scenes.sh. What twelve steps take more
# than two: reading and building lists is the same in both. valgrind has no AVX-512, so carom uses AVX2.
set -eu
cd "$(dirname "$0")/.."
. bench/peers.sh

program=$1
shift
states=${STATES:-build/bench/states}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
command -v valgrind >/dev/null || { echo "instructions: no valgrind, skipped" && exit 0; }

count() { # COMMAND...: instructions of all of it
  # shellcheck disable=SC2086
  $pin valgrind -q --tool=callgrind --callgrind-out-file="$work/dump" "$@" >"$work/out" 2>&1 ||
    { cat "$work/out" >&2 && exit 1; }
  sed -n 's/^totals: //p' "$work/dump"
}

carom() { count "$program" "$1" --data "$states/$1.data" --set avx2 --steps "$2"; } # SCENE STEPS
lammps() {
  case $1 in chute) input=chute shake=0 ;; shaken) input=bed shake=3 ;; *) input=bed shake=0 ;; esac
  # shellcheck disable=SC2046
  count "${LAMMPS:-lmp}" -nocite -log none -in "bench/peers/lammps.$input" \
    $(vars data "$states/$1.data" shake $shake steps "$2")
}

printf '%-8s %-8s %s\n' scene program "instructions per particle and step"
scenes=${*:-chute bed shaken}
for scene in $scenes; do
  n=$(sed -n 's/ atoms$//p' "$states/$scene.data" | head -n 1)
  for engine in carom lammps; do
    [ $engine = carom ] || have_lammps || continue
    few=$($engine "$scene" 2)
    many=$($engine "$scene" 12)
    echo "$scene $engine $few $many $n" | awk '{ printf "%-8s %-8s %.0f\n", $1, $2, ($4 - $3) / 10 / $5 }'
  done
done
