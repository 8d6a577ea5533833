/* SPDX-License-Identifier: MIT */
/* Meshes made by tests: grids of squares of two triangles each, bent by a function. */
#ifndef CAROM_TESTS_GRIDS_H
#define CAROM_TESTS_GRIDS_H

#include "scenes.h"

typedef struct grid_mesh {
  carom_mesh mesh;
} grid_mesh;

/* Where a point of the unit square is mapped to. */
typedef void grid_form(double u, double v, double wide, double out[3]);

/* A floor at z = 0 from (-wide, -wide) to (wide, wide). */
static inline void flat(double u, double v, double wide, double out[3])
{
  out[0] = 2 * wide * u - wide;
  out[1] = 2 * wide * v - wide;
  out[2] = 0;
}

static inline grid_mesh *grid_new_of(int across, int along, double wide, grid_form *form)
{
  grid_mesh *g = calloc(1, sizeof *g);
  assert_non_null(g);
  g->mesh.vertices = (int64_t)(across + 1) * (along + 1);
  g->mesh.triangles = 2 * (int64_t)across * along;
  g->mesh.vertex = malloc((size_t)g->mesh.vertices * sizeof *g->mesh.vertex);
  g->mesh.triangle = malloc((size_t)g->mesh.triangles * sizeof *g->mesh.triangle);
  assert_true(g->mesh.vertex && g->mesh.triangle);
  for (int i = 0; i <= along; i++)
    for (int j = 0; j <= across; j++)
      form((double)j / across, (double)i / along, wide, g->mesh.vertex[i * (across + 1) + j]);
  int64_t t = 0;
  for (int32_t i = 0; i < along; i++)
    for (int32_t j = 0; j < across; j++) {
      const int32_t a = i * (across + 1) + j, b = a + 1, c = b + across + 1, d = c - 1;
      const int32_t two[2][3] = {{a, b, c}, {a, c, d}};
      memcpy(g->mesh.triangle[t], two, sizeof two);
      t += 2;
    }
  return g;
}

static inline grid_mesh *grid_new(int cells, double wide, grid_form *form)
{
  return grid_new_of(cells, cells, wide, form);
}

static inline void grid_free(grid_mesh *g)
{
  free(g->mesh.vertex);
  free(g->mesh.triangle);
  free(g);
}

static inline void set_mesh(carom_scene_wall *w, const grid_mesh *g)
{
  w->shape = CAROM_WALL_MESH;
  w->mesh = &g->mesh;
}

#endif
