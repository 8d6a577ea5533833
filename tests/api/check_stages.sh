#!/bin/sh
# SPDX-License-Identifier: MIT
# What comes with a stage is what would have been declared in the scene, away until then: the same
# bits, columns and frames, by any threads (tests/restart/flow.yaml is killed in one): check_stages.sh COMMAND
set -eu

carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0
complain() { echo "FAILED: $*"; failed=1; }

mixer='mixer: {shape: rectangle, point: [0, -8 mm, 45 mm], side_a: [0, 16 mm, 0], side_b: [0, 0, 12 mm], material: grain'
lid='lid: {shape: disc, radius: 20 mm, point: [0, 0, 45 mm], material: grain'
drives='drives: [{velocity: [0, 0, -1 m/s], start: 2 ms, stop: 12 ms}, {spin: [0, 0, 20 rad/s], start: 5 ms, ramp: 2 ms}]'
servo='servo: {direction: [0, 0, -1], force: 1 N, speed: 0.5 m/s, start: 1 ms}'
spout='spout: {shape: disc, point: [0, 0, 70 mm], radius: 10 mm, rate: 500 1/s, every: 3 ms, velocity: [0, 0, -0.5 m/s], particles: [{material: grain, radius: 3 mm}]'
top='top: {shape: box, low: [-20 mm, -20 mm, 30 mm], high: [0, 20 mm, 0.2 m], every: 3 ms'

cat >head <<'END'
carom: 1
materials: {grain: {young: 2 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}}
contacts: [{between: [any, any], law: tsuji, restitution: 0.5, tangential: {model: mindlin, friction: 0.4}}]
run: {until: 0.5 s}
record: {every: 1 ms, frames: 10 ms, frame_contacts: false}
scene:
  gravity: [0, 0, -9.81 m/s2]
  expected_speed: 1 m/s
  particles:
    - {arrange: dense, fraction: 0.5, radius: 3 mm, material: grain, low: [-20 mm, -20 mm, 0], high: [20 mm, 20 mm, 40 mm]}
END
walls='side: {shape: box, low: [-20 mm, -20 mm, 0], high: [20 mm, 20 mm, 0.2 m], material: grain}'
cat head - >declared.yaml <<END
  walls:
    $walls
    $mixer, present: false}
    $lid, present: false}
  sources:
    $spout, enabled: false}
  sinks:
    $top, enabled: false}
  stages:
    - {name: settle, time: 10 ms}
    - {name: stir, time: 20 ms, walls: {mixer: {present: true, $drives}}, sources: {spout: {on: true}}}
    - {name: press, time: 15 ms, walls: {lid: {present: true, $servo}, mixer: {present: false}},
       sources: {spout: {on: false}}, sinks: {top: {on: true}}}
END
cat head - >added.yaml <<END
  walls:
    $walls
  stages:
    - {name: settle, time: 10 ms}
    - name: stir
      time: 20 ms
      add:
        walls:
          $mixer, $drives}
        sources:
          $spout}
    - name: press
      time: 15 ms
      add: {walls: {$lid, $servo}}, sinks: {$top}}}
      walls: {mixer: {present: false}}
      sources: {spout: {on: false}}
END
for name in declared added; do
  "$carom" run $name.yaml --threads 1 --output $name >/dev/null 2>&1 || complain "$name does not run"
done
cmp declared/series.csv added/series.csv || complain "other series"
diff -r declared/frames added/frames >/dev/null || complain "other frames"
column() { awk -F, -v name="$1" 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == name) c = k; next } { print $c }' added/series.csv; }
column 'force_mixer_z[N]' | grep -qv '^0$' || complain "the mixer feels nothing"
column 'force_lid_z[N]' | grep -qv '^0$' || complain "the lid feels nothing"
[ "$(column 'entered_spout[1]' | tail -n 1)" -ge 8 ] || complain "nothing has entered"
[ "$(column 'left_top[1]' | tail -n 1)" -ge 3 ] || complain "nothing has left"
# two triangles more while the mixer is there, those of the lid after it
polygons() { grep -ao 'NumberOfPolys="[0-9]*"' "added/frames/walls_00000$1.vtp" | tr -dc 0-9; }
[ "$(polygons 2)" = $(($(polygons 0) + 2)) ] || complain "no mixer in the frame of its stage"
[ "$(polygons 4)" -gt $(($(polygons 0) + 2)) ] || complain "no lid in the last frame"
# what check prints runs alike, and with other threads
"$carom" check added.yaml >checked.yaml 2>/dev/null || complain "check fails"
"$carom" run checked.yaml --threads 3 --output checked >/dev/null 2>&1 || complain "what check prints does not run"
cmp declared/series.csv checked/series.csv || complain "what check prints runs otherwise"

[ $failed = 0 ] || exit 1
echo "stages: walls, sources and sinks that come with them"
