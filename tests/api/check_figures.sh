#!/bin/sh
# SPDX-License-Identifier: MIT
# What figures say of their curves: check_figures.sh COMMAND
set -u

carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
bad() { failed=1 && echo "FAILED: $*"; }
command -v gnuplot >/dev/null || { echo "figures: needs gnuplot" && exit 77; }
shows() { # FILE TEXT
  grep -q -F -e ">$2<" "$1" || grep -q -F -e "$2" "$1" || bad "$1 does not say '$2'"
}

# two laws with one equation, calibrated alike: one line, both names; others keep theirs
"$carom" compare tsuji wang-viscous-elastic hooke ma-liu --plot laws.svg >out 2>err || bad "$(cat err)"
shows laws.svg 'tsuji, wang-viscous-elastic'
for law in hooke ma-liu; do shows laws.svg $law; done
[ "$(grep -c 'wang-viscous-elastic' laws.svg)" = 1 ] || bad "a law that coincides is named twice"
"$carom" compare --plot all.svg >out 2>err || bad "$(cat err)"
shows all.svg 'hooke'
# of a sweep, too, where distances are those on the paper: the logarithm of the speed
"$carom" compare hooke tsuji lee-herrmann thornton hertz --sweep speed=0.001:1000:40:log reference_speed=1 \
  --plot sweep.svg >out 2>err || bad "$(cat err)"
shows sweep.svg 'hooke, tsuji'
for law in lee-herrmann thornton hertz; do shows sweep.svg $law; done
! grep -q 'tsuji, ' sweep.svg || bad "laws that differ by speed are one line"

# laws that nearly coincide: what they differ in, in a panel of its own; others, or the same, have none
"$carom" compare hunt-crossley tsuji restitution=0.95 --plot near.svg >out 2>err || bad "$(cat err)"
shows near.svg 'Difference of force from hunt-crossley'
! grep -q 'Difference of force' laws.svg || bad "differences of laws that are far apart"
"$carom" compare tsuji wang-viscous-elastic --plot same.svg >out 2>err || bad "$(cat err)"
! grep -q 'Difference of force' same.svg || bad "differences of laws that are the same"

# traces and points of a paper
if ! "$carom" reproduce --list 2>&1 >/dev/null | grep -q "without libyaml"; then
  for figure in 7 11 13 16; do
    "$carom" reproduce 000 --figure $figure --output $figure >out 2>err || bad "$(cat err)"
  done
  for number in 11 13; do
    for trace in 'particle 13' 'particle 17' base; do shows $number/000_$number.svg "$trace"; done
  done
  for trace in 'sensor 9' 16 24 31 40 50 56 63; do shows 16/000_16.svg "$trace"; done
  for point in A B; do grep -q ">$point<" 7/000_7.svg || bad "no point $point in figure 7"; done
fi

# nothing to draw yet: empty axes, and the run is no failure
"$carom" new bounce >bounce.yaml
"$carom" run bounce.yaml run.until='1 ms' --output falling --no-page >out 2>err || bad "a fall without a contact: $(cat err)"
[ -s falling/bounce.svg ] || bad "a fall without a contact has no figure"

# losses on axes of their own; what was measured beside what is computed, and the difference
"$carom" new scene >scene.yaml
"$carom" run scene.yaml run.until='50 ms' --output scene --no-page >out 2>err || bad "$(cat err)"
shows scene/energies.svg 'Lost'
shows scene/energies.svg 'Work done' # ten times as much as the losses
"$carom" new chain >chain.yaml
"$carom" run chain.yaml contacts.0.law=tsuji contacts.0.restitution=0.9 --output chain --no-page >out 2>err || bad "$(cat err)"
shows chain/energies.svg 'Lost, and work done'
"$carom" new impact >impact.yaml
"$carom" run impact.yaml --output impact --no-page >out 2>err || bad "$(cat err)"
shows impact/energies.svg 'lost by damping'
"$carom" new mechanism >mechanism.yaml
"$carom" run mechanism.yaml --output mechanism --no-page >out 2>err || bad "$(cat err)"
shows mechanism/energy.svg 'Held'
shows mechanism/energy.svg 'work of drivers'
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "bead_force_5[N]") b = i; print "time[s],bead_force_5[N]" } NR > 1 { print $1 "," $b + 3 }' chain/series.csv >data.csv
echo 'measured: data.csv' | cat chain.yaml - >with.yaml
"$carom" run with.yaml contacts.0.law=tsuji contacts.0.restitution=0.9 --output with --no-page >out 2>err || bad "$(cat err)"
shows with/measured.svg 'Computed minus measured'

[ $failed = 0 ] || exit 1
echo "figures: curves say what they are"
