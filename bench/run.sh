#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the benchmarks: run.sh FOLDER [PART...], where FOLDER holds the programs and the parts are
#   laws    what each law costs, then SciPy on the same impact if it is there
#   chain   long chains, and LAMMPS on the same problem if it is there
#   crank   a slider-crank with clearance by the command, and by SciPy if it is there
#   scenes  3D scenes, and LAMMPS, LIGGGHTS and Yade on the same if they are there
# and, only if asked for:
#   scenes2  the same on two cores
#   cores    the same on 1, 2, 4 ... all cores, and copies that share nothing
#   threads  what a second thread is worth, against two runs that share nothing
#   sizes    3D scenes of 10^4 to 10^7 particles
#   million  a million particles fall and settle
#   busy     a scene beside other programs that spin
#   mix      beds of sizes that differ much, and LAMMPS on the same if it is there
#   powders  what rolling resistance and adhesion cost, and LAMMPS with the same if it is there
#   mesh     what meshes cost against exact walls, and LIGGGHTS with the same STL
#   measures  what measures of a scene cost, in instructions
#   hopper   the flow out of a hopper over the width of its orifice
#   roundrobin  the round robin of DEM programs, from its files in DATA=folder
# ROUNDS=N: how often scenes, scenes2, threads and sizes run everything.
# The numbers go to bench/results/<processor>-<time>-<part>.csv as well, with figures.
set -eu
cd "$(dirname "$0")/.."

programs=$1
shift
model=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1)
name=$(echo "${model:-$(uname -m)}" | tr '[:upper:]' '[:lower:]' | tr -c 'a-z0-9\n' '-' |
  sed 's/--*/-/g; s/^-//; s/-$//')
base=bench/results/$name-$(date -u +%Y%m%d-%H%M%S)
mkdir -p bench/results
load() { cut -d ' ' -f 1-3 /proc/loadavg 2>/dev/null || echo unknown; }

head_of() { # CSV
  echo "# processor: ${model:-unknown}, $(nproc 2>/dev/null || echo unknown number of) cores"
  echo "# compiler: $("${CC:-cc}" --version | head -n 1)"
  echo "# version: $(git describe --always --dirty 2>/dev/null || echo unknown)"
  echo "# load average before: $(load)"
}

laws() {
  "$programs/bench_laws" --csv "$csv"
  python=
  for candidate in /usr/bin/python3 python3; do
    if "$candidate" -c 'import scipy' 2>/dev/null; then python=$candidate && break; fi
  done
  if [ -n "$python" ]; then
    "$python" bench/scipy_impact.py "$csv"
  else
    echo "no Python with SciPy (Debian: python3-scipy): comparison skipped"
  fi
}

draw() { # SCRIPT
  if command -v gnuplot >/dev/null; then
    gnuplot -c "$1" "$csv" "${csv%.csv}.svg" && echo "figure: ${csv%.csv}.svg"
  else
    echo "no gnuplot: no figure"
  fi
}

chain() {
  sh bench/chain.sh "$programs/bench_chain" "$csv"
  draw bench/chain.gp
}

scenes() {
  sh bench/scenes.sh "$programs/bench_scene" "$csv"
  draw bench/scenes.gp
}

scenes2() { CORES=2 && export CORES && scenes; }

cores() { sh bench/cores.sh "$programs/bench_scene" "$csv"; }

threads() { sh bench/threads.sh "$programs/bench_scene" "$csv"; }

sizes() {
  sh bench/sizes.sh "$programs/bench_scene" "$programs/bench_memory" "$csv"
  draw bench/sizes.gp
}

million() {
  [ -x build/carom ] || { echo "no build/carom (make): skipped" && return; }
  sh bench/million.sh build/carom "$csv"
}

mix() { sh bench/mix.sh "$programs/bench_scene" "$csv"; }

powders() { sh bench/powders.sh "$programs/bench_scene" "$csv"; }

mesh() { sh bench/mesh.sh "$programs/bench_scene" "$programs/bench_mesh" "$csv"; }

measures() { sh bench/measures.sh "$programs/bench_measures" "$csv"; }

hopper() {
  [ -x build/carom ] || { echo "no build/carom (make): skipped" && return; }
  sh bench/hopper.sh build/carom "$csv"
}

roundrobin() {
  [ -n "${DATA:-}" ] || { echo "roundrobin: say where its files are: DATA=folder" >&2 && exit 2; }
  sh bench/roundrobin.sh "$programs/bench_roundrobin" "$csv" "$DATA"
}

busy() {
  [ -x build/carom ] || { echo "no build/carom (make): skipped" && return; }
  sh bench/busy.sh build/carom "$csv"
}

crank() {
  [ -x build/carom ] || { echo "no build/carom (make): skipped" && return; }
  sh bench/crank.sh build/carom 20 "$csv"
}

[ $# -gt 0 ] || set -- laws chain crank scenes
for part in "$@"; do
  csv=$base-$part.csv
  head_of >"$csv"
  echo "$part: $model, load average $(load)"
  case $part in
  laws | chain | crank | scenes | cores | threads | sizes | million | busy | mix | powders | mesh | measures | hopper | roundrobin) $part ;;
  scenes2) (scenes2) ;; # in a shell of its own: its number of cores is for it alone
  *) echo "run.sh: no part '$part': see the top of bench/run.sh" >&2 && exit 2 ;;
  esac
  echo "# load average after: $(load)" >>"$csv"
  echo "load average afterwards $(load); results: $csv"
done
