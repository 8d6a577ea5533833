/* SPDX-License-Identifier: MIT */
/* Makes bonds between particles that are near each other, or between given pairs. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "law_base.h"
#include "scene/occupancy.h"
#include "scene/rigid_body.h"
#include "scene/scene.h"

/* Bonds are numbered with 31 bits. */
#define MOST INT64_C(0x7fffffff)

typedef struct making {
  carom_scene *s;
  int kind;
  const carom_scene_bond *def;
  uint64_t *bonded; /* pairs that are already bonded, sorted */
  int64_t had;
  carom_occupancy near;
  int64_t at;      /* particle whose neighbours are being visited */
  double image[3]; /* its position as seen from there */
  carom_status status;
  carom_error *err;
} making;

static carom_status fail_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "bond", "no memory for the bonds");
}

/* The id of a particle for messages: files name it, while numbers are those of the definition. */
static unsigned long id_of(const making *m, uint64_t number)
{
  return m->s->particles.id[m->s->particles.index_of[number]];
}

static uint64_t key_of(uint64_t a, uint64_t b)
{
  return a < b ? a << 32 | b : b << 32 | a;
}

static int compare(const void *a, const void *b)
{
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

static bool find_bonded(making *m)
{
  const carom_bonds *b = &m->s->bonds;
  m->bonded = malloc((size_t)(b->count + 1) * sizeof *m->bonded);
  if (!m->bonded) return false;
  for (int64_t k = 0; k < b->count; k++)
    if (b->bond[k].state == CAROM_BOND_WHOLE)
      m->bonded[m->had++] = key_of((uint64_t)b->bond[k].tag[0], (uint64_t)b->bond[k].tag[1]);
  qsort(m->bonded, (size_t)m->had, sizeof *m->bonded, compare);
  return true;
}

/* Makes room for one more; new rows are zero. */
static bool grow(carom_bonds *b)
{
  const int64_t room = 2 * b->capacity + 64;
  if (b->count < b->capacity) return true;
  carom_bond *bond = realloc(b->bond, (size_t)room * sizeof *bond);
  if (bond) b->bond = bond;
  carom_bond_row *row = bond ? realloc(b->row, (size_t)room * sizeof *row) : NULL;
  if (!row) return false;
  b->row = row;
  b->capacity = b->row_capacity = room;
  return true;
}

void carom_bond_prepare(const carom_scene *s, carom_bond *b)
{
  const carom_scene_bond *def = &s->bonds.kind[b->kind];
  const carom_beam_inertia of = carom_bond_inertia(s, b, NULL);
  double mass[CAROM_BOND_MODES], smaller = 0;
  for (int end = 0; end < 2; end++) {
    const double radius = carom_position_of(s, s->particles.index_of[b->tag[end]])[3];
    smaller = end == 0 || radius < smaller ? radius : smaller;
  }
  b->radius = def->radius != CAROM_UNSET ? def->radius : def->radius_factor * smaller;
  carom_beam_stiffness(def, b->radius, b->beam.length, b->beam.stiffness);
  carom_beam_masses(&of, b->beam.length, mass);
  for (int k = 0; k < CAROM_BOND_MODES; k++)
    b->beam.dashpot[k] = 2 * def->damping[k] * CAROM_SQRT(b->beam.stiffness[k] * mass[k]);
}

/* Is it fixed for good? A held particle can be released. */
static bool is_fixed(const carom_scene *s, int64_t i)
{
  return !(carom_inv_mass(s, i) > 0) && !(s->particles.held && s->particles.held[i] > 0);
}

/* Attaches a bond between two particles as they are now. */
static carom_status attach(making *m, int64_t a, int64_t b)
{
  carom_scene *s = m->s;
  const carom_particles *p = &s->particles;
  carom_bonds *all = &s->bonds;
  if (is_fixed(s, a) && is_fixed(s, b)) return CAROM_OK;
  if (p->clump && (p->clump[a] != 0 || p->clump[b] != 0))
    return carom_fail(m->err, CAROM_ERR_CONFLICT, "bond",
                      "particle %u or %u is a member of a clump, and members have no bonds; keep "
                      "them out by materials or groups",
                      (unsigned)p->tag[a], (unsigned)p->tag[b]);
  if (all->count >= MOST)
    return carom_fail(m->err, CAROM_ERR_RANGE, "bond", "there are more than %" PRId64 " bonds",
                      MOST);
  if (!grow(all)) return fail_memory(m->err);
  carom_bond *bond = &all->bond[all->count];
  *bond = (carom_bond){.kind = m->kind, .tag = {p->tag[a], p->tag[b]}};
  memset(&all->row[all->count], 0, sizeof *all->row);
  const double *q = p->orientation + 4 * a, back[4] = {q[0], -q[1], -q[2], -q[3]};
  double apart[3];
  carom_bond_apart(&s->model, carom_position_of(s, a), carom_position_of(s, b), apart);
  bond->beam.length = CAROM_SQRT(carom_dot(apart, apart));
  for (int k = 0; k < 3; k++) {
    if (s->model.length[k] > 0 && CAROM_FABS(apart[k]) > 0.45 * s->model.length[k])
      return carom_fail(m->err, CAROM_ERR_RANGE, "bond",
                        "particles %" PRId64 " (id %lu) and %" PRId64
                        " (id %lu) are half a period apart, so that the side on which they are "
                        "bonded is not told; use a larger domain",
                        bond->tag[0], id_of(m, (uint64_t)bond->tag[0]), bond->tag[1],
                        id_of(m, (uint64_t)bond->tag[1]));
    apart[k] /= bond->beam.length;
  }
  if (!(bond->beam.length > 0))
    return carom_fail(m->err, CAROM_ERR_RANGE, "bond",
                      "particles %" PRId64 " (id %lu) and %" PRId64
                      " (id %lu) are at the same place",
                      bond->tag[0], id_of(m, (uint64_t)bond->tag[0]), bond->tag[1],
                      id_of(m, (uint64_t)bond->tag[1]));
  carom_quaternion_rotate_back(q, apart, bond->beam.axis);
  carom_quaternion_product(back, p->orientation + 4 * b, bond->beam.turn);
  carom_bond_prepare(s, bond);
  all->longest = bond->beam.length > all->longest ? bond->beam.length : all->longest;
  all->count++;
  all->whole++;
  return CAROM_OK;
}

static bool fits(const making *m, int64_t i, int end)
{
  const carom_scene *s = m->s;
  return (m->def->between[end] < 0 || s->particles.material[i] == m->def->between[end]) &&
         (m->def->group[end] < 0 || (s->particles.group[i] >> m->def->group[end] & 1));
}

static bool is_bonded(const making *m, int64_t a, int64_t b)
{
  const uint64_t key = key_of(m->s->particles.tag[a], m->s->particles.tag[b]);
  return bsearch(&key, m->bonded, (size_t)m->had, sizeof key, compare) != NULL;
}

/* Visits a neighbour of `at`; each pair is taken once, at its nearest image. */
static void meet(void *user, int64_t other)
{
  making *m = user;
  const carom_scene *s = m->s;
  const carom_occupant *b = &m->near.occupant[other];
  const double reach = carom_position_of(s, m->at)[3] + b->radius + m->def->gap;
  double square = 0;
  if (m->status != CAROM_OK || other <= m->at) return;
  for (int k = 0; k < 3; k++) {
    const double apart = b->x[k] - m->image[k];
    if (s->model.length[k] > 0 && CAROM_FABS(apart) > 0.5 * s->model.length[k]) return;
    square += apart * apart;
  }
  if (square > reach * reach * (1 + 1e-12)) return; /* includes spheres that just touch */
  if (!(fits(m, m->at, 0) && fits(m, other, 1)) && !(fits(m, m->at, 1) && fits(m, other, 0)))
    return;
  if (!is_bonded(m, m->at, other)) m->status = attach(m, m->at, other);
}

/* Visits the neighbours of one particle and all its images. */
static void look_around(void *user, int64_t number)
{
  making *m = user;
  const carom_model *model = &m->s->model;
  const carom_occupant *a = &m->near.occupant[number];
  const double reach = a->radius + m->near.largest + m->def->gap;
  m->at = number;
  for (int image = 0; image < 27; image++) {
    const int step[3] = {image % 3, image / 3 % 3, image / 9};
    bool needed = true;
    double side[3];
    for (int k = 0; k < 3; k++) {
      side[k] = step[k] == 1 ? 1 : step[k] == 2 ? -1 : 0;
      m->image[k] = a->x[k] + side[k] * model->length[k];
    }
    if (model->offset != 0) m->image[model->flow] += side[model->gradient] * model->offset;
    for (int k = 0; k < 3; k++) {
      if (side[k] != 0 || m->image[k] != a->x[k])
        needed &= model->length[k] > 0 && m->image[k] > model->low[k] - reach &&
                  m->image[k] < model->high[k] + reach;
    }
    if (needed) carom_occupancy_near(&m->near, m->image, reach, meet, m);
  }
}

/* Goes cell by cell, so that bonds near each other have similar numbers. */
static carom_status make_near(making *m)
{
  carom_scene *s = m->s;
  double low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300}, x[3];
  const int64_t count = s->particles.count;
  for (int64_t i = 0; i < count; i++) {
    carom_fold(&s->model, carom_position_of(s, i), x);
    for (int k = 0; k < 3; k++) {
      low[k] = x[k] < low[k] ? x[k] : low[k];
      high[k] = x[k] > high[k] ? x[k] : high[k];
    }
  }
  if (count == 0) return CAROM_OK;
  bool room = carom_occupancy_clear(&m->near, low, high, s->model.largest + 0.5 * m->def->gap,
                                    2 * count + 1000);
  for (int64_t i = 0; room && i < count; i++) {
    carom_fold(&s->model, carom_position_of(s, i), x);
    room = carom_occupancy_add(&m->near, x, carom_position_of(s, i)[3]);
  }
  if (!room) return fail_memory(m->err);
  carom_occupancy_all(&m->near, look_around, m);
  return m->status;
}

/* Bonds the given pairs. A pair that is already bonded, or given twice, is an error. */
static carom_status make_pairs(making *m)
{
  const carom_particles *p = &m->s->particles;
  for (int64_t k = 0; k < m->def->pairs; k++) {
    const int64_t *pair = m->def->pair[k];
    for (int end = 0; end < 2; end++)
      if (pair[end] < 0 || pair[end] >= p->count)
        return carom_fail(m->err, CAROM_ERR_RANGE, "bond", "there is no particle %" PRId64,
                          pair[end]);
    const int64_t a = p->index_of[pair[0]], b = p->index_of[pair[1]];
    if (is_bonded(m, a, b))
      return carom_fail(m->err, CAROM_ERR_CONFLICT, "bond",
                        "particles %" PRId64 " (id %lu) and %" PRId64
                        " (id %lu) are bonded already",
                        pair[0], id_of(m, (uint64_t)pair[0]), pair[1], id_of(m, (uint64_t)pair[1]));
    CAROM_TRY(attach(m, a, b));
  }
  free(m->bonded);
  m->had = 0;
  if (!find_bonded(m)) return fail_memory(m->err);
  for (int64_t k = 1; k < m->had; k++)
    if (m->bonded[k] == m->bonded[k - 1]) {
      const uint32_t a = (uint32_t)(m->bonded[k] >> 32), b = (uint32_t)m->bonded[k];
      return carom_fail(m->err, CAROM_ERR_CONFLICT, "bond",
                        "the pair of particles %u (id %lu) and %u (id %lu) is given twice", a,
                        id_of(m, a), b, id_of(m, b));
    }
  return CAROM_OK;
}

/* After an error none of the new bonds remain. */
carom_status carom_bonds_make(carom_scene *s, int kind, int64_t *made, carom_error *err)
{
  carom_bonds *b = &s->bonds;
  making m = {.s = s, .kind = kind, .def = &b->kind[kind], .err = err};
  const int64_t before = b->count, whole = b->whole;
  if (!find_bonded(&m)) return fail_memory(err);
  const carom_status status = m.def->pairs > 0 ? make_pairs(&m) : make_near(&m);
  free(m.bonded);
  carom_occupancy_free(&m.near);
  if (status != CAROM_OK) {
    if (err) snprintf(err->where, sizeof err->where, "bond[%d]", kind);
    b->count = before;
    b->whole = whole;
  }
  if (made) *made = b->count - before;
  return status;
}

/* Dashpots act at once, so the scene begins anew. */
carom_status carom_scene_make_bonds(carom_scene *s, int kind, int64_t *made, carom_error *err)
{
  CAROM_TRY(carom_scene_can_change(s, err));
  CAROM_TRY(carom_scene_has("bond", kind, s->bonds.kinds, err));
  const int64_t before = s->bonds.count;
  carom_budget_pause(s);
  carom_scene_take_velocities(s);
  carom_status status = carom_bonds_make(s, kind, made, err);
  if (status == CAROM_OK && s->model.step > carom_bonds_step_limit(s)) {
    status = carom_fail(err, CAROM_ERR_RANGE, "run.step",
                        "%.4g s is too long for these bonds: the longest step that can work is "
                        "%.4g s; give a shorter one from the start",
                        s->model.step, carom_bonds_step_limit(s));
    s->bonds.whole -= s->bonds.count - before;
    s->bonds.count = before;
  }
  if (status == CAROM_OK && s->bonds.replace) {
    if (!carom_bonds_index(s)) return s->stopped = fail_memory(err);
    carom_budget_replaced(s);
  }
  s->stopped = carom_scene_begin(s, false, status == CAROM_OK ? err : NULL);
  if (s->stopped != CAROM_OK) return s->stopped;
  carom_budget_resume(s);
  return status;
}
