#!/bin/sh
# SPDX-License-Identifier: MIT
# A law is one header and one line: check_registry.sh [ROOT]
# Every laws/normal/NAME.h stands once in laws/laws.def and ends with its one CAROM_LAW(NAME).
set -eu
cd "${1:-$(dirname "$0")/../..}/laws"

failed=0
bad() { failed=1 && echo "$*"; }
count=0
for header in normal/*.h; do
  count=$((count + 1))
  name=$(basename "$header" .h)
  lines=$(grep -c -x "#include \"$header\"" laws.def || true)
  [ "$lines" = 1 ] || bad "laws.def lists $header $lines times; it needs the line #include \"$header\""
  laws=$(grep -c '^[[:space:]]*CAROM_LAW(' "$header" || true)
  [ "$laws" = 1 ] || bad "$header gives $laws laws instead of one"
  [ "$(tail -n 1 "$header")" = "CAROM_LAW($name)" ] ||
    bad "$header does not end with CAROM_LAW($name), outside its include guard"
done
listed=$(grep -c '^#include' laws.def || true)
[ "$listed" = "$count" ] || bad "laws.def lists $listed headers, laws/normal holds $count"
[ $failed = 0 ] || exit 1
echo "registry: $count laws, one header and one line each"
