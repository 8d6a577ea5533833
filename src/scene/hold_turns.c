/* SPDX-License-Identifier: MIT */
/* Held groups that rotate in a periodic domain. Images are shifted by whole periods and do not
 * rotate about the centre of the hold, so a group that reaches across a period while it turns would
 * run into its own image. */
#include <inttypes.h>
#include <stdio.h>

#include "core/error.h"
#include "law_base.h"
#include "scene/holds.h"
#include "scene/rotation.h"
#include "scene/scene.h"

/* Would this hold, if it is on, hold the particle? */
static bool is_held_by(const carom_scene *s, int hold, int64_t i)
{
  const carom_particles *p = &s->particles;
  if (p->held[i] == 0 && !(carom_inv_mass(s, i) > 0)) return false; /* fixed for good */
  for (int k = 0; k < hold; k++)
    if (s->model.hold[k].on && p->group[i] >> s->model.hold[k].group & 1) return false;
  return p->group[i] >> s->model.hold[hold].group & 1;
}

/* Width of the held particles along a direction. */
static double width_along(const carom_scene *s, int hold, const double direction[3])
{
  double low = 0, high = 0;
  bool any = false;
  for (int64_t i = 0; i < s->particles.count; i++) {
    const double *x = carom_position_of(s, i);
    double at = 0;
    if (!is_held_by(s, hold, i)) continue;
    for (int k = 0; k < 3; k++)
      at += direction[k] * (x[k] + s->particles.image[3 * i + k] * s->model.length[k]);
    low = !any || at - x[3] < low ? at - x[3] : low;
    high = !any || at + x[3] > high ? at + x[3] : high;
    any = true;
  }
  return high - low;
}

/* Largest width across direction k during a turn whose axis is not along k. */
static double widest(const carom_scene *s, int hold, const double spin[3], int k)
{
  enum { PLACES = 48 }; /* samples of half a turn; the width is off by less than 1e-3 */
  const double rate = CAROM_SQRT(carom_dot(spin, spin));
  double most = 0;
  for (int n = 0; n < PLACES; n++) {
    double direction[3] = {k == 0, k == 1, k == 2};
    const carom_rotation turn = carom_rotation_of(spin, CAROM_PI * n / PLACES / rate);
    carom_rotate(&turn, direction);
    const double width = width_along(s, hold, direction);
    most = width > most ? width : most;
  }
  return most;
}

carom_status carom_hold_check_turn(const carom_scene *s, int hold, const double spin[3],
                                   carom_error *err)
{
  const double square = carom_dot(spin, spin);
  for (int k = 0; square > 0 && k < 3; k++) {
    const bool along = square - spin[k] * spin[k] <= 1e-18 * square;
    char name[80], where[32];
    if (!(s->model.length[k] > 0) || along) continue;
    const double width = widest(s, hold, spin, k);
    if (width < s->model.length[k] * (1 - 1e-6)) continue;
    snprintf(where, sizeof where, "hold[%d].spin", hold);
    snprintf(name, sizeof name, "hold %d", hold);
    if (s->model.hold[hold].name)
      snprintf(name, sizeof name, "hold '%.60s'", s->model.hold[hold].name);
    return carom_fail(err, CAROM_ERR_CONFLICT, where,
                      "what %s holds is %.4g m wide across %c in the course of a turn, and comes "
                      "into its own image a period of %.4g m farther on; hold less, turn it about "
                      "%c, make %c not periodic, or place it away from the border",
                      name, width, "xyz"[k], s -> model.length[k], "xyz"[k], "xyz"[k]);
  }
  return CAROM_OK;
}

carom_status carom_holds_check_turns(const carom_scene *s, carom_error *err)
{
  for (int k = 0; k < s->model.holds; k++)
    if (s->model.hold[k].on) CAROM_TRY(carom_hold_check_turn(s, k, s->model.hold[k].spin, err));
  return CAROM_OK;
}
