/* SPDX-License-Identifier: MIT */
/* Spheres in LAMMPS's data format (atom_style sphere), which LAMMPS and LIGGGHTS read, too. */
#ifndef CAROM_BENCH_DATA_H
#define CAROM_BENCH_DATA_H

#include <stdint.h>

typedef struct data_sphere {
  int type; /* from 1 on */
  double diameter, density;
  double position[3], velocity[3], spin[3];
} data_sphere;

typedef struct data_spheres {
  int64_t count;
  int types;
  double low[3], high[3]; /* the box */
  data_sphere *sphere;    /* in the order of their numbers */
} data_spheres;

/* Exits with a message if the file cannot be read or written. */
data_spheres data_read(const char *path);
void data_write(const data_spheres *data, const char *path);
/* A box so many times across and along, every other one mirrored, so that what leaned on a wall
 * leans on its image. */
data_spheres data_tile(const data_spheres *data, int64_t across, int64_t along);
void data_free(data_spheres *data);

#endif
