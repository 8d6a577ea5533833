/* SPDX-License-Identifier: MIT */
/* Heaps from a lifted cylinder: scenarios/repose.yaml. */
#include <math.h>

#include "verify/bulk.h"

/* Of a cone of grains with this mean height over its lowest layer and mean distance from its axis.
 */
static double angle_of(carom_scene *scene)
{
  const carom_scene_view v = carom_scene_sample(scene);
  const double share = 1 / (double)v.count;
  double axis[2] = {0, 0}, height = 0, aside = 0;
  for (int64_t i = 0; i < v.count; i++) {
    axis[0] += share * v.grain[i].position[0];
    axis[1] += share * v.grain[i].position[1];
    height += share * (v.grain[i].position[2] - v.grain[i].radius);
  }
  for (int64_t i = 0; i < v.count; i++)
    aside += share * hypot(v.grain[i].position[0] - axis[0], v.grain[i].position[1] - axis[1]);
  return atan(2 * height / aside) * 180 / CAROM_PI;
}

/* NaN after a failure. */
static double heap(carom_verify *v, double rolling, double work, int seed)
{
  bulk b = {.v = v};
  double angle = NAN;
  bulk_note(v, "rolling resistance %g, adhesion %g J/m2, seed %d", rolling, work, seed);
  bulk_open(&b, "repose.yaml");
  bulk_set(&b, "scene.particles.0.seed", "%d", seed);
  bulk_set(&b, "contacts.0.rolling.friction", "%g", rolling);
  if (work > 0)
    bulk_set(&b, "contacts.0.adhesion", "{model: dmt, work_of_adhesion: %g J/m2}", work);
  if (bulk_start(&b) && bulk_advance(&b, CAROM_RUN_END)) angle = angle_of(bulk_scene(&b));
  bulk_close(&b);
  return angle;
}

/* What is published is the trend. Angles themselves differ between studies with the model, the size
 * of a heap and how it is made, and no study was found that makes them as this scenario does. */
void carom_verify_repose(carom_verify *v)
{
  static const char
      *const zhou = "grows with rolling friction: Zhou, Xu, Yu, Zulli 2001 (abstract)";
  static const double rolling[] = {0, 0.1, 0.3, 0.6};
  enum { STEPS = sizeof rolling / sizeof *rolling };
  const int seeds = bulk_pick(v, 1, 5);
  carom_verify_mean flat = {0}, more[STEPS] = {{0}}, sticky = {0};
  for (int seed = 1; seed <= seeds; seed++) {
    double angle[STEPS];
    for (int k = 0; k < STEPS; k++)
      angle[k] = heap(v, rolling[k], 0, seed);
    const double adhering = heap(v, rolling[1], 0.5, seed);
    if (isnan(angle[0] + angle[1] + angle[2] + angle[3] + adhering)) return;
    carom_verify_sample(&flat, angle[0]);
    for (int k = 1; k < STEPS; k++)
      carom_verify_sample(&more[k], angle[k] - angle[k - 1]);
    carom_verify_sample(&sticky, adhering - angle[1]);
  }
  carom_verify_band(v, "degrees", 0, 3, &flat,
                    "sliding and rolling friction make a heap: Zhou, Xu, Yu, Zulli 2001 (abstract)",
                    "slope without rolling resistance");
  for (int k = 1; k < STEPS; k++)
    carom_verify_band(v, "degrees", 1, 45, &more[k], zhou,
                      "steeper with a rolling resistance of %g instead of %g by", rolling[k],
                      rolling[k - 1]);
  carom_verify_band(v, "degrees", 1, 45, &sticky,
                    "grows with the attraction: example of the manual of PFC 7",
                    "steeper with a work of adhesion of 0.5 J/m2 by");
}
