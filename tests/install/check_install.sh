#!/bin/sh
# SPDX-License-Identifier: MIT
# What outside projects get works, wherever it stands: check_install.sh BUILD_DIRECTORY [deb]
# An installed tree is moved, or Debian packages are made and unpacked somewhere; then programs in C
# and C++ are built with it through pkg-config and CMake, shared and static, and run; others compile
# the installed laws into kernels of their own.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
: "${CC:=cc}" "${CXX:=c++}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
quietly() { "$@" >log 2>&1 || { cat log && echo "failed: $*" && exit 1; }; }

if [ "${2:-}" = deb ]; then
  command -v dpkg-deb >/dev/null || { echo "install: no dpkg-deb, skipped" && exit 77; }
  quietly cpack --config "$build/CPackConfig.cmake" -G DEB -B "$work/packages"
  for package in packages/*.deb; do
    quietly dpkg-deb -x "$package" unpacked
    dpkg-deb -f "$package" Depends Description >control
    [ "$(wc -l <control)" -gt 3 ] || { cat control && echo "$package says too little" && exit 1; }
  done
  mv unpacked/usr moved
  how="$(find packages -name "*.deb" | wc -l) packages"
else
  quietly cmake --install "$build" --prefix "$work/first"
  mv first moved
  how="a moved tree"
fi

# Whatever is there can be used: every library exports something, and each has its description.
find moved -name '*.so' >libraries
[ -s libraries ] || { echo "no shared library installed" && exit 1; }
while IFS= read -r library; do
  name=$(basename "$library" .so)
  nm -D --defined-only "$library" | grep -q ' T carom_' || { echo "$name exports nothing" && exit 1; }
  [ -n "$(find moved -name "${name#lib}.pc")" ] || { echo "$name has no description" && exit 1; }
done <libraries
for description in $(find moved -name '*.pc'); do
  name=lib$(basename "$description" .pc)
  [ -n "$(find moved -name "$name.so")" ] || { echo "$description without a library" && exit 1; }
done

pc=$(find "$work/moved" -name carom.pc)
export PKG_CONFIG_PATH="${pc%/*}"
libdir=$(pkg-config --variable=libdir carom)
version=$(pkg-config --modversion carom)
expect() { # VERSION PRINTED BY COMMAND...
  [ "$("$@")" = "$version" ] || { echo "$* does not say $version" && exit 1; }
}

# shellcheck disable=SC2046 # the flags are meant to be split
{
  shared=$(pkg-config --cflags --libs carom)
  "$CC" -std=c17 "$here/consumer.c" -o by_pkgconfig $shared
  LD_LIBRARY_PATH=$libdir expect ./by_pkgconfig
  "$CXX" -std=c++17 -Wall -Wextra -Wpedantic -Werror "$here/consumer.cpp" -o by_cxx $shared
  LD_LIBRARY_PATH=$libdir expect ./by_cxx
  "$CC" -std=c17 "$here/consumer.c" -o static $(pkg-config --cflags carom) "$libdir/libcarom.a" -lm -pthread
  expect ./static
  "$CC" -std=c17 "$here/consumer_io.c" -o io_by_pkgconfig $(pkg-config --cflags --libs carom-io)
  LD_LIBRARY_PATH=$libdir expect ./io_by_pkgconfig
  "$CC" -std=c17 "$here/consumer_io.c" -o io_by_rpath $(pkg-config --cflags --libs carom-io) -Wl,-rpath,"$libdir"
  expect ./io_by_rpath
  others=$(pkg-config --static --libs-only-l --libs-only-L carom-io | sed 's/-lcarom-io//; s/-lcarom//')
  "$CC" -std=c17 "$here/consumer_io.c" -o static_io $(pkg-config --cflags carom-io) \
    "$libdir/libcarom-io.a" "$libdir/libcarom.a" $others -lm -pthread
  expect ./static_io
  # the examples, by the line of README.md
  for example in "$here"/../../examples/*.c; do
    case $(grep -c 'carom/io[.]h' "$example") in 0) library=carom ;; *) library=carom-io ;; esac
    "$CC" -std=c17 "$example" $(pkg-config --cflags --libs $library) -o example ||
      { echo "$example does not build by pkg-config alone" && exit 1; }
  done
  # laws compiled into kernels outside the tree
  laws="-I$(pkg-config --variable=lawsdir carom) -O2 -ffp-contract=off -Wall -Wextra -Wpedantic -Werror"
  "$CC" -std=c17 $laws "$here/laws.c" -o laws_c $shared -lm
  LD_LIBRARY_PATH=$libdir expect ./laws_c
  "$CXX" -std=c++17 $laws "$here/laws.cpp" -o laws_cpp $shared -lm
  LD_LIBRARY_PATH=$libdir expect ./laws_cpp
}

for target in carom carom_static io io_static; do
  case $target in io*) source=consumer_io.c ;; *) source=consumer.c ;; esac
  quietly cmake -S "$here" -B "$target" -DCMAKE_PREFIX_PATH="$work/moved" -DCONSUMER_SOURCE=$source \
    -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX" \
    -DCONSUMER_VERSION="$version" -DCONSUMER_LINKS="carom::$target"
  quietly cmake --build "$target"
  expect "./$target/consumer"
  expect "./$target/laws_c"
  expect "./$target/laws_cpp"
done

# The command stands alone, and its manual page knows all it can do.
if [ -x moved/bin/carom ]; then
  moved/bin/carom --version | grep -q -F "$version" || { echo "carom --version" && exit 1; }
  page=moved/share/man/man1/carom.1
  moved/bin/carom --help >help
  sed -n '/^[.]SH COMMANDS/,/^[.]SH OPTIONS/s/^[.]B //p' "$page" | sort >listed
  awk '/^Commands:/ { on = 1; next } on && NF == 0 { exit } on { print $1 }' help | sort >commands
  cmp commands listed || { echo "carom.1 lists as commands:" && cat listed && exit 1; }
  for command in $(awk '/^Commands:/ { on = 1; next } on && NF == 0 { exit } on { print $1 }' help); do
    moved/bin/carom "$command" --help | sed -n -E 's/^  (--[a-z-]+).*/\1/p' |
      sed 's/-/\\-/g; s/^/.B /' >words
    echo "carom $command" >>words
    while IFS= read -r word; do
      grep -q -F -e "$word" "$page" || { echo "carom.1 does not know '$word'" && exit 1; }
    done <words
  done
  if command -v groff >/dev/null; then
    groff -man -ww -Tascii "$page" 2>complaints >/dev/null
    [ ! -s complaints ] || { cat complaints && exit 1; }
  fi
fi
echo "install: $how of $(find moved -type f | wc -l) files, found by pkg-config and CMake, from C and C++"
