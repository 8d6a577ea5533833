/* SPDX-License-Identifier: MIT */
/* Makes the faces of shells: finite shapes and meshes. */
#include <stdio.h>
#include <stdlib.h>

#include "core/error.h"
#include "scene/rotation.h"
#include "scene/scene.h"

bool carom_wall_is_shell(const carom_scene_wall *w)
{
  return w->shape > CAROM_WALL_CYLINDER ||
         (w->shape == CAROM_WALL_CYLINDER && w->length != CAROM_UNSET);
}

/* A shell under construction. */
typedef struct making {
  carom_walls *walls;
  const carom_scene_wall *def;
  int wall;
  const char *where;
} making;

static bool add_face(const making *m, int shape, const double *row, const int32_t node[3])
{
  carom_wall *to = &m->walls->wall[m->wall];
  memcpy(to->shell->node[to->faces], node, sizeof *to->shell->node);
  return carom_wall_add_face(m->walls, m->wall, shape, to->faces > 0, row);
}

/* Writes the row of a triangle; false if its area cannot be told from rounding. */
static bool triangle_row(const double corner[3][3], double row[CAROM_FACE_DOUBLES])
{
  double *b = row + 8, *c = row + 12, *normal = row + CAROM_FACE_DIRECTION;
  memset(row, 0, CAROM_FACE_DOUBLES * sizeof *row);
  for (int k = 0; k < 3; k++) {
    row[k] = corner[0][k];
    b[k] = corner[1][k] - corner[0][k];
    c[k] = corner[2][k] - corner[0][k];
  }
  carom_cross(b, c, normal);
  const double area = CAROM_SQRT(carom_dot(normal, normal));
  const double longest = CAROM_SQRT(carom_dot(b, b)) + CAROM_SQRT(carom_dot(c, c));
  if (!(area > 1e-14 * longest * longest)) return false;
  for (int k = 0; k < 3; k++)
    normal[k] /= area;
  double span = 0; /* see shapes/triangle.h */
  for (int i = 0; i < 3; i++) {
    double from[3];
    for (int k = 0; k < 3; k++)
      from[k] = (i == 1 ? b[k] : i == 2 ? c[k] : 0) - (b[k] + c[k]) / 3;
    const double length = CAROM_SQRT(carom_dot(from, from));
    span = length > span ? length : span;
  }
  row[3] = span;
  return true;
}

static carom_status no_memory(const making *m, carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, m->where, "no memory for a wall");
}

static carom_status make_mesh(const making *m, carom_error *err)
{
  const carom_scene_wall *w = m->def;
  const carom_mesh *mesh = w->mesh;
  const carom_rotation turn = carom_rotation_of(w->turn, 1);
  for (int64_t t = 0; t < mesh->triangles; t++) {
    const int32_t *node = mesh->triangle[t];
    double corner[3][3], row[CAROM_FACE_DOUBLES];
    for (int i = 0; i < 3; i++) {
      if (node[i] < 0 || node[i] >= mesh->vertices)
        return carom_fail(err, CAROM_ERR_RANGE, m->where,
                          "triangle %lld has vertex %d, and there are %lld", (long long)t, node[i],
                          (long long)mesh->vertices);
      for (int k = 0; k < 3; k++)
        corner[i][k] = w->scale * mesh->vertex[node[i]][k];
      carom_rotate(&turn, corner[i]);
      for (int k = 0; k < 3; k++) {
        corner[i][k] += w->point[k];
        if (!(CAROM_FABS(corner[i][k]) < 1e75))
          return carom_fail(err, CAROM_ERR_RANGE, m->where,
                            "vertex %d of triangle %lld is not at a finite place", i, (long long)t);
      }
    }
    if (!triangle_row((const double(*)[3])corner, row))
      return carom_fail(err, CAROM_ERR_RANGE, m->where,
                        "triangle %lld has no area; leave it out, as carom_mesh_weld does",
                        (long long)t);
    if (!add_face(m, CAROM_FACE_TRIANGLE, row, node)) return no_memory(m, err);
  }
  return CAROM_OK;
}

/* A rectangle is two triangles. */
static carom_status make_rectangle(const making *m, carom_error *err)
{
  static const int32_t node[2][3] = {{0, 1, 2}, {0, 2, 3}};
  const carom_scene_wall *w = m->def;
  for (int t = 0; t < 2; t++) {
    double corner[3][3], row[CAROM_FACE_DOUBLES];
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++)
        corner[i][k] = w->point[k] + (node[t][i] == 1 || node[t][i] == 2 ? w->side[0][k] : 0) +
                       (node[t][i] >= 2 ? w->side[1][k] : 0);
    if (!triangle_row((const double(*)[3])corner, row))
      return carom_fail(err, CAROM_ERR_RANGE, m->where, "a rectangle needs an area");
    if (!add_face(m, CAROM_FACE_TRIANGLE, row, node[t])) return no_memory(m, err);
  }
  return CAROM_OK;
}

/* Adds a face swept from one height and radius to another. */
static bool add_swept(const making *m, const double axis[3], const double height[2],
                      const double radius[2], const int32_t rim[2])
{
  double row[CAROM_FACE_DOUBLES] = {0};
  for (int k = 0; k < 3; k++) {
    row[k] = m->def->point[k] + height[0] * axis[k];
    row[CAROM_FACE_DIRECTION + k] = axis[k];
  }
  row[3] = height[1] - height[0];
  row[7] = radius[0];
  row[11] = radius[1];
  return add_face(m, CAROM_FACE_SWEPT, row, (const int32_t[3]){rim[0], rim[1], -1});
}

/* A cylinder, a cone or a disc: its side, and discs that close its ends. */
static carom_status make_swept(const making *m, const double axis[3], carom_error *err)
{
  const carom_scene_wall *w = m->def;
  const bool disc = w->shape == CAROM_WALL_DISC, cone = w->shape == CAROM_WALL_CONE;
  const double length = disc ? 0 : w->length;
  const double radius[2] = {disc ? w->radius_inner : w->radius, cone ? w->radius_end : w->radius};
  bool ok = add_swept(m, axis, (const double[2]){0, length}, radius,
                      (const int32_t[2]){radius[0] > 0 ? 0 : -1, radius[1] > 0 ? 1 : -1});
  for (int end = 0; end < 2 && !disc; end++)
    if (w->ends & (end ? CAROM_ENDS_END : CAROM_ENDS_START) && radius[end] > 0)
      ok = ok && add_swept(m, axis, (const double[2]){end ? length : 0, end ? length : 0},
                           (const double[2]){0, radius[end]}, (const int32_t[2]){-1, end});
  return ok ? CAROM_OK : no_memory(m, err);
}

static carom_status make_sphere(const making *m, carom_error *err)
{
  const double row[CAROM_FACE_DOUBLES] = {m->def->point[0], m->def->point[1], m->def->point[2],
                                          m->def->radius};
  return add_face(m, CAROM_FACE_BALL, row, (const int32_t[3]){-1, -1, -1}) ? CAROM_OK
                                                                           : no_memory(m, err);
}

static bool finite_length(double x)
{
  return x > 0 && x < 1e75;
}

static carom_status refuse(const making *m, const char *field, const char *text, carom_error *err)
{
  char where[64];
  snprintf(where, sizeof where, "%s.%s", m->where, field);
  return carom_fail(err, CAROM_ERR_RANGE, where, "%s", text);
}

static carom_status check(const making *m, carom_error *err)
{
  enum { MOST = 1 << 24 }; /* offsets of faces have 32 bits */
  const carom_scene_wall *w = m->def;
  const bool mesh = w->shape == CAROM_WALL_MESH, rectangle = w->shape == CAROM_WALL_RECTANGLE;
  const bool cone = w->shape == CAROM_WALL_CONE, disc = w->shape == CAROM_WALL_DISC;
  for (int k = 0; k < 3; k++)
    if (!(CAROM_FABS(w->point[k]) < 1e75) || !(CAROM_FABS(w->turn[k]) < 1e6))
      return refuse(m, "point", "where it is must be finite", err);
  if (!(w->smooth_angle >= 0 && w->smooth_angle <= 1.5))
    return refuse(m, "smooth_angle", "must be from 0 to 1.5 rad", err);
  if (!mesh && !rectangle && !finite_length(w->radius) && !(cone && w->radius == 0))
    return refuse(m, "radius", "must be above 0", err);
  if ((w->shape == CAROM_WALL_CYLINDER || cone) && !finite_length(w->length))
    return refuse(m, "length", "must be above 0", err);
  if (cone && !finite_length(w->radius_end) && !(w->radius_end == 0 && w->radius > 0))
    return refuse(m, "radius_end", "must not be below 0, nor 0 like `radius`", err);
  if (disc && !(w->radius_inner >= 0 && w->radius_inner < w->radius))
    return refuse(m, "radius_inner", "must be below `radius`, and not below 0", err);
  if (rectangle &&
      !(CAROM_FABS(carom_dot(w->side[0], w->side[1])) <=
        1e-9 * CAROM_SQRT(carom_dot(w->side[0], w->side[0]) * carom_dot(w->side[1], w->side[1]))))
    return refuse(m, "side", "the sides of a rectangle are at right angles", err);
  if (w->outside)
    return refuse(m, "outside", "a cylinder with an end is touched from both sides; leave it out",
                  err);
  if (!mesh) return CAROM_OK;
  if (!w->mesh || !w->mesh->vertex || !w->mesh->triangle || w->mesh->triangles < 1)
    return refuse(m, "mesh", "a mesh needs triangles", err);
  if (w->mesh->triangles > MOST) return refuse(m, "mesh", "too many triangles", err);
  if (!(w->wear >= 0 && w->wear < 1e75)) return refuse(m, "wear", "must not be below 0", err);
  return finite_length(w->scale) ? CAROM_OK : refuse(m, "scale", "must be above 0", err);
}

carom_status carom_shell_make(carom_walls *walls, const carom_scene_wall *w, int wall,
                              const char *where, carom_error *err)
{
  const making m = {walls, w, wall, where};
  double axis[3] = {w->direction[0], w->direction[1], w->direction[2]};
  const double length = CAROM_SQRT(carom_dot(axis, axis));
  CAROM_TRY(check(&m, err));
  for (int k = 0; k < 3; k++)
    axis[k] /= length;
  const bool mesh = w->shape == CAROM_WALL_MESH, sphere = w->shape == CAROM_WALL_SPHERE;
  const bool rectangle = w->shape == CAROM_WALL_RECTANGLE;
  if (!mesh && !sphere && !rectangle && !(length > 0 && length < 1e75))
    return refuse(&m, "direction", "a direction needs a length other than 0", err);
  carom_shell *shell = carom_shell_new(mesh ? w->mesh->triangles : 3);
  walls->wall[wall].shell = shell;
  if (!shell) return no_memory(&m, err);
  if (mesh && w->wear > 0) {
    shell->wear = w->wear;
    shell->worn = calloc((size_t)w->mesh->triangles, sizeof *shell->worn);
    if (!shell->worn) return no_memory(&m, err);
    walls->shells_wear = true;
  }
  CAROM_TRY(mesh        ? make_mesh(&m, err)
            : rectangle ? make_rectangle(&m, err)
            : sphere    ? make_sphere(&m, err)
                        : make_swept(&m, axis, err));
  return carom_shell_join(walls, wall, w->smooth_angle) ? CAROM_OK : no_memory(&m, err);
}
