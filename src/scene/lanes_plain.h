/* SPDX-License-Identifier: MIT */
/* The lanes in plain C. */
#ifndef CAROM_SRC_LANES_PLAIN_H
#define CAROM_SRC_LANES_PLAIN_H

#include <string.h>

#include "scene/kernels.h"

enum { LANE_WIDE = 2 };
typedef double wide __attribute__((vector_size(8 * LANE_WIDE), may_alias));

CAROM_FN double lane_wrap(double x, double length, double inverse)
{
  return x - length * carom_round_to_integer(x * inverse);
}

/* Removes the shifts along one axis that come with periods along another. */
CAROM_FN void lane_unskew(const carom_kernel_params *f, double x[3])
{
  double across[3];
  for (int k = 0; k < 3; k++)
    across[k] = carom_round_to_integer(x[k] * f->inverse[k]);
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    x[k] -= f->skew[k][i] * across[i] + f->skew[k][j] * across[j];
  }
}

CAROM_FN unsigned lane_overlaps(const double *position_radius, const uint32_t *pair,
                                const carom_kernel_params *f)
{
  unsigned mask = 0;
  for (int l = 0; l < CAROM_LANES; l++) {
    const double *a = carom_at_offset(position_radius, pair[2 * l]);
    const double *b = carom_at_offset(position_radius, pair[2 * l + 1]);
    double x[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    const double reach = a[3] + b[3] + f->margin;
    if (f->periodic && f->sheared) lane_unskew(f, x);
    for (int k = 0; f->periodic && k < 3; k++)
      x[k] = lane_wrap(x[k], f->length[k], f->inverse[k]);
    mask |= (unsigned)(reach * reach - (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) > 0) << l;
  }
  return mask;
}

CAROM_FN int64_t lane_compress(unsigned mask, const uint32_t *pair, uint32_t first, uint32_t *pairs,
                               uint32_t *list)
{
  int64_t count = 0;
  for (uint32_t l = 0; l < CAROM_LANES; l++) {
    list[count] = first + l;
    pairs[2 * count] = pair[2 * l];
    pairs[2 * count + 1] = pair[2 * l + 1];
    count += mask >> l & 1;
  }
  return count;
}

/* Bits of the lanes above zero. */
CAROM_FN unsigned lane_above(wide x)
{
  unsigned mask = 0;
  for (int l = 0; l < LANE_WIDE; l++)
    mask |= (unsigned)(x[l] > 0) << l;
  return mask;
}

/* Is any lane above zero, or NaN? */
CAROM_FN bool lane_any_above_or_nan(wide x)
{
  bool found = false;
  for (int l = 0; l < LANE_WIDE; l++)
    found |= !(x[l] <= 0);
  return found;
}

CAROM_FN wide lane_sqrt(wide x)
{
  return (wide){CAROM_SQRT(x[0]), CAROM_SQRT(x[1])};
}

/* One number of the first bodies of two pairs; of the second bodies if called with pair + 1. */
CAROM_FN wide lane_position_radius(const double *position_radius, const uint32_t *pair, int number)
{
  return (wide){carom_at_offset(position_radius, pair[0])[number],
                carom_at_offset(position_radius, pair[2])[number]};
}

CAROM_FN wide lane_contact_velocity(const double *contact_velocity, const uint32_t *pair,
                                    int number)
{
  return (wide){carom_at_offset(contact_velocity, 2 * (size_t)pair[0])[number],
                carom_at_offset(contact_velocity, 2 * (size_t)pair[2])[number]};
}

/* Separations (first minus second) and sums of the radii. */
CAROM_FN void lane_separations(const double *position_radius, const uint32_t *pair, wide column[4])
{
  for (int k = 0; k < 4; k++) {
    const wide a = lane_position_radius(position_radius, pair, k),
               b = lane_position_radius(position_radius, pair + 1, k);
    column[k] = k < 3 ? a - b : a + b;
  }
}

/* Relative velocities, sums of 1/m, sums of spins, differences of radii; also differences of spins
 * if `spins`. */
CAROM_FN void lane_relative_motion(const double *contact_velocity, const uint32_t *pair,
                                   const bool spins, wide column[8], wide spin_difference[3])
{
  for (int k = 0; k < 8; k++) {
    const wide a = lane_contact_velocity(contact_velocity, pair, k),
               b = lane_contact_velocity(contact_velocity, pair + 1, k);
    column[k] = k < 3 || k == 7 ? a - b : a + b;
    if (spins && k >= 4 && k < 7) spin_difference[k - 4] = a - b;
  }
}

/* Positions and radii, or velocity rows, of the first bodies alone. */
CAROM_FN void lane_positions(const double *position_radius, const uint32_t *pair, wide column[4])
{
  for (int k = 0; k < 4; k++)
    column[k] = lane_position_radius(position_radius, pair, k);
}

CAROM_FN void lane_velocities(const double *contact_velocity, const uint32_t *pair, wide column[8])
{
  for (int k = 0; k < 8; k++)
    column[k] = lane_contact_velocity(contact_velocity, pair, k);
}

/* Adds forces to the rows of the first bodies. */
CAROM_FN void lane_add_firsts(const lanes f[8], const uint32_t *pair, int64_t count,
                              const carom_force_sink *to)
{
  for (int l = 0; l < CAROM_LANES && l < count; l++)
    for (int k = 0; k < CAROM_ROW_DOUBLES; k++)
      carom_row_at_offset(to->force, 2 * (size_t)(pair[2 * l] - to->from))[k] += f[k][l];
}

/* Loads the springs of eight contacts stored contact by contact. Always reads four numbers of each;
 * a model may own fewer. */
CAROM_FN void lane_load(const double *history, int64_t history_size, const uint32_t *list,
                        double spring[CAROM_SPRING][CAROM_LANES])
{
  for (int l = 0; l < CAROM_LANES; l++)
    for (int k = 0; k < CAROM_SPRING; k++)
      spring[k][l] = history[(size_t)history_size * list[l] + (size_t)k];
}

/* Stores the first `numbers` numbers of each of `count` contacts, at most eight. */
CAROM_FN void lane_store(double *history, int64_t history_size, int numbers, const uint32_t *list,
                         int64_t count, const double spring[CAROM_SPRING][CAROM_LANES])
{
  for (int l = 0; l < CAROM_LANES && l < count; l++)
    for (int k = 0; k < numbers; k++)
      history[(size_t)history_size * list[l] + (size_t)k] = spring[k][l];
}

/* Adds forces to the rows of the first bodies, then of the second: the second body of one contact
 * is often the first of the next, and reading a row just written would stall. */
CAROM_FN void lane_add_forces(const lanes f[8], const carom_scatter_group *p,
                              const carom_force_sink *to, const bool same_radius, const bool halo)
{
  for (int l = 0; l < CAROM_LANES && l < p->count; l++) {
    double *a = carom_row_at_offset(to->force, 2 * (size_t)(p->pair[2 * l] - to->from));
    for (int k = 0; k < 3; k++) {
      a[k] += f[FX + k][l];
      a[4 + k] += same_radius ? f[TX + k][l] : f[TX + k][l] * p->arm[l];
    }
  }
  for (int l = 0; l < CAROM_LANES && l < p->count; l++) {
    double *b = lane_second(p, l, to, halo);
    for (int k = 0; k < 3; k++) {
      b[k] -= f[FX + k][l];
      b[4 + k] += same_radius ? f[TX + k][l] : f[TX + k][l] * p->arm_b[l];
    }
  }
}

/* The same with both torques given: three columns and one of zeros. */
CAROM_FN void lane_add_torques(const lanes f[4], const lanes a[4], const lanes b[4],
                               const carom_scatter_group *p, const carom_force_sink *to,
                               const bool halo)
{
  for (int l = 0; l < CAROM_LANES && l < p->count; l++) {
    double *row = carom_row_at_offset(to->force, 2 * (size_t)(p->pair[2 * l] - to->from));
    for (int k = 0; k < 3; k++)
      row[k] += f[k][l], row[4 + k] += a[k][l];
  }
  for (int l = 0; l < CAROM_LANES && l < p->count; l++) {
    double *row = lane_second(p, l, to, halo);
    for (int k = 0; k < 3; k++)
      row[k] -= f[k][l], row[4 + k] += b[k][l];
  }
}

/* Adds a row, and zeroes it. */
CAROM_FN void lane_halo_gather(double *row, double *force)
{
  for (int k = 0; k < CAROM_ROW_DOUBLES; k++)
    force[k] += row[k];
  memset(row, 0, CAROM_ROW_DOUBLES * sizeof *row);
}

/* A NaN or infinite coordinate makes `nan_sum` NaN. */
CAROM_FN void lane_extent(int64_t count, const double *position_radius, const double *from,
                          carom_aabb *position, carom_aabb *displacement, double *nan_sum)
{
  for (int64_t i = 0; i < CAROM_POSITION_DOUBLES * count; i++) {
    const int c = (int)(i % CAROM_POSITION_DOUBLES);
    const double x = position_radius[i], w = x - from[i];
    position->low[c] = x < position->low[c] ? x : position->low[c];
    position->high[c] = x > position->high[c] ? x : position->high[c];
    displacement->low[c] = w < displacement->low[c] ? w : displacement->low[c];
    displacement->high[c] = w > displacement->high[c] ? w : displacement->high[c];
    *nan_sum += w - w;
  }
}

/* `half_velocity` and `momentum` may be NULL. The box is extended by the mid-step velocities. */
CAROM_FN void lane_move(const carom_kick *k, int64_t count, double *position_radius,
                        double *contact_velocity, const double *inv_inertia, double *half_velocity,
                        double *force, bool shared, const uint32_t *tag, carom_aabb *box,
                        double *nan_sum, double momentum[CAROM_POSITION_DOUBLES])
{
  for (int64_t i = 0; i < count; i++, position_radius += CAROM_POSITION_DOUBLES,
               contact_velocity += CAROM_ROW_DOUBLES, force += CAROM_ROW_DOUBLES) {
    if (tag && tag[i] >= k->here) {
      memset(force, 0, CAROM_ROW_DOUBLES * sizeof *force);
      continue;
    }
    if (shared) {
      CAROM_PREFETCH_WRITE(position_radius + CAROM_WRITE_AHEAD * CAROM_POSITION_DOUBLES);
      CAROM_PREFETCH_WRITE(contact_velocity + CAROM_WRITE_AHEAD * CAROM_ROW_DOUBLES);
    }
    double *before = half_velocity ? half_velocity + CAROM_ROW_DOUBLES * i : contact_velocity;
    const double inv_mass = contact_velocity[3];
    for (int c = 0; c < 3; c++) {
      const double a = force[c] * inv_mass + (inv_mass > 0 ? k->gravity[c] : 0.0);
      const double b = force[4 + c] * inv_inertia[i] + 0.0;
      const double next = before[c] + k->step * a, next_spin = before[4 + c] + k->step * b;
      before[c] = next;
      before[4 + c] = next_spin;
      position_radius[c] += k->step * next;
      box->low[c] = next < box->low[c] ? next : box->low[c];
      box->high[c] = next > box->high[c] ? next : box->high[c];
      *nan_sum += next - next;
      if (momentum) momentum[c] += (inv_mass > 0 ? 1 / inv_mass : 0.0) * next;
      if (!half_velocity) continue;
      contact_velocity[c] = next + k->ahead * a;
      contact_velocity[4 + c] = next_spin + k->ahead * b;
    }
    memset(force, 0, CAROM_ROW_DOUBLES * sizeof *force);
  }
}

/* Copies the host's rows of three numbers to positions and velocities; for NaN see lane_extent. */
CAROM_FN void lane_take(const carom_hosted *host, int64_t count, const uint32_t *tag,
                        double *position_radius, double *contact_velocity, carom_aabb *box,
                        double *nan_sum)
{
  for (int64_t i = 0; i < count;
       i++, position_radius += CAROM_POSITION_DOUBLES, contact_velocity += CAROM_ROW_DOUBLES) {
    const double *x = host->position[tag[i]], *v = host->velocity[tag[i]],
                 *spin = host->spin[tag[i]];
    for (int c = 0; c < 3; c++) {
      position_radius[c] = x[c];
      contact_velocity[c] = v[c];
      contact_velocity[4 + c] = spin[c];
      box->low[c] = v[c] < box->low[c] ? v[c] : box->low[c];
      box->high[c] = v[c] > box->high[c] ? v[c] : box->high[c];
      *nan_sum += v[c] - v[c];
    }
  }
}

/* Writes the data of the ghosts of a particle. */
CAROM_FN void lane_tell(const double *position_radius, const double *contact_velocity,
                        const double shift[CAROM_POSITION_DOUBLES], double *to)
{
  for (int c = 0; c < 3; c++) {
    to[c] = position_radius[c] + shift[c];
    to[3 + c] = contact_velocity[c];
    to[6 + c] = contact_velocity[4 + c];
  }
}

CAROM_FN void lane_hear(int64_t count, const uint32_t *index, double *position_radius,
                        double *contact_velocity, const double *from, carom_aabb *box,
                        double *nan_sum)
{
  for (int64_t i = 0; i < count; i++, from += CAROM_GHOST_DOUBLES) {
    double *x = position_radius + CAROM_POSITION_DOUBLES * (size_t)index[i];
    double *v = contact_velocity + CAROM_ROW_DOUBLES * (size_t)index[i];
    for (int c = 0; c < 3; c++) {
      x[c] = from[c];
      v[c] = from[3 + c];
      v[4 + c] = from[6 + c];
      box->low[c] = v[c] < box->low[c] ? v[c] : box->low[c];
      box->high[c] = v[c] > box->high[c] ? v[c] : box->high[c];
      *nan_sum += v[c] - v[c];
    }
  }
}

/* Hands a force row, with the weight, to the host's force and torque. */
CAROM_FN void lane_give(const double *row, double mass, const double gravity[3], double *force,
                        double *torque)
{
  for (int c = 0; c < 3; c++) {
    force[c] = row[c] + mass * gravity[c];
    torque[c] += row[4 + c];
  }
}

#endif
