#!/bin/sh
# SPDX-License-Identifier: MIT
# Scenario files through the command: check_run.sh COMMAND ROOT
# Every scenario of the tree is right; every bad file is refused with exactly the
# sentences beside it; --set, sweeps, folders, Ctrl-C and huge files behave.
set -u

root=$(cd "$2" && pwd)
# shellcheck source=tests/api/command.sh
. "$(dirname "$0")/command.sh"
need_python
near() { # PATH VALUE: of the last output, to a part in 1e8
  value "abs(o$1 / $2 - 1) < 1e-8"
}

# without libyaml only JSON is read, and the command says so
good new impact && cp ../out impact.yaml
good new chain && cp ../out chain.yaml
good new mechanism && cp ../out mechanism.yaml
run carom check impact.yaml
if grep -q "without libyaml" ../err; then
  [ $code = 2 ] || bad "a file that cannot be read ends with $code"
  cp "$root/tests/scenario/impact.json" .
  good run impact.json --json
  near '["restitution"]' 0.5
  [ $failed = 0 ] || exit 1
  echo "scenarios: JSON only, $checks runs as they should be; the rest needs libyaml"
  exit 77
fi

# starting files; the same numbers in every way of asking for them, which tells what nobody gave in its own
numbers() { grep -v '"defaults"\|"built_in_steel"' ../out | sed 's/"separation": "force",$/"separation": "force"/'; }
good run impact.yaml --json && numbers >../first
good impact tsuji restitution=0.7 --json && numbers >../second
cmp -s ../second ../first || bad "the starting file is not 'carom impact tsuji'"
good run impact.yaml --json --set impact.speed='8 m/s' contacts.0.restitution=0.5 && numbers >../first
good impact tsuji speed=8 restitution=0.5 --json && numbers >../second
cmp -s ../second ../first || bad "--set is not the same as a setting"
cp "$root/tests/scenario/impact.json" .
good run impact.json --json
near '["restitution"]' 0.5
good new bounce && cp ../out bounce.yaml
for file in impact.yaml chain.yaml bounce.yaml mechanism.yaml "$root/scenarios/four_bar_clearances.yaml" "$root/scenarios/chain_horizontal_70.yaml"; do
  good check "$file" && cp ../out resolved.yaml
  good run "$file" --json && cp ../out ../first
  good run resolved.yaml --json
  cmp -s ../out ../first || bad "$file with every default written out gives something else"
done
good check chain.yaml && grep -q 'E\* .* R\* .* m\* ' ../out || bad "check tells no constants"

# chains: the object, the folder
good run chain.yaml --json
value 'set("time contacts walls beads momentum energy budget_off sensors waves decay laws steps defaults".split()) == set(o)'
value 'len(o["contacts"]) == 20 and len(o["beads"]) == 21 and [w["wall"] for w in o["walls"]] == ["right"]'
value 'set("kinetic elastic viscous plastic friction gravity work residual".split()) == set(o["energy"])'
value 'abs(o["energy"]["residual"]) < 1e-10 * o["energy"]["kinetic"]'
value '[s["bead"] for s in o["sensors"]] == [0, 5, 10, 15] and o["sensors"][0]["grains_in_space"] is None'
value 'abs(o["waves"][2]["speed"] / 653.7 - 1) < 1e-3 and abs(o["waves"][2]["transmission"] - 1) < 1e-3'
value 'abs(o["sensors"][2]["grains_in_time"] - 2.07) < 0.02 and abs(o["decay"]) < 1e-4'
good run chain.yaml --output folder --plot picture.svg
cp folder/run.json ../out
value 'o["interrupted"] is False and o["result"]["time"] == 0.0005 and "series.csv" in o["files"]'
if command -v sha256sum >/dev/null; then
  for file in chain.yaml folder/series.csv; do
    grep -q "$(sha256sum "$file" | cut -d ' ' -f 1)" folder/run.json || bad "the hash of $file is wrong"
  done
fi
[ "$(wc -l <folder/series.csv)" = 502 ] || bad "series.csv has $(wc -l <folder/series.csv) lines"
[ "$(head -1 folder/series.csv | cut -d , -f 1-4)" = "time[s],displacement_0[m],velocity_0[m/s],bead_force_0[N]" ] ||
  bad "the header of series.csv is $(head -1 folder/series.csv)"
if command -v gnuplot >/dev/null; then
  for figure in forces sensors velocities loops picture; do
    [ -s folder/$figure.svg ] || bad "no figure $figure.svg"
    grep -q "A chain of steel beads" folder/$figure.svg || bad "$figure.svg has no title"
  done
  [ -s picture.svg ] || bad "no figure for --plot"
  good run chain.yaml --output odd record.picture=none title='an "odd" {title}_with^all~it@&'
  [ -s odd/loops.svg ] && [ ! -e odd/picture.svg ] || bad "figures of an odd title"
  grep -q 'an &quot;odd&quot; {title}_with^all~it@&amp;\|an "odd" {title}_with^all~it@&amp;' odd/loops.svg ||
    bad "an odd title is not kept: $(grep -o 'an .*odd.*' odd/loops.svg | head -1)"
fi
refused "--force" run chain.yaml --output folder
good run chain.yaml --output folder --force
good run impact.yaml --output one && [ -s one/series.csv ] && [ -s one/run.json ] || bad "no folder"
refused "does not exist" run impact.yaml --output nowhere/folder

sed 's/^    motor:/    kinetic:/' mechanism.yaml >twice.yaml
refused "two columns of series.csv would be called 'kinetic'" check twice.yaml
refused "record.beads[1]: '3' is listed twice" run chain.yaml record.beads='[3, 3]'

# every integrator gives the same chain; what fixed steps need is told
good run chain.yaml --json && cp ../out ../first
for scheme in dopri5 'verlet step=20ns' 'euler-trapezoid step=20ns' rk45 'rk45 step=50ns' 'gear5 step=50ns'; do
  set -- $scheme
  good run chain.yaml --json run.integrator=$1 ${2:+run.$2} record.peaks=all
  $python -c "
import json
a, b = json.load(open('../first')), json.load(open('../out'))
for x, y in zip(a['contacts'] + a['walls'], b['contacts'] + b['walls']):
    assert abs(y['first_peak_force'] / x['first_peak_force'] - 1) < 1e-5
    assert abs(y['time_of_peak_force'] / x['time_of_peak_force'] - 1) < 1e-5
for x, y in zip(a['beads'], b['beads']):
    assert abs(y['velocity'] - x['velocity']) < 1e-5
" || bad "$scheme gives another chain"
done
refused "'step' is missing" run chain.yaml run.integrator=gear5
refused "gear5 takes fixed steps and chooses none" run chain.yaml run.integrator=gear5 run.step=auto
good run chain.yaml --json run.step=auto
cmp -s ../out ../first || bad "step: auto is not the same as no step"
refused "for chains" run impact.yaml run.integrator=rk45
good check chain.yaml && grep -q '^# chain.beads.1: beads 1 to 20$' ../out || bad "check does not number the beads"

# what check says of instants is what is kept: the last one, too, also where 'every' does not divide the time
for times in "0.3 ms:0.1 ms" "0.6 ms:0.2 ms" "0.35 ms:0.1 ms" "0.01 ms:0.1 ms"; do
  kept="run.until=${times%:*} record.every=${times#*:}"
  good check chain.yaml run.until="${times%:*}" record.every="${times#*:}" && cp ../out checked
  good run chain.yaml run.until="${times%:*}" record.every="${times#*:}" --output instants --force
  grep -q "instants to be kept: $(($(wc -l <instants/series.csv) - 1))," checked ||
    bad "check tells other instants than are kept with $kept: $(grep instants checked)"
done

# mechanisms: the object, the folder, what check says
good run mechanism.yaml --json
value 'set("time freedoms impacts separations clearances bodies joints energy".split()) <= set(o)'
value 'set("joint time speed".split()) == set(o["impacts"][0]) and o["impacts"][0]["joint"] == "wrist"'
value 'abs(o["energy"]["residual"]) < 1e-9 and o["energy"]["friction"] > 0'
value 'o["clearances"][0]["impacts"] == len(o["impacts"]) == sum(o["impact_speeds"]["counts"])'
value 'abs(o["clearances"][0]["contact_share"] + o["clearances"][0]["flight_share"] - 1) < 1e-12'
value 'len(o["poincare"]) == 2 and o["freedoms"] == 2 and o["open_joints"] < 1e-13'
good run mechanism.yaml --output moved --plot moved.svg
[ "$(wc -l <moved/series.csv)" = 30002 ] || bad "series.csv of a mechanism has $(wc -l <moved/series.csv) lines"
grep -q 'id="stage"' moved/animation.html && ! grep -q 'https\?://[^w]' moved/animation.html ||
  bad "animation.html needs something beside it"
if command -v gnuplot >/dev/null; then
  for name in motion acceleration orbit impacts energy; do
    [ -s moved/$name.svg ] || bad "no $name.svg"
  done
fi
good run "$root/scenarios/slider_crank_ideal.yaml" --output ideal
[ ! -e ideal/orbit.svg ] || bad "an orbit without a clearance"
good check "$root/scenarios/slider_crank_ideal.yaml"
grep -q '# 3 bodies, 9 equations, 0 degrees of freedom' ../out || bad "check tells no degrees of freedom"

# a start that joints do not keep is told: the spins with the least energy of what changes are
# [0.41 0.015; 0.015 0.006] (u, w) = (0.23 * 5, 0), u = 3.087 and w = -7.718 rad/s
cat >arm.yaml <<'EOF'
carom: 1
mechanism:
  bodies:
    upper: {mass: 2, inertia: 0.05, angle: 60 deg, spin: 5, centre: {x: 0.3}, points: {tip: {x: 0.6}}}
    lower: {mass: 0.5, inertia: 1e-3, x: 0.3, y: 0.5196152422706632, centre: {x: 0.1}}
  joints: {shoulder: {a: ground, b: upper}, elbow: {a: upper.tip, b: lower}}
run: {until: 1 us}
record: {every: 1 us}
EOF
told='upper starts with a spin of 3.087 rad/s instead of 5 rad/s, to agree with joints and drivers'
good run arm.yaml && grep -qx "$told" ../out || bad "a run does not tell which spin it begins with"
good check arm.yaml && grep -qx "# $told" ../out || bad "check does not tell which spin it begins with"
good run arm.yaml mechanism.bodies.upper.spin=0 mechanism.bodies.upper.angle='50 deg'
grep -q '^upper starts at an angle of .* instead of 872.7 mrad, to close the joints$' ../out ||
  bad "a run does not tell that the joints were far from closed"
good run arm.yaml mechanism.bodies.upper.spin=0 && ! grep -q ' starts ' ../out || bad "a start that is kept is told"

# sweeps: all combinations, the same for any number of threads
sweep='{impact.speed: [1, 2 m/s, 4], contacts.0.restitution: [0.5, 0.8]}'
good run impact.yaml sweep="$sweep" --json --threads 1 && cp ../out ../first
value '[r["restitution"] > 0.7 for r in o["runs"]] == [False, True] * 3'
good run impact.yaml sweep="$sweep" --json --threads 3
cmp -s ../out ../first || bad "a sweep depends on the number of threads"
good run impact.yaml sweep="$sweep" --output swept && [ "$(wc -l <swept/series.csv)" = 7 ] ||
  bad "a sweep of six has $(wc -l <swept/series.csv) lines"
[ "$(cut -d , -f 1,2 swept/series.csv | sed -n '1p;4p')" = "$(printf 'impact.speed[m/s],contacts.0.restitution\n2,0.5')" ] ||
  bad "values of a sweep in series.csv: $(cut -d , -f 1,2 swept/series.csv)"
good run impact.yaml sweep='{impact.speed: [500 mm/s, 2 m/s], contacts.0.law: [tsuji, hooke]}' --output mixed
grep -q '^ *500 mm/s  hooke ' ../out || bad "people do not see what they wrote: $(cat ../out)"
[ "$(cut -d , -f 1,2 mixed/series.csv | tail -n 3 | head -n 2)" = "$(printf '0.5,hooke\n2,tsuji')" ] ||
  bad "quantities of a sweep are not in SI: $(cut -d , -f 1,2 mixed/series.csv)"
good run chain.yaml sweep='{chain.beads.0.velocity: [1, 2]}'
[ "$(grep -c 'beyond yield$' ../out)" = 2 ] || bad "a sweep of chains does not say that contacts yield"
good run chain.yaml sweep='{chain.beads.0.velocity: [1, 2]}' --json
value 'o["runs"][1]["contacts"][0]["peak_force"] > 2 * o["runs"][0]["contacts"][0]["peak_force"]'

# measured data: a run agrees with its own series, whatever its units; faults have a place
good run chain.yaml --output alone
{
  echo "# the force at a bead, in other units and later"
  echo "time[us],bead_force_5[kN],contact_force_right[N]"
  awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) { if ($i == "bead_force_5[N]") b = i; if ($i == "contact_force_right[N]") c = i } }
    NR > 1 { printf "%.9f,%.12g,%s\n", 1e6 * $1 + 3, $b / 1000, $c }' alone/series.csv
} >data.csv
{ cat chain.yaml && echo "measured: [{file: data.csv, shift: -3 us, share: 0.2}]"; } >with.yaml
good check with.yaml && grep -q 'measured: .*data.csv' ../out || bad "check does not tell what is measured"
good run with.yaml --json
value '[m["column"] for m in o["measured"]] == ["bead_force_5", "contact_force_right"]'
value 'all(abs(m["peak_error"]) < 1e-9 and m["rms_share"] < 1e-7 and abs(m["arrival_error"]) < 1e-12 for m in o["measured"])'
good run with.yaml --output compared && grep -q 'bead_force_5 .* N ' ../out || bad "no table of what was measured"
! command -v gnuplot >/dev/null || [ -s compared/measured.svg ] || bad "no figure of what was measured"
good run with.yaml sweep='{contacts.0.law: [hertz, tsuji]}' --json
value 'abs(o["runs"][0]["measured"][0]["peak_error"]) < 1e-9 and o["runs"][1]["measured"][0]["peak_error"] < -0.2'
# of a sweep: columns of its table, and which combination is closest; a second file has names of its own
{ cat chain.yaml && echo "measured: [{file: data.csv, shift: -3 us}, {file: data.csv, shift: -3 us}]"; } >twice.yaml
good run twice.yaml sweep='{contacts.0.law: [tsuji, hertz, flores]}' --output fitted
grep -q -x -F "closest to what was measured: contacts.0.law: hertz (off by $(sed -n 's/^closest.*(off by //p' ../out)" ../out ||
  bad "which combination is closest: $(tail -3 ../out)"
$python - <<'END' || bad "columns of what was measured: $(head -2 fitted/series.csv)"
import csv
rows = list(csv.DictReader(open('fitted/series.csv')))
names = ['rms_bead_force_5[N]', 'peak_error_bead_force_5', 'arrival_error_bead_force_5[s]', 'rms_contact_force_right[N]',
         'rms_bead_force_5_2[N]', 'arrival_error_contact_force_right_2[s]']
assert all(name in rows[0] for name in names) and list(rows[0])[-1] == 'note'
rms = {row['contacts.0.law']: float(row[names[0]]) for row in rows}
assert rms['hertz'] < 1e-3 * rms['tsuji'] and all(row[names[0]] == row[names[4]] for row in rows)
END
good new mechanism && cp ../out mechanism.yaml
good run mechanism.yaml --output placed && cut -d , -f 1,20 placed/series.csv >positions.csv
echo 'measured: positions.csv' | cat mechanism.yaml - >moving.yaml
good run moving.yaml --json
value 'o["measured"][0]["points"] > 100 and o["measured"][0]["rms_share"] < 1e-9'
echo 'measured: nowhere.csv' | cat impact.yaml - >without.yaml
refused "there is no such file" run without.yaml
echo 'measured: data.csv' | cat impact.yaml - >other.yaml
refused "data.csv:2:10: nothing that is recorded is called 'bead_force_5'" check other.yaml
refused "recorded are: overlap, approach, force" run other.yaml

# a bounce: the object, the folder
good run bounce.yaml --json
value 'len(o["contacts"]) == 30 and o["captured"] and o["rests"] and o["contacts"][29]["captured"]'
value 'abs(o["energy"]["residual"]) < 1e-12 * o["energy"]["viscous"]'
good run bounce.yaml --output bounced && [ "$(wc -l <bounced/contacts.csv)" = 31 ] || bad "no table of contacts"
[ "$(head -1 bounced/series.csv)" = "time[s],height[m],velocity[m/s],force[N]" ] || bad "the header of a bounce is $(head -1 bounced/series.csv)"
! command -v gnuplot >/dev/null || [ -s bounced/bounce.svg ] || bad "no figure of a bounce"
good run bounce.yaml sweep='{contacts.0.restitution: [0.7, 0.9]}' --output both && [ "$(wc -l <both/series.csv)" = 3 ] ||
  bad "a sweep of bounces has $(wc -l <both/series.csv) lines"

# the scenarios of the tree; tests/scenario/numbers.c runs them
for file in "$root"/scenarios/*.yaml; do
  good check "$file"
done
# that of the benchmark, with fewer beads
good check "$root/bench/million.yaml" scene.particles.0.count=1000

# a scene: its folder with frames, a restart, a table, a sphere that leaves
good new scene && cp ../out scene.yaml
good check scene.yaml && cp ../out resolved.yaml
good run scene.yaml run.until='20 ms' --output settled record.frames='10 ms' --json && cp ../out ../first
for file in series.csv run.json frames/bodies.pvd frames/bodies_000002.vtp frames/contacts_000000.vtp; do
  [ -s "settled/$file" ] || bad "no settled/$file"
done
good run resolved.yaml run.until='20 ms' --json
for key in hash steps contacts; do
  [ "$(grep "\"$key\"" ../out)" = "$(grep "\"$key\"" ../first)" ] || bad "the resolved scene has another $key"
done
sticky='contacts.0={between: [glass, glass], law: hooke, stiffness: 1000, damping_coefficient: 100, tension: keep}'
run carom check scene.yaml "$sticky"
[ $code = 2 ] && grep -q step ../err || bad "bodies that never part leave a step to find: $code"
good run scene.yaml "$sticky" run.step='10 us' run.until='1 ms'
printf 'x[mm],y[mm],z[mm],radius[mm],vz[m/s]\n50,50,50,4,-1\n60,60,80,5,0\n' >grains.csv
printf 'x[mm],y[mm],z[mm],radius[mm]\n50,50,50,4\n60,60,80,5\n' >still.csv
good run scene.yaml run.until='1 ms' scene.particles='[{file: grains.csv, material: glass}]' --json
near '["particles"]' 2
run carom run scene.yaml run.until='1 s' scene.particles='[{file: grains.csv, material: glass}]' scene.domain='{low: [0, 0, 0], high: [1, 1, 0.3]}' scene.gravity='[0, 0, 100 m/s2]' --output left
[ $code = 1 ] && grep -q "has left the domain" ../err && [ -s left/series.csv ] || bad "a sphere that leaves ended with $code"
# one that goes wrong leaves its last good state, one that ends well does not
cat >flight.yaml <<'FILE'
carom: 1
materials: {glass: {density: 2500}}
contacts: [{between: [glass, glass], law: hooke, stiffness: 1000, restitution: 0.5}]
scene:
  particles:
    - {position: [0, 0, 0], radius: 10 mm, material: glass}
    - {position: [2000, 0, 0], velocity: [-100, 0, 0], radius: 10 mm, material: glass}
run: {until: 30 s, step: 2 us}
FILE
run carom run flight.yaml --output failed
grep "particle 0 and particle 1 overlap" ../err >../why
[ $code = 1 ] && [ -s ../why ] || bad "a run that fails ended with $code: $(cat ../err)"
# on a fast machine none may have been due; the clock decides which state it is, not how it goes on
if grep -q "the last good state, that of [0-9.]* s, is in failed/checkpoint.h5" ../err; then
  run carom run flight.yaml --output failed --restart
  grep "particle 0 and particle 1 overlap" ../err | cmp -s - ../why && [ $code = 1 ] ||
    bad "from its last good state a run ended with $code: $(cat ../err)"
else
  seconds=$(sed -n 's/.*"wall_time": *\([0-9]*\)\..*/\1/p' failed/run.json)
  [ "${seconds:-9}" = 0 ] || bad "a run that fails after $seconds s leaves no state: $(cat ../err)"
fi
good run flight.yaml run.until='10 s' --output flown
[ ! -e flown/checkpoint.h5 ] || bad "a run that nobody stopped leaves a checkpoint"

# bodies that meet faster than expected: a dashpot of one speed delivers another restitution
fall='scene.particles=[{position: [0.05, 0.05, 0.9], radius: 4 mm, material: glass}]'
good run scene.yaml "$fall" contacts.0='{between: [glass, glass], law: lee-herrmann, restitution: 0.5}' scene.expected_speed='1 m/s' run.until='0.5 s' --json
grep -q "bodies met at up to 4.1.* m/s, where the restitution is 0.[5-9][0-9]*, not 0.5 as at 1 m/s" ../err || bad "too fast is not told: $(cat ../err)"
good run scene.yaml "$fall" contacts.0='{between: [glass, glass], law: lee-herrmann, restitution: 0.5}' scene.expected_speed='4.2 m/s' run.until='0.5 s' --json
! grep -q "bodies met" ../err || bad "what was expected is told as too fast: $(cat ../err)"
good run scene.yaml "$fall" contacts.0='{between: [glass, glass], law: tsuji, restitution: 0.5}' scene.expected_speed='1 m/s' run.until='0.5 s' --json
! grep -q "bodies met" ../err || bad "a restitution that is the same at any speed is told as wrong: $(cat ../err)"

refused "place them farther apart" run scene.yaml scene.walls.box.high='[0.1, 0.1, 0.1]' --json
refused "ends above where it begins" run scene.yaml scene.walls.box.high='[-0.1, 0.1, 0.1]' --json
refused "goes with a box" run scene.yaml scene.particles='[{file: still.csv, count: 3, material: glass}]'
refused "'glass' and 'wood' can meet" run scene.yaml materials='{glass: {young: 10 MPa, poisson: 0.25, density: 2500}, wood: {young: 10 GPa, poisson: 0.3, density: 500}}' scene.walls.box.material=wood --json
good run scene.yaml materials.glass.young='10 MPa' run.step='100 us' run.until='1 ms'
grep -q "glass - glass: in steps of 100 us the restitution is 0.57" ../err || bad "a long step is not told: $(cat ../err)"
good run scene.yaml scene.domain='{low: [0, 0, 0], high: [0.1, 0.1, 1], periodic: x}' scene.particles='[{position: [0.09, 0.05, 0.1], velocity: [10 m/s, 0, 0], spin: [1, 2, 3], radius: 5 mm, material: glass}]' scene.walls='{floor: {shape: plane, material: glass}}' run.until='10 ms' record.frames='10 ms' record.format=xyz --output round
good run scene.yaml scene.domain='{low: [0, 0, 0], high: [0.1, 0.1, 1], periodic: x}' scene.particles='[{file: round/frames/frame_000001.xyz, material: glass}]' scene.walls='{floor: {shape: plane, material: glass}}' run.until='1 ns' record.frames='1 ns' record.format=xyz --output again
[ "$(cut -d' ' -f9-11 again/frames/frame_000000.xyz | tail -1)" = "1 2 3" ] || bad "a frame that is read again has the spin $(tail -1 again/frames/frame_000000.xyz)"
grains="scene.particles=[{file: grains.csv, material: glass}]"
good run scene.yaml "$grains" record.every='1 ns' run.until='1 ms' --output dense
[ "$(wc -l <dense/series.csv)" -lt 1000 ] || bad "rows between steps: $(wc -l <dense/series.csv)"
good run scene.yaml "$grains" run.until='1 ms' scene.gravity='[0, 0, 0]' scene.particles.0.file=still.csv --output still
[ -s still/run.json ] || bad "a scene in which nothing happens has no run.json"
sed '/^record:/d' scene.yaml >plain.yaml
good run plain.yaml "$grains" run.until='1 s' run.checkpoint='1 ms' --output longer
good run plain.yaml "$grains" run.until='2 s' run.checkpoint='1 ms' --output longer --restart
[ "$(wc -l <longer/series.csv)" = 202 ] || bad "a longer run has $(wc -l <longer/series.csv) rows, not one every 10 ms"
sed 's/$/,1/; 1s/,1$/,mass[g]/' grains.csv >other.csv && mv other.csv grains.csv
refused "other particles" run plain.yaml "$grains" run.until='3 s' run.checkpoint='1 ms' --output longer --restart --json

# bad files: exactly these sentences
cp "$root"/tests/scenario/bad/* . || bad "no bad files"
for file in "$root"/tests/scenario/bad/*.yaml "$root"/tests/scenario/bad/*.json; do
  name=$(basename "$file")
  for command in check run; do
    run carom $command "$name"
    [ $code = 2 ] || bad "carom $command $name ended with $code instead of 2"
    [ ! -s ../out ] || bad "carom $command $name wrote to standard output"
    cmp -s ../err "${name%.*}.txt" || {
      bad "carom $command $name does not say what ${name%.*}.txt says:"
      diff "${name%.*}.txt" ../err
    }
  done
done

# what no file should be
refused "there is no such file" run nothing.yaml
refused "folder" run folder
refused "name a scenario file" run
refused "only one file" run a.yaml b.yaml
head -c 100000 "$work/bin/carom" >binary.yaml
refused "UTF-8" check binary.yaml
head -c 100000 /dev/urandom >random
refused "" check random
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "["; }' >deep.yaml
refused "levels" check deep.yaml
cp deep.yaml deep.json && refused "levels" check deep.json
awk 'BEGIN { print "carom: 1"; for (i = 0; i < 1000000; i++) print "key_" i ": 1" }' | head -c 16000000 >keys.yaml
refused "unknown setting" check keys.yaml
head -c 100000000 /dev/zero | tr '\0' 'a' >large.yaml
refused "too large" check large.yaml
rm -f large.yaml keys.yaml
: >empty.yaml && refused "empty" check empty.yaml
refused "no item '7'" run impact.yaml contacts.7.law=hertz
refused "did you mean 'speed'" run impact.yaml impact.spede=3
refused "unknown kind" new chian

# stopped: what was computed is kept. A shell may start commands with SIGINT ignored.
carom run chain.yaml run.until='60 s' record.every='1 ms' --output stopped >../out 2>../err &
process=$!
sleep 1
kill -TERM $process 2>/dev/null
wait $process
[ $? = 143 ] || bad "a run that was stopped did not end with 143: $(cat ../err)"
grep -q '"interrupted": true' stopped/run.json || bad "run.json does not tell that the run was stopped"
[ ! -e stopped/checkpoint.h5 ] || grep -q -e '--restart goes on' ../err || bad "a stopped run does not tell of --restart"
[ -s stopped/series.csv ] || bad "nothing is left of a run that was stopped"

[ -z "$(find . -type f | grep -E '\.(csv|json|svg)\.carom-[A-Za-z0-9]{6}$')" ] || bad "temporary files are left"
[ $failed = 0 ] || exit 1
echo "scenarios: $checks runs as they should be"
