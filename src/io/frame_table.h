/* SPDX-License-Identifier: MIT */
/* One file of a frame as a table, whatever its format: the common basis for reading initial spheres
 * and for reading frames for pictures. */
#ifndef CAROM_IO_FRAME_TABLE_H
#define CAROM_IO_FRAME_TABLE_H

#include <stdbool.h>

#include "io/csv.h"

typedef struct carom_names {
  char **name; /* names by number; NULL where there is none */
  int count;
} carom_names;

/* The contents of the rows. */
typedef enum carom_frame_rows {
  CAROM_ROWS_BODIES,   /* x, y, z, radius; vx .., wx .., fx .., tqx .., mass, id, material, fixed */
  CAROM_ROWS_CONTACTS, /* x, y, z, tox, toy, toz, fx, fy, fz, normal_force, tangential_force,
                          overlap, a, b, wall */
  CAROM_ROWS_FACETS,   /* x0, y0, z0 .. z2, wall, shell, pressure, shear, wear */
  CAROM_ROWS_BONDS     /* x, y, z, tox, toy, toz, a, b, state, kind, tension, shear_force,
                          bending_moment, twisting_moment, tensile_stress, shear_stress, energy,
                          broken_at */
} carom_frame_rows;

/* Materials of extended XYZ and VTK are numbered from 0; those of a dump are converted to that. */
typedef struct carom_frame_table {
  carom_frame_rows rows;
  carom_csv table; /* in SI units */
  double time;     /* NaN if not given */
  int64_t step;
  bool boxed; /* low, high and periodic are given */
  double low[3], high[3];
  bool periodic[3];
  int flow, gradient; /* axes of the shear; offset: displacement along the flow of the image one
                         period up the gradient */
  double offset;
  carom_names material, wall;
} carom_frame_table;

/* Reads one frame. Errors give the line, in formats that have lines. Call carom_frame_table_free in
 * any case. */
typedef carom_status carom_frame_reader(const char *text, size_t length, carom_frame_table *frame,
                                        carom_error *err);
carom_frame_reader carom_frame_from_vtp, carom_frame_from_dump, carom_frame_from_xyz,
    carom_frame_from_data, carom_frame_from_csv;

/* The reader for a file name extension: .vtp, .dump or .lammpstrj, .xyz or .extxyz, .data (of
 * LAMMPS), .csv; NULL for any other. */
carom_frame_reader *carom_frame_reader_of(const char *path);

void carom_frame_table_free(carom_frame_table *frame);

/* For readers: makes a table with `columns` names, which are literals, and space for `rows`; sets
 * the name of a number, which is copied. Both return false if memory runs out. */
bool carom_frame_table_shape(carom_frame_table *frame, const char *const *name, int columns,
                             int64_t rows);
/* Determines the shear of a cell whose edges are the rows of a matrix; returns false if there is
 * more than one shear component. */
bool carom_frame_table_shear(carom_frame_table *frame, const double edge[9]);
bool carom_names_set(carom_names *names, int number, const char *text, size_t length);

#endif
