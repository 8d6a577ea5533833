/* SPDX-License-Identifier: MIT */
/* The tables of the motion of walls. */
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

static const carom_key servo_keys[] = {
    {"direction", CAROM_KEY_VECTOR, true, "in which it presses, as in direction: [0, 0, -1]", "1"},
};

static const carom_field servo_fields[] = {
    {"force", "N", CAROM_UNSET, -1e12, 1e12, NULL,
     "with which the wall presses on the particles; or give a pressure"},
    {"pressure", "Pa", CAROM_UNSET, -1e15, 1e15, NULL, "that it exerts, on an area"},
    {"area", "m2", CAROM_UNSET, 1e-18, 1e12, NULL, "that the pressure acts on"},
    {"speed", "m/s", CAROM_UNSET, 1e-12, 1e5, NULL, "it moves no faster, as in speed: 0.1 m/s"},
    {"gain", "m/(N s)", CAROM_UNSET, 1e-30, 1e30, NULL,
     "speed for each N that is lacking; speed over the target if not given"},
    {"start", "s", 0, 0, 1e9, NULL, "it stands still before"},
    {"low", "m", CAROM_UNSET, -1e6, 0, NULL,
     "a stop: how far it may go against its direction, 0 or less; no stop if not given"},
    {"high", "m", CAROM_UNSET, 0, 1e6, NULL,
     "a stop: how far it may go along its direction; no stop if not given"},
};

static const carom_key wall_body_keys[] = {
    {"inertia", CAROM_KEY_VECTOR, false,
     "moments of inertia about x, y and z at the start, which are its principal axes; needed where "
     "it turns",
     "kg m2"},
    {"velocity", CAROM_KEY_VECTOR, false, "when it is let go; none if not given", "m/s"},
    {"spin", CAROM_KEY_VECTOR, false, "when it is let go; none if not given", "rad/s"},
    {"force", CAROM_KEY_VECTOR, false, "a force on it besides contacts and gravity", "N"},
    {"torque", CAROM_KEY_VECTOR, false, "a torque on it besides that of contacts", "N m"},
    {"low", CAROM_KEY_VECTOR, false,
     "stops: how far it may go from where it starts, as in low: [0, 0, -50 mm]; none if not given",
     "m"},
    {"high", CAROM_KEY_VECTOR, false, "stops on the other side, 0 or more", "m"},
};

static const carom_field wall_body_fields[] = {
    {"mass", "kg", CAROM_UNSET, CAROM_RANGE_MASS, NULL, "its mass, as in mass: 0.2 kg"},
    {"moves", NULL, CAROM_WORD(7), 1, 0, "none|x|y|z|xy|xz|yz|xyz",
     "directions in which it is free to move"},
    {"turns", NULL, CAROM_WORD(0), 1, 0, "none|x|y|z|xyz", "axes about which it is free to turn"},
    {"start", "s", 0, 0, 1e9, NULL, "it is held before"},
};

carom_group carom_group_servo(void)
{
  return CAROM_GROUP("servo", "a servo", "A wall that presses with a force.",
                     CAROM_TABLE(servo_fields), CAROM_NO_FIELDS, servo_keys);
}

carom_group carom_group_wall_body(void)
{
  return CAROM_GROUP("wall_body", "a free wall", "A wall that is a free body.",
                     CAROM_TABLE(wall_body_fields), CAROM_NO_FIELDS, wall_body_keys);
}

carom_group carom_group_drive(void)
{
  return CAROM_GROUP("drive", "a drive", "A motion of a wall by formula.",
                     CAROM_TABLE(drive_fields), CAROM_NO_FIELDS, drive_keys);
}
