#!/bin/sh
# SPDX-License-Identifier: MIT
# Declared sizes of a scene, through the command: check_sizes.sh COMMAND
# Laws are calibrated for the declared mean and the step is chosen for the smallest, whatever particles
# there are; what is outside is refused where it is in the file.
set -u

# shellcheck source=tests/api/command.sh
. "$(dirname "$0")/command.sh"

cat >two.yaml <<'END'
carom: 1
materials:
  glass: {young: 10 MPa, poisson: 0.25, density: 2500 kg/m3}
contacts:
  - {between: [glass, glass], law: hooke, stiffness: 1 kN/m, restitution: 0.6}
scene:
  sizes:
    - {material: glass, radius: 1 mm, radius_max: 3 mm}
  particles:
    - {position: [0, 0, 5 mm], radius: 2 mm, material: glass}
    - {position: [0, 0, 2 cm], radius: 2 mm, material: glass}
  walls: {floor: {shape: plane, material: glass}}
run: {until: 1 ms}
END
step() { # ARGUMENT...: the step of a scene
  "$carom" check two.yaml "$@" >out 2>err || bad "check $*: $(cat err)"
  sed -n 's/.* particles*, step \([^,]*\),.*/\1/p' out
}
refused() { # TEXT ARGUMENT...
  text=$1
  shift
  "$carom" check two.yaml "$@" >out 2>err
  [ $? = 2 ] || bad "check $* is not refused with 2"
  grep -q -F -e "$text" err || bad "check $*: no '$text' in $(cat err)"
}

declared=$(step)
[ -n "$declared" ] || bad "no step in $(cat out)"
# the particles do not matter, the declaration does
[ "$(step scene.particles.1.radius='3 mm')" = "$declared" ] || bad "the step follows the particles"
[ "$(step scene.particles.0.radius='1 mm')" = "$declared" ] || bad "the step follows the smallest particle"
[ "$(step scene.sizes.0.radius='0.5 mm')" != "$declared" ] || bad "the step does not follow the smallest size"
sed '/sizes:/,/radius_max/d' two.yaml >none.yaml
same=$(step scene.sizes='[{material: glass, radius: 2 mm}]')
"$carom" check none.yaml >out 2>err && grep -q -F -e "step $same," out ||
  bad "what is declared as it is changes the step"
# what check writes out can be read again
"$carom" check two.yaml >again.yaml 2>err && "$carom" check again.yaml >out 2>err || bad "check of check: $(cat err)"
grep -q 'radius_max: 0.003 m' out || bad "sizes are lost in what check writes"
"$carom" schema | grep -q '"radius_mean"' || bad "the schema does not know sizes"

refused "two.yaml:10:7: scene.particles[0]: a radius of 0.004 m is outside the sizes declared" scene.particles.0.radius='4 mm'
refused "two.yaml:11:7: scene.particles[1]: a radius of 0.0005 m is outside the sizes declared" scene.particles.1.radius='0.5 mm'
refused "two.yaml:8:7: scene.sizes[0]: the mean radius, 0.004 m, is outside [0.001, 0.003] m" scene.sizes.0.radius_mean='4 mm'
refused "scene.sizes[0]: the largest radius" scene.sizes.0.radius_max='0.5 mm'
refused "there is no material 'gals'" scene.sizes='[{material: gals, radius: 1 mm}]'
refused "'radius' is missing" scene.sizes='[{material: glass}]'
refused "declared already" scene.sizes='[{material: glass, radius: 2 mm}, {material: glass, radius: 2 mm}]'
refused "one item a material" scene.sizes='{glass: 1 mm}'
# such spheres may come: their contacts are needed
sed -i 's/^materials:/&\n  steel: {young: 10 MPa, poisson: 0.25, density: 7800 kg\/m3}/' two.yaml
refused "can meet; add - {between: [" scene.sizes='[{material: steel, radius: 1 mm}]'
[ $failed = 0 ] || exit 1
echo "sizes: declared once, followed by calibration and step, refused outside"
