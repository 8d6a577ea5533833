/* SPDX-License-Identifier: MIT */
/* Triangle meshes. */
#ifndef CAROM_MESH_H
#define CAROM_MESH_H

#include <stdint.h>

#include <carom/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Triangles that share their vertices. Walls touch on both sides, so that the order of corners does
 * not matter to them. */
typedef struct carom_mesh {
  int64_t vertices, triangles;
  double (*vertex)[3];
  int32_t (*triangle)[3];
} carom_mesh;

/* What was found when triangles were welded. Numbers of triangles count from 0 in the order in
 * which they were given; -1: there is none. */
typedef struct carom_mesh_report {
  double tolerance;                       /* within which vertices were taken for one, m */
  int64_t degenerate, first_degenerate;   /* triangles without an area, left out */
  int64_t duplicated, first_duplicated;   /* with the corners of an earlier one, left out */
  int64_t open, first_open;               /* edges of one triangle only */
  int64_t inverted, first_inverted;       /* edges whose two triangles face opposite sides */
  int64_t overcrowded, first_overcrowded; /* edges of more than two triangles */
} carom_mesh_report;

/* A mesh from triangles with corners of their own: corners within a tolerance become one vertex, in
 * the place of the first of them. `tolerance`: in m; CAROM_UNSET: 1e-6 of the diagonal of all.
 * Fails where a number is not finite or no triangle is left. */
CAROM_API carom_status carom_mesh_weld(const double (*corner)[3][3], int64_t triangles,
                                       double tolerance, carom_mesh *out, carom_mesh_report *report,
                                       carom_error *err);
CAROM_API void carom_mesh_free(carom_mesh *mesh);

#ifdef __cplusplus
}
#endif

#endif
