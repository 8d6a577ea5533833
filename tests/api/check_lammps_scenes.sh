#!/bin/sh
# SPDX-License-Identifier: MIT
# Beds, a periodic gas, shipped scenes and the impacts of Chung and Ooi on LAMMPS, and ranks that are killed; takes a
# minute: check_lammps_scenes.sh COMMAND
set -eu

carom=$1
command -v python3 >/dev/null || { echo "needs python3" && exit 77; }
# shellcheck source=tests/api/lammps.sh
. "$(dirname "$0")/lammps.sh"

# 5000 grains with friction and resistance to rolling, between walls that move
cat >"$work/bed.yaml" <<'FILE'
carom: 1
materials:
  glass: {young: 20 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}
contacts:
  - {between: [glass, glass], law: tsuji, restitution: 0.5, tangential: {model: mindlin, friction: 0.5},
     rolling: {model: elastic-plastic, friction: 0.1}}
scene:
  particles:
    - {arrange: dense, fraction: 0.58, radius: 2.7 mm, radius_max: 3.3 mm, material: glass, low: [0, 0, 0],
       high: [0.1 m, 0.1 m, 0.098 m], seed: 3, velocity: [0.3 m/s, 0.1 m/s, 0.5 m/s]}
  walls:
    box: {shape: box, low: [0, 0, 0], high: [0.1 m, 0.1 m, 0.19 m], material: glass, velocity: [0, 0, 0.2 m/s]}
    ball: {shape: sphere, point: [50 mm, 50 mm, 112 mm], radius: 15 mm, material: glass, spin: [0, 0, 5 rad/s]}
  domain: {low: [0, 0, -10 mm], high: [0.1 m, 0.1 m, 0.2 m]}
  gravity: [0, 0, -9.81 m/s2]
  expected_speed: 0.5 m/s
run: {until: 1 ms}
record: {every: 0.1 ms}
FILE
"$carom" run "$work/bed.yaml" scene.velocity=half --output "$work/bed" >"$work/out" 2>&1
for ranks in 1 2 4; do
  "$carom" lammps "$work/bed.yaml" --ranks $ranks --output "$work/bed$ranks" >"$work/out" 2>&1 ||
    complain "bed on $ranks ranks: $(tail -n 3 "$work/out")"
  same "$work/bed/series.csv" "$work/bed$ranks/series.csv" 8
done
grep -q 'grains changed theirs, with [1-9]' "$work/out" || complain "nobody in the bed changed its rank in contact"
# LAMMPS exchanges grains before it writes a restart file
printf 'restart 30 state.a\nrestart 70 state.b state.c # in turn\n' >"$work/restarts"
(cd "$work" && "$carom" lammps bed.yaml --ranks 3 --commands restarts --output bed3 >out 2>&1) ||
  complain "bed with restart files: $(tail -n 3 "$work/out")"
same "$work/bed/series.csv" "$work/bed3/series.csv" 8
[ -s "$work/state.a.30" ] && [ -s "$work/state.c" ] || complain "no restart files: $(ls "$work")"
printf 'variable n equal 30\nrestart ${n} state\n' >"$work/restarts"
code=0
(cd "$work" && "$carom" lammps bed.yaml --ranks 3 --commands restarts --output bed3 --force >out 2>&1) || code=$?
[ $code != 0 ] && grep -q 'LAMMPS has exchanged grains by itself at step 30' "$work/out" ||
  complain "restart files at steps that nobody has told: exit code $code: $(tail -n 3 "$work/out")"

# two streams in a box that is periodic in all directions
cat >"$work/gas.yaml" <<'FILE'
carom: 1
materials:
  glass: {young: 100 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}
contacts:
  - {between: [glass, glass], law: tsuji, restitution: 0.8, tangential: {model: mindlin, friction: 0.4}}
scene:
  particles:
    - {arrange: random, count: 100, radius: 4 mm, radius_max: 6 mm, material: glass, low: [0, 0, 0],
       high: [0.07 m, 0.07 m, 0.07 m], seed: 1, velocity: [2 m/s, 1 m/s, 0.5 m/s]}
    - {arrange: random, count: 100, radius: 4 mm, radius_max: 6 mm, material: glass, low: [0, 0, 0],
       high: [0.07 m, 0.07 m, 0.07 m], seed: 2, velocity: [-2 m/s, -1 m/s, -0.7 m/s]}
  domain: {low: [0, 0, 0], high: [0.07 m, 0.07 m, 0.07 m], periodic: xyz}
  expected_speed: 2 m/s
run: {until: 5 ms}
record: {every: 0.5 ms, frames: 5 ms, format: xyz}
FILE
"$carom" run "$work/gas.yaml" scene.velocity=half --output "$work/gas" >"$work/out" 2>&1
for ranks in 1 4; do
  "$carom" lammps "$work/gas.yaml" --ranks $ranks --output "$work/gas$ranks" >"$work/out" 2>&1 ||
    complain "gas on $ranks ranks: $(tail -n 3 "$work/out")"
  same "$work/gas/series.csv" "$work/gas$ranks/series.csv" 7
  same "$work/gas/frames/frame_000001.xyz" "$work/gas$ranks/frames/frame_000001.xyz" 6
done

# resistance to rolling that remembers nothing, while contacts go from rank to rank
for model in 'constant, friction: 0.1' 'viscous, viscosity: 0.01 s/m'; do
  name=${model%%,*}
  sed "s|friction: 0.4}|&, rolling: {model: $model}|" "$work/gas.yaml" >"$work/$name.yaml"
  "$carom" run "$work/$name.yaml" scene.velocity=half --output "$work/$name" >"$work/out" 2>&1 ||
    complain "$name: $(tail -n 3 "$work/out")"
  "$carom" lammps "$work/$name.yaml" --ranks 4 --output "${work}/${name}4" >"$work/out" 2>&1 ||
    complain "$name on 4 ranks: $(tail -n 3 "$work/out")"
  same "$work/$name/series.csv" "${work}/${name}4/series.csv" 7
  same "$work/$name/frames/frame_000001.xyz" "${work}/${name}4/frames/frame_000001.xyz" 6
done

# Chung and Ooi, Granular Matter 13 (2011) 643: each impact as the engine computes it, and against
# what is known in closed form
python3 - "$work" <<'PY'
import json, math, sys
work = sys.argv[1]
def case(number, known, material, grains, plane, contact, until, expected):
    materials = {"ball": dict(zip(("young", "poisson", "density"), material), **{"yield": "none"}),
                 "stiff": {"young": min(1000 * material[0], 1e14), "poisson": material[1],
                           "density": material[2], "yield": "none"}}
    scene = {"particles": grains, "expected_speed": expected,
             "domain": {"low": [-2, -2, -2], "high": [2, 2, 2]}}
    between = ["ball", "stiff" if plane else "ball"]
    if plane:
        scene["walls"] = {"plane": {"shape": "plane", "point": [0, 0, 0], "direction": [0, 0, 1], "material": "stiff"}}
    file = {"carom": 1, "materials": materials if plane else {"ball": materials["ball"]},
            "contacts": [{"between": between, "law": "tsuji", **contact}], "scene": scene,
            "run": {"until": until}, "record": {"every": until, "frames": until, "format": "xyz"}}
    json.dump(file, open(f"{work}/ooi{number}.json", "w"))
    json.dump(known, open(f"{work}/ooi{number}.known", "w"))
def grain(radius, z, velocity, spin=(0, 0, 0), x=0):
    return {"position": [x, 0, z], "radius": radius, "material": "ball", "velocity": list(velocity), "spin": list(spin)}
glide = lambda mu: {"model": "mindlin", "friction": mu}
# known: [grain, column (velo 0-2, spin 3-5), value, tolerance]; tolerances: the restitution that fixed
# steps deliver, 0.002 of the speed in
case(1, [[0, 2, 10, 0.02], [1, 2, -10, 0.02]], (48e9, 0.2, 2800),
     [grain(0.01, 0.01001, (0, 0, -10)), grain(0.01, -0.01001, (0, 0, 10))], False,
     {"restitution": 1, "tangential": glide(0.35)}, 100e-6, 20)
case(2, [[0, 2, 0.2, 4e-4]], (70e9, 0.3, 2699), [grain(0.1, 0.10001, (0, 0, -0.2))], True,
     {"restitution": 1, "tangential": glide(0.35)}, 2e-3, 0.2)
case(3, [[0, 2, 0.6 * 3.9, 8e-3]], (380e9, 0.23, 4000), [grain(2.5e-3, 2.501e-3, (0, 0, -3.9))], True,
     {"restitution": 0.6, "tangential": glide(0.35)}, 30e-6, 3.9)
# 60 degrees: it slides all along, mu (1 + e) of the normal speed is lost sideways, and turns it
c, s = 3.9 * math.cos(math.pi / 3), 3.9 * math.sin(math.pi / 3)
lost = 0.092 * 1.98 * c
case(4, [[0, 2, 0.98 * c, 8e-3], [0, 0, s - lost, 0.02 * lost], [0, 4, 2.5 * lost / 2.5e-3, 0.03 * 2.5 * lost / 2.5e-3]],
     (380e9, 0.23, 4000), [grain(2.5e-3, 2.501e-3, (s, 0, -c))], True,
     {"restitution": 0.98, "tangential": glide(0.092)}, 30e-6, c)
lost = 0.3 * 2 * 5
case(5, [[0, 2, 5, 0.01], [0, 0, 10 * 1.5 - lost, 0.02 * lost]], (208e9, 0.3, 7850),
     [grain(1e-5, 1.0001e-5, (15, 0, -5))], True, {"restitution": 1, "tangential": glide(0.3)}, 100e-9, 5)
# a spinning sphere slides all along where s is small
lost = 0.4 * 1.5 * 0.2
spin = -3.5 * lost / 0.18 / 0.1
case(6, [[0, 2, 0.1, 6e-4], [0, 0, -lost, 0.05 * lost], [0, 4, spin + 2.5 * lost / 0.1, 0.05 * 2.5 * lost / 0.1]],
     (70e9, 0.33, 2700), [grain(0.1, 0.10001, (0, 0, -0.2), (0, spin, 0))], True,
     {"restitution": 0.5, "tangential": glide(0.4)}, 2e-3, 0.2)
# opposite spins: nothing slides
case(7, [[0, 4, 5, 1e-11], [1, 4, -5, 1e-11], [0, 2, 0.1, 6e-4]], (120e9, 0.35, 8900),
     [grain(0.1, 0.10001, (0, 0, -0.2), (0, 5, 0)), grain(0.1, -0.10001, (0, 0, 0.2), (0, -5, 0))], False,
     {"restitution": 0.5, "tangential": glide(0.4)}, 2e-3, 0.4)
lost = 0.4 * 1.5 * 0.2
big = grain(0.5, -0.5, (0, 0, 0))
big["mass"] = 1000 * 2700 * 4 / 3 * math.pi * 0.125
case(8, [[0, 2, 0.1, 1e-3], [0, 0, -lost, 0.05 * lost]], (70e9, 0.33, 2700),
     [grain(0.1, 0.10001, (0, 0, -0.2), (0, spin, 0)), big], False,
     {"restitution": 0.5, "tangential": glide(0.4)}, 2e-3, 0.2)
PY
for number in 1 2 3 4 5 6 7 8; do
  "$carom" run "$work/ooi$number.json" scene.velocity=half --output "$work/own$number" >"$work/out" 2>&1 ||
    complain "Chung and Ooi $number: $(tail -n 3 "$work/out")"
  "$carom" lammps "$work/ooi$number.json" --ranks 2 --grid 1x1x2 --output "$work/ooi$number" >"$work/out" 2>&1 ||
    complain "Chung and Ooi $number on LAMMPS: $(tail -n 3 "$work/out")"
  same "$work/own$number/frames/frame_000001.xyz" "$work/ooi$number/frames/frame_000001.xyz" 11
  python3 - "$work/ooi$number/frames/frame_000001.xyz" "$work/ooi$number.known" <<'PY' || complain "Chung and Ooi $number"
import json, sys
rows = [line.split() for line in open(sys.argv[1]).read().strip().split("\n")[2:]]
bad = [(k, float(rows[k[0]][5 + k[1]])) for k in json.load(open(sys.argv[2]))
       if abs(float(rows[k[0]][5 + k[1]]) - k[2]) > k[3]]
if bad: sys.exit(f"grain, column, known, tolerance, and what came out: {bad}")
PY
done

# shipped scenes: a cylinder and a mesh that turn, a conveyor, gravity that varies; while rounding has not grown yet
scenarios=$(cd "$(dirname "$0")/../../scenarios" && pwd)
for scene in 'drum 55 ms' 'drum_lifters 30 ms' 'belt 5 ms' 'shaken_packing 5 ms'; do
  name=${scene%% *} until=${scene#* }
  for how in 'run scene.velocity=half' 'lammps --ranks 2'; do
    # shellcheck disable=SC2086 # words
    "$carom" $how "$scenarios/$name.yaml" run.until="$until" record.every="$until" \
      --output "$work/$name-${how%% *}" >"$work/out" 2>&1 || complain "$name, $how: $(tail -n 3 "$work/out")"
  done
  same "$work/$name-run/series.csv" "$work/$name-lammps/series.csv" 8
done

# a rank that is killed ends the run, and leaves the last checkpoint whole
"$carom" lammps "$work/gas.yaml" run.until='10 s' run.checkpoint='0.2 s' record.every='0.1 ms' record.frames='1 s' \
  --ranks 2 --output "$work/killed" >"$work/out" 2>&1 &
started=$!
for _ in $(seq 100); do
  sleep 0.3
  [ ! -s "$work/killed/checkpoint.h5" ] || break
done
[ -s "$work/killed/checkpoint.h5" ] || complain "no checkpoint"
child() { ps -o pid= --ppid "$1" | tail -n 1 | tr -d ' '; } # of this mpirun only
kill -9 "$(child "$(child $started)")"
code=0
wait $started || code=$?
[ $code != 0 ] || complain "a killed rank: exit code 0"
# it is read whole before an end that lies behind it is refused
code=0
"$carom" run "$work/gas.yaml" scene.velocity=half run.until='1 us' run.checkpoint='0.2 s' record.every='0.1 ms' \
  record.frames='1 s' --restart --output "$work/killed" >"$work/out" 2>&1 || code=$?
[ $code = 2 ] || complain "an end before the checkpoint: exit code $code"
grep -q 'the checkpoint is at' "$work/out" || complain "the checkpoint is not whole: $(tail -n 2 "$work/out")"

# who asks it to stop gets the last state and the exit code of 'carom run': mpirun, which would kill the ranks soon, is not told
"$carom" lammps "$work/gas.yaml" run.until='10 s' record.every='0.1 ms' record.frames='1 s' --ranks 2 --output "$work/asked" \
  2>"$work/out" >/dev/null &
started=$!
for _ in $(seq 100); do
  sleep 0.3
  [ ! -s "$work/asked/series.csv" ] || break
done
kill $started
code=0
wait $started || code=$?
[ $code = 143 ] || complain "SIGTERM: exit code $code: $(tail -n 2 "$work/out")"
grep -q 'interrupted at .*--restart goes on' "$work/out" && grep -q '"state": "interrupted"' "$work/asked/run.json" &&
  [ -s "$work/asked/checkpoint.h5" ] || complain "SIGTERM: $(tail -n 2 "$work/out")"

[ $failed = 0 ]
echo "lammps: a bed, a gas and the impacts of Chung and Ooi as carom computes them; killed ranks leave a checkpoint"
