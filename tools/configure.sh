#!/bin/sh
# SPDX-License-Identifier: MIT
# Configures build/PRESET, quietly unless something is wrong: configure.sh PRESET [CMAKE ARGUMENT...]
# A build folder that was copied or moved with its sources belongs to where it came from: CMake would
# refuse it, so it is begun anew.
set -eu
cd "$(dirname "$0")/.."

really() { # FOLDER: its place without links; nothing if it is gone
  if [ -d "$1" ]; then (cd "$1" && pwd -P); fi
}

preset=$1
folder=build/$preset
cache=$folder/CMakeCache.txt
if [ -e "$cache" ]; then
  source=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$cache")
  place=$(sed -n 's/^CMAKE_CACHEFILE_DIR:INTERNAL=//p' "$cache")
  if [ "$(really "$source")" != "$(pwd -P)" ] || [ "$(really "$place")" != "$(really "$folder")" ]; then
    echo "$folder was built as ${place:-somewhere else}: beginning it anew"
    rm -rf "$folder"
  fi
fi
log=$folder/configure.log
mkdir -p "$folder"
cmake --preset "$@" >"$log" 2>&1 || { cat "$log" >&2 && exit 1; }
