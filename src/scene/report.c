/* SPDX-License-Identifier: MIT */
/* Queries: particles, walls, contacts, energy, momentum, a hash. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scene/kernels.h"

static void cross(const double a[3], const double b[3], double out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static void look_at(const carom_scene *s, int64_t i, const double *force)
{
  const double *x = carom_position_of(s, i), inv_mass = carom_inv_mass(s, i);
  double m[6];
  carom_half_velocity_of(s, i, m);
  const uint32_t number = s->tag[i];
  carom_scene_grain *g = &s->view[number];
  const double half = 0.5 * s->step;
  for (int k = 0; k < 3; k++) {
    const double pull = inv_mass > 0 ? s->gravity[k] : 0;
    g->position[k] = x[k] + s->image[3 * i + k] * s->length[k];
    g->velocity[k] = m[k] + half * (force[k] * inv_mass + pull);
    g->spin[k] = m[3 + k] + half * (force[4 + k] * s->inv_inertia[i]);
    g->force[k] = force[k];
    g->torque[k] = force[4 + k];
  }
  g->radius = s->radius[number];
  g->mass = s->mass[number];
  g->material = s->material[i];
  g->id = s->id[i];
}

carom_scene_view carom_scene_sample(carom_scene *s)
{
  carom_scene_view view = {NULL, 0, sizeof *view.grain};
  if (!s) return view;
  if (!s->view) s->view = calloc((size_t)s->n, sizeof *s->view);
  if (!s->view) return view;
  view.grain = s->view;
  view.count = s->n;
  if (s->view_valid) return view;
  for (int64_t i = 0; i < s->n; i++)
    look_at(s, i, s->force + CAROM_ROW_DOUBLES * i);
  /* halo forces, summed in the order of the next step */
  for (int64_t b = 0; b < s->blocks; b++) {
    const carom_domain_block *p = &s->domain_block[b];
    for (int64_t c = p->halo_recv; c < p->halo_recv + p->halo_recvs; c++) {
      const carom_halo_recv *in = &s->halo_recv[c];
      carom_scene_grain *g = &s->view[s->tag[in->particle]];
      const double *row = s->halo_send + (size_t)CAROM_ROW_DOUBLES * in->row;
      double sum[CAROM_ROW_DOUBLES] = {0};
      for (int k = 0; k < 3; k++) {
        sum[k] = g->force[k] + row[k];
        sum[4 + k] = g->torque[k] + row[4 + k];
      }
      look_at(s, in->particle, sum);
    }
  }
  s->view_valid = true;
  return view;
}

carom_status carom_scene_sample_wall(carom_scene *s, int wall, carom_scene_wall_state *out,
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

/* Two bodies as seen from the first: normal to the second, distance, lever arms, relative
 * velocity. */
typedef struct kinematics {
  double n[3], v[3], arm, reach, distance, overlap, radius, mass, twist;
} kinematics;

/* Velocities as the law saw them. Where contacts use mid-step velocities, those of the start
 * were shifted back only after the forces. */
static void velocity_seen_by_law(const carom_scene *s, int64_t i, double v[CAROM_ROW_DOUBLES])
{
  memcpy(v, carom_contact_velocity_of(s, i), CAROM_ROW_DOUBLES * sizeof *v);
  if (!s->half_step_back || s->steps > 0) return;
  const double *force = s->force + CAROM_ROW_DOUBLES * i, half = 0.5 * s->step, inv_mass = v[3];
  for (int k = 0; k < 3; k++) {
    v[k] += half * (force[k] * inv_mass + (inv_mass > 0 ? s->gravity[k] : 0));
    v[4 + k] += half * (force[4 + k] * s->inv_inertia[i]);
  }
}

static bool particle_kinematics(const carom_scene *s, int64_t i, int64_t j, kinematics *m)
{
  const double *a = carom_position_of(s, i), *b = carom_position_of(s, j);
  double square = 0, spin[3], side[3], v[CAROM_ROW_DOUBLES], u[CAROM_ROW_DOUBLES];
  velocity_seen_by_law(s, i, v);
  velocity_seen_by_law(s, j, u);
  for (int k = 0; k < 3; k++) {
    const double x = b[k] - a[k];
    const double images = s->length[k] > 0 ? CAROM_FLOOR(x / s->length[k] + 0.5) : 0;
    m->n[k] = x - images * s->length[k];
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

static bool wall_kinematics(const carom_scene *s, int64_t i, const carom_face *f, kinematics *m)
{
  const double *a = carom_position_of(s, i);
  const carom_wall *w = &s->wall[f->wall];
  double from[3], side[3], surface[3], v[CAROM_ROW_DOUBLES];
  velocity_seen_by_law(s, i, v);
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

/* The force of the step follows from the spring after it, unless a dashpot saw predicted
 * velocities: then the step evaluated the spring at mid-step, which cannot be recovered for a
 * slipping contact. */
static void tangential_force(const carom_material_pair *c, const kinematics *m,
                             carom_scene_touch *t)
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

bool carom_scene_contact_at(carom_scene *s, const carom_active_list *list, int64_t contact,
                            carom_scene_touch *t, double *radius, double *mass)
{
  const uint32_t *p = s->pair + 2 * contact, i = carom_particle(p[0]);
  const carom_material_pair *c = &s->material_pair[list->material_pair];
  const double *a = carom_position_of(s, i),
               *history = s->history + carom_history_offset(s, list, contact);
  const bool wall = list->kind == CAROM_PAIR_WALL;
  kinematics m = {.distance = 0};
  if (wall ? !wall_kinematics(s, i, &s->face[p[1]], &m)
           : !particle_kinematics(s, i, carom_particle(p[1]), &m))
    return false;
  *t = (carom_scene_touch){.a = s->tag[i],
                           .b = wall ? -1 : (long)s->tag[carom_particle(p[1])],
                           .wall = wall ? s->face[p[1]].wall : -1,
                           .overlap = m.overlap};
  for (int k = 0; k < 3; k++) {
    t->normal[k] = m.n[k];
    t->point[k] = a[k] + s->image[3 * (size_t)i + (size_t)k] * s->length[k] + m.arm * m.n[k];
    t->approach += m.v[k] * m.n[k];
  }
  for (int k = 0; k < s->springs; k++)
    t->spring[k] = history[carom_history_stride(list) * k];
  for (int k = 0; k < c->contact.law->states; k++)
    t->state[k] = history[carom_history_stride(list) * (s->springs + k)];
  const carom_contact own = carom_material_pair_contact(c, m.radius, m.mass);
  carom_state state;
  memcpy(state.value, t->state, sizeof state.value);
  t->force = carom_contact_force(&own, &state, t->overlap, t->approach);
  if (c->model && s->traction && s->recorded_pass == s->passes)
    memcpy(t->tangential, s->traction + 3 * contact, sizeof t->tangential);
  else if (c->model)
    tangential_force(c, &m, t);
  *radius = m.radius;
  *mass = m.mass;
  return true;
}

long carom_scene_contacts(carom_scene *s, carom_scene_visit *visit, void *user)
{
  long count = 0;
  carom_scene_touch touch;
  double radius, mass;
  for (int64_t b = 0; s && b < 2 * s->pair_bins; b++)
    for (int64_t c = 0; c < s->active_list[b].contacts; c++) {
      const int64_t contact = CAROM_LANES * s->active_list[b].group + c;
      if (!(s->touching[contact / CAROM_LANES] >> contact % CAROM_LANES & 1)) continue;
      count++;
      if (visit && carom_scene_contact_at(s, &s->active_list[b], contact, &touch, &radius, &mass))
        visit(user, &touch);
    }
  return count;
}

/* Energy stored in the contacts. */
static void add_contacts(carom_scene *s, carom_scene_energy *e)
{
  carom_scene_touch t;
  double radius, mass;
  for (int64_t b = 0; b < 2 * s->pair_bins; b++)
    for (int64_t k = 0; k < s->active_list[b].contacts; k++) {
      const int64_t contact = CAROM_LANES * s->active_list[b].group + k;
      const carom_material_pair *c = &s->material_pair[s->active_list[b].material_pair];
      if (!(s->touching[contact / CAROM_LANES] >> contact % CAROM_LANES & 1)) continue;
      if (!carom_scene_contact_at(s, &s->active_list[b], contact, &t, &radius, &mass)) continue;
      const carom_contact own = carom_material_pair_contact(c, radius, mass);
      const carom_shear spring = {t.spring[0], t.spring[1], t.spring[2], t.spring[3]};
      carom_state state;
      memcpy(state.value, t.state, sizeof state.value);
      const carom_energy held = carom_contact_energy(&own, &state, t.overlap);
      e->elastic += held.stored;
      e->plastic += held.plastic;
      if (c->model) e->tangential += c->model->stored(c->grip, t.overlap, radius, &spring);
    }
}

/* The sum of m x, positions unfolded. */
static void moment(const carom_scene_view *v, const carom_scene *s, double out[3])
{
  out[0] = out[1] = out[2] = 0;
  for (int64_t i = 0; i < s->n; i++) {
    const carom_scene_grain *g = &v->grain[s->tag[i]];
    if (!(carom_inv_mass(s, i) > 0)) continue;
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
  const carom_scene_view v = carom_scene_sample(s);
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
      work[k] += s->domain_block[b].sum.lost[k];
    e.plastic += s->domain_block[b].sum.plastic;
  }
  e.viscous = work[0];
  e.friction = work[1] - e.tangential + s->tangential_start;
  e.walls = work[2];
  e.gravity = s->gravity_work;
  if (s->gravity_varies) { /* the last half step */
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
  const carom_scene_view v = carom_scene_sample(s);
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
  /* with varying gravity the first kick is half a step long */
  for (int k = 0; s->gravity_varies && k < 3; k++)
    s->gravity_work -= 0.5 * s->step * s->gravity[k] * s->momentum_last[k];
}

void carom_scene_momentum(carom_scene *s, double linear[3], double angular[3])
{
  const carom_scene_view v = carom_scene_sample(s);
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
  const carom_scene_view v = carom_scene_sample(s);
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

/* Particles and half-step velocities, pairs of active lists with their bits, histories of
 * closed contacts and of open ones on dense lists, and halo rows. Data that is read more than
 * once, such as partners' positions, counts once; forces of the current block stay in the
 * cache. */
static double moved_in_step(const carom_scene *s)
{
  const double both = 2 * sizeof(double), row = sizeof *s->row;
  const double record = CAROM_POSITION_DOUBLES + CAROM_ROW_DOUBLES + 0.5 +
                        (s->half_velocity ? CAROM_ROW_DOUBLES : 0); /* 1/I is only read */
  double sum = (double)s->n * record * both +
               (double)s->halo_sends * (CAROM_ROW_DOUBLES * both + sizeof *s->halo_recv);
  for (int64_t k = 0; k < 2 * s->pair_bins; k++) {
    const carom_active_list *list = &s->active_list[k];
    const int64_t groups = (list->contacts + CAROM_LANES - 1) / CAROM_LANES;
    sum += (double)groups + (double)list->contacts *
                                (2 * sizeof *s->pair + (list->kind == CAROM_PAIR_HALO ? row : 0));
    for (int64_t g = list->group; g < list->group + groups; g++)
      sum += both * s->history_size *
             (list->dense ? CAROM_LANES : __builtin_popcount(s->touching[g]));
  }
  return sum;
}

static long closed_in(const carom_scene *s, const carom_active_list *list)
{
  long count = 0;
  for (int64_t g = list->group; CAROM_LANES * (g - list->group) < list->contacts; g++)
    count += __builtin_popcount(s->touching[g]);
  return count;
}

carom_scene_counters carom_scene_stats(carom_scene *s)
{
  carom_scene_counters work = {.rebuilds = s->rebuilds,
                               .remembered = (long)s->dents.count,
                               .forces = s->seconds[0],
                               .motion = s->seconds[1],
                               .lists = s->seconds[2]};
  for (int64_t b = 0; b < s->pair_bins; b++)
    work.listed += s->pair_bin[b].contacts;
  for (int64_t b = 0; b < 2 * s->pair_bins; b++)
    work.touching += closed_in(s, &s->active_list[b]);
  const size_t n = (size_t)s->n;
  const size_t record = CAROM_POSITION_DOUBLES + CAROM_ROW_DOUBLES + 1 +
                        (s->half_velocity ? CAROM_ROW_DOUBLES : 0);
  work.bytes = n * (2 * record + CAROM_ROW_DOUBLES + CAROM_POSITION_DOUBLES + 2) * sizeof(double) +
               n * (2 * 6 + 4) * sizeof(uint32_t) +
               (size_t)(s->neighbour_pair_capacity + s->neighbour_row_capacity + s->pair_capacity +
                        s->neighbour_index_capacity + s->row_capacity) *
                   sizeof(uint32_t) +
               (size_t)s->touching_capacity +
               (size_t)(s->history_capacity + s->traction_capacity + s->kept_history_capacity +
                        s->halo_send_capacity) *
                   sizeof(double) +
               (size_t)s->halo_recv_capacity * sizeof *s->halo_recv +
               (size_t)s->upstream_capacity * sizeof *s->upstream +
               (size_t)s->kept_capacity * sizeof *s->kept + (size_t)s->cell_capacity * 4 +
               (size_t)(s->dents.key_capacity + s->dents.state_capacity) * 8 +
               (size_t)(s->dents_b.key_capacity + s->dents_b.state_capacity) * 8 +
               (size_t)s->leaving_capacity * 16 + (s->view ? n * sizeof *s->view : 0);
  for (int level = 0; level < s->levels; level++)
    work.bytes += (size_t)s->grid[level].capacity * 12;
  for (int64_t b = 0; b < s->blocks; b++)
    work.bytes += (size_t)s->search_buffer[b].capacity * 8 +
                  (size_t)(s->search_buffer[b].halo_particles_capacity +
                           s->search_buffer[b].halo_table_capacity) *
                      sizeof(uint32_t);
  work.bytes += (s->wall_clearance ? n * sizeof *s->wall_clearance : 0) +
                (size_t)s->supercell_capacity * sizeof *s->supercell;
  work.bytes_per_step = moved_in_step(s);
  return work;
}
