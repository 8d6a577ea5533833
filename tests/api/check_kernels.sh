#!/bin/sh
# SPDX-License-Identifier: MIT
# The kernels are vector code: check_kernels.sh COMPILE_COMMANDS.JSON LIBCAROM.A
# Reads the machine code of every law's kernels, and of the steps of long chains, in every
# instruction set. Steps, forces, and commits that compute anything must have
#   packed arithmetic in registers of the set's full width
#   no scalar arithmetic within a loop, no scalar square root anywhere (clang keeps a scalar loop
#   for a remainder that never is: there these two are not asked for)
#   no call
# and no object may hold a fused multiply-add. Skipped (77) where there is nothing to read: another
# processor, no objdump, not compiled with -O3.
set -eu

commands=$1
static=$2
: "${NM:=nm}" "${OBJDUMP:=objdump}"
skip() { echo "kernels: $1, skipped" && exit 77; }
[ "$(uname -m)" = x86_64 ] || skip "not x86_64"
command -v "$OBJDUMP" >/dev/null || skip "no objdump"
grep '"command":.*blocks_avx2\.c' "$commands" | grep -q -e ' -O3 ' || skip "not compiled with -O3"
compiler=$(sed -n 's/.*"command": "\([^ ]*\) .*blocks_avx2\.c.*/\1/p' "$commands" | head -n 1)
remainder=0
! "$compiler" --version | grep -q clang || remainder=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The laws, as the registry has them.
"$NM" "$static" | sed -n '/^registry\.c/,/^$/s/.* t \(.*\)_prepare_contact$/\1/p' | sort -u >"$work/laws"
[ -s "$work/laws" ] || { echo "kernels: no laws in $static" && exit 1; }

"$OBJDUMP" -d -t --no-show-raw-insn "$static" >"$work/code"
awk -v remainder=$remainder '
  function bad(why) { printf "%s: %s: %s\n", object, kernel, why; failed = 1 }

  # Lines first[f] .. last[f] are function f; a jump to the start of another function goes on there.
  # Sets packed, computes, and reports what must not be.
  function read_function(f, depth,   i, j, text, target, from) {
    for (i = first[f]; i <= last[f]; i++) {
      text = line[i]
      if (text ~ /^v?sqrts[ds]/ && !remainder) bad("scalar square root: " text)
      if (text ~ /^call/) bad("call: " text)
      if (text ~ arithmetic) computes = 1
      if (text ~ packed_arithmetic && index(text, "%" width)) packed = 1
      if (text !~ /^j/) continue
      target = text
      sub(/^j[a-z]+ +/, "", target)
      sub(/ .*/, "", target)
      from = (target in at) ? at[target] : 0
      if (from && from <= i && from >= first[f]) {
        for (j = from; j <= i && !remainder; j++)
          if (line[j] ~ scalar_arithmetic) { bad("scalar arithmetic in a loop: " line[j]); break }
      } else if (text ~ /^jmp.*<[^+>]*>$/ && depth < 4) {
        target = text
        sub(/.*</, "", target)
        sub(/>.*/, "", target)
        if (target != f && (target in first)) read_function(target, depth + 1)
      }
    }
  }
  function read_kernel(name, needed) {
    kernel = name
    if (!(name in first) && (name in place)) name = label[place[name]] # one of several names
    if (!(name in first)) { bad("not found"); return }
    packed = computes = 0
    read_function(name, 0)
    if ((needed || computes) && !packed) bad("no packed arithmetic in %" width)
    kernels++
  }
  function finish(   k) {
    if (width == "") return
    if (object ~ /^chain_kernels_/) {
      chains = split("chain_open chain_pass chain_close chain_join", chain, " ")
      for (k = 1; k <= chains; k++) read_kernel(chain[k], 1)
      return
    }
    objects++
    for (k = 1; k <= laws; k++) {
      read_kernel(law[k] "_shared", 1)
      read_kernel(law[k] "_varied", 1)
      read_kernel(law[k] "_commit", 0)
    }
  }

  BEGIN {
    arithmetic = "^v?(add|sub|mul|div|sqrt)[ps]d"
    packed_arithmetic = "^v?(add|sub|mul|div|sqrt)pd"
    scalar_arithmetic = "^v?(add|sub|mul|div|sqrt|min|max|comi|ucomi)s[ds] "
  }
  FILENAME ~ /laws$/ { law[++laws] = $1; next }
  /file format/ {
    finish()
    object = $1
    sub(/:.*/, "", object)
    width = object !~ /^(blocks|chain_kernels)_/ ? "" : object ~ /_base/ ? "xmm" : "ymm"
    if (width != "" && object ~ /_avx512/) width = "zmm"
    for (k in first) delete first[k]
    for (k in at) delete at[k]
    for (k in place) delete place[k]
    for (k in label) delete label[k]
    n = 0
    next
  }
  width == "" { next }
  $3 == "F" { place[$NF] = $4 " " $1; next }
  /^Disassembly of section/ { section = $4; sub(/:$/, "", section); next }
  /^[0-9a-f]+ <.*>:$/ {
    f = $2
    gsub(/[<>:]/, "", f)
    label[section " " $1] = f
    first[f] = n + 1
    last[f] = n
    next
  }
  /^ *[0-9a-f]+:/ {
    address = $1
    sub(/:/, "", address)
    sub(/^ *[0-9a-f]+:[ \t]*/, "")
    line[++n] = $0
    at[address] = n
    last[f] = n
    if (/^vfn?m(add|sub)/) { kernel = f; bad("fused: " $0) }
  }
  END {
    finish()
    if (objects != 3) { print "kernels: " objects + 0 " of 3 instruction sets found"; failed = 1 }
    if (!failed) print "kernels: " kernels " kernels of " laws " laws are vector code"
    exit failed
  }
' "$work/laws" "$work/code"
