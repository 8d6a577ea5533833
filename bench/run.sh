#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the benchmark, then SciPy on the same impact if it is there: run.sh BENCH_LAWS [OPTION...]
# The numbers go to bench/results/<processor>-<time>.csv as well; options go to the program.
set -eu
cd "$(dirname "$0")/.."

program=$1
shift
model=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1)
name=$(echo "${model:-$(uname -m)}" | tr '[:upper:]' '[:lower:]' | tr -c 'a-z0-9\n' '-' |
  sed 's/--*/-/g; s/^-//; s/-$//')
csv=bench/results/$name-$(date -u +%Y%m%d-%H%M%S).csv
mkdir -p bench/results
load() { cut -d ' ' -f 1-3 /proc/loadavg 2>/dev/null || echo unknown; }

{
  echo "# processor: ${model:-unknown}, $(nproc 2>/dev/null || echo unknown number of) cores"
  echo "# compiler: $("${CC:-cc}" --version | head -n 1)"
  echo "# version: $(git describe --always --dirty 2>/dev/null || echo unknown)"
  echo "# load average before: $(load)"
} >"$csv"
echo "$model, load average $(load)"
"$program" --csv "$csv" "$@"

if grep -q '^hertz-impact-1e-10,' "$csv"; then
  python=
  for candidate in /usr/bin/python3 python3; do
    if "$candidate" -c 'import scipy' 2>/dev/null; then python=$candidate && break; fi
  done
  if [ -n "$python" ]; then
    "$python" bench/scipy_impact.py "$csv"
  else
    echo "no Python with SciPy (Debian: python3-scipy): comparison skipped"
  fi
fi
echo "# load average after: $(load)" >>"$csv"
echo "load average afterwards $(load); results: $csv"
