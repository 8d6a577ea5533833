/* SPDX-License-Identifier: MIT */
/* Extremes of the contacts of each material pair: speed, depth, touches below the speed floor. */
#include <stdlib.h>
#include <string.h>

#include "scene/scene.h"

bool carom_extremes_create(carom_scene *s)
{
  const size_t size = ((size_t)s->model.material_pairs + 1) * sizeof **s->accounting.extremes;
  s->accounting.extremes = calloc((size_t)s->cpu.workers, sizeof *s->accounting.extremes);
  for (int k = 0; s->accounting.extremes && k < s->cpu.workers; k++) {
    s->accounting.extremes[k] = carom_lines(size);
    if (!s->accounting.extremes[k]) return false;
    memset(s->accounting.extremes[k], 0, size);
  }
  return s->accounting.extremes != NULL;
}

void carom_extremes_destroy(carom_scene *s)
{
  for (int k = 0; s->accounting.extremes && k < s->cpu.workers; k++)
    free(s->accounting.extremes[k]);
  free(s->accounting.extremes);
}

carom_extremes carom_extremes_of(const carom_scene *s, int material_pair)
{
  carom_extremes sum = {0};
  for (int k = 0; k < s->cpu.workers; k++) {
    const carom_extremes *own = &s->accounting.extremes[k][material_pair];
    sum.fastest = own->fastest > sum.fastest ? own->fastest : sum.fastest;
    sum.deepest = own->deepest > sum.deepest ? own->deepest : sum.deepest;
    sum.touches += own->touches;
    sum.at_floor += own->at_floor;
  }
  return sum;
}

void carom_extremes_gather(carom_scene *s)
{
  for (int c = 0; c < s->model.material_pairs; c++) {
    const carom_extremes sum = carom_extremes_of(s, c);
    for (int k = 0; k < s->cpu.workers; k++)
      s->accounting.extremes[k][c] = k == 0 ? sum : (carom_extremes){0};
  }
}

double carom_scene_fastest(const carom_scene *s)
{
  double most = 0;
  for (int c = 0; c < s->model.material_pairs; c++) {
    const double fastest = carom_extremes_of(s, c).fastest;
    most = fastest > most ? fastest : most;
  }
  return most;
}
