/* SPDX-License-Identifier: MIT */
/* A twisting spring with a damper between two wheels that both turn: the damped oscillator of their
 * relative angle, while their common turning goes on. */
#include "slider_crank.h"

static void two_wheels_on_a_twisting_spring(void **state)
{
  (void)state;
  const double inertia[] = {0.02, 0.05}, spin[] = {7, -2}, k = 1.5, c = 0.03, t = 0.9;
  carom_mechanism_body wheel[] = {body("a", 1, inertia[0], 0, 0, 0),
                                  body("b", 2, inertia[1], 1, 0, 0)};
  const carom_joint pivot[] = {revolute("left", on(CAROM_GROUND, 0, 0), on(0, 0, 0)),
                               revolute("right", on(CAROM_GROUND, 1, 0), on(1, 0, 0))};
  carom_spring spring = carom_spring_default();
  carom_mechanism_def def = carom_mechanism_default();
  for (int i = 0; i < 2; i++)
    wheel[i].spin = spin[i];
  spring.twists = true;
  spring.a.body = 0;
  spring.b.body = 1;
  spring.stiffness = k;
  spring.damping = c;
  def.body = wheel;
  def.bodies = 2;
  def.joint = pivot;
  def.joints = 2;
  def.spring = &spring;
  def.springs = 1;
  def.tolerance = 1e-12;
  carom_mechanism *m = created(&def);
  advance(m, t);
  const carom_mechanism_view *v = carom_mechanism_sample(m);

  /* J phi'' + c phi' + k phi = 0 with J = 1/(1/I_a + 1/I_b), phi(0) = 0 */
  const double J = 1 / (1 / inertia[0] + 1 / inertia[1]), start = spin[1] - spin[0];
  const double slow = c / (2 * J), w = sqrt(k / J - slow * slow), fade = exp(-slow * t);
  const double phi = start / w * fade * sin(w * t);
  const double rate = start * fade * (cos(w * t) - slow / w * sin(w * t));
  const double turning = inertia[0] * spin[0] + inertia[1] * spin[1], all = inertia[0] + inertia[1];
  assert_close(v->body[1].angle - v->body[0].angle, phi, 1e-9);
  assert_close(v->body[1].spin - v->body[0].spin, rate, 1e-9);
  assert_close(v->body[0].angle, turning / all * t - inertia[1] / all * phi, 1e-9);
  assert_close(v->body[1].angle, turning / all * t + inertia[0] / all * phi, 1e-9);
  assert_close(v->energy.elastic, 0.5 * k * phi * phi, 1e-8);
  assert_close(v->energy.viscous, 0.5 * J * (start * start - rate * rate) - 0.5 * k * phi * phi,
               1e-9);
  assert_small(v->energy.residual, 1e-11);
  carom_mechanism_destroy(m);
}

SUITE_CLOSE("springs of mechanisms", two_wheels_on_a_twisting_spring)
