# SPDX-License-Identifier: MIT
"""The page of a run, taken apart: what it holds, and the grains of its frames."""
import base64
import html
import json
import math
import re
import struct


class Page:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        self.text = self.bytes.decode("utf-8")
        self.blob = None

    def json(self, name):
        found = re.search(r'<script type="application/json" id="%s">(.*?)</script>' % name, self.text, re.S)
        return json.loads(found.group(1)) if found else None

    @property
    def series(self):
        return self.json("series")

    @property
    def scenario(self):
        return html.unescape(re.search(r"as it was run</summary>\n<pre>(.*?)</pre>", self.text, re.S).group(1))

    def column(self, name):
        return next(c["values"] for c in self.series["columns"] if c["name"] == name)

    def alone(self):
        """Nothing is loaded from anywhere."""
        text = self.text.replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://", text), "an address"
        assert not re.search(r"<(script|img|iframe|link)[^>]*\s(src|href)=\"(?!data:)", text), "a file beside it"
        assert "default-src 'none'" in text
        for word in ("fetch(", "XMLHttpRequest", "import(", "@import", "url("):
            assert word not in text, word

    def grains(self, frame):
        about = self.json("frames")
        if self.blob is None:
            self.blob = base64.b64decode(re.search(r'id="bytes">(.*?)</script>', self.text, re.S).group(1))
            assert about["bytes"] <= len(self.blob) <= about["bytes"] + 2
        for i in range(int(frame["grains"])):
            v = struct.unpack_from("<8HI", self.blob, 20 * (int(frame["first"]) + i))
            yield {
                "position": [about["low"][k] + v[k] / 65535 * (about["high"][k] - about["low"][k]) for k in range(3)],
                "radius": v[3] / 65535 * about["radius"],
                "speed": v[4] / 65535 * about["speed"],
                "id": v[8],
            }

    @staticmethod
    def xyz(path):
        """Extended XYZ: id, position, radius and speed of every body."""
        with open(path) as file:
            lines = file.read().splitlines()
        names, place = [], {}
        for item in re.search(r'Properties=(\S+)', lines[1]).group(1).split(":")[0::3]:
            names.append(item)
        counts = re.search(r'Properties=(\S+)', lines[1]).group(1).split(":")[2::3]
        at = 0
        for name, count in zip(names, counts):
            place[name] = (at, int(count))
            at += int(count)
        bodies = []
        for line in lines[2:]:
            cells = line.split()
            get = lambda name: [float(x) for x in cells[place[name][0]:place[name][0] + place[name][1]]]
            velocity = get("velo") if "velo" in place else get("velocity")
            bodies.append((int(get("id")[0]), get("pos"), get("radius")[0], math.sqrt(sum(v * v for v in velocity))))
        return bodies
