#!/bin/sh
# SPDX-License-Identifier: MIT
# Scenes for LAMMPS: check_export.sh COMMAND
# What has no counterpart is refused; with LAMMPS (lmp) there, its results are ours: restitution of one impact, energies of a
# bed after 100 steps.
set -u

carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
bad() { failed=1 && echo "FAILED: $*"; }
refused() { # TEXT ARGUMENT...
  text=$1
  shift
  "$carom" export "$@" --to lammps --output no >out 2>err
  code=$?
  [ $code = 2 ] || bad "'carom export $*' ended with $code instead of 2"
  grep -q -F -e "$text" err || bad "'carom export $*' does not say '$text' but '$(head -c 300 err)'"
  [ ! -e no ] || { bad "'carom export $*' left a folder" && rm -rf no; }
}

cat >two.json <<'END'
{"carom": 1, "title": "Two spheres & $more",
 "materials": {"glass": {"young": "50 MPa", "poisson": 0.25, "density": "2500 kg/m3"}},
 "contacts": [{"between": ["glass", "glass"], "law": "tsuji", "restitution": 0.5, "tension": "keep"}],
 "scene": {"expected_speed": "1 m/s", "particles": [
   {"position": ["-10.001 mm", 0, 0], "radius": "10 mm", "velocity": ["0.5 m/s", 0, 0], "material": "glass"},
   {"position": ["10.001 mm", 0, 0], "radius": "10 mm", "velocity": ["-0.5 m/s", 0, 0], "material": "glass"}]},
 "run": {"until": "4 ms", "step": "0.2 us"}}
END
cat >bed.json <<'END'
{"carom": 1, "title": "A bed",
 "materials": {"glass": {"young": "50 MPa", "poisson": 0.25, "density": "2500 kg/m3"},
               "steel": {"young": "80 MPa", "poisson": 0.3, "density": "7800 kg/m3"}},
 "contacts": [{"between": ["glass", "glass"], "law": "gran-hertz", "restitution": 0.5, "tension": "keep"},
              {"between": ["glass", "steel"], "law": "tsuji", "restitution": 0.7, "tension": "keep"}],
 "scene": {"gravity": [1, 0, -9.81], "expected_speed": "0.5 m/s",
   "particles": [{"arrange": "cubic", "low": [0, 0, 0], "high": ["30 mm", "30 mm", "20 mm"], "radius": "0.95 mm",
                  "radius_max": "1 mm", "gap": "0.004 mm", "jitter": "0.002 mm", "material": "glass", "agitation": "0.3 m/s"},
                 {"position": ["15 mm", "15 mm", "21.5 mm"], "radius": "1 mm", "material": "glass", "fixed": true}],
   "walls": {"box": {"shape": "box", "low": [0, 0, 0], "high": ["30.1 mm", "30.1 mm", "200 mm"], "material": "steel"},
             "ramp": {"shape": "plane", "point": [0, 0, "0.29 mm"], "direction": [1, 0, 3], "material": "steel"}}},
 "run": {"until": "1 ms"}}
END

# what LAMMPS has nothing for
refused "it cuts tension, which LAMMPS keeps" two.json contacts.0.tension=cut
refused "contacts[0]" two.json contacts.0.tension=cut
refused "no law that is 'hunt-crossley'" two.json contacts.0.law=hunt-crossley
refused "hooke, hertz, tsuji and gran-hertz" bed.json contacts.1='{between: [glass, steel], law: walton-braun}'
refused "the dashpot of 'mindlin' is inside its slider" two.json contacts.0.tangential='{model: mindlin, friction: 0.3, tangential_restitution: 0.9}'
refused "rolling, twisting and adhesion" two.json contacts.0.rolling='{model: constant, friction: 0.1}'
refused "planes and boxes are exported" bed.json scene.walls.box='{shape: sphere, radius: 1 m, material: steel}'
refused "'scene.walls.box.velocity' has no counterpart" bed.json scene.walls.box.velocity='[0, 0, 1]'
refused "'scene.gravity_spin' has no counterpart" bed.json scene.gravity_spin='[0, 1, 0]'
"$carom" export two.json --output no >out 2>err
[ $? = 2 ] || bad "export without --to"
"$carom" new chain >chain.yaml
refused "only scenes are exported" chain.yaml

# sizes of any distribution
"$carom" export bed.json --to lammps --output sizes scene.particles.0.distribution=normal scene.particles.0.radius_mean='0.97 mm' \
  scene.particles.0.deviation='0.01 mm' >out 2>err || bad "$(cat err)"
grep -q 'hertz .* damping viscoelastic' sizes/in.lammps || bad "sizes of a distribution: $(grep pair_coeff sizes/in.lammps)"

"$carom" export two.json --to lammps --output two >out 2>err || bad "$(cat err)"
"$carom" export two.json --to lammps --output two >out 2>err
[ $? = 2 ] || bad "files are replaced unasked"
# nothing of a title reaches LAMMPS
grep -q '^# Two spheres   *more$' two/in.lammps || bad "the title: $(sed -n 2p two/in.lammps)"

# spheres come back from the data file
"$carom" convert two/scene.data two.csv >out 2>err || bad "$(cat err)"
[ "$(wc -l <two.csv)" = 3 ] || bad "the data file as a table: $(cat two.csv)"

if ! command -v lmp >/dev/null; then
  [ $failed = 0 ] || exit 1
  echo "export: no LAMMPS (lmp) here, its results were not compared" && exit 77
fi
python=
for name in /usr/bin/python3 python3; do
  [ -n "$python" ] || { command -v $name >/dev/null && python=$name; }
done
[ -n "$python" ] || { echo "check_export: needs python3" && exit 77; }
lammps() { # FOLDER [ARGUMENT...]: leaves FOLDER/thermo
  folder=$1
  shift
  (cd "$folder" && lmp -in in.lammps -log none "$@" >thermo 2>&1) || bad "lmp in $folder: $(tail -2 "$folder/thermo")"
}

# one impact delivers what was asked for, to what the step allows, whatever the law
for law in tsuji gran-hertz hooke kuwabara-kono lee-herrmann; do
  rm -rf two
  "$carom" export two.json --to lammps --output two contacts.0.law=$law >out 2>err || bad "$law: $(cat err)"
  lammps two
  $python - $law <<'END' || bad "$law"
import re, sys
rows = [l.split() for l in open("two/thermo") if re.fullmatch(r" *\d+( +[-+.e\d]+){3} *\n", l)]
first, last = float(rows[0][2]), float(rows[-1][2])
e = (last / first) ** 0.5
assert abs(e - 0.5) < 2e-4, "%s: restitution %.6f in LAMMPS" % (sys.argv[1], e)
END
done

# a bed of two thousand after 100 steps: the native engine in the same mode. Without friction the schemes are the same;
# with it lever arms differ by half an overlap, so that the difference falls with the overlaps
compare() { # WITHIN-KINETIC WITHIN-ROTATIONAL CHANGE...
  kinetic=$1 rotational=$2
  shift 2
  rm -rf bed native
  "$carom" export bed.json --to lammps --output bed "$@" >out 2>err || { bad "$*: $(cat err)" && return; }
  end=$($python -c "print(100 * $(sed -n 's/^timestep //p' bed/in.lammps))")
  "$carom" run bed.json scene.velocity=half run.until="$end" record.every="$end" "$@" --json >native.json 2>err || bad "$*: $(cat err)"
  lammps bed -var steps 100
  $python - "$kinetic" "$rotational" <<'END' || bad "$*"
import json, re, sys
rows = [l.split() for l in open("bed/thermo") if re.fullmatch(r" *\d+( +[-+.e\d]+){3} *\n", l)]
first, last = [list(map(float, r)) for r in (rows[0], rows[-1])]
ours = json.load(open("native.json"))["energy"]
kinetic, rotational = [ours[k]["value"] if isinstance(ours[k], dict) else ours[k] for k in ("kinetic", "rotational")]
assert last[0] == 100 and any(abs(float(r[2]) - first[2]) > 0.01 * first[2] for r in rows), "nothing happened: %s" % rows
assert abs(last[2] - kinetic) <= float(sys.argv[1]) * kinetic, "kinetic %.12g, LAMMPS %.12g" % (kinetic, last[2])
assert abs(last[3] - rotational) <= float(sys.argv[2]) * rotational, "rotational %.12g, LAMMPS %.12g" % (rotational, last[3])
END
}
compare 1e-10 0
compare 1e-10 0 contacts.0.law=hooke contacts.0.stiffness=5000 contacts.1.law=hooke contacts.1.stiffness=7000
compare 1e-10 0 scene.walls.ramp.direction='[0, 0, 1]' scene.domain='{low: [-1 mm, -1 mm, -1 mm], high: [31.2 mm, 31.2 mm, 300 mm], periodic: xy}' \
  scene.walls.box='{shape: plane, point: [0, 0, 200 mm], direction: [0, 0, -1], material: steel}'
for model in '{model: mindlin, friction: 0.3}' '{model: mindlin-secant, friction: 0.3}' '{model: linear, friction: 0.3, stiffness: 5000}'; do
  compare 2e-3 0.05 contacts.0.tangential="$model" contacts.1.tangential="$model"
done
stiff='materials.glass.young=5 GPa'
compare 1e-5 4e-3 "$stiff" 'materials.steel.young=8 GPa' contacts.0.tangential='{model: mindlin, friction: 0.3}' contacts.1.tangential='{model: mindlin, friction: 0.3}'

[ $failed = 0 ] || exit 1
echo "export: LAMMPS delivers what is delivered here"
