# SPDX-License-Identifier: MIT
# Pressure and contacts of spheres that are let go above jamming (docs/boxes.md); powers are given, the rest is fitted
load "tools/figures/style.gp"
set output ARG2
expanding(x) = column("stage[1]") == 4 ? x : NaN
phi = 0.64
k = 10
z = 8
pressure(x) = x > phi ? k*1e3*(x - phi)**1.5 : 0
contacts(x) = 6 + z*(x > phi ? (x - phi)**0.5 : 0)
set fit quiet logfile "/dev/null"
fit pressure(x) data("jamming/series.csv") using "box_solid_fraction[1]":(expanding(1e-3*column("box_pressure[Pa]"))) via k, phi
fit contacts(x) data("jamming/series.csv") using "box_solid_fraction[1]":(expanding(column("z_rest[1]"))) via z
print sprintf("jamming: %.2f MPa (phi - %.4f)^1.5, 6 + %.2f (phi - %.4f)^0.5", k, phi, z, phi)
set multiplot layout 1,2
set samples 400
set xrange [0.6395:0.661]
set xlabel "solid fraction"
set ylabel "pressure (kPa)"
set key top left Left reverse
plot data("jamming/series.csv") using "box_solid_fraction[1]":(expanding(1e-3*column("box_pressure[Pa]"))) \
       with lines lw 5 lc rgb other title "expanding", \
     pressure(x) with lines lw 1.5 lc rgb theory title sprintf("%.1f MPa (φ − %.4f)^{3/2}", k, phi)
set ylabel "contacts a sphere, without rattlers"
set yrange [6:7.3]
set key bottom right Right noreverse
plot data("jamming/series.csv") using "box_solid_fraction[1]":(expanding(column("z_rest[1]"))) \
       with lines lw 5 lc rgb other title "expanding", \
     contacts(x) with lines lw 1.5 lc rgb theory title sprintf("6 + %.1f (φ − %.4f)^{1/2}", z, phi)
