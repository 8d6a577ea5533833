/* SPDX-License-Identifier: MIT */
/* The walls of a scene as triangles of a frame. */
#ifndef CAROM_IO_FRAME_WALLS_H
#define CAROM_IO_FRAME_WALLS_H

#include <carom/scene.h>

#include "io/frames.h"

/* All walls where they are now, in memory that the caller frees. Walls without end are cut to a
 * box, and drawn only where grains can touch them: what lies behind a plane, outside a box or a
 * tube is left out. `def`: the walls as they were defined; NULL: nothing is left out. */
carom_status carom_frame_walls(carom_scene *scene, const carom_scene_wall *def, const double low[3],
                               const double high[3], carom_frame_facet **facet, int64_t *facets,
                               carom_error *err);

#endif
