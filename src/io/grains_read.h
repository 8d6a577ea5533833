/* SPDX-License-Identifier: MIT */
/* Spheres from a file: a table (CSV) or extended XYZ. */
#ifndef CAROM_IO_GRAINS_READ_H
#define CAROM_IO_GRAINS_READ_H

#include <carom/scene.h>

/* Reads spheres into a list that the caller frees. What the file does not tell is taken from
 * `like`. CSV: x, y, z and radius (unless `like` has one), and if present vx, vy, vz, wx, wy, wz,
 * mass, id, each with its unit in brackets or in SI. Extended XYZ: the columns of its Properties of
 * the names pos, radius, velo, spin (or omega), mass, id, as frames have them; the first frame. */
carom_status carom_grains_read(const char *text, size_t length, bool xyz,
                               const carom_scene_particle *like, carom_scene_particle **list,
                               long *count, carom_error *err);

#endif
