/* SPDX-License-Identifier: MIT */
/* The tables of how walls of a scene move. */
#include "io/format_group.h"

#include <carom/motion.h>

static const carom_key drive_keys[] = {
    {"velocity", CAROM_KEY_VECTOR, false, "it moves at this velocity", "m/s"},
    {"spin", CAROM_KEY_VECTOR, false, "it turns about its centre at this rate", "rad/s"},
    {"amplitude", CAROM_KEY_VECTOR, false,
     "it oscillates by this much, as in amplitude: [0, 0, 1 mm]", "m"},
    {"swing", CAROM_KEY_VECTOR, false,
     "it oscillates about its centre by this angle, as in swing: [0, 5 deg, 0]", "rad"},
    {"surface", CAROM_KEY_VECTOR, false,
     "a conveyor: the wall stands still and its surface moves, as in surface: [0.5 m/s, 0, 0]",
     "m/s"},
};

static const carom_field drive_fields[] = {
    {"frequency", "Hz", CAROM_UNSET, 1e-9, 1e9, NULL, "of an oscillation"},
    {"phase", "rad", 0, -1e3, 1e3, NULL,
     "of an oscillation when it starts: 0 begins at full speed, 90 deg from a turning point"},
    {"start", "s", 0, 0, 1e9, NULL, "when it begins"},
    {"stop", "s", CAROM_UNSET, 0, 1e9, NULL, "when it ends; never if not given"},
    {"ramp", "s", 0, 0, 1e9, NULL,
     "speed, or amplitude, grows evenly within this time after the start, and falls within it "
     "before the stop"},
};

carom_group carom_group_drive(void)
{
  return CAROM_GROUP("drive", "a drive", "A motion of a wall by formula.",
                     CAROM_TABLE(drive_fields), CAROM_NO_FIELDS, drive_keys);
}
