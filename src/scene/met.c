/* SPDX-License-Identifier: MIT */
/* What the contacts of each class went through: how fast, how deep, how often at the floor. */
#include <stdlib.h>
#include <string.h>

#include "scene/scene.h"

bool carom_met_create(carom_scene *s)
{
  const size_t size = ((size_t)s->classes + 1) * sizeof **s->met;
  s->met = calloc((size_t)s->workers, sizeof *s->met);
  for (int k = 0; s->met && k < s->workers; k++) {
    s->met[k] = carom_lines(size);
    if (!s->met[k]) return false;
    memset(s->met[k], 0, size);
  }
  return s->met != NULL;
}

void carom_met_destroy(carom_scene *s)
{
  for (int k = 0; s->met && k < s->workers; k++)
    free(s->met[k]);
  free(s->met);
}

carom_met carom_met_of(const carom_scene *s, int class)
{
  carom_met sum = {0};
  for (int k = 0; k < s->workers; k++) {
    const carom_met *own = &s->met[k][class];
    sum.fastest = own->fastest > sum.fastest ? own->fastest : sum.fastest;
    sum.deepest = own->deepest > sum.deepest ? own->deepest : sum.deepest;
    sum.touches += own->touches;
    sum.at_floor += own->at_floor;
  }
  return sum;
}

void carom_met_gather(carom_scene *s)
{
  for (int c = 0; c < s->classes; c++) {
    const carom_met sum = carom_met_of(s, c);
    for (int k = 0; k < s->workers; k++)
      s->met[k][c] = k == 0 ? sum : (carom_met){0};
  }
}

double carom_scene_fastest(const carom_scene *s)
{
  double most = 0;
  for (int c = 0; c < s->classes; c++) {
    const double fastest = carom_met_of(s, c).fastest;
    most = fastest > most ? fastest : most;
  }
  return most;
}
