/* SPDX-License-Identifier: MIT */
/* Dense filling of the inside of meshes: as dense as the exact shape, no sphere through a triangle,
 * the same bits for any threads; openings that are cut off, and those that are told. */
#include <carom/fill.h>
#include <carom/mesh.h>

#include "scenes.h"

enum { SIDES = 24 };

/* Triangles of a tube along z, closed by fans if `ends`; inner corners for lifters. */
typedef struct drawn {
  int64_t count;
  double corner[8 * SIDES][3][3];
} drawn;

static void draw(drawn *d, const double a[3], const double b[3], const double c[3])
{
  memcpy(d->corner[d->count][0], a, 3 * sizeof *a);
  memcpy(d->corner[d->count][1], b, 3 * sizeof *b);
  memcpy(d->corner[d->count++][2], c, 3 * sizeof *c);
}

/* Every fourth corner is at `tip` of the radius: what stands inwards are lifters. */
static void draw_tube(drawn *d, double radius, double tip, double length, bool ends)
{
  const double low[3] = {0, 0, 0}, high[3] = {0, 0, length};
  for (int i = 0; i < SIDES; i++) {
    double x[4][3];
    for (int k = 0; k < 4; k++) {
      const int at = (i + k % 2) % SIDES;
      const double far = at % 4 ? radius : tip * radius;
      x[k][0] = far * cos(2 * pi * at / SIDES);
      x[k][1] = far * sin(2 * pi * at / SIDES);
      x[k][2] = k < 2 ? 0 : length;
    }
    draw(d, x[0], x[1], x[2]);
    draw(d, x[1], x[3], x[2]);
    if (ends) draw(d, low, x[0], x[1]), draw(d, high, x[3], x[2]);
  }
}

static void draw_box(drawn *d, const double size[3])
{
  for (int k = 0; k < 3; k++)
    for (int side = 0; side < 2; side++) {
      double x[4][3];
      for (int i = 0; i < 4; i++) {
        x[i][k] = side ? size[k] : 0;
        x[i][(k + 1) % 3] = i == 1 || i == 2 ? size[(k + 1) % 3] : 0;
        x[i][(k + 2) % 3] = i >= 2 ? size[(k + 2) % 3] : 0;
      }
      draw(d, x[0], x[1], x[2]);
      draw(d, x[0], x[2], x[3]);
    }
}

static carom_mesh welded(const drawn *d)
{
  carom_mesh mesh;
  carom_error err = {.code = CAROM_OK};
  if (carom_mesh_weld((const double(*)[3][3])d->corner, d->count, CAROM_UNSET, &mesh, NULL, &err) !=
      CAROM_OK)
    fail_msg("%s", err.text);
  return mesh;
}

static carom_fill_def filling(carom_region *region, const carom_mesh *mesh, double fraction)
{
  carom_fill_def def = carom_fill_default();
  *region = carom_region_default();
  region->shape = CAROM_REGION_MESH;
  region->mesh = mesh;
  def.arrangement = CAROM_ARRANGE_DENSE;
  def.radius_min = def.radius_max = 0.5e-3;
  def.fraction = fraction;
  def.region = region;
  return def;
}

static carom_filled *filled(const carom_fill_def *def, int64_t *count)
{
  carom_error err = {.code = CAROM_OK};
  if (carom_fill_count(def, count, &err) != CAROM_OK) fail_msg("%s", err.text);
  carom_filled *out = calloc((size_t)*count, sizeof *out);
  assert_non_null(out);
  if (carom_fill(def, out, &err) != CAROM_OK) fail_msg("%s", err.text);
  return out;
}

static double smallest_gap(const carom_filled *out, int64_t count)
{
  double least = 1;
  for (int64_t i = 0; i < count; i++)
    for (int64_t j = i + 1; j < count; j++) {
      double square = 0;
      for (int k = 0; k < 3; k++)
        square += pow(out[i].position[k] - out[j].position[k], 2);
      least = fmin(least, sqrt(square) - out[i].radius - out[j].radius);
    }
  return least;
}

/* A slanted box of 12 triangles holds as many as the box, and they are in it. */
static void a_box_is_a_box(void **state)
{
  (void)state;
  const double size[3] = {9e-3, 8e-3, 10e-3};
  drawn d = {.count = 0};
  draw_box(&d, size);
  carom_mesh mesh = {0};
  for (int k = 0; k < 2; k++)
    assert_int_equal(carom_mesh_weld((const double(*)[3][3])d.corner, d.count, k ? NAN : -1e-6,
                                     &mesh, NULL, NULL),
                     CAROM_ERR_RANGE);
  mesh = welded(&d);
  carom_region region, box = carom_region_default();
  carom_fill_def def = filling(&region, &mesh, 0.58);
  memcpy(box.high, size, sizeof size);
  region.scale = 1;
  region.turn[2] = 0.5 * pi; /* x to y, y to -x */
  region.point[0] = 20e-3;
  int64_t count, exact, again;
  def.threads = 1;
  carom_filled *out = filled(&def, &count);
  def.threads = 3;
  carom_filled *more = filled(&def, &again);
  assert_true(count == again && memcmp(out, more, (size_t)count * sizeof *out) == 0);
  def.region = &box;
  carom_error err;
  assert_int_equal(carom_fill_count(&def, &exact, &err), CAROM_OK);
  assert_int_equal(count, exact);
  assert_close(carom_region_volume(&region), size[0] * size[1] * size[2], 1e-8);
  assert_true(smallest_gap(out, count) >= 0);
  for (int64_t i = 0; i < count; i++) {
    const double x[3] = {out[i].position[1], 20e-3 - out[i].position[0], out[i].position[2]};
    for (int k = 0; k < 3; k++)
      assert_true(x[k] >= 0.5e-3 && x[k] <= size[k] - 0.5e-3);
  }
  free(more);
  free(out);
  carom_mesh_free(&mesh);
}

/* Distance of a point from the triangle that its nearest point is on, by trying points of it. */
static double from_mesh(const carom_mesh *m, const double x[3])
{
  enum { TRIED = 48 };
  double least = 1;
  for (int64_t t = 0; t < m->triangles; t++)
    for (int i = 0; i <= TRIED; i++)
      for (int j = 0; j <= TRIED - i; j++) {
        double square = 0;
        for (int k = 0; k < 3; k++) {
          const double *a = m->vertex[m->triangle[t][0]], *b = m->vertex[m->triangle[t][1]],
                       *c = m->vertex[m->triangle[t][2]];
          const double at = a[k] + (b[k] - a[k]) * i / TRIED + (c[k] - a[k]) * j / TRIED;
          square += (x[k] - at) * (x[k] - at);
        }
        least = fmin(least, square);
      }
  return sqrt(least);
}

/* A drum with lifters, closed, or open and cut off: the volume is that of its polygon. */
static void a_drum_with_lifters(void **state)
{
  (void)state;
  const double radius = 8e-3, tip = 0.6, length = 9e-3;
  double area = 0;
  for (int i = 0; i < SIDES; i++)
    area += 0.5 * radius * radius * (i % 4 && (i + 1) % 4 ? 1 : tip) * sin(2 * pi / SIDES);
  for (int open = 0; open < 2; open++) {
    drawn d = {.count = 0};
    draw_tube(&d, radius, tip, length, !open);
    carom_mesh mesh = welded(&d);
    carom_region region;
    carom_fill_def def = filling(&region, &mesh, 0.55);
    double height = length;
    def.threads = 2;
    if (open) {
      for (int k = 0; k < 3; k++)
        region.low[k] = -radius, region.high[k] = radius;
      region.low[2] = 0;
      height = region.high[2] = 0.8 * length;
      region.inside[0] = region.inside[1] = 0;
      region.inside[2] = 1e-3;
    }
    assert_close(carom_region_volume(&region), area * height, 1e-3);
    int64_t count;
    carom_filled *out = filled(&def, &count);
    assert_close((double)count * pi / 6 * 1e-9, 0.55 * area * height, 3e-3);
    assert_true(smallest_gap(out, count) >= 0);
    for (int64_t i = 0; i < count; i++) {
      const double *x = out[i].position, turn = atan2(x[1], x[0]) / (2 * pi) * SIDES;
      const int at = (int)floor(turn); /* the corners before and behind it, and their line */
      const double a = 2 * pi * at / SIDES, b = 2 * pi * (at + 1) / SIDES;
      const double r = radius * (at % 4 ? 1 : tip), s = radius * ((at + 1) % 4 ? 1 : tip);
      const double u = r * cos(a), v = r * sin(a);
      assert_true((s * cos(b) - u) * (x[1] - v) - (s * sin(b) - v) * (x[0] - u) > 0);
      assert_true(x[2] >= 0.5e-3 && x[2] <= height - 0.5e-3);
      if (i % 16 == 0) assert_true(from_mesh(&mesh, x) >= 0.5e-3);
    }
    free(out);
    carom_mesh_free(&mesh);
  }
}

static void refused(carom_fill_def *def, carom_status code, const char *where, const char *text)
{
  carom_error err = {.code = CAROM_OK};
  int64_t count;
  assert_int_equal(carom_fill_count(def, &count, &err), code);
  assert_string_equal(err.where, where);
  if (!strstr(err.text, text)) fail_msg("'%s' does not say '%s'", err.text, text);
}

static void openings_are_told(void **state)
{
  (void)state;
  drawn d = {.count = 0};
  draw_tube(&d, 8e-3, 1, 9e-3, false);
  carom_mesh mesh = welded(&d);
  carom_region region;
  carom_fill_def def = filling(&region, &mesh, 0.5);
  const double centre[3] = {0, 0, 4e-3};
  refused(&def, CAROM_ERR_MISSING, "inside", "give a point of the side");
  assert_true(isnan(carom_region_volume(&region)) && !carom_region_holds(&region, centre));
  for (int k = 0; k < 3; k++)
    region.low[k] = -9e-3, region.high[k] = 9e-3;
  region.low[2] = 0;
  refused(&def, CAROM_ERR_MISSING, "inside", "give a point of the side");
  memcpy(region.inside, centre, sizeof centre);
  assert_true(carom_region_holds(&region, centre));
  assert_false(carom_region_holds(&region, (const double[3]){0, 8.5e-3, 4e-3}));
  region.inside[1] = 9.5e-3;
  refused(&def, CAROM_ERR_RANGE, "inside", "not between the corners");
  region.inside[1] = 0;
  region.inside[0] = 8e-3;
  refused(&def, CAROM_ERR_RANGE, "inside", "on the mesh");
  region.low[0] = 9e-3;
  refused(&def, CAROM_ERR_RANGE, "high", "is not above");
  region.scale = 0;
  refused(&def, CAROM_ERR_RANGE, "scale", "finite");
  region.mesh = NULL;
  refused(&def, CAROM_ERR_MISSING, "mesh", "triangles");
  carom_mesh_free(&mesh);
  d.count = 0;
  draw_tube(&d, 8e-3, 1, 9e-3, true);
  d.count--;
  memcpy(d.corner[4], d.corner[d.count], sizeof d.corner[4]); /* one of the side */
  mesh = welded(&d);
  def = filling(&region, &mesh, 0.5);
  refused(&def, CAROM_ERR_RANGE, "mesh", "edges in the region belong to one triangle only");
  carom_mesh_free(&mesh);
}

/* Between the hull and a block in it; and outside of the block. */
static void hollow_meshes(void **state)
{
  (void)state;
  const double size[3] = {6e-3, 6e-3, 6e-3}, block[3] = {2e-3, 2e-3, 2e-3};
  drawn d = {.count = 0};
  draw_box(&d, block);
  for (int64_t t = 0; t < d.count; t++)
    for (int i = 0; i < 9; i++)
      d.corner[t][i / 3][i % 3] += 2e-3;
  carom_mesh inner = welded(&d);
  draw_box(&d, size);
  carom_mesh both = welded(&d);
  carom_region region;
  carom_fill_def def = filling(&region, &both, 0.45);
  for (int way = 0; way < 2; way++) {
    if (way == 1) {
      region.mesh = &inner;
      memcpy(region.high, size, sizeof size);
      for (int k = 0; k < 3; k++)
        region.inside[k] = 1e-3;
    }
    assert_close(carom_region_volume(&region), 208e-9, 1e-2);
    int64_t count;
    carom_filled *out = filled(&def, &count);
    for (int64_t i = 0; i < count; i++) {
      double square = 0;
      for (int k = 0; k < 3; k++) {
        const double off = fmax(fabs(out[i].position[k] - 3e-3) - 1e-3, 0);
        square += off * off;
        assert_true(off <= 1.5e-3);
      }
      assert_true(square >= 0.25e-6);
    }
    free(out);
  }
  carom_mesh_free(&inner);
  carom_mesh_free(&both);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_box_is_a_box),
      cmocka_unit_test(a_drum_with_lifters),
      cmocka_unit_test(openings_are_told),
      cmocka_unit_test(hollow_meshes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
