/* SPDX-License-Identifier: MIT */
/* Walls of frames: drawn where grains can touch them, with the areas that they have there. */
#include "io/frame_walls.h"
#include "grids.h"

static const double low[3] = {-1, -1, -1}, high[3] = {1, 1, 1};

static double area_of(const carom_frame_facet *f, int64_t count, int wall)
{
  double sum = 0;
  for (int64_t i = 0; i < count; i++) {
    double a[3], b[3], square = 0;
    if (f[i].wall != wall) continue;
    for (int k = 0; k < 3; k++)
      a[k] = f[i].corner[1][k] - f[i].corner[0][k], b[k] = f[i].corner[2][k] - f[i].corner[0][k];
    for (int k = 0; k < 3; k++) {
      const double c = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
      square += c * c;
    }
    sum += 0.5 * sqrt(square);
  }
  return sum;
}

static carom_frame_facet *drawn(const stage *s, int64_t *count)
{
  carom_scene *scene = staged(s);
  carom_frame_facet *facet = NULL;
  carom_error err = {.code = CAROM_OK};
  if (carom_frame_walls(scene, s->wall, low, high, &facet, count, &err) != CAROM_OK)
    fail_msg("%s", err.text);
  carom_scene_destroy(scene);
  return facet;
}

static void set_plane(carom_scene_wall *wall, double x, double towards)
{
  wall->shape = CAROM_WALL_PLANE;
  wall->point[0] = x;
  wall->direction[0] = towards, wall->direction[1] = wall->direction[2] = 0;
}

/* A tube between two planes: a drum. Circles are polygons of 96 corners. */
static void a_drum_ends_at_its_ends(void **state)
{
  (void)state;
  const double r = 0.2, angle = 2 * pi / 96;
  stage *s = stage_new();
  int64_t count;
  add_grain(s, 1e-3, 0, 0, 0);
  s->def.walls = 3;
  s->def.step = 1e-7;
  s->wall[0].shape = CAROM_WALL_CYLINDER;
  s->wall[0].radius = r;
  s->wall[0].direction[0] = 1, s->wall[0].direction[2] = 0;
  set_plane(&s->wall[1], -0.1, 1);
  set_plane(&s->wall[2], 0.15, -1);
  carom_frame_facet *facet = drawn(s, &count);
  for (int64_t i = 0; i < count; i++)
    for (int k = 0; k < 3; k++) {
      const double *x = facet[i].corner[k];
      assert_true(x[0] > -0.1 - 1e-9 && x[0] < 0.15 + 1e-9);
      assert_true(x[1] * x[1] + x[2] * x[2] < r * r * (1 + 1e-6));
      assert_false(facet[i].shell);
    }
  assert_close(area_of(facet, count, 0), 96 * 2 * r * sin(angle / 2) * 0.25, 1e-9);
  assert_close(area_of(facet, count, 1), 48 * r * r * sin(angle), 1e-6);
  assert_close(area_of(facet, count, 2), 48 * r * r * sin(angle), 1e-6);
  free(facet), free(s);
}

/* A box has its six faces, and a floor under it is not to be seen; a rod through it ends there. */
static void what_cannot_be_touched_is_left_out(void **state)
{
  (void)state;
  stage *s = stage_new();
  int64_t count;
  add_grain(s, 1e-3, 0.05, 0.05, 0.05);
  s->def.walls = 3;
  s->def.step = 1e-7;
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = 0, s->wall[0].high[k] = 0.1 * (k + 1);
  s->wall[1].shape = CAROM_WALL_PLANE;
  s->wall[1].point[2] = -0.2;
  s->wall[1].direction[2] = 1;
  s->wall[2].shape = CAROM_WALL_CYLINDER;
  s->wall[2].outside = true;
  s->wall[2].radius = 0.01;
  s->wall[2].point[0] = 0.05, s->wall[2].point[2] = 0.15;
  s->wall[2].direction[1] = 1, s->wall[2].direction[2] = 0;
  carom_frame_facet *facet = drawn(s, &count);
  assert_close(area_of(facet, count, 0), 2 * (0.1 * 0.2 + 0.1 * 0.3 + 0.2 * 0.3), 1e-9);
  assert_true(area_of(facet, count, 1) == 0);
  assert_close(area_of(facet, count, 2), 96 * 2 * 0.01 * sin(pi / 96) * 0.2, 1e-9);
  free(facet), free(s);
}

/* Without definitions walls are what the scene draws of them. */
static void planes_end_at_the_box(void **state)
{
  (void)state;
  stage *s = stage_new();
  carom_frame_facet *facet = NULL;
  int64_t count;
  add_grain(s, 1e-3, 0, 0, 0.05);
  s->def.walls = 1;
  s->def.step = 1e-7;
  carom_scene *scene = staged(s);
  assert_int_equal(carom_frame_walls(scene, NULL, low, high, &facet, &count, NULL), CAROM_OK);
  assert_close(area_of(facet, count, 0), 4, 1e-12);
  carom_scene_destroy(scene);
  free(facet), free(s);
}

/* A grain pressed into a floor of triangles: the pressure of the one that it touches, times its
 * area, is the force; other walls have none. */
static void loads_of_meshes_are_in_their_frames(void **state)
{
  (void)state;
  stage *s = stage_new();
  grid_mesh *floor = grid_new(4, 0.02, flat);
  carom_frame_facet *facet = NULL;
  carom_scene_wall_state is;
  int64_t count;
  add_grain(s, 1e-3, 0.0023, 0.0011, 0.99e-3);
  set_mesh(&s->wall[0], floor);
  s->wall[0].wear = 1e-12;
  set_plane(&s->wall[1], -0.5, 1);
  s->def.walls = 2;
  s->def.step = 1e-7;
  carom_scene *scene = staged(s);
  assert_int_equal(carom_frame_walls(scene, s->wall, low, high, &facet, &count, NULL), CAROM_OK);
  assert_int_equal(carom_scene_sample_wall(scene, 0, &is, NULL), CAROM_OK);
  double force = 0;
  for (int64_t i = 0; i < count; i++) {
    assert_true(isnan(facet[i].pressure) == (facet[i].wall == 1));
    assert_true(isnan(facet[i].wear) == (facet[i].wall == 1));
    if (facet[i].wall == 0) force += facet[i].pressure * area_of(&facet[i], 1, 0);
  }
  assert_true(is.force[2] < 0);
  assert_close(force, -is.force[2], 1e-12);
  carom_scene_destroy(scene);
  grid_free(floor);
  free(facet), free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_drum_ends_at_its_ends),
      cmocka_unit_test(what_cannot_be_touched_is_left_out),
      cmocka_unit_test(planes_end_at_the_box),
      cmocka_unit_test(loads_of_meshes_are_in_their_frames),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
