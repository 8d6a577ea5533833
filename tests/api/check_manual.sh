#!/bin/sh
# SPDX-License-Identifier: MIT
# The commands of README.md and of the manual run as they are printed, one after the other:
# check_manual.sh COMMAND SOURCE
# A page has a folder of its own that looks like that of the sources. Left out are builds, what waits for
# somebody (Ctrl-C, the number of a process), what needs programs that are not there, and two that take long
# and have checks of their own: all papers and films. Those of the help are in check_cli.sh.
set -u

carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
root=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" && cp "$carom" "$work/bin/carom"
PATH=$work/bin:$PATH
EDITOR=true
export PATH EDITOR
! carom reproduce --list 2>&1 >/dev/null | grep -q "without libyaml" || { echo "manual: needs libyaml" && exit 77; }
command -v gnuplot >/dev/null || { echo "manual: needs gnuplot" && exit 77; }
failed=0
tried=0

commands() { # FILE: those of its shell blocks, one in a line
  awk '/^```sh/ { inside = 1; next } /^```/ { inside = 0 } inside' "$1" |
    sed -e ':join' -e '/\\$/ { N; s/\\\n */ /; b join' -e '}'
}
left_out() { # LINE
  case $1 in
  make* | *PROCESS* | *run.checkpoint=* | *--film* | 'carom reproduce  '* | 'carom reproduce') return 0 ;;
  *lmp\ *) ! command -v lmp >/dev/null ;;
  *) return 1 ;;
  esac
}
page() { # NAME: the commands on standard input
  mkdir "$work/$1" && cd "$work/$1" || exit 1
  cp -R "$root/scenarios" "$root/papers" . # some change them
  mkdir build && ln -s "$work/bin/carom" build/carom
  while IFS= read -r line; do
    if [ -z "$line" ] || left_out "$line"; then continue; fi
    tried=$((tried + 1))
    sh -c "$line" >"$work/out" 2>"$work/err" </dev/null || {
      failed=1
      echo "FAILED: $1: $line"
      tail -n 3 "$work/err"
    }
  done
  cd "$work" || exit 1
  rm -rf "${work:?}/$1"
}

for file in "$root/README.md" "$root"/docs/*.md; do
  commands "$file" >"$work/lines"
  [ ! -s "$work/lines" ] || page "$(basename "$file")" <"$work/lines"
done
[ $tried -ge 50 ] || { failed=1 && echo "FAILED: $tried commands found"; }
[ $failed = 0 ] && echo "manual: $tried commands run as they are printed"
exit $failed
