#!/bin/sh
# SPDX-License-Identifier: MIT
# Text of files in figures: check_figure_text.sh COMMAND ROOT
# Titles, labels and legends are drawn as they are, whatever gnuplot would make of quotes, backslashes and backquotes;
# what is between backquotes is not run.
set -u

root=$(cd "$2" && pwd)
carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
bad() { failed=1 && echo "FAILED: $*"; }

command -v gnuplot >/dev/null || { echo "figure text: needs gnuplot" && exit 77; }
if "$carom" reproduce --list 2>&1 >/dev/null | grep -q "without libyaml"; then
  echo "figure text: needs libyaml" && exit 77
fi

# a title of a scenario; gnuplot works in a folder of its own, so that a path is whole
# shellcheck disable=SC2016 # backquotes are meant
sed "s,^title:.*,title: 'a\`touch $work/ran\`b \"c\" \\\\d'," "$root/scenarios/chain_hopkinson.yaml" >chain.yaml
grep -q "touch" chain.yaml || bad "chain_hopkinson.yaml has no title"
"$carom" run chain.yaml --output run >out 2>err || bad "a title ended with $?: $(cat err)"
[ ! -e ran ] || bad "a title of a scenario was run as a command"
grep -q -F "a\`touch" run/forces.svg || bad "a title is not drawn as it is"

# every text of a panel of a paper
mkdir papers
for key in 'title: Loop' 'caption: Force and overlap.' 'label: overlap' 'unit: m}' 'title: plain' 'label: force'; do
  rm -rf ran drawn
  name=${key%%:*}
  end=
  case $key in *'}') end='}' ;; esac
  sed "s,$key,$name: 'x\`touch $work/ran\`y \"z\" \\\\w'$end," "$root/tests/papers/plain.yaml" >papers/plain.yaml
  cmp -s papers/plain.yaml "$root/tests/papers/plain.yaml" && bad "plain.yaml has no '$key'"
  "$carom" reproduce --papers papers --output drawn >out 2>err || bad "'$key' ended with $?: $(cat err)"
  [ ! -e ran ] || bad "'$key' was run as a command"
  grep -q "</svg>" drawn/plain_1.svg || bad "'$key': no picture"
  [ "$name" = caption ] || grep -q -F "x\`touch" drawn/plain_1.svg || bad "'$key' is not drawn as it is"
done

[ $failed = 0 ] || exit 1
echo "figure text: 7 texts drawn as they are"
