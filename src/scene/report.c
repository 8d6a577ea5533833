/* SPDX-License-Identifier: MIT */
/* What can be asked of a scene: particles, walls, contacts, energy, momentum, a hash. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scene/sweep.h"

static void cross(const double a[3], const double b[3], double out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static void look_at(const carom_scene *s, int64_t i, const double *force)
{
  const double *x = carom_spot_of(s, i), light = carom_light(s, i);
  double m[6];
  carom_half_velocity(s, i, m);
  const uint32_t number = s->number[i];
  carom_scene_grain *g = &s->look[number];
  const double half = 0.5 * s->step;
  for (int k = 0; k < 3; k++) {
    const double pull = light > 0 ? s->gravity[k] : 0;
    g->position[k] = x[k] + s->image[3 * i + k] * s->length[k];
    g->velocity[k] = m[k] + half * (force[k] * light + pull);
    g->spin[k] = m[3 + k] + half * (force[4 + k] * s->turn[i]);
    g->force[k] = force[k];
    g->torque[k] = force[4 + k];
  }
  g->radius = s->radius[number];
  g->mass = s->mass[number];
  g->material = s->material[i];
  g->id = s->id[i];
}

carom_scene_view carom_scene_look(carom_scene *s)
{
  carom_scene_view view = {NULL, 0, sizeof *view.grain};
  if (!s) return view;
  if (!s->look) s->look = calloc((size_t)s->n, sizeof *s->look);
  if (!s->look) return view;
  view.grain = s->look;
  view.count = s->n;
  if (s->looked) return view;
  for (int64_t i = 0; i < s->n; i++)
    look_at(s, i, s->force + CAROM_ROW * i);
  /* what other blocks have for a particle: summed as the next step will */
  for (int64_t b = 0; b < s->blocks; b++) {
    const carom_patch *p = &s->patch[b];
    for (int64_t c = p->incoming; c < p->incoming + p->incomings; c++) {
      const carom_incoming *in = &s->incoming[c];
      carom_scene_grain *g = &s->look[s->number[in->particle]];
      const double *row = s->outer + (size_t)CAROM_ROW * in->row;
      double sum[CAROM_ROW] = {0};
      for (int k = 0; k < 3; k++) {
        sum[k] = g->force[k] + row[k];
        sum[4 + k] = g->torque[k] + row[4 + k];
      }
      look_at(s, in->particle, sum);
    }
  }
  s->looked = true;
  return view;
}

carom_status carom_scene_look_wall(carom_scene *s, int wall, carom_scene_wall_state *out,
                                   carom_error *err)
{
  if (!s || !out || wall < 0 || wall >= s->walls)
    return carom_fail(err, CAROM_ERR_RANGE, "wall", "there is no wall %d", wall);
  const carom_wall *w = &s->wall[wall];
  *out = (carom_scene_wall_state){.name = w->name};
  memcpy(out->centre, w->centre, sizeof out->centre);
  memcpy(out->velocity, w->velocity, sizeof out->velocity);
  memcpy(out->spin, w->spin, sizeof out->spin);
  for (int64_t b = 0; b < s->blocks; b++) {
    const double *sum = s->wall_force + 6 * ((size_t)b * (size_t)s->walls + (size_t)wall);
    for (int k = 0; k < 3; k++) {
      out->force[k] += sum[k];
      out->torque[k] += sum[3 + k];
    }
  }
  return CAROM_OK;
}

/* Two bodies seen from the first: normal to the second, distance, lever arms, relative velocity. */
typedef struct meeting {
  double n[3], v[3], arm, reach, distance, overlap, radius, mass, twist;
} meeting;

/* A particle as the law saw it: where contacts see velocities of the middle of the step, they saw
 * those of the start before these were set back. */
static void seen_by_law(const carom_scene *s, int64_t i, double v[CAROM_ROW])
{
  memcpy(v, carom_seen_of(s, i), CAROM_ROW * sizeof *v);
  if (!s->set_back || s->steps > 0) return;
  const double *force = s->force + CAROM_ROW * i, half = 0.5 * s->step, light = v[3];
  for (int k = 0; k < 3; k++) {
    v[k] += half * (force[k] * light + (light > 0 ? s->gravity[k] : 0));
    v[4 + k] += half * (force[4 + k] * s->turn[i]);
  }
}

static bool meet_particle(const carom_scene *s, int64_t i, int64_t j, meeting *m)
{
  const double *a = carom_spot_of(s, i), *b = carom_spot_of(s, j);
  double square = 0, spin[3], side[3], v[CAROM_ROW], u[CAROM_ROW];
  seen_by_law(s, i, v);
  seen_by_law(s, j, u);
  for (int k = 0; k < 3; k++) {
    const double x = b[k] - a[k];
    const double turns = s->length[k] > 0 ? CAROM_FLOOR(x / s->length[k] + 0.5) : 0;
    m->n[k] = x - turns * s->length[k];
    square += m->n[k] * m->n[k];
  }
  m->reach = a[3] + b[3];
  m->distance = CAROM_SQRT(square);
  m->overlap = (m->reach * m->reach - square) / (m->reach + m->distance);
  m->arm = 0.5 * (m->distance + (a[3] - b[3]) * m->reach / m->distance);
  m->radius = a[3] * b[3] / m->reach;
  m->mass = 1 / (v[3] + u[3]);
  for (int k = 0; k < 3; k++) {
    m->n[k] /= m->distance;
    spin[k] = m->arm * v[4 + k] + (m->distance - m->arm) * u[4 + k];
  }
  cross(spin, m->n, side);
  for (int k = 0; k < 3; k++)
    m->v[k] = v[k] - u[k] + side[k];
  return m->overlap > 0 || !(m->overlap == m->overlap);
}

static bool meet_face(const carom_scene *s, int64_t i, const carom_face *f, meeting *m)
{
  const double *a = carom_spot_of(s, i);
  const carom_wall *w = &s->wall[f->wall];
  double from[3], side[3], surface[3], v[CAROM_ROW];
  seen_by_law(s, i, v);
  m->distance = m->arm = carom_face_distance(f, a, m->n);
  m->overlap = a[3] - m->distance;
  m->radius = m->reach = a[3];
  m->mass = 1 / v[3];
  for (int k = 0; k < 3; k++) {
    from[k] = a[k] - m->distance * m->n[k] - w->centre[k];
    m->n[k] = -m->n[k];
  }
  cross(w->spin, from, surface);
  cross(v + 4, m->n, side);
  for (int k = 0; k < 3; k++)
    m->v[k] = v[k] - w->velocity[k] - surface[k] + m->arm * side[k];
  return m->overlap > 0 || !(m->overlap == m->overlap);
}

/* The force of the step follows from the spring after it, unless a dashpot saw velocities that were
 * predicted: then the step took the spring in the middle of its way, and a contact that slips does
 * not tell where that was. */
static void slide(const carom_class *c, const meeting *m, carom_scene_touch *t)
{
  carom_shear spring = {t->spring[0], t->spring[1], t->spring[2], t->spring[3]};
  carom_traction f = {0, 0, 0};
  const carom_slide in = {.normal = t->force.elastic + t->force.dissipative,
                          .d = t->overlap,
                          .radius = m->radius,
                          .mass = m->mass,
                          .step = 0,
                          .x = m->v[0] - t->approach * m->n[0],
                          .y = m->v[1] - t->approach * m->n[1],
                          .z = m->v[2] - t->approach * m->n[2]};
  c->model->slide(c->grip, &in, &spring, &f);
  t->tangential[0] = f.x, t->tangential[1] = f.y, t->tangential[2] = f.z;
}

bool carom_scene_contact_at(carom_scene *s, const carom_short *list, int64_t contact,
                            carom_scene_touch *t, double *radius, double *mass)
{
  const uint32_t *p = s->pair + 2 * contact, i = carom_particle(p[0]);
  const carom_class *c = &s->class[list->class];
  const double *a = carom_spot_of(s, i), *past = s->past + carom_past(s, list, contact);
  const bool wall = list->kind == CAROM_WALLED;
  meeting m = {.distance = 0};
  if (wall ? !meet_face(s, i, &s->face[p[1]], &m) : !meet_particle(s, i, carom_particle(p[1]), &m))
    return false;
  *t = (carom_scene_touch){.a = s->number[i],
                           .b = wall ? -1 : (long)s->number[carom_particle(p[1])],
                           .wall = wall ? s->face[p[1]].wall : -1,
                           .overlap = m.overlap};
  for (int k = 0; k < 3; k++) {
    t->normal[k] = m.n[k];
    t->point[k] = a[k] + s->image[3 * (size_t)i + (size_t)k] * s->length[k] + m.arm * m.n[k];
    t->approach += m.v[k] * m.n[k];
  }
  for (int k = 0; k < s->springs; k++)
    t->spring[k] = past[carom_apart(list) * k];
  for (int k = 0; k < c->contact.law->states; k++)
    t->state[k] = past[carom_apart(list) * (s->springs + k)];
  const carom_contact own = carom_class_contact(c, m.radius, m.mass);
  carom_state state;
  memcpy(state.value, t->state, sizeof state.value);
  t->force = carom_contact_force(&own, &state, t->overlap, t->approach);
  if (c->model && s->traction && s->recorded == s->passes)
    memcpy(t->tangential, s->traction + 3 * contact, sizeof t->tangential);
  else if (c->model)
    slide(c, &m, t);
  *radius = m.radius;
  *mass = m.mass;
  return true;
}

long carom_scene_contacts(carom_scene *s, carom_scene_visit *visit, void *user)
{
  long count = 0;
  carom_scene_touch touch;
  double radius, mass;
  for (int64_t b = 0; s && b < 2 * s->bins; b++)
    for (int64_t c = 0; c < s->shortlist[b].contacts; c++) {
      const int64_t contact = CAROM_LANES * s->shortlist[b].group + c;
      if (!(s->touching[contact / CAROM_LANES] >> contact % CAROM_LANES & 1)) continue;
      count++;
      if (visit && carom_scene_contact_at(s, &s->shortlist[b], contact, &touch, &radius, &mass))
        visit(user, &touch);
    }
  return count;
}

/* What the contacts hold. */
static void add_contacts(carom_scene *s, carom_scene_energy *e)
{
  carom_scene_touch t;
  double radius, mass;
  for (int64_t b = 0; b < 2 * s->bins; b++)
    for (int64_t k = 0; k < s->shortlist[b].contacts; k++) {
      const int64_t contact = CAROM_LANES * s->shortlist[b].group + k;
      const carom_class *c = &s->class[s->shortlist[b].class];
      if (!(s->touching[contact / CAROM_LANES] >> contact % CAROM_LANES & 1)) continue;
      if (!carom_scene_contact_at(s, &s->shortlist[b], contact, &t, &radius, &mass)) continue;
      const carom_contact own = carom_class_contact(c, radius, mass);
      const carom_shear spring = {t.spring[0], t.spring[1], t.spring[2], t.spring[3]};
      carom_state state;
      memcpy(state.value, t.state, sizeof state.value);
      const carom_energy held = carom_contact_energy(&own, &state, t.overlap);
      e->elastic += held.stored;
      e->plastic += held.plastic;
      if (c->model) e->tangential += c->model->stored(c->grip, t.overlap, radius, &spring);
    }
}

/* The sum of m x, positions not folded. */
static void moment(const carom_scene_view *v, const carom_scene *s, double out[3])
{
  out[0] = out[1] = out[2] = 0;
  for (int64_t i = 0; i < s->n; i++) {
    const carom_scene_grain *g = &v->grain[s->number[i]];
    if (!(carom_light(s, i) > 0)) continue;
    for (int k = 0; k < 3; k++)
      out[k] += g->mass * g->position[k];
  }
}

static double held(const carom_scene_energy *e)
{
  return e->kinetic + e->rotational + e->elastic + e->tangential;
}

carom_scene_energy carom_scene_budget(carom_scene *s)
{
  carom_scene_energy e = {0};
  const carom_scene_view v = carom_scene_look(s);
  if (!v.grain) return e;
  double now[3], work[3] = {0};
  for (long i = 0; i < s->n; i++) {
    const carom_scene_grain *g = &v.grain[i];
    const double inertia = 0.4 * g->mass * g->radius * g->radius;
    for (int k = 0; k < 3; k++) {
      e.kinetic += 0.5 * g->mass * g->velocity[k] * g->velocity[k];
      e.rotational += 0.5 * inertia * g->spin[k] * g->spin[k];
    }
  }
  add_contacts(s, &e);
  for (int64_t b = 0; b < s->blocks; b++) {
    for (int k = 0; k < 3; k++)
      work[k] += s->patch[b].sum.lost[k];
    e.plastic += s->patch[b].sum.plastic;
  }
  e.viscous = work[0];
  e.friction = work[1] - e.tangential + s->tangential_start;
  e.walls = work[2];
  e.gravity = s->gravity_work;
  if (s->turning) { /* the last half step */
    for (int k = 0; k < 3; k++) {
      double momentum = 0;
      for (long i = 0; i < s->n; i++)
        momentum += v.grain[i].mass * v.grain[i].velocity[k];
      e.gravity += 0.25 * s->step * s->gravity[k] * (momentum + s->momentum_last[k]);
    }
  } else {
    moment(&v, s, now);
    for (int k = 0; k < 3; k++)
      e.gravity += s->gravity[k] * (now[k] - s->moment_start[k]);
  }
  e.residual = held(&e) + e.viscous + e.plastic + e.friction - e.gravity - e.walls -
               s->energy_start;
  return e;
}

void carom_scene_account(carom_scene *s)
{
  const carom_scene_view v = carom_scene_look(s);
  if (!v.grain) return;
  moment(&v, s, s->moment_start);
  for (int k = 0; k < 3; k++) {
    s->momentum_last[k] = 0;
    for (long i = 0; i < s->n; i++)
      s->momentum_last[k] += v.grain[i].mass * v.grain[i].velocity[k];
  }
  const carom_scene_energy e = carom_scene_budget(s);
  s->energy_start = held(&e) + e.plastic;
  s->tangential_start = e.tangential;
  /* the first kick of a turning gravity is half a step long */
  for (int k = 0; s->turning && k < 3; k++)
    s->gravity_work -= 0.5 * s->step * s->gravity[k] * s->momentum_last[k];
}

void carom_scene_momentum(carom_scene *s, double linear[3], double angular[3])
{
  const carom_scene_view v = carom_scene_look(s);
  for (int k = 0; k < 3; k++)
    linear[k] = angular[k] = 0;
  for (long i = 0; i < v.count; i++) {
    const carom_scene_grain *g = &v.grain[i];
    double orbit[3];
    cross(g->position, g->velocity, orbit);
    for (int k = 0; k < 3; k++) {
      linear[k] += g->mass * g->velocity[k];
      angular[k] += g->mass * (orbit[k] + 0.4 * g->radius * g->radius * g->spin[k]);
    }
  }
}

uint64_t carom_scene_hash(carom_scene *s)
{
  const carom_scene_view v = carom_scene_look(s);
  uint64_t hash = 0xcbf29ce484222325u;
  for (long i = 0; i < v.count; i++) {
    const double *value = v.grain[i].position;
    for (int k = 0; k < 9; k++) {
      uint64_t bits;
      memcpy(&bits, &value[k], sizeof bits);
      for (int byte = 0; byte < 8; byte++)
        hash = (hash ^ (bits >> (8 * byte) & 0xff)) * 0x100000001b3u;
    }
  }
  return hash;
}

/* Particles and rows of motion, pairs of shortlists with their bits, the histories of closed
 * contacts and of open ones that stand among them, and the rows of force that blocks hand to later
 * ones. What is read more than once, such as the places of partners, counts once; forces of the
 * block at work stay in the cache. */
static double moved_in_step(const carom_scene *s)
{
  const double both = 2 * sizeof(double), row = sizeof *s->row;
  const double record = CAROM_SPOT + CAROM_ROW + 0.5 +
                        (s->motion ? CAROM_ROW : 0); /* 1/I is read */
  double sum = (double)s->n * record * both +
               (double)s->outers * (CAROM_ROW * both + sizeof *s->incoming);
  for (int64_t k = 0; k < 2 * s->bins; k++) {
    const carom_short *list = &s->shortlist[k];
    const int64_t groups = (list->contacts + CAROM_LANES - 1) / CAROM_LANES;
    sum += (double)groups +
           (double)list->contacts * (2 * sizeof *s->pair + (list->kind == CAROM_OUTER ? row : 0));
    for (int64_t g = list->group; g < list->group + groups; g++)
      sum += both * s->history * (list->whole ? CAROM_LANES : __builtin_popcount(s->touching[g]));
  }
  return sum;
}

static long closed_in(const carom_scene *s, const carom_short *list)
{
  long count = 0;
  for (int64_t g = list->group; CAROM_LANES * (g - list->group) < list->contacts; g++)
    count += __builtin_popcount(s->touching[g]);
  return count;
}

carom_scene_work carom_scene_effort(carom_scene *s)
{
  carom_scene_work work = {.rebuilds = s->rebuilds,
                           .remembered = (long)s->dents.count,
                           .forces = s->seconds[0],
                           .motion = s->seconds[1],
                           .lists = s->seconds[2]};
  for (int64_t b = 0; b < s->bins; b++)
    work.listed += s->bin[b].contacts;
  for (int64_t b = 0; b < 2 * s->bins; b++)
    work.touching += closed_in(s, &s->shortlist[b]);
  const size_t n = (size_t)s->n;
  const size_t record = CAROM_SPOT + CAROM_ROW + 1 + (s->motion ? CAROM_ROW : 0);
  work.bytes = n * (2 * record + CAROM_ROW + CAROM_SPOT + 2) * sizeof(double) +
               n * (2 * 6 + 4) * sizeof(uint32_t) +
               (size_t)(s->candidate_room + s->candidate_row_room + s->pair_room + s->listed_room +
                        s->row_room) *
                   sizeof(uint32_t) +
               (size_t)s->touching_room +
               (size_t)(s->past_room + s->traction_room + s->kept_past_room + s->outer_room) *
                   sizeof(double) +
               (size_t)s->incoming_room * sizeof *s->incoming +
               (size_t)s->source_room * sizeof *s->source + (size_t)s->kept_room * sizeof *s->kept +
               (size_t)s->cell_room * 4 + (size_t)(s->dents.key_room + s->dents.state_room) * 8 +
               (size_t)(s->dents_b.key_room + s->dents_b.state_room) * 8 +
               (size_t)s->leaving_room * 16 + (s->look ? n * sizeof *s->look : 0);
  for (int level = 0; level < s->levels; level++)
    work.bytes += (size_t)s->grid[level].room * 12;
  for (int64_t b = 0; b < s->blocks; b++)
    work.bytes += (size_t)s->found[b].room * 8 +
                  (size_t)(s->found[b].guest_room + s->found[b].seen_room) * sizeof(uint32_t);
  work.bytes += (s->room ? n * sizeof *s->room : 0) +
                (size_t)s->district_room * sizeof *s->district;
  work.moved = moved_in_step(s);
  return work;
}
