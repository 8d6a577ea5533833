#!/bin/sh
# SPDX-License-Identifier: MIT
# Paper files of 'carom reproduce': check_papers.sh COMMAND ROOT
# Those of papers/ are what is built in; an erratum and a printed number can be mended in a copy; a new paper is a
# new file, with numbers of closed forms; every fault of tests/papers/bad is reported with its place; measures and points
# are the same in the format, in its manual and in the papers.
set -u

root=$(cd "$2" && pwd)
# shellcheck source=tests/api/command.sh
. "$(dirname "$0")/command.sh"

need_yaml
need_python

# built in
for what in --errata --list "002 004 --json"; do
  # shellcheck disable=SC2086 # some words
  { "$carom" reproduce $what >built_in && "$carom" reproduce $what --papers "$root/papers" >others; } ||
    bad "'$what' ended with an error"
  cmp -s built_in others || bad "'$what': the folder papers/ is not what is built in"
done

# mended in a copy
cp -r "$root/papers" mine
sed 's/instead: 1.1633$/instead: about 1.1633/; s/printed: 1.1635, reason: .* 1.16335/printed: 1.1633/' \
  "$root/papers/002.yaml" >mine/002.yaml
cmp -s mine/002.yaml "$root/papers/002.yaml" && bad "nothing was mended"
"$carom" reproduce 002 --errata --papers mine | grep -q "| about 1.1633 " || bad "an erratum is not mended"
"$carom" reproduce 002 --json --papers mine >mine.json || bad "a mended paper ended with $?"
$python - <<'PYTHON' || bad "a mended number"
import json
row = [r for r in json.load(open('mine.json'))['papers'][0]['rows'] if r['id'] == 't1_0.1_tmax'][0]
assert (row['published'], row['verdict'], row['reason']) == ('1.1633', 'match', None), row
PYTHON

# a new paper
mkdir new && cp "$root/tests/papers/plain.yaml" "$root/papers/004.yaml" new
"$carom" reproduce plain --json --papers new >new.json || bad "a new paper ended with $?"
$python - <<'PYTHON' || bad "a new paper"
import json
paper = json.load(open('new.json'))['papers'][0]
rows = [(r['id'], r['reading'], r['quantity'], r['published'], r['measured'], r['verdict'], r['reason'])
        for r in paper['rows']]
shown = 'never shown where it matches'
expected = [
    ('v', 0, 'velocity', '-8.0', None, 'match', shown),
    ('half', 0, 'velocity with loss', '-1.5', '1.4', 'differs', shown),
    ('half', 1, 'velocity with loss', '-1.5', None, 'match', None),
    ('half', 2, 'velocity with loss', '-0.75', None, 'match', None),
    ('at_8_e', 0, 'restitution, at 8 m/s', '1.000', None, 'match', None),
    ('at_8_a', 0, 'largest acceleration, at 8 m/s', '1.25', None, 'match', None),
    ('at_3_e', 0, 'restitution, at 3 m/s', '1', None, 'match', None),
    ('at_3_a', 0, 'largest acceleration, at 3 m/s', '1.35', None, 'differs', 'why')]
assert rows == expected, rows
runs = [r['run'] for r in paper['rows']]
assert runs[2] == ("two_spheres_8.yaml sweep=none contacts.0='{between: [steel, steel], law: tsuji, restitution: 0.5, "
                   "tension: keep}' impact.speed='3 m/s'"), runs[2]
assert runs[3] is None
PYTHON
"$carom" reproduce plain 004 --list --papers new >listed || bad "--list ended with $?"
[ "$(grep -c -e '^004 ' -e '^plain ' listed)" = 2 ] || bad "a folder with two papers lists $(cat listed)"
if command -v gnuplot >/dev/null; then
  "$carom" reproduce plain --papers new --output drawn >out 2>err || bad "its figure ended with $?: $(cat err)"
  grep -q "</svg>" drawn/plain_1.svg || bad "no figure of a new paper"
fi

# bad files: every line, and nothing is written
count=0
for file in "$root"/tests/papers/bad/*.yaml; do
  name=$(basename "$file" .yaml)
  what=--json
  # curves are looked at where they are drawn
  [ "$name" != curves ] || { command -v gnuplot >/dev/null && what="--output drawn_$name"; } || continue
  rm -rf one && mkdir one && cp "$file" one
  # shellcheck disable=SC2086 # some words
  (cd one && "$carom" reproduce $what --papers .) >out 2>err
  code=$?
  [ $code = 2 ] || bad "$name.yaml ended with $code instead of 2"
  [ ! -s out ] || bad "$name.yaml wrote to standard output"
  diff "$root/tests/papers/bad/$name.txt" err >difference || bad "$name.yaml (left: known): $(cat difference)"
  [ ! -e "one/drawn_$name" ] || bad "$name.yaml left a folder behind"
  count=$((count + $(wc -l <err)))
done

refused() { # TEXT ARGUMENT...
  text=$1
  shift
  "$carom" reproduce "$@" >out 2>err
  code=$?
  [ $code = 2 ] || bad "'$*' ended with $code instead of 2"
  grep -q -F -e "$text" err || bad "'$*' does not say '$text' but '$(head -c 300 err)'"
}
mkdir empty twice
cp "$root/papers/004.yaml" twice/a.yaml && cp "$root/papers/004.yaml" twice/b.yaml
refused "there is no *.yaml in it" --list --papers empty
refused "No such file or directory" --list --papers not_there
refused "is that of twice/a.yaml, too" --list --papers twice
refused "there are 004 to plain" --papers new 003

# the tables of the format, the manual and the papers
sed -n 's/^  CAROM_\(MEASURE\|POINTS\)_\([A-Z_]*\),$/\2/p' "$root/src/io/paper_terms.h" | tr "[:upper:]" "[:lower:]" | sort -u >terms
[ "$(wc -l <terms)" -gt 50 ] || bad "only $(wc -l <terms) terms were found"
while read -r term; do
  grep -q -w "\`$term\`" "$root/docs/papers.md" || bad "docs/papers.md does not name '$term'"
  grep -q -w "\(measure\|points\|name\): $term" "$root"/papers/*.yaml || bad "no paper uses '$term'"
done <terms

[ $failed = 0 ] || exit 1
echo "papers: $(wc -l <terms) terms, $count faults reported"
