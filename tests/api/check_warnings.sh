#!/bin/sh
# SPDX-License-Identifier: MIT
# What the command warns of, and how it prints text of users: check_warnings.sh COMMAND
set -u

# shellcheck source=tests/api/command.sh
. "$(dirname "$0")/command.sh"

cat >impact.json <<'END'
{"carom": 1,
 "materials": {"st": {"young": "207 GPa", "poisson": 0.3, "density": 7800, "yield": "1.03 GPa"}},
 "contacts": [{"between": ["st", "st"], "law": "tsuji", "restitution": 0.7}],
 "impact": {"a": {"radius": "20 mm", "material": "st"}, "b": {"radius": "20 mm", "material": "st"},
            "speed": "1 m/s"}}
END
sed 's/"materials": {/"materials": {"wood": {"young": "10 GPa"}, /' impact.json >unused.json

# a path never makes an entry
ends 0 run impact.json materials.st.young=100GPa
silent
for path in materials.stt.young=1GPa materials.stt='{young: 1 GPa}' contacts.1.law=hertz; do
  ends 2 run impact.json "$path"
  warns "a path changes what is there"
done
ends 2 run impact.json materials.stt.young=1GPa
warns "carom: materials.stt.young: the file has no 'stt' under 'materials'; did you mean 'st'?"
ends 0 run impact.json materials='{st: {young: 100 GPa, poisson: 0.3, density: 7800}}'
ends 0 run impact.json record.every='1 us'

# a setting under its former name: the same numbers, with a note; a path finds it under either name
sed 's/"restitution": 0.7/"restitution": 0.7, "tension": "keep"/' impact.json >now.json
sed 's/"tension": "keep"/"separation": "overlap"/' now.json >former.json
ends 0 run now.json --json
silent
cp ../out ../first
ends 0 run former.json --json
warns "former.json:3:77: warning: contacts[0].separation: 'separation: overlap' is now written 'tension: keep'"
cmp -s ../out ../first || bad "'$last' gives other numbers than now.json"
for path in contacts.0.tension=cut contacts.0.separation=force; do
  for file in now former; do
    ends 0 run $file.json $path --json
    grep -q '"tension": "cut"' ../out || bad "'$last' does not set it"
  done
done

# what nothing uses: told with its place, once, and in run.json; the exit code stays
ends 0 check unused.json
warns "unused.json:2:16: warning: materials.wood: nothing is made of 'wood'"
ends 0 run unused.json --output unused
warns "unused.json:2:16: warning: materials.wood: nothing is made of 'wood'"
grep -q -F "\"materials.wood: nothing is made of 'wood'" unused/run.json || bad "run.json has no warnings"
ends 0 run impact.json --output used
grep -q -F '"warnings": []' used/run.json || bad "run.json of a run without warnings: $(cat used/run.json)"
ends 0 run unused.json sweep='{impact.speed: [1, 2, 3]}' --output sweep
[ "$(grep -c warning: ../err)" = 1 ] || bad "a sweep warns $(grep -c warning: ../err) times"
grep -q -F "\"materials.wood: nothing is made of 'wood'" sweep/run.json || bad "no warnings of a sweep in run.json"

# what means nothing where it stands
for kind in bounce chain mechanism scene; do "$carom" new $kind >$kind.yaml; done
idle() { # TEXT FILE SETTING...: a warning that begins so, and no other
  text=$1
  shift
  ends 0 check "$@"
  warns "warning: $text"
  grep -q 'changes nothing' ../err || bad "'$last' does not say that it changes nothing"
  [ "$(grep -c warning: ../err)" = 1 ] || bad "'$last' warns $(grep -c warning: ../err) times: $(cat ../err)"
}
idle "impact.b.radius: a flat has no radius" impact.json impact.b.shape=flat impact.b.radius='3 mm'
idle "impact.b.mass: what does not move" impact.json impact.b.fixed=true impact.b.mass=1kg
idle "impact.a.mass: impact.reduced_mass is given" impact.json impact.reduced_mass=1kg impact.a.mass=1kg
idle "bounce.ground.mass: what does not move" bounce.yaml bounce.ground.mass=1kg
idle "chain.beads[0].gap: there is nothing on the left" chain.yaml chain.beads.0.gap=1mm
idle "chain.beads[0].arrives: nothing rests" chain.yaml chain.beads.0.arrives=true
idle "run.tolerance: verlet takes fixed steps" chain.yaml run.integrator=verlet run.step='20 ns' run.tolerance=1e-9
sed 's/^contacts.*/contacts: [{between: [brass, brass], law: hertz}, {between: [steel, brass], law: hertz}]/; /^  - {between/d
  s/^materials.*/&\n  brass: {young: 100 GPa, poisson: 0.3, density: 8500}/; s/^    - {radius.*velocity/    - {radius: 5 mm, material: brass, velocity/' \
  chain.yaml | sed 's/^    - {count.*/    - {radius: 5 mm, material: steel}/; s/^  right.*/  right: free/; s/^record.*//' >brass.yaml
idle "contacts[0]: no body of 'brass' meets" brass.yaml
ends 0 check brass.yaml sweep='{chain.beads.1.material: [steel, brass]}' # one of a sweep may need it
silent
idle "mechanism.gravity_direction: there is no gravity" mechanism.yaml mechanism.gravity=0 mechanism.gravity_direction='30 deg'
idle "scene.groups.top: nothing uses the group" scene.yaml scene.groups='{top: {size_min: 5 mm}}'
idle "scene.shapes.pair: nothing uses the shape" scene.yaml \
  scene.shapes='{pair: {spheres: [{position: [0, 0, 0], radius: 1 mm}, {position: [1 mm, 0, 0], radius: 1 mm}]}}'
idle "scene.gravity_spin: there is no gravity" scene.yaml scene.gravity='[0, 0, 0]' scene.gravity_spin='[1 rad/s, 0, 0]'
idle "scene.walls.box.centre: this wall does not turn" scene.yaml scene.walls.box.centre='[0, 0, 1 m]'
idle "scene.particles[0].seed: nothing is left to chance" scene.yaml \
  scene.particles='[{arrange: cubic, count: 8, radius: 4 mm, material: glass, low: [0, 0, 0], high: [0.1, 0.1, 0.3], seed: 7}]'
source='shape: disc, point: [50 mm, 50 mm, 0.5 m], radius: 20 mm, rate: 100 1/s'
idle "scene.sources.f.shares: there is one kind" scene.yaml \
  "scene.sources={f: {$source, shares: mass, particles: [{material: glass, radius: 4 mm}]}}"
idle "scene.sources.f.particles[0].share: there is one kind" scene.yaml \
  "scene.sources={f: {$source, particles: [{material: glass, radius: 4 mm, share: 0.3}]}}"
idle "scene.sources.f.particles[0].weighted: all radii are the same" scene.yaml \
  "scene.sources={f: {$source, particles: [{material: glass, radius: 4 mm, weighted: mass}]}}"
idle "scene.holds.h.centre: nothing turns" scene.yaml scene.groups='{top: {size_min: 5 mm}}' \
  scene.holds='{h: {group: top, centre: [1 m, 0, 0]}}'
idle "scene.stages[0].every: no condition" scene.yaml scene.stages='[{name: a, time: 0.1 s, every: 1 ms}]'
idle "scene.stages[0].wall: no condition" scene.yaml scene.stages='[{name: a, time: 0.1 s, wall: box}]'

# what comes after the end of the run
late() { # PLACE SETTING
  ends 0 check scene.yaml "$2"
  warns "warning: $1"
  [ "$(grep -c 'run.until' ../err)" = 1 ] || bad "'$last' does not name the end of the run: $(cat ../err)"
}
late "scene.sources.f.start:" "scene.sources={f: {$source, start: 5 s, particles: [{material: glass, radius: 4 mm}]}}"
late "scene.walls.box.drives[0].start:" 'scene.walls.box.drives=[{velocity: [0, 0, 1 mm/s], start: 5 s}]'
late "record.measure.a.from:" 'record.measure={a: {what: stress, from: 9 s}}'
late "scene.stages[1]:" 'scene.stages=[{name: a, time: 0.5 s}, {name: b, time: 1 s}]'
ends 0 check scene.yaml 'scene.stages=[{name: a, time: 0.5 s, kinetic_below: 1 J}, {name: b, time: 1 s}]'
silent

ends 0 check chain.yaml chain.left='{wall: steel}' chain.beads.0.gap=1mm
silent
ends 0 check bounce.yaml bounce.ground='{radius: 1 m, material: steel}'
! grep -q '^  ground:.*fixed' ../out || bad "check says of the ground whether it is fixed"

# measured at other times than what is computed: seconds that should be microseconds
printf 'time[s],force[N]\n5,0\n6,3\n' >late.csv
ends 0 run impact.json measured=late.csv
warns "warning: measured: 'force' of late.csv was measured from 5 s to 6 s, when nothing is computed"

# a mesh in millimetres, taken for one in metres
printf 'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 -1\nvertex 500 0 -1\nvertex 0 500 -1\nendloop\nendfacet\nendsolid a\n' >plate.stl
plate='floor: {shape: mesh, file: plate.stl, material: glass'
ends 0 check scene.yaml "scene.walls={$plate}}"
warns "warning: scene.walls.floor.file: plate.stl is 500 m long"
ends 0 check scene.yaml "scene.walls={$plate, scale: 1e-3}}"
! grep -q 'warning' ../err || bad "a mesh that is scaled is questioned: $(cat ../err)"
ends 2 check scene.yaml 'scene.walls={floor: {file: plate.stl, material: glass}}'
warns "scene.walls.floor.file: a wall from a file is a mesh; add shape: mesh"

# bare numbers that were hardly meant: in files with their place, on the command line, in sweeps
sed 's/"207 GPa"/207/; s/7800/7.8/; s/"20 mm"/20/' impact.json >bare.json
ends 0 check bare.json
warns "bare.json:2:32: warning: materials.st.young: '207' has no unit and is taken as 207 Pa, which is softer than rubber; did you mean 207 GPa?"
warns "materials.st.density: '7.8' has no unit"
warns "impact.a.radius: '20' has no unit and is taken as 20 m"
[ "$(wc -l <../err)" = 3 ] || bad "bare numbers: $(cat ../err)"
ends 0 impact hertz --sweep young=207:400:100 # a few of many
warns "carom: and 97 more warnings"
[ "$(wc -l <../err)" = 4 ] || bad "bare numbers of a sweep: $(head -c 900 ../err)"
ends 2 impact hertz young=70 # too little to be taken as it stands
warns "give it a number from 100 Pa to 1e+14 Pa; did you mean 70 GPa?"
ends 2 check impact.json materials.st.young=70
warns "did you mean 70 GPa?"
[ "$(wc -l <../err)" = 1 ] || bad "what is given but wrong is called not given: $(cat ../err)"
ends 0 impact hertz yield='300 GPa' # as it was written
warns "yield: 300 GPa is more than diamond bears; was it meant?"
sed 's/"impact": .*/"bounce": {"body": {"radius": "9 mm", "material": "st"}, "ground": {"shape": "flat", "material": "st"}, "speed": -3}, "run": {"until": "0.1 s"}}/; /"speed": "1 m/d' \
  impact.json >bounce.json
ends 0 run bounce.json # thrown up
silent
ends 2 run bounce.json bounce.gravity=-9.81
warns "from 1e-09 m/s2 to 1e+06 m/s2"
! grep -q "did you mean" ../err || bad "no unit makes -9.81 positive: $(cat ../err)"
# adhesion of scenes
cat >wet.yaml <<'END'
carom: 1
materials: {g: {young: 10 MPa, poisson: 0.3, density: 1500, yield: none}}
contacts:
  - {between: [g, g], law: jkr, damping_ratio: 0.1, adhesion: {model: bridge, volume: 1e-4}}
scene:
  particles: [{position: [0, 0, 0], radius: 1 mm, material: g}, {position: [0, 0, 3 mm], radius: 1 mm, material: g}]
  gravity: [0, 0, 0]
  expected_speed: 1 m/s
run: {until: 1 ms}
END
ends 0 check wet.yaml
warns "volume: '1e-4' has no unit and is taken as 0.0001 m3, which is more than grains hold; did you mean 1e-4 mm3?"
warns "law 'jkr' adheres by itself, and 'bridge' pulls besides; was it meant?"
ends 0 check wet.yaml contacts.0.law=tsuji contacts.0.adhesion.volume='1e-4 mm3'
silent
ends 0 check wet.yaml contacts.0.adhesion='{model: van-der-waals, cutoff: 1 m, hamaker: 1 J}'
warns "cutoff: 1 m is farther than it acts"
warns "hamaker: 1 J is more than solids have"
# beads inside each other
sed 's/"impact": .*/"chain": {"beads": [{"count": 3, "radius": "5 mm", "material": "st"}, {"radius": "9 mm", "material": "st"}], "right": {"wall": "st"}}, "run": {"until": "1 us"}}/; /"speed": "1 m/d' \
  impact.json >chain.json
ends 0 run chain.json chain.beads.1.gap='-2.4 mm'
warns "of its effective radius at the start"
says "elastic"
ends 0 run chain.json
says "energy    none"
ends 2 run chain.json chain.beads.1.gap='-2.5 mm'
warns "chain.beads.3: a gap of -0.0025 m is an overlap of half of the smaller radius, 0.005 m, or more"
ends 2 check chain.json chain.right='{wall: st, gap: -4.5 mm}'
warns "chain.right: a gap of -0.0045 m is an overlap of half of the smaller radius, 0.009 m"
ends 2 run impact.json sweep.impact.sped='[1, 2, 3]' # once
[ "$(wc -l <../err)" = 1 ] || bad "an axis that leads nowhere: $(cat ../err)"
ends 0 run impact.json materials.st.young=200
warns "carom: warning: materials.st.young: '200' has no unit"
ends 0 run impact.json sweep='{materials.st.density: [7800, 7.8]}'
warns "did you mean 7.8 g/cm3?"
[ "$(grep -c warning: ../err)" = 1 ] || bad "a sweep of densities: $(cat ../err)"
for command in "impact tsuji" "compare tsuji hertz"; do
  ends 0 $command young=207 radius=20
  warns "carom: warning: young: '207' has no unit and is taken as 207 Pa"
  warns "did you mean 20 mm?"
  [ "$(wc -l <../err)" = 2 ] || bad "'$last' warns more than once: $(cat ../err)"
  ends 0 $command young=70GPa radius=20mm speed=2
  silent
done

# tables without units are told what was taken; separators are those of their first line
cat >chain.json <<'END'
{"carom": 1,
 "materials": {"st": {"young": "207 GPa", "poisson": 0.3, "density": 7800}},
 "contacts": [{"between": ["st", "st"], "law": "hertz"}],
 "chain": {"beads": [{"radius": "5 mm", "material": "st", "velocity": "1 m/s"},
                     {"radius": "5 mm", "material": "st", "count": 3}]},
 "measured": "data.csv",
 "run": {"until": "100 us"}}
END
printf 'time[us],velocity_1[m/s]\n0,0\n50,0.5\n100,1\n' >data.csv
ends 0 run chain.json
silent
cp ../out ../commas
for separator in ';' '\t'; do
  printf "time[us]${separator}velocity_1[m/s]\n0${separator}0\n50${separator}0.5\n100${separator}1\n" >data.csv
  ends 0 run chain.json
  cmp -s ../out ../commas || bad "'$separator' is not read as a comma: $(cat ../out)"
done
printf 'time,velocity_1\n0,0\n50e-6,0.5\n100e-6,1\n' >data.csv
ends 0 run chain.json
warns "chain.json:6:14: warning: measured: data.csv has columns without units; taken were: time in s, velocity_1 in m/s"
cmp -s ../out ../commas || bad "without units: $(cat ../out)"
cat >scene.json <<'END'
{"carom": 1, "materials": {"glass": {"young": "10 MPa", "poisson": 0.25, "density": 2500}},
 "contacts": [{"between": ["glass", "glass"], "law": "tsuji", "restitution": 0.2}],
 "scene": {"particles": [{"file": "grains.csv", "material": "glass"}]}, "run": {"until": "1 ms"}}
END
printf 'x\ty\tz\tradius[mm]\n0\t0\t0\t5\n1\t0\t0\t5\n' >grains.csv
ends 0 check scene.json
warns "scene.json:3:26: warning: scene.particles[0]: grains.csv has columns without units; taken were: x in m, y in m, z in m"

sed 's/"particles"/"gravity": [0, 0, -9810], &/; s/"material": "glass"}\]/"velocity": [0, 3000, "3 m\/s"], &/' scene.json >fast.json
ends 0 check fast.json
warns "fast.json:3:30: warning: scene.gravity[2]: '-9810' has no unit and is taken as -9810 m/s2, which is a hundred times that of the earth; did you mean -9810 mm/s2?"
warns "scene.particles[0].velocity[1]: '3000' has no unit"
[ "$(grep -c warning: ../err)" = 4 ] || bad "components of vectors: $(cat ../err)"

# a byte order mark, which editors of some systems write
for file in impact.json impact; do
  printf '\357\273\277' | cat - impact.json >../marked && mv ../marked "marked_$file"
  ends 0 run "marked_$file"
  cp ../out ../marked
  ends 0 run impact.json
  cmp -s ../out ../marked || bad "a byte order mark changes the run of marked_$file"
done

# text of users cannot leave its line, nor reach the terminal as a command
printf '{"carom": 1, "title": 1, "impact": {"a\\nb\\u0007\\u001b[31m\\u009b1m": 1}}' >control.json
ends 2 check control.json
warns '\n'
warns '\x07\x1b[31m\xc2\x9b1m'
[ "$(tr -d '\n' <../err | LC_ALL=C tr -d ' -~' | wc -c)" = 0 ] || bad "control characters reach the terminal"
[ "$(grep -c '^b' ../err)" = 0 ] || bad "a name begins a line of its own"
sed 's/{"carom": 1,/&\n "title": "a\\u001b[31m",/' impact.json >title.json
ends 2 check title.json
warns "title.json:2:11: title: a title is text without control characters"
for sign in 001b 009b; do
  sed "s/\"st\"/\"s\\\\u${sign}31mt\"/g" impact.json >name.json
  ends 2 check name.json
  warns 'a name is one line of text without tabs and control characters'
  sed "s/{\"carom\": 1,/& \"title\": \"a\\\\u${sign}31m\",/" impact.json >title.json
  ends 2 check title.json
  warns 'title: a title is text without control characters'
done
ends 2 check "$(printf 'no\nsuch\tfile\033.yaml')"
warns 'no\nsuch\tfile\x1b.yaml'

[ $failed = 0 ] && echo "$checks checks"
exit $failed
