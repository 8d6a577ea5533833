/* SPDX-License-Identifier: MIT */
/* The tables of forces on the particles of a scene. */
#include "io/format_group.h"

static const carom_key force_keys[] = {
    {"group", CAROM_KEY_TEXT, false,
     "on the particles of this group of scene.groups, as in group: top; on all if not given", NULL},
    {"force", CAROM_KEY_VECTOR, false, "given: on each particle; none if not given", "N"},
    {"torque", CAROM_KEY_VECTOR, false, "given: on each particle; none if not given", "N m"},
    {"table", CAROM_KEY_DRIVE, false,
     "given: the force over time instead: rows of a time and three components, linear in between",
     NULL},
    {"flow", CAROM_KEY_VECTOR, false, "drag: velocity of the fluid; it is still if not given",
     "m/s"},
};

static const carom_field force_fields[] = {
    {"kind", NULL, CAROM_UNSET, 1, 0, "given|stokes|quadratic|buoyancy|damping",
     "given: as the file says; stokes, quadratic: drag in a fluid; buoyancy; damping: local and "
     "not viscous, no law of nature, for coming to rest"},
    {"viscosity", "Pa s", CAROM_UNSET, 1e-12, 1e12, NULL, "stokes: of the fluid"},
    {"density", "kg/m3", CAROM_UNSET, 1e-6, 1e6, NULL, "quadratic, buoyancy: of the fluid"},
    {"coefficient", "1", CAROM_UNSET, 1e-9, 1e6, NULL,
     "quadratic: drag coefficient, over half the density times the cross section; damping: share "
     "of what acts, below 1"},
};

carom_group carom_group_force(void)
{
  return CAROM_GROUP("force", "a force", "A force on particles, besides contacts and gravity.",
                     CAROM_TABLE(force_fields), CAROM_NO_FIELDS, force_keys);
}
