/* SPDX-License-Identifier: MIT */
/* Heaps from a lifted cylinder, scenarios/repose.yaml, and piles below a hopper,
 * scenarios/sandpile.yaml. */
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

/* The highest of the grains that lie still below the mouth of the channel. */
static double top_of(carom_scene *scene)
{
  const carom_scene_view v = carom_scene_sample(scene);
  const double mouth = 0.35, still = 0.05;
  double top = 0;
  for (int64_t i = 0; i < v.count; i++) {
    const carom_scene_grain *g = &v.grain[i];
    if (hypot(g->velocity[0], g->velocity[2]) < still && g->position[2] < mouth)
      top = fmax(top, g->position[2]);
  }
  return top;
}

/* NaN after a failure. */
static double pile(carom_verify *v, const char *model, int seed)
{
  bulk b = {.v = v};
  double top = NAN;
  bulk_note(v, "sandpile, rolling model %s, seed %d", model, seed);
  bulk_open(&b, "sandpile.yaml");
  bulk_set(&b, "scene.particles.0.seed", "%d", seed);
  bulk_set(&b, "scene.particles.1.seed", "%d", seed);
  bulk_set(&b, "contacts.0.rolling.model", "%s", model);
  if (bulk_start(&b) && bulk_advance(&b, CAROM_RUN_END)) top = top_of(bulk_scene(&b));
  bulk_close(&b);
  return top;
}

/* Ai et al. give the height that is left of a pile, by the model; the page and the files of the
 * example of Lethe that repeats it have their curves, as they were read off, its own, and the
 * height that was measured. With the spring 0.231 to 0.246 (Lethe, six seeds), 0.272 (Ai et al.)
 * and 0.28 (experiment); with the constant torque, which lets the pile creep down, 0.208 to 0.246
 * and 0.219 to 0.242, from the pouring to 50 s. That of the viscous one is left out: the two differ
 * in what speed it is of. */
static void verify_piles(carom_verify *v)
{
  static const struct {
    const char *model, *source;
    double low, high;
  } row[] = {{"elastic-plastic",
              "Ai et al. 2011 0.272, Lethe 0.231 to 0.246, experiment 0.28 (pages of Lethe)", 0.23,
              0.28},
             {"constant", "Ai et al. 2011 0.219 to 0.242, Lethe 0.208 to 0.246 (pages of Lethe)",
              0.205, 0.25}};
  const int seeds = bulk_pick(v, 1, 5);
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    carom_verify_mean top = {0};
    for (int seed = 1; seed <= seeds; seed++) {
      const double one = pile(v, row[k].model, seed);
      if (isnan(one)) return;
      carom_verify_sample(&top, one);
    }
    carom_verify_band(v, "m", row[k].low, row[k].high, &top, row[k].source,
                      "height of a sandpile, rolling model %s", row[k].model);
  }
}

/* Of heaps from a lifted cylinder what is published is the trend. Angles themselves differ between
 * studies with the model, the size of a heap and how it is made, and no study was found that makes
 * them as this scenario does. */
static void verify_heaps(carom_verify *v)
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

void carom_verify_repose(carom_verify *v)
{
  verify_heaps(v);
  verify_piles(v);
}
