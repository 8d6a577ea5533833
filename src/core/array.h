/* SPDX-License-Identifier: MIT */
#ifndef CAROM_CORE_ARRAY_H
#define CAROM_CORE_ARRAY_H

/* The number of elements of an array whose size the compiler knows. */
#define CAROM_COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

#endif
