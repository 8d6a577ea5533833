#!/bin/sh
# SPDX-License-Identifier: MIT
# Scenes that change have the same bits for any number of threads: check_threads.sh COMMAND
# Five of them, each for a while: walls that move, are driven, free, taken away; meshes; sources, sinks, stages.
# Series and state on 1, 2, 3 and 8 threads.
set -eu

carom=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
hash_of() { sed -n 's/.*"hash": "\([0-9a-f]*\)".*/\1/p' "$1/run.json"; }

same() { # SCENARIO SETTING...
  name=$(basename "$1" .yaml)
  for threads in 1 2 3 8; do
    "$carom" run "$@" --threads $threads --output "$work/$name.$threads" --no-page >"$work/said" 2>&1 ||
      { cat "$work/said" && exit 1; }
    [ -n "$(hash_of "$work/$name.1")" ] && [ "$(hash_of "$work/$name.$threads")" = "$(hash_of "$work/$name.1")" ] &&
      cmp -s "$work/$name.$threads/series.csv" "$work/$name.1/series.csv" ||
      { echo "FAILED: $name differs on $threads threads" && failed=1; }
  done
  echo "$name: $(hash_of "$work/$name.1"), $(($(wc -l <"$work/$name.1/series.csv") - 1)) rows"
}

same tests/restart/flow.yaml
same scenarios/hopper_cone.yaml scene.stages.0.time='60 ms' run.until='0.16 s'
same scenarios/screw_conveyor.yaml run.until='0.5 s'
same scenarios/penetration.yaml
same scenarios/repose.yaml scene.stages.0.time='0.1 s' run.until='0.3 s'
exit $failed
