/* SPDX-License-Identifier: MIT */
/* Dents that are forgotten with their episodes stay in the energy budget, in every integrator. */
#include "memory_archive.h"
#include "setup.h"

enum { BEADS = 3 };

typedef struct setting {
  carom_bead bead[BEADS];
  carom_contact_def contact;
  carom_chain_def def;
} setting;

/* Three steel balls between two walls, all 3 mm apart, the first at 3 m/s. */
static void three_balls(setting *s, carom_chain_integrator integrator, double step)
{
  for (int i = 0; i < BEADS; i++) {
    s->bead[i] = carom_bead_default();
    s->bead[i].body.radius = 10e-3;
    s->bead[i].body.material = material(209e9, 0.283, 7800, 1175e6);
    s->bead[i].gap = 3e-3;
  }
  s->bead[0].velocity = 3;
  s->contact = carom_contact_default();
  s->contact.law = "thornton";
  s->contact.speed = 3;
  choose(&s->contact, "memory", "episode");
  s->def = carom_chain_default();
  s->def.bead = s->bead;
  s->def.beads = BEADS;
  s->def.contact = &s->contact;
  s->def.contacts = 1;
  s->def.left.present = s->def.right.present = true;
  s->def.left.material = s->def.right.material = s->bead[0].body.material;
  s->def.right.gap = 3e-3;
  s->def.integrator = integrator;
  s->def.step = step;
}

static carom_chain *created(const setting *s)
{
  carom_chain *chain = NULL;
  carom_error err;
  if (carom_chain_create(&s->def, &chain, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  return chain;
}

static void advance(carom_chain *chain, double until)
{
  carom_error err;
  if (carom_chain_advance(chain, until, &err) != CAROM_OK) fail_msg("%s", err.text);
}

/* What is kinetic no more has gone into dents: nothing else takes it, and nothing is pressed at the
 * end. */
static void every_integrator_books_them(void **state)
{
  (void)state;
  static const struct {
    carom_chain_integrator integrator;
    double step, tolerance;
  } scheme[] = {{CAROM_CHAIN_DOP853, 0, 1e-9},
                {CAROM_CHAIN_VERLET, 1e-7, 1e-4},
                {CAROM_CHAIN_EULER_TRAPEZOID, 2e-7, 1e-3},
                {CAROM_CHAIN_RK45, 2e-7, 1e-3},
                {CAROM_CHAIN_GEAR5, 2e-7, 1e-3}};
  double exact = 0;
  for (int k = 0; k < COUNT(scheme); k++) {
    setting s;
    three_balls(&s, scheme[k].integrator, scheme[k].step);
    carom_chain *chain = created(&s);
    const double start = carom_chain_budget(chain).kinetic;
    advance(chain, 25e-3);
    const carom_chain_energy e = carom_chain_budget(chain);
    assert_true(e.plastic > 0.5 * start);
    assert_close(e.plastic, start - e.kinetic - e.elastic, scheme[k].tolerance);
    assert_true(fabs(e.residual) < scheme[k].tolerance * start);
    if (k == 0) exact = e.plastic;
    assert_close(e.plastic, exact, 10 * scheme[k].tolerance);
    carom_chain_destroy(chain);
  }
  assert_close(exact, 0.14068, 4e-5); /* as in the same scene of spheres: 0.1407 J */
}

/* They are part of the state, and their sum does not depend on where a run was stopped. */
static void a_stopped_run_keeps_them(void **state)
{
  (void)state;
  setting s;
  three_balls(&s, CAROM_CHAIN_VERLET, 1e-7);
  carom_chain *through = created(&s), *first = created(&s), *second = created(&s);
  advance(through, 25e-3);
  advance(first, 11.1e-3);
  assert_true(carom_chain_budget(first).plastic > 0);
  memory store = {.archive = {.array = put_or_get}};
  assert_int_equal(carom_chain_archive(first, &store.archive, NULL), CAROM_OK);
  store.archive.loading = true;
  assert_int_equal(carom_chain_archive(second, &store.archive, NULL), CAROM_OK);
  free(store.bytes);
  advance(second, 25e-3);
  assert_true(carom_chain_budget(second).plastic == carom_chain_budget(through).plastic);
  carom_chain_destroy(through);
  carom_chain_destroy(first);
  carom_chain_destroy(second);
}

SUITE("forgotten dents", every_integrator_books_them, a_stopped_run_keeps_them)
