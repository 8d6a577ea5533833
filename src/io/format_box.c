/* SPDX-License-Identifier: MIT */
/* The tables of a deforming box. */
#include "io/format_group.h"

#define COMPONENT "box_component"

static const carom_key box_keys[] = {
    {"x", CAROM_KEY_GROUP, false,
     "how its length in x changes, as in x: {rate: -0.1 1/s}, or z: {stress: 10 kPa, limit: 1 1/s}",
     COMPONENT},
    {"y", CAROM_KEY_GROUP, false, "the same in y; it stays as it is if not given", COMPONENT},
    {"z", CAROM_KEY_GROUP, false, "the same in z", COMPONENT},
    {"all", CAROM_KEY_GROUP, false,
     "x, y and z alike, as in all: {rate: -0.1 1/s}; with a stress they share one rate, and it is "
     "the pressure",
     COMPONENT},
    {"shear", CAROM_KEY_GROUP, false, "how it is sheared in its plane, as in shear: {rate: 10 1/s}",
     COMPONENT},
    {"table", CAROM_KEY_DRIVE, false,
     "rates over time instead: rows of a time and the rates of x, y, z and shear, linear in "
     "between",
     NULL},
};

static const carom_field box_fields[] = {
    {"plane", NULL, CAROM_UNSET, 1, 0, "xy|xz|yx|yz|zx|zy",
     "of the shear: the flow is along the first axis, and changes along the second; xy if not "
     "given, "
     "and in a stage that of the box"},
    {"affine", NULL, CAROM_UNSET, 1, 0, "false|true",
     "particles follow every change of the rates; else these move images across borders only, and "
     "contacts do the rest; false if not given, and in a stage as before"},
};

static const carom_field component_fields[] = {
    {"rate", "1/s", CAROM_UNSET, -1e9, 1e9, NULL,
     "logarithmic strain rate, above 0 where the box grows; of shear, the gradient of the "
     "velocity"},
    {"ramp", "s", 0, 0, 1e9, NULL, "the rate is reached evenly within this time"},
    {"stress", "Pa", CAROM_UNSET, -1e15, 1e15, NULL,
     "instead of a rate: the stress to be held, above 0 where it presses; of shear, where it "
     "drives "
     "a rate above 0"},
    {"limit", "1/s", CAROM_UNSET, 1e-12, 1e9, NULL, "largest rate to reach the stress with"},
    {"gain", "1/(Pa s)", CAROM_UNSET, 1e-30, 1e30, NULL,
     "rate for each Pa that is lacking; the limit over the stress if not given"},
};

carom_group carom_group_box(void)
{
  return CAROM_GROUP("box", "the box", "How a periodic domain deforms.", CAROM_TABLE(box_fields),
                     CAROM_NO_FIELDS, box_keys);
}

carom_group carom_group_box_component(void)
{
  return (carom_group){.name = COMPONENT,
                       .owner = "a component of the box",
                       .text = "One component of the deformation of a box.",
                       .table = {CAROM_TABLE(component_fields), CAROM_NO_FIELDS}};
}
