/* SPDX-License-Identifier: MIT */
/* Makes meshes from separate triangles: welds vertices, leaves out what cannot be a wall, and
 * counts what may be intended or not. */
#include <carom/mesh.h>

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "law_math.h"

/* Vertices by cell of a grid as wide as the tolerance. */
typedef struct welder {
  double cell, low[3];
  carom_mesh *to;
  int32_t *next, *bucket; /* chains of the vertices of a cell */
  uint64_t mask;
} welder;

static uint64_t bucket_of(const welder *w, const int64_t at[3])
{
  uint64_t hash = 0;
  for (int k = 0; k < 3; k++)
    hash = (hash ^ (uint64_t)at[k]) * UINT64_C(0x9e3779b97f4a7c15);
  return (hash >> 32 ^ hash) & w->mask;
}

static void cell_of(const welder *w, const double x[3], int64_t at[3])
{
  for (int k = 0; k < 3; k++)
    at[k] = w->cell > 0 ? (int64_t)CAROM_FLOOR((x[k] - w->low[k]) / w->cell) : 0;
}

/* The first vertex of a cell within the tolerance of a point, or -1. */
static int32_t find_in(const welder *w, const int64_t at[3], const double x[3])
{
  int32_t first = -1;
  for (int32_t i = w->bucket[bucket_of(w, at)]; i >= 0; i = w->next[i]) {
    double square = 0;
    for (int k = 0; k < 3; k++)
      square += (w->to->vertex[i][k] - x[k]) * (w->to->vertex[i][k] - x[k]);
    if (square <= w->cell * w->cell && (first < 0 || i < first)) first = i;
  }
  return first;
}

static int32_t weld_one(welder *w, const double x[3])
{
  int64_t at[3], near[3];
  int32_t first;
  cell_of(w, x, at);
  first = find_in(w, at, x); /* mostly in the same cell */
  for (int c = 0; c < 27 && first < 0; c++) {
    near[0] = at[0] + c % 3 - 1, near[1] = at[1] + c / 3 % 3 - 1, near[2] = at[2] + c / 9 - 1;
    first = find_in(w, near, x);
  }
  if (first >= 0) return first;
  const int32_t own = (int32_t)w->to->vertices++;
  const uint64_t bucket = bucket_of(w, at);
  memcpy(w->to->vertex[own], x, 3 * sizeof *x);
  w->next[own] = w->bucket[bucket];
  w->bucket[bucket] = own;
  return own;
}

/* The bounding box of all corners; false if one is not finite, at triangle *bad. */
static bool span(const double (*corner)[3][3], int64_t triangles, double low[3], double high[3],
                 int64_t *bad)
{
  for (int k = 0; k < 3; k++)
    low[k] = 1e300, high[k] = -1e300;
  for (int64_t t = 0; t < triangles; t++)
    for (int i = 0; i < 9; i++) {
      const double x = corner[t][i / 3][i % 3];
      *bad = t;
      if (!(CAROM_FABS(x) < 1e75)) return false;
      low[i % 3] = x < low[i % 3] ? x : low[i % 3];
      high[i % 3] = x > high[i % 3] ? x : high[i % 3];
    }
  return true;
}

static bool has_area(const carom_mesh *m, const int32_t node[3])
{
  double e[3], f[3], n[3];
  const double *a = m->vertex[node[0]], *b = m->vertex[node[1]], *c = m->vertex[node[2]];
  for (int k = 0; k < 3; k++)
    e[k] = b[k] - a[k], f[k] = c[k] - a[k];
  n[0] = e[1] * f[2] - e[2] * f[1], n[1] = e[2] * f[0] - e[0] * f[2];
  n[2] = e[0] * f[1] - e[1] * f[0];
  const double area = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
  const double one = e[0] * e[0] + e[1] * e[1] + e[2] * e[2],
               other = f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
  const double wide = one + other;
  return node[0] != node[1] && node[1] != node[2] && node[0] != node[2] &&
         area > 1e-24 * wide * wide;
}

static void tell(int64_t *count, int64_t *first, int64_t triangle)
{
  if (*first < 0 || triangle < *first) *first = triangle;
  ++*count;
}

/* The nodes of an edge or triangle in ascending order, for comparison. */
typedef struct simplex {
  int32_t node[3];
  bool turned;
  int64_t triangle; /* number of the triangle as given */
  int64_t place;    /* its number in the mesh */
} simplex;

static int by_nodes(const void *a, const void *b)
{
  const simplex *x = a, *y = b;
  for (int k = 0; k < 3; k++)
    if (x->node[k] != y->node[k]) return x->node[k] < y->node[k] ? -1 : 1;
  return (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

static simplex sorted(const int32_t node[3], int64_t triangle, int64_t place)
{
  simplex s = {{node[0], node[1], node[2]}, false, triangle, place};
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2 - i; k++)
      if (s.node[k] > s.node[k + 1]) {
        const int32_t swapped = s.node[k];
        s.node[k] = s.node[k + 1];
        s.node[k + 1] = swapped;
      }
  return s;
}

/* Leaves out triangles with the same nodes as an earlier one; `given` holds the given number of
 * each. */
static void drop_duplicates(carom_mesh *m, simplex *all, int64_t *given, carom_mesh_report *report)
{
  for (int64_t t = 0; t < m->triangles; t++)
    all[t] = sorted(m->triangle[t], given[t], t);
  qsort(all, (size_t)m->triangles, sizeof *all, by_nodes);
  for (int64_t t = 1; t < m->triangles; t++)
    if (memcmp(all[t].node, all[t - 1].node, sizeof all[t].node) == 0) {
      tell(&report->duplicated, &report->first_duplicated, all[t].triangle);
      given[all[t].place] = -1;
    }
  int64_t kept = 0;
  for (int64_t t = 0; t < m->triangles; t++) {
    if (given[t] < 0) continue;
    memmove(m->triangle[kept], m->triangle[t], sizeof *m->triangle);
    given[kept++] = given[t];
  }
  m->triangles = kept;
}

/* Counts edges of one triangle, of two that face opposite sides, and of more than two. */
static void look_at_edges(const carom_mesh *m, simplex *all, const int64_t *given,
                          carom_mesh_report *report)
{
  int64_t edges = 0;
  for (int64_t t = 0; t < m->triangles; t++)
    for (int k = 0; k < 3; k++) {
      const int32_t a = m->triangle[t][k], b = m->triangle[t][(k + 1) % 3];
      all[edges++] = (simplex){{a < b ? a : b, a < b ? b : a, 0}, a > b, given[t], t};
    }
  qsort(all, (size_t)edges, sizeof *all, by_nodes);
  for (int64_t from = 0, to; from < edges; from = to) {
    for (to = from + 1;
         to < edges && memcmp(all[to].node, all[from].node, sizeof all[to].node) == 0;)
      to++;
    if (to - from == 1)
      tell(&report->open, &report->first_open, all[from].triangle);
    else if (to - from > 2)
      tell(&report->overcrowded, &report->first_overcrowded, all[from + 2].triangle);
    else if (all[from].turned == all[from + 1].turned)
      tell(&report->inverted, &report->first_inverted, all[from + 1].triangle);
  }
}

static bool weld_all(welder *w, const double (*corner)[3][3], int64_t triangles, int64_t *given,
                     carom_mesh_report *report)
{
  carom_mesh *m = w->to;
  size_t buckets = 64;
  while (buckets < (size_t)triangles)
    buckets *= 2;
  w->mask = buckets - 1;
  w->bucket = malloc(buckets * sizeof *w->bucket);
  w->next = malloc(3 * (size_t)triangles * sizeof *w->next);
  m->vertex = malloc(3 * (size_t)triangles * sizeof *m->vertex);
  m->triangle = malloc((size_t)triangles * sizeof *m->triangle);
  if (!w->bucket || !w->next || !m->vertex || !m->triangle) return false;
  memset(w->bucket, 0xff, buckets * sizeof *w->bucket);
  for (int64_t t = 0; t < triangles; t++) {
    int32_t *node = m->triangle[m->triangles];
    for (int k = 0; k < 3; k++)
      node[k] = weld_one(w, corner[t][k]);
    if (has_area(m, node))
      given[m->triangles++] = t;
    else
      tell(&report->degenerate, &report->first_degenerate, t);
  }
  return true;
}

carom_status carom_mesh_weld(const double (*corner)[3][3], int64_t triangles, double tolerance,
                             carom_mesh *out, carom_mesh_report *report, carom_error *err)
{
  enum { MOST = 1 << 24 };
  carom_mesh_report told = {.first_degenerate = -1,
                            .first_duplicated = -1,
                            .first_open = -1,
                            .first_inverted = -1,
                            .first_overcrowded = -1};
  double low[3], high[3], square = 0;
  int64_t bad = 0;
  if (!out || !corner || triangles < 1)
    return carom_fail(err, CAROM_ERR_MISSING, "mesh", "a mesh needs triangles");
  *out = (carom_mesh){0};
  if (!(tolerance >= 0 || tolerance == CAROM_UNSET))
    return carom_fail(err, CAROM_ERR_RANGE, "tolerance", "%g m is no distance", tolerance);
  if (triangles > MOST)
    return carom_fail(err, CAROM_ERR_RANGE, "mesh", "%lld triangles are more than %d",
                      (long long)triangles, MOST);
  if (!span(corner, triangles, low, high, &bad))
    return carom_fail(err, CAROM_ERR_RANGE, "mesh",
                      "a corner of triangle %lld is not at a finite place", (long long)bad);
  for (int k = 0; k < 3; k++)
    square += (high[k] - low[k]) * (high[k] - low[k]);
  told.tolerance = tolerance == CAROM_UNSET ? 1e-6 * CAROM_SQRT(square) : tolerance;
  /* the numbers of cells must not overflow */
  if (!(told.tolerance >= 1e-15 * CAROM_SQRT(square))) told.tolerance = 1e-15 * CAROM_SQRT(square);
  welder w = {.cell = told.tolerance, .to = out};
  memcpy(w.low, low, sizeof low);
  int64_t *given = malloc((size_t)triangles * sizeof *given);
  simplex *all = malloc(3 * (size_t)triangles * sizeof *all);
  const bool ok = given && all && weld_all(&w, corner, triangles, given, &told);
  if (ok) {
    drop_duplicates(out, all, given, &told);
    look_at_edges(out, all, given, &told);
  }
  free(w.bucket);
  free(w.next);
  free(given);
  free(all);
  if (report) *report = told;
  if (ok && out->triangles > 0) return CAROM_OK;
  carom_mesh_free(out);
  return ok ? carom_fail(err, CAROM_ERR_RANGE, "mesh", "no triangle has an area")
            : carom_fail(err, CAROM_ERR_MEMORY, "mesh", "no memory for %lld triangles",
                         (long long)triangles);
}

void carom_mesh_free(carom_mesh *m)
{
  if (!m) return;
  free(m->vertex);
  free(m->triangle);
  *m = (carom_mesh){0};
}
