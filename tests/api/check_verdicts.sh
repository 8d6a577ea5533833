#!/bin/sh
# SPDX-License-Identifier: MIT
# What runs tell of their contacts, in text, JSON and pages: check_verdicts.sh COMMAND SOURCE
set -u

docs=$(cd "$2/docs" && pwd)
# shellcheck source=tests/api/command.sh
. "$(dirname "$0")/command.sh"
says() { # PATTERN: in the output or beside it
  cat ../out ../err | grep -q -e "$1" || bad "'$last' does not say '$1'"
}
silent() { # PATTERN
  ! cat ../out ../err | grep -q -e "$1" || bad "'$last' says '$1'"
}
need_python

printed() { # FILE COUNT: so many blocks of a page are what the last command says, but for blanks
  $python - "$docs/$1" "$2" <<'END' || bad "'$last' is not what docs/$1 prints"
import re, sys
page, said = open(sys.argv[1]).read(), " ".join(open("../out").read().split())
blocks = [" ".join(b.split()) for b in re.findall(r"^```\w*\n(.*?)^```$", page, re.S | re.M)]
sys.exit(sum(b in said for b in blocks) != int(sys.argv[2]))
END
}

# a law beyond the range to which it was fitted, and within it
good impact kogut-etsion speed=25
says 'passes the range to which the law was fitted'
silent 'within the range of the law'
good impact kogut-etsion speed=25 --json
value 'o["validity"]["verdict"] == "beyond range" and 1.2 < o["validity"]["overlap_over_range"] < 1.3'
good impact kogut-etsion speed=15 --json
value 'o["validity"]["verdict"] == "valid" and 0.5 < o["validity"]["overlap_over_range"] < 1'
good impact flores impact_speed=expected speed=1 restitution=0.5 --json
value 'abs(o["restitution"] - 0.5) < 1e-9 and o["settings"]["impact_speed"] == "expected"'

# a chain of beads that touch: the floor decides, and the way out is told
cat >chain.json <<'END'
{"carom": 1,
 "materials": {"steel": {"young": "207 GPa", "poisson": 0.3, "density": "7800 kg/m3", "yield": "1.03 GPa"}},
 "contacts": [{"between": ["steel", "steel"], "law": "flores", "restitution": 0.9}],
 "chain": {"beads": [{"radius": "10 mm", "material": "steel", "velocity": "0.1 m/s"},
                     {"count": 40, "radius": "10 mm", "material": "steel"}]},
 "run": {"until": "2 ms"}}
END
good run chain.json
says 'latched at the floor in 39 of 40 contacts'
says 'impact_speed: expected (0.1 m/s here)'
says ' latched at the floor$'
good run chain.json --json
value 'o["laws"][0]["validity"] == "latched at the floor" and o["laws"][0]["contacts_latched_at_floor"] == 39'
value 'o["laws"][0]["asked"] == 0.9 and abs(o["laws"][0]["delivered"] - 0.9) < 1e-9 and o["laws"][0]["at"] == 0.1'
value 'o["laws"][0]["restitution"] == o["laws"][0]["delivered"] and o["laws"][0]["asked_restitution"] == 0.9'
good run chain.json run.integrator=verlet run.step=200ns
says 'latched at the floor in 39 of 40 contacts'
good run chain.json contacts.0.impact_speed=expected
silent 'latched at the floor'
good run chain.json contacts.0.law=tsuji --json
value 'o["laws"][0]["off"] == 0 and o["laws"][0]["validity"] == "beyond yield" and o["laws"][0]["yield_judged"]'
good run chain.json contacts.0.law=kuwabara-kono
says 'of them off the 0.9 asked for at 0.1 m/s by more than 0.01; reference_speed says'
says ' not as asked$'

# the start of a chain
cat >start.json <<'END'
{"carom": 1,
 "materials": {"steel": {"young": "207 GPa", "poisson": 0.3, "density": "7800 kg/m3", "yield": "1.03 GPa"}},
 "contacts": [{"between": ["steel", "steel"], "law": "hertz"}],
 "chain": {"beads": [{"radius": "1 cm", "material": "steel"}, {"radius": "1 cm", "material": "steel", "gap": "-1 mm"}]},
 "run": {"until": "0.1 ms"}}
END
good run start.json
says 'passes a tenth of the effective radius, up to 0.2 of it'
says 'passes first yield, up to 381 times'
says ' beyond overlap$'
good check start.json
says 'warning: chain.beads: contact 0 overlaps by 0.2 of its effective radius at the start'
good check start.json chain.beads.1.gap='-0.4 mm'
silent 'effective radius at the start'
good run start.json run.integrator=verlet run.step=50ns --json
value 'o["laws"][0]["validity"] == "beyond overlap" and abs(o["laws"][0]["overlap_over_radius"] - 0.2) < 1e-9'

# kinds of contact beyond those that are listed are judged, too
[ -z "$python" ] || $python - <<'END'
import json
o = json.load(open("start.json"))
o["chain"]["beads"] = [{"radius": f"{10 + 0.1 * i} mm", "material": "steel"} for i in range(20)]
for i in range(1, 19):
    o["chain"]["beads"][i]["gap"] = "-0.01 mm"
o["chain"]["beads"][19]["gap"] = "-1 mm"
json.dump(o, open("many.json", "w"))
END
if [ -f many.json ]; then
  good run many.json
  says '7 contacts of further kinds are not listed: beyond overlap, judged by overlap and floor alone'
  says 'hertz: the overlap passes first yield in 12 of 12 contacts'
  good run many.json --json
  value 'len(o["laws"]) == 12 and o["further_kinds"] == {"contacts": 7, "validity": "beyond overlap"}'
fi

# what the manual prints: a settled chain that is tapped, beads that touch, a slider-crank
cat >settled.json <<'END'
{"carom": 1,
 "materials": {"steel": {"young": "207 GPa", "poisson": 0.3, "density": "8000 kg/m3", "yield": "1.03 GPa"}},
 "contacts": [{"between": ["steel", "steel"], "law": "hertz"}],
 "chain": {"beads": [{"count": 10, "radius": "10 mm", "material": "steel"}, {"radius": "10 mm", "material": "steel", "velocity": "1 nm/s"},
                     {"count": 10, "radius": "10 mm", "material": "steel"}],
           "right": {"wall": "steel"}, "gravity": "9.81 m/s2", "start": "settled"},
 "run": {"until": "0.1 ms"}}
END
good run settled.json
printed chains.md 1
good run "$docs/../scenarios/chain_vertical_1.yaml" run.until='10 us'
printed chains.md 1
good run chain.json run.until='3 ms'
printed chains.md 1

# what starts at rest is calibrated for 1 m/s, whatever occurs
cat >rest.json <<'END'
{"carom": 1,
 "materials": {"steel": {"young": "207 GPa", "poisson": 0.3, "density": "7800 kg/m3", "yield": "1.03 GPa"}},
 "contacts": [{"between": ["steel", "steel"], "law": "kuwabara-kono", "restitution": 0.9}],
 "chain": {"beads": [{"radius": "5 mm", "material": "steel"}], "gravity": "9.81 m/s2", "right": {"wall": "steel", "gap": "1 mm"}},
 "run": {"until": "20 ms"}}
END
good run rest.json
says 'the impact at 0.1401 m/s delivers 0.9[23][0-9]*, not the 0.9 asked for at 1 m/s'
good run rest.json run.integrator=verlet run.step=1us
says 'bodies met at up to 0.1401 m/s, where the restitution is 0.9[23][0-9]*, not 0.9 as at 1 m/s'
says ' not as asked$'

# kinds of the same law are told together; those of another law are not
cat >sizes.json <<'END'
{"carom": 1,
 "materials": {"steel": {"young": "207 GPa", "poisson": 0.3, "density": "7800 kg/m3", "yield": "1.03 GPa"},
               "glass": {"young": "70 GPa", "poisson": 0.2, "density": "2500 kg/m3"}},
 "contacts": [{"between": ["steel", "steel"], "law": "kuwabara-kono", "restitution": 0.9}, {"between": ["steel", "glass"], "law": "hertz"}],
 "chain": {"beads": [{"radius": "10 mm", "material": "steel", "velocity": "1 m/s"}, {"radius": "9 mm", "material": "steel"},
                     {"radius": "8 mm", "material": "steel", "gap": "1 um"}, {"radius": "7 mm", "material": "steel", "gap": "1 um"}],
           "right": {"wall": "glass", "gap": "1 um"}},
 "run": {"until": "1 ms"}}
END
good run sizes.json
[ "$(grep -c '^kuwabara-kono: ' ../out)" = 2 ] || bad "'$last' does not tell kinds of a law together: $(grep '^kuwabara-kono: ' ../out)"
says '^kuwabara-kono: the overlap passes first yield in 3 of 3 contacts, up to'
[ "$(grep -c '^hertz: yield not given: not judged' ../out)" = 1 ] || bad "'$last' does not tell of the wall"
good run sizes.json run.integrator=verlet run.step=200ns chain.beads.0.velocity=3 'contacts.0.reference_speed=1'
[ "$(grep -c 'bodies met at' ../out)" = 1 ] || bad "'$last' does not tell kinds of a law together"
says '^kuwabara-kono: bodies met at up to 3 m/s, where the restitution is 0.8[0-9]* to 0.[89][0-9]*, not 0.8[0-9]* as at 3 m/s'
# nothing touched, nothing to judge
good run sizes.json chain.right.gap='1 m'
silent 'yield not given'
# what nobody asked for is not asked for
sed 's/, "restitution": 0.9//' rest.json >default.json
good run default.json
says 'not the default 0.7 meant for 1 m/s; reference_speed says for which speed it is meant'
silent 'default 0.7 asked'
# where impacts are not counted, nobody knows a share of them
good run rest.json run.integrator=verlet run.step=1us --json
value 'o["laws"][0]["off"] is None and o["laws"][0]["impacts_judged"] is None and o["laws"][0]["touches"] is None'
value 'o["laws"][0]["validity"] == "not as asked" and o["laws"][0]["lowest"] > 0.92'

# a slider-crank that is faster than expected
cat >crank.json <<'END'
{"carom": 1,
 "materials": {"steel": {"young": "207 GPa", "poisson": 0.3, "yield": "200 MPa"}},
 "contacts": [{"between": ["steel", "steel"], "law": "kuwabara-kono", "restitution": 0.46}],
 "mechanism": {
  "bodies": {"crank": {"mass": "1 kg", "inertia": "0.01 kg m2", "points": {"pin": {"x": "50 mm"}}},
             "rod": {"mass": "1.13 kg", "inertia": "0.0153 kg m2", "x": "50 mm", "centre": {"x": "150 mm"}, "points": {"end": {"x": "300 mm"}}},
             "slider": {"mass": "1.013 kg", "inertia": "0.001 kg m2", "x": "350 mm"}},
  "joints": {"pivot": {"a": "ground", "b": "crank"}, "pin": {"a": "crank.pin", "b": "rod"},
             "guide": {"type": "prismatic", "a": "ground", "b": "slider", "direction": "0 deg"}},
  "clearances": {"wrist": {"bearing": "rod.end", "journal": "slider", "bearing_radius": "10 mm", "journal_radius": "9.5 mm",
                           "bearing_material": "steel", "journal_material": "steel"}},
  "drivers": {"motor": {"joint": "pivot", "speed": "3000 rpm"}},
  "gravity": "9.81 m/s2"},
 "run": {"until": "20 ms", "tolerance": 1e-10}, "record": {"every": "100 us", "body": "slider"}}
END
good run crank.json contacts.0.law=wang-dashpot-elastic contacts.0.calibration=published
says 'deliver 0.6084, 100 % of them off the 0.46 .*the published formula delivers 0.6084 there, calibration: exact what is asked'
silent 'expected_speed says'
good run crank.json --output crank
says 'wrist: .* deliver 0.2797 to 0.[0-9]*, [0-9]* % of them off the 0.46 asked for at 0.1 m/s'
says 'expected_speed says for which speed it is asked'
says 'wrist: the overlap passes first yield, up to'
says ' not as asked$'
grep -q 'off the 0.46 asked for' crank/animation.html || bad "the page of a mechanism does not tell what was delivered"
grep -q '<td>not as asked</td>' crank/animation.html || bad "the page of a mechanism has no verdict"
cp crank/run.json ../out
c='o["result"]["clearances"][0]'
value "$c"'["asked"] == 0.46 and abs('"$c"'["delivered"] - 0.46) < 1e-9 and '"$c"'["at"] == 0.1'
value "$c"'["off"] > 0.5 and abs('"$c"'["lowest"] - 0.2797) < 2e-4 and '"$c"'["validity"] == "not as asked"'
value "$c"'["asked_restitution"] == 0.46 and '"$c"'["overlap_over_yield"] > 10'
good run crank.json run.until='60 ms' materials.steel.yield='1.03 GPa' mechanism.clearances.wrist.friction=0.01
printed mechanisms.md 1
good run crank.json contacts.0.law=tsuji mechanism.clearances.wrist.expected_speed=2.4m/s
silent 'asked for at'
says ' beyond yield$'

# a ball whose last bounces are below the floor
cat >bounce.json <<'END'
{"carom": 1,
 "materials": {"steel": {"young": "207 GPa", "poisson": 0.3, "density": "7800 kg/m3", "yield": "1.03 GPa"}},
 "contacts": [{"between": ["steel", "steel"], "law": "flores", "restitution": 0.5, "impact_speed_floor": "1 cm/s"}],
 "bounce": {"body": {"radius": "10 mm", "material": "steel"}, "ground": {"shape": "flat", "material": "steel"}, "height": "1 mm"},
 "run": {"until": "0.2 s"}}
END
good run bounce.json
says 'flores: latched at the floor in [0-9]* of [0-9]* touches'
good run bounce.json --json
value 'o["validity"] == "latched at the floor" and 0 < o["latched_at_floor"] < len(o["contacts"])'

# a scene
cat >scene.json <<'END'
{"carom": 1,
 "materials": {"glass": {"young": "10 MPa", "poisson": 0.25, "density": "2500 kg/m3", "yield": "1 kPa"}},
 "contacts": [{"between": ["glass", "glass"], "law": "flores", "restitution": 0.6}],
 "scene": {"particles": [{"position": ["0 mm", "0 mm", "0 mm"], "radius": "1 mm", "material": "glass", "velocity": ["0.9 mm/s", "0 mm/s", "0 mm/s"]},
                      {"position": ["2.0001 mm", "0 mm", "0 mm"], "radius": "1 mm", "material": "glass"}]},
 "run": {"until": "2 ms"}}
END
good run scene.json
says 'glass - glass: latched at the floor in 1 of 1 touches'
says 'glass - glass: the overlap passes first yield'
good run scene.json --json
value 'o["laws"][0]["validity"] == "latched at the floor" and abs(o["laws"][0]["fastest_approach"] - 9e-4) < 1e-8'
good run scene.json contacts.0.impact_speed=expected
silent 'latched at the floor'

# theories of adhesion are for some bodies only; what is no theory is not judged
cat >powder.json <<'END'
{"carom": 1,
 "materials": {"glass": {"young": "10 MPa", "poisson": 0.25, "density": "2500 kg/m3", "yield": "none"}},
 "contacts": [{"between": ["glass", "glass"], "law": "hertz", "adhesion": {"model": "dmt", "work_of_adhesion": "0.05 J/m2"}}],
 "scene": {"particles": [{"position": ["0 um", "0 um", "0 um"], "radius": "50 um", "material": "glass", "velocity": ["0.1 m/s", "0 m/s", "0 m/s"]},
                      {"position": ["100.01 um", "0 um", "0 um"], "radius": "50 um", "material": "glass"}]},
 "run": {"until": "1 us"}}
END
good run powder.json
says 'dmt holds with 7.854 uN at touch; Tabor parameter 325 (beyond theory)'
says 'glass - glass: the Tabor parameter is 325, and dmt is meant for hard, small bodies: 0.1 and less'
good run powder.json --json
value 'o["laws"][0]["validity"] == "beyond theory" and abs(o["laws"][0]["tabor"] - 325) < 1'
good run powder.json --json contacts.0.adhesion.atomic_distance='1e-6 m'
value 'abs(o["laws"][0]["tabor"] - 0.13) < 1e-3'
good run powder.json --json contacts.0.adhesion.atomic_distance='1e-6 m' contacts.0.adhesion.work_of_adhesion='0.03 J/m2'
value 'o["laws"][0]["validity"] == "valid" and o["laws"][0]["tabor"] < 0.1'
good impact jkr radius=50um young=10MPa density=1500 speed=0.15
says 'Tabor parameter 318.6: within the theory'
says_not_a_law() { # NAME SAYING
  "$carom" impact "$1" >../out 2>../err && bad "impact $1 is accepted"
  last="impact $1"
  says "$2"
}
says_not_a_law dmt 'it is an adhesion model, which contacts of scenes take beside their law'

echo "verdicts: $checks runs"
exit $failed
