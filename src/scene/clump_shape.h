/* SPDX-License-Identifier: MIT */
/* Shapes of clumps ready for use: members relative to the centre of mass, in principal axes. */
#ifndef CAROM_SRC_SCENE_CLUMP_SHAPE_H
#define CAROM_SRC_SCENE_CLUMP_SHAPE_H

#include <carom/clump.h>

typedef struct carom_clump_member {
  double offset[3], radius; /* in principal axes, from the centre of mass */
  double share;             /* of the mass, by volume of the spheres; for fields */
} carom_clump_member;

typedef struct carom_clump_template {
  int members;
  carom_clump_member *member;
  double volume, inertia[3]; /* of a clump of density 1 */
  double radius;             /* of the sphere about the centre that contains all members */
  double turn[4];            /* quaternion from principal axes to those of the shape */
  /* Total mass over the least effective mass of a member that is pushed along its normal (`give`)
   * or dragged along its surface (`slide`). A sphere has 1 and 7/2. */
  double give, slide;
  /* How many couples can meet at the clump at once, each of the size that a contact of a member has
   * with the mass of the whole clump: the sum of 2/5 m r^2 over its members over its least moment
   * of inertia. A sphere has 1. */
  double crowd;
} carom_clump_template;

/* `where` is used in errors. Free the template with carom_clump_template_free. */
carom_status carom_clump_template_make(const carom_clump_shape *shape, const char *where,
                                       carom_clump_template *out, carom_error *err);
void carom_clump_template_free(carom_clump_template *t);

/* A uniformly distributed rotation, from three draws of an item. */
void carom_turn_at_random(uint64_t seed, uint64_t item, uint64_t draw, double q[4]);

#endif
