#!/bin/sh
# SPDX-License-Identifier: MIT
# The slider-crank with clearance in carom and in SciPy, in turns: crank.sh COMMAND [REVOLUTIONS]
# Both integrate with DOP853 at a tolerance of 1e-9; times are processor times. Without SciPy it says
# so and ends well.
set -eu
cd "$(dirname "$0")/.."

command=$1
turns=${2:-20}
python=
for candidate in /usr/bin/python3 python3; do
  if "$candidate" -c 'import scipy' 2>/dev/null; then python=$candidate && break; fi
done
[ -n "$python" ] || { echo "no Python with SciPy (Debian: python3-scipy): comparison skipped" && exit 0; }
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 # small matrices: threads only wait for each other

"$python" - "$command" "$turns" <<'PYTHON'
import json
import os
import subprocess
import sys

command, turns = sys.argv[1], float(sys.argv[2])


def ours():
    before = os.times()
    out = subprocess.run([command, "run", "scenarios/slider_crank_200.yaml", "--json",
                          f"run.until={0.3 * turns} s", "run.tolerance=1e-9"],
                         check=True, capture_output=True).stdout
    after = os.times()
    seconds = after.children_user - before.children_user
    return seconds, json.loads(out)["clearances"][0]["impacts"]


def scipy(model):
    out = subprocess.run([sys.executable, "-W", "ignore", "bench/scipy_crank.py", model, str(turns), "1e-9"],
                         check=True, capture_output=True, text=True).stdout.split()
    return float(out[0]), int(out[2])


best = {}
for _ in range(3):
    for name, measure in (("carom", ours), ("scipy, the same equations", lambda: scipy("absolute")),
                          ("scipy, two coordinates by hand", lambda: scipy("two"))):
        result = measure()
        if name not in best or result[0] < best[name][0]:
            best[name] = result
reference = best["carom"][0]
print(f"{turns:g} revolutions, best of 3 in turns")
for name, (seconds, impacts) in best.items():
    print(f"  {name:32} {seconds:9.3f} s {impacts:6d} impacts {seconds / reference:8.1f} times carom")
PYTHON
