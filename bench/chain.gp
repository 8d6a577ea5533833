# SPDX-License-Identifier: MIT
# Time per bead and step over the length of the chain: gnuplot -c chain.gp RESULTS.CSV FIGURE.SVG
set terminal svg size 640,420 font "Helvetica,13" background rgb "white"
set output ARG2
set datafile separator ","
set datafile commentschars "#"
set logscale xy
set format x "10^{%L}"
set xrange [700:1500000]
set yrange [1e-4:100]
set xlabel "beads"
set ylabel "ns per bead and step, best run"
set key outside right top Left reverse
set grid back lc rgb "#dddddd"
pick(engine) = sprintf("< awk -F, '$1 == \"chain\" && $2 == \"%s\" { print $3 \",\" $6 }' '%s'", engine, ARG1)
plot pick("lammps") using 1:2 with linespoints lw 2 pt 7 lc rgb "#b2182b" title "LAMMPS", \
     pick("carom-pressed") using 1:2 with linespoints lw 2 pt 9 lc rgb "#92c5de" title "carom, all pressed", \
     pick("carom") using 1:2 with linespoints lw 2 pt 5 lc rgb "#2166ac" title "carom", \
     pick("carom-window") using 1:2 with linespoints lw 2 pt 11 lc rgb "#4d9221" title "carom, window"
