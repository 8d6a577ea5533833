#!/bin/sh
# SPDX-License-Identifier: MIT
# The slider-crank with clearance in carom and in SciPy, in turns:
# crank.sh COMMAND [REVOLUTIONS [CSV]]
# Both integrate with DOP853, once at the same tolerance and once with about the same error: the third
# impact is late by 1.0e-10 s in carom at 4e-9 and by 1.5e-10 s in SciPy at 1e-10. Times are processor
# times. Without SciPy it says so and ends well.
set -eu
cd "$(dirname "$0")/.."

command=$1
turns=${2:-20}
csv=${3:-/dev/null}
python=
for candidate in /usr/bin/python3 python3; do
  if "$candidate" -c 'import scipy' 2>/dev/null; then python=$candidate && break; fi
done
[ -n "$python" ] || { echo "no Python with SciPy (Debian: python3-scipy): comparison skipped" && exit 0; }
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 # small matrices: threads only wait for each other

"$python" - "$command" "$turns" "$csv" <<'PYTHON'
import json
import os
import subprocess
import sys

command, turns = sys.argv[1], float(sys.argv[2])


def ours(tolerance):
    before = os.times()
    out = subprocess.run([command, "run", "scenarios/slider_crank_200.yaml", "--json",
                          f"run.until={0.3 * turns} s", f"run.tolerance={tolerance}"],
                         check=True, capture_output=True).stdout
    after = os.times()
    seconds = after.children_user - before.children_user
    return seconds, json.loads(out)["clearances"][0]["impacts"]


def scipy(model, tolerance):
    out = subprocess.run([sys.executable, "-W", "ignore", "bench/scipy_crank.py", model, str(turns),
                          tolerance], check=True, capture_output=True, text=True).stdout.split()
    return float(out[0]), int(out[2])


tasks = (("carom", "1e-9", None), ("scipy, the same equations", "1e-9", "absolute"),
         ("scipy, two coordinates by hand", "1e-9", "two"),
         ("carom", "4e-9", None), ("scipy, the same equations", "1e-10", "absolute"))
best = {}
for _ in range(3):
    for task in tasks:
        result = scipy(task[2], task[1]) if task[2] else ours(task[1])
        if task not in best or result[0] < best[task][0]:
            best[task] = result
print(f"{turns:g} revolutions, best of 3 in turns")
file = open(sys.argv[3], "a")
for task in tasks:
    seconds, impacts = best[task]
    if not task[2]:
        reference = seconds
    print(f"  {task[0]:32} {task[1]:>6} {seconds:9.3f} s {impacts:6d} impacts"
          f" {seconds / reference:7.1f} times carom")
    file.write(f"slider-crank,{task[0].replace(',', '')},{task[1]},{seconds:.3f},s\n")
PYTHON
