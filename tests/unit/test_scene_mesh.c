/* SPDX-License-Identifier: MIT */
/* Walls of triangles: a flat floor of many must be the floor of one plane, and what is listed must
 * be what is near. No file format has them yet; they are put in the place of a plane. */
#include "flows.h"
#include "memory_archive.h"

/* A row of a face with these corners. */
static void triangle_row(const double a[3], const double b[3], const double c[3],
                         double row[CAROM_FACE_DOUBLES])
{
  double normal[3], length;
  memset(row, 0, CAROM_FACE_DOUBLES * sizeof *row);
  for (int k = 0; k < 3; k++) {
    row[k] = a[k];
    row[8 + k] = b[k] - a[k];
    row[12 + k] = c[k] - a[k];
  }
  carom_cross(row + 8, row + 12, normal);
  length = sqrt(carom_dot(normal, normal));
  for (int k = 0; k < 3; k++)
    row[CAROM_FACE_DIRECTION + k] = normal[k] / length;
}

/* A floor at z = 0 from (-wide, -wide) to (wide, wide). */
typedef struct floor_of {
  int cells; /* in either direction, of two triangles each */
  double wide;
  bool joined; /* all are one surface, or each is its own */
} floor_of;

/* Replaces the faces of the only wall, before anything touches it. */
static void lay_floor(carom_scene *s, const floor_of *f)
{
  const double size = 2 * f->wide / f->cells;
  carom_error err = {.code = CAROM_OK};
  s->walls.faces = s->walls.surfaces = s->walls.wall[0].faces = s->walls.wall[0].surfaces = 0;
  for (int i = 0; i < f->cells * f->cells; i++) {
    const double x = size * (i % f->cells) - f->wide, y = size * (i / f->cells) - f->wide;
    const double corner[4][3] = {
        {x, y, 0}, {x + size, y, 0}, {x + size, y + size, 0}, {x, y + size, 0}};
    for (int k = 0; k < 2; k++) {
      double row[CAROM_FACE_DOUBLES];
      triangle_row(corner[0], corner[1 + k], corner[2 + k], row);
      assert_true(carom_wall_add_face(&s->walls, 0, CAROM_FACE_TRIANGLE,
                                      f->joined && s->walls.faces > 0, row));
    }
  }
  assert_int_equal(s->engine->rebuild(s, &err), CAROM_OK);
}

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

/* The seam between two triangles of one surface is not felt: same bits as on a plane. */
static void a_seam_is_not_felt(void **state)
{
  static const char *const law[] = {"tsuji", "flores"}; /* flores keeps the impact speed */
  (void)state;
  for (int k = 0; k < 2; k++)
    for (carom_instructions with = CAROM_INSTRUCTIONS_BASE; with <= CAROM_INSTRUCTIONS_AVX512;
         with++) {
      const floor_of one = {1, 0.05, true}, split = {1, 0.05, false}, many = {7, 0.05, true};
      stage *stages = bowl(law[k], with);
      carom_scene *scene[4], *plane;
      carom_error err = {.code = CAROM_OK};
      if (carom_scene_create(&stages->def, &plane, &err) != CAROM_OK) { /* no such processor */
        free(stages);
        continue;
      }
      scene[0] = plane;
      for (int i = 1; i < 4; i++) {
        scene[i] = staged(stages);
        lay_floor(scene[i], i == 1 ? &one : i == 2 ? &many : &split);
      }
      bool crossed = false, differs = false;
      int64_t closed = 0;
      double before = -1;
      for (int count = 0; count < 60000; count++) {
        for (int i = 0; i < 4; i++)
          play(scene[i], 1);
        const uint64_t hash = carom_scene_hash(plane);
        if (carom_scene_hash(scene[1]) != hash || carom_scene_hash(scene[2]) != hash)
          fail_msg("%s, set %d, step %d: not the motion on a plane", law[k], with, count);
        differs |= carom_scene_hash(scene[3]) != hash;
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
      assert_true(differs); /* two surfaces: the spring is lost at the seam */
      for (int i = 0; i < 4; i++)
        carom_scene_destroy(scene[i]);
      free(stages);
    }
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
  carom_scene *s = staged(stages);
  for (int i = 0; i < 20000; i++) {
    double corner[3][3], x[3], row[CAROM_FACE_DOUBLES], wanted[3], got[3];
    for (int k = 0; k < 9; k++)
      corner[k / 3][k % 3] = chance_between(&c, -1, 1);
    for (int k = 0; k < 3; k++)
      x[k] = chance_between(&c, -1, 1);
    triangle_row(corner[0], corner[1], corner[2], row);
    s->walls.faces = s->walls.surfaces = s->walls.wall[0].faces = s->walls.wall[0].surfaces = 0;
    assert_true(carom_wall_add_face(&s->walls, 0, CAROM_FACE_TRIANGLE, false, row));
    const double distance = nearest((const double(*)[3])corner, x, wanted);
    const double is = carom_face_distance(&s->walls, 0, x, got);
    if (!(fabs(is - distance) <= 1e-12)) fail_msg("%d: %.17g, not %.17g", i, is, distance);
    const double cosine = carom_dot(wanted, row + CAROM_FACE_DIRECTION);
    for (int k = 0; k < 3 && distance > 1e-6; k++)
      if (!(fabs(got[k] - wanted[k]) <= 1e-9 / distance)) fail_msg("%d: normal %d", i, k);
    inside += fabs(cosine) > 1 - 1e-12;
    behind += cosine < -1 + 1e-12;
  }
  assert_true(inside > 1000 && behind > 500);
  carom_scene_destroy(s);
  free(stages);
}

/* Hills: each triangle is a surface, so that every one within reach has a contact. They sway and
 * tip. */
static void lay_hills(carom_scene *s, int cells, double wide)
{
  const double size = wide / cells;
  carom_error err = {.code = CAROM_OK};
  s->walls.faces = s->walls.surfaces = s->walls.wall[0].faces = s->walls.wall[0].surfaces = 0;
  for (int i = 0; i < cells * cells; i++) {
    double corner[4][3];
    for (int k = 0; k < 4; k++) {
      const int x = i % cells + (k == 1 || k == 2), y = i / cells + (k >= 2);
      corner[k][0] = size * x - wide / 4;
      corner[k][1] = size * y - wide / 4;
      corner[k][2] = 0.4 * size * ((7 * x + 3 * y) % 5);
    }
    for (int k = 0; k < 2; k++) {
      double row[CAROM_FACE_DOUBLES];
      triangle_row(corner[0], corner[1 + k], corner[2 + k], row);
      assert_true(carom_wall_add_face(&s->walls, 0, CAROM_FACE_TRIANGLE, false, row));
    }
  }
  assert_int_equal(s->engine->rebuild(s, &err), CAROM_OK);
}

/* How many faces the particles are tested against at a rebuild, on average. */
static double candidates(const carom_scene *s)
{
  int64_t sum = 0;
  for (int64_t i = 0; i < s->particles.count; i++) {
    const uint32_t rank = s->cpu.cell_of[i];
    sum += s->cpu.open_faces + s->cpu.cell_face_end[rank] -
           (rank ? s->cpu.cell_face_end[rank - 1] : 0);
  }
  return (double)sum / (double)s->particles.count;
}

static void all_that_is_near_is_listed(void **state)
{
  static const double start[] = {0}, tip[] = {0.3, -0.2, 0.1}, drift[] = {0.05, 0, 0.02};
  const int sides[3] = {6, 6, 4}, cells = 40;
  const double spacing = 2.2 * radius, wide = 6 * spacing;
  brute_force sum = {0};
  (void)state;
  stage *stages = springs(0.4 * radius);
  add_cubes(stages, sides, spacing, 0.5);
  set_in_motion(stages, gas, 0.5);
  for (int64_t i = 0; i < stages->def.particles; i++)
    stages->particle[i].position[2] += 0.8 * radius;
  stages->wall[0].shape = CAROM_WALL_PLANE;
  stages->wall[0].point[2] = -20 * radius;
  stages->wall[0].direction[2] = 1;
  stages->wall[0].motion = (carom_scene_motion){.points = 1, .time = start, .spin = tip};
  stages->wall[0].motion.velocity = drift;
  stages->def.walls = 1;
  stages->def.gravity[2] = -300;
  for (int k = 0; k < 3; k++)
    stages->def.low[k] = -1, stages->def.high[k] = 1;
  carom_scene *s = staged(stages);
  lay_hills(s, cells, 2 * wide);
  assert_true(candidates(s) < 0.05 * (double)s->walls.faces);
  for (int count = 0; count < 1500; count++) {
    play(s, 1);
    if (count % 20 == 0) check_lists(s, stiffness, &sum);
  }
  assert_true(sum.walls > 200);
  assert_true(s->rebuilds > 5);
  carom_scene_destroy(s);
  free(stages);
}

/* Stopped with a contact on a floor of many faces, a scene goes on with the same bits. */
static void a_stop_is_not_felt(void **state)
{
  const floor_of many = {60, 0.05, true};
  carom_error err = {.code = CAROM_OK};
  (void)state;
  stage *stages = bowl("flores", CAROM_INSTRUCTIONS_BEST);
  carom_scene *whole = staged(stages), *again = staged(stages);
  lay_floor(whole, &many);
  lay_floor(again, &many);
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
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(triangles_are_where_they_are), cmocka_unit_test(a_seam_is_not_felt),
      cmocka_unit_test(all_that_is_near_is_listed), cmocka_unit_test(a_stop_is_not_felt)};
  return cmocka_run_group_tests_name("scene mesh", tests, NULL, NULL);
}
