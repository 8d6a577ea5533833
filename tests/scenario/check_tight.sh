#!/bin/sh
# SPDX-License-Identifier: MIT
# No grain passes a mesh that turns and shakes, from either side: check_tight.sh COMMAND [IMPACTS]
# A gas within a closed can of triangles and around it, as fast as the step is made for. The can shakes little, so that it
# does not heat the gas until a contact overlaps too far. After a million impacts with the can those that were inside are
# inside, and all others outside. Prints energies and the fastest impacts, too. Takes some minutes. That a centre which crosses is an error with grain and triangle: tests/unit/test_scene_shell.c
set -eu

command -v python3 >/dev/null || { echo "check_tight: needs python3" && exit 77; }
carom=$1
impacts=${2:-1000000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 - "$work/can.stl" <<'FILE'
import math, struct, sys
segments, radius, half = 24, 0.02, 0.02
ring = [(radius * math.cos(2 * math.pi * i / segments), radius * math.sin(2 * math.pi * i / segments)) for i in range(segments)]
faces = []
for i in range(segments):
    (a, b), (c, d) = ring[i], ring[(i + 1) % segments]
    faces += [((a, b, -half), (c, d, -half), (c, d, half)), ((a, b, -half), (c, d, half), (a, b, half))]
    faces += [((0, 0, -half), (c, d, -half), (a, b, -half)), ((0, 0, half), (a, b, half), (c, d, half))]
with open(sys.argv[1], "wb") as out:
    out.write(b"can".ljust(80, b"\0") + struct.pack("<I", len(faces)))
    for f in faces:
        out.write(struct.pack("<12fH", 0, 0, 0, *[x for p in f for x in p], 0))
FILE
cat >"$work/gas.yaml" <<'FILE'
carom: 1
materials:
  grain: {young: 500 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}
  tin: {young: 500 MPa, poisson: 0.25, density: 7000 kg/m3, yield: none}
contacts:
  - {between: [any, any], law: hertz}
  - {between: [grain, tin], law: lankarani-nikravesh, restitution: 0.9999} # which counts impacts
scene:
  particles:
    - {arrange: dense, count: 700, radius: 1.5 mm, material: grain, agitation: 9 m/s,
       within: {shape: cylinder, point: [0, 0, -18 mm], radius: 19 mm, length: 36 mm}}
    - {arrange: random, count: 300, radius: 1.5 mm, material: grain, agitation: 9 m/s, seed: 2,
       low: [-35 mm, -35 mm, 23 mm], high: [35 mm, 35 mm, 35 mm]}
  walls:
    box: {shape: box, low: [-35 mm, -35 mm, -35 mm], high: [35 mm, 35 mm, 35 mm], material: grain}
    can: {shape: mesh, file: can.stl, material: tin, drives: [{spin: [0, 0, 1000 rpm]}, {amplitude: [0, 0, 0.2 mm], frequency: 50 Hz}]}
  expected_speed: 40 m/s
run: {until: 1 ms}
record: {every: 1 ms, frames: 1 ms, format: xyz}
FILE

touched() { # TIME: impacts with the can until then
  "$carom" run "$work/gas.yaml" "run.until=$1 ms" "record.every=$1 ms" "record.frames=$1 ms" --output "$work/run" \
    --force --no-page >"$work/said" 2>&1 || { cat "$work/said" >&2 && exit 1; }
  sed -n 's/.*"touches": \([0-9][0-9]*\).*/\1/p' "$work/run/run.json"
}

# how long it takes, by what a few milliseconds bring; whole periods of the can, so that it is back where it was
few=$(touched 20)
until=$(echo "$impacts $few" | awk '{ n = int($1 / $2 * 1.05) + 1; print 20 * n }')
all=$(touched "$until")
grep -e '^energy' -e 'budget closes' -e '^grain - tin' "$work/said"
last=$(ls "$work"/run/frames/*.xyz | sort | tail -n 1)
awk -v all="$all" -v impacts="$impacts" '
  NR > 2 {
    n++
    r = sqrt($2 ^ 2 + $3 ^ 2); inside = r < 0.02 && $4 < 0.02 && $4 > -0.02
    if (inside != (n <= 700)) { printf "FAILED: grain %d is at %g %g %g\n", n, $2, $3, $4; bad++ }
  }
  END {
    printf "%d impacts, %d grains, %d on the wrong side\n", all, n, bad
    exit !(n == 1000 && bad == 0 && all >= impacts)
  }' "$last"
