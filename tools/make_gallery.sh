#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the scenarios of tools/gallery.txt, draws a picture of each, and writes the page of all:
# make_gallery.sh COMMAND [NAME...]. Names: only these pictures; the page always shows all. Pictures are palettes
# of 256 colours where ImageMagick is there, a third as large.
set -eu
carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
cd "$(dirname "$0")/.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
page=docs/gallery.md

frames_of() { # NAME RUN-OPTIONS: twelve frames, unless the options say how many
  case $2 in
  *record.frames=*) ;;
  *) "$carom" check "scenarios/$1.yaml" 2>/dev/null |
    sed -n 's/^run: {until: \([^,}]*\) s.*/\1/p' | awk '{ printf "record.frames=%.6gms", 1000 * $1 / 12 }' ;;
  esac
}

draw() { # NAME FRAMES RUN-OPTIONS PICTURE-OPTIONS
  # shellcheck disable=SC2086,SC2046 # options are words
  "$carom" run "scenarios/$1.yaml" $(frames_of "$1" "$3") $3 \
    --output "$work/$1" --no-page >"$work/log" 2>&1 || { cat "$work/log" && return 1; }
  # shellcheck disable=SC2086
  "$carom" picture "$work/$1$2" --size 800x500 $4 --output "$work/$1.png" --force >/dev/null
  if command -v convert >/dev/null; then
    convert "$work/$1.png" -dither None -colors 256 -strip "PNG8:$root/docs/pictures/scene_$1.png"
  else
    cp "$work/$1.png" "$root/docs/pictures/scene_$1.png"
  fi
  rm -rf "${work:?}/$1" "$work/$1.png"
  echo "scene_$1.png"
}

{
  echo '# Gallery of scenes'
  echo
  echo 'Every scene of the folder [scenarios](../scenarios/README.md), as [`carom picture`](pictures.md) draws it.'
  echo 'Written by `tools/make_gallery.sh` from the lines of `tools/gallery.txt`.'
} >"$work/page"
grep -v -e '^#' -e '^$' tools/gallery.txt | while read -r entry options; do
  name=${entry%%/*}
  frames=${entry#"$name"}
  given=$(echo "$options" | sed -n 's/^run \(.*\)/\1/p' | sed 's/ *picture .*//')
  look=$(echo "$options" | sed -n 's/.*picture \(.*\)/\1/p')
  wanted=$#
  for one in "$@"; do [ "$one" != "$name" ] || wanted=0; done
  [ $wanted != 0 ] || draw "$name" "$frames" "$given" "$look"
  title=$(sed -n 's/^title: *//p' "scenarios/$name.yaml" | head -1 | sed 's/^"\(.*\)"$/\1/')
  {
    printf '\n## %s\n\n' "${title:-$name}"
    # what the file says of itself
    awk '/^#/ { sub(/^# ?/, ""); print; next } { exit }' "scenarios/$name.yaml"
    printf '\n![%s](pictures/scene_%s.png)\n\n' "${title:-$name}" "$name"
    echo "    carom run scenarios/$name.yaml $(frames_of "$name" "$given") $given --output $name" | sed 's|\([^ ]\)  *|\1 |g'
    printf '    carom picture %s%s %s\n' "$name" "$frames" "$look" | sed 's/ *$//'
  } >>"$work/page"
done
cp "$work/page" $page
