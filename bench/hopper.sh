#!/bin/sh
# SPDX-License-Identifier: MIT
# The flow out of a flat-bottomed hopper: hopper.sh CAROM CSV
# Orifices of 6 to 12 grains, the one of 10 also with a higher fill; W^(2/5) against D as Beverloo's law has
# it. About an hour of one core.
set -eu
cd "$(dirname "$0")/.."
carom=$1
csv=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "orifice[d],fill[mm],rate[kg/s],solid_fraction" >>"$csv"
run() { # GRAINS FILL
  "$carom" run bench/hopper.yaml --output "$work/run" --force --no-page \
    scene.walls.bottom.radius_inner="$((2 * $1)) mm" "scene.particles[0].within.length=$2 mm" >"$work/out"
  awk -F, -v grains="$1" -v fill="$2" '
    NR == 1 { for (k = 1; k <= NF; k++) if ($k ~ /^left_mass_out/) column = k; else if ($k ~ /^bulk/) bulk = k; next }
    $1 >= 0.2999 && from == "" { from = $column; start = $1 }
    { to = $column; end = $1 }
    from != "" { solid += $bulk; n++ }
    END { printf "%d,%d,%.5f,%.4f\n", grains, fill, (to - from) / (end - start), solid / n }' "$work/run/series.csv" |
    tee -a "$csv"
}
run 6 120
run 8 130
run 10 140
run 12 150
run 10 220

# d = 4 mm, 2500 kg/m3, and the solid fraction measured above the orifice while it flows
awk -F, '/^[0-9]/ && $2 < 200 {
    n++; x[n] = 0.004 * $1; solid += $4; y[n] = $3 ^ 0.4; sx += x[n]; sy += y[n]; sxx += x[n] ^ 2; sxy += x[n] * y[n]
  }
  END {
    slope = (n * sxy - sx * sy) / (n * sxx - sx ^ 2); off = (sy - slope * sx) / n
    for (i = 1; i <= n; i++) { r = y[i] / (slope * x[i] + off) - 1; if (r * r > worst * worst) worst = r }
    printf "k %.3f, C %.3f, W^(2/5) linear to %.2f %%\n", -off / slope / 0.004, \
      slope ^ 2.5 / (2500 * solid / n * sqrt(9.81)), 100 * (worst < 0 ? -worst : worst)
  }' "$csv"
