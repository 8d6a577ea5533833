/* SPDX-License-Identifier: MIT */
/* A driver that speeds up between two bodies that both move: accelerations, torque and work. */
#include "slider_crank.h"

/* Wheels that turn free of the ground keep their angular momentum, which is 0: of the relative spin
 * s t each has the share of the other's inertia, and the torque is s J, J = 1/(1/I_a + 1/I_b). */
static void two_wheels_and_a_motor_between_them(void **state)
{
  (void)state;
  static const double time[] = {0, 2}, value[] = {0, 10};
  const double inertia[] = {0.02, 0.05}, slope = 5, t = 1.3, all = inertia[0] + inertia[1];
  const carom_mechanism_body wheel[] = {body("a", 1, inertia[0], 0, 0, 0),
                                        body("b", 2, inertia[1], 1, 0, 0)};
  const carom_joint pivot[] = {revolute("left", on(CAROM_GROUND, 0, 0), on(0, 0, 0)),
                               revolute("right", on(CAROM_GROUND, 1, 0), on(1, 0, 0))};
  carom_driver motor = carom_driver_default();
  carom_mechanism_def def = carom_mechanism_default();
  motor.name = "motor";
  motor.a = 0;
  motor.b = 1;
  motor.points = 2;
  motor.time = time;
  motor.value = value;
  def.body = wheel;
  def.bodies = 2;
  def.joint = pivot;
  def.joints = 2;
  def.driver = &motor;
  def.drivers = 1;
  def.tolerance = 1e-12;
  carom_mechanism *m = created(&def);
  advance(m, t);
  const carom_mechanism_view *v = carom_mechanism_sample(m);
  const double J = inertia[0] * inertia[1] / all, s = slope * t;
  assert_close(v->body[0].spin, -inertia[1] / all * s, 1e-9);
  assert_close(v->body[1].spin, inertia[0] / all * s, 1e-9);
  assert_close(v->body[0].alpha, -inertia[1] / all * slope, 1e-9);
  assert_close(v->body[1].alpha, inertia[0] / all * slope, 1e-9);
  assert_close(v->body[1].angle - v->body[0].angle, 0.5 * slope * t * t, 1e-9);
  assert_close(fabs(v->driver[0]), J * slope, 1e-9);
  assert_close(v->energy.kinetic, 0.5 * J * s * s, 1e-9);
  assert_close(v->energy.work, 0.5 * J * s * s, 1e-9);
  assert_small(v->energy.residual, 1e-11);
  carom_mechanism_destroy(m);
}

SUITE_CLOSE("drivers of mechanisms", two_wheels_and_a_motor_between_them)
