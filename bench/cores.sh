#!/bin/sh
# SPDX-License-Identifier: MIT
# Scenes on more and more cores: cores.sh BENCH_SCENE CSV [ROUNDS [SCENE...]]
# carom with 1, 2, 4 ... threads up to all cores (MOST=N: up to N), LAMMPS with as many MPI ranks if
# it is there, and as many copies of the scene that share nothing, one thread each: what any parallel
# program could reach at best. All in turn, round after round, by wall time, so the machine must be
# quiet. Starts are those of scenes.sh, in $STATES; physics is compared there.
set -eu
cd "$(dirname "$0")/.."
program=$1
csv=$2
rounds=${3:-${ROUNDS:-3}}
shift $(($# < 3 ? $# : 3))
scenes=${*:-chute bed shaken bed900k}
most=${MOST:-$(nproc)}
states=${STATES:-build/bench/states}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
runs=$work/runs

for scene in $scenes; do
  [ -s "$states/${scene%900k}.data" ] ||
    { echo "cores: no $states/${scene%900k}.data: run scenes.sh first" >&2 && exit 2; }
  [ "$scene" != bed900k ] || [ -s "$states/bed900k.data" ] ||
    "$program" bed900k --data "$states/bed.data" --tile 3x3 --write "$states/bed900k.data"
done

# about as long on many cores as on one
steps_of() { # SCENE CORES
  case $1 in
  chute) echo $((500 + 150 * $2)) ;;
  bed900k) echo $((20 + 5 * $2)) ;;
  *) echo $((100 + 40 * $2)) ;;
  esac
}
input_of() { case $1 in chute) echo chute ;; *) echo bed ;; esac; }
shake_of() { case $1 in shaken) echo 3 ;; *) echo 0 ;; esac; }
count_of() { sed -n 's/ atoms$//p' "$states/$1.data" | head -n 1; }

carom() { # ENGINE OPTION...: one run of $scene
  engine=$1
  shift
  # shellcheck disable=SC2154 # pin: peers.sh
  $pin "$program" "$scene" --data "$states/$scene.data" --steps "$steps" --warm 5 --wall "$@" |
    sed -n "1s/ carom / $engine.$cores /p" >>"$runs"
}

list=1
for n in 2 4 8 16 32 64 128; do [ "$n" -gt "$most" ] || list="$list $n"; done
case " $list " in *" $most "*) ;; *) list="$list $most" ;; esac

CORES=1
. bench/peers.sh
tell_of_peers lammps
for _ in $(seq "$rounds"); do
  for n in $list; do
    CORES=$n
    . bench/peers.sh
    for scene in $scenes; do
      steps=$(steps_of "$scene" "$n")
      carom carom --threads "$n"
      [ "$n" = 1 ] || carom copies --copies "$n"
      if have_lammps; then
        cores=2 && run_lammps "$scene" "$(count_of "$scene")" "$((steps / 4))" \
          "bench/peers/lammps.$(input_of "$scene")" data "$states/$scene.data" \
          shake "$(shake_of "$scene")"
        cores=$n
        sed -i "\$s/ lammps / lammps.$n /" "$runs"
      fi
    done
  done
done

summary "$runs" "rotational,contacts,height" >>"$csv"
awk -v scenes="$scenes" -v list="$list" '
  { key = $1 SUBSEP $2; if (!(key in best) || $5 < best[key]) best[key] = $5 }
  function value(s, e) { return (s, e) in best ? sprintf("%.2f", best[s, e]) : "-" }
  function over(a, b) { return a in best && b in best ? sprintf("%.2f", best[a] / best[b]) : "-" }
  END {
    print "scene,cores,carom[ns],lammps[ns],copies[ns],lammps/carom,copies/carom"
    m = split(scenes, scene, " "); c = split(list, core, " ")
    for (k = 1; k <= m; k++)
      for (i = 1; i <= c; i++) {
        s = scene[k]; n = core[i]
        own = s SUBSEP "carom." n; peer = s SUBSEP "lammps." n
        copy = n == 1 ? own : s SUBSEP "copies." n
        printf "%s,%d,%s,%s,%s,%s,%s\n", s, n, value(s, "carom." n), value(s, "lammps." n),
          value(s, n == 1 ? "carom.1" : "copies." n), over(peer, own), over(copy, own)
      }
  }' "$runs" >"$work/table"
sed 's/^/# /' "$work/table" >>"$csv"
echo "ns per particle and step by wall time, best of the rounds; copies: of all of them together"
awk -F , '{ printf "%-9s%7s%12s%13s%13s%15s%15s\n", $1, $2, $3, $4, $5, $6, $7 }' "$work/table"
