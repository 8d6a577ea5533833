# SPDX-License-Identifier: MIT
# Friction and solid fraction over the inertial number, published fits, and the bands of carom verify simple-shear,
# 0.03 and 0.02 beside them (docs/boxes.md)
load "tools/figures/style.gp"
set output ARG2
jop(I) = 0.38 + 0.26/(0.279/I + 1)
chialvo(I) = 0.382 + 0.37/((0.32/I)**1.5 + 1)
fraction(I) = 0.587 - 0.145*I
low(I) = (jop(I) < chialvo(I) ? jop(I) : chialvo(I)) - 0.03
high(I) = (jop(I) > chialvo(I) ? jop(I) : chialvo(I)) + 0.03
set multiplot layout 1,2
set logscale x
set samples 300
set xrange [0.006:0.5]
set xlabel "inertial number"
set ylabel "friction"
set yrange [0.3:0.65]
set key top left Left reverse
plot "+" using 1:(low($1)):(high($1)) with filledcurves lc rgb band title "band", \
     jop(x) with lines lw 1.5 lc rgb theory title "Jop et al. 2006", \
     chialvo(x) with lines dt 2 lw 1.5 lc rgb theory title "Chialvo et al. 2012", \
     data("shear.csv") using 1:($2 - $3):(0):(2*$3) with vectors heads size graph 0.01,90 lw 1.2 lc rgb carom notitle, \
     "" using 1:2 with points pt 7 ps 0.6 lc rgb carom title "this scenario, three seeds"
set ylabel "solid fraction"
set yrange [0.5:0.62]
set key bottom left Left reverse
plot "+" using 1:(fraction($1) - 0.02):(fraction($1) + 0.02) with filledcurves lc rgb band title "band", \
     fraction(x) with lines dt 2 lw 1.5 lc rgb theory title "Chialvo et al. 2012", \
     data("shear.csv") using 1:($4 - $5):(0):(2*$5) with vectors heads size graph 0.01,90 lw 1.2 lc rgb carom notitle, \
     "" using 1:4 with points pt 7 ps 0.6 lc rgb carom title "this scenario, three seeds"
