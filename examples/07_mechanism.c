/* SPDX-License-Identifier: MIT */
/* A mechanism: a slider-crank whose wrist pin has a clearance of half a millimetre. The journal
 * strikes its bearing instead of following it. */
#include <carom/carom.h>

#include <math.h>
#include <stdio.h>

enum { CRANK, ROD, SLIDER };

static carom_joint joint(carom_joint_kind kind, carom_place a, carom_place b)
{
  carom_joint j = carom_joint_default();
  j.kind = kind;
  j.a = a;
  j.b = b;
  return j;
}

int main(void)
{
  const double crank = 0.05, rod = 0.3, spin = 20, zero = 0; /* m, rad/s */
  carom_mechanism_body body[3];
  for (int i = 0; i < 3; i++)
    body[i] = carom_mechanism_body_default();
  body[CRANK].mass = 1, body[CRANK].inertia = 0.01;
  body[ROD].mass = 1.1, body[ROD].inertia = 0.015;
  body[ROD].centre_x = rod / 2, body[ROD].x = crank;
  body[SLIDER].mass = 1, body[SLIDER].inertia = 1e-3, body[SLIDER].x = crank + rod;

  /* places are given in the frame of a body */
  const carom_place ground = {CAROM_GROUND, 0, 0}, pivot = {CRANK, 0, 0}, pin = {CRANK, crank, 0};
  const carom_place big_end = {ROD, 0, 0}, small_end = {ROD, rod, 0}, wrist = {SLIDER, 0, 0};
  const carom_joint joints[] = {joint(CAROM_REVOLUTE, ground, pivot),
                                joint(CAROM_REVOLUTE, pin, big_end),
                                joint(CAROM_PRISMATIC, ground, wrist)};

  carom_driver motor = carom_driver_default(); /* turns body b against the ground */
  motor.b = CRANK;
  motor.points = 1; /* one point in time: a constant */
  motor.time = &zero;
  motor.value = &spin;

  carom_clearance bearing = carom_clearance_default();
  bearing.bearing = small_end;
  bearing.journal = wrist;
  bearing.bearing_radius = 10e-3;
  bearing.journal_radius = 9.5e-3;
  bearing.contact.law = "lankarani-nikravesh";
  carom_contact_set(&bearing.contact, "restitution", 0.9);
  bearing.friction = 0.01;
  bearing.centred = true;

  carom_mechanism_def def = carom_mechanism_default();
  def.body = body, def.bodies = 3;
  def.joint = joints, def.joints = 3;
  def.driver = &motor, def.drivers = 1;
  def.clearance = &bearing, def.clearances = 1;

  carom_mechanism *mechanism;
  carom_error err;
  if (carom_mechanism_create(&def, &mechanism, &err) != CAROM_OK) {
    fprintf(stderr, "%s: %s\n", err.where, err.text);
    return 1;
  }
  const double turn = 2 * 3.14159265358979323846 / spin;
  carom_status status = CAROM_OK;
  const carom_mechanism_view *view = carom_mechanism_sample(mechanism);
  for (int i = 1; i <= 4 && status == CAROM_OK; i++) {
    status = carom_mechanism_advance(mechanism, 0.25 * i * turn, &err);
    if (status != CAROM_OK) {
      fprintf(stderr, "%s: %s\n", err.where, err.text);
      break;
    }
    view = carom_mechanism_sample(mechanism);
    const carom_journal *j = &view->journal[0];
    printf("%.3f turns: slider at %7.2f mm, %4d impacts, largest force %.0f N\n", 0.25 * i,
           1e3 * view->body[SLIDER].x, (int)j->touches, j->peak_force);
  }
  const carom_mechanism_energy e = view->energy;
  printf("the motor did %.3f J of work; the budget is off by %.1e J\n", e.work, e.residual);
  const bool sound = view->journal[0].touches > 0 && fabs(e.residual) < 1e-6 * e.kinetic;
  carom_mechanism_destroy(mechanism);
  return status != CAROM_OK || !sound;
}
