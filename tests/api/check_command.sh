#!/bin/sh
# SPDX-License-Identifier: MIT
# Small promises of the command, in seconds: options, exit codes, tables, sentences, folders:
# check_command.sh COMMAND
set -u

# shellcheck source=tests/api/command.sh
. "$(dirname "$0")/command.sh"
need_python
cat >impact.json <<'END'
{"carom": 1, "title": "a | b",
 "materials": {"st": {"young": "207 GPa", "poisson": 0.3, "density": 7800, "yield": "1.03 GPa"}},
 "contacts": [{"between": ["st", "st"], "law": "tsuji", "restitution": 0.7}],
 "impact": {"a": {"radius": "20 mm", "material": "st"}, "b": {"radius": "20 mm", "material": "st"},
            "speed": "1 m/s"}}
END

# options: once each, a value or none, in their range; --name=value does not take the next word
refused "was given twice" impact --samples 5 --samples 6
refused "takes no value" impact --json=1
refused "a value must follow" impact --speed --json
refused "a whole number from 1 to" impact --repeat 0
good impact --repeat 1 --json
value 'len(o["impacts"]) == 1'
good impact --speed=2 hertz --json
value 'o["law"] == "hertz" and o["speed_in"] == 2'
refused "name one kind" new impact chain
refused "'m' is a unit" impact radius=20 m

# what was there is kept; a full disk is exit code 1
mkdir folder && echo mine >mine.csv
refused "is a folder" impact --csv folder
refused "exists and is kept" impact --csv mine.csv
[ "$(cat mine.csv)" = mine ] || bad "a file was replaced"
if [ -e /dev/full ]; then
  carom impact --json >/dev/full 2>../err
  code=$?
  [ $code = 1 ] || bad "a full disk ends with $code"
fi

# tables: columns side by side, no blanks at the end of a line, lines of a page in their width
good compare tsuji hertz restitution=0.9
! grep -q ' $' ../out || bad "'$last' leaves blanks at the end of a line"
good law tsuji
[ "$(awk '{ if (length > longest) longest = length } END { print longest }' ../out)" -le 96 ] || bad "'$last' has longer lines"
good law tsuji --markdown
# shellcheck disable=SC2016 # backquotes of Markdown
says '| `tension` | cut | cut \| keep |'
good impact --csv - --samples 3
[ "$(head -1 ../out)" = "time[s],overlap[m],approach[m/s],force[N],elastic[N],dissipative[N],stored[J],viscous[J],plastic[J]" ] ||
  bad "'$last' is headed by $(head -1 ../out)"

# sweeps: equal steps, both ends; what cannot be delivered is counted, and all of it is an error
good impact --sweep speed=1:3:5 --json
value '[i["value"] for i in o["impacts"]] == [1, 1.5, 2, 2.5, 3]'
good impact --sweep restitution=0.99,1
true_in_python 'import re
lost = [re.split("  +", l.strip())[-2] for l in open("../out") if re.match(r" *[0-9]", l)]
assert len(lost) == 2 and lost[0] != "0 J" and lost[1] == "0 J", lost' "losses of a sweep"
good impact wang-viscous speed=8 --sweep restitution_plastic=0.7,0.9999,0.99999
says "not attainable: 0."
warns "2 of 3 values ask for a restitution"
true_in_python 'import re
low, high = re.search(r"attainable: ([0-9.]+)\.\.([0-9.]+)", open("../out").read()).groups()
assert float(low) < float(high)' "the attainable interval"
good impact jkr radius=50um young=10MPa density=1500 damping_ratio=0 work_of_adhesion=0.05 --sweep speed=0.05,0.1
says "the bodies stick together at 0.05 m/s"
says "0.651581"
warns "1 of 2 impacts have no end"
refused "attainable" compare wang-viscous speed=8 restitution_plastic=0.9999
ends 2 compare wang-viscous speed=8 --sweep restitution_plastic=0.9999,0.99999
good impact --sweep speed=2000,3000,4000,5000,6000
warns "and 2 more warnings"
[ "$(grep -c "warning: speed" ../err)" = 3 ] || bad "'$last' tells other than three warnings"
good impact ma-liu speed=8 --repeat 2 --rebound --json
value 'o["impacts"][1]["speed_in"] == o["impacts"][0]["speed_out"]'

# what nobody gave, in one sentence
good impact young=1GPa
says "poisson, density, yield of the built-in steel"
! grep -q "a: poisson" ../out || bad "'$last' tells of each body what holds for both"
good impact a.young=1GPa
says "a: poisson, density, yield; b: all of the built-in steel"
sed 's/"impact": .*/"scene": {"particles": [{"position": [0, 0, 1], "radius": "5 mm", "material": "st"},\
   {"position": [0, 0, 2], "radius": "5 mm", "material": "st"}]}, "run": {"until": "1 us"}}/; /"speed": /d' impact.json >scene.json
good run scene.json
says "Defaults that nobody gave: scene.expected_speed 1 m/s, scene.gravity none"

# sentences about contacts with names are told of each
cat >pins.json <<'END'
{"carom": 1, "materials": {"st": {"young": "207 GPa", "poisson": 0.3, "density": 7800}},
 "contacts": [{"between": ["st", "st"], "law": "hertz"}],
 "mechanism": {"bodies": {"p": {"mass": 1, "inertia": 0.01}, "q": {"mass": 1, "inertia": 0.01, "x": 1}},
   "ground": {"far": {"x": 1}},
   "clearances": {
     "left": {"bearing": "ground", "journal": "p", "bearing_radius": "10 mm", "journal_radius": "9.5 mm",
              "bearing_material": "st", "journal_material": "st"},
     "right": {"bearing": "ground.far", "journal": "q", "bearing_radius": "10 mm", "journal_radius": "9.5 mm",
               "bearing_material": "st", "journal_material": "st"}},
   "gravity": 9.81},
 "run": {"until": "11 ms"}}
END
good run pins.json
says "left: yield not given"
says "right: yield not given"

# a folder: what others put there is kept, run.json has the hashes of its files
mkdir taken && echo mine >taken/series.csv
refused "exists and is kept" run impact.json --output taken
[ "$(cat taken/series.csv)" = mine ] || bad "a file in a folder was replaced"
ends 0 run impact.json --output made
true_in_python 'import hashlib
files = json.load(open("made/run.json"))["files"]
assert "series.csv" in files
for name, wanted in files.items():
    assert hashlib.sha256(open("made/" + name, "rb").read()).hexdigest() == wanted, name' "hashes of files"

# one case of the suite is one case
good verify mfix-dem04 --json
value 'len(o["cases"]) == 1'
refused "did you mean 'bulk'" verify blk

[ $failed = 0 ] || exit 1
echo "command: $checks small promises kept"
