/* SPDX-License-Identifier: MIT */
/* No law creates energy: work along random load paths, measured from the forces alone.
 *
 * A path is a chain of straight pieces between overlaps that no switch of the law divides. On each
 * the overlap is written as a + (b - a) s^4, which makes every power law of these contacts smooth
 * in s, and the work is taken by a Gauss rule: exact to rounding for the elastic part, and a sum of
 * positive terms for a dissipative part that opposes the motion everywhere. */
#include "suite.h"

#include <carom/carom.h>

#include "contact/impact_integration.h"
#include "law/random_contact.h"

enum { PATHS = 20000, IMPACTS = 3, POINTS = 32 };

/* Gauss-Legendre nodes and weights on (0, 1), by Newton's iteration on the Legendre polynomial. */
typedef struct rule {
  double s[POINTS], weight[POINTS];
} rule;

static rule gauss_rule(void)
{
  rule r;
  for (int i = 0; i < POINTS; i++) {
    double sine, x, p = 0, slope = 1;
    carom_sincos(3.14159265358979323846 * (i + 0.75) / (POINTS + 0.5), &sine, &x);
    for (int k = 0; k < 12; k++) {
      double before = 1;
      p = x;
      for (int n = 2; n <= POINTS; n++) {
        const double next = ((2 * n - 1) * x * p - (n - 1) * before) / n;
        before = p;
        p = next;
      }
      slope = POINTS * (x * p - before) / (x * x - 1);
      x -= p / slope;
    }
    r.s[i] = 0.5 * (1 + x);
    r.weight[i] = 1 / ((1 - x * x) * slope * slope);
  }
  return r;
}

/* Work done on the contact in its two parts. */
typedef struct work {
  double elastic, dissipative, turnover; /* turnover: sum of magnitudes, the scale of rounding */
} work;

static double magnitude(double x)
{
  return x < 0 ? -x : x;
}

static void add_piece(const rule *r, const carom_contact *c, const carom_state *s, double from,
                      double to, double v, work *w)
{
  const double low = from < to ? from : to, width = from < to ? to - from : from - to;
  const double sign = from < to ? 1 : -1;
  for (int i = 0; i < POINTS; i++) {
    const double x = r->s[i], d = low + width * (x * x) * (x * x);
    const double dd = sign * width * 4 * x * x * x * r->weight[i];
    const carom_force f = carom_contact_force(c, s, d, v);
    w->elastic += f.elastic * dd;
    w->dissipative += f.dissipative * dd;
    w->turnover += magnitude(f.elastic * dd);
  }
}

/* From one overlap to another at speed v, cut at the law's levels and at 0. A piece that spans more
 * than a factor of 16 is divided: virgin curves are smooth in the logarithm of the overlap. */
static void add_stroke(const rule *r, const carom_contact *c, const carom_state *s, double from,
                       double to, double v, work *w)
{
  double cut[CAROM_MAX_BREAKPOINTS + 1] = {0};
  const int cuts = c->law->breakpoints + 1;
  c->law->breakpoint(c->law, c->coefficient, s->value, cut + 1);
  while (from != to) {
    double next = to;
    for (int k = 0; k < cuts; k++)
      if ((to > from && cut[k] > from && cut[k] < next) ||
          (to < from && cut[k] < from && cut[k] > next))
        next = cut[k];
    if (next > 16 * from && from > 0) next = 16 * from;
    if (from > 16 * next && next > 0) next = from / 16;
    add_piece(r, c, s, from, next, v, w);
    from = next;
  }
}

/* Several impacts of one pair, from where its law begins to act, each with partial unloading and
 * reloading. Returns the work done on the contact over the closed path; *state is the memory at its
 * end, *forgotten what was lost to memory that ended with an impact. */
static work random_path(const rule *gauss, const carom_contact *c, random_stream *r, double scale,
                        carom_state *state, double *forgotten)
{
  const bool ends = (c->law->info.traits & CAROM_LAW_ADHERES) != 0;
  const double reach = carom_contact_reach(c), first = 0 - reach;
  work w = {0, 0, 0};
  *forgotten = 0;
  *state = carom_contact_virgin(c);
  for (int k = 0; k < IMPACTS; k++) {
    const int turns = 1 + 2 * (int)(random_bits(r) % 4);
    double d = first;
    carom_contact_touch(c, state, c->speed * random_log(r, 1e-2, 2));
    for (int i = 0; i < turns; i++) {
      const bool loading = i % 2 == 0;
      const double to = loading ? d + scale * random_log(r, 1e-3, 3)
                                : (d + reach) * random_between(r, 0, 1) - reach;
      add_stroke(gauss, c, state, d, to, (loading ? 1 : -1) * c->speed * random_log(r, 1e-2, 2),
                 &w);
      d = to;
      carom_contact_commit(c, state, d);
    }
    add_stroke(gauss, c, state, d, first, -c->speed * random_log(r, 1e-2, 2), &w);
    if (ends) *forgotten += carom_episode_end(c, state, first);
  }
  return w;
}

static void check_path(const carom_contact *c, const carom_state *end, double forgotten,
                       const work *w)
{
  const double rounding = 1e-12 * w->turnover;
  const double loss = carom_contact_energy(c, end, 0).plastic + forgotten;
  if (w->dissipative < 0) fail_msg("%s: damping gives %g J", c->law->info.name, -w->dissipative);
  if (w->elastic < -rounding)
    fail_msg("%s creates %g J on a path with %g J", c->law->info.name, -w->elastic, w->turnover);
  /* what the elastic part keeps is the plastic loss of the deepest dent, whatever the path */
  if (magnitude(w->elastic - loss) > rounding)
    fail_msg("%s: the path costs %.17g J, its dent %.17g J", c->law->info.name, w->elastic, loss);
}

static void test_no_path_creates_energy(void **state)
{
  (void)state;
  const rule r = gauss_rule();
  for (int i = 0; i < tested_count(); i++) {
    random_stream random = random_from(3000 + (uint64_t)i);
    for (int n = 0; n < PATHS;) {
      carom_contact c;
      random_contact(tested_at(i), &random, &c);
      if (!random_contact_is_sound(&c)) continue;
      const carom_state fresh = carom_contact_virgin(&c);
      const double scale = carom_impact_overlap_scale(&c, &fresh, c.speed);
      for (int k = 0; k < 20; k++, n++) {
        carom_state end;
        double forgotten;
        const work w = random_path(&r, &c, &random, scale, &end, &forgotten);
        check_path(&c, &end, forgotten, &w);
      }
    }
  }
}

/* The measurement itself must be able to see a gain: the printed Ma-Liu form has one. */
static void test_printed_ma_liu_creates_energy(void **state)
{
  (void)state;
  const rule r = gauss_rule();
  carom_contact_def def = carom_contact_default();
  carom_contact c;
  def.law = "ma-liu";
  carom_contact_set_text(&def, "form", "printed");
  assert_int_equal(carom_contact_prepare(&def, &c, NULL), CAROM_OK);
  const double d_y = carom_contact_yield_overlap(&c);
  carom_state s = carom_contact_virgin(&c);
  work up = {0, 0, 0}, down = {0, 0, 0};
  add_stroke(&r, &c, &s, 0, 1.83 * d_y, 1, &up);
  carom_contact_commit(&c, &s, 1.83 * d_y);
  add_stroke(&r, &c, &s, 1.83 * d_y, 0, -1, &down);
  /* contact ends at d = 0 although the unloading curve would go on to a negative residual */
  assert_true(-down.elastic > up.elastic * 1.01);
}

SUITE("energy", test_no_path_creates_energy, test_printed_ma_liu_creates_energy)
