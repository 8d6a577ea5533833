/* SPDX-License-Identifier: MIT */
/* The tables of bonds between the particles of a scene. */
#include "io/format_group.h"

#include <carom/bond.h>

static const carom_key bond_keys[] = {
    {"between", CAROM_KEY_PAIR, false,
     "the materials of the two particles, as in between: [rock, rock]; any if not given", NULL},
    {"group_a", CAROM_KEY_TEXT, false,
     "one of both is of this group of scene.groups; of any if not given", NULL},
    {"group_b", CAROM_KEY_TEXT, false, "the other one is of this group; of any if not given", NULL},
    {"file", CAROM_KEY_TEXT, false,
     "who is bonded, whatever the gap: .csv with the columns a and b, ids of particles; those who "
     "are near each other if not given",
     NULL},
};

static const carom_field word_fields[] = {
    {"model", NULL, CAROM_WORD(0), 1, 0, "timoshenko|euler-bernoulli|parallel",
     "beams, soft or stiff to shear, or the parallel bond of Potyondy and Cundall"},
    {"made", NULL, CAROM_WORD(0), 1, 0, "start|stage",
     "when: at the start, or when a stage of scene.stages says so"},
    {"contact", NULL, CAROM_WORD(0), 1, 0, "beside|after",
     "the ordinary contact of both particles: beside the bond, or only after it has broken"},
};

carom_group carom_group_bond(void)
{
  return CAROM_GROUP("bond", "a bond", "Elastic bonds between particles, which break.",
                     CAROM_TABLE(word_fields), carom_scene_bond_fields(), bond_keys);
}
