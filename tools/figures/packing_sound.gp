# SPDX-License-Identifier: MIT
# A column of grains that rings after a push, and its speed of sound over the pressure (docs/bulk.md). ARG3: that at 10 kPa
load "tools/figures/style.gp"
set output ARG2
set multiplot layout 1,2
set xlabel "time after the push (ms)"
set ylabel "mean velocity of the column (mm/s)"
set xrange [0:4]
plot 0 with lines dt 2 lc rgb "#888888" notitle, \
     data("sound_10/series.csv") using (1e3*column("time[s]") - 31.1):(1e3*column("column_velocity_z[m/s]")) \
       with lines lw 2 lc rgb carom notitle
set logscale xy
set xlabel "pressure (kPa)"
set ylabel "speed of sound (m/s)"
set xrange [3:130]
set yrange [25:100]
set xtics (4, 10, 30, 100)
set ytics (30, 40, 50, 60, 80, 100)
set key top left Left reverse
plot ARG3*(x/10)**(1/6.0) with lines lw 1.5 lc rgb theory title "p^{1/6}", \
     ARG3*(x/10)**0.25 with lines dt 2 lw 1.5 lc rgb theory title "p^{1/4}", \
     data("speeds.csv") using 1:2 with points pt 7 ps 0.8 lc rgb carom title "this scenario"
