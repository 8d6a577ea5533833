/* SPDX-License-Identifier: MIT */
/* Dense beds: spheres are placed at random and pushed apart until none overlaps. */
#ifndef CAROM_SRC_SCENE_DENSE_FILL_H
#define CAROM_SRC_SCENE_DENSE_FILL_H

#include <carom/fill.h>

#include "scene/container.h"

/* Moves `count` spheres of given radii into the container, to places where they overlap neither
 * each other nor the spheres that are already there. */
carom_status carom_dense_fill(const carom_fill_def *def, const carom_container *c, int64_t count,
                              carom_filled *out, carom_error *err);

#endif
