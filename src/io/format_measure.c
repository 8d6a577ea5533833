/* SPDX-License-Identifier: MIT */
/* The tables of groups and measures of a scene. */
#include "io/format_group.h"

/* Selection of particles: keys and fields shared by groups and measures. */
#define SELECTION_KEYS                                                                             \
  {"material", CAROM_KEY_MATERIAL, false,                                                          \
   "only particles of this material, as in material: glass; of any if not given", NULL},           \
      {"group", CAROM_KEY_TEXT, false,                                                             \
       "only particles of this group of scene.groups, as in group: top; all if not given", NULL},  \
      {"low", CAROM_KEY_VECTOR, false, "box: one corner", "m"},                                    \
      {"high", CAROM_KEY_VECTOR, false, "box: the opposite corner", "m"},                          \
      {"point", CAROM_KEY_VECTOR, false,                                                           \
       "cylinder: the centre of one end; sphere: its centre; below, mass_flow: a point of the "    \
       "plane; quadrants, surface: the middle; the origin if not given",                           \
       "m"},                                                                                       \
  {                                                                                                \
    "direction", CAROM_KEY_VECTOR, false,                                                          \
        "cylinder: along its axis from 'point'; below: off the plane; mass_flow: the way that "    \
        "counts; up if not given",                                                                 \
        "1"                                                                                        \
  }

static const carom_field selection_fields[] = {
    {"shape", NULL, CAROM_WORD(0), 1, 0, "everywhere|box|cylinder|sphere|below",
     "only particles whose centre is in this region"},
    {"radius", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL, "radius of a cylinder or sphere"},
    {"inner_radius", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL, "of a cylinder that is hollow"},
    {"length", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL, "of a cylinder"},
    {"size_min", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL,
     "only particles of at least this radius"},
    {"size_max", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL,
     "only particles of at most this radius"},
    {"id_min", "1", CAROM_UNSET, 0, 4294967295.0, NULL, "only particles with at least this id"},
    {"id_max", "1", CAROM_UNSET, 0, 4294967295.0, NULL, "only particles with at most this id"},
};

static const carom_key group_keys[] = {SELECTION_KEYS};

static const carom_key measure_keys[] = {
    SELECTION_KEYS,
    {"marked", CAROM_KEY_TEXT, false,
     "mixing: the group of scene.groups whose mixture with the others is measured", NULL},
    {"cells", CAROM_KEY_VECTOR, false,
     "profile, field, mixing: cells in each direction, as in cells: [1, 1, 40]", "1"},
    {"along", CAROM_KEY_VECTOR, false,
     "surface: the direction in which its angle is measured; quadrants: the first axis; x if not "
     "given",
     "1"},
    {"up", CAROM_KEY_VECTOR, false,
     "surface: what is up; quadrants: the second axis; z if not given", "1"},
};

static const carom_field measure_fields[] = {
    {"what", NULL, CAROM_UNSET, 1, 0,
     "stress|fabric|solid_fraction|coordination|motion|inertial_number|mass_flow|mixing|quadrants|"
     "surface|radial|forces|profile|field",
     "what is measured, as in what: stress"},
    {"from", "s", 0, 0, 1e9, NULL, "means and averages begin at this time"},
    {"width", "m", CAROM_UNSET, 1e-12, 1e6, NULL,
     "profile, field: standard deviation of the spline that spreads a particle; the mean radius if "
     "not given"},
    {"reach", "m", CAROM_UNSET, 1e-12, 1e6, NULL, "radial: the largest distance"},
    {"most", "1", 6, 1e-3, 1e6, NULL, "forces: the largest force, over the mean"},
    {"bins", "1", 50, 2, 1e5, NULL, "radial, forces, surface: how many intervals"},
    {"share", "1", 0.6, 1e-3, 1, NULL, "surface: the inner part of its extent that counts"},
    {"radial", NULL, CAROM_WORD(0), 1, 0, "false|true",
     "surface: by the distance from the upright axis through 'point', as of a heap"},
};

carom_group carom_group_particle_group(void)
{
  return CAROM_GROUP("particle_group", "a group", "Some particles, by what they are at the start.",
                     CAROM_TABLE(selection_fields), CAROM_NO_FIELDS, group_keys);
}

carom_group carom_group_measure(void)
{
  return CAROM_GROUP("measure", "a measure", "What is measured over time.",
                     CAROM_TABLE(measure_fields), CAROM_TABLE(selection_fields), measure_keys);
}
