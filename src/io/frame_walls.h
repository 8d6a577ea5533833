/* SPDX-License-Identifier: MIT */
/* Walls of a scene as triangles of a frame. */
#ifndef CAROM_IO_FRAME_WALLS_H
#define CAROM_IO_FRAME_WALLS_H

#include <carom/scene.h>

#include "io/frames.h"

/* All walls at their present positions, in memory that the caller frees. Infinite walls are clipped
 * to a box, and drawn only where particles can touch them: the parts behind a plane, outside a box
 * or a tube are left out. `def`: the walls as defined; NULL: nothing is left out. */
carom_status carom_frame_walls(carom_scene *scene, const carom_scene_wall *def, const double low[3],
                               const double high[3], carom_frame_facet **facet, int64_t *facets,
                               carom_error *err);

#endif
