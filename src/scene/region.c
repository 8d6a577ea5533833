/* SPDX-License-Identifier: MIT */
#include "scene/region.h"

#include <math.h>
#include <string.h>

#include "core/error.h"
#include "law_math.h"
#include "scene/chance.h"
#include "scene/mesh_inside.h"
#include "scene/wall_shapes.h"

static const double pi = 3.14159265358979323846;

carom_region carom_region_default(void)
{
  return (carom_region){.shape = CAROM_REGION_BOX,
                        .direction = {0, 0, 1},
                        .scale = 1,
                        .inside = {CAROM_UNSET, CAROM_UNSET, CAROM_UNSET}};
}

static bool finite3(const double v[3])
{
  return v[0] - v[0] == 0 && v[1] - v[1] == 0 && v[2] - v[2] == 0;
}

static bool is_round(const carom_region *r)
{
  return r->shape == CAROM_REGION_CYLINDER || r->shape == CAROM_REGION_SPHERE ||
         r->shape == CAROM_REGION_DISC || r->shape == CAROM_REGION_RING;
}

static bool is_flat(const carom_region *r)
{
  return r->shape == CAROM_REGION_DISC || r->shape == CAROM_REGION_RING;
}

static bool is_hollow(const carom_region *r)
{
  return r->shape == CAROM_REGION_RING || r->shape == CAROM_REGION_CYLINDER;
}

static bool finite_or_unset(const double v[3])
{
  return finite3(v) || (v[0] == CAROM_UNSET && v[1] == CAROM_UNSET && v[2] == CAROM_UNSET);
}

static carom_status check_mesh(const carom_region *r, carom_error *err)
{
  const carom_mesh *m = r->mesh;
  if (!m || m->triangles < 1 || !m->triangle || !m->vertex)
    return carom_fail(err, CAROM_ERR_MISSING, "mesh", "give its triangles");
  for (int64_t t = 0; t < m->triangles; t++)
    for (int i = 0; i < 3; i++) {
      const int32_t node = m->triangle[t][i];
      if (node < 0 || node >= m->vertices)
        return carom_fail(err, CAROM_ERR_RANGE, "mesh", "triangle %lld has no vertex %d",
                          (long long)t, node);
    }
  if (!(r->scale > 0 && r->scale < 1e75) || !finite3(r->turn) || !finite3(r->point))
    return carom_fail(err, CAROM_ERR_RANGE, "scale", "where the mesh is must be finite");
  if (!finite_or_unset(r->inside))
    return carom_fail(err, CAROM_ERR_RANGE, "inside", "must be numbers");
  const bool cut = r->low[0] != r->high[0] || r->low[1] != r->high[1] || r->low[2] != r->high[2];
  for (int k = 0; cut && k < 3; k++)
    if (!(r->high[k] > r->low[k] && r->high[k] - r->low[k] < 1e75))
      return carom_fail(err, CAROM_ERR_RANGE, "high",
                        "%g m is not above %g m; high is the corner with the larger values",
                        r->high[k], r->low[k]);
  return CAROM_OK;
}

carom_status carom_region_check_plain(const carom_region *r, carom_error *err)
{
  if (r && r->shape == CAROM_REGION_MESH)
    return carom_fail(err, CAROM_ERR_RANGE, "shape",
                      "the inside of a mesh can only be filled; choose another shape");
  return carom_region_check(r, err);
}

carom_status carom_region_check(const carom_region *r, carom_error *err)
{
  if (!r) return carom_fail(err, CAROM_ERR_ARGUMENT, "region", "there is no region");
  if ((unsigned)r->shape > CAROM_REGION_MESH)
    return carom_fail(err, CAROM_ERR_RANGE, "shape", "there is no shape number %d", (int)r->shape);
  if (r->shape == CAROM_REGION_MESH) return check_mesh(r, err);
  const double square = carom_dot(r->direction, r->direction);
  if (r->shape == CAROM_REGION_BOX) {
    if (!finite3(r->low) || !finite3(r->high))
      return carom_fail(err, CAROM_ERR_MISSING, "low", "a box needs its corners low and high");
    for (int k = 0; k < 3; k++)
      if (!(r->high[k] > r->low[k]))
        return carom_fail(err, CAROM_ERR_RANGE, "high",
                          "%g m is not above %g m; high is the corner with the larger values",
                          r->high[k], r->low[k]);
    return CAROM_OK;
  }
  if (!finite3(r->point)) return carom_fail(err, CAROM_ERR_RANGE, "point", "must be numbers");
  if (r->shape != CAROM_REGION_SPHERE && !(square > 1e-200 && square < 1e200))
    return carom_fail(err, CAROM_ERR_RANGE, "direction", "must be numbers, not all zero");
  if (is_round(r) && !(r->radius > 0 && r->radius < 1e100))
    return carom_fail(err, CAROM_ERR_MISSING, "radius", "give its radius, above 0");
  if (is_hollow(r) && !(r->inner_radius >= 0 && r->inner_radius < r->radius))
    return carom_fail(err, CAROM_ERR_RANGE, "inner_radius", "%g m is not below the radius, %g m",
                      r->inner_radius, r->radius);
  if (r->shape == CAROM_REGION_CYLINDER && !(r->length > 0 && r->length < 1e100))
    return carom_fail(err, CAROM_ERR_MISSING, "length", "give its length, above 0");
  return CAROM_OK;
}

/* The direction as a unit vector. */
static void axis_of(const carom_region *r, double axis[3])
{
  const double length = sqrt(carom_dot(r->direction, r->direction));
  for (int k = 0; k < 3; k++)
    axis[k] = r->direction[k] / length;
}

bool carom_region_holds(const carom_region *r, const double x[3])
{
  double from[3], axis[3];
  if (r->shape == CAROM_REGION_MESH) {
    carom_inside in;
    const bool holds = carom_inside_make(r, &in, NULL) == CAROM_OK && carom_inside_holds(&in, x);
    carom_inside_free(&in);
    return holds;
  }
  if (r->shape == CAROM_REGION_BOX) {
    for (int k = 0; k < 3; k++)
      if (!(x[k] >= r->low[k] && x[k] <= r->high[k])) return false;
    return true;
  }
  for (int k = 0; k < 3; k++)
    from[k] = x[k] - r->point[k];
  const double square = carom_dot(from, from);
  if (r->shape == CAROM_REGION_SPHERE) return square <= r->radius * r->radius;
  axis_of(r, axis);
  const double along = carom_dot(from, axis), across = square - along * along;
  if (r->shape == CAROM_REGION_BELOW) return along < 0;
  return r->shape == CAROM_REGION_CYLINDER && along >= 0 && along <= r->length &&
         across <= r->radius * r->radius && across >= r->inner_radius * r->inner_radius;
}

static double volume_of_mesh(const carom_region *r)
{
  carom_inside in;
  const bool ok = carom_inside_make(r, &in, NULL) == CAROM_OK;
  const double volume = ok ? carom_inside_volume(&in) : carom_nan();
  carom_inside_free(&in);
  return volume;
}

double carom_region_volume(const carom_region *r)
{
  const double ring = pi * (r->radius * r->radius - r->inner_radius * r->inner_radius);
  switch (r->shape) {
  case CAROM_REGION_BOX:
    return (r->high[0] - r->low[0]) * (r->high[1] - r->low[1]) * (r->high[2] - r->low[2]);
  case CAROM_REGION_CYLINDER:
    return ring * r->length;
  case CAROM_REGION_SPHERE:
    return 4.0 / 3.0 * pi * r->radius * r->radius * r->radius;
  case CAROM_REGION_BELOW:
    return HUGE_VAL;
  case CAROM_REGION_MESH:
    return volume_of_mesh(r);
  default:
    return 0;
  }
}

void carom_region_aabb(const carom_region *r, double low[3], double high[3])
{
  double axis[3];
  if (r->shape == CAROM_REGION_MESH) {
    carom_inside_aabb(r, low, high);
    return;
  }
  if (r->shape == CAROM_REGION_BOX) {
    memcpy(low, r->low, sizeof r->low);
    memcpy(high, r->high, sizeof r->high);
    return;
  }
  axis_of(r, axis);
  for (int k = 0; k < 3; k++) {
    const double lean = r->shape == CAROM_REGION_SPHERE ? 0 : axis[k];
    const double thin = lean * lean < 1 ? sqrt(1 - lean * lean) : 0;
    const double side = r->shape == CAROM_REGION_BELOW ? HUGE_VAL : r->radius * thin;
    const double end = r->shape == CAROM_REGION_CYLINDER ? r->length * axis[k] : 0;
    low[k] = r->point[k] + (end < 0 ? end : 0) - side;
    high[k] = r->point[k] + (end > 0 ? end : 0) + side;
  }
}

/* Two unit vectors normal to an axis and to each other. */
static void across_of(const double axis[3], double u[3], double v[3])
{
  int least = 0;
  for (int k = 1; k < 3; k++)
    if (fabs(axis[k]) < fabs(axis[least])) least = k;
  const double any[3] = {least == 0, least == 1, least == 2};
  carom_cross(axis, any, u);
  const double length = sqrt(carom_dot(u, u));
  for (int k = 0; k < 3; k++)
    u[k] /= length;
  carom_cross(axis, u, v);
}

/* A point in the unit circle by rejection from the square; false if some draws were all
 * rejected. */
static bool in_circle(uint64_t seed, uint64_t item, uint64_t draw, double at[2])
{
  for (uint64_t k = 0; k + 1 < CAROM_REGION_DRAWS - 1; k += 2) {
    at[0] = 2 * carom_chance(seed, item, draw + k) - 1;
    at[1] = 2 * carom_chance(seed, item, draw + k + 1) - 1;
    const double square = at[0] * at[0] + at[1] * at[1];
    if (square <= 1 && square > 1e-6) return true;
  }
  return false;
}

/* A point in a ring from `inner` to `outer`, from a point in the unit circle: for both, the square
 * of the distance is uniformly distributed. */
static bool in_ring(double inner, double outer, uint64_t seed, uint64_t item, uint64_t draw,
                    double at[2])
{
  if (!(outer >= inner) || !in_circle(seed, item, draw, at)) return false;
  const double share = at[0] * at[0] + at[1] * at[1];
  const double far = sqrt(inner * inner + share * (outer * outer - inner * inner));
  at[0] *= far / sqrt(share);
  at[1] *= far / sqrt(share);
  return true;
}

static bool in_sphere(double radius, uint64_t seed, uint64_t item, uint64_t draw, double at[3])
{
  for (uint64_t k = 0; k + 2 < CAROM_REGION_DRAWS; k += 3) {
    for (uint64_t c = 0; c < 3; c++)
      at[c] = 2 * carom_chance(seed, item, draw + k + c) - 1;
    if (carom_dot(at, at) > 1) continue;
    for (int c = 0; c < 3; c++)
      at[c] *= radius;
    return radius >= 0;
  }
  return false;
}

bool carom_region_place(const carom_region *r, double size, uint64_t seed, uint64_t item,
                        uint64_t draw, double point[3])
{
  double axis[3], u[3], v[3], at[3];
  if (r->shape == CAROM_REGION_BOX) {
    for (int k = 0; k < 3; k++) {
      const double room = r->high[k] - r->low[k] - 2 * size;
      if (!(room >= 0)) return false;
      point[k] = r->low[k] + size + room * carom_chance(seed, item, draw + (uint64_t)k);
    }
    return true;
  }
  if (r->shape == CAROM_REGION_SPHERE) {
    if (!in_sphere(r->radius - size, seed, item, draw, at)) return false;
    for (int k = 0; k < 3; k++)
      point[k] = r->point[k] + at[k];
    return true;
  }
  const double inner = r->inner_radius > 0 ? r->inner_radius + size : 0;
  const double room = is_flat(r) ? 0 : r->length - 2 * size;
  if (!in_ring(inner, r->radius - size, seed, item, draw, at) || !(room >= 0)) return false;
  const double along = is_flat(r)
                           ? 0
                           : size + room * carom_chance(seed, item, draw + CAROM_REGION_DRAWS - 1);
  axis_of(r, axis);
  across_of(axis, u, v);
  for (int k = 0; k < 3; k++)
    point[k] = r->point[k] + along * axis[k] + at[0] * u[k] + at[1] * v[k];
  return true;
}
