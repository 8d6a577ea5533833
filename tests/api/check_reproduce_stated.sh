#!/bin/sh
# SPDX-License-Identifier: MIT
# 'carom reproduce', first lines: check_reproduce_stated.sh COMMAND ROOT
# The first line of a number is what its paper states: computed here anew from the equations and data of the
# papers. Readings from printed constants are those constants put into the paper's formula. Every number that does
# not match as stated has a reason, and the terminal tells it. A number that is no property of the model is
# counted apart, everywhere. Runs are whole and can be run. Names in JSON are words joined by underscores.
set -u

root=$(cd "$2" && pwd)
# shellcheck source=tests/api/command.sh
. "$(dirname "$0")/command.sh"

need_yaml
need_python

# without a path there is no gnuplot, and no time spent on pictures
PATH='' "$carom" reproduce --output report >text 2>err || bad "ended with $?"

$python - >runs <<'PYTHON' || bad "see above"
import csv, json, math, re, sys
report = json.load(open('report/reproduce.json'))
rows = {}
for paper in report['papers']:
    for row in paper['rows']:
        rows.setdefault((paper['name'], row['id']), []).append(row)
wrong = 0
def bad(*what):
    global wrong
    wrong = 1
    print('FAILED:', *what, file=sys.stderr)
def near(value, expected, tolerance, *what):
    if not abs(value - expected) <= tolerance * abs(expected): bad(*what, value, 'is not', expected)
def first(paper, number): return rows[paper, number][0]['computed']
def reading(paper, number, words):
    found = [row for row in rows[paper, number] if words in row['as']]
    if not found: bad(paper, number, 'has no reading', words)
    return found[0] if found else {'computed': math.nan, 'verdict': '', 'run': '', 'reading': 0}

# names
def keys(node):
    for key, value in node.items() if isinstance(node, dict) else ((None, v) for v in node):
        if key is not None and not re.fullmatch('[a-z][a-z0-9_]*', key): bad('a key of the JSON is', repr(key))
        if isinstance(value, (dict, list)): keys(value)
keys(report)

# 000: tension until the overlap is zero, above Eq. 10; Eqs 11, 12, 23 and 25 as printed
pi, root_5 = math.pi, math.sqrt(5)
def g_1(c): return 2 * abs(math.log(c)) / math.sqrt(pi ** 2 + math.log(c) ** 2)
def g_2(c): return 9 * root_5 * (1 - c * c) / (c * (9 * pi * (1 - c * c) + 16))
radius, young, yielding = 0.02 / 2, 207e9 / (2 * (1 - 0.09)), 1.03e9
mass = 4 / 3 * pi * 0.02 ** 3 * 7800 / 2
stiffness = 4 / 3 * young * math.sqrt(radius)
p_y = 1.61 * yielding
d_y = pi ** 2 * radius * p_y ** 2 / (4 * young ** 2)
ratio = 13 ** 2 / 2
c_1 = (p_y * (1 + math.log(ratio)) - 6 * yielding) / math.log(ratio) * pi * radius
c_2 = (6 * yielding - p_y) / math.log(ratio) * pi * radius
f_y = stiffness * d_y ** 1.5
f_p = ratio * d_y * (c_1 + c_2 * math.log(ratio)) + f_y - c_1 * d_y
k_p = (f_p - f_y) / ((ratio - 1) * d_y)
def rebound(speed, elastic, plastic):
    def push(d, v):
        if d <= 0: return 0
        if d <= d_y: return stiffness * d ** 1.5 + g_2(elastic) * math.sqrt(stiffness * mass) * d ** 0.25 * v
        return k_p * d + g_1(plastic) * math.sqrt(k_p * mass) * v
    d, v, h = 0.0, speed, 3.2 * (mass ** 2 / (stiffness ** 2 * speed)) ** 0.2 / 20000
    while True:
        a1 = -push(d, v) / mass
        v2, a2 = v + h / 2 * a1, -push(d + h / 2 * v, v + h / 2 * a1) / mass
        v3, a3 = v + h / 2 * a2, -push(d + h / 2 * v2, v + h / 2 * a2) / mass
        v4, a4 = v + h * a3, -push(d + h * v3, v + h * a3) / mass
        d, v = d + h / 6 * (v + 2 * v2 + 2 * v3 + v4), v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
        if d <= 0: return -v
def lost(speed, out): return mass / 2 * (speed ** 2 - out ** 2)
z = g_2(0.95) / root_5
slow = 0.05 * math.exp(-pi * z / math.sqrt(1 - z * z)) # closed form of the d^(1/4) dashpot
near(first('000', 'v_0.05'), -slow, 1e-9, 'v_0.05')
near(first('000', 'dE_0.05'), lost(0.05, slow), 1e-8, 'dE_0.05')
middle, fast = rebound(8, 0.86, 0.7), rebound(25, 0.84, 0.65)
near(first('000', 'v_8'), -middle, 1e-4, 'v_8')
near(first('000', 'v_25'), fast, 1e-4, 'v_25')
near(first('000', 't2_new'), lost(8, middle), 3e-4, 't2_new')
near(first('000', 't3_new'), lost(25, fast), 3e-4, 't3_new')
near(first('000', 't2_edem'), lost(8, 5.6), 1e-8, 't2_edem')
near(first('000', 't3_edem'), lost(25, 16.25), 1e-8, 't3_edem')
near(first('000', 'v_25_edem'), 16.25, 1e-9, 'v_25_edem')
for (paper, number), found in rows.items():
    if paper != '000': continue
    run = found[0]['run'] or ''
    if 'tension:' in run and 'tension: keep' not in run: bad(number, 'cuts tension')
    if 'wang-viscous' not in run: continue
    c = {'v_0.05': 0.95, 'dE_0.05': 0.95, 'v_8': 0.86, 't2_new': 0.86, 'v_25': 0.84, 't3_new': 0.84, 't_elastic': 0.9,
         't_plastic': 0.9, 'd_max_horizontal': 0.89}[number]
    given = re.search('damping_ratio(?:_elastic)?: ([0-9.]+)', run)
    if not given: bad(number, 'does not take Eq. 23 as printed')
    else: near(float(given.group(1)), g_2(c), 1e-15, number, 'Eq. 23')

# 003: between beads, with a free end; printed constants put into Eqs 25 to 28
for number, contacts in ('F1_KK', (15, 21)), ('F1_LH', (15, 21)), ('F2_HU', (20, 38)), ('F2_KK', (20, 38)):
    if "chain.right='free'" not in rows['003', number][0]['run']: bad(number, 'has a wall')
    low, high = contacts # of every variant that an independent code tried
    if not low < first('003', number) < high: bad(number, 'is not between beads:', first('003', number))
    if not 0.9 < reading('003', number, 'wall')['computed'] / float(rows['003', number][0]['published']) < 1.1:
        bad(number, 'has no wall among its readings')
def c_mod(c, m, k, v, b):
    q = 2 * (1 + b) / 5
    return c * m ** (1 - q) * k ** q * v ** (1 - 2 * q)
def s(e): return -math.log(e) / math.sqrt(pi ** 2 + math.log(e) ** 2)
def eq_14(e): return -6.66264 * math.log(e) / (3.85238 + math.log(e))
for number, words, value in (
        ('C_KK_0.865', 'c, m and K as printed', c_mod(0.129, 0.0345, 1.17e10, 1.0, 0.5)),
        ('C_TS_0.890', 'm and K as printed', c_mod(root_5 * s(0.890), 0.0345, 1.17e10, 0.7, 0.25)),
        ('C_HU_0.890', 'm and K as printed', c_mod(round(eq_14(0.890), 3), 0.0345, 1.17e10, 0.7, 1.5))):
    found = reading('003', number, words)
    near(found['computed'], value, 1e-9, number)
    if found['verdict'] != 'match': bad(number, 'is', found['verdict'])
# by an independent solution, to its digits
near(reading('003', 'c_KK_0.674', '0.675')['computed'], 0.35122, 2e-5, 'c_KK at 0.675')
near(reading('003', 'c_KK_0.865', 'force vanishes')['computed'], 0.12872, 5e-5, 'c_KK where the force vanishes')

# 004: the captions of both tables state the same case; momentum gives Table 1 to the other one
for ball in '23':
    for rule in 'basic', 'enhanced':
        table_1, table_2 = 'v%s_B_%s' % (ball, rule), 'v%s_A_%s' % (ball, rule)
        if first('004', table_1) != first('004', table_2): bad(table_1, 'is not that of the caption')
        if reading('004', table_1, 'case B')['verdict'] != 'match': bad(table_1, 'does not match as case B')

# reasons: where the first line does not match; the terminal tells each
flat = re.sub(r'\s+', ' ', open('text').read())
for (paper, number), found in rows.items():
    if found[0]['verdict'] == 'match': continue
    if not found[0]['reason']: bad(paper, number, 'does not match and has no reason')
    elif found[0]['reason'] + '.' not in flat: bad(paper, number, 'has a reason that is not told')

# counts: by hand, in JSON, on the terminal, on the page
order = ['match', 'close', 'differs', 'not_a_property', 'missing']
page = open('report/reproduce.html').read()
apart = [key for key, found in rows.items() if found[0]['verdict'] == 'not_a_property']
if apart != [('002', 't2_%s_atc' % nu) for nu in ('0.02', '0.04', '0.1', '0.4', '0.6')]: bad('not a property:', apart)
for paper in report['papers']:
    numbers = [found for (name, number), found in rows.items() if name == paper['name']]
    stated = [sum(found[0]['verdict'] == v for found in numbers) for v in order]
    best = [sum(min(order.index(row['verdict']) for row in found) == i for found in numbers) for i in range(len(order))]
    if paper['as_stated'] != dict(zip(order, stated)): bad(paper['name'], 'as stated', paper['as_stated'])
    if paper['best_reading'] != dict(zip(order, best)): bad(paper['name'], 'best reading', paper['best_reading'])
    shown = [len(numbers)] + stated[:4] + best[:4]
    if ' '.join(map(str, [paper['name']] + shown)) not in flat: bad(paper['name'], 'is not so on the terminal:', shown)
    cells = re.search(r'<a href="#p%s">(.*?</tr>){2}' % paper['name'], page, re.S).group(0)
    if [int(n) for n in re.findall(r'<td class="n[^>]*>(\d+)</td>', cells)] != shown: bad(paper['name'], 'is not so on the page')
if page.count('>not a property</span>') != 5: bad('the page does not say "not a property" five times')
lines = list(csv.DictReader(open('report/reproduce.csv')))
if sum(line['verdict'] == 'not_a_property' for line in lines) != 5: bad('nor does the CSV')

# runs
if [line['run'] for line in lines] != [row['run'] or '' for p in report['papers'] for row in p['rows']]:
    bad('CSV and JSON have other runs')
for run in sorted({line['run'] for line in lines if line['run']}):
    if not run.endswith("'") and not run.endswith('.yaml sweep=none'): bad('cut:', run[-60:])
    print(run)
sys.exit(wrong)
PYTHON

# every run, as it is written, is a scenario that can be run: one, not a sweep of the file
[ -s runs ] || bad "no runs"
cp -R "$root/scenarios" files
while IFS= read -r run; do
  eval "\"\$carom\" check files/$run" >checked 2>err || bad "$run: $(cat err)"
  grep -q '^sweep:' checked && bad "$run: it sweeps"
done <runs

[ $failed = 0 ] || exit 1
echo "reproduce: first lines as stated, $(wc -l <runs) runs whole"
