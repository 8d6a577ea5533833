/* SPDX-License-Identifier: MIT */
#include "scene/container.h"

#include <math.h>
#include <stdlib.h>

#include "core/error.h"

static double box_face(const carom_container *c, int face, const double x[3], double normal[3])
{
  const int k = face / 2;
  const double *low = c->inside ? c->inside->low : c->region->low,
               *high = c->inside ? c->inside->high : c->region->high;
  normal[0] = normal[1] = normal[2] = 0;
  normal[k] = face % 2 ? -1 : 1;
  return face % 2 ? high[k] - x[k] : x[k] - low[k];
}

/* The ends, the side, and the side of a hole. */
static double cylinder_face(const carom_container *c, int face, const double x[3], double normal[3])
{
  const carom_region *r = c->region;
  double from[3], across[3];
  for (int k = 0; k < 3; k++)
    from[k] = x[k] - r->point[k];
  const double along = carom_dot(from, c->axis);
  if (face < 2) {
    for (int k = 0; k < 3; k++)
      normal[k] = face ? -c->axis[k] : c->axis[k];
    return face ? r->length - along : along;
  }
  for (int k = 0; k < 3; k++)
    across[k] = from[k] - along * c->axis[k];
  const double far = sqrt(carom_dot(across, across)), side = face == 2 ? -1 : 1;
  for (int k = 0; k < 3; k++)
    normal[k] = far > 0 ? side * across[k] / far : 0;
  return face == 2 ? r->radius - far : far - r->inner_radius;
}

static double sphere_face(const carom_container *c, int face, const double x[3], double normal[3])
{
  const carom_region *r = c->region;
  double from[3];
  (void)face;
  for (int k = 0; k < 3; k++)
    from[k] = x[k] - r->point[k];
  const double far = sqrt(carom_dot(from, from));
  for (int k = 0; k < 3; k++)
    normal[k] = far > 0 ? -from[k] / far : 0;
  return r->radius - far;
}

bool carom_container_is(const carom_region *r)
{
  return r->shape == CAROM_REGION_BOX || r->shape == CAROM_REGION_CYLINDER ||
         r->shape == CAROM_REGION_SPHERE || r->shape == CAROM_REGION_MESH;
}

carom_status carom_container_make(const carom_region *region, carom_container *c, carom_error *err)
{
  const double length = sqrt(carom_dot(region->direction, region->direction));
  *c = (carom_container){.region = region, .faces = 6, .face = box_face};
  if (region->shape == CAROM_REGION_SPHERE) c->faces = 1, c->face = sphere_face;
  if (region->shape == CAROM_REGION_CYLINDER) {
    c->faces = region->inner_radius > 0 ? 4 : 3, c->face = cylinder_face;
    for (int k = 0; k < 3; k++)
      c->axis[k] = region->direction[k] / length;
  }
  if (region->shape != CAROM_REGION_MESH) return CAROM_OK;
  c->inside = calloc(1, sizeof *c->inside);
  if (!c->inside)
    return carom_fail(err, CAROM_ERR_MEMORY, "mesh", "no memory for the inside of a mesh");
  return carom_inside_make(region, c->inside, err);
}

void carom_container_free(carom_container *c)
{
  if (c->inside) carom_inside_free(c->inside);
  free(c->inside);
  c->inside = NULL;
}

double carom_container_volume(const carom_container *c)
{
  return c->inside ? carom_inside_volume(c->inside) : carom_region_volume(c->region);
}

enum { NEAR = 256 }; /* triangles that are tested together */

bool carom_container_has_room(const carom_container *c, const double x[3], double clear)
{
  uint32_t near[NEAR];
  double normal[3];
  if (!carom_inside_holds(c->inside, x)) return false;
  const int64_t count = carom_inside_near(c->inside, x, clear, near, NEAR);
  if (count > NEAR) return false;
  for (int64_t k = 0; k < count; k++)
    if (carom_inside_distance(c->inside, near[k], x, normal) <= clear) return false;
  return true;
}

/* Inserts a wall in order of distance. */
static int insert(carom_container_wall *wall, int count, int most, const carom_container_wall *one)
{
  int at = count < most ? count : most;
  while (at > 0 && wall[at - 1].distance > one->distance)
    at--;
  if (at == most) return most;
  const int last = count < most ? count : most - 1;
  for (int k = last; k > at; k--)
    wall[k] = wall[k - 1];
  wall[at] = *one;
  return last + 1;
}

/* Merges the walls of one group, which push in about the same direction, into one in the mean
 * direction. Each is weighted by its depth, so that it comes and goes without a jump. */
static void put_together(const carom_container_wall *all, const int *group, int found, int one,
                         double reach, carom_container_wall *out)
{
  double depth = 0;
  *out = (carom_container_wall){.distance = HUGE_VAL};
  for (int i = 0; i < found; i++) {
    if (group[i] != one) continue;
    const double by = reach - all[i].distance;
    depth += by;
    for (int k = 0; k < 3; k++)
      out->normal[k] += by * all[i].normal[k];
    if (all[i].distance < out->distance) out->distance = all[i].distance;
  }
  for (int k = 0; k < 3; k++)
    out->normal[k] /= depth;
}

int carom_container_walls(const carom_container *c, const uint32_t *triangle, int64_t triangles,
                          const double x[3], double reach,
                          carom_container_wall wall[CAROM_CONTAINER_WALLS], double *nearest)
{
  enum { MOST = 64 };
  const double alike = 0.9; /* cosine of 26 degrees */
  carom_container_wall all[MOST];
  int group[MOST], first[CAROM_CONTAINER_WALLS], found = 0, count = 0;
  for (int64_t t = 0; t < triangles; t++) {
    carom_container_wall one;
    one.distance = carom_inside_distance(c->inside, triangle[t], x, one.normal);
    *nearest = one.distance < *nearest ? one.distance : *nearest;
    if (one.distance < reach) found = insert(all, found, MOST, &one);
  }
  for (int i = 0; i < found; i++) {
    group[i] = -1;
    for (int k = 0; k < count && group[i] < 0; k++)
      if (carom_dot(all[i].normal, all[first[k]].normal) >= alike) group[i] = k;
    if (group[i] >= 0 || count == CAROM_CONTAINER_WALLS) continue;
    group[i] = count;
    first[count++] = i;
  }
  for (int k = 0; k < count; k++)
    put_together(all, group, found, k, reach, &wall[k]);
  return count;
}
