/* SPDX-License-Identifier: MIT */
/* The keys of mechanisms; their fields are those of the library. Parts are named; a point of a body
 * is written body.point. */
#include <carom/mechanism.h>

#include "io/format_group.h"

static const carom_key mechanism_keys[] = {
    {"bodies", CAROM_KEY_MAP, true,
     "the bodies by name, as in bodies: {rod: {mass: 1 kg, inertia: 0.01 kg m2}}",
     "mechanism_body"},
    {"ground", CAROM_KEY_MAP, false,
     "named points that never move, as in ground: {pivot: {x: 100 mm}}", "point"},
    {"joints", CAROM_KEY_MAP, false,
     "the joints by name, as in joints: {pivot: {a: ground, b: rod}}", "joint"},
    {"clearances", CAROM_KEY_MAP, false,
     "revolute joints with clearance, as in clearances: {wrist: {bearing: rod.end, journal: "
     "slider, bearing_radius: 10 mm, journal_radius: 9.5 mm, bearing_material: steel, "
     "journal_material: steel}}",
     "clearance"},
    {"drivers", CAROM_KEY_MAP, false,
     "motors by name, as in drivers: {motor: {joint: pivot, speed: 200 rpm}}", "driver"},
    {"springs", CAROM_KEY_MAP, false,
     "springs with dampers between two points, as in springs: {s: {a: ground, b: rod.end, "
     "stiffness: 100 N/m}}",
     "spring"},
    {"torsion_springs", CAROM_KEY_MAP, false,
     "springs that turn two bodies against each other, as in torsion_springs: {s: {a: ground, b: "
     "rod, stiffness: 1 N m/rad}}",
     "torsion_spring"},
};

static const carom_field mechanism_fields[] = {
    {"gravity", "m/s2", 0, CAROM_RANGE_GRAVITY, NULL, "gravity, downwards (against y)"},
    {"gravity_direction", "rad", CAROM_UNSET, -1e3, 1e3, NULL,
     "where gravity pulls, as an angle from the x axis; if not given, downwards"},
    {"redundant", NULL, CAROM_WORD(0), 1, 0, "refuse|drop",
     "equations of joints that repeat others. refuse: an error names the joint; drop: they are "
     "left "
     "out"},
};

static const carom_key body_keys[] = {
    {"centre", CAROM_KEY_GROUP, false,
     "the centre of mass in the frame of the body, as in centre: {x: 150 mm}", "point"},
    {"points", CAROM_KEY_MAP, false,
     "named points in the frame of the body, as in points: {end: {x: 300 mm}}", "point"},
};

static const carom_key end_keys[] = {
    {"a", CAROM_KEY_TEXT, true, "one end: ground, a body, or a point such as ground.pivot, rod.end",
     NULL},
    {"b", CAROM_KEY_TEXT, true, "the other end: a body, or a point such as rod.end", NULL},
};

static const carom_key clearance_keys[] = {
    {"bearing", CAROM_KEY_TEXT, true, "centre of the bearing, as in bearing: rod.end", NULL},
    {"journal", CAROM_KEY_TEXT, true, "centre of the journal, as in journal: slider", NULL},
    {"bearing_material", CAROM_KEY_MATERIAL, true,
     "material of the bearing, as in bearing_material: steel", NULL},
    {"journal_material", CAROM_KEY_MATERIAL, true,
     "material of the journal, as in journal_material: steel", NULL},
};

static const carom_key driver_keys[] = {
    {"joint", CAROM_KEY_TEXT, true, "the joint or clearance that is driven, as in joint: pivot",
     NULL},
    {"speed", CAROM_KEY_DRIVE, false,
     "angular velocity of b against a, as in speed: 200 rpm, or [[0 s, 0 rpm], [1 s, 200 rpm]]",
     NULL},
    {"velocity", CAROM_KEY_DRIVE, false,
     "velocity along a prismatic joint, as in velocity: 0.1 m/s, or a table", NULL},
    {"torque", CAROM_KEY_DRIVE, false, "torque on b, as in torque: 2 N m, or a table", NULL},
    {"force", CAROM_KEY_DRIVE, false,
     "force on b along a prismatic joint, as in force: 5 N, or a table", NULL},
};

carom_group carom_group_mechanism(void)
{
  return CAROM_GROUP("mechanism", "a mechanism", "Bodies in a plane, joined.",
                     CAROM_TABLE(mechanism_fields), CAROM_NO_FIELDS, mechanism_keys);
}

carom_group carom_group_mechanism_body(void)
{
  return CAROM_GROUP("mechanism_body", "a body of a mechanism", "A body of a mechanism.",
                     carom_mechanism_body_fields(), CAROM_NO_FIELDS, body_keys);
}

carom_group carom_group_point(void)
{
  return (carom_group){.name = "point",
                       .owner = "a point",
                       .text = "A point of a body or of the ground.",
                       .table = {carom_place_fields(), CAROM_NO_FIELDS}};
}

carom_group carom_group_joint(void)
{
  return CAROM_GROUP("joint", "a joint", "A joint of two bodies.", carom_joint_fields(),
                     CAROM_NO_FIELDS, end_keys);
}

carom_group carom_group_clearance(void)
{
  return CAROM_GROUP("clearance", "a clearance", "A journal in a bearing with clearance.",
                     carom_clearance_fields(), CAROM_NO_FIELDS, clearance_keys);
}

carom_group carom_group_driver(void)
{
  return CAROM_GROUP("driver", "a driver", "A motor.", carom_driver_fields(), CAROM_NO_FIELDS,
                     driver_keys);
}

carom_group carom_group_spring(void)
{
  return CAROM_GROUP("spring", "a spring", "A spring between two points.",
                     carom_spring_fields(false), CAROM_NO_FIELDS, end_keys);
}

carom_group carom_group_torsion_spring(void)
{
  return CAROM_GROUP("torsion_spring", "a torsion spring", "A spring between two bodies.",
                     carom_spring_fields(true), CAROM_NO_FIELDS, end_keys);
}
