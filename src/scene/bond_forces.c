/* SPDX-License-Identifier: MIT */
/* Forces of bonds in a step. */
#include <string.h>

#include "law_base.h"
#include "law_math.h"
#include "scene/rigid_body.h"
#include "scene/rotation.h"
#include "scene/scene.h"

static double nearest(const carom_model *m, int k, double *apart)
{
  if (!(m->length[k] > 0)) return 0;
  const double images = __builtin_floor(*apart / m->length[k] + 0.5);
  *apart -= m->length[k] * images;
  return images;
}

/* Takes the gradient direction first, because its images are also shifted along the flow. */
static void apart_across(const carom_model *m, const double *a, const double *b, double out[3],
                         double images[3])
{
  for (int k = 0; k < 3; k++)
    out[k] = b[k] - a[k];
  if (m->offset != 0) {
    const double turns = __builtin_floor(out[m->gradient] / m->length[m->gradient] + 0.5);
    out[m->flow] -= turns * m->offset;
  }
  for (int k = 0; k < 3; k++)
    images[k] = nearest(m, k, &out[k]);
}

void carom_bond_apart(const carom_model *m, const double *a, const double *b, double out[3])
{
  double images[3];
  apart_across(m, a, b, out, images);
}

void carom_bond_between(const carom_scene *s, int64_t i, int64_t j, const double *u,
                        const double *v, double apart[3], double velocity[3])
{
  double images[3], shift[3], moves[3] = {0, 0, 0};
  apart_across(&s->model, carom_position_of(s, i), carom_position_of(s, j), apart, images);
  if (s->box.deforms) carom_box_image(s, images, shift, moves);
  for (int k = 0; k < 3; k++)
    velocity[k] = v[k] - u[k] - moves[k];
}

/* Motion of a bond's two bodies. */
static carom_beam_motion motion_of(const carom_scene *s, int64_t number)
{
  const uint32_t *body = s->bonds.body[number];
  const double *a = carom_contact_velocity_of(s, body[0]),
               *b = carom_contact_velocity_of(s, body[1]);
  const double *orientation = s->particles.orientation;
  carom_beam_motion m = {
      .spin = {a + 4, b + 4},
      .orientation = {orientation + 4 * (size_t)body[0], orientation + 4 * (size_t)body[1]}};
  carom_bond_between(s, body[0], body[1], a, b, m.apart, m.velocity);
  return m;
}

void carom_bond_load(const carom_scene *s, int64_t number, carom_beam_load *out)
{
  const carom_beam_motion m = motion_of(s, number);
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

/* Does the load exceed the strength of the bond? */
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

/* Power that the bodies put into a bond minus the dissipation of its dashpots. */
static double storing(const carom_beam_motion *m, const carom_beam_load *load)
{
  double power = load->power;
  for (int k = 0; k < 3; k++)
    power += load->force[k] * m->velocity[k] + load->torque[0][k] * m->spin[0][k] +
             load->torque[1][k] * m->spin[1][k];
  return -power;
}

/* The last kick by a bond that breaks now ended half a step ago: the energy that it stored then is
 * lost from the budget. */
static void force_of_bond(carom_scene *s, int64_t number, double step, carom_bond_chunk *sum)
{
  carom_bond *b = &s->bonds.bond[number];
  carom_bond_row *row = &s->bonds.row[number];
  const carom_beam_motion motion = motion_of(s, number);
  carom_beam_load load;
  carom_beam_apply(&b->beam, &motion, &load);
  b->state = judge(s, number, &load);
  if (b->state != CAROM_BOND_WHOLE) {
    b->broken_at = carom_scene_time(s);
    const double half = 0.5 * step;
    b->released = load.energy - half * storing(&motion, &load) + half * half * load.quickness;
    const carom_bond_given contact = carom_bond_gives(s, number, half);
    sum->released += b->released - contact.held;
    sum->latched += contact.latched;
    sum->broken[b->state == CAROM_BOND_BROKEN_SHEAR]++;
    memset(row, 0, sizeof *row);
    return;
  }
  memcpy(row->force, load.force, sizeof row->force);
  memcpy(row->torque, load.torque, sizeof row->torque);
  row->energy = load.energy;
  sum->power += load.power;
  for (int k = 0; s->box.deforms && k < 9; k++) /* from b to a, times the force on a */
    sum->virial[k] += motion.apart[k / 3] * load.force[k % 3];
  if (load.straight < CAROM_BOND_LEAST_STRAIGHT && sum->bent == 0) sum->bent = number + 1;
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
  memset(b->virial, 0, sizeof b->virial);
  b->bent = 0;
  for (int64_t k = 0; k < chunks; k++) {
    b->power += b->chunk[k].power;
    for (int n = 0; n < 9; n++)
      b->virial[n] += b->chunk[k].virial[n];
    if (b->bent == 0) b->bent = b->chunk[k].bent;
    b->released += b->chunk[k].released;
    s->accounting.latched_start += b->chunk[k].latched;
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
