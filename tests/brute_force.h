/* SPDX-License-Identifier: MIT */
/* Checks the lists of a scene against every pair of its particles, and every particle and face. */
#ifndef CAROM_TESTS_BRUTE_FORCE_H
#define CAROM_TESTS_BRUTE_FORCE_H

#include "scene/scene.h"
#include "scenes.h"

#include <inttypes.h>

/* What there was to check. */
typedef struct brute_force {
  int64_t pairs, walls; /* overlapping, summed over all steps */
  int64_t hidden;       /* on the neighbour list but not active */
  int64_t far;          /* not on the neighbour list */
} brute_force;

enum { LISTED = 1, LOOKED = 2, TOUCHING = 4 };

static inline double folded(const carom_scene *s, int k, double x)
{
  return s->model.length[k] > 0
             ? x - s->model.length[k] * floor((x - s->model.low[k]) / s->model.length[k])
             : x;
}

/* Displacement from the second to the first particle by the shortest way; returns the distance. */
static inline double apart(const carom_scene *s, int64_t i, int64_t j, double displacement[3])
{
  const double *a = carom_position_of(s, i), *b = carom_position_of(s, j);
  double square = 0;
  for (int k = 0; k < 3; k++) {
    const double x = a[k] - b[k], length = s->model.length[k];
    displacement[k] = fabs(x) > 0.5 * length && length > 0 ? x - length * floor(x / length + 0.5)
                                                           : x;
    square += displacement[k] * displacement[k];
  }
  return sqrt(square);
}

/* Does the later block of a halo pair wait for the forces of the block that has the pair? */
static inline bool waits_for(const carom_scene *s, int64_t later, int64_t block)
{
  const carom_domain_block *p = &s->cpu.domain_block[later];
  for (int64_t k = p->upstream; k < p->upstream + p->upstreams; k++)
    if (s->cpu.upstream[k] == block) return true;
  return false;
}

/* Entry of a contact or neighbour pair in the table of all pairs. */
static inline unsigned char *of_pair(const carom_scene *s, unsigned char *contact_velocity,
                                     const uint32_t *p, int kind)
{
  return &contact_velocity[carom_particle(p[0]) * (s->particles.count + s->walls.surfaces) +
                           (kind == CAROM_PAIR_WALL
                                ? s->particles.count + s->walls.face[carom_face_at(p[1])].surface
                                : carom_particle(p[1]))];
}

static inline void see_candidates(const carom_scene *s, int64_t b, const carom_pair_bin *pair_bin,
                                  unsigned char *contact_velocity)
{
  for (int64_t c = 0; c < pair_bin->contacts; c++) {
    const uint32_t *p = s->contacts.neighbour_pair + 2 * (CAROM_LANES * pair_bin->group + c);
    unsigned char *to = of_pair(s, contact_velocity, p, pair_bin->kind);
    if (*to) fail_msg("%u and %u are listed twice", p[0], p[1]);
    *to = LISTED;
    if (pair_bin->kind != CAROM_PAIR_WALL && p[1] <= p[0])
      fail_msg("%u is listed before %u", p[0], p[1]);
    if (pair_bin->kind == CAROM_PAIR_HALO &&
        !waits_for(s, carom_block_of(s, carom_particle(p[1])), b))
      fail_msg("block %" PRId64 " does not wait for block %" PRId64,
               (int64_t)(carom_block_of(s, carom_particle(p[1]))), (int64_t)b);
  }
}

static inline void see_contacts(const carom_scene *s, const carom_active_list *list,
                                unsigned char *contact_velocity)
{
  for (int64_t c = 0; c < list->contacts || c % CAROM_LANES; c++) {
    const int64_t at = CAROM_LANES * list->group + c;
    const uint32_t *p = s->contacts.pair + 2 * at;
    const bool closed = s->contacts.touching[at / CAROM_LANES] >> at % CAROM_LANES & 1;
    if (c >= list->contacts) {
      assert_false(closed);
      continue;
    }
    unsigned char *to = of_pair(s, contact_velocity, p, list->kind);
    if (*to != LISTED)
      fail_msg("%u and %u: no neighbour pair, or twice on an active list", p[0], p[1]);
    *to = (unsigned char)(LISTED | LOOKED | (closed ? TOUCHING : 0));
    for (int h = 0; !closed && h < s->model.history.normal; h++)
      if (s->contacts.history[carom_history_offset(&s->model, list, at) +
                              carom_history_stride(list) * h] != 0)
        fail_msg("%u is open and has a spring", p[0]);
  }
}

/* Table of what the lists say about every pair. Checks that none is listed twice and that padding
 * is not closed. */
static inline unsigned char *what_is_listed(const carom_scene *s)
{
  unsigned char *contact_velocity = calloc(
      (size_t)(s->particles.count * (s->particles.count + s->walls.surfaces)), 1);
  assert_non_null(contact_velocity);
  for (int64_t b = 0; b < s->cpu.blocks; b++)
    for (int64_t k = s->cpu.domain_block[b].pair_bin;
         k < s->cpu.domain_block[b].pair_bin + s->cpu.domain_block[b].pair_bins; k++)
      see_candidates(s, b, &s->contacts.pair_bin[k], contact_velocity);
  for (int64_t k = 0; k < 2 * s->contacts.pair_bins; k++)
    see_contacts(s, &s->contacts.active_list[k], contact_velocity);
  return contact_velocity;
}

/* A pair that overlaps must be active and closed; a pair that is not active must be at least as far
 * apart as its budget says. */
static inline void check_gap(const carom_scene *s, int64_t i, int64_t j, double gap,
                             unsigned char contact_velocity, brute_force *sum)
{
  const double rounding = 1e-12 * s->model.largest;
  if (gap < -rounding && !(contact_velocity & TOUCHING))
    fail_msg("step %" PRId64 ": %" PRId64 " and %" PRId64 " overlap by %g: %s", s->steps,
             (int64_t)i, (int64_t)j, -gap,
             contact_velocity & LOOKED ? "not seen"
             : contact_velocity        ? "not looked at"
                                       : "not listed");
  if (gap > rounding && contact_velocity & TOUCHING)
    fail_msg("step %" PRId64 ": %" PRId64 " and %" PRId64 " are %g apart and touch", s->steps,
             (int64_t)i, (int64_t)j, gap);
  const double left = contact_velocity ? s->cpu.domain_block[carom_block_of(s, i)].budget_left
                                       : s->cpu.budget_left;
  if (!(contact_velocity & LOOKED) && !(gap >= left - rounding))
    fail_msg("step %" PRId64 ": %" PRId64 " and %" PRId64 " are %g apart, %s, and %g is left",
             s->steps, (int64_t)i, (int64_t)j, gap,
             contact_velocity ? "not looked at" : "not listed", left);
  sum->hidden += contact_velocity && !(contact_velocity & LOOKED);
  sum->far += !contact_velocity;
}

/* Distance of a point from the nearest face of a surface, and the normal there. */
static inline double surface_distance(const carom_scene *s, const carom_surface *surface,
                                      const double x[3], double normal[3])
{
  double nearest = carom_face_distance(&s->walls, surface->face, x, normal), other[3];
  for (int64_t f = surface->face + 1; f < surface->face + surface->faces; f++) {
    const double distance = carom_face_distance(&s->walls, f, x, other);
    if (!(distance < nearest)) continue;
    nearest = distance;
    memcpy(normal, other, sizeof other);
  }
  return nearest;
}

/* Checks all pairs. Unless `stiffness` is 0, compares the forces with those of springs of this
 * stiffness between all overlapping pairs. */
static inline void check_lists(carom_scene *s, double stiffness, brute_force *sum)
{
  const int64_t wide = s->particles.count + s->walls.surfaces;
  unsigned char *contact_velocity = what_is_listed(s);
  double *force = calloc(3 * (size_t)s->particles.count, sizeof *force), displacement[3], most = 0;
  assert_non_null(force);
  for (int64_t i = 0; i < s->particles.count; i++) {
    const double *a = carom_position_of(s, i), inv_mass = carom_inv_mass(s, i);
    for (int64_t j = i + 1; j < s->particles.count; j++) {
      const double *b = carom_position_of(s, j);
      if (!(inv_mass + carom_inv_mass(s, j) > 0)) { /* two fixed particles are no pair */
        if (contact_velocity[i * wide + j])
          fail_msg("%" PRId64 " and %" PRId64 " are fixed and listed", (int64_t)i, (int64_t)j);
        continue;
      }
      const double distance = apart(s, i, j, displacement), gap = distance - a[3] - b[3];
      check_gap(s, i, j, gap, contact_velocity[i * wide + j], sum);
      if (!(gap < 0)) continue;
      sum->pairs++;
      for (int k = 0; k < 3; k++) {
        force[3 * i + k] -= stiffness * gap * displacement[k] / distance;
        force[3 * j + k] += stiffness * gap * displacement[k] / distance;
      }
      most = -gap > most ? -gap : most;
    }
    for (int64_t f = 0; inv_mass > 0 && f < s->walls.surfaces; f++) {
      const double x[3] = {folded(s, 0, a[0]), folded(s, 1, a[1]), folded(s, 2, a[2])};
      const double gap = surface_distance(s, &s->walls.surface[f], x, displacement) - a[3];
      check_gap(s, i, s->particles.count + f, gap,
                contact_velocity[i * wide + s->particles.count + f], sum);
      if (!(gap < 0)) continue;
      sum->walls++;
      for (int k = 0; k < 3; k++)
        force[3 * i + k] -= stiffness * gap * displacement[k];
      most = -gap > most ? -gap : most;
    }
  }
  const carom_scene_view view = carom_scene_sample(s);
  for (int64_t i = 0; stiffness > 0 && i < s->particles.count; i++)
    for (int k = 0; k < 3; k++) {
      const double got = view.grain[s->particles.tag[i]].force[k], wanted = force[3 * i + k];
      if (!(fabs(got - wanted) <= 1e-11 * stiffness * s->model.largest))
        fail_msg("step %" PRId64 ": force %d on %" PRId64 " is %.17g, not %.17g", s->steps, k,
                 (int64_t)i, got, wanted);
    }
  free(force);
  free(contact_velocity);
}

#endif
