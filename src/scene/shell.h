/* SPDX-License-Identifier: MIT */
/* Shells: walls of faces that end, touched from both sides. Finite shapes are shells of a few
 * faces, meshes of up to millions.
 *
 * Candidates and contacts. A rebuild lists for every particle and shell the faces within reach
 * (shell_tree.c). A step finds the contacts among them (shell_contacts.c): a particle touches a
 * shell where its distance has a local minimum. On a face that is a point inside of it; a point on
 * a joint of faces is one only if it is the nearest point of all of them. So a face comes before an
 * edge and an edge before a corner, each place counts once, a flat joint is not felt, and a convex
 * edge or corner acts as such. Distances from a face are convex, which makes this exact.
 *
 * Contacts of a particle with one shell whose normals differ by less than the smooth angle are one:
 * the deeper counts, so that the overlap passes continuously from face to face of a shallow valley,
 * as inside of a cylinder of triangles, however fine it is. Beyond that angle a concave joint gives
 * two contacts. Directions, not places, decide, because two minima of equal direction are the same
 * place. From step to step the same rule tells which contact goes on: it keeps its history, which
 * the stages rotate to the new normal.
 *
 * Slots. The contacts of a particle with a shell have consecutive places in the lists, as many as
 * there can be contacts. Slots without one hold the absent face, which is infinitely far. A history
 * stays in its slot while the face of the slot changes.
 *
 * Patches are faces that join below the smooth angle. Dents that outlive a contact are kept by
 * particle, wall and patch.
 *
 * Rows of faces are those of the start. A shell that has moved carries a frame, and particles are
 * brought into it. */
#ifndef CAROM_SRC_SCENE_SHELL_H
#define CAROM_SRC_SCENE_SHELL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "scene/rotation.h"
#include "scene/wall_shapes.h"

enum {
  CAROM_SHELL_SLOTS = 8, /* contacts of one particle with one shell, at most */
  CAROM_FACE_NODES = 3,
};

/* Choices are a head, faces, and for every face a bound of its distance, as a float, which is too
 * large by the way of the particle since it was listed. The head: how many, how many of them are
 * active, slots; the pass that found the active ones; doubles that shell_contacts.c tells. */
enum {
  CAROM_CHOICE_COUNT,
  CAROM_CHOICE_ACTIVE,
  CAROM_CHOICE_SLOTS,
  CAROM_CHOICE_PASS,
  CAROM_CHOICE_AT,
  CAROM_CHOICE_HEAD = CAROM_CHOICE_AT + 14,
  CAROM_CHOICE_LINE = 16 /* heads begin at multiples, and so on lines of the cache */
};

/* Of a bounding volume hierarchy. The first child of a node follows it. */
typedef struct carom_box_tree_node {
  double low[3], high[3];
  uint32_t second;       /* its other child */
  uint32_t first, faces; /* a leaf: where its faces begin; none: it has children */
} carom_box_tree_node;

typedef struct carom_box_tree {
  carom_box_tree_node *node;
  uint32_t *face;
  int64_t nodes;
} carom_box_tree;

/* Sliding work of a face in units of carom_wear_unit, 128 bits of it: beside dust, 63 are soon used
 * up. Sums of whole numbers do not depend on their order, and so not on the threads. */
typedef struct carom_worn {
  uint64_t low, high;
} carom_worn;

static inline void carom_worn_add(carom_worn *to, double work)
{
  const double word = 18446744073709551616.0;
  if (!(work > 0 && work < word * word)) return;
  uint64_t high = (uint64_t)(work / word);
  const uint64_t low = (uint64_t)(work - (double)high * word + 0.5);
  high += __atomic_add_fetch(&to->low, low, __ATOMIC_RELAXED) < low;
  if (high > 0) __atomic_fetch_add(&to->high, high, __ATOMIC_RELAXED);
}

static inline double carom_worn_sum(const carom_worn *worn)
{
  return (double)worn->high * 18446744073709551616.0 + (double)worn->low;
}

typedef struct carom_shell {
  int32_t (*node)[CAROM_FACE_NODES]; /* of each face; -1: none */
  int32_t *patch;                    /* of each face */
  int32_t patches;
  uint32_t absent; /* a face behind the last one, infinitely far from everything */
  double smooth;   /* cosine of the smooth angle */
  double extent;   /* diagonal of its box */
  carom_box_tree tree;
  double wear;      /* Archard's coefficient over the hardness */
  carom_worn *worn; /* of each face, or NULL */
  bool moved;
  double at[3], turn[9];               /* where its origin is, and the matrix of its rotation */
  double listed_at[3], listed_turn[9]; /* and where they were when its faces were listed */
} carom_shell;

/* shell.c: space for so many faces. / Joints, patches and tree of a shell whose faces and nodes are
 * known; `smooth` in rad. False without memory. */
carom_shell *carom_shell_new(int64_t faces);
void carom_shell_free(carom_shell *shell);
struct carom_walls;
bool carom_shell_join(struct carom_walls *w, int wall, double smooth);
/* Its faces have been listed. / How far any of its points near a box has gone since then, relative
 * to a particle whose displacement from there is in another box. */
void carom_shell_listed(carom_shell *shell);
double carom_shell_passed(const carom_shell *shell, const double low[3], const double high[3],
                          const double by_low[3], const double by_high[3]);
/* Moves its frame by a step, in which it turns by a rotation; returns a bound of the speed of its
 * points. */
double carom_shell_move(carom_shell *shell, const carom_wall_motion *motion,
                        const carom_rotation *r, double step);

/* shell_tree.c: the tree of boxes; false without memory. `face`: of the wall, from 0 on. */
bool carom_box_tree_build(carom_box_tree *tree, const double (*box)[6], int64_t faces);
void carom_box_tree_free(carom_box_tree *tree);
/* Faces in leaves within `most` of a point, at most `capacity` of them; returns how many there are.
 * `beyond`: a bound of the distance of all others, if it is less than it was. */
int64_t carom_box_tree_near(const carom_box_tree *tree, const double x[3], double most,
                            uint32_t *face, int64_t capacity, double *beyond);

static inline float carom_choice_bound(const uint32_t *choice, uint32_t k)
{
  float bound;
  memcpy(&bound, choice + CAROM_CHOICE_HEAD + choice[CAROM_CHOICE_COUNT] + k, sizeof bound);
  return bound;
}

/* Rounded downwards. */
static inline void carom_choice_set_bound(uint32_t *choice, uint32_t k, double distance)
{
  const float bound = (float)(distance * (1 - 2e-7));
  memcpy(choice + CAROM_CHOICE_HEAD + choice[CAROM_CHOICE_COUNT] + k, &bound, sizeof bound);
}

/* A point, seen from the frame of a shell. */
static inline void carom_shell_inside(const carom_shell *shell, const double x[3], double out[3])
{
  if (!shell->moved) {
    memcpy(out, x, 3 * sizeof *out);
    return;
  }
  const double *m = shell->turn;
  const double u = x[0] - shell->at[0], v = x[1] - shell->at[1], w = x[2] - shell->at[2];
  for (int k = 0; k < 3; k++)
    out[k] = m[k] * u + m[3 + k] * v + m[6 + k] * w;
}

/* A vector of its frame, seen from outside. */
static inline void carom_shell_outside(const carom_shell *shell, double v[3])
{
  if (!shell->moved) return;
  const double *m = shell->turn, in[3] = {v[0], v[1], v[2]};
  for (int k = 0; k < 3; k++)
    v[k] = m[3 * k] * in[0] + m[3 * k + 1] * in[1] + m[3 * k + 2] * in[2];
}

#endif
