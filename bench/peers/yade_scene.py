# SPDX-License-Identifier: MIT
"""The scenes of the benchmark for Yade, by environment variables:
SCENE=chute|bed|shaken DATA=FILE STEPS=N yade -n -x -j1 yade_scene.py

Prints: scene yade count steps ns-per-particle-step kinetic rotational contacts height. Yade's Mindlin law
damps with the fourth root of the overlap; the restitution is that of the others at common speeds. It starts
its velocities half a step late, so that energies differ by a little."""
import math
import os
import sys
import time

scene, steps = os.environ["SCENE"], int(os.environ["STEPS"])


def read(path):
    """The box, and spheres as (type, diameter, density, position, velocity, spin)."""
    box, place, speed, section = [], {}, {}, None
    with open(path) as file:
        next(file)
        for line in file:
            word = line.split()
            if not word:
                continue
            if word[0] in ("Atoms", "Velocities"):
                section = word[0]
            elif section == "Atoms":
                place[int(word[0])] = [int(word[1])] + [float(x) for x in word[2:7]]
            elif section == "Velocities":
                speed[int(word[0])] = [float(x) for x in word[1:7]]
            elif len(word) == 4 and word[2].endswith("lo"):
                box.append((float(word[0]), float(word[1])))
    spheres = []
    for i in sorted(place):
        p, v = place[i], speed.get(i, [0.0] * 6)
        spheres.append((p[0], p[1], p[2], p[3:6], v[:3], v[3:]))
    return box, spheres


box, spheres = read(os.environ["DATA"])
density = spheres[0][2]
chute = scene == "chute"
if chute:  # Yade puts the constants of two materials in series, hence the factors 2
    O.periodic = True
    O.cell.setBox(box[0][1] - box[0][0], box[1][1] - box[1][0], 400.0)  # nothing crosses z
    reduced = density * math.pi / 12
    material = ViscElMat(density=density, kn=4e5, ks=4e5 * 2 / 7, cn=2 * 50 * reduced, cs=0.0,
                         frictionAngle=math.atan(0.5))
    physics, law = Ip2_ViscElMat_ViscElMat_ViscElPhys(), Law2_ScGeom_ViscElPhys_Basic()
    slope = math.radians(26)
    gravity = (math.sin(slope), 0, -math.cos(slope))
else:  # (4/3) E* = 1e6 and nu = 0.3, so that 8 G* = 1.2353e6
    material = FrictMat(density=density, young=0.75e6 * 2 * (1 - 0.09), poisson=0.3,
                        frictionAngle=math.atan(0.5))
    physics, law = Ip2_FrictMat_FrictMat_MindlinPhys(en=0.75), Law2_ScGeom_MindlinPhys_Mindlin()
    gravity = (0, 0, -1.0)
number = O.materials.append(material)
for kind, diameter, _, position, velocity, spin in spheres:
    body = utils.sphere(tuple(position), diameter / 2, material=number)
    body.state.vel, body.state.angVel = tuple(velocity), tuple(spin)
    if chute and kind == 2:
        body.state.blockedDOFs = "xyzXYZ"
        body.state.vel = body.state.angVel = (0, 0, 0)
        body.mask = 2
    O.bodies.append(body)
if not chute:
    walls = ((0, box[0][0], 1), (0, box[0][1], -1), (1, box[1][0], 1), (1, box[1][1], -1),
             (2, box[2][0], 1))
    for axis, place, sense in walls:
        O.bodies.append(utils.wall(place, axis, sense=sense, material=number))

collider = InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()], verletDist=-0.05,
                                 allowBiggerThanPeriod=True)
if chute:
    collider.avoidSelfInteractionMask = 2
newton = NewtonIntegrator(damping=0, gravity=gravity)
O.engines = [ForceResetter(), collider,
             InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), Ig2_Wall_Sphere_ScGeom()], [physics], [law]),
             newton]


def shake():
    newton.gravity = (0, 0, -(1 + 3 * math.sin(math.pi * O.time)))


if scene == "shaken":
    O.engines = O.engines + [PyRunner(iterPeriod=1, command="shake()")]
O.dt = 1e-4
O.run(1, True)  # builds the lists
clock = time.process_time if os.environ.get("CORES", "1") == "1" else time.perf_counter
start = clock()
O.run(steps - 1, True)
seconds = clock() - start

turning = moving = height = mass = 0.0
for body in O.bodies:
    if isinstance(body.shape, Sphere) and body.mask != 2:
        moving += 0.5 * body.state.mass * body.state.vel.squaredNorm()
        turning += 0.5 * body.state.inertia[0] * body.state.angVel.squaredNorm()
    if isinstance(body.shape, Sphere):
        height += body.state.mass * body.state.pos[2]
        mass += body.state.mass
pairs = sum(1 for i in O.interactions if i.isReal and isinstance(O.bodies[i.id1].shape, Sphere)
            and isinstance(O.bodies[i.id2].shape, Sphere))
print("RUN", scene, "yade", len(spheres), steps,
      "%.4f" % (1e9 * seconds / (steps - 1) / len(spheres)), "%.12g" % moving, "%.12g" % turning,
      pairs, "%.12g" % (height / mass))
sys.stdout.flush()
os._exit(0)
