#!/bin/sh
# SPDX-License-Identifier: MIT
# Words that users bring along: check_words.sh COMMAND
# Symbols and names of other programs are understood and answered with the name; tangential models
# can be listed and shown; a sweep can be given by its path.
set -u

# shellcheck source=tests/api/command.sh
. "$(dirname "$0")/command.sh"
answered() { # TEXT ARGUMENT...: code 2 and the text on standard error
  text=$1 && shift
  checks=$((checks + 1))
  "$carom" "$@" >out 2>err
  code=$?
  [ $code = 2 ] || bad "'carom $*' ended with $code instead of 2"
  grep -q -F -e "$text" err || bad "'carom $*' does not say '$text' but '$(cat err)'"
}
shown() { # TEXT ARGUMENT...: code 0 and the text on standard output
  text=$1 && shift
  checks=$((checks + 1))
  "$carom" "$@" >out 2>err || bad "'carom $*' failed: $(cat err)"
  grep -q -F -e "$text" out || bad "'carom $*' does not say '$text' but '$(head -c 400 out)'"
}

# settings of an impact: symbol, then what it is called
for pair in e:restitution cor:restitution COR:restitution v:speed velocity:speed E:young \
  youngs_modulus:young nu:poisson poissons-ratio:poisson rho:density m:mass R:radius; do
  word=${pair%%:*} name=${pair##*:}
  answered "did you mean '$name'?" impact tsuji "$word=0.3"
  answered "did you mean '$name'?" impact tsuji "--$word" 0.3
done
answered "did you mean '--young'?" impact tsuji --E
answered "did you mean 'materials.steel.young'?" impact tsuji materials.steel.E=70GPa
answered "did you mean 'a.young'?" impact tsuji a.E=70GPa
answered "did you mean 'b.poisson'?" compare b.nu=0.3
answered "did you mean 'restitution'?" impact tsuji a.e=0.5 # of the contact, not of a body
answered "did you mean 'restitution'?" compare e=0.5
answered "did you mean 'speed'?" impact tsuji --sweep v=1,2
answered "did you mean 'restitution_elastic'?" impact wang-viscous e=0.5
answered "did you mean 'radius' (half the diameter)?" impact tsuji diameter=20mm
answered "did you mean 'a.radius' (half the diameter)?" impact tsuji a.diameter=20mm
answered "'carom impact --help' and 'carom law tsuji' list" impact tsuji q=1 # no word for anything

# the same in files
"$carom" new scene >scene.yaml
spoilt() { # FROM TO ANSWER
  sed "s/$1/$2/" scene.yaml >spoilt.yaml
  cmp -s scene.yaml spoilt.yaml && bad "the scene has no '$1'"
  answered "$3" check spoilt.yaml
}
spoilt restitution: e: "unknown setting 'e' of law 'tsuji'; did you mean 'restitution'?"
spoilt young: E: "unknown setting 'E' of a material; did you mean 'young'?"
spoilt poisson: nu: "did you mean 'poisson'?"
spoilt 'radius: ' 'diameter: ' "did you mean 'radius' (half the diameter)?"
spoilt friction: mu: "did you mean 'friction'?"
spoilt 'tangential: {.*}' 'friction: 0.4' \
  "did you mean 'tangential' (tangential: {model: mindlin, friction: 0.5})?"
spoilt 'tangential: {.*}' 'rolling_friction: 0.1' \
  "did you mean 'rolling' (rolling: {model: elastic-plastic, friction: 0.1})?"
spoilt count: number: "did you mean 'count'?"
spoilt 'until: 0.4 s' 'end: 0.4 s' "did you mean 'until'?"
spoilt 'shape: box, .*1 m\]' 'shape: plane, normal: [0, 0, 1]' "did you mean 'direction'?"
spoilt 'law: [a-z-]*' 'law: hertz-mindlin' \
  "unknown law 'hertz-mindlin'; did you mean 'hertz' with the tangential model 'mindlin'?"
spoilt 'model: [a-z-]*' 'model: tsuji-like' "'carom law' lists them"

# a setting of another group
answered "unknown setting 'step' of a scene; it belongs to 'run', as in run: {step: ...}" check scene.yaml scene.step=1us
answered "unknown setting 'frames' of a scene; it belongs to 'record'" check scene.yaml scene.frames=1ms

# a law and a tangential model in one name, or the model where a law belongs
for name in hertz-mindlin hertz_mindlin mindlin-hertz; do
  answered "law: hertz, tangential: {model: mindlin}" impact $name
done
answered "law: hooke, tangential: {model: linear}" compare hooke-linear
answered "model 'mindlin-secant'?" law hertz-mindlin-secant
answered "it is a tangential model" impact mindlin
answered "did you mean 'tsuji'?" law tsuij

# tangential models by the command: every one that is listed has a page
shown "Tangential models, for contacts of scenes" law
models=$(awk '/^model /{ on = 1; next } on && NF == 0 { exit } on { print $1 }' out)
[ "$(echo "$models" | wc -w)" -ge 3 ] || bad "only these models are listed: $models"
for model in $models; do
  shown "$model: " law "$model"
  for part in Equation 'mu F_n' Settings friction Source "tangential: {model: $model"; do
    grep -q -F -e "$part" out || bad "the page of $model has no '$part'"
  done
  shown "\"name\": \"$model\"" law "$model" --json
  shown "## $model" law "$model" --markdown
done
shown "mindlin: Mindlin" law mindlin-incremental # an alias
shown '"tangential": [' law --json
answered "tables are for laws" law mindlin --table
answered "given in a scenario file" law mindlin friction=0.3

# options before a command
answered "did you mean '--version'?" --verison
answered "did you mean '--version'?" -V
answered "did you mean '--help'?" --hlep
answered "'carom --help' lists" --colour

# a sweep by its path is the sweep that the file could have
"$carom" new impact >impact.yaml
shown '"runs"' run impact.yaml sweep.contacts.0.restitution='[0.5, 0.9]' --json
mv out by_path
shown '"runs"' run impact.yaml 'sweep={contacts.0.restitution: [0.5, 0.9]}' --json
cmp -s by_path out || bad "a sweep by its path is another one"
shown '"runs"' run impact.yaml sweep.contacts.0.restitution='[0.5, 0.9]' \
  sweep.impact.speed='[1 m/s, 2 m/s, 3 m/s]' --json
[ "$(grep -c '"impact.speed":' out)" = 6 ] || bad "two axes are not all combinations"
answered "contacts[0].restitution: law 'ma-liu' has no 'restitution', which the file gives for another law; replace the whole contact: contacts.0=" \
  run impact.yaml contacts.0.law=ma-liu
answered "sweep.impact.speed: a list is expected" run impact.yaml sweep.impact.speed=2
shown "sweep.contacts.0.restitution='[0.5, 0.9]'" run --help

[ $failed = 0 ] && echo "words: $checks checks"
exit $failed
