# SPDX-License-Identifier: MIT
"""PNG files read by a decoder that is not ours: check_png.py WRITER.

Python's zlib expands the data, checks both checksums, and the filters are undone here as the
specification of PNG has them: the pixels must be those that were drawn."""
import os
import struct
import subprocess
import sys
import tempfile
import zlib


def want(condition, what):
    if not condition:
        sys.exit("FAILED: " + what)


def chunks(data):
    want(data[:8] == b"\x89PNG\r\n\x1a\n", "the mark of PNG")
    at = 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, body = data[at + 4: at + 8], data[at + 8: at + 8 + length]
        (crc,) = struct.unpack_from(">I", data, at + 8 + length)
        want(crc == zlib.crc32(kind + body), "checksum of " + kind.decode())
        yield kind, body
        at += 12 + length


def paeth(a, b, c):
    p = a + b - c
    pa, pb, pc = abs(p - a), abs(p - b), abs(p - c)
    return a if pa <= pb and pa <= pc else b if pb <= pc else c


def decode(data):
    parts = list(chunks(data))
    want([kind for kind, _ in parts] == [b"IHDR", b"sRGB", b"IDAT", b"IEND"], "chunks, and no text among them")
    width, height, depth, colour, method, filters, interlaced = struct.unpack(">2I5B", parts[0][1])
    want((depth, colour, method, filters, interlaced) == (8, 2, 0, 0, 0), "how the pixels are kept")
    raw, stride = zlib.decompress(parts[2][1]), 3 * width
    want(len(raw) == height * (stride + 1), "amount of data")
    above, out, used = bytearray(stride), bytearray(), set()
    for y in range(height):
        kind = raw[y * (stride + 1)]
        row = bytearray(raw[y * (stride + 1) + 1: (y + 1) * (stride + 1)])
        used.add(kind)
        for i in range(stride):
            left = row[i - 3] if i >= 3 else 0
            corner = above[i - 3] if i >= 3 else 0
            guess = (0, left, above[i], (left + above[i]) // 2, paeth(left, above[i], corner))[kind]
            row[i] = (row[i] + guess) & 255
        out += row
        above = row
    return width, height, bytes(out), used


def main():
    writer, used, count = os.path.abspath(sys.argv[1]), set(), 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([writer, folder], check=True)
        for name in sorted(os.listdir(folder)):
            if not name.endswith(".png"):
                continue
            with open(os.path.join(folder, name), "rb") as file:
                width, height, pixels, filters = decode(file.read())
            with open(os.path.join(folder, name[:-3] + "rgb"), "rb") as file:
                want(file.read() == pixels, "pixels of " + name)
            used |= filters
            count += 1
    want(count == 10 and len(used) >= 4, "%d pictures with the filters %s" % (count, sorted(used)))
    print("png: %d pictures decoded, filters %s" % (count, sorted(used)))


main()
