/* SPDX-License-Identifier: MIT */
/* Tables of settings of the parts of a mechanism, shared by definitions and scenario files. */
#include <carom/mechanism.h>

#include "core/array.h"
#include "core/ranges.h"

#define TABLE(array) ((carom_fields){array, CAROM_COUNT(array)})

static const carom_field mechanism_fields[] = {
    {"gravity_x", "m/s2", 0, CAROM_RANGE_GRAVITY, NULL, "gravity along x"},
    {"gravity_y", "m/s2", 0, CAROM_RANGE_GRAVITY, NULL, "gravity along y"},
    {"tolerance", "1", 1e-10, CAROM_RANGE_TOLERANCE, NULL, "relative tolerance of the integration"},
};

static const carom_field body_fields[] = {
    {"mass", "kg", CAROM_UNSET, CAROM_RANGE_MASS, NULL, "mass; must be given"},
    {"inertia", "kg m2", CAROM_UNSET, 1e-40, 1e40, NULL,
     "moment of inertia about the centre of mass; must be given"},
    {"x", "m", 0, -1e6, 1e6, NULL, "where the frame of the body starts; the joints correct it"},
    {"y", "m", 0, -1e6, 1e6, NULL, "where the frame of the body starts; the joints correct it"},
    {"angle", "rad", 0, -1e6, 1e6, NULL, "angle of the frame at the start; the joints correct it"},
    {"velocity_x", "m/s", 0, CAROM_RANGE_VELOCITY, NULL,
     "velocity of the frame at the start; the joints correct it"},
    {"velocity_y", "m/s", 0, CAROM_RANGE_VELOCITY, NULL,
     "velocity of the frame at the start; the joints correct it"},
    {"spin", "rad/s", 0, -1e8, 1e8, NULL, "angular velocity at the start; the joints correct it"},
};

static const carom_field point_fields[] = {
    {"x", "m", 0, -1e6, 1e6, NULL, "first coordinate"},
    {"y", "m", 0, -1e6, 1e6, NULL, "second coordinate"},
};

static const carom_field joint_fields[] = {
    {"type", NULL, CAROM_WORD(0), 1, 0, "revolute|prismatic|fixed|distance",
     "revolute: two points stay together; prismatic: b slides along a line of a without turning; "
     "fixed: b does not move against a; distance: two points keep their distance"},
    {"direction", "rad", 0, -1e3, 1e3, NULL, "prismatic: of the line, in the frame of a"},
    {"angle", "rad", CAROM_UNSET, -1e6, 1e6, NULL,
     "prismatic, fixed: angle of b against a; if not given, as at the start"},
    {"length", "m", CAROM_UNSET, 1e-9, 1e6, NULL,
     "distance: how far the points are apart; if not given, as at the start"},
};

static const carom_field clearance_fields[] = {
    {"bearing_radius", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL,
     "radius of the bearing; must be given"},
    {"journal_radius", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL,
     "radius of the journal, smaller than that of the bearing; must be given"},
    {"friction", "1", 0, 0, 100, NULL, "coefficient of friction"},
    {"friction_v0", "m/s", 1e-4, 1e-12, 1e5, NULL, "no friction below this sliding speed"},
    {"friction_v1", "m/s", 1e-3, 1e-12, 1e5, NULL,
     "full friction above this sliding speed, linear in between"},
    {"expected_speed", "m/s", 0.1, 1e-9, 1e5, NULL,
     "speed of impacts at which laws that need one are calibrated"},
    {"start", NULL, CAROM_WORD(0), 1, 0, "centred|placed",
     "centred: the journal starts in the middle of the bearing and moves with it; placed: where "
     "its body was put"},
};

static const carom_field driver_fields[] = {
    {"start_angle", "rad", CAROM_UNSET, -1e6, 1e6, NULL,
     "speed: angle of b against a at the start; if not given, that of the bodies"},
    {"start_position", "m", CAROM_UNSET, -1e6, 1e6, NULL,
     "velocity: displacement of b along the joint at the start; if not given, that of the bodies"},
};

static const carom_field spring_fields[] = {
    {"stiffness", "N/m", 0, 0, 1e20, NULL, "stiffness"},
    {"damping", "N s/m", 0, 0, 1e20, NULL, "coefficient of a damper beside the spring"},
    {"length", "m", CAROM_UNSET, 0, 1e6, NULL,
     "length without force; if not given, that at the start"},
};

static const carom_field torsion_fields[] = {
    {"stiffness", "N m/rad", 0, 0, 1e20, NULL, "stiffness"},
    {"damping", "N m s/rad", 0, 0, 1e20, NULL, "coefficient of a damper beside the spring"},
    {"angle", "rad", CAROM_UNSET, -1e6, 1e6, NULL,
     "angle of b against a without moment; if not given, that at the start"},
};

carom_fields carom_mechanism_fields(void)
{
  return TABLE(mechanism_fields);
}

carom_fields carom_mechanism_body_fields(void)
{
  return TABLE(body_fields);
}

carom_fields carom_place_fields(void)
{
  return TABLE(point_fields);
}

carom_fields carom_joint_fields(void)
{
  return TABLE(joint_fields);
}

carom_fields carom_driver_fields(void)
{
  return TABLE(driver_fields);
}

carom_fields carom_spring_fields(bool twists)
{
  return twists ? TABLE(torsion_fields) : TABLE(spring_fields);
}

carom_fields carom_clearance_fields(void)
{
  return TABLE(clearance_fields);
}
