#!/bin/sh
# SPDX-License-Identifier: MIT
# The page of a run: check_page.sh COMMAND ROOT
# One file that asks nothing of others, for every kind of problem; numbers of frames as the frames
# have them; names that hold markup or control characters do nothing; at most 25 MB.
set -u

carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
root=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
bad() { failed=1 && echo "FAILED: $*"; }
python=
for name in /usr/bin/python3 python3; do
  [ -n "$python" ] || { command -v $name >/dev/null && python=$name; }
done
[ -n "$python" ] || { echo "page: needs python3" && exit 77; }
PYTHONPATH=$root/tests/page
export PYTHONPATH
holds() { # PROGRAM WHAT
  $python -c "import json, re
from page import Page
$1" 2>why || bad "$2: $(tail -1 why)"
}

for kind in impact bounce chain mechanism scene; do
  "$carom" new $kind >$kind.yaml
done
cat >frames.yaml <<'FILE'
carom: 1
title: Beads in a cup
materials: {glass: {young: 10 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}}
contacts: [{between: [glass, glass], law: tsuji, restitution: 0.6, tangential: {model: mindlin, friction: 0.4}}]
scene:
  particles: [{arrange: random, count: 60, radius: 3 mm, radius_max: 5 mm, material: glass, low: [-15 mm, -15 mm, 5 mm], high: [15 mm, 15 mm, 80 mm], seed: 1}]
  walls:
    cup: {shape: cylinder, point: [0, 0, 0], direction: [0, 0, 1], radius: 22 mm, material: glass}
    floor: {shape: plane, point: [0, 0, 0], direction: [0, 0, 1], material: glass}
  gravity: [0, 0, -9.81 m/s2]
run: {until: 60 ms}
record: {every: 1 ms, frames: 5 ms, format: xyz}
FILE
for kind in impact bounce chain mechanism frames; do
  "$carom" run $kind.yaml --output $kind >out 2>err || bad "$kind: $(cat err)"
  holds "
page = Page('$kind/report.html')
page.alone()
assert 'carom run $kind.yaml' in page.text and page.scenario == open('$kind.yaml').read(), 'how to repeat it'
assert json.load(open('$kind/run.json'))['input']['sha256'] in page.text
assert page.series['columns'][0]['name'] == 'time' and len(page.series['columns'][0]['values']) > 10" "the page of $kind"
done
"$carom" run impact.yaml sweep.contacts.0.restitution='[0.5, 0.6, 0.7]' --output sweep >out 2>err || bad "$(cat err)"
holds "
page = Page('sweep/report.html')
page.alone()
runs = json.load(open('sweep/run.json'))['result']['runs']
assert page.column('contacts.0.restitution') == [0.5, 0.6, 0.7]
assert page.column('peak_force') == [float('%.6g' % r['peak_force']) for r in runs]" "the page of a sweep"
"$carom" run impact.yaml sweep='{impact.speed: [500 mm/s, 1 m/s], contacts.0.law: [tsuji, hooke]}' --output words >out 2>err ||
  bad "$(cat err)"
holds "
page = Page('words/report.html')
assert page.column('impact.speed') == [0.5, 0.5, 1, 1], page.column('impact.speed')
law = [c for c in page.series['columns'] if c['name'] == 'contacts.0.law'][0]
assert law['texts'] == ['tsuji', 'hooke'] * 2" "the page of a sweep over words"
holds "
page, beads = Page('chain/report.html'), json.load(open('chain/run.json'))['result']['beads']
assert len(page.json('picture')['beads']) == len(beads)
peak = max(s['peak_force'] for s in json.load(open('chain/run.json'))['result']['sensors'])
assert max(max(r[1:]) for r in page.json('picture')['rows']) > 0.98 * peak" "the picture of a chain"
grep -q '<iframe title="animation of the mechanism" srcdoc="&lt;!' mechanism/report.html || bad "no animation of the mechanism"

# grains as the frames have them, to 16 bits of their range
holds "
import glob
page = Page('frames/report.html')
about, files = page.json('frames'), sorted(glob.glob('frames/frames/frame_*.xyz'))
assert len(about['frames']) == len(files) == 13 and about['kept_grains'] == 1
for frame, name in zip(about['frames'], files):
    there = page.xyz(name)
    assert frame['grains'] == len(there) == 60
    for grain, (id, position, radius, speed) in zip(page.grains(frame), there):
        assert grain['id'] == id
        for k in range(3):
            step = (about['high'][k] - about['low'][k]) / 65535
            assert abs(grain['position'][k] - position[k]) <= 0.51 * step, (grain, position)
        assert abs(grain['radius'] - radius) <= 0.51 * about['radius'] / 65535
        assert abs(grain['speed'] - speed) <= 0.51 * about['speed'] / 65535
assert all(f['follows'] for f in about['frames'][1:]) and not about['frames'][0]['follows']" "grains on the page"

# names and titles of others
printf 'carom: 1\ntitle: "</title><script>evil(1)</script> \\"&amp;"\nmaterials: {"<b>glass</b>": {young: 10 MPa, poisson: 0.25, density: 2500, yield: none}}\n' >evil.yaml
cat >>evil.yaml <<'FILE'
contacts: [{between: ["<b>glass</b>", "<b>glass</b>"], law: tsuji, restitution: 0.6}]
scene:
  particles: [{position: [0, 0, 1], radius: 10 mm, material: "<b>glass</b>"}, {position: [0, 0, 2], radius: 10 mm, material: "<b>glass</b>"}]
  walls: {"</script><script>evil(2)</script>": {shape: plane, point: [0, 0, 0], direction: [0, 0, 1], material: "<b>glass</b>"}}
run: {until: 1 ms}
record: {every: 0.1 ms, frames: 0.5 ms}
FILE
if "$carom" run evil.yaml --output evil >out 2>err; then
  $python -c "
import json
run = json.load(open('evil/run.json'))
run['title'] += '\x07\x1b[2J'
run['warnings'].append('<img src=x onerror=evil(3)>')
json.dump(run, open('evil/run.json', 'w'))" && "$carom" report evil >out 2>err || bad "$(cat err)"
  holds "
page = Page('evil/report.html')
page.alone()
assert '<script>evil' not in page.text and '</script><script>evil' not in page.text and '<b>glass' not in page.text
assert '\x07' not in page.text and '\x1b' not in page.text and '<img' not in page.text and '&lt;script&gt;evil(1)' in page.text
names = [c['name'] for c in page.series['columns']]
assert any('<script>evil(2)' in name for name in names), names
assert page.json('frames')['materials'] == ['<b>glass</b>']" "names that hold markup"
else
  grep -q 'name' err || bad "names that hold markup: $(cat err)"
fi

# too much for a page: frames and grains are left out, which it says
cat >many.yaml <<'FILE'
carom: 1
materials: {glass: {young: 10 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}}
contacts: [{between: [glass, glass], law: hooke, restitution: 0.6}]
scene: {particles: [{arrange: cubic, radius: 1 mm, material: glass, low: [0, 0, 0], high: [100 mm, 100 mm, 150 mm]}], gravity: [0, 0, 0]}
run: {until: 260 us, step: 10 us}
record: {every: 100 us, frames: 10 us}
FILE
"$carom" run many.yaml --output many >out 2>err || bad "many grains: $(cat err)"
holds "
page = Page('many/report.html')
about = page.json('frames')
assert 12000000 < len(page.bytes) < 25000000, len(page.bytes)
assert about['frames_there'] == 27 and about['kept_grains'] < 1 or len(about['frames']) < 27, about['kept_grains']
ids = [[g['id'] for g in page.grains(f)] for f in (about['frames'][0], about['frames'][-1])]
assert ids[0] == ids[1] and 0.8 < len(ids[0]) / (about['kept_grains'] * about['frames'][0]['of']) < 1.2" "a page with less than there is"
rm -rf many

# what is wrong
"$carom" report nowhere >out 2>err
[ $? = 2 ] || bad "a folder that is not there"
mkdir empty && echo '{' >empty/run.json
"$carom" report empty >out 2>err
[ $? = 2 ] || bad "a run.json that is none"
grep -q 'no run.json that carom wrote' err || bad "a run.json that is none: $(cat err)"
"$carom" run impact.yaml --output bare --no-page >out 2>err || bad "$(cat err)"
[ ! -e bare/report.html ] || bad "--no-page writes a page"
rm frames/series.csv && rm -r frames/frames && "$carom" report frames >out 2>err || bad "a folder without series and frames: $(cat err)"

[ $failed = 0 ] || exit 1
echo "page: one file for every kind, with the numbers of its run"
