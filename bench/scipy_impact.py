# SPDX-License-Identifier: MIT
"""The same Hertz impact by SciPy: scipy_impact.py RESULTS.CSV

Reads what bench_laws measured, solves that impact with solve_ivp (DOP853, rtol 1e-12, terminal
event), prints both and their ratio, and adds its own lines to the file. Not required: without
SciPy it says so and ends well."""
import csv
import sys
import time

try:
    import scipy
    from scipy.integrate import solve_ivp
except ImportError:
    print("no SciPy for this Python: comparison skipped")
    sys.exit(0)

ROUNDS = 30


def ours(path):
    """The lines that the comparison needs, as {(task, way, unit): value}."""
    with open(path, newline="") as file:
        rows = csv.reader(line for line in file if not line.startswith("#"))
        return {(r[0], r[2], r[4]): float(r[3]) for r in rows if r[1] == "hertz"}


def impact(stiffness, mass, speed, rtol):
    depth = (1.25 * mass * speed**2 / stiffness) ** 0.4
    factor = -stiffness / mass

    def rate(t, y):
        d = y[0]
        return (y[1], factor * d * d**0.5 if d > 0.0 else 0.0)

    def parted(t, y):
        return y[0]

    parted.terminal = True
    parted.direction = -1
    span = (0.0, 10.0 * depth / speed)
    atol = (rtol * depth, rtol * speed)
    start = (0.0, speed)
    seconds = []
    for _ in range(ROUNDS):
        before = time.perf_counter()
        s = solve_ivp(rate, span, start, method="DOP853", rtol=rtol, atol=atol, events=parted)
        seconds.append(time.perf_counter() - before)
    duration = 2.9432751843247043 * depth / speed
    late = abs(s.t_events[0][0] / duration - 1.0)
    off = abs(-s.y_events[0][0][1] / speed - 1.0)
    return min(seconds), s.nfev, late, off


def main():
    path = sys.argv[1]
    value = ours(path)
    best = {key[1]: v for key, v in value.items() if key[0] == "hertz-impact-1e-10" and key[2] == "us"}
    (tolerance, microseconds), = best.items()
    stiffness = value["hertz-impact-1e-10", "stiffness", "N/m^1.5"]
    mass = value["hertz-impact-1e-10", "mass", "kg"]
    tight = value["hertz-impact", "1e-12", "us"]
    print(f"\nthe same impact by SciPy {scipy.__version__}, solve_ivp, DOP853")
    print(f"{'rtol':>10} {'us':>9} {'rates':>7} {'duration, error':>16} {'rebound, error':>16}")
    with open(path, "a", encoding="ascii") as file:
        for rtol in (1e-11, 1e-12):
            seconds, rates, late, off = impact(stiffness, mass, 1.0, rtol)
            print(f"{rtol:10.0e} {1e6 * seconds:9.0f} {rates:7d} {late:16.1e} {off:16.1e}")
            name = f"scipy-impact,hertz,{rtol:.0e}"
            file.write(f"{name},{1e6 * seconds:.1f},us\n{name},{late:.2e},duration error\n")
            file.write(f"{name},{off:.2e},rebound error\n")
    print(f"SciPy at 1e-12 takes {1e6 * seconds / tight:.0f} times as long as carom at 1e-12, and "
          f"{1e6 * seconds / microseconds:.0f} times as\nlong as carom at {tolerance}, which is "
          f"within 1e-10 of duration and rebound")


if __name__ == "__main__":
    main()
