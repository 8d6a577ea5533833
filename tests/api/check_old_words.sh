#!/bin/sh
# SPDX-License-Identifier: MIT
# Laws and programs in the words of the version before still compile, with a note: check_old_words.sh [ROOT]
# Law headers are put back into the old words (slots, levels, fresh, grip): they must compute the
# same bits as they are, in C and in C++, and the compiler must tell. What is in the new words must
# compile without a note.
set -eu
root=$(cd "${1:-$(dirname "$0")/../..}" && pwd)
program=$root/tests/api/law_alone.inc
: "${CC:=cc}" "${CXX:=c++}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
flags="-I$work -I$root/include -I$root/laws -O1 -ffp-contract=off -fno-math-errno -Wall -Wextra -Wpedantic"

old_words() {
  sed -e 's/CAROM_COEFFICIENTS_/CAROM_SLOTS_/g; s/CAROM_BREAKPOINTS_/CAROM_LEVELS_/g' \
    -e 's/CAROM_MEMORY_BREAKPOINTS/CAROM_MEMORY_LEVELS/g; s/CAROM_LAW_STORES_IMPACT_SPEED/CAROM_LAW_LATCHES/g' \
    -e 's/_coefficients\([^A-Za-z_]\)/_slots\1/g; s/_breakpoints\([^A-Za-z_]\)/_levels\1/g' \
    -e 's/_virgin(/_fresh(/g; s/carom_tangential_input/carom_grip/g' \
    -e 's/CAROM_SLOTS_CRITICAL/CAROM_COEFFICIENTS_CRITICAL/g' "$1" # a family that is younger
}

# LANGUAGE COMPILER FLAGS: compiles the program, notes in LANGUAGE.note, its numbers in LANGUAGE.txt
compiled() {
  language=$1
  shift
  # shellcheck disable=SC2086 # the flags are meant to be split
  "$@" $flags -x "$language" law.c -o "$language" -lm 2>"$language.note" ||
    { cat "$language.note" && return 1; }
  "./$language" >"$language.txt" && [ -s "$language.txt" ]
}

laws=0
for law in docs/developing/template_law.h laws/normal/flores.h laws/normal/tsuji.h laws/normal/thornton.h \
  laws/normal/jackson_green.h laws/normal/wang_dashpot.h laws/normal/hertz.h laws/normal/hooke.h; do
  cp "$root/$law" one_law.h
  printf '#define HEADER "one_law.h"\n#include "%s"\n' "$program" >law.c
  compiled c "$CC" -std=c17 || { echo "$law does not compile" && exit 1; }
  mv c.txt new.txt
  ! grep -q deprecated c.note || { cat c.note && echo "$law: a note on the new words" && exit 1; }
  old_words "$root/$law" >one_law.h
  grep -q 'CAROM_SLOTS_' one_law.h && grep -q 'CAROM_LEVELS_' one_law.h && grep -q '_slots ' one_law.h ||
    grep -q 'CAROM_SLOTS_[A-Z]' one_law.h || { echo "$law has no old words to try" && exit 1; }
  for language in c c++; do
    case $language in c) compiled c "$CC" -std=c17 ;; *) compiled c++ "$CXX" -std=c++17 ;; esac ||
      { echo "$law in the old words does not compile in $language" && exit 1; }
    cmp "$language.txt" new.txt || { echo "$law in the old words computes other bits" && exit 1; }
  done
  # a law that is all family says no word of its own
  ! grep -q '_slots ' one_law.h || grep -q deprecated c.note ||
    { echo "$law in the old words compiles without a note" && exit 1; }
  laws=$((laws + 1))
done

for model in linear mindlin mindlin_secant; do
  old_words "$root/laws/tangential/$model.h" >one_model.h
  printf '#include "tangential_base.h"\n#define CAROM_TANGENTIAL(T) int main(void) { return 0; }\n#include "one_model.h"\n' >law.c
  # shellcheck disable=SC2086
  "$CC" -std=c17 $flags -x c law.c -o model 2>note ||
    { cat note && echo "$model in the old words does not compile" && exit 1; }
  grep -q "deprecated" note || { echo "$model in the old words compiles without a note" && exit 1; }
done

# Public names: a note each, and none with CAROM_OLD_NAMES.
cat >names.c <<'END'
#include <carom/carom.h>
#include <carom/user_law.h>
void use(carom_chain *, carom_mechanism *, carom_scene *, carom_contact *, carom_user_law *);
void use(carom_chain *c, carom_mechanism *m, carom_scene *s, carom_contact *k, carom_user_law *law)
{
  carom_chain_contact out;
  carom_state virgin = carom_contact_fresh(k);
  (void)virgin;
  carom_chain_look(c, 0, &out, NULL);
  carom_chain_pause(c, NULL, NULL);
  carom_chain_watch(c, 0, NULL, NULL);
  carom_chain_hear(c, NULL, NULL);
  carom_mechanism_look(m);
  carom_mechanism_pause(m, NULL, NULL);
  carom_mechanism_watch(m, 0, NULL, NULL);
  carom_mechanism_hear(m, NULL, NULL);
  carom_scene_run(s, 1, NULL);
  carom_scene_look(s);
  carom_scene_effort(s);
  k->slot[0] = carom_contact_slot_count(k);
  law->slots = law->levels = 0;
  law->slot_label = NULL;
  law->level = NULL;
  law->fresh = NULL;
  law->info.traits = CAROM_LAW_LATCHES;
}
END
for language in c c++; do
  case $language in c) compiler="$CC -std=c17" ;; *) compiler="$CXX -std=c++17" ;; esac
  # shellcheck disable=SC2086
  $compiler $flags -x "$language" -c names.c -o names.o 2>note || { cat note && exit 1; }
  for name in contact_fresh chain_look chain_pause chain_watch chain_hear mechanism_look mechanism_pause \
    mechanism_watch mechanism_hear scene_run scene_look scene_effort contact_slot_count slot slots levels \
    slot_label level fresh LATCHES; do
    grep -q "$name.* is deprecated" note || { cat note && echo "$name: no note in $language" && exit 1; }
  done
  # shellcheck disable=SC2086
  $compiler $flags -DCAROM_OLD_NAMES -Werror -x "$language" -c names.c -o names.o ||
    { echo "old names are not accepted in silence with CAROM_OLD_NAMES" && exit 1; }
done
echo "old words: $laws laws, 3 models and the public names compile with a note"
