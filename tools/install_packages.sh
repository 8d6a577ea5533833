#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what a tier of packages.txt needs and this machine lacks: install_packages.sh TIER
# Says first what it installs; silent when nothing is missing. With CAROM_NO_INSTALL=1, and on
# systems without apt-get, it names what is missing and lets the caller try without.
set -eu
cd "$(dirname "$0")/.."

tier=${1:?usage: install_packages.sh run|test|full}
case $tier in
run) tiers=" run " ;;
test) tiers=" run test " ;;
full) tiers=" run test full " ;;
*) echo "install_packages.sh: no tier '$tier'; there are run, test, full" >&2 && exit 2 ;;
esac

present() { # PACKAGE PROBE
  case $2 in
  -) ! command -v dpkg-query >/dev/null ||
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ] ;;
  \<*) echo "#include $2" | ${CC:-cc} -E - >/dev/null 2>&1 ;;
  *) command -v "$2" >/dev/null ;;
  esac
}

missing=
while read -r in_tier package probe _; do
  case $in_tier in '' | \#*) continue ;; esac
  case $tiers in *" $in_tier "*) ;; *) continue ;; esac
  present "$package" "$probe" || missing="$missing $package"
done <packages.txt
[ -n "$missing" ] || exit 0

line="apt-get install -y --no-install-recommends$missing"
if ! command -v apt-get >/dev/null; then
  echo "Missing (Debian names):$missing. Install them with your package manager." >&2
  exit 0
fi
if [ "${CAROM_NO_INSTALL:-0}" = 1 ]; then
  echo "Missing:$missing. Install with: $line" >&2
  exit 0
fi

as_root=
if [ "$(id -u)" != 0 ]; then
  if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root=sudo
  else
    echo "Missing:$missing. As root, run: $line" >&2
    echo "(CAROM_NO_INSTALL=1 goes on without them.)" >&2
    exit 1
  fi
fi

echo "Installing:$missing"
apt() {
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q "$@"
}
# The lists are fetched only if the packages are not known yet or are no longer where they were.
# shellcheck disable=SC2086 # the list of packages is meant to be split
install() {
  apt -s install --no-install-recommends $missing >/dev/null 2>&1 &&
    apt install -y --no-install-recommends $missing
}
install || { apt update && install; } || {
  echo "Could not install. By hand: apt-get update && $line" >&2
  exit 1
}
