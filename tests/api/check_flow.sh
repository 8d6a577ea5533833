#!/bin/sh
# SPDX-License-Identifier: MIT
# Scenes that are fed and emptied, contacts by default, dense beds, as a user meets them:
# check_flow.sh COMMAND
set -eu

carom=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "FAILED: $*"; failed=1; }

cat >"$work/any.yaml" <<'FILE'
carom: 1
materials:
  glass: {young: 60 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}
  steel: {young: 100 MPa, poisson: 0.3, density: 7800 kg/m3, yield: none}
  rubber: {young: 10 MPa, poisson: 0.3, yield: none}
contacts:
  - {between: [any, any], law: tsuji, restitution: 0.6, tangential: {model: mindlin, friction: 0.5}}
  - {between: [rubber, any], law: tsuji, restitution: 0.3}
  - {between: [steel, steel], law: tsuji, restitution: 0.9}
scene:
  particles:
    - {arrange: dense, fraction: 0.5, radius: 2 mm, material: glass, low: [0, 0, 0], high: [40 mm, 40 mm, 30 mm]}
    - {arrange: random, count: 20, radius: 3 mm, material: steel, low: [0, 0, 40 mm], high: [40 mm, 40 mm, 80 mm]}
  walls:
    box: {shape: box, low: [0, 0, 0], high: [40 mm, 40 mm, 1 m], material: rubber}
  gravity: [0, 0, -9.81 m/s2]
run: {until: 2 ms}
FILE

# every pair has the contact that names most of it; what check prints can be run
"$carom" check "$work/any.yaml" record.frames='1 ms' >"$work/checked.yaml"
for row in 'glass - glass  *tsuji  0.6' 'glass - steel  *tsuji  0.6' 'steel - steel  *tsuji  0.9' \
  'glass - rubber (wall)  *tsuji  0.3' 'steel - rubber (wall)  *tsuji  0.3'; do
  grep -q "^# $row" "$work/checked.yaml" || complain "no row '$row' in check"
done
[ "$(grep -c 'between:' "$work/checked.yaml")" = 3 ] || complain "check prints other contacts than the file has"
"$carom" run "$work/checked.yaml" --json >"$work/one.json" 2>/dev/null
"$carom" run "$work/any.yaml" --json >"$work/two.json"
hash_of() { sed -n 's/.*"hash": "\([0-9a-f]*\)".*/\1/p' "$1"; }
[ -n "$(hash_of "$work/one.json")" ] && [ "$(hash_of "$work/one.json")" = "$(hash_of "$work/two.json")" ] ||
  complain "what check prints runs otherwise"

# number, mass and volume: 0.5 of 48 cm3, and 20 spheres of 3 mm; three frames
grep -q '^# 716 particles of glass: 59.98 g, solid volume 23.99 cm3, R 2 mm$' "$work/checked.yaml" ||
  complain "amounts of glass: $(grep 'of glass' "$work/checked.yaml")"
grep -q '^# 20 particles of steel: 17.64 g, solid volume 2.262 cm3, R 3 mm$' "$work/checked.yaml" ||
  complain "amounts of steel: $(grep 'of steel' "$work/checked.yaml")"
grep -q '^# 3 frames of ' "$work/checked.yaml" || complain "no size of frames"

# any goes with scenes
printf 'carom: 1\nmaterials: {s: {young: 207 GPa, poisson: 0.3, density: 7800 kg/m3, yield: none}}\ncontacts: [{between: [any, s], law: hertz}]\nimpact: {a: {material: s, radius: 1 cm}, b: {material: s, radius: 1 cm}, speed: 1 m/s}\n' >"$work/impact.yaml"
code=0
"$carom" check "$work/impact.yaml" >/dev/null 2>"$work/said" || code=$?
[ $code = 2 ] && grep -q "impact.yaml:3:22: contacts\[0\].between: 'any' goes with scenes" "$work/said" ||
  complain "any in an impact: $code $(cat "$work/said")"

# what does not fit is told with its group and line
code=0
"$carom" check "$work/any.yaml" scene.particles.0.fraction=0.75 >/dev/null 2>"$work/said" || code=$?
[ $code = 2 ] && grep -q 'any.yaml:12:7: scene.particles\[0\]: .* do not come apart' "$work/said" ||
  complain "too dense: $code $(cat "$work/said")"

# a source that cannot place all says so, and nothing is lost on the way to the sink
cat >"$work/flow.yaml" <<'FILE'
carom: 1
materials: {glass: {young: 60 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}}
contacts: [{between: [any, any], law: tsuji, restitution: 0.6, tangential: {model: mindlin, friction: 0.5}}]
scene:
  sources:
    wide: {shape: box, low: [0, 0, 50 mm], high: [40 mm, 40 mm, 60 mm], rate: 100000 1/s, every: 1 ms,
      velocity: [0, 0, -0.5 m/s], particles: [{material: glass, radius: 1 mm}]}
  sinks:
    out: {shape: below, point: [0, 0, 45 mm], every: 1 ms}
  gravity: [0, 0, -9.81 m/s2]
run: {until: 30 ms}
record: {every: 10 ms}
FILE
"$carom" run "$work/flow.yaml" --output "$work/flow" >"$work/said"
grep -q '^source wide  *[0-9]*  *[0-9.]* g  [0-9]* particles$' "$work/said" || complain "no shortfall: $(grep source "$work/said")"
awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
  { n++; if ($at["entered_wide[1]"] != $at["particles[1]"] + $at["left_out[1]"]) bad = 1; last = $at["left_out[1]"] }
  END { exit !(n == 4 && !bad && last > 0) }' "$work/flow/series.csv" || complain "in, inside and out differ"
for threads in 2 3; do
  "$carom" run "$work/flow.yaml" --threads $threads --json >"$work/two.json"
  [ "$(hash_of "$work/two.json")" = "$(hash_of "$work/flow/run.json")" ] || complain "other bits with $threads threads"
done

[ $failed = 0 ] || exit 1
echo "flow: contacts by default, amounts, dense beds, sources and sinks"
