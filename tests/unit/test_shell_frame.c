/* SPDX-License-Identifier: MIT */
/* What shells compute quickly against the same, computed plainly. */
#include "scene/scene.h"
#include "suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double number(uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-53 - 0.5;
}

/* `nearest` gives the bits of `facing`, which kernels have, and tells the feature by its share of
 * the corners. */
static void nearest_is_what_kernels_see(void **state)
{
  (void)state;
  const carom_face_shape *shape = carom_face_shape_of(&(carom_face){.shape = CAROM_FACE_TRIANGLE});
  uint64_t seed = 7;
  int seen[8] = {0};
  for (int i = 0; i < 20000; i++) {
    double row[CAROM_FACE_DOUBLES] = {0}, x[3], a[4], b[4], n[3];
    for (int k = 0; k < 3; k++) {
      row[k] = number(&seed);
      row[8 + k] = number(&seed);
      row[12 + k] = number(&seed);
      x[k] = 2 * number(&seed);
    }
    carom_cross(row + 8, row + 12, n);
    const double length = sqrt(carom_dot(n, n));
    for (int k = 0; k < 3; k++)
      row[CAROM_FACE_DIRECTION + k] = n[k] / length;
    shape->facing(row, x, a);
    const unsigned feature = shape->nearest(row, x, b);
    assert_memory_equal(a, b, sizeof a);
    assert_in_range(feature, 0, 6);
    seen[feature]++;
    /* the foot has shares of those corners only */
    double foot[3], side[3];
    for (int k = 0; k < 3; k++)
      foot[k] = x[k] - b[0] * b[1 + k] - row[k];
    carom_cross(foot, row + 12, side);
    const double second = carom_dot(side, n) / (length * length);
    carom_cross(row + 8, foot, side);
    const double third = carom_dot(side, n) / (length * length);
    const double share[3] = {1 - second - third, second, third};
    for (int c = 0; c < 3; c++) {
      const bool has = feature == 0 || feature >> c & 1;
      if (has ? !(share[c] > -1e-9) : !(fabs(share[c]) < 1e-6 / length))
        fail_msg("triangle %d: corner %d of feature %u has a share of %g", i, c, feature, share[c]);
    }
  }
  for (int f = 0; f < 7; f++)
    if (seen[f] < 100) fail_msg("feature %d was seen %d times only", f, seen[f]);
}

static void into(const carom_shell *shell, bool listed, const double x[3], double out[3])
{
  carom_shell frame = *shell;
  frame.moved = true;
  if (listed) {
    memcpy(frame.at, frame.listed_at, sizeof frame.at);
    memcpy(frame.turn, frame.listed_turn, sizeof frame.turn);
  }
  carom_shell_inside(&frame, x, out);
}

/* No particle of the box goes farther in the frame than is said, and one that goes with the shell
 * hardly at all. */
static void a_shell_carries_its_particles(void **state)
{
  (void)state;
  uint64_t seed = 11;
  for (int i = 0; i < 300; i++) {
    carom_box_tree_node box = {.low = {-10, -10, -10}, .high = {10, 10, 10}};
    carom_shell shell = {.turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .tree = {.node = &box, .nodes = 1}};
    double low[3], high[3], by_low[3], by_high[3], v[3], spin[3], centre[3];
    for (int k = 0; k < 3; k++) {
      low[k] = 10 * number(&seed);
      high[k] = low[k] + 0.5 + number(&seed);
      v[k] = number(&seed);
      spin[k] = number(&seed);
      centre[k] = 5 * number(&seed);
    }
    const carom_wall_motion m = {.centre = centre,
                                 .velocity = v,
                                 .spin = spin,
                                 .speed = sqrt(carom_dot(v, v)),
                                 .rate = sqrt(carom_dot(spin, spin)),
                                 .far = 100};
    const double step = 0.01;
    const carom_rotation r = carom_rotation_of(spin, step);
    carom_shell_move(&shell, &m, &r, 0.3);
    carom_shell_listed(&shell);
    for (int k = 0; k < 5; k++) {
      carom_shell_move(&shell, &m, &r, step);
      for (int c = 0; c < 3; c++)
        centre[c] += step * v[c];
    }
    /* those that go with it, and a little more */
    double farthest = 0, u[16][3], p[16][3];
    for (int k = 0; k < 3; k++)
      by_low[k] = 1e300, by_high[k] = -1e300;
    for (int n = 0; n < 16; n++) {
      double seen[3], back[3];
      for (int k = 0; k < 3; k++)
        p[n][k] = low[k] + (high[k] - low[k]) * (n < 8 ? n >> k & 1 : 0.5 + number(&seed));
      into(&shell, true, p[n], seen);
      memcpy(back, seen, sizeof back);
      carom_shell_outside(&shell, back);
      for (int k = 0; k < 3; k++) {
        u[n][k] = back[k] + shell.at[k] - p[n][k] + 0.01 * number(&seed);
        by_low[k] = u[n][k] < by_low[k] ? u[n][k] : by_low[k];
        by_high[k] = u[n][k] > by_high[k] ? u[n][k] : by_high[k];
      }
    }
    const double bound = carom_shell_passed(&shell, low, high, by_low, by_high);
    for (int n = 0; n < 16; n++) {
      double before[3], now[3], at[3], gone = 0;
      for (int k = 0; k < 3; k++)
        at[k] = p[n][k] + u[n][k];
      into(&shell, true, p[n], before);
      into(&shell, false, at, now);
      for (int k = 0; k < 3; k++)
        gone += (now[k] - before[k]) * (now[k] - before[k]);
      farthest = sqrt(gone) > farthest ? sqrt(gone) : farthest;
    }
    assert_true(farthest > 0);
    if (!(bound >= farthest)) fail_msg("%d: %g, and one went %g", i, bound, farthest);
    const double across = sqrt(3.0) * 1.0; /* half of the box, at most, twice */
    if (!(bound < 0.02 + 2 * across * 5 * step * m.rate))
      fail_msg("%d: a bound of %g is worth nothing", i, bound);
  }
}

SUITE("shell frame", nearest_is_what_kernels_see, a_shell_carries_its_particles)
