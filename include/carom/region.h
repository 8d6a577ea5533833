/* SPDX-License-Identifier: MIT */
/* Regions of space: where particles of a scene come from, go to, or are filled in. */
#ifndef CAROM_REGION_H
#define CAROM_REGION_H

#include "carom/base.h"
#include "carom/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum carom_region_shape {
  CAROM_REGION_BOX,      /* from `low` to `high` */
  CAROM_REGION_CYLINDER, /* from the centre of one end, `point`, along `direction` by `length` */
  CAROM_REGION_SPHERE,   /* around `point` */
  CAROM_REGION_DISC,     /* around `point`, across `direction`; it has no thickness */
  CAROM_REGION_RING,     /* a disc with a hole of `inner_radius` */
  CAROM_REGION_BELOW,    /* all that lies behind the plane through `point`, off which `direction`
                            points */
  CAROM_REGION_MESH      /* the inside of a mesh; it can be filled (carom/fill.h) */
} carom_region_shape;

typedef struct carom_region {
  carom_region_shape shape;
  double low[3], high[3];
  double point[3], direction[3]; /* direction: of any length */
  double radius, inner_radius;   /* inner_radius: of a ring, or of a hollow cylinder */
  double length;
  /* Of a mesh, which is placed like that of a wall: its point x comes to `point` + the rotation
   * `turn` (axis times angle, rad) of `scale` x. Where `low` and `high` differ, it ends at them. A
   * mesh that is closed has an inside; of one that is open only beyond them, `inside` is a point of
   * the side that is meant (CAROM_UNSET: none is given). */
  const carom_mesh *mesh;
  double scale, turn[3], inside[3];
} carom_region;

/* A box without size; directions point up. */
CAROM_API carom_region carom_region_default(void);

/* Is anything wrong with it? `where` of the error is the member at fault. */
CAROM_API carom_status carom_region_check(const carom_region *region, carom_error *err);

/* Is a point inside? (A disc and a ring hold no point. For a mesh every call looks at all of its
 * triangles.) */
CAROM_API bool carom_region_holds(const carom_region *region, const double point[3]);

/* m3; of a disc or a ring 0, below a plane infinite; of a mesh to some 1e-3, and not a number if
 * it has no inside. */
CAROM_API double carom_region_volume(const carom_region *region);

#ifdef __cplusplus
}
#endif

#endif
