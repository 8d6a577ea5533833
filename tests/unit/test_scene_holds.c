/* SPDX-License-Identifier: MIT */
/* Groups whose motion is prescribed: restitution with held spheres, rigid motion, freezing and
 * releasing, the work of holds in the budget, threads, restarts; groups that are found again. */
#include <string.h>

#include "memory_archive.h"
#include "scenes.h"

static const double radius = 1e-3;

static double mass(void)
{
  return 2500 * 4 * pi / 3 * radius * radius * radius;
}

/* A group of the particles with these ids, and a hold of it. */
static carom_scene_group ids(uint32_t first, uint32_t last)
{
  carom_scene_group group = carom_scene_group_default();
  group.members.id[0] = first;
  group.members.id[1] = last;
  return group;
}

static carom_scene_hold hold_of(int group)
{
  carom_scene_hold hold = carom_scene_hold_default();
  hold.group = group;
  return hold;
}

static void switch_hold(carom_scene *scene, int hold, bool on, const double velocity[3])
{
  carom_error err = {.code = CAROM_OK};
  if (carom_scene_set_hold(scene, hold, on, velocity, NULL, NULL, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
}

static carom_scene_hold_state state_of(carom_scene *scene, int hold)
{
  carom_scene_hold_state out;
  assert_int_equal(carom_scene_sample_hold(scene, hold, &out, NULL), CAROM_OK);
  return out;
}

/* A sphere meets one that is held: it comes back with the restitution that was asked for, though
 * both are of one size and one material; while it comes, the held one retreats at half its speed.
 */
static void restitution_with_held_spheres(void **state)
{
  (void)state;
  static const char *const law[] = {"hooke", "tsuji"};
  for (int k = 0; k < 4; k++) {
    carom_scene_group group = ids(1, 1);
    carom_scene_hold hold = hold_of(0);
    stage *s = stage_new();
    add_grain(s, radius, 0, 0, 0);
    add_grain(s, radius, 0, 0, 2.001 * radius)->velocity[2] = -0.2;
    s->contact[0].normal.law = law[k % 2];
    s->contact[0].normal.speed = 0.2;
    if (k % 2 == 0) set(&s->contact[0].normal, "contact_time", 1e-4);
    set(&s->contact[0].normal, "restitution", 0.7);
    hold.velocity[2] = k < 2 ? 0 : -0.1;
    s->def.group = &group;
    s->def.groups = 1;
    s->def.hold = &hold;
    s->def.holds = 1;
    s->def.step = 1e-7;
    carom_scene *scene = staged(s);
    play(scene, 20000);
    const carom_scene_grain *g = carom_scene_sample(scene).grain;
    assert_true(g[0].fixed && !g[1].fixed);
    const double in = 0.2 + hold.velocity[2], out = g[1].velocity[2] - hold.velocity[2];
    assert_close(out / in, 0.7, 3e-3); /* 1/N: the dashpot begins within a step */
    assert_close(g[0].position[2], 2e-3 * hold.velocity[2], 1e-9);
    assert_small(g[0].velocity[2] - hold.velocity[2], 1e-15);
    /* in the frame of the held one the lost share is 1 - e^2; in ours it has done work */
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_close(e.viscous, 0.5 * mass() * in * in * (1 - 0.49), 1e-2);
    assert_small(e.prescribed - mass() * in * 1.7 * hold.velocity[2], 1e-3 * mass() * 0.04);
    assert_small(e.residual, 1e-3 * mass() * 0.04);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* A body of spheres turns about a centre that moves: places and velocities are those of rigid
 * motion after any number of steps, also across a periodic border. */
static void rigid_motion(void **state)
{
  (void)state;
  for (int half = 0; half < 2; half++) {
    carom_scene_group group = ids(1, 3);
    carom_scene_hold hold = hold_of(0);
    const double w = 200, v = 0.5, step = 1e-5, from[3] = {3e-3, -2e-3, 1e-3};
    stage *s = stage_new();
    add_grain(s, radius, from[0], from[1], from[2]);
    add_grain(s, radius, -3e-3, 1e-3, 0);
    add_grain(s, radius, 0, 0, 0)->mass = 1e-6;
    hold.spin[2] = w;
    hold.velocity[0] = v;
    s->def.group = &group;
    s->def.groups = 1;
    s->def.hold = &hold;
    s->def.holds = 1;
    s->def.step = step;
    s->def.low[0] = -10e-3, s->def.high[0] = 10e-3, s->def.periodic[0] = true;
    s->def.velocity = half ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED;
    carom_scene *scene = staged(s);
    play(scene, 7919);
    const carom_scene_grain *g = carom_scene_sample(scene).grain;
    const double t = 7919 * step, c = cos(w * t), sn = sin(w * t);
    const double x = c * from[0] - sn * from[1], y = sn * from[0] + c * from[1];
    assert_small(g[0].position[0] - (v * t + x), 1e-12);
    assert_small(g[0].position[1] - y, 1e-12);
    assert_small(g[0].position[2] - from[2], 1e-18);
    assert_small(g[0].velocity[0] - (v - w * y), 1e-9);
    assert_small(g[0].velocity[1] - w * x, 1e-9);
    assert_small(g[0].spin[2] - w, 1e-12);
    assert_small(state_of(scene, 0).centre[0] - v * t, 1e-12);
    assert_int_equal(state_of(scene, 0).particles, 3);
    assert_small(carom_scene_budget(scene).residual, 1e-20);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* Flying spheres are stopped, and later let go: their energy is taken, and given back by nobody;
 * with a velocity it is given by the hold. */
static void freeze_and_release(void **state)
{
  (void)state;
  carom_scene_group group = ids(1, 1);
  carom_scene_hold hold = hold_of(0);
  stage *s = stage_new();
  carom_scene_particle *p = add_grain(s, radius, 0, 0, 0);
  p->velocity[0] = 2, p->spin[1] = 100;
  add_grain(s, radius, 0, 0, 10 * radius);
  hold.off = true;
  s->def.group = &group;
  s->def.groups = 1;
  s->def.hold = &hold;
  s->def.holds = 1;
  s->def.step = 1e-5;
  s->def.gravity[2] = -9.81;
  carom_scene *scene = staged(s);
  play(scene, 100);
  const double z = -0.5 * 9.81 * 1e-6, fast = 9.81e-3;
  const double energy = 0.5 * mass() * (4 + fast * fast) +
                        0.2 * mass() * radius * radius * 100 * 100;
  assert_close(carom_scene_sample(scene).grain[0].position[2], z, 1e-9);
  switch_hold(scene, 0, true, NULL);
  play(scene, 1000);
  const carom_scene_grain *g = carom_scene_sample(scene).grain;
  assert_true(g[0].fixed);
  assert_close(g[0].position[2], z, 1e-9);
  assert_close(g[0].position[0], 2e-3, 1e-9);
  assert_close(carom_scene_budget(scene).prescribed, -energy, 1e-9);
  assert_small(carom_scene_budget(scene).residual, 1e-12 * energy);
  switch_hold(scene, 0, true, (double[]){0, 3, 0});
  play(scene, 100);
  assert_close(state_of(scene, 0).centre[1], 3e-3, 1e-9); /* since it moves */
  switch_hold(scene, 0, false, NULL);
  play(scene, 100);
  g = carom_scene_sample(scene).grain;
  assert_false(g[0].fixed);
  assert_close(g[0].velocity[1], 3, 1e-12);
  assert_close(g[0].position[1], 6e-3, 1e-9);
  assert_close(g[0].velocity[2], -9.81e-3, 1e-9);
  assert_small(g[0].spin[1], 1e-18);
  assert_close(g[1].velocity[2], -1300e-5 * 9.81, 1e-9); /* the other one fell all the time */
  assert_close(carom_scene_budget(scene).prescribed, 0.5 * mass() * 9 - energy, 1e-9);
  assert_small(carom_scene_budget(scene).residual, 1e-12 * energy);
  carom_scene_destroy(scene);
  free(s);
}

/* Two spheres of different sizes whose law gets stiffer with the mass are stopped while they press
 * each other: what their contact has lost stays lost, and so does what is lost while they are held
 * and after they are let go. */
static void plastic_work_of_those_stopped(void **state)
{
  (void)state;
  carom_scene_group group = ids(1, 2);
  carom_scene_hold hold = hold_of(0);
  stage *s = stage_new();
  for (int k = 0; k < 2; k++) { /* pairs that meet one after the other */
    add_grain(s, radius, 20 * radius * k, 0, 0);
    add_grain(s, 1.5 * radius, 20 * radius * k, 0, 2.501 * radius + 0.4 * radius * k)
        ->velocity[2] = -0.5;
  }
  s->contact[0].normal.law = "walton-braun";
  set(&s->contact[0].normal, "restitution", 0.6);
  hold.off = true;
  s->def.group = &group;
  s->def.groups = 1;
  s->def.hold = &hold;
  s->def.holds = 1;
  s->def.step = 2e-7;
  carom_scene *scene = staged(s);
  while (carom_scene_contacts(scene, NULL, NULL) == 0)
    play(scene, 20);
  play(scene, 200);
  const carom_scene_energy pressed = carom_scene_budget(scene);
  const double energy = pressed.kinetic + pressed.elastic + pressed.plastic;
  assert_true(pressed.plastic > 1e-3 * energy);
  switch_hold(scene, 0, true, NULL);
  assert_close(carom_scene_budget(scene).plastic, pressed.plastic, 1e-12);
  play(scene, 6000); /* the other pair meets and parts */
  const carom_scene_energy held = carom_scene_budget(scene);
  assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 0);
  assert_true(held.plastic > pressed.plastic + 0.05 * energy);
  assert_small(held.residual - pressed.residual, 1e-3 * energy);
  switch_hold(scene, 0, false, NULL);
  play(scene, 3000);
  assert_small(carom_scene_budget(scene).residual - pressed.residual, 2e-3 * energy);
  carom_scene_destroy(scene);
  free(s);
}

/* A hold that begins later turns about the centre that it was given. */
static void a_centre_waits(void **state)
{
  (void)state;
  carom_scene_group group = ids(1, 1);
  carom_scene_hold hold = hold_of(0);
  stage *s = stage_new();
  add_grain(s, radius, 0, 0, 0);
  hold.off = true;
  hold.velocity[0] = 1;
  hold.spin[2] = 10;
  s->def.group = &group;
  s->def.groups = 1;
  s->def.hold = &hold;
  s->def.holds = 1;
  s->def.step = 1e-4;
  carom_scene *scene = staged(s);
  for (int begin = 0; begin < 2; begin++) { /* for 0.01 s each time */
    play(scene, 100);
    assert_small(state_of(scene, 0).centre[0] - 0.01 * begin, 1e-15);
    switch_hold(scene, 0, true, NULL);
    assert_small(state_of(scene, 0).centre[0] - 0.01 * begin, 1e-15);
    if (begin == 0) assert_small(carom_scene_sample(scene).grain[0].velocity[1], 1e-15);
    play(scene, 100);
    switch_hold(scene, 0, false, NULL);
  }
  carom_scene_destroy(scene);
  free(s);
}

/* A box of grains, its lowest layer held still and its highest one dragged along: a rough shear
 * cell. */
static stage *sheared(carom_scene_group group[2], carom_scene_hold hold[2])
{
  stage *s = stage_new();
  add_lattice(s, 7, radius, 0.9, 1.94 * radius, 0.02, 5);
  group[0] = group[1] = carom_scene_group_default();
  for (int k = 0; k < 2; k++) {
    carom_selection *of = &group[k].members;
    of->within = true;
    of->region.low[0] = of->region.low[1] = of->region.low[2] = -1;
    of->region.high[0] = of->region.high[1] = of->region.high[2] = 1;
    hold[k] = hold_of(k);
  }
  group[0].members.region.high[2] = 1.94 * radius;
  group[1].members.region.low[2] = 6 * 1.94 * radius;
  hold[1].velocity[0] = 0.3;
  make_rough(&s->contact[0], 0.6, 0.5);
  s->def.group = group;
  s->def.groups = 2;
  s->def.hold = hold;
  s->def.holds = 2;
  s->def.step = 2e-6;
  s->def.overlap_limit = 0.5;
  for (int k = 0; k < 2; k++) {
    s->def.low[k] = 0, s->def.high[k] = 7 * 1.94 * radius;
    s->def.periodic[k] = true;
  }
  s->def.low[2] = -0.1, s->def.high[2] = 0.1;
  return s;
}

/* The work of the hold is what the grains have lost and hold; what is done to both plates sums up
 * to what the grains between them gained of momentum. Residuals fall with the step. */
static void work_of_a_shear_cell(void **state)
{
  (void)state;
  double off[2];
  for (int fine = 0; fine < 2; fine++) {
    carom_scene_group group[2];
    carom_scene_hold hold[2];
    stage *s = sheared(group, hold);
    s->def.step = fine ? 1e-6 : 2e-6;
    carom_scene *scene = staged(s);
    play(scene, fine ? 8000 : 4000);
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_true(e.prescribed > 1e-6 && e.friction > 0.2 * e.prescribed);
    off[fine] = fabs(e.residual) / e.prescribed;
    assert_int_equal(state_of(scene, 0).particles, 49);
    assert_int_equal(state_of(scene, 1).particles, 49);
    assert_true(state_of(scene, 1).force[0] < 0); /* dragged back */
    carom_scene_destroy(scene);
    free(s);
  }
  assert_true(off[0] < 5e-3 && off[1] < 0.7 * off[0]);
}

/* A held sphere that spins in place rubs a free one, which another one holds: all that it does is
 * the work of its torque. */
static void work_of_a_spin(void **state)
{
  (void)state;
  carom_scene_group group[2] = {ids(1, 1), ids(3, 3)};
  carom_scene_hold hold[2] = {hold_of(0), hold_of(1)};
  stage *s = stage_new();
  for (int k = 0; k < 3; k++)
    add_grain(s, radius, 0, 0, 1.99 * radius * k);
  make_rough(&s->contact[0], 0.5, 0.4);
  hold[0].spin[1] = 200;
  s->def.group = group;
  s->def.groups = 2;
  s->def.hold = hold;
  s->def.holds = 2;
  s->def.step = 1e-7;
  carom_scene *scene = staged(s);
  play(scene, 4000);
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_true(e.friction > 0.1 * e.prescribed && e.prescribed > 0);
  assert_small(e.residual, 1e-2 * e.prescribed);
  assert_true(state_of(scene, 0).torque[1] < 0);
  carom_scene_destroy(scene);
  free(s);
}

/* One thread or three, stopped and gone on at any step, while holds are switched: the same bits. */
static uint64_t switched(int threads, int64_t stop)
{
  carom_scene_group group[2];
  carom_scene_hold hold[2];
  stage *s = sheared(group, hold);
  uint64_t hash;
  memory m = {.archive = {.array = put_or_get}};
  s->def.threads = threads;
  carom_scene *scene = staged(s);
  for (int64_t step = 0; step < 300; step++) {
    carom_selection lower = group[0].members;
    lower.region.high[2] = 4 * radius;
    if (step == 100) switch_hold(scene, 1, false, NULL);
    if (step == 150) assert_int_equal(carom_scene_set_group(scene, 0, &lower, NULL), CAROM_OK);
    if (step == 200) switch_hold(scene, 1, true, (double[]){0, 0.1, -0.05});
    if (step == stop) {
      assert_int_equal(carom_scene_archive(scene, &m.archive, NULL), CAROM_OK);
      carom_scene_destroy(scene);
      scene = staged(s);
      if (stop >= 150) assert_int_equal(carom_scene_set_group(scene, 0, &lower, NULL), CAROM_OK);
      m.archive.loading = true;
      assert_int_equal(carom_scene_archive(scene, &m.archive, NULL), CAROM_OK);
      free(m.bytes);
    }
    play(scene, 1);
  }
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_small(e.residual, 2e-2 * (fabs(e.prescribed) + e.kinetic));
  hash = carom_scene_hash(scene);
  uint64_t bits;
  memcpy(&bits, &e.prescribed, sizeof bits);
  carom_scene_destroy(scene);
  free(s);
  return hash ^ bits;
}

static void threads_and_restarts(void **state)
{
  (void)state;
  const uint64_t wanted = switched(1, -1);
  assert_true(switched(3, -1) == wanted);
  static const int64_t stop[] = {1, 99, 100, 149, 150, 151, 200, 201, 250};
  for (size_t k = 0; k < sizeof stop / sizeof *stop; k++)
    assert_true(switched(1, stop[k]) == wanted);
}

/* Members are those of the instant at which a group is found again. */
static void groups_found_again(void **state)
{
  (void)state;
  carom_scene_group group = carom_scene_group_default();
  carom_scene_force push = carom_scene_force_default();
  carom_error err = {.code = CAROM_OK};
  stage *s = stage_new();
  add_grain(s, radius, 0, 0, 0)->velocity[0] = 1;
  add_grain(s, radius, 0, 0.1, 0);
  group.members.within = true;
  for (int k = 0; k < 3; k++)
    group.members.region.low[k] = -5e-3, group.members.region.high[k] = 5e-3;
  push.group = 0;
  push.force[1] = mass();
  s->def.group = &group;
  s->def.groups = 1;
  s->def.force = &push;
  s->def.forces = 1;
  s->def.step = 1e-5;
  carom_scene *scene = staged(s);
  play(scene, 1000);
  assert_int_equal(carom_scene_groups_of(scene, 0), 1); /* it has left the box, not the group */
  assert_int_equal(carom_scene_set_group(scene, 0, NULL, &err), CAROM_OK);
  assert_int_equal(carom_scene_groups_of(scene, 0), 0);
  play(scene, 1000);
  assert_close(carom_scene_sample(scene).grain[0].velocity[1], 0.01, 1e-9);
  carom_selection all = carom_selection_default();
  assert_int_equal(carom_scene_set_group(scene, 0, &all, &err), CAROM_OK);
  play(scene, 1000);
  assert_close(carom_scene_sample(scene).grain[1].velocity[1], 0.01, 1e-9);
  assert_close(carom_scene_force_work(scene, 0), carom_scene_budget(scene).applied, 1e-12);
  assert_small(carom_scene_budget(scene).residual, 1e-9 * mass());
  carom_scene_destroy(scene);
  free(s);
}

/* Where nobody is held, groups that are found again do no work, not even by rounding: the state of
 * such a scene has no place for it. */
static void groups_alone_do_no_work(void **state)
{
  (void)state;
  carom_scene_group group[2];
  carom_scene_hold hold[2];
  carom_error err = {.code = CAROM_OK};
  memory m = {.archive = {.array = put_or_get}};
  stage *s = sheared(group, hold);
  s->def.holds = 0;
  carom_scene *scene = staged(s);
  for (int n = 0; n < 20; n++) {
    play(scene, 50);
    assert_int_equal(carom_scene_set_group(scene, 0, NULL, &err), CAROM_OK);
    assert_true(carom_scene_budget(scene).prescribed == 0);
  }
  const double residual = carom_scene_budget(scene).residual;
  assert_int_equal(carom_scene_archive(scene, &m.archive, NULL), CAROM_OK);
  carom_scene_destroy(scene);
  scene = staged(s);
  m.archive.loading = true;
  assert_int_equal(carom_scene_archive(scene, &m.archive, NULL), CAROM_OK);
  assert_true(carom_scene_budget(scene).residual == residual);
  carom_scene_destroy(scene);
  free(m.bytes);
  free(s);
}

/* Three bonded spheres, the first or the first two of which are held after a while: bonds between
 * held ones are there, and a state that is stored then goes on with the same bits. */
static carom_scene *bonded(stage **staging, int held, bool stop)
{
  static carom_scene_bond bond;
  static carom_scene_group group;
  static carom_scene_hold hold;
  memory m = {.archive = {.array = put_or_get}};
  stage *s = *staging = stage_new();
  bond = carom_scene_bond_default();
  bond.young = 1e10;
  bond.gap = radius;
  for (int k = 0; k < CAROM_BOND_MODES; k++)
    bond.damping[k] = 0.1;
  group = ids(1, (uint32_t)held);
  hold = hold_of(0);
  hold.off = true;
  for (int i = 0; i < 3; i++)
    add_grain(s, radius, 2.5 * radius * i, 0, 0)->velocity[2] = i == 2 ? 0.01 : 0;
  s->def.bond = &bond;
  s->def.bonds = 1;
  s->def.group = &group;
  s->def.groups = 1;
  s->def.hold = &hold;
  s->def.holds = 1;
  carom_scene *scene = staged(s);
  play(scene, 50);
  switch_hold(scene, 0, true, NULL);
  play(scene, 50);
  if (stop) {
    assert_int_equal(carom_scene_archive(scene, &m.archive, NULL), CAROM_OK);
    carom_scene_destroy(scene);
    scene = staged(s);
    m.archive.loading = true;
    assert_int_equal(carom_scene_archive(scene, &m.archive, NULL), CAROM_OK);
    free(m.bytes);
  }
  play(scene, 200);
  switch_hold(scene, 0, false, NULL);
  play(scene, 200);
  return scene;
}

static void bonds_of_held_particles(void **state)
{
  (void)state;
  stage *s;
  for (int held = 1; held <= 2; held++) {
    uint64_t hash[2];
    for (int stop = 0; stop < 2; stop++) {
      carom_scene *scene = bonded(&s, held, stop);
      hash[stop] = carom_scene_hash(scene);
      assert_int_equal(carom_scene_count_bonds(scene, -1).whole, 2);
      carom_scene_destroy(scene);
      free(s);
    }
    assert_true(hash[0] == hash[1]);
  }
  carom_scene *scene = bonded(&s, 2, false); /* held from the start, their bond is there, too */
  const double step = carom_scene_step(scene);
  carom_scene_destroy(scene);
  ((carom_scene_hold *)(uintptr_t)s->def.hold)->off = false;
  scene = staged(s);
  assert_int_equal(carom_scene_count_bonds(scene, -1).whole, 2);
  assert_true(carom_scene_step(scene) == step); /* they may be let go */
  carom_scene_destroy(scene);
  free(s);
}

static void refused(void **state)
{
  (void)state;
  carom_scene_group group = ids(1, 1);
  carom_scene_hold hold = hold_of(1);
  carom_scene *scene = NULL;
  carom_error err = {.code = CAROM_OK};
  stage *s = stage_new();
  add_grain(s, radius, 0, 0, 0);
  s->def.step = 1e-5;
  s->def.group = &group;
  s->def.groups = 1;
  s->def.hold = &hold;
  s->def.holds = 1;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "hold[0].group");
  hold.group = 0;
  hold.spin[1] = NAN;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "hold[0].velocity");
  hold.spin[1] = 0;
  scene = staged(s);
  assert_int_equal(carom_scene_holds(scene), 1);
  assert_int_equal(carom_scene_set_hold(scene, 1, true, NULL, NULL, NULL, &err), CAROM_ERR_RANGE);
  assert_int_equal(carom_scene_set_hold(scene, 0, true, (double[]){NAN, 0, 0}, NULL, NULL, &err),
                   CAROM_ERR_RANGE);
  assert_int_equal(carom_scene_set_group(scene, 1, NULL, &err), CAROM_ERR_RANGE);
  group.members.group = 0;
  assert_int_equal(carom_scene_set_group(scene, 0, &group.members, &err), CAROM_ERR_RANGE);
  carom_scene_destroy(scene);
  free(s);
}

/* A bar of five spheres in a period of 20 mm. What turns about an axis across the period must be
 * shorter than that, and does not lie across the border. Along the axis it may be as long as the
 * period. */
static void turns_within_a_period(void **state)
{
  (void)state;
  static const struct {
    double first, apart; /* centres along x */
    int axis;
    bool fits;
  } bar[] = {{2e-3, 3e-3, 2, true},
             {2e-3, 4e-3, 2, false},
             {2e-3, 4e-3, 0, true},
             {2e-3, 4e-3, 1, false},
             {16e-3, 3e-3, 2, false}};
  for (size_t n = 0; n < sizeof bar / sizeof *bar; n++)
    for (int later = 0; later < 3; later++) {
      carom_scene_group group = ids(1, later == 2 ? 1 : 5);
      carom_scene_hold hold = hold_of(0);
      const double spin[3] = {bar[n].axis == 0, bar[n].axis == 1, bar[n].axis == 2};
      carom_scene *scene = NULL;
      carom_error err = {.code = CAROM_OK};
      stage *s = stage_new();
      for (int i = 0; i < 5; i++)
        add_grain(s, 2e-3, fmod(bar[n].first + i * bar[n].apart, 20e-3), 0, 0);
      s->def.step = 1e-7;
      s->def.overlap_limit = 1;
      s->def.low[0] = 0, s->def.high[0] = 20e-3, s->def.periodic[0] = true;
      s->def.group = &group, s->def.groups = 1;
      s->def.hold = &hold, s->def.holds = 1;
      hold.name = "bar";
      hold.off = later == 1;
      memcpy(hold.spin, spin, sizeof spin);
      carom_status status = carom_scene_create(&s->def, &scene, &err);
      const carom_selection all = ids(1, 5).members;
      if (later) assert_int_equal(status, CAROM_OK);
      if (later == 1) status = carom_scene_set_hold(scene, 0, true, NULL, spin, NULL, &err);
      if (later == 2) status = carom_scene_set_group(scene, 0, &all, &err);
      assert_int_equal(status, bar[n].fits ? CAROM_OK : CAROM_ERR_CONFLICT);
      if (!bar[n].fits) assert_string_equal(err.where, "hold[0].spin");
      if (!bar[n].fits) assert_non_null(strstr(err.text, "'bar'"));
      if (later < 2 && scene) play(scene, 2); /* a refusal changes nothing */
      carom_scene_destroy(scene);
      free(s);
    }
}

/* Where a hold ends, the next one has its particles: here, more than it can turn. */
static void turns_that_are_left_behind(void **state)
{
  (void)state;
  carom_scene_group group[2] = {ids(1, 5), ids(1, 5)};
  carom_scene_hold hold[2] = {hold_of(0), hold_of(1)};
  carom_error err = {.code = CAROM_OK};
  stage *s = stage_new();
  for (int i = 0; i < 5; i++)
    add_grain(s, 2e-3, 2e-3 + i * 4e-3, 0, 0);
  s->def.step = 1e-7;
  s->def.low[0] = 0, s->def.high[0] = 20e-3, s->def.periodic[0] = true;
  s->def.group = group, s->def.groups = 2;
  s->def.hold = hold, s->def.holds = 2;
  hold[1].spin[2] = 1;
  carom_scene *scene = staged(s);
  assert_int_equal(carom_scene_set_hold(scene, 0, false, NULL, NULL, NULL, &err),
                   CAROM_ERR_CONFLICT);
  assert_string_equal(err.where, "hold[1].spin");
  play(scene, 2); /* a refusal changes nothing */
  assert_true(fabs(carom_scene_sample(scene).grain[4].velocity[1]) == 0);
  assert_int_equal(carom_scene_set_hold(scene, 1, false, NULL, NULL, NULL, &err), CAROM_OK);
  assert_int_equal(carom_scene_set_hold(scene, 0, false, NULL, NULL, NULL, &err), CAROM_OK);
  carom_scene_destroy(scene);
  free(s);
}

SUITE("holds", restitution_with_held_spheres, rigid_motion, freeze_and_release,
      plastic_work_of_those_stopped, a_centre_waits, work_of_a_shear_cell, work_of_a_spin,
      threads_and_restarts, groups_found_again, groups_alone_do_no_work, bonds_of_held_particles,
      turns_within_a_period, turns_that_are_left_behind, refused)
