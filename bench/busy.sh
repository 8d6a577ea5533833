#!/bin/sh
# SPDX-License-Identifier: MIT
# A scene beside other programs: busy.sh COMMAND CSV [ROUNDS]
# carom with one thread and with its default, in turn, while 0, 1, 3 and 6 processes a core spin
# beside it. Wall time, so nothing else may run. What counts is the ratio: on a quiet machine it shows
# what threads are worth, on a busy one that they do not harm.
set -eu
cd "$(dirname "$0")/.."

command=$1
csv=$2
rounds=${3:-${ROUNDS:-3}}
until=${UNTIL:-0.1 s}
cores=$(nproc)
work=$(mktemp -d)
spinning=
calm() {
  # shellcheck disable=SC2086
  [ -z "$spinning" ] || kill $spinning 2>/dev/null || :
  spinning=
}
trap 'calm; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

spin() { # PROCESSES
  for _ in $(seq "$1"); do
    sh -c 'while :; do :; done' &
    spinning="$spinning $!"
  done
}
now() { date +%s.%N; }

timed() { # LOAD THREADS
  before=$(now)
  "$command" run scenarios/settling_bed.yaml run.until="$until" --threads "$2" >/dev/null 2>&1
  echo "$1 $2 $before $(now)" >>"$work/runs"
}

for load in 0 1 3 6; do
  spin $((load * cores))
  [ "$load" = 0 ] || sleep 1
  for _ in $(seq "$rounds"); do
    timed "$load" 1
    timed "$load" 0
  done
  calm
done

awk -v cores="$cores" '
  function median(list, parts, n, i, j, t) {
    n = split(list, parts, " ")
    for (i = 2; i <= n; i++)
      for (j = i; j > 1 && parts[j] + 0 < parts[j - 1] + 0; j--) {
        t = parts[j]; parts[j] = parts[j - 1]; parts[j - 1] = t
      }
    return parts[int((n + 1) / 2)]
  }
  { time[$1, $2] = time[$1, $2] " " ($4 - $3); if (!($1 in seen)) { seen[$1] = 1; load[++m] = $1 } }
  END {
    print "spinning a core,one thread[s],default[s],ratio"
    for (k = 1; k <= m; k++) {
      one = median(time[load[k], 1]); all = median(time[load[k], 0])
      printf "%d,%.3f,%.3f,%.2f\n", load[k], one, all, all / one
    }
  }' "$work/runs" >"$work/table"
echo "# cores: $cores; medians of $rounds" >>"$csv"
cat "$work/table" >>"$csv"
column -s , -t "$work/table" 2>/dev/null || cat "$work/table"
