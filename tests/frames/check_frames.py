# SPDX-License-Identifier: MIT
"""Frames read back by programs that are not ours: check_frames.py WRITER.

Python's XML parser and struct read the VTK files, split() reads the text; VTK's own reader, ASE and
LAMMPS do as well where they are installed. All values must have the bits of the formulas."""
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib
import xml.etree.ElementTree as ElementTree

BODIES, CONTACTS, FACETS = 23, 9, 5
TIMES = (0.1, 1.0 / 3)
TYPES = {"Float64": "d", "Float32": "f", "UInt8": "B", "Int64": "q", "UInt32": "I", "Int32": "i"}


def bodies(frame):
    """What tests/frames/write.c writes."""
    rows = range(BODIES)
    return {
        "position": [(i / 7.0 + frame, i * i / 3.0, -i / 11.0) for i in rows],
        "velocity": [(1.0 / (i + 1), -2.0 / (i + 3), 1e-300 * i) for i in rows],
        "spin": [(i * 1e5 / 7, 0.0, -i / 13.0) for i in rows],
        "radius": [(0.1 + i / 1000.0,) for i in rows],
        "mass": [(1e-6 + i / 23.0,) for i in rows],
        "id": [(i + 4294967000,) for i in rows],
        "material": [(i % 3,) for i in rows],
        "force": [(-i / 3.0, i * 1e9, 0.1) for i in rows],
        "torque": [(i / 29.0, -1e-9, -float(i)) for i in rows],
        "fixed": [(int(i % 5 == 0),) for i in rows],
    }


def contacts():
    rows = range(CONTACTS)
    ends = []
    for i in rows:
        ends += [(i / 7.0, 0.0, 1.0), (0.0, i / 3.0, 2.0)]
    return {
        "ends": ends,
        "force": [(i / 9.0, -float(i), i / 5.0) for i in rows],
        "normal_force": [(i / 17.0,) for i in rows],
        "tangential_force": [(i / 19.0,) for i in rows],
        "overlap": [(1e-9 * i,) for i in rows],
        "partners": [(i, -1 if i == 4 else i + 1) for i in rows],
        "wall": [(1 if i == 4 else -1,) for i in rows],
        "connectivity": [(i,) for i in range(2 * CONTACTS)],
        "offsets": [(2 * i + 2,) for i in rows],
    }


def walls():
    rows = range(FACETS)
    return {
        "corners": [tuple(i / 7.0 - (3 * c + k) / 3.0 for k in range(3)) for i in rows for c in range(3)],
        "wall": [(i % 2,) for i in rows],
        "shell": [(int(i == 3),) for i in rows],
        "connectivity": [(i,) for i in range(3 * FACETS)],
        "offsets": [(3 * i + 3,) for i in rows],
    }


def single(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def texts(root, name):
    """An array of VTK's type String: bytes as numbers, each text ended by a 0."""
    array = [a for a in root.iter("DataArray") if a.get("Name") == name][0]
    data = bytes(int(word) for word in array.text.split())
    want(data.endswith(b"\0") and int(array.get("NumberOfTuples")) == data.count(b"\0"), "texts of " + name)
    return data.decode().split("\0")[:-1]


def want(condition, what):
    if not condition:
        sys.exit("FAILED: " + what)


def unpacked(raw, at, order):
    """Blocks as VTK's compressor writes them, expanded by zlib itself; and where they end."""
    blocks, size, last = struct.unpack_from(order + "3Q", raw, at)
    lengths = struct.unpack_from("%s%dQ" % (order, blocks), raw, at + 24)
    at, content = at + 24 + 8 * blocks, b""
    for i, length in enumerate(lengths):
        block = zlib.decompress(raw[at: at + length])
        want(len(block) == (last if i == blocks - 1 and last else size), "a block of another length")
        content, at = content + block, at + length
    return content, at


def read_vtp(path):
    """The arrays of a file as lists of tuples, and its root element."""
    with open(path, "rb") as file:
        data = file.read()
    mark = re.search(rb'<AppendedData encoding="raw">\s*_', data)
    end = data.rindex(b"\n</AppendedData>")
    root = ElementTree.fromstring(data[: mark.end() - 1] + data[end + 1:])
    want(root.get("header_type") == "UInt64", "header_type of " + path)
    order = "<" if root.get("byte_order") == "LittleEndian" else ">"
    raw, arrays, used = data[mark.end(): end], {}, 0
    for array in root.iter("DataArray"):
        if array.get("format") != "appended":
            continue
        at = int(array.get("offset"))
        want(at == used, "the arrays of %s do not follow each other" % path)
        code, width = TYPES[array.get("type")], int(array.get("NumberOfComponents"))
        if root.get("compressor"):
            content, used = unpacked(raw, at, order)
        else:
            (size,) = struct.unpack_from(order + "Q", raw, at)
            content, used = raw[at + 8: at + 8 + size], at + 8 + size
        values = struct.unpack("%s%d%s" % (order, len(content) // struct.calcsize(code), code), content)
        arrays[array.get("Name")] = [values[i: i + width] for i in range(0, len(values), width)]
    want(used == len(raw), "%s has %d bytes that belong to nothing" % (path, len(raw) - used))
    return arrays, root


def check_vtp():
    for frame in range(2):
        arrays, root = read_vtp("bodies_%06d.vtp" % frame)
        piece = root.find("PolyData/Piece")
        count = BODIES if frame else 0
        want(int(piece.get("NumberOfPoints")) == count, "number of points")
        want(float(root.find("PolyData/FieldData/DataArray").text) == TIMES[frame], "time of a frame")
        for name, values in bodies(frame).items():
            want(arrays[name] == (values if frame else []), "%s of bodies %d" % (name, frame))
        want(arrays["connectivity"] == [(i,) for i in range(count)], "vertices")
        arrays, root = read_vtp("contacts_%06d.vtp" % frame)
        want(int(root.find("PolyData/Piece").get("NumberOfLines")) == (CONTACTS if frame else 0), "lines")
        for name, values in contacts().items():
            want(arrays[name] == (values if frame else []), "%s of contacts %d" % (name, frame))
        arrays, root = read_vtp("walls_%06d.vtp" % frame)
        want(int(root.find("PolyData/Piece").get("NumberOfPolys")) == (FACETS if frame else 0), "triangles")
        for name, values in walls().items():
            want(arrays[name] == (values if frame else []), "%s of walls %d" % (name, frame))
        want(texts(root, "wall_names") == ["floor", '<b>&amp; "lid"\x01'], "names of walls")
        want(texts(root, "material_names") == ["glass", 'steel, "hard"', "back\\slash"], "names in VTK")
        arrays, root = read_vtp("single_%06d.vtp" % frame)
        for name, values in bodies(frame).items():
            rounded = [tuple(single(x) if isinstance(x, float) else x for x in row) for row in values]
            want(arrays[name] == (rounded if frame else []), "%s in single precision" % name)
        arrays, root = read_vtp("packed_%06d.vtp" % frame)
        want(root.get("compressor") == "vtkZLibDataCompressor", "the compressor is not named")
        for name, values in bodies(frame).items():
            want(arrays[name] == (values if frame else []), "%s, compressed" % name)
    sets = ElementTree.parse("bodies.pvd").getroot().findall("Collection/DataSet")
    want([float(s.get("timestep")) for s in sets] == list(TIMES), "times of the collection")
    want(all(os.path.exists(s.get("file")) for s in sets), "files of the collection")


def check_text():
    wanted = bodies(1)
    with open("frame_000001.xyz") as file:
        lines = file.read().splitlines()
    want(int(lines[0]) == BODIES == len(lines) - 2, "number of lines of the XYZ file")
    names = re.findall(r' material_(\d)="((?:[^"\\]|\\.)*)"', lines[1])
    names = [(number, re.sub(r"\\(.)", r"\1", name)) for number, name in names]
    want(names == [("0", "glass"), ("1", 'steel, "hard"'), ("2", "back\\slash")], "names of the materials")
    for i, line in enumerate(lines[2:]):
        word = line.split()
        value = tuple(float(x) for x in word[1:11])
        want(word[0] == "X" and int(word[11]) == wanted["id"][i][0] and int(word[12]) == i % 3, "id, material")
        want(float(word[13]) == wanted["mass"][i][0] and word[14] == "FT"[i % 5 == 0], "mass, fixed")
        want(tuple(float(x) for x in word[15:]) == wanted["force"][i] + wanted["torque"][i], "force, torque")
        want(value == wanted["position"][i] + wanted["radius"][i] + wanted["velocity"][i] + wanted["spin"][i],
             "line %d of the XYZ file" % (i + 3))
    with open("frame_000001.dump") as file:
        text = file.read()
    items = dict(part.split("\n", 1) for part in text.split("ITEM: ")[1:])
    want(items["TIMESTEP"] == "1000\n" and float(items["TIME"]) == TIMES[1], "time of the dump")
    header = [name for name in items if name.startswith("ATOMS")][0]
    columns = header.split()[1:]
    rows = [line.split() for line in items[header].splitlines()]
    want(len(rows) == int(items["NUMBER OF ATOMS"]) == BODIES, "number of rows of the dump")
    for i, row in enumerate(rows):
        named = dict(zip(columns, row))
        want(tuple(float(named[c + "u"]) for c in "xyz") == wanted["position"][i], "positions of the dump")
        want(int(named["id"]) == wanted["id"][i][0], "ids of the dump")
        want(tuple(float(named["omega" + c]) for c in "xyz") == wanted["spin"][i], "spins of the dump")
        want(int(named["type"]) == i % 3 + 1 and float(named["radius"]) == wanted["radius"][i][0], "type, radius")
        want(float(named["mass"]) == wanted["mass"][i][0], "masses of the dump")
        want(tuple(float(named["f" + c]) for c in "xyz") == wanted["force"][i], "forces of the dump")
        want(int(named["fixed"]) == wanted["fixed"][i][0], "fixed bodies of the dump")
    check_contacts_as_text()
    bounds = [name for name in items if name.startswith("BOX")][0]
    want(bounds.split()[2:] == ["pp", "ff", "pp"], "periodic directions of the dump")
    with open("open.dump") as file:
        lines = file.read().split("ITEM: ATOMS ")[1].splitlines()
    want(lines[0].startswith("id type x y z radius "), "columns of a dump without borders")
    want([int(line.split()[0]) for line in lines[1:]] == list(range(1, BODIES + 1)), "ids of a dump begin with 1")


def check_contacts_as_text():
    """The same rows behind a word in extended XYZ and behind a number in a dump."""
    wanted = contacts()
    with open("contacts_000001.xyz") as file:
        lines = file.read().splitlines()
    with open("contacts_000001.dump") as file:
        head, rows = file.read().split("ITEM: ENTRIES ")
    want(int(lines[0]) == CONTACTS == len(lines) - 2 and "NUMBER OF ENTRIES\n9\n" in head, "contacts as text")
    rows = rows.splitlines()
    want(rows[0].split()[-3:] == ["a", "b", "wall"], "columns of contacts")
    for i in range(CONTACTS):
        exact = wanted["ends"][2 * i] + wanted["ends"][2 * i + 1] + wanted["force"][i]
        exact += wanted["normal_force"][i] + wanted["tangential_force"][i] + wanted["overlap"][i]
        exact += wanted["partners"][i] + wanted["wall"][i]
        want(tuple(float(x) for x in lines[i + 2].split()[1:]) == exact, "contact %d of XYZ" % i)
        want(tuple(float(x) for x in rows[i + 1].split()) == (i + 1,) + exact, "contact %d of the dump" % i)


def check_vtk():
    import vtk

    reader = vtk.vtkXMLPolyDataReader()
    reader.SetFileName("bodies_000001.vtp")
    reader.Update()
    data = reader.GetOutput()
    wanted = bodies(1)
    want(data.GetNumberOfPoints() == BODIES == data.GetNumberOfVerts(), "VTK counts the bodies")
    want(all(data.GetPoint(i) == wanted["position"][i] for i in range(BODIES)), "VTK reads positions")
    for name in ("velocity", "spin", "radius", "mass", "id", "material"):
        array = data.GetPointData().GetArray(name)
        want(all(array.GetTuple(i) == wanted[name][i] for i in range(BODIES)), "VTK reads " + name)
    reader.SetFileName("contacts_000001.vtp")
    reader.Update()
    data = reader.GetOutput()
    want(data.GetNumberOfLines() == CONTACTS, "VTK counts the lines")
    force = data.GetCellData().GetArray("force")
    want(all(force.GetTuple(i) == contacts()["force"][i] for i in range(CONTACTS)), "VTK reads forces")
    ids = vtk.vtkIdList()
    data.GetCellPoints(4, ids)
    want([ids.GetId(k) for k in range(2)] == [8, 9], "VTK reads the ends of a line")


def check_ase():
    import ase.io

    wanted = bodies(1)
    atoms = ase.io.read("frame_000001.xyz", format="extxyz")
    want([tuple(x) for x in atoms.positions.tolist()] == wanted["position"], "ASE reads positions")
    want(atoms.arrays["radius"].tolist() == [x[0] for x in wanted["radius"]], "ASE reads radii")
    want([tuple(x) for x in atoms.arrays["spin"].tolist()] == wanted["spin"], "ASE reads spins")
    want(atoms.arrays["material"].tolist() == [x[0] for x in wanted["material"]], "ASE reads materials")
    want(atoms.info["material_1"] == 'steel, "hard"', "ASE reads names of materials")
    want(atoms.arrays["fixed"].tolist() == [i % 5 == 0 for i in range(BODIES)], "ASE reads what is fixed")
    want(atoms.pbc.tolist() == [True, False, True], "ASE reads periodic directions")


def check_lammps(program):
    script = """units si
atom_style sphere
boundary p f p
region box block -1 5 -2.5 200 -3 0.33333333333333331
create_box 3 box
pair_style zero 1.0
pair_coeff * *
read_dump crossed.dump 1000 x y z vx vy vz wrapped no box yes add keep replace no purge no
dump again all custom 1 again.dump id type x xu yu zu vx vy vz
dump_modify again sort id format float %.17g
run 0
"""
    with open("in.check", "w") as file:
        file.write(script)
    out = subprocess.run([program, "-in", "in.check", "-log", "none"], capture_output=True, text=True)
    want(out.returncode == 0, "LAMMPS: " + out.stdout[-900:] + out.stderr[-500:])
    with open("again.dump") as file:
        rows = [line.split() for line in file.read().split("zu vx vy vz\n")[1].splitlines()]
    wanted = bodies(1)
    want([int(row[0]) for row in rows] == list(range(1, BODIES + 1)), "LAMMPS counts the bodies")
    for i, row in enumerate(rows):
        x, y, z = wanted["position"][i]
        want(tuple(float(x) for x in row[6:]) == wanted["velocity"][i], "LAMMPS reads velocities")
        for got, exact in zip(row[2:6], (x, x + 6.0 * (i - 10), y, z)):
            want(abs(float(got) - exact) < 1e-13 * (abs(exact) + 60), "LAMMPS reads positions, folded and not")


def main():
    writer = os.path.abspath(sys.argv[1])
    readers = ["XML and struct", "split"]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        subprocess.run([writer, "."], check=True)
        check_vtp()
        check_text()
        for name, check in (("VTK", check_vtk), ("ASE", check_ase)):
            try:
                check()
                readers.append(name)
            except ImportError:
                pass
        if shutil.which("lmp"):
            check_lammps(shutil.which("lmp"))
            readers.append("LAMMPS")
        os.chdir("/")
    print("frames: read back by " + ", ".join(readers))


main()
