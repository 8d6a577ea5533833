#!/bin/sh
# SPDX-License-Identifier: MIT
# Tables for people and for programs: check_columns.sh COMMAND
#   what a table of 'carom run' is headed by is a name in its JSON, or a part of one
#   columns of CSV that hold numbers hold nothing else, and the same numbers as JSON
set -u

carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
python=
for name in /usr/bin/python3 python3; do
  [ -n "$python" ] || { command -v $name >/dev/null && python=$name; }
done
[ -n "$python" ] || { echo "check_columns: needs python3" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
bad() { failed=1 && echo "FAILED: $*"; }

for kind in chain bounce mechanism; do
  "$carom" new $kind >$kind.yaml
  "$carom" run $kind.yaml >$kind.txt 2>err || bad "the example of a $kind: $(cat err)"
  "$carom" run $kind.yaml --json >$kind.json 2>err || bad "the example of a $kind: $(cat err)"
  # A heading is a line of words, two blanks or more between them, above a line with numbers. Words
  # that stand for others: 'at' for a time or a speed, 'asked' and 'delivered' for restitutions.
  $python - $kind <<'END' || bad "$kind"
import json, re, sys
kind = sys.argv[1]
keys = set()
def walk(value):
    if isinstance(value, dict):
        keys.update(value)
        value = list(value.values())
    for item in value if isinstance(value, list) else []:
        walk(item)
walk(json.load(open(kind + ".json")))
lines = open(kind + ".txt").read().split("\n")
titles = []
for line, below in zip(lines, lines[1:]):
    if re.fullmatch(r"[a-z]+( [a-z]+)*(  +[a-z]+( [a-z]+)*){2,}", line) and re.search(r"\d", below):
        titles += re.split("  +", line)[1:]  # the first says what a row is
assert len(titles) >= 8, titles
known = {"at", "asked", "delivered", "parts at", "to bead"}
for title in titles:
    words = [word for word in title.split() if word != "in" or "time" not in title]
    if title not in known and not any(all(w in key.split("_") for w in words) for key in keys):
        sys.exit("'%s' of the text is not in JSON: %s" % (title, ", ".join(sorted(keys))))
END
done

set -- restitution=0.6 restitution_elastic=0.8 restitution_plastic=0.6
"$carom" compare "$@" --sweep speed=1,8 --csv sweep.csv >out 2>err || bad "compare --sweep: $(cat err)"
"$carom" compare "$@" --sweep speed=1,8 --json >sweep.json 2>err || bad "compare --sweep --json: $(cat err)"
"$carom" compare "$@" --csv one.csv >one.txt 2>err || bad "compare: $(cat err)"
$python - <<'END' || bad "columns of compare"
import csv, json
words = {"law", "validity"}
for name in ("sweep.csv", "one.csv"):
    rows = list(csv.DictReader(open(name)))
    assert len(rows) >= 24, len(rows)
    for row in rows:
        for key, cell in row.items():
            if key not in words and cell != "":
                float(cell)
    two = {row["law"] for row in rows if row["asked_restitution_plastic"]}
    assert two == {"wang-viscous", "wang-dashpot"}, two
asked = {}
for row in csv.DictReader(open("sweep.csv")):
    asked[row["law"], float(row["value[m/s]"])] = [
        float(row[k]) if row[k] else None for k in ("asked_restitution", "asked_restitution_plastic")]
for p in json.load(open("sweep.json"))["impacts"]:
    want = p.get("asked_restitution")
    want = [want["elastic"], want["plastic"]] if isinstance(want, dict) else [want, None]
    assert asked[p["law"], p["value"]] == want, (p, asked[p["law"], p["value"]])
END
grep -q 'asked_restitution_plastic' one.txt && bad "people see a column that is for CSV"
grep -q 'wang-viscous .*0[.]8 / 0[.]6' one.txt || bad "people see only one of two restitutions"

[ $failed = 0 ] && echo "columns: one name for one thing in text, CSV and JSON"
exit $failed
