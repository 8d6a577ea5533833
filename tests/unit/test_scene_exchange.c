/* SPDX-License-Identifier: MIT */
/* Particles that come and go between advances: the budget closes, those that stay do not notice but
 * for contacts that end, dents go with their particles, any number of threads and a checkpoint in
 * between give the same bits. */
#include "memory_archive.h"
#include "scenes.h"

enum { SIDE = 8 };

/* A bed with springs of every kind under load. */
static stage *bed(carom_scene_velocity velocity, const char *law, const char *keeps)
{
  static carom_scene_size size;
  stage *s = stage_new();
  size = carom_scene_size_default();
  size.radius = 0.8e-3;
  size.radius_max = 1e-3;
  add_lattice(s, SIDE, 1e-3, 0.8, 1.9e-3, 0.3, 30);
  s->def.size = &size;
  s->def.sizes = 1;
  s->material[0].yield = 1e5;
  s->contact[0].normal.law = law;
  if (keeps) choose(&s->contact[0].normal, "memory", keeps);
  s->contact[0].tangential.model = "mindlin";
  carom_tangential_set(&s->contact[0].tangential, "friction", 0.4);
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = 0, s->wall[0].high[k] = k == 2 ? 40e-3 : SIDE * 1.9e-3;
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.velocity = velocity;
  s->def.overlap_limit = 1;
  return s;
}

/* One of every seven goes. */
static int64_t remove_some(carom_scene *scene)
{
  int64_t number[SCENE_MOST], count = 0;
  for (int64_t i = 3; i < carom_scene_particles(scene); i += 7)
    number[count++] = i;
  assert_int_equal(carom_scene_remove_particles(scene, number, count, NULL), CAROM_OK);
  return count;
}

/* A layer above the bed, and one grain that overlaps with one of it. */
static void add_some(carom_scene *scene, uint32_t id)
{
  carom_scene_particle p[17];
  const carom_scene_view v = carom_scene_sample(scene);
  const carom_scene_grain *top = v.grain;
  for (int64_t i = 0; i < v.count; i++)
    if (v.grain[i].position[2] > top->position[2]) top = &v.grain[i];
  for (int i = 0; i < 17; i++) {
    p[i] = carom_scene_particle_default();
    p[i].radius = 0.9e-3;
    p[i].id = id + (uint32_t)i;
    p[i].position[0] = 2e-3 + 3e-3 * (i % 4);
    p[i].position[1] = 2e-3 + 3e-3 * (i / 4 % 4);
    p[i].position[2] = id % 200 ? 34e-3 : 38e-3;
    p[i].velocity[2] = -0.5;
    p[i].spin[0] = 40;
  }
  for (int k = 0; k < 3; k++)
    p[16].position[k] = top->position[k] + (k == 2 ? 1.69e-3 : 0);
  carom_error err = {.code = CAROM_OK};
  if (carom_scene_add_particles(scene, p, 17, &err) != CAROM_OK) fail_msg("%s", err.text);
}

typedef struct loads {
  double force[SCENE_MOST][3];
} loads;

static void add_load(void *user, const carom_scene_touch *t)
{
  loads *all = user;
  for (int k = 0; k < 3; k++) {
    const double f = t->tangential[k] - (t->force.elastic + t->force.dissipative) * t->normal[k];
    all->force[t->a][k] += f;
    if (t->b >= 0) all->force[t->b][k] -= f;
  }
}

/* Forces of contacts sum up to those of particles. */
static void check_forces(carom_scene *scene)
{
  static loads all;
  memset(&all, 0, sizeof all);
  carom_scene_contacts(scene, add_load, &all);
  const carom_scene_view v = carom_scene_sample(scene);
  double most = 0, off = 0;
  for (int64_t i = 0; i < v.count; i++)
    for (int k = 0; k < 3; k++) {
      most = fmax(most, fabs(v.grain[i].force[k]));
      off = fmax(off, fabs(v.grain[i].force[k] - all.force[i][k]));
    }
  assert_true(most > 0 && off <= 1e-12 * most);
}

/* What is held, brought and taken away changes by nothing when particles come and go. */
static void the_budget_closes(void **state)
{
  (void)state;
  static const char *const law[] = {"tsuji", "thornton", "thornton"};
  static const char *const keeps[] = {NULL, "episode", "pair"};
  for (int kind = 0; kind < 3; kind++)
    for (int half = 0; half < 2; half++) {
      stage *s = bed(half ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED, law[kind], keeps[kind]);
      s->def.gravity_spin[0] = kind == 2 ? 5 : 0;
      carom_scene *scene = staged(s);
      play(scene, 1501);
      const carom_scene_energy before = carom_scene_budget(scene);
      assert_true(before.elastic > 0 && before.tangential > 0 && before.left == 0);
      (void)remove_some(scene);
      const carom_scene_energy without = carom_scene_budget(scene);
      add_some(scene, 5000);
      const carom_scene_energy with = carom_scene_budget(scene);
      const double scale = before.kinetic + before.elastic + with.entered;
      assert_true(without.left > 0 && with.entered > 0);
      assert_true(with.elastic > without.elastic && with.kinetic > without.kinetic);
      assert_true(fabs(without.residual - before.residual) < 1e-12 * scale);
      assert_true(fabs(with.residual - without.residual) < 1e-12 * scale);
      assert_true(fabs(without.plastic - before.plastic) < 1e-12 * scale);
      check_forces(scene);
      carom_scene_destroy(scene);
      free(s);
    }
}

/* The residual of a run with changes is that of the step, and falls with its square. */
static void the_residual_is_that_of_the_step(void **state)
{
  (void)state;
  double residual[2];
  for (int fine = 0; fine < 2; fine++) {
    stage *s = bed(CAROM_VELOCITY_PREDICTED, "tsuji", NULL);
    s->def.step = fine ? 0.5e-6 : 1e-6;
    carom_scene *scene = staged(s);
    double most = 0;
    for (int round = 0; round < 10; round++) {
      play(scene, fine ? 1000 : 500);
      if (round == 3 || round == 6) (void)remove_some(scene);
      if (round == 6) add_some(scene, 6000);
      most = fmax(most, fabs(carom_scene_budget(scene).residual));
    }
    residual[fine] = most / carom_scene_budget(scene).entered;
    carom_scene_destroy(scene);
    free(s);
  }
  assert_true(residual[0] < 2e-3);
  assert_true(residual[1] < 0.35 * residual[0]);
}

/* Positions, velocities and spins of the others stay what they are; ids stay, numbers close up. */
static void others_stay(void **state)
{
  (void)state;
  stage *s = bed(CAROM_VELOCITY_PREDICTED, "tsuji", NULL);
  carom_scene *scene = staged(s);
  play(scene, 1000);
  static carom_scene_grain before[SCENE_MOST];
  const int64_t count = carom_scene_particles(scene);
  memcpy(before, carom_scene_sample(scene).grain, (size_t)count * sizeof *before);
  const int64_t gone = remove_some(scene);
  const carom_scene_view v = carom_scene_sample(scene);
  assert_true(v.count == count - gone && carom_scene_particles(scene) == v.count);
  for (int64_t i = 0, k = 0; i < count; i++) {
    if (i % 7 == 3) continue;
    const carom_scene_grain *g = &v.grain[k++];
    assert_true(g->id == before[i].id && g->radius == before[i].radius);
    assert_true(g->mass == before[i].mass);
    for (int c = 0; c < 3; c++) {
      assert_true(g->position[c] == before[i].position[c]);
      assert_true(fabs(g->velocity[c] - before[i].velocity[c]) < 1e-14);
      assert_true(fabs(g->spin[c] - before[i].spin[c]) < 1e-10);
    }
  }
  carom_scene_destroy(scene);
  free(s);
}

/* Two spheres meet head on in space; returns their speed apart after it, and the second is replaced
 * by another one if `replaced`. */
static double met_again(bool replaced, double *first)
{
  stage *s = stage_new();
  s->material[0].yield = 1e5;
  s->contact[0].normal.law = "thornton";
  choose(&s->contact[0].normal, "memory", "pair");
  for (int i = 0; i < 2; i++)
    add_grain(s, 1e-3, i ? 2.01e-3 : 0, 0, 0)->velocity[0] = i ? -0.1 : 0.1;
  carom_scene *scene = staged(s);
  carom_error err;
  assert_int_equal(carom_scene_advance(scene, 0.01, &err), CAROM_OK);
  const carom_scene_grain *g = carom_scene_sample(scene).grain;
  *first = g[1].velocity[0] - g[0].velocity[0];
  assert_true(carom_scene_contacts(scene, NULL, NULL) == 0);
  /* let both come back: the scene is taken apart and put together at the places of the start */
  const int64_t number[] = {1, 0};
  if (replaced) {
    carom_scene_particle again[2] = {s->particle[0], s->particle[1]};
    again[1].id = 77;
    assert_int_equal(carom_scene_remove_particles(scene, number, 2, NULL), CAROM_OK);
    assert_true(carom_scene_particles(scene) == 0);
    assert_int_equal(carom_scene_add_particles(scene, again, 2, NULL), CAROM_OK);
    assert_true(carom_scene_stats(scene).remembered == 0);
    assert_int_equal(carom_scene_advance(scene, 0.02, &err), CAROM_OK);
  }
  g = carom_scene_sample(scene).grain;
  const double apart = g[1].velocity[0] - g[0].velocity[0];
  carom_scene_destroy(scene);
  free(s);
  return apart;
}

static void dents_go_with_their_particle(void **state)
{
  (void)state;
  double first;
  const double again = met_again(true, &first);
  assert_true(first > 0.02 && first < 0.15);
  assert_close(again, first, 1e-6); /* another phase of touch */
}

/* One particle of three dents both others, goes, and one comes in its place with its number. */
static void a_number_does_not_inherit(void **state)
{
  (void)state;
  stage *s = stage_new();
  s->material[0].yield = 1e5;
  s->contact[0].normal.law = "thornton";
  choose(&s->contact[0].normal, "memory", "pair");
  s->def.skin = 0.05e-3;
  for (int i = 0; i < 3; i++)
    add_grain(s, 1e-3, 2.01e-3 * i, 0, 0)->velocity[0] = 0.2 * (1 - i);
  carom_scene *scene = staged(s);
  assert_int_equal(carom_scene_advance(scene, 0.05, NULL), CAROM_OK);
  assert_true(carom_scene_stats(scene).remembered == 2);
  const int64_t last = 2;
  assert_int_equal(carom_scene_remove_particles(scene, &last, 1, NULL), CAROM_OK);
  assert_true(carom_scene_stats(scene).remembered == 1);
  carom_scene_destroy(scene);
  free(s);
}

/* Changes at fixed steps, archived and loaded after each. */
static uint64_t changing(int threads, bool broken)
{
  stage *s = bed(CAROM_VELOCITY_HALF, "thornton", "pair");
  s->def.threads = threads;
  carom_scene *scene = staged(s);
  for (int round = 0; round < 6; round++) {
    play(scene, 211 + 13 * round);
    if (round % 2 == 1) (void)remove_some(scene);
    if (round % 3 == 1) add_some(scene, 7000 + 100 * (uint32_t)round);
    if (!broken) continue;
    memory m = {.archive = {.array = put_or_get}};
    assert_int_equal(carom_scene_archive(scene, &m.archive, NULL), CAROM_OK);
    carom_scene_destroy(scene);
    scene = staged(s);
    m.archive.loading = true;
    assert_int_equal(carom_scene_archive(scene, &m.archive, NULL), CAROM_OK);
    free(m.bytes);
  }
  play(scene, 50);
  const uint64_t hash = carom_scene_hash(scene);
  carom_scene_destroy(scene);
  free(s);
  return hash;
}

static void any_threads_and_checkpoints_give_the_same_bits(void **state)
{
  (void)state;
  const uint64_t hash = changing(1, false);
  assert_true(changing(2, false) == hash);
  assert_true(changing(3, true) == hash);
  assert_true(changing(8, false) == hash);
  assert_true(changing(1, true) == hash);
}

/* The hash depends on ids, not on the order of the definition. */
static void the_hash_goes_by_id(void **state)
{
  (void)state;
  stage *s = bed(CAROM_VELOCITY_PREDICTED, "tsuji", NULL);
  carom_scene *scene = staged(s);
  const uint64_t hash = carom_scene_hash(scene);
  carom_scene_destroy(scene);
  const carom_scene_particle moved = s->particle[10];
  s->particle[10] = s->particle[300];
  s->particle[300] = moved;
  scene = staged(s);
  assert_true(carom_scene_hash(scene) == hash);
  carom_scene_destroy(scene);
  s->particle[10].id = 1;
  scene = staged(s);
  assert_true(carom_scene_hash(scene) != hash);
  carom_scene_destroy(scene);
  free(s);
}

static void what_does_not_fit_is_refused(void **state)
{
  (void)state;
  stage *s = bed(CAROM_VELOCITY_PREDICTED, "tsuji", NULL);
  s->def.high[2] = 0.05;
  carom_scene *scene = staged(s);
  carom_error err;
  carom_scene_particle p = carom_scene_particle_default();
  p.radius = 1e-3;
  p.position[2] = 0.06;
  assert_int_equal(carom_scene_add_particles(scene, &p, 1, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "particle[0]");
  p.position[2] = 0.03;
  p.radius = 1.1e-3;
  assert_int_equal(carom_scene_add_particles(scene, &p, 1, &err), CAROM_ERR_RANGE);
  assert_non_null(strstr(err.text, "declare the sizes"));
  p.radius = 1e-3;
  p.material = 1;
  assert_int_equal(carom_scene_add_particles(scene, &p, 1, &err), CAROM_ERR_RANGE);
  p.material = 0;
  p.velocity[1] = NAN;
  assert_int_equal(carom_scene_add_particles(scene, &p, 1, &err), CAROM_ERR_RANGE);
  const int64_t number[] = {-1, SIDE * SIDE * SIDE};
  for (int i = 0; i < 2; i++)
    assert_int_equal(carom_scene_remove_particles(scene, &number[i], 1, &err), CAROM_ERR_RANGE);
  /* nothing has happened, and the scene goes on */
  assert_true(carom_scene_particles(scene) == SIDE * SIDE * SIDE);
  play(scene, 10);
  carom_scene_destroy(scene);
  free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_budget_closes),
      cmocka_unit_test(the_residual_is_that_of_the_step),
      cmocka_unit_test(others_stay),
      cmocka_unit_test(dents_go_with_their_particle),
      cmocka_unit_test(a_number_does_not_inherit),
      cmocka_unit_test(any_threads_and_checkpoints_give_the_same_bits),
      cmocka_unit_test(the_hash_goes_by_id),
      cmocka_unit_test(what_does_not_fit_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
