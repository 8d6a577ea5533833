#!/bin/sh
# SPDX-License-Identifier: MIT
# Instructions per contact, counted by valgrind where the machine does not let programs count:
# instructions.sh BENCH_LAWS [LAW]. Repeatable to the last digit. valgrind has no AVX-512.
set -eu

program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
command -v valgrind >/dev/null || { echo "instructions: no valgrind, skipped" && exit 0; }
contacts=2048
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

valgrind -q --tool=callgrind --callgrind-out-file=dump --dump-before=bench_mark \
  "$program" --marks --contacts $contacts ${2:+--law "$2"} >names

# Every name has two dumps: what came before its first mark, and the pass itself.
printf '%-22s %-7s %-7s %s\n' law task way "instructions per contact"
row=0
while read -r law task way; do
  row=$((row + 1))
  total=$(sed -n 's/^totals: //p' "dump.$((2 * row))")
  echo "$law $task $way $total"
done <names | awk -v n=$contacts '{ printf "%-22s %-7s %-7s %8.2f\n", $1, $2, $3, $4 / n }'
