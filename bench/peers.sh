# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # runs and work are the reader's
# What the comparisons with other programs share; read by chain.sh and scenes.sh with `.`.
# Peers are never required: without one its lines are missing, and a line says so.
# Every run is one line in $runs: scene engine count steps ns-per-particle-step kinetic-energy
# On one core times are processor times: on a machine that others use, too, what they take is not
# ours. CORES=2 or more: wall times, carom with that many threads, the others with as many processes.
cores=${CORES:-1}

# The last cores for everything: the first is where interrupts go. PIN=... instead. Used unquoted.
pin=
! command -v taskset >/dev/null || pin="taskset -c $(($(nproc) - cores))-$(($(nproc) - 1))"
pin=${PIN-$pin}

# What starts a program with a process on each core; MPIRUN=... instead of mpirun and its options.
ranks=
if [ "$cores" -gt 1 ]; then
  ranks="${MPIRUN:-mpirun --bind-to core} -np $cores"
  [ "$(id -u)" != 0 ] || ranks="$ranks --allow-run-as-root"
fi
have_ranks() { [ "$cores" = 1 ] || command -v "${ranks%% *}" >/dev/null; }

have_lammps() { have_ranks && command -v "${LAMMPS:-lmp}" >/dev/null; }
have_liggghts() { have_ranks && command -v "${LIGGGHTS:-liggghts}" >/dev/null; }
have_yade() { command -v "${YADE:-yade}" >/dev/null; }

# tell_of_peers NAME...: a line for each that is not there
tell_of_peers() {
  for peer in "$@"; do
    "have_$peer" || echo "no $peer (a Debian package of that name): measured without it"
  done
}

# vars NAME VALUE...: as options of LAMMPS and LIGGGHTS
vars() {
  while [ $# -gt 1 ]; do
    printf ' -var %s %s' "$1" "$2"
    shift 2
  done
}

# A run of LAMMPS or LIGGGHTS on standard input as a line of $runs; its input prints the step and
# then the numbers of the state in the thermo line. `seconds` is that of its loop if empty.
run_line() { # SCENE ENGINE COUNT STEPS SECONDS
  awk -v scene="$1" -v engine="$2" -v n="$3" -v steps="$4" -v seconds="$5" -v cores="$cores" '
    /^Loop time/ { loop = $4 }
    /CPU use/ && cores == 1 { sub("%", "", $1); loop *= $1 / 100 }
    $1 == steps && NF >= 2 && $2 + 0 == $2 && !loop {
      state = $2
      for (k = 3; k <= NF; k++) state = state " " $k
    }
    END {
      if (loop == "" || state == "") exit 1
      if (seconds == "") seconds = loop
      printf "%s %s %d %d %.4f %s\n", scene, engine, n, steps, 1e9 * seconds / n / steps, state
    }' >>"$runs"
}

# run_lammps SCENE COUNT STEPS INPUT [VAR VALUE...]: one run, by the time of its loop
run_lammps() {
  scene=$1 count=$2 steps=$3 input=$4
  shift 4
  # shellcheck disable=SC2046,SC2086 # the variables are meant to be split
  $pin $ranks "${LAMMPS:-lmp}" -nocite -log none -in "$input" $(vars "$@") -var steps "$steps" |
    run_line "$scene" lammps "$count" "$steps" ""
}

# processor_seconds COMMAND...: runs it; its output goes to $work/out, its user time is printed
processor_seconds() {
  # shellcheck disable=SC2016 # for the inner shell
  sh -c '"$@" >"$0"; times' "$work/out" "$@" | awk 'NR == 2 { split($1, t, /[ms]/); print 60 * t[1] + t[2] }'
}

# run_liggghts SCENE COUNT STEPS INPUT [VAR VALUE...]: one run. It reports wall time only, so that on one
# core the processor time of a run of one step is taken from that of the whole.
run_liggghts() {
  scene=$1 count=$2 steps=$3 input=$4
  shift 4
  # shellcheck disable=SC2046,SC2086
  set -- $pin $ranks "${LIGGGHTS:-liggghts}" -log none -in "$input" $(vars "$@") -var steps
  if [ "$cores" -gt 1 ]; then
    "$@" "$steps" | run_line "$scene" liggghts "$count" "$steps" ""
    return
  fi
  rest=$(processor_seconds "$@" 1)
  all=$(processor_seconds "$@" "$steps")
  run_line "$scene" liggghts "$count" "$steps" "$(echo "$all $rest" | awk '{ print $1 - $2 }')" \
    <"$work/out"
}

# run_yade SCENE DATA STEPS: one run
run_yade() {
  # shellcheck disable=SC2086
  SCENE=$1 DATA=$2 STEPS=$3 CORES=$cores $pin "${YADE:-yade}" -n -x "-j$cores" \
    bench/peers/yade_scene.py 2>/dev/null | sed -n 's/^RUN //p' >>"$runs"
}

# summary FILE [COLUMNS]: best, median and worst of every kind of run in FILE as CSV; columns are the
# names of the numbers behind the kinetic energy
summary() {
  sort -s -k1,4 -k5,5g "$1" | awk -v more="${2:+,$2}" '
    function put() {
      if (n) printf "%s,%d,%.4f,%.4f,%.4f,%s\n", key, n, value[1], value[int((n + 1) / 2)],
        value[n], kinetic
    }
    BEGIN { print "scene,engine,count,steps,runs,best[ns],median[ns],worst[ns],kinetic" more }
    { now = $1 "," $2 "," $3 "," $4 }
    now != key { put(); key = now; n = 0 }
    { value[++n] = $5; kinetic = $6; for (k = 7; k <= NF; k++) kinetic = kinetic "," $k }
    END { put() }'
}
