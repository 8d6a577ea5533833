/* SPDX-License-Identifier: MIT */
/* Shells: walls of finite faces that are touched from both sides. Finite shapes are shells of a few
 * faces, meshes have up to millions.
 *
 * Candidates and contacts. A rebuild lists the faces within reach for every particle and shell
 * (shell_tree.c). A step finds the contacts among them (shell_contacts.c): a particle touches a
 * shell where its distance has a local minimum. That is a point inside a face, or a point on a
 * joint of faces if it is the nearest point of all faces that meet there. So faces take precedence
 * over edges and edges over corners, each place counts once, a flat joint is not felt, and a convex
 * edge or corner acts as such. The rule is exact because the distance from a face is convex.
 *
 * Contacts of a particle with one shell whose normals differ by less than the smooth angle are
 * merged: the deeper one counts. The overlap then passes continuously from face to face of a
 * shallow valley, such as the inside of a triangulated cylinder, however fine it is. Beyond that
 * angle a concave joint gives two contacts. Directions decide rather than places, because two
 * minima in the same direction are the same place. The same rule tells which contact continues from
 * step to step: it keeps its history, which the stages rotate to the new normal.
 *
 * Slots. The contacts of a particle with a shell have consecutive places in the lists, as many as
 * there can be contacts. Empty slots hold the absent face, which is infinitely far away. A history
 * stays in its slot while the face of the slot changes.
 *
 * Patches are faces that join below the smooth angle. Dents that outlive a contact are kept by
 * particle, wall and patch.
 *
 * Rows of faces stay those of the start. A shell that has moved carries a frame, and particles are
 * transformed into it. */
#ifndef CAROM_SRC_SCENE_SHELL_H
#define CAROM_SRC_SCENE_SHELL_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "scene/rotation.h"
#include "scene/wall_shapes.h"

enum {
  CAROM_SHELL_SLOTS = 8, /* most contacts of one particle with one shell */
  CAROM_FACE_NODES = 3,
};

/* Choices are the candidate faces of a particle: a head, the faces, and for every face a lower
 * bound on its distance as a float. The stored bound also contains the path of the particle up to
 * the moment when it was set, so the path since the faces were listed must be subtracted. The head
 * holds the number of faces, how many of them are active, the number of slots, the pass that found
 * the active ones, and the doubles of struct followed in shell_contacts.c. */
enum {
  CAROM_CHOICE_COUNT,
  CAROM_CHOICE_ACTIVE,
  CAROM_CHOICE_SLOTS,
  CAROM_CHOICE_PASS,
  CAROM_CHOICE_AT,
  CAROM_CHOICE_HEAD = CAROM_CHOICE_AT + 14,
  CAROM_CHOICE_LINE = 16 /* heads begin at multiples of this, so at cache lines */
};

/* A node of a bounding volume hierarchy. Its first child follows it. */
typedef struct carom_box_tree_node {
  double low[3], high[3];
  uint32_t second;       /* index of its other child */
  uint32_t first, faces; /* of a leaf: its first face and their number; 0 faces: it has children */
} carom_box_tree_node;

typedef struct carom_box_tree {
  carom_box_tree_node *node;
  uint32_t *face;
  int64_t nodes;
} carom_box_tree;

/* Sliding work on a face in units of carom_wear_unit, with 128 bits: beside dust 63 bits overflow
 * soon. Sums of integers do not depend on their order, so wear does not depend on threads. */
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
  double extent;   /* diagonal of its bounding box */
  carom_box_tree tree;
  double wear;      /* Archard's coefficient over the hardness */
  carom_worn *worn; /* of each face, or NULL */
  bool moved;
  double at[3], turn[9]; /* its origin and rotation matrix now */
  /* The same when its faces were last listed. */
  double listed_at[3], listed_turn[9];
} carom_shell;

/* shell.c: allocates a shell of this many faces. `join` finds joints, patches and the tree once
 * faces and nodes are known; `smooth` in rad; false without memory. */
carom_shell *carom_shell_new(int64_t faces);
void carom_shell_free(carom_shell *shell);
struct carom_walls;
bool carom_shell_join(struct carom_walls *w, int wall, double smooth);
/* `listed` notes that the faces have been listed. `passed` bounds how far any point of the shell
 * near a box has moved since then relative to a particle whose displacement lies in a second
 * box. */
void carom_shell_listed(carom_shell *shell);
double carom_shell_passed(const carom_shell *shell, const double low[3], const double high[3],
                          const double by_low[3], const double by_high[3]);
/* Moves the frame by a step in which it turns by `r`; returns a bound on the speed of its
 * points. */
double carom_shell_move(carom_shell *shell, const carom_wall_motion *motion,
                        const carom_rotation *r, double step);

/* shell_tree.c: builds the tree of bounding boxes; false without memory. Faces are numbered within
 * the wall. */
bool carom_box_tree_build(carom_box_tree *tree, const double (*box)[6], int64_t faces);
void carom_box_tree_free(carom_box_tree *tree);
/* Faces in leaves within `most` of a point, at most `capacity` of them; returns how many there are.
 * Lowers `beyond` to a bound on the distance of all others. */
int64_t carom_box_tree_near(const carom_box_tree *tree, const double x[3], double most,
                            uint32_t *face, int64_t capacity, double *beyond);

static inline float carom_choice_bound(const uint32_t *choice, uint32_t k)
{
  float bound;
  memcpy(&bound, choice + CAROM_CHOICE_HEAD + choice[CAROM_CHOICE_COUNT] + k, sizeof bound);
  return bound;
}

/* Rounds down, so that it stays a lower bound. */
static inline void carom_choice_set_bound(uint32_t *choice, uint32_t k, double distance)
{
  const float bound = (float)(distance * (1 - 2e-7));
  memcpy(choice + CAROM_CHOICE_HEAD + choice[CAROM_CHOICE_COUNT] + k, &bound, sizeof bound);
}

/* Transforms a point into the frame of a shell. */
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

/* Transforms a vector from the frame of a shell to space. */
static inline void carom_shell_outside(const carom_shell *shell, double v[3])
{
  if (!shell->moved) return;
  const double *m = shell->turn, in[3] = {v[0], v[1], v[2]};
  for (int k = 0; k < 3; k++)
    v[k] = m[3 * k] * in[0] + m[3 * k + 1] * in[1] + m[3 * k + 2] * in[2];
}

#endif
