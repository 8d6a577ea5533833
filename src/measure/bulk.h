/* SPDX-License-Identifier: MIT */
/* Shared by the parts of carom_measure_bulk: sums over particles (bulk.c) and over contacts
 * (bulk_contacts.c). */
#ifndef CAROM_SRC_MEASURE_BULK_H
#define CAROM_SRC_MEASURE_BULK_H

#include "measure/measure.h"

/* All sums. Every member is a double, so that blocks can be added up as arrays. */
typedef struct carom_bulk_sums {
  double particles, bodies, mass, diameter, solid;
  double moment[3], momentum[3]; /* first pass: m x, m v */
  double spread[6], flow[9],
      /* Second pass, relative to the means: m x x, m x v, m v v. */
      fluctuation[6];
  double peculiar[6]; /* for a box that deforms: m u u, relative to its flow */
  double ends, wall_ends, fabric[6], contact[9];
  double walls[9], inertia[9], borders[9];
} carom_bulk_sums;

/* What the first pass finds out about each particle, as bits. */
enum {
  CAROM_COUNTED = 1,  /* selected, disregarding the region */
  CAROM_SELECTED = 2, /* moreover, its centre is in the region */
  CAROM_EDGE = 4,     /* so close to a periodic border that a contact may reach across it */
  CAROM_BEYOND = 8,   /* times 1, 2, 4 ... 32: beyond one of the six faces of a box */
  CAROM_OUTSIDE = 63 * CAROM_BEYOND,
  /* It represents a body that counts: itself or its clump. */
  CAROM_BODY = 64 * CAROM_BEYOND
};

typedef struct carom_bulk_look {
  carom_look look;
  unsigned wanted;
  bool whole;  /* everything is selected */
  bool convex; /* the region is convex */
  carom_bulk_sums *block;
  carom_ends *ends;   /* contacts of each block, for rattlers; NULL: not asked for */
  unsigned short *is; /* bits of each particle */
  double centre[3], velocity[3];
} carom_bulk_look;

/* Adds the tensor factor a_i b_j; and factor a_i a_j, of which only xx, xy, xz, yy, yz, zz are
 * kept. */
static inline void carom_add_product(double tensor[9], double factor, const double a[3],
                                     const double b[3])
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      tensor[3 * i + j] += factor * a[i] * b[j];
}

static inline void carom_add_square(double half[6], double factor, const double a[3])
{
  const double x = factor * a[0], y = factor * a[1], z = factor * a[2];
  half[0] += x * a[0], half[1] += x * a[1], half[2] += x * a[2];
  half[3] += y * a[1], half[4] += y * a[2], half[5] += z * a[2];
}

/* bulk_contacts.c: adds the closed contacts whose first particle is in the block, and its bonds. */
void carom_bulk_contacts(const carom_bulk_look *o, const carom_block_range *block,
                         carom_bulk_sums *to);

/* Does the region contain every segment between two of its points? */
bool carom_region_is_convex(const carom_region *r);

#endif
