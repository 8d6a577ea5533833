/* SPDX-License-Identifier: MIT */
/* Clumps in scenes: free ones against the closed form of the free body, impacts against the theory
 * of rigid bodies, conservation, the energy budget, borders, sinks, threads and restarts. */
#include "free_body.h"
#include "memory_archive.h"
#include "scene/scene.h"
#include "scenes.h"

enum { MOST = 1200 };

/* Shapes and clumps of a stage. */
typedef struct cast {
  stage *s;
  carom_clump_shape shape[2];
  carom_clump_sphere sphere[2][4];
  carom_scene_clump clump[MOST];
} cast;

static const double radius = 1e-3;

/* A body without symmetry but for a plane: three spheres, one corner overlapping. */
static cast *cast_new(void)
{
  cast *c = calloc(1, sizeof *c);
  assert_non_null(c);
  c->s = stage_new();
  c->sphere[0][0] = (carom_clump_sphere){{0, 0, 0}, radius};
  c->sphere[0][1] = (carom_clump_sphere){{1.5e-3, 0, 0}, radius};
  c->sphere[0][2] = (carom_clump_sphere){{0, 2.2e-3, 0}, 0.8e-3};
  c->sphere[1][0] = (carom_clump_sphere){{-1.2e-3, 0, 0}, radius};
  c->sphere[1][1] = (carom_clump_sphere){{1.2e-3, 0, 0}, radius};
  for (int k = 0; k < 2; k++)
    c->shape[k] = (carom_clump_shape){NULL, c->sphere[k], 3 - k};
  c->s->def.clump_shape = c->shape;
  c->s->def.clump_shapes = 2;
  c->s->def.clump = c->clump;
  return c;
}

static carom_scene_clump *add_clump(cast *c, int shape, double x, double y, double z)
{
  carom_scene_clump *one = &c->clump[c->s->def.clumps];
  *one = carom_scene_clump_default();
  one->shape = shape;
  one->position[0] = x, one->position[1] = y, one->position[2] = z;
  one->id = 1000 + 10 * (uint32_t)c->s->def.clumps++;
  return one;
}

static void cast_free(cast *c)
{
  free(c->s);
  free(c);
}

static carom_scene_clump_state clump_at(carom_scene *scene, int64_t number)
{
  carom_scene_clump_state out;
  assert_int_equal(carom_scene_sample_clump(scene, number, &out, NULL), CAROM_OK);
  return out;
}

static double dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double energy_of(const carom_scene_clump_state *v)
{
  return 0.5 * v->mass * dot(v->velocity, v->velocity) + 0.5 * dot(v->angular_momentum, v->spin);
}

/* Spin in principal axes: the shape lies in its x-y plane, its third axis is z. */
static void own_spin(const carom_scene_clump_state *v, const carom_clump_body *body, double own[3])
{
  double in_shape[3];
  carom_quaternion_rotate_back(v->orientation, v->spin, in_shape);
  for (int k = 0; k < 3; k++)
    own[k] = dot(body->axis[k], in_shape);
}

/* A racket thrown almost about its middle axis flips as in the closed form, at second order. */
static double racket_error(double step, int *flips)
{
  cast *c = cast_new();
  carom_clump_body body;
  carom_scene_clump *one = add_clump(c, 0, 0, 0, 0);
  assert_int_equal(carom_clump_measure(&c->shape[0], &body, NULL), CAROM_OK);
  const double density = c->s->material[0].density, rate = 100;
  double inertia[3];
  for (int k = 0; k < 3; k++)
    inertia[k] = density * body.inertia[k];
  const double energy = 0.5 * inertia[1] * rate * rate;
  const racket r = racket_of(inertia, energy, 2 * energy * inertia[1] * (1 + 1e-3));
  for (int k = 0; k < 3; k++)
    one->spin[k] = r.amplitude[0] * body.axis[0][k] + r.amplitude[2] * body.axis[2][k];
  one->velocity[0] = 0.3;
  c->s->def.step = step;
  carom_scene *scene = staged(c->s);
  double worst = 0, last = 0;
  const int steps = (int)lround(0.4 / step);
  *flips = 0;
  for (int n = 1; n <= steps; n++) {
    double own[3], wanted[3];
    play(scene, 1);
    const carom_scene_clump_state now = clump_at(scene, 0);
    own_spin(&now, &body, own);
    racket_spin(&r, step * n, wanted);
    for (int k = 0; k < 3; k++)
      worst = fmax(worst, fabs(own[k] - wanted[k]) / rate);
    *flips += own[1] * last < 0;
    last = own[1];
  }
  assert_close(clump_at(scene, 0).position[0], 0.3 * 0.4, 1e-12);
  carom_scene_destroy(scene);
  cast_free(c);
  return worst;
}

static void a_clump_flips_as_in_the_closed_form(void **state)
{
  (void)state;
  int flips[2];
  const double coarse = racket_error(2e-5, &flips[0]), fine = racket_error(1e-5, &flips[1]);
  print_message("error of the spin: %.2e, %.2e at half the step\n", coarse, fine);
  assert_small(fine, 2e-4);
  assert_close(coarse / fine, 4, 0.03);
  assert_true(flips[0] >= 2 && flips[0] == flips[1]);
}

/* 10^4 turns of a free clump in a scene; test_rigid_body has 10^5 of the body alone. */
static void a_clump_turns_without_drift(void **state)
{
  (void)state;
  enum { TURNS = 10000, PER_TURN = 16 };
  cast *c = cast_new();
  carom_scene_clump *one = add_clump(c, 0, 0, 0, 0);
  one->spin[0] = 30, one->spin[1] = -50, one->spin[2] = 80;
  const double rate = sqrt(dot(one->spin, one->spin));
  c->s->def.step = 2 * pi / rate / PER_TURN;
  c->s->def.any_step = true; /* nothing is touched */
  carom_scene *scene = staged(c->s);
  const carom_scene_clump_state first = clump_at(scene, 0);
  const double length = sqrt(dot(first.angular_momentum, first.angular_momentum));
  double mean[2] = {0, 0};
  enum { LOOKS = 1000 };
  for (int part = 0; part < 2; part++) {
    for (int n = 0; n < LOOKS; n++) {
      play(scene, 1);
      const carom_scene_clump_state now = clump_at(scene, 0);
      mean[part] += energy_of(&now) / LOOKS;
    }
    if (part == 0) play(scene, TURNS * PER_TURN - 2 * LOOKS);
  }
  const carom_scene_clump_state end = clump_at(scene, 0);
  for (int k = 0; k < 3; k++) {
    assert_small(end.angular_momentum[k] - first.angular_momentum[k], 1e-12 * length);
    assert_small(end.velocity[k], 0);
  }
  print_message("energy after 10^4 turns: off by %.1e\n", mean[1] / mean[0] - 1);
  assert_close(mean[1], mean[0], 2e-4);
  /* members are where the body says */
  double linear[3], angular[3];
  carom_scene_momentum(scene, linear, angular);
  for (int k = 0; k < 3; k++)
    assert_small(angular[k] - first.angular_momentum[k], 1e-12 * length);
  assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 0); /* members do not meet */
  carom_scene_destroy(scene);
  cast_free(c);
}

/* Until it has touched and left. */
static void rebound(carom_scene *scene)
{
  bool touched = false;
  for (int n = 0; n < 2000000; n++) {
    play(scene, 1);
    const bool touches = carom_scene_contacts(scene, NULL, NULL) > 0;
    if (touched && !touches) return;
    touched |= touches;
  }
  fail_msg("it has not rebounded");
}

/* A dumbbell on a floor, tilted by an angle out of the vertical, its lower end just above. */
static carom_scene *on_floor(cast *c, double tilt, double speed, double step_share)
{
  carom_scene_clump *one = add_clump(c, 1, 0, 0, 1.2e-3 * cos(tilt) + 1.0002e-3);
  const double turn = 0.5 * (0.5 * pi - tilt);
  one->orientation[0] = cos(turn), one->orientation[2] = sin(turn);
  one->velocity[2] = -speed;
  c->s->def.walls = 1;
  carom_scene *scene = staged(c->s);
  c->s->def.step = step_share * carom_scene_step(scene);
  carom_scene_destroy(scene);
  return staged(c->s);
}

/* The normal goes through the centre of mass: what was asked for. */
static void a_central_impact_delivers_the_restitution(void **state)
{
  (void)state;
  static const char *const law[] = {"tsuji", "hunt-crossley"};
  for (int i = 0; i < 2; i++) {
    cast *c = cast_new();
    c->s->contact[0].normal.law = law[i];
    set(&c->s->contact[0].normal, "restitution", 0.6);
    carom_scene *scene = on_floor(c, 0, 0.5, 0.1);
    rebound(scene);
    const carom_scene_clump_state v = clump_at(scene, 0);
    assert_close(v.velocity[2], 0.3, 1e-3);
    for (int k = 0; k < 3; k++)
      assert_small(v.spin[k], 1e-6);
    carom_scene_pairing pair;
    assert_int_equal(carom_scene_pairing_at(scene, 1, &pair, NULL), CAROM_OK);
    assert_true(pair.wall);
    assert_close(pair.contact.mass, v.mass, 1e-12);
    assert_close(pair.resolved, 0.6, 1e-6);
    carom_scene_destroy(scene);
    cast_free(c);
  }
}

/* Off the centre, smooth and elastic: the impulse is 2 v / (1/M + arm^2 / I), as stiffness grows.
 */
static void an_eccentric_impact_tends_to_rigid_bodies(void **state)
{
  (void)state;
  const double tilt = 0.6, speed = 0.5;
  double off[3];
  for (int i = 0; i < 3; i++) {
    cast *c = cast_new();
    for (int k = 0; k < 3; k++)
      c->s->material[k].young = 1e7 * pow(100, i);
    carom_scene *scene = on_floor(c, tilt, speed, 0.5);
    const carom_scene_clump_state before = clump_at(scene, 0);
    rebound(scene);
    const carom_scene_clump_state v = clump_at(scene, 0);
    const double arm = 1.2e-3 * sin(tilt), across = v.inertia[2];
    const double impulse = 2 * speed / (1 / v.mass + arm * arm / across);
    off[i] = v.mass * (v.velocity[2] + speed) / impulse - 1;
    const double turned = sqrt(dot(v.angular_momentum, v.angular_momentum));
    assert_close(turned, arm * v.mass * (v.velocity[2] + speed), 2 * fabs(off[i]) + 0.02);
    assert_close(energy_of(&v), energy_of(&before), 1e-3);
    carom_scene_destroy(scene);
    cast_free(c);
  }
  print_message("impulse off by %.1e, %.1e, %.1e as E grows by 100\n", off[0], off[1], off[2]);
  assert_true(fabs(off[1]) < 0.3 * fabs(off[0]) && fabs(off[2]) < 0.3 * fabs(off[1]));
  assert_small(off[2], 1e-3);
}

/* The step is that of the least effective mass: contacts of Hertz last as m^(2/5). */
static void the_step_counts_how_they_turn(void **state)
{
  (void)state;
  cast *c = cast_new();
  carom_clump_body body;
  for (int i = 0; i < 2; i++)
    add_clump(c, 1, 0.1 * i, 0, 2e-3);
  c->s->def.walls = 1;
  carom_scene *clump = staged(c->s);
  assert_int_equal(carom_clump_measure(&c->shape[1], &body, NULL), CAROM_OK);
  stage *s = stage_new();
  for (int i = 0; i < 2; i++)
    add_grain(s, radius, 0.1 * i, 0, 2e-3)->mass = clump_at(clump, 0).mass;
  s->def.walls = 1;
  carom_scene *sphere = staged(s);
  const double give = 1 + body.volume * 1.2e-3 * 1.2e-3 / body.inertia[2];
  assert_close(carom_scene_step(clump) / carom_scene_step(sphere), pow(give, -0.4), 0.01);
  carom_scene_destroy(clump);
  carom_scene_destroy(sphere);
  free(s);
  cast_free(c);
}

/* `side`^3 clumps of both shapes at random orientations and speeds, and some single spheres. */
static void crowd(cast *c, int side, double spacing, double speed, double spin)
{
  for (int i = 0; i < side * side * side; i++) {
    const unsigned long seed = (unsigned long)i;
    const double at[3] = {spacing * (i % side + 0.5), spacing * (i / side % side + 0.5),
                          spacing * (i / side / side + 0.5)};
    if (i % 5 == 4) {
      carom_scene_particle *p = add_grain(c->s, 1.2e-3, at[0], at[1], at[2]);
      for (unsigned long k = 0; k < 3; k++)
        p->velocity[k] = around(seed, 4 + k, speed), p->spin[k] = around(seed, 7 + k, spin);
      continue;
    }
    carom_scene_clump *one = add_clump(c, i % 2, at[0], at[1], at[2]);
    for (unsigned long k = 0; k < 4; k++)
      one->orientation[k] = around(seed, 20 + k, 1);
    for (unsigned long k = 0; k < 3; k++)
      one->velocity[k] = around(seed, 4 + k, speed), one->spin[k] = around(seed, 7 + k, spin);
    one->scale = 0.8 + 0.2 * chance_at(seed, 30);
  }
}

/* Thrown at each other in free space: momenta stay to round-off, rough contacts or not. */
static void momenta_are_conserved(void **state)
{
  (void)state;
  for (int half = 0; half < 2; half++) {
    cast *c = cast_new();
    crowd(c, 4, 5e-3, 0.5, 100);
    make_rough(&c->s->contact[0], 0.7, 0.4);
    c->s->contact[0].rolling.model = "elastic-plastic";
    c->s->def.velocity = half ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED;
    for (int64_t i = 0; i < c->s->def.clumps; i++)
      for (int k = 0; k < 3; k++)
        c->clump[i].velocity[k] -= 60 * (c->clump[i].position[k] - 0.01);
    for (int64_t i = 0; i < c->s->def.particles; i++)
      for (int k = 0; k < 3; k++)
        c->s->particle[i].velocity[k] -= 60 * (c->s->particle[i].position[k] - 0.01);
    carom_scene *scene = staged(c->s);
    double linear[2][3], angular[2][3];
    carom_scene_momentum(scene, linear[0], angular[0]);
    const double energy = carom_scene_budget(scene).kinetic;
    for (int n = 0; n < 20; n++)
      play(scene, (int64_t)(1e-3 / carom_scene_step(scene)));
    carom_scene_momentum(scene, linear[1], angular[1]);
    const carom_scene_energy e = carom_scene_budget(scene);
    const double mass = 64 * 2e-5; /* about */
    for (int k = 0; k < 3; k++) {
      assert_small(linear[1][k] - linear[0][k], 1e-13 * mass);
      assert_small(angular[1][k] - angular[0][k], 1e-14 * mass);
    }
    assert_true(e.viscous > 0.01 * energy && e.friction > 0.01 * energy);
    /* of second order in the step for predicted velocities, of first for those of mid-step */
    assert_small(e.residual, (half ? 2e-2 : 1e-3) * energy);
    carom_scene_destroy(scene);
    cast_free(c);
  }
}

/* A periodic box with gravity that turns, drag and a force, a floor and friction. */
static cast *shaken(void)
{
  cast *c = cast_new();
  static carom_scene_force force[3];
  crowd(c, 10, 5e-3, 1, 200);
  make_rough(&c->s->contact[0], 0.7, 0.4);
  for (int k = 0; k < 3; k++)
    force[k] = carom_scene_force_default();
  force[0].kind = CAROM_FORCE_STOKES, force[0].viscosity = 1e-3;
  force[1].force[0] = 2e-5, force[1].torque[1] = 1e-8;
  force[2].kind = CAROM_FORCE_BUOYANCY, force[2].density = 500;
  c->s->def.force = force;
  c->s->def.forces = 3;
  for (int k = 0; k < 3; k++)
    c->s->def.low[k] = 0, c->s->def.high[k] = 50e-3, c->s->def.periodic[k] = k < 2;
  c->s->def.low[2] = -10e-3, c->s->def.high[2] = 80e-3;
  c->s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    c->s->wall[0].low[k] = k < 2 ? -INFINITY : -1e-3,
    c->s->wall[0].high[k] = k < 2 ? INFINITY : 60e-3;
  c->s->def.walls = 1;
  c->s->def.gravity[2] = -200;
  return c;
}

static void the_budget_closes(void **state)
{
  (void)state;
  for (int turning = 0; turning < 2; turning++) {
    cast *c = shaken();
    c->s->def.gravity_spin[0] = turning ? 200 : 0;
    carom_scene *scene = staged(c->s);
    const carom_scene_energy start = carom_scene_budget(scene);
    play(scene, 1500);
    const carom_scene_energy e = carom_scene_budget(scene);
    const double turned = fabs(e.gravity) + fabs(e.applied) + start.kinetic + start.rotational;
    print_message("residual %.1e of what was turned over (gravity %.2g, applied %.2g, lost %.2g)\n",
                  e.residual / turned, e.gravity / turned, e.applied / turned,
                  (e.viscous + e.friction) / turned);
    assert_true(e.viscous + e.friction > 0.02 * turned && fabs(e.gravity) > 0.05 * turned);
    assert_true(fabs(carom_scene_force_work(scene, 0)) > 1e-5 * turned);
    assert_true(fabs(carom_scene_force_work(scene, 1)) > 1e-4 * turned);
    assert_small(e.residual, 1e-3 * turned);
    carom_scene_destroy(scene);
    cast_free(c);
  }
}

static void bits_do_not_depend_on_threads(void **state)
{
  (void)state;
  static const int threads[] = {1, 2, 3, 8};
  uint64_t hash[4];
  for (int i = 0; i < 4; i++) {
    cast *c = shaken();
    c->s->def.threads = threads[i];
    carom_scene *scene = staged(c->s);
    play(scene, 600);
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_true(e.viscous + e.friction > 0.02 * e.kinetic);
    hash[i] = carom_scene_hash(scene);
    assert_true(hash[i] == hash[0]);
    carom_scene_destroy(scene);
    cast_free(c);
  }
}

static void archive_of(carom_scene *scene, memory *m, bool loading)
{
  carom_error err = {.code = CAROM_OK};
  m->archive = (carom_archive){.array = put_or_get, .loading = loading};
  if (carom_scene_archive(scene, &m->archive, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
}

/* Stored at any step, loaded by other numbers of threads, gone on with: the same bits. Clumps leave
 * meanwhile. */
static void a_state_goes_on_with_the_same_bits(void **state)
{
  (void)state;
  static const int stride[] = {1, 2, 17, 40};
  cast *c = shaken();
  carom_scene_sink sink = carom_scene_sink_default();
  sink.region = (carom_region){.shape = CAROM_REGION_BOX, .high = {9e-3, 50e-3, 6e-3}};
  sink.every = 25 * 1e-5;
  c->s->def.sink = &sink;
  c->s->def.sinks = 1;
  carom_scene *whole = staged(c->s), *broken = staged(c->s);
  int64_t steps = 0;
  for (int i = 0; i < 12; i++) {
    memory m = {.bytes = NULL};
    play(broken, stride[i % 4]);
    steps += stride[i % 4];
    archive_of(broken, &m, false);
    carom_scene_destroy(broken);
    c->s->def.threads = 1 + i % 3;
    broken = staged(c->s);
    archive_of(broken, &m, true);
    free(m.bytes);
  }
  play(whole, steps);
  assert_true(carom_scene_clumps(whole) < c->s->def.clumps);
  assert_true(carom_scene_clumps(whole) == carom_scene_clumps(broken));
  assert_true(carom_scene_hash(whole) == carom_scene_hash(broken));
  const carom_scene_energy e = carom_scene_budget(whole), f = carom_scene_budget(broken);
  assert_memory_equal(&e, &f, sizeof e);
  play(whole, 200);
  play(broken, 200);
  assert_true(carom_scene_hash(whole) == carom_scene_hash(broken));
  carom_scene_destroy(whole);
  carom_scene_destroy(broken);
  cast_free(c);
}

/* Across a periodic border as without one. */
static void borders_are_crossed(void **state)
{
  (void)state;
  double end[2][3], turn[2][4];
  for (int i = 0; i < 2; i++) {
    cast *c = cast_new();
    carom_scene_clump *one = add_clump(c, 0, 28e-3, 5e-3, 5e-3),
                      *other = add_clump(c, 1, 33e-3, 5e-3, 5e-3);
    if (i) other->position[0] -= 30e-3;
    one->velocity[0] = 0.5, one->spin[1] = 70;
    other->spin[2] = 100;
    make_rough(&c->s->contact[0], 0.8, 0.3);
    for (int k = 0; k < 3; k++)
      c->s->def.high[k] = i ? 30e-3 : 1, c->s->def.low[k] = i ? 0 : -1, c->s->def.periodic[k] = i;
    c->s->def.step = 2e-6;
    carom_scene *scene = staged(c->s);
    play(scene, 10000);
    const carom_scene_clump_state v = clump_at(scene, 0), w = clump_at(scene, 1);
    assert_true(w.velocity[0] > 0.1); /* it was hit */
    memcpy(end[i], v.position, sizeof v.position);
    memcpy(turn[i], w.orientation, sizeof w.orientation);
    const carom_scene_grain *g = &carom_scene_sample(scene).grain[v.first + 1];
    double away = 0, there = 0;
    for (int k = 0; k < 3; k++)
      away += pow(g->position[k] - v.position[k], 2);
    carom_clump_body body;
    assert_int_equal(carom_clump_measure(&c->shape[0], &body, NULL), CAROM_OK);
    for (int k = 0; k < 3; k++)
      there += pow(c->sphere[0][1].offset[k] - body.centre[k], 2);
    assert_close(away, there, 1e-9);
    carom_scene_destroy(scene);
    cast_free(c);
  }
  for (int k = 0; k < 3; k++)
    assert_small(end[1][k] - end[0][k], 1e-9);
  for (int k = 0; k < 4; k++)
    assert_small(turn[1][k] - turn[0][k], 1e-6);
}

/* A sink takes a clump as a whole and counts it once; so does a caller who names any member. */
static void a_clump_leaves_as_a_whole(void **state)
{
  (void)state;
  cast *c = cast_new();
  carom_scene_sink sink = carom_scene_sink_default();
  for (int i = 0; i < 4; i++)
    add_clump(c, i % 2, 10e-3 * i, 0, 0)->velocity[2] = i == 1 ? -1 : 0;
  add_grain(c->s, radius, 0, 10e-3, 0);
  sink.region = (carom_region){
      .shape = CAROM_REGION_BELOW, .point = {0, 0, -5e-3}, .direction = {0, 0, 1}};
  sink.every = 1e-4;
  c->s->def.sink = &sink;
  c->s->def.sinks = 1;
  c->s->def.step = 1e-5;
  carom_scene *scene = staged(c->s);
  const double mass = clump_at(scene, 1).mass;
  const uint32_t id = clump_at(scene, 2).id;
  assert_int_equal(carom_scene_particles(scene), 11);
  play(scene, 600);
  carom_scene_sink_state taken;
  assert_int_equal(carom_scene_sample_sink(scene, 0, -1, &taken, NULL), CAROM_OK);
  assert_int_equal(taken.count, 1);
  assert_close(taken.mass, mass, 1e-14);
  assert_int_equal(carom_scene_clumps(scene), 3);
  assert_int_equal(carom_scene_particles(scene), 9);
  assert_int_equal(clump_at(scene, 1).id, id);
  assert_small(carom_scene_budget(scene).residual, 1e-12 * mass);
  const int64_t member = clump_at(scene, 1).first + 2;
  assert_int_equal(carom_scene_remove_particles(scene, &member, 1, NULL), CAROM_OK);
  assert_int_equal(carom_scene_clumps(scene), 2);
  assert_int_equal(carom_scene_particles(scene), 6);
  play(scene, 10);
  assert_small(carom_scene_budget(scene).residual, 1e-12 * mass);
  const carom_scene_view v = carom_scene_sample(scene);
  for (int64_t i = 0; i < v.count; i++)
    assert_true((v.grain[i].clump >= 0) == (i > 0));
  carom_scene_destroy(scene);
  cast_free(c);
}

/* Mass of members: shares that add up. Kinetic energy: of the body, once. */
static void nothing_is_counted_twice(void **state)
{
  (void)state;
  cast *c = cast_new();
  carom_scene_clump *one = add_clump(c, 0, 0, 0, 0);
  carom_clump_body body;
  one->velocity[0] = 2, one->spin[1] = 50, one->scale = 1.5, one->mass = 3e-5;
  c->s->def.step = 1e-6;
  carom_scene *scene = staged(c->s);
  assert_int_equal(carom_clump_measure(&c->shape[0], &body, NULL), CAROM_OK);
  const carom_scene_clump_state v = clump_at(scene, 0);
  const carom_scene_view view = carom_scene_sample(scene);
  double mass = 0, volume = 0;
  for (int64_t i = 0; i < view.count; i++)
    mass += view.grain[i].mass, volume += view.grain[i].volume;
  assert_close(mass, 3e-5, 1e-14);
  assert_close(volume, body.volume * 1.5 * 1.5 * 1.5, 1e-14);
  assert_close(v.inertia[1], 3e-5 / body.volume * body.inertia[1] * 1.5 * 1.5, 1e-14);
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_close(e.kinetic, 0.5 * 3e-5 * 4, 1e-14);
  /* about y: axes of the shape, which is not turned; v.inertia is that of its principal axes */
  double about = 0;
  for (int k = 0; k < 3; k++)
    about += v.inertia[k] * body.axis[k][1] * body.axis[k][1];
  assert_close(e.rotational, 0.5 * about * 2500, 1e-12);
  carom_scene_destroy(scene);
  cast_free(c);
}

/* Forces besides contacts act on the clump once. */
static void applied_forces_act_once(void **state)
{
  (void)state;
  cast *c = cast_new();
  carom_scene_force force = carom_scene_force_default();
  add_clump(c, 0, 0, 0, 0);
  force.force[0] = 3e-5;
  force.torque[2] = 2e-9;
  c->s->def.force = &force;
  c->s->def.forces = 1;
  c->s->def.step = 1e-5;
  carom_scene *scene = staged(c->s);
  play(scene, 100);
  const carom_scene_clump_state v = clump_at(scene, 0);
  assert_close(v.velocity[0], 3e-5 / v.mass * 1e-3, 1e-12);
  assert_close(v.angular_momentum[2], 2e-9 * 1e-3, 1e-12);
  assert_close(carom_scene_force_work(scene, 0), energy_of(&v), 1e-4);
  const double none[3] = {0};
  assert_int_equal(carom_scene_push(scene, 0, none, none, NULL), CAROM_OK);
  play(scene, 100);
  assert_close(clump_at(scene, 0).velocity[0], v.velocity[0], 1e-12);
  assert_close(clump_at(scene, 0).angular_momentum[2], v.angular_momentum[2], 1e-12);
  carom_scene_destroy(scene);
  cast_free(c);
}

/* A group is found again: all members of a clump are where its centre of mass is. */
static void members_stay_in_one_group(void **state)
{
  (void)state;
  carom_scene_group group = carom_scene_group_default();
  cast *c = cast_new();
  add_clump(c, 1, 0, 0, 0)->velocity[0] = 1;
  group.members.within = true;
  for (int k = 0; k < 3; k++)
    group.members.region.low[k] = -0.5e-3, group.members.region.high[k] = 2.5e-3;
  c->s->def.group = &group;
  c->s->def.groups = 1;
  c->s->def.step = 1e-5;
  carom_scene *scene = staged(c->s);
  for (int later = 0; later < 3; later++) { /* at 0, 2 and 4 mm, arms of 1.2 mm */
    assert_int_equal(carom_scene_set_group(scene, 0, NULL, NULL), CAROM_OK);
    for (int k = 0; k < 2; k++)
      assert_int_equal(carom_scene_groups_of(scene, k), later < 2);
    play(scene, 200);
  }
  carom_scene_destroy(scene);
  cast_free(c);
}

/* Drag of a sphere of its volume slows a clump down: along, and about a principal axis. */
static void drag_is_that_of_its_volume(void **state)
{
  (void)state;
  cast *c = cast_new();
  carom_scene_force force = carom_scene_force_default();
  carom_scene_clump *one = add_clump(c, 1, 0, 0, 0);
  carom_clump_body body;
  assert_int_equal(carom_clump_measure(&c->shape[1], &body, NULL), CAROM_OK);
  const double r = cbrt(0.75 / pi * body.volume), viscosity = 0.01, time = 0.05;
  one->velocity[0] = 0.1;
  one->spin[2] = 10; /* across the dumbbell */
  force.kind = CAROM_FORCE_STOKES;
  force.viscosity = viscosity;
  c->s->def.force = &force;
  c->s->def.forces = 1;
  c->s->def.step = 1e-5;
  carom_scene *scene = staged(c->s);
  play(scene, (int64_t)lround(time / 1e-5));
  const carom_scene_clump_state v = clump_at(scene, 0);
  assert_close(v.velocity[0], 0.1 * exp(-6 * pi * viscosity * r * time / v.mass), 1e-6);
  assert_close(v.spin[2], 10 * exp(-8 * pi * viscosity * r * r * r * time / v.inertia[2]), 1e-6);
  carom_scene_destroy(scene);
  cast_free(c);
}

/* A dumbbell pressed between two plates carries the force from one to the other: the stress is
 * force times their distance over the volume. */
static void a_clump_carries_stress(void **state)
{
  (void)state;
  cast *c = cast_new();
  const double depth = 1e-5, height = 2 * (1.2e-3 + radius - depth);
  carom_scene_clump *one = add_clump(c, 1, 0, 0, 0.5 * height);
  one->orientation[0] = cos(0.25 * pi), one->orientation[2] = sin(0.25 * pi);
  c->s->contact[0].normal.law = "hertz";
  c->s->def.step = 1e-7;
  c->s->def.walls = 1;
  c->s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++) {
    c->s->wall[0].low[k] = k == 2 ? 0 : -INFINITY;
    c->s->wall[0].high[k] = k == 2 ? height : INFINITY;
  }
  carom_selection of = carom_selection_default();
  of.within = true;
  of.region.shape = CAROM_REGION_BOX;
  for (int k = 0; k < 3; k++)
    of.region.low[k] = k == 2 ? 0 : -2e-3, of.region.high[k] = k == 2 ? height : 2e-3;
  carom_scene *scene = staged(c->s);
  carom_bulk b;
  assert_int_equal(carom_measure_bulk(scene, &of, CAROM_BULK_ALL, &b, NULL), CAROM_OK);
  const double modulus = 1e7 / (2 * (1 - 0.09));
  const double force = 4.0 / 3.0 * modulus * sqrt(radius) * depth * sqrt(depth);
  assert_close(b.contact_stress[8], force * height / b.volume, 1e-9);
  carom_scene_destroy(scene);
  cast_free(c);
}

/* The stress of contacts is that of walls, borders and inertia, of clumps and spheres that move. */
static void stress_is_that_of_walls_and_inertia(void **state)
{
  (void)state;
  cast *c = shaken();
  c->s->def.forces = 0;
  carom_scene *scene = staged(c->s);
  carom_selection of = carom_selection_default();
  carom_bulk b;
  play(scene, 700);
  assert_int_equal(carom_measure_bulk(scene, &of, CAROM_BULK_ALL, &b, NULL), CAROM_OK);
  double size = 0;
  for (int k = 0; k < 9; k++)
    size = fmax(size, fabs(b.contact_stress[k]));
  assert_true(size > 0);
  for (int k = 0; k < 9; k++)
    assert_small(b.by_walls[k] + b.by_inertia[k] + b.by_borders[k] - b.contact_stress[k],
                 1e-9 * size);
  carom_scene_destroy(scene);
  cast_free(c);
}

static void assert_refused(cast *c, const char *where, const char *word)
{
  carom_scene *scene = NULL;
  carom_error err = {.code = CAROM_OK};
  assert_int_not_equal(carom_scene_create(&c->s->def, &scene, &err), CAROM_OK);
  if (!strstr(err.where, where) || !strstr(err.text, word)) fail_msg("%s: %s", err.where, err.text);
}

static void what_cannot_be_is_refused(void **state)
{
  (void)state;
  cast *c = cast_new();
  carom_scene_clump *one = add_clump(c, 0, 0, 0, 0);
  c->s->def.step = 1e-6;
  one->shape = 2;
  assert_refused(c, "clump[0]", "no shape 2");
  one->shape = 0, one->material = 1;
  assert_refused(c, "clump[0]", "no material 1");
  one->material = 0, one->scale = 0;
  assert_refused(c, "clump[0]", "scale");
  one->scale = 1, one->orientation[0] = 0;
  assert_refused(c, "clump[0]", "no rotation");
  one->orientation[0] = 1, one->spin[1] = NAN;
  assert_refused(c, "clump[0]", "must be numbers");
  one->spin[1] = 0, c->s->def.low[0] = 0;
  assert_refused(c, "clump[0]", "outside the domain");
  c->s->def.low[0] = -1, c->s->material[0].density = CAROM_UNSET;
  assert_refused(c, "clump[0]", "density");
  c->s->material[0].density = 2500, c->sphere[0][1].radius = -1;
  assert_refused(c, "clump_shape[0]", "radius of sphere 2");
  c->sphere[0][1].radius = radius;
  const carom_scene_size size = {0, 1e-3, 2e-3, CAROM_UNSET};
  c->s->def.size = &size, c->s->def.sizes = 1;
  assert_refused(c, "clump[0]", "material of their own");
  c->s->def.sizes = 0, c->s->def.clump_shapes = 0;
  assert_refused(c, "clump_shape", "shapes");
  c->s->def.clump_shapes = 2;
  one->position[1] = 2e-3; /* 3.9 mm across */
  c->s->def.low[1] = 0, c->s->def.high[1] = 3.8e-3, c->s->def.periodic[1] = true;
  assert_refused(c, "clump[0]", "touch itself");
  c->s->def.high[1] = 6e-3;
  carom_scene *scene = staged(c->s);
  carom_scene_clump_state state_of;
  assert_int_equal(carom_scene_sample_clump(scene, 1, NULL, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_scene_sample_clump(scene, 1, &state_of, NULL), CAROM_ERR_RANGE);
  carom_scene_destroy(scene);
  cast_free(c);
}

SUITE_CLOSE("clumps", a_clump_flips_as_in_the_closed_form, a_clump_turns_without_drift,
            a_central_impact_delivers_the_restitution, an_eccentric_impact_tends_to_rigid_bodies,
            the_step_counts_how_they_turn, momenta_are_conserved, the_budget_closes,
            bits_do_not_depend_on_threads, a_state_goes_on_with_the_same_bits, borders_are_crossed,
            a_clump_leaves_as_a_whole, nothing_is_counted_twice, applied_forces_act_once,
            members_stay_in_one_group, drag_is_that_of_its_volume, a_clump_carries_stress,
            stress_is_that_of_walls_and_inertia, what_cannot_be_is_refused)
