#!/bin/sh
# SPDX-License-Identifier: MIT
# What a scene reads and writes, through the command: check_scene_files.sh COMMAND
# Names, tables, frames, sweeps: nothing is cut, mixed up or left out without a word.
set -u

# shellcheck source=tests/api/command.sh
. "$(dirname "$0")/command.sh"
need_python

# two materials, two groups; names as odd as a file allows
cat >two.json <<'END'
{"carom": 1,
 "materials": {"glass": {"young": "10 MPa", "poisson": 0.25, "density": "2500 kg/m3", "yield": "none"},
               "steel, \"hard\" \\": {"young": "20 MPa", "poisson": 0.3, "density": "7800 kg/m3", "yield": "none"}},
 "contacts": [
   {"between": ["glass", "glass"], "law": "tsuji", "restitution": 0.6},
   {"between": ["glass", "steel, \"hard\" \\"], "law": "tsuji", "restitution": 0.6},
   {"between": ["steel, \"hard\" \\", "steel, \"hard\" \\"], "law": "tsuji", "restitution": 0.6}],
 "scene": {
   "particles": [
     {"arrange": "random", "count": 20, "radius": "4 mm", "radius_max": "6 mm", "material": "glass",
      "low": [0, 0, 0], "high": ["0.1 m", "0.1 m", "0.1 m"], "velocity": [0.1, 0.2, 0.3]},
     {"position": [0.05, 0.05, 0.15], "radius": "7 mm", "material": "steel, \"hard\" \\",
      "spin": [1, 2, 3], "mass": "3 g"},
     {"position": [0.05, 0.05, 0.18], "radius": "7 mm", "fixed": true,
      "material": "steel, \"hard\" \\"}],
   "walls": {
     "the floor, \"lower\" [left]": {"shape": "plane", "material": "glass"},
     "a name of a wall that goes on and on, far beyond the room that names were once given": {
       "shape": "plane", "point": [-1, 0, 0], "direction": [1, 0, 0], "material": "glass"}},
   "gravity": [0, 0, -9.81]},
 "run": {"until": "20 ms"},
 "record": {"every": "2 ms"}}
END

# names in the header of series.csv: python's reader and ours take them back
good run two.json --output named
true_in_python '
import csv
rows = list(csv.reader(open("named/series.csv")))
names = ["the floor, \"lower\" [left]",
         "a name of a wall that goes on and on, far beyond the room that names were once given"]
want = [q % (n, k) for n in names for q in ("force_%s_%s[N]", "torque_%s_%s[N m]") for k in "xyz"]
assert rows[0][-12:] == want, rows[0]
assert len(rows) == 12 and all(len(row) == len(rows[0]) for row in rows)' "names in series.csv"
sed 's/"record":/"measured": "named\/series.csv", "record":/' two.json >compared.json
good run compared.json --json
grep -q '"column": "force_the floor, \\"lower\\" \[left\]_z"' ../out || bad "our own series.csv is not read back"
sed 's/"the floor, .*left\]"/"floor\\n"/' two.json >lines.json
refused "a name is one line of text" check lines.json

# files: long lines, lines too many, columns that nobody knows
spheres() { # FILE... : in place of the groups of the file, with a material
  list=
  for one in "$@"; do list="$list${list:+, }{\"file\": \"$one\", \"material\": \"glass\"}"; done
  printf 'scene.particles=[%s]' "$list"
}
{
  printf '2\nComment="%06000d" Properties=pos:R:3:colour:I:1:radius:R:1\n' 0
  printf '%06000d 0.05 0.05 1 0.005\n' 0
  printf '%06000d 0.05 0.08 1 0.005\n' 0
} >long.xyz
good run two.json "$(spheres long.xyz)" run.until='1 ms' --json
grep -q '"particles": 2,' ../out || bad "lines of 6000 characters are not read whole"
grep -q 'columns that are not read: long.xyz: colour' ../err || bad "unknown columns are not told: $(cat ../err)"
echo "0 0 0 1 0.005" >>long.xyz
refused "long.xyz: line 5: the first line promises 2 spheres" run two.json "$(spheres long.xyz)"

# ids: those that are given stay and differ, others go on behind them
printf 'x[mm],y[mm],z[mm],radius[mm],id\n50,50,50,4,7\n60,60,80,5,0\n' >some.csv
printf 'x[mm],y[mm],z[mm],radius[mm]\n20,20,50,4\n20,20,80,5\n' >none.csv
printf 'x[mm],y[mm],z[mm],radius[mm],id\n20,20,50,4,3\n20,20,80,5,7\n' >same.csv
good run two.json "$(spheres none.csv some.csv)" run.until='1 ms' record.frames='1 ms' record.format=xyz --output ids
true_in_python '
lines = open("ids/frames/frame_000000.xyz").read().splitlines()
place = lines[1].split("Properties=")[1].split()[0].split(":")
before = place[:place.index("id")]
at = sum(int(n) for n in before[2::3])
assert [line.split()[at] for line in lines[2:]] == ["8", "9", "7", "0"], lines' "ids of two groups"
refused "the id 7 is that of sphere 1 of some.csv and of sphere 2 of same.csv" run two.json "$(spheres some.csv same.csv)"
refused "leave the column 'id' out" run two.json "$(spheres some.csv some.csv)"

# a frame as the start of another run: the same particles, materials, masses and all
good run two.json record.frames='10 ms' record.format=xyz --output first
good run two.json scene.particles='[{"file": "first/frames/frame_000002.xyz"}]' run.until='1 us' record.frames='1 ms' record.format=xyz --output second
grep -q "starts from a frame (first/frames/frame_000002.xyz), which holds no histories" ../err || bad "the start from a frame is not told: $(cat ../err)"
! grep -q "not read" ../err || bad "a frame of our own is not read whole: $(cat ../err)"
rows() { tail -n +3 "$1" | cut -d' ' -f1-15; } # without forces and torques, which histories decide
rows first/frames/frame_000002.xyz >../one
rows second/frames/frame_000000.xyz >../two
[ "$(wc -l <../one)" = 22 ] && cmp -s ../one ../two || bad "a frame that is read again is another: $(diff ../one ../two | head -4)"
cut -d' ' -f14,15 ../one >../three
grep -q '^0.003 F$' ../three && grep -q ' T$' ../three || bad "frames do not tell the masses and who is fixed"
# materials go by their names, whatever their order; what is given holds
true_in_python '
import json
data = json.load(open("two.json"))
data["materials"] = dict(reversed(list(data["materials"].items())))
data["scene"]["particles"] = [{"file": "first/frames/frame_000002.xyz"}]
json.dump(data, open("turned.json", "w"))' "another order of materials"
good run turned.json run.until='1 us' record.frames='1 ms' record.format=xyz --output turned
rows turned/frames/frame_000000.xyz | awk '{ $13 = 1 - $13; print }' >../two
cmp -s ../one ../two || bad "materials in another order are others"
good run two.json scene.particles='[{"file": "first/frames/frame_000002.xyz", "velocity": [0, 0, 0], "material": "glass"}]' run.until='1 us' record.frames='1 ms' record.format=xyz --output given
[ "$(tail -n +3 given/frames/frame_000000.xyz | cut -d' ' -f6-8,13 | sort -u)" = "0 0 0 0" ] || bad "what is given does not hold"
sed 's/ material_1=.*//' first/frames/frame_000002.xyz >nameless.xyz
refused "line 23: the second line does not say what material 1 is" run two.json scene.particles='[{"file": "nameless.xyz"}]'
# every format, with the same bodies; materials of a dump are numbers
for format in vtp dump; do
  name=frame
  [ $format = dump ] || name=bodies
  good run two.json record.frames='10 ms' record.format=$format --output first_$format
  good run two.json scene.particles="[{\"file\": \"first_$format/frames/${name}_000002.$format\"}]" run.until='1 us' record.frames='1 ms' record.format=xyz --output second_$format
  grep -q "starts from a frame" ../err || bad "the start from a $format is not told: $(cat ../err)"
  rows second_$format/frames/frame_000000.xyz >../two
  cmp -s ../one ../two || bad "a $format that is read again is another: $(diff ../one ../two | head -4)"
done
grep -q "frame_000002.dump numbers its materials" ../err || bad "numbers of materials are not told: $(cat ../err)"
refused "that of its bodies is needed" run two.json scene.particles='[{"file": "first_vtp/frames/contacts_000002.vtp", "material": "glass"}]'
refused "lists frames; name one of them" run two.json scene.particles='[{"file": "first_vtp/frames/bodies.pvd", "material": "glass"}]'
head -c 3000 first_vtp/frames/bodies_000002.vtp >cut.vtp
refused "cut.vtp: the array 'position' is damaged" run two.json scene.particles='[{"file": "cut.vtp", "material": "glass"}]'
refused "does not tell the materials" run two.json scene.particles='[{"file": "none.csv"}]'
refused "'material' is missing" run two.json scene.particles='[{"position": [0, 0, 1], "radius": "5 mm"}]'

# random groups keep clear of what the groups before them have placed, across periodic borders, too
grains='{material: glass, arrange: random, low: [0, 0, 0], high: [0.1, 0.1, 0.15]'
mixed="scene.particles=[{position: [0, 0.05, 0.05], radius: 24 mm, material: glass}, $grains, count: 3, radius: 15 mm}, $grains, count: 1000, radius: 1.5 mm}, $grains, count: 100, radius: 1.5 mm}]"
across='scene.domain={low: [0, 0, 0], high: [0.1, 0.1, 0.2], periodic: xy}'
good run two.json scene.walls='{}' "$mixed" "$across" run.until='1 us' record.frames='1 ms' record.format=xyz --output mixed
true_in_python '
lines = open("mixed/frames/frame_000000.xyz").read().splitlines()
place = lines[1].split("Properties=")[1].split()[0].split(":")
column = {n: sum(int(c) for c in place[2:3 * k:3]) for k, n in enumerate(place[0::3])}
rows = [[float(line.split()[column[n] + k]) for n, k in (("pos", 0), ("pos", 1), ("pos", 2), ("radius", 0))] for line in lines[2:]]
assert len(rows) == 1104, len(rows)
near = lambda d: min(abs(d), 0.1 - abs(d))
for i, a in enumerate(rows):
    for b in rows[:i]:
        square = near(a[0] - b[0])**2 + near(a[1] - b[1])**2 + (a[2] - b[2])**2
        assert square >= (a[3] + b[3])**2 * (1 - 1e-9), (a, b)' "groups of a mixture overlap"
refused "of 3 spheres fit at random beside those that were placed before" check two.json scene.walls='{}' "scene.particles=[$grains, count: 1000, radius: 3 mm}, $grains, count: 3, radius: 30 mm}]"

# a deep overlap at the start is told, with its pair and what is stored in it; that of a settled bed is not
pair() { # POSITION-OF-THE-SECOND: two spheres of glass, r = 20 and 10 mm
  printf 'scene.particles=[{position: [0, 0, 1], radius: 20 mm, material: glass}, {position: [%s, 0, 1], radius: 10 mm, material: glass}]' "$1"
}
for what in check run; do
  good $what two.json "contacts.0={between: [glass, glass], law: hertz}" "$(pair '26.2 mm')" run.until='1 us'
  # Hertz: (8/15) E* sqrt(R*) d^(5/2), E* = 10 MPa / (2 (1 - 1/16)), R* = 20/3 mm, d = 3.8 mm
  grep -q -F "particle 0 and particle 1 overlap by 3.8 mm at the start, 38 % of the smaller radius; contacts hold 206.7 mJ" ../err || bad "'carom $what' tells of an overlap: $(cat ../err)"
done
good check two.json "$(pair '29.6 mm')"
! grep -q overlap ../err || bad "an overlap of 4 % is told: $(cat ../err)"
good check two.json scene.particles='[{position: [-0.985, 0, 1], radius: 20 mm, material: glass}]'
grep -q "particle 0 and wall 'a name of a wall .* overlap by 5 mm at the start, 25 % of" ../err || bad "an overlap with a wall is not told: $(cat ../err)"

# sweeps: every combination has frames of its own; without a folder that is told
sweep='sweep={"contacts.0.restitution": [0.3, 0.6], "run.until": ["1 ms", "2 ms"]}'
good run two.json "$sweep" record.frames='1 ms' record.format=xyz --output sweep
[ "$(cd sweep && echo frames_*/frame_*)" = "frames_000000/frame_000000.xyz frames_000000/frame_000001.xyz frames_000001/frame_000000.xyz frames_000001/frame_000001.xyz frames_000001/frame_000002.xyz frames_000002/frame_000000.xyz frames_000002/frame_000001.xyz frames_000003/frame_000000.xyz frames_000003/frame_000001.xyz frames_000003/frame_000002.xyz" ] ||
  bad "frames of a sweep: $(cd sweep && echo frames*/*)"
true_in_python '
import json
runs = json.load(open("sweep/run.json"))["result"]["runs"]
assert [(r["frames"]["folder"], r["frames"]["count"]) for r in runs] == [
    ("frames_%06d" % i, 2 + i % 2) for i in range(4)]
assert [r["set"]["run.until"] for r in runs] == ["1 ms", "2 ms"] * 2' "frames in run.json"
good run two.json contacts.0.restitution=0.6 run.until='2 ms' record.frames='1 ms' record.format=xyz --output alone
cmp -s alone/frames/frame_000002.xyz sweep/frames_000003/frame_000002.xyz || bad "a frame of a sweep is another"
# frames that are there stay unless --force says otherwise, and then none is left of a longer run
rm alone/run.json alone/series.csv alone/report.html
for figure in alone/*.svg; do rm -f "$figure"; done
refused "there are frames in 'alone/frames', which are kept" run two.json record.frames='1 ms' record.format=xyz --output alone --json
good run two.json run.until='1 ms' record.frames='1 ms' record.format=xyz --output alone --force
[ "$(cd alone/frames && echo *)" = "contacts_000000.xyz contacts_000001.xyz frame_000000.xyz frame_000001.xyz walls_000000.vtp" ] || bad "frames of an earlier run are left: $(echo alone/frames/*)"
good run two.json "$sweep" record.frames='1 ms'
grep -q "name it with --output" ../err || bad "a sweep without a folder ignores record.frames"
good run two.json run.until='1 ms' record.frames='1 ms' --json
grep -q "name it with --output" ../err || bad "a run without a folder ignores record.frames"
refused "this goes with frames" run two.json record.format=xyz

# a scene that cannot be built leaves no folder, and in one that was there no empty one
refused "fit at random" run two.json scene.particles.0.count=100000 record.frames='1 ms' --output none
[ ! -e none ] || bad "a run that was refused leaves $(find none)"
mkdir none
refused "fit at random" run two.json scene.particles.0.count=100000 record.frames='1 ms' --output none
[ "$(find none)" = none ] || bad "a run that was refused leaves $(find none)"

# a byte order mark before a file that a scene reads is passed over
printf 'x[m],y[m],z[m],radius[m]\n0,0,0.01,0.001\n' >bare.csv
printf '1\nProperties=pos:R:3:radius:R:1 Time=0\n0 0 0.01 0.001\n' >bare.xyz
printf 'ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS ff ff ff\n0 1\n0 1\n0 1\nITEM: ATOMS id type x y z radius\n1 1 0 0 0.01 0.001\n' >bare.dump
printf 'data\n\n1 atoms\n1 atom types\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n\nAtoms # sphere\n\n1 1 0.002 2500 0 0 0.01\n' >bare.data
printf 'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n' >bare.stl
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >bare.obj
for file in bare.*; do
  printf '\357\273\277' | cat - "$file" >"marked.${file#bare.}"
  case $file in
  *.stl | *.obj) named='scene.walls={floor: {shape: mesh, material: glass, file: marked.'${file#bare.}'}}' ;;
  *) named='scene.particles=[{material: glass, file: marked.'${file#bare.}'}]' ;;
  esac
  good check two.json "$named"
done

# threads: as many as were asked for, or none
refused "--threads: '257' is not accepted; give a whole number from 0 to 256" run two.json --threads 257
refused "--threads: '-1' is not accepted" run two.json --threads -1
good run two.json --threads 3 --json

[ $failed = 0 ] || exit 1
echo "scene files: $checks runs as they should be"
