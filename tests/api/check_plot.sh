#!/bin/sh
# SPDX-License-Identifier: MIT
# Figures of any columns: check_plot.sh COMMAND
set -u

carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
bad() { failed=1 && echo "FAILED: $*"; }
command -v gnuplot >/dev/null || { echo "plot: needs gnuplot" && exit 77; }
"$carom" new chain >chain.yaml
"$carom" new impact >impact.yaml
for speed in 1 2; do
  "$carom" run chain.yaml chain.beads.0.velocity="$speed m/s" --output run$speed --no-page >out 2>err || bad "$(cat err)"
done
"$carom" run impact.yaml sweep.contacts.0.restitution='[0.5, 0.6, 0.7]' --output sweep --no-page >out 2>err || bad "$(cat err)"
refused() { # TEXT ARGUMENT...
  text=$1
  shift
  "$carom" plot "$@" >out 2>err
  code=$?
  [ $code = 2 ] || bad "'plot $*' ended with $code instead of 2"
  grep -q -F -e "$text" err || bad "'plot $*' says '$(cat err)'"
}
draws() { # FILE TEXT ARGUMENT...: and the text stands in it
  file=$1
  text=$2
  shift 2
  "$carom" plot "$@" --output "$file" >out 2>err || bad "'plot $*': $(cat err)"
  [ "$(cat out)" = "$file" ] || bad "'plot $*' prints '$(cat out)'"
  [ -z "$text" ] || grep -q -F -e "$text" "$file" || bad "'$text' is not in $file"
}
"$carom" plot run1 >out || bad "no list of columns"
grep -q -x -F 'velocity_5 [m/s]' out || bad "columns: $(head -3 out)"
draws one.svg 'velocity_5' run1 velocity_5
draws two.svg 'run2' run1 run2 velocity_5
draws loop.svg 'contact_overlap_5' run1 contact_force_5 --against contact_overlap_5
draws units.svg 'bead_force_5' run1 velocity_5 bead_force_5
draws all.svg 'contact_force_right' run1 'contact_force_*'
grep -q '>contact_force (.*N)<' all.svg || bad "no name of what all columns are on the axis of all.svg"
draws sweep.svg 'contacts.0.restitution' sweep peak_force --against contacts.0.restitution --title 'Peaks'
"$carom" run impact.yaml 'sweep={contacts.0.restitution: [0.5, 0.75], impact.speed: [10 mm/s, 0.1 m/s, 1 m/s, 10 m/s]}' --output two --no-page >out 2>err || bad "$(cat err)"
draws by.svg '>restitution 0.75<' two peak_force --against impact.speed --by contacts.0.restitution --log
grep -q '>restitution 0.5<' by.svg || bad "no curve for a restitution of 0.5"
draws fast.svg '>peak_force, speed 10 m/s<' two peak_force duration --against contacts.0.restitution --by impact.speed
refused "no column of two; did you mean 'impact.speed'" two peak_force --by impact.sped --output x.svg
refused "too many curves" run1 velocity_5 --by time --output x.svg
refused "no numbers" two peak_force --by note --output x.svg
refused "not above 0" run1 velocity_5 --log --output x.svg
draws one.png '' run1 velocity_5
draws one.pdf '' run1 velocity_5
head -c 4 one.pdf | grep -q PDF || bad "one.pdf is none"
head -c 4 one.png | grep -q PNG || bad "one.png is none"
refused "did you mean 'velocity_0'" run1 velocity_6 --output x.svg
refused "more than two units" run1 velocity_5 bead_force_5 displacement_5 --output x.svg
refused "nowhere: there is no such folder; name the folder of a run" nowhere x
refused "exists and is kept" run1 velocity_5 --output one.svg
refused "no series.csv" . velocity_5
refused "end it in .svg" run1 velocity_5 --output x.gif

# a file that is being written: the last line is not whole
cp -R run1 going && printf '1e-3,2' >>going/series.csv
draws going.svg '' going velocity_5
[ ! -e x.svg ] || bad "something that was refused was drawn"

[ $failed = 0 ] || exit 1
echo "plot: columns, runs, units and endings"
