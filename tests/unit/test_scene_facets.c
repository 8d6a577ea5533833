/* SPDX-License-Identifier: MIT */
/* Walls as triangles: on the wall, facing the particles, of its area. */
#include "flows.h"
#include "suite.h"

/* Area; every vertex on the wall, every triangle facing the particles. */
static double looked_at(carom_scene *s, int wall, const double low[3], const double high[3])
{
  carom_scene_facets f;
  carom_error err = {.code = CAROM_OK};
  double area = 0;
  assert_int_equal(carom_scene_wall_facets(s, wall, low, high, &f, &err), CAROM_OK);
  assert_null(f.pressure);
  for (int64_t t = 0; t < f.triangles; t++) {
    double a[3], b[3], middle[3], normal[3], to[3] = {0};
    for (int k = 0; k < 3; k++) {
      const double *x = f.vertex[f.triangle[t][0]];
      a[k] = f.vertex[f.triangle[t][1]][k] - x[k];
      b[k] = f.vertex[f.triangle[t][2]][k] - x[k];
      middle[k] = x[k] + (a[k] + b[k]) / 3;
    }
    carom_cross(a, b, normal);
    const double twice = sqrt(carom_dot(normal, normal));
    area += 0.5 * twice;
    double nearest = 1e300;
    const carom_wall *w = &s->walls.wall[wall];
    for (int64_t k = w->face; k < w->face + w->faces; k++) {
      double n[3];
      const double away = carom_face_distance(&s->walls, k, middle, n);
      if (fabs(away) < fabs(nearest)) nearest = away, memcpy(to, n, sizeof to);
    }
    assert_true(fabs(nearest) < 1e-3);
    assert_true(carom_dot(normal, to) > 0.99 * twice);
  }
  for (int64_t i = 0; i < f.vertices; i++) {
    double nearest = 1e300, n[3];
    const carom_wall *w = &s->walls.wall[wall];
    for (int64_t k = w->face; k < w->face + w->faces; k++)
      nearest = fmin(nearest, fabs(carom_face_distance(&s->walls, k, f.vertex[i], n)));
    assert_true(nearest < 1e-12);
  }
  carom_scene_facets_free(&f);
  assert_null(f.vertex);
  return area;
}

static void areas_are_right(void **state)
{
  const double low[3] = {-1, -1, -1}, high[3] = {1, 1, 1}, far[3] = {5, 5, 5}, on[3] = {6, 6, 6};
  static const double start[] = {0}, turn[] = {0, 0, 20}, rise[] = {0, 0, 3};
  carom_error err = {.code = CAROM_OK};
  carom_scene_facets f;
  (void)state;
  stage *stages = springs(radius);
  (void)add_ball(stages, radius, (double[3]){0.2, 0, 0});
  carom_scene_wall w[5];
  for (int i = 0; i < 5; i++)
    w[i] = carom_scene_wall_default();
  stages->def.wall = w;
  w[0].shape = CAROM_WALL_PLANE, w[0].direction[2] = 2, w[0].point[2] = -0.5;
  w[1].shape = CAROM_WALL_PLANE; /* a hexagon through the middle */
  for (int k = 0; k < 3; k++)
    w[1].direction[k] = -1, w[1].point[k] = 0.5 * (k - 1);
  w[2].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    w[2].low[k] = k ? -0.5 : -INFINITY, w[2].high[k] = 0.5;
  for (int i = 3; i < 5; i++) {
    w[i].shape = CAROM_WALL_CYLINDER, w[i].radius = 0.5, w[i].outside = i == 4;
    w[i].direction[0] = 1, w[i].direction[2] = 0;
    w[i].point[0] = 7;
  }
  w[3].motion = (carom_scene_motion){.points = 1, .time = start, .spin = turn, .velocity = rise};
  w[1].point[0] -= 0.1, w[1].point[1] += 0.1;
  stages->def.walls = 5;
  for (int k = 0; k < 3; k++)
    stages->def.low[k] = -1e3, stages->def.high[k] = 1e3;
  w[0].point[2] = -0.5, w[1].point[2] += 0.6, w[4].point[2] = 0.9; /* clear of the ball */
  carom_scene *s = staged(stages);
  assert_close(looked_at(s, 0, low, high), 4, 1e-12);
  /* x + y + z = 0.6 cuts a hexagon: a triangle without its corners */
  const double t = 0.6, triangle = (3 - t) * (3 - t), corner = (1 - t) * (1 - t);
  assert_close(looked_at(s, 1, low, high), sqrt(3) / 2 * (triangle - 3 * corner), 1e-12);
  assert_close(looked_at(s, 2, low, high), 5 * 4, 1e-12); /* planes go on */
  const double ring = 96 * sin(pi / 96); /* over the diameter, of a circle of 96 sides */
  assert_close(looked_at(s, 4, low, high), 2 * ring, 1e-12);
  play(s, 3000);
  (void)looked_at(s, 3, low, high);
  assert_int_equal(carom_scene_wall_facets(s, 0, far, on, &f, &err), CAROM_OK);
  assert_int_equal(f.triangles, 0);
  assert_int_equal(carom_scene_wall_facets(s, 5, low, high, &f, &err), CAROM_ERR_RANGE);
  assert_int_equal(carom_scene_wall_facets(s, 0, high, low, &f, &err), CAROM_ERR_RANGE);
  carom_scene_destroy(s);
  free(stages);
}

SUITE("scene facets", areas_are_right)
