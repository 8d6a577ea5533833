# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What checks share that add something to a copy of the tree and build it; sourced with the root of the
# tree as $1, or without. Works in the copy.
root=$(cd "${1:-$(dirname "$0")/../..}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree"
cd "$work/tree" || exit 1
copy() { # PART...: those that there are
  for part; do
    [ ! -e "$root/$part" ] || cp -R "$root/$part" .
  done
}
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" && echo "failed: $*" && exit 1; }; }
configure() { # ARGUMENT...: into $work/build
  generator=
  ! command -v ninja >/dev/null || generator=-GNinja
  # shellcheck disable=SC2086 # there may be no generator
  quietly cmake $generator -S . -B "$work/build" -DCMAKE_C_COMPILER="${CC:-cc}" -DCAROM_WERROR=ON "$@"
}
