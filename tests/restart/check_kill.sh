#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs that are killed at random moments and restarted end as if nothing had happened, byte for
# byte: check_kill.sh COMMAND KILLS [SCENARIO...]. SEED repeats a sequence of moments.
# Also: Ctrl-C, checkpoints that are not what they should be, a disk that is full. The command finds
# no gnuplot: figures are not what this is about.
set -u

carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
kills=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || set -- "$here"/*.yaml # else full paths
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
bad() { failed=1 && echo "FAILED: $*"; }
seed=${SEED:-$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')}
number=0
delay() { # 0.02 to 0.27 s, the next of the sequence
  number=$((number + 1))
  awk -v seed="$seed" -v n="$number" 'BEGIN { srand(seed + 7919 * n); rand(); print 0.02 + 0.25 * rand() }'
}

# without HDF5 there are no checkpoints, and the command says so
if env PATH=/nowhere "$carom" run "$1" --output none --restart 2>&1 | grep -q 'without HDF5'; then
  echo "restart: built without HDF5, nothing to do" && exit 77
fi

alike() { # FOLDER FOLDER: the same series, frames and results, but for times on the clock and memory
  cmp -s "$1/series.csv" "$2/series.csv" || return 1
  [ ! -d "$1/frames" ] || diff -r "$1/frames" "$2/frames" >/dev/null || return 1
  for folder in "$1" "$2"; do
    sed -n '/"result"/,$p' "$folder/run.json" |
      grep -v -E '"(seconds|timed_steps|forces|motion|lists|lists_[a-z]*|bytes)":|"frames": [0-9]' >"$folder.result"
  done
  cmp -s "$1.result" "$2.result"
}

begin() { # FOLDER SCENARIO ARGUMENT...: starts, or goes on if there is a checkpoint
  folder=$1
  shift
  [ -e "$folder/checkpoint.h5" ] && set -- "$@" --restart
  env PATH=/nowhere "$carom" run "$@" run.checkpoint='10 ms' --output "$folder" --force >out 2>err &
}

readable() { # FOLDER: run.json is whole (done: killed over the report behind it), and so are all lines of series.csv, as soon as they are there
  if [ -e "$1/run.json" ]; then "$carom" status "$1" --json | grep -q -E '"state": "(killed|done)"' || return 1; fi
  [ -e "$1/series.csv" ] || return 0
  [ -z "$(tail -c 1 "$1/series.csv")" ] && awk -F, 'NR == 1 { n = NF } NF != n { exit 1 }' "$1/series.csv"
}

killed=0
murder() { # SCENARIO KILLS: until it has been killed so often and then ended by itself
  name=$(basename "$1" .yaml)
  env PATH=/nowhere "$carom" run "$1" --output "$name.whole" >out 2>err || bad "$name: $(cat err)"
  left=$2
  while [ "$left" -gt 0 ]; do
    rm -rf "$name.killed"
    begin "$name.killed" "$1"
    while [ "$left" -gt 0 ]; do
      sleep "$(delay)"
      kill -KILL $! 2>/dev/null || break
      wait $! 2>/dev/null
      [ $? = 137 ] || break # it had ended already
      readable "$name.killed" || bad "$name: what a kill left cannot be read (SEED=$seed)"
      left=$((left - 1))
      killed=$((killed + 1))
      begin "$name.killed" "$1"
    done
    wait $! || { bad "$name: a run that was continued failed: $(cat err)" && return; }
    alike "$name.whole" "$name.killed" || bad "$name: other results after kills (SEED=$seed)"
  done
}

share=$(((kills + $# - 1) / $#))
for scenario; do
  before=$(basename "$scenario" .yaml)
  murder "$scenario" "$share" 2>/dev/null
done

# Ctrl-C writes a checkpoint without being asked for any
for scenario; do
  name=$(basename "$scenario" .yaml)
  for pause in 0.2 0.1 0.05 0.025 0.3 0.5; do # on a fast machine it may be over, on a slow one not begun
    rm -rf "$name.stopped"
    env PATH=/nowhere "$carom" run "$scenario" --output "$name.stopped" >out 2>err &
    sleep $pause
    kill -TERM $! 2>/dev/null
    wait $!
    code=$?
    [ $code != 143 ] || break
  done
  [ $code = 143 ] || bad "$name: a run that was stopped did not end with 143 but $code: $(cat err)"
  env PATH=/nowhere "$carom" run "$scenario" --output "$name.stopped" --restart >out 2>err || bad "$name: $(cat err)"
  alike "$name.whole" "$name.stopped" || bad "$name: other results after Ctrl-C"
done

# checkpoints that are refused, each with a reason
refused() { # TEXT SCENARIO ARGUMENT...
  text=$1
  shift
  env PATH=/nowhere "$carom" run "$@" --output there --restart >out 2>err
  code=$?
  [ $code = 2 ] || bad "ended with $code instead of 2: $*"
  grep -q "$text" err || bad "does not say '$text' but '$(cat err)'"
}
good=$before.stopped/checkpoint.h5
mkdir there
refused "there is no checkpoint" "$scenario"
head -c 3000 "$good" >there/checkpoint.h5 && refused "cut short" "$scenario"
{ head -c 3000 "$good" && printf 'x' && tail -c +3002 "$good"; } >there/checkpoint.h5
refused "hash differs" "$scenario"
sed 's/^format 1$/format 2/' "$good" >there/checkpoint.h5 && refused "version 2" "$scenario"
echo "something else" >there/checkpoint.h5 && refused "no checkpoint" "$scenario"
cp "$good" there/ && refused "other input" "$scenario" record.every='123 us'
refused "behind the end at 1e-09 s" "$scenario" run.until='1 ns'
refused "sweep" "$scenario" sweep="{run.until: [1 us, 2 us]}"
env PATH=/nowhere "$carom" new bounce >bounce.yaml && refused "bounces have no checkpoints" bounce.yaml
env PATH=/nowhere "$carom" run "$scenario" --restart 2>err && bad "a restart without a folder"
grep -q -e "--output" err || bad "a restart without a folder is refused with '$(cat err)'"

# no room: the last good checkpoint stays, the command ends with 1, and the run can go on later.
# A file system of its own where that is allowed, else files may not grow beyond a size.
name=$(basename "$1" .yaml)
env PATH=/nowhere "$carom" run "$1" --output "$name.early" >out 2>err &
sleep 0.1
kill -TERM $! && wait $!
bytes=$(wc -c <"$name.early/checkpoint.h5")
frames=0
[ ! -d "$name.early/frames" ] || frames=$(du -sk "$name.early/frames" | cut -f 1)
mkdir small
if mount -t tmpfs -o size=$((bytes * 3 / 2 / 1024 + 8 + frames))k none small 2>/dev/null; then
  mounted=1
  trap 'umount "$work/small"; rm -rf "$work"' EXIT
fi
[ ! -d "$name.early/frames" ] || cp -R "$name.early/frames" small/
cp "$name.early/checkpoint.h5" small/ || bad "the small disk is too small for the test"
if [ "${mounted:-0}" = 1 ]; then
  env PATH=/nowhere "$carom" run "$1" run.checkpoint='10 ms' --output small --restart >out 2>err
else
  (ulimit -f $((bytes / 512)) && exec env PATH=/nowhere "$carom" run "$1" run.checkpoint='10 ms' --output small --restart) >out 2>err
fi
code=$?
[ $code = 1 ] || bad "a full disk ends with $code: $(cat err)"
grep -q "cannot" err || bad "a full disk is not told: $(cat err)"
[ -z "$(find small -type f -name '*.*.*')" ] || bad "a file was left incomplete"
rm -rf again && cp -R small again
env PATH=/nowhere "$carom" run "$1" --output again --restart >out 2>err || bad "after a full disk: $(cat err)"
alike "$name.whole" again || bad "other results after a full disk"

[ $failed = 0 ] || exit 1
echo "restart: $killed kills, stops, bad checkpoints and a full disk survived"
