#!/bin/sh
# SPDX-License-Identifier: MIT
# What shells complete is what the help says: check_completion.sh COMMAND
set -u

carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
bad() { failed=1 && echo "FAILED: $*"; }
for shell in bash zsh fish; do
  "$carom" completion $shell >$shell || bad "no completion for $shell"
  command -v $shell >/dev/null || continue
  $shell -n $shell 2>err || bad "$shell: $(cat err)"
done
"$carom" completion tcsh >out 2>err
[ $? = 2 ] || bad "a shell that is not known"
commands=$("$carom" --help | awk '/^Commands:/ { on = 1; next } on && NF == 0 { exit } on { print $1 }')
[ "$(echo "$commands" | wc -l)" -gt 10 ] || bad "the help lists no commands"
cat >ask <<'FILE'
. ./bash
COMP_WORDS=(carom "$@") COMP_CWORD=$#
_carom
printf '%s\n' "${COMPREPLY[@]}"
FILE
complete() { bash ask "$@" | sort; }
if command -v bash >/dev/null; then
  # shellcheck disable=SC2086 # one word each
  [ "$(complete '')" = "$(printf '%s\n' --help --version help $commands | sort)" ] || bad "commands: $(complete '')"
  for command in $commands; do
    "$carom" "$command" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' >options
    { cat options && echo --help; } | sort -u >wanted
    complete "$command" -- >given
    cmp -s wanted given || bad "options of $command: $(diff wanted given)"
    while read -r option; do
      grep -q -e "-l ${option#--} " fish || bad "fish does not know $option of $command"
      grep -q -F -e "'$option" zsh || bad "zsh does not know $option of $command"
    done <options
  done
  [ "$(complete impact tsu)" = tsuji ] || bad "a law: $(complete impact tsu)"
  [ "$(complete new mech)" = mechanism ] || bad "a kind: $(complete new mech)"
fi

# the shells themselves, where they are
ln -s "$carom" "$work/carom"
PATH=$work:$PATH
export PATH
if command -v fish >/dev/null; then
  mkdir -p home
  ask() { HOME=$work/home fish -c ". ./fish; complete -C '$1'" 2>err | cut -f1; }
  [ "$(ask 'carom pict')" = picture ] || bad "fish: $(ask 'carom pict')"
  [ "$(ask 'carom picture --col')" = --colour ] || bad "fish: $(ask 'carom picture --col')"
  [ "$(ask 'carom impact tsu')" = tsuji ] || bad "fish: $(ask 'carom impact tsu')"
fi
if command -v zsh >/dev/null; then
  mkdir -p functions && cp zsh functions/_carom
  cat >typed <<'FILE'
zmodload zsh/zpty
zpty shell 'zsh -f -i'
zpty -w shell "fpath=($PWD/functions \$fpath); autoload -Uz compinit; compinit -u -D; PS1=; echo REA''DY"
zpty -r -m shell out '*READY*'
for line in "$@"; do
  # what is completed is run by echo, whose words end with a mark
  zpty -w -n shell $'\Cu'"$line"$'\t\C-aecho "\C-e" E''ND\n'
  zpty -r -m shell out '*END*'
  print -r -- "$out"
done
FILE
  timeout 60 zsh -f typed 'carom pict' 'carom picture --col' 'carom impact tsu' 'carom new mech' >told 2>&1
  grep -q 'bad option\|not found\|parse error' told && bad "zsh: $(cat told)"
  for word in picture 'picture --colour' 'impact tsuji' 'new mechanism'; do
    grep -q -F -e "carom $word" told || bad "zsh does not complete to '$word': $(cat -v told)"
  done
fi

[ $failed = 0 ] || exit 1
echo "completion: commands, options and words as the help has them"
