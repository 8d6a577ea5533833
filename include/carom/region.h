/* SPDX-License-Identifier: MIT */
/* Regions of space, where particles of a scene are created, removed or selected. */
#ifndef CAROM_REGION_H
#define CAROM_REGION_H

#include "carom/base.h"
#include "carom/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum carom_region_shape {
  CAROM_REGION_BOX,      /* from `low` to `high` */
  CAROM_REGION_CYLINDER, /* from the centre `point` of one end, along `direction` by `length` */
  CAROM_REGION_SPHERE,   /* about `point` */
  CAROM_REGION_DISC,     /* about `point`, normal to `direction`, without thickness */
  CAROM_REGION_RING,     /* a disc with a hole of `inner_radius` */
  CAROM_REGION_BELOW,    /* the half space behind the plane through `point` with the normal
                            `direction` */
  CAROM_REGION_MESH      /* the inside of a mesh; can be filled (carom/fill.h) */
} carom_region_shape;

typedef struct carom_region {
  carom_region_shape shape;
  double low[3], high[3];
  double point[3], direction[3]; /* direction: any nonzero length */
  double radius, inner_radius;   /* inner_radius: of a ring, or of a hollow cylinder */
  double length;
  /* Mesh only. It is placed like the mesh of a wall: its point x is moved to `point` + the rotation
   * `turn` (axis times angle, rad) of `scale` x. Where `low` and `high` differ, the region is cut
   * off at them. A closed mesh has an inside. If a mesh is open only beyond these limits, `inside`
   * is a point on the side that is meant (CAROM_UNSET: not given). */
  const carom_mesh *mesh;
  double scale, turn[3], inside[3];
} carom_region;

/* A box of zero size; directions point along +z. */
CAROM_API carom_region carom_region_default(void);

/* Checks a region; `where` of the error names the faulty member. */
CAROM_API carom_status carom_region_check(const carom_region *region, carom_error *err);

/* True if a point is inside. Discs and rings contain no point. For a mesh every call tests all of
 * its triangles. */
CAROM_API bool carom_region_holds(const carom_region *region, const double point[3]);

/* Volume, m3: 0 for a disc or a ring, infinite for a half space; for a mesh accurate to about 1e-3,
 * and NaN if it has no inside. */
CAROM_API double carom_region_volume(const carom_region *region);

#ifdef __cplusplus
}
#endif

#endif
