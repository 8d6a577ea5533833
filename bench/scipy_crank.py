#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The slider-crank of scenarios/slider_crank_200.yaml in SciPy's DOP853, for comparison of times.

Two models: the equations of carom (absolute coordinates, multipliers from S = J M^-1 J^T) with
NumPy, and two coordinates by hand in plain Python. Touch and parting are events; friction is
evaluated as it comes, and the joints are not projected, so both do less than carom does.

Usage: scipy_crank.py MODEL REVOLUTIONS TOLERANCE   (MODEL: absolute or two)
Prints: seconds of processor time, calls of the right side, touches.
"""
import math
import sys
import time

import numpy as np
from scipy.integrate import solve_ivp

R, L, C, RB = 0.05, 0.3, 5e-4, 0.01
M_ROD, J_ROD, M_SLIDER, J_SLIDER, M_CRANK, J_CRANK = 1.13, 0.0153, 1.013, 1e-3, 1.0, 0.01
W = 200 * math.pi / 30
K = 4 / 3 * (207e9 / (2 * 0.91)) * math.sqrt(RB * (RB - C) / C)
E = 0.46
CHI = 3 * (1 - E * E) / (2 * (2 - 3 * E + 3 * E * E))
MU, V0, V1 = 0.01, 1e-4, 1e-3
calls = 0


def share(v):
    size = abs(v)
    s = 0.0 if size < V0 else 1.0 if size > V1 else (size - V0) / (V1 - V0)
    return math.copysign(s, v)


def contact(ex, ey, dx, dy, spin, speed):
    """Force on the slider and moment on the rod for the journal at e, moving with d."""
    length = math.sqrt(ex * ex + ey * ey)
    overlap = length - C
    if overlap <= 0:
        return 0.0, 0.0, 0.0
    nx, ny = ex / length, ey / length
    approach = dx * nx + dy * ny
    normal = max(K * overlap * math.sqrt(overlap) * (1 + CHI * approach / speed), 0.0)
    friction = -MU * normal * share(dy * nx - dx * ny - spin * RB)
    return (-normal * nx - friction * ny, -normal * ny + friction * nx, -friction * RB)


def journal_two(t, y):
    a, phi, x, spin, v = W * t, y[0], y[1], y[2], y[3]
    return (x - R * math.cos(a) - L * math.cos(phi), -R * math.sin(a) - L * math.sin(phi),
            v + R * W * math.sin(a) + L * spin * math.sin(phi),
            -R * W * math.cos(a) - L * spin * math.cos(phi), spin)


def rate_two(t, y, speed):
    global calls
    calls += 1
    fx, fy, moment = contact(*journal_two(t, y), speed)  # an event may be missed, the force not
    a, phi = W * t, y[0]
    s, c, half = math.sin(phi), math.cos(phi), L / 2
    ax, ay = -R * W * W * math.cos(a), -R * W * W * math.sin(a)
    turn = fx * L * s - fy * L * c + moment - M_ROD * half * (-s * ax + c * ay)
    return [y[2], y[3], turn / (J_ROD + M_ROD * half * half), fx / M_SLIDER]


MASS = np.array([M_CRANK, M_CRANK, J_CRANK, M_ROD, M_ROD, J_ROD, M_SLIDER, M_SLIDER, J_SLIDER])


def journal_absolute(t, y):
    s, c = math.sin(y[5]), math.cos(y[5])
    half = L / 2
    return (y[6] - y[3] - half * c, y[7] - y[4] - half * s,
            y[15] - y[12] + half * y[14] * s, y[16] - y[13] - half * y[14] * c, y[14])


def rate_absolute(t, y, speed):
    global calls
    calls += 1
    q, v = y[:9], y[9:]
    force = np.zeros(9)
    s1, c1, s2, c2, half = math.sin(q[2]), math.cos(q[2]), math.sin(q[5]), math.cos(q[5]), L / 2
    fx, fy, moment = contact(*journal_absolute(t, y), speed)
    force[6], force[7], force[3], force[4] = fx, fy, -fx, -fy
    force[5] = moment - (half * c2 * fy - half * s2 * fx)
    j = np.zeros((7, 9))
    g = np.zeros(7)
    j[0, 0] = j[1, 1] = 1
    j[2, 0], j[2, 2], j[2, 3], j[2, 5] = -1, R * s1, 1, half * s2
    j[3, 1], j[3, 2], j[3, 4], j[3, 5] = -1, -R * c1, 1, -half * c2
    g[2] = -v[5] ** 2 * half * c2 - v[2] ** 2 * R * c1
    g[3] = -v[5] ** 2 * half * s2 - v[2] ** 2 * R * s1
    j[4, 7] = j[5, 8] = j[6, 2] = 1
    free = force / MASS
    jm = j / MASS
    multiplier = np.linalg.solve(jm @ j.T, j @ free - g)
    return np.concatenate((v, free - jm.T @ multiplier))


def run(model, revolutions, tolerance):
    rate, journal = ((rate_two, journal_two) if model == "two" else
                     (rate_absolute, journal_absolute))
    spin = -R * W / L
    y = ([0, R + L, spin, 0] if model == "two" else
         [0, 0, 0, R + L / 2, 0, 0, R + L, 0, 0,
          0, 0, W, 0, R * W + spin * L / 2, spin, 0, 0, 0])

    def overlap(t, z, *rest):
        ex, ey = journal(t, z)[:2]
        return math.sqrt(ex * ex + ey * ey) - C

    t, end, touching, speed, touches = 0.0, revolutions * 2 * math.pi / W, False, 1.0, 0
    overlap.terminal = True
    while t < end:
        overlap.direction = -1 if touching else 1
        # in flight the journal crosses no more than a part of its clearance in a step; just after
        # parting it must not come back unseen within the first one
        longest = np.inf
        if not touching and t > 0:
            ex, ey, dx, dy, _ = journal(t, y)
            longest = min(0.3 * C / math.hypot(dx, dy), 1e-4)
        result = solve_ivp(rate, (t, end), y, "DOP853", events=overlap, args=(speed,),
                           rtol=tolerance, atol=0.25 * tolerance, max_step=longest)
        t, y = result.t[-1], result.y[:, -1]
        if result.status != 1:
            break
        touching = not touching
        if touching:
            ex, ey, dx, dy, _ = journal(t, y)
            speed = max((ex * dx + ey * dy) / math.hypot(ex, ey), 1e-3)
            touches += 1
    return touches


if __name__ == "__main__":
    start = time.process_time()
    touched = run(sys.argv[1], float(sys.argv[2]), float(sys.argv[3]))
    print(f"{time.process_time() - start:.3f} {calls} {touched}")
