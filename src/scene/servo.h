/* SPDX-License-Identifier: MIT */
/* A wall that is pressed with a prescribed force. */
#ifndef CAROM_SRC_SCENE_SERVO_H
#define CAROM_SRC_SCENE_SERVO_H

#include <carom/motion.h>

typedef struct carom_servo {
  bool active;
  carom_scene_servo def; /* with a direction of length 1 */
  double target, gain;
  /* Along the direction: displacement since the start, and velocity in the last step. */
  double way, speed;
} carom_servo;

/* Copies a definition, NULL for none; `where` names the wall. */
carom_status carom_servo_set(carom_servo *servo, const carom_scene_servo *def, const char *where,
                             carom_error *err);
/* Sets another target, N. The gain stays, unless it followed from the target. */
carom_status carom_servo_aim(carom_servo *servo, double target, const char *where,
                             carom_error *err);
/* Chooses the velocity for the step that begins at `time`, from the force of the particles on the
 * wall, and advances by it. */
double carom_servo_step(carom_servo *servo, const double force[3], double time, double step);

#endif
