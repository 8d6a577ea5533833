/* SPDX-License-Identifier: MIT */
/* Where there is room for one more sphere: the spheres in and around a box, sorted into cells. */
#ifndef CAROM_SRC_SCENE_OCCUPANCY_H
#define CAROM_SRC_SCENE_OCCUPANCY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct carom_occupant {
  double x[3], radius;
  int64_t next; /* next sphere of its cell, or -1 */
} carom_occupant;

/* Memory is kept from one use to the next. */
typedef struct carom_occupancy {
  double low[3], cell[3];
  int64_t cells[3];
  double largest; /* largest radius of any sphere here */
  carom_occupant *occupant;
  int64_t count, capacity;
  int64_t *head, head_capacity;
} carom_occupancy;

/* Makes empty cells from `low` to `high`, as wide as suits spheres of this radius, at most `most`
 * of them; false without memory. */
bool carom_occupancy_clear(carom_occupancy *o, const double low[3], const double high[3],
                           double radius, int64_t most);
bool carom_occupancy_add(carom_occupancy *o, const double x[3], double radius);
/* Is a sphere at x at least `gap` away from all others? */
bool carom_occupancy_has_room(const carom_occupancy *o, const double x[3], double radius,
                              double gap);
/* Visits all spheres whose centre may be within `reach`, by the number in which they were added; or
 * all spheres, cell by cell. */
typedef void carom_occupancy_visit(void *user, int64_t number);
void carom_occupancy_near(const carom_occupancy *o, const double x[3], double reach,
                          carom_occupancy_visit *visit, void *user);
void carom_occupancy_all(const carom_occupancy *o, carom_occupancy_visit *visit, void *user);
void carom_occupancy_free(carom_occupancy *o);

#endif
