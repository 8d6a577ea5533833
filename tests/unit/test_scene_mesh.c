/* SPDX-License-Identifier: MIT */
/* Walls of triangles: a flat floor of many must be the floor of one plane, and contacts must be
 * where the distance of a particle has its minima. */
#include "flows.h"
#include "grids.h"
#include "memory_archive.h"
#include "suite.h"

/* A ball that falls on a floor and slides, rolls and bounces across it. */
static stage *bowl(const char *law, carom_instructions with)
{
  stage *s = stage_new();
  carom_scene_particle *p = add_grain(s, radius, -0.0202, -0.0101, 1.01 * radius);
  p->velocity[0] = 0.3;
  p->velocity[1] = 0.1;
  s->contact[0].normal.law = law;
  set(&s->contact[0].normal, "restitution", 0.8);
  s->contact[0].tangential.model = "mindlin";
  carom_tangential_set(&s->contact[0].tangential, "friction", 0.3);
  s->wall[0].shape = CAROM_WALL_PLANE;
  s->wall[0].direction[2] = 1;
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.step = 2e-6;
  s->def.instructions = with;
  return s;
}

static void take_spring(void *user, const carom_scene_touch *t)
{
  *(double *)user = fabs(t->spring[0]) + fabs(t->spring[1]);
}

/* The joints of a flat mesh are not felt: same bits as on a plane. */
static void a_seam_is_not_felt(void **state)
{
  static const char *const law[] = {"tsuji", "flores"}; /* flores keeps the impact speed */
  grid_mesh *one = grid_new(1, 0.05, flat), *many = grid_new(7, 0.05, flat);
  (void)state;
  for (int k = 0; k < 2; k++)
    for (carom_instructions with = CAROM_INSTRUCTIONS_BASE; with <= CAROM_INSTRUCTIONS_AVX512;
         with++) {
      stage *stages = bowl(law[k], with);
      carom_scene *scene[3], *plane;
      carom_error err = {.code = CAROM_OK};
      if (carom_scene_create(&stages->def, &plane, &err) != CAROM_OK) { /* no such processor */
        free(stages);
        continue;
      }
      scene[0] = plane;
      for (int i = 1; i < 3; i++) {
        set_mesh(&stages->wall[0], i == 1 ? one : many);
        scene[i] = staged(stages);
      }
      /* a triangle is a row of 16 numbers at least */
      assert_true(carom_scene_stats(scene[2]).bytes - carom_scene_stats(scene[1]).bytes >
                  96 * 16 * 8);
      bool crossed = false;
      int64_t closed = 0;
      double before = -1;
      for (int count = 0; count < 60000; count++) {
        for (int i = 0; i < 3; i++)
          play(scene[i], 1);
        const uint64_t hash = carom_scene_hash(plane);
        if (carom_scene_hash(scene[1]) != hash || carom_scene_hash(scene[2]) != hash)
          fail_msg("%s, set %d, step %d: not the motion on a plane", law[k], with, count);
        const double *x = carom_scene_sample(plane).grain[0].position;
        double spring = 0;
        const int64_t touching = carom_scene_contacts(scene[1], take_spring, &spring);
        assert_true(touching <= 1);
        closed += touching;
        /* the seam of the first floor is the diagonal x = y */
        crossed |= touching && spring > 0 && (before < 0) != (x[0] - x[1] < 0);
        before = x[0] - x[1];
      }
      assert_true(closed > 10000);
      assert_true(crossed); /* with a stretched spring */
      for (int i = 0; i < 3; i++)
        carom_scene_destroy(scene[i]);
      free(stages);
    }
  grid_free(one);
  grid_free(many);
}

/* The nearest point of a triangle by its corners, edges and inside in turn: the least of all that
 * are on it. */
static double nearest(const double corner[3][3], const double x[3], double normal[3])
{
  double least = 1e300, best[3] = {0, 0, 0}, e[3], f[3], n[3];
  for (int k = 0; k < 3; k++) {
    e[k] = corner[1][k] - corner[0][k];
    f[k] = corner[2][k] - corner[0][k];
  }
  carom_cross(e, f, n);
  for (int i = 0; i < 7; i++) { /* three corners, three edges, the inside */
    double at[3];
    bool on = true;
    memcpy(at, corner[i % 3], sizeof at);
    if (i >= 3 && i < 6) {
      const double *a = corner[i % 3], *b = corner[(i + 1) % 3];
      double along = 0, square = 0;
      for (int k = 0; k < 3; k++) {
        along += (x[k] - a[k]) * (b[k] - a[k]);
        square += (b[k] - a[k]) * (b[k] - a[k]);
      }
      on = along > 0 && along < square;
      for (int k = 0; k < 3; k++)
        at[k] = a[k] + along / square * (b[k] - a[k]);
    }
    if (i == 6) {
      double from[3], side[3];
      for (int k = 0; k < 3; k++)
        from[k] = x[k] - corner[0][k];
      const double square = carom_dot(n, n), height = carom_dot(from, n) / square;
      carom_cross(from, f, side);
      const double u = carom_dot(side, n) / square;
      carom_cross(e, from, side);
      const double v = carom_dot(side, n) / square;
      on = u > 0 && v > 0 && u + v < 1;
      for (int k = 0; k < 3; k++)
        at[k] = x[k] - height * n[k];
    }
    const double d[3] = {x[0] - at[0], x[1] - at[1], x[2] - at[2]};
    const double distance = sqrt(carom_dot(d, d));
    if (!on || distance >= least) continue;
    least = distance;
    memcpy(best, at, sizeof at);
  }
  for (int k = 0; k < 3; k++)
    normal[k] = (x[k] - best[k]) / least;
  return least;
}

static void triangles_are_where_they_are(void **state)
{
  chance c = {.seed = 5};
  int64_t inside = 0, behind = 0;
  (void)state;
  stage *stages = bowl("tsuji", CAROM_INSTRUCTIONS_BEST);
  stages->particle[0].position[2] = 10;
  stages->def.any_step = true;
  for (int i = 0; i < 2000; i++) {
    double corner[3][3], wanted[3], got[3];
    int32_t node[1][3] = {{0, 1, 2}};
    for (int k = 0; k < 9; k++)
      corner[k / 3][k % 3] = chance_between(&c, -1, 1);
    const carom_mesh mesh = {3, 1, corner, node};
    stages->wall[0].shape = CAROM_WALL_MESH;
    stages->wall[0].mesh = &mesh;
    carom_scene *s = staged(stages);
    for (int j = 0; j < 10; j++) {
      double x[3], n[3], e[3], f[3];
      for (int k = 0; k < 3; k++) {
        x[k] = chance_between(&c, -1, 1);
        e[k] = corner[1][k] - corner[0][k];
        f[k] = corner[2][k] - corner[0][k];
      }
      carom_cross(e, f, n);
      const double distance = nearest((const double(*)[3])corner, x, wanted);
      const double is = carom_face_distance(&s->walls, 0, x, got);
      if (!(fabs(is - distance) <= 1e-12)) fail_msg("%d: %.17g, not %.17g", i, is, distance);
      const double cosine = carom_dot(wanted, n) / sqrt(carom_dot(n, n));
      for (int k = 0; k < 3 && distance > 1e-6; k++)
        if (!(fabs(got[k] - wanted[k]) <= 1e-9 / distance)) fail_msg("%d: normal %d", i, k);
      inside += fabs(cosine) > 1 - 1e-12;
      behind += cosine < -1 + 1e-12;
    }
    carom_scene_destroy(s);
  }
  assert_true(inside > 1000 && behind > 500);
  free(stages);
}

/* Dents that are kept by pair outlive flights and joints: same bits as on a plane. */
static void dents_go_on(void **state)
{
  grid_mesh *many = grid_new(32, 0.0625, flat);
  carom_scene *scene[2];
  (void)state;
  for (int i = 0; i < 2; i++) {
    stage *s = stage_new();
    for (int k = 0; k < 2; k++) {
      carom_scene_particle *p = add_grain(s, radius, 0.003 + 0.01 * k, 0.002, 0.01 - 0.004 * k);
      p->velocity[0] = k ? -0.05 : 0.02;
      p->velocity[1] = 0.013;
    }
    s->contact[0].normal = carom_contact_default();
    s->contact[0].normal.law = "thornton";
    choose(&s->contact[0].normal, "memory", "pair");
    s->material[0].yield = 2e4;
    s->wall[0].shape = CAROM_WALL_PLANE;
    if (i == 1) set_mesh(&s->wall[0], many);
    s->def.walls = 1;
    s->def.gravity[2] = -9.81;
    s->def.step = 5e-6;
    scene[i] = staged(s);
    free(s);
  }
  for (int count = 0; count < 400; count++) {
    for (int i = 0; i < 2; i++)
      play(scene[i], 200);
    assert_true(carom_scene_hash(scene[0]) == carom_scene_hash(scene[1]));
  }
  const double one = carom_scene_budget(scene[0]).plastic,
               other = carom_scene_budget(scene[1]).plastic;
  assert_true(one > 0 && one == other);
  assert_true(scene[1]->rebuilds > 3 && carom_scene_stats(scene[1]).remembered > 0);
  for (int i = 0; i < 2; i++)
    carom_scene_destroy(scene[i]);
  grid_free(many);
}

/* Stopped with a contact on a floor of many faces, a scene goes on with the same bits. */
static void a_stop_is_not_felt(void **state)
{
  grid_mesh *many = grid_new(60, 0.05, flat);
  carom_error err = {.code = CAROM_OK};
  (void)state;
  stage *stages = bowl("flores", CAROM_INSTRUCTIONS_BEST);
  set_mesh(&stages->wall[0], many);
  carom_scene *whole = staged(stages), *again = staged(stages);
  play(whole, 40000);
  assert_true(whole->contacts.choices > 2);
  memory m = {.archive = {false, put_or_get}};
  assert_int_equal(carom_scene_archive(whole, &m.archive, &err), CAROM_OK);
  m.archive.loading = true;
  if (carom_scene_archive(again, &m.archive, &err) != CAROM_OK) fail_msg("%s", err.text);
  for (int count = 0; count < 100; count++) {
    play(whole, 200);
    play(again, 200);
    assert_true(carom_scene_hash(whole) == carom_scene_hash(again));
  }
  free(m.bytes);
  carom_scene_destroy(whole);
  carom_scene_destroy(again);
  free(stages);
  grid_free(many);
}

SUITE("scene mesh", triangles_are_where_they_are, a_seam_is_not_felt, a_stop_is_not_felt,
      dents_go_on)
