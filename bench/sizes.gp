# SPDX-License-Identifier: MIT
# Time per particle and step over the number of particles: gnuplot -c sizes.gp RESULTS.CSV FIGURE.SVG
set terminal svg size 640,420 font "Helvetica,13" background rgb "white"
set output ARG2
set datafile separator ","
set logscale x
set xrange [7000:1.5e7]
set format x "10^{%L}"
set xlabel "particles"
set ylabel "ns per particle and step, best run"
set yrange [0:*]
set key below Left reverse
set grid back lc rgb "#dddddd"
of(t) = sprintf("< awk -F, '$2 == %d' '%s'", t, ARG1)
cores = int(system(sprintf("awk -F, '!/^#/ && $2 + 0 > n + 0 { n = $2 + 0 } END { print n + 0 }' '%s'", ARG1)))
many = sprintf("%d threads", cores)
plot of(1) using 1:5 with linespoints pt 7 lw 2 lc rgb "#2166ac" title "1 thread", \
     of(cores) using 1:5 with linespoints pt 5 lw 2 lc rgb "#b2182b" title many, \
     of(1) using 1:($11/$13) with lines dt 2 lc rgb "#2166ac" title "bytes moved at the speed of the triad", \
     of(cores) using 1:($11/$13) with lines dt 2 lc rgb "#b2182b" title ""
