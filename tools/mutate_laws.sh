#!/bin/sh
# SPDX-License-Identifier: MIT
# Would the tests notice? mutate_laws.sh [--check] [NUMBER | FROM-TO | FILE...]
# Plants the faults of tools/mutations.txt in laws, modules and the command, one at a time, and wants
# a program of tests/law, verify, unit or api, or tests/api/check_measures.py, to fail for each: by
# physics, for the golden hashes are not run. Faults of the command also meet its quick checks. Prints which test finds which fault. --check only looks
# whether every fault still applies.
# Numbers, ranges and parts of the names of files (src/io) pick faults. JOBS: how many at a time (the
# number of cores). Works in build/mutate.
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
  original=$root/$(place "$1")
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

prepare() { # WORKER: a copy of the tree, built as it stands
  mkdir -p "$work/$1/tree"
  for part in CMakeLists.txt LICENSE bridge cli cmake examples include laws papers scenarios src tests; do
    rm -rf "$work/$1/tree/$part" && cp -R "$root/$part" "$work/$1/tree/"
  done
  cmake -G Ninja -S "$work/$1/tree" -B "$work/$1/build" -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_FLAGS=-O1 -DCAROM_BUILD_TESTS=ON \
    -DCAROM_TEST_FOLDERS="law;verify;unit;api" >"$work/$1/log" 2>&1 &&
    cmake --build "$work/$1/build" -j 1 >>"$work/$1/log" 2>&1 && touch "$work/$1/ready" ||
    cat "$work/$1/log"
}

# Sound laws pass; whoever is fast goes first, so that most faults cost little.
time_programs() {
  cd "$work/1/tree"
  for program in ../build/tests/law/test_* ../build/tests/verify/test_* ../build/tests/unit/test_* \
    ../build/tests/api/test_* "python3 tests/api/check_measures.py ../build/carom"; do
    start=$(date +%s%N)
    sh -c "$program" >../log 2>&1 || { cat ../log && echo "fails without a fault: $program" && exit 1; }
    echo "$(($(date +%s%N) - start)) $program" >>"$work/times"
  done
  sort -n "$work/times" >"$work/programs"
}

# Programs that are likely to notice come first: those whose name has a word of the fault's file or
# folder, or one that belongs to the folder.
order() { # FILE
  case $1 in
  cli/*)
    also=
    for check in command warnings words verdicts steps; do
      echo "0 sh tests/api/check_$check.sh ../build/carom ."
    done
    ;;
  src/contact/* | src/impact/*) also=/verdict/bounce/exact/reference/restitution/unparted/budget ;;
  src/integrate/*) also=/chain_orders/chain_drive/fixed ;;
  src/io/*) also=/scenario/checkpoint/frames/memory_io ;;
  src/core/*) also=/units/json/scenario/fields ;;
  *) also= ;;
  esac
  awk -v file="$1$also" '
    BEGIN { words = split(file, word, "[/.]") }
    { name = $2 " " $3; sub(".*tests/", "", name); found = 0
      for (k = 1; k <= words; k++)
        if (length(word[k]) > 3 && index(name, word[k])) found = 1
      if (found) print; else rest[n++] = $0 }
    END { for (k = 0; k < n; k++) print rest[k] }' "$work/programs"
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
  mutate "$3" "$4" "$(place "$3")"
  verdict="SURVIVED"
  order "$3" >../order
  while read -r _ program; do
    if ! cmake --build ../build -j 1 --target "$(target_of "$program")" >../log 2>&1; then
      verdict="DOES NOT BUILD"
      break
    fi
    timeout 300 sh -c "$program" >../log 2>&1 && continue
    name=${program#*tests/}
    name=${name%% *} short=${name#*/}
    verdict=$(sed -n 's/^\[  FAILED  \] \([a-z_A-Z0-9]*\)$/\1/p' ../log | head -n 1)
    verdict="${name%/*}.${short#test_}: ${verdict:-stopped}"
    break
  done <../order
  cp "$root/$(place "$3")" "$(place "$3")"
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
rm -f "$work"/verdict.* "$work"/*/ready "$work"/*/list "$work/times"
for me in $(seq "$jobs"); do choose "$me"; done
[ -n "$(cat "$work"/*/list)" ] || { echo "mutations: no fault is called '$wanted'" && exit 1; }
for me in $(seq "$jobs"); do prepare "$me" & done
wait
for me in $(seq "$jobs"); do [ -e "$work/$me/ready" ] || exit 1; done
(time_programs)
for me in $(seq "$jobs"); do (worker "$me") & done
wait

found=$(cat "$work"/verdict.* | grep -c -v -e '^   ' -e SURVIVED -e 'DOES NOT BUILD') || found=0
tried=$(cat "$work"/*/list | wc -l)
echo
cat "$work"/verdict.* | grep -A 1 -e SURVIVED -e 'DOES NOT BUILD' || true
echo "mutations: $found of $tried found by tests of physics in $(($(date +%s) - start)) s"
[ "$found" = "$tried" ] && [ "$tried" -gt 0 ]
