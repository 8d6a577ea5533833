/* SPDX-License-Identifier: MIT */
#include "scene/mesh_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scene/rotation.h"

enum {
  LINES = 200, /* lines each way that are summed to a volume */
  /* Most triangles on one line that are kept in order; volumes lose any more. */
  PASSED = 64
};

/* Where a line crosses triangles, as fractions of its length. */
typedef struct passes {
  int count;
  double at[PASSED];
} passes;

static bool is_cut(const carom_region *r)
{
  return r->low[0] != r->high[0] || r->low[1] != r->high[1] || r->low[2] != r->high[2];
}

static void place_vertex(const carom_region *r, const carom_rotation *turn, int64_t i,
                         double out[3])
{
  for (int k = 0; k < 3; k++)
    out[k] = r->scale * r->mesh->vertex[i][k];
  carom_rotate(turn, out);
  for (int k = 0; k < 3; k++)
    out[k] += r->point[k];
}

static void span(const carom_region *r, double low[3], double high[3])
{
  const carom_rotation turn = carom_rotation_of(r->turn, 1);
  for (int k = 0; k < 3; k++)
    low[k] = 1e300, high[k] = -1e300;
  for (int64_t i = 0; i < r->mesh->vertices; i++) {
    double x[3];
    place_vertex(r, &turn, i, x);
    for (int k = 0; k < 3; k++) {
      low[k] = x[k] < low[k] ? x[k] : low[k];
      high[k] = x[k] > high[k] ? x[k] : high[k];
    }
  }
}

void carom_inside_aabb(const carom_region *r, double low[3], double high[3])
{
  span(r, low, high);
  for (int k = 0; is_cut(r) && k < 3; k++) {
    const bool whole = r->inside[k] == CAROM_UNSET; /* otherwise the outside may be meant */
    low[k] = !whole || r->low[k] > low[k] ? r->low[k] : low[k];
    high[k] = !whole || r->high[k] < high[k] ? r->high[k] : high[k];
  }
}

/* The sign of the volume spanned by an edge and the path from p by d tells on which side of the
 * edge the path passes. The nodes are taken in order, so that triangles sharing the edge agree. */
static bool passes_left(const carom_inside *in, int32_t i, int32_t j, const double p[3],
                        const double d[3])
{
  const double *a = in->vertex[i < j ? i : j], *b = in->vertex[i < j ? j : i];
  const double u[3] = {a[0] - p[0], a[1] - p[1], a[2] - p[2]},
               v[3] = {b[0] - p[0], b[1] - p[1], b[2] - p[2]};
  double across[3];
  carom_cross(u, v, across);
  return (carom_dot(across, d) >= 0) == (i < j);
}

/* Does the path from p by d cross a triangle? *at: where, as a fraction of the path. */
static bool passes_triangle(const carom_inside *in, uint32_t t, const double p[3],
                            const double d[3], double *at)
{
  const int32_t *node = in->triangle[t];
  const bool left = passes_left(in, node[0], node[1], p, d);
  if (passes_left(in, node[1], node[2], p, d) != left ||
      passes_left(in, node[2], node[0], p, d) != left)
    return false;
  const double *a = in->vertex[node[0]], *b = in->vertex[node[1]], *c = in->vertex[node[2]];
  const double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]},
               v[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]},
               to[3] = {a[0] - p[0], a[1] - p[1], a[2] - p[2]};
  double normal[3];
  carom_cross(u, v, normal);
  const double height = carom_dot(to, normal), slope = carom_dot(d, normal);
  *at = slope * slope > 0 ? height / slope : -1;
  return *at >= 0 && *at < 1;
}

/* Does the path from p by d meet a box? */
static bool meets_box(const carom_box_tree_node *box, const double p[3], const double d[3],
                      double slack)
{
  double from = 0, to = 1;
  for (int k = 0; k < 3; k++) {
    const double below = box->low[k] - slack - p[k], above = box->high[k] + slack - p[k];
    if (d[k] == 0) {
      if (below > 0 || above < 0) return false;
      continue;
    }
    const double one = below / d[k], other = above / d[k];
    const double first = one < other ? one : other, last = one < other ? other : one;
    from = first > from ? first : from;
    to = last < to ? last : to;
  }
  return from <= to;
}

/* Counts the triangles that the path from p by d crosses; `list`, unless NULL, receives where. */
static int64_t count_passes(const carom_inside *in, const double p[3], const double d[3],
                            passes *list)
{
  uint32_t stack[64];
  int depth = 0;
  int64_t count = 0;
  double slack = 0, at;
  for (int k = 0; k < 3; k++)
    slack += 1e-12 * (in->high[k] - in->low[k]);
  stack[depth++] = 0;
  while (depth > 0) {
    const uint32_t number = stack[--depth];
    const carom_box_tree_node *node = &in->tree.node[number];
    if (!meets_box(node, p, d, slack)) continue;
    if (node->faces == 0) {
      stack[depth++] = node->second;
      stack[depth++] = number + 1;
      continue;
    }
    for (uint32_t i = 0; i < node->faces; i++) {
      if (!passes_triangle(in, in->tree.face[node->first + i], p, d, &at)) continue;
      count++;
      if (list && list->count < PASSED) list->at[list->count++] = at;
    }
  }
  return count;
}

bool carom_inside_holds(const carom_inside *in, const double x[3])
{
  double d[3];
  for (int k = 0; k < 3; k++) {
    if (!(x[k] >= in->low[k] && x[k] <= in->high[k])) return false;
    d[k] = in->reference[k] - x[k];
  }
  return (count_passes(in, x, d, NULL) % 2 == 0) == in->within;
}

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Fraction of the path from p by d that is inside. */
static double share_inside(const carom_inside *in, const double p[3], const double d[3])
{
  passes list = {0};
  double share = 0, last = 0;
  bool within = carom_inside_holds(in, p);
  count_passes(in, p, d, &list);
  qsort(list.at, (size_t)list.count, sizeof *list.at, by_value);
  for (int i = 0; i < list.count; i++) {
    share += within ? list.at[i] - last : 0;
    last = list.at[i];
    within = !within;
  }
  return share + (within ? 1 - last : 0);
}

double carom_inside_volume(const carom_inside *in)
{
  const double size[3] = {in->high[0] - in->low[0], in->high[1] - in->low[1],
                          in->high[2] - in->low[2]};
  const double rim = 1e-9 * size[0]; /* faces of the mesh often lie in those of the box */
  const double d[3] = {size[0] - 2 * rim, 0, 0};
  double sum = 0;
  for (int j = 0; j < LINES; j++)
    for (int k = 0; k < LINES; k++) {
      const double p[3] = {in->low[0] + rim, in->low[1] + (j + 0.5) / LINES * size[1],
                           in->low[2] + (k + 0.5) / LINES * size[2]};
      sum += share_inside(in, p, d);
    }
  return sum / (LINES * (double)LINES) * size[0] * size[1] * size[2];
}

int64_t carom_inside_near(const carom_inside *in, const double x[3], double most,
                          uint32_t *triangle, int64_t capacity)
{
  double beyond = 1e150;
  return carom_box_tree_near(&in->tree, x, most, triangle, capacity, &beyond);
}

/* Vector from the nearest point of the segment from a to a + e to the point a + p; returns the
 * square of its length. */
static double from_rim(const double e[3], const double p[3], double from[3])
{
  double t = carom_dot(e, p) / carom_dot(e, e);
  t = t > 0 ? t < 1 ? t : 1 : 0;
  for (int k = 0; k < 3; k++)
    from[k] = p[k] - t * e[k];
  return carom_dot(from, from);
}

double carom_inside_distance(const carom_inside *in, uint32_t t, const double x[3],
                             double normal[3])
{
  double edge[3][3], from[3][3], n[3], least = 1e300;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      const double *a = in->vertex[in->triangle[t][i]];
      edge[i][k] = in->vertex[in->triangle[t][(i + 1) % 3]][k] - a[k];
      from[i][k] = x[k] - a[k];
    }
  carom_cross(edge[0], edge[1], n);
  bool above = true;
  for (int i = 0; i < 3; i++) {
    double across[3];
    carom_cross(edge[i], from[i], across);
    above = above && carom_dot(n, across) >= 0;
  }
  const double area = sqrt(carom_dot(n, n)), height = carom_dot(n, from[0]) / area;
  if (above) {
    for (int k = 0; k < 3; k++)
      normal[k] = height < 0 ? -n[k] / area : n[k] / area;
    return fabs(height);
  }
  for (int i = 0; i < 3; i++) {
    double rim[3];
    const double square = from_rim(edge[i], from[i], rim);
    if (!(square < least)) continue;
    least = square;
    memcpy(normal, rim, sizeof rim);
  }
  const double far = sqrt(least);
  for (int k = 0; k < 3; k++)
    normal[k] = far > 0 ? normal[k] / far : 0;
  return far;
}

/* An edge, by its nodes. */
typedef struct edge {
  int32_t node[2];
} edge;

static int by_nodes(const void *a, const void *b)
{
  const edge *x = a, *y = b;
  for (int k = 0; k < 2; k++)
    if (x->node[k] != y->node[k]) return x->node[k] < y->node[k] ? -1 : 1;
  return 0;
}

/* Openings: edges of an odd number of triangles. Those in the box, shrunk a little because of
 * rounding, are counted separately. */
typedef struct openings {
  int64_t all, within;
  edge first;
} openings;

static carom_status find_openings(const carom_inside *in, openings *found, carom_error *err)
{
  edge *all = malloc(3 * (size_t)in->triangles * sizeof *all);
  carom_box_tree_node box;
  double size = 0;
  *found = (openings){0};
  if (!all) return carom_fail(err, CAROM_ERR_MEMORY, "mesh", "no memory for the inside of a mesh");
  for (int k = 0; k < 3; k++)
    size += in->high[k] - in->low[k];
  for (int k = 0; k < 3; k++)
    box.low[k] = in->low[k] + 1e-6 * size, box.high[k] = in->high[k] - 1e-6 * size;
  for (int64_t t = 0; t < in->triangles; t++)
    for (int i = 0; i < 3; i++) {
      const int32_t a = in->triangle[t][i], b = in->triangle[t][(i + 1) % 3];
      all[3 * t + i] = (edge){{a < b ? a : b, a < b ? b : a}};
    }
  qsort(all, 3 * (size_t)in->triangles, sizeof *all, by_nodes);
  for (int64_t from = 0, to; from < 3 * in->triangles; from = to) {
    for (to = from + 1; to < 3 * in->triangles && by_nodes(&all[to], &all[from]) == 0;)
      to++;
    if ((to - from) % 2 == 0) continue;
    const double *a = in->vertex[all[from].node[0]], *b = in->vertex[all[from].node[1]];
    const double d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    found->all++;
    if (!meets_box(&box, a, d, 0)) continue;
    if (found->within++ == 0) found->first = all[from];
  }
  free(all);
  return CAROM_OK;
}

/* Shifts the reference sideways by less than its distance from the nearest triangle, so that paths
 * to it hardly ever meet edges in a plane of symmetry. */
static carom_status set_reference(carom_inside *in, const carom_region *r, carom_error *err)
{
  static const double aside[3] = {0.31, -0.17, 0.23};
  double least = 1e300, normal[3];
  in->within = r->inside[0] != CAROM_UNSET;
  for (int k = 0; k < 3; k++) {
    const double size = in->high[k] - in->low[k];
    in->reference[k] = in->within ? r->inside[k] : in->low[k] - (1 + aside[k]) * size;
    if (in->within && !(in->reference[k] > in->low[k] && in->reference[k] < in->high[k]))
      return carom_fail(err, CAROM_ERR_RANGE, "inside",
                        "the point is not between the corners of the region");
  }
  if (!in->within) {
    double low[3], high[3];
    span(r, low, high); /* outside the whole mesh */
    for (int k = 0; k < 3; k++)
      in->reference[k] = low[k] - (1 + aside[k]) * (high[k] - low[k]) - 1e-3 * (1 + aside[k]);
    return CAROM_OK;
  }
  for (int64_t t = 0; t < in->triangles; t++) {
    const double far = carom_inside_distance(in, (uint32_t)t, in->reference, normal);
    least = far < least ? far : least;
  }
  for (int k = 0; k < 3; k++) {
    const double room[2] = {in->reference[k] - in->low[k], in->high[k] - in->reference[k]};
    for (int i = 0; i < 2; i++)
      least = room[i] < least ? room[i] : least;
  }
  if (!(least > 1e-9 * (in->high[0] - in->low[0])))
    return carom_fail(err, CAROM_ERR_RANGE, "inside",
                      "the point is on the mesh; choose one off it");
  for (int k = 0; k < 3; k++)
    in->reference[k] += aside[k] * least;
  return CAROM_OK;
}

static carom_status refuse_openings(const carom_inside *in, const carom_region *r,
                                    const openings *open, carom_error *err)
{
  if (open->within > 0) {
    const double *a = in->vertex[open->first.node[0]], *b = in->vertex[open->first.node[1]];
    return carom_fail(
        err, CAROM_ERR_RANGE, "mesh",
        "the mesh is open: %lld edge%s in the region belong%s to one triangle only, the "
        "first from (%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g) m; close it, or leave "
        "its openings outside with 'low' and 'high', and give a point 'inside'",
        (long long)open->within, open->within > 1 ? "s" : "", open->within > 1 ? "" : "s", a[0],
        a[1], a[2], b[0], b[1], b[2]);
  }
  if (open->all > 0 && r->inside[0] == CAROM_UNSET)
    return carom_fail(
        err, CAROM_ERR_MISSING, "inside",
        "the mesh is open at the borders of the region or beyond them; give a point of "
        "the side that is meant, as in inside: [0, 0, 5 cm]");
  return CAROM_OK;
}

static bool make_tree(carom_inside *in)
{
  double(*box)[6] = malloc((size_t)in->triangles * sizeof *box);
  if (!box) return false;
  for (int64_t t = 0; t < in->triangles; t++)
    for (int k = 0; k < 3; k++) {
      double low = 1e300, high = -1e300;
      for (int i = 0; i < 3; i++) {
        const double x = in->vertex[in->triangle[t][i]][k];
        low = x < low ? x : low;
        high = x > high ? x : high;
      }
      box[t][k] = low;
      box[t][3 + k] = high;
    }
  const bool ok = carom_box_tree_build(&in->tree, (const double(*)[6])box, in->triangles);
  free(box);
  return ok;
}

carom_status carom_inside_make(const carom_region *r, carom_inside *in, carom_error *err)
{
  const carom_rotation turn = carom_rotation_of(r->turn, 1);
  openings open;
  *in = (carom_inside){.triangles = r->mesh->triangles,
                       .triangle = (const int32_t(*)[3])r->mesh->triangle};
  carom_inside_aabb(r, in->low, in->high);
  for (int k = 0; k < 3; k++)
    if (!(in->high[k] > in->low[k]))
      return carom_fail(err, CAROM_ERR_RANGE, "low", "the mesh is not between 'low' and 'high'");
  in->vertex = malloc((size_t)r->mesh->vertices * sizeof *in->vertex);
  if (!in->vertex)
    return carom_fail(err, CAROM_ERR_MEMORY, "mesh", "no memory for the inside of a mesh");
  for (int64_t i = 0; i < r->mesh->vertices; i++)
    place_vertex(r, &turn, i, in->vertex[i]);
  CAROM_TRY(find_openings(in, &open, err));
  CAROM_TRY(refuse_openings(in, r, &open, err));
  if (!make_tree(in))
    return carom_fail(err, CAROM_ERR_MEMORY, "mesh", "no memory for the inside of a mesh");
  return set_reference(in, r, err);
}

void carom_inside_free(carom_inside *in)
{
  free(in->vertex);
  carom_box_tree_free(&in->tree);
}
