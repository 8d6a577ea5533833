#!/bin/sh
# SPDX-License-Identifier: MIT
# tools/configure.sh: a build folder that was copied or moved is begun anew, with a sentence; one that
# stays where it is keeps what was built. check_configure.sh
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "check_configure: $*" && exit 1; }

# a project with a preset and no language configures in a moment; cmake here is any that finds Ninja
mkdir -p "$work/first/tools"
cd "$work/first"
cp "$root/tools/configure.sh" tools/
printf 'cmake_minimum_required(VERSION 3.25)\nproject(small NONE)\n' >CMakeLists.txt
cat >CMakePresets.json <<'END'
{"version": 6, "configurePresets": [
  {"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/${presetName}"}]}
END
configured() { # WHERE SENTENCE: "" if nothing is to be said
  sh "$1/tools/configure.sh" release >"$work/out" 2>&1 || { cat "$work/out" && fail "$1 is not configured"; }
  if [ -z "$2" ]; then
    [ ! -s "$work/out" ] || { cat "$work/out" && fail "$1: something is said"; }
  else
    grep -q -F -e "$2" "$work/out" || { cat "$work/out" && fail "$1: no '$2'"; }
  fi
}
configured "$work/first" ""
touch build/release/object.o
configured "$work/first" ""
[ -e build/release/object.o ] || fail "what was built is thrown away"

cp -R "$work/first" "$work/copy"
configured "$work/copy" "build/release was built as $work/first/build/release: beginning it anew"
[ ! -e "$work/copy/build/release/object.o" ] || fail "objects of another place stay"
[ -e "$work/first/build/release/object.o" ] || fail "the other place is touched"
configured "$work/copy" ""

mv "$work/copy" "$work/moved" # where it came from is gone
configured "$work/moved" "beginning it anew"

ln -s "$work/first" "$work/link" # the same place by another name
configured "$work/link" ""
[ -e "$work/first/build/release/object.o" ] || fail "a link counts as another place"
echo "configure: copied and moved build folders are begun anew"
