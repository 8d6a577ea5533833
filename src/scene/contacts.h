/* SPDX-License-Identifier: MIT */
/* Neighbour pairs, active lists and contact histories. scene.h has a drawing. */
#ifndef CAROM_SRC_SCENE_CONTACTS_H
#define CAROM_SRC_SCENE_CONTACTS_H

#include "core/archive.h"
#include "core/error.h"
#include "scene/model.h"
#include "scene/walls.h"

/* Neighbour pairs of one block with the same material pair and kind: those that may touch before
 * the next rebuild. */
typedef struct carom_pair_bin {
  int32_t material_pair, kind; /* CAROM_PAIR_INNER ... */
  int32_t choices;             /* wall pairs only: some are with shells */
  int32_t has_periodic;        /* some pair lies across a periodic border */
  int64_t group, contacts; /* first group of eight; number of pairs, the last group being padded */
} carom_pair_bin;

/* An active list: the pairs of one bin that may touch within a few steps, with all that a step
 * needs to know of them; see active_list.c. */
typedef struct carom_active_list {
  int32_t material_pair, kind, choices, has_periodic; /* as in the bin */
  int64_t dense;           /* 1: evaluated without a filter, open contacts included */
  int64_t group, contacts; /* as in the bin */
} carom_active_list;

enum {
  CAROM_PAIR_INNER, /* both particles in this block */
  CAROM_PAIR_HALO,  /* the second one is in a later block */
  CAROM_PAIR_WALL,  /* the second one is a face of a wall */
  CAROM_PAIR_KINDS
};

/* Dents of pairs that are no longer listed, sorted by key; see memory.c. */
typedef struct carom_dents {
  int64_t *key;
  double *state; /* a row each: the history without the springs */
  int64_t count, key_capacity, state_capacity;
} carom_dents;

typedef struct carom_contacts {
  /* Neighbour pairs: byte offsets of both bodies (of faces see CAROM_FACE_OFFSET). The row is the
   * byte offset of the second body's halo row or, for a contact with a shell, one more than the
   * index of its candidate faces; otherwise 0. */
  carom_pair_bin *pair_bin;
  int64_t pair_bins, pair_bin_capacity;
  uint32_t *neighbour_pair, *neighbour_row;
  int64_t groups, neighbour_pair_capacity, neighbour_row_capacity;
  uint32_t *choice; /* of contacts with shells: CAROM_CHOICE_HEAD numbers, then candidates */
  int64_t choices, choice_capacity;
  /* Active lists, two for every bin, some of them empty. The lists of a block occupy the groups of
   * its neighbour pairs. */
  carom_active_list *active_list;
  int64_t active_list_capacity;
#define CAROM_CONTACT(name, type, width, drafted, condition)                                       \
  type *name;                                                                                      \
  int64_t name##_capacity;
#include "scene/contacts.def"
#undef CAROM_CONTACT
  int64_t recorded_pass; /* pass whose forces `traction` and `applied` hold */
  carom_dents dents;
} carom_contacts;

/* Active lists of a block under construction. */
typedef struct carom_draft {
#define CAROM_CONTACT(name, type, width, drafted, condition)                                       \
  type *name;                                                                                      \
  int64_t name##_capacity;
#include "scene/contacts.def"
#undef CAROM_CONTACT
} carom_draft;

/* Grows *array to `count` items of `size` bytes unless *capacity suffices; contents are lost. */
bool carom_reserve(void *array, int64_t *capacity, int64_t count, size_t size);
/* Space for `pair_bins` bins and `groups` groups; contents are lost; false without memory. */
bool carom_contacts_reserve(carom_contacts *c, const carom_model *m);
bool carom_draft_reserve(carom_draft *d, const carom_model *m, int64_t groups);
/* Copies consecutive groups of a draft, from group `from` on, to the active lists at group `to`. */
void carom_draft_take(carom_contacts *c, const carom_model *m, const carom_draft *d, int64_t from,
                      int64_t to, int64_t groups);
size_t carom_contacts_bytes(const carom_contacts *c);
void carom_contacts_free(carom_contacts *c);
void carom_draft_free(carom_draft *d);
/* Zeroes what nobody reads, so that equal states are stored alike: groups [to, end), and what is
 * recorded of open contacts in [from, to). */
void carom_contacts_clear_unused(carom_contacts *c, const carom_model *m, int64_t from, int64_t to,
                                 int64_t end);
/* Stores or loads pairs and the arrays parallel to the active lists; bins and lists must come
 * before. */
carom_status carom_contacts_archive(carom_contacts *c, const carom_model *m, carom_archive *archive,
                                    carom_error *err);

/* Partner of a particle: the index of another particle or, marked by the top bit, a face of a
 * wall. */
#define CAROM_NO_PARTICLE UINT32_MAX
#define CAROM_WALL_PARTNER (UINT32_C(1) << 31)

static inline bool carom_partner_is_wall(uint32_t partner)
{
  return (partner & CAROM_WALL_PARTNER) != 0;
}

static inline uint32_t carom_wall_partner(uint32_t face)
{
  return CAROM_WALL_PARTNER | face;
}

static inline uint32_t carom_partner_face(uint32_t partner)
{
  return partner & ~CAROM_WALL_PARTNER;
}

/* The mesh triangle that a partner stands for, or -1. */
static inline int carom_mesh_triangle(const carom_walls *w, uint32_t partner)
{
  const uint32_t face = carom_partner_face(partner);
  return w->face[face].shape == CAROM_FACE_TRIANGLE ? (int)carom_face_number(w, face) : -1;
}

/* Where the history of a contact begins. Dense lists store histories by groups of eight, number by
 * number, as the kernels load them; filtered lists store them contact by contact, so that those of
 * open contacts are not read. */
static inline int64_t carom_history_offset(const carom_model *m, const carom_active_list *list,
                                           int64_t contact)
{
  const int size = m->history.size;
  return list->dense ? contact / CAROM_LANES * CAROM_LANES * size + contact % CAROM_LANES
                     : contact * size;
}

/* Stride between the numbers of one history. */
static inline int carom_history_stride(const carom_active_list *list)
{
  return list->dense ? CAROM_LANES : 1;
}

static inline bool carom_is_touching(const carom_contacts *c, int64_t contact)
{
  return c->touching[contact / CAROM_LANES] >> contact % CAROM_LANES & 1;
}

#endif
