/* SPDX-License-Identifier: MIT */
/* Element tests in boxes that deform: simple shear at constant pressure, triaxial compression. */
#include <math.h>

#include "verify/bulk.h"

/* The box now; all zero after a failure. */
static carom_scene_box_state box_of(bulk *b)
{
  carom_scene_box_state box = {.deforms = false};
  carom_error err = {.code = CAROM_OK};
  if (!b->failed) bulk_ok(b, carom_scene_sample_box(bulk_scene(b), &box, &err), &err);
  return box;
}

static void fill(bulk *b, int seed, int grains)
{
  const double side = cbrt(grains * 4 / 3.0 * CAROM_PI * 1e-9 / 0.26);
  bulk_set(b, "scene.particles.0.count", "%d", grains);
  bulk_set(b, "scene.particles.0.seed", "%d", seed);
  bulk_set(b, "scene.particles.0.high", "[%.12g, %.12g, %.12g]", side, side, side);
  bulk_set(b, "scene.domain.high", "[%.12g, %.12g, %.12g]", side, side, side);
  bulk_set(b, "run.until", "100 s"); /* stages end it */
}

/* Friction and solid fraction of a steady flow. */
typedef struct flow {
  double friction, fraction;
} flow;

/* Means over strains from `from` to `to`. */
static bool shear(carom_verify *v, double inertial, int seed, int grains, double from, double to,
                  flow *out)
{
  enum { LOOKS = 400 };
  const double pressure = 1e3, density = 2500, diameter = 2e-3, begin = 0.06;
  const double rate = inertial * sqrt(pressure / density) / diameter;
  double driving = 0, normal = 0;
  bulk b = {.v = v};
  *out = (flow){0, 0};
  bulk_open(&b, "simple_shear.yaml");
  fill(&b, seed, grains);
  bulk_set(&b, "scene.stages.1.box.shear.rate", "%.12g 1/s", rate);
  bulk_set(&b, "scene.stages.1.box.z.limit", "%.12g 1/s", rate);
  bulk_set(&b, "scene.stages.1.time", "%.12g s", 1.1 * to / rate);
  bulk_set(&b, "record.every", "10 s");
  bulk_start(&b);
  for (int k = 1; k <= LOOKS; k++) {
    if (!bulk_advance(&b, begin + (from + (to - from) * k / LOOKS) / rate)) break;
    const carom_scene_box_state box = box_of(&b);
    driving -= box.stress[3 * box.gradient + box.flow];
    normal += box.stress[4 * box.gradient];
    out->fraction += box.solid_fraction / LOOKS;
  }
  out->friction = driving / normal;
  bulk_close(&b);
  return !b.failed;
}

/* Bands take in two fits: of glass beads on inclines, P. Jop, Y. Forterre and O. Pouliquen, Nature
 * 441, 727 (2006), 0.38 + 0.26/(0.279/I + 1); and of spheres with a friction of 0.5, S. Chialvo, J.
 * Sun and S. Sundaresan, Phys. Rev. E 85, 021305 (2012), 0.382 + 0.37/((0.32/I)^1.5 + 1), for the
 * solid fraction 0.587 - 0.145 I. The papers themselves have not been looked at again. */
static double jop(double inertial)
{
  return 0.38 + 0.26 / (0.279 / inertial + 1);
}

static double chialvo(double inertial)
{
  return 0.382 + 0.37 / (pow(0.32 / inertial, 1.5) + 1);
}

void carom_verify_simple_shear(carom_verify *v)
{
  static const double inertial[] = {0.01, 0.1, 0.3};
  const int seeds = bulk_pick(v, 1, 3), grains = bulk_pick(v, 400, 1500);
  for (int k = 0; k < 3; k++) {
    const double low = fmin(jop(inertial[k]), chialvo(inertial[k])) - 0.03;
    const double high = fmax(jop(inertial[k]), chialvo(inertial[k])) + 0.03;
    const double fraction = 0.587 - 0.145 * inertial[k];
    carom_verify_mean friction = {0}, solid = {0};
    for (int seed = 1; seed <= seeds; seed++) {
      flow f;
      bulk_note(v, "I = %g, seed %d of %d", inertial[k], seed, seeds);
      if (!shear(v, inertial[k], seed, grains, bulk_pick(v, 1, 2), bulk_pick(v, 3, 8), &f)) return;
      carom_verify_sample(&friction, f.friction);
      carom_verify_sample(&solid, f.fraction);
    }
    carom_verify_band(v, "1", low, high, &friction, "Jop 2006, Chialvo 2012, 0.03 beside them",
                      "friction at an inertial number of %g", inertial[k]);
    carom_verify_band(v, "1", fraction - 0.02, fraction + 0.02, &solid, "Chialvo 2012 +- 0.02",
                      "solid fraction at %g", inertial[k]);
  }
}

/* Friction angles, degrees, and solid fractions. */
typedef struct sample {
  double peak, critical, first, last;
} sample;

static double angle_of(double axial, double lateral)
{
  return asin((axial - lateral) / (axial + lateral)) * 180 / CAROM_PI;
}

/* Pressed with this friction, then compressed along z; the critical state is the last third. */
static bool compress(carom_verify *v, double friction, int seed, int grains, sample *out)
{
  enum { LOOKS = 120, WINDOW = 6 };
  const double begin = 0.05, strain = 0.6, rate = 2;
  double axial[LOOKS + 1] = {0}, lateral[LOOKS + 1] = {0}, sum[2] = {0, 0};
  bulk b = {.v = v};
  *out = (sample){.peak = 0};
  bulk_open(&b, "triaxial.yaml");
  fill(&b, seed, grains);
  bulk_set(&b, "scene.stages.0.friction.0.value", "%g", friction);
  bulk_set(&b, "scene.stages.1.time", "%g s", 1.1 * strain / rate);
  bulk_set(&b, "record.every", "10 s");
  bulk_start(&b);
  for (int k = 0; k <= LOOKS; k++) {
    if (!bulk_advance(&b, begin + strain / rate * k / LOOKS)) break;
    const carom_scene_box_state box = box_of(&b);
    axial[k] = box.stress[8];
    lateral[k] = 0.5 * (box.stress[0] + box.stress[4]);
    if (k == 0) out->first = box.solid_fraction;
    if (k > 2 * LOOKS / 3) {
      sum[0] += axial[k], sum[1] += lateral[k];
      out->last += box.solid_fraction / (LOOKS / 3);
    }
  }
  for (int k = WINDOW; k <= LOOKS; k++) { /* the highest mean of a few looks */
    double mean[2] = {0, 0};
    for (int i = k - WINDOW; i < k; i++)
      mean[0] += axial[i], mean[1] += lateral[i];
    out->peak = fmax(out->peak, angle_of(mean[0], mean[1]));
  }
  out->critical = angle_of(sum[0], sum[1]);
  bulk_close(&b);
  return !b.failed;
}

/* Of spheres with a friction of 0.3 and more: C. Thornton, Geotechnique 50, 43 (2000); A. S. J.
 * Suiker and N. A. Fleck, J. Appl. Mech. 71, 350 (2004). Not checked against the sources. */
void carom_verify_triaxial(carom_verify *v)
{
  const int seeds = bulk_pick(v, 1, 5), grains = bulk_pick(v, 400, 1500);
  carom_verify_mean angle = {0}, above = {0}, dilates = {0}, same = {0}, packed = {0};
  for (int seed = 1; seed <= seeds; seed++) {
    sample dense, loose;
    bulk_note(v, "seed %d of %d", seed, seeds);
    if (!compress(v, 0, seed, grains, &dense) || !compress(v, 0.5, seed, grains, &loose)) return;
    carom_verify_sample(&angle, 0.5 * (dense.critical + loose.critical));
    carom_verify_sample(&above, dense.peak - dense.critical);
    carom_verify_sample(&dilates, dense.first - dense.last);
    carom_verify_sample(&same, dense.critical - loose.critical);
    carom_verify_sample(&packed, dense.last - loose.last);
  }
  carom_verify_band(v, "deg", 19, 25, &angle, "spheres: Thornton 2000, Suiker and Fleck 2004",
                    "friction angle of the critical state");
  carom_verify_band(v, "deg", 4, 14, &above, "a dense packing has a peak", "its peak above that");
  carom_verify_band(v, "1", 0.03, 0.09, &dilates, "and dilates", "solid fraction that it loses");
  carom_verify_band(v, "deg", -3, 3, &same, "the critical state is one",
                    "dense less loose: friction angle");
  carom_verify_band(v, "1", -0.01, 0.01, &packed, "the critical state is one",
                    "dense less loose: solid fraction");
}
