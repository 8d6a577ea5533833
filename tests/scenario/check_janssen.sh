#!/bin/sh
# SPDX-License-Identifier: MIT
# The load on the floor of a silo against Janssen's law: check_janssen.sh COMMAND
# scenarios/janssen.yaml with columns from half a diameter to four, the floor lowered, so that friction at the
# wall is mobilised: F = S (1 - exp(-W/S)) within 3 % of S, floor and wall carry the weight within 1 %, and at rest
# before that the floor carries more. S = rho g pi R^3 / (2 mu K) gives K, the ratio of the horizontal stress to the
# vertical one: no less than 1/3, as of a bed that yields at 30 degrees, and no more than 1. Takes a minute.
set -eu

carom=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for height in 20 40 80 160; do
  "$carom" run scenarios/janssen.yaml "scene.particles.0.within.length=$height mm" \
    --output "$work/$height" --no-page >/dev/null 2>&1
  awk -F, -v grains="$("$carom" run scenarios/janssen.yaml "scene.particles.0.within.length=$height mm" \
    run.until='10 us' --json 2>/dev/null | sed -n 's/.*"particles": *\([0-9]*\).*/\1/p' | head -n 1)" '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    $at["stage[1]"] == 1 { rest = -$at["force_floor_z[N]"] }
    $at["stage[1]"] == 2 { t0 = t0 == "" ? $1 : t0 }
    $at["stage[1]"] == 2 && $1 > t0 + 0.15 { n++; floor -= $at["force_floor_z[N]"]; wall -= $at["force_silo_z[N]"] }
    END {
      weight = grains * 2500 * 4 / 3 * 3.14159265 * 0.0015 ^ 3 * 9.81
      printf "%.6g %.6g %.6g %.6g\n", weight, rest, floor / n, wall / n
    }' "$work/$height/series.csv"
done >"$work/loads"
awk '
  function misfit(s,   i, sum, off) {
    sum = most = 0
    for (i = 1; i <= n; i++) {
      off = F[i] / s - (1 - exp(-W[i] / s)); sum += off ^ 2
      if (off * off > most * most) most = off
    }
    return sum
  }
  { W[++n] = $1; R[n] = $2; F[n] = $3; wall[n] = $4 }
  END {
    best = F[n]
    for (s = 0.5 * F[n]; s < 2 * F[n]; s += 0.002 * F[n]) if (misfit(s) < misfit(best)) best = s
    misfit(best); if (most < 0) most = -most
    ok = n == 4 && most < 0.03
    for (i = 1; i <= n; i++) {
      sum = (F[i] + wall[i]) / W[i] - 1
      printf "weight %.3f N: floor %.3f N at rest, %.3f N lowered, of all %+.1f %%\n", W[i], R[i], F[i], 100 * sum
      ok = ok && sum * sum < 1e-4 && R[i] > F[i]
    }
    K = 0.57 * 2500 * 9.81 * 3.14159265 * 0.02 ^ 3 / (2 * 0.5 * best)
    printf "S %.3f N, within %.1f %%, K %.2f\n", best, 100 * most, K
    exit !(ok && K > 0.33 && K < 1)
  }' "$work/loads"
