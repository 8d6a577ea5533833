/* SPDX-License-Identifier: MIT */
/* Where there is room for one more sphere: those that stand in and around a box, in cells. */
#ifndef CAROM_SRC_SCENE_OCCUPANCY_H
#define CAROM_SRC_SCENE_OCCUPANCY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct carom_occupant {
  double x[3], radius;
  int64_t next; /* of its cell, or -1 */
} carom_occupant;

/* Memory stays from use to use. */
typedef struct carom_occupancy {
  double low[3], cell[3];
  int64_t cells[3];
  double largest; /* radius of any that stands here */
  carom_occupant *occupant;
  int64_t count, capacity;
  int64_t *head, head_capacity;
} carom_occupancy;

/* Empty cells from `low` to `high`, as wide as fits spheres of this radius, at most `most`; false
 * without memory. */
bool carom_occupancy_clear(carom_occupancy *o, const double low[3], const double high[3],
                           double radius, int64_t most);
bool carom_occupancy_add(carom_occupancy *o, const double x[3], double radius);
/* Is a sphere here at least `gap` away from all others? */
bool carom_occupancy_has_room(const carom_occupancy *o, const double x[3], double radius,
                              double gap);
/* Visits those whose centre may be this near, by the number in which they were added. / The same
 * for all that stand here, cell by cell. */
typedef void carom_occupancy_visit(void *user, int64_t number);
void carom_occupancy_near(const carom_occupancy *o, const double x[3], double reach,
                          carom_occupancy_visit *visit, void *user);
void carom_occupancy_all(const carom_occupancy *o, carom_occupancy_visit *visit, void *user);
void carom_occupancy_free(carom_occupancy *o);

#endif
