/* SPDX-License-Identifier: MIT */
/* The tables of prescribed motions of particles. */
#include "io/format_group.h"

static const carom_key hold_keys[] = {
    {"group", CAROM_KEY_TEXT, true,
     "the particles that are held: a group of scene.groups, as in group: lid", NULL},
    {"velocity", CAROM_KEY_VECTOR, false, "they move at this velocity; none if not given", "m/s"},
    {"spin", CAROM_KEY_VECTOR, false,
     "they turn as one body about 'centre' at this rate; not if not given", "rad/s"},
    {"centre", CAROM_KEY_VECTOR, false,
     "about which they turn; it moves along while they are held; the origin if not given", "m"},
};

static const carom_field hold_fields[] = {
    {"on", NULL, CAROM_WORD(1), 1, 0, "false|true", "whether they are held at the start"},
};

static const carom_key stage_hold_keys[] = {
    {"velocity", CAROM_KEY_VECTOR, false, "another velocity; as before if not given", "m/s"},
    {"spin", CAROM_KEY_VECTOR, false, "another spin; as before if not given", "rad/s"},
    {"centre", CAROM_KEY_VECTOR, false,
     "another centre of the spin; where it has moved to if not given", "m"},
};

static const carom_field stage_hold_fields[] = {
    {"on", NULL, CAROM_WORD(1), 1, 0, "false|true",
     "held from the beginning of the stage on, or released"},
};

carom_group carom_group_hold(void)
{
  return CAROM_GROUP("hold", "a hold", "Particles whose motion is prescribed.",
                     CAROM_TABLE(hold_fields), CAROM_NO_FIELDS, hold_keys);
}

carom_group carom_group_stage_hold(void)
{
  return CAROM_GROUP("stage_hold", "a hold in a stage", "What a hold does from a stage on.",
                     CAROM_TABLE(stage_hold_fields), CAROM_NO_FIELDS, stage_hold_keys);
}
