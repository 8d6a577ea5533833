/* SPDX-License-Identifier: MIT */
/* Scenes whose walls are driven, pressed and free: the same bits for any number of threads, from
 * any checkpoint on, and a budget that closes. */
#include "memory_archive.h"
#include "scenes.h"
#include "suite.h"

/* What definitions point at. */
typedef struct machine {
  stage *s;
  carom_scene_drive drive[3];
  carom_scene_servo servo;
  carom_scene_body body;
} machine;

enum { SIDE = 12 };

/* A bed on a belt that is shaken, below a lid that presses; rough, with rolling balls of all
 * sizes. */
static void press(machine *m)
{
  stage *s = m->s;
  const double r = 1e-3, width = SIDE * 2.05 * r;
  m->servo = carom_scene_servo_default();
  m->servo.direction[2] = -1, m->servo.force = 1, m->servo.speed = 0.1;
  m->drive[0].kind = CAROM_DRIVE_SURFACE;
  m->drive[0].linear[0] = 0.3, m->drive[0].ramp = 1e-3;
  m->drive[1].kind = CAROM_DRIVE_OSCILLATION;
  m->drive[1].linear[2] = 5e-5, m->drive[1].frequency = 300, m->drive[1].phase = 1.2;
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = 0, s->wall[0].high[k] = width;
  s->wall[0].low[2] = -INFINITY, s->wall[0].high[2] = INFINITY;
  s->wall[1].motion.drive = m->drive, s->wall[1].motion.drives = 2;
  s->wall[2].direction[2] = -1;
  s->wall[2].point[2] = s->wall[2].motion.centre[2] = width;
  s->wall[2].motion.servo = &m->servo;
  s->def.walls = 3;
}

/* A box that is free to move and to turn, with spheres in it and a heavy lid that turns in it. */
static void set_adrift(machine *m)
{
  stage *s = m->s;
  const double r = 1e-3, width = SIDE * 2.05 * r;
  m->body = carom_scene_body_default();
  m->body.mass = 0.02;
  for (int k = 0; k < 3; k++) {
    m->body.turns[k] = true;
    m->body.inertia[k] = (3 + k) * 1e-6;
    m->body.velocity[k] = 0.1 * k;
    m->body.spin[k] = 10 - 7 * k;
    m->body.high[k] = 0.3e-3; /* stops after some steps */
    s->wall[0].low[k] = 0, s->wall[0].high[k] = width;
    s->wall[0].motion.centre[k] = 0.5 * width;
  }
  s->wall[0].shape = CAROM_WALL_BOX;
  s->wall[0].motion.body = &m->body;
  s->def.walls = 1;
}

static machine *machine_of(bool adrift, carom_scene_velocity velocity)
{
  machine *m = calloc(1, sizeof *m);
  assert_non_null(m);
  m->s = stage_new();
  for (int k = 0; k < 3; k++)
    m->drive[k] = carom_scene_drive_default();
  add_lattice(m->s, SIDE, 1e-3, 0.7, 2.05e-3, 0.3, 100);
  make_rough(&m->s->contact[0], 0.6, 0.5);
  m->s->def.gravity[2] = -9.81;
  m->s->def.velocity = velocity;
  m->s->def.skin = 0.05e-3;
  if (adrift)
    set_adrift(m);
  else
    press(m);
  return m;
}

static void free_machine(machine *m)
{
  free(m->s);
  free(m);
}

static void threads_do_not_matter(void **state)
{
  (void)state;
  static const int threads[] = {1, 2, 3, 8};
  for (int kind = 0; kind < 4; kind++) {
    machine *m = machine_of(kind & 1, kind & 2 ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED);
    uint64_t hash[4];
    for (int k = 0; k < 4; k++) {
      m->s->def.threads = threads[k];
      carom_scene *scene = staged(m->s);
      play(scene, 400);
      hash[k] = carom_scene_hash(scene);
      carom_scene_destroy(scene);
      assert_true(hash[k] == hash[0]);
    }
    free_machine(m);
  }
}

/* Into another scene by way of an archive. */
static carom_scene *passed_on(const stage *s, carom_scene *from)
{
  memory m = {.archive = {.array = put_or_get, .loading = false}};
  carom_error err = {.code = CAROM_OK};
  carom_scene *to = staged(s);
  assert_int_equal(carom_scene_archive(from, &m.archive, &err), CAROM_OK);
  m.archive.loading = true;
  if (carom_scene_archive(to, &m.archive, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  free(m.bytes);
  carom_scene_destroy(from);
  return to;
}

static void any_step_can_be_the_last_before_a_checkpoint(void **state)
{
  (void)state;
  for (int kind = 0; kind < 2; kind++) {
    machine *m = machine_of(kind == 1, CAROM_VELOCITY_PREDICTED);
    carom_scene *whole = staged(m->s), *broken = staged(m->s);
    for (int n = 0; n < 200; n++) {
      play(whole, 1);
      m->s->def.threads = n % 3 + 1;
      play(broken, 1);
      broken = passed_on(m->s, broken);
      assert_true(carom_scene_hash(whole) == carom_scene_hash(broken));
      const carom_scene_energy a = carom_scene_budget(whole), b = carom_scene_budget(broken);
      assert_memory_equal(&a, &b, sizeof a);
    }
    carom_scene_destroy(whole);
    carom_scene_destroy(broken);
    free_machine(m);
  }
}

/* A state goes with the motions that it was made with. */
static void other_motions_are_refused(void **state)
{
  (void)state;
  machine *m = machine_of(false, CAROM_VELOCITY_PREDICTED);
  carom_scene *from = staged(m->s);
  memory kept = {.archive = {.array = put_or_get, .loading = false}};
  carom_error err = {.code = CAROM_OK};
  assert_int_equal(carom_scene_archive(from, &kept.archive, &err), CAROM_OK);
  m->servo.force = 2;
  carom_scene *to = staged(m->s);
  kept.archive.loading = true;
  assert_int_equal(carom_scene_archive(to, &kept.archive, &err), CAROM_ERR_CONFLICT);
  assert_non_null(strstr(err.text, "whose walls move"));
  free(kept.bytes);
  carom_scene_destroy(from);
  carom_scene_destroy(to);
  free_machine(m);
}

static void budgets_close(void **state)
{
  (void)state;
  for (int kind = 0; kind < 2; kind++) {
    machine *m = machine_of(kind == 1, CAROM_VELOCITY_PREDICTED);
    carom_scene *scene = staged(m->s);
    play(scene, 4000);
    const carom_scene_energy e = carom_scene_budget(scene);
    const double turned_over = e.viscous + e.friction + e.stops + e.kinetic + e.bodies;
    assert_small(e.residual, 2e-3 * turned_over);
    if (kind == 1) assert_true(e.stops > 0 && e.bodies > 0);
    if (kind == 0) assert_true(fabs(e.walls) > 0.01 * turned_over);
    print_message("off by %.1e\n", e.residual / turned_over);
    carom_scene_destroy(scene);
    free_machine(m);
  }
}

SUITE("walls that move", threads_do_not_matter, any_step_can_be_the_last_before_a_checkpoint,
      other_motions_are_refused, budgets_close)
