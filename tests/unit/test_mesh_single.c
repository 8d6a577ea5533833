/* SPDX-License-Identifier: MIT */
/* A tilted floor from binary STL, whose coordinates have 24 bits: how far a ball that rolls or
 * slides over its thousand joints is from one on the plane that was meant. What single precision
 * allows is derived here, from the coordinates that were written. */
#include "close.h"
#include "flows.h"
#include "grids.h"
#include "suite.h"

#include <carom/io.h>

static const double LENGTH = 0.5, WIDTH = 0.03125;
enum { CELLS = 512 };
static const char *const PATH = "mesh_single.stl";

/* Downhill, across, and the normal: none of them has few bits. */
static double axis[3][3];

static void set_axes(void)
{
  const double a = 0.64, b = 0.3;
  const double down[3] = {cos(a) * cos(b), cos(a) * sin(b), -sin(a)};
  const double across[3] = {-sin(b), cos(b), 0};
  memcpy(axis[0], down, sizeof down);
  memcpy(axis[1], across, sizeof across);
  carom_cross(down, across, axis[2]);
}

static void tilted(double u, double v, double wide, double out[3])
{
  (void)wide;
  for (int k = 0; k < 3; k++)
    out[k] = LENGTH * u * axis[0][k] + WIDTH * (v - 0.5) * axis[1][k];
}

static void write_stl(const carom_mesh *mesh)
{
  const char head[80] = "solid, and yet binary";
  const uint32_t count = (uint32_t)mesh->triangles;
  const uint16_t none = 0;
  FILE *out = fopen(PATH, "wb");
  assert_non_null(out);
  fwrite(head, 1, sizeof head, out);
  fwrite(&count, sizeof count, 1, out);
  for (int64_t t = 0; t < mesh->triangles; t++) {
    float row[12] = {0};
    for (int i = 0; i < 9; i++)
      row[3 + i] = (float)mesh->vertex[mesh->triangle[t][i / 3]][i % 3];
    fwrite(row, sizeof row, 1, out);
    fwrite(&none, sizeof none, 1, out);
  }
  assert_int_equal(fclose(out), 0);
}

typedef struct error_of {
  double off;  /* of a vertex from the plane */
  double turn; /* of a triangle from it, an angle */
} error_of;

/* What half a unit of the last of 24 bits makes of the plane: of each coordinate 2^-24 of it at
 * most. A triangle whose corners are that far from the plane is turned by twice that over its least
 * height, and as much again for the other direction. */
static error_of allowed_by_floats(void)
{
  error_of e = {0, 0};
  for (int k = 0; k < 3; k++) {
    const double most = LENGTH * fabs(axis[0][k]) + 0.5 * WIDTH * fabs(axis[1][k]);
    e.off += fabs(axis[2][k]) * most * 0x1p-24;
  }
  e.turn = 2 * sqrt(2) * e.off / (LENGTH / CELLS);
  return e;
}

static error_of error_of_mesh(const carom_mesh *mesh)
{
  error_of e = {0, 0};
  for (int64_t i = 0; i < mesh->vertices; i++)
    e.off = fmax(e.off, fabs(carom_dot(mesh->vertex[i], axis[2])));
  for (int64_t t = 0; t < mesh->triangles; t++) {
    const double *x[3] = {mesh->vertex[mesh->triangle[t][0]], mesh->vertex[mesh->triangle[t][1]],
                          mesh->vertex[mesh->triangle[t][2]]};
    double a[3], b[3], n[3], side[3];
    for (int k = 0; k < 3; k++)
      a[k] = x[1][k] - x[0][k], b[k] = x[2][k] - x[0][k];
    carom_cross(a, b, n);
    carom_cross(n, axis[2], side);
    e.turn = fmax(e.turn, sqrt(carom_dot(side, side) / carom_dot(n, n)));
  }
  return e;
}

typedef struct load {
  int count;
  double force[3], overlap, spring[3];
} load;

static void take(void *user, const carom_scene_touch *t)
{
  load *o = user;
  o->count++;
  o->overlap = t->overlap;
  for (int k = 0; k < 3; k++) {
    o->force[k] = t->tangential[k] - (t->force.elastic + t->force.dissipative) * t->normal[k];
    o->spring[k] = t->spring[k];
  }
}

static stage *ball_on_slope(double friction)
{
  stage *s = stage_new();
  carom_scene_particle *p = add_grain(s, radius, 0, 0, 0);
  for (int k = 0; k < 3; k++) {
    p->position[k] = 0.004 * axis[0][k] + 0.001 * axis[1][k] + radius * axis[2][k];
    p->velocity[k] = axis[0][k];
  }
  make_rough(&s->contact[0], 0.5, friction);
  memcpy(s->wall[0].direction, axis[2], sizeof axis[2]);
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.step = 1e-5;
  return s;
}

static double between(const double a[3], const double b[3])
{
  const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return sqrt(carom_dot(d, d));
}

/* What the errors of a mesh can do to the force on a ball of this weight on the plane: the overlap
 * changes by twice the height of a bump at most, as a spring with a damper follows a step; where
 * the triangles turn, the speed along them gets a part towards them, which the dashpot feels. Its
 * damping ratio is that of restitution 0.5. */
typedef struct allowance {
  double force, jump; /* of the weight; jump: from a step to the next */
} allowance;

static allowance allowed_to_force(const error_of *e, double weight, double overlap, double speed)
{
  const double ratio = -log(0.5) / sqrt(pi * pi + log(0.5) * log(0.5));
  const double rate = 1.5 * weight / overlap, ball = 2500 * 4.0 / 3 * pi * 1e-9;
  const double dashpot = 2 * ratio * sqrt(rate * ball), turned = 2 * e->turn * speed;
  return (allowance){(rate * 2 * e->off + dashpot * turned) / weight + 2 * e->turn,
                     (dashpot * turned + rate * turned * 1e-5) / weight + 2 * e->turn};
}

/* Runs a ball down the plane and down the mesh, and compares them at every step. */
static void compare(const carom_mesh *mesh, const error_of *e, double friction)
{
  stage *s = ball_on_slope(friction);
  carom_scene *plane = staged(s);
  s->wall[0] = carom_scene_wall_default();
  s->wall[0].shape = CAROM_WALL_MESH;
  s->wall[0].mesh = mesh;
  carom_scene *floor = staged(s);
  load last = {.count = 0}, last_exact = {.count = 0};
  double way = 0;
  while (way < 0.95 * LENGTH) {
    load is = {.count = 0}, exact = {.count = 0};
    play(plane, 1);
    play(floor, 1);
    const carom_scene_grain *x = carom_scene_sample(plane).grain;
    const double *y = carom_scene_sample(floor).grain[0].position;
    assert_true(between(x->position, y) < 2 * e->off);
    way = carom_dot(x->position, axis[0]);
    carom_scene_contacts(plane, take, &exact);
    carom_scene_contacts(floor, take, &is);
    if (way > 0.02) { /* it has come to rest in the plane */
      assert_int_equal(exact.count, 1);
      assert_int_equal(is.count, 1);
      const double weight = 2500 * 4.0 / 3 * pi * 1e-9 * 9.81 * cos(0.64);
      const allowance a = allowed_to_force(e, weight, exact.overlap,
                                           carom_dot(x->velocity, axis[0]));
      double jump = 0;
      for (int k = 0; k < 3; k++) {
        const double by = is.force[k] - exact.force[k] - (last.force[k] - last_exact.force[k]);
        jump += by * by;
      }
      assert_true(between(is.force, exact.force) < weight * a.force);
      assert_true(between(is.spring, exact.spring) < friction * weight * a.force);
      assert_true(sqrt(jump) < weight * a.jump);
    }
    last = is, last_exact = exact;
  }
  carom_scene_destroy(plane);
  carom_scene_destroy(floor);
  free(s);
}

static void single_precision_does_what_it_must(void **state)
{
  carom_mesh mesh;
  carom_mesh_report report;
  carom_error err = {.code = CAROM_OK};
  (void)state;
  set_axes();
  grid_mesh *exact = grid_new_of(CELLS, 1, 0, tilted);
  write_stl(&exact->mesh);
  assert_int_equal(carom_mesh_load(PATH, &mesh, &report, &err), CAROM_OK);
  assert_int_equal(mesh.vertices, 2 * (CELLS + 1));
  assert_int_equal(mesh.triangles, 2 * CELLS);
  assert_close(report.tolerance, 1e-6 * sqrt(LENGTH * LENGTH + WIDTH * WIDTH), 0.1);
  const error_of allowed = allowed_by_floats(), is = error_of_mesh(&mesh);
  assert_true(is.off > 0.1 * allowed.off && is.off < allowed.off);
  assert_true(is.turn < allowed.turn);
  compare(&mesh, &is, 0.7); /* rolls */
  compare(&mesh, &is, 0.1); /* slides */
  carom_mesh_free(&mesh);
  grid_free(exact);
  remove(PATH);
}

SUITE("mesh single", single_precision_does_what_it_must)
