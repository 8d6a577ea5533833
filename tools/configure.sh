#!/bin/sh
# SPDX-License-Identifier: MIT
# Configures build/PRESET, quietly unless something is wrong: configure.sh PRESET [CMAKE ARGUMENT...]
set -eu
cd "$(dirname "$0")/.."

preset=$1
log=build/$preset/configure.log
mkdir -p "build/$preset"
cmake --preset "$@" >"$log" 2>&1 || { cat "$log" >&2 && exit 1; }
