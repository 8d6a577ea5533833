/* SPDX-License-Identifier: MIT */
/* How far beyond contacts grains of other ranks are known. With a wide skin there are more ghosts,
 * which are sent and copied in every step; with a narrow one grains have moved by half of it
 * sooner, and an exchange is due. What is best follows from how fast grains move, by counts and not
 * by clocks, so that results can be repeated. */
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

enum { LOOK = 128 }; /* steps between two looks where there are no exchanges */

int64_t skin_next_look(const bridge *b)
{
  const bool looks = !b->skin_given && (b->ranks > 1 || b->periodic);
  return looks ? b->looked + LOOK : INT64_MAX;
}

/* Of a grain or ghost at an exchange, over that of a ghost in a step: instructions, measured. */
#define EXCHANGE_COST 40
#define COARSE 1.4    /* by how much the skin is off before it is changed */
#define NARROWEST 0.1 /* of the first one: with less, steps are lost where grains begin to move */
#define WIDEST 2.0    /* unless copies across periodic borders might come near each other */

/* With a farthest grain that moves by u in a step, N grains, G ghosts within the reach L and the
 * skin of a border, an exchange that costs e each of N + G, and a ghost that costs g, it is the
 * minimum of 2 u e (N + G) / skin + g G (L + skin) / (L + present skin). There are about as many
 * ghosts as a side of each part has grains, or more. */
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
