/* SPDX-License-Identifier: MIT */
#include "io/format.h"

#include <carom/bounce.h>
#include <carom/chain.h>
#include <carom/impact.h>

#include <string.h>

#include "core/fields.h"
#include "core/text.h"
#include "io/format_group.h"

static const carom_key file_keys[] = {
    {"carom", CAROM_KEY_VERSION, true, "version of the format, as in carom: 1", NULL},
    {"title", CAROM_KEY_TEXT, false, "what this is about, in a line", NULL},
    {"materials", CAROM_KEY_MAP, false,
     "materials by name, as in materials: {steel: {young: 207 GPa, poisson: 0.3, density: 7800 "
     "kg/m3, yield: 1.03 GPa}}",
     "material"},
    {"contacts", CAROM_KEY_CONTACTS, false,
     "the law between two materials, as in contacts: [{between: [steel, steel], law: hertz}]",
     NULL},
    {"impact", CAROM_KEY_GROUP, false, "one impact of two bodies", NULL},
    {"bounce", CAROM_KEY_GROUP, false, "a body that falls on a fixed partner", NULL},
    {"chain", CAROM_KEY_GROUP, false, "bodies on a line that touch their neighbours", NULL},
    {"mechanism", CAROM_KEY_GROUP, false, "bodies in a plane, joined, with clearances", NULL},
    {"scene", CAROM_KEY_GROUP, false, "spheres in three dimensions between walls", NULL},
    {"run", CAROM_KEY_GROUP, false, "how time passes", NULL},
    {"record", CAROM_KEY_GROUP, false, "what is kept", NULL},
    {"measured", CAROM_KEY_FILES, false,
     "data to compare with, as in measured: forces.csv; the path is relative to this file", NULL},
    {"sweep", CAROM_KEY_SWEEP, false,
     "settings that are varied, as in sweep: {impact.speed: [1 m/s, 2 m/s]}, or none", NULL},
};

static const carom_key contact_keys[] = {
    {"between", CAROM_KEY_PAIR, true,
     "the two materials, as in between: [steel, steel]; in scenes also any", NULL},
    {"law", CAROM_KEY_LAW, true, "name of the law, as in law: tsuji", NULL},
    {"tangential", CAROM_KEY_STAGE, false,
     "how it resists sliding in a scene, as in tangential: {model: mindlin, friction: 0.5}, or "
     "none; smooth if not given",
     NULL},
    {"rolling", CAROM_KEY_STAGE, false,
     "how it resists rolling in a scene, as in rolling: {model: elastic-plastic, friction: 0.1}, "
     "or none",
     NULL},
    {"twisting", CAROM_KEY_STAGE, false,
     "how it resists twisting in a scene, as in twisting: {model: marshall, friction: 0.5}, or "
     "none",
     NULL},
    {"adhesion", CAROM_KEY_STAGE, false,
     "what pulls in a scene, as in adhesion: {model: dmt, work_of_adhesion: 50 mJ/m2}, or none",
     NULL},
};

static const carom_key impact_keys[] = {
    {"a", CAROM_KEY_GROUP, true, "one body, as in a: {radius: 20 mm, material: steel}", "body"},
    {"b", CAROM_KEY_GROUP, true, "the other body, as in b: {shape: flat, material: steel}", "body"},
};

static const carom_key bounce_keys[] = {
    {"body", CAROM_KEY_GROUP, true, "what falls, as in body: {radius: 20 mm, material: steel}",
     NULL},
    {"ground", CAROM_KEY_GROUP, true,
     "what it falls on, which does not move, as in ground: {shape: flat, material: steel}", "body"},
};

static const carom_key material_keys[] = {
    {"material", CAROM_KEY_MATERIAL, true, "name of one of the materials, as in material: steel",
     NULL},
};

static const carom_key bead_keys[] = {
    {"material", CAROM_KEY_MATERIAL, false, "name of one of the materials, as in material: steel",
     NULL},
    {"cell", CAROM_KEY_LIST, false,
     "in place of one body several that are repeated 'count' times, as in {count: 20, cell: "
     "[{radius: 5 mm, material: steel}, {radius: 3 mm, material: brass}]}",
     "bead"},
    {"driven", CAROM_KEY_DRIVE, false,
     "its velocity is given: a number, as in driven: 13 m/s, or times and velocities, as in "
     "driven: [[0 s, 0 m/s], [1 ms, 13 m/s]]",
     NULL},
};

static const carom_key chain_keys[] = {
    {"beads", CAROM_KEY_LIST, true,
     "the bodies from left to right, as in beads: [{radius: 5 mm, material: steel}]", "bead"},
    {"left", CAROM_KEY_WALL, false, "the left end: free, or a wall as in left: {wall: steel}",
     "wall"},
    {"right", CAROM_KEY_WALL, false, "the right end: free, or a wall as in right: {wall: steel}",
     "wall"},
};

static const carom_key wall_keys[] = {
    {"wall", CAROM_KEY_MATERIAL, true, "material of the wall, as in wall: steel", NULL},
};

static const carom_key measured_keys[] = {
    {"file", CAROM_KEY_TEXT, true,
     "a table with units in its header, columns named as in series.csv, as in file: forces.csv",
     NULL},
};

static const carom_key record_keys[] = {
    {"beads", CAROM_KEY_NUMBERS, false, "numbers of the beads that are kept, from 0; or all", NULL},
    {"contacts", CAROM_KEY_NUMBERS, false,
     "numbers of the contacts that are kept (0 joins beads 0 and 1), left and right for the "
     "walls; or all",
     NULL},
    {"body", CAROM_KEY_TEXT, false,
     "the body of a mechanism whose motion is drawn, as in body: slider", NULL},
    {"measure", CAROM_KEY_MAP, false,
     "what is measured of a scene, by name, as in measure: {bed: {what: stress}}", "measure"},
};

static const carom_field material_fields[] = {
    {"young", "Pa", CAROM_UNSET, 1e2, 1e14, NULL, "Young's modulus"},
    {"poisson", "1", CAROM_UNSET, -0.99, 0.5, NULL, "Poisson's ratio"},
    {"density", "kg/m3", CAROM_UNSET, 1e-3, 1e6, NULL, "density"},
    {"yield", "Pa", CAROM_UNSET, 1, 1e14, "none",
     "yield stress; none: the material never yields; if not given, no contact is judged by it"},
};

static const carom_field pair_fields[] = {
    {"reduced_mass", "kg", CAROM_UNSET, 1e-30, 1e30, NULL,
     "reduced mass of the pair; if not given, it follows from the two masses"},
};

static const carom_field chain_fields[] = {
    {"gravity", "m/s2", 0, CAROM_RANGE_GRAVITY, NULL,
     "gravity along the chain, towards the right end"},
    {"start", NULL, CAROM_WORD(0), 1, 0, "placed|settled",
     "placed: with the gaps that are given; settled: bodies that touch, up to the wall, rest under "
     "gravity and constant forces and then get their velocities"},
};

static const carom_field bead_fields[] = {
    {"count", "1", 1, 1, 1e6, NULL, "how many such bodies, one after the other"},
    {"shape", NULL, CAROM_WORD(0), 1, 0, "sphere|flat", "sphere, or flat such as the end of a rod"},
    {"radius", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL, "radius; not used for a flat"},
    {"mass", "kg", CAROM_UNSET, CAROM_RANGE_MASS, NULL,
     "mass; if not given, that of a full sphere of this radius and density"},
    {"density", "kg/m3", CAROM_UNSET, 1e-3, 1e6, NULL,
     "density; if not given, that of the material"},
    {"velocity", "m/s", 0, CAROM_RANGE_VELOCITY, NULL,
     "velocity at the start, positive to the right"},
    {"gap", "m", 0, CAROM_RANGE_GAP, NULL,
     "distance to the body before, or to the left wall; negative: they overlap"},
    {"force", "N", 0, CAROM_RANGE_FORCE, NULL, "constant force, positive to the right"},
    {"fixed", NULL, CAROM_WORD(0), 1, 0, "false|true", "does not move"},
    {"arrives", NULL, CAROM_WORD(0), 1, 0, "false|true",
     "with start: settled: it touches at the first instant but arrives only then, as a striker "
     "does; its weight is left out of the equilibrium"},
};

static const carom_field wall_fields[] = {
    {"gap", "m", 0, CAROM_RANGE_GAP, NULL,
     "distance between the right wall and the last body; that to the left wall is the gap of the "
     "first body"},
};

static const carom_field run_fields[] = {
    {"until", "s", CAROM_UNSET, 1e-12, 1e9, NULL,
     "when a chain, a bounce, a mechanism or a scene ends; an impact ends when the bodies part"},
    {"integrator", NULL, CAROM_WORD(0), 1, 0, "dop853|dopri5|verlet|euler-trapezoid|rk45|gear5",
     "dop853: order 8, steps end on every switch of a contact; dopri5: the same with order 5; "
     "verlet: fixed steps, for long chains; euler-trapezoid, rk45, gear5: schemes of papers, "
     "without events"},
    {"step", "s", CAROM_UNSET, CAROM_RANGE_STEP, "auto",
     "length of fixed steps; verlet, euler-trapezoid and gear5 need it, other integrators and "
     "scenes choose their own if it is auto or not given"},
    {"corrector_tolerance", "1", CAROM_UNSET, CAROM_RANGE_TOLERANCE, NULL,
     "what a pass of euler-trapezoid's corrector may still change, relative; if not given, 1e-12"},
    {"tolerance", "1", CAROM_UNSET, CAROM_RANGE_TOLERANCE, NULL,
     "relative tolerance of the integration; if not given, 1e-12 for a chain, 1e-10 for a "
     "mechanism, else 1e-14"},
    {"checkpoint", "s", CAROM_UNSET, 1e-3, 1e9, NULL,
     "time on the clock between two checkpoints, as in checkpoint: 10 min; if not given, one is "
     "written only when a run with a folder is stopped"},
};

static const carom_field record_fields[] = {
    {"frames", "s", CAROM_UNSET, 1e-15, 1e9, NULL,
     "time between two frames of a scene for ParaView or OVITO; if not given, there are none"},
    {"format", NULL, CAROM_WORD(0), 1, 0, "vtp|xyz|dump",
     "of frames: vtp with pvd for ParaView, extended xyz, or a LAMMPS dump for OVITO"},
    {"frame_contacts", NULL, CAROM_WORD(0), 1, 0, "true|false", "frames hold the contacts, too"},
    {"frame_precision", NULL, CAROM_WORD(0), 1, 0, "double|single",
     "of numbers in vtp frames: as they are, or half as long"},
    {"frame_compressed", NULL, CAROM_WORD(0), 1, 0, "false|true", "vtp frames are compressed"},
    {"every", "s", CAROM_UNSET, 1e-15, 1e9, NULL,
     "time between two instants; if not given, a 200th of an impact, a 100th of the time of a "
     "scene, "
     "else a 1000th"},
    {"arrival", "1", 0.1, 1e-6, 1, NULL,
     "share of a peak at which a pulse has arrived; what stays below is no peak"},
    {"peaks", NULL, CAROM_WORD(0), 1, 0, "recorded|all",
     "contacts whose peaks verlet looks for; other integrators look at all"},
    {"picture", NULL, CAROM_WORD(0), 1, 0, "force|velocity|none",
     "what the picture of beads against time shows, in the folder of a run"},
    {"energies", NULL, CAROM_WORD(0), 1, 0, "false|true",
     "the series of a chain has its energies, held and lost, too"},
    {"pictures", "s", CAROM_UNSET, 1e-15, 1e9, NULL,
     "time between two pictures (PNG) that are drawn of a scene while it runs; if not given, there "
     "are none"},
    {"filter", "s", 1e-3, 1e-9, 1e3, NULL,
     "accelerations of a mechanism are also given as means over this time"},
};

static const carom_field measured_fields[] = {
    {"shift", "s", 0, -1e9, 1e9, NULL, "added to the times of the file"},
    {"share", "1", 0.5, 1e-6, 1, NULL,
     "share of its peak by which a quantity is said to have arrived"},
};

carom_group carom_group_file(void)
{
  return CAROM_GROUP("file", "a scenario", "A scenario.", CAROM_NO_FIELDS, CAROM_NO_FIELDS,
                     file_keys);
}

/* A material in a file has only the properties given there; none default to those of steel. */
carom_group carom_group_material(void)
{
  return (carom_group){.name = "material",
                       .owner = "a material",
                       .text = "A material.",
                       .table = {CAROM_TABLE(material_fields), CAROM_NO_FIELDS}};
}

carom_group carom_group_contact(const carom_law *law)
{
  return CAROM_GROUP(law ? carom_law_about(law)->name : "contact", law ? "this law" : "a contact",
                     law ? carom_law_about(law)->summary : "A contact.",
                     law ? carom_law_fields(law) : CAROM_NO_FIELDS, CAROM_NO_FIELDS, contact_keys);
}

/* Time integration belongs to `run`, so of the impact's own fields only the speed remains. */
carom_group carom_group_impact(void)
{
  const carom_fields all = carom_impact_fields();
  const carom_fields speed = {&all.field[carom_field_find(all, "speed")], 1};
  return CAROM_GROUP("impact", "an impact", "One impact of two bodies.", speed,
                     CAROM_TABLE(pair_fields), impact_keys);
}

carom_group carom_group_body(void)
{
  return CAROM_GROUP("body", "a body", "One of two bodies that meet.", carom_body_fields(),
                     CAROM_NO_FIELDS, material_keys);
}

carom_group carom_group_bounce(void)
{
  return CAROM_GROUP("bounce", "a bounce", "A body that falls on a fixed partner.",
                     carom_bounce_fields(), CAROM_NO_FIELDS, bounce_keys);
}

carom_group carom_group_chain(void)
{
  return CAROM_GROUP("chain", "a chain", "Bodies on a line.", CAROM_TABLE(chain_fields),
                     CAROM_NO_FIELDS, chain_keys);
}

carom_group carom_group_bead(void)
{
  return CAROM_GROUP("bead", "a bead", "Equal bodies of a chain.", CAROM_TABLE(bead_fields),
                     CAROM_NO_FIELDS, bead_keys);
}

carom_group carom_group_wall(void)
{
  return CAROM_GROUP("wall", "a wall", "A wall at an end of a chain.", CAROM_TABLE(wall_fields),
                     CAROM_NO_FIELDS, wall_keys);
}

carom_group carom_group_run(void)
{
  return (carom_group){.name = "run",
                       .owner = "run",
                       .text = "How time passes.",
                       .table = {CAROM_TABLE(run_fields), CAROM_NO_FIELDS}};
}

carom_group carom_group_record(void)
{
  return CAROM_GROUP("record", "record", "What is kept.", CAROM_TABLE(record_fields),
                     CAROM_NO_FIELDS, record_keys);
}

carom_group carom_group_measured(void)
{
  return CAROM_GROUP("measured", "measured", "Data to compare with.", CAROM_TABLE(measured_fields),
                     CAROM_NO_FIELDS, measured_keys);
}

/* In the order of the schema. */
static carom_group (*const groups[])(void) = {
    carom_group_material,
    carom_group_body,
    carom_group_impact,
    carom_group_bead,
    carom_group_wall,
    carom_group_chain,
    carom_group_run,
    carom_group_record,
    carom_group_bounce,
    carom_group_measured,
    carom_group_point,
    carom_group_mechanism_body,
    carom_group_joint,
    carom_group_clearance,
    carom_group_driver,
    carom_group_spring,
    carom_group_torsion_spring,
    carom_group_mechanism,
    carom_group_particles,
    carom_group_scene_wall,
    carom_group_domain,
    carom_group_box,
    carom_group_box_component,
    carom_group_size,
    carom_group_drive,
    carom_group_servo,
    carom_group_wall_body,
    carom_group_scene_stage,
    carom_group_stage_add,
    carom_group_stage_wall,
    carom_group_stage_switch,
    carom_group_stage_friction,
    carom_group_region,
    carom_group_sink,
    carom_group_source_part,
    carom_group_source,
    carom_group_particle_group,
    carom_group_measure,
    carom_group_force,
    carom_group_hold,
    carom_group_stage_hold,
    carom_group_bond,
    carom_group_clump_sphere,
    carom_group_clump_shape,
    carom_group_scene,
};

int carom_group_count(void)
{
  return CAROM_COUNT(groups);
}

carom_group carom_group_at(int index)
{
  return groups[index]();
}

carom_group carom_group_named(const char *name)
{
  for (int i = 0; i < CAROM_COUNT(groups); i++) {
    const carom_group group = groups[i]();
    if (!strcmp(group.name, name)) return group;
  }
  return (carom_group){.name = name, .owner = "nothing"};
}

carom_group carom_group_under(const carom_key *key)
{
  return carom_group_named(key->of ? key->of : key->name);
}

int carom_group_fields(const carom_group *group)
{
  return group->table[0].count + group->table[1].count;
}

const carom_field *carom_group_field(const carom_group *group, int index)
{
  const int first = group->table[0].count;
  return index < first ? &group->table[0].field[index] : &group->table[1].field[index - first];
}

int carom_group_find_field(const carom_group *group, const char *name)
{
  const int first = carom_field_find(group->table[0], name);
  if (first >= 0) return first;
  const int second = carom_field_find(group->table[1], name);
  return second < 0 ? -1 : group->table[0].count + second;
}

int carom_group_find_key(const carom_group *group, const char *name)
{
  for (int i = 0; i < group->keys; i++)
    if (carom_same_name(group->key[i].name, name)) return i;
  return -1;
}
