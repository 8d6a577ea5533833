# SPDX-License-Identifier: MIT
# Time per particle and step of every program in every scene: gnuplot -c scenes.gp RESULTS.CSV FIGURE.SVG
set terminal svg size 640,420 font "Helvetica,13" background rgb "white"
set output ARG2
set datafile separator ","
set style data histograms
set style histogram clustered gap 1
set style fill solid 0.9 border -1
set boxwidth 0.9
set logscale y
set yrange [5:3000]
cores = system(sprintf("awk '/^# cores:/ { n = $3 } END { print n ? n : 1 }' '%s'", ARG1))
set ylabel "ns per particle and step, best run, " . (cores > 1 ? cores . " cores" : "one core")
set key outside right top Left reverse
set grid ytics back lc rgb "#dddddd"
# a column of each engine over the scenes; what was not measured stays empty
table = sprintf("< awk -F, '$1 ~ /^(chute|bed|shaken|bed900k)$/ { t[$1,$2] = $6; s[$1] } END { n = split(\"chute bed shaken bed900k\", o, \" \"); m = split(\"carom lammps liggghts yade\", e, \" \"); for (k = 1; k <= n; k++) if (o[k] in s) { line = o[k]; for (j = 1; j <= m; j++) line = line \",\" ((o[k],e[j]) in t ? t[o[k],e[j]] : \"nan\"); print line } }' '%s'", ARG1)
has(engine) = int(system(sprintf("grep -c ',%s,' '%s' || true", engine, ARG1)))
engines = "carom"
do for [e in "lammps liggghts yade"] { if (has(e) > 0) { engines = engines . " " . e } }
column_of(e) = e eq "carom" ? 2 : e eq "lammps" ? 3 : e eq "liggghts" ? 4 : 5
title_of(e) = e eq "lammps" ? "LAMMPS" : e eq "liggghts" ? "LIGGGHTS" : e eq "yade" ? "Yade" : e
colour_of(e) = e eq "carom" ? 0x2166ac : e eq "lammps" ? 0xb2182b : e eq "liggghts" ? 0xf4a582 : 0xbababa
plot for [e in engines] table using column_of(e):xtic(1) title title_of(e) lc rgb colour_of(e)
