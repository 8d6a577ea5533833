# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What checks of the command share; they are sourced with the path of the command as $1. Works in a folder
# of its own, with the command as `carom` in the path and as $carom; the last run has ../out, ../err, $code
# and $last.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/here"
ln -s "$(cd "$(dirname "$1")" && pwd)/$(basename "$1")" "$work/bin/carom"
carom=$work/bin/carom
PATH=$work/bin:$PATH
name_of_check=$(basename "$0" .sh)
cd "$work/here" || exit 1
failed=0
checks=0
bad() { failed=1 && echo "FAILED: $*"; }
run() { # COMMAND...
  checks=$((checks + 1))
  last="$*"
  "$@" >../out 2>../err
  code=$?
}
ends() { # CODE ARGUMENT...
  wanted=$1
  shift
  run carom "$@"
  [ $code = "$wanted" ] || bad "'$last' ended with $code instead of $wanted: $(head -c 600 ../err)"
}
good() { # ARGUMENT...
  ends 0 "$@"
}
has() { # out|err TEXT: of the last run
  grep -q -F -e "$2" "../$1" || bad "'$last' does not say '$2' but '$(head -c 900 "../$1")'"
}
says() { # TEXT: in the output
  has out "$1"
}
warns() { # TEXT: on standard error
  has err "$1"
}
silent() { # nothing on standard error
  [ ! -s ../err ] || bad "'$last' says on standard error: $(head -c 600 ../err)"
}
refused() { # TEXT ARGUMENT...: code 2, the text on standard error, no output
  text=$1
  shift
  ends 2 "$@"
  [ ! -s ../out ] || bad "'$last' wrote to standard output: $(head -c 200 ../out)"
  has err "$text"
}
need_python() { # $python, or the check is skipped
  for python in /usr/bin/python3 python3 ''; do
    [ -z "$python" ] || ! command -v $python >/dev/null || break
  done
  [ -n "$python" ] || { echo "$name_of_check: needs python3" && exit 77; }
}
need_yaml() { # or the check is skipped
  ! carom reproduce --list 2>&1 >/dev/null | grep -q "without libyaml" ||
    { echo "$name_of_check: needs libyaml" && exit 77; }
}
true_in_python() { # PROGRAM WHAT
  $python -c "import csv, json
$1" 2>../err || bad "$2: $(tail -1 ../err)"
}
value() { # EXPRESSION: of the JSON that was printed last, as o
  $python -c "import json; o = json.load(open('../out')); assert $1" 2>/dev/null ||
    bad "'$last': not true: $1"
}
