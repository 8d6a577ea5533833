/* SPDX-License-Identifier: MIT */
/* The tables of sources, sinks and regions. */
#include "io/format_group.h"

/* Keys of regions. */
#define REGION_KEYS                                                                                \
  {"low", CAROM_KEY_VECTOR, false, "box: one corner", "m"},                                        \
      {"high", CAROM_KEY_VECTOR, false, "box: the opposite corner", "m"},                          \
      {"point", CAROM_KEY_VECTOR, false,                                                           \
       "cylinder: the centre of one end; sphere, disc, ring: its centre; below: a point of the "   \
       "plane; the origin if not given",                                                           \
       "m"},                                                                                       \
  {                                                                                                \
    "direction", CAROM_KEY_VECTOR, false,                                                          \
        "cylinder: along its axis from 'point'; disc, ring: across it; below: off the plane; up "  \
        "if not given",                                                                            \
        "1"                                                                                        \
  }

static const carom_field region_fields[] = {
    {"radius", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL,
     "radius of a cylinder, sphere, disc or ring"},
    {"inner_radius", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL,
     "of a ring, or of a cylinder that is hollow"},
    {"length", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL, "of a cylinder"},
};

static const carom_key region_keys[] = {
    REGION_KEYS,
    {"wall", CAROM_KEY_TEXT, false, "mesh: the wall whose inside is filled, as in wall: drum",
     NULL},
    {"inside", CAROM_KEY_VECTOR, false,
     "mesh: a point of the side that is filled; needed where the mesh is open at the borders of "
     "the region or beyond them",
     "m"},
};

static const carom_field filled_fields[] = {
    {"shape", NULL, CAROM_WORD(0), 1, 0, "box|cylinder|mesh|sphere",
     "its shape; mesh: the inside of a wall that is one, between 'low' and 'high' if they are "
     "given"},
};

static const carom_key sink_keys[] = {REGION_KEYS};

static const carom_field sink_fields[] = {
    {"shape", NULL, CAROM_WORD(0), 1, 0, "box|cylinder|sphere|below",
     "particles whose centre is in it leave; below: behind a plane"},
    {"every", "s", CAROM_UNSET, 1e-12, 1e9, NULL,
     "time between two looks, in whole steps; 1000 steps if not given"},
    {"enabled", NULL, CAROM_WORD(1), 1, 0, "false|true", "whether it takes anything at the start"},
};

static const carom_key source_keys[] = {
    {"particles", CAROM_KEY_LIST, true,
     "what enters, as in particles: [{material: glass, radius: 1 mm}]; of several each has a share",
     "source_part"},
    REGION_KEYS,
    {"velocity", CAROM_KEY_VECTOR, false, "velocity at entry; none if not given", "m/s"},
    {"spread", CAROM_KEY_VECTOR, false,
     "each component of the velocity differs by up to this, either way; by nothing if not given",
     "m/s"},
    {"spin", CAROM_KEY_VECTOR, false, "angular velocity at entry; none if not given", "rad/s"},
};

static const carom_field source_fields[] = {
    {"shape", NULL, CAROM_WORD(0), 1, 0, "box|cylinder|sphere|disc|ring",
     "where particles enter, wholly inside; on a disc or ring with their outline"},
    {"rate", "1/s", CAROM_UNSET, 1e-9, 1e12, NULL,
     "particles a second, as in rate: 1000 1/s; without a rate as many as find room"},
    {"mass_rate", "kg/s", CAROM_UNSET, 1e-15, 1e9, NULL, "mass a second instead"},
    {"count", "1", CAROM_UNSET, 1, 4e9, NULL, "it ends when so many have entered"},
    {"mass", "kg", CAROM_UNSET, 1e-18, 1e12, NULL, "it ends when this mass has entered"},
    {"filling", "1", CAROM_UNSET, 1e-6, 1, NULL,
     "it ends when the solid volume that has entered is this share of the volume of its region"},
    {"shares", NULL, CAROM_WORD(0), 1, 0, "number|mass", "of what several 'particles' have shares"},
    {"start", "s", 0, 0, 1e9, NULL, "nothing enters before"},
    {"every", "s", CAROM_UNSET, 1e-12, 1e9, NULL,
     "time between two entries, in whole steps; 1000 steps if not given"},
    {"gap", "m", 0, 0, 1e6, NULL, "at least this much to other particles and to walls at entry"},
    {"seed", "1", 1, 0, 9e15, NULL, "another seed, other particles; the same seed, the same ones"},
    {"enabled", NULL, CAROM_WORD(1), 1, 0, "false|true", "whether anything enters at the start"},
};

static const carom_key part_keys[] = {
    {"clump", CAROM_KEY_TEXT, false,
     "clumps instead of spheres: the name of one of scene.shapes, turned at random; 'radius' is "
     "then "
     "that of the sphere that holds one, which may be left out",
     NULL},
    {"material", CAROM_KEY_MATERIAL, true, "name of one of the materials, as in material: glass",
     NULL},
    CAROM_DISTRIBUTION_KEY,
};

static const carom_field part_fields[] = {
    {"share", "1", 1, 1e-9, 1e9, NULL, "its share among the others, in any unit"},
    {"radius", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL,
     "radius, the smallest if radius_max is given"},
    {"radius_max", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL,
     "largest radius; if not given, all are equal"},
    CAROM_DISTRIBUTION_FIELDS,
};

carom_group carom_group_region(void)
{
  return CAROM_GROUP("region", "a region", "A region that is filled with particles.",
                     CAROM_TABLE(filled_fields), CAROM_TABLE(region_fields), region_keys);
}

carom_group carom_group_sink(void)
{
  return CAROM_GROUP("sink", "a sink", "Where particles leave a scene.", CAROM_TABLE(sink_fields),
                     CAROM_TABLE(region_fields), sink_keys);
}

carom_group carom_group_source(void)
{
  return CAROM_GROUP("source", "a source", "Where particles enter a scene.",
                     CAROM_TABLE(source_fields), CAROM_TABLE(region_fields), source_keys);
}

carom_group carom_group_source_part(void)
{
  return CAROM_GROUP("source_part", "particles of a source", "Some of what a source puts in.",
                     CAROM_TABLE(part_fields), CAROM_NO_FIELDS, part_keys);
}
