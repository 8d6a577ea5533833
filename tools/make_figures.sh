#!/bin/sh
# SPDX-License-Identifier: MIT
# Figures of docs/pictures that show scenarios beside what is known of them: make_figures.sh COMMAND [NAME...]
# Runs the scenarios, takes from their series what is compared, and draws each figure with tools/figures/NAME.gp.
# Names: only these figures. Needs gnuplot; some minutes, most of them for simple_shear.
set -eu
carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compute() { # FOLDER SCENARIO [PATH=VALUE...]
  folder=$1 scenario=$2
  shift 2
  "$carom" run "scenarios/$scenario.yaml" "$@" --output "$work/$folder" --no-page >"$work/log" 2>&1 ||
    { cat "$work/log" && return 1; }
}
# columns FOLDER PROGRAM NAME...: awk over the series; c[1], c[2] ... are the columns of these names
columns() {
  folder=$1 program=$2
  shift 2
  awk -F , -v names="$*" '
    NR == 1 { m = split(names, name, " "); for (i = 1; i <= NF; i++) for (k = 1; k <= m; k++) if ($i == name[k]) at[k] = i
      for (k = 1; k <= m; k++) if (!at[k]) { print "no column " name[k] >"/dev/stderr"; exit 1 }
      next }
    { for (k = 1; k <= m; k++) c[k] = $at[k] }'"$program" "$work/$folder/series.csv"
}
draw() { # NAME [NUMBER...]
  name=$1
  shift
  gnuplot -c "tools/figures/$name.gp" "$work" "$work/figure.svg" "$@"
  mv "$work/figure.svg" "docs/pictures/$name.svg"
  echo "docs/pictures/$name.svg"
}

# Enskog's rate at the temperature of the start, as in src/verify/haff.c
granular_gas() {
  compute gas granular_gas
  # shellcheck disable=SC2016
  haff=$(columns gas '
    NR == 2 {
      pi = atan2(0, -1); fraction = 0.05; d = 2e-3; e = 0.9; T = c[1]
      a2 = 16 * (1 - e) * (1 - 2 * e * e) / (81 - 17 * e + 30 * e * e * (1 - e))
      n = fraction / (pi / 6 * d * d * d); g = (1 - fraction / 2) / (1 - fraction) ^ 3
      print T, 1 / ((1 - e * e) / 6 * (1 + 3 * a2 / 16) * 4 * n * d * d * g * sqrt(pi * T))
    }' 'gas_temperature[m2/s2]')
  # shellcheck disable=SC2086 # two numbers
  draw granular_gas $haff
}

sedimentation_speed() {
  compute sinking sedimentation run.until='1.5 s'
  draw sedimentation_speed
}

# Twice the length of the column over the period of its mean velocity, from the first zero after the push to the last
packing_sound() {
  echo 'pressure[kPa],speed[m/s]' >"$work/speeds.csv"
  for pressure in 4 10 30 100; do
    compute sound_$pressure packing_sound scene.walls.lid.servo.pressure="$pressure kPa"
    # shellcheck disable=SC2016
    columns sound_$pressure '
      c[1] > 31.1e-3 {
        if (before * c[2] < 0) { last = c[1] - (c[1] - t) * c[2] / (c[2] - before); if (!zeros++) first = last }
        before = c[2]; t = c[1]; height = c[3]
      }
      END { printf "%d,%.5g\n", '$pressure', height * (zeros - 1) / (last - first) }' \
      'time[s]' 'column_velocity_z[m/s]' 'position_lid_z[m]' >>"$work/speeds.csv"
  done
  awk -F , 'NR > 1 { x = log($1); y = log($2); n++; sx += x; sy += y; sxx += x * x; sxy += x * y; print "# " $1 " kPa: " $2 " m/s" }
    END { printf "# power of the pressure: %.3f\n", (n * sxy - sx * sy) / (n * sxx - sx * sx) }' "$work/speeds.csv"
  draw packing_sound "$(sed -n 's/^10,//p' "$work/speeds.csv")"
}

# Means over strains of 2 to 6; of three seeds their mean and its standard error
simple_shear() {
  for rate in 3.16 10 31.6 100; do
    for seed in 1 2 3; do
      time=$(awk "BEGIN { print 6 / $rate }")
      compute sheared simple_shear scene.particles.0.seed=$seed scene.stages.1.box.shear.rate="$rate 1/s" \
        scene.stages.1.time="$time s" run.until='10 s' record.every="$(awk "BEGIN { print 6 / $rate / 600 }") s"
      # shellcheck disable=SC2016
      columns sheared '
        (c[1] - 0.06) * '$rate' >= 2 { n++; driving -= c[2]; normal += c[3]; solid += c[4] }
        END { print '$rate', driving / normal, solid / n }' \
        'time[s]' 'box_stress_zx[Pa]' 'box_stress_zz[Pa]' 'box_solid_fraction[1]' >>"$work/shear"
      rm -rf "$work/sheared"
    done
  done
  awk 'function error(square, sum, n) { return sqrt((square - sum * sum / n > 0 ? square - sum * sum / n : 0) / (n * (n - 1))) }
    function put() { if (n) printf "%.4g,%.4f,%.4f,%.4f,%.4f\n", rate * 2e-3 * sqrt(2.5), f / n, error(ff, f, n), s / n, error(ss, s, n) }
    BEGIN { print "inertial number,friction,error,solid fraction,error" }
    $1 != rate { put(); n = f = ff = s = ss = 0; rate = $1 }
    { n++; f += $2; ff += $2 * $2; s += $3; ss += $3 * $3 }
    END { put() }' "$work/shear" >"$work/shear.csv"
  sed 's/^/# /' "$work/shear.csv"
  draw simple_shear
}

jamming() {
  compute jamming jamming
  draw jamming
}

[ $# -gt 0 ] || set -- granular_gas sedimentation_speed packing_sound simple_shear jamming
for figure in "$@"; do
  case $figure in
  granular_gas | sedimentation_speed | packing_sound | simple_shear | jamming) $figure ;;
  *) echo "make_figures: no figure '$figure'" >&2 && exit 2 ;;
  esac
done
