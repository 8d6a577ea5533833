#!/bin/sh
# SPDX-License-Identifier: MIT
# Every #include against the layers: check_layers.sh [ROOT]
#   laws/        C headers of arithmetic, and laws/ itself; law_base.h alone also carom/*.h
#   include/     carom/*.h and C headers
#   src/FOLDER/  itself, folders before it in the order below, laws/ and carom/*.h
#   cli/         itself, carom/*.h, run/*.h, picture/*.h, io/*.h, verify/*.h and the headers of $command below
set -eu
cd "${1:-$(dirname "$0")/../..}"

order="core integrate law contact impact bounce chain mechanism scene measure verify io picture run"
command=" core/text.h core/synonyms.h core/units.h core/fields.h core/number.h core/archive.h core/hash64.h core/root.h "
pure=" stdint.h stddef.h stdbool.h float.h limits.h string.h "

files=$(find . -path './build*' -prune -o \( -name '*.[ch]' -o -name '*.inc' -o -name '*.def' \) -print |
  sed -n -E 's,^\./((laws|include|src|cli)/),\1,p' | sort)
[ -n "$files" ] || { echo "layers: nothing to look at" && exit 1; }
# shellcheck disable=SC2086 # one name per file, none has a blank
awk -v order="$order" -v pure="$pure" -v command="$command" -v laws="$(find laws -type f | tr '\n' ' ')" '
  BEGIN {
    n = split(order, name, " ")
    for (i = 1; i <= n; i++) level[name[i]] = i
    n = split(laws, name, " ")
    for (i = 1; i <= n; i++) law[substr(name[i], 6)] = 1
  }
  function bad(why) { printf "%s:%d: %s: %s\n", FILENAME, FNR, $0, why; failed = 1 }
  function exists(path,   line, found) {
    found = (getline line < path) >= 0
    close(path)
    return found
  }
  /^[ \t]*#[ \t]*include/ {
    split(FILENAME, part, "/")
    top = part[1]
    here = FILENAME
    sub("/[^/]*$", "", here)
    what = $0
    sub(/^[ \t]*#[ \t]*include[ \t]*/, "", what)
    angle = what ~ /^</
    if (what !~ /^[<"]/) { bad("an include must name its file"); next }
    sub(/^[<"]/, "", what)
    sub(/[>"].*$/, "", what)

    if (what ~ /^carom\//) {
      if (top == "laws" && FILENAME != "laws/law_base.h") bad("a law includes only laws/ and C headers")
      next
    }
    if (angle) {
      if (top == "laws" && !index(pure, " " what " ") && FILENAME != "laws/qualify.h")
        bad("a law may include of the C headers only" pure)
      next
    }
    if (what ~ /\.\./) { bad("no .. in an include"); next }
    if (top == "include") { bad("a public header includes only carom/*.h and C headers"); next }
    if (exists(here "/" what)) next
    if (top != "cli" && (what in law)) next
    if (top == "laws") { bad("a law includes only laws/ and C headers"); next }
    target = what
    sub("/.*$", "", target)
    if (top == "cli") {
      if (target != "run" && target != "picture" && target != "io" && target != "verify" && target != "cli" && !index(command, " " what " "))
        bad("the command uses public headers, cli/, run/, picture/, io/ and" command)
    } else if (!(part[2] in level)) bad("src/" part[2] " has no place in the layers")
    else if (!(target in level)) bad("not found in src/" part[2] ", laws/ or a layer")
    else if (level[target] > level[part[2]]) bad(target " is above " part[2])
  }
  END { exit failed }
' $files
echo "layers: $(echo "$files" | wc -l) files in order"
