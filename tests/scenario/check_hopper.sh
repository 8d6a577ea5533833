#!/bin/sh
# SPDX-License-Identifier: MIT
# The rate at which a silo with a flat bottom empties, against Beverloo's law: check_hopper.sh COMMAND
#   W = C rho sqrt(g) (D - k d)^(5/2), D/d from 6 to 12, the bed higher than 2 D while it is measured:
# W^(2/5) is linear in D within 2 %, k is between 1 and 2, C between 0.5 and 0.65 with the density measured in
# the bed while it flows; another height of the bed changes the rate by less than 3 %. Takes some minutes.
set -eu

carom=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/silo.yaml" <<'FILE'
carom: 1
materials:
  grain: {young: 10 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none}
contacts:
  - {between: [any, any], law: tsuji, restitution: 0.6, tangential: {model: mindlin, friction: 0.5}}
scene:
  particles:
    - {arrange: dense, fraction: 0.58, radius: 2 mm, material: grain,
       within: {shape: cylinder, radius: 40 mm, length: 110 mm}}
  walls:
    side: {shape: cylinder, radius: 40 mm, material: grain}
    bottom: {shape: disc, radius: 50 mm, radius_inner: 12 mm, material: grain}
  sinks:
    out: {shape: below, point: [0, 0, -10 mm], every: 1 ms}
  gravity: [0, 0, -9.81 m/s2]
  expected_speed: 1 m/s
run: {until: 0.22 s}
record:
  every: 5 ms
  measure:
    bulk: {what: solid_fraction, shape: box, low: [-20 mm, -20 mm, 30 mm], high: [20 mm, 20 mm, 60 mm]}
FILE

# NAME RADIUS SETTING: kg/s from 60 ms on, by least squares, and the solid fraction then
rate() {
  "$carom" run "$work/silo.yaml" scene.walls.bottom.radius_inner="$2 mm" "$3" --output "$work/$1" --no-page >/dev/null 2>&1
  awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    $1 >= 0.06 { t = $1; m = $at["left_mass_out[kg]"]; n++; solid += $at["bulk[1]"]; st += t; sm += m; stt += t * t; stm += t * m }
    END { printf "%.6g %.6g\n", (n * stm - st * sm) / (n * stt - st * st), solid / n }' "$work/$1/series.csv"
}

for radius in 12 16 20 24; do
  echo "$radius $(rate "$radius" "$radius" run.until='0.22 s')"
done >"$work/rates"
low=$(rate low 16 scene.particles.0.within.length='80 mm' | cut -d ' ' -f 1)
awk -v low="$low" '
  { D[++n] = 2e-3 * $1; W[n] = $2; solid += $3; y[n] = $2 ^ 0.4; sx += D[n]; sy += y[n]; sxx += D[n] ^ 2; sxy += D[n] * y[n] }
  END {
    slope = (n * sxy - sx * sy) / (n * sxx - sx * sx); begin = (sy - slope * sx) / n
    k = -begin / slope / 0.004; C = slope ^ 2.5 / sqrt(9.81) / (solid / n * 2500); most = 0
    for (i = 1; i <= n; i++) {
      off = y[i] / (slope * D[i] + begin) - 1
      if (off < 0) off = -off
      if (off > most) most = off
      printf "D/d %2d: %.4f kg/s\n", D[i] / 0.004 + 0.5, W[i]
    }
    height = low / W[2] - 1
    printf "solid fraction %.3f, k %.2f, C %.3f, linear within %.1f %%, a lower bed %+.1f %%\n", solid / n, k, C, \
      100 * most, 100 * height
    exit !(n == 4 && most < 0.02 && k > 1 && k < 2 && C > 0.5 && C < 0.65 && height < 0.03 && height > -0.03)
  }' "$work/rates"
