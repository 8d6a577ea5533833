/* SPDX-License-Identifier: MIT */
/* Ranges of quantities used by both definitions of the library and scenario files: minimum and
 * maximum, as two initialisers of a carom_field. Each is defined here only. */
#ifndef CAROM_SRC_RANGES_H
#define CAROM_SRC_RANGES_H

#define CAROM_RANGE_RADIUS 1e-12, 1e9     /* m */
#define CAROM_RANGE_MASS 1e-30, 1e30      /* kg */
#define CAROM_RANGE_GRAVITY -1e6, 1e6     /* m/s2 */
#define CAROM_RANGE_VELOCITY -1e5, 1e5    /* m/s */
#define CAROM_RANGE_GAP -1e6, 1e6         /* m */
#define CAROM_RANGE_FORCE -1e15, 1e15     /* N */
#define CAROM_RANGE_STEP 1e-18, 1e6       /* s */
#define CAROM_RANGE_TOLERANCE 1e-14, 1e-3 /* relative */
#define CAROM_RANGE_RESTITUTION_ERROR 1e-9, 1
#define CAROM_RANGE_SKIN 1e-18, 1e9        /* m */
#define CAROM_RANGE_OVERLAP_LIMIT 1e-12, 1 /* share of a radius */

#endif
