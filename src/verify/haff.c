/* SPDX-License-Identifier: MIT */
/* A granular gas that cools, before it clusters: P. K. Haff, J. Fluid Mech. 134, 401 (1983). */
#include <math.h>

#include "verify/bulk.h"

/* The gas of scenarios/granular_gas.yaml. T is a third of the mean square of the velocity. */
static const double fraction = 0.05, radius = 1e-3, restitution = 0.9, agitation = 10e-3;

/* Collisions of a grain in a second, by Enskog: 4 n s^2 g sqrt(pi T), with the contact value g of
 * N. F. Carnahan and K. E. Starling, J. Chem. Phys. 51, 635 (1969). */
static double collision_rate(double temperature)
{
  const double s = 2 * radius, n = fraction / (CAROM_PI / 6 * s * s * s);
  const double g = (1 - fraction / 2) / pow(1 - fraction, 3);
  return 4 * n * s * s * g * sqrt(CAROM_PI * temperature);
}

/* The fourth cumulant of the velocities of the state that cools: T. P. C. van Noije and M. H.
 * Ernst, Granular Matter 1, 57 (1998), for three dimensions. */
static double cumulant(void)
{
  const double e = restitution;
  return 16 * (1 - e) * (1 - 2 * e * e) / (81 - 17 * e + 30 * e * e * (1 - e));
}

/* How fast 1 / sqrt(T) grows: dT/dt = -(1 - e^2)/3 (1 + 3 a2/16) x collision rate x T. */
static double enskog(void)
{
  const double loss = (1 - restitution * restitution) / 3 * (1 + 3 * cumulant() / 16);
  return 0.5 * loss * collision_rate(1);
}

/* The temperature now, about the mean velocity, and the fourth cumulant of the velocities: 3/5 of
 * the mean of v^4 over the square of that of v^2, less one. */
static double temperature_of(carom_scene *scene, double *a2)
{
  const carom_scene_view view = carom_scene_sample(scene);
  double mean[3] = {0}, square = 0, fourth = 0;
  for (int64_t i = 0; i < view.count; i++)
    for (int k = 0; k < 3; k++)
      mean[k] += view.grain[i].velocity[k] / (double)view.count;
  for (int64_t i = 0; i < view.count; i++) {
    double own = 0;
    for (int k = 0; k < 3; k++)
      own += pow(view.grain[i].velocity[k] - mean[k], 2);
    square += own / (double)view.count;
    fourth += own * own / (double)view.count;
  }
  *a2 = 0.6 * fourth / (square * square) - 1;
  return square / 3;
}

enum { LOOKS = 24 };

/* Rate and last temperature over those of Enskog; the cumulant, averaged over the looks. */
typedef struct cooling {
  double rate, end, a2;
} cooling;

static bool cool(carom_verify *v, int seed, int grains, double contact_time, cooling *out)
{
  const double first = 1.5, last = 13, volume = 4 / 3.0 * CAROM_PI * pow(radius, 3);
  const double side = cbrt(grains * volume / fraction);
  double time[LOOKS], cold[LOOKS], t = 0, a2 = 0;
  bulk b = {.v = v};
  bulk_open(&b, "granular_gas.yaml");
  bulk_set(&b, "scene.particles.0.count", "%d", grains);
  bulk_set(&b, "scene.particles.0.seed", "%d", seed);
  bulk_set(&b, "scene.particles.0.high", "[%.12g, %.12g, %.12g]", side, side, side);
  bulk_set(&b, "scene.domain.high", "[%.12g, %.12g, %.12g]", side, side, side);
  bulk_set(&b, "contacts.0.contact_time", "%.12g s", contact_time);
  bulk_set(&b, "run.until", "%g s", last);
  bulk_start(&b);
  const double start = b.failed ? NAN : temperature_of(bulk_scene(&b), &a2);
  out->a2 = 0;
  for (int k = 0; k < LOOKS && bulk_advance(&b, first + (last - first) * k / (LOOKS - 1)); k++) {
    t = temperature_of(bulk_scene(&b), &a2);
    out->a2 += a2 / LOOKS;
    time[k] = carom_scene_time(bulk_scene(&b));
    cold[k] = 1 / sqrt(t);
  }
  if (!b.failed) {
    const double haff = 1 / sqrt(start) + enskog() * time[LOOKS - 1];
    out->rate = bulk_slope(LOOKS, time, cold, NULL) / enskog();
    out->end = t * haff * haff;
  }
  bulk_close(&b);
  return !b.failed;
}

void carom_verify_haff(carom_verify *v)
{
  static const char
      *const theory = "2 %: Enskog, Carnahan-Starling, a2; 5 to 30 collisions a grain";
  const int seeds = bulk_pick(v, 2, 5), grains = bulk_pick(v, 4000, 10000);
  const double contact_time = 1e-3;
  carom_verify_mean rate = {0}, end = {0}, a2 = {0};
  for (int seed = 1; seed <= seeds; seed++) {
    cooling c = {NAN, NAN, NAN};
    bulk_note(v, "seed %d of %d", seed, seeds);
    if (!cool(v, seed, grains, contact_time, &c)) return;
    carom_verify_sample(&rate, c.rate);
    carom_verify_sample(&end, c.end);
    carom_verify_sample(&a2, c.a2);
  }
  carom_verify_within(v, "1", 0, 0.01, contact_time * collision_rate(agitation * agitation),
                      "hard spheres: less than a hundredth", "contact time over the free time");
  carom_verify_band(v, "1", 0.98, 1.02, &rate, theory, "cooling rate over Enskog's");
  carom_verify_band(v, "1", 0.98, 1.02, &end, theory, "temperature at 13 s over Haff's law");
  if (v->options.full) /* fewer grains cannot tell it from a Maxwellian's 0 */
    carom_verify_band(v, "1", cumulant() - 0.005, cumulant() + 0.005, &a2,
                      "0.005: van Noije and Ernst; a Maxwellian has 0", "fourth cumulant a2");
}
