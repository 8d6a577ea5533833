/* SPDX-License-Identifier: MIT */
/* Flow down a rough inclined plane: scenarios/deep_chute.yaml. */
#include <math.h>
#include <stdio.h>

#include "verify/bulk.h"

static const double gravity = 9.81, across[2] = {10e-3, 8e-3}, top = 25e-3, diameter = 1e-3;

/* Fields over the height in this many cells. */
static bool over_height(bulk *b, int cells, carom_coarse **out)
{
  carom_coarse_def def = carom_coarse_default();
  carom_error err = {.code = CAROM_OK};
  def.high[0] = across[0], def.high[1] = across[1], def.high[2] = top;
  def.cells[0] = def.cells[1] = 1;
  def.cells[2] = cells;
  def.width = 0.5 * diameter;
  return !b->failed && bulk_ok(b, carom_coarse_create(bulk_scene(b), &def, out, &err), &err);
}

static bool look(bulk *b, carom_coarse *at)
{
  const carom_selection all = carom_selection_default();
  carom_error err = {.code = CAROM_OK};
  return !b->failed && bulk_ok(b, carom_coarse_look(at, bulk_scene(b), &all, &err), &err);
}

/* Stress of contacts and of fluctuations: along `j`, of a plane across `i`. */
static double stress(const carom_coarse_fields *f, int i, int j)
{
  return f->contact_stress[3 * i + j] + f->kinetic_stress[3 * i + j];
}

static bool begin(bulk *b, int seed)
{
  bulk_open(b, "deep_chute.yaml");
  for (int k = 0; k < 6; k++) {
    char path[40];
    snprintf(path, sizeof path, "scene.particles.%d.seed", k);
    bulk_set(b, path, "%d", 6 * seed + k);
  }
  bulk_set(b, "record.every", "0.1 s");
  bulk_set(b, "run.until", "1000 s");
  return bulk_start(b);
}

/* What a profile says, between the layers that feel the base and the surface. */
typedef struct flow {
  double exponent;         /* of the shear rate over the pressure */
  double friction;         /* shear stress over pressure */
  double fraction, varies; /* solid; its standard deviation over the height */
  double inertial;
} flow;

static flow flow_of(const carom_coarse *profile, int cells)
{
  enum { MOST = 200 };
  const double low = 6e-3, high = 16e-3, step = top / cells;
  double x[MOST], y[MOST], square = 0;
  flow out = {0};
  int n = 0;
  for (int k = 1; k + 1 < cells && n < MOST; k++) {
    const carom_coarse_fields f = carom_coarse_at(profile, 0, 0, k);
    double at[3];
    carom_coarse_node(profile, 0, 0, k, at);
    if (at[2] < low || at[2] > high) continue;
    const double rate = (carom_coarse_at(profile, 0, 0, k + 1).velocity[0] -
                         carom_coarse_at(profile, 0, 0, k - 1).velocity[0]) /
                        (2 * step);
    const double pressure = (stress(&f, 0, 0) + stress(&f, 1, 1) + stress(&f, 2, 2)) / 3;
    x[n] = log(stress(&f, 2, 2));
    y[n++] = log(rate);
    out.friction -= stress(&f, 2, 0) / stress(&f, 2, 2);
    out.fraction += f.solid_fraction;
    square += f.solid_fraction * f.solid_fraction;
    out.inertial += rate * diameter * sqrt(2500 / pressure);
  }
  out.exponent = bulk_slope(n, x, y, NULL);
  out.friction /= n;
  out.fraction /= n;
  out.inertial /= n;
  out.varies = sqrt(fmax(0, square / n - out.fraction * out.fraction));
  return out;
}

void carom_verify_chute(carom_verify *v)
{
  enum { CELLS = 50 };
  static const char *const bagnold = "1/2: Bagnold; Silbert et al., Phys. Rev. E 64, 051302 (2001)";
  const int seeds = bulk_pick(v, 1, 3), looks = bulk_pick(v, 400, 1600);
  const double from = 1;
  carom_verify_mean exponent = {0}, friction = {0}, fraction = {0}, varies = {0};
  for (int seed = 1; seed <= seeds; seed++) {
    carom_coarse *profile = NULL;
    bulk b = {.v = v};
    bulk_note(v, "seed %d of %d", seed, seeds);
    begin(&b, seed);
    bulk_advance(&b, from);
    over_height(&b, CELLS, &profile);
    for (int k = 1; k <= looks && bulk_advance(&b, from + 2.5e-3 * k); k++)
      look(&b, profile);
    if (!b.failed) {
      const flow f = flow_of(profile, CELLS);
      carom_verify_sample(&exponent, f.exponent);
      carom_verify_sample(&friction, f.friction);
      carom_verify_sample(&fraction, f.fraction);
      carom_verify_sample(&varies, f.varies);
    }
    carom_coarse_destroy(profile);
    bulk_close(&b);
    if (b.failed) return;
  }
  const double slope = 3.83307 / 9.03007;
  carom_verify_band(v, "1", slope - 0.015, slope + 0.015, &friction,
                    "tan 23: the balance of momentum of a steady flow",
                    "shear stress over pressure");
  carom_verify_band(v, "1", 0.4, 0.6, &exponent, bagnold,
                    "exponent of the shear rate over pressure");
  carom_verify_band(v, "1", 0.55, 0.60, &fraction,
                    "0.55 to 0.60: Silbert et al. 2001 and others at these angles",
                    "solid fraction of the flow");
  carom_verify_band(v, "1", 0, 0.01, &varies, "constant over the height: Silbert et al. 2001",
                    "its standard deviation over the height");
}

/* What the balance of momentum lacks, over the weight: d(rho u)/dt + d(sigma + rho u u)/dz - rho g,
 * the root of the mean square over the height and of both directions. */
static double lacking(const carom_coarse *mean, const carom_coarse *first, const carom_coarse *last,
                      int cells, double time, const double g[3])
{
  const double low = 4e-3, high = 15e-3, step = top / cells;
  double sum = 0;
  int n = 0;
  for (int k = 1; k + 1 < cells; k++) {
    const carom_coarse_fields f[3] = {carom_coarse_at(mean, 0, 0, k - 1),
                                      carom_coarse_at(mean, 0, 0, k),
                                      carom_coarse_at(mean, 0, 0, k + 1)};
    const carom_coarse_fields a = carom_coarse_at(first, 0, 0, k),
                              b = carom_coarse_at(last, 0, 0, k);
    double at[3];
    carom_coarse_node(mean, 0, 0, k, at);
    if (at[2] < low || at[2] > high) continue;
    for (int i = 0; i < 3; i += 2) {
      double flux[3];
      for (int m = 0; m < 3; m++)
        flux[m] = stress(&f[m], 2, i) + f[m].momentum[i] * f[m].velocity[2];
      const double gain = (b.momentum[i] - a.momentum[i]) / time;
      const double off = gain + (flux[2] - flux[0]) / (2 * step) - f[1].density * g[i];
      sum += off * off / (f[1].density * f[1].density * gravity * gravity);
      n++;
    }
  }
  return sqrt(sum / n);
}

/* A window of a flow, looked at every `every` steps in grids of 25, 50, 100 and 200 cells. */
enum { GRIDS = 4, WINDOW = 256 };

static bool window(carom_verify *v, int every, double off[GRIDS])
{
  carom_coarse *mean[GRIDS] = {NULL}, *end[2][GRIDS] = {{NULL}};
  carom_error err = {.code = CAROM_OK};
  bulk b = {.v = v};
  begin(&b, 1);
  bulk_advance(&b, 0.05);
  for (int k = 0; k < GRIDS; k++) {
    over_height(&b, 25 << k, &mean[k]);
    for (int e = 0; e < 2; e++)
      over_height(&b, 25 << k, &end[e][k]);
    look(&b, end[0][k]);
  }
  /* instants of the middle of each interval stand for it */
  for (int n = 0; !b.failed && n < WINDOW / every; n++) {
    carom_scene *scene = bulk_scene(&b);
    bulk_ok(&b, carom_scene_advance_steps(scene, every / 2, &err), &err);
    for (int k = 0; k < GRIDS; k++)
      look(&b, mean[k]);
    if (!b.failed) bulk_ok(&b, carom_scene_advance_steps(scene, every - every / 2, &err), &err);
  }
  for (int k = 0; k < GRIDS; k++)
    look(&b, end[1][k]);
  for (int k = 0; !b.failed && k < GRIDS; k++)
    off[k] = lacking(mean[k], end[0][k], end[1][k], 25 << k,
                     WINDOW * carom_scene_step(bulk_scene(&b)), (double[]){3.83307, 0, -9.03007});
  for (int k = 0; k < GRIDS; k++) {
    carom_coarse_destroy(mean[k]);
    carom_coarse_destroy(end[0][k]);
    carom_coarse_destroy(end[1][k]);
  }
  bulk_close(&b);
  return !b.failed;
}

void carom_verify_balance(carom_verify *v)
{
  static const char *const square = "the square of the cell: a fourth";
  static const int every[] = {64, 16, 2};
  double off[3][GRIDS];
  for (int k = 0; k < 3; k++)
    if (!window(v, every[k], off[k])) return;
  for (int k = 0; k + 1 < GRIDS; k++)
    carom_verify_within(v, "1", 0.15, 0.4, off[2][k + 1] / off[2][k], square,
                        "lacking with %d cells over %d cells, every second step", 50 << k, 25 << k);
  for (int k = 0; k < 2; k++)
    carom_verify_within(v, "1", 0, 0.3, off[k + 1][GRIDS - 1] / off[k][GRIDS - 1],
                        "contacts last 25 steps: the sooner the better",
                        "lacking with looks every %d steps over every %d, 200 cells", every[k + 1],
                        every[k]);
  carom_verify_within(v, "1", 0, 5e-3, off[2][GRIDS - 1], "the grid, once time is resolved",
                      "lacking over the weight, 200 cells, every second step");
}
