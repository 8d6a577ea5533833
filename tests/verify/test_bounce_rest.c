/* SPDX-License-Identifier: MIT */
/* When a body that was caught rests: its speed is below the share `rest` of sqrt(g d), and the
 * force on it differs from its weight by less than that share; and when forces of later contacts
 * are largest, counted from the start of the fall. */
#include "setup.h"

enum { MOST = 64 };

typedef struct told {
  carom_bounce_contact contact[MOST];
  int contacts;
} told;

static void keep(void *user, const carom_bounce_contact *contact)
{
  told *t = user;
  if (t->contacts < MOST) t->contact[t->contacts++] = *contact;
}

/* 10.9 kg on a spring of 77.7 kN/m. */
static carom_contact on_a_spring(double restitution)
{
  carom_contact_def def = carom_contact_default();
  def.law = "hooke";
  def.a.radius = 0.1;
  def.a.material.density = 2600;
  def.b.shape = CAROM_FLAT;
  def.b.fixed = true;
  set(&def, "stiffness", 7.77e4);
  set(&def, "restitution", restitution);
  choose(&def, "tension", "keep");
  return prepared(&def);
}

static carom_bounce fallen(const carom_contact *c, double rest, double until, told *t)
{
  carom_bounce_def def = carom_bounce_default();
  carom_bounce result;
  carom_error err = {.code = CAROM_OK};
  *t = (told){.contacts = 0};
  def.contact = c;
  def.height = 0.05;
  def.rest = rest;
  def.until = until;
  def.contact_over = keep;
  def.user = t;
  if (carom_bounce_resolve(&def, &result, &err) != CAROM_OK) fail_msg("%s", err.text);
  return result;
}

/* An oscillator about d0 = g/w^2: v <= share sqrt(g d), and |a| = |w^2 (d - d0) + 2 z w v| <= share
 * g, hence |d - d0| <= (1 + 2 z) share d0. */
static void rest_is_a_share_of_the_weight(void **state)
{
  (void)state;
  static const double share[] = {0.1, 1e-2, 1e-4, 1e-6};
  const carom_contact c = on_a_spring(0.7);
  const double w2 = 7.77e4 / c.mass, d0 = 9.81 / w2;
  const double loss = log(1 / 0.7) / 3.14159265358979323846; /* of the amplitude, a radian */
  const double z = loss / sqrt(1 + loss * loss), decay = z * sqrt(w2);
  double before = 0, share_before = 1;
  for (int i = 0; i < COUNT(share); i++) {
    told t;
    const carom_bounce b = fallen(&c, share[i], 100, &t);
    assert_true(b.captured && b.rests);
    assert_true(fabs(b.velocity) <= share[i] * sqrt(9.81 * b.overlap_at_rest) * (1 + 1e-9));
    assert_true(fabs(b.overlap_at_rest - d0) <= share[i] * d0 * (1 + 2 * z) * (1 + 1e-9));
    /* the amplitude falls as exp(-z w t): a smaller share takes that much longer, within a swing */
    const double longer = log(share_before / share[i]) / decay;
    if (i > 0) assert_true(fabs(b.time_of_rest - before - longer) < 2 * 3.15 / sqrt(w2));
    before = b.time_of_rest;
    share_before = share[i];
  }
}

/* Without damping force and overlap are largest together. */
static void peaks_are_told_from_the_start_of_the_fall(void **state)
{
  (void)state;
  told t;
  const carom_contact c = on_a_spring(1);
  (void)fallen(&c, 1e-3, 1, &t);
  assert_true(t.contacts > 3);
  for (int i = 0; i < t.contacts; i++) {
    const carom_bounce_contact *k = &t.contact[i];
    assert_true(k->time_of_peak_force > k->time && k->time_of_peak_force < k->time + 0.05);
    assert_small(k->time_of_peak_force - k->time_of_peak_overlap, 1e-7);
  }
}

SUITE("rest of a bounce", rest_is_a_share_of_the_weight, peaks_are_told_from_the_start_of_the_fall)
