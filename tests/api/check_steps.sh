#!/bin/sh
# SPDX-License-Identifier: MIT
# What the command says of settled starts, of fixed steps and of energy budgets:
# check_steps.sh COMMAND SOURCE
set -u

source=$(cd "$2" && pwd)

# shellcheck source=tests/api/command.sh
. "$(dirname "$0")/command.sh"

cat >column.yaml <<'EOF'
carom: 1
materials:
  steel: {young: 207 GPa, poisson: 0.3, density: 8000 kg/m3, yield: 940 MPa}
contacts:
  - {between: [steel, steel], law: hertz}
chain:
  beads:
    - {count: 10, radius: 10 mm, material: steel}
    - {radius: 10 mm, material: steel, velocity: 1e-9 m/s}
    - {count: 10, radius: 10 mm, material: steel}
  right: {wall: steel}
  gravity: 9.81
  start: settled
run: {until: 10 us}
record: {every: 1 us, contacts: [right]}
EOF

# 21 beads of 33.51 g: 6.903 N on the wall, whichever of them moves
ends 0 check column.yaml
says "# beads 0 to 20 settled before the start, 6.903 N on the wall"
ends 0 run column.yaml --output settled
says "beads 0 to 20 settled before the start, 6.903 N on the wall"
says "bead 10 then gets a velocity of 1 nm/s"
says "right    -           -   -        6.903 N" # no maximum has come yet, so none is told
silent
sed -n 2p settled/series.csv | grep -q ',6\.90[23]' || bad "not 21 m g at the start: $(sed -n 2p settled/series.csv)"
grep -q '"rest": "settled"' settled/run.json || bad "run.json does not say who was settled"
ends 0 run column.yaml chain.beads.0.velocity='1 mm/s' chain.beads.0.count=1
says "if bead 0 strikes and did not rest there, write arrives: true"
ends 0 run column.yaml chain.beads.0.velocity='1 mm/s' chain.beads.0.arrives=true
says "beads 0 to 9 not settled: they arrive"
says "beads 10 to 20 settled before the start, 3.616 N on the wall"
ends 0 check column.yaml chain.beads.1.gap='1 mm'
says "# beads 0 to 9 not settled: behind the gap at bead 10 nothing bears them"
ends 2 run column.yaml chain.right.gap='1 mm'
warns "column.yaml:13:10: chain.start: the last body is 0.001 m away from the wall"

cat >chain.yaml <<'EOF'
carom: 1
materials:
  steel: {young: 207 GPa, poisson: 0.3, density: 8000 kg/m3, yield: 940 MPa}
contacts:
  - {between: [steel, steel], law: tsuji, restitution: 0.9}
chain:
  beads:
    - {radius: 10 mm, material: steel, velocity: 1 m/s}
    - {count: 5, radius: 10 mm, material: steel}
  right: {wall: steel}
run: {until: 300 us, integrator: verlet, step: 1 ms}
record: {every: 10 us}
EOF

# Hertz without damping: 2/omega is 30.3 us, a contact lasts 59 us
for command in run check; do
  ends 2 $command chain.yaml
  warns "chain.yaml:11:48: run.step: 0.001 s is too long: the largest step that can work is 3.03"
  ends 2 $command chain.yaml run.step='31 us'
  warns "carom: run.step: 3.1e-05 s is too long"
done
for integrator in verlet euler-trapezoid rk45 gear5; do
  ends 2 run chain.yaml run.integrator=$integrator
  ends 0 run chain.yaml run.integrator=$integrator run.step='7 us'
  warns "carom: warning: run.step: a contact has 8.4"
  warns "instead of 0.9; take shorter ones"
  ends 0 run chain.yaml run.integrator=$integrator run.step='0.5 us'
  silent
done
ends 0 check chain.yaml run.step='7 us'
warns "steps (contact 0, 59.18 us at 1 m/s), in which the restitution is"

# a budget that is off by more than a hundredth is the last line, one that is off by half ends with 1
ends 0 run chain.yaml run.step='9 us' --output off
tail -1 ../out | grep -q '^warning: the energy budget is off by [0-9.]* %; take a shorter step' ||
  bad "no budget in the last line: $(tail -1 ../out)"
grep -q '"energy: the energy budget is off by' off/run.json || bad "run.json lacks the warning"
ends 1 run chain.yaml run.step='30 us' --output lost
tail -1 ../out | grep -q '^warning: the energy budget is off by .* the result means nothing' ||
  bad "no budget in the last line: $(tail -1 ../out)"
[ -s lost/series.csv ] && [ -s lost/run.json ] || bad "a run with a bad budget leaves nothing"
ends 1 run chain.yaml run.step='30 us' --json
warns "carom: warning: energy: the energy budget is off by"
ends 1 run chain.yaml 'sweep={run.step: [1 us, 30 us]}'
warns "carom: warning: energy: the energy budget of combination 2 is off by"
ends 0 run chain.yaml 'sweep={run.step: [1 us, 2 us]}'

# the verdict sees the steps, and a run of a sweep that goes wrong ends like one alone
ends 0 run chain.yaml run.step='14 us'
says "tsuji: in steps of 14 us the restitution is 0.8"
says " not as asked"
ends 0 run chain.yaml run.step='14 us' --json
says '"restitution_at_step": 0.8'
says '"validity": "not as asked"'
ends 0 run chain.yaml run.step='1 us'
if grep -q 'in steps of' ../out; then bad "steps that are short enough are blamed"; fi
ends 0 run chain.yaml 'sweep={run.step: [1 us, 14 us]}'
[ "$(grep -c ' not as asked$' ../out)" = 1 ] || bad "a sweep does not see its steps: $(cat ../out)"
ends 1 run chain.yaml chain.gravity='1e6 m/s2' chain.right='{wall: steel}' run.until='1 ms' 'sweep={run.step: [0.1 us, 9 us]}'
warns "1 of 2 combinations could not be computed"

carom new scene | sed 's/100 MPa/10 MPa/' >scene.yaml
ends 2 run scene.yaml run.step='1 ms'
warns "run.step: 0.001 s is too long: the largest step that can work is"
warns "without a given step 1.71e-05 s is chosen"
ends 0 run scene.yaml run.step='100 us' run.until='20 ms'
warns "run.step: glass - glass: in steps of 100 us the restitution is 0.5703 (within 0.029, 6.49 steps in a contact) instead of 0.6"
says " not as asked"
ends 0 run scene.yaml run.until='20 ms' 'sweep={run.step: [17 us, 100 us]}'
[ "$(grep -c ' not as asked$' ../out)" = 1 ] || bad "a sweep of scenes has no verdict: $(cat ../out)"
ends 0 run scene.yaml run.step='17 us' scene.velocity=half run.until='0.3 s'
says "(scene.velocity: half: of first order in the step)"
tail -1 ../out | grep -q '^warning: the energy budget is off by .* with scene.velocity: half it is of first order' ||
  bad "no budget in the last line: $(tail -1 ../out)"
# a touch that is latched at the floor is then pressed faster by the others
cat >dense.yaml <<'EOF'
carom: 1
materials:
  grain: {young: 10 MPa, poisson: 0.3, density: 2500 kg/m3, yield: none}
contacts:
  - {between: [grain, grain], law: flores, restitution: 0.7, tangential: {model: mindlin, friction: 0.5}}
scene:
  particles:
    - {arrange: random, count: 400, radius: 0.9 mm, radius_max: 1.1 mm, material: grain, seed: 1,
       low: [0, 0, 0], high: [18.5 mm, 18.5 mm, 18.5 mm]}
  domain: {low: [0, 0, 0], high: [18.5 mm, 18.5 mm, 18.5 mm], periodic: xyz}
  box: {affine: true, all: {stress: 1 kPa, limit: 20 1/s}}
  expected_speed: 0.1 m/s
  restitution_error: 0.01
run: {until: 25 ms}
EOF
ends 0 run dense.yaml
tail -1 ../out | grep -q '^warning: the energy budget is off by .*; take impact_speed: expected, or a far shorter step' ||
  bad "no remedy for latched speeds in the last line: $(tail -1 ../out)"
ends 0 run dense.yaml contacts.0.impact_speed=expected
if grep -q '^warning' ../out; then bad "the remedy does not help: $(grep '^warning' ../out)"; fi

# at rest there is no energy but what rounding leaves, whose budget says nothing
cat >rest.yaml <<'EOF'
carom: 1
materials:
  glass: {young: 100 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}
contacts:
  - {between: [glass, glass], law: tsuji, restitution: 0.6}
scene:
  particles:
    - {arrange: hexagonal, count: 60, radius: 5 mm, material: glass, low: [0.113, 0.2171, 0], high: [0.2, 0.3, 0.1]}
  bonds: {cement: {young: 1 GPa, gap: 0.1 mm}}
  expected_speed: 1 m/s
run: {until: 1 ms}
EOF
ends 0 run rest.yaml
silent
if grep -q '^warning' ../out; then bad "a scene at rest is warned of: $(grep '^warning' ../out)"; fi
carom new scene >stiff.yaml
ends 0 run stiff.yaml run.until='0.3 s'
silent

# few small grains and a heavy one: foreseen
ends 0 check scene.yaml
says "# a body of R 4 mm that cannot give way overlaps by about 1.1 % of its radius under the weight above"
silent
cat >heavy.yaml <<'EOF'
carom: 1
materials: {g: {young: 5 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}}
contacts: [{between: [g, g], law: tsuji, restitution: 0.5}]
scene:
  particles:
    - {position: [0, 0, 24 mm], radius: 20 mm, material: g}
    - {position: [0, 0, 1 mm], radius: 1 mm, material: g}
  walls: {floor: {shape: plane, point: [0, 0, 0], direction: [0, 0, 1], material: g}}
  gravity: [0, 0, -9.81]
run: {until: 0.2 s}
record: {every: 10 ms}
EOF
ends 0 check heavy.yaml
warns "carom: warning: scene: a body of R 1 mm"
ends 1 run heavy.yaml
warns "too soft for what presses them"
warns "not at fault are the step"

# a paper's own step is told, not refused
cp -R "$source/scenarios" papers
sed 's/integrator: dop853, tolerance: 1e-12/integrator: verlet, step: 8 us/' \
  "$source/scenarios/chain_horizontal_70.yaml" >papers/chain_horizontal_70.yaml
checks=$((checks + 1))
last='reproduce 000'
carom reproduce 000 --scenarios papers --json >../out 2>../err
warns "carom: warning: run.step: 8 us is above the stability limit of contact 0"
grep -q 'too long: the largest step' ../out ../err && bad "a step of a paper was refused"

[ $failed = 0 ] && echo "steps: $checks runs as expected"
exit $failed
