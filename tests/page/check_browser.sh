#!/bin/sh
# SPDX-License-Identifier: MIT
# Pages of runs in a browser: check_browser.sh COMMAND [FOLDER for pictures]
# No error on the console, nothing loaded; the view in space is driven as a user drives it (slider,
# colour, a click on a grain), and its numbers are those of the frame. Calls and bytes for a picture
# do not depend on how many grains there are.
set -u

carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
pictures=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
browser=
for name in chromium chromium-browser google-chrome chrome; do
  [ -n "$browser" ] || browser=$(command -v $name)
done
[ -n "$browser" ] || { echo "browser: no Chromium here, pages were not opened" && exit 77; }
command -v python3 >/dev/null || { echo "browser: needs python3" && exit 77; }
PYTHONPATH=$here
export PYTHONPATH
work=$(mktemp -d)
trap '[ -n "${KEEP:-}" ] || rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
bad() { failed=1 && echo "FAILED: $*"; }

open_page() { # FILE ARGUMENT...: headless, with WebGL on the processor
  file=$1
  shift
  timeout 120 "$browser" --headless --no-sandbox --disable-quic --no-first-run --disable-background-networking \
    --disable-component-update --disable-sync --use-angle=swiftshader --enable-unsafe-swiftshader --ignore-gpu-blocklist \
    --hide-scrollbars --user-data-dir="$work/profile" --enable-logging=stderr --virtual-time-budget=6000 "$@" "file://$work/$file" 2>log
}
driven() { # PAGE SCRIPT: the page with a script behind it, which leaves its result in the title
  python3 - "$1" "$2" >driven.html <<'FILE'
import sys
text, script = open(sys.argv[1]).read(), open(sys.argv[2]).read()
print(text.replace("</body>", "<script>window.addEventListener('load', () => { let told; try { told = (() => {%s})(); } "
      "catch (problem) { told = {error: String(problem.stack || problem)}; } "
      "told.loaded = performance.getEntriesByType('resource').map(e => e.name); "
      "document.body.replaceChildren(Object.assign(document.createElement('pre'), {id: 'told', textContent: JSON.stringify(told)})); });</script></body>" % script))
FILE
  open_page driven.html --window-size=1400,1000 --dump-dom >dom
  grep CONSOLE log && bad "$1: the console"
  python3 - <<'FILE' >told.json
import html, re
found = re.search(r'<pre id="told">(.*?)</pre>', open("dom").read(), re.S)
print(html.unescape(found.group(1)) if found else '{"error": "no answer"}')
FILE
}
holds() { # PROGRAM WHAT
  python3 -c "import json
from page import Page
told = json.load(open('told.json'))
assert 'error' not in told, told['error']
assert told['loaded'] == [], told['loaded']
$1" 2>why || bad "$2: $(tail -1 why)"
}

cup() { # COUNT HIGH FOLDER
  cat >cup.yaml <<FILE
carom: 1
title: Beads in a cup
materials: {glass: {young: 10 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}, steel: {young: 10 MPa, poisson: 0.25, density: 7800 kg/m3, yield: none}}
contacts:
  - {between: [glass, glass], law: tsuji, restitution: 0.6, tangential: {model: mindlin, friction: 0.4}}
  - {between: [glass, steel], law: tsuji, restitution: 0.5, tangential: {model: mindlin, friction: 0.4}}
scene:
  particles: [{arrange: random, count: $1, radius: 3 mm, radius_max: 5 mm, material: glass, low: [-28 mm, -28 mm, 5 mm], high: [28 mm, 28 mm, $2 mm], seed: 1}]
  walls:
    cup: {shape: cylinder, point: [0, 0, 0], direction: [0, 0, 1], radius: 40 mm, material: steel}
    floor: {shape: plane, point: [0, 0, 0], direction: [0, 0, 1], material: steel}
  gravity: [0, 0, -9.81 m/s2]
run: {until: 150 ms}
record: {every: 1 ms, frames: 10 ms}
FILE
  "$carom" run cup.yaml --output "$3" >out 2>err || bad "$(cat err)"
}
cup 60 100 few
cup 400 300 more

cat >drive.js <<'FILE'
const s = carom.space, out = {plain: s.plain, frames: s.frames.length};
const slider = document.querySelector('#space input[type=range]'), clock = document.querySelector('#space output');
const select = document.querySelector('#space select'), bar = document.querySelector('.bar'), canvas = document.querySelector('.stage > canvas');
slider.value = 7;
slider.dispatchEvent(new Event('input'));
out.clock = clock.textContent; out.time = s.frames[7].time; out.at = s.state.at;
out.colours = [...select.options].map((o, i) => { select.value = i; select.dispatchEvent(new Event('change')); return [o.textContent, bar.textContent]; });
select.value = 0; select.dispatchEvent(new Event('change'));
/* a click on the grain that is nearest to the eye */
const c = s.camera(), frame = s.frames[7];
let best = null;
for (let i = 0; i < frame.grains; i++) {
  const g = s.grainOf(frame, i), p = [0, 1, 2].map(r => c.view[r] * g.position[0] + c.view[4 + r] * g.position[1] + c.view[8 + r] * g.position[2] + c.view[12 + r]);
  if (!best || p[2] + g.radius > best.z) best = {z: p[2] + g.radius, id: g.id, x: (c.projection[0] * p[0] / -p[2] + 1) / 2, y: (1 - c.projection[5] * p[1] / -p[2]) / 2};
}
const box = canvas.getBoundingClientRect(), where = {clientX: box.left + best.x * box.width, clientY: box.top + best.y * box.height, pointerId: 1, bubbles: true};
canvas.setPointerCapture = () => {};
canvas.dispatchEvent(new PointerEvent('pointerdown', where));
canvas.dispatchEvent(new PointerEvent('pointerup', where));
out.wanted = best.id;
out.picked = [...document.querySelectorAll('.picked tr')].map(r => [...r.children].map(d => d.textContent));
out.shown = s.paint();
s.setTime(12); out.other = s.paint();
s.state.chains = true; out.chains = s.paint(); s.state.chains = false;
canvas.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'})); out.key = s.state.at;
canvas.dispatchEvent(new KeyboardEvent('keydown', {key: 'End'})); out.end = s.state.at;
out.uploaded = s.uploaded;
out.figures = document.querySelectorAll('#figures figure').length;
out.histograms = document.querySelectorAll('#space figure svg').length;
return out;
FILE
for name in few more; do
  driven $name/report.html drive.js
  cp told.json $name.json
  holds "
page = Page('$name/report.html')
about = page.json('frames')
assert told['frames'] == 16 and told['at'] == 7 and told['time'] == about['frames'][7]['time']
assert told['clock'] == '%.4g ms' % (1e3 * told['time']), told['clock']
names = [c[0] for c in told['colours']]
assert names[:2] == ['speed', 'force'] and 'material' in names and len({c[1] for c in told['colours']}) == len(names), told['colours']
grain = next(g for g in page.grains(about['frames'][7]) if g['id'] == told['wanted'])
shown = dict(told['picked'])
assert shown['grain'] == str(told['wanted']), shown
assert [float(x) for x in shown['position'].replace(' m', '').split(',')] == [float('%.5g' % x) for x in grain['position']], (shown, grain)
size, unit = shown['speed'].split()
assert abs(float(size) * {'m/s': 1, 'mm/s': 1e-3}[unit] / grain['speed'] - 1) < 1e-3, (shown, grain)
assert shown['material'] == 'glass' and told['key'] == 13 and told['end'] == 15
assert told['figures'] >= 4 and told['histograms'] == 3
if not told['plain']:
    assert told['shown']['bytes'] == told['other']['bytes'] == told['chains']['bytes'] == 0
    assert told['shown']['draws'] == told['other']['draws'] and told['chains']['draws'] == told['shown']['draws'] + 1" "the view of $name grains"
done
python3 -c "
import json
few, more = json.load(open('few.json')), json.load(open('more.json'))
assert few['shown'] == more['shown'] and few['chains'] == more['chains'], (few['shown'], more['shown'])
assert few['plain'] or more['uploaded'] > 3 * few['uploaded'] > 0
print('browser: %d draw calls and %d bytes a picture, %d kB once' % (more['shown']['draws'], more['shown']['bytes'], more['uploaded'] // 1000) if not few['plain'] else 'browser: no WebGL here')
" || bad "calls and bytes depend on the number of grains"

# numbers of the page against those of the files, by another reader
python3 - more <<'FILE' || bad "the frame of the page is not that of the file"
import glob, re, struct, sys
from page import Page
page = Page(sys.argv[1] + "/report.html")
about = page.json("frames")
data = open(sorted(glob.glob(sys.argv[1] + "/frames/bodies_*.vtp"))[7], "rb").read()
head = data[:data.index(b"<AppendedData")].decode()
blob = data[data.index(b"_", data.index(b"<AppendedData")) + 1:]
def array(name):
    tag = next(t for t in re.findall(r"<DataArray[^>]*>", head) if 'Name="%s"' % name in t or (name == "Points" and 'NumberOfComponents="3"' in t and "Points" in t))
    at, kind = int(re.search(r'offset="(\d+)"', tag).group(1)), re.search(r'type="(\w+)"', tag).group(1)
    wide = 8 if 'header_type="UInt64"' in head else 4
    size = int.from_bytes(blob[at:at + wide], "little")
    code = {"Float64": "d", "Float32": "f", "UInt32": "I", "Int32": "i", "Int64": "q", "UInt8": "B"}[kind]
    return struct.unpack("<%d%s" % (size // struct.calcsize(code), code), blob[at + wide:at + wide + size])
if 'compressor=' in head: sys.exit(0)
ids, radius = array("id"), array("radius")
for grain, id, r in zip(page.grains(about["frames"][7]), ids, radius):
    assert grain["id"] == id and abs(grain["radius"] - r) <= 0.51 * about["radius"] / 65535
FILE

# without WebGL a plain picture
printf 'const c = document.querySelector(".stage > canvas"), d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data; const seen = new Set(); for (let i = 0; i < d.length; i += 4) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]); return {plain: carom.space.plain, colours: seen.size};\n' >plain.js
sed 's/<script>$/<script>window.caromNoWebGL = true;/' few/report.html >plain.html
driven plain.html plain.js
holds "assert told['plain'] and told['colours'] > 100, told" "a page without WebGL"

# the other kinds, wide and narrow
for kind in impact chain mechanism; do
  "$carom" new $kind >$kind.yaml
  "$carom" run $kind.yaml --output $kind >out 2>err || bad "$kind: $(cat err)"
done
"$carom" run impact.yaml sweep.contacts.0.restitution='[0.4, 0.5, 0.6, 0.7, 0.8]' sweep.impact.speed='[0.5 m/s, 1 m/s, 2 m/s]' --output sweep >out 2>err || bad "$(cat err)"
printf 'const wide = document.documentElement.scrollWidth - innerWidth; return {wide, figures: document.querySelectorAll("#figures figure").length, chain: carom.chain ? carom.chain.at() : -1};\n' >count.js
for kind in impact chain mechanism sweep more; do
  driven $kind/report.html count.js
  holds "assert told['figures'] > 0 and told['wide'] <= 0 and (told['chain'] > 0) == ('$kind' == 'chain'), told" "the page of $kind"
  for width in 1400 400; do
    open_page $kind/report.html --window-size=$width,$((width == 400 ? 1800 : 1500)) --screenshot="$work/$kind.$width.png" >/dev/null
    grep CONSOLE log && bad "$kind at $width: the console"
    [ -s $kind.$width.png ] || bad "$kind at $width was not drawn"
    [ -z "$pictures" ] || cp $kind.$width.png "$pictures/"
  done
done

[ $failed = 0 ] || exit 1
echo "browser: five pages at two widths, the view in space driven"
