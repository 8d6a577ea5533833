# SPDX-License-Identifier: MIT
# What the checks of 'carom lammps' share; sourced with $carom set. Skips where a part is missing.
command -v python3 >/dev/null || { echo "needs python3" && exit 77; }
command -v mpirun >/dev/null || { echo "needs openmpi-bin" && exit 77; }
[ -x "$(dirname "$carom")/carom-lammps" ] || { echo "needs liblammps-dev" && exit 77; }
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0" # MPI and LAMMPS keep memory to the end
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
complain() { echo "FAILED: $*"; failed=1; }

# same A B DIGITS [ROW]: numbers of the last row, or of this one, of two CSV or xyz files
same() {
  python3 - "$@" <<'PY' || complain "$*"
import sys
a, b, digits = sys.argv[1], sys.argv[2], float(sys.argv[3])
row = int(sys.argv[4]) if len(sys.argv) > 4 else -1
def numbers(path):
    lines = open(path).read().strip().split("\n")
    rows = lines[2:] if path.endswith(".xyz") else [lines[row]]
    out = []
    for line in rows:
        for word in line.replace(",", " ").split():
            try: out.append(float(word))
            except ValueError: pass
    return out
x, y = numbers(a), numbers(b)
if len(x) != len(y) or not x: sys.exit(f"{len(x)} and {len(y)} numbers")
most = max(abs(v) for v in x)
bad = [(p, q) for p, q in zip(x, y) if abs(p - q) > 10**-digits * abs(p) + 1e-14 * most]
if bad: sys.exit(f"{len(bad)} of {len(x)} numbers differ, such as {bad[0][0]!r} and {bad[0][1]!r}")
PY
}
