#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Print the tables of laws/family/power_law_fit.h: the damping ratio c that delivers restitution e.

The impact H'' + (5/4) H^(3/2) + (5/4)^q c H^b H' = 0, H(0) = 0, H'(0) = 1 becomes a system of
polynomials with x = sqrt(H) and dt = 2 x ds: x' = v, v' = -2 x (5/4 x^3 + (5/4)^q c x^(2b) v). It
is solved by Taylor series in fixed point with 110 bits, so that the tables share nothing with the
library but the equation. l/c with l = -ln e is then a Chebyshev series in t, l = ln(1000) t^p,
where p is the power in which the restitution is smooth near e = 1."""

from mpmath import cos, exp, log, mp, mpf, pi, sqrt

mp.dps = 30
BITS, ORDER, TOLERANCE = 110, 28, 1e-28
ONE = 1 << BITS
LONGEST = log(mpf(1000))  # -ln e of the smallest restitution


def product(a, b, k):
    """Coefficient k of the product of two series."""
    return sum(a[i] * b[k - i] for i in range(k + 1)) >> BITS


def series(x0, v0, g, half_power):
    x, v, square = [x0], [v0], []
    for k in range(ORDER):
        square.append(product(x, x, k))
        damping = product(square if half_power else x, v, k)
        slope = -(5 * product(square, square, k) // 2 + (2 * g * damping >> BITS))
        x.append(v[k] // (k + 1))
        v.append(slope // (k + 1))
    return x, v


def value(coefficients, s):
    total = 0
    for c in reversed(coefficients):
        total = (total * s >> BITS) + c
    return total


def crossing(f, low, high):
    """Where f turns negative, by false position with halving and bisection."""
    f_low, f_high, side = f(low), f(high), 0
    assert f_low >= 0 > f_high
    for i in range(300):
        if high - low < 4:
            break
        s = low + (high - low) * f_low // (f_low - f_high) if i % 4 != 3 else (low + high) // 2
        s = min(max(s, low + 1), high - 1)
        f_s = f(s)
        if f_s >= 0:
            low, f_low, f_high = s, f_s, f_high // 2 if side > 0 else f_high
            side = 1
        else:
            high, f_high, f_low = s, f_s, f_low // 2 if side < 0 else f_low
            side = -1
    return (low + high) // 2


def restitution(c, half_power, cut):
    """For b = 1/2 or 0, tension cut or kept."""
    g = int(mpf("1.25") ** (mpf(3 if half_power else 2) / 5) * c * ONE)
    x0, v0 = 0, ONE
    for _ in range(4000):
        x, v = series(x0, v0, g, half_power)
        last = max(max(map(abs, x[-6:] + v[-6:])) / ONE, 1e-33)  # four of five may vanish
        end = step = int((TOLERANCE / last) ** (1 / ORDER) * ONE)
        if value(x, step) < 0:
            end = crossing(lambda s: value(x, s), 0 if x0 > 0 else step // 8, step)
            if not cut:
                return mpf(-value(v, end)) / ONE

        def force(s):
            root = max(value(x, s), 0)
            power = root * root >> BITS
            power = power if half_power else power * root >> BITS
            return 5 * power // 4 + (g * value(v, s) >> BITS)

        if cut and value(v, end) < 0 and force(end) < 0:
            return mpf(-value(v, crossing(force, 0, end))) / ONE
        x0, v0 = value(x, step), value(v, step)
    raise ArithmeticError(f"no rebound with c = {c}")


def ratio(loss, half_power, cut, guess):
    """c with -ln e = loss, by the secant method in the logarithms."""
    def miss(y):
        return log(restitution(exp(y), half_power, cut)) + loss

    before, now = log(guess), log(guess) - mpf("0.003")
    f_before, f_now = miss(before), miss(now)
    while abs(now - before) > mpf(10) ** -17:
        following = now - f_now * (now - before) / (f_now - f_before)
        before, f_before, now = now, f_now, following
        f_now = miss(now)
    return exp(now)


def s_of(loss):
    return loss / sqrt(pi**2 + loss**2)


def interpolate(points, t):
    total = mpf(0)
    for i, (t_i, y_i) in enumerate(points):
        for j, (t_j, _) in enumerate(points):
            if i != j:
                y_i *= (t - t_j) / (t_i - t_j)
        total += y_i
    return total


def tabulate(name, half_power, cut, power, first_order, nodes=64):
    points, quotient = [], []
    for k in range(nodes):
        t = (1 - cos(pi * (2 * k + 1) / (2 * nodes))) / 2
        loss = LONGEST * t**power
        guess = loss / first_order
        if len(points) == 3:
            guess = s_of(loss) * interpolate(points, t)
        c = ratio(loss, half_power, cut, guess)
        points = points[-2:] + [(t, c / s_of(loss))]
        quotient.append(loss / c)
    terms = []
    for j in range(nodes):
        total = sum(q * cos(j * pi * (1 - mpf(2 * k + 1) / (2 * nodes)))
                    for k, q in enumerate(quotient))
        terms.append(total * (1 if j == 0 else 2) / nodes)
    smallest = min(quotient)
    count = max(j for j in range(nodes) if abs(terms[j]) > mpf("1e-13") * smallest) + 1
    rest = sum(abs(term) for term in terms[count:]) / smallest
    print(f"/* {name}: {count} terms, truncation < {mp.nstr(rest, 2)} */")
    for term in terms[:count]:
        print(f"  {float(term)!r},")


tabulate("lee-herrmann, tension kept", False, False, 1, mpf("1.787814"))
tabulate("lee-herrmann, tension cut", False, True, 3, mpf("1.787814"))
tabulate("kuwabara-kono, tension kept", True, False, 1, mpf("1.153449"))
tabulate("kuwabara-kono, tension cut", True, True, 2, mpf("1.153449"))
