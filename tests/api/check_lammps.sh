#!/bin/sh
# SPDX-License-Identifier: MIT
# Scenes on LAMMPS against the engine of 'carom run', in the same mode: check_lammps.sh COMMAND
set -eu

carom=$1
command -v python3 >/dev/null || { echo "needs python3" && exit 77; }
# shellcheck source=tests/api/lammps.sh
. "$(dirname "$0")/lammps.sh"

# two spheres that drift across the border between ranks while they collide, off centre, with
# friction; others keep their rank
cat >"$work/cross.yaml" <<'FILE'
carom: 1
materials:
  glass: {young: 100 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}
contacts:
  - {between: [glass, glass], law: tsuji, restitution: 0.6, tangential: {model: mindlin, friction: 0.4}}
scene:
  particles:
    - {position: [-16 mm, -5.02 mm, 0.3 mm], radius: 5 mm, material: glass, velocity: [60 m/s, 2 m/s, 0]}
    - {position: [-16.5 mm, 5.02 mm, -0.3 mm], radius: 5 mm, material: glass, velocity: [60.5 m/s, 0, 0.1 m/s]}
    - {position: [100 mm, 0, 30 mm], radius: 5 mm, material: glass}
    - {position: [-104 mm, 0, 30 mm], radius: 5 mm, material: glass}
  domain: {low: [-120 mm, -50 mm, -50 mm], high: [120 mm, 50 mm, 50 mm]}
  expected_speed: 2 m/s
run: {until: 1 ms}
record: {every: 50 us, frames: 1 ms, format: xyz}
FILE
"$carom" run "$work/cross.yaml" scene.velocity=half --output "$work/own" >"$work/out" 2>&1
for ranks in 1 2 4; do
  "$carom" lammps "$work/cross.yaml" --ranks $ranks --grid ${ranks}x1x1 --output "$work/c$ranks" >"$work/out" 2>&1 ||
    complain "cross on $ranks ranks: $(tail -n 3 "$work/out")"
  same "$work/own/frames/frame_000001.xyz" "$work/c$ranks/frames/frame_000001.xyz" 12
  same "$work/own/series.csv" "$work/c$ranks/series.csv" 11
  [ $ranks = 1 ] || grep -q '2 grains changed theirs, with 2 closed contacts' "$work/out" ||
    complain "on $ranks ranks nobody crossed the border in contact: $(grep exchanges "$work/out")"
done
# ranks that share no memory send messages, and LAMMPS that moves the grains itself comes to the same
OMPI_MCA_osc=^sm "$carom" lammps "$work/cross.yaml" --ranks 4 --grid 4x1x1 --output "$work/sent" >"$work/out" 2>&1 ||
  complain "cross by messages: $(tail -n 3 "$work/out")"
cmp -s "$work/sent/series.csv" "$work/c4/series.csv" || complain "messages and shared memory differ"
echo 'thermo 1000' >"$work/slow"
(cd "$work" && "$carom" lammps cross.yaml --ranks 4 --grid 4x1x1 --commands slow --output moved) >"$work/out" 2>&1 ||
  complain "cross, moved by LAMMPS: $(tail -n 3 "$work/out")"
same "$work/own/frames/frame_000001.xyz" "$work/moved/frames/frame_000001.xyz" 12
same "$work/own/series.csv" "$work/moved/series.csv" 11
# the same, stopped while they touch, and continued on other ranks
"$carom" lammps "$work/cross.yaml" run.until='0.15 ms' run.checkpoint='1 ms' --ranks 2 --grid 2x1x1 \
  --output "$work/closed" >"$work/out" 2>&1 || complain "cross, stopped: $(tail -n 3 "$work/out")"
"$carom" lammps "$work/cross.yaml" --ranks 4 --grid 4x1x1 --restart --output "$work/closed" >"$work/out" 2>&1 ||
  complain "cross, continued: $(tail -n 3 "$work/out")"
same "$work/own/series.csv" "$work/closed/series.csv" 11
same "$work/own/frames/frame_000001.xyz" "$work/closed/frames/frame_000001.xyz" 12
grep -q '"state": "done"' "$work/c2/run.json" || complain "run.json does not say that it is done"

# a dent outlives separation, the way to another rank, and a restart on others; the third impact,
# slower than the first of the same spheres, is elastic
cat >"$work/dent.yaml" <<'FILE'
carom: 1
materials:
  steel: {young: 1 GPa, poisson: 0.25, density: 7800 kg/m3, yield: none}
contacts:
  - {between: [steel, steel], law: walton-braun, restitution: 0.7071067811865476, memory: pair}
scene:
  particles:
    - {position: [-16 mm, -10.01 mm, 0], radius: 5 mm, material: steel, velocity: [20 m/s, 2 m/s, 0]}
    - {position: [-16 mm, 0, 0], radius: 5 mm, material: steel, velocity: [20 m/s, 0, 0]}
    - {position: [-16 mm, -20.5 mm, 0], radius: 5 mm, material: steel, velocity: [20 m/s, 2.2 m/s, 0]}
  domain: {low: [-120 mm, -50 mm, -50 mm], high: [120 mm, 50 mm, 50 mm]}
  expected_speed: 2 m/s
run: {until: 3 ms}
record: {every: 20 us, frames: 3 ms, format: xyz}
FILE
"$carom" run "$work/dent.yaml" scene.velocity=half --output "$work/whole" >"$work/out" 2>&1
"$carom" lammps "$work/dent.yaml" run.until='1 ms' run.checkpoint='1 ms' --ranks 2 --grid 2x1x1 \
  --output "$work/part" >"$work/out" 2>&1 || complain "dent: $(tail -n 3 "$work/out")"
grep -q '3 grains changed theirs, with 0 closed contacts' "$work/out" ||
  complain "the dent did not change its rank: $(grep exchanges "$work/out")"
for ranks in 0 1 4; do
  cp -r "$work/part" "$work/part$ranks"
  if [ $ranks = 0 ]; then
    "$carom" run "$work/dent.yaml" scene.velocity=half --restart --output "$work/part0" >"$work/out" 2>&1
  else
    "$carom" lammps "$work/dent.yaml" --ranks $ranks --restart --output "$work/part$ranks" >"$work/out" 2>&1
  fi || complain "restart on $ranks ranks: $(tail -n 3 "$work/out")"
  same "$work/whole/series.csv" "$work/part$ranks/series.csv" 11
  same "$work/whole/frames/frame_000001.xyz" "$work/part$ranks/frames/frame_000001.xyz" 12
done
python3 - "$work/part4/series.csv" <<'PY' || complain "the third impact leaves a dent"
import csv, sys
rows = [[float(x) for x in row] for row in list(csv.reader(open(sys.argv[1])))[1:]]
late = [r for r in rows if r[0] > 1.5e-3]
touched = any(r[1] > 0 and r[4] > 1e-5 for r in late)
sys.exit(not (touched and max(r[10] for r in late) - min(r[10] for r in late) < 1e-12))
PY

# on from a checkpoint of 'carom run', in which all are beyond a periodic border: they keep the period that they have gone;
# in so many steps that 1 ms passes on the clock
set -- scene.domain.low='[-24 mm, -50 mm, -50 mm]' scene.domain.high='[24 mm, 50 mm, 50 mm]' scene.domain.periodic=x run.step='50 ns'
"$carom" run "$work/dent.yaml" "$@" scene.velocity=half --output "$work/round" >"$work/out" 2>&1
"$carom" run "$work/dent.yaml" "$@" scene.velocity=half run.until='2.2 ms' run.checkpoint='1 ms' --output "$work/round2" >"$work/out" 2>&1
"$carom" lammps "$work/dent.yaml" "$@" --ranks 2 --restart --output "$work/round2" >"$work/out" 2>&1 ||
  complain "round: $(tail -n 3 "$work/out")"
same "$work/round/frames/frame_000001.xyz" "$work/round2/frames/frame_000001.xyz" 12

# a checkpoint behind a change of the scene, before anything else is looked at, is of its own instant
staged='scene.stages=[{time: 0.1 ms}, {gravity: [0, 0, -9.81 m/s2]}]'
"$carom" run "$work/dent.yaml" "$staged" scene.velocity=half record.every='0.5 ms' --output "$work/staged" >"$work/out" 2>&1
"$carom" lammps "$work/dent.yaml" "$staged" record.every='0.5 ms' run.checkpoint='1 ms' run.until='0.45 ms' --ranks 2 \
  --grid 2x1x1 --output "$work/staged2" >"$work/out" 2>&1 || complain "staged: $(tail -n 3 "$work/out")"
"$carom" lammps "$work/dent.yaml" "$staged" record.every='0.5 ms' --ranks 1 --restart --output "$work/staged2" >"$work/out" 2>&1 ||
  complain "staged, continued: $(tail -n 3 "$work/out")"
same "$work/staged/series.csv" "$work/staged2/series.csv" 11

# grains that come and go, a stage with other gravity and friction, walls that forces move; also stopped and continued
# on other ranks
cat >"$work/flow.yaml" <<'FILE'
carom: 1
materials:
  glass: {young: 50 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}
contacts:
  - {between: [glass, glass], law: tsuji, restitution: 0.6, tangential: {model: mindlin, friction: 0.4}}
scene:
  particles:
    - {arrange: cubic, radius: 5 mm, gap: 1 mm, material: glass, low: [-20 mm, -20 mm, 0], high: [20 mm, 20 mm, 12 mm],
       velocity: [0.1 m/s, 0.05 m/s, -0.5 m/s]}
  walls:
    floor: {shape: plane, point: [0, 0, 0], direction: [0, 0, 1], material: glass}
    box: {shape: box, low: [-20 mm, -20 mm, -1 m], high: [20 mm, 20 mm, 1 m], material: glass}
    side: {shape: plane, point: [-19 mm, 0, 0], direction: [1, 0, 0], material: glass,
           servo: {direction: [1, 0, 0], force: 0.5 N, speed: 0.1 m/s, high: 0.9 mm}}
    ball: {shape: sphere, point: [2 mm, 1 mm, 21 mm], radius: 8 mm, material: glass, body: {mass: 6 g, moves: z}}
  sources:
    in: {shape: disc, point: [0, 0, 60 mm], direction: [0, 0, 1], radius: 14 mm, count: 12, every: 2 ms,
         particles: [{material: glass, radius: 4 mm}], velocity: [0, 0, -2 m/s]}
  sinks:
    out: {shape: below, point: [0, 0, 3 mm], every: 2 ms}
  domain: {low: [-50 mm, -50 mm, -0.2 m], high: [50 mm, 50 mm, 0.2 m]}
  gravity: [0, 0, -9.81 m/s2]
  expected_speed: 2 m/s
  stages:
    - {name: fill, time: 6 ms}
    - {name: flow, walls: {floor: {present: false}}, gravity: [1 m/s2, 0, -9.81 m/s2],
       friction: [{between: [glass, glass], value: 0.2}]}
run: {until: 26 ms}
record: {every: 1 ms}
FILE
"$carom" run "$work/flow.yaml" scene.velocity=half --output "$work/flow" >"$work/out" 2>&1
"$carom" lammps "$work/flow.yaml" run.until='12 ms' run.checkpoint='1 ms' --ranks 2 --output "$work/flow2" >"$work/out" 2>&1 ||
  complain "flow: $(tail -n 3 "$work/out")"
"$carom" lammps "$work/flow.yaml" run.checkpoint='1 ms' --ranks 1 --restart --output "$work/flow2" >"$work/out" 2>&1 ||
  complain "flow, continued: $(tail -n 3 "$work/out")"
same "$work/flow/series.csv" "$work/flow2/series.csv" 6
python3 - "$work/flow/series.csv" <<'PY' || complain "nothing flows"
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
last = {name: float(value) for name, value in rows[-1].items()}
sys.exit(not (last["entered_in[1]"] == 12 and last["left_out[1]"] > 0 and last["stage[1]"] == 2 and
              last["velocity_ball_z[m/s]"] < -0.1 and any(float(r["force_ball_z[N]"]) != 0 for r in rows)))
PY

# where LAMMPS moves the grains, also when those that come do so at a step at which its run has been ended for an exchange
set -- scene.sources.in.every='0.59 ms' scene.sources.in.count=60 scene.sinks.out.every='0.7 ms'
"$carom" run "$work/flow.yaml" "$@" scene.velocity=half --output "$work/often" >"$work/out" 2>&1
(cd "$work" && "$carom" lammps flow.yaml "$@" --ranks 2 --commands slow --output often2) >"$work/out" 2>&1 ||
  complain "flow, moved by LAMMPS: $(tail -n 3 "$work/out")"
same "$work/often/series.csv" "$work/often2/series.csv" 6

# how far ghosts are known follows the speed of the grains: two that creep lie 11.5 mm from the border, where
# they are ghosts with the skin of the start (12.5 mm) and not with the narrowest (10.25 mm); then they come to
# the border, touch and part
cat >"$work/creep.yaml" <<'FILE'
carom: 1
materials:
  glass: {young: 100 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}
contacts:
  - {between: [glass, glass], law: tsuji, restitution: 0.6, tangential: {model: mindlin, friction: 0.4}}
scene:
  particles:
    - {position: [-11.5 mm, 0, 0], radius: 5 mm, material: glass, velocity: [0.1 m/s, 0, 0]}
    - {position: [11.5 mm, 2 mm, 0], radius: 5 mm, material: glass, velocity: [-0.1 m/s, 0, 0]}
  domain: {low: [-60 mm, -50 mm, -50 mm], high: [60 mm, 50 mm, 50 mm]}
  expected_speed: 0.2 m/s
run: {until: 120 ms}
record: {every: 4 ms, frames: 120 ms, format: xyz}
FILE
"$carom" run "$work/creep.yaml" scene.velocity=half --output "$work/creep" >"$work/out" 2>&1
python3 - "$work/creep/series.csv" <<'PY' || complain "those that creep do not touch and part"
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
sys.exit(not (rows[-1]["contacts[1]"] == "0" and float(rows[-1]["rotational[J]"]) > 0))
PY
"$carom" lammps "$work/creep.yaml" run.until='2 ms' --ranks 2 --grid 2x1x1 --output "$work/creep1" >"$work/out" 2>&1 ||
  complain "creep: $(tail -n 3 "$work/out")"
grep -q 'at most 1 grains and 0 ghosts' "$work/out" || complain "creep: ghosts are known too far: $(tail -n 1 "$work/out")"
"$carom" lammps "$work/creep.yaml" --ranks 2 --grid 2x1x1 --output "$work/creep2" >"$work/out" 2>&1 ||
  complain "creep: $(tail -n 3 "$work/out")"
same "$work/creep/series.csv" "$work/creep2/series.csv" 11
same "$work/creep/frames/frame_000001.xyz" "$work/creep2/frames/frame_000001.xyz" 12

# grains that overlap at the start drive each other apart: how long ghosts are known follows how fast they become
python3 - >"$work/burst.yaml" <<'PY'
print("""carom: 1
materials:
  glass: {young: 10 GPa, poisson: 0.25, density: 2500 kg/m3, yield: none}
contacts:
  - {between: [glass, glass], law: tsuji, restitution: 0.6}
scene:
  expected_speed: 2 m/s
  domain: {low: [-300 mm, -300 mm, -300 mm], high: [300 mm, 300 mm, 300 mm]}
  particles:""")
for i in range(60):
    x, y, z = 11 * (i % 4), 11 * (i // 4 % 4), 11 * (i // 16)
    print(f"    - {{position: [{x} mm, {y} mm, {z} mm], radius: 6 mm, material: glass}}")
print("""run: {until: 1 ms, step: 2 us}
record: {every: 0.2 ms, frames: 1 ms, format: xyz}""")
PY
"$carom" run "$work/burst.yaml" scene.velocity=half --output "$work/burst" >"$work/out" 2>&1
"$carom" lammps "$work/burst.yaml" --ranks 3 --output "$work/burst3" >"$work/out" 2>&1 ||
  complain "burst: $(tail -n 3 "$work/out")"
same "$work/burst/frames/frame_000001.xyz" "$work/burst3/frames/frame_000001.xyz" 10

# who leaves the domain is told by its own number, not by that of its rank
"$carom" lammps "$work/burst.yaml" scene.domain.high='[39.3 mm, 300 mm, 300 mm]' --ranks 3 >"$work/out" 2>/dev/null &&
  complain "somebody left the domain, and the exit code is 0"
who=$(sed -n 's/^Stopped: particle \([0-9]* (id [0-9]*)\) has left the domain.*/\1/p' "$work/out")
number=${who%% *}
[ -n "$who" ] && [ "$who" = "$number (id $((number + 1)))" ] || complain "who has left: $who: $(tail -n 2 "$work/out")"

# a wall that begins to move at once strikes a grain that has been at rest, and this one a grain of the other rank
cat >"$work/strike.yaml" <<'FILE'
carom: 1
materials:
  glass: {young: 100 GPa, poisson: 0.25, density: 2500 kg/m3, yield: none}
contacts:
  - {between: [glass, glass], law: tsuji, restitution: 0.6}
scene:
  particles:
    - {position: [0, 0, 0], radius: 2 mm, material: glass}
    - {position: [0, 0, 5.2 mm], radius: 2 mm, material: glass}
    - {position: [0, 0, 9.6 mm], radius: 2 mm, material: glass}
  walls:
    piston: {shape: plane, point: [0, 0, -2.01 mm], direction: [0, 0, 1], material: glass,
             drives: [{velocity: [0, 0, 8 m/s], start: 0.3 ms}]}
  domain: {low: [-50 mm, -50 mm, -50 mm], high: [50 mm, 50 mm, 55 mm]}
  expected_speed: 1 m/s
run: {until: 0.7 ms, step: 1.5 us}
record: {every: 0.1 ms, frames: 0.7 ms, format: xyz}
FILE
"$carom" run "$work/strike.yaml" scene.velocity=half --output "$work/strike" >"$work/out" 2>&1
"$carom" lammps "$work/strike.yaml" --ranks 2 --grid 1x1x2 --output "$work/strike2" >"$work/out" 2>&1 ||
  complain "strike: $(tail -n 3 "$work/out")"
same "$work/strike/series.csv" "$work/strike2/series.csv" 11
same "$work/strike/frames/frame_000001.xyz" "$work/strike2/frames/frame_000001.xyz" 12
# who moves farther than ghosts are known stops the run, also in its last step
code=0
"$carom" lammps "$work/cross.yaml" run.until='1 ns' record.every='1 ns' --skin '1 um' --ranks 2 --grid 2x1x1 \
  >"$work/out" 2>/dev/null || code=$?
[ $code = 1 ] && grep -q 'a particle has moved by' "$work/out" || complain "one step too long: exit code $code"

# what cannot be carried over is refused with its key
refused() { # KEY FILE ASSIGNMENT...
  key=$1
  shift
  code=0
  "$carom" lammps "$@" --ranks 2 >"$work/out" 2>&1 || code=$?
  [ $code = 2 ] && grep -q -e "$key" "$work/out" || complain "$key: exit code $code: $(head -n 2 "$work/out")"
}
refused scene.bonds "$work/cross.yaml" \
  'scene.bonds={bar: {model: timoshenko, young: 10 MPa, poisson: 0.25, radius: 3 mm, gap: 2 mm}}'
grep -q 'cannot be carried over' "$work/out" || complain "bonds: $(cat "$work/out")"
refused restitution "$work/cross.yaml" contacts.0.restitution=2
refused 'sweep: LAMMPS takes one scene' "$work/cross.yaml" 'sweep.contacts.0.restitution=[0.5, 0.6]'
refused 'impact: LAMMPS takes scenes only' "$(dirname "$0")/../../scenarios/two_spheres_8.yaml"
refused scene.shapes "$work/cross.yaml" 'scene.shapes={pair: {spheres: [{radius: 1 mm}, {position: [1 mm, 0, 0], radius: 1 mm}]}}' \
  'scene.particles=[{clump: pair, position: [0, 0, 0], material: glass}]'
for skin in abc 0 '1 kg'; do
  refused "--skin: '$skin'" "$work/cross.yaml" --skin "$skin"
done
for grid in 2x1 2x2x1 0x0x0 2x1x1x1; do
  refused "--grid: '$grid'" "$work/cross.yaml" --grid "$grid"
done

refused '--skin: 0.1 m are too much with periodic borders; give at most 0.0025 m' "$work/cross.yaml" \
  scene.domain.periodic=x --skin '10 cm'

# fewer grains than ranks: parts without any
timeout 60 "$carom" lammps "$work/creep.yaml" run.until='2 ms' --ranks 7 --output "$work/few" >"$work/out" 2>&1 ||
  complain "2 grains on 7 ranks: $(tail -n 3 "$work/out")"
same "$work/creep/series.csv" "$work/few/series.csv" 11 1

# rows that are full are told, with what to do
code=0
"$carom" lammps "$work/cross.yaml" --ranks 2 --grid 2x1x1 --slots 1 \
  'scene.particles.2.position=[-16 mm, -14.9 mm, 0.3 mm]' \
  'scene.particles.3.position=[-25.9 mm, -5.02 mm, 0.3 mm]' \
  >"$work/out" 2>&1 || code=$?
[ $code = 2 ] && grep -q 'remembers more than 1 contacts; use --slots 2' "$work/out" ||
  complain "--slots: exit code $code: $(tail -n 2 "$work/out")"

# LAMMPS's own output: energy of contacts as carom has it, dumps, restart files
cat >"$work/commands" <<'FILE'
thermo 20
thermo_style custom step atoms f_carom pe press
dump grains all custom 100 grains.*.dump id x y z
restart 100 state.a state.b
FILE
(cd "$work" && "$carom" lammps cross.yaml --ranks 2 --grid 2x1x1 --commands commands --output told >out 2>&1) ||
  complain "--commands: $(tail -n 2 "$work/out")"
[ -s "$work/grains.100.dump" ] && [ -s "$work/state.a" ] || complain "no dump or restart file of LAMMPS"
python3 - "$work" <<'PY' || complain "f_carom is not what contacts hold"
import csv, sys
told = {int(w[0]): float(w[2]) for w in (line.split() for line in open(f"{sys.argv[1]}/log.lammps"))
        if len(w) == 5 and w[0].isdigit() and w[1] == "4"}
rows = list(csv.reader(open(f"{sys.argv[1]}/told/series.csv")))[1:]
held = [float(r[4]) + float(r[5]) for r in rows] # a row every 10 steps
sys.exit(not all(abs(told[20 * k] - held[2 * k]) < 1e-6 * held[2 * k] for k in (1, 2, 3)))
PY

refused "--commands: '.*nowhere' cannot be read" "$work/cross.yaml" --commands "$work/nowhere"
printf 'thermo 20\nfix what all ever\n' >"$work/wrong"
code=0
(cd "$work" && "$carom" lammps cross.yaml --ranks 2 --commands wrong --output wronged >out 2>&1) || code=$?
[ $code != 0 ] && grep -q "LAMMPS has stopped: ERROR.*fix style 'ever'" "$work/out" && [ -s "$work/log.lammps" ] ||
  complain "a wrong command: exit code $code: $(tail -n 2 "$work/out")"

# more grains on a rank than go to rank 0 at once; and a rank that lacks memory does not leave the
# others waiting for it, on the way out (for a piece of the grains) and home (1500 grains of 13 numbers)
python3 - >"$work/many.yaml" <<'PY'
print("""carom: 1
materials:
  glass: {young: 100 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}
contacts:
  - {between: [glass, glass], law: tsuji, restitution: 0.6}
scene:
  expected_speed: 2 m/s
  domain: {low: [-126 mm, -121 mm, -121 mm], high: [126 mm, 121 mm, 121 mm]}
  particles:""")
for i in range(3000):
    x, y, z = 12 * (i % 20 - 9.5), 12 * (i // 20 % 15 - 7), 12 * (i // 300 - 4.5)
    print(f"    - {{position: [{x} mm, {y} mm, {z} mm], radius: 5 mm, material: glass, velocity: [0, 0, {i % 7} m/s]}}")
print("""run: {until: 20 us}
record: {every: 20 us, frames: 20 us, format: xyz}""")
PY
"$carom" run "$work/many.yaml" scene.velocity=half --output "$work/many1" >"$work/out" 2>&1
"$carom" lammps "$work/many.yaml" --ranks 2 --grid 2x1x1 --output "$work/many2" >"$work/out" 2>&1 ||
  complain "many: $(tail -n 3 "$work/out")"
same "$work/many1/frames/frame_000001.xyz" "$work/many2/frames/frame_000001.xyz" 12
# and longer than LAMMPS carries along: it would write behind its buffers
refused '--slots: 4000 contacts of this scene are more than LAMMPS can carry along; give at most' "$work/cross.yaml" \
  --slots 4000
most=$(sed -n 's/.*give at most \([0-9]*\).*/\1/p' "$work/out")
"$carom" lammps "$work/many.yaml" 'contacts.0.tangential={model: mindlin, friction: 0.4}' --ranks 2 --slots "$most" \
  --output "$work/carried" >"$work/out" 2>&1 || complain "--slots $most: $(tail -n 2 "$work/out")"

cat >"$work/lack.c" <<'FILE'
#include <stdlib.h>
#include <string.h>
extern char **environ;
extern void *__libc_malloc(size_t);
void *malloc(size_t size) /* refuses LACK bytes on rank 1 */
{
  static long lack = -1;
  const char *rank = NULL, *much = NULL;
  for (char **e = environ; lack < 0 && e && *e; e++) {
    if (!strncmp(*e, "OMPI_COMM_WORLD_RANK=", 21)) rank = *e + 21;
    if (!strncmp(*e, "LACK=", 5)) much = *e + 5;
  }
  if (lack < 0 && environ) lack = rank && much && !strcmp(rank, "1") ? atol(much) : 0;
  return lack > 0 && size == (size_t)lack ? NULL : __libc_malloc(size);
}
FILE
if ! grep -q __asan "$(dirname "$carom")/carom-lammps" && # its malloc is not to be replaced
  ${CC:-cc} -shared -fPIC -Wl,-z,defs -o "$work/lack.so" "$work/lack.c" 2>/dev/null; then
  for lack in 11200000 156008; do
    code=0
    LACK=$lack LD_PRELOAD=$work/lack.so timeout 60 "$carom" lammps "$work/many.yaml" --ranks 2 --grid 2x1x1 \
      --output "$work/lack$lack" >"$work/out" 2>&1 || code=$?
    [ $code = 1 ] || [ $code = 2 ] && grep -q 'no memory' "$work/out" ||
      complain "rank 1 lacks $lack bytes: exit code $code: $(tail -n 3 "$work/out")"
  done
fi

# without the program, or without MPI
mkdir "$work/alone"
cp "$carom" "$work/alone/carom"
code=0
PATH=/nowhere "$work/alone/carom" lammps "$work/cross.yaml" 2>"$work/out" || code=$?
[ $code = 2 ] && grep -q 'liblammps-dev' "$work/out" || complain "no program: exit code $code: $(cat "$work/out")"
# ranks are not bound to the first cores where others are free, and what a script reads stays there
mkdir "$work/bin"
printf '#!/bin/sh\necho "binding ${OMPI_MCA_hwloc_base_binding_policy:-given}"\ncat\n' >"$work/bin/mpirun"
chmod +x "$work/bin/mpirun"
cores=$(nproc)
for ranks in $((cores - 1)) $cores; do
  [ $ranks = $cores ] && wanted=given || wanted=none
  [ $ranks = 0 ] || [ "$(echo more | PATH="$work/bin:$PATH" "$carom" lammps "$work/cross.yaml" --ranks $ranks)" = "binding $wanted" ] ||
    complain "$ranks ranks on $cores cores are not bound as wanted"
done

[ $failed = 0 ]
echo "lammps: impacts and dents across ranks and restarts as carom computes them"
