#!/bin/sh
# SPDX-License-Identifier: MIT
# A program that loads, runs and reads scenarios with libcarom-io prints what the command prints, to
# the byte but for the times of the clock: check_run_library.sh CAROM EXAMPLE ROOT
set -eu

carom=$1
example=$2
root=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

untimed() { sed -E 's/("(seconds|forces|motion|lists|lists_[a-z]+)":) [^,]*/\1 0/' "$1"; }
same() { # NAME FILE [PATH VALUE]
  "$carom" run "$2" ${3:+"$3=$4"} --json >command.json 2>notes
  "$example" "$2" ${3:+"$3" "$4"} >library.json
  [ "$(wc -l <library.json)" -gt 10 ] || { echo "$1: the library prints nothing" && exit 1; }
  untimed command.json >command
  untimed library.json >library
  cmp command library || { diff command library | head -5 && echo "$1 differs" && exit 1; }
  count=$((count + 1))
}

count=0
for kind in impact bounce chain mechanism scene; do
  "$carom" new "$kind" >"$kind.yaml"
  same "$kind" "$kind.yaml"
done
same "impact, changed" impact.yaml contacts.0.restitution 0.5
same "chain, changed" chain.yaml chain.beads.0.velocity "2 m/s"
for name in two_spheres_8 three_balls_a chain_stepped_f2 chain_vertical_1 slider_crank_300_plastic box_collapse; do
  same "$name" "$root/scenarios/$name.yaml" sweep none
done
[ "$count" -eq 13 ] || { echo "$count scenarios, not 13" && exit 1; }

# The other way: a difference is seen, and a fault of the file ends the program.
"$example" impact.yaml contacts.0.restitution 0.6 >other.json
cmp -s other.json library.json && { echo "another restitution changes nothing" && exit 1; }
if "$example" impact.yaml impact.speed "1 kg" >out 2>err; then echo "a speed in kg is accepted" && exit 1; fi
grep -q speed err || { cat err && echo "no place in the error" && exit 1; }
echo "run library: $count scenarios with the same bytes as the command"
