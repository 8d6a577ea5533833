/* SPDX-License-Identifier: MIT */
/* The tables of a scene. */
#include <string.h>

#include "io/format_group.h"

#include <carom/scene.h>

static const carom_key scene_keys[] = {
    {"particles", CAROM_KEY_LIST, false,
     "the spheres of the start, as in particles: [{arrange: cubic, low: [0, 0, 0], high: [1, 1, "
     "1], radius: 5 "
     "mm, material: glass}]",
     "particles"},
    {"walls", CAROM_KEY_MAP, false,
     "walls by name, as in walls: {floor: {shape: plane, direction: [0, 0, 1], material: steel}}",
     "scene_wall"},
    {"sizes", CAROM_KEY_LIST, false,
     "sizes that laws are calibrated and the step is chosen for, as in sizes: [{material: glass, "
     "radius: 1 mm, radius_max: 2 mm}]; those of the particles if not given",
     "size"},
    {"sources", CAROM_KEY_MAP, false,
     "where particles enter, by name, as in sources: {feeder: {shape: disc, point: [0, 0, 1 m], "
     "radius: 50 mm, rate: 1000 1/s, particles: [{material: glass, radius: 2 mm}]}}",
     "source"},
    {"sinks", CAROM_KEY_MAP, false,
     "where particles leave, by name, as in sinks: {out: {shape: below, point: [0, 0, -1 m]}}",
     "sink"},
    {"groups", CAROM_KEY_MAP, false,
     "names for some of the particles, as in groups: {top: {shape: box, low: [0, 0, 0.1 m], high: "
     "[1 m, 1 m, 0.2 m]}}",
     "particle_group"},
    {"forces", CAROM_KEY_MAP, false,
     "forces besides contacts and gravity, by name, as in forces: {water: {kind: stokes, "
     "viscosity: 1 mPa s}}",
     "force"},
    {"holds", CAROM_KEY_MAP, false,
     "particles whose motion is prescribed, by name, as in holds: {lid: {group: lid, velocity: "
     "[0.1 m/s, 0, 0]}}",
     "hold"},
    {"bonds", CAROM_KEY_MAP, false,
     "elastic bonds between particles, by name, as in bonds: {cement: {young: 10 GPa, gap: 0.1 mm, "
     "tensile_strength: 5 MPa}}",
     "bond"},
    {"shapes", CAROM_KEY_MAP, false,
     "shapes of clumps by name, as in shapes: {peanut: {spheres: [{radius: 1 mm}, {position: [1.5 "
     "mm, 0, 0], radius: 1 mm}]}}; particles: [{clump: peanut, ...}] are then of that shape",
     "clump_shape"},
    {"domain", CAROM_KEY_GROUP, false, "where particles may be; infinite if not given", NULL},
    {"box", CAROM_KEY_GROUP, false,
     "how the domain deforms, which is periodic in x, y and z then, as in box: {shear: {rate: 10 "
     "1/s}}",
     NULL},
    {"stages", CAROM_KEY_LIST, false,
     "stages in sequence, as in stages: [{name: settle, kinetic_below: 1e-9 J}, {name: open, "
     "walls: "
     "{gate: {present: false}}}]; the end of the last one ends the run",
     "scene_stage"},
    {"gravity", CAROM_KEY_VECTOR, false, "gravity, as in gravity: [0, 0, -9.81 m/s2]", "m/s2"},
    {"gravity_spin", CAROM_KEY_VECTOR, false,
     "gravity turns about this axis at this rate, as in gravity_spin: [0, 1 rad/s, 0]; it does not "
     "turn if not given",
     "rad/s"},
    {"gravity_table", CAROM_KEY_DRIVE, false,
     "gravity over time instead: rows of a time and three components, linear in between", NULL},
};

static const carom_field scene_fields[] = {
    {"expected_speed", "m/s", 1, 1e-9, 1e5, NULL,
     "speed of impacts at which laws are calibrated and the step is chosen"},
    {"restitution_error", "1", 1e-3, CAROM_RANGE_RESTITUTION_ERROR, NULL,
     "largest mean error of the restitution that the step may cause"},
    {"velocity", NULL, CAROM_WORD(0), 1, 0, "predicted|half",
     "the velocity that contacts see: predicted for the end of the step, or that of its middle"},
    {"skin", "m", CAROM_UNSET, CAROM_RANGE_SKIN, NULL,
     "neighbours are listed up to this distance; if not given, it is chosen"},
    {"overlap_limit", "1", CAROM_UNSET, CAROM_RANGE_OVERLAP_LIMIT, NULL,
     "a deeper overlap, as a share of the smaller radius, stops the run"},
};

static const carom_key particles_keys[] = {
    {"material", CAROM_KEY_MATERIAL, false,
     "name of one of the materials, as in material: glass; a frame tells its own", NULL},
    {"position", CAROM_KEY_VECTOR, false, "where one single sphere is, as in position: [0, 0, 1 m]",
     "m"},
    {"low", CAROM_KEY_VECTOR, false, "one corner of the box that is filled", "m"},
    {"high", CAROM_KEY_VECTOR, false, "the opposite corner", "m"},
    {"within", CAROM_KEY_GROUP, false,
     "dense: the region that is filled instead of a box, as in within: {shape: cylinder, radius: "
     "50 mm, length: 100 mm}, {shape: sphere, radius: 50 mm} or {shape: mesh, wall: drum}",
     "region"},
    CAROM_DISTRIBUTION_KEY,
    {"file", CAROM_KEY_TEXT, false,
     "spheres from a file: .csv with columns x[m], y[m], z[m], radius[m], or a frame: extended "
     ".xyz, "
     ".vtp, .dump, .data; what stands beside it holds for all of them",
     NULL},
    {"clump", CAROM_KEY_TEXT, false,
     "clumps instead of spheres: the name of one of scene.shapes, as in clump: peanut; 'radius' is "
     "then that of the sphere that holds one, which may be left out",
     NULL},
    {"turn", CAROM_KEY_VECTOR, false,
     "clumps: rotation of their shape, the axis times the angle, as in turn: [0, 90 deg, 0]; a "
     "single one is not turned, others at random if not given",
     "rad"},
    {"velocity", CAROM_KEY_VECTOR, false,
     "velocity at the start; none or that of the file if not given", "m/s"},
    {"spin", CAROM_KEY_VECTOR, false,
     "angular velocity at the start; none or that of the file if not given", "rad/s"},
};

static const carom_field particles_fields[] = {
    {"arrange", NULL, CAROM_WORD(0), 1, 0, "cubic|hexagonal|random|dense",
     "how the box is filled: lattices, at random without overlaps (up to a third), or densely (up "
     "to 0.6); random and dense ones keep clear of the groups before"},
    {"count", "1", CAROM_UNSET, 1, 1e9, NULL,
     "how many spheres; if not given, as many as the lattice holds"},
    {"fraction", "1", CAROM_UNSET, 1e-6, 0.99, NULL,
     "random and dense: how much of the region is solid, instead of a count"},
    {"radius", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL,
     "radius, the smallest if radius_max is given"},
    {"radius_max", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL,
     "largest radius: radii are spread evenly from radius to this"},
    CAROM_DISTRIBUTION_FIELDS,
    {"gap", "m", 0, 0, 1e6, NULL,
     "at least this much between the spheres of a filled box; random ones keep it from others, "
     "too"},
    {"jitter", "m", 0, 0, 1e6, NULL, "lattices: places are missed by up to this much"},
    {"seed", "1", 1, 0, 9e15, NULL, "another seed, other spheres; the same seed, the same ones"},
    {"agitation", "m/s", 0, 0, 1e5, NULL,
     "velocities of a filled box are spread at random: standard deviation of each component about "
     "'velocity', which is the mean"},
    {"mass", "kg", CAROM_UNSET, CAROM_RANGE_MASS, NULL,
     "mass of each; if not given, from the material's density"},
    {"fixed", NULL, CAROM_WORD(0), 1, 0, "false|true", "they never move"},
};

static const carom_key size_keys[] = {
    {"material", CAROM_KEY_MATERIAL, true, "name of one of the materials, as in material: glass",
     NULL},
};

static const carom_field size_fields[] = {
    {"radius", "m", CAROM_UNSET, 1e-9, 1e6, NULL, "the smallest radius of its spheres"},
    {"radius_max", "m", CAROM_UNSET, 1e-9, 1e6, NULL, "the largest; if not given, all are equal"},
    {"radius_mean", "m", CAROM_UNSET, 1e-9, 1e6, NULL,
     "the mean, for which laws are calibrated; the middle if not given"},
};

static const carom_key wall_keys[] = {
    {"material", CAROM_KEY_MATERIAL, true, "name of one of the materials, as in material: steel",
     NULL},
    {"point", CAROM_KEY_VECTOR, false,
     "a point of the plane, or of the axis of the cylinder; where a cylinder with a length or a "
     "cone begins; the middle of a disc or a sphere; a corner of a rectangle; where the origin of "
     "a mesh comes to; the origin if not given",
     "m"},
    {"direction", CAROM_KEY_VECTOR, false,
     "plane: towards the side of the grains; cylinder, cone, disc: along the axis; up if not given",
     "1"},
    {"low", CAROM_KEY_VECTOR, false, "box: one corner", "m"},
    {"high", CAROM_KEY_VECTOR, false, "box: the opposite corner", "m"},
    {"side_a", CAROM_KEY_VECTOR, false, "rectangle: one side, from its corner on", "m"},
    {"side_b", CAROM_KEY_VECTOR, false, "rectangle: the other side, at right angles", "m"},
    {"file", CAROM_KEY_TEXT, false,
     "mesh: a file of triangles, STL or OBJ, as in file: hopper.stl; its numbers are m times scale",
     NULL},
    {"turn", CAROM_KEY_VECTOR, false,
     "mesh: rotation about its origin, the axis times the angle, as in turn: [0, 90 deg, 0]; not "
     "turned if not given",
     "rad"},
    {"velocity", CAROM_KEY_VECTOR, false, "it moves at this velocity; it stands still if not given",
     "m/s"},
    {"spin", CAROM_KEY_VECTOR, false,
     "it turns about its centre at this rate; it does not turn if not given", "rad/s"},
    {"centre", CAROM_KEY_VECTOR, false, "of the rotation; `point` if not given", "m"},
    {"motion", CAROM_KEY_DRIVE, false,
     "velocity and spin over time: rows of a time, three velocities and three spins", NULL},
    {"drives", CAROM_KEY_LIST, false,
     "motions by formula, which add up, as in drives: [{spin: [0, 10 rpm, 0], ramp: 1 s}]",
     "drive"},
    {"servo", CAROM_KEY_GROUP, false,
     "driven by force, as in servo: {direction: [0, 0, -1], force: 10 N, speed: 0.1 m/s}", NULL},
    {"body", CAROM_KEY_GROUP, false,
     "a free body that particles and gravity move, as in body: {mass: 0.2 kg, moves: z}",
     "wall_body"},
};

static const carom_field wall_fields[] = {
    {"shape", NULL, CAROM_WORD(0), 1, 0, "plane|box|cylinder|rectangle|disc|cone|sphere|mesh",
     "its shape"},
    {"radius", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL,
     "radius of a cylinder, disc or sphere; of a cone where it begins"},
    {"outside", NULL, CAROM_WORD(0), 1, 0, "false|true",
     "grains are outside the cylinder, which has no end"},
    {"length", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL,
     "of a cylinder or a cone; a cylinder has no end if not given"},
    {"radius_end", "m", 0, 0, 1e9, NULL, "of a cone where it ends; 0: in a tip"},
    {"radius_inner", "m", 0, 0, 1e9, NULL, "of the hole of a disc, which is a ring then"},
    {"ends", NULL, CAROM_WORD(0), 1, 0, "open|start|end|both",
     "which ends of a cylinder with a length, or of a cone, are closed"},
    {"scale", "1", 1, 1e-9, 1e9, NULL, "of a mesh: 0.001 for a file in mm"},
    {"wear", "1", 0, 0, 1, NULL,
     "of a mesh: Archard's coefficient; depth = wear * work / (hardness * area), recorded if "
     "given"},
    {"hardness", "Pa", CAROM_UNSET, 1, 1e15, NULL, "of a mesh, for its wear"},
    {"smooth_angle", "rad", 0.3490658503988659, 0, 1.5, NULL,
     "of a mesh: contacts of a grain whose normals differ by less are one, the deeper"},
    {"present", NULL, CAROM_WORD(1), 1, 0, "false|true",
     "false: it is not there until a stage says so"},
};

static const carom_key domain_keys[] = {
    {"low", CAROM_KEY_VECTOR, false, "one corner", "m"},
    {"high", CAROM_KEY_VECTOR, false, "the opposite corner", "m"},
};

static const carom_field domain_fields[] = {
    {"periodic", NULL, CAROM_WORD(0), 1, 0, "none|x|y|z|xy|xz|yz|xyz",
     "directions along which what leaves on one side comes back on the other"},
    {"leaves", NULL, CAROM_WORD(0), 1, 0, "stop|delete",
     "what becomes of particles that leave it: the run stops, or they are taken out and counted"},
};

static const carom_key stage_keys[] = {
    {"model", CAROM_KEY_MODEL, true, "name of the model; 'carom law' lists them", NULL},
};

/* Descriptions of the stages of a contact. */
static const struct stage_words {
  const char *stage, *owner, *text;
} stage_words[] = {
    {"tangential", "a tangential model", "A tangential model."},
    {"rolling", "a rolling model", "A model of rolling resistance."},
    {"twisting", "a twisting model", "A model of twisting resistance."},
    {"adhesion", "an adhesion model", "A model of adhesion."},
};

carom_group carom_group_scene(void)
{
  return CAROM_GROUP("scene", "a scene", "Spheres between walls.", CAROM_TABLE(scene_fields),
                     CAROM_NO_FIELDS, scene_keys);
}

carom_group carom_group_particles(void)
{
  return CAROM_GROUP("particles", "particles", "Some spheres of a scene.",
                     CAROM_TABLE(particles_fields), CAROM_NO_FIELDS, particles_keys);
}

carom_group carom_group_size(void)
{
  return CAROM_GROUP("size", "a size", "Sizes that the spheres of a material may have.",
                     CAROM_TABLE(size_fields), CAROM_NO_FIELDS, size_keys);
}

carom_group carom_group_scene_wall(void)
{
  return CAROM_GROUP("scene_wall", "a wall", "A wall of a scene.", CAROM_TABLE(wall_fields),
                     CAROM_NO_FIELDS, wall_keys);
}

carom_group carom_group_domain(void)
{
  return CAROM_GROUP("domain", "the domain", "Where particles may be.", CAROM_TABLE(domain_fields),
                     CAROM_NO_FIELDS, domain_keys);
}

carom_group carom_group_stage(const char *stage, const carom_stage *model)
{
  const struct stage_words *words = stage_words;
  while (strcmp(words->stage, stage) != 0)
    words++;
  return CAROM_GROUP(
      words->stage, words->owner, model ? carom_stage_about(model)->summary : words->text,
      model ? carom_stage_fields(model) : CAROM_NO_FIELDS, CAROM_NO_FIELDS, stage_keys);
}
