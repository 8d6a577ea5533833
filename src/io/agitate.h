/* SPDX-License-Identifier: MIT */
/* Random velocities. */
#ifndef CAROM_IO_AGITATE_H
#define CAROM_IO_AGITATE_H

#include <carom/scene.h>

/* Adds a normally distributed value with this standard deviation to every velocity component,
 * preserving their sum. The result is a function of the seed, with the same bits everywhere. */
void carom_agitate(carom_scene_particle *particle, int64_t count, double deviation, uint64_t seed);

#endif
