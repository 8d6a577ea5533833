/* SPDX-License-Identifier: MIT */
/* Extended XYZ as a table: the number of bodies, a line of KEY=VALUE with Properties, one line per
 * body. */
#ifndef CAROM_IO_XYZ_H
#define CAROM_IO_XYZ_H

#include "io/csv.h"

/* Reads a file of one frame. Columns are called as in tables of spheres: pos is x, y, z; velo is
 * vx, vy, vz; spin or omega wx, wy, wz; others have the name of their property, each component the
 * same. Words are NaN, T and F of logical columns 1 and 0. The column `material` tells which of
 * `materials` names a body has: a word is that name, a number stands for what the second line
 * calls it, as in material_0="glass"; without names (materials 0) it is left as it is. Errors name
 * the line. Free with carom_csv_free in any case. */
carom_status carom_xyz_read(const char *text, size_t length, const char *const *material,
                            int materials, carom_csv *table, carom_error *err);

#endif
