/* SPDX-License-Identifier: MIT */
/* How far beyond contacts grains of other ranks are known. A wide skin means more ghosts, which are
 * sent and copied in every step. With a narrow skin grains have moved by half of it sooner, and an
 * exchange is due. The best value follows from how fast grains move. It is found by counting, not
 * by timing, so that results can be repeated. */
#include <math.h>

#include "bridge.h"

double skin_reach(const bridge *b)
{
  return 2 * b->scene->model.largest + b->scene->model.reach;
}

/* Half a mean radius. */
double skin_first(const bridge *b)
{
  return 2 * b->scene->model.skin;
}

double skin_travelled(const bridge *b)
{
  double most = 0;
  for (int i = 0; i < b->here; i++) {
    const double *x = carom_position_of(b->scene, b->scene->particles.index_of[i]);
    const double *from = b->held + 3 * (int64_t)i;
    const double u = x[0] - from[0], v = x[1] - from[1], w = x[2] - from[2];
    const double square = u * u + v * v + w * w;
    most = square > most ? square : most;
  }
  return sqrt(most);
}

enum { LOOK = 128 }; /* steps between two looks at the skin without exchanges */

int64_t skin_next_look(const bridge *b)
{
  const bool looks = !b->skin_given && (b->ranks > 1 || b->periodic);
  return looks ? b->looked + LOOK : INT64_MAX;
}

/* Cost of a grain or ghost at an exchange over that of a ghost in a step: measured, in
 * instructions. */
#define EXCHANGE_COST 40
#define COARSE 1.4    /* the skin is only changed if it is off by this factor */
#define NARROWEST 0.1 /* of the first skin; with less, steps are lost as grains begin to move */
#define WIDEST 2.0    /* unless copies across periodic borders could come near each other */

/* The best skin minimises 2 u e (N + G) / skin + g G (L + skin) / (L + present skin): u is the
 * largest displacement in a step, N the number of grains, G that of ghosts within the reach L and
 * the present skin of a border, e the cost of an exchange per grain and ghost, g that of a ghost
 * per step. G is estimated as at least the number of grains along one side of each part. */
bool skin_tune(bridge *b)
{
  if (skin_next_look(b) == INT64_MAX) return false;
  const double steps = (double)(b->step - b->since), first = skin_first(b);
  double moved = skin_travelled(b), most, count[2] = {b->here, b->ghosts}, sum[2];
  b->looked = b->step;
  MPI_Allreduce(&moved, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(count, sum, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (!(sum[0] > 0) || steps < 1) return false;
  const double side = cbrt(sum[0] / b->ranks), ghosts = fmax(sum[1], b->ranks * side * side);
  const double best = sqrt(2 * most / steps * EXCHANGE_COST * (1 + sum[0] / ghosts) *
                           (skin_reach(b) + b->skin));
  const double skin = fmin(fmax(best, NARROWEST * first), b->periodic ? first : WIDEST * first);
  if (skin < COARSE * b->skin && b->skin < COARSE * skin) return false;
  b->skin = skin;
  return true;
}
