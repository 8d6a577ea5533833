#!/bin/sh
# SPDX-License-Identifier: MIT
# The manual of the laws and the errata are what the command writes: check_docs.sh COMMAND [ROOT]
# Pages are compared; of pictures, which differ between versions of gnuplot, only presence counts.
set -eu

carom=$1
root=$(cd "${2:-$(dirname "$0")/../..}" && pwd)
pages=$root/docs/laws
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# without a path there is no gnuplot, and no time spent on pictures
PATH='' "$carom" law --markdown --output "$work/laws" >/dev/null 2>"$work/log" ||
  { cat "$work/log" && exit 1; }
failed=0
for page in "$work"/laws/*.md "$pages"/*.md; do
  name=$(basename "$page")
  cmp -s "$work/laws/$name" "$pages/$name" || { failed=1 && echo "docs/laws/$name is not up to date"; }
  picture=${name%.md}.svg
  case $name in README.md | tangential.md | rolling.md | twisting.md | adhesion.md) continue ;; esac # no law, or many
  [ -s "$pages/$picture" ] || { failed=1 && echo "no docs/laws/$picture"; }
done
for picture in $(sed -n 's/^!\[.*](\([a-z-]*\.svg\))$/\1/p' "$work"/laws/*.md); do
  [ -s "$pages/$picture" ] || { failed=1 && echo "no docs/laws/$picture"; }
done
for picture in "$pages"/*.svg; do
  grep -q "($(basename "$picture"))" "$work"/laws/*.md ||
    { failed=1 && echo "docs/laws/$(basename "$picture") has no page"; }
done
if "$carom" reproduce --errata >"$work/errata.md" 2>"$work/log"; then
  cmp -s "$work/errata.md" "$root/docs/errata.md" || { failed=1 && echo "docs/errata.md is not up to date"; }
else # a command without libyaml cannot read its papers
  grep -q "without libyaml" "$work/log" || { failed=1 && cat "$work/log"; }
fi
[ $failed = 0 ] || { echo "run: make docs" && exit 1; }
# every law named in the guide exists
# shellcheck disable=SC2016 # backquotes of Markdown
laws=$(sed -n 's/.*`carom \(impact\|law\) \([a-z-]*\)[ `].*/\2/p' "$root/docs/which_law.md")
[ -n "$laws" ] || { echo "docs/which_law.md names no law" && exit 1; }
for law in $laws; do "$carom" law "$law" >/dev/null; done
echo "docs: $(find "$pages" -name '*.md' | wc -l) pages as the command writes them"
