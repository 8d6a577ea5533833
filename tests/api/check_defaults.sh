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
good impact hertz young=70GPa b.yield=none --json
says '"built_in_steel": ["a.poisson", "a.density", "a.yield", "b.poisson", "b.density"]'
good compare hertz tsuji young=70GPa --json && says '"built_in_steel": ["a.poisson"'
good impact hertz --sweep young=70GPa,200GPa && says "Material: poisson, density, yield of the built-in steel"
good compare hertz tsuji --sweep young=70GPa,200GPa && says "Material: poisson, density, yield of the built-in steel"
good run ball.yaml && ! grep -q "built-in" out || bad "a described material is said to be built in"

# laws side by side
good compare ma-liu kogut-etsion thornton speed=8
says "hardness_ratio 3 in ma-liu; hardness_ratio 2.8 in kogut-etsion; pressure_ratio 1.6 in thornton"
good impact kogut-etsion speed=8 --json && cp out alone
good report --output report && says "hardness_ratio 2.8 in kogut-etsion"
grep -q "hardness_ratio 2.8 in kogut-etsion" report/report.md || bad "report.md says nothing of hardness"
# luding has no published formula, and pulls where walton-braun, as stiff, does not
! grep -q 'luding, asked for' report/report.md || bad "report.md tells what a formula delivers that luding has not"
! grep -q 'walton-braun and luding give' report/report.md || bad "report.md takes luding for walton-braun"
grep -q 'kuwabara-kono, gran-hertz and power-law give the same impact: their curves lie on each other\.' report/report.md ||
  bad "report.md compares published formulas that do not exist"
for law in walton-braun jkr luding; do
  grep -q "^$law,0.5,.*,0.[45][09]*[0-9]*$" report/restitution_asked.csv || bad "$law has no restitution in restitution_asked.csv"
done
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
clock='"seconds"\|"forces"\|"motion"\|"lists[a-z_]*"'
for kind in impact bounce chain mechanism scene; do
  "$carom" new $kind >new.yaml
  good check new.yaml && cp out resolved.yaml
  good run new.yaml --json && grep -v "$clock" out >first
  good run resolved.yaml --json && grep -v "$clock" out >second
  cmp -s first second || bad "what check prints of $kind does not run to the same"
done

# every file that is shipped: what check prints runs to the same, and nothing is left to a default
cp -R "$root/scenarios" shipped
for file in shipped/*.yaml; do
  set -- "$file"
  "$carom" check "$file" run.until='1 us' >/dev/null 2>&1 && set -- "$file" run.until='1 us'
  good check "$@" && cp out shipped/resolved.yaml
  good run "$@" --json && grep -v "$clock" out >first
  good run shipped/resolved.yaml --json && grep -v "$clock" out >second
  cmp -s first second || bad "what check prints of $file does not run to the same"
  rm shipped/resolved.yaml
  grep -q '"defaults": {}' first || bad "$file leaves to defaults: $(sed -n '/"defaults"/,$p' first)"
done

# a sweep over laws or bodies: what one combination has is not written into all
good check new.yaml contacts.0='{between: [glass, glass], law: tsuji}' 'sweep={contacts.0.law: [tsuji, hertz]}'
cp out resolved.yaml && good run resolved.yaml run.until='1 us' && says "hertz"
"$carom" new chain >chain.yaml
good check chain.yaml record='{every: 1 us}' 'sweep={chain.beads.1.count: [20, 4]}' && says "beads ([0, 2, 5"
cp out resolved.yaml && good run resolved.yaml run.until='1 us'
good check chain.yaml record='{beads: all, contacts: all}' 'sweep={chain.beads.1.count: [20, 4]}' && says "beads: all"
"$carom" new bounce >bounce.yaml && good check bounce.yaml
says "ground: {material: steel, shape: flat}"

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
good run ball.yaml --json && says '"impact.speed": "1 m/s"'
good run ball.yaml 'sweep={impact.a.radius: [1 mm, 2 mm]}' --json && says '"impact.speed": "1 m/s"'
good run ball.yaml impact.a='{material: ptfe}' impact.b='{shape: flat, material: ptfe}' && says "impact.a.radius 0.02 m"
! grep -q "impact.b.radius" out || bad "a flat is said to have a radius"
good run scene.yaml contacts.0='{between: [g, g], law: hertz}' && says "contacts.0.tangential none (no friction)"
good run scene.yaml contacts.0='{between: [g, g], law: hertz, tangential: none}'
! grep -q "contacts.0.tangential" out || bad "a contact that was said to be smooth is called a default"
good check scene.yaml contacts.0='{between: [g, g], law: hertz, tangential: none}' && says "tangential: none"
good run chain.yaml 'chain.beads.0.velocity=0' contacts.0='{between: [steel, steel], law: kuwabara-kono}' run.until='1 us'
says "contacts.0.reference_speed 1 m/s (nothing moves at first)"
python3 - >many.yaml <<'CODE'
print("carom: 1\nmaterials:")
for i in range(30):
    print("  m%d: {young: 1 GPa, poisson: 0.3, density: 1000, yield: 1 MPa}" % i)
print("contacts:")
for i in range(29):
    print("  - {between: [m%d, m%d], law: wang-viscous}" % (i, i + 1))
print("chain:\n  beads:")
for i in range(30):
    print("    - {radius: 1 cm, material: m%d, velocity: %d}" % (i, i == 0))
print("run: {until: 1 us}")
CODE
good run many.yaml && says "contacts.28.restitution_plastic 0.7."

# a sweep tells what is not judged, and a fault which material it is about
soft='materials={ptfe: {young: 1.46 GPa, poisson: 0.46, density: 2200 kg/m3}}'
good run ball.yaml impact.speed='1 mm/s' 'sweep={impact.a.radius: [1 mm, 2 mm]}' && says "yield not given: not judged"
good run bounce.yaml "$soft" contacts.0='{between: [ptfe, ptfe], law: hertz}' bounce.body.material=ptfe bounce.ground.material=ptfe \
  run.until='50 ms' 'sweep={bounce.height: [0.1 mm, 0.2 mm]}' && says "yield not given: not judged"
good run chain.yaml "$soft" contacts.0='{between: [ptfe, ptfe], law: hertz}' \
  'chain={beads: [{count: 3, radius: 1 cm, material: ptfe}]}' record='{every: 1 us}' run.until='9 us' 'sweep={chain.gravity: [0, 1]}'
says "yield not given: not judged"
good run new.yaml materials.glass='{young: 100 MPa, poisson: 0.25, density: 2500 kg/m3}' run.until='100 ms' \
  scene.particles.0.count=50 'sweep={contacts.0.restitution: [0.5, 0.6]}' && says "yield not given: not judged"
"$carom" run ball.yaml 'sweep={contacts.0.law: [hertz, ma-liu]}' >out 2>err
grep -q "sweep.contacts.0.law\[1\]: materials.ptfe: law 'ma-liu' needs 'yield'" err || bad "a sweep blames no material: $(cat err)"

good run ball.yaml contacts.0.law=tsuji 'sweep={contacts.0.restitution: [0.5, 0.6]}'
! grep -q "restitution 0.7" out || bad "what a sweep gives is called a default"

[ $failed = 0 ] && echo "defaults: $checks runs, $refused refused, $told told"
exit $failed
