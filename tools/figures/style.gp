# SPDX-License-Identifier: MIT
# What these figures share: their ARG1 is the folder of the data, ARG2 the figure; numbers of their own follow.
set encoding utf8
set terminal svg size 760,340 enhanced font "Helvetica,12" butt background rgb "white"
set datafile separator ","
set datafile columnheaders
set border 3 lc rgb "#666666"
set tics nomirror out scale 0.6 textcolor rgb "#444444"
set grid lc rgb "#dddddd" lt 1 lw 0.8
set key noopaque samplen 3
carom = "#1a6e86" # what is computed
other = "#8ebfcd"
theory = "#d1603d" # what it is compared with
band = "#e6edf1"
data(name) = ARG1 . "/" . name
