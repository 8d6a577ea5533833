/* SPDX-License-Identifier: MIT */
/* Shared by all measures: a look at a scene block by block, and tensors. */
#ifndef CAROM_SRC_MEASURE_H
#define CAROM_SRC_MEASURE_H

#include <carom/measure.h>

#include "core/error.h"
#include "law_base.h"
#include "law_math.h"
#include "scene/scene.h"
#include "scene/wall_shapes.h"

/* A scene that is being measured. */
typedef struct carom_look {
  carom_scene *s;
  const carom_selection *of;
  carom_selection anywhere;       /* the selection without its region */
  bool everyone;                  /* `anywhere` selects all particles */
  const carom_scene_grain *grain; /* by tag */
  int64_t blocks;
  int workers;
} carom_look;

/* Checks the arguments of an archive of a measure: its state and the name of its group. */
carom_status carom_look_archive(const void *state, const char *name, const carom_archive *archive,
                                carom_error *err);

/* Checks arguments and brings the present state to the host. */
carom_status carom_look_begin(carom_look *look, carom_scene *s, const carom_selection *of,
                              carom_error *err);

/* Is the particle with this index selected? `folded`: its position folded into the domain. */
static inline bool carom_look_at(const carom_look *look, int64_t i, double folded[3])
{
  carom_fold(&look->s->model, carom_position_of(look->s, i), folded);
  return (look->everyone && !look->of->within) || carom_selected(look->s, look->of, i, folded);
}

static inline const carom_scene_grain *carom_look_grain(const carom_look *look, int64_t i)
{
  return &look->grain[look->s->particles.tag[i]];
}

/* Centre of the body that moves; for a member, of its clump. Not folded. */
void carom_look_centre(const carom_look *look, int64_t i, double out[3]);

/* Position of that centre relative to the image of the particle that is seen, and its velocity
 * there. A member moves with the centre of its clump, whose rotation is no motion of the bulk.
 * Positions and velocities are those of the view. */
void carom_look_motion(const carom_look *look, int64_t i, double centre[3], double velocity[3]);

/* The particle that represents the body of particle i; for a member, the first member of its
 * clump. */
int64_t carom_look_body(const carom_look *look, int64_t i);

/* A contact as a measure sees it: two pieces, from the centre of `a` to the contact point and from
 * there to the centre of `b`. For clumps the pieces end at the centre of mass; a wall has no second
 * piece. Positions continue from that of `a`, which is folded into the domain. */
typedef struct carom_contact_pieces {
  int64_t a, b;    /* indices; b is -1 for a wall */
  double force[3]; /* total force on a */
  double push;     /* its normal part */
  double normal[3];
  double from[3], point[3], to[3];
} carom_contact_pieces;

carom_contact_pieces carom_contact_pieces_of(const carom_scene *s, const carom_contact_view *v);
/* An intact bond in the same form; its point is halfway. */
carom_contact_pieces carom_bond_pieces_of(const carom_scene *s, int64_t bond);

static inline bool carom_view_closed(const carom_scene *s, const carom_contact_view *v)
{
  return v->overlap > -s->model.material_pair[v->material_pair].reach;
}

/* Does the selection without its region contain particle i? */
static inline bool carom_look_counts(const carom_look *look, int64_t i)
{
  return look->everyone ||
         carom_selected(look->s, &look->anywhere, i, carom_position_of(look->s, i));
}

/* images.c: the shifts under which something between two corners is in the domain: 0, and those of
 * its images across periodic borders. Returns their number. */
enum { CAROM_IMAGES = 45 };
int carom_images(const carom_model *m, const double low[3], const double high[3],
                 double shift[CAROM_IMAGES][3]);

/* The volume over which stresses are averaged: that of the region or of the domain; NaN if
 * infinite. */
double carom_look_volume(const carom_look *look);

/* Reports missing memory. */
carom_status carom_look_no_room(carom_error *err);

/* tensor.c: eigenvalues of the symmetric part of a tensor, largest first; solution x = a^-1 b for
 * symmetric a, false if it is singular. */
void carom_tensor_principal(const double tensor[9], double value[3]);
bool carom_tensor_solve(const double a[9], const double b[9], double x[9]);

/* rattlers.c: the contacts of a block, by first body and partner. */
typedef struct carom_ends {
  uint32_t *end;
  int64_t contacts, room;
  bool failed; /* out of memory */
} carom_ends;

bool carom_ends_grow(carom_ends *e);
static inline void carom_ends_add(carom_ends *e, uint32_t a, uint32_t b)
{
  if (e->contacts == e->room && !carom_ends_grow(e)) return;
  e->end[2 * e->contacts] = a;
  e->end[2 * e->contacts + 1] = b;
  e->contacts++;
}

/* Finds rattlers among all bodies. `degree` becomes the number of contacts left, -1 for a rattler;
 * for a clump it is stored with its first member. False without memory. */
bool carom_find_rattlers(const carom_look *look, const carom_ends *ends, int32_t *degree);

#endif
