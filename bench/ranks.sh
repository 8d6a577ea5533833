#!/bin/sh
# SPDX-License-Identifier: MIT
# What ranks cost: ranks.sh CAROM [RANKS [FROM TO]]
# Instructions of a step of every rank, counted by valgrind, of 'carom lammps' and of LAMMPS alone on the bed of
# scenes.sh: the mean of all ranks and the busiest, and the efficiency that follows, a part of those of one rank over
# the busiest. Waiting is no work: what MPI itself executes is left out, so that any machine will do, however few its
# cores; time that ranks lose by messages and by waiting is not in these numbers.
# The step is the mean of those between FROM and TO (default 10 and 74), of which the start is no part, nor is the first
# look at the skin (step 128). valgrind has no AVX-512, so carom uses AVX2. DATA=file: another bed.
set -eu
cd "$(dirname "$0")/.."
. bench/peers.sh
program=$(dirname "$1")/carom-lammps
ranks=${2:-16}
from=${3:-10}
to=${4:-74}
data=$(realpath "${DATA:-${STATES:-build/bench/states}/bed.data}")
[ -s "$data" ] || { echo "ranks: no $data: run scenes.sh first" >&2 && exit 2; }
command -v valgrind >/dev/null || { echo "ranks: no valgrind, skipped" && exit 0; }
[ -x "$program" ] || { echo "ranks: no $program (Debian: liblammps-dev), skipped" && exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/bed.yaml" <<FILE
carom: 1
materials:
  bead: {young: 1.365 MPa, poisson: 0.3, density: 1.909859317102744 kg/m3, yield: none}
contacts:
  - {between: [bead, bead], law: gran-hertz, damping_rate: 2000, tension: keep,
     tangential: {model: mindlin-secant, stiffness: 1235294.1176470589, friction: 0.5}}
scene:
  particles: [{file: '$data', material: bead}]
  walls: {box: {shape: box, low: [0, 0, 0], high: [40, 40, 1000], material: bead}}
  gravity: [0, 0, -1]
run: {until: 1 ms, step: 100 us}
record: {every: 1000 s}
FILE

# the library for strings counts one instruction a byte where the processor copies whole lines
export GLIBC_TUNABLES=glibc.cpu.x86_rep_stosb_threshold=1000000000:glibc.cpu.x86_rep_movsb_threshold=1000000000
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

count() { # RANKS FUNCTION COMMAND...: a line a rank, instructions within the function
  n=$1 within=$2
  shift 2
  rm -f "$work"/dump.*
  mpirun -np "$n" valgrind -q --tool=callgrind "--callgrind-out-file=$work/dump.%q{OMPI_COMM_WORLD_RANK}" \
    --toggle-collect="$within" "$@" >"$work/out" 2>&1 || { cat "$work/out" >&2 && exit 1; }
  for rank in $(seq 0 $((n - 1))); do awk -f bench/ranks.awk "$work/dump.$rank"; done
}
carom() { # RANKS STEPS
  count "$1" host_advance "$program" "$work/bed.yaml" run.until="$(($2 * 100)) us" --force --output="$work/result"
}
lammps() {
  # shellcheck disable=SC2046
  count "$1" 'LAMMPS_NS::Verlet::run(int)' "${LAMMPS:-lmp}" -nocite -log none -in bench/peers/lammps.bed \
    $(vars data "$data" shake 0 steps "$2")
}

printf '%-8s%6s%14s%14s%12s\n' program ranks mean busiest efficiency
for engine in carom lammps; do
  [ $engine = carom ] || have_lammps || continue
  alone=
  for n in 1 "$ranks"; do
    $engine "$n" "$from" >"$work/from"
    $engine "$n" "$to" >"$work/to"
    paste "$work/from" "$work/to" | awk -v engine=$engine -v steps=$((to - from)) -v alone="$alone" '
      { own = ($2 - $1) / steps; sum += own; if (own > most) most = own }
      END {
        printf "%-8s%6d%14.0f%14.0f%12s\n", engine, NR, sum / NR, most,
          alone == "" ? "-" : sprintf("%.3f", alone / NR / most)
      }' >"$work/line"
    cat "$work/line"
    alone=${alone:-$(awk '{ print $3 }' "$work/line")}
  done
done
