#!/bin/sh
# SPDX-License-Identifier: MIT
# Everything: make test, then other compilers, sanitizers, optimisation levels, other processors,
# fuzzing. A step that fails does not stop the others; the summary stands at the end. One whose tools
# are missing (exit code 77) is reported as skipped, with the sentence that names them.
# FUZZ_SECONDS: time for each fuzz target (60). KILLS: how often runs are killed (100), of every kind together, and
# of a scene that changes alone. STEPS: only these steps, by name.
set -eu
cd "$(dirname "$0")/.."

jobs=${CMAKE_BUILD_PARALLEL_LEVEL:-2}
mkdir -p build/full
summary=build/full/summary.txt
kills=${KILLS:-100}
: >"$summary"

step() { # NAME COMMAND...
  name=$1
  shift
  [ -z "${STEPS:-}" ] || case " $STEPS " in *" $name "*) ;; *) return 0 ;; esac
  start=$(date +%s)
  printf '%-10s ' "$name"
  ("$@") >"build/full/$name.log" 2>&1 && verdict=passed || case $? in
    77) verdict=skipped ;;
    *) verdict=FAILED ;;
    esac
  case $verdict in
  skipped) counts=$(tail -n 1 "build/full/$name.log") ;;
  *) counts=$(grep 'tests passed' "build/full/$name.log" | tail -n 1) || counts= ;;
  esac
  line="$verdict in $(($(date +%s) - start)) s  $counts"
  echo "$line"
  printf '%-10s %s\n' "$name" "$line" >>"$summary"
  [ $verdict != FAILED ] || tail -n 25 "build/full/$name.log"
}

# shellcheck disable=SC2317 # called through step
built_and_tested() { # PRESET [CMAKE ARGUMENT...]
  sh tools/configure.sh "$@" && cmake --build "build/$1" &&
    ctest --test-dir "build/$1" -j "$jobs" --output-on-failure --no-label-summary --no-tests=error
}

# shellcheck disable=SC2317
crossed() { # PRESET PROGRAM...: for another processor, if these programs are there
  preset=$1
  shift
  for program; do
    command -v "$program" >/dev/null ||
      { echo "this step needs $program: sh tools/install_packages.sh full" && return 77; }
  done
  built_and_tested "$preset"
}

# shellcheck disable=SC2317
level() { # O0..O3: all results must have the same bits at every level
  cmake --preset release -B "build/$1" -DCAROM_BUILD_TESTS=ON -DCMAKE_C_FLAGS_RELEASE="-$1" \
    -DCAROM_TEST_FOLDERS="unit;law;golden" && cmake --build "build/$1" &&
    ctest --test-dir "build/$1" -j "$jobs" --output-on-failure --no-label-summary --no-tests=error
}

# shellcheck disable=SC2317
fuzzed() {
  sh tools/configure.sh fuzz && cmake --build build/fuzz || return 1
  for program in build/fuzz/fuzz/fuzz_*; do
    [ -x "$program" ] || continue
    target=$(basename "$program")
    corpus=build/fuzz/corpus/$target
    mkdir -p "$corpus"
    seeds=tests/fuzz/corpus/${target#fuzz_}
    [ -d "$seeds" ] || seeds=
    # shellcheck disable=SC2086 # there may be no seeds
    "$program" -max_total_time="${FUZZ_SECONDS:-60}" -timeout=10 -print_final_stats=1 \
      -artifact_prefix="build/fuzz/$target." "$corpus" $seeds || return 1
  done
}

# shellcheck disable=SC2317
covered() {
  built_and_tested coverage && gcovr -r . -f src/ -f laws/ -f cli/ build/coverage
}

step test make test
step asan built_and_tested asan "-DCAROM_TEST_FOLDERS=unit;law;verify;golden;api;fuzz"
step clang built_and_tested clang
step tsan built_and_tested tsan
step ubsan built_and_tested ubsan
for optimisation in O0 O1 O2 O3; do step $optimisation level $optimisation; done
step mutations env JOBS="$jobs" sh tools/mutate_laws.sh
step browser sh tests/page/check_browser.sh build/release/carom
step hopper sh tests/scenario/check_hopper.sh build/release/carom
step janssen sh tests/scenario/check_janssen.sh build/release/carom
step threads sh tests/scenario/check_threads.sh build/release/carom
step tight sh tests/scenario/check_tight.sh build/release/carom
step bulk build/release/carom verify bulk
step lammps sh tests/api/check_lammps_scenes.sh build/release/carom
step kills sh tests/restart/check_kill.sh build/release/carom "$kills"
step flowkills sh tests/restart/check_kill.sh build/release/carom "$kills" "$PWD/tests/restart/flow.yaml"
step qemu built_and_tested qemu
step aarch64 crossed aarch64 aarch64-linux-gnu-gcc qemu-aarch64-static
step wasm crossed wasm emcc node
step valgrind built_and_tested valgrind
step fuzz fuzzed
step coverage covered

echo
cat "$summary"
if grep -q FAILED "$summary"; then
  echo "Some steps failed; their output is in build/full/" && exit 1
fi
if grep -q ' skipped in ' "$summary"; then echo "No step failed." && exit 0; fi
echo "All steps passed."
