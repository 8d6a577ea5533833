/* SPDX-License-Identifier: MIT */
/* The tables of shapes of clumps. */
#include "io/format_group.h"

static const carom_key sphere_keys[] = {
    {"position", CAROM_KEY_VECTOR, false,
     "its centre, in axes of the shape's own, as in position: [1 mm, 0, 0]; the origin if not "
     "given",
     "m"},
};

static const carom_field sphere_fields[] = {
    {"radius", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL, "its radius"},
};

static const carom_key shape_keys[] = {
    {"spheres", CAROM_KEY_LIST, false,
     "its members, which may overlap, as in spheres: [{radius: 1 mm}, {position: [1.5 mm, 0, 0], "
     "radius: 1 mm}]",
     "clump_sphere"},
    {"file", CAROM_KEY_TEXT, false,
     "members from a file instead: .csv with columns x[m], y[m], z[m], radius[m]", NULL},
};

carom_group carom_group_clump_sphere(void)
{
  return CAROM_GROUP("clump_sphere", "a sphere of a shape", "A sphere of the shape of clumps.",
                     CAROM_TABLE(sphere_fields), CAROM_NO_FIELDS, sphere_keys);
}

carom_group carom_group_clump_shape(void)
{
  return CAROM_GROUP("clump_shape", "a shape",
                     "A shape of clumps, rigid bodies of several spheres.", CAROM_NO_FIELDS,
                     CAROM_NO_FIELDS, shape_keys);
}
