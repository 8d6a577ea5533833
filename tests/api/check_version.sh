#!/bin/sh
# SPDX-License-Identifier: MIT
# The version of base.h is the one of CITATION.cff, and CHANGELOG.md knows it: check_version.sh [ROOT]
set -eu
cd "${1:-$(dirname "$0")/../..}"

number() { sed -n "s/^#define CAROM_VERSION_$1 \([0-9]*\)$/\1/p" include/carom/base.h; }
version=$(number MAJOR).$(number MINOR).$(number PATCH)
expect() { grep -q -x -F "$2" "$1" || { echo "$1 lacks the line: $2" && exit 1; }; }
expect include/carom/base.h "#define CAROM_VERSION \"$version\""
expect CITATION.cff "version: $version"
grep -q -F "## [$version]" CHANGELOG.md || { echo "CHANGELOG.md has no section [$version]" && exit 1; }
echo "version: $version"
