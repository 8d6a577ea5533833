#!/bin/sh
# SPDX-License-Identifier: MIT
# A run that can be followed: check_follow.sh COMMAND
# Its folder is its own from the start; run.json and series.csv tell how far it is at any moment;
# lines of progress, signals, exit codes; a disk that frames have filled.
set -u

carom=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
mounted=0
trap '[ $mounted = 0 ] || umount "$work/small"; rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0
bad() { failed=1 && echo "FAILED: $*"; }
python=
for name in /usr/bin/python3 python3; do
  [ -n "$python" ] || { command -v $name >/dev/null && python=$name; }
done
[ -n "$python" ] || { echo "follow: needs python3" && exit 77; }
holds() { # PROGRAM WHAT
  $python -c "import csv, json
$1" 2>why || bad "$2: $(tail -1 why)"
}
"$carom" new scene | grep -v '^record' >scene.yaml
echo 'record: {every: 1 ms}' >>scene.yaml

long() { # FOLDER ARGUMENT...: begins a run of hours
  folder=$1
  shift
  "$carom" run scene.yaml run.until='4000 s' --output "$folder" "$@" >out 2>err &
  process=$!
}
until_rows() { # FOLDER: waits until some rows are there
  for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ -e "$1/series.csv" ] && [ "$(wc -l <"$1/series.csv")" -gt 3 ] && return
    sleep 0.25
  done
  bad "series.csv of $1 does not grow: $(cat err)"
}

# followed from outside
long one --progress lines
until_rows one
holds "
d = json.load(open('one/run.json'))
assert d['state'] == 'running' and d['kind'] == 'scene' and d['process'] == $process and 'result' not in d
assert d['progress']['bodies'] == 500 and d['progress']['until'] == 4000" "run.json of one that runs"
"$carom" status one >said || bad "status of one that runs ended with $?"
grep -q 'one: running, Glass beads' said && grep -q 'of 4 ks' said || bad "status says '$(cat said)'"
"$carom" run scene.yaml --output one --force >out2 2>err2 && bad "a second run into the folder"
[ $? != 1 ] || bad "a second run ends with 1"
grep -q 'another run is writing' err2 || bad "a second run is refused with '$(cat err2)'"
before=$(wc -l <one/series.csv)
kill -USR1 $process
sleep 1
[ "$(wc -l <one/series.csv)" -gt "$before" ] || bad "series.csv does not grow"
grep -q 'particle-steps/s, kinetic' err || bad "SIGUSR1 prints '$(cat err)'"
kill -INT $process
wait $process
code=$?
[ $code = 130 ] || bad "Ctrl-C ends with $code"
[ ! -e one/.carom-reserve ] || bad "the reserve was left"
"$carom" status one >said
[ $? = 1 ] || bad "the status of one that was interrupted is no 1"
grep -q 'one: interrupted' said || bad "status says '$(cat said)'"
holds "
lines = [json.loads(line) for line in open('lines')]
assert lines[0]['state'] == 'running' and lines[-1]['state'] == 'interrupted', lines
times = [line['time'] for line in lines]
assert times == sorted(times) and times[-1] > 0 and lines[-1]['bodies'] == 500
d = json.load(open('one/run.json'))
assert d['state'] == 'interrupted' and d['interrupted'] and d['result']['time'] == times[-1]
rows = list(csv.reader(open('one/series.csv')))
assert float(rows[-1][0]) == float('%.12g' % times[-1]) and len(rows) == lines[-1]['rows'] + 1
assert 'series.csv' in d['files']" "what an interrupted run leaves"

# a terminal has a line that is written anew, unless it says that it knows no control sequences
cat >terminal.py <<'END'
import os, pty, sys
child, terminal = pty.fork()
if child == 0:
    os.environ['TERM'] = sys.argv[1]
    os.execv(sys.argv[2], sys.argv[2:])
said = b''
while True:
    try:
        more = os.read(terminal, 65536)
    except OSError:
        break
    if not more:
        break
    said += more
print(said.count(b'\x1b'), os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
END
$python terminal.py xterm "$carom" run scene.yaml run.until='0.8 s' >said 2>&1
grep -q '^[1-9][0-9]* 0$' said || bad "a terminal has no line that is written anew: $(cat said)"
$python terminal.py dumb "$carom" run scene.yaml run.until='0.8 s' >said 2>&1
grep -q '^0 0$' said || bad "a terminal that is dumb has control sequences: $(cat said)"

# the series that grew is the one that is written at once
"$carom" run scene.yaml run.until='20 ms' --output whole >out 2>err || bad "$(cat err)"
holds "
grown, whole = open('one/series.csv').read().split('\n'), open('whole/series.csv').read().split('\n')
n = min(len(grown), 20)
assert n > 4 and grown[:n - 2] == whole[:n - 2]" "the series that grew"
"$carom" status whole >said || bad "the status of one that is done is no 0"

# killed: what it kept is there, and it is told
long two
until_rows two
kill -KILL $process
wait $process 2>/dev/null
"$carom" status two >said && bad "the status of one that was killed is 0"
grep -q 'two: killed' said || bad "status says '$(cat said)'"
holds "
rows = list(csv.reader(open('two/series.csv')))
assert len(rows) > 3 and all(len(row) == len(rows[0]) for row in rows)
assert json.load(open('two/run.json'))['state'] == 'running'" "what a killed run leaves"
"$carom" run scene.yaml run.until='1 ms' --output two >out 2>err && bad "a killed run was replaced unasked"
"$carom" run scene.yaml run.until='1 ms' --output two --force >out 2>err || bad "$(cat err)"

# what is refused leaves no trace, and what was there stays
"$carom" run scene.yaml run.step='1 s' --output none >out 2>err && bad "a step of 1 s"
[ ! -e none/run.json ] || bad "a run that was refused left run.json"
cp two/run.json kept
"$carom" run scene.yaml run.step='1 s' --output two --force >out 2>err && bad "a step of 1 s"
cmp -s two/run.json kept || bad "a run that was refused replaced run.json"

# a path that is set twice has its last value, and run.json can be read
"$carom" new impact >impact.yaml
"$carom" run impact.yaml impact.speed=3 impact.speed=4 --output again --no-page >out 2>err || bad "$(cat err)"
"$carom" status again >said || bad "status of a run with a path set twice: $(cat said)"
holds "
d = json.load(open('again/run.json'), object_pairs_hook=lambda pairs: pairs)
assert dict(dict(d)['input'])['set'] == [('impact.speed', '4')], dict(dict(d)['input'])['set']" "a path that is set twice"

# other kinds of problems
for kind in impact bounce chain mechanism; do
  "$carom" new $kind >$kind.yaml
  "$carom" run $kind.yaml --output $kind --progress $kind.lines >out 2>err || bad "$kind: $(cat err)"
  holds "
d = json.load(open('$kind/run.json'))
last = json.loads(open('$kind.lines').read().splitlines()[-1])
assert d['state'] == 'done' and last['state'] == 'done' and last['share'] == 1, last
assert last['rows'] == sum(1 for _ in open('$kind/series.csv')) - 1" "$kind"
done
"$carom" run chain.yaml run.until='9 s' record.every='1 us' --output chains >out 2>err &
process=$!
until_rows chains
kill -TERM $process
wait $process
code=$?
[ $code = 143 ] || bad "SIGTERM ends with $code"

# the terminal is closed: as Ctrl-C, but not under nohup
long hung
until_rows hung
kill -HUP $process
wait $process
code=$?
[ $code = 129 ] || bad "SIGHUP ends with $code"
"$carom" status hung | grep -q 'hung: interrupted' || bad "after SIGHUP: $("$carom" status hung)"
(trap '' HUP && exec "$carom" run scene.yaml run.until='4000 s' --output nohup >out 2>err) &
process=$!
until_rows nohup
kill -HUP $process
sleep 0.3
"$carom" status nohup | grep -q 'nohup: running' || bad "under nohup: $("$carom" status nohup)"
kill -INT $process
wait $process

# nobody reads what is printed: the folder is complete all the same
for what in "" --json "sweep.contacts.0.restitution=[0.5,0.6]"; do
  { "$carom" run impact.yaml $what --output unread --force 2>err && code=0 || code=$?; echo $code >code; } | true
  [ "$(cat code)" = 141 ] || bad "a pipe that nobody reads ends with $(cat code)"
  [ ! -s err ] || bad "a pipe that nobody reads: $(cat err)"
  "$carom" status unread >said || bad "a pipe that nobody reads: $(cat said)"
  [ -s unread/series.csv ] || bad "a pipe that nobody reads: no series.csv"
done
if [ -c /dev/full ]; then
  "$carom" run impact.yaml --json --output full >/dev/full 2>err
  [ $? = 1 ] || bad "a full standard output is not told"
  "$carom" status full >said || bad "a full standard output: $(cat said)"
  "$carom" run impact.yaml --progress /dev/full >out 2>err || bad "progress that cannot be written ends the run"
  grep -q 'progress: .*/dev/full.* cannot be written' err || bad "progress that cannot be written: $(cat err)"
fi

# lines of progress replace no file unasked
cp impact.yaml kept
"$carom" run impact.yaml --progress impact.yaml >out 2>err
[ $? = 2 ] && grep -q 'impact.yaml.* exists and is kept' err || bad "progress over a file: $(cat err)"
cmp -s impact.yaml kept || bad "lines of progress replaced the scenario"

# a sweep: rows in order, as they come
"$carom" run scene.yaml run.until='60 s' sweep.contacts.0.restitution='[0.5, 0.6, 0.7, 0.8]' \
  --threads 1 --output sweep --progress sweep.lines >out 2>err &
process=$!
sleep 1
"$carom" status sweep >said || bad "status of a sweep that runs"
grep -q '0 of 4 combinations' said || bad "status of a sweep says '$(cat said)'"
kill -INT $process
wait $process
code=$?
[ $code = 130 ] || bad "Ctrl-C in a sweep ends with $code"
"$carom" run impact.yaml sweep.contacts.0.restitution='[0.5, 0.6, 0.7]' --output swept --progress sweep.lines --force >out 2>err || bad "$(cat err)"
holds "
last = json.loads(open('sweep.lines').read().splitlines()[-1])
assert last['state'] == 'done' and last['rows'] == 3 and last['share'] == 1, last
assert [row[0] for row in csv.reader(open('swept/series.csv'))][1:] == ['0.5', '0.6', '0.7']" "a sweep"

# stages bound a run earlier than run.until does, and what is left counts to there
sed 's/^  gravity:/  stages: [{kinetic_below: 1e-30 J, time: 20 ms}, {time: 30 ms}]\n&/' scene.yaml >stages.yaml
"$carom" check stages.yaml run.until='10 s' record.frames='10 ms' >out 2>err || bad "$(cat err)"
grep -q 'until 50[.0-9]* ms at the latest' out || bad "check does not see the end of stages: $(grep until out)"
grep -q '# 6 frames' out || bad "check counts other frames: $(grep frames out)"
"$carom" run stages.yaml run.until='10 s' --output stages --progress stages.lines >out 2>err || bad "$(cat err)"
holds "
lines = [json.loads(line) for line in open('stages.lines')]
assert all(abs(line['until'] - 0.05) < 1e-3 and line['share'] <= 1 for line in lines), lines[0]" "stages"

# frames fill the disk: run.json and series.csv have their room, whatever the format
mkdir small
if mount -t tmpfs -o size=3m none small 2>/dev/null; then
  mounted=1
  for format in vtp xyz dump; do
    rm -rf small/*
    "$carom" run scene.yaml run.until='10 s' record="{every: 1 ms, frames: 1 ms, format: $format}" --output small >out 2>err
    code=$?
    [ $code = 1 ] || bad "a disk full of $format ends with $code: $(cat err)"
    holds "
d = json.load(open('small/run.json'))
assert d['state'] == 'failed' and 'space' in d['error'], d.get('error')
rows = list(csv.reader(open('small/series.csv')))
assert len(rows) > 3 and all(len(row) == len(rows[0]) for row in rows)
assert abs(float(rows[-1][0]) - d['result']['time']) <= 2e-3, (rows[-1][0], d['result']['time'])" "a disk full of $format"
  done
else
  echo "follow: no file system can be mounted here, a full disk is not tried"
fi

[ $failed = 0 ] || exit 1
echo "follow: claims, progress, signals, kills and a full disk"
