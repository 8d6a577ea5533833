/* SPDX-License-Identifier: MIT */
/* What bonds do in a step. */
#include <string.h>

#include "law_base.h"
#include "law_math.h"
#include "scene/rigid_body.h"
#include "scene/rotation.h"
#include "scene/scene.h"

void carom_bond_apart(const carom_model *m, const double *a, const double *b, double out[3])
{
  for (int k = 0; k < 3; k++) {
    out[k] = b[k] - a[k];
    if (m->length[k] > 0) out[k] -= m->length[k] * __builtin_floor(out[k] / m->length[k] + 0.5);
  }
}

void carom_bond_load(const carom_scene *s, int64_t number, carom_beam_load *out)
{
  const carom_particles *p = &s->particles;
  const uint32_t *body = s->bonds.body[number];
  const double *a = carom_contact_velocity_of(s, body[0]),
               *b = carom_contact_velocity_of(s, body[1]);
  carom_beam_motion m = {
      .velocity = {b[0] - a[0], b[1] - a[1], b[2] - a[2]},
      .spin = {a + 4, b + 4},
      .orientation = {p->orientation + 4 * (size_t)body[0], p->orientation + 4 * (size_t)body[1]}};
  carom_bond_apart(&s->model, carom_position_of(s, body[0]), carom_position_of(s, body[1]),
                   m.apart);
  carom_beam_apply(&s->bonds.bond[number].beam, &m, out);
}

void carom_bond_stresses(const carom_scene *s, int64_t number, const carom_beam_load *load,
                         double *tensile, double *shear)
{
  const double pi = 3.14159265358979323846;
  const carom_bond *b = &s->bonds.bond[number];
  const double area = pi * b->radius * b->radius, modulus = 0.25 * area * b->radius; /* I/R */
  const double ends = load->bending[1] > load->bending[2] ? load->bending[1] : load->bending[2];
  const bool middle = s->bonds.kind[b->kind].model == CAROM_BOND_PARALLEL;
  *tensile = load->tension / area + (middle ? load->bending[0] : ends) / modulus;
  *shear = load->shear / area + CAROM_FABS(load->torsion) / (2 * modulus);
}

/* Whether the load is more than the bond can bear. */
static carom_bond_state judge(const carom_scene *s, int64_t number, const carom_beam_load *load)
{
  const carom_scene_bond *kind = &s->bonds.kind[s->bonds.bond[number].kind];
  double tensile, shear;
  carom_bond_stresses(s, number, load, &tensile, &shear);
  if (kind->tensile_strength != CAROM_UNSET && tensile >= kind->tensile_strength)
    return CAROM_BOND_BROKEN_TENSION;
  if (kind->shear_strength != CAROM_UNSET && shear >= kind->shear_strength)
    return CAROM_BOND_BROKEN_SHEAR;
  return CAROM_BOND_WHOLE;
}

/* What bodies put into a bond, less what its dashpots take. */
static double storing(const carom_scene *s, int64_t number, const carom_beam_load *load)
{
  const uint32_t *body = s->bonds.body[number];
  const double *a = carom_contact_velocity_of(s, body[0]),
               *b = carom_contact_velocity_of(s, body[1]);
  double power = load->power;
  for (int k = 0; k < 3; k++)
    power += load->force[k] * (b[k] - a[k]) + load->torque[0][k] * a[4 + k] +
             load->torque[1][k] * b[4 + k];
  return -power;
}

/* The last kick of a bond that breaks ended half a step before: what it had stored then is what is
 * missing from then on. */
static void force_of_bond(carom_scene *s, int64_t number, double step, carom_bond_chunk *sum)
{
  carom_bond *b = &s->bonds.bond[number];
  carom_bond_row *row = &s->bonds.row[number];
  carom_beam_load load;
  carom_bond_load(s, number, &load);
  b->state = judge(s, number, &load);
  if (b->state != CAROM_BOND_WHOLE) {
    b->broken_at = carom_scene_time(s);
    const double half = 0.5 * step;
    b->released = load.energy - half * storing(s, number, &load) + half * half * load.quickness;
    const carom_bond_given contact = carom_bond_gives(s, number, half);
    sum->released += b->released - contact.held;
    sum->adhesion += contact.adhesion;
    sum->broken[b->state == CAROM_BOND_BROKEN_SHEAR]++;
    memset(row, 0, sizeof *row);
    return;
  }
  memcpy(row->force, load.force, sizeof row->force);
  memcpy(row->torque, load.torque, sizeof row->torque);
  row->energy = load.energy;
  sum->power += load.power;
}

typedef struct forcing {
  carom_scene *s;
  double step;
} forcing;

static void force_chunk(void *user, int worker, int64_t chunk)
{
  const forcing *run = user;
  carom_scene *s = run->s;
  const int64_t first = chunk * CAROM_BOND_CHUNK, after = first + CAROM_BOND_CHUNK;
  carom_bond_chunk sum = {.power = 0};
  (void)worker;
  for (int64_t k = first; k < after && k < s->bonds.count; k++)
    if (s->bonds.bond[k].state == CAROM_BOND_WHOLE) force_of_bond(s, k, run->step, &sum);
  s->bonds.chunk[chunk] = sum;
}

void carom_bonds_forces(carom_scene *s, double step)
{
  carom_bonds *b = &s->bonds;
  const int64_t chunks = (b->count + CAROM_BOND_CHUNK - 1) / CAROM_BOND_CHUNK;
  const double before = b->power;
  forcing run = {s, step};
  carom_pool_run(s->cpu.pool, chunks, force_chunk, &run);
  b->power = 0;
  for (int64_t k = 0; k < chunks; k++) {
    b->power += b->chunk[k].power;
    b->released += b->chunk[k].released;
    s->accounting.adhesion_start += b->chunk[k].adhesion;
    const int64_t broken = b->chunk[k].broken[0] + b->chunk[k].broken[1];
    b->whole -= broken;
    if (!b->replace || broken == 0) continue;
    const int64_t first = k * CAROM_BOND_CHUNK, after = first + CAROM_BOND_CHUNK;
    carom_bonds_list_broken(s, first, after < b->count ? after : b->count);
  }
  b->lost += 0.5 * step * (before + b->power);
}

void carom_bonds_gather(const carom_scene *s, int64_t from, int64_t to, double *force)
{
  const carom_bonds *b = &s->bonds;
  for (int64_t i = from; i < to; i++) {
    double *f = force + CAROM_ROW_DOUBLES * (i - from);
    for (uint32_t k = b->start[i]; k < b->start[i + 1]; k++) {
      const uint32_t number = b->end[k] >> 1, second = b->end[k] & 1;
      const carom_bond_row *row = &b->row[number];
      if (b->bond[number].state != CAROM_BOND_WHOLE) continue;
      for (int c = 0; c < 3; c++) {
        f[c] += second ? row->force[c] : -row->force[c];
        f[4 + c] += row->torque[second][c];
      }
    }
  }
}

void carom_bonds_turn(carom_scene *s, int64_t from, int64_t to, double time)
{
  for (int64_t i = from; i < to; i++) {
    const carom_rotation half = carom_rotation_of(carom_half_velocity_row(&s->particles, i) + 4,
                                                  0.5 * time);
    double *q = s->particles.orientation + 4 * i;
    if (half.still) continue;
    const double turn[4] = {half.cosine, half.sine * half.axis[0], half.sine * half.axis[1],
                            half.sine * half.axis[2]};
    carom_quaternion_product(turn, q, q);
    const double size = CAROM_SQRT(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; k++)
      q[k] /= size;
  }
}
