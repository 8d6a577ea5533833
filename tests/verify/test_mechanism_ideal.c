/* SPDX-License-Identifier: MIT */
/* Mechanisms without clearance against closed forms: slider-crank, pendulum, springs, drivers,
 * welded bodies, forces of the joints. */
#include "slider_crank.h"

static const double pi = 3.14159265358979323846;

/* x = r cos + sqrt(L^2 - r^2 sin^2) and its two derivatives at constant speed w. */
static carom_motion ideal(double angle, double w)
{
  const double r = crank_length, c = cos(angle), s = sin(angle);
  const double root = sqrt(rod_length * rod_length - r * r * s * s);
  const double first = -r * s - r * r * s * c / root;
  const double second = -r * c - r * r * (c * c - s * s) / root -
                        r * r * r * r * s * s * c * c / (root * root * root);
  return (carom_motion){.x = r * c + root, .vx = first * w, .ax = second * w * w};
}

static void driven_slider_crank_follows_the_closed_form(void **state)
{
  (void)state;
  const double rpm[] = {200, 300};
  for (int k = 0; k < 2; k++) {
    slider_crank s;
    make_slider_crank(&s, rpm[k], NULL);
    carom_mechanism *m = created(&s.def);
    for (int i = 1; i <= 400; i++) {
      const double t = 0.00213 * i;
      advance(m, t);
      const carom_motion exact = ideal(s.speed * t, s.speed);
      const carom_motion *slider = &carom_mechanism_sample(m)->body[SLIDER];
      assert_small(slider->x - exact.x, 1e-12 * 0.35);
      assert_small(slider->vx - exact.vx, 1e-12 * 1.6);
      assert_small(slider->ax - exact.ax, 1e-12 * 60);
      assert_small(slider->y, 1e-13);
    }
    const carom_mechanism_closure c = carom_mechanism_check(m);
    assert_int_equal(c.freedoms, 0);
    assert_small(c.position, 1e-13);
    assert_small(c.velocity, 1e-12);
    carom_mechanism_destroy(m);
  }
}

/* Values of another code (two coordinates). */
static void accelerations_at_the_dead_points(void **state)
{
  (void)state;
  slider_crank s;
  make_slider_crank(&s, 200, NULL);
  carom_mechanism *m = created(&s.def);
  assert_close(carom_mechanism_sample(m)->body[SLIDER].ax, -25.5878632621, 1e-11);
  advance(m, 0.15);
  assert_close(carom_mechanism_sample(m)->body[SLIDER].ax, 18.2770451872, 1e-11);
  carom_mechanism_destroy(m);
  make_slider_crank(&s, 300, NULL);
  m = created(&s.def);
  assert_close(carom_mechanism_sample(m)->body[SLIDER].ax, -57.5726923397, 1e-11);
  advance(m, 80.7828 / 360 * 0.2);
  assert_close(carom_mechanism_sample(m)->body[SLIDER].vx, -1.5924792707, 1e-10);
  carom_mechanism_destroy(m);
}

/* The power of the motor is the rate of the kinetic energy; the guide carries what the rod
 * presses sideways. */
static void forces_of_the_driven_slider_crank(void **state)
{
  (void)state;
  slider_crank s;
  make_slider_crank(&s, 200, NULL);
  carom_mechanism *m = created(&s.def);
  const double t = 0.04, h = 1e-4;
  double kinetic[5];
  for (int i = 0; i < 5; i++) {
    advance(m, t + (i - 2) * h);
    const carom_mechanism_view *v = carom_mechanism_sample(m);
    kinetic[i] = v->energy.kinetic;
    assert_small(v->energy.residual, 1e-12);
    if (i != 2) continue;
    const carom_reaction *wrist = &v->joint[3], *guide = &v->joint[2];
    assert_close(wrist->fx, 1.013 * v->body[SLIDER].ax, 1e-11);
    assert_close(guide->fy, -wrist->fy, 1e-11);
    assert_small(guide->fx, 1e-12);
    assert_small(guide->moment, 1e-12);
    /* the whole mechanism: forces from the ground are all there is */
    const carom_motion centre = carom_mechanism_point(v, on(ROD, rod_length / 2, 0));
    assert_close(v->joint[0].fx, 1.13 * centre.ax + 1.013 * v->body[SLIDER].ax, 1e-11);
    assert_close(v->joint[0].fy + guide->fy, 1.13 * centre.ay, 1e-11);
  }
  carom_mechanism_destroy(m);
  m = created(&s.def);
  advance(m, t);
  const double power = (8 * (kinetic[3] - kinetic[1]) - (kinetic[4] - kinetic[0])) / (12 * h);
  assert_close(carom_mechanism_sample(m)->driver[0] * s.speed, power, 1e-8);
  carom_mechanism_destroy(m);
}

static carom_mechanism *free_slider_crank(bool drifting, double tolerance)
{
  slider_crank s;
  make_slider_crank(&s, 0, NULL);
  s.def.drivers = 0;
  s.def.gravity_y = -9.81;
  s.def.no_projection = drifting;
  s.def.tolerance = tolerance;
  const double angle = 1, spin = 20, sine = crank_length * sin(angle);
  const double rod = -asin(sine / rod_length), c = cos(angle);
  const double rod_spin = -crank_length * c * spin / (rod_length * cos(rod));
  s.body[CRANK].angle = angle;
  s.body[CRANK].spin = spin;
  s.body[ROD].angle = rod;
  s.body[ROD].x = crank_length * c;
  s.body[ROD].y = sine;
  s.body[ROD].vx = -sine * spin;
  s.body[ROD].vy = crank_length * c * spin;
  s.body[ROD].spin = rod_spin;
  s.body[SLIDER].x = crank_length * c + rod_length * cos(rod);
  s.body[SLIDER].vx = -sine * spin - rod_length * sin(rod) * rod_spin;
  return created(&s.def);
}

static void free_slider_crank_keeps_its_energy(void **state)
{
  (void)state;
  carom_mechanism *m = free_slider_crank(false, 1e-12);
  const double at_start = carom_mechanism_sample(m)->energy.kinetic;
  assert_int_equal(carom_mechanism_check(m).freedoms, 1);
  advance(m, 1);
  const carom_mechanism_view *v = carom_mechanism_sample(m);
  assert_close(v->body[SLIDER].x, 0.263781206577, 1e-10);
  assert_close(v->body[SLIDER].vx, 0.741327869911, 1e-10);
  assert_close(v->body[CRANK].angle, 22.8150943067, 1e-10);
  advance(m, 20); /* 70 revolutions */
  v = carom_mechanism_sample(m);
  assert_close(v->body[SLIDER].x, 0.28317664257, 2e-9);
  assert_close(v->body[SLIDER].vx, 0.99616910503, 2e-9);
  assert_close(v->body[CRANK].angle, 437.99103971, 1e-10);
  assert_small(v->energy.residual, 1e-9 * at_start);
  const carom_mechanism_closure c = carom_mechanism_check(m);
  assert_small(c.position, 1e-13);
  assert_small(c.velocity, 1e-13);
  carom_mechanism_destroy(m);
}

/* Without the projection the joints drift apart: what the test above would see then. */
static void joints_drift_without_projection(void **state)
{
  (void)state;
  carom_mechanism *loose = free_slider_crank(true, 1e-8), *held = free_slider_crank(false, 1e-8);
  advance(loose, 20);
  advance(held, 20);
  assert_true(carom_mechanism_check(loose).position > 1e-9);
  assert_small(carom_mechanism_check(held).position, 1e-13);
  carom_mechanism_destroy(loose);
  carom_mechanism_destroy(held);
}

/* Quarter period of a pendulum: K(sin(a/2)) sqrt(l/g), by the arithmetic-geometric mean. */
static double quarter_period(double amplitude, double per_frequency)
{
  double a = 1, b = cos(amplitude / 2);
  for (int k = 0; k < 8; k++) {
    const double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  return pi / 2 / a * per_frequency;
}

static void pendulum_has_its_period(void **state)
{
  (void)state;
  const double mass = 0.7, inertia = 0.02, arm = 0.4, g = 9.81, amplitude = 2.5;
  carom_mechanism_body bob = body("bob", mass, inertia, 0.1, 0.2, -pi / 2 + amplitude);
  bob.centre_x = arm;
  const carom_joint pivot = revolute("pivot", on(CAROM_GROUND, 0.1, 0.2), on(0, 0, 0));
  carom_mechanism_def def = carom_mechanism_default();
  def.body = &bob;
  def.bodies = 1;
  def.joint = &pivot;
  def.joints = 1;
  def.gravity_y = -g;
  def.tolerance = 1e-12;
  carom_mechanism *m = created(&def);
  const carom_mechanism_view *v = carom_mechanism_sample(m);
  assert_small(v->body[0].x - 0.1, 1e-14);
  assert_small(v->body[0].y - 0.2, 1e-14);
  advance(m, quarter_period(amplitude, sqrt((inertia + mass * arm * arm) / (mass * g * arm))));
  v = carom_mechanism_sample(m);
  assert_small(v->body[0].angle + pi / 2, 1e-10);
  const double spin2 = 2 * mass * g * arm * (1 - cos(amplitude)) / (inertia + mass * arm * arm);
  assert_close(v->body[0].spin, -sqrt(spin2), 1e-10);
  assert_close(v->joint[0].fy, mass * (g + arm * spin2), 1e-9);
  assert_small(v->energy.residual, 1e-11);
  carom_mechanism_destroy(m);
}

/* The same motion as a massless rod with a bob, its turning held by a fixed joint to nothing. */
static void distance_joint_is_a_pendulum(void **state)
{
  (void)state;
  const double length = 0.25, amplitude = 1.2, g = 9.81;
  carom_mechanism_body bob = body("bob", 2, 1, length * sin(amplitude), -length * cos(amplitude),
                                  0);
  carom_joint rod = revolute("rod", on(CAROM_GROUND, 0, 0), on(0, 0, 0));
  rod.kind = CAROM_DISTANCE;
  carom_mechanism_def def = carom_mechanism_default();
  def.body = &bob;
  def.bodies = 1;
  def.joint = &rod;
  def.joints = 1;
  def.gravity_y = -g;
  def.tolerance = 1e-12;
  carom_mechanism *m = created(&def);
  advance(m, quarter_period(amplitude, sqrt(length / g)));
  const carom_mechanism_view *v = carom_mechanism_sample(m);
  const double speed2 = 2 * g * length * (1 - cos(amplitude));
  assert_small(v->body[0].x, 1e-11);
  assert_close(v->body[0].y, -length, 1e-13);
  assert_close(v->body[0].vx, -sqrt(speed2), 1e-11);
  assert_close(v->joint[0].fy, 2 * (g + speed2 / length), 1e-10);
  carom_mechanism_destroy(m);
}

/* Two bodies welded together are one with the inertia of both. */
static void fixed_joint_makes_one_body(void **state)
{
  (void)state;
  const double g = 9.81, m1 = 1, m2 = 2, i1 = 0.01, i2 = 0.03;
  carom_mechanism_body two[2] = {body("inner", m1, i1, 0, 0, 0.3),
                                 body("outer", m2, i2, 0, 0, 0.9)};
  two[0].centre_x = 0.1;
  two[1].x = 0.2 * cos(0.3);
  two[1].y = 0.2 * sin(0.3);
  two[1].centre_x = 0.15;
  carom_joint joint[2] = {revolute("pivot", on(CAROM_GROUND, 0, 0), on(0, 0, 0)),
                          revolute("weld", on(0, 0.2, 0), on(1, 0, 0))};
  joint[1].kind = CAROM_FIXED;
  carom_mechanism_def def = carom_mechanism_default();
  def.body = two;
  def.bodies = 2;
  def.joint = joint;
  def.joints = 2;
  def.gravity_y = -g;
  def.tolerance = 1e-12;
  carom_mechanism *m = created(&def);
  const double x2 = 0.2 + 0.15 * cos(0.6), y2 = 0.15 * sin(0.6); /* centre 2 in the frame of 1 */
  carom_mechanism_body both = body("both", m1 + m2, 1, 0, 0, 0.3);
  both.centre_x = (m1 * 0.1 + m2 * x2) / (m1 + m2);
  both.centre_y = m2 * y2 / (m1 + m2);
  const double dx1 = 0.1 - both.centre_x, dx2 = x2 - both.centre_x, dy2 = y2 - both.centre_y;
  both.inertia = i1 + i2 + m1 * (dx1 * dx1 + both.centre_y * both.centre_y) +
                 m2 * (dx2 * dx2 + dy2 * dy2);
  def.body = &both;
  def.bodies = def.joints = 1;
  carom_mechanism *one = created(&def);
  advance(m, 1.7);
  advance(one, 1.7);
  const carom_mechanism_view *v = carom_mechanism_sample(m), *w = carom_mechanism_sample(one);
  assert_small(v->body[0].angle - w->body[0].angle, 1e-10);
  assert_small(v->body[0].spin - w->body[0].spin, 1e-9);
  assert_small(v->body[1].angle - v->body[0].angle - 0.6, 1e-13);
  assert_small(v->joint[0].fx - w->joint[0].fx, 1e-7);
  assert_int_equal(carom_mechanism_check(m).freedoms, 1);
  carom_mechanism_destroy(m);
  carom_mechanism_destroy(one);
}

/* A block on an incline with spring and damper: the damped oscillator. */
static void spring_and_damper_on_an_incline(void **state)
{
  (void)state;
  const double mass = 0.8, k = 300, c = 4, tilt = 0.4, g = 9.81, rest = 0.3;
  carom_mechanism_body block = body("block", mass, 0.01, rest * cos(tilt), rest * sin(tilt), tilt);
  const carom_joint guide = prismatic("guide", on(CAROM_GROUND, 0, 0), on(0, 0, 0), tilt);
  carom_spring spring = carom_spring_default();
  spring.b.body = 0;
  spring.stiffness = k;
  spring.damping = c;
  spring.rest = rest;
  carom_mechanism_def def = carom_mechanism_default();
  def.body = &block;
  def.bodies = 1;
  def.joint = &guide;
  def.joints = 1;
  def.spring = &spring;
  def.springs = 1;
  def.gravity_y = -g;
  def.tolerance = 1e-12;
  carom_mechanism *m = created(&def);
  advance(m, 0.37);
  const carom_mechanism_view *v = carom_mechanism_sample(m);
  const double sag = -mass * g * sin(tilt) / k, decay = c / (2 * mass);
  const double w = sqrt(k / mass - decay * decay), t = 0.37;
  const double u = sag - sag * exp(-decay * t) * (cos(w * t) + decay / w * sin(w * t));
  assert_close(v->body[0].x / cos(tilt) - rest, u, 1e-10);
  assert_close(v->body[0].y / sin(tilt) - rest, u, 1e-10);
  assert_close(v->energy.elastic, 0.5 * k * u * u, 1e-9);
  assert_true(v->energy.viscous > 0.01);
  assert_small(v->energy.residual, 1e-11);
  /* the guide holds the block without friction */
  assert_close(v->joint[0].fx, -mass * g * cos(tilt) * sin(tilt), 1e-10);
  assert_close(v->joint[0].fy, mass * g * cos(tilt) * cos(tilt), 1e-10);
  carom_mechanism_destroy(m);
}

static void twisting_spring_and_torque(void **state)
{
  (void)state;
  const double inertia = 0.02, k = 1.5, torque = 0.3, zero = 0;
  carom_mechanism_body wheel = body("wheel", 1, inertia, 0, 0, 0);
  const carom_joint pivot = revolute("pivot", on(CAROM_GROUND, 0, 0), on(0, 0, 0));
  carom_spring spring = carom_spring_default();
  spring.twists = true;
  spring.b.body = 0;
  spring.stiffness = k;
  carom_driver motor = carom_driver_default();
  motor.kind = CAROM_DRIVE_TORQUE;
  motor.b = 0;
  motor.points = 1;
  motor.time = &zero;
  motor.value = &torque;
  carom_mechanism_def def = carom_mechanism_default();
  def.body = &wheel;
  def.bodies = 1;
  def.joint = &pivot;
  def.joints = 1;
  def.spring = &spring;
  def.springs = 1;
  def.driver = &motor;
  def.drivers = 1;
  def.tolerance = 1e-12;
  carom_mechanism *m = created(&def);
  advance(m, 0.9);
  const carom_mechanism_view *v = carom_mechanism_sample(m);
  const double w = sqrt(k / inertia);
  assert_small(v->body[0].angle - torque / k * (1 - cos(w * 0.9)), 1e-11);
  assert_close(v->energy.work, torque * v->body[0].angle, 1e-9);
  assert_small(v->energy.residual, 1e-12);
  carom_mechanism_destroy(m);
}

/* Speeds from a table: the angle is the area under it, with the corners met exactly. */
static void table_of_speeds(void **state)
{
  (void)state;
  const double time[] = {0.1, 0.3, 0.5}, value[] = {0, 8, -2};
  slider_crank s;
  make_slider_crank(&s, 0, NULL);
  s.driver[0].points = 3;
  s.driver[0].time = time;
  s.driver[0].value = value;
  s.driver[0].start = 0.7;
  carom_mechanism *m = created(&s.def);
  assert_close(carom_mechanism_sample(m)->body[CRANK].angle, 0.7, 1e-14);
  advance(m, 0.2);
  carom_motion crank = carom_mechanism_sample(m)->body[CRANK];
  assert_close(crank.angle, 0.7 + 0.5 * 0.1 * 4, 1e-13);
  assert_close(crank.spin, 4, 1e-13);
  assert_close(crank.alpha, 40, 1e-11);
  advance(m, 0.6);
  crank = carom_mechanism_sample(m)->body[CRANK];
  assert_close(crank.angle, 0.7 + 0.8 + 0.6 - 0.2, 1e-13);
  assert_close(crank.spin, -2, 1e-13);
  assert_small(crank.alpha, 1e-10);
  assert_small(carom_mechanism_sample(m)->energy.residual, 1e-11);
  carom_mechanism_destroy(m);
}

/* Before the first corner the first value holds, and corners may lie before the start. */
static void tables_that_begin_elsewhere(void **state)
{
  (void)state;
  const double late[] = {0.1, 0.3}, early[] = {-0.2, 0.2}, value[] = {3, 5};
  slider_crank s;
  make_slider_crank(&s, 0, NULL);
  s.driver[0].points = 2;
  s.driver[0].time = late;
  s.driver[0].value = value;
  carom_mechanism *m = created(&s.def);
  advance(m, 0.4);
  assert_close(carom_mechanism_sample(m)->body[CRANK].angle, 0.3 + 0.8 + 0.5, 1e-13);
  carom_mechanism_destroy(m);
  s.driver[0].time = early;
  m = created(&s.def);
  assert_small(carom_mechanism_sample(m)->body[CRANK].angle, 1e-15);
  assert_close(carom_mechanism_sample(m)->body[CRANK].spin, 4, 1e-14);
  advance(m, 0.4);
  assert_close(carom_mechanism_sample(m)->body[CRANK].angle, 0.2 * 4.5 + 0.2 * 5, 1e-13);
  carom_mechanism_destroy(m);
}

/* A bead on a turning arm. The line of the guide passes the pivot at a distance, the bead's point
 * is not its centre of mass, and the arm is out of balance: no term of the equations vanishes. */
typedef struct bead_on_arm {
  carom_mechanism_body body[2];
  carom_joint joint[2];
  carom_driver driver[2];
  carom_mechanism_def def;
} bead_on_arm;

static const double arm_mass = 0.8, arm_inertia = 0.05, arm_centre = 0.12;
static const double bead_mass = 0.3, bead_inertia = 2e-3, bead_off = 0.04, line_off = 0.06;

static void make_bead_on_arm(bead_on_arm *b, double spin)
{
  memset(b, 0, sizeof *b);
  b->body[0] = body("arm", arm_mass, arm_inertia, 0, 0, 0);
  b->body[0].centre_x = arm_centre;
  b->body[0].spin = spin;
  b->body[1] = body("bead", bead_mass, bead_inertia, 0.2 - bead_off, line_off, 0);
  b->body[1].centre_x = 0;
  b->body[1].spin = spin;
  b->body[1].vx = -spin * line_off;
  b->body[1].vy = spin * (0.2 - bead_off);
  b->joint[0] = revolute("pivot", on(CAROM_GROUND, 0, 0), on(0, 0, 0));
  b->joint[1] = prismatic("guide", on(0, 0, line_off), on(1, bead_off, 0), 0);
  b->def = carom_mechanism_default();
  b->def.body = b->body;
  b->def.bodies = 2;
  b->def.joint = b->joint;
  b->def.joints = 2;
  b->def.tolerance = 1e-12;
}

/* Angular momentum about the pivot. */
static double turning(const carom_mechanism_view *v)
{
  const carom_motion arm = carom_mechanism_point(v, on(0, arm_centre, 0)), *bead = &v->body[1];
  return arm_mass * (arm.x * arm.vy - arm.y * arm.vx) + arm_inertia * arm.spin +
         bead_mass * (bead->x * bead->vy - bead->y * bead->vx) + bead_inertia * bead->spin;
}

/* Free: momentum and energy are kept, also with a force between arm and bead, or with the bead
 * drawn along the arm at a given velocity. */
static void free_arm_keeps_its_angular_momentum(void **state)
{
  (void)state;
  bead_on_arm b;
  const double zero = 0, push = -1.5;
  for (int forced = 0; forced < 3; forced++) {
    make_bead_on_arm(&b, 6);
    b.driver[0] = carom_driver_default();
    b.driver[0].kind = forced == 2 ? CAROM_DRIVE_SLIDE : CAROM_DRIVE_FORCE;
    b.driver[0].joint = 1;
    b.driver[0].points = 1;
    b.driver[0].time = &zero;
    b.driver[0].value = &push;
    b.def.driver = b.driver;
    b.def.drivers = forced > 0;
    carom_mechanism *m = created(&b.def);
    const double before = turning(carom_mechanism_sample(m));
    const double at = carom_mechanism_sample(m)->energy.kinetic;
    const double spin = carom_mechanism_sample(m)->body[0].spin;
    assert_int_equal(carom_mechanism_check(m).freedoms, forced == 2 ? 1 : 2);
    advance(m, forced == 2 ? 0.05 : 0.3);
    const carom_mechanism_view *v = carom_mechanism_sample(m);
    assert_close(turning(v), before, 1e-11);
    assert_true(fabs(v->body[0].spin - spin) > 0.05); /* it does change */
    assert_close(v->energy.kinetic, at + v->energy.work, 1e-10);
    assert_small(v->energy.residual, 1e-11);
    assert_true((v->energy.work != 0) == (forced != 0));
    carom_mechanism_destroy(m);
  }
}

/* Driven at constant speed: the bead's distance along the line grows as cosh; moments of the motor
 * and of the guide follow from the momentum. Then the motor speeds up. */
static void driven_arm(void **state)
{
  (void)state;
  bead_on_arm b;
  const double w = 6, t = 0.3, times[2] = {0, 1}, speeds[2] = {6, 16};
  make_bead_on_arm(&b, w);
  b.driver[0] = carom_driver_default();
  b.driver[0].b = 0;
  b.driver[0].points = 1;
  b.driver[0].time = times;
  b.driver[0].value = speeds;
  b.def.driver = b.driver;
  b.def.drivers = 1;
  carom_mechanism *m = created(&b.def);
  advance(m, t);
  const carom_mechanism_view *v = carom_mechanism_sample(m);
  const double r0 = 0.2 - bead_off, r = r0 * cosh(w * t), rate = r0 * w * sinh(w * t);
  const carom_motion *bead = &v->body[1];
  assert_close(bead->x, r * cos(w * t) - line_off * sin(w * t), 1e-11);
  assert_close(bead->y, r * sin(w * t) + line_off * cos(w * t), 1e-11);
  /* force of the guide: Coriolis across the line, and the centripetal one for the offset */
  const double across = bead_mass * (2 * w * rate - w * w * line_off);
  assert_close(-sin(w * t) * v->joint[1].fx + cos(w * t) * v->joint[1].fy, across, 1e-9);
  assert_close(v->joint[1].moment, -bead_off * across, 1e-9);
  assert_close(v->driver[0], bead_mass * (2 * w * r * rate - line_off * w * w * r), 1e-9);
  assert_small(v->energy.residual, 1e-11);
  carom_mechanism_destroy(m);

  b.driver[0].points = 2;
  m = created(&b.def);
  const double h = 1e-3;
  double momentum[5], pull_x = 0, pull_y = 0, torque = 0;
  for (int i = 0; i < 5; i++) {
    advance(m, t + (i - 2) * h);
    v = carom_mechanism_sample(m);
    momentum[i] = turning(v);
    assert_small(v->energy.residual, 1e-11);
    if (i != 2) continue;
    const carom_motion arm = carom_mechanism_point(v, on(0, arm_centre, 0));
    torque = v->driver[0];
    assert_close(v->body[0].alpha, 10, 1e-12);
    pull_x = arm_mass * arm.ax + bead_mass * v->body[1].ax - v->joint[0].fx;
    pull_y = arm_mass * arm.ay + bead_mass * v->body[1].ay - v->joint[0].fy;
  }
  assert_close(torque, (8 * (momentum[3] - momentum[1]) - (momentum[4] - momentum[0])) / (12 * h),
               1e-8);
  assert_small(pull_x, 1e-11);
  assert_small(pull_y, 1e-11);
  carom_mechanism_destroy(m);
}

/* Joints and drivers may be written from either end; a base that is welded to the ground holds. */
static void ends_may_be_swapped(void **state)
{
  (void)state;
  slider_crank s, t;
  carom_mechanism_body four[4];
  carom_joint five[5];
  make_slider_crank(&s, 200, NULL);
  make_slider_crank(&t, -200, NULL);
  t.joint[0] = revolute("pivot", on(CRANK, 0, 0), on(3, 0.1, 0.2));
  t.driver[0].a = CRANK;
  t.driver[0].b = 3;
  memcpy(four, t.body, sizeof t.body);
  four[3] = body("base", 5, 0.2, -0.1, -0.2, 0);
  four[3].centre_y = 0.05;
  memcpy(five, t.joint, sizeof t.joint);
  five[4] = revolute("weld", on(3, 0.3, 0), on(CAROM_GROUND, 0.2, -0.2));
  five[4].kind = CAROM_FIXED;
  t.def.body = four;
  t.def.bodies = 4;
  t.def.joint = five;
  t.def.joints = 5;
  s.def.gravity_y = t.def.gravity_y = -9.81;
  carom_mechanism *m = created(&s.def), *n = created(&t.def);
  advance(m, 0.11);
  advance(n, 0.11);
  const carom_mechanism_view *v = carom_mechanism_sample(m), *w = carom_mechanism_sample(n);
  assert_small(v->body[SLIDER].x - w->body[SLIDER].x, 1e-12);
  assert_small(v->body[SLIDER].ax - w->body[SLIDER].ax, 1e-9);
  assert_close(v->driver[0], -w->driver[0], 1e-9);
  assert_close(v->joint[0].fx, -w->joint[0].fx, 1e-9);
  assert_close(v->energy.work, w->energy.work, 1e-9);
  /* the weld carries the pivot and the weight of the base; here it is the force on the ground */
  assert_close(w->joint[4].fx, w->joint[0].fx, 1e-9);
  assert_close(w->joint[4].fy, w->joint[0].fy - 5 * 9.81, 1e-9);
  assert_small(w->body[3].x + 0.1, 1e-13);
  assert_small(w->energy.residual, 1e-11);
  assert_int_equal(carom_mechanism_check(n).freedoms, 0);
  carom_mechanism_destroy(m);
  carom_mechanism_destroy(n);
}

/* The slider drives, and the crank follows; then a force on the slider does. */
static void slide_and_force_drivers(void **state)
{
  (void)state;
  slider_crank s;
  const double zero = 0, value = 0.3;
  make_slider_crank(&s, 0, NULL);
  s.driver[0].kind = CAROM_DRIVE_SLIDE;
  s.driver[0].joint = 2;
  s.driver[0].time = &zero;
  s.driver[0].value = &value;
  s.body[CRANK].angle = -2.2;
  s.body[ROD].x = crank_length * cos(-2.2);
  s.body[ROD].y = crank_length * sin(-2.2);
  s.body[ROD].angle = 0.13;
  s.body[SLIDER].x = 0.27;
  carom_mechanism *m = created(&s.def);
  assert_close(carom_mechanism_sample(m)->body[SLIDER].x, 0.27, 1e-13);
  advance(m, 0.2);
  const carom_mechanism_view *v = carom_mechanism_sample(m);
  assert_close(v->body[SLIDER].x, 0.27 + 0.2 * 0.3, 1e-13);
  const double c = v->body[CRANK].angle;
  assert_close(ideal(c, 1).x, v->body[SLIDER].x, 1e-12);
  assert_close(ideal(c, v->body[CRANK].spin).vx, 0.3, 1e-11);
  assert_small(v->energy.residual, 1e-11);
  carom_mechanism_destroy(m);

  s.driver[0].kind = CAROM_DRIVE_FORCE;
  m = created(&s.def);
  const double from = carom_mechanism_sample(m)->body[SLIDER].x;
  advance(m, 0.2);
  v = carom_mechanism_sample(m);
  assert_close(v->energy.work, 0.3 * (v->body[SLIDER].x - from), 1e-8);
  assert_close(v->driver[0], 0.3, 0);
  assert_small(v->energy.residual, 1e-12);
  carom_mechanism_destroy(m);
}

SUITE_CLOSE("mechanism ideal", driven_slider_crank_follows_the_closed_form,
            accelerations_at_the_dead_points, forces_of_the_driven_slider_crank,
            free_slider_crank_keeps_its_energy, joints_drift_without_projection,
            pendulum_has_its_period, distance_joint_is_a_pendulum, fixed_joint_makes_one_body,
            spring_and_damper_on_an_incline, twisting_spring_and_torque, table_of_speeds,
            tables_that_begin_elsewhere, free_arm_keeps_its_angular_momentum, driven_arm,
            ends_may_be_swapped, slide_and_force_drivers)
