/* SPDX-License-Identifier: MIT */
/* A quantity that is given over time: corners joined by straight lines, constant outside. Steps end
 * on the corners, and within a step the stretch between two of them is frozen, so that the right
 * side is smooth there, also where a stage falls exactly on a corner. */
#ifndef CAROM_DRIVE_H
#define CAROM_DRIVE_H

#include <stdbool.h>

typedef struct carom_drive {
  int points;
  int now; /* the stretch that is frozen: it begins at corner `now`; -1: before the first */
  double *time, *value;
  double *area; /* the integral of the value from time 0 to each corner */
} carom_drive;

/* Copies the corners, whose times increase. False if there is no memory. */
bool carom_drive_create(carom_drive *drive, int points, const double *time, const double *value);
void carom_drive_free(carom_drive *drive);

/* The value, its slope and the next corner (or infinity) at any time. */
double carom_drive_value(const carom_drive *drive, double t);
double carom_drive_slope(const carom_drive *drive, double t);
double carom_drive_corner(const carom_drive *drive, double t);

/* Freezes the stretch that holds at t, from there on. */
void carom_drive_enter(carom_drive *drive, double t);

/* Slope, value and integral since time 0 by the frozen stretch. */
double carom_drive_frozen_slope(const carom_drive *drive);
double carom_drive_frozen_value(const carom_drive *drive, double t);
double carom_drive_frozen_area(const carom_drive *drive, double t);

/* The integral between two times, in no stretch in particular. */
double carom_drive_distance(const carom_drive *drive, double from, double to);

#endif
