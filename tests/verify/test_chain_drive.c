/* SPDX-License-Identifier: MIT */
/* The work of a drive that lifts a bead: against its weight, and for its speed. Resolved and in
 * fixed steps. */
#include "setup.h"

static const double g = 9.81, mass = 0.3, end = 2e-3;

/* A bead that is driven up, and another one far below that falls. */
static carom_chain_energy lifted(carom_chain_integrator integrator, int points, const double *time,
                                 const double *velocity)
{
  carom_bead bead[2] = {carom_bead_default(), carom_bead_default()};
  const carom_contact_def contact = two_spheres("hertz");
  carom_chain_def def = carom_chain_default();
  carom_error err = {.code = CAROM_OK};
  carom_chain *chain;
  for (int i = 0; i < 2; i++) {
    bead[i].body = contact.a;
    bead[i].body.mass = mass;
  }
  bead[0].drive_points = points;
  bead[0].drive_time = time;
  bead[0].drive_velocity = velocity;
  bead[1].gap = 1;
  def.bead = bead;
  def.beads = 2;
  def.contact = &contact;
  def.contacts = 1;
  def.gravity = g; /* to the right, which is down */
  def.integrator = integrator;
  def.step = integrator == CAROM_CHAIN_VERLET ? 1e-7 : 0;
  if (carom_chain_create(&def, &chain, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  if (carom_chain_advance(chain, end, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  const carom_chain_energy e = carom_chain_budget(chain);
  carom_chain_destroy(chain);
  return e;
}

static const carom_chain_integrator ways[] = {CAROM_CHAIN_DOP853, CAROM_CHAIN_VERLET};

static void lifted_evenly(void **state)
{
  (void)state;
  const double zero = 0, velocity = -0.5;
  for (int k = 0; k < COUNT(ways); k++) {
    const carom_chain_energy e = lifted(ways[k], 1, &zero, &velocity);
    const double work = mass * g * 0.5 * end;
    assert_close(e.work, work, 1e-9);
    assert_small(e.residual, 1e-9 * work);
  }
}

/* From rest to 0.5 m/s; in steps of h work is summed to h/end of itself. */
static void lifted_ever_faster(void **state)
{
  (void)state;
  const double time[] = {0, end}, velocity[] = {0, -0.5};
  for (int k = 0; k < COUNT(ways); k++) {
    const carom_chain_energy e = lifted(ways[k], 2, time, velocity);
    const double speed = 0.5 * mass * 0.5 * 0.5, height = mass * g * 0.5 * 0.5 * end;
    assert_close(e.work, speed + height, 1e-4);
    assert_true(height > 0.01 * speed);
  }
}

/* A constant force does force times way, whoever integrates, and none of it is the weight's. */
static void constant_forces_do_work(void **state)
{
  (void)state;
  const double force = 2, until = 2e-3;
  for (int k = CAROM_CHAIN_DOP853; k <= CAROM_CHAIN_GEAR5; k++) {
    carom_bead bead[2] = {carom_bead_default(), carom_bead_default()};
    carom_contact_def contact = carom_contact_default();
    carom_chain_def def = carom_chain_default();
    carom_chain *chain;
    carom_error err;
    bead[0].force = force;
    bead[0].velocity = -0.3;
    bead[1].gap = 1;
    def.bead = bead;
    def.beads = 2;
    def.contact = &contact;
    def.contacts = 1;
    def.gravity = -9.81;
    def.integrator = (carom_chain_integrator)k;
    def.step = k > CAROM_CHAIN_DOPRI5 ? 1e-7 : 0;
    if (carom_chain_create(&def, &chain, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
    assert_int_equal(carom_chain_advance(chain, until, NULL), CAROM_OK);
    const double way = carom_chain_displacement(chain)[0];
    const carom_chain_energy e = carom_chain_budget(chain);
    assert_true(way < 0);
    /* in steps of h work is summed to h/until of itself */
    assert_close(e.work, force * way, k > CAROM_CHAIN_DOPRI5 ? 2e-4 : 1e-9);
    assert_small(e.residual / e.kinetic, k > CAROM_CHAIN_DOPRI5 ? 1e-3 : 1e-9);
    carom_chain_destroy(chain);
  }
}

SUITE_CLOSE("drives of chains", lifted_evenly, lifted_ever_faster, constant_forces_do_work)
