#!/bin/sh
# SPDX-License-Identifier: MIT
# The round robin of DEM programs: roundrobin.sh BENCH_ROUNDROBIN CSV DATA [CASE...]
# DATA is a folder with the files of the round robin, as they are or gzipped (they are not ours and not
# here): case3_25k.txt and, to compare with, published_case3_25k.csv; case2_particles.txt and
# case2_walls.txt; silo_large_particles.txt and silo_large_walls.txt (nine numbers a line). Cases: impact,
# silo, drum. LIGGGHTS runs the silo and the drum from the same files if it is there.
#   impact  official materials and step; the height of the ball beside the published curves of that bed
#   silo    three starts, each moved by a micrometre; discharge from 0.5 to 5 s
#   drum    grains softer by DRUM_SOFTER (500), DRUM_UNTIL (1 s); zone counts, mean over the run
set -eu
cd "$(dirname "$0")/.."
. bench/peers.sh
program=$1
csv=$2
data=$3
shift 3
cases=${*:-impact silo drum}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
threads=${CORES:-1}

take() { # FILE: its contents in $work; fails if it is not there
  if [ -s "$data/$1.gz" ]; then
    gunzip -c "$data/$1.gz" >"$work/$1"
  elif [ -s "$data/$1" ]; then
    cp "$data/$1" "$work/$1"
  else
    echo "roundrobin: no $data/$1" >&2 && return 1
  fi
}

# nine numbers a line, behind a line of titles, as STL
stl_of() {
  awk 'BEGIN { print "solid walls" }
    NF == 9 && $1 + 0 == $1 {
      print "facet normal 0 0 0\nouter loop"
      for (k = 1; k < 9; k += 3) print "vertex", $k, $(k + 1), $(k + 2)
      print "endloop\nendfacet"
    }
    END { print "endsolid walls" }' "$1"
}

# particles as a data file of LIGGGHTS; of the second material from a radius on; moved along x
data_of() { # FILE RADIUS SHIFT
  awk -v second="$2" -v shift="$3" '
    NR == 1 { first = $1 ~ /^R/; next }
    NF == 4 {
      r = first ? $1 : $4; x = first ? $2 : $1; y = first ? $3 : $2; z = first ? $4 : $3
      m2 = r > second
      row[++n] = sprintf("%d %.12g %d %.12g %.12g %.12g", m2 ? 2 : 1, 2 * r, m2 ? 2000 : 2500, x + shift, y, z)
    }
    END {
      printf "round robin\n\n%d atoms\n3 atom types\n\n", n
      printf "-0.2 0.2 xlo xhi\n-0.2 0.2 ylo yhi\n-0.4 0.4 zlo zhi\n\nAtoms\n\n"
      for (i = 1; i <= n; i++) print i, row[i]
    }' "$1"
}

impact() {
  take case3_25k.txt || return 0
  # shellcheck disable=SC2086
  $pin "$program" impact --particles "$work/case3_25k.txt" --threads "$threads" >"$work/impact.csv"
  grep -v '^#' "$work/impact.csv" >>"$csv"
  sed -n 's/^# /impact, carom: /p' "$work/impact.csv"
  take published_case3_25k.csv 2>/dev/null || return 0
  awk -F, '
    FNR == 1 { file++ }
    file == 1 && FNR == 1 { for (k = 1; k <= NF; k++) if ($k == "MUSEN_IC1") column = k }
    file == 1 && FNR > 1 { published[sprintf("%.0f", 1000 * $1)] = $column }
    file == 2 && /^[0-9]/ {
      ms = sprintf("%.0f", 1000 * $1)
      if (1000 * $1 - ms < -1e-3 || 1000 * $1 - ms > 1e-3 || ms + 0 < 20 || !(ms in published)) next
      off = 1000 * ($2 - published[ms])
      printf "%3d ms: z %.5f m, published %.5f, difference %+.3f mm\n", ms, $2, published[ms], off
      if (ms >= 21 && ms <= 29 && off * off > worst * worst) worst = off
    }
    END { printf "impact: largest difference from 21 to 29 ms %+.3f mm\n", worst }' \
    "$work/published_case3_25k.csv" "$work/impact.csv"
}

liggghts_run() { # NAME VARIABLE VALUE...: its lines in $work/NAME.csv, its time is printed
  name=$1
  shift
  # shellcheck disable=SC2046,SC2086
  $pin "${LIGGGHTS:-liggghts}" -log none -in bench/peers/liggghts.roundrobin $(vars "$@") \
    -var out "$work/$name.csv" >"$work/$name.log"
  awk -v name="$name" '/^Loop time/ { printf "%s: %.1f s\n", name, $4 }' "$work/$name.log"
}

rate() { # CSV: particles a second from 0.5 to 5 s
  awk -F, '/^[0-9]/ && $1 >= 0.4999 && a == "" { a = $2; t = $1 } /^[0-9]/ && $1 < 5.0001 { b = $2; u = $1 }
    END { printf "%.2f", (a - b) / (u - t) }' "$1"
}

silo() {
  { take silo_large_particles.txt && take silo_large_walls.txt; } || return 0
  stl_of "$work/silo_large_walls.txt" >"$work/silo.stl"
  for micrometres in 0 1 2; do
    shift=${micrometres}e-6
    # shellcheck disable=SC2086
    $pin "$program" silo --particles "$work/silo_large_particles.txt" --softer 100 --step 8e-5 \
      --walls "$work/silo_large_walls.txt" --shift "$shift" --threads "$threads" >"$work/silo.csv"
    echo "silo, carom, start $micrometres: $(rate "$work/silo.csv") particles/s; $(sed -n 's/^# //p' "$work/silo.csv")"
    sed "s/^/carom,$micrometres,/; /#/d" "$work/silo.csv" >>"$csv"
    have_liggghts || continue
    data_of "$work/silo_large_particles.txt" 1 "$shift" >"$work/silo.data"
    liggghts_run silo.liggghts data "$work/silo.data" walls "$work/silo.stl" spin 0 young 1e7 young2 5e6 \
      skin 0.003 dt 8e-5 every 625 steps 62500
    echo "silo, LIGGGHTS, start $micrometres: $(rate "$work/silo.liggghts.csv") particles/s"
    sed "s/^/liggghts,$micrometres,/" "$work/silo.liggghts.csv" >>"$csv"
  done
}

drum() {
  { take case2_particles.txt && take case2_walls.txt; } || return 0
  softer=${DRUM_SOFTER:-500}
  until=${DRUM_UNTIL:-1}
  step=$(awk -v softer="$softer" 'BEGIN { printf "%.4g", 8e-7 * sqrt(softer) }')
  stl_of "$work/case2_walls.txt" >"$work/drum.stl"
  # shellcheck disable=SC2086
  $pin "$program" drum --particles "$work/case2_particles.txt" --walls "$work/case2_walls.txt" \
    --softer "$softer" --step "$step" --until "$until" --every 0.02 --threads "$threads" >"$work/drum.csv"
  echo "drum, carom: $(sed -n 's/^# //p' "$work/drum.csv")"
  sed '/#/d; s/^/carom,/' "$work/drum.csv" >>"$csv"
  have_liggghts || return 0
  data_of "$work/case2_particles.txt" 0.0015 0 >"$work/drum.data"
  every=$(awk -v step="$step" 'BEGIN { printf "%d", 0.02 / step + 0.5 }')
  steps=$(awk -v step="$step" -v t="$until" 'BEGIN { printf "%d", t / step + 0.5 }')
  young=$(awk -v s="$softer" 'BEGIN { print 1e9 / s }')
  young2=$(awk -v s="$softer" 'BEGIN { print 0.5e9 / s }')
  liggghts_run drum.liggghts data "$work/drum.data" walls "$work/drum.stl" spin 2 young "$young" \
    young2 "$young2" skin 0.001 dt "$step" every "$every" steps "$steps"
  sed 's/^/liggghts,/' "$work/drum.liggghts.csv" >>"$csv"
  awk -F, '
    FNR == 1 { file++; next }
    /^#/ || $1 == 0 { next }
    { n[file]++; for (k = 2; k <= 5; k++) sum[file, k] += $k }
    END {
      split("- small_1 large_1 small_2 large_2", name, " ")
      for (k = 2; k <= 5; k++) {
        a = sum[1, k] / n[1]; b = sum[2, k] / n[2]
        printf "drum: %s %.0f, LIGGGHTS %.0f, difference %.2f %% of all of this size\n", name[k], a, b, \
          100 * (a - b) / (k % 2 ? 8000 : 30000)
      }
    }' "$work/drum.csv" "$work/drum.liggghts.csv"
}

tell_of_peers liggghts
for case in $cases; do
  case $case in
  impact | silo | drum) $case ;;
  *) echo "roundrobin: the cases are impact, silo and drum" >&2 && exit 2 ;;
  esac
done
