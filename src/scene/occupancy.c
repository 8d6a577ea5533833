/* SPDX-License-Identifier: MIT */
#include "scene/occupancy.h"

#include <math.h>
#include <stdlib.h>

#include "scene/contacts.h"

bool carom_occupancy_clear(carom_occupancy *o, const double low[3], const double high[3],
                           double radius, int64_t most)
{
  double width = 2 * radius;
  int64_t total;
  for (;; width *= 1.5) {
    total = 1;
    for (int k = 0; k < 3; k++) {
      const double across = floor((high[k] - low[k]) / width);
      o->cells[k] = across < 1 ? 1 : across > 2000 ? 2000 : (int64_t)across;
      total *= o->cells[k];
    }
    if (total <= 64 || total <= most) break;
  }
  for (int k = 0; k < 3; k++) {
    o->low[k] = low[k];
    o->cell[k] = high[k] > low[k] ? (high[k] - low[k]) / (double)o->cells[k] : width;
  }
  o->count = 0;
  o->largest = 0;
  if (total > o->head_capacity &&
      !carom_reserve(&o->head, &o->head_capacity, total + total / 2, sizeof *o->head))
    return false;
  for (int64_t k = 0; k < total; k++)
    o->head[k] = -1;
  return true;
}

static int64_t along(const carom_occupancy *o, int k, double x)
{
  const double at = floor((x - o->low[k]) / o->cell[k]);
  return !(at >= 0) ? 0 : at >= (double)o->cells[k] ? o->cells[k] - 1 : (int64_t)at;
}

static int64_t cell_at(const carom_occupancy *o, const int64_t at[3])
{
  return (at[2] * o->cells[1] + at[1]) * o->cells[0] + at[0];
}

bool carom_occupancy_add(carom_occupancy *o, const double x[3], double radius)
{
  if (o->count == o->capacity) {
    const int64_t room = 2 * o->capacity + 256;
    carom_occupant *more = realloc(o->occupant, (size_t)room * sizeof *more);
    if (!more) return false;
    o->occupant = more;
    o->capacity = room;
  }
  const int64_t at[3] = {along(o, 0, x[0]), along(o, 1, x[1]), along(o, 2, x[2])};
  int64_t *head = &o->head[cell_at(o, at)];
  o->occupant[o->count] = (carom_occupant){{x[0], x[1], x[2]}, radius, *head};
  *head = o->count++;
  if (radius > o->largest) o->largest = radius;
  return true;
}

static bool clear_of(const carom_occupant *a, const double x[3], double apart)
{
  double square = 0;
  for (int k = 0; k < 3; k++)
    square += (a->x[k] - x[k]) * (a->x[k] - x[k]);
  return square >= apart * apart * (1 + 1e-12); /* slack for the rounding of a contact */
}

bool carom_occupancy_has_room(const carom_occupancy *o, const double x[3], double radius,
                              double gap)
{
  const double reach = radius + o->largest + gap;
  int64_t from[3], to[3], at[3];
  for (int k = 0; k < 3; k++) {
    from[k] = along(o, k, x[k] - reach);
    to[k] = along(o, k, x[k] + reach);
  }
  for (at[2] = from[2]; at[2] <= to[2]; at[2]++)
    for (at[1] = from[1]; at[1] <= to[1]; at[1]++)
      for (at[0] = from[0]; at[0] <= to[0]; at[0]++)
        for (int64_t n = o->head[cell_at(o, at)]; n >= 0; n = o->occupant[n].next)
          if (!clear_of(&o->occupant[n], x, radius + o->occupant[n].radius + gap)) return false;
  return true;
}

void carom_occupancy_near(const carom_occupancy *o, const double x[3], double reach,
                          carom_occupancy_visit *visit, void *user)
{
  int64_t from[3], to[3], at[3];
  for (int k = 0; k < 3; k++) {
    from[k] = along(o, k, x[k] - reach);
    to[k] = along(o, k, x[k] + reach);
  }
  for (at[2] = from[2]; at[2] <= to[2]; at[2]++)
    for (at[1] = from[1]; at[1] <= to[1]; at[1]++)
      for (at[0] = from[0]; at[0] <= to[0]; at[0]++)
        for (int64_t n = o->head[cell_at(o, at)]; n >= 0; n = o->occupant[n].next)
          visit(user, n);
}

void carom_occupancy_all(const carom_occupancy *o, carom_occupancy_visit *visit, void *user)
{
  const int64_t total = o->cells[0] * o->cells[1] * o->cells[2];
  for (int64_t cell = 0; cell < total; cell++)
    for (int64_t n = o->head[cell]; n >= 0; n = o->occupant[n].next)
      visit(user, n);
}

void carom_occupancy_free(carom_occupancy *o)
{
  free(o->occupant);
  free(o->head);
  *o = (carom_occupancy){.head = NULL};
}
