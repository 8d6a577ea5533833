# SPDX-License-Identifier: MIT
# A granular gas that cools, and Haff's law (docs/bulk.md). ARG3: temperature at the start, m2/s2; ARG4: tau, s
load "tools/figures/style.gp"
set output ARG2
set terminal svg size 560,340 enhanced font "Helvetica,12" butt background rgb "white"
set xlabel "time (s)"
set ylabel "granular temperature (mm²/s²)"
set xrange [0:12]
set yrange [0:*]
haff(t) = 1e6*ARG3/(1 + t/ARG4)**2
plot data("gas/series.csv") using "time[s]":(1e6*column("gas_temperature[m2/s2]")) with lines lw 5 lc rgb other title "800 grains", \
     haff(x) with lines lw 1.5 lc rgb theory title sprintf("Haff's law, Enskog: τ = %.1f s", ARG4 + 0)
