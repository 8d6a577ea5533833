# SPDX-License-Identifier: MIT
# Mean velocities of large and small grains that sink in a viscous fluid, and Stokes' law (docs/bulk.md)
load "tools/figures/style.gp"
set output ARG2
set terminal svg size 560,340 enhanced font "Helvetica,12" butt background rgb "white"
set xlabel "time (s)"
set ylabel "mean velocity downwards (mm/s)"
set xrange [0:1.5]
set yrange [0:25]
set key at graph 0.98, graph 0.6
stokes(radius) = 1e3*2.0/9*(2500 - 1000)*9.81*radius**2/0.15
speed(size) = -1e3*column(size . "_velocity_z[m/s]")
plot data("sinking/series.csv") using "time[s]":(speed("large")) with lines lw 2 lc rgb carom title "radius 1 mm", \
     data("sinking/series.csv") using "time[s]":(speed("small")) with lines lw 2 lc rgb other title "radius 0.5 mm", \
     stokes(1e-3) with lines dt 2 lw 1.5 lc rgb theory title "2/9 (ρ − ρ_f) g R²/μ", \
     stokes(0.5e-3) with lines dt 2 lw 1.5 lc rgb theory notitle
