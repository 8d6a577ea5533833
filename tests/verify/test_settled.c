/* SPDX-License-Identifier: MIT */
/* Settled starts of chains: weights and forces count whoever moves afterwards. */
#include "setup.h"

enum { MOST = 51 };

typedef struct setting {
  carom_bead bead[MOST];
  carom_contact_def contact;
  carom_chain_def def;
} setting;

static void column(setting *s, int beads, double radius)
{
  for (int i = 0; i < beads; i++) {
    s->bead[i] = carom_bead_default();
    s->bead[i].body.radius = radius;
  }
  s->contact = carom_contact_default();
  s->contact.law = "hertz";
  s->def = carom_chain_default();
  s->def.bead = s->bead;
  s->def.beads = beads;
  s->def.contact = &s->contact;
  s->def.contacts = 1;
  s->def.right.present = true;
  s->def.gravity = 9.81;
  s->def.settled = true;
}

static carom_chain *created(const setting *s)
{
  carom_chain *chain = NULL;
  carom_error err;
  if (carom_chain_create(&s->def, &chain, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  return chain;
}

static double force_at(const carom_chain *chain, int contact)
{
  carom_chain_contact c;
  assert_int_equal(carom_chain_sample_contact(chain, contact, &c, NULL), CAROM_OK);
  return c.force.elastic + c.force.dissipative;
}

static double weight(double radius)
{
  return 4.0 / 3 * 3.14159265358979323846 * radius * radius * radius *
         carom_material_default().density * 9.81;
}

/* The wall carries 21 m g, and each contact what is above it, whichever body moves and how. */
static void a_velocity_drops_no_weight(void **state)
{
  (void)state;
  static const int who[] = {0, 10, 20};
  static const double velocity[] = {1e-9, -1e-9, 0.3};
  for (int k = 0; k < COUNT(who); k++)
    for (int v = 0; v < COUNT(velocity); v++) {
      setting s;
      column(&s, 21, 10e-3);
      s.bead[who[k]].velocity = velocity[v];
      carom_chain *chain = created(&s);
      for (int i = 0; i < 20; i++)
        assert_close(force_at(chain, i), (i + 1) * weight(10e-3), 1e-9);
      assert_close(force_at(chain, CAROM_RIGHT_WALL), 21 * weight(10e-3), 1e-9);
      assert_true(carom_chain_velocity(chain)[who[k]] == velocity[v]);
      for (int i = 0; i < 21; i++)
        assert_int_equal(carom_chain_rest(chain, i), CAROM_REST_SETTLED);
      carom_chain_destroy(chain);
    }
}

/* A pulse in a chain at rest is no faster than the tap that made it; at a free end it doubles. */
static void a_tap_stays_a_tap(void **state)
{
  (void)state;
  setting s;
  const double tap = 1e-6;
  column(&s, 51, 5e-3);
  s.bead[0].velocity = tap;
  carom_chain *chain = created(&s);
  for (int n = 1; n <= 60; n++) {
    assert_int_equal(carom_chain_advance(chain, n * 20e-6, NULL), CAROM_OK);
    for (int i = 0; i < 51; i++)
      assert_true(fabs(carom_chain_velocity(chain)[i]) < 2.01 * tap);
  }
  carom_chain_destroy(chain);
}

/* A constant force at the end compresses the chain, though its body moves. */
static void a_pushed_chain_is_compressed(void **state)
{
  (void)state;
  setting s;
  column(&s, 30, 2.38e-3);
  s.def.gravity = 0;
  s.bead[0].velocity = 1e-3;
  s.bead[0].force = 2.38;
  carom_chain *chain = created(&s);
  for (int i = 0; i < 29; i++)
    assert_close(force_at(chain, i), 2.38, 1e-9);
  assert_close(force_at(chain, CAROM_RIGHT_WALL), 2.38, 1e-9);
  carom_chain_destroy(chain);
}

/* Taps whose speed is lost in the rounding of the forces that press the chain are as linear as any,
 * and need no more steps. */
static void a_gentle_tap_is_not_chased_into_rounding(void **state)
{
  (void)state;
  static const double tap[2] = {1e-5, 3e-7};
  double scaled[2][MOST];
  for (int k = 0; k < 2; k++) {
    setting s;
    column(&s, MOST, 5e-3);
    s.def.gravity = 0;
    s.bead[0].velocity = tap[k];
    s.bead[0].force = 100;
    carom_chain *chain = created(&s);
    assert_int_equal(carom_chain_advance(chain, 150e-6, NULL), CAROM_OK);
    assert_true(carom_chain_steps(chain) < 300);
    for (int i = 0; i < MOST; i++)
      scaled[k][i] = carom_chain_velocity(chain)[i] / tap[k];
    carom_chain_destroy(chain);
  }
  for (int i = 0; i < MOST; i++)
    assert_true(fabs(scaled[1][i] - scaled[0][i]) < 2e-5);
}

/* Who is behind a gap, or arrives, rests on nothing; a column of its own in the air neither. */
static void strikers_are_left_out(void **state)
{
  (void)state;
  for (int arrives = 0; arrives < 2; arrives++) {
    setting s;
    column(&s, 6, 5e-3);
    s.bead[0].velocity = 0.5;
    s.bead[1].velocity = 0.5;
    if (arrives)
      s.bead[0].arrives = s.bead[1].arrives = true;
    else
      s.bead[2].gap = 1e-6;
    carom_chain *chain = created(&s);
    for (int i = 0; i < 2; i++) {
      assert_int_equal(carom_chain_rest(chain, i), arrives ? CAROM_REST_ARRIVES : CAROM_REST_APART);
      assert_true(force_at(chain, i) == 0);
    }
    assert_int_equal(carom_chain_rest(chain, 2), CAROM_REST_SETTLED);
    for (int i = 2; i < 5; i++)
      assert_close(force_at(chain, i), (i - 1) * weight(5e-3), 1e-9);
    assert_close(force_at(chain, CAROM_RIGHT_WALL), 4 * weight(5e-3), 1e-9);
    carom_chain_destroy(chain);
  }
}

/* A plate that is driven, or fixed, bears what lies on it and presses on nothing. */
static void a_plate_bears_what_is_above(void **state)
{
  (void)state;
  static const double zero = 0, rate = 0.1;
  for (int fixed = 0; fixed < 2; fixed++) {
    setting s;
    column(&s, 6, 5e-3);
    s.bead[3].body.fixed = fixed;
    s.bead[3].drive_points = fixed ? 0 : 1;
    s.bead[3].drive_time = &zero;
    s.bead[3].drive_velocity = &rate;
    s.bead[4].gap = 1e-3;
    carom_chain *chain = created(&s);
    assert_close(force_at(chain, 2), 3 * weight(5e-3), 1e-9);
    assert_true(force_at(chain, 3) == 0);
    assert_close(force_at(chain, 4), weight(5e-3), 1e-9);
    assert_close(force_at(chain, CAROM_RIGHT_WALL), 2 * weight(5e-3), 1e-9);
    assert_int_equal(carom_chain_rest(chain, 3), fixed ? CAROM_REST_FIXED : CAROM_REST_DRIVEN);
    carom_chain_destroy(chain);
  }
}

static void what_cannot_rest_is_refused(void **state)
{
  (void)state;
  setting s;
  carom_chain *chain = NULL;
  carom_error err;
  column(&s, 3, 5e-3);
  s.def.right.gap = 1e-3;
  assert_int_equal(carom_chain_create(&s.def, &chain, &err), CAROM_ERR_CONFLICT);
  assert_non_null(strstr(err.text, "away from the wall"));
  column(&s, 3, 5e-3);
  s.bead[1].arrives = true;
  assert_int_equal(carom_chain_create(&s.def, &chain, &err), CAROM_ERR_CONFLICT);
  assert_non_null(strstr(err.text, "body 0 lies on it"));
  s.def.settled = false;
  assert_int_equal(carom_chain_create(&s.def, &chain, &err), CAROM_OK);
  assert_int_equal(carom_chain_rest(chain, 0), CAROM_REST_NONE);
  carom_chain_destroy(chain);
}

SUITE("settled", a_velocity_drops_no_weight, a_tap_stays_a_tap, a_pushed_chain_is_compressed,
      a_gentle_tap_is_not_chased_into_rounding, strikers_are_left_out, a_plate_bears_what_is_above,
      what_cannot_rest_is_refused)
