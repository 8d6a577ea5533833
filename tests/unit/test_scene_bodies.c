/* SPDX-License-Identifier: MIT */
/* Walls that are free bodies: momentum to round-off, the restitution asked for, falls and stops, a
 * wheel with a torque, and what is refused. */
#include "scene/scene.h"
#include "scenes.h"

static carom_scene_wall_state wall_at(carom_scene *scene, int wall)
{
  carom_scene_wall_state out;
  assert_int_equal(carom_scene_sample_wall(scene, wall, &out, NULL), CAROM_OK);
  return out;
}

static carom_scene_body body_of(double mass)
{
  carom_scene_body body = carom_scene_body_default();
  body.mass = mass;
  return body;
}

static double mass_of(double r)
{
  return 2500 * 4 / 3.0 * pi * r * r * r;
}

/* A plate (a plane) that faces up, and a sphere that falls on it at (x, y) without gravity. */
static stage *plate_below(const carom_scene_body *body, double x, double y, double speed)
{
  stage *s = stage_new();
  carom_scene_particle *p = add_grain(s, 1e-3, x, y, 1.02e-3);
  p->velocity[2] = -speed;
  s->wall[0].motion.body = body;
  s->def.walls = 1;
  return s;
}

/* Until the sphere has left. */
static void rebound(carom_scene *scene)
{
  bool touched = false;
  for (int n = 0; n < 100000; n++) {
    play(scene, 1);
    const bool touches = carom_scene_contacts(scene, NULL, NULL) > 0;
    if (touched && !touches) return;
    touched |= touches;
  }
  fail_msg("it has not rebounded");
}

/* A plate of any mass: the relative velocity comes back by the restitution that was asked for, and
 * the momentum stays where it was, to round-off. */
static void a_free_plate_delivers_the_restitution(void **state)
{
  (void)state;
  static const char *const law[] = {"tsuji", "hooke", "hunt-crossley", "flores"};
  static const double share[] = {100, 1, 0.2}; /* mass of the plate over that of the sphere */
  const double speed = 0.5, m = mass_of(1e-3);
  double longest = 0;
  for (size_t i = 0; i < sizeof law / sizeof *law; i++)
    for (size_t k = 0; k < sizeof share / sizeof *share; k++) {
      const carom_scene_body body = body_of(share[k] * m);
      stage *s = plate_below(&body, 0, 0, speed);
      s->contact[0].normal.law = law[i];
      set(&s->contact[0].normal, "restitution", 0.6);
      if (i == 1) set(&s->contact[0].normal, "stiffness", 2e4);
      carom_scene *scene = staged(s);
      /* the step is chosen for m*: contacts of Hertz last as m*^(2/5) */
      longest = k == 0 ? carom_scene_step(scene) : longest;
      if (i == 0)
        assert_close(carom_scene_step(scene) / longest, pow(1 + 1 / share[k], -0.4), 0.02);
      s->def.step = 0.1 * carom_scene_step(scene); /* so that it does not matter when they touch */
      carom_scene_destroy(scene);
      scene = staged(s);
      double linear[2][3], angular[2][3];
      carom_scene_momentum(scene, linear[0], angular[0]);
      assert_close(linear[0][2], -m * speed, 1e-14);
      rebound(scene);
      const double v = carom_scene_sample(scene).grain[0].velocity[2],
                   u = wall_at(scene, 0).velocity[2];
      assert_close(v - u, 0.6 * speed, 2e-3); /* hooke jumps at touch */
      carom_scene_momentum(scene, linear[1], angular[1]);
      for (int c = 0; c < 3; c++)
        assert_small(linear[1][c] - linear[0][c], 1e-13 * m * speed);
      const carom_scene_energy e = carom_scene_budget(scene);
      assert_close(e.bodies, 0.5 * body.mass * u * u, 1e-12);
      assert_true(e.walls == 0 && e.stops == 0);
      assert_small(e.residual, 1e-3 * m * speed * speed);
      carom_scene_destroy(scene);
      free(s);
    }
}

/* What a law loses that gets stiffer with the mass is that of the mass with the plate in it, also
 * where the contact ends; a plate that turns is hit beside its centre. */
static void plastic_work_on_a_free_plate(void **state)
{
  (void)state;
  const double m = mass_of(1e-3), speed = 0.5;
  for (int i = 0; i < 4; i++) {
    carom_scene_body body = body_of(0.5 * m);
    stage *s = plate_below(&body, i / 2 ? 1e-3 : 0, 0, speed);
    s->contact[0].normal.law = "walton-braun";
    set(&s->contact[0].normal, "restitution", 0.6);
    choose(&s->contact[0].normal, "memory", i % 2 ? "pair" : "episode");
    for (int k = 0; k < 3; k++) {
      body.turns[k] = i / 2;
      if (i / 2) body.inertia[k] = 0.5 * m * 1e-6;
    }
    carom_scene *scene = staged(s);
    s->def.step = 0.02 * carom_scene_step(scene);
    carom_scene_destroy(scene);
    scene = staged(s);
    rebound(scene);
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_true(e.plastic > 0.05 * m * speed * speed);
    assert_small(e.residual, (i / 2 ? 1e-2 : 1e-4) * e.plastic); /* m* changes as it turns */
    carom_scene_destroy(scene);
    free(s);
  }
}

/* A law of two phases, calibrated for a wall that stands still, delivers something else on one that
 * gives way, where less of the impact is above yield; what is told is what comes out. */
static void what_a_free_plate_delivers_is_told(void **state)
{
  (void)state;
  static const char *const law[] = {"tsuji", "wang-viscous"};
  const double m = mass_of(1e-3), speed = 2;
  for (int i = 0; i < 2; i++) {
    const carom_scene_body body = body_of(0.5 * m);
    stage *s = plate_below(&body, 0, 0, speed);
    s->contact[0].normal.law = law[i];
    s->contact[0].normal.speed = speed;
    if (i == 0) set(&s->contact[0].normal, "restitution", 0.6);
    if (i == 1) set(&s->contact[0].normal, "restitution_elastic", 0.9);
    if (i == 1) set(&s->contact[0].normal, "restitution_plastic", 0.6);
    s->material[0].yield = 2e5;
    carom_scene *scene = staged(s);
    s->def.step = 0.1 * carom_scene_step(scene);
    carom_scene_destroy(scene);
    scene = staged(s);
    double told = 0;
    assert_int_equal(carom_scene_wall_restitution(scene, 0, 0, &told, NULL), CAROM_OK);
    rebound(scene);
    const double v = carom_scene_sample(scene).grain[0].velocity[2];
    assert_close((v - wall_at(scene, 0).velocity[2]) / speed, told, 3e-3);
    if (i == 0) assert_close(told, 0.6, 1e-6);
    if (i == 1) assert_true(told > 0.61);
    assert_int_equal(carom_scene_wall_restitution(scene, 1, 0, &told, NULL), CAROM_ERR_RANGE);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* Hit beside its centre a plate turns: it resists by its effective mass there, and the velocity of
 * the point comes back. */
static void a_plate_hit_off_centre_turns(void **state)
{
  (void)state;
  const double m = mass_of(1e-3), speed = 0.5, x = 3e-3, y = -2e-3;
  carom_scene_body body = body_of(2 * m);
  for (int k = 0; k < 3; k++)
    body.turns[k] = true;
  body.inertia[0] = 4e-6 * m, body.inertia[1] = 7e-6 * m, body.inertia[2] = 9e-6 * m;
  stage *s = plate_below(&body, x, y, speed);
  make_rough(&s->contact[0], 0.7, 0);
  s->contact[0].tangential.model = NULL;
  carom_scene *scene = staged(s);
  double linear[2][3], angular[2][3];
  carom_scene_momentum(scene, linear[0], angular[0]);
  rebound(scene);
  const carom_scene_wall_state w = wall_at(scene, 0);
  const double v = carom_scene_sample(scene).grain[0].velocity[2];
  /* hard bodies: the impulse is (1 + e) m* v with m* the effective one */
  const double inverse = 1 / m + 1 / body.mass + y * y / body.inertia[0] + x * x / body.inertia[1];
  const double impulse = 1.7 * speed / inverse;
  assert_close(v, -speed + impulse / m, 5e-3);
  assert_close(w.velocity[2], -impulse / body.mass, 5e-3);
  assert_close(w.spin[0], -y * impulse / body.inertia[0], 1e-2);
  assert_close(w.spin[1], x * impulse / body.inertia[1], 1e-2);
  carom_scene_momentum(scene, linear[1], angular[1]);
  for (int c = 0; c < 3; c++) {
    assert_small(linear[1][c] - linear[0][c], 1e-13 * m * speed);
    assert_small(angular[1][c] - angular[0][c], 1e-12 * m * speed * x);
  }
  carom_scene_destroy(scene);
  free(s);
}

/* A box with rough spheres inside, adrift and turning: all momenta stay, to round-off, and what the
 * contacts lose is booked. */
static void a_box_adrift_keeps_its_momenta(void **state)
{
  (void)state;
  enum { SIDE = 5 };
  const double r = 1e-3, width = SIDE * 2.1 * r;
  stage *s = stage_new();
  add_lattice(s, SIDE, r, 0.7, 2.1 * r, 0.5, 200);
  make_rough(&s->contact[0], 0.8, 0.4);
  carom_scene_body body = body_of(50 * mass_of(r));
  for (int k = 0; k < 3; k++) {
    body.turns[k] = true;
    body.inertia[k] = (1 + 0.2 * k) * body.mass * width * width / 4;
    body.velocity[k] = 0.05 * (k - 1);
    body.spin[k] = 8 - 5 * k;
    s->wall[0].low[k] = 0, s->wall[0].high[k] = width;
    s->wall[0].motion.centre[k] = 0.5 * width;
  }
  s->wall[0].shape = CAROM_WALL_BOX;
  s->wall[0].motion.body = &body;
  s->def.walls = 1;
  carom_scene *scene = staged(s);
  double linear[2][3], angular[2][3];
  carom_scene_momentum(scene, linear[0], angular[0]);
  const carom_scene_energy start = carom_scene_budget(scene);
  assert_small(start.residual, 1e-15);
  const double scale = sqrt(2 * (start.kinetic + start.bodies) * body.mass);
  play(scene, 5000);
  carom_scene_momentum(scene, linear[1], angular[1]);
  for (int c = 0; c < 3; c++) {
    assert_small(linear[1][c] - linear[0][c], 1e-12 * scale);
    assert_small(angular[1][c] - angular[0][c], 1e-12 * scale * width);
  }
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_true(e.viscous > 0.05 * start.kinetic && e.walls == 0);
  assert_true(e.bodies > 0 && fabs(e.bodies / start.bodies - 1) > 0.01);
  assert_small(e.residual, 3e-3 * (start.kinetic + start.rotational + start.bodies));
  carom_scene_destroy(scene);
  free(s);
}

/* A ball that is a wall flies into a cloud of spheres, rough and turning: through its frame it does
 * all that a box does. */
static void a_ball_flies_into_a_cloud(void **state)
{
  (void)state;
  enum { SIDE = 6 };
  const double r = 1e-3, width = SIDE * 2.1 * r, mass = 30 * mass_of(r), speed = 1;
  stage *s = stage_new();
  add_lattice(s, SIDE, r, 0.7, 2.1 * r, 0.05, 0);
  make_rough(&s->contact[0], 0.7, 0.5);
  carom_scene_body body = body_of(mass);
  for (int k = 0; k < 3; k++) {
    body.turns[k] = true;
    body.inertia[k] = 0.4 * mass * 9 * r * r;
    body.spin[k] = 100 * (k - 1);
    s->wall[0].point[k] = s->wall[0].motion.centre[k] = 0.4 * width;
  }
  body.velocity[2] = speed;
  s->wall[0].point[2] = s->wall[0].motion.centre[2] = -3.2 * r;
  s->wall[0].shape = CAROM_WALL_SPHERE;
  s->wall[0].radius = 3 * r;
  s->wall[0].motion.body = &body;
  s->def.walls = 1;
  carom_scene *scene = staged(s);
  double linear[2][3], angular[2][3];
  carom_scene_momentum(scene, linear[0], angular[0]);
  const carom_scene_energy start = carom_scene_budget(scene);
  carom_scene_advance(scene, 8e-3, NULL);
  carom_scene_momentum(scene, linear[1], angular[1]);
  for (int c = 0; c < 3; c++) {
    assert_small(linear[1][c] - linear[0][c], 1e-12 * mass * speed);
    assert_small(angular[1][c] - angular[0][c], 1e-12 * mass * speed * width);
  }
  const carom_scene_wall_state w = wall_at(scene, 0);
  assert_true(w.velocity[2] < 0.8 * speed && w.centre[2] > 0);
  assert_small(carom_scene_budget(scene).residual, 3e-3 * start.bodies);
  carom_scene_destroy(scene);
  free(s);
}

/* From 2 mm above its stop: the parabola, then rest; gravity did M g h, which the stop took. */
static void a_lid_falls_to_its_stop(void **state)
{
  (void)state;
  const double g = 9.81, way = 2e-3;
  carom_scene_body body = body_of(0.3);
  body.moves[0] = body.moves[1] = false;
  body.low[2] = -way;
  body.velocity[2] = 0.05;
  stage *s = plate_below(&body, 0, 0, 0);
  s->particle[0].fixed = true;
  s->wall[0].direction[2] = -1;
  s->wall[0].point[2] = s->wall[0].motion.centre[2] = 0.1;
  s->def.gravity[2] = -g;
  s->def.step = 1e-5;
  carom_scene *scene = staged(s);
  const double lands = (0.05 + sqrt(0.05 * 0.05 + 2 * g * way)) / g;
  for (int n = 1; n * s->def.step < lands; n++) {
    const double t = n * s->def.step;
    play(scene, 1);
    const carom_scene_wall_state w = wall_at(scene, 0);
    assert_small(w.centre[2] - 0.1 - 0.05 * t + 0.5 * g * t * t, 1e-14);
    assert_small(w.velocity[2] - 0.05 + g * t, 1e-13);
    const double seen = scene->walls.wall[0].velocity[2]; /* by contacts, as predicted */
    assert_small(seen - 0.05 + g * t, 1e-13);
    assert_small(carom_scene_budget(scene).residual, 1e-15);
  }
  play(scene, 500);
  const carom_scene_wall_state w = wall_at(scene, 0);
  assert_close(w.centre[2], 0.1 - way, 1e-14);
  assert_true(w.velocity[2] == 0);
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_close(e.gravity, 0.3 * g * way, 1e-7); /* to second order of the step */
  assert_close(e.stops, 0.3 * g * way + 0.5 * 0.3 * 0.05 * 0.05, 1e-7);
  assert_small(e.residual, 1e-15);
  carom_scene_destroy(scene);
  free(s);
}

/* A torque about a fixed axis, a force along a free one, from a given time on. */
static void a_wheel_takes_up_speed(void **state)
{
  (void)state;
  carom_scene_body body = body_of(2);
  body.moves[0] = body.moves[2] = false;
  body.turns[1] = true;
  body.inertia[1] = 0.01;
  body.torque[1] = 0.5, body.torque[0] = 9; /* it cannot turn about x */
  body.force[1] = 3, body.force[2] = 9;
  body.spin[1] = -4, body.velocity[1] = 0.25;
  body.start = 5e-3;
  stage *s = plate_below(&body, 0, 0, 0);
  s->particle[0].fixed = true;
  s->wall[0].shape = CAROM_WALL_CYLINDER;
  s->wall[0].radius = 0.1;
  s->wall[0].outside = true;
  s->wall[0].direction[1] = 1, s->wall[0].direction[2] = 0;
  s->def.step = 1e-5;
  carom_scene *scene = staged(s);
  play(scene, 500);
  carom_scene_wall_state w = wall_at(scene, 0);
  assert_true(w.spin[1] == 0 && w.centre[1] == 0 && carom_scene_budget(scene).bodies == 0);
  play(scene, 2000);
  const double t = 0.02;
  w = wall_at(scene, 0);
  assert_close(w.spin[1], -4 + 0.5 * t / 0.01, 1e-12);
  assert_close(w.velocity[1], 0.25 + 1.5 * t, 1e-12);
  assert_close(w.centre[1], 0.25 * t + 0.75 * t * t, 1e-12);
  assert_true(w.spin[0] == 0 && w.velocity[2] == 0);
  const double angle = -4 * t + 0.25 * t * t / 0.01;
  assert_close(2 * atan2(w.orientation[2], w.orientation[0]), angle, 1e-11);
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_close(e.bodies, 0.5 * 0.01 * w.spin[1] * w.spin[1] + w.velocity[1] * w.velocity[1], 1e-12);
  assert_small(e.residual, 1e-14);
  carom_scene_destroy(scene);
  free(s);
}

/* Lists follow a wall that becomes faster and faster: with the smallest skin the sphere is met at
 * the same step, and left with the same bits, as with the largest. */
static void a_falling_plate_finds_its_sphere(void **state)
{
  (void)state;
  carom_scene_body body = body_of(0.1);
  uint64_t hash[2];
  for (int k = 0; k < 2; k++) {
    stage *s = plate_below(&body, 0, 0, 0);
    s->wall[0].direction[2] = -1;
    s->wall[0].point[2] = s->wall[0].motion.centre[2] = 0.2;
    body.force[2] = -20; /* 200 m/s2: 8 m/s when it arrives */
    s->particle[0].position[2] = 0.04;
    s->def.skin = k ? 1e-3 : 1e-5;
    s->def.step = 1e-6;
    set(&s->contact[0].normal, "restitution", 0.8);
    s->contact[0].normal.law = "tsuji";
    s->def.overlap_limit = 0.9;
    carom_scene *scene = staged(s);
    play(scene, 42000);
    assert_true(carom_scene_sample(scene).grain[0].velocity[2] < -8);
    hash[k] = carom_scene_hash(scene);
    carom_scene_destroy(scene);
    free(s);
  }
  assert_true(hash[0] == hash[1]);
}

/* Particles far away: only the wall tells the states apart. */
static void the_hash_covers_walls_that_feel(void **state)
{
  (void)state;
  carom_scene_body body = body_of(1);
  stage *s = plate_below(&body, 0, 0, 0);
  s->particle[0].fixed = true;
  s->def.step = 1e-5;
  carom_scene *scene = staged(s);
  const uint64_t still = carom_scene_hash(scene);
  play(scene, 1);
  assert_true(carom_scene_hash(scene) == still);
  carom_scene_destroy(scene);
  body.velocity[2] = 1e-9;
  scene = staged(s);
  assert_true(carom_scene_hash(scene) != still);
  carom_scene_destroy(scene);
  free(s);
}

static void refused(const carom_scene_body *body, const char *word)
{
  stage *s = plate_below(body, 0, 0, 0);
  carom_scene *scene = NULL;
  carom_error err;
  assert_int_not_equal(carom_scene_create(&s->def, &scene, &err), CAROM_OK);
  if (!strstr(err.where, "wall[0]") || !strstr(err.text, word))
    fail_msg("'%s' is not in: %s: %s", word, err.where, err.text);
  free(s);
}

static void bad_bodies_are_told(void **state)
{
  (void)state;
  carom_scene_body body = carom_scene_body_default();
  refused(&body, "mass");
  body = body_of(1);
  body.turns[0] = true;
  refused(&body, "inertia");
  body.turns[1] = true;
  refused(&body, "about one");
  body.turns[2] = true;
  body.inertia[0] = body.inertia[1] = 1, body.inertia[2] = 3;
  refused(&body, "no body has");
  body = body_of(1);
  body.moves[2] = false;
  body.velocity[2] = 1;
  refused(&body, "not free");
  body = body_of(1);
  body.low[0] = 1;
  refused(&body, "stops");
  body = body_of(1);
  body.force[0] = NAN;
  refused(&body, "finite");
}

static void conflicts_are_told(void **state)
{
  (void)state;
  carom_scene_body body = body_of(1);
  carom_scene_servo servo = carom_scene_servo_default();
  carom_scene_drive drive = carom_scene_drive_default();
  carom_error err;
  carom_scene *scene = NULL;
  servo.direction[2] = servo.force = servo.speed = 1;
  drive.linear[2] = 1;
  stage *s = plate_below(&body, 0, 0, 0);
  s->wall[0].motion.servo = &servo;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_CONFLICT);
  s->wall[0].motion.servo = NULL;
  s->wall[0].motion.drive = &drive, s->wall[0].motion.drives = 1;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_CONFLICT);
  body.moves[2] = false; /* now it may be driven along z */
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_OK);
  play(scene, 10);
  assert_close(wall_at(scene, 0).velocity[2], 1, 1e-15);
  carom_scene_destroy(scene);
  scene = NULL;
  s->wall[0].motion.drives = 0;
  body.moves[2] = true;
  for (int k = 0; k < 3; k++)
    s->def.low[k] = -0.1, s->def.high[k] = 0.1;
  s->def.periodic[0] = true;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_CONFLICT);
  assert_non_null(strstr(err.text, "x is periodic"));
  free(s);
}

/* Let go, held again and let go otherwise between runs; what a held body had is given away. */
static void bodies_change_between_runs(void **state)
{
  (void)state;
  const double m = mass_of(1e-3);
  carom_scene_body body = body_of(3 * m);
  body.velocity[0] = 0.3;
  stage *s = plate_below(&body, 0, 0, 0.5);
  make_rough(&s->contact[0], 0.7, 0.3);
  carom_scene *scene = staged(s);
  carom_error err;
  rebound(scene);
  const carom_scene_motion held = {.points = 0}, again = {.body = &body};
  assert_true(carom_scene_budget(scene).bodies > 0);
  assert_int_equal(carom_scene_set_wall_motion(scene, 0, &held, &err), CAROM_OK);
  play(scene, 10);
  carom_scene_energy e = carom_scene_budget(scene);
  assert_true(e.bodies == 0 && wall_at(scene, 0).velocity[0] == 0);
  assert_small(e.residual, 5e-3 * m * 0.25);
  body.velocity[0] = -0.2, body.velocity[2] = 0.9; /* it catches up with the sphere */
  assert_int_equal(carom_scene_set_wall_motion(scene, 0, &again, &err), CAROM_OK);
  rebound(scene);
  e = carom_scene_budget(scene);
  assert_true(e.bodies > 0);
  assert_small(e.residual, 5e-3 * m * 0.81);
  body.mass = 1e-6 * m;
  assert_int_equal(carom_scene_set_wall_motion(scene, 0, &again, &err), CAROM_ERR_RANGE);
  assert_non_null(strstr(err.text, "too long for a body"));
  carom_scene_destroy(scene);
  free(s);
}

/* A force on particles changes between steps: walls fall as they did. */
static void a_push_of_particles_leaves_walls_alone(void **state)
{
  (void)state;
  const carom_scene_body body = body_of(1);
  carom_scene_force force = carom_scene_force_default();
  stage *s = plate_below(&body, 0, 0, 0);
  s->particle[0].position[2] = 0.5;
  s->def.force = &force;
  s->def.forces = 1;
  s->def.gravity[2] = -9.81;
  s->def.step = 1e-4;
  carom_scene *scene = staged(s);
  for (int i = 0; i < 100; i++) {
    play(scene, 1);
    assert_int_equal(carom_scene_push(scene, 0, (double[]){1e-5 * i, 0, 0}, NULL, NULL), CAROM_OK);
  }
  assert_close(wall_at(scene, 0).velocity[2], -9.81e-2, 1e-12);
  assert_close(wall_at(scene, 0).centre[2], -0.5 * 9.81e-4, 1e-9);
  carom_scene_destroy(scene);
  free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_free_plate_delivers_the_restitution),
                                     cmocka_unit_test(what_a_free_plate_delivers_is_told),
                                     cmocka_unit_test(plastic_work_on_a_free_plate),
                                     cmocka_unit_test(a_plate_hit_off_centre_turns),
                                     cmocka_unit_test(a_box_adrift_keeps_its_momenta),
                                     cmocka_unit_test(a_ball_flies_into_a_cloud),
                                     cmocka_unit_test(a_lid_falls_to_its_stop),
                                     cmocka_unit_test(a_wheel_takes_up_speed),
                                     cmocka_unit_test(a_push_of_particles_leaves_walls_alone),
                                     cmocka_unit_test(a_falling_plate_finds_its_sphere),
                                     cmocka_unit_test(the_hash_covers_walls_that_feel),
                                     cmocka_unit_test(bad_bodies_are_told),
                                     cmocka_unit_test(conflicts_are_told),
                                     cmocka_unit_test(bodies_change_between_runs)};
  return cmocka_run_group_tests_name("free walls", tests, NULL, close_report);
}
