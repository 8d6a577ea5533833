#!/bin/sh
# SPDX-License-Identifier: MIT
# A stage after the normal law is one header and one line: check_new_stage.sh [ROOT]
# Copies the tree, adds docs/developing/template_stage.h by one line in laws/stages.def, builds, and
# wants its entries, kernels and history to be what the header declares, in every instruction set.
set -eu


# shellcheck source=tests/api/copied_tree.sh
. "$(dirname "$0")/copied_tree.sh"
copy CMakeLists.txt LICENSE cmake include laws src cli tests scenarios papers
mkdir -p laws/rolling
cp "$root/docs/developing/template_stage.h" laws/rolling/template_stage.h
echo '#include "rolling/template_stage.h"' >>laws/stages.def

# It also compiles alone, as C and as C++, as a GPU program would take it.
for language in c c++; do
  case $language in c) compiler="${CC:-cc} -std=c17" ;; *) compiler="${CXX:-c++} -std=c++17" ;; esac
  printf '#define CAROM_STAGE(stage, loss, T) int main(void) { return CAROM_STAGE_NUMBERS_##T == 4 ? 0 : 1; }\n#include "rolling/template_stage.h"\n' >"$work/alone.c"
  # shellcheck disable=SC2086 # a compiler and its option
  $compiler -Iinclude -Ilaws -Wall -Wextra -Wpedantic -Werror -x "$language" "$work/alone.c" -o "$work/alone" &&
    "$work/alone" || { echo "the stage does not compile alone as $language" && exit 1; }
done

configure -DCAROM_BUILD_TESTS=ON -DCAROM_TEST_FOLDERS=law
quietly cmake --build "$work/build" --target law_stages law_tangential
quietly "$work/build/tests/law/test_stages"
quietly "$work/build/tests/law/test_tangential"

cat >"$work/asks.c" <<'END'
#include "law/stage.h"
#include <stdio.h>
int main(void)
{
  const carom_stage *s = carom_stage_find("rolling", "template-stage");
  if (!s || carom_stage_index(s) != carom_stage_count() - 1) return 1;
  for (int k = 0; k < s->numbers; k++)
    printf("%s:%u ", s->slot[k].name, s->slot[k].transport);
  printf("%s %s %d %u\n", s->stage, s->loss, s->vectors, s->gives);
  return 0;
}
END
quietly "${CC:-cc}" -std=c17 -Iinclude -Ilaws -Isrc "$work/asks.c" "$work/build/libcarom.a" -lm -lpthread -o "$work/asks"
said=$("$work/asks")
[ "$said" = "x:3 y:3 z:3 turned:0 rolling rolling_loss 1 3" ] ||
  { echo "the registry says of the stage: $said" && exit 1; }
echo "new stage: declared by one header and one line, with kernels of the same bits in every set"
