#!/bin/sh
# SPDX-License-Identifier: MIT
# A law is one header and one line: check_registry.sh [ROOT]
# Every laws/normal/NAME.h stands once in laws/laws.def and ends with its one CAROM_LAW(NAME); the
# same for tangential models in laws/tangential, laws/tangential.def and CAROM_TANGENTIAL.
set -eu
cd "${1:-$(dirname "$0")/../..}/laws"

failed=0
bad() { failed=1 && echo "$*"; }
lines() { awk -v start="$2" 'index($0, start) == 1 { n++ } END { print n + 0 }' "$1"; } # FILE START
check() { # FOLDER LIST MACRO
  count=0
  for header in "$1"/*.h; do
    count=$((count + 1))
    name=$(basename "$header" .h)
    listed=$(lines "$2" "#include \"$header\"")
    [ "$listed" = 1 ] || bad "$2 lists $header $listed times; it needs the line #include \"$header\""
    given=$(sed 's/^[[:space:]]*//' "$header" | lines - "$3(")
    [ "$given" = 1 ] || bad "$header gives $given laws instead of one"
    [ "$(tail -n 1 "$header")" = "$3($name)" ] ||
      bad "$header does not end with $3($name), outside its include guard"
  done
  listed=$(lines "$2" "#include")
  [ "$listed" = "$count" ] || bad "$2 lists $listed headers, laws/$1 holds $count"
  echo "registry: $count headers in laws/$1, one line each"
}
check normal laws.def CAROM_LAW
[ ! -e tangential ] && [ ! -e tangential.def ] || check tangential tangential.def CAROM_TANGENTIAL
[ $failed = 0 ] || exit 1
