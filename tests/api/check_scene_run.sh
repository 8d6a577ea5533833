#!/bin/sh
# SPDX-License-Identifier: MIT
# What a scene tells of its run, through the command: check_scene_run.sh COMMAND
# Contacts, walls, when it ends and why, what is left when the disk is full.
set -u

# shellcheck source=tests/api/command.sh
. "$(dirname "$0")/command.sh"
need_python

# one heavy sphere at rest on a floor that turns about a point beside it
cat >one.json <<'END'
{"carom": 1,
 "materials": {"glass": {"young": "10 MPa", "poisson": 0.25, "density": "2500 kg/m3"}},
 "contacts": [{"between": ["glass", "glass"], "law": "tsuji", "restitution": 0.2}],
 "scene": {
   "particles": [{"position": [0.3, 0.4, 0.05], "radius": "50 mm", "material": "glass", "mass": "2 kg"}],
   "walls": {"floor": {"shape": "plane", "material": "glass"}},
   "gravity": [0, 0, -10]},
 "run": {"until": "0.5 s"}}
END

# a contact with a wall is that of one particle
ends 0 run one.json --output one
says "1 particle, step "
says "): 1 contact, 1.00 a particle"
true_in_python '
result = json.load(open("one/run.json"))["result"]
assert (result["contacts"], result["wall_contacts"], result["coordination"]) == (1, 1, 1), result' "coordination"
# a row of three on the floor, held together: 2 pairs and 3 contacts with the floor
ends 0 run one.json scene.particles='[{"position": [0, 0, 0.0499], "radius": 0.05, "material": "glass"},
  {"position": [0.0999, 0, 0.0499], "radius": 0.05, "material": "glass"},
  {"position": [0.1998, 0, 0.0499], "radius": 0.05, "material": "glass"}]' run.until='10 us' run.step='10 us'
says "5 contacts, 2.33 a particle"
ends 0 run one.json scene.gravity='[0, 0, 0]' scene.particles.0.position='[0, 0, 1]' run.step='1 ms' run.until='1 ms'
says "After 1 ms (1 step): 0 contacts, 0.00 a particle"
says "energy    none"
# particles of which none touches anything: there is no table of contacts
ends 0 run one.json scene.walls='{}' scene.particles.0.fixed=true scene.gravity='[0, 0, 0]' run.step='1 ms' run.until='1 ms'
[ "$(head -1 ../out)" = "1 particle, step 1 ms, until 1 ms: 1 step" ] || bad "an empty table: $(head -3 ../out)"

# what the sphere does to the floor: its weight, and the torque of it about the wall's centre
torque() { # X Y FOLDER: of 20 N downwards at (0.3, 0.4), in the table, at the end and over time
  says "$1 N m"
  says "$2 N m"
  true_in_python "
wall = json.load(open('$3/run.json'))['result']['walls'][0]
rows = list(csv.DictReader(open('$3/series.csv')))
series = [float(rows[-1]['torque_floor_%s[N m]' % k]) for k in 'xyz']
assert list(rows[0])[-6:] == [q for k in ('force_floor_%s[N]', 'torque_floor_%s[N m]') for q in (k % c for c in 'xyz')]
for got in (wall['torque'], series):
    assert abs(got[0] - $1) < 1e-3 and abs(got[1] - $2) < 1e-3 and abs(got[2]) < 1e-3, got
assert float(rows[0]['torque_floor_x[N m]']) == 0 and abs(wall['force'][2] + 20) < 1e-3, wall" "torque of a wall"
}
ends 0 run one.json --output again
torque -8 6 again
ends 0 run one.json scene.walls.floor.centre='[0.1, 0, 0]' --output other
torque -8 4 other

# a run never ends before what was asked, nor makes a step too many; so do rows and frames
ends 0 run one.json run.until='1 ms' run.step='89 us' record.every='0.5 ms' record.frames='0.25 ms' record.format=xyz --output end
says "until 1 ms: 12 steps"
says "After 1.068 ms (12 steps)"
true_in_python '
rows = list(csv.DictReader(open("end/series.csv")))
assert [round(float(r["time[s]"]) * 1e6) for r in rows] == [0, 534, 1068], rows
steps = [int(open("end/frames/frame_%06d.xyz" % i).read().split("Step=")[1].split()[0]) for i in range(5)]
assert steps == [0, 3, 6, 9, 12], steps' "times of rows and frames"
for numbers in '0.3 0.1 3' '1 0.001 1000' '0.7 0.007 100' '2.1 0.3 7' '0.29 0.01 29'; do
  # shellcheck disable=SC2086 # three words
  set -- $numbers
  ends 0 run one.json scene.gravity='[0, 0, 0]' scene.walls='{}' run.until="$1" run.step="$2" record.every="$2"
  says "($3 steps)"
done

# options that are misspelt
for option in '--treads 2' '--treads=2' '--outputs here' '--treads'; do
  # shellcheck disable=SC2086 # two words
  ends 2 run one.json $option
  grep -q -e "unknown option; did you mean '--" ../err || bad "$option: $(cat ../err)"
done
ends 0 run one.json --title "with dashes" --run.until 0.1

# step: auto is what leaving it out means
ends 0 run one.json --json
grep -v -E '"(seconds|forces|motion|lists|lists_[a-z]+)":' ../out >chosen
ends 0 run one.json run.step=auto --json
grep -v -E '"(seconds|forces|motion|lists|lists_[a-z]+)":' ../out | cmp -s - chosen || bad "step: auto is another step"
ends 0 run one.json run.step='50 us' --json
grep -q '"step": 5e-05' ../out || bad "a step that is given does not hold"

# a run that goes on from a checkpoint: its speed is that of what was computed since
run carom run one.json run.until='60 s' run.step='20 us' run.checkpoint='50 ms' record.every='1 s' --output parts
if ! grep -q "without HDF5" ../err; then
  [ -e parts/checkpoint.h5 ] || bad "'$last' leaves no checkpoint: $(cat ../err)"
  ends 0 run one.json run.until='61 s' run.step='20 us' run.checkpoint='10 min' record.every='1 s' --output parts --restart
  says " since the restart"
  cp ../out printed
  true_in_python '
result = json.load(open("parts/run.json"))["result"]
timing, steps = result["timing"], result["steps"]
assert steps == 3050000 and 50000 <= timing["timed_steps"] < steps - 1000, (steps, timing)
line = [line for line in open("printed") if line.startswith("time ")][0]
speed = float(line.split(",")[1].split()[0])
assert abs(speed / (1e-6 * timing["timed_steps"] / timing["seconds"]) - 1) < 0.01, line' "speed after a restart"
  # beyond its end there is nothing to do, and that is told before anything is replaced
  cp parts/run.json before.json
  ends 2 run one.json run.until='1 ms' run.step='20 us' run.checkpoint='10 min' record.every='1 s' --output parts --restart
  grep -q 'run.until: the checkpoint is at .* s, behind the end at 0.001 s; give a later one' ../err || bad "a restart beyond the end: $(cat ../err)"
  cmp -s parts/run.json before.json || bad "a restart beyond the end replaces files"
fi

# a run that a guard stops tells the cause: in the report, in run.json, and --json
stops() { # TEXT ARGUMENT...
  text=$1
  shift
  rm -rf stopped
  ends 1 run one.json "$@" --output stopped
  says "Stopped: $text"
  grep -q -F -e "$text" ../err || bad "'$last' says '$(cat ../err)'"
  true_in_python "
written = json.load(open('stopped/run.json'))
assert written['interrupted'] is True and written['error'].startswith('$text'), written.get('error')
assert ' s' in written['error'] and 0 < written['result']['time'] < 0.5, written['error']" "the cause in run.json"
  ends 1 run one.json "$@" --json
  true_in_python "assert json.load(open('../out'))['error'].startswith('$text')" "the cause in --json"
}
stops "particle 0 and wall " scene.particles.0.velocity='[0, 0, -20]' run.step='1 us'
stops "particle 0 (id 1) has left the domain" scene.domain='{"low": [-1, -1, -1], "high": [1, 1, 1]}' scene.particles.0.velocity='[30, 0, 0]'
true_in_python 'assert "error" not in json.load(open("one/run.json"))' "a run that went well has no error"

# a disk that is full (files may not grow beyond a size): run.json is written first, and stays
full() { # BLOCKS WHAT FOLDER ARGUMENT...
  blocks=$1
  missing=$2
  folder=$3
  shift 3
  run sh -c 'ulimit -f "$0" && exec carom run one.json --output "$@"' "$blocks" "$folder" "$@"
  [ $code = 1 ] || bad "'$last' ended with $code instead of 1: $(head -c 300 ../err)"
  grep -q "cannot" ../err || bad "'$last' does not tell what cannot be written: $(cat ../err)"
  [ "$missing" = series.csv ] || [ ! -e "$folder/$missing" ] || bad "'$last' was to have no room for $missing"
  true_in_python "
written = json.load(open('$folder/run.json'))
assert written['result']['contacts'] == 1 and '$missing' not in written['files'], written['files']
$check" "run.json on a full disk"
}
check="
rows = list(csv.reader(open('full/series.csv')))
assert len(rows) > 5 and all(len(row) == len(rows[0]) for row in rows)" # what there was room for
full 8 series.csv full record.every='1 ms'
if command -v gnuplot >/dev/null; then
  check="assert 'series.csv' in written['files']"
  full 8 energies.svg half record.every='100 ms'
fi

[ $failed = 0 ] || exit 1
echo "scene runs: $checks runs as they should be"
