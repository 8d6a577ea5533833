#!/bin/sh
# SPDX-License-Identifier: MIT
# Pieces of scenario files in the manual are accepted: check_examples.sh COMMAND SOURCE
# What a piece leaves out is added: materials, contacts, spheres, an end.
set -u
carom=$1
docs=$(cd "$2/docs" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

for page in "$docs"/*.md; do
  awk -v name="$(basename "$page" .md)" '
    /^```yaml/ { inside = 1; file = name "_" ++count ".part"; next }
    /^```/ { inside = 0 }
    inside { print > file }' "$page"
done

# files that the examples name
printf 'x[mm],y[mm],z[mm],radius[mm]\n0,0,0,2\n1,0,0,2\n' >stone.csv
printf 'x[m],y[m],z[m],radius[m]\n0.05,0.05,0.7,0.005\n' >grains.csv
cp "$docs/../scenarios/drum_lifters.stl" .
for corner in '0 0 0' '100 0 0' '0 100 0'; do
  printf 'v %s\n' "$corner"
done >mill.obj
echo 'f 1 2 3' >>mill.obj

put_materials() {
  echo 'materials:'
  for material in rock nut ball glass plastic steel sand; do
    echo "  $material: {young: 100 MPa, poisson: 0.25, density: 2500 kg/m3, yield: 10 MPa}"
  done
}

has() { grep -q "^$1:" "$2"; }

# FILE PARTICLES: the whole of it; dots stand for what a reader fills in
whole() {
  has carom "$1" || echo 'carom: 1'
  has materials "$1" || put_materials
  pair='[any, any]' # of scenes
  has bounce "$1" || has mechanism "$1" && pair='[steel, steel]'
  has contacts "$1" || echo "contacts: [{between: $pair, law: tsuji, restitution: 0.6$friction}]"
  if has walls "$1" || has particles "$1"; then
    echo 'scene:' && sed 's/^/  /' "$1"
  else
    cat "$1"
    has scene "$1" || has chain "$1" || has bounce "$1" || has mechanism "$1" || echo 'scene:'
  fi | sed "s/mill\\.stl/mill.obj/; s/^    *\\.\\.\\.\$/    point: [0, 0, 0]/; s/low: \\[\\.\\.\\.\\]/low: [-1 m, -1 m, -1 m]/
    s/high: \\[\\.\\.\\.\\]/high: [1 m, 1 m, 1 m]/
    s/peanut: {\\.\\.\\.}/peanut: {spheres: [{position: [-1 mm, 0, 0], radius: 2 mm}, {position: [1 mm, 0, 0], radius: 2 mm}]}/
    s/spout: {\\.\\.\\.}/spout: {shape: disc, point: [0, 0, 40 mm], radius: 5 mm, rate: 100 1\/s, particles: [{material: glass, radius: 1 mm}]}/
    s/^scene:\$/scene:${2:+\\n  particles: [$2]}/"
  has run "$1" || echo 'run: {until: 1 ms}'
}

failed=0
tried=0
for part in *.part; do
  example=${part%.part}
  spheres='{arrange: cubic, count: 8, low: [1 mm, 1 mm, 1 mm], high: [9 mm, 9 mm, 9 mm], radius: 1 mm, material: sand}'
  case $example in
    papers_* | scenario_[23] | motion_* | powders_2) continue ;; # papers, output, walls and contacts in part
    flow_2) continue ;; # fills that take seconds
    walls_1) spheres='{position: [0, 0, 0.18 m], radius: 1 mm, material: sand}' ;;
  esac
  friction=', tangential: {model: mindlin, friction: 0.5}'
  grep -q '^bounce:\|^mechanism:' "$part" && friction=
  grep -q '^ *particles: *\(#.*\)\{0,1\}$' "$part" && ! grep -q '^  sources:$' "$part" && spheres=
  whole "$part" "$spheres" >"$example.yaml"
  tried=$((tried + 1))
  "$carom" check "$example.yaml" >/dev/null 2>"$example.err" || {
    failed=1
    echo "FAILED: the example $example of the manual: $(grep -v 'nothing is made of' "$example.err")"
  }
done
[ $tried -ge 12 ] || { echo "FAILED: $tried examples found" && exit 1; }
[ $failed = 0 ] && echo "examples: $tried of the manual are accepted"
exit $failed
