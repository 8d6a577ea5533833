#!/bin/sh
# SPDX-License-Identifier: MIT
# An installed tree works after it was moved, through pkg-config and through CMake, shared and
# static: check_install.sh BUILD_DIRECTORY
set -eu

here=$(cd "$(dirname "$0")" && pwd)
build=$1
: "${CC:=cc}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cmake --install "$build" --prefix "$work/first" >install.log || { cat install.log && exit 1; }
mv first moved
pc=$(find "$work/moved" -name carom.pc)
export PKG_CONFIG_PATH="${pc%/*}"
libdir=$(pkg-config --variable=libdir carom)
version=$(pkg-config --modversion carom)
expect() { # VERSION PRINTED BY COMMAND...
  [ "$("$@")" = "$version" ] || { echo "$* does not say $version" && exit 1; }
}

# shellcheck disable=SC2046 # the flags are meant to be split
{
  "$CC" -std=c17 "$here/consumer.c" -o by_pkgconfig $(pkg-config --cflags --libs carom-io carom)
  LD_LIBRARY_PATH=$libdir expect ./by_pkgconfig
  "$CC" -std=c17 "$here/consumer.c" -o static $(pkg-config --cflags carom) "$libdir/libcarom.a" -lm -pthread
  expect ./static
}

for target in carom carom_static; do
  # shellcheck disable=SC2015 # either command may fail
  cmake -S "$here" -B "$target" -DCMAKE_PREFIX_PATH="$work/moved" -DCMAKE_C_COMPILER="$CC" \
    -DCONSUMER_VERSION="$version" -DCONSUMER_LINKS="carom::$target" >cmake.log 2>&1 &&
    cmake --build "$target" >>cmake.log 2>&1 || { cat cmake.log && exit 1; }
  expect "./$target/consumer"
done

if [ -x moved/bin/carom ]; then
  moved/bin/carom --version | grep -q -F "$version" || { echo "carom --version" && exit 1; }
fi
echo "install: $(find moved -type f | wc -l) files, found by pkg-config and CMake"
