/* SPDX-License-Identifier: MIT */
/* The order with which every integrator of chains converges to the event-exact answer, on smooth
 * and on non-smooth motion, against what theory says.
 *
 * Within a stretch without touches a method of order p errs by h^p. A force that begins as d^q of
 * the overlap is not smooth there: the step that holds the touch errs by h^(1 + q), whether it
 * begins on the touch or not (only q = 0 and 1 are smooth behind it, for linear springs), so that
 *
 *     Hertz          q = 3/2    5/2 at most
 *     Tsuji          q = 1/4    5/4 at most
 *     linear dashpot q = 0      1 at most; p where steps end on events
 *
 * A dent that is made between two steps is missed by h^2, unless steps end on its turning point. */
#include "setup.h"

enum { BEADS = 8, SCHEMES = CAROM_CHAIN_GEAR5 + 1 };

static const char *const names[SCHEMES] = {"dop853",          "dopri5", "verlet",
                                           "euler-trapezoid", "rk45",   "gear5"};

typedef struct problem {
  const char *law;
  bool pressed; /* between walls, and never open; else struck, with gaps */
  double until;
} problem;

static carom_chain *made(const problem *p, carom_chain_integrator integrator, double step)
{
  carom_bead bead[BEADS];
  carom_contact_def contact = carom_contact_default();
  carom_chain_def def = carom_chain_default();
  carom_chain *chain;
  carom_error err;
  for (int i = 0; i < BEADS; i++) {
    bead[i] = carom_bead_default();
    bead[i].body.radius = 5e-3;
    bead[i].gap = p->pressed ? -20e-6 : 1e-6 * i;
  }
  bead[0].velocity = p->pressed ? 0.1 : 1;
  contact.law = p->law;
  contact.speed = 1;
  def.bead = bead;
  def.beads = BEADS;
  def.contact = &contact;
  def.contacts = 1;
  def.left.present = def.right.present = p->pressed;
  def.right.gap = -20e-6;
  def.integrator = integrator;
  def.step = step;
  def.tolerance = 1e-13;
  def.corrector_tolerance = 1e-14;
  def.follow_all = true;
  if (carom_chain_create(&def, &chain, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  if (carom_chain_advance(chain, p->until, &err) != CAROM_OK)
    fail_msg("%s with %s: %s", p->law, names[integrator], err.text);
  return chain;
}

static double farthest(const carom_chain *a, const carom_chain *b)
{
  double most = 0;
  for (int i = 0; i < BEADS; i++)
    most = fmax(most, fabs(carom_chain_displacement(a)[i] - carom_chain_displacement(b)[i]));
  return most;
}

static double error(const problem *p, carom_chain_integrator integrator, int steps,
                    const carom_chain *exact)
{
  carom_chain *chain = made(p, integrator, p->until / steps);
  assert_close(carom_chain_time(chain), p->until, 1e-12);
  const double distance = farthest(chain, exact);
  carom_chain_destroy(chain);
  return distance;
}

/* The slope of a line through the logarithms of errors, from `steps` to `finer` times as many.
 * Where in a step a touch falls is chance, hence a line through many. */
static void assert_order(const problem *p, carom_chain_integrator integrator, int steps, int finer,
                         double order, double slack)
{
  carom_chain *exact = made(p, CAROM_CHAIN_DOP853, 0);
  const int count = p->pressed ? 2 : 24;
  double x = 0, y = 0, xx = 0, xy = 0, last = 0;
  for (int k = 0; k < count; k++) {
    const int n = (int)(steps * pow(finer, k / (count - 1.0)) + 0.5);
    const double a = log(n), b = log(last = error(p, integrator, n, exact));
    x += a, y += b, xx += a * a, xy += a * b;
  }
  carom_chain_destroy(exact);
  const double seen = -(count * xy - x * y) / (count * xx - x * x);
  if (!(fabs(seen - order) < slack))
    fail_msg("%s with %s: order %.3f instead of %g, error %g", p->law, names[integrator], seen,
             order, last);
}

/* The order of each integrator, its number of steps and how many times finer. */
typedef struct expectation {
  problem problem;
  struct {
    double order;
    int steps, finer;
  } scheme[SCHEMES];
  double slack;
} expectation;

static void check(const expectation *all, size_t count)
{
  for (size_t k = 0; k < count; k++)
    for (int i = 0; i < SCHEMES; i++)
      assert_order(&all[k].problem, (carom_chain_integrator)i, all[k].scheme[i].steps,
                   all[k].scheme[i].finer, all[k].scheme[i].order, all[k].slack);
}

static void smooth_motion(void **state)
{
  (void)state;
  static const expectation cases[] = {
      {{"hertz", true, 100e-6},
       {{8, 40, 2}, {5, 200, 2}, {2, 400, 2}, {2, 400, 2}, {5, 200, 2}, {6, 200, 2}},
       0.3},
      {{"tsuji", true, 100e-6},
       {{8, 40, 2}, {5, 200, 2}, {2, 400, 2}, {2, 400, 2}, {5, 200, 2}, {5, 400, 2}},
       0.3},
  };
  check(cases, sizeof cases / sizeof *cases);
}

static void motion_with_touches_and_partings(void **state)
{
  (void)state;
  static const expectation cases[] = {
      {{"hertz", false, 200e-6},
       {{2.5, 200, 64},
        {2.5, 200, 64},
        {2, 400, 16},
        {2, 400, 16},
        {2.5, 200, 128},
        {2.5, 200, 128}},
       0.15},
      {{"tsuji", false, 200e-6},
       {{1.25, 400, 8},
        {1.25, 400, 8},
        {1.25, 400, 128},
        {1.25, 400, 128},
        {1.25, 400, 128},
        {1.25, 400, 128}},
       0.15},
      {{"hooke", false, 200e-6},
       {{8, 50, 2}, {5, 100, 4}, {1, 400, 64}, {1, 390, 64}, {1, 400, 64}, {1, 400, 64}},
       0.3},
      {{"ma-liu", false, 200e-6},
       {{2.5, 200, 32}, {2.5, 200, 32}, {2, 400, 32}, {2, 400, 32}, {2, 400, 32}, {2, 400, 32}},
       0.15},
      {{"lankarani-nikravesh", false, 200e-6},
       {{2.5, 200, 32}, {2.5, 200, 32}, {1, 400, 64}, {2, 400, 32}, {2, 400, 32}, {2, 400, 32}},
       0.15},
  };
  check(cases, sizeof cases / sizeof *cases);
}

SUITE("chain orders", smooth_motion, motion_with_touches_and_partings)
