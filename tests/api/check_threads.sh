#!/bin/sh
# SPDX-License-Identifier: MIT
# The table of a sweep is the same for any number of threads: check_threads.sh PROGRAM
set -eu
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$program" 1 >"$work/one"
[ "$(wc -l <"$work/one")" -gt 10 ] || { echo "threads: no table" && exit 1; }
for threads in 2 3 8 0; do
  "$program" $threads >"$work/many"
  cmp "$work/one" "$work/many" || { echo "threads: $threads differ from 1" && exit 1; }
done
echo "threads: the same $(wc -l <"$work/one") lines for 1, 2, 3, 8 threads and one a core"
