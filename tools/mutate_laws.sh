#!/bin/sh
# SPDX-License-Identifier: MIT
# Would the tests notice? mutate_laws.sh [--check] [NUMBER | FROM-TO | FILE...]
# Plants the faults of tools/mutations.txt in laws, modules and the command, one at a time, and wants
# a program of tests/law, verify, unit or api, or tests/api/check_measures.py, to fail for each: by
# physics, for the golden hashes are not run. Faults of the command also meet its quick checks. Prints
# which test finds which fault. --check only looks whether every fault still applies.
# Numbers, ranges and parts of the names of files (src/io) pick faults. JOBS: how many at a time (the
# number of cores). Works in build/mutate, where what was built stays, and how long programs took and
# which fault they found: a second run begins with these.
set -eu
cd "$(dirname "$0")/.."

root=$PWD
table=$root/tools/mutations.txt
work=$root/build/mutate
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
mode=run
if [ "${1:-}" = --check ]; then
  mode=check
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
fi
mkdir -p "$work"
list=$work/list
grep -v -e '^#' -e '^$' "$table" | awk '{ print NR, $0 }' >"$list"
count=$(wc -l <"$list")

place() { # FILE: laws/FILE, unless it stands in src/ or cli/
  case $1 in src/* | cli/*) echo "$1" ;; *) echo "laws/$1" ;; esac
}

mutate() { # FILE EXPRESSION OUTPUT: fails unless one line changes
  original=$(place "$1")
  sed -e "$2" "$original" >"$3" || return 1
  changed=$(diff "$original" "$3" | grep -c '^<') || changed=0
  [ "$changed" = 1 ] || { echo "changes $changed lines, not 1: $(place "$1") $2" && return 1; }
}

failed=0
while read -r _ file expression; do
  mutate "$file" "$expression" "$work/changed" || failed=1
done <"$list"
[ $failed = 0 ] || { echo "mend tools/mutations.txt" && exit 1; }
[ $mode = run ] || { echo "mutations: all $count apply" && exit 0; }

mirror() { # FOLDER: there becomes as here; what is the same is not touched, and needs no building
  for part in CMakeLists.txt LICENSE bridge cli cmake examples include laws papers scenarios src tests; do
    find "$part" -type f | while read -r file; do
      cmp -s "$file" "$1/$file" || { mkdir -p "$1/$(dirname "$file")" && cp "$file" "$1/$file"; }
    done
    if [ -d "$1/$part" ]; then
      (cd "$1" && find "$part" -type f) | while read -r file; do [ -e "$file" ] || rm "$1/$file"; done
    fi
  done
}

prepare() { # WORKER: a copy of the tree
  mkdir -p "$work/$1/tree"
  mirror "$work/$1/tree"
  cmake -G Ninja -S "$work/$1/tree" -B "$work/$1/build" -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_FLAGS=-O1 -DCAROM_BUILD_TESTS=ON \
    -DCAROM_TEST_FOLDERS="law;verify;unit;api" >"$work/$1/log" 2>&1 ||
    { cat "$work/$1/log" && return 1; }
  touch "$work/$1/ready"
}

build() { # PROGRAM: in the tree of a worker
  cmake --build ../build -j 1 --target "$(target_of "$1")" >../log 2>&1
}

# Runs PROGRAM, which may be caught in an endless loop, and notes what it took if it passes: time of the
# processor, so that other work on the machine neither ends it nor changes the order of programs.
passes() {
  limit=$(awk -v program="$1" '{ time = $1; $1 = ""; if ($0 == " " program) last = time + 1 }
    END { print last ? 30 + int(last / 50) : 600 }' "$work/times")
  spent=$(
    # shellcheck disable=SC3045 # dash and bash know it
    ulimit -t "$limit"
    timeout 1800 sh -c "$1" >../log 2>&1 || exit 1
    times
  ) || return 1
  echo "$spent" | awk -F '[ms ]+' -v program="$1" '
    NR == 2 { print int(1000 * (60 * ($1 + $3) + $2 + $4)), program }' >>"$work/times"
}

sound() { # PROGRAM: passes without a fault; asked once, before it is believed
  grep -q -x -F -e "$1" "$work/sound" && return
  build "$1" && passes "$1" && echo "$1" >>"$work/sound" && return
  cat ../log && echo "fails without a fault: $1" && touch "$work/unsound" && return 1
}

# Whoever is fast goes first, so that most faults cost little. Programs that were never run are timed.
time_programs() {
  cd "$work/1/tree"
  find tests/law tests/verify tests/unit tests/api -name 'test_*.c' |
    sed 's,^\(.*\)\.c$,../build/\1,' | sort >"$work/known"
  echo "python3 tests/api/check_measures.py ../build/carom" >>"$work/known"
  while read -r program; do
    grep -q -e "^[0-9]* $program\$" "$work/times" || sound "$program" || exit 1
  done <"$work/known"
  awk 'NR == FNR { known[$0] = 1; next }
    { time = $1; $1 = ""; name = substr($0, 2); if (name in known) last[name] = time }
    END { for (name in last) print last[name], name }' "$work/known" "$work/times" |
    sort -n >"$work/programs"
}

# Programs that are likely to notice come first: who found this fault before, or another one of its
# file; then those whose name has words of the file, of its folder, or that belong to the folder,
# weighed against the time that they take, of which 300 ms are for linking.
order() { # FILE EXPRESSION
  likely "$(place "$1")" | file=$1 fault=$2 record=$work/found awk '
    BEGIN {
      while ((getline line <ENVIRON["record"]) > 0) {
        split(line, part, "\t")
        if (part[2] == ENVIRON["file"]) score[part[1]] += part[3] == ENVIRON["fault"] ? 1000 : 1
      }
    }
    { name = $0; sub("^[^ ]* ", "", name); print score[name] + 0, NR, $0 }' |
    sort -k 1,1nr -k 2,2n | cut -d " " -f 3-
}

likely() { # FILE
  case $1 in
  cli/*)
    also=
    for check in command warnings words verdicts steps; do
      echo "0 sh tests/api/check_$check.sh ../build/carom ."
    done
    ;;
  src/contact/* | src/impact/*) also=verdict/bounce/exact/reference/restitution/unparted/budget ;;
  src/integrate/*) also=orders/drive/fixed ;;
  src/io/*) also=scenario/checkpoint/frames ;;
  src/core/*) also=units/json/scenario/fields ;;
  *) also= ;;
  esac
  awk -v file="$1" -v also="$also" '
    function is_worth(text, much, word, words) {
      words = split(text, word, "[/._]")
      for (k = 1; k <= words; k++) {
        sub("s$", "", word[k])
        if (length(word[k]) > 2) worth[word[k]] = much
      }
    }
    BEGIN { is_worth(file, 1); is_worth(also, 1); sub(".*/", "", file); is_worth(file, 2) }
    { name = $2 " " $3; sub(".*tests/", "", name); score = 0
      for (word in worth) if (index(name, word)) score += worth[word]
      print ($1 + 300) / 8 ^ score, $0 }' "$work/programs" | sort -g | cut -d " " -f 2-
}

target_of() { # PROGRAM
  case $1 in
  ../build/tests/*) echo "$1" | sed 's,^../build/tests/\([a-z]*\)/test_,\1_,' ;;
  *) echo carom_cli ;;
  esac
}

# Builds one program after the other, until one fails: linking all of them takes longer than that.
try() { # WORKER NUMBER FILE EXPRESSION: prints what found it
  cd "$work/$1/tree"
  file=$(place "$3")
  cp "$file" ../original
  mutate "$3" "$4" ../changed && cp ../changed "$file"
  verdict="SURVIVED"
  order "$3" "$4" >../order
  while read -r _ program; do
    if ! build "$program"; then
      verdict="DOES NOT BUILD"
      break
    fi
    passes "$program" && continue
    name=${program#*tests/}
    name=${name%% *} short=${name#*/}
    verdict=$(sed -n 's/^\[  FAILED  \] \([a-z_A-Z0-9]*\)$/\1/p' ../log | head -n 1)
    verdict="${name%/*}.${short#test_}: ${verdict:-stopped}"
    break
  done <../order
  cp ../original "$file"
  case $verdict in
  *:*)
    sound "$program" || return 1
    printf '%s\t%s\t%s\n' "$program" "$3" "$4" >>"$work/found"
    ;;
  esac
  printf '%2d %-28s %s\n   %s\n' "$2" "$3" "$verdict" "$4" >"$work/verdict.$2"
  printf '%2d %-28s %s\n' "$2" "$3" "$verdict"
}

choose() { # WORKER: every jobs-th fault that is wanted
  mkdir -p "$work/$1"
  awk -v jobs="$jobs" -v me="$1" -v only="$wanted" '
    function picks(word, number, file) {
      if (word ~ /^[0-9]+$/) return number == word
      if (word !~ /^[0-9]+-[0-9]+$/) return index(file, word)
      return number >= word + 0 && number <= substr(word, index(word, "-") + 1) + 0
    }
    function chosen(number, file, k, word, words) {
      words = split(only, word, " ")
      for (k = 1; k <= words; k++)
        if (picks(word[k], number, file)) return 1
      return words == 0
    }
    chosen($1, $2) && n++ % jobs == me - 1' "$list" >"$work/$1/list"
}

worker() { # WORKER
  while read -r number file expression; do
    try "$1" "$number" "$file" "$expression" </dev/null || return 1
  done <"$work/$1/list"
}

wanted=$*
start=$(date +%s)
rm -f "$work"/verdict.* "$work"/*/ready "$work"/*/list "$work/sound" "$work/unsound"
touch "$work/times" "$work/found" "$work/sound"
for me in $(seq "$jobs"); do choose "$me"; done
[ -n "$(cat "$work"/*/list)" ] || { echo "mutations: no fault is called '$wanted'" && exit 1; }
for me in $(seq "$jobs"); do prepare "$me" & done
wait
for me in $(seq "$jobs"); do [ -e "$work/$me/ready" ] || exit 1; done
(time_programs)
for me in $(seq "$jobs"); do (worker "$me") & done
wait
[ ! -e "$work/unsound" ] || exit 1

found=$(cat "$work"/verdict.* | grep -c -v -e '^   ' -e SURVIVED -e 'DOES NOT BUILD') || found=0
tried=$(cat "$work"/*/list | wc -l)
echo
cat "$work"/verdict.* | grep -A 1 -e SURVIVED -e 'DOES NOT BUILD' || true
echo "mutations: $found of $tried found by tests of physics in $(($(date +%s) - start)) s"
[ "$found" = "$tried" ] && [ "$tried" -gt 0 ]
