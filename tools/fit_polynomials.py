#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Print the constants of laws/law_math.h with the fit error of each polynomial.

Every polynomial is the interpolant at Chebyshev nodes, computed in 120 digits because the quotients
cancel near zero, then rounded to double."""

from mpmath import atan, atanh, cos, exp, fabs, floor, frexp, ldexp, log, lu_solve, matrix
from mpmath import mp, mpf, pi, polyval, sin, sqrt

mp.dps = 120
LN2 = log(2)
CENTRE = mpf(181) / 128  # short and near sqrt 2


def fit(name, function, low, high, count, power):
    """Fit `count` coefficients; `power` is that of the variable by which the caller multiplies.

    That factor already has `power` roots at zero, so the Chebyshev nodes nearest to it are left
    out: the product then oscillates evenly, as a minimax fit does."""
    low, high = mpf(low), mpf(high)
    total = count + power
    nodes = sorted(((low + high) / 2 + (high - low) / 2 * cos(pi * (2 * i + 1) / (2 * total))
                    for i in range(total)), key=fabs)[power:]
    system = matrix([[node**column for column in range(count)] for node in nodes])
    solution = lu_solve(system, matrix([function(node) for node in nodes]))
    rounded = [mpf(float(value)) for value in solution]
    samples = [low + (high - low) * (i + mpf(1) / 3) / 2000 for i in range(2000)]
    worst = max(fabs((polyval(rounded[::-1], v) - function(v)) * v**power) for v in samples)
    print(f"/* {name}: |error * v^{power}| < 2^{mp.nstr(log(worst, 2), 4)} */")
    for index, value in enumerate(rounded):
        print(f"  {name}[{index}] = {float(value)!r}")


def leading(value, bits):
    """The first `bits` bits of value, truncated."""
    _, exponent = frexp(value)
    return ldexp(floor(ldexp(value, bits - exponent)), exponent - bits)


def split(name, value, bits):
    """Print value as a sum of doubles; bits[i] is the length of part i."""
    for index, length in enumerate(bits):
        part = leading(value, length) if length < 53 else mpf(float(value))
        print(f"  {name}_{index + 1} = {float(part)!r}")
        value -= part


split("TWO_OVER_LN2", 2 / LN2, [53, 53])
split("TWO_OVER_3LN2", 2 / (3 * LN2), [26, 53])
split("LN2", LN2, [26, 53])
split("LOG2E", 1 / LN2, [26, 53])
split("LOG2_CENTRE", log(CENTRE) / LN2, [40, 53])
split("HALF_PI", pi / 2, [36, 36, 53])
split("QUARTER_PI", pi / 4, [53, 53])
print(f"  TWO_OVER_PI = {float(2 / pi)!r}")
print(f"  LN2 = {float(LN2)!r}")
print(f"  2^(1/4) = {float(mpf(2)**0.25)!r}")
print(f"  2^(-1/4) = {float(mpf(2)**-0.25).hex()}")

# log2(m/c) = s (2/ln2 + z (2/(3 ln2) + z LOG)), s = (m - c) / (m + c), z = s^2, where c is 1 or
# CENTRE, so that m/c stays within a factor 2^(1/4) of 1
RATIO = mpf(2)**(mpf(3) / 4) / CENTRE
S_MAX = (RATIO - 1) / (RATIO + 1)


def log_rest(z):
    s = sqrt(z)
    return (2 * atanh(s) / s / LN2 - 2 / LN2 - 2 / (3 * LN2) * z) / z**2


fit("LOG", log_rest, mpf(10)**-12, S_MAX**2 * mpf("1.0001"), 6, 2)

# 2^r = 1 + r ln2 + r^2 EXP, |r| <= 1/2 + 2^-6
fit("EXP", lambda r: (exp(r * LN2) - 1 - r * LN2) / r**2, mpf("-0.516"), mpf("0.5161"), 10, 2)

# sin r = r + r z SIN, cos r = 1 - z/2 + z^2 COS, z = r^2, |r| <= pi/4
Z_MAX = (pi / 4)**2 * mpf("1.0002")
fit("SIN", lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z, mpf(10)**-12, Z_MAX, 6, 1)
fit("COS", lambda z: (cos(sqrt(z)) - 1 + z / 2) / z**2, mpf(10)**-12, Z_MAX, 6, 2)

# atan q = q + q z ATAN, z = q^2, |q| <= 1/2
fit("ATAN", lambda z: (atan(sqrt(z)) / sqrt(z) - 1) / z, mpf(10)**-12, mpf("0.2501"), 12, 1)
