/* SPDX-License-Identifier: MIT */
/* The bonds of a scene. They are numbered in the order in which they are made and keep their number
 * when they break. Forces are computed in a pass of their own before those of contacts, in chunks
 * of this order, into a row per bond; blocks gather the rows of their particles before they move,
 * those of a particle in the order of the bonds. So sums have a fixed order whoever computes what.
 */
#ifndef CAROM_SRC_SCENE_BONDS_H
#define CAROM_SRC_SCENE_BONDS_H

#include <carom/scene.h>

#include "core/archive.h"
#include "scene/beam.h"
#include "scene/model.h"

typedef struct carom_bond {
  carom_beam beam;  /* stiffness and dashpots follow from its kind and particles */
  double radius;    /* of the section */
  double broken_at; /* s */
  double released;  /* what was stored then */
  int64_t kind, state;
  int64_t tag[2]; /* of its particles; CAROM_GONE */
} carom_bond;

/* Of the last forces. */
typedef struct carom_bond_row {
  double force[3];     /* on the second */
  double torque[2][3]; /* on each */
  double energy;
} carom_bond_row;

enum { CAROM_BOND_CHUNK = 128 };

/* The mean of two ends that are bent by half a turn has no direction, and moments about it grow as
 * 1/cos(theta/2): cosine of 150 degrees, up to which the chosen step is short enough for them. */
#define CAROM_BOND_LEAST_STRAIGHT (-0.86602540378443865)

/* Sums over a chunk in the last pass. */
typedef struct carom_bond_chunk {
  double power, released;
  double adhesion;   /* that contacts hold which have begun */
  int64_t broken[2]; /* in tension, in shear */
  double virial[9];  /* branches times forces, as of contacts: for the stress of a box */
  int64_t bent;      /* the first that is bent too far, from 1; 0: none */
} carom_bond_chunk;

typedef struct carom_bonds {
  carom_scene_bond *kind; /* without their pairs, but those that are made later */
  int kinds;
  bool replace; /* some kind takes the place of the ordinary contact */
  carom_bond *bond;
  carom_bond_row *row;
  uint32_t (*body)[2]; /* where its particles are in memory */
  int64_t count, capacity, row_capacity, body_capacity;
  carom_bond_chunk *chunk;
  int64_t chunk_capacity;
  uint32_t
      *start;    /* of each particle among `end`; those of broken bonds are there until a rebuild */
  uint32_t *end; /* twice the bond, and one for its second particle */
  int64_t start_capacity, end_capacity;
  int64_t whole;
  int64_t bent;       /* the first that is bent too far in the last pass, from 1; 0: none */
  double power, lost; /* of dashpots: now, W; since the start, J */
  double released;    /* when bonds broke, and by contacts that they replaced, less what contacts
                         held that came in their place, J */
  double virial[9];   /* of the last forces */
  double longest;     /* length of a bond, when it was made */
} carom_bonds;

carom_status carom_bonds_check(const carom_scene_def *def, carom_error *err);
/* Copies kinds, and makes the bonds of the start between the particles that there are. */
carom_status carom_bonds_create(carom_scene *s, const carom_scene_def *def, carom_error *err);
void carom_bonds_free(carom_bonds *b);
size_t carom_bonds_bytes(const carom_bonds *b);

/* bonds_make.c: bonds of a kind between those who are near each other now; `pair` instead, if any.
 */
carom_status carom_bonds_make(carom_scene *s, int kind, int64_t *made, carom_error *err);

/* The particles of a bond as it moves them, whoever is held by a hold; `shares`, unless NULL, is
 * how many bonds share each, by tag. */
carom_beam_inertia carom_bond_inertia(const carom_scene *s, const carom_bond *b,
                                      const uint32_t *shares);

/* Section, stiffness and dashpots of a bond by its kind, length and particles. */
void carom_bond_prepare(const carom_scene *s, carom_bond *b);

/* Particles have been sorted or bonds made: where they are. False without memory. */
bool carom_bonds_index(carom_scene *s);
/* Tags have changed; bonds of particles that are gone (CAROM_GONE) are removed. */
void carom_bonds_renumber(carom_scene *s, const uint32_t *new_tag);
/* Energy stored in all, or in those of particles that go. */
double carom_bonds_energy(const carom_scene *s, const uint32_t *new_tag);

/* The step at which the fastest mode is well resolved, 0 without memory; and the longest that can
 * work. Infinite without bonds. */
double carom_bonds_step(const carom_scene *s);
double carom_bonds_step_limit(const carom_scene *s);

/* bond_forces.c: from one place to another, across the nearest border. / What a bond that is whole
 * does now, and the largest tensile and shear stress at its surface. */
void carom_bond_apart(const carom_model *m, const double *a, const double *b, double out[3]);
/* From particle i to the image of j that is nearest, and its velocity over that of i, with those of
 * the rows u and v. */
void carom_bond_between(const struct carom_scene *s, int64_t i, int64_t j, const double *u,
                        const double *v, double apart[3], double velocity[3]);
void carom_bond_load(const carom_scene *s, int64_t number, carom_beam_load *out);
void carom_bond_stresses(const carom_scene *s, int64_t number, const carom_beam_load *load,
                         double *tensile, double *shear);
/* Rows of all bonds for the present positions; those that are too much break.
 * Losses of a step are added. */
void carom_bonds_forces(carom_scene *s, double step);
/* Adds rows to force rows of particles [from, to), the first of which is that of `from`. */
void carom_bonds_gather(const carom_scene *s, int64_t from, int64_t to, double *force);
/* Turns particles by their spin of mid-step. */
void carom_bonds_turn(carom_scene *s, int64_t from, int64_t to, double time);

/* bond_contacts.c: does this bond, while it is whole, take the place of the contact of its
 * particles? */
bool carom_bond_replaces(const carom_bonds *bonds, const carom_bond *b);
/* Is there such a bond between these two? Where `replace` says that there may be, for the active
 * lists. */
bool carom_bonds_replace(const carom_scene *s, uint32_t i, uint32_t j);
/* What the contact holds that comes in the place of a bond which breaks, `time` before now: all,
 * and its adhesion. */
typedef struct carom_bond_given {
  double held, adhesion;
} carom_bond_given;
carom_bond_given carom_bond_gives(const carom_scene *s, int64_t number, double time);
/* When the last bond in the place of the contact of two particles, given by tags, broke;
 * CAROM_UNSET without any. */
double carom_bond_gave_way(const carom_scene *s, int64_t a, int64_t b);
/* Bonds [from, to) that have broken now: blocks of contacts that come in their place make their
 * active lists anew. */
void carom_bonds_list_broken(carom_scene *s, int64_t from, int64_t to);

/* bond_state.c */
carom_status carom_bonds_archive(carom_scene *s, carom_archive *archive, carom_error *err);

#endif
