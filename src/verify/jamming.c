/* SPDX-License-Identifier: MIT */
/* Equal smooth spheres that jam: C. S. O'Hern, L. E. Silbert, A. J. Liu and S. R. Nagel, Phys. Rev.
 * E 68, 011306 (2003). They are compressed from a dilute start, brought to rest, then let go a
 * little and brought to rest again and again. */
#include <math.h>
#include <stdio.h>

#include "verify/bulk.h"

enum { POINTS = 12, PACE = 50, PATIENCE = 500 };

/* A packing at rest. */
typedef struct packing {
  double fraction, pressure, contacts; /* contacts of a sphere, rattlers left out */
} packing;

/* One rate in all directions. */
static bool deform(bulk *b, double rate)
{
  carom_scene_box box = carom_scene_box_default();
  carom_error err = {.code = CAROM_OK};
  box.affine = true;
  for (int k = 0; k < 3; k++)
    box.component[k].rate = rate;
  return !b->failed && bulk_ok(b, carom_scene_set_box(bulk_scene(b), &box, &err), &err);
}

static bool go(bulk *b, int64_t steps, carom_scene_box_state *box)
{
  carom_error err = {.code = CAROM_OK};
  if (b->failed) return false;
  if (!bulk_ok(b, carom_scene_advance_steps(bulk_scene(b), steps, &err), &err)) return false;
  return bulk_ok(b, carom_scene_sample_box(bulk_scene(b), box, &err), &err);
}

static bool compress(bulk *b, double rate, double fraction)
{
  carom_scene_box_state box = {.solid_fraction = 0};
  deform(b, rate);
  while (go(b, PACE, &box) && box.solid_fraction < fraction)
    ;
  return !b->failed;
}

/* Expands until the pressure is below a limit. */
static bool expand(bulk *b, double limit)
{
  carom_scene_box_state box = {.pressure = 0};
  deform(b, 0.2);
  while (go(b, PACE / 2, &box) && box.pressure > limit)
    ;
  return !b->failed;
}

/* Until the kinetic energy is nothing against the elastic one. Rattlers touch nothing: it is the
 * fluid that stops them. */
static bool rest(bulk *b, packing *out)
{
  carom_selection all = carom_selection_default();
  carom_scene_box_state box;
  carom_error err = {.code = CAROM_OK};
  carom_bulk found;
  bool resting = false;
  deform(b, 0);
  for (int k = 0; !resting && k < PATIENCE && go(b, 500, &box); k++) {
    const carom_scene_energy e = carom_scene_budget(bulk_scene(b));
    resting = e.kinetic < 1e-10 * e.elastic;
  }
  if (!b->failed && !resting) {
    err = (carom_error){.code = CAROM_ERR_RANGE, .where = "rest"};
    snprintf(err.text, sizeof err.text, "spheres do not come to rest at a solid fraction of %.6g",
             box.solid_fraction);
    return bulk_ok(b, err.code, &err);
  }
  if (b->failed ||
      !bulk_ok(b,
               carom_measure_bulk(bulk_scene(b), &all, CAROM_BULK_CONTACTS | CAROM_BULK_RATTLERS,
                                  &found, &err),
               &err))
    return false;
  *out = (packing){box.solid_fraction, box.pressure, found.coordination_rest};
  bulk_note(b->v, "solid fraction %.6f, pressure %.4g Pa, %.3f contacts", out->fraction,
            out->pressure, out->contacts);
  return true;
}

/* The root of the mean square that a power of (phi - jammed) leaves of the pressures, in
 * logarithms.
 */
static double misfit(int count, const packing *p, double jammed, double *exponent)
{
  double x[POINTS], y[POINTS], offset, sum = 0;
  for (int i = 0; i < count; i++)
    x[i] = log(p[i].fraction - jammed), y[i] = log(p[i].pressure);
  *exponent = bulk_slope(count, x, y, &offset);
  for (int i = 0; i < count; i++)
    sum += pow(y[i] - offset - *exponent * x[i], 2);
  return sqrt(sum / count);
}

/* The fraction, exponent and so on of the best fit. */
static double jammed_at(int count, const packing *p, double *exponent)
{
  const double last = p[count - 1].fraction;
  double best = HUGE_VAL, found = NAN;
  for (double off = 2e-5; off < 0.01; off += 1e-5) {
    double power;
    const double left = misfit(count, p, last - off, &power);
    if (left >= best) continue;
    best = left;
    found = last - off;
    *exponent = power;
  }
  return found;
}

/* Of contacts beyond six, where there are enough of them. */
static double contact_exponent(int count, const packing *p, double jammed)
{
  double x[POINTS], y[POINTS];
  int used = 0;
  for (int i = 0; i < count; i++) {
    if (!(p[i].fraction - jammed > 1e-3 && p[i].contacts > 6)) continue;
    x[used] = log(p[i].fraction - jammed);
    y[used++] = log(p[i].contacts - 6);
  }
  return used > 3 ? bulk_slope(used, x, y, NULL) : NAN;
}

static int jam(carom_verify *v, int seed, int grains, packing *p)
{
  const double side = cbrt(grains * 4 / 3.0 * CAROM_PI * 1e-9 / 0.25);
  int count = 0;
  bulk b = {.v = v};
  bulk_open(&b, "jamming.yaml");
  bulk_set(&b, "scene.particles.0.count", "%d", grains);
  bulk_set(&b, "scene.particles.0.seed", "%d", seed);
  bulk_set(&b, "scene.particles.0.high", "[%.12g, %.12g, %.12g]", side, side, side);
  bulk_set(&b, "scene.domain.high", "[%.12g, %.12g, %.12g]", side, side, side);
  bulk_start(&b);
  compress(&b, -10, 0.6);
  compress(&b, -1, 0.665);
  while (count < POINTS && rest(&b, &p[count]) && p[count].pressure > 100)
    expand(&b, 0.5 * p[count++].pressure);
  bulk_close(&b);
  return b.failed ? 0 : count;
}

void carom_verify_jamming(carom_verify *v)
{
  static const char *const source = "O'Hern, Silbert, Liu and Nagel 2003, Hertz, equal spheres";
  const int seeds = bulk_pick(v, 1, 5), grains = bulk_pick(v, 500, 2000);
  carom_verify_mean pressure = {0}, contacts = {0}, fraction = {0};
  for (int seed = 1; seed <= seeds; seed++) {
    packing p[POINTS];
    double exponent = NAN;
    bulk_note(v, "seed %d of %d", seed, seeds);
    const int count = jam(v, seed, grains, p);
    if (count < 6) return;
    const double jammed = jammed_at(count, p, &exponent);
    carom_verify_sample(&pressure, exponent);
    carom_verify_sample(&contacts, contact_exponent(count, p, jammed));
    carom_verify_sample(&fraction, jammed);
  }
  carom_verify_band(v, "1", 0.63, 0.65, &fraction, source, "solid fraction at which they jam");
  carom_verify_band(v, "1", 1.4, 1.6, &pressure, source, "power of the pressure");
  carom_verify_band(v, "1", 0.4, 0.6, &contacts, source, "power of contacts beyond 6");
}
