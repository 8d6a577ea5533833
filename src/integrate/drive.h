/* SPDX-License-Identifier: MIT */
/* A quantity prescribed over time: corners joined by straight lines, constant outside. Steps end on
 * the corners, and the segment between two corners is frozen within a step, so that the right-hand
 * side is smooth there, even when a stage falls exactly on a corner. */
#ifndef CAROM_DRIVE_H
#define CAROM_DRIVE_H

#include <stdbool.h>

typedef struct carom_drive {
  int points;
  int now; /* frozen segment, which begins at corner `now`; -1: before the first */
  double *time, *value;
  double *area; /* integral of the value from time 0 to each corner */
} carom_drive;

/* Copies the corners, whose times must increase. Returns false if memory runs out. */
bool carom_drive_create(carom_drive *drive, int points, const double *time, const double *value);
void carom_drive_free(carom_drive *drive);

/* The value, its slope and the next corner (or infinity) at any time. */
double carom_drive_value(const carom_drive *drive, double t);
double carom_drive_slope(const carom_drive *drive, double t);
double carom_drive_corner(const carom_drive *drive, double t);

/* Freezes the segment that begins at or before t and continues beyond it. */
void carom_drive_enter(carom_drive *drive, double t);

/* Slope, value and integral since time 0, from the frozen segment. */
double carom_drive_frozen_slope(const carom_drive *drive);
double carom_drive_frozen_value(const carom_drive *drive, double t);
double carom_drive_frozen_area(const carom_drive *drive, double t);

/* The integral between any two times, independent of the frozen segment. */
double carom_drive_distance(const carom_drive *drive, double from, double to);

#endif
