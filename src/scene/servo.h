/* SPDX-License-Identifier: MIT */
/* A wall that presses with a force that is asked for. */
#ifndef CAROM_SRC_SCENE_SERVO_H
#define CAROM_SRC_SCENE_SERVO_H

#include <carom/motion.h>

typedef struct carom_servo {
  bool active;
  carom_scene_servo def; /* its direction has length 1 */
  double target, gain;
  double way, speed; /* along the direction: since it began, and in the last step */
} carom_servo;

/* Copies a definition, NULL for none; `where` names the wall. */
carom_status carom_servo_set(carom_servo *servo, const carom_scene_servo *def, const char *where,
                             carom_error *err);
/* Another target, N; the gain stays unless it followed from the target. */
carom_status carom_servo_aim(carom_servo *servo, double target, const char *where,
                             carom_error *err);
/* Chooses the speed of the step that begins at `time`, when particles act on the wall with `force`,
 * and goes that way. */
double carom_servo_step(carom_servo *servo, const double force[3], double time, double step);

#endif
