/* SPDX-License-Identifier: MIT */
/* The distribution of normal forces. */
#include <stdlib.h>

#include "measure/measure.h"

typedef struct forces {
  carom_look look;
  double most, mean;
  int bins;
  double *sum;     /* per block: sum of forces, and their number */
  int64_t *counts; /* per worker and bin */
} forces;

typedef struct visiting {
  const forces *o;
  const carom_block_range *block;
} visiting;

/* Normal force of a closed contact with a selected particle; -1: it does not count. */
static double push_of(const carom_look *look, const carom_contact_view *v)
{
  double folded[3];
  if (!carom_view_closed(look->s, v)) return -1;
  if (!carom_look_at(look, v->first, folded) &&
      (carom_partner_is_wall(v->partner) || !carom_look_at(look, v->partner, folded)))
    return -1;
  const double push = carom_contact_pieces_of(look->s, v).push;
  return push > 0 ? push : 0;
}

static void add(void *user, const carom_contact_view *v)
{
  const visiting *in = user;
  const double push = push_of(&in->o->look, v);
  if (push < 0) return;
  in->o->sum[2 * in->block->index] += push;
  in->o->sum[2 * in->block->index + 1]++;
}

static void count(void *user, const carom_contact_view *v)
{
  const visiting *in = user;
  const forces *o = in->o;
  const double push = push_of(&o->look, v), share = push / o->mean / o->most;
  if (push < 0 || !(share < 1)) return;
  o->counts[(int64_t)in->block->worker * o->bins + (int)(share * o->bins)]++;
}

static void add_block(void *user, carom_scene *s, const carom_block_range *block)
{
  visiting in = {user, block};
  s->engine->block_contacts(s, block, NULL, add, &in);
}

static void count_block(void *user, carom_scene *s, const carom_block_range *block)
{
  visiting in = {user, block};
  s->engine->block_contacts(s, block, NULL, count, &in);
}

static void evaluate(forces *o, double *density)
{
  double all = 0, number = 0;
  o->look.s->engine->each_block(o->look.s, add_block, o);
  for (int64_t b = 0; b < o->look.blocks; b++) {
    all += o->sum[2 * b];
    number += o->sum[2 * b + 1];
  }
  o->mean = all / number;
  o->look.s->engine->each_block(o->look.s, count_block, o);
  for (int k = 0; k < o->bins; k++) {
    int64_t in_bin = 0;
    for (int w = 0; w < o->look.workers; w++)
      in_bin += o->counts[(int64_t)w * o->bins + k];
    density[k] = (double)in_bin / (number * o->most / o->bins);
  }
}

carom_status carom_measure_forces(carom_scene *s, const carom_selection *of, double most, int bins,
                                  double *density, double *mean, carom_error *err)
{
  forces o = {.most = most, .bins = bins};
  if (!density)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "density", "there is no place for the result");
  if (bins < 1 || bins > 100000 || !(most > 0 && most < 1e300))
    return carom_fail(err, CAROM_ERR_RANGE, "bins",
                      "a distribution of forces needs an upper end and 1 to 100000 bins");
  CAROM_TRY(carom_look_begin(&o.look, s, of, err));
  o.sum = calloc(2 * (size_t)o.look.blocks, sizeof *o.sum);
  o.counts = calloc((size_t)o.look.workers * (size_t)bins, sizeof *o.counts);
  const bool ok = o.sum && o.counts;
  if (ok) evaluate(&o, density);
  if (ok && mean) *mean = o.mean;
  free(o.sum);
  free(o.counts);
  return ok ? CAROM_OK : carom_look_no_room(err);
}
