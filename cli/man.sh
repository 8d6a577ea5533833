#!/bin/sh
# SPDX-License-Identifier: MIT
# The manual page of the command, from its own help: man.sh COMMAND FILE
set -eu
carom=$1
exec >"$2"

help=$("$carom" --help)
commands=$(echo "$help" | awk '/^Commands:/ { on = 1; next } on && NF == 0 { exit } on { print $1 }')
[ -n "$commands" ] || { echo "man.sh: no commands in the help of $carom" >&2 && exit 1; }
version=$("$carom" --version | awk 'NR == 1 { print $2 }')

# "Title:" heads a section; "  WORD  text" becomes an entry of a list, in examples a line as it is.
roff='
  function safe(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); sub(/^[.\047]/, "\\\\\\&&", s); return s }
  function lines(on) { if (on != filled) print on ? ".nf" : ".fi"; filled = on }
  NR == 1 { next }
  /^Usage: / { sub(/^Usage: /, ""); print main ? ".SH SYNOPSIS" : ".SS Usage"; print ".B " safe($0); next }
  /^[A-Z][a-z]+:$/ {
    lines(0); sub(/:$/, ""); print main ? ".SH " toupper($0) : ".SS " $0; examples = $0 == "Examples"; next
  }
  /^$/ { lines(0); print ".PP"; next }
  examples { lines(1); print safe($0); next }
  /^  [^ ].*  +[^ ]/ {
    lines(0); sub(/^  /, ""); at = match($0, /  +/)
    print ".TP\n.B " safe(substr($0, 1, at - 1)); print safe(substr($0, at + RLENGTH)); listed = 1; next
  }
  listed && /^[^ ]/ { print ".PP"; listed = 0 }
  { lines(0); sub(/^ +/, ""); print safe($0) }
  END { lines(0) }'

echo ".TH CAROM 1 \"\" \"carom $version\" \"User commands\""
printf '.SH NAME\ncarom \\- contact and impact dynamics\n'
echo "$help" | awk -v main=1 "$roff"
for command in $commands; do
  echo ".SH CAROM $command" | tr '[:lower:]' '[:upper:]'
  text=$("$carom" "$command" --help)
  echo "$text" | awk 'NR == 1 { sub(/^[^:]*: /, ""); print toupper(substr($0, 1, 1)) substr($0, 2) "." }'
  echo "$text" | awk -v main=0 "$roff"
done
