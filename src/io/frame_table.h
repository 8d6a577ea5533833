/* SPDX-License-Identifier: MIT */
/* One file of a frame as a table, whatever its format: what reads spheres for the start of a run
 * and what reads frames for pictures begin here. */
#ifndef CAROM_IO_FRAME_TABLE_H
#define CAROM_IO_FRAME_TABLE_H

#include <stdbool.h>

#include "io/csv.h"

typedef struct carom_names {
  char **name; /* NULL where a number has none */
  int count;
} carom_names;

/* What the rows are. */
typedef enum carom_frame_rows {
  CAROM_ROWS_BODIES,   /* x, y, z, radius; vx .., wx .., fx .., tqx .., mass, id, material, fixed */
  CAROM_ROWS_CONTACTS, /* x, y, z, tox, toy, toz, fx, fy, fz, normal_force, tangential_force,
                          overlap, a, b, wall */
  CAROM_ROWS_FACETS,   /* x0, y0, z0 .. z2, wall, shell, pressure, shear, wear */
  CAROM_ROWS_BONDS     /* x, y, z, tox, toy, toz, a, b, state, kind, tension, shear_force,
                          bending_moment, twisting_moment, tensile_stress, shear_stress, energy,
                          broken_at */
} carom_frame_rows;

/* Materials of extended XYZ and VTK are numbers from 0; those of a dump were made so. */
typedef struct carom_frame_table {
  carom_frame_rows rows;
  carom_csv table; /* in SI */
  double time;     /* NaN where it is not told */
  int64_t step;
  bool boxed; /* low, high and periodic are told */
  double low[3], high[3];
  bool periodic[3];
  int flow, gradient; /* axes; offset: one period up the gradient is so far along the flow */
  double offset;
  carom_names material, wall;
} carom_frame_table;

/* Reads one frame. Errors name the line where there are lines. Free with carom_frame_table_free in
 * any case. */
typedef carom_status carom_frame_reader(const char *text, size_t length, carom_frame_table *frame,
                                        carom_error *err);
carom_frame_reader carom_frame_from_vtp, carom_frame_from_dump, carom_frame_from_xyz,
    carom_frame_from_data, carom_frame_from_csv;

/* By the ending of a name: .vtp, .dump or .lammpstrj, .xyz or .extxyz, .data (of LAMMPS), .csv;
 * NULL for any other. */
carom_frame_reader *carom_frame_reader_of(const char *path);

void carom_frame_table_free(carom_frame_table *frame);

/* For readers: a table of `columns` names, which are literals, with room for `rows`; a name of that
 * number, copied. False without memory. */
bool carom_frame_table_shape(carom_frame_table *frame, const char *const *name, int columns,
                             int64_t rows);
/* The shear of a cell, whose edges are the rows of a matrix; false if it has more than one. */
bool carom_frame_table_shear(carom_frame_table *frame, const double edge[9]);
bool carom_names_set(carom_names *names, int number, const char *text, size_t length);

#endif
