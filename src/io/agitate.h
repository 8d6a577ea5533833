/* SPDX-License-Identifier: MIT */
/* Velocities at random. */
#ifndef CAROM_IO_AGITATE_H
#define CAROM_IO_AGITATE_H

#include <carom/scene.h>

/* Adds to every component of the velocities what is normally distributed with this standard
 * deviation, and leaves their sum as it was. A function of the seed; the same bits everywhere. */
void carom_agitate(carom_scene_particle *particle, int64_t count, double deviation, uint64_t seed);

#endif
