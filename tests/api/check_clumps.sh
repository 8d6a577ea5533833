#!/bin/sh
# SPDX-License-Identifier: MIT
# Clumps through the command: check_clumps.sh COMMAND
# Shapes of a table and of a file, single and at random, frames in all formats, threads and restarts, and
# what is told where something is wrong.
set -u

# shellcheck source=tests/api/command.sh
. "$(dirname "$0")/command.sh"
need_python
need_yaml

printf 'x[mm],y[mm],z[mm],radius[mm]\n0,0,0,1\n1.2,0,0,1\n0.6,1,0,0.8\n' >stone.csv
cat >some.yaml <<'END'
carom: 1
materials:
  glass: {young: 10 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}
contacts:
  - {between: [glass, glass], law: tsuji, restitution: 0.6, tangential: {model: mindlin, friction: 0.4}}
scene:
  shapes:
    stone: {file: stone.csv}
    pair: {spheres: [{radius: 1 mm}, {position: [2 mm, 0, 0], radius: 1 mm}]}
  particles:
    - {radius: 1 mm, position: [5 mm, 5 mm, 30 mm], material: glass}
    - {clump: pair, position: [5 mm, 5 mm, 20 mm], turn: [0, 90 deg, 0], material: glass}
    - {clump: stone, arrange: random, count: 20, radius: 2 mm, radius_max: 3 mm, material: glass,
       low: [0, 0, 0], high: [20 mm, 20 mm, 18 mm]}
  walls:
    box: {shape: box, low: [0, 0, 0], high: [20 mm, 20 mm, 1 m], material: glass}
  gravity: [0, 0, -9.81 m/s2]
run: {until: 20 ms}
record: {every: 5 ms, frames: 10 ms}
END

good run some.yaml --threads 1 --output one
says '63 particles, 62 of them in 21 clumps'
warns 'stone: 3 spheres'
warns '(counted, error about '
warns 'pair: 2 spheres, 8.378 mm3, held by a sphere of R 2 mm'
good run some.yaml --threads 3 --output three
good run some.yaml run.until='7 ms' run.checkpoint='1 ms' --threads 2 --output parts
good run some.yaml run.checkpoint='1 ms' --threads 2 --output parts --restart
true_in_python '
one, three, parts = (json.load(open(f + "/run.json"))["result"] for f in ("one", "three", "parts"))
assert one["hash"] == three["hash"], "threads"
assert one["hash"] == parts["hash"], "restart"
assert [(c["shape"], c["count"], c["spheres"]) for c in one["clumps"]] == [("stone", 20, 60), ("pair", 1, 2)], one["clumps"]
assert abs(one["clumps"][1]["mass"] / (2 * 4 / 3 * 3.14159265358979 * 1e-9 * 2500) - 1) < 1e-12' "results"

for format in vtp xyz dump; do
  good run some.yaml record.format=$format run.until='10 ms' --output $format
  good picture $format --colour clump --size 320x180 --output $format.png
done
grep -aq 'Name="orientation"' vtp/frames/bodies_000000.vtp || bad "vtp has no orientation"
grep -q 'fixed clump quatw quati quatj quatk' dump/frames/frame_000000.dump || bad "dump has no clumps"
# the pair stands upright, (cos 45, 0, sin 45, 0); its id is that of its first member; the sphere is no member
true_in_python '
line = open("xyz/frames/frame_000000.xyz").read().split("\n")
assert ":clump:I:1:orientation:R:4" in line[1], line[1]
rows = [[float(x) for x in l.split()[1:]] for l in line[2:5] for l in [l.replace(" T", " 1").replace(" F", " 0")]]
assert rows[0][-5:] == [-1, 1, 0, 0, 0], rows[0]
for r in rows[1:]:
    assert r[-5] == rows[1][10] and abs(r[-4] - 0.5 ** 0.5) + abs(r[-3]) + abs(r[-2] - 0.5 ** 0.5) + abs(r[-1]) < 1e-12, r
assert sorted(r[2] for r in rows[1:]) == [0.019, 0.021], rows
rows = [[float(x) for x in l.replace(" T", " 1").replace(" F", " 0").split()[1:]] for l in line[2:65]]
assert len({r[10] for r in rows}) == 63, "ids"
# stones are held by spheres of 2 to 3 mm, as they are of 1.63 mm
assert all(0.8e-3 * 2 / 1.63 < r[3] < 1e-3 * 3 / 1.62 for r in rows[3:]), "sizes"' "frames"
# frames of scenes without clumps have no such columns
sed '/clump:/d; /low: .0, 0, 0., high: .20 mm, 20 mm, 18/d; /shapes:/,/pair:/d' some.yaml >single.yaml
good run single.yaml record.format=xyz run.until='1 ms' --output single
! grep -q clump single/frames/frame_000000.xyz || bad "a frame without clumps has a column of them"

# a source brings some: the same columns from the first frame on, threads, a restart, what is said of mistakes
sed '/  particles:/,/low: .0, 0, 0., high: .20 mm/d' some.yaml >poured.yaml
$python - <<'END'
text = open("poured.yaml").read()
source = """  sources:
    feeder: {shape: box, low: [1 mm, 1 mm, 20 mm], high: [19 mm, 19 mm, 40 mm], velocity: [0, 0, -2 m/s], every: 5 ms,
             particles: [{clump: stone, material: glass}], rate: 1000 1/s}
"""
open("poured.yaml", "w").write(text.replace("  walls:\n", source + "  walls:\n"))
END
good run poured.yaml record.format=xyz --threads 1 --output poured1
good run poured.yaml run.until='12 ms' run.checkpoint='1 ms' --threads 3 --output poured2
good run poured.yaml run.checkpoint='1 ms' --threads 2 --output poured2 --restart
true_in_python '
one, two = (json.load(open(f + "/run.json"))["result"] for f in ("poured1", "poured2"))
assert one["hash"] == two["hash"], "threads and restart"
assert [(c["shape"], c["count"], c["spheres"]) for c in one["clumps"] if c["count"]] == [("stone", 15, 45)], one["clumps"]' "poured clumps"
grep -q clump poured1/frames/frame_000000.xyz || bad "the first frame has no column of clumps"
grep -q ':clump:I:1:orientation:R:4' poured1/frames/frame_000002.xyz || bad "a later frame has no column of clumps"
refused "there is no shape 'ston'" run poured.yaml scene.sources.feeder.particles.0.clump=ston
refused "clumps of several sizes need 'radius'" run poured.yaml scene.sources.feeder.particles.0.radius_max='3 mm'

refused 'scene.shapes.stone.file' run some.yaml scene.shapes.stone.file=none.csv
printf 'x[mm],y[mm],z[mm],radius[mm]\n0,0,0,1\n0.1,0,0,0.5\n' >inner.csv
refused 'inner.csv: sphere 2 lies wholly inside sphere 1' run some.yaml scene.shapes.stone.file=inner.csv
refused 'scene.particles[1]' run some.yaml scene.domain='{low: [-1, -1, -1], high: [1 m, 1 m, 20.5 mm]}' \
  scene.particles.0.position='[5 mm, 15 mm, 1 mm]'

[ $failed = 0 ] && echo "check_clumps: $checks runs"
exit $failed
