#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Numbers that the command makes of results, against closed forms and against what its own files
say: check_measures.py COMMAND"""
import csv
import json
import math
import os
import re
import subprocess
import sys
import tempfile

COMMAND = os.path.abspath(sys.argv[1])
# without gnuplot: figures are not what this is about
ENVIRONMENT = {**os.environ, "PATH": "/nowhere"}
STEEL = {"young": 193e9, "poisson": 0.3, "density": 8000, "yield": "none"}
E_STAR = 193e9 / (2 * (1 - 0.3**2))
failed = []


def expect(what, value, wanted, relative):
    if value is None or not abs(value - wanted) <= relative * abs(wanted):
        failed.append(f"{what} is {value}, not {wanted}")


def carom(*arguments):
    done = subprocess.run([COMMAND, *arguments], capture_output=True, text=True, env=ENVIRONMENT)
    if done.returncode != 0:
        sys.exit(f"FAILED: carom {' '.join(arguments)}: {done.stderr}")
    return done.stdout


def scenario(name, **parts):
    with open(name, "w", encoding="utf-8") as file:
        json.dump({"carom": 1, "materials": {"steel": STEEL}, **parts}, file)
    return name


def series(folder):
    """Rows of the folder's series, by the name of the column without its unit."""
    with open(f"{folder}/series.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    names = [re.sub(r"\[.*", "", name) for name in rows[0]]
    return [dict(zip(names, (float(x) if x else None for x in row))) for row in rows[1:]]


def hertz_time():
    """Contact time over d_max/v of F = K d^(3/2): 2 times the integral of (1 - x^(5/2))^(-1/2)."""
    return 2 * math.sqrt(math.pi) * math.gamma(1.4) / math.gamma(0.9)


def impacts():
    """Hertz without dimensions: d_max = L, F_max = K L^(3/2) = 5/4 m v^2/L."""
    for settings in (["speed=3"], ["speed=0.02", "b.shape=flat"], ["speed=3", "stiffness=1e9"]):
        scaled = json.loads(carom("impact", "hertz", "--scaled", "--json", *settings))["scaled"]
        star = 1.25**0.4
        for name, wanted in {
            "h_max": 1,
            "F_max": 1.25,
            "t_max": hertz_time() / 2,
            "t_F": hertz_time() / 2,
            "t_c": hertz_time(),
            "d_max_star": star,
            "t_max_star": hertz_time() / 2 * star,
            "t_c_star": hertz_time() * star,
        }.items():
            expect(f"{name} of hertz, {settings}", scaled[name], wanted, 1e-9)


def contact_times():
    """What `check` says of two spheres, and of a sphere and a wall."""
    for flat in (False, True):
        a, speed = 5e-3, 2.5
        b = {"shape": "flat", "fixed": True} if flat else {"radius": a}
        file = scenario(
            "time.json",
            contacts=[{"between": ["steel", "steel"], "law": "hertz"}],
            impact={
                "a": {"radius": a, "material": "steel"},
                "b": {**b, "material": "steel"},
                "speed": speed,
            },
        )
        mass, radius = 8000 * 4 / 3 * math.pi * a**3 / (1 if flat else 2), a if flat else a / 2
        deepest = (1.25 * mass * speed**2 / (4 / 3 * E_STAR * math.sqrt(radius))) ** 0.4
        found = re.search(r"contact time about (\S+) us at (\S+) m/s", carom("check", file))
        if not found or float(found[2]) != speed:
            failed.append("check says no contact time")
            return
        expect("contact time", float(found[1]) * 1e-6, hertz_time() * deepest / speed, 5e-4)


def width(row, rest, bead, last):
    """Beads over which the force is more than half of that of this bead; both ends are loose."""
    force = [row[f"bead_force_{i}"] for i in range(last + 1)]
    half, sides = 0.5 * (force[bead] + rest), []
    for step in (-1, 1):
        i = bead + step
        while 0 < i < last and force[i] > half:
            i += step
        if not 0 < i < last:
            return None
        before = force[i - step]
        sides.append(abs(i - bead) - 1 + (before - half) / (before - force[i]))
    return sum(sides)


def chains():
    """Decay and widths of a pulse that loses energy on its way."""
    beads = 25
    file = scenario(
        "chain.json",
        contacts=[{"between": ["steel", "steel"], "law": "tsuji", "restitution": 0.95}],
        chain={
            "beads": [
                {"radius": 5e-3, "material": "steel", "velocity": 1},
                {"count": beads - 1, "radius": 5e-3, "material": "steel"},
            ]
        },
        run={"until": 3.5e-4},
        record={"every": 3e-6, "beads": "all"},
    )
    result = json.loads(carom("run", file, "--output", "chain", "--json"))
    text = carom("run", file)
    rows = series("chain")
    inner = [s for s in result["sensors"] if 0 < s["bead"] < beads - 1]
    inner = [s for s in inner if s["first_peak_force"] is not None]
    if len(inner) < 15:
        sys.exit(f"FAILED: {len(inner)} sensors see a pulse")
    x = [s["bead"] for s in inner]
    y = [math.log(s["first_peak_force"]) for s in inner]
    x_mean, y_mean = sum(x) / len(x), sum(y) / len(y)
    slope = sum((a - x_mean) * (b - y_mean) for a, b in zip(x, y)) / sum(
        (a - x_mean) ** 2 for a in x
    )
    expect("decay", result["decay"], -slope, 1e-9)
    if not -slope > 0.01:
        failed.append(f"the pulse decays by {-slope} only")
    told = re.search(r"first peaks decay by (\S+) % from bead to bead", text)
    expect("decay as told", told and float(told[1]), 100 * (1 - math.exp(slope)), 6e-3)
    for sensor in inner:
        bead, name = sensor["bead"], f"bead_force_{sensor['bead']}"
        when = sensor["time_of_first_peak_force"]
        k = min(range(len(rows)), key=lambda i: abs(rows[i]["time"] - when))
        wanted = width(rows[k], rows[0][name], bead, beads - 1)
        if (wanted is None) != (sensor["grains_in_space"] is None):
            failed.append(f"width at bead {bead}: {sensor['grains_in_space']}, not {wanted}")
        elif wanted is not None:
            expect(f"width at bead {bead}", sensor["grains_in_space"], wanted, 1e-8)


def plateaus():
    """Bead 3 is pressed against bead 4 and held there: both sensors see half of their force, those
    beside them nothing, hence half of that after half a bead on either side."""
    fixed = {"radius": 5e-3, "material": "steel", "driven": 0}
    moved = [[0, 0], [1e-5, 0.1], [2e-5, 0], [5e-5, 0], [6e-5, -0.1], [7e-5, 0]]
    file = scenario(
        "plateau.json",
        contacts=[{"between": ["steel", "steel"], "law": "hertz"}],
        chain={
            "beads": [{**fixed, "count": 3}]
            + [{"radius": 5e-3, "material": "steel", "driven": moved}]
            + [{**fixed, "count": 3}]
        },
        run={"until": 8e-5},
        record={"every": 1e-6, "beads": [3, 4]},
    )
    for sensor in json.loads(carom("run", file, "--output", "plateau", "--json"))["sensors"]:
        expect(f"width of a plateau at bead {sensor['bead']}", sensor["grains_in_space"], 2, 1e-9)


def mechanisms():
    """Means over impacts and over time, of the slider-crank that `new` writes."""
    def place(**values):
        return values

    file = scenario(
        "mechanism.json",
        contacts=[{"between": ["steel", "steel"], "law": "flores", "restitution": 0.46}],
        mechanism={
            "bodies": {
                "crank": place(mass=1, inertia=0.01, points={"pin": {"x": 0.05}}),
                "rod": place(
                    mass=1.13,
                    inertia=0.0153,
                    x=0.05,
                    centre={"x": 0.15},
                    points={"end": {"x": 0.3}},
                ),
                "slider": place(mass=1.013, inertia=0.001, x=0.35),
            },
            "joints": {
                "pivot": {"a": "ground", "b": "crank"},
                "pin": {"a": "crank.pin", "b": "rod"},
                "guide": {"type": "prismatic", "a": "ground", "b": "slider", "direction": 0},
            },
            "clearances": {
                "wrist": {
                    "bearing": "rod.end",
                    "journal": "slider",
                    "bearing_radius": 0.01,
                    "journal_radius": 0.0095,
                    "bearing_material": "steel",
                    "journal_material": "steel",
                }
            },
            "drivers": {"motor": {"joint": "pivot", "speed": "200 rpm"}},
        },
        run={"until": 0.12},
        record={"every": 5e-5, "body": "slider", "filter": 1.03e-3},
    )
    result = json.loads(carom("run", file, "--output", "mechanism", "--json"))
    with open("mechanism/run.json", encoding="utf-8") as text:
        kept = json.load(text)["result"]
    speeds = [impact["speed"] for impact in result["impacts"]]
    wrist = result["clearances"][0]
    expect("mean impact speed", wrist["mean_impact_speed"], sum(speeds) / len(speeds), 1e-12)
    expect("fastest impact", wrist["fastest_impact"], max(speeds), 1e-12)
    if len(speeds) < 4:
        failed.append(f"{len(speeds)} impacts are too few")

    rows = series("mechanism")
    every, half = 5e-5, 0.5 * 1.03e-3

    def velocity(t):
        k = min(int(t / every), len(rows) - 2)
        a, b = rows[k], rows[k + 1]
        share = (t - a["time"]) / (b["time"] - a["time"])
        return a["vx_slider"] + share * (b["vx_slider"] - a["vx_slider"])

    means = []
    for row in rows:
        inside = rows[0]["time"] <= row["time"] - half and row["time"] + half <= rows[-1]["time"]
        if (row["mean_acceleration_slider"] is not None) != inside:
            failed.append(f"mean acceleration at {row['time']} s")
        elif inside:
            mean = (velocity(row["time"] + half) - velocity(row["time"] - half)) / (2 * half)
            means.append(mean)
            if abs(row["mean_acceleration_slider"] - mean) > 1e-5:
                failed.append(f"mean acceleration at {row['time']} s: not {mean}")
    most = max(abs(mean) for mean in means)
    found = re.findall(r'"peak_of_means": (\S+?),?\n', json.dumps(kept, indent=1))
    expect("largest mean acceleration", float(found[0]) if found else None, most, 1e-6)


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    for check in (impacts, contact_times, chains, plateaus, mechanisms):
        check()
    os.chdir("/")
for line in failed[:20]:
    print("FAILED:", line)
if failed:
    sys.exit(1)
print("measures: as they should be")
