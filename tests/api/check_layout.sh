#!/bin/sh
# SPDX-License-Identifier: MIT
# The arrays of particles and of lists are declared once: check_layout.sh [ROOT]
# Elsewhere in src/scene no file may name three of them in lines that are otherwise the same (a list
# that allocates, copies, saves or frees one after the other), or four of them in one line
# as members or pointers.
set -eu
cd "${1:-$(dirname "$0")/../..}"

for table in particles.def contacts.def; do
  [ -r "src/scene/$table" ] || { echo "layout: no table src/scene/$table" && exit 1; }
done
names() { sed -n "s/^$2(\([a-z_]*\),.*/\1/p" "src/scene/$1"; }
particles=$(names particles.def CAROM_PARTICLE)
contacts=$(names contacts.def CAROM_CONTACT)
files=$(find src/scene -name '*.[ch]' -o -name '*.inc' | sort)
for list in "$particles" "$contacts"; do
  [ "$(echo "$list" | wc -w)" -ge 5 ] || { echo "layout: no table of arrays in src/scene" && exit 1; }
done
[ -n "$files" ] || { echo "layout: nothing to look at" && exit 1; }

# shellcheck disable=SC2086 # one name per file, none has a blank
awk -v lists="$(echo $particles)/$(echo $contacts)" '
  BEGIN {
    lists_count = split(lists, list, "/")
    for (l = 1; l <= lists_count; l++) {
      n = split(list[l], name, " ")
      for (k = 1; k <= n; k++) array[l, name[k]] = 1
    }
  }
  FNR == 1 { split("", shape); split("", seen) }
  { gsub(/"[^"]*"/, "\"\""); sub(/\/\*.*/, ""); sub(/^ \* .*/, "") }
  {
    for (l = 1; l <= lists_count; l++) {
      # array names become @, what may differ from one to the next becomes #
      rest = $0
      form = ""
      found = members = 0
      split("", here)
      while (match(rest, /[A-Za-z_][A-Za-z_0-9]*|[0-9]+/)) {
        word = substr(rest, RSTART, RLENGTH)
        form = form substr(rest, 1, RSTART - 1)
        if ((l, word) in array) {
          form = form "@"
          if (!(word in here)) {
            here[word] = 1
            found++
            last = word
            members += substr(rest, 1, RSTART - 1) ~ /(->|[.*])$/
          }
        } else if (word ~ /^[0-9A-Z]/ || word ~ /^(double|char|unsigned|u?int[0-9]*_t)$/) {
          form = form "#"
        } else {
          form = form word
        }
        rest = substr(rest, RSTART + RLENGTH)
      }
      form = form rest
      if (found == 0) continue
      if (members >= 4) { printf "%s:%d: %d arrays in one line\n", FILENAME, FNR, members; failed = 1 }
      gsub(/[ \t]/, "", form)
      gsub(/#\*/, "", form)
      if (form ~ /^[@#(){}*&,;]*$/ && form !~ /[(*]/) continue # an argument on a line of its own
      if (!((l, form, last) in seen)) {
        seen[l, form, last] = 1
        if (++shape[l, form] == 3) {
          printf "%s:%d: a third array in a line like this: list them in src/scene/*.def only\n", FILENAME, FNR
          failed = 1
        }
      }
    }
  }
  END { exit failed }
' $files
echo "layout: $(echo "$particles" | wc -w) arrays of particles and $(echo "$contacts" | wc -w) of lists, each declared once"
