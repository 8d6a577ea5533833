/* SPDX-License-Identifier: MIT */
/* Chains without events: the same bodies, walls, drives and memory as resolved ones. */
#include "setup.h"

enum { BEADS = 6 };

static const carom_chain_integrator schemes[] = {CAROM_CHAIN_EULER_TRAPEZOID, CAROM_CHAIN_RK45,
                                                 CAROM_CHAIN_GEAR5};

typedef struct setting {
  carom_bead bead[BEADS];
  carom_contact_def contact;
  carom_chain_def def;
} setting;

static void prepare(setting *s, const char *law)
{
  for (int i = 0; i < BEADS; i++) {
    s->bead[i] = carom_bead_default();
    s->bead[i].body.radius = (5 + 0.3 * i) * 1e-3;
  }
  s->contact = carom_contact_default();
  s->contact.law = law;
  s->contact.speed = 1;
  s->def = carom_chain_default();
  s->def.bead = s->bead;
  s->def.beads = BEADS;
  s->def.contact = &s->contact;
  s->def.contacts = 1;
}

static carom_chain *run(setting *s, carom_chain_integrator integrator, double step, double until)
{
  carom_chain *chain;
  carom_error err;
  s->def.integrator = integrator;
  s->def.step = step;
  if (carom_chain_create(&s->def, &chain, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  if (carom_chain_advance(chain, until, &err) != CAROM_OK) fail_msg("%s", err.text);
  return chain;
}

static void assert_same(const carom_chain *a, const carom_chain *b, double tolerance)
{
  for (int i = 0; i < BEADS; i++) {
    const double u = carom_chain_displacement(a)[i] - carom_chain_displacement(b)[i],
                 v = carom_chain_velocity(a)[i] - carom_chain_velocity(b)[i];
    if (!(fabs(u) < tolerance * 1e-4 && fabs(v) < tolerance))
      fail_msg("body %d: %g m and %g m/s apart", i, u, v);
  }
}

/* A table with corners within steps pushes a chain with a wall, gravity, a constant force and
 * plastic memory. */
static void everything_at_once(void **state)
{
  (void)state;
  static const double time[] = {10.3e-6, 70.7e-6, 120.1e-6, 200e-6}, velocity[] = {0, 1, 1, -2};
  static const char *const laws[] = {"ma-liu", "lankarani-nikravesh", "wang-viscous"};
  for (int k = 0; k < 3; k++) {
    setting s;
    prepare(&s, laws[k]);
    s.bead[0].drive_points = 4;
    s.bead[0].drive_time = time;
    s.bead[0].drive_velocity = velocity;
    s.bead[3].gap = 2e-6;
    s.bead[4].force = 5;
    s.def.right.present = true;
    s.def.right.gap = 1e-6;
    s.def.gravity = 9.81;
    carom_chain *exact = run(&s, CAROM_CHAIN_DOP853, 0, 400e-6);
    const carom_chain_energy e = carom_chain_budget(exact);
    for (int i = 0; i < COUNT(schemes); i++) {
      carom_chain *chain = run(&s, schemes[i], 2e-9, 400e-6);
      const carom_chain_energy f = carom_chain_budget(chain);
      assert_same(chain, exact, 2e-5);
      assert_close(f.work, e.work, 1e-4);
      assert_close(f.kinetic, e.kinetic, 1e-4);
      assert_close(f.viscous + f.plastic, e.viscous + e.plastic, 1e-4);
      assert_true(fabs(f.residual) < 1e-8 * e.work);
      /* the driven body is where its table says: closed form */
      const double way = 0.5 * 60.4e-6 + 49.4e-6 - 0.5 * 79.9e-6 - 2 * 200e-6;
      assert_close(carom_chain_displacement(chain)[0], way, 1e-12);
      for (int c = 0; c < BEADS - 1; c++) {
        carom_chain_contact a, b;
        carom_chain_sample_contact(exact, c, &a, NULL);
        carom_chain_sample_contact(chain, c, &b, NULL);
        assert_close(b.first_peak_force, a.first_peak_force, 1e-4);
        assert_close(b.peak_force, a.peak_force, 1e-4);
        assert_close(b.time_of_first_peak_overlap, a.time_of_first_peak_overlap, 1e-3);
        assert_int_equal(b.touches, a.touches);
      }
      carom_chain_destroy(chain);
    }
    carom_chain_destroy(exact);
  }
}

/* Without a step rk45 chooses by tolerance, which holds for one step: the answer follows it. */
static void rk45_by_tolerance(void **state)
{
  (void)state;
  setting s;
  prepare(&s, "tsuji");
  s.bead[0].velocity = 1;
  s.bead[2].gap = 3e-6;
  s.def.tolerance = 1e-12;
  carom_chain *exact = run(&s, CAROM_CHAIN_DOP853, 0, 200e-6);
  for (double tolerance = 1e-5; tolerance > 1e-10; tolerance *= 1e-2) {
    s.def.tolerance = tolerance;
    carom_chain *chain = run(&s, CAROM_CHAIN_RK45, 0, 200e-6);
    assert_true(carom_chain_time(chain) == 200e-6);
    assert_same(chain, exact, 100 * tolerance);
    carom_chain_destroy(chain);
  }
  carom_chain_destroy(exact);
}

static double deepest;

static void note_depth(void *user, double time, const double *u, const double *v)
{
  (void)user, (void)time, (void)v;
  deepest = fmax(deepest, u[0] - u[1]);
}

/* A dent holds the deepest overlap at the end of a step. Stages go deeper (the predictor of
 * euler-trapezoid by far), and would leave a deeper one. */
static void memory_is_not_changed_within_steps(void **state)
{
  (void)state;
  setting s;
  prepare(&s, "ma-liu");
  s.def.beads = 2;
  s.bead[0].velocity = 2;
  for (int i = 0; i < COUNT(schemes); i++) {
    const double step = 2.3e-6;
    carom_chain *chain;
    carom_contact contact;
    carom_chain_contact look;
    s.def.integrator = schemes[i];
    s.def.step = step;
    assert_int_equal(carom_chain_create(&s.def, &chain, NULL), CAROM_OK);
    deepest = 0;
    carom_chain_set_sampler(chain, step, note_depth, NULL);
    assert_int_equal(carom_chain_advance(chain, 100e-6, NULL), CAROM_OK);
    carom_chain_prepared(chain, 0, &contact, NULL);
    carom_chain_sample_contact(chain, 0, &look, NULL);
    carom_state dent = carom_contact_virgin(&contact);
    carom_contact_commit(&contact, &dent, deepest);
    assert_true(look.overlap < 0 && look.residual_overlap > 0);
    assert_close(look.residual_overlap, carom_contact_residual(&contact, &dent), 1e-9);
    assert_close(carom_chain_budget(chain).plastic,
                 carom_contact_energy(&contact, &dent, 0).plastic, 1e-9);
    carom_chain_destroy(chain);
  }
}

/* A chain in static equilibrium stays there. */
static void a_settled_chain_rests(void **state)
{
  (void)state;
  for (int i = 0; i < COUNT(schemes); i++) {
    setting s;
    prepare(&s, "tsuji");
    s.def.gravity = 9.81;
    s.def.right.present = true;
    s.def.settled = true;
    carom_chain *chain = run(&s, schemes[i], 1e-6, 2e-3);
    for (int k = 0; k < BEADS; k++)
      assert_true(fabs(carom_chain_velocity(chain)[k]) < 1e-9);
    carom_chain_contact wall;
    carom_chain_sample_contact(chain, CAROM_RIGHT_WALL, &wall, NULL);
    assert_true(wall.touches == 0 && wall.time_of_first_peak_force == CAROM_UNSET);
    carom_chain_destroy(chain);
  }
}

typedef struct heard {
  int touches, partings;
  double touched_at, speed;
} heard;

static void listen(void *user, int contact, double time, double approach, bool touching)
{
  heard *h = user;
  if (contact != 0) return;
  h->touches += touching;
  h->partings += !touching;
  if (touching) h->touched_at = time, h->speed = approach;
}

static void touches_are_heard(void **state)
{
  (void)state;
  for (int i = 0; i < COUNT(schemes); i++) {
    setting s;
    heard h = {0};
    carom_chain *chain;
    prepare(&s, "hertz");
    s.def.beads = 2;
    s.bead[0].velocity = 1;
    s.bead[1].gap = 10e-6;
    s.def.integrator = schemes[i];
    s.def.step = 1e-8;
    assert_int_equal(carom_chain_create(&s.def, &chain, NULL), CAROM_OK);
    carom_chain_set_contact_callback(chain, listen, &h);
    assert_int_equal(carom_chain_advance(chain, 100e-6, NULL), CAROM_OK);
    assert_int_equal(h.touches, 1);
    assert_int_equal(h.partings, 1);
    assert_true(h.touched_at >= 10e-6 && h.touched_at < 10e-6 + 2.001e-8);
    assert_close(h.speed, 1, 1e-4);
    carom_chain_destroy(chain);
  }
}

static void what_is_refused(void **state)
{
  (void)state;
  setting s;
  carom_chain *chain;
  carom_error err;
  prepare(&s, "hertz");
  s.def.integrator = CAROM_CHAIN_GEAR5;
  assert_int_equal(carom_chain_create(&s.def, &chain, &err), CAROM_ERR_MISSING);
  assert_string_equal(err.where, "run.step");
  s.def.step = 1e-7;
  s.def.corrector_tolerance = 1;
  assert_int_equal(carom_chain_create(&s.def, &chain, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "run.corrector_tolerance");
  s.def.corrector_tolerance = 1e-10;
  s.bead[1].body.fixed = true;
  s.bead[1].velocity = 1;
  assert_int_equal(carom_chain_create(&s.def, &chain, &err), CAROM_ERR_CONFLICT);
  s.bead[1].velocity = 0;
  s.contact.law = "kogut-etsion";
  choose(&s.contact, "rule", "enhanced");
  assert_int_equal(carom_chain_create(&s.def, &chain, &err), CAROM_ERR_CONFLICT);
  assert_non_null(strstr(err.text, "gear5 does not track reversals"));
  /* a step that is far too long ends with an error, and the chain stays readable */
  prepare(&s, "hertz");
  s.bead[0].velocity = 10;
  s.def.integrator = CAROM_CHAIN_EULER_TRAPEZOID;
  s.def.step = 1e-4;
  s.def.any_step = true;
  assert_int_equal(carom_chain_create(&s.def, &chain, &err), CAROM_OK);
  assert_int_equal(carom_chain_advance(chain, 1e-2, &err), CAROM_ERR_DIVERGED);
  assert_string_equal(err.where, "run.step");
  assert_non_null(strstr(err.text, "take a shorter step"));
  assert_true(isfinite(carom_chain_velocity(chain)[0]));
  carom_chain_destroy(chain);
}

SUITE("chain schemes", everything_at_once, rk45_by_tolerance, memory_is_not_changed_within_steps,
      a_settled_chain_rests, touches_are_heard, what_is_refused)
