/* SPDX-License-Identifier: MIT */
/* Groups of clumps whose motion is prescribed: as rigid motion is, as spheres that are held, with
 * their work in the budget, released, across restarts and threads. */
#include <string.h>

#include "free_body.h"
#include "scene_archive.h"
#include "scene/rigid_body.h"
#include "scenes.h"

enum { MOST = 200 };

static const double size = 1e-3;

typedef struct cast {
  stage *s;
  carom_clump_shape shape;
  carom_clump_sphere sphere[3];
  carom_scene_clump clump[MOST];
  carom_scene_group group;
  carom_scene_hold hold;
} cast;

/* One shape without symmetry but for a plane; the hold takes the clumps with these ids. */
static cast *cast_new(uint32_t first, uint32_t last)
{
  cast *c = calloc(1, sizeof *c);
  assert_non_null(c);
  c->s = stage_new();
  c->sphere[0] = (carom_clump_sphere){{0, 0, 0}, size};
  c->sphere[1] = (carom_clump_sphere){{1.1e-3, 0, 0}, 0.9 * size};
  c->sphere[2] = (carom_clump_sphere){{0, 1.3e-3, 0}, 0.7 * size};
  c->shape = (carom_clump_shape){NULL, c->sphere, 3};
  c->group = carom_scene_group_default();
  c->group.members.id[0] = first;
  c->group.members.id[1] = last;
  c->hold = carom_scene_hold_default();
  c->hold.group = 0;
  c->s->def.clump_shape = &c->shape;
  c->s->def.clump_shapes = 1;
  c->s->def.clump = c->clump;
  c->s->def.group = &c->group;
  c->s->def.groups = 1;
  c->s->def.hold = &c->hold;
  c->s->def.holds = 1;
  return c;
}

static carom_scene_clump *add_clump(cast *c, double x, double y, double z)
{
  carom_scene_clump *one = &c->clump[c->s->def.clumps];
  *one = carom_scene_clump_default();
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

static void switch_hold(carom_scene *scene, bool on)
{
  carom_error err = {.code = CAROM_OK};
  if (carom_scene_set_hold(scene, 0, on, NULL, NULL, NULL, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
}

/* After any number of steps a clump is where a rotation about a centre that moves takes it, also
 * across a periodic border, and is turned as much. */
static void rigid_motion(void **state)
{
  (void)state;
  for (int half = 0; half < 2; half++) {
    const double w = 200, v = 0.5, step = 1e-5, from[2] = {3e-3, -2e-3};
    cast *c = cast_new(1000, 1000);
    add_clump(c, from[0], from[1], 1e-3)->orientation[1] = 0.3;
    add_grain(c->s, size, 0, 0, 8e-3);
    c->hold.spin[2] = w;
    c->hold.velocity[0] = v;
    c->s->def.step = step;
    c->s->def.low[0] = -10e-3, c->s->def.high[0] = 10e-3, c->s->def.periodic[0] = true;
    c->s->def.velocity = half ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED;
    carom_scene *scene = staged(c->s);
    const carom_scene_clump_state start = clump_at(scene, 0);
    play(scene, 7919);
    const carom_scene_clump_state now = clump_at(scene, 0);
    const double t = 7919 * step, cosine = cos(w * t), sine = sin(w * t);
    const double x = cosine * from[0] - sine * from[1], y = sine * from[0] + cosine * from[1];
    const double q[4] = {cos(0.5 * w * t), 0, 0, sin(0.5 * w * t)};
    double turned[4], sign = 0;
    assert_true(now.held);
    assert_small(now.position[0] - (v * t + x), 1e-12);
    assert_small(now.position[1] - y, 1e-12);
    assert_small(now.position[2] - 1e-3, 1e-18);
    assert_small(now.velocity[0] - (v - w * y), 1e-9);
    assert_small(now.velocity[1] - w * x, 1e-9);
    assert_small(now.spin[2] - w, 1e-9);
    carom_quaternion_product(q, start.orientation, turned);
    for (int k = 0; k < 4; k++)
      sign += turned[k] * now.orientation[k];
    assert_small(fabs(sign) - 1, 1e-11);
    const carom_scene_view all = carom_scene_sample(scene);
    for (int n = 0; n < now.members; n++) { /* members: sphere 0 comes first */
      const carom_scene_grain *g = &all.grain[now.first + n];
      double arm[3], velocity[3];
      for (int k = 0; k < 3; k++)
        arm[k] = g->position[k] - now.position[k];
      velocity[0] = now.velocity[0] - w * arm[1];
      velocity[1] = now.velocity[1] + w * arm[0];
      assert_true(g->fixed);
      assert_small(g->velocity[0] - velocity[0], 1e-9);
      assert_small(g->velocity[1] - velocity[1], 1e-9);
    }
    assert_small(carom_scene_budget(scene).residual, 1e-20);
    carom_scene_destroy(scene);
    cast_free(c);
  }
}

/* A sphere that bounces on a held clump moves as on held spheres at the same places; the hold needs
 * the same force, torque and work. */
static void as_held_spheres(void **state)
{
  (void)state;
  carom_scene *scene[2];
  cast *c = cast_new(1000, 1999);
  add_clump(c, 0, 0, 0);
  carom_scene_particle *ball = add_grain(c->s, size, 0.4e-3, 0.3e-3, 2.6e-3);
  ball->velocity[2] = -0.5, ball->velocity[0] = 0.1, ball->spin[1] = 40;
  make_rough(&c->s->contact[0], 0.6, 0.3);
  c->hold.velocity[2] = 0.1, c->hold.spin[1] = 30;
  c->s->def.step = 1e-6;
  scene[0] = staged(c->s);
  const carom_scene_view v = carom_scene_sample(scene[0]);
  for (int n = 0; n < 3; n++) {
    const carom_scene_grain *g = &v.grain[1 + n];
    add_grain(c->s, g->radius, g->position[0], g->position[1], g->position[2]);
    c->s->particle[1 + n].id = g->id;
  }
  c->s->def.clumps = 0;
  c->s->def.any_step = true;
  scene[1] = staged(c->s);
  double force = 0;
  for (int k = 0; k < 40; k++) {
    carom_scene_hold_state hold[2];
    for (int i = 0; i < 2; i++) {
      play(scene[i], 50);
      assert_int_equal(carom_scene_sample_hold(scene[i], 0, &hold[i], NULL), CAROM_OK);
    }
    const carom_scene_grain a = carom_scene_sample(scene[0]).grain[0];
    const carom_scene_grain b = carom_scene_sample(scene[1]).grain[0];
    for (int d = 0; d < 3; d++) {
      assert_small(a.position[d] - b.position[d], 1e-11 * size);
      assert_small(a.velocity[d] - b.velocity[d], 1e-9);
      assert_small(a.spin[d] - b.spin[d], 1e-6);
      assert_small(hold[0].force[d] - hold[1].force[d], 1e-7 * (1 + fabs(hold[0].force[d])));
      assert_small(hold[0].torque[d] - hold[1].torque[d], 1e-9);
      force = fabs(hold[0].force[d]) > force ? fabs(hold[0].force[d]) : force;
    }
  }
  const carom_scene_energy e[2] = {carom_scene_budget(scene[0]), carom_scene_budget(scene[1])};
  assert_true(force > 0.04 && carom_scene_sample(scene[0]).grain[0].velocity[2] > 0.1);
  assert_close(e[0].prescribed, e[1].prescribed, 1e-8);
  assert_close(e[0].viscous, e[1].viscous, 1e-8);
  for (int i = 0; i < 2; i++) {
    assert_small(e[i].residual, 1e-3 * e[i].kinetic);
    carom_scene_destroy(scene[i]);
  }
  cast_free(c);
}

/* A ball meets a clump that was held and let go as one that never was. */
static void let_go_it_has_its_mass(void **state)
{
  (void)state;
  carom_scene_grain ball[2];
  carom_scene_clump_state hit[2];
  for (int run = 0; run < 2; run++) {
    cast *c = cast_new(1000, 1999);
    add_clump(c, 0, 0, 0);
    carom_scene_particle *p = add_grain(c->s, size, 0.4e-3, 0.3e-3, 2.6e-3);
    p->velocity[2] = -0.5, p->velocity[0] = 0.1;
    make_rough(&c->s->contact[0], 0.6, 0.3);
    c->hold.off = true;
    c->s->def.step = 1e-6;
    carom_scene *scene = staged(c->s);
    play(scene, 10);
    if (run) switch_hold(scene, true), switch_hold(scene, false);
    play(scene, 3000);
    ball[run] = carom_scene_sample(scene).grain[0];
    hit[run] = clump_at(scene, 0);
    carom_scene_destroy(scene);
    cast_free(c);
  }
  assert_true(fabs(hit[0].spin[0]) > 1 && ball[0].velocity[2] > -0.4);
  for (int k = 0; k < 3; k++) {
    assert_small(ball[0].velocity[k] - ball[1].velocity[k], 1e-12);
    assert_small(hit[0].velocity[k] - hit[1].velocity[k], 1e-12);
    assert_small(hit[0].spin[k] - hit[1].spin[k], 1e-9);
  }
}

/* A clump that flies and turns is stopped, and later let go at rest; its energy is taken by the
 * hold. One that is let go from a motion keeps it, and then turns as a free body. */
static void freeze_and_release(void **state)
{
  (void)state;
  cast *c = cast_new(1000, 1000);
  carom_scene_clump *one = add_clump(c, 0, 0, 0);
  carom_error err = {.code = CAROM_OK};
  one->velocity[0] = 2, one->spin[0] = 90, one->spin[2] = 40;
  add_clump(c, 0, 0, 10 * size)->velocity[0] = 1;
  c->hold.off = true;
  c->s->def.step = 1e-5;
  c->s->def.gravity[2] = -9.81;
  carom_scene *scene = staged(c->s);
  play(scene, 100);
  const carom_scene_energy flying = carom_scene_budget(scene);
  assert_small(flying.residual, 1e-9 * flying.kinetic);
  switch_hold(scene, true);
  const carom_scene_clump_state held = clump_at(scene, 0);
  play(scene, 200);
  carom_scene_clump_state now = clump_at(scene, 0);
  for (int k = 0; k < 3; k++) {
    assert_true(now.position[k] == held.position[k] && now.velocity[k] == 0 && now.spin[k] == 0);
    assert_true(now.orientation[k] == held.orientation[k]);
  }
  const carom_scene_energy stopped = carom_scene_budget(scene);
  const double taken = flying.kinetic + flying.rotational -
                       0.5 * now.mass * (1 + 9.81e-3 * 9.81e-3);
  assert_close(-stopped.prescribed, taken, 1e-3);
  assert_small(stopped.residual, 1e-9 * flying.kinetic);
  const double velocity[3] = {0, 1, 0}, spin[3] = {50, -20, 70};
  assert_int_equal(carom_scene_set_hold(scene, 0, true, velocity, spin, held.position, &err),
                   CAROM_OK);
  play(scene, 321);
  const carom_scene_clump_state led = clump_at(scene, 0);
  switch_hold(scene, false);
  now = clump_at(scene, 0);
  for (int k = 0; k < 3; k++) {
    assert_small(now.velocity[k] - led.velocity[k], 1e-12);
    assert_small(now.spin[k] - led.spin[k], 1e-9);
    assert_small(now.spin[k] - spin[k], 1e-9);
  }
  assert_true(led.held && !now.held);
  play(scene, 1000);
  const carom_scene_clump_state free_one = clump_at(scene, 0);
  assert_small(free_one.velocity[2] + 9.81e-2, 1e-9);
  for (int k = 0; k < 3; k++)
    assert_small(free_one.angular_momentum[k] - now.angular_momentum[k],
                 1e-12 * fabs(now.angular_momentum[0]));
  const carom_scene_energy after = carom_scene_budget(scene);
  assert_small(after.residual, 1e-5 * after.kinetic);
  carom_scene_destroy(scene);
  cast_free(c);
}

/* A bed of clumps between a bottom and a lid of held clumps, which shears it, and is let go. */
static cast *cell(void)
{
  cast *c = cast_new(0, 0);
  const int side = 4;
  make_rough(&c->s->contact[0], 0.7, 0.4);
  for (int i = 0; i < side * side * 5; i++) {
    const unsigned long seed = (unsigned long)i;
    const int layer = i / (side * side);
    carom_scene_clump *one = add_clump(c, 3e-3 * (i % side + 0.5), 3e-3 * (i / side % side + 0.5),
                                       1.97e-3 * (layer + 0.5));
    for (unsigned long k = 0; k < 3; k++) {
      one->orientation[1 + k] = around(seed, k, 0.05);
      one->velocity[k] = layer % 4 ? around(seed, 3 + k, 0.05) : 0;
    }
    if (layer == 4) one->id += 100000; /* the lid */
  }
  c->group.members.id[0] = 100000;
  c->group.members.id[1] = 200000;
  c->hold.velocity[0] = 0.3;
  c->hold.velocity[2] = -0.02;
  for (int k = 0; k < 2; k++) {
    c->s->def.low[k] = 0;
    c->s->def.high[k] = 3e-3 * side;
    c->s->def.periodic[k] = true;
  }
  c->s->wall[0].direction[2] = 1;
  c->s->def.walls = 1;
  c->s->def.gravity[2] = -9.81;
  return c;
}

/* The budget closes at second order while the lid shears, after it was let go and held again; the
 * same bits for any threads and across restarts. */
static void shear_cell(void **state)
{
  (void)state;
  uint64_t hash = 0;
  double lacks[2] = {0};
  for (int run = 0; run < 4; run++) {
    cast *c = cell();
    c->s->def.threads = run == 2 ? 3 : 1;
    c->s->def.step = run == 1 ? 1e-6 : 2e-6;
    const int64_t steps = run == 1 ? 2000 : 1000;
    carom_scene *scene = staged(c->s);
    for (int part = 0; part < 3; part++) {
      switch_hold(scene, part != 1);
      play(scene, steps / 2 + 3);
      if (run == 3) scene = through_an_archive(scene, c->s);
      play(scene, steps / 2 - 3);
    }
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_true(carom_scene_contacts(scene, NULL, NULL) > 10);
    assert_true(fabs(e.prescribed) > 0.1 * e.kinetic);
    if (run < 2) lacks[run] = fabs(e.residual) / (e.kinetic + e.viscous + fabs(e.prescribed));
    if (run == 0) hash = carom_scene_hash(scene);
    if (run > 1) assert_true(hash == carom_scene_hash(scene));
    carom_scene_destroy(scene);
    cast_free(c);
  }
  assert_true(lacks[0] < 2e-3 && lacks[1] < 0.5 * lacks[0] + 1e-7);
}

SUITE("held clumps", rigid_motion, as_held_spheres, let_go_it_has_its_mass, freeze_and_release,
      shear_cell)
