/* SPDX-License-Identifier: MIT */
/* The bonds of a scene. They are numbered in the order in which they are made and keep their number
 * when they break. Their forces are computed in a pass of their own before the contact forces, in
 * chunks of this order, into one row per bond. Before a block moves it gathers the rows of its
 * particles, for each particle in the order of the bonds. So sums have a fixed order, whichever
 * thread computes what. */
#ifndef CAROM_SRC_SCENE_BONDS_H
#define CAROM_SRC_SCENE_BONDS_H

#include <carom/scene.h>

#include "core/archive.h"
#include "scene/beam.h"
#include "scene/model.h"

typedef struct carom_bond {
  carom_beam beam;  /* stiffness and dashpots follow from kind and particles */
  double radius;    /* of the cross-section */
  double broken_at; /* time, s */
  double released;  /* energy stored when it broke */
  int64_t kind, state;
  int64_t tag[2]; /* tags of its particles; CAROM_GONE if removed */
} carom_bond;

/* What a bond did at the last forces. */
typedef struct carom_bond_row {
  double force[3];     /* on the second particle */
  double torque[2][3]; /* on each particle */
  double energy;
} carom_bond_row;

enum { CAROM_BOND_CHUNK = 128 };

/* The axis of a bond is the mean of its two end directions. At half a turn between the ends it has
 * no direction, and moments about it grow as 1/cos(theta/2). This is the cosine of 150 degrees: up
 * to there the chosen step is short enough. */
#define CAROM_BOND_LEAST_STRAIGHT (-0.86602540378443865)

/* Sums over a chunk of bonds in the last pass. */
typedef struct carom_bond_chunk {
  double power, released;
  double latched;    /* energy of adhesion with a history in contacts that replaced broken bonds */
  int64_t broken[2]; /* in tension, in shear */
  double virial[9];  /* branch vectors times forces, for the stress of a box */
  int64_t bent;      /* one more than the first bond bent too far; 0: none */
} carom_bond_chunk;

typedef struct carom_bonds {
  carom_scene_bond *kind; /* without their pairs, except kinds that are attached later */
  int kinds;
  bool replace; /* bonds of some kind replace the ordinary contact */
  carom_bond *bond;
  carom_bond_row *row;
  uint32_t (*body)[2]; /* indices of its particles */
  int64_t count, capacity, row_capacity, body_capacity;
  carom_bond_chunk *chunk;
  int64_t chunk_capacity;
  /* First entry in `end` for each particle. Entries of broken bonds stay until a rebuild. */
  uint32_t *start;
  uint32_t *end; /* twice the number of the bond, plus one for its second particle */
  int64_t start_capacity, end_capacity;
  int64_t whole;
  int64_t bent;       /* one more than the first bond bent too far in the last pass; 0: none */
  double power, lost; /* by dashpots: now, W; since the start, J */
  double released;    /* energy of broken bonds and of contacts replaced by bonds, minus that of
                         contacts that replaced bonds, J */
  double virial[9];   /* of the last forces */
  double longest;     /* largest length of a bond when it was made */
} carom_bonds;

carom_status carom_bonds_check(const carom_scene_def *def, carom_error *err);
/* Copies the kinds and makes the bonds of the start between the present particles. */
carom_status carom_bonds_create(carom_scene *s, const carom_scene_def *def, carom_error *err);
void carom_bonds_free(carom_bonds *b);
size_t carom_bonds_bytes(const carom_bonds *b);

/* bonds_make.c: makes the bonds of a kind between particles that are near each other now, or
 * between the pairs that the kind lists; counts them in `made`. */
carom_status carom_bonds_make(carom_scene *s, int kind, int64_t *made, carom_error *err);

/* Inertia of a bond's particles as the bond sees it, disregarding holds. `shares`, unless NULL: how
 * many bonds share each particle, by tag. */
carom_beam_inertia carom_bond_inertia(const carom_scene *s, const carom_bond *b,
                                      const uint32_t *shares);

/* Sets section, stiffness and dashpots of a bond from its kind, length and particles. */
void carom_bond_prepare(const carom_scene *s, carom_bond *b);

/* Finds the particles of all bonds after particles were sorted or bonds made; false without
 * memory. */
bool carom_bonds_index(carom_scene *s);
/* Tags have changed; bonds of particles that are gone (CAROM_GONE) are removed. */
void carom_bonds_renumber(carom_scene *s, const uint32_t *new_tag);
/* Energy stored in all bonds or, unless new_tag is NULL, in those of particles that leave. */
double carom_bonds_energy(const carom_scene *s, const uint32_t *new_tag);

/* The step that resolves the fastest mode well, 0 without memory; and the stability limit. Both are
 * infinite without bonds. */
double carom_bonds_step(const carom_scene *s);
double carom_bonds_step_limit(const carom_scene *s);

/* bond_forces.c. `apart`: vector from a to b across the nearest border. `load`: what an intact bond
 * does now. `stresses`: its largest tensile and shear stress at the surface. */
void carom_bond_apart(const carom_model *m, const double *a, const double *b, double out[3]);
/* Vector from particle i to the nearest image of j and its relative velocity, with velocities from
 * the rows u and v. */
void carom_bond_between(const struct carom_scene *s, int64_t i, int64_t j, const double *u,
                        const double *v, double apart[3], double velocity[3]);
void carom_bond_load(const carom_scene *s, int64_t number, carom_beam_load *out);
void carom_bond_stresses(const carom_scene *s, int64_t number, const carom_beam_load *load,
                         double *tensile, double *shear);
/* Computes the rows of all bonds for the present positions; overloaded bonds break. Losses of a
 * step of this length are added. */
void carom_bonds_forces(carom_scene *s, double step);
/* Adds the rows of bonds to the force rows of particles [from, to); `force` begins with the row of
 * `from`. */
void carom_bonds_gather(const carom_scene *s, int64_t from, int64_t to, double *force);
/* Rotates the orientations of particles by their mid-step spin. */
void carom_bonds_turn(carom_scene *s, int64_t from, int64_t to, double time);

/* bond_contacts.c: does this bond, while intact, replace the contact of its particles? */
bool carom_bond_replaces(const carom_bonds *bonds, const carom_bond *b);
/* Is there such a bond between i and j? For making active lists, if `replace` is set. */
bool carom_bonds_replace(const carom_scene *s, uint32_t i, uint32_t j);
/* Energy of the contact that replaces a bond which broke `time` before now: in total, and that of
 * adhesion with a history. */
typedef struct carom_bond_given {
  double held, latched;
} carom_bond_given;
carom_bond_given carom_bond_gives(const carom_scene *s, int64_t number, double time);
/* Time at which the last bond replacing the contact of two particles, given by tags, broke;
 * CAROM_UNSET if there is none. */
double carom_bond_gave_way(const carom_scene *s, int64_t a, int64_t b);
/* Bonds [from, to) have broken now: the blocks of the contacts that replace them make their active
 * lists anew. */
void carom_bonds_list_broken(carom_scene *s, int64_t from, int64_t to);

/* bond_state.c */
carom_status carom_bonds_archive(carom_scene *s, carom_archive *archive, carom_error *err);

#endif
