/* SPDX-License-Identifier: MIT */
/* A mesh is what it shows: motion on meshes against motion on the exact shapes. */
#include "close.h"
#include "flows.h"
#include "grids.h"
#include "memory_archive.h"
#include "suite.h"

/* A ball with friction under gravity, and one wall. */
static stage *one_ball(double x, double y, double z)
{
  stage *s = stage_new();
  (void)add_grain(s, radius, x, y, z);
  s->contact[0].normal.law = "tsuji";
  set(&s->contact[0].normal, "restitution", 0.5);
  s->contact[0].tangential.model = "mindlin";
  carom_tangential_set(&s->contact[0].tangential, "friction", 0.3);
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.step = 1e-5;
  return s;
}

/* A slope of 3 in 4 whose vertices are exactly coplanar in doubles. */
static void slope(double u, double v, double wide, double out[3])
{
  (void)wide;
  out[0] = 0.5 * u;
  out[1] = 0.03125 * v - 0.015625;
  out[2] = -0.375 * u;
}

typedef struct loads {
  double force[3];
  int count;
} loads;

static void take_load(void *user, const carom_scene_touch *t)
{
  loads *o = user;
  o->count++;
  for (int k = 0; k < 3; k++)
    o->force[k] += t->tangential[k] - (t->force.elastic + t->force.dissipative) * t->normal[k];
}

/* Rolling and sliding across a thousand joints. */
static void joints_are_not_felt(void **state)
{
  grid_mesh *strip = grid_new_of(512, 1, 0, slope);
  (void)state;
  for (int sliding = 0; sliding < 2; sliding++) {
    stage *s = one_ball(0.004 + 0.6 * radius, 0.001, 0.8 * radius - 0.003);
    carom_scene *scene[2];
    s->particle[0].velocity[0] = 0.8, s->particle[0].velocity[2] = -0.6;
    carom_tangential_set(&s->contact[0].tangential, "friction", sliding ? 0.1 : 0.7);
    s->wall[0].direction[0] = 0.6, s->wall[0].direction[2] = 0.8;
    scene[0] = staged(s);
    set_mesh(&s->wall[0], strip);
    scene[1] = staged(s);
    int64_t count = 0;
    const double *x = NULL;
    for (; !x || x[0] < 0.49; count++) {
      for (int i = 0; i < 2; i++)
        play(scene[i], 20);
      x = carom_scene_sample(scene[0]).grain[0].position;
      const double *y = carom_scene_sample(scene[1]).grain[0].position, path = 1.25 * x[0];
      for (int k = 0; k < 3; k++)
        assert_small(x[k] - y[k], 1e-12 * path);
      loads one = {.count = 0}, other = {.count = 0};
      carom_scene_contacts(scene[0], take_load, &one);
      carom_scene_contacts(scene[1], take_load, &other);
      assert_int_equal(one.count, other.count);
      for (int k = 0; k < 3; k++)
        assert_small(one.force[k] - other.force[k], 1e-8 * 1e-5 * 9.81);
    }
    assert_true(count > 100);
    for (int i = 0; i < 2; i++)
      carom_scene_destroy(scene[i]);
    free(s);
  }
  grid_free(strip);
}

/* Open along its axis x, from 0 to 0.1 m; the seam is welded. */
static double widening;

static void pipe(double u, double v, double wide, double out[3])
{
  const double r = wide + widening * v;
  out[0] = 0.1 * v;
  out[1] = r * cos(2 * pi * u);
  out[2] = r * sin(2 * pi * u);
}

static carom_mesh welded(int across, int along, double wide, grid_form *form)
{
  grid_mesh *g = grid_new_of(across, along, wide, form);
  double(*corner)[3][3] = malloc((size_t)g->mesh.triangles * sizeof *corner);
  carom_mesh mesh;
  carom_mesh_report report;
  carom_error err = {.code = CAROM_OK};
  assert_non_null(corner);
  for (int64_t i = 0; i < 3 * g->mesh.triangles; i++)
    memcpy(corner[i / 3][i % 3], g->mesh.vertex[g->mesh.triangle[i / 3][i % 3]],
           3 * sizeof(double));
  assert_int_equal(carom_mesh_weld((const double(*)[3][3])corner, g->mesh.triangles, CAROM_UNSET,
                                   &mesh, &report, &err),
                   CAROM_OK);
  assert_int_equal(report.open, 2 * across);
  assert_int_equal(report.inverted + report.degenerate + report.duplicated, 0);
  assert_int_equal(mesh.vertices, (int64_t)across * (along + 1));
  free(corner);
  grid_free(g);
  return mesh;
}

enum { BALLS = 40 };

typedef struct pressed {
  double overlap[BALLS], normal[BALLS][3];
  int count[BALLS];
} pressed;

static void take_pressed(void *user, const carom_scene_touch *t)
{
  pressed *o = user;
  o->count[t->a]++;
  o->overlap[t->a] = t->overlap;
  memcpy(o->normal[t->a], t->normal, sizeof t->normal);
}

/* Balls pressed into the inside of a cylinder or a cone about x. */
static pressed press(bool cone, const carom_mesh *mesh)
{
  const double slant = atan(widening / 0.1);
  stage *s = one_ball(0, 0, 0);
  carom_scene_wall *w = &s->wall[0];
  pressed out = {.count = {0}};
  chance c = {.seed = 3};
  s->def.particles = 0;
  for (int i = 0; i < BALLS; i++) {
    const double x = 0.01 + 0.08 * (i / 8 + 0.5) / (BALLS / 8), deep = 0.3 * radius;
    const double angle = 2 * pi * (i % 8 + chance_between(&c, -0.2, 0.2)) / 8;
    const double r = 0.02 + widening * x / 0.1 - (radius - deep) / cos(slant);
    (void)add_grain(s, radius, x, r * cos(angle), r * sin(angle));
  }
  w->shape = mesh ? CAROM_WALL_MESH : cone ? CAROM_WALL_CONE : CAROM_WALL_CYLINDER;
  w->mesh = mesh;
  w->radius = 0.02, w->radius_end = 0.03;
  w->length = mesh ? CAROM_UNSET : 0.1;
  w->direction[0] = 1, w->direction[2] = 0;
  s->def.overlap_limit = 1;
  s->def.any_step = true;
  carom_scene *scene = staged(s);
  assert_int_equal(carom_scene_contacts(scene, take_pressed, &out), BALLS);
  carom_scene_destroy(scene);
  free(s);
  return out;
}

/* Overlaps and normals in cylinder and cone: as far off as the facets are, at most, which is less
 * the finer the mesh. */
static void meshes_converge(void **state)
{
  (void)state;
  for (int cone = 0; cone < 2; cone++) {
    double off[4] = {0}, turned[4] = {0};
    widening = cone ? 0.01 : 0;
    const pressed exact = press(cone, NULL);
    for (int n = 0; n < 4; n++) {
      const int across = 24 << n;
      carom_mesh mesh = welded(across, 8 << n, 0.02, pipe);
      const pressed is = press(cone, &mesh);
      for (int i = 0; i < BALLS; i++) {
        double along[3];
        assert_int_equal(is.count[i], 1);
        carom_cross(is.normal[i], exact.normal[i], along);
        off[n] = fmax(off[n], fabs(is.overlap[i] - exact.overlap[i]));
        turned[n] = fmax(turned[n], sqrt(carom_dot(along, along)));
      }
      assert_true(off[n] <= 1.01 * (0.02 + widening) * (1 - cos(pi / across)));
      assert_true(turned[n] <= 1.05 * pi / across);
      carom_mesh_free(&mesh);
    }
    assert_true(off[3] < off[0] / 32 && turned[3] < turned[0] / 5);
  }
}

/* A box of twelve triangles is the box, to the bit as long as one face is touched at a time; and a
 * closed can is the endless cylinder between planes. */
static void boxes_and_cans_are_what_they_are(void **state)
{
  static const int32_t of[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                    {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                    {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  double vertex[8][3];
  int32_t triangle[12][3];
  const double half = 8 * radius;
  (void)state;
  memcpy(triangle, of, sizeof of);
  for (int i = 0; i < 24; i++)
    vertex[i / 3][i % 3] = i / 3 >> i % 3 & 1 ? half : -half;
  const carom_mesh mesh = {8, 12, vertex, triangle};
  carom_scene *scene[4];
  for (int i = 0; i < 4; i++) {
    stage *s = springs(0.3 * radius);
    carom_scene_particle *p = add_ball(s, radius, (double[3]){0.3 * radius, 0.2 * radius, 0});
    p->velocity[0] = 0.41, p->velocity[1] = 0.17, p->velocity[2] = -0.23;
    s->wall[0].shape = i == 0 ? CAROM_WALL_BOX : i == 1 ? CAROM_WALL_MESH : CAROM_WALL_CYLINDER;
    s->wall[0].mesh = &mesh;
    s->wall[0].radius = i < 2 ? 0 : half;
    s->def.walls = i == 2 ? 3 : 1;
    for (int k = 0; k < 3 && i == 0; k++)
      s->wall[0].low[k] = -half, s->wall[0].high[k] = half;
    for (int k = 1; k < 3 && i == 2; k++) {
      s->wall[k].shape = CAROM_WALL_PLANE;
      s->wall[k].point[2] = k == 1 ? -half : half;
      s->wall[k].direction[2] = k == 1 ? 1 : -1;
    }
    if (i == 3) {
      s->wall[0].length = 2 * half;
      s->wall[0].point[2] = -half;
      s->wall[0].ends = CAROM_ENDS_BOTH;
    }
    scene[i] = staged(s);
    free(s);
  }
  int64_t touched = 0;
  for (int count = 0; count < 3000; count++) {
    for (int i = 0; i < 4; i++)
      play(scene[i], 7);
    assert_true(carom_scene_hash(scene[0]) == carom_scene_hash(scene[1]));
    const double *x = carom_scene_sample(scene[2]).grain[0].position,
                 *y = carom_scene_sample(scene[3]).grain[0].position;
    for (int k = 0; k < 3; k++)
      assert_small(x[k] - y[k], 1e-9 * half);
    touched += carom_scene_contacts(scene[3], NULL, NULL);
  }
  assert_true(touched > 20);
  for (int i = 0; i < 4; i++)
    carom_scene_destroy(scene[i]);
}

/* Grains in a closed mesh, as fast as the step allows: nobody gets out. */
static void nobody_passes(void **state)
{
  static const double start[] = {0}, spin[] = {30, -50, 20};
  const int sides[3] = {5, 5, 5};
  const double spacing = 2.3 * radius, inner = 5.5 * spacing;
  carom_mesh mesh;
  carom_error err = {.code = CAROM_OK};
  (void)state;
  widening = 0;
  { /* a sphere of triangles: rings between poles, the poles closed by degenerate sides */
    enum { ACROSS = 24, ALONG = 12 };
    double(*corner)[3][3] = malloc((size_t)2 * ACROSS * ALONG * sizeof *corner);
    int64_t t = 0;
    assert_non_null(corner);
    for (int i = 0; i < ALONG; i++)
      for (int j = 0; j < ACROSS; j++) {
        double at[4][3];
        for (int k = 0; k < 4; k++) {
          const double theta = pi * (i + k / 2) / ALONG,
                       phi = 2 * pi * (j + (k == 1 || k == 2)) / ACROSS;
          at[k][0] = inner * sin(theta) * cos(phi);
          at[k][1] = inner * sin(theta) * sin(phi);
          at[k][2] = inner * cos(theta);
        }
        for (int k = 1; k < 3; k++, t++) {
          memcpy(corner[t][0], at[0], sizeof at[0]);
          memcpy(corner[t][1], at[k], sizeof at[0]);
          memcpy(corner[t][2], at[k + 1], sizeof at[0]);
        }
      }
    carom_mesh_report report;
    assert_int_equal(
        carom_mesh_weld((const double(*)[3][3])corner, t, CAROM_UNSET, &mesh, &report, &err),
        CAROM_OK);
    assert_int_equal(report.degenerate, 2 * ACROSS); /* at the poles */
    assert_int_equal(report.open, 0);
    free(corner);
  }
  stage *s = springs(0.4 * radius);
  add_cubes(s, sides, spacing, 0.8);
  for (int64_t i = 0; i < s->def.particles; i++)
    for (int k = 0; k < 3; k++)
      s->particle[i].position[k] -= 2.5 * spacing;
  set_in_motion(s, gas, 6);
  set(&s->contact[0].normal, "stiffness", 60 * stiffness);
  s->wall[0].shape = CAROM_WALL_MESH;
  s->wall[0].mesh = &mesh;
  s->wall[0].motion = (carom_scene_motion){.points = 1, .time = start, .spin = spin};
  s->def.walls = 1;
  s->def.step = 2e-6;
  for (int k = 0; k < 3; k++)
    s->def.low[k] = -1, s->def.high[k] = 1;
  carom_scene *scene = staged(s);
  int64_t hits = 0;
  for (int count = 0; count < 400; count++) {
    play(scene, 25);
    const carom_scene_view v = carom_scene_sample(scene);
    for (int64_t i = 0; i < v.count; i++)
      assert_true(carom_dot(v.grain[i].position, v.grain[i].position) < inner * inner);
    carom_scene_wall_state w;
    assert_int_equal(carom_scene_sample_wall(scene, 0, &w, &err), CAROM_OK);
    hits += w.force[0] != 0;
  }
  assert_true(hits > 200);
  carom_scene_destroy(scene);
  carom_mesh_free(&mesh);
  free(s);
}

/* A hopper of triangles, closed by a disc, at rest: both carry the weight, and the pressures of the
 * triangles add up to the force. */
static void a_hopper_carries_the_weight(void **state)
{
  carom_error err = {.code = CAROM_OK};
  const double low[3] = {-1, -1, -1}, high[3] = {1, 1, 1};
  (void)state;
  widening = 0.02;
  carom_mesh mesh = welded(24, 3, 0.003, pipe);
  stage *s = one_ball(0, 0, 0);
  s->def.particles = 0;
  for (int i = 0; i < 120; i++) /* layers in the widening part */
    (void)add_grain(s, radius, 2.15 * radius * (i % 5 - 2) + 1e-5 * (i % 7),
                    2.15 * radius * (i / 5 % 4 - 1.5) + 1e-5 * (i % 3),
                    0.062 + 2.1 * radius * (i / 20));
  s->wall[0].shape = CAROM_WALL_MESH;
  s->wall[0].mesh = &mesh;
  s->wall[0].turn[1] = -pi / 2; /* x upwards */
  s->wall[1].shape = CAROM_WALL_DISC;
  s->wall[1].radius = 0.0031;
  s->def.walls = 2;
  set(&s->contact[0].normal, "restitution", 0.2);
  carom_scene *scene = staged(s);
  play(scene, 60000);
  double weight = 0, force = 0, rest = 0;
  const carom_scene_view v = carom_scene_sample(scene);
  for (int64_t i = 0; i < v.count; i++) {
    weight += v.grain[i].mass * 9.81;
    rest += v.grain[i].force[2] - v.grain[i].mass * 9.81;
    assert_true(v.grain[i].position[2] > 0.5 * radius);
  }
  for (int w = 0; w < 2; w++) {
    carom_scene_wall_state is;
    carom_scene_facets f;
    double sum[3] = {0};
    assert_int_equal(carom_scene_sample_wall(scene, w, &is, &err), CAROM_OK);
    force -= is.force[2];
    assert_int_equal(carom_scene_wall_facets(scene, w, low, high, &f, &err), CAROM_OK);
    assert_true((f.pressure != NULL) == (w == 0));
    for (int64_t t = 0; w == 0 && t < f.triangles; t++) {
      double a[3], b[3], n[3];
      for (int k = 0; k < 3; k++) {
        a[k] = f.vertex[f.triangle[t][1]][k] - f.vertex[f.triangle[t][0]][k];
        b[k] = f.vertex[f.triangle[t][2]][k] - f.vertex[f.triangle[t][0]][k];
      }
      carom_cross(a, b, n);
      sum[0] += 0.5 * f.pressure[t] * sqrt(carom_dot(n, n));
      sum[1] += 0.5 * f.shear[t] * sqrt(carom_dot(n, n));
    }
    if (w == 0) assert_true(sum[0] > 0.1 * weight && sum[1] > 0);
    carom_scene_facets_free(&f);
  }
  assert_close(force, weight + rest, 1e-9);
  assert_small(rest, 1e-3 * weight);
  carom_scene_destroy(scene);
  carom_mesh_free(&mesh);
  free(s);
}

/* Archard: a ball that slides without friction wears off k/H m g v t, and where it has passed. */
static void check_wear(bool dust)
{
  const double speed = 0.2, coefficient = 1e-12, time = 0.1;
  carom_error err = {.code = CAROM_OK};
  carom_scene_facets f;
  grid_mesh *ground = grid_new(16, 0.02, flat);
  stage *s = one_ball(-0.0101, 0.0007, radius);
  if (dust) {
    add_grain(s, 0.01 * radius, 0, 0, 1);
    s->contact[0].normal.speed = 0.01;
    s->def.any_step = true;
  }
  s->contact[0].tangential.model = NULL;
  s->particle[0].velocity[0] = speed;
  set(&s->contact[0].normal, "restitution", 0.1);
  set_mesh(&s->wall[0], ground);
  s->wall[0].wear = coefficient;
  carom_scene *scene = staged(s);
  play(scene, (int64_t)(time / s->def.step + 0.5));
  const carom_scene_grain *ball = carom_scene_sample(scene).grain;
  assert_int_equal(carom_scene_wall_facets(scene, 0, NULL, NULL, &f, &err), CAROM_OK);
  assert_non_null(f.wear);
  double worn = 0;
  const double area = 0.5 * 0.0025 * 0.0025;
  for (int64_t t = 0; t < f.triangles; t++) {
    const double x = f.vertex[f.triangle[t][0]][0], y = f.vertex[f.triangle[t][0]][1];
    const bool passed = y > -1e-9 && y < 1e-9 && x > -0.0126 && x < 0.01;
    if (f.wear[t] > 0 && !passed) fail_msg("worn at %g, %g", x, y);
    worn += area * f.wear[t];
  }
  assert_close(worn, coefficient * ball->mass * 9.81 * speed * time, 2e-3);
  carom_scene_facets_free(&f);
  carom_scene_destroy(scene);
  free(s);
  grid_free(ground);
}

static void sliding_wears(void **state)
{
  (void)state;
  check_wear(false);
}

/* Wear is counted in what the smallest grain does; beside dust large ones do a great deal of it. */
static void sliding_wears_beside_dust(void **state)
{
  (void)state;
  check_wear(true);
}

/* A drum of triangles that turns, and a sphere in it: the same bits for any number of threads, and
 * after a stop. */
static void threads_and_stops_do_not_matter(void **state)
{
  static const double start[] = {0}, spin[] = {25, 0, 0};
  const int sides[3] = {9, 8, 8};
  const double spacing = 2.1 * radius;
  carom_error err = {.code = CAROM_OK};
  carom_scene *scene[5];
  (void)state;
  widening = 0;
  carom_mesh mesh = welded(40, 30, 7.6 * spacing, pipe);
  for (int i = 0; i < 5; i++) {
    stage *s = springs(0.3 * radius);
    add_cubes(s, sides, spacing, 0.7);
    for (int64_t k = 0; k < s->def.particles; k++) {
      s->particle[k].position[0] += 0.01;
      s->particle[k].position[1] -= 4.5 * spacing;
      s->particle[k].position[2] -= 4.5 * spacing;
    }
    set_in_motion(s, gas, 1);
    s->contact[0].tangential.model = "mindlin";
    carom_tangential_set(&s->contact[0].tangential, "friction", 0.4);
    s->wall[0].shape = CAROM_WALL_MESH;
    s->wall[0].mesh = &mesh;
    s->wall[0].motion = (carom_scene_motion){.points = 1, .time = start, .spin = spin};
    s->wall[1].shape = CAROM_WALL_DISC;
    s->wall[1].direction[0] = 1, s->wall[1].direction[2] = 0;
    s->wall[1].radius = 8 * spacing;
    s->wall[2] = s->wall[1];
    s->wall[2].point[0] = 0.05;
    s->def.walls = 3;
    s->def.gravity[2] = -200;
    s->def.threads = i == 0 ? 1 : i == 1 ? 2 : i == 2 ? 3 : i == 3 ? 8 : 1;
    for (int k = 0; k < 3; k++)
      s->def.low[k] = -1, s->def.high[k] = 1;
    scene[i] = staged(s);
    free(s);
  }
  for (int count = 0; count < 20; count++) {
    for (int i = 0; i < 4; i++)
      play(scene[i], 50);
    for (int i = 1; i < 4; i++)
      assert_true(carom_scene_hash(scene[i]) == carom_scene_hash(scene[0]));
    if (count % 5) continue;
    memory m = {.archive = {false, put_or_get}};
    assert_int_equal(carom_scene_archive(scene[0], &m.archive, &err), CAROM_OK);
    m.archive.loading = true;
    if (carom_scene_archive(scene[4], &m.archive, &err) != CAROM_OK) fail_msg("%s", err.text);
    free(m.bytes);
    play(scene[4], 50);
    for (int i = 0; i < 4; i++)
      play(scene[i], 50);
    assert_true(carom_scene_hash(scene[4]) == carom_scene_hash(scene[0]));
  }
  assert_true(carom_scene_contacts(scene[0], NULL, NULL) > 100);
  for (int i = 0; i < 5; i++)
    carom_scene_destroy(scene[i]);
  carom_mesh_free(&mesh);
}

SUITE("scene mesh motion", joints_are_not_felt, meshes_converge, boxes_and_cans_are_what_they_are,
      nobody_passes, a_hopper_carries_the_weight, sliding_wears, sliding_wears_beside_dust,
      threads_and_stops_do_not_matter)
