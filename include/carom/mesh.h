/* SPDX-License-Identifier: MIT */
/* Triangle meshes. */
#ifndef CAROM_MESH_H
#define CAROM_MESH_H

#include <stdint.h>

#include <carom/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An indexed triangle mesh. Walls are touched from both sides, so the order of corners does not
 * matter to them. A mesh made by carom_mesh_weld is released with carom_mesh_free. */
typedef struct carom_mesh {
  int64_t vertices, triangles;
  double (*vertex)[3];
  int32_t (*triangle)[3];
} carom_mesh;

/* Defects found when triangles were welded. Triangles are numbered from 0 in the order in which
 * they were given; -1: none. */
typedef struct carom_mesh_report {
  double tolerance;                     /* distance within which vertices were merged, m */
  int64_t degenerate, first_degenerate; /* triangles of zero area, dropped */
  int64_t duplicated, first_duplicated; /* triangles with the corners of an earlier one, dropped */
  int64_t open, first_open;             /* edges of only one triangle */
  int64_t inverted, first_inverted;     /* edges whose two triangles are oriented oppositely */
  int64_t overcrowded, first_overcrowded; /* edges of more than two triangles */
} carom_mesh_report;

/* Builds an indexed mesh from triangles with separate corners. Corners within `tolerance` (m;
 * CAROM_UNSET: 1e-6 of the diagonal of the bounding box) become one vertex, at the position of the
 * first of them. Fails if a number is not finite or no triangle is left. `report` may be NULL. */
CAROM_API carom_status carom_mesh_weld(const double (*corner)[3][3], int64_t triangles,
                                       double tolerance, carom_mesh *out, carom_mesh_report *report,
                                       carom_error *err);
CAROM_API void carom_mesh_free(carom_mesh *mesh);

#ifdef __cplusplus
}
#endif

#endif
