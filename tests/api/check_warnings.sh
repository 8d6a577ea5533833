#!/bin/sh
# SPDX-License-Identifier: MIT
# What the command warns of, and how it prints text of users: check_warnings.sh COMMAND
set -u

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/here"
ln -s "$(cd "$(dirname "$1")" && pwd)/$(basename "$1")" "$work/bin/carom"
PATH=$work/bin:$PATH
cd "$work/here" || exit 1
failed=0
checks=0
bad() { failed=1 && echo "FAILED: $*"; }
ends() { # CODE ARGUMENT...: keeps ../out, ../err
  wanted=$1
  shift
  checks=$((checks + 1))
  last="carom $*"
  carom "$@" >../out 2>../err
  code=$?
  [ $code = "$wanted" ] || bad "'$last' ended with $code instead of $wanted: $(head -c 600 ../err)"
}
warns() { # TEXT: in standard error
  checks=$((checks + 1))
  grep -q -F -e "$1" ../err || bad "'$last' does not warn '$1' but '$(head -c 900 ../err)'"
}
silent() { # nothing on standard error
  checks=$((checks + 1))
  [ ! -s ../err ] || bad "'$last' says '$(head -c 600 ../err)'"
}

cat >impact.json <<'END'
{"carom": 1,
 "materials": {"st": {"young": "207 GPa", "poisson": 0.3, "density": 7800, "yield": "1.03 GPa"}},
 "contacts": [{"between": ["st", "st"], "law": "tsuji", "restitution": 0.7}],
 "impact": {"a": {"radius": "20 mm", "material": "st"}, "b": {"radius": "20 mm", "material": "st"},
            "speed": "1 m/s"}}
END
sed 's/"materials": {/"materials": {"wood": {"young": "10 GPa"}, /' impact.json >unused.json

# a path never makes an entry
ends 0 run impact.json materials.st.young=100GPa
silent
for path in materials.stt.young=1GPa materials.stt='{young: 1 GPa}' contacts.1.law=hertz; do
  ends 2 run impact.json "$path"
  warns "a path changes what is there"
done
ends 2 run impact.json materials.stt.young=1GPa
warns "carom: materials.stt.young: the file has no 'stt' under 'materials'; did you mean 'st'?"
ends 0 run impact.json materials='{st: {young: 100 GPa}}'
ends 0 run impact.json record.every='1 us'

# what nothing uses: told with its place, once, and in run.json; the exit code stays
ends 0 check unused.json
warns "unused.json:2:16: warning: materials.wood: nothing is made of 'wood'"
ends 0 run unused.json --output unused
warns "unused.json:2:16: warning: materials.wood: nothing is made of 'wood'"
grep -q -F "\"materials.wood: nothing is made of 'wood'" unused/run.json || bad "run.json has no warnings"
ends 0 run impact.json --output used
grep -q -F '"warnings": []' used/run.json || bad "run.json of a run without warnings: $(cat used/run.json)"
ends 0 run unused.json sweep='{impact.speed: [1, 2, 3]}' --output sweep
[ "$(grep -c warning: ../err)" = 1 ] || bad "a sweep warns $(grep -c warning: ../err) times"
grep -q -F "\"materials.wood: nothing is made of 'wood'" sweep/run.json || bad "no warnings of a sweep in run.json"

# text of users cannot leave its line, nor reach the terminal as a command
printf '{"carom": 1, "title": 1, "impact": {"a\\nb\\u0007\\u001b[31m\\u009b1m": 1}}' >control.json
ends 2 check control.json
warns '\n'
warns '\x07\x1b[31m\xc2\x9b1m'
[ "$(tr -d '\n' <../err | LC_ALL=C tr -d ' -~' | wc -c)" = 0 ] || bad "control characters reach the terminal"
[ "$(grep -c '^b' ../err)" = 0 ] || bad "a name begins a line of its own"
ends 2 check "$(printf 'no\nsuch\tfile\033.yaml')"
warns 'no\nsuch\tfile\x1b.yaml'

[ $failed = 0 ] && echo "$checks checks"
exit $failed
