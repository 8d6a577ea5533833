#!/bin/sh
# SPDX-License-Identifier: MIT
# 'carom reproduce': check_reproduce.sh COMMAND ROOT
# Verdicts are those of tests/scenario/verdicts.txt, which nothing but this test reads; they change when
# a constant of a scenario does; every number has a value; CSV, JSON and page are whole; the numbers do
# not depend on threads; wrong input is refused.
set -u

root=$(cd "$2" && pwd)
# shellcheck source=tests/api/command.sh
. "$(dirname "$0")/command.sh"

need_yaml
need_python

# one line a reading: paper, number, reading, verdict
verdicts() { # JSON
  $python - "$1" <<'PYTHON'
import json, math, sys
for paper in json.load(open(sys.argv[1]))['papers']:
    for row in paper['rows']:
        assert isinstance(row['computed'], float) or isinstance(row['computed'], int), row['id']
        print(paper['name'], row['id'], row['reading'], row['verdict'])
PYTHON
}

"$carom" reproduce --json --threads 1 >one.json || bad "ended with $?"
"$carom" reproduce --json --threads 2 >two.json || bad "ended with $?"
cmp -s one.json two.json || bad "one and two threads give other bits"
verdicts one.json >found || bad "a number has no value"
sed '/^#/d; /^$/d' "$root/tests/scenario/verdicts.txt" >known
diff known found >difference || bad "verdicts (left: known): $(head -20 difference)"

# a constant changed by 5 per cent in one scenario changes verdicts of its paper, and not of 002, which
# has scenarios of its own
change() { # PAPERS FILE OLD NEW
  rm -rf changed && cp -r "$root/scenarios" changed
  sed "s/$3/$4/" "$root/scenarios/$2" >"changed/$2"
  cmp -s "$root/scenarios/$2" "changed/$2" && bad "$2 has no '$3'"
  # shellcheck disable=SC2086 # one word a paper
  "$carom" reproduce $1 002 --json --scenarios changed >changed.json || bad "$2 with $4 ended with $?"
  verdicts changed.json >changed_verdicts || bad "$2 with $4: a number has no value"
  grep -E "^($(echo "$1 002" | tr ' ' '|')) " found | diff - changed_verdicts | sed -n 's/^> \(...\).*/\1/p' | sort -u | tr '\n' ' ' >papers
  [ "$(cat papers)" = "$1 " ] || bad "$2: $3 to $4 changes verdicts of '$(cat papers)', not of '$1'"
}
change "000" two_spheres_8.yaml "young: 207 GPa" "young: 217.35 GPa"
change "001" spherical_joint_4.yaml "density: 7800 kg\/m3" "density: 8190 kg\/m3"
change "003" chain_monosized_a.yaml "young: 193 GPa" "young: 202.65 GPa"
change "003" pendulum.yaml "speed: 0.2 m\/s" "speed: 0.21 m\/s"
change "004" three_balls_b.yaml "yield: 1175 MPa" "yield: 1233.75 MPa"

# files
PATH='' "$carom" reproduce 002 003 004 --output report >../out 2>../err || bad "a report without gnuplot ended with $?"
grep -q "gnuplot was not found" ../err || bad "does not say that there are no pictures"
$python - <<'PYTHON' || bad "CSV, JSON and page do not belong together"
import csv, html.parser, json, re
rows = list(csv.DictReader(open('report/reproduce.csv')))
data = [row for paper in json.load(open('report/reproduce.json'))['papers'] for row in paper['rows']]
assert len(rows) == len(data) > 150
for a, b in zip(rows, data):
    assert a['id'] == b['id'] and float(a['computed']) == b['computed'] and a['verdict'] == b['verdict']
page = open('report/reproduce.html').read()
assert page.count('<span class="v v') == len(rows)
outside = [url for url in re.findall(r'(?:src|href)="([^"#][^"]*)"', page)]
assert not outside, outside
class Balance(html.parser.HTMLParser):
    open_tags = []
    def handle_starttag(self, tag, attrs):
        if tag not in ('meta', 'br', 'img'): self.open_tags.append(tag)
    def handle_endtag(self, tag):
        assert self.open_tags.pop() == tag, tag
balance = Balance()
balance.feed(page)
assert not balance.open_tags
PYTHON
PATH='' "$carom" reproduce 004 --output report >/dev/null 2>&1 || bad "an earlier report is not replaced"
if command -v gnuplot >/dev/null; then
  "$carom" reproduce 003 --figure 7 --output figures >../out 2>../err || bad "--figure ended with $?"
  for panel in 7a 7b 7c 7d; do
    grep -q "</svg>" figures/003_$panel.svg || bad "no figures/003_$panel.svg"
  done
  [ "$(find figures -name '*.svg' | wc -l)" = 4 ] || bad "--figure 7 draws others, too"
fi
"$carom" reproduce --list >../out || bad "--list ended with $?"
grep -q "figure 7d" ../out || bad "--list has no figure 7d"
"$carom" reproduce 004 --list | grep -q "000" && bad "--list of one paper lists others"

refused() { # TEXT ARGUMENT...
  text=$1
  shift
  "$carom" reproduce "$@" >../out 2>../err
  code=$?
  [ $code = 2 ] || bad "'$*' ended with $code instead of 2"
  [ ! -s ../out ] || bad "'$*' wrote to standard output"
  grep -q -F -e "$text" ../err || bad "'$*' does not say '$text' but '$(head -c 300 ../err)'"
}
mkdir foreign && touch foreign/file
refused "unknown paper" 007
refused "there are 000 to 004" 0003
refused "there is no figure 99" --figure 99
refused "there is no figure 1 here" 003 --figure 1
refused "no earlier report" --output foreign
refused "does not exist" --output no/such/folder
refused "unknown option" --speed 3
"$carom" reproduce 002 --json --scenarios /no/such >../out 2>../err
[ $? = 1 ] || bad "scenarios that are not there: $?"

[ $failed = 0 ] || exit 1
echo "reproduce: $(wc -l <found) verdicts as known, 5 constants change them"
