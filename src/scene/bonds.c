/* SPDX-License-Identifier: MIT */
/* Bonds: definitions, memory, index by particle, required step, queries. */
#include "scene/bonds.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/fields.h"
#include "core/ranges.h"
#include "law_base.h"
#include "law_math.h"
#include "scene/populations.h"
#include "scene/scene.h"

enum { YOUNG, POISSON, SHEAR_MODULUS, RADIUS, FACTOR, TENSILE, SHEAR, DAMPING, GAP = DAMPING + 5 };

static const carom_field fields[] = {
    {"young", "Pa", CAROM_UNSET, 1, 1e15, NULL, "Young's modulus of the bond"},
    {"poisson", "1", 0.25, -0.99, 0.5, NULL, "its Poisson's ratio, which gives the shear modulus"},
    {"shear_modulus", "Pa", CAROM_UNSET, 1, 1e15, NULL, "shear modulus instead"},
    {"radius", "m", CAROM_UNSET, CAROM_RANGE_RADIUS, NULL,
     "radius of its round section; radius_factor times the smaller particle if not given"},
    {"radius_factor", "1", 1, 1e-6, 1e3, NULL, "share of the smaller particle's radius"},
    {"tensile_strength", "Pa", CAROM_UNSET, 0, 1e15, NULL,
     "tensile stress at its surface at which it breaks; never if not given"},
    {"shear_strength", "Pa", CAROM_UNSET, 0, 1e15, NULL,
     "shear stress at its surface at which it breaks; never if not given"},
    {"damping", "1", 0, 0, 10, NULL, "of every mode of the two particles, as a share of critical"},
    {"damping_normal", "1", CAROM_UNSET, 0, 10, NULL, "of stretching; `damping` if not given"},
    {"damping_shear", "1", CAROM_UNSET, 0, 10, NULL, "of shear; `damping` if not given"},
    {"damping_bending", "1", CAROM_UNSET, 0, 10, NULL, "of bending; `damping` if not given"},
    {"damping_twisting", "1", CAROM_UNSET, 0, 10, NULL, "of twisting; `damping` if not given"},
    {"gap", "m", 0, 0, 1e6, NULL, "bonds are made between spheres that are no farther apart"},
};

carom_fields carom_scene_bond_fields(void)
{
  return (carom_fields){fields, sizeof fields / sizeof *fields};
}

carom_scene_bond carom_scene_bond_default(void)
{
  return (carom_scene_bond){.young = CAROM_UNSET,
                            .poisson = fields[POISSON].fallback,
                            .shear_modulus = CAROM_UNSET,
                            .radius = CAROM_UNSET,
                            .radius_factor = fields[FACTOR].fallback,
                            .tensile_strength = CAROM_UNSET,
                            .shear_strength = CAROM_UNSET,
                            .between = {-1, -1},
                            .group = {-1, -1}};
}

static carom_status check_pairs(const carom_scene_def *def, const carom_scene_bond *b,
                                carom_error *err)
{
  if (b->pairs < 0 || (b->pairs > 0 && !b->pair))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "pair", "there are no pairs");
  for (int64_t k = 0; k < b->pairs; k++) {
    const int64_t *pair = b->pair[k];
    for (int end = 0; end < 2; end++)
      if (pair[end] < 0 || (!b->later && pair[end] >= def->particles))
        return carom_fail(err, CAROM_ERR_RANGE, "pair", "there is no particle %" PRId64, pair[end]);
    const bool known = pair[0] < def->particles;
    if (pair[0] == pair[1])
      return carom_fail(err, CAROM_ERR_RANGE, "pair",
                        "particle %" PRId64 " (id %lu) is bonded to itself", pair[0],
                        known ? (unsigned long)def->particle[pair[0]].id : 0);
  }
  return CAROM_OK;
}

static carom_status check(const carom_scene_def *def, const carom_scene_bond *b, carom_error *err)
{
  if ((unsigned)b->model > CAROM_BOND_PARALLEL)
    return carom_fail(err, CAROM_ERR_RANGE, "model", "there is no model number %d", (int)b->model);
  if (b->contact != CAROM_BOND_CONTACT_BESIDE && b->contact != CAROM_BOND_CONTACT_AFTER)
    return carom_fail(err, CAROM_ERR_RANGE, "contact", "there is no such kind of contact");
  const double value[] = {b->young,         b->poisson,          b->shear_modulus, b->radius,
                          b->radius_factor, b->tensile_strength, b->shear_strength};
  if (b->young == CAROM_UNSET)
    return carom_fail(err, CAROM_ERR_MISSING, "young", "give Young's modulus of the bond");
  for (size_t k = 0; k < sizeof value / sizeof *value; k++)
    CAROM_TRY(carom_field_check(&fields[k], value[k], NULL, err));
  for (int k = 0; k < CAROM_BOND_MODES; k++)
    CAROM_TRY(carom_field_check(&fields[DAMPING], b->damping[k], NULL, err));
  CAROM_TRY(carom_field_check(&fields[GAP], b->gap, NULL, err));
  for (int end = 0; end < 2; end++) {
    if (b->between[end] >= def->materials)
      return carom_fail(err, CAROM_ERR_RANGE, "between", "there is no material %d",
                        b->between[end]);
    if (b->group[end] >= def->groups)
      return carom_fail(err, CAROM_ERR_RANGE, "group", "there is no group %d", b->group[end]);
  }
  return check_pairs(def, b, err);
}

carom_status carom_bonds_check(const carom_scene_def *def, carom_error *err)
{
  if (def->bonds < 0 || (def->bonds > 0 && !def->bond))
    return carom_fail(err, CAROM_ERR_ARGUMENT, "bond", "a table is missing");
  for (int k = 0; k < def->bonds; k++) {
    const carom_status status = check(def, &def->bond[k], err);
    if (status == CAROM_OK) continue;
    char member[32];
    if (err) snprintf(member, sizeof member, "%.30s", err->where);
    if (err) snprintf(err->where, sizeof err->where, "bond[%d].%s", k, member);
    return status;
  }
  return CAROM_OK;
}

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "bond", "no memory for the bonds");
}

/* Copies a kind; pairs are copied for kinds that are attached later. */
static carom_status copy_kind(carom_scene_bond *to, const carom_scene_bond *from, carom_error *err)
{
  *to = *from;
  to->pair = NULL;
  if (from->pairs == 0) return CAROM_OK;
  int64_t(*pair)[2] = malloc((size_t)from->pairs * sizeof *pair);
  if (!pair) return no_memory(err);
  memcpy(pair, from->pair, (size_t)from->pairs * sizeof *pair);
  to->pair = (const int64_t(*)[2])pair;
  return CAROM_OK;
}

carom_status carom_bonds_create(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  carom_bonds *b = &s->bonds;
  if (def->bonds == 0) return CAROM_OK;
  b->kind = calloc((size_t)def->bonds, sizeof *b->kind);
  if (!b->kind) return no_memory(err);
  b->kinds = def->bonds;
  for (int k = 0; k < def->bonds; k++)
    CAROM_TRY(copy_kind(&b->kind[k], &def->bond[k], err));
  for (int k = 0; k < def->bonds; k++)
    b->replace |= def->bond[k].contact == CAROM_BOND_CONTACT_AFTER;
  for (int k = 0; k < def->bonds; k++)
    if (!def->bond[k].later) CAROM_TRY(carom_bonds_make(s, k, NULL, err));
  return CAROM_OK;
}

void carom_bonds_free(carom_bonds *b)
{
  for (int k = 0; b->kind && k < b->kinds; k++)
    free((void *)b->kind[k].pair);
  free(b->kind);
  free(b->bond);
  free(b->row);
  free(b->body);
  free(b->chunk);
  free(b->start);
  free(b->end);
  *b = (carom_bonds){.kinds = 0};
}

size_t carom_bonds_bytes(const carom_bonds *b)
{
  return (size_t)b->capacity * sizeof *b->bond + (size_t)b->row_capacity * sizeof *b->row +
         (size_t)b->body_capacity * sizeof *b->body + (size_t)b->chunk_capacity * sizeof *b->chunk +
         (size_t)b->start_capacity * sizeof *b->start + (size_t)b->end_capacity * sizeof *b->end;
}

/* Lists the ends of bonds by particle; those of each particle are in the order of the bonds. */
static void connect(carom_scene *s)
{
  carom_bonds *b = &s->bonds;
  const size_t particles = (size_t)s->particles.count;
  memset(b->start, 0, (particles + 2) * sizeof *b->start);
  for (int64_t k = 0; k < b->count; k++)
    for (int end = 0; end < 2 && b->bond[k].state == CAROM_BOND_WHOLE; end++)
      b->start[b->body[k][end] + 2]++;
  for (size_t i = 2; i <= particles; i++)
    b->start[i] += b->start[i - 1];
  for (int64_t k = 0; k < b->count; k++)
    for (uint32_t end = 0; end < 2 && b->bond[k].state == CAROM_BOND_WHOLE; end++)
      b->end[b->start[b->body[k][end] + 1]++] = 2 * (uint32_t)k + end;
}

bool carom_bonds_index(carom_scene *s)
{
  carom_bonds *b = &s->bonds;
  if (b->kinds == 0) return true;
  if (!carom_reserve(&b->start, &b->start_capacity, s->particles.count + 2, sizeof *b->start) ||
      !carom_reserve(&b->end, &b->end_capacity, 2 * b->count + 1, sizeof *b->end) ||
      !carom_reserve(&b->body, &b->body_capacity, b->count + 1, sizeof *b->body) ||
      !carom_reserve(&b->chunk, &b->chunk_capacity, b->count / CAROM_BOND_CHUNK + 1,
                     sizeof *b->chunk))
    return false;
  for (int64_t k = 0; k < b->count; k++)
    for (int end = 0; end < 2; end++)
      b->body[k][end] = b->bond[k].tag[end] == CAROM_GONE
                            ? 0
                            : s->particles.index_of[b->bond[k].tag[end]];
  connect(s);
  return true;
}

void carom_bonds_renumber(carom_scene *s, const uint32_t *new_tag)
{
  carom_bonds *b = &s->bonds;
  for (int64_t k = 0; k < b->count; k++) {
    carom_bond *one = &b->bond[k];
    for (int end = 0; end < 2; end++)
      if (one->tag[end] != CAROM_GONE) one->tag[end] = new_tag[one->tag[end]];
    if (one->state != CAROM_BOND_WHOLE || (one->tag[0] != CAROM_GONE && one->tag[1] != CAROM_GONE))
      continue;
    one->state = CAROM_BOND_REMOVED;
    one->broken_at = carom_scene_time(s);
    one->released = b->row[k].energy;
    memset(&b->row[k], 0, sizeof b->row[k]);
    b->whole--;
  }
  if (b->whole == 0) b->power = 0;
}

double carom_bonds_energy(const carom_scene *s, const uint32_t *new_tag)
{
  const carom_bonds *b = &s->bonds;
  double sum = 0;
  for (int64_t k = 0; k < b->count; k++) {
    const carom_bond *one = &b->bond[k];
    if (one->state != CAROM_BOND_WHOLE) continue;
    if (!new_tag || new_tag[one->tag[0]] == CAROM_GONE || new_tag[one->tag[1]] == CAROM_GONE)
      sum += b->row[k].energy;
  }
  return sum;
}

/* A held particle may be released, so only particles fixed for good count as fixed. */
carom_beam_inertia carom_bond_inertia(const carom_scene *s, const carom_bond *b,
                                      const uint32_t *shares)
{
  const carom_particles *p = &s->particles;
  carom_beam_inertia of;
  for (int end = 0; end < 2; end++) {
    const uint32_t i = p->index_of[b->tag[end]];
    const double share = shares ? shares[b->tag[end]] : 1, r = carom_position_of(s, i)[3];
    const bool held = p->held && p->held[i] > 0;
    const double mass = p->mass[b->tag[end]];
    of.inv_mass[end] = share * (held ? 1 / mass : carom_inv_mass(s, i));
    of.inv_inertia[end] = share * (held ? 2.5 / (mass * r * r) : p->inv_inertia[i]);
  }
  return of;
}

/* Number of bonds of every particle, by tag; NULL without memory. */
static uint32_t *count_bonds(const carom_scene *s)
{
  const carom_bonds *b = &s->bonds;
  uint32_t *shares = calloc((size_t)s->particles.count + 1, sizeof *shares);
  for (int64_t k = 0; shares && k < b->count; k++)
    for (int end = 0; end < 2 && b->bond[k].state == CAROM_BOND_WHOLE; end++)
      shares[b->bond[k].tag[end]]++;
  return shares;
}

/* Dashpots reduce the stability limit 2/omega, because they see the velocities before the kick. */
static double damped_limit(double square, const double damping[CAROM_BOND_MODES])
{
  double most = 0;
  for (int k = 0; k < CAROM_BOND_MODES; k++)
    most = damping[k] > most ? damping[k] : most;
  return 2 / CAROM_SQRT(square) * (CAROM_SQRT(1 + most * most) - most);
}

/* Time in which the dashpots of a bond would stop the bond's share of the masses if their forces
 * stayed constant. The dashpots are set for the two bodies `alone`. */
static double braking_time(const carom_beam *beam, const double damping[CAROM_BOND_MODES],
                           const carom_beam_inertia *alone, const carom_beam_inertia *own)
{
  double mass[CAROM_BOND_MODES], moved[CAROM_BOND_MODES], least = carom_infinity();
  carom_beam_masses(alone, beam->length, mass);
  carom_beam_masses(own, beam->length, moved);
  for (int k = 0; k < CAROM_BOND_MODES; k++) {
    const double dashpot = 2 * damping[k] * CAROM_SQRT(beam->stiffness[k] * mass[k]);
    const double time = dashpot > 0 ? moved[k] / dashpot : carom_infinity();
    least = time < least ? time : least;
  }
  return least;
}

/* The smallest limit over all bonds, each alone with its two particles or, if `shares` is given,
 * with its own share of them. With shares, the limit is also at most 5/2 of the shortest relaxation
 * time of a dashpot. The step is a fifth of the limit, so a dashpot takes at most half of a
 * relative velocity per step; all of it would be the stability limit with predicted velocities. */
static double least_limit(const carom_scene *s, const uint32_t *shares)
{
  const carom_bonds *b = &s->bonds;
  double least = carom_infinity();
  for (int64_t k = 0; k < b->count; k++) {
    if (b->bond[k].state != CAROM_BOND_WHOLE) continue;
    const carom_beam *beam = &b->bond[k].beam;
    const double *damping = b->kind[b->bond[k].kind].damping;
    const carom_beam_inertia of = carom_bond_inertia(s, &b->bond[k], shares);
    const double square = carom_beam_frequency_squared(beam, &of);
    if (!(square > 0)) continue;
    const double limit = damped_limit(square, damping);
    least = limit < least ? limit : least;
    if (!shares) continue;
    const carom_beam_inertia alone = carom_bond_inertia(s, &b->bond[k], NULL);
    const double brake = 2.5 * braking_time(beam, damping, &alone, &of);
    least = brake < least ? brake : least;
  }
  return least;
}

/* Limit for kinds that are attached later: two of the smallest particles in touch, each with twelve
 * bonds. */
static double later_limit(const carom_scene *s)
{
  enum { NEIGHBOURS = 12 };
  double least = carom_infinity();
  for (int k = 0; k < s->bonds.kinds; k++) {
    const carom_scene_bond *kind = &s->bonds.kind[k];
    if (!kind->later) continue;
    for (int m = 0; m < s->model.materials; m++) {
      const carom_population *all = &s->model.population[m];
      const bool meant = kind->between[0] == m || kind->between[1] == m || kind->between[0] < 0 ||
                         kind->between[1] < 0;
      if (!meant || all->count == 0 || !(all->most > 0)) continue;
      const double r = all->small,
                   section = kind->radius != CAROM_UNSET ? kind->radius : kind->radius_factor * r;
      const double turn = 2.5 * all->most / (r * r);
      const carom_beam_inertia alone = {{all->most, all->most}, {turn, turn}};
      const carom_beam_inertia of = {{NEIGHBOURS * all->most, NEIGHBOURS * all->most},
                                     {NEIGHBOURS * turn, NEIGHBOURS * turn}};
      carom_beam beam = {.length = 2 * r};
      carom_beam_stiffness(kind, section, beam.length, beam.stiffness);
      const double limit = damped_limit(carom_beam_frequency_squared(&beam, &of), kind->damping);
      const double brake = 2.5 * braking_time(&beam, kind->damping, &alone, &of);
      least = limit < least ? limit : least;
      least = brake < least ? brake : least;
    }
  }
  return least;
}

/* A network of springs is never faster than its fastest spring with its share of the masses alone
 * (Irons), so a fifth of that limit resolves every mode. */
double carom_bonds_step(const carom_scene *s)
{
  if (s->bonds.kinds == 0) return carom_infinity();
  uint32_t *shares = count_bonds(s);
  if (!shares) return 0;
  const double now = least_limit(s, shares), later = later_limit(s);
  free(shares);
  return 0.2 * (now < later ? now : later);
}

/* A network is never slower than its fastest pair alone. */
double carom_bonds_step_limit(const carom_scene *s)
{
  return least_limit(s, NULL);
}

static bool broken(const carom_bond *b)
{
  return b->state == CAROM_BOND_BROKEN_TENSION || b->state == CAROM_BOND_BROKEN_SHEAR;
}

int64_t carom_scene_bonds(carom_scene *s, carom_bond_visit *visit, void *user)
{
  if (!s) return 0;
  for (int64_t k = 0; visit && k < s->bonds.count; k++) {
    const carom_bond *b = &s->bonds.bond[k];
    carom_bond_view v = {.a = b->tag[0] == CAROM_GONE ? -1 : b->tag[0],
                         .b = b->tag[1] == CAROM_GONE ? -1 : b->tag[1],
                         .kind = (int)b->kind,
                         .state = (carom_bond_state)b->state,
                         .length = b->beam.length,
                         .radius = b->radius,
                         .energy = b->released,
                         .time = b->state == CAROM_BOND_WHOLE ? CAROM_UNSET : b->broken_at};
    if (v.a >= 0 && v.b >= 0)
      carom_bond_apart(&s->model, carom_position_of(s, s->bonds.body[k][0]),
                       carom_position_of(s, s->bonds.body[k][1]), v.apart);
    if (b->state == CAROM_BOND_WHOLE) {
      carom_beam_load load;
      carom_bond_load(s, k, &load);
      carom_bond_stresses(s, k, &load, &v.tensile_stress, &v.shear_stress);
      v.tension = load.tension;
      v.shear = load.shear;
      v.bending = load.bending[1] > load.bending[2] ? load.bending[1] : load.bending[2];
      v.torsion = load.torsion;
      v.energy = load.energy;
      memcpy(v.force, s->bonds.row[k].force, sizeof v.force);
      memcpy(v.torque, s->bonds.row[k].torque, sizeof v.torque);
    }
    visit(user, &v);
  }
  return s->bonds.count;
}

carom_bond_counts carom_scene_count_bonds(const carom_scene *s, int kind)
{
  carom_bond_counts n = {.made = 0};
  for (int64_t k = 0; s && k < s->bonds.count; k++) {
    const carom_bond *b = &s->bonds.bond[k];
    if (kind >= 0 && b->kind != kind) continue;
    n.made++;
    n.whole += b->state == CAROM_BOND_WHOLE;
    n.tension += b->state == CAROM_BOND_BROKEN_TENSION;
    n.shear += b->state == CAROM_BOND_BROKEN_SHEAR;
    n.removed += b->state == CAROM_BOND_REMOVED;
    if (broken(b)) n.released += b->released;
  }
  return n;
}
