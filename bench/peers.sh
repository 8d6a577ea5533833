# SPDX-License-Identifier: MIT
# What the comparisons with other programs share; read by chain.sh and scenes.sh with `.`.
# Peers are never required: without one its lines are missing, and a line says so.
# Every run is one line in $runs: scene engine count steps ns-per-particle-step kinetic-energy
# Times are processor times on one core: on a machine that others use, too, what they take is not ours.

# One core for everything, the last one: the first is where interrupts go.
one_core() {
  if command -v taskset >/dev/null; then
    taskset -c "$(($(nproc) - 1))" "$@"
  else
    "$@"
  fi
}

have_lammps() { command -v "${LAMMPS:-lmp}" >/dev/null; }

# lammps SCENE COUNT STEPS INPUT [VAR VALUE...]: one run. The input prints the kinetic energy last
# in its thermo line; the time is the processor time of its loop, without reading and writing.
lammps() {
  scene=$1 count=$2 steps=$3 input=$4
  shift 4
  vars=
  while [ $# -gt 1 ]; do
    vars="$vars -var $1 $2"
    shift 2
  done
  # shellcheck disable=SC2086 # the variables are meant to be split
  one_core "${LAMMPS:-lmp}" -nocite -log none -in "$input" $vars -var steps "$steps" |
    awk -v scene="$scene" -v n="$count" -v steps="$steps" '
      $1 == steps && NF >= 2 && $NF + 0 == $NF { kinetic = $NF }
      /^Loop time/ { seconds = $4 }
      /CPU use/ { sub("%", "", $1); seconds *= $1 / 100 }
      END {
        if (seconds == "") exit 1
        printf "%s lammps %d %d %.4f %s\n", scene, n, steps, 1e9 * seconds / n / steps, kinetic
      }' >>"$runs"
}

# summary FILE: best, median and worst of every kind of run in FILE as CSV
summary() {
  sort -s -k1,4 -k5,5g "$1" | awk '
    function put() {
      if (n) printf "%s,%d,%.4f,%.4f,%.4f,%s\n", key, n, value[1], value[int((n + 1) / 2)],
        value[n], kinetic
    }
    BEGIN { print "scene,engine,count,steps,runs,best[ns],median[ns],worst[ns],kinetic energy" }
    { now = $1 "," $2 "," $3 "," $4 }
    now != key { put(); key = now; n = 0 }
    { value[++n] = $5; kinetic = $6 }
    END { put() }'
}
