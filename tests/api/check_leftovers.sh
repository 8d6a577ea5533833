#!/bin/sh
# SPDX-License-Identifier: MIT
# What killed runs leave of files in the making is swept away by the next run into that folder, and
# nothing else: check_leftovers.sh COMMAND ROOT
set -u

carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
scenario=$(cd "$2" && pwd)/tests/scenario/impact.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
bad() { failed=1 && echo "FAILED: $*"; }
run() { # ARGUMENT...: into the folder o; without gnuplot, figures are not what this is about
  env PATH=/nowhere "$carom" run "$scenario" --output o "$@" >out 2>err
}

# a run that is killed just before a file would get its name, each of them in turn
cat >kill.c <<'FILE'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
static void count(void)
{
  static int calls;
  const char *at = getenv("KILL_AT");
  if (at && ++calls == atoi(at)) raise(SIGKILL);
}
int rename(const char *from, const char *to)
{
  count();
  return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(from, to);
}
int link(const char *from, const char *to)
{
  count();
  return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "link"))(from, to);
}
FILE
mkdir o
if ${CC:-cc} -shared -fPIC -w -o kill.so kill.c -ldl 2>/dev/null; then
  for at in 1 2 3; do
    (LD_PRELOAD=$work/kill.so KILL_AT=$at && export LD_PRELOAD KILL_AT && run --force) 2>/dev/null
    [ $? = 137 ] || bad "a run is not killed at its file $at"
    [ "$(find o -name '*.carom-??????' -o -name '*.part' | wc -l)" = 1 ] || bad "killed at file $at it leaves $(ls o)"
    run --force || bad "the next run fails: $(cat err)"
    [ -z "$(find o -name '*.carom-*' -o -name '*.part')" ] || bad "left by a killed run: $(ls o)"
  done
else
  echo "no compiler: no run was killed"
  run
fi

# names that only look like it, and what is no plain file
for name in series.csv.backup series.csv.abcdef series.csv.carom-abcde series.csv.carom-abcdefg \
  series.csv.carom-abc.ef .series.csv.carom-abcdef my.csv.carom-abcdef series.csv.carom-abcdef.gz; do
  echo mine >"o/$name"
done
mkdir o/run.json.carom-folder
mkfifo o/run.json.carom-aafifo
echo mine >target && ln -s ../target o/run.json.carom-linked
echo old >o/series.csv.carom-a1B2c3
echo old >o/run.json.carom-000000
ls -A o | grep -v -e a1B2c3 -e 000000 >before
run || [ $? = 2 ] || bad "a folder that holds a run ends otherwise than refused"
[ -e o/run.json.carom-000000 ] || bad "a run that is refused sweeps"
run --force || bad "a folder with leftovers is refused: $(cat err)"
ls -A o >after
cmp -s before after || bad "swept: $(diff before after)"
[ "$(cat target)" = mine ] || bad "the target of a link is gone"

# what somebody is writing is theirs; a lock says so
if command -v flock >/dev/null; then
  mkfifo ready done
  echo theirs >o/series.csv.carom-locked
  flock o/series.csv.carom-locked sh -c 'echo >ready; cat done >/dev/null' &
  read -r _ <ready
  run --force || bad "a folder into which another writes is refused: $(cat err)"
  [ -e o/series.csv.carom-locked ] || bad "what another writes is swept away"
  echo >done
  wait
  run --force
  [ ! -e o/series.csv.carom-locked ] || bad "what nobody writes any more stays"
else
  echo "no flock: whether locks are seen was not tested"
fi

[ $failed = 0 ] && echo "leftovers: swept, and nothing else"
exit $failed
