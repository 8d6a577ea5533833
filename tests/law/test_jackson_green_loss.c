/* SPDX-License-Identifier: MIT */
/* What a dent of jackson-green is said to have cost is the work of the path that made it, for any
 * yield stress up to E* itself. There the hardness falls so steeply that a rule which knows nothing
 * of it misses the fall; the work is found here by halving the path until nothing changes. */
#include "chance.h"
#include "setup.h"

typedef struct path {
  const carom_contact *contact;
  const carom_state *state;
} path;

static double pressed(const path *p, double d)
{
  return total(carom_contact_force(p->contact, p->state, d, 0));
}

/* Gauss's rule of three points. */
static double rule(const path *p, double from, double to)
{
  const double middle = 0.5 * (from + to), half = 0.5 * (to - from), node = half * sqrt(0.6);
  return half / 9 *
         (5 * pressed(p, middle - node) + 8 * pressed(p, middle) + 5 * pressed(p, middle + node));
}

static double halved(const path *p, double from, double to, double whole, double allowed, int depth)
{
  const double middle = 0.5 * (from + to);
  const double left = rule(p, from, middle), right = rule(p, middle, to);
  if (depth == 0 || fabs(left + right - whole) <= allowed) return left + right;
  return halved(p, from, middle, left, allowed, depth - 1) +
         halved(p, middle, to, right, allowed, depth - 1);
}

static double work(const path *p, double from, double to, double allowed)
{
  enum { PIECES = 40 };
  double sum = 0;
  for (int i = 0; i < PIECES && from < to; i++) {
    const double a = from + (to - from) * i / PIECES, b = from + (to - from) * (i + 1) / PIECES;
    sum += halved(p, a, b, rule(p, a, b), allowed / PIECES, 40);
  }
  return sum;
}

static double between(double x, double low, double high)
{
  return x < low ? low : x > high ? high : x;
}

/* The hardness falls at 1.9 d_c, however steeply: stretches there are the shorter the nearer. */
static double work_of_loading(const path *p, double from, double to, double fall, double allowed)
{
  enum { NEAREST = 14 };
  double sum = 0, at = from;
  for (int k = 1; k <= NEAREST; k++) {
    const double next = between(fall * (1 - pow(10, -k)), at, to);
    sum += work(p, at, next, allowed);
    at = next;
  }
  for (int k = NEAREST; k > -6; k--) {
    const double next = between(fall * (1 + pow(10, -k)), at, to);
    sum += work(p, at, next, allowed);
    at = next;
  }
  assert_true(at == to);
  return sum;
}

static carom_contact chance_pair(chance *r, double yield_ratio, const char *form)
{
  carom_contact_def def = two_spheres("jackson-green");
  def.a.radius = chance_of_scale(r, 1e-6, 1);
  def.b.radius = chance_of_scale(r, 1e-6, 1);
  def.a.material = def.b.material = material(chance_of_scale(r, 1e6, 1e12),
                                             chance_between(r, -0.5, 0.5), 7800, 1);
  choose(&def, "form", form);
  carom_contact c = prepared(&def);
  def.a.material.yield = def.b.material.yield = yield_ratio * c.modulus;
  c = prepared(&def);
  assert_close(c.yield / c.modulus, yield_ratio, 1e-14);
  return c;
}

static void expect_loss(const carom_contact *c, double x_m)
{
  const double d_c = coefficient_of(c, "d_c"), d_1 = coefficient_of(c, "d_1"), d_m = x_m * d_c;
  const carom_state virgin = carom_contact_virgin(c);
  carom_state dented = virgin;
  carom_contact_commit(c, &dented, d_m);
  const carom_energy e = carom_contact_energy(c, &dented, 0);
  const path in = {c, &virgin}, out = {c, &dented};
  const double d_r = carom_contact_residual(c, &dented);
  const double scale = d_m * pressed(&in, d_m), allowed = 1e-12 * scale;
  const double joint = between(d_1, 0, d_m); /* of two curves */
  const double load = work(&in, 0, joint, allowed) +
                      work_of_loading(&in, joint, d_m, 1.9 * d_c, allowed);
  const double back = work(&out, d_r, d_m, allowed);
  assert_close(e.plastic, load - back, 1e-11 * load / e.plastic);
  assert_small(e.stored, 0);
}

static void any_yield_stress(void **state)
{
  (void)state;
  chance random = {.seed = 1409};
  for (int i = 0; i < 300; i++) {
    const double ratio = chance_of_scale(&random, 1e-4, 1);
    const carom_contact c = chance_pair(&random, ratio,
                                        chance_index(&random, 2) ? "sound" : "printed");
    expect_loss(&c, chance_of_scale(&random, 2.5, 1e4));
  }
}

/* Where the fall takes less than any rule of a fixed width would see. */
static void near_the_modulus(void **state)
{
  (void)state;
  chance random = {.seed = 1410};
  for (int i = 0; i < 300; i++) {
    const carom_contact c = chance_pair(&random, chance_between(&random, 0.05, 1), "sound");
    expect_loss(&c, chance_of_scale(&random, 2.5, 100));
  }
}

SUITE_CLOSE("jackson-green: loss of a dent", any_yield_stress, near_the_modulus)
