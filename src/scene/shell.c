/* SPDX-License-Identifier: MIT */
/* How the faces of a shell are connected, and how a shell moves. */
#include "scene/shell.h"

#include <stdlib.h>

#include "scene/rotation.h"
#include "scene/scene.h"

carom_shell *carom_shell_new(int64_t faces)
{
  carom_shell *shell = calloc(1, sizeof *shell);
  if (!shell) return NULL;
  shell->node = malloc((size_t)faces * sizeof *shell->node);
  shell->patch = calloc((size_t)faces + 1, sizeof *shell->patch); /* one more for the absent face */
  if (!shell->node || !shell->patch) {
    carom_shell_free(shell);
    return NULL;
  }
  for (int k = 0; k < 9; k += 4)
    shell->turn[k] = 1;
  return shell;
}

void carom_shell_free(carom_shell *shell)
{
  if (!shell) return;
  free(shell->node);
  free(shell->patch);
  free(shell->worn);
  carom_box_tree_free(&shell->tree);
  free(shell);
}

/* A joint as one face has it: two nodes, the lower one first, or the same rim twice. */
typedef struct joint {
  int32_t node[2];
  int32_t face;
  bool turned; /* the face runs along it from the higher node to the lower */
} joint;

static int by_nodes(const void *a, const void *b)
{
  const joint *x = a, *y = b;
  for (int k = 0; k < 2; k++)
    if (x->node[k] != y->node[k]) return x->node[k] < y->node[k] ? -1 : 1;
  return (x->face > y->face) - (x->face < y->face);
}

/* Joints of triangles are their edges; those of swept faces are their rims. */
static int64_t list_joints(const carom_walls *w, const carom_wall *wall, joint *out)
{
  int64_t count = 0;
  for (int32_t f = 0; f < wall->faces; f++) {
    const int32_t *node = wall->shell->node[f];
    const bool edges = w->face[wall->face + f].shape == CAROM_FACE_TRIANGLE;
    for (int k = 0; k < CAROM_FACE_NODES; k++) {
      const int32_t a = node[k], b = edges ? node[(k + 1) % CAROM_FACE_NODES] : a;
      if (a < 0 || b < 0) continue;
      out[count++] = (joint){{a < b ? a : b, a < b ? b : a}, f, a > b};
    }
  }
  return count;
}

static int32_t root_of(int32_t *parent, int32_t f)
{
  while (parent[f] != f)
    f = parent[f] = parent[parent[f]];
  return f;
}

/* Do two triangles that share an edge join below the smooth angle? Rims of swept faces always count
 * as edges. */
static bool joins_smoothly(const carom_walls *w, const carom_wall *wall, const joint *j)
{
  if (w->face[wall->face].shape != CAROM_FACE_TRIANGLE) return false;
  const double *a = w->face_row + CAROM_FACE_DOUBLES * (wall->face + j[0].face),
               *b = w->face_row + CAROM_FACE_DOUBLES * (wall->face + j[1].face);
  const double cosine = carom_dot(a + CAROM_FACE_DIRECTION, b + CAROM_FACE_DIRECTION);
  return (j[0].turned == j[1].turned ? -cosine : cosine) > wall->shell->smooth;
}

/* Unites the faces of smooth joints into patches; marks the nodes of joints with one face or more
 * than two. */
static void unite(const carom_walls *w, const carom_wall *wall, const joint *j, int64_t joints,
                  bool *rim)
{
  int32_t *parent = wall->shell->patch;
  for (int64_t from = 0, to; from < joints; from = to) {
    for (to = from + 1;
         to < joints && j[to].node[0] == j[from].node[0] && j[to].node[1] == j[from].node[1];)
      to++;
    if (to - from == 2 && joins_smoothly(w, wall, j + from)) {
      const int32_t a = root_of(parent, j[from].face), b = root_of(parent, j[from + 1].face);
      parent[a > b ? a : b] = a < b ? a : b;
    }
    if (to - from != 2) rim[j[from].node[0]] = rim[j[from].node[1]] = true;
  }
}

/* Numbers patches in the order of their first faces. */
static void number_patches(carom_shell *shell, int32_t faces)
{
  for (int32_t f = 0; f < faces; f++) {
    const int32_t root = root_of(shell->patch, f);
    shell->patch[f] = root; /* roots come first, so by the second loop a root holds -1 - number */
  }
  int32_t count = 0;
  for (int32_t f = 0; f < faces; f++) {
    const int32_t root = shell->patch[f];
    shell->patch[f] = root == f ? -1 - count++ : shell->patch[root];
  }
  for (int32_t f = 0; f < faces; f++)
    shell->patch[f] = -1 - shell->patch[f];
  shell->patches = count;
}

static bool find_patches(carom_walls *w, carom_wall *wall)
{
  carom_shell *shell = wall->shell;
  int32_t nodes = 0;
  for (int32_t f = 0; f < wall->faces; f++) {
    shell->patch[f] = f;
    for (int k = 0; k < CAROM_FACE_NODES; k++)
      nodes = shell->node[f][k] >= nodes ? shell->node[f][k] + 1 : nodes;
  }
  joint *joints = malloc((size_t)wall->faces * CAROM_FACE_NODES * sizeof *joints);
  bool *rim = calloc((size_t)nodes + 1, sizeof *rim);
  if (joints && rim) {
    const int64_t count = list_joints(w, wall, joints);
    qsort(joints, (size_t)count, sizeof *joints, by_nodes);
    unite(w, wall, joints, count, rim);
    for (int32_t f = 0; f < wall->faces; f++) {
      bool inner = true;
      for (int k = 0; k < CAROM_FACE_NODES; k++)
        inner &= shell->node[f][k] < 0 || !rim[shell->node[f][k]];
      w->face[wall->face + f].inner = inner;
    }
    number_patches(shell, wall->faces);
  }
  const bool done = joints && rim;
  free(joints);
  free(rim);
  return done;
}

static bool build_tree(const carom_walls *w, const carom_wall *wall)
{
  double(*box)[6] = malloc((size_t)wall->faces * sizeof *box);
  if (!box) return false;
  for (int64_t f = 0; f < wall->faces; f++)
    (void)carom_face_shape_of(&w->face[wall->face + f])
        ->aabb(w->face_row + CAROM_FACE_DOUBLES * (wall->face + f), box[f], box[f] + 3);
  const bool done = carom_box_tree_build(&wall->shell->tree, (const double(*)[6])box, wall->faces);
  free(box);
  if (!done) return false;
  const carom_box_tree_node *root = wall->shell->tree.node;
  double square = 0;
  for (int k = 0; k < 3; k++)
    square += (root->high[k] - root->low[k]) * (root->high[k] - root->low[k]);
  wall->shell->extent = CAROM_SQRT(square);
  return true;
}

/* Adds a face on the axis so far away that its size does not matter. */
static bool add_absent(carom_walls *w, int number)
{
  carom_wall *wall = &w->wall[number];
  double row[CAROM_FACE_DOUBLES] = {[2] = 1e100, [CAROM_FACE_DIRECTION + 2] = 1};
  if (!carom_wall_add_face(w, number, w->face[wall->face].shape, true, row)) return false;
  wall->shell->absent = (uint32_t)(wall->face + --wall->faces);
  return true;
}

bool carom_shell_join(carom_walls *w, int wall, double smooth)
{
  carom_wall *to = &w->wall[wall];
  double sine;
  carom_sincos(smooth, &sine, &to->shell->smooth);
  if (!add_absent(w, wall)) return false;
  for (int64_t f = to->face; f <= to->face + to->faces; f++)
    w->face[f].alone = false;
  return find_patches(w, to) && build_tree(w, to);
}

/* Makes the columns of a matrix orthonormal again, because rounding errors add up over the
 * steps. */
static void straighten(double m[9])
{
  double x[3], y[3], z[3];
  for (int k = 0; k < 3; k++)
    x[k] = m[3 * k], y[k] = m[3 * k + 1];
  double length = CAROM_SQRT(carom_dot(x, x));
  for (int k = 0; k < 3; k++)
    x[k] /= length;
  const double along = carom_dot(x, y);
  for (int k = 0; k < 3; k++)
    y[k] -= along * x[k];
  length = CAROM_SQRT(carom_dot(y, y));
  for (int k = 0; k < 3; k++)
    y[k] /= length;
  carom_cross(x, y, z);
  for (int k = 0; k < 3; k++)
    m[3 * k] = x[k], m[3 * k + 1] = y[k], m[3 * k + 2] = z[k];
}

/* Bound on the speed, by moving the bounding box of the tree as seen from the frame. */
static double speed_of(const carom_shell *shell, const carom_wall_motion *m)
{
  const carom_box_tree_node *root = shell->tree.node;
  double centre[3], velocity[3], spin[3];
  const double *t = shell->turn;
  carom_shell_inside(shell, m->centre, centre);
  for (int k = 0; k < 3; k++) {
    velocity[k] = t[k] * m->velocity[0] + t[3 + k] * m->velocity[1] + t[6 + k] * m->velocity[2];
    spin[k] = t[k] * m->spin[0] + t[3 + k] * m->spin[1] + t[6 + k] * m->spin[2];
  }
  const carom_wall_motion seen = {.centre = centre,
                                  .velocity = velocity,
                                  .spin = spin,
                                  .speed = m->speed,
                                  .rate = m->rate,
                                  .far = m->far};
  return carom_box_speed(root->low, root->high, &seen);
}

void carom_shell_listed(carom_shell *shell)
{
  memcpy(shell->listed_at, shell->at, sizeof shell->at);
  memcpy(shell->listed_turn, shell->turn, sizeof shell->turn);
}

/* A point p of the shell has moved to p + w(p), where w(p) = w(c) + (R - 1) (p - c). */
double carom_shell_passed(const carom_shell *shell, const double low[3], const double high[3],
                          const double by_low[3], const double by_high[3])
{
  const double *to = shell->turn, *from = shell->listed_turn;
  double centre[3], half = 0, turned = 0, square = 0;
  for (int k = 0; k < 3; k++) {
    centre[k] = 0.5 * (low[k] + high[k]);
    half += 0.25 * (high[k] - low[k]) * (high[k] - low[k]);
  }
  for (int k = 0; k < 3; k++) {
    double way = shell->at[k] - centre[k];
    for (int c = 0; c < 3; c++) {
      const double r = carom_dot(to + 3 * k, from + 3 * c), off = r - (k == c);
      way += r * (centre[c] - shell->listed_at[c]);
      turned += off * off;
    }
    const double up = by_high[k] - way, down = way - by_low[k], most = up > down ? up : down;
    square += most * most;
  }
  /* R - 1 stretches a unit vector at most to its Frobenius norm over sqrt(2) */
  return CAROM_SQRT(square) + CAROM_SQRT(0.5 * turned * half);
}

double carom_shell_move(carom_shell *shell, const carom_wall_motion *m, const carom_rotation *r,
                        double step)
{
  const double speed = speed_of(shell, m);
  if (!(speed > 0)) return 0;
  shell->moved = true;
  for (int k = 0; k < 3; k++)
    shell->at[k] -= m->centre[k];
  carom_rotate(r, shell->at);
  for (int c = 0; !r->still && c < 3; c++) {
    double v[3] = {shell->turn[c], shell->turn[3 + c], shell->turn[6 + c]};
    carom_rotate(r, v);
    for (int k = 0; k < 3; k++)
      shell->turn[3 * k + c] = v[k];
  }
  if (!r->still) straighten(shell->turn);
  for (int k = 0; k < 3; k++)
    shell->at[k] += m->centre[k] + step * m->velocity[k];
  return speed;
}
