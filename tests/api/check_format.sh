#!/bin/sh
# SPDX-License-Identifier: MIT
# Sources are laid out as clang-format 14 does it (make format): check_format.sh [ROOT]
# Other versions disagree in details, so that without version 14 the check is skipped (77).
set -eu
cd "${1:-$(dirname "$0")/../..}"

tool=
for name in clang-format-14 clang-format; do
  if command -v $name >/dev/null && $name --version | grep -q 'version 14\.'; then
    tool=$name && break
  fi
done
[ -n "$tool" ] || { echo "format: no clang-format 14, skipped" && exit 77; }

files=$(find . \( -name .git -o -path './build*' \) -prune -o \( -name '*.[ch]' -o -name '*.inc' \) -print)
[ -n "$files" ] || { echo "format: nothing to look at" && exit 1; }
# shellcheck disable=SC2086 # one name per file, none has a blank
$tool --dry-run --Werror --style=file $files 2>&1 |
  awk '/error:/ { print } END { if (NR) { print "run make format"; exit 1 } }'
echo "format: $(echo "$files" | wc -l) files as clang-format lays them out"
