/* SPDX-License-Identifier: MIT */
/* Contacts with shells against what geometry says: a particle touches them where its distance has a
 * minimum. */
#include "close.h"
#include "flows.h"
#include "grids.h"
#include "memory_archive.h"
#include "suite.h"

/* The nearest point of a triangle, by the inside, the edges and the corners in turn. */
static double nearest_point(const double *const corner[3], const double x[3], double best[3])
{
  double least = 1e300, e[3], f[3], n[3];
  for (int k = 0; k < 3; k++) {
    e[k] = corner[1][k] - corner[0][k];
    f[k] = corner[2][k] - corner[0][k];
  }
  carom_cross(e, f, n);
  for (int i = 0; i < 7; i++) {
    double at[3], square = 0;
    bool on = true;
    memcpy(at, corner[i % 3], sizeof at);
    if (i >= 3 && i < 6) {
      const double *a = corner[i % 3], *b = corner[(i + 1) % 3];
      double along = 0, length = 0;
      for (int k = 0; k < 3; k++) {
        along += (x[k] - a[k]) * (b[k] - a[k]);
        length += (b[k] - a[k]) * (b[k] - a[k]);
      }
      on = along > 0 && along < length;
      for (int k = 0; k < 3; k++)
        at[k] = a[k] + along / length * (b[k] - a[k]);
    } else if (i == 6) {
      double from[3], side[3];
      for (int k = 0; k < 3; k++)
        from[k] = x[k] - corner[0][k];
      carom_cross(from, f, side);
      const double area = carom_dot(n, n), u = carom_dot(side, n) / area;
      carom_cross(e, from, side);
      const double v = carom_dot(side, n) / area;
      on = u > 0 && v > 0 && u + v < 1;
      for (int k = 0; k < 3; k++)
        at[k] = corner[0][k] + u * e[k] + v * f[k];
    }
    for (int k = 0; k < 3; k++)
      square += (x[k] - at[k]) * (x[k] - at[k]);
    if (!on || !(sqrt(square) < least)) continue;
    least = sqrt(square);
    memcpy(best, at, sizeof at);
  }
  return least;
}

static double apart_from(const double a[3], const double b[3])
{
  const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return sqrt(carom_dot(d, d));
}

/* What a particle touches. */
typedef struct touched {
  int count;
  double distance[16], normal[16][3];
} touched;

static const double *const *corners(const carom_scene_facets *f, int64_t t, const double *out[3])
{
  for (int k = 0; k < 3; k++)
    out[k] = f->vertex[f->triangle[t][k]];
  return out;
}

/* Minima of the distance: no triangle that has the point is nearer elsewhere. Of those in nearly
 * one direction the deepest. By points alone, without joints. */
static touched minima(const carom_scene_facets *f, const double x[3], double r, double cosine)
{
  enum { MOST = 256 };
  const double rounding = 1e-9 * r;
  double point[MOST][3], distance[MOST];
  int64_t of[MOST];
  int count = 0;
  touched out = {0};
  for (int64_t t = 0; t < f->triangles && count < MOST; t++) {
    const double *corner[3];
    distance[count] = nearest_point(corners(f, t, corner), x, point[count]);
    of[count] = t;
    count += distance[count] < r;
  }
  for (int i = 0; i < count; i++) { /* sorted by distance */
    int least = i;
    for (int j = i; j < count; j++)
      least = distance[j] < distance[least] ? j : least;
    const double d = distance[i];
    const int64_t t = of[i];
    double p[3];
    memcpy(p, point[i], sizeof p);
    distance[i] = distance[least], of[i] = of[least];
    memcpy(point[i], point[least], sizeof p);
    distance[least] = d, of[least] = t;
    memcpy(point[least], p, sizeof p);
    bool minimum = true;
    for (int64_t k = 0; k < f->triangles && minimum; k++) {
      const double *corner[3];
      double on[3], near[3];
      if (nearest_point(corners(f, k, corner), point[i], on) > rounding) continue;
      minimum = nearest_point(corner, x, near) > distance[i] - rounding;
    }
    double n[3];
    for (int k = 0; k < 3; k++)
      n[k] = (x[k] - point[i][k]) / distance[i];
    for (int k = 0; k < out.count && minimum; k++)
      minimum = !(carom_dot(n, out.normal[k]) > cosine);
    if (!minimum || out.count == 16) continue;
    out.distance[out.count] = distance[i];
    memcpy(out.normal[out.count++], n, sizeof n);
  }
  return out;
}

typedef struct seen {
  int64_t a;
  touched is;
  const carom_scene_grain *grain;
} seen;

static void see(void *user, const carom_scene_touch *t)
{
  seen *o = user;
  if (t->a != o->a || t->wall < 0) return;
  o->is.distance[o->is.count] = o->grain[t->a].radius - t->overlap;
  for (int k = 0; k < 3; k++)
    o->is.normal[o->is.count][k] = -t->normal[k];
  o->is.count++;
}

/* All contacts of all particles with the first wall; returns how many. */
static int64_t check_contacts(carom_scene *s, double cosine, int64_t several[4])
{
  carom_scene_facets f;
  carom_error err = {.code = CAROM_OK};
  const carom_scene_view v = carom_scene_sample(s);
  int64_t sum = 0;
  assert_int_equal(carom_scene_wall_facets(s, 0, NULL, NULL, &f, &err), CAROM_OK);
  for (int64_t i = 0; i < v.count; i++) {
    const double *x = v.grain[i].position, r = v.grain[i].radius;
    const touched wanted = minima(&f, x, r, cosine);
    seen o = {.a = i, .grain = v.grain};
    carom_scene_contacts(s, see, &o);
    if (o.is.count != wanted.count)
      fail_msg("step %" PRId64 ", particle %" PRId64 ": %d contacts, not %d", carom_scene_steps(s),
               i, o.is.count, wanted.count);
    for (int k = 0; k < wanted.count; k++) {
      double least = 1e300;
      for (int j = 0; j < o.is.count; j++)
        least = fmin(least, fabs(o.is.distance[j] - wanted.distance[k]) +
                                r * apart_from(o.is.normal[j], wanted.normal[k]));
      assert_small(least, 1e-9 * r);
    }
    sum += wanted.count;
    several[wanted.count < 3 ? wanted.count : 3]++;
  }
  carom_scene_facets_free(&f);
  return sum;
}

/* Rough ground, of triangles as large as the particles. */
static void hills(double u, double v, double wide, double out[3])
{
  const int x = (int)(1e3 * u + 0.5), y = (int)(1e3 * v + 0.5);
  flat(u, v, wide, out);
  out[2] = 0.6 * radius * ((7 * x + 3 * y) % 5);
}

/* A gully with gentle waves on its sides, of triangles smaller than the particles: those that touch
 * it have one contact, in the middle two. */
static void gully(double u, double v, double wide, double out[3])
{
  flat(u, v, wide, out);
  out[2] = 0.2 * radius * sin(9 * u) * cos(8 * v) + 0.7 * fabs(out[0]);
}

/* Particles over ground that tips and drifts. */
static int64_t ride(grid_mesh *ground, const int sides[3], double restitution, int steps,
                    int64_t several[4])
{
  static const double start[] = {0}, tip[] = {0.3, -0.2, 2}, drift[] = {0.05, 0, 0.02};
  const double spacing = 2.2 * radius;
  int64_t sum = 0;
  stage *stages = springs(0.4 * radius);
  set(&stages->contact[0].normal, "restitution", restitution);
  add_cubes(stages, sides, spacing, 0.5);
  set_in_motion(stages, gas, 0.5);
  for (int64_t i = 0; i < stages->def.particles; i++)
    stages->particle[i].position[2] += 3.5 * radius;
  set_mesh(&stages->wall[0], ground);
  stages->wall[0].motion = (carom_scene_motion){.points = 1, .time = start, .spin = tip};
  stages->wall[0].motion.velocity = drift;
  stages->def.walls = 1;
  stages->def.gravity[2] = -300;
  for (int k = 0; k < 3; k++)
    stages->def.low[k] = -1, stages->def.high[k] = 1;
  carom_scene *s = staged(stages);
  for (int count = 0; count < steps; count++) {
    play(s, 1);
    if (count % 10 == 0) sum += check_contacts(s, cos(stages->wall[0].smooth_angle), several);
  }
  assert_true(s->rebuilds > 5);
  carom_scene_destroy(s);
  free(stages);
  grid_free(ground);
  return sum;
}

static void contacts_are_minima(void **state)
{
  int64_t several[4] = {0};
  (void)state;
  const int64_t sum = ride(grid_new(24, 12 * 2.2 * radius, hills), (int[3]){9, 9, 2}, 1, 1500,
                           several);
  assert_true(sum > 1000);
  assert_true(several[2] > 20 && several[3] > 0);
}

static void fine_triangles_are_one_side(void **state)
{
  int64_t several[4] = {0};
  (void)state;
  const int64_t sum = ride(grid_new(20, 6 * radius, gully), (int[3]){2, 5, 1}, 0.1, 1000, several);
  assert_true(sum > 150);
}

/* The twelve triangles of a cube from -half to half. */
static void cube(double half, double vertex[8][3], int32_t triangle[12][3])
{
  static const int32_t of[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                    {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                    {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  for (int i = 0; i < 8; i++)
    for (int k = 0; k < 3; k++)
      vertex[i][k] = i >> k & 1 ? half : -half;
  memcpy(triangle, of, sizeof of);
}

/* Dropped on an edge or a corner a ball comes back as from a plane: R* = r, by convention. */
static void edges_and_corners_act_as_a_flat(void **state)
{
  static const double turn[3][3] = {{0, 0, 0}, {0.78539816339744831, 0, 0}, {0, 0, 0}};
  const double half = 5 * radius;
  double vertex[8][3];
  int32_t triangle[12][3];
  cube(half, vertex, triangle);
  const carom_mesh mesh = {8, 12, vertex, triangle};
  (void)state;
  for (int kind = 0; kind < 3; kind++) { /* a flat of two triangles, an edge, a corner */
    carom_scene *scene[2];
    stage *stages[2];
    for (int i = 0; i < 2; i++) {
      stage *s = stages[i] = stage_new();
      carom_scene_particle *p = add_grain(s, radius, 0, 0, 1.2037 * radius);
      p->velocity[2] = -0.5;
      set(&s->contact[0].normal, "restitution", 0.7);
      s->contact[0].normal.law = "tsuji";
      s->def.step = 1e-6;
      s->def.walls = 1;
      s->wall[0].shape = i ? CAROM_WALL_MESH : CAROM_WALL_PLANE;
      s->wall[0].mesh = &mesh;
      memcpy(s->wall[0].turn, turn[kind], sizeof turn[kind]);
      s->wall[0].point[2] = i == 0 ? 0 : kind == 0 ? -half : -sqrt(2) * half;
      if (i && kind == 2) { /* (1, 1, 1) upwards, turned about (1, -1, 0) */
        const double angle = acos(1 / sqrt(3));
        s->wall[0].turn[0] = angle / sqrt(2), s->wall[0].turn[1] = -angle / sqrt(2);
        s->wall[0].point[2] = -sqrt(3) * half;
      }
      scene[i] = staged(s);
    }
    int64_t touching = 0;
    for (int count = 0; count < 1500; count++) {
      for (int i = 0; i < 2; i++)
        play(scene[i], 1);
      const double *v = carom_scene_sample(scene[0]).grain[0].velocity,
                   *w = carom_scene_sample(scene[1]).grain[0].velocity;
      for (int k = 0; k < 3; k++)
        assert_small(v[k] - w[k], 1e-10);
      touching += carom_scene_contacts(scene[1], NULL, NULL);
      assert_true(carom_scene_contacts(scene[1], NULL, NULL) <= 1);
    }
    assert_true(touching > 20);
    assert_true(carom_scene_sample(scene[1]).grain[0].velocity[2] > 0.3);
    for (int i = 0; i < 2; i++) {
      carom_scene_destroy(scene[i]);
      free(stages[i]);
    }
  }
}

/* Off centre a hard ball is reflected at the line from the edge to its centre; a soft one is the
 * closer to that the stiffer it is. */
static void a_stiff_ball_is_reflected(void **state)
{
  const double half = 5 * radius, off = 0.4 * radius;
  double vertex[8][3], error[3];
  int32_t triangle[12][3];
  cube(half, vertex, triangle);
  const carom_mesh mesh = {8, 12, vertex, triangle};
  (void)state;
  for (int i = 0; i < 3; i++) {
    const double stiff = 2000 * pow(16, i), up = sqrt(radius * radius - off * off);
    stage *stages = springs(0.4 * radius);
    carom_scene_particle *p = add_ball(stages, radius, (double[3]){half + off, 0, half + up});
    p->position[2] += 0.01 * radius;
    p->velocity[2] = -0.1;
    set(&stages->contact[0].normal, "stiffness", stiff);
    set_mesh(&stages->wall[0], (const grid_mesh *)&mesh);
    stages->def.walls = 1;
    stages->def.step = 1e-6 * pow(0.25, i);
    carom_scene *s = staged(stages);
    play(s, (int64_t)(0.001 / stages->def.step));
    const double *v = carom_scene_sample(s).grain[0].velocity;
    const double n[3] = {off / radius, 0, up / radius}, along = -0.1 * n[2];
    error[i] = hypot(v[0] + 2 * along * n[0], v[2] + 0.1 + 2 * along * n[2]);
    assert_true(carom_scene_contacts(s, NULL, NULL) == 0);
    carom_scene_destroy(s);
    free(stages);
  }
  assert_true(error[0] < 0.02);
  assert_true(error[1] < 0.3 * error[0] && error[2] < 0.3 * error[1]);
}

/* A ball that comes faster than the step allows is told of, with the triangle. */
static void a_centre_that_crosses_is_told(void **state)
{
  carom_error err = {.code = CAROM_OK};
  grid_mesh *ground = grid_new(2, 0.05, flat);
  (void)state;
  stage *stages = springs(0.4 * radius);
  carom_scene_particle *p = add_ball(stages, radius, (double[3]){0.03, 0.01, 4.51 * radius});
  p->velocity[2] = -99;
  set_mesh(&stages->wall[0], ground);
  stages->wall[0].name = "ground";
  stages->def.walls = 1;
  stages->def.any_step = true;
  stages->def.overlap_limit = 0.5;
  carom_scene *s = staged(stages);
  assert_int_equal(carom_scene_advance_steps(s, 20, &err), CAROM_ERR_DIVERGED);
  assert_non_null(strstr(err.text, "particle 0 (id 1) came through triangle 6 of wall 'ground'"));
  carom_scene_destroy(s);
  free(stages);
  grid_free(ground);
}

SUITE("scene shell", contacts_are_minima, fine_triangles_are_one_side,
      edges_and_corners_act_as_a_flat, a_stiff_ball_is_reflected, a_centre_that_crosses_is_told)
