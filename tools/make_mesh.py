#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Meshes of simple machines as binary STL, for scenarios and tests.

    tools/make_mesh.py box      OUT [width depth height]
    tools/make_mesh.py cylinder OUT [radius length segments rings]        along z, open
    tools/make_mesh.py cone     OUT [radius end length segments rings]    along z, open
    tools/make_mesh.py hopper   OUT [radius outlet height cone segments]  a cylinder on a cone
    tools/make_mesh.py drum     OUT [radius length lifters lifter segments rings] along y, closed ends
    tools/make_mesh.py screw    OUT [radius shaft pitch turns segments]   along z, blade and shaft
    tools/make_mesh.py trough   OUT [radius length height segments]       along z, open towards -x and at its end

Lengths are in m. Shared corners have the same bits, so that readers weld them exactly."""
import math
import struct
import sys


def single(x):
    """Rounded to what the file holds, and without -0."""
    return struct.unpack("<f", struct.pack("<f", x))[0] + 0.0


def sheet(point, across, along, wraps=False):
    """Two triangles for every cell of a grid of points point(i, j)."""
    for j in range(along):
        for i in range(across):
            nxt = (i + 1) % across if wraps else i + 1
            a, b, c, d = point(i, j), point(nxt, j), point(nxt, j + 1), point(i, j + 1)
            if len({a, b, c}) == 3:
                yield a, b, c
            if len({a, c, d}) == 3:
                yield a, c, d


def turn(radius, angle):
    return radius * math.cos(angle), radius * math.sin(angle)


def box(width=0.1, depth=0.1, height=0.1):
    corner = [(width * (i & 1), depth * (i >> 1 & 1), height * (i >> 2)) for i in range(8)]
    for a, b, c, d in ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)):
        yield corner[a], corner[b], corner[c]
        yield corner[a], corner[c], corner[d]


def cone(radius=0.05, end=0.02, length=0.1, segments=64, rings=8):
    def point(i, j):
        x, y = turn(radius + (end - radius) * j / rings, 2 * math.pi * i / segments)
        return x, y, length * j / rings

    return sheet(point, int(segments), int(rings), wraps=True)


def cylinder(radius=0.05, length=0.1, segments=64, rings=8):
    return cone(radius, radius, length, segments, rings)


def hopper(radius=0.05, outlet=0.015, height=0.1, slope=0.06, segments=48):
    """The outlet is in the plane z = 0."""
    profile = [(outlet, 0), (radius, slope), (radius, slope + height)]

    def point(i, j):
        x, y = turn(profile[j][0], 2 * math.pi * i / segments)
        return x, y, profile[j][1]

    return sheet(point, int(segments), 2, wraps=True)


def drum(radius=0.05, length=0.04, lifters=8, lifter=0.008, segments=96, rings=4):
    """Lifters are bars of square section, `lifter` high, whose tops are chords; ends are closed."""
    lifters, segments, rings = int(lifters), int(segments), int(rings)
    outline = []
    each = segments // lifters
    half = math.asin(0.5 * lifter / (radius - lifter))
    foot = math.asin(0.5 * lifter / radius)
    for n in range(lifters):
        middle = 2 * math.pi * n / lifters
        outline.append(turn(radius, middle - foot))
        outline.append(turn(radius - lifter, middle - half))
        outline.append(turn(radius - lifter, middle + half))
        outline.append(turn(radius, middle + foot))
        for k in range(1, each):
            share = k / each
            outline.append(turn(radius, middle + foot + share * (2 * math.pi / lifters - 2 * foot)))

    def wall(i, j):
        x, z = outline[i]
        return x, length * (j / rings - 0.5), z

    yield from sheet(wall, len(outline), rings, wraps=True)

    # Lids are discs of rings of their own, because fans would make needles. The rings are within the tops of the
    # lifters, and beside their sides, so that no triangle folds over another one.
    most = 0.85 * (radius - lifter)
    side, after = math.asin(0.5 * lifter / most), foot + (2 * math.pi / lifters - 2 * foot) / each
    beside = [side + (after - side) * k / 3 for k in (1, 2)]
    inner = []
    for n in range(lifters):
        middle = 2 * math.pi * n / lifters
        inner += [middle - beside[1], middle - beside[0], middle + beside[0], middle + beside[1]]
        inner += [math.atan2(z, x) for x, z in outline[n * (3 + each) + 4 : (n + 1) * (3 + each)]]

    for end in (0, rings):
        def lid(i, j, at=end):
            x, z = outline[i] if j == 4 else turn(most * j / 3, inner[i])
            return x, length * (at / rings - 0.5), z

        for a, b, c in sheet(lid, len(outline), 4, wraps=True):
            yield (a, b, c) if end == 0 else (a, c, b)


def screw(radius=0.03, shaft=0.008, pitch=0.03, turns=4, segments=32):
    steps = int(segments * turns)

    def blade(i, j):
        x, y = turn(shaft + (radius - shaft) * i / 4, 2 * math.pi * j / segments)
        return x, y, pitch * j / segments

    yield from sheet(blade, 4, steps)

    def core(i, j):
        x, y = turn(shaft, 2 * math.pi * i / segments)
        return x, y, pitch * j * turns / 8

    yield from sheet(core, int(segments), 8, wraps=True)


def trough(radius=0.03, length=0.15, height=0.04, segments=24):
    """Half a cylinder with straight sides, closed at z = 0."""
    segments = int(segments)
    outline = [(-height, -radius)]
    for i in range(segments + 1):
        outline.append(turn(radius, math.pi * (i / segments - 0.5)))
    outline.append((-height, radius))

    def wall(i, j):
        return (*outline[i], length * j / 4)

    def end(i, j):
        x, y = outline[i]
        return x, y * j / 4, 0.0

    yield from sheet(wall, len(outline) - 1, 4)
    yield from sheet(end, len(outline) - 1, 4)


def main():
    makers = {f.__name__: f for f in (box, cylinder, cone, hopper, drum, screw, trough)}
    if len(sys.argv) < 3 or sys.argv[1] not in makers:
        sys.exit(__doc__)
    triangles = [[tuple(map(single, p)) for p in t] for t in makers[sys.argv[1]](*map(float, sys.argv[3:]))]
    with open(sys.argv[2], "wb") as out:
        out.write(b"carom".ljust(80, b"\0") + struct.pack("<I", len(triangles)))
        for t in triangles:
            out.write(struct.pack("<12fH", 0, 0, 0, *[x for p in t for x in p], 0))
    print(f"{sys.argv[2]}: {len(triangles)} triangles")


if __name__ == "__main__":
    main()
