#!/bin/sh
# SPDX-License-Identifier: MIT
# What nobody gave is told: check_defaults.sh CAROM SOURCE_ROOT. Every law in every kind of problem,
# with every property of its material left out, is refused at its place (exit code 2) or says so;
# values of 'carom check' name where they come from, and its output runs to the same bits.
set -u
carom=$1 root=$2
place=$(mktemp -d) && trap 'rm -rf "$place"' EXIT && cd "$place" || exit 2
failed=0 checks=0
bad() { echo "FAILED: $*" && failed=1; }
says() { # TEXT: in what was printed, wherever its lines end
  tr '\n' ' ' <out | grep -qF -- "$1" || bad "'$what' does not say '$1' but '$(head -c 1500 out)'"
}
good() { # ARGUMENTS: must end well
  what="carom $*" checks=$((checks + 1))
  "$carom" "$@" >out 2>err || bad "'$what' ended with $?: $(head -c 300 err)"
}

# every law, every problem, every property
"$carom" new impact >new.yaml && "$carom" check new.yaml >out 2>err
if grep -q "without libyaml" err; then echo "no YAML here" && exit 77; fi
command -v python3 >/dev/null || { echo "check_defaults: needs python3" && exit 77; }
young='young: 2 GPa' poisson='poisson: 0.4' density='density: 1500 kg/m3' yield='yield: 50 MPa'
problem() { # NAME: a small one of soft on steel
  case $1 in
  impact) echo 'impact: {a: {radius: 20 mm, material: soft}, b: {shape: flat, material: steel}, speed: 0.1 m/s}' ;;
  bounce) echo 'bounce: {height: 1 cm, body: {radius: 20 mm, material: soft}, ground: {shape: flat, material: steel}}
run: {until: 0.1 s}' ;;
  chain) echo 'chain: {beads: [{radius: 1 cm, material: steel, velocity: 1 m/s}, {radius: 1 cm, material: soft}]}
run: {until: 1 ms}' ;;
  mechanism) echo 'mechanism:
  bodies: {rod: {mass: 1 kg, inertia: 0.01 kg m2}}
  clearances: {pin: {bearing: ground, journal: rod, bearing_radius: 10 mm, journal_radius: 9.5 mm, bearing_material: steel, journal_material: soft}}
run: {until: 1 ms}' ;;
  scene) echo 'scene: {particles: [{position: [0, 0, 0], radius: 5 mm, material: soft}, {position: [0.1, 0, 0], radius: 5 mm, material: steel}]}
run: {until: 1 ms}' ;;
  esac
}
laws=$("$carom" law --json | python3 -c 'import json, sys; print(*[l["name"] for l in json.load(sys.stdin)["laws"]])') ||
  { echo "no list of laws" && exit 2; }
[ "$(echo $laws | wc -w)" -ge 24 ] || bad "these are too few laws: $laws"
refused=0 told=0
for kind in impact bounce chain mechanism scene; do
  for left in young poisson density yield; do
    given=
    for one in young poisson density yield; do
      [ $one = $left ] || eval "given=\"\$given\${given:+, }\$$one\""
    done
    for law in $laws; do
      { # the soft material stands in line 3
        printf 'carom: 1\nmaterials:\n  soft: {%s}\n' "$given"
        printf '  steel: {young: 207 GPa, poisson: 0.3, density: 7800 kg/m3, yield: 1.03 GPa}\n'
        printf 'contacts: [{between: [soft, steel], law: %s}]\n' "$law"
        problem $kind
      } >one.yaml
      checks=$((checks + 1))
      "$carom" check one.yaml >out 2>err
      code=$?
      case $code in
      2)
        refused=$((refused + 1))
        grep -q "^one.yaml:3:9: materials.soft: .*'$left'" err || bad "$kind, $law without $left: $(cat err)"
        ;;
      0)
        told=$((told + 1))
        grep -q "^  soft: {.*# not given: $left\$" out || bad "$kind, $law: that $left is missing is not told: $(cat out)"
        grep "^  soft: {" out | grep -q "$left:" && bad "$kind, $law: $left comes from nowhere: $(cat out)"
        ;;
      *) bad "$kind, $law without $left ended with $code: $(cat err)" ;;
      esac
    done
  done
done
[ $refused -gt 100 ] && [ $told -gt 100 ] || bad "$refused were refused and $told told"

# verdicts without a yield stress
cat >ball.yaml <<'FILE'
carom: 1
materials: {ptfe: {young: 1.46 GPa, poisson: 0.46, density: 2200 kg/m3}}
contacts: [{between: [ptfe, ptfe], law: hertz}]
impact: {a: {radius: 2 mm, material: ptfe}, b: {radius: 2 mm, material: ptfe}}
FILE
good run ball.yaml && says "yield not given: not judged"
good check ball.yaml && says "yield not given: not judged"
good run ball.yaml materials.ptfe.yield=none && ! grep -q "not judged" out || bad "what never yields is not judged"
good run ball.yaml --json && says '"yield_judged": false'

# what was not asked for
good impact tsuji && says "default 0.7 of the law, not asked" && ! grep -q "asked 0.7" out || bad "0.7 was asked by nobody"
good impact tsuji restitution=0.7 && says "asked 0.7, delivered 0.70000000"
good impact wang-viscous --json && says '"asked_restitution": null'
good impact flores speed=1e-4 --json && says '"not as default"'
good compare tsuji hertz && says "default 0.7"

# the built-in steel, and what of it is left
good impact hertz && says "all of the built-in steel"
good impact hertz young=70GPa && says "poisson, density, yield of the built-in steel"
good impact hertz a.young=70GPa yield=none && says "a: poisson, density; b: young, poisson, density of the built-in steel"
good run ball.yaml && ! grep -q "built-in" out || bad "a described material is said to be built in"

# laws side by side
good compare ma-liu kogut-etsion thornton speed=8
says "hardness_ratio 3 in ma-liu; hardness_ratio 2.8 in kogut-etsion; pressure_ratio 1.6 in thornton"
good impact kogut-etsion speed=8 --json && cp out alone
good report --output report && says "hardness_ratio 2.8 in kogut-etsion"
grep -q "hardness_ratio 2.8 in kogut-etsion" report/report.md || bad "report.md says nothing of hardness"
python3 - <<'CODE' || bad "report and impact differ"
import csv, glob, json
alone = json.load(open("alone"))["restitution"]
rows = [r for f in glob.glob("report/*.csv") for r in csv.DictReader(open(f)) if r.get("law") == "kogut-etsion"]
assert any(r.get("restitution") and float(r["restitution"]) == alone for r in rows), (alone, rows[:3])
CODE

# where values come from
{ printf 'carom: 1\nmaterials: {g: {young: 10 MPa, poisson: 0.3, density: 2500}}\n'
  printf 'contacts: [{between: [g, g], law: thornton, tangential: {model: mindlin}}]\n'
  printf 'scene:\n  particles: [{position: [0, 0, 0], radius: 5 mm, material: g}, {position: [0.1, 0, 0], radius: 5 mm, material: g}]\nrun: {until: 1 ms}\n'; } >scene.yaml
good check scene.yaml materials.g.yield='1 MPa' scene.expected_speed='0.5 m/s'
says "gravity: [0 m/s2, 0 m/s2, 0 m/s2]   # default"
says "friction: 0.5"
says "memory: episode"
says "command line: yield"
says "expected_speed: 0.5 m/s   # command line"
grep -q "law: thornton.*# default: .*friction.*pressure_ratio.*memory" out || bad "defaults of a contact are not told: $(cat out)"
clock='"seconds"\|"forces"\|"motion"\|"lists"'
for kind in impact bounce chain mechanism scene; do
  "$carom" new $kind >new.yaml
  good check new.yaml && cp out resolved.yaml
  good run new.yaml --json && grep -v "$clock" out >first
  good run resolved.yaml --json && grep -v "$clock" out >second
  cmp -s first second || bad "what check prints of $kind does not run to the same"
done

# what a run tells
good run scene.yaml materials.g.yield='1 MPa' --output told
says "scene.gravity none" && says "contacts.0.memory episode" && says "contacts.0.tangential.friction 0.5"
python3 -c 'import json
d = json.load(open("told/run.json"))["defaults"]
assert d["scene.gravity"] == "none" and d["contacts.0.pressure_ratio"] == "1.6", d
assert d["scene.expected_speed"] == "1 m/s", d' || bad "run.json does not tell the defaults"
good run scene.yaml materials.g.yield='1 MPa' scene.gravity='[0, 0, 0]' contacts.0.memory=pair
! grep -q "scene.gravity\|memory" out || bad "what was given is called a default"

good run ball.yaml contacts.0.law=tsuji && says "contacts.0.restitution 0.7"
good run ball.yaml contacts.0.law=tsuji 'sweep={contacts.0.restitution: [0.5, 0.6]}'
! grep -q "restitution 0.7" out || bad "what a sweep gives is called a default"

[ $failed = 0 ] && echo "defaults: $checks runs, $refused refused, $told told"
exit $failed
