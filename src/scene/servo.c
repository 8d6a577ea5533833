/* SPDX-License-Identifier: MIT */
#include "scene/servo.h"

#include <stdio.h>

#include "core/error.h"
#include "law_math.h"
#include "scene/wall_shapes.h"

carom_scene_servo carom_scene_servo_default(void)
{
  return (carom_scene_servo){.pressure = CAROM_UNSET,
                             .area = CAROM_UNSET,
                             .gain = CAROM_UNSET,
                             .low = CAROM_UNSET,
                             .high = -CAROM_UNSET};
}

static bool finite(double x)
{
  return x - x == 0;
}

carom_status carom_servo_aim(carom_servo *servo, double target, const char *where, carom_error *err)
{
  const bool follows = servo->def.gain == CAROM_UNSET;
  if (!finite(target))
    return carom_fail(err, CAROM_ERR_RANGE, where, "the target of a servo must be finite");
  if (follows && target == 0)
    return carom_fail(err, CAROM_ERR_MISSING, where,
                      "a servo without a target force needs a gain, in m/s per N");
  servo->target = target;
  servo->gain = follows ? servo->def.speed / CAROM_FABS(target) : servo->def.gain;
  return CAROM_OK;
}

carom_status carom_servo_set(carom_servo *servo, const carom_scene_servo *def, const char *wall,
                             carom_error *err)
{
  carom_servo made = {.active = def != NULL};
  char where[48];
  snprintf(where, sizeof where, "%s.motion.servo", wall);
  if (def) {
    const double length = CAROM_SQRT(carom_dot(def->direction, def->direction));
    const bool presses = def->pressure != CAROM_UNSET;
    made.def = *def;
    if (!(length > 0 && length < 1e150))
      return carom_fail(err, CAROM_ERR_RANGE, where,
                        "a servo needs a direction of a length other than 0");
    if (presses && !(def->area > 0 && finite(def->area)))
      return carom_fail(err, CAROM_ERR_MISSING, where, "a pressure needs the area that it acts on");
    if (!(def->speed > 0 && finite(def->speed)))
      return carom_fail(err, CAROM_ERR_RANGE, where, "a servo needs a speed limit above 0");
    if (!(def->gain == CAROM_UNSET || (def->gain > 0 && finite(def->gain))))
      return carom_fail(err, CAROM_ERR_RANGE, where, "the gain of a servo must be above 0");
    if (!(def->low <= 0 && def->high >= 0))
      return carom_fail(err, CAROM_ERR_RANGE, where,
                        "stops lie on both sides of the start: low <= 0 <= high");
    if (!finite(def->start))
      return carom_fail(err, CAROM_ERR_RANGE, where, "its start must be finite");
    for (int k = 0; k < 3; k++)
      made.def.direction[k] /= length;
    CAROM_TRY(carom_servo_aim(&made, presses ? def->pressure * def->area : def->force, where, err));
  }
  *servo = made;
  return CAROM_OK;
}

double carom_servo_step(carom_servo *servo, const double force[3], double time, double step)
{
  const carom_scene_servo *def = &servo->def;
  const double pressed = -carom_dot(force, def->direction);
  double speed = servo->gain * (servo->target - pressed);
  if (time < def->start - 1e-6 * step) speed = 0;
  speed = speed > def->speed ? def->speed : speed < -def->speed ? -def->speed : speed;
  if (servo->way + step * speed > def->high) speed = (def->high - servo->way) / step;
  if (servo->way + step * speed < def->low) speed = (def->low - servo->way) / step;
  servo->speed = speed;
  servo->way += step * speed;
  return speed;
}
