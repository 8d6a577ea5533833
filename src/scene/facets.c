/* SPDX-License-Identifier: MIT */
/* Walls as triangles, for drawing. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scene/scene.h"

struct carom_facet_sink {
  carom_scene_facets *to;
  int64_t vertex_capacity, triangle_capacity;
  bool failed;
};

enum { SEGMENTS = 96 }; /* segments of a circle */

static bool grow(void *array, int64_t *capacity, int64_t count, size_t size)
{
  void **held = array;
  if (count < *capacity) return true;
  const int64_t room = 2 * *capacity + 64;
  void *more = realloc(*held, (size_t)room * size);
  if (!more) return false;
  *held = more;
  *capacity = room;
  return true;
}

int32_t carom_facet_vertex(carom_facet_sink *sink, const double x[3])
{
  carom_scene_facets *to = sink->to;
  sink->failed |= to->vertices == INT32_MAX ||
                  !grow(&to->vertex, &sink->vertex_capacity, to->vertices, sizeof *to->vertex);
  if (sink->failed) return 0;
  memcpy(to->vertex[to->vertices], x, sizeof *to->vertex);
  return (int32_t)to->vertices++;
}

void carom_facet_triangle(carom_facet_sink *sink, int32_t a, int32_t b, int32_t c)
{
  carom_scene_facets *to = sink->to;
  sink->failed |= !grow(&to->triangle, &sink->triangle_capacity, to->triangles,
                        sizeof *to->triangle);
  if (sink->failed) return;
  const int32_t of[3] = {a, b, c};
  memcpy(to->triangle[to->triangles++], of, sizeof of);
}

void carom_facet_polygon(carom_facet_sink *sink, const double (*corner)[3], int corners)
{
  if (corners < 3) return;
  const int32_t first = carom_facet_vertex(sink, corner[0]);
  for (int i = 1; i < corners; i++)
    carom_facet_vertex(sink, corner[i]);
  for (int i = 2; i < corners; i++)
    carom_facet_triangle(sink, first, first + i - 1, first + i);
}

/* Two unit vectors normal to an axis and to each other. */
static void across(const double axis[3], double u[3], double v[3])
{
  int least = 0;
  double other[3] = {0, 0, 0};
  for (int k = 1; k < 3; k++)
    if (CAROM_FABS(axis[k]) < CAROM_FABS(axis[least])) least = k;
  other[least] = 1;
  carom_cross(other, axis, u);
  const double length = CAROM_SQRT(carom_dot(u, u));
  for (int k = 0; k < 3; k++)
    u[k] /= length;
  carom_cross(axis, u, v);
}

void carom_facet_circle(const double point[3], const double axis[3], double height, double radius,
                        int i, int count, double out[3])
{
  const double pi = 3.14159265358979323846;
  double u[3], v[3], sine, cosine;
  across(axis, u, v);
  carom_sincos(2 * pi * i / count, &sine, &cosine);
  for (int k = 0; k < 3; k++)
    out[k] = point[k] + height * axis[k] + radius * (cosine * u[k] + sine * v[k]);
}

void carom_facet_sweep(carom_facet_sink *sink, const double point[3], const double axis[3],
                       const double height[2], const double radius[2], double side)
{
  const int32_t first = (int32_t)sink->to->vertices;
  for (int i = 0; i < SEGMENTS; i++)
    for (int end = 0; end < 2; end++) {
      double x[3];
      carom_facet_circle(point, axis, height[end], radius[end], i, SEGMENTS, x);
      carom_facet_vertex(sink, x);
    }
  for (int32_t i = 0; i < SEGMENTS; i++) {
    const int32_t a = first + 2 * i, b = first + 2 * ((i + 1) % SEGMENTS);
    const bool outward = side > 0;
    if (radius[0] > 0) carom_facet_triangle(sink, a, outward ? b : a + 1, outward ? a + 1 : b);
    if (radius[1] > 0)
      carom_facet_triangle(sink, b, outward ? b + 1 : a + 1, outward ? a + 1 : b + 1);
  }
}

/* The triangles of a mesh share its vertices. */
static void draw_mesh(const carom_walls *w, const carom_wall *wall, carom_facet_sink *sink)
{
  const carom_shell *shell = wall->shell;
  int32_t nodes = 0;
  for (int32_t f = 0; f < wall->faces; f++)
    for (int k = 0; k < 3; k++)
      nodes = shell->node[f][k] >= nodes ? shell->node[f][k] + 1 : nodes;
  for (int32_t i = 0; i < nodes; i++)
    carom_facet_vertex(sink, (const double[3]){0, 0, 0});
  for (int32_t f = 0; f < wall->faces && !sink->failed; f++) {
    const double *row = w->face_row + CAROM_FACE_DOUBLES * (wall->face + f);
    for (int c = 0; c < 3; c++)
      for (int k = 0; k < 3; k++)
        sink->to->vertex[shell->node[f][c]][k] = row[k] + (c ? row[4 + 4 * c + k] : 0);
    carom_facet_triangle(sink, shell->node[f][0], shell->node[f][1], shell->node[f][2]);
  }
}

/* Moves vertices from the frame of a shell to where the shell is. */
static void place(const carom_shell *shell, carom_scene_facets *f)
{
  for (int64_t i = 0; i < f->vertices && shell->moved; i++) {
    carom_shell_outside(shell, f->vertex[i]);
    for (int k = 0; k < 3; k++)
      f->vertex[i][k] += shell->at[k];
  }
}

typedef struct loading {
  int wall;
  carom_scene_facets *to;
} loading;

static void load(void *user, const carom_scene_touch *t)
{
  const loading *o = user;
  if (t->wall != o->wall || t->triangle < 0) return;
  o->to->pressure[t->triangle] += t->force.elastic + t->force.dissipative;
  o->to->shear[t->triangle] += CAROM_SQRT(carom_dot(t->tangential, t->tangential));
}

/* Adds the loads on every triangle of a mesh, per area. */
static bool add_loads(carom_scene *s, int wall, carom_scene_facets *f)
{
  f->pressure = calloc((size_t)f->triangles + 1, sizeof *f->pressure);
  f->shear = calloc((size_t)f->triangles + 1, sizeof *f->shear);
  const carom_shell *shell = s->walls.wall[wall].shell;
  if (shell->worn) f->wear = calloc((size_t)f->triangles + 1, sizeof *f->wear);
  if (!f->pressure || !f->shear || (shell->worn && !f->wear)) return false;
  carom_scene_contacts(s, load, &(loading){wall, f});
  for (int64_t t = 0; t < f->triangles; t++) {
    const double *row = s->walls.face_row + CAROM_FACE_DOUBLES * (s->walls.wall[wall].face + t);
    double normal[3];
    carom_cross(row + 8, row + 12, normal);
    const double area = 0.5 * CAROM_SQRT(carom_dot(normal, normal));
    f->pressure[t] /= area;
    f->shear[t] /= area;
    if (f->wear)
      f->wear[t] = shell->wear * carom_wear_unit(s) * carom_worn_sum(&shell->worn[t]) / area;
  }
  return true;
}

carom_status carom_scene_wall_facets(carom_scene *s, int wall, const double low[3],
                                     const double high[3], carom_scene_facets *out,
                                     carom_error *err)
{
  CAROM_TRY(carom_scene_can_tell(s, out, err));
  CAROM_TRY(carom_scene_has("wall", wall, s->walls.count, err));
  *out = (carom_scene_facets){0};
  const carom_wall *w = &s->walls.wall[wall];
  if (w->absent) return CAROM_OK;
  for (int k = 0; k < 3 && !w->shell; k++)
    if (!low || !high || !(high[k] - low[k] > 0 && high[k] - low[k] < 1e150))
      return carom_fail(err, CAROM_ERR_RANGE, "box", "it must be finite and end above its low");
  const bool mesh = w->shell && s->walls.face[w->face].shape == CAROM_FACE_TRIANGLE;
  carom_facet_sink sink = {.to = out};
  if (mesh) draw_mesh(&s->walls, w, &sink);
  for (int64_t k = w->face; k < w->face + w->faces && !mesh; k++)
    carom_face_shape_of(&s->walls.face[k])
        ->draw(s->walls.face_row + CAROM_FACE_DOUBLES * k, low, high, &sink);
  if (w->shell) place(w->shell, out);
  if (!sink.failed && (!mesh || add_loads(s, wall, out))) return CAROM_OK;
  carom_scene_facets_free(out);
  return carom_fail(err, CAROM_ERR_MEMORY, "wall", "no memory for the triangles of wall %d", wall);
}

void carom_scene_facets_free(carom_scene_facets *f)
{
  if (!f) return;
  free(f->vertex);
  free(f->triangle);
  free(f->pressure);
  free(f->shear);
  free(f->wear);
  *f = (carom_scene_facets){0};
}
