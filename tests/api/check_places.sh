#!/bin/sh
# SPDX-License-Identifier: MIT
# What only the making of a scene finds has its place in the file, too: check_places.sh COMMAND
set -u

# shellcheck source=tests/api/command.sh
. "$(dirname "$0")/command.sh"

cat >good.json <<'END'
{"carom": 1,
 "materials": {"glass": {"young": "10 MPa", "poisson": 0.25, "density": 2500, "yield": "50 MPa"}},
 "contacts": [
   {"between": ["glass", "glass"], "law": "tsuji", "restitution": 0.6,
    "tangential": {"model": "mindlin", "friction": 0.4}}],
 "scene": {
   "particles": [
     {"arrange": "cubic", "count": 8, "radius": "5 mm", "gap": "1 mm", "material": "glass",
      "low": [0, 0, 0], "high": ["50 mm", "50 mm", "50 mm"]},
     {"position": ["80 mm", "80 mm", "80 mm"], "radius": "5 mm", "material": "glass"}],
   "walls": {
     "floor": {"shape": "plane", "direction": [0, 0, 1], "material": "glass"},
     "box": {"shape": "box", "low": [0, 0, 0], "high": ["0.1 m", "0.1 m", "0.1 m"], "material": "glass"}},
   "domain": {"low": [0, 0, 0], "high": ["1 m", "1 m", "1 m"]},
   "gravity": [0, 0, "-9.81 m/s2"]},
 "run": {"until": "1 ms"}}
END

# EDIT MESSAGE...: the file, changed by sed, is refused by check and run with all of these words
refused() {
  edit=$1
  shift
  sed "$edit" good.json >bad.json
  cmp -s good.json bad.json && bad "'$edit' changes nothing"
  for command in check run; do
    checks=$((checks + 1))
    carom $command bad.json >../out 2>../err
    code=$?
    [ $code = 2 ] || bad "'$edit': $command ended with $code: $(cat ../err)"
    [ "$(wc -l <../err)" = 1 ] || bad "'$edit': $command says '$(cat ../err)'"
    for words; do
      grep -q -F -e "$words" ../err || bad "'$edit': $command does not say '$words' but '$(cat ../err)'"
    done
  done
}

carom check good.json >../out 2>../err || bad "the file without a fault: $(cat ../err)"
[ ! -s ../err ] || bad "the file without a fault: $(cat ../err)"
refused 's/"high": \["1 m", "1 m", "1 m"\]/"high": [0, "1 m", "1 m"]/' \
  'bad.json:14:14: scene.domain: must end above where it begins'
refused 's/\["0.1 m", "0.1 m", "0.1 m"\]/[0, 0, 0]/' \
  'bad.json:13:56: scene.walls.box.high: a box ends above where it begins'
refused 's/"direction": \[0, 0, 1\]/"direction": [0, 0, 0]/' \
  'bad.json:12:47: scene.walls.floor.direction: a direction needs a length other than 0'
refused 's/"1 m"\]}/"1 m"], "periodic": "x"}/' \
  "bad.json:13:13: scene.walls.box: wall 'box' crosses x, which is periodic"
refused '/"box"/d; s/\("floor".*},\)$/\1}/; s/},}/}},/; s/"domain".*/"domain": {"low": [0, 0, 0], "high": [0.1, 1, 1], "periodic": "x"},\n   "groups": {"all": {}}, "holds": {"plate": {"group": "all", "spin": [0, 0, 1]}},/' \
  "bad.json:14:71: scene.holds.plate.spin: what hold 'plate' holds is 0.1" 'comes into its own image a period of 0.1 m farther on'
# the first lattice has eight spheres, so that the single one is particle 8
refused 's/"80 mm", "80 mm", "80 mm"/"98 mm", "80 mm", "80 mm"/' 'bad.json:10:6: scene.particles[1]: ' \
  "particle 8 and wall 'box' overlap by 0.003 m" 'particle 8 is of scene.particles[1], line 10'
refused 's/"80 mm", "80 mm", "80 mm"/"8 mm", "5.5 mm", "5.5 mm"/' 'bad.json:10:6: scene.particles[1]: ' \
  'overlap by' 'is of scene.particles[0], line 8' 'particle 8 is of scene.particles[1], line 10'
refused 's/\["80 mm", "80 mm", "80 mm"\]/["2 m", "80 mm", "80 mm"]/' \
  'bad.json:10:6: scene.particles[1]: it is outside the domain'
refused 's/{"position".*}\],/{"position": [0.05, 0.08, 0.08], "radius": 0.005, "material": "glass"},\n     {"position": [0.05, 0.08, 0.08], "radius": 0.005, "material": "glass"}],/' \
  'bad.json:11:6: scene.particles[2]: ' 'particle 8 is of scene.particles[1], line 10' 'particle 9 is of scene.particles[2], line 11'
refused 's/"law": "tsuji", "restitution": 0.6/"law": "walton-braun"/; s/"mindlin"/"linear"/' \
  'bad.json:5:19: contacts[0].tangential: ' "between 'glass' and 'glass'"
refused 's/"count": 8, "radius": "5 mm", "gap": "1 mm"/"count": 1000000000, "radius": "50 nm"/' \
  'bad.json:8:6: scene.particles[0]: ' "at most 134217727" "choose a smaller 'count'"
refused '/"arrange"/,/"50 mm", "50 mm"/d; /"walls"/,/"box"/d; s/"5 mm", "material": "glass"}/"5 mm", "material": "glass", "fixed": true}/' \
  'bad.json:11:9: run: no contact limits the step; give one, as in step: 10 us'

# more than there is memory for, but not more than a scene takes
if (ulimit -v 8000000 && carom --version) >../out 2>&1; then
  sed 's/"count": 8, "radius": "5 mm", "gap": "1 mm"/"count": 100000000, "radius": "5 um"/' good.json >many.json
  for command in check run; do
    checks=$((checks + 1))
    (ulimit -v 8000000 && carom $command many.json >../out 2>../err)
    code=$?
    [ $code = 2 ] || bad "too many for the memory: $command ended with $code: $(cat ../err)"
    grep -q -F 'many.json:8:6: scene.particles[0]: there is not enough memory for 100000000 spheres, some' ../err ||
      bad "too many for the memory: $command says '$(cat ../err)'"
  done
fi

# nor than the machine has, whatever it would promise
if [ "$(awk '/^MemTotal/ { print $2 < 60e6 }' /proc/meminfo 2>/dev/null)" = 1 ]; then
  sed 's/"count": 8, "radius": "5 mm", "gap": "1 mm"/"count": 130000000, "radius": "5 um"/' good.json >most.json
  checks=$((checks + 1))
  timeout 20 "$carom" check most.json >../out 2>../err
  [ $? = 2 ] || bad "more than the machine has: $(cat ../err)"
  grep -q -F 'most.json:8:6: scene.particles[0]: there is not enough memory for 130000000 spheres' ../err ||
    bad "more than the machine has: check says '$(cat ../err)'"
fi

# filling densely takes its time, which is told before anything is made
sed 's/"arrange": "cubic", "count": 8, "radius": "5 mm", "gap": "1 mm"/"arrange": "dense", "fraction": 0.6, "radius": "5 mm"/
  s/"high": \["50 mm"/"high": ["1000 m"/; s/"shape": "plane", "direction": \[0, 0, 1\]/"shape": "mesh", "file": "none.stl"/' good.json >long.json
checks=$((checks + 1))
timeout 20 "$carom" check long.json >../out 2>../err
[ $? = 2 ] || bad "a long filling ends otherwise: $(cat ../err)"
grep -q 'long.json:8:6: warning: scene.particles\[0\]: these are 2864789 spheres, which takes minutes' ../err ||
  bad "a long filling is not told: $(cat ../err)"

# beads that are listed one by one: less than 2 kB each, beside 60 MB for the command itself
beads=40000
limit=$((60000 + 2 * beads))
list() { # HOW MANY
  printf '{"carom": 1, "materials": {"steel": {"young": "207 GPa", "poisson": 0.3, "density": 7800}},\n'
  printf '"contacts": [{"between": ["steel", "steel"], "law": "tsuji", "restitution": 0.9}],\n"chain": {"beads": [\n'
  awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++)
    printf "{\"radius\": \"%.6f mm\", \"material\": \"steel\", \"velocity\": 0.1}%s\n", 5 + i / n, i < n ? "," : "]}," }'
  printf '"run": {"until": "1 us", "integrator": "verlet", "step": "0.1 us"}}\n'
}
list 2 >few.json
list $beads >listed.json
if (ulimit -v $limit && carom check few.json) >../out 2>&1; then
  checks=$((checks + 1))
  (ulimit -v $limit && carom check listed.json) >../out 2>../err || bad "$beads beads do not fit into $limit kB: $(cat ../err)"
  grep -q "chain.beads.$((beads - 1)): bead $((beads - 1))" ../out || bad "the last bead is not told: $(tail -5 ../out)"
fi

# a start that is deep, but not too deep, is told with its place
checks=$((checks + 1))
sed 's/"80 mm", "80 mm", "80 mm"/"95.5 mm", "80 mm", "80 mm"/' good.json >deep.json
carom check deep.json >../out 2>../err || bad "a deep start is refused: $(cat ../err)"
grep -q -F "deep.json:10:6: warning: scene.particles[1]: particle 8 and wall 'box' overlap by 500 um at the start" ../err ||
  bad "a deep start: $(cat ../err)"

# so is a group that nobody is in, unless particles or a stage may bring some
checks=$((checks + 1))
sed 's/"scene": {/"scene": {"groups": {"all": {}, "none": {"size_min": "1 m"}},/' good.json >none.json
carom check none.json >../out 2>../err || bad "a group of nobody is refused: $(cat ../err)"
grep -q "^none.json:[0-9]*:[0-9]*: warning: scene.groups.none: no particle is in it" ../err ||
  bad "a group of nobody: $(cat ../err)"
! grep -q 'groups.all: no particle' ../err || bad "a group of all is said to be empty: $(cat ../err)"
carom check none.json 'scene.stages=[{groups: {none: {size_min: 2 m}}, time: 1 us}]' >../out 2>../err ||
  bad "a group that a stage finds is refused: $(cat ../err)"
! grep -q "no particle" ../err || bad "a group that a stage finds is said to be empty: $(cat ../err)"

[ $failed = 0 ] && echo "$checks checks"
exit $failed
