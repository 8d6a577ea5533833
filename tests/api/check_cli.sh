#!/bin/sh
# SPDX-License-Identifier: MIT
# The command as users meet it: check_cli.sh COMMAND
# Examples of every help run; faults are found before the run, named, and leave nothing behind;
# JSON is JSON; the number of threads does not change a bit.
set -u

# shellcheck source=tests/api/command.sh
. "$(dirname "$0")/command.sh"
refused_at() { # NAMED REMEDY ARGUMENT...: the message begins with the name, and has the remedy
  named=$1
  shift
  refused "$@"
  has err "carom: $named"
}
need_python
json() { # the last output is one JSON object
  [ "$(head -c 1 ../out)" = "{" ] || bad "'$last' wrote no JSON object"
  $python -c 'import json, sys; sys.exit(type(json.load(open("../out"))) is not dict)' ||
    bad "'$last' wrote no valid JSON"
}

# help, version
good --version && has out "instruction set" && has out "laws"
good --help
commands=$(awk '/^Commands:/ { on = 1; next } on && NF == 0 { exit } on { print $1 }' ../out)
[ -n "$commands" ] || bad "no commands in the help"
for command in $commands; do
  good "$command" --help && has out "Usage: carom $command"
  sed -n '/^Examples:/,$s/^  carom /carom /p' ../out >../examples
  [ -s ../examples ] || bad "'carom $command --help' has no examples"
  [ "$command" != lammps ] || continue # needs another program: check_lammps.sh
  while IFS= read -r example; do
    last=$example
    run sh -c "$example"
    [ $code = 0 ] || bad "'$example' ended with $code: $(cat ../err)"
    [ -s ../out ] || bad "'$example' printed nothing"
  done <../examples
done
refused_at imapct "did you mean 'carom impact'" imapct

# names
refused_at law "did you mean 'tsuji'" impact tsuij --json
for how in "" --table --json --markdown; do # shellcheck disable=SC2086 # there may be none
  refused_at law "did you mean 'tsuji'" law tsuij $how
done
refused_at restitution restitution_elastic impact wang-viscous restitution=0.7
refused_at law "is a unit" impact --radius 20 mm
refused_at restitutoin "did you mean 'restitution'" impact restitutoin=0.5 --json
refused_at --jsno "did you mean '--json'" impact --jsno 1
refused_at -x "two dashes" impact -x
refused_at hardness_ratio "'wang-viscous' has" impact tsuji hardness_ratio=3
refused_at wrongname "list" compare wrongname=3
refused_at --speed "VALUE" impact --speed
refused_at --bogus "unknown option" compare --bogus
# what looks like a setting, where there are none
for command in verify plot picture; do
  refused_at only "'carom $command --help' lists them" $command --only mfix-dem04
  refused_at only "'carom $command --help' lists them" $command mfix-dem04 only=3
done
refused_at --only "unknown option" verify bulk --only
refused_at --jsn "did you mean '--json'" compare --jsn --csv -
refused_at restituton "did you mean 'restitution'" compare restituton=0.5
refused_at hardnes_ratio "'hardness_ratio', which the law" impact tsuji hardnes_ratio=3
refused_at hardness_ratio "none of these laws" compare tsuji hertz hardness_ratio=3
refused_at restitution "needs a value: restitution=0.7" impact tsuji restitution
refused_at --sweep "leave one out" impact --sweep speed=1,2 --sweep radius=1mm,2mm
refused_at --csv "given twice" impact --csv a.csv --csv b.csv
refused_at yield "write none, or a number from 1 Pa to 1e+14 Pa" impact yield=unset

# values
for speed in nan inf 1e9 0 -1 fast; do
  refused_at speed "m/s" impact --json speed=$speed
done
refused_at speed "a speed in m/s is expected" impact --json speed="8 kg"
refused_at restitution "from 0.001 to 1" impact --json restitution=0
refused_at restitution "from 0.001 to 1" impact --json --restitution 1.2
refused_at a.radius "from 1e-12 m" impact --json a.radius=-1
refused_at poisson "to 0.5" impact --json poisson=0.6
refused_at yield "yield=1.03 GPa" impact ma-liu yield=none --json
refused_at restitution_plastic "attainable is" impact wang-viscous speed=8 restitution_plastic=0.9999
refused_at restitution_plastic "stays below yield" impact wang-viscous speed=0.05 restitution_plastic=0.6

# sqrt(R* d) = 51 mm with R* = 400 m: wider than the sphere
good impact hertz b.shape=socket b.radius=20.001mm b.fixed=true
grep -q "contact radius 50.99 mm beside a sphere of 20 mm" ../out || bad "a close socket is not told: $(tail -2 ../out)"
good impact hertz b.shape=socket b.radius=20.5mm b.fixed=true speed=0.02 && ! grep -q "contact radius" ../out ||
  bad "a wide socket is told"
refused_at restitution "not both" impact restitution=0.5 damping_ratio=1
refused_at --samples "whole number" impact --samples many
refused_at --samples "2 or more" impact --samples 1
refused_at --sweep "low:high:count" impact --sweep speed=1:2
refused_at --sweep "low:high:count" impact --sweep speed
refused_at radius "smaller to a larger" impact --sweep radius=2m:1m:3
refused_at --sweep "low:high:count" compare --sweep speed=1:2
refused_at --sweep "name laws that agree" compare --sweep stiffness=1e5,1e6
refused_at hardnes "did you mean 'hardness_ratio'" compare --sweep hardnes=1,2
refused_at restitution "from 0.001 to 1" compare tsuji hertz --sweep restitution=0.5,2
refused_at --plot "no axis" compare --sweep tension=cut,keep --plot words.svg
run carom impact radius=-1 poisson=2 speed=nan
[ "$(wc -l <../err)" = 3 ] || bad "three faults are not told together"

# files
echo mine >taken.csv
refused_at --csv "the folder 'nowhere' does not exist" impact --json --csv nowhere/a.csv
refused_at --csv "--force" impact --json --csv taken.csv
refused_at --plot ".svg" impact --plot picture.gif
refused_at --plot "--force" compare --plot loop.svg
refused_at --output "does not exist" report --output nowhere/report
mkdir full && echo mine >full/file
refused_at --output "--force" report --output full
refused_at --csv "taken by --json" impact --json --csv -
[ "$(cat taken.csv full/file)" = "mine
mine" ] || bad "a file was overwritten"
[ -z "$(find . -type f | grep -E '[^/]\.carom-[A-Za-z0-9]{6}$')" ] || bad "temporary files are left: $(ls)"
mkfifo pipe && ln -s pipe link
for special in pipe link; do # with --force, too: a file in its place would take a device out of /dev
  refused_at --csv "is a device or a pipe" impact --csv $special --force
done
[ -p pipe ] && [ -L link ] || bad "a pipe or the link to it was replaced"
good impact --csv taken.csv --force && [ "$(wc -l <taken.csv)" -gt 200 ] || bad "--force did not write"
[ "$(head -1 taken.csv)" = "time[s],overlap[m],approach[m/s],force[N],elastic[N],dissipative[N],stored[J],viscous[J],plastic[J]" ] ||
  bad "the header of a history is $(head -1 taken.csv)"

# a history of N instants has N, from touch to the end of contact, besides pairs at switches
good law --json
for law in $($python -c 'import json
for law in json.load(open("../out"))["laws"]: print(law["name"])'); do
  for rule in cut keep; do
    setting=tension=$rule
    carom impact "$law" "$setting" --json >/dev/null 2>&1 || setting=
    # shellcheck disable=SC2086 # there may be no setting
    good impact "$law" $setting --json && cp ../out ../first
    # shellcheck disable=SC2086 # there may be no setting
    good impact "$law" $setting --samples 23 --csv -
    $python - <<'END' || bad "'$last' has other instants"
import csv, json
end = json.load(open("../first"))["duration"]
t = [float(row["time[s]"]) for row in csv.DictReader(open("../out"))]
equal = sum(any(abs(x - k * end / 22) < 1e-9 * end for x in t) for k in range(23))
alone = [x for x in t if t.count(x) == 1]
assert t == sorted(t) and t[0] == 0 and t[-1] == end and equal == 23
assert len(alone) <= 23 and len(t) - len(alone) == 2 * len(set(t) - set(alone))
END
  done
done

# the same setting in every way of writing it
good impact tsuji restitution=0.5 --json && json && cp ../out ../first
for way in "--restitution=0.5" "--restitution 0.5" "--set restitution=0.5" \
  "contacts.0.restitution=0.5" "law=tsuji restitution=0.5" "impact.a.radius=20mm restitution=0.5"; do
  # shellcheck disable=SC2086 # several words
  good impact $way --json
  cmp -s ../out ../first || bad "'$last' is not the same as restitution=0.5"
done
good impact tension=keep --json && cp ../out ../first && [ ! -s ../err ] || bad "'$last' says $(cat ../err)"
good impact separation=overlap --json && has err "'separation: overlap' is now written 'tension: keep'"
cmp -s ../out ../first || bad "the former name of tension is not the same"
good impact tension=keep && has out "tension is kept until the overlap is zero"
good impact jkr work_of_adhesion='50 mJ/m2' && has out "tension is kept until the bodies part"
good impact materials.steel.young=100GPa --json && cp ../out ../first
good impact --a.young=100GPa b.material.young='100 GPa' --json
cmp -s ../out ../first || bad "materials.steel.young is not a.young and b.young"

# JSON
good impact --json && json
value 'abs(o["restitution"] - 0.7) < 1e-9 and o["asked_restitution"] is None and o["default_restitution"] == 0.7'
value 'o["settings"]["tension"] == o["tension"] == "cut" and o["separation"] == "force" and o["contact"]["yield"] == 1.03e9'
value 'set("law restitution asked_restitution default_restitution speed_in speed_out duration peak_force time_of_peak_force peak_overlap time_of_peak_overlap overlap_at_separation residual_overlap energy_lost energy budget_off settings contact damping validity tension separation built_in_steel".split()) == set(o)'
good impact hertz --scaled --json && json
value 'o["asked_restitution"] is None and o["damping"] is None'
value 'abs(o["scaled"]["t_c"] - 2.9432751843247043) < 1e-8 and abs(o["scaled"]["h_max"] - 1) < 1e-9'
value 'abs(o["scaled"]["d_max_star"] - 1.0933620739432781) < 1e-9'
good impact wang-viscous speed=8 --json && json
value 'o["asked_restitution"] is None and o["default_restitution"] == {"elastic": 0.86, "plastic": 0.7} and set(o["damping"]) == {"elastic", "plastic"}'
good impact ma-liu speed=8 yield=1GPa --repeat 3 --json && json
value '[i["restitution"] for i in o["impacts"]] == sorted(i["restitution"] for i in o["impacts"])'
good impact ma-liu speed=8 --repeat 2 --rebound --json && json
value 'o["impacts"][1]["speed_in"] == o["impacts"][0]["speed_out"]'
good impact --sweep speed=1e-3:10:5:log --json && json
value '[i["value"] for i in o["impacts"]] == [0.001, 0.01, 0.1, 1, 10]'
good compare luding hertz
! grep -q 'unknown setting' ../out || bad "a law without a published formula is told as a fault"
good compare --json && json && good law --json && json && good law tsuji --table --json && json
good law kuwabara-kono --table damping_ratio=0.129 reference_speed=1 speed=0.5 --json && json
value '[abs(o["coefficient"]["ratio_felt"] - 0.1123) < 5e-5, o["coefficient"]["unit"]] == [True, "N s/m^1.5"]'
value 'abs(o["coefficient"]["coefficient_keeping_restitution"] / o["coefficient"]["coefficient_per_ratio"] - 0.1482) < 5e-5'
good law tsuji --table && has out "1-2q = 0" && has out "The speed drops out"
good law power-law exponent=1 reference_speed=1 --table --speed 0.5 && has out "ratio that keeps the restitution"
good compare yield=none --json && json && has err "needs the yield stress"
value '[l["restitution"] is None for l in o["laws"] if l["law"] in ("hertz", "ma-liu")] == [False, True]'
good impact lankarani-nikravesh restitution=0.5 speed=1e-4 && has out "another restitution than asked"
good impact lankarani-nikravesh restitution=0.5 impact_speed=2 --json && json
value 'o["validity"]["verdict"] == "not as asked" and "impact_speed" in o["validity"]["text"]'
good compare restitution=0.5 && has out "restitution: no setting of hertz, wang-viscous"
good compare lankarani-nikravesh tsuji restitution=0.7 speed=1e-4 && has out "not as asked"
good impact wang-viscous reference_speed=8 restitution_plastic=0.7 --sweep speed=2,8 && has out "not as asked"
good compare --sweep speed=0.1,1 reference_speed=1 --json && json
value '(lambda r: [abs(r[l, 0.1] - r[l, 1]) > 1e-3 for l in ("hertz", "tsuji", "hu", "ma-liu")] == [False, False, True, True])({(i["law"], i["value"]): i["restitution"] for i in o["impacts"]})'
good compare --sweep speed=0.1,1 && has out "calibrated anew at each speed"
for arguments in "hu ma-liu reference_speed=1" "tsuji ma-liu"; do
  # shellcheck disable=SC2086 # several words
  good compare $arguments --sweep speed=0.1,1
  grep -q "calibrated anew" ../out && bad "'$arguments' says that laws are calibrated anew"
done
good compare tsuji ma-liu --sweep restitution=0.3:0.9:12 && has out "8 of 12 values" && has out "no setting of ma-liu"
good compare tsuji hertz restitution=0.7 --sweep tension=cut,keep --csv - && has out "tsuji,keep,0.7,"
good compare ma-liu hertz yield=none --sweep speed=1,2 && has err "2 of 2 values could not be run"
good schema && json

value 'o["$defs"]["tsuji"]["properties"]["restitution"]["default"] == 0.7'
value '[o["$defs"]["scene"]["properties"]["gravity"][k] for k in ("minItems", "maxItems")] == [3, 3]'
value 'all("scene" in o["$defs"]["run"]["properties"][k]["description"] for k in ("until", "step"))'
value '{"enum": ["auto"]} in o["$defs"]["run"]["properties"]["step"]["anyOf"]'

# as many threads as one likes, up to 256
for arguments in "impact wang-viscous speed=8 --sweep restitution_plastic=0.2:0.9:15" \
  "law tsuji --table" "compare --speed 8" "compare --sweep speed=0.01:10:7:log"; do
  # shellcheck disable=SC2086 # several words
  {
    good $arguments --json --threads 1 && cp ../out ../first
    good $arguments --json --threads 2
    cmp -s ../out ../first || bad "'$last' differs from one thread"
    refused_at --threads "a whole number from 0 to 256" $arguments --threads 257
  }
done

# an earlier report is replaced, what others put there is kept
good report --output again && [ -s again/report.html ] && [ -s again/report.md ] || bad "no report"
echo mine >again/notes && echo old >>again/report.md
good report --output again && has out "again/report.html"
[ "$(cat again/notes)" = mine ] || bad "the report removed a file of others"
! grep -q '^old$' again/report.md || bad "the report was not replaced"
[ -z "$(grep -o -E '(src|href)="?[a-z]+:|url\(|@import|<script|<link' again/report.html)" ] ||
  bad "report.html needs more than itself"
good law --markdown --output pages && [ -s pages/README.md ] && [ -s pages/ma-liu.md ] || bad "no pages"
refused_at --output "--force" law --markdown --output pages
! command -v gnuplot >/dev/null || [ -s pages/ma-liu.svg ] || bad "no pictures beside the pages"

# no gnuplot: no picture, one line that says so, everything else as usual
mkdir ../alone && ln -s "$work/bin/carom" ../alone/carom
PATH=$work/alone
run carom impact --plot none.svg --csv none.csv
PATH=$work/bin:/usr/bin:/bin
[ $code = 0 ] && [ -s none.csv ] && [ ! -e none.svg ] || bad "without gnuplot it ends with $code"
grep -q "gnuplot" ../err || bad "without gnuplot nothing is said"

[ $failed = 0 ] || exit 1
echo "command: $checks runs as they should be"
