#!/bin/sh
# SPDX-License-Identifier: MIT
# Each check can fail: selftest.sh NAME plants one fault after another in a small sound tree and
# wants check_NAME.sh to accept the tree and to refuse every fault.
set -eu

checks=$(cd "$(dirname "$0")" && pwd)
name=$1
: "${CC:=cc}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cases=0

sound() { # a tree that every check accepts
  rm -rf tree && mkdir -p tree && cd tree
  mkdir -p laws/normal include/carom src/core src/law src/io cli tests bench examples
  spdx='/* SPDX-License-Identifier: MIT */'
  printf '%s\n#include <stdint.h>\n' "$spdx" >laws/qualify.h
  printf '%s\n#include "qualify.h"\n#include <carom/base.h>\n' "$spdx" >laws/law_base.h
  printf '%s\n#include "law_base.h"\n' "$spdx" >laws/normal/hertz.h
  printf '%s\n#include <stddef.h>\n#define CAROM_VERSION_MAJOR 1\n#define CAROM_VERSION_MINOR 2\n' \
    "$spdx" >include/carom/base.h
  printf '#define CAROM_VERSION_PATCH 3\n#define CAROM_VERSION "1.2.3"\n' >>include/carom/base.h
  printf '%s\nextern int carom_nothing;\ntypedef struct carom_text {\n  int length;\n} carom_text;\n' "$spdx" \
    >src/core/text.h
  printf 'static inline int carom_length(const carom_text *t)\n{\n  return t->length;\n}\n' >>src/core/text.h
  printf '%s\n#include "core/text.h"\n#include "normal/hertz.h"\n' "$spdx" >src/law/law.c
  printf '%s\n#include "law/law.h"\n#include <stdio.h>\n' "$spdx" >src/io/io.c
  printf '%s\n#include <carom/base.h>\n#include "core/text.h"\n#include "cli/cli.h"\n' "$spdx" \
    >cli/main.c
  printf '%s\n' "$spdx" >cli/cli.h
  printf '%s\n' "$spdx" >src/law/law.h
  echo 'version: 1.2.3' >CITATION.cff
  echo '## [1.2.3] - 2000-01-01' >CHANGELOG.md
  printf 'run cmake cmake configuring\ntest python3 python3 other readers\n' >packages.txt
  printf '#!/bin/sh\n# SPDX-License-Identifier: MIT\n' >tests/check.sh
  echo 'command -v python3 >/dev/null || { echo "check: needs python3" && exit 77; }' >>tests/check.sh
  cp "$checks/../../.clang-format" .
  cd ..
  [ "$name" != laws ] || real_laws
  [ "$name" != registry ] || two_laws
  [ "$name" != layout ] || arrays
}
arrays() { # tables of arrays, and two files that use them
  mkdir tree/src/scene
  for array in position velocity force mass id; do
    echo "CAROM_PARTICLE($array, double, 1, SORTED, SAVED, true)" >>tree/src/scene/particles.def
  done
  for array in pair row history touching traction; do
    echo "CAROM_CONTACT($array, double, 1, DRAFTED, true)" >>tree/src/scene/contacts.def
  done
  printf 'free(p->position);\nfree(p->velocity);\n' >tree/src/scene/particles.c
  printf 'c->pair[0] = c->row[0];\n' >tree/src/scene/contacts.c
}
two_laws() { # as far as their names go
  for law in hertz tsuji; do
    printf '#include "normal/%s.h"\n' $law >>tree/laws/laws.def
    printf '#ifndef GUARD\n#endif\n\nCAROM_LAW(%s)\n' $law >tree/laws/normal/$law.h
  done
}
real_laws() { # the real headers, of which two laws are looked at
  rm -rf tree/laws tree/include
  cp -R "$checks/../../laws" "$checks/../../include" tree/
  printf '#include "normal/hertz.h"\n#include "normal/ma_liu.h"\n' >tree/laws/laws.def
}
library() { # C text: tree/libcarom.a, tree/libcarom.so, tree/compile_commands.json
  printf '%s\n' "$1" >tree/a.c
  flags="-std=c17 -O2 -fPIC -ffp-contract=off -fno-math-errno -fno-trapping-math"
  flags="$flags -fvisibility=hidden ${2:-}"
  # shellcheck disable=SC2086 # the flags are meant to be split
  (cd tree && "$CC" $flags -w -c a.c && rm -f libcarom.a && ar rc libcarom.a a.o &&
    "$CC" -shared -o libcarom.so a.o -lm)
  printf '"command": "cc %s -include laws/ieee.h -c a.c",\n' "$flags" >tree/compile_commands.json
}
kernels() { # [SET FLAG...]: the library of two laws' kernels, one set compiled with further flags
  root=$checks/../..
  mkdir -p tree/short # a short registry: the faults are the compiler's, not a law's
  printf '#include "normal/hertz.h"\n#include "normal/ma_liu.h"\n' >tree/short/laws.def
  flags="-std=c17 -O3 -fPIC -ffp-contract=off -fno-math-errno -fno-trapping-math"
  "$CC" --version | grep -q clang || flags="$flags -fno-thread-jumps" # as cmake/CaromTargets.cmake
  for set in base avx2 avx512; do
    more=
    case $set in
    avx2) more=-mavx2 ;;
    avx512) more="-mavx512f -mavx512dq -mavx512vl -mavx512bw -mprefer-vector-width=512" ;;
    esac
    [ "$set" != "${1:-}" ] || { more="$more ${2:-}" && rm -f tree/blocks_$set.c.o; }
    # shellcheck disable=SC2086 # the flags are meant to be split
    [ -e tree/blocks_$set.c.o ] ||
      "$CC" $flags $more -w -Itree/short -I"$root/include" -I"$root/laws" -I"$root/src" \
        -c "$root/src/law/blocks_$set.c" -o tree/blocks_$set.c.o
  done
  [ -e tree/registry.c.o ] ||
    "$CC" -O0 -w -Itree/short -I"$root/include" -I"$root/laws" -I"$root/src" \
      -c "$root/src/law/registry.c" -o tree/registry.c.o
  rm -f tree/libcarom.a && ar rc tree/libcarom.a tree/*.c.o
  printf '"command": "%s %s -c blocks_avx2.c",\n' "$CC" "$flags" >tree/compile_commands.json
  [ -z "${1:-}" ] || rm -f "tree/blocks_$1.c.o" # made anew without the fault
}
check() {
  case $name in
  kernels) sh "$checks/check_kernels.sh" tree/compile_commands.json tree/libcarom.a ;;
  symbols) sh "$checks/check_symbols.sh" tree/libcarom.a tree/libcarom.so no-files header.h ;;
  flags) sh "$checks/check_flags.sh" tree/compile_commands.json tree/libcarom.a ;;
  *) sh "$checks/check_$name.sh" tree ;;
  esac
}
refuse() { # WHAT: the tree as it stands must be refused, not skipped
  cases=$((cases + 1))
  status=0
  check >out 2>&1 || status=$?
  if [ $status != 1 ]; then
    echo "check_$name accepts (status $status): $1" && cat out && exit 1
  fi
}
plant() { # FILE TEXT: adds the text to the file of a sound tree
  sound
  printf '%b' "$2" >>"tree/$1"
  refuse "$1 with $2"
}

sound
api='__attribute__((visibility("default")))'
case $name in
symbols | flags)
  library "$api double carom_f(double x) { return x + 1.0; }"
  echo "CAROM_API double carom_f(double x);" >header.h
  ;;
kernels) kernels ;;
esac
status=0
check >out 2>&1 || status=$?
[ $status != 77 ] || { cat out && exit 77; }
[ $status = 0 ] || { echo "check_$name refuses a sound tree:" && cat out && exit 1; }

case $name in
layers)
  plant laws/normal/hertz.h '#include <math.h>\n'
  plant laws/normal/hertz.h '#include <carom/base.h>\n'
  plant laws/normal/hertz.h '#include "core/text.h"\n'
  plant laws/normal/hertz.h '#include "carom/base.h"\n'
  plant include/carom/base.h '#include "core/text.h"\n'
  plant src/core/text.h '#include "law/law.h"\n'
  plant src/core/text.h '  #  include "io/io.h"\n'
  plant src/law/law.c '#include "io/io.h"\n'
  plant src/law/law.c '#include "../io/io.h"\n'
  plant src/law/law.c '#include WHAT\n'
  plant src/law/law.c '#include "nowhere.h"\n'
  plant src/io/io.c '#include "cli/cli.h"\n'
  plant cli/main.c '#include "law/law.h"\n'
  plant cli/main.c '#include "core/arena.h"\n'
  plant cli/main.c '#include "law_base.h"\n'
  ;;
layout)
  plant src/scene/particles.c 'free(p->position);\nfree(p->velocity);\nfree(p->force);\n'
  plant src/scene/particles.c 'ROWS(position, 4, double);\nROWS(velocity, ROW, double);\nROWS(id, 1, uint32_t);\n'
  plant src/scene/particles.c '{"position", DOUBLES, p->position, 3 * n},\n{"velocity", DOUBLES, p->velocity, n},\n{"id", COUNTS, p->id, n},\n'
  plant src/scene/particles.c 'double *position, *velocity, *force, *mass;\n'
  plant src/scene/contacts.c 'reserve(&c->pair, n);\nreserve(&c->row, 2 * n);\nreserve(&c->history, 3 * n);\n'
  sound
  rm tree/src/scene/particles.def
  refuse "no table of particles"
  ;;
headers)
  plant include/carom/base.h 'size_t carom_f(FILE *file);\n'
  plant include/carom/base.h 'int carom_f(int class);\n'
  plant include/carom/base.h 'struct carom_twice { int a; };\n'
  plant src/law/law.h 'typedef struct carom_word {\n  int length;\n} carom_text;\n'
  plant src/law/law.h 'typedef int carom_text;\n'
  plant cli/cli.h 'static inline int carom_length(\n    int of)\n{\n  return of;\n}\n'
  plant laws/normal/hertz.h 'CAROM_FN double\ncarom_length(double x)\n{\n  return x;\n}\n'
  ;;
laws)
  plant laws/family/root.h 'CAROM_HOST double *carom_f(void *p) { return p; }\n'   # C only
  plant laws/family/root.h 'CAROM_HOST int carom_f(double x) { return x; }\n'      # a warning
  plant laws/normal/hertz.h 'CAROM_HOST double carom_f(double x) { return sin(x); }\n'
  plant laws/normal/ma_liu.h '#include "nowhere.h"\n'
  plant laws/laws.def '#include "normal/nowhere.h"\n'
  sound
  sed -i "s/= carom_hertz_stiffness(/= (double)sizeof 'a' * carom_hertz_stiffness(/" \
    tree/laws/normal/hertz.h
  refuse "other bits in C++: a character is an int in C"
  plant laws/tangential/linear.h 'CAROM_HOST double *carom_f(void *p) { return p; }\n' # C only
  plant laws/tangential.def '#include "tangential/nowhere.h"\n'
  sound
  sed -i 's/spring->extra = k;/spring->extra = (double)sizeof '"'a'"' * k;/' tree/laws/tangential/mindlin.h
  refuse "a tangential model with other bits in C++"
  sound
  sed -i 's/\.name = "hertz", \.aliases = "\([^"]*\)"/.aliases = "\1", .name = "hertz"/' tree/laws/normal/hertz.h
  refuse "initialisers out of order"
  ;;
registry)
  plant laws/normal/new.h 'CAROM_LAW(new)\n' # in no list
  plant laws/laws.def '#include "normal/hertz.h"\n'
  plant laws/laws.def '#include "normal/nowhere.h"\n'
  plant laws/normal/tsuji.h 'CAROM_LAW(tsuji)\n'
  plant laws/normal/tsuji.h '#endif\n'
  sound && sed -i '/CAROM_LAW/d' tree/laws/normal/tsuji.h && refuse "a header without a law"
  sound && sed -i 's/(tsuji)/(hertz)/' tree/laws/normal/tsuji.h && refuse "the law of another header"
  ;;
format)
  plant cli/main.c 'int  main( void ){return 0;}\n'
  plant laws/law_base.h 'int *f(void), * g(void);\n'
  ;;
files)
  plant cli/main.c 'int a;\t/* tab */\n'
  plant cli/main.c 'int a; \n'
  plant cli/main.c 'int a;'
  plant CHANGELOG.md 'text \n'
  plant cli/new.c '/* no licence */\n'
  plant cli/new.c '\n/* SPDX-License-Identifier: MIT */\n'
  plant tools.sh '#!/bin/sh\nset -eu\n# SPDX-License-Identifier: MIT\n'
  sound
  awk 'BEGIN { for (i = 0; i < 800; i++) print "" }' >>tree/cli/main.c
  refuse "a file of more than 800 lines"
  if command -v git >/dev/null; then
    kept() { # FILE...: these, too, are kept by git
      sound
      for file; do mkdir -p "tree/$(dirname "$file")" && echo '# SPDX-License-Identifier: MIT' >"tree/$file"; done
      git -C tree init -q && git -C tree add -A
    }
    kept tests/more.sh SECURITY.md .gitignore .ci/run
    check >out 2>&1 || { echo "check_files refuses a sound root:" && cat out && exit 1; }
    grep -q 'nothing else in the root' out || { echo "check_files skips the root:" && cat out && exit 1; }
    for file in trial.yaml out/run.json "d\303\251but/x" .vscode/x docs2/x Notes.md src.c; do
      kept "$(printf '%b' "$file")" && refuse "$file in the root"
    done
    echo '# SPDX-License-Identifier: MIT' >tree/trial.sh
    git -C tree rm -q --cached src.c
    check >out 2>&1 || { echo "check_files refuses what git does not keep:" && cat out && exit 1; }
  fi
  ;;
packages)
  plant packages.txt 'test cmake cmake twice\n'
  plant packages.txt 'some valgrind valgrind in no tier\n'
  plant packages.txt 'test valgrind\n'
  plant tests/check.sh '[ -x /bin/jq ] || { echo "check: needs jq" && exit 77; }\n'
  sound && echo 'python3 -c "print(1)"' >tree/tests/check.sh && refuse "python3 that may not be there"
  sound && sed -i '/python3/d' tree/packages.txt && refuse "a program that no package brings"
  sound && sed -i 's/^test/full/' tree/packages.txt && refuse "a program that comes too late"
  ;;
version)
  sound && sed -i 's/1\.2\.3/1.2.4/' tree/CITATION.cff && refuse "another version in CITATION.cff"
  sound && sed -i 's/1\.2\.3/1.2.4/' tree/CHANGELOG.md && refuse "a version without changelog"
  sound && sed -i 's/"1\.2\.3"/"1.3.3"/' tree/include/carom/base.h && refuse "two versions in base.h"
  ;;
symbols)
  echo "CAROM_API double carom_sound(double x);" >header.h
  fault() { # beside a function as it should be
    library "$1
      $api double carom_sound(double x) { return x; }" && refuse "$1"
  }
  fault "$api void helper(void) {}"
  fault "void helper(void) {}"
  fault "#include <stdio.h>
    void carom_f(void) { printf(\"%d\", 1); }"
  fault "#include <stdio.h>
    void carom_f(int i) { fprintf(stderr, \"%d\", i); }"
  fault "#include <stdio.h>
    void carom_f(void) { puts(\"x\"); }"
  fault "#include <stdlib.h>
    void carom_f(void) { exit(1); }"
  fault "#include <stdlib.h>
    void carom_f(void) { abort(); }"
  fault "#include <assert.h>
    void carom_f(int i) { assert(i); }"
  fault "#include <stdlib.h>
    char *carom_f(void) { return getenv(\"HOME\"); }"
  for f in pow exp log sin fma cbrt; do
    fault "double $f(double, ...); double carom_f(double x) { return $f(x, x, x); }"
  done
  fault "#include <stdio.h>
    void *carom_f(void) { return fopen(\"x\", \"r\"); }"
  sh "$checks/check_symbols.sh" tree/libcarom.a tree/libcarom.so files header.h >out || { cat out && exit 1; }
  fault "static int count; int carom_f(void) { return ++count; }"
  fault "int *carom_f(void) { static _Thread_local int a = 3; return &a; }"
  fault "int carom_count = 3;"
  library "void carom_hidden(void) {}" && refuse "a shared library that exports nothing"
  fault "$api void carom_more(void) {}"
  library "$api double carom_sound(double x) { return x; }"
  printf 'CAROM_API double carom_sound(double x);\nCAROM_API const char\n *carom_lost(int i);\n' >header.h
  refuse "a function of the header that the library does not have"
  echo "int carom_sound(void);" >header.h && refuse "a header without functions"
  ;;
flags)
  fault() { library "double carom_f(double a, double b) { return a * b + 1.0; }" "$1" && refuse "$1"; }
  fault -ffast-math
  fault -Ofast
  fault -ffp-contract=fast
  fault -mfma
  fault -march=x86-64-v3
  fault -funsafe-math-optimizations
  library "double carom_f(double x) { return x; }"
  sed -i 's/-ffp-contract=off//' tree/compile_commands.json
  refuse "no -ffp-contract=off"
  library "double carom_f(double x) { return x; }"
  sed -i 's,-include laws/ieee.h,,' tree/compile_commands.json
  refuse "no -include laws/ieee.h"
  if [ "$(uname -m)" = x86_64 ]; then
    library '__attribute__((target("fma"))) double carom_f(double a) { return __builtin_fma(a, a, a); }'
    refuse "a fused multiply-add in the machine code"
    library '__attribute__((target("avx2"))) void carom_f(double *a)
      { for (int i = 0; i < 4096; i++) a[i] += 1.0; }' -O3
    refuse "wide registers outside blocks_avx2"
    library "double carom_f(double x) { return x; }"
    printf '!<arch>\n' >tree/libcarom.a
    refuse "a library without machine code"
  fi
  ;;
kernels)
  fault() { kernels "$1" "$2" && refuse "$1 with $2"; }
  for set in base avx2 avx512; do fault $set -O0; done
  fault avx2 "-mfma -ffp-contract=fast"
  if ! "$CC" --version | grep -q clang; then # clang does as its pragma says
    for set in base avx2 avx512; do fault $set "-fno-tree-vectorize -fno-tree-slp-vectorize"; done
    fault avx512 -mprefer-vector-width=256
    fault avx2 -ftrapping-math
    fault avx2 -fmath-errno
  fi
  kernels && ar d tree/libcarom.a blocks_avx512.c.o && refuse "a missing instruction set"
  ;;
*) echo "selftest.sh: no check '$name'" && exit 2 ;;
esac
echo "check_$name refuses $cases of $cases planted faults"
