#!/bin/sh
# SPDX-License-Identifier: MIT
# Frames and pictures, through the command: check_picture.sh COMMAND
# Pictures of every format of frames, options that are refused, films, a disk that is full.
set -u

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/here"
ln -s "$(cd "$(dirname "$1")" && pwd)/$(basename "$1")" "$work/bin/carom"
PATH=$work/bin:$PATH
cd "$work/here" || exit 1
failed=0
checks=0
bad() { failed=1 && echo "FAILED: $*"; }
run() { # COMMAND...: keeps ../out, ../err and $code
  checks=$((checks + 1))
  "$@" >../out 2>../err
  code=$?
}
good() { # ARGUMENT...
  run carom "$@"
  [ $code = 0 ] || bad "'carom $*' ended with $code: $(head -c 300 ../err)"
}
refused() { # TEXT ARGUMENT...: code 2, the text on standard error, no output
  text=$1
  shift
  run carom "$@"
  [ $code = 2 ] || bad "'carom $*' ended with $code instead of 2"
  [ ! -s ../out ] || bad "'carom $*' wrote to standard output: $(head -c 200 ../out)"
  grep -q -F -e "$text" ../err || bad "'carom $*' does not say '$text' but '$(head -c 300 ../err)'"
}
is_png() { # FILE
  [ "$(head -c 4 "$1" 2>/dev/null | od -An -c | tr -d ' ')" = '211PNG' ] || bad "$1 is no picture"
}

cat >box.json <<'END'
{"carom": 1, "title": "A box <script> \"of\" beads &amp; more",
 "materials": {"glass": {"young": "10 MPa", "poisson": 0.25, "density": "2500 kg/m3", "yield": "none"},
               "<b>&\"": {"young": "10 MPa", "poisson": 0.25, "density": "2500 kg/m3", "yield": "none"}},
 "contacts": [{"between": ["glass", "glass"], "law": "tsuji", "restitution": 0.6},
              {"between": ["glass", "<b>&\""], "law": "tsuji", "restitution": 0.6},
              {"between": ["<b>&\"", "<b>&\""], "law": "tsuji", "restitution": 0.6}],
 "scene": {
   "particles": [{"arrange": "random", "count": 30, "radius": "4 mm", "radius_max": "6 mm", "material": "glass",
                  "low": [0, 0, 0], "high": ["0.05 m", "0.05 m", "0.05 m"]}],
   "walls": {"box": {"shape": "box", "low": [0, 0, 0], "high": ["0.05 m", "0.05 m", "0.1 m"], "material": "glass"},
             "lid": {"shape": "plane", "point": [0, 0, "0.09 m"], "direction": [0, 0, -1],
                     "material": "<b>&\"", "velocity": [0, 0, "-0.5 m/s"]}},
   "gravity": [0, 0, -9.81]},
 "run": {"until": "20 ms"},
 "record": {"every": "2 ms", "frames": "10 ms"}}
END
sed 's/, "frames": "10 ms"//' box.json >plain.json
small='--size 96x64'

# a picture of the last frame, in the folder; another one of the same is not written over it
good run box.json --output box
# shellcheck disable=SC2086 # options are words
good picture box $small
is_png box/picture_000002.png
refused "box/picture_000002.png" picture box --size 96x64
good picture box --size 96x64 --force --threads 1
cp box/picture_000002.png one.png
good picture box --size 96x64 --force --threads 3
cmp -s one.png box/picture_000002.png || bad "a picture depends on the number of threads"

# walls: a file when they have moved, and the frames as blocks; names in them are numbers
[ "$(cd box/frames && echo walls_*)" = "walls_000000.vtp walls_000001.vtp walls_000002.vtp" ] || bad "walls that move: $(ls box/frames)"
grep -q 'name="walls" file="walls_000002.vtp"' box/frames/frame_000002.vtm || bad "walls are not in the blocks"
good run box.json scene.walls.lid.velocity='[0, 0, 0]' --output still
[ "$(cd still/frames && echo walls_*)" = "walls_000000.vtp" ] || bad "walls that stand still are written again"
cp -r box again
good run box.json scene.walls.lid.velocity='[0, 0, 0]' --output again --force
[ "$(cd again/frames && echo walls_*)" = "walls_000000.vtp" ] || bad "walls of an earlier run are left: $(ls again/frames)"
grep -q 'name="walls" file="walls_000000.vtp"' still/frames/frame_000002.vtm || bad "walls that stand still are not in the blocks"
! cat box/frames/*.v* | grep -q -a -F "<b>" || bad "a name stands in a frame as it is"

# every format gives the same picture
for format in xyz dump; do
  good run box.json record.format=$format --output box_$format
  good picture box_$format --size 96x64 --output $format.png
  cmp -s one.png $format.png || bad "the picture of $format frames is another"
done
good picture box_xyz/frames/frame_000002.xyz --size 96x64 --walls none --bare --output bare.png
good picture box --size 96x64 --walls none --bare --output bare_vtp.png
cmp -s bare.png bare_vtp.png || bad "the picture of one file is another"
# compressed, and in single precision: as good as the same
good run box.json record.frame_compressed=true --output packed
good picture packed --size 96x64 --output packed.png
cmp -s one.png packed.png || bad "the picture of compressed frames is another"
good run box.json record.frame_precision=single record.frame_contacts=false --output single
good picture single --size 96x64 --colour force --output single.png
[ ! -e single/frames/contacts_000000.vtp ] || bad "contacts are written that were not wanted"
refused "the frames hold no bonds" picture single --bonds only --output no.png
refused "choose one of amid, only, stress, none" picture single --bonds glue --output no.png
refused "the frames hold no contacts" picture single --chains --output no.png
refused "do not tell 'contacts'" picture single --colour load --output no.png
[ ! -e no.png ] || bad "a picture that was refused is there"

# all that can be asked for
for what in force load spin radius mass height contacts material id; do
  good picture box --size 64x48 --colour $what --output $what.png
  is_png $what.png
done
good picture box --size 64x48 --chains --dark --view front --output c1.png
good picture box --size 64x48 --cut y --view 30,15 --zoom 2 --output c2.png
good picture box --size 64x48 --cut x='20 mm' --walls glass --frame 0 --output c3.png
good picture box --size 64x48 --range '0:200 mm/s' --title "$(printf 'a\033[1m <b>\001')" --output c4.png

# bonds, of every format; while it runs, too
sed 's/"scene": {/"scene": {"bonds": {"glue": {"young": "1 MPa", "gap": "4 mm"}},/' box.json >glued.json
for format in vtp xyz dump; do
  good run glued.json record.format=$format record.pictures='20 ms' --output glued_$format
  for how in amid only stress none; do
    good picture glued_$format --size 96x64 --bonds $how --output ${how}_$format.png
  done
  cmp -s stress_$format.png stress_vtp.png || bad "bonds of $format frames are drawn otherwise"
done
for how in only stress none; do
  ! cmp -s amid_vtp.png ${how}_vtp.png || bad "bonds are drawn $how as they are amid the grains"
done
good picture glued_vtp --size 1280x720 --output recorded.png
cmp -s recorded.png glued_vtp/frames/picture_000001.png || bad "the picture of a run has other bonds"
refused "chains are drawn without bonds" picture glued_vtp --chains --bonds only --output no.png

# and what cannot
refused "write pixels" picture box --size 10
refused "write pixels" picture box --size 1920x
refused "write pixels" picture box --size 100000x100
refused "choose one of speed, force" picture box --colour rainbow
refused "write an axis" picture box --cut q
refused "write an axis" picture box --cut y=5kg
refused "write corner, front" picture box --view sideways
refused "write corner, front" picture box --view 10,200
refused "choose one of auto, solid" picture box --walls brick
refused "write a factor" picture box --zoom 0
refused "write both ends" picture box --range 5
refused "write both ends" picture box --range '2:1 m/s'
refused "write both ends" picture box --range '0:1 kg'
refused "there is no frame 3; there are 0 to 2" picture box --frame 3
refused "write a number from 0, last, or all" picture box --frame -1
refused "which run?" picture
refused "one folder at a time" picture box still
refused "there are no frames in" picture ..
refused "there is no such file" picture nowhere.vtp
refused "frames end in .vtp, .xyz, .dump, .data or .csv" picture box.json
refused "unknown option" picture box --colours speed
head -c 3000 box/frames/bodies_000001.vtp >cut.vtp
refused "cut.vtp: the array" picture cut.vtp
refused "goes with frames" run plain.json record.frame_contacts=false
refused "goes with format: vtp" run box.json record.format=xyz record.frame_compressed=true

# films: all pictures with one camera and one scale, given to an ffmpeg
refused "a film ends in .mp4 or .webp" picture box --film film.avi
cat >../bin/ffmpeg <<'END'
#!/bin/sh
for last; do :; done
[ "$1" = -version ] && exit 0
echo "$@" >>"$HOME/called"
echo film >"$last"
END
chmod +x ../bin/ffmpeg
HOME=$work
export HOME
good picture box --size 64x48 --film "-odd name%d.mp4"
[ -f "./-odd name%d.mp4" ] || bad "there is no film"
[ "$(cd box/pictures && echo *)" = "picture_000000.png picture_000001.png picture_000002.png" ] || bad "pictures of a film: $(ls box/pictures)"
grep -q -- '-i ./box/pictures/picture_%06d.png' "$work/called" || bad "ffmpeg was called with $(cat "$work/called")"
refused "film.mp4" picture box --size 64x48 --film "$(touch film.mp4 && echo film.mp4)"
rm ../bin/ffmpeg
run env PATH="$work/bin" "$work/bin/carom" picture box --film other.mp4
[ $code = 2 ] && grep -q "films need ffmpeg" ../err || bad "a film without ffmpeg ends with $code: $(cat ../err)"

# while it runs: the same pictures after a stop, none left of a longer run
good run plain.json record.pictures='5 ms' --output live
[ "$(cd live/frames && echo *)" = "picture_000000.png picture_000001.png picture_000002.png picture_000003.png picture_000004.png" ] || bad "pictures of a run: $(ls live/frames)"
good run plain.json record.pictures='10 ms' --output live --force
[ "$(cd live/frames && echo *)" = "picture_000000.png picture_000001.png picture_000002.png" ] || bad "pictures of an earlier run are left: $(ls live/frames)"
good run plain.json record.pictures='5 ms'
grep -q "no pictures (record.pictures): they are kept in a folder" ../err || bad "pictures without a folder: $(cat ../err)"

# a disk that is full: frames end, what was computed is kept, and it is told
for format in vtp xyz dump; do
  checks=$((checks + 1))
  (trap '' XFSZ; ulimit -f 16; carom run box.json record.format=$format scene.particles.0.count=60 scene.particles.0.radius='2 mm' scene.particles.0.radius_max='2 mm' --output full_$format --json >../out 2>../err)
  code=$?
  [ $code = 1 ] || bad "a full disk ends with $code: $(cat ../err)"
  grep -q "cannot be written" ../err || bad "a full disk is not told: $(cat ../err)"
  [ -s full_$format/run.json ] && [ -s full_$format/series.csv ] || bad "a full disk with $format: $(ls full_$format)"
  for file in full_$format/frames/*.part; do [ ! -e "$file" ] || bad "half of a frame is left: $file"; done
done

[ $failed = 0 ] || exit 1
echo "pictures: $checks runs as they should be"
