#!/bin/sh
# SPDX-License-Identifier: MIT
# Every scene of scenarios/ stands in the gallery, with a picture, and every figure that tools/make_figures.sh
# draws on a page: check_gallery.sh SOURCE
set -u
cd "$1" || exit 1
failed=0
bad() { failed=1 && echo "FAILED: $*"; }
count=0
for file in scenarios/*.yaml; do
  grep -q '^scene:' "$file" || continue
  name=$(basename "$file" .yaml)
  count=$((count + 1))
  grep -q -E "^$name([ /]|\$)" tools/gallery.txt || bad "$name has no line in tools/gallery.txt; add one and run tools/make_gallery.sh COMMAND $name"
  [ -s "docs/pictures/scene_$name.png" ] || bad "there is no docs/pictures/scene_$name.png; run tools/make_gallery.sh COMMAND $name"
  grep -q -F "(pictures/scene_$name.png)" docs/gallery.md || bad "docs/gallery.md does not show $name; run tools/make_gallery.sh COMMAND $name"
done
for picture in docs/pictures/scene_*.png; do
  name=$(basename "$picture")
  grep -q -F "(pictures/$name)" docs/*.md || bad "no page shows $picture"
  [ "$(wc -c <"$picture")" -le 200000 ] || bad "$picture has more than 200 kB"
done
figures=$(sed -n 's/^\[ $# -gt 0 \] || set -- //p' tools/make_figures.sh)
for name in $figures; do
  [ -s "tools/figures/$name.gp" ] || bad "there is no tools/figures/$name.gp, which tools/make_figures.sh needs"
  [ -s "docs/pictures/$name.svg" ] || bad "there is no docs/pictures/$name.svg; run tools/make_figures.sh COMMAND $name"
  grep -q -F "(pictures/$name.svg)" docs/*.md || bad "no page shows docs/pictures/$name.svg"
done
for script in tools/figures/*.gp; do
  name=$(basename "$script" .gp)
  case " $figures style " in *" $name "*) ;; *) bad "tools/make_figures.sh does not draw $script" ;; esac
done
[ $failed = 0 ] || exit 1
echo "gallery: $count scenes, $(echo "$figures" | wc -w) figures"
