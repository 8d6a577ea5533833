#!/bin/sh
# SPDX-License-Identifier: MIT
# Frames from format to format: check_convert.sh COMMAND
# What is not lost comes back to the byte; what is lost is told.
set -u

carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
bad() { failed=1 && echo "FAILED: $*"; }
good() { "$carom" convert "$@" >out 2>err || bad "convert $*: $(cat err)"; }
refused() { # TEXT ARGUMENT...
  text=$1
  shift
  "$carom" convert "$@" >out 2>err
  code=$?
  [ $code = 2 ] || bad "'carom convert $*' ended with $code instead of 2"
  grep -q -F -e "$text" err || bad "'carom convert $*' does not say '$text' but '$(head -c 300 err)'"
}
same() { # FILE FILE: but for the box, which extended XYZ tells as a corner and edges, and walls do not
  grep -a -v 'Name="box"' "$1" >one && grep -a -v 'Name="box"' "$2" >other
  cmp -s one other || bad "$2 is not $1"
}
tells() { grep -q -F -e "$1" err || bad "it does not tell '$1' but '$(cat err)'"; }

cat >box.json <<'END'
{"carom": 1, "materials": {"glass": {"young": "10 MPa", "poisson": 0.25, "density": "2500 kg/m3"}},
 "contacts": [{"between": ["glass", "glass"], "law": "tsuji", "restitution": 0.6, "tangential": {"model": "mindlin", "friction": 0.3}}],
 "scene": {"particles": [{"arrange": "random", "count": 60, "radius": "2 mm", "radius_max": "3 mm", "material": "glass",
                          "low": [0, 0, 0], "high": ["25 mm", "25 mm", "25 mm"], "velocity": [0.1, 0, -1]}],
   "walls": {"floor": {"shape": "plane", "material": "glass"}}, "gravity": [0, 0, -9.81]},
 "run": {"until": "10 ms"}, "record": {"frames": "10 ms"}}
END
"$carom" run box.json --output box --no-page >out 2>err || bad "$(cat err)"
start=box/frames/bodies_000001.vtp

# there and back
good $start a.xyz && good a.xyz b.vtp
same $start b.vtp
good $start a.dump && tells "names of materials"
good a.dump b.dump --force && cmp -s a.dump b.dump || bad "dump to dump"
good a.dump a.csv && tells "time, box" && good a.csv b.csv && cmp -s a.csv b.csv || bad "csv to csv"
good $start a.data && tells "force, torque, fixed, time, names of materials"
good a.data b.data && good b.data c.data && cmp -s b.data c.data || bad "data to data"
good a.data d.csv && tells "not told by what was read, and 0 in what was written: force, torque, fixed"
cut -d, -f1-6,8-13 a.csv >want && cut -d, -f1-6,8-13 d.csv >have # all but the mass, which goes through a density
cmp -s want have || bad "data to csv: $(diff want have | head -3)"
good $start c.vtp --single --compressed
[ "$(wc -c <c.vtp)" -lt "$(wc -c <b.vtp)" ] || bad "compressed is not smaller"

# contacts and walls, where they can go
good box/frames/contacts_000001.vtp c.xyz && good c.xyz k.vtp && same box/frames/contacts_000001.vtp k.vtp
good box/frames/walls_000000.vtp w.vtp && same box/frames/walls_000000.vtp w.vtp
refused "contacts stand in" box/frames/contacts_000001.vtp no.data
refused "walls stand in" box/frames/walls_000000.vtp no.dump
refused "files that can be written end in" $start no.txt
refused "name two files" $start
refused "exist" $start a.data
printf 'x[m],y[m],z[m],radius[mm]\n0,0,0,1\n' >bare.csv
refused "needs the masses" bare.csv no.data
refused "carom: cannot read nowhere.vtp: there is no such file" nowhere.vtp no.data
echo 'ITEM: TIMESTEP' >cut.dump && refused "carom: cut.dump: " cut.dump no.data
! grep -q 'cut.dump: cut.dump' err || bad "a file is named twice: $(cat err)"
[ ! -e no.data ] && [ ! -e no.dump ] || bad "a file that was refused is there"

# a data file starts a run, and a picture
sed 's/"particles": \[.*/"particles": [{"file": "a.data"}],/; /"low": \[0, 0, 0\], "high": \["25 mm"/d' box.json >from.json
"$carom" run from.json run.until='1 ms' record.frames='1 ms' --output from --no-page >out 2>err || bad "$(cat err)"
tells "numbers its materials"
"$carom" convert from/frames/bodies_000000.vtp e.csv >out 2>err
cut -d, -f1-6,8-13 e.csv >have
cmp -s want have || bad "a run from a data file begins elsewhere"
"$carom" picture a.data --size 64x48 --output a.png >out 2>err || bad "$(cat err)"

# what LAMMPS itself writes
if command -v lmp >/dev/null; then
  cat >in.copy <<'END'
units si
atom_style sphere
boundary m m m
read_data a.data
pair_style zero 0.01
pair_coeff * *
fix move all nve/sphere
run 0
write_data copy.data
write_dump all custom copy.dump id type x y z radius vx vy vz omegax omegay omegaz mass modify sort id format float %.17g
END
  lmp -in in.copy -log none >out 2>&1 || bad "lmp: $(tail -1 out)"
  for file in copy.data copy.dump; do
    good $file f.csv --force
    [ "$(wc -l <f.csv)" = 61 ] || bad "$file: $(wc -l <f.csv) lines"
    sort -t, -n f.csv | cut -d, -f1-6 >have
    sort -t, -n a.csv | cut -d, -f1-6 >want
    cmp -s want have || bad "$file of LAMMPS: $(diff want have | head -4)"
  done
fi

# A box that is sheared: every format holds its cell, and LAMMPS sees the contacts across its borders.
cat >sheared.json <<'END'
{"carom": 1, "materials": {"glass": {"young": "10 MPa", "poisson": 0.25, "density": "2500 kg/m3"}},
 "contacts": [{"between": ["glass", "glass"], "law": "hertz", "tangential": "none"}],
 "scene": {"particles": [{"arrange": "random", "count": 45, "radius": "2 mm", "material": "glass", "low": [0, 0, 0],
                          "high": ["18 mm", "18 mm", "18 mm"]}],
   "domain": {"low": [0, 0, 0], "high": ["18 mm", "18 mm", "18 mm"], "periodic": "xyz"}, "gravity": [0, 0, 0],
   "forces": {"rest": {"kind": "damping", "coefficient": 0.3}},
   "box": {"plane": "xz", "affine": true, "all": {"rate": "-30 1/s"}, "shear": {"rate": "35 1/s"}}},
 "run": {"until": "10 ms"}, "record": {"frames": "10 ms"}}
END
for plane in xz yx; do
  "$carom" run sheared.json scene.box.plane=$plane --output $plane --no-page >out 2>err || bad "$(cat err)"
  frame=$plane/frames/bodies_000001.vtp
  good $frame $plane.xyz && good $plane.xyz $plane.vtp && same $frame $plane.vtp
  good $frame $plane.dump && good $plane.dump $plane.2.dump && cmp -s $plane.dump $plane.2.dump || bad "sheared: dump to dump"
  good $frame $plane.data
done
grep -q '^ITEM: BOX BOUNDS xy xz yz pp pp pp$' xz.dump || bad "sheared: no tilt in the dump"
grep -q '^ITEM: BOX BOUNDS abc origin pp pp pp$' yx.dump || bad "sheared: no edges in the dump"
tells "shear of the box"
if command -v lmp >/dev/null; then
  cat >in.sheared <<'END'
units si
atom_style sphere
boundary p p p
newton off
comm_modify vel yes
read_data xz.data
pair_style gran/hooke 1 NULL 1 NULL 0 0
pair_coeff * *
neighbor 0.0005 bin
compute touching all contact/atom
compute ends all reduce sum c_touching
thermo_style custom step xz c_ends
run 0
variable of equal c_ends
print "ends of the data file: ${of}"
change_box all xz delta -0.001 remap
read_dump xz.dump NUMBER x y z box yes format native
run 0
print "ends of the dump: ${of}"
END
  sed -i "s/NUMBER/$(sed -n '/TIMESTEP/{n;p;}' xz.dump)/" in.sheared
  lmp -in in.sheared -log none >lmp.out 2>&1 || bad "lmp: $(tail -3 lmp.out)"
  good xz/frames/contacts_000001.vtp contacts.xyz
  want=$((2 * $(head -1 contacts.xyz)))
  [ $want -gt 100 ] || bad "sheared: only $want ends of contacts"
  for file in "data file" dump; do
    grep -q "^ends of the $file: $want\$" lmp.out || bad "sheared: not $want but $(grep "^ends of the $file" lmp.out)"
  done
fi

[ $failed = 0 ] || exit 1
echo "convert: what goes there comes back"
