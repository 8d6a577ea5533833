/* SPDX-License-Identifier: MIT */
/* Queries: particles, walls, contacts, momentum, a hash. */
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scene/holds.h"
#include "scene/scene.h"

static void cross(const double a[3], const double b[3], double out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* The reported position of a particle: unfolded across periodic borders, unless these deform. */
static void place_of(const carom_scene *s, int64_t i, double out[3])
{
  const double *x = carom_position_of(s, i);
  for (int k = 0; k < 3; k++)
    out[k] = x[k] + s->particles.image[3 * i + k] * s->model.length[k];
  if (s->box.deforms) carom_fold(&s->model, x, out);
}

/* Reports a particle. Its velocity is that half a step after mid-step, by the force on it. */
static void look_at(const carom_scene *s, int64_t i)
{
  const carom_particles *p = &s->particles;
  const double *x = carom_position_row(p, i), *v = carom_half_velocity_row(p, i);
  const double half = 0.5 * s->model.step, inv_mass = carom_inv_mass(s, i);
  carom_scene_grain *g = &s->view[p->tag[i]];
  for (int k = 0; k < 3; k++) {
    const double pull = inv_mass > 0 ? s->gravity[k] : 0;
    g->velocity[k] = v[k] + half * (g->force[k] * inv_mass + pull);
    g->spin[k] = v[4 + k] + half * (g->torque[k] * p->inv_inertia[i]);
  }
  place_of(s, i, g->position);
  if (s->box.deforms) { /* the velocity of the image there */
    double folded[3] = {x[0], x[1], x[2]};
    carom_box_fold(s, folded, g->velocity);
  }
  g->radius = x[3];
  g->mass = p->mass[p->tag[i]];
  g->material = p->material[i];
  g->id = p->id[i];
  g->fixed = !(inv_mass > 0);
  g->volume = 4.0 / 3.0 * CAROM_PI * x[3] * x[3] * x[3];
  g->clump = -1;
  if (p->held && p->held[i]) carom_hold_velocity(s, i, g->velocity, g->spin);
}

carom_scene_view carom_scene_sample(carom_scene *s)
{
  carom_scene_view view = {NULL, 0, sizeof *view.grain};
  if (!s) return view;
  view.grain = s->view;
  view.count = (int64_t)s->particles.count;
  if (s->view_valid) return view;
  s->engine->bring_back(s, s->view);
  for (int64_t i = 0; i < s->particles.count; i++)
    look_at(s, i);
  carom_clumps_look(s, s->view);
  s->view_valid = true;
  s->accounting.held_now = 0.5 * s->model.step * carom_holds_power(s);
  return view;
}

carom_status carom_scene_sample_wall(carom_scene *s, int wall, carom_scene_wall_state *out,
                                     carom_error *err)
{
  CAROM_TRY(carom_scene_can_tell(s, out, err));
  CAROM_TRY(carom_scene_has("wall", wall, s->walls.count, err));
  const carom_wall *w = &s->walls.wall[wall];
  *out = (carom_scene_wall_state){.name = w->name};
  memcpy(out->centre, w->centre, sizeof out->centre);
  memcpy(out->velocity, w->velocity, sizeof out->velocity);
  memcpy(out->spin, w->spin, sizeof out->spin);
  memcpy(out->surface, w->surface, sizeof out->surface);
  memcpy(out->orientation, w->body.rigid.orientation, sizeof out->orientation);
  out->present = !w->absent;
  if (w->body.free) {
    carom_wall_body_now(s, wall, out->velocity, out->spin);
    for (int k = 0; k < 3; k++) {
      out->velocity[k] += w->body.driven_velocity[k];
      out->spin[k] += w->body.driven_spin[k];
    }
  }
  double sum[6];
  s->engine->wall_force(s, wall, sum);
  memcpy(out->force, sum, sizeof out->force);
  memcpy(out->torque, sum + 3, sizeof out->torque);
  return CAROM_OK;
}

/* The force of the step follows from the spring after it, except if a dashpot saw predicted
 * velocities: the step then evaluated the spring at mid-step, which cannot be recovered for a
 * slipping contact. */
static void tangential_force(const carom_material_pair *c, const carom_contact_view *v,
                             const carom_footing *on, carom_scene_touch *t)
{
  carom_shear spring = {t->spring[0], t->spring[1], t->spring[2], t->spring[3]};
  carom_traction f = {0};
  const carom_slide in = {.normal = on->normal_force,
                          .d = on->overlap,
                          .radius = v->radius,
                          .mass = v->mass,
                          .step = 0,
                          .x = v->slip[0],
                          .y = v->slip[1],
                          .z = v->slip[2]};
  c->model->apply(c->grip, &in, &spring, &f);
  t->tangential[0] = f.x, t->tangential[1] = f.y, t->tangential[2] = f.z;
}

/* What adhesion models subtract from the force of the law. */
static double pull_of(const carom_material_pair *c, const carom_contact_view *v)
{
  double pull = 0;
  for (const carom_pair_stage *p = c->stage; p < c->stage + c->stages; p++) {
    const carom_stage_input in = {.d = v->overlap, .radius = v->radius};
    double history[CAROM_STAGE_HISTORY] = {0};
    carom_stage_output f = {.pull = 0};
    if (!(p->model->gives & CAROM_GIVES_PULL)) continue;
    memcpy(history, v->history + p->first, (size_t)p->model->numbers * sizeof *history);
    p->model->apply(p->constant, &in, history, &f);
    pull += f.pull;
  }
  return pull;
}

carom_scene_touch carom_scene_touch_of(const carom_scene *s, const carom_contact_view *v)
{
  const carom_material_pair *c = &s->model.material_pair[v->material_pair];
  const carom_particles *p = &s->particles;
  const bool wall = carom_partner_is_wall(v->partner);
  carom_scene_touch t = {.a = p->tag[v->first],
                         .b = wall ? -1 : (int64_t)p->tag[v->partner],
                         .wall = wall ? s->walls.face[carom_partner_face(v->partner)].wall : -1,
                         .overlap = v->overlap,
                         .approach = v->approach,
                         .triangle = wall ? carom_mesh_triangle(&s->walls, v->partner) : -1};
  double seen[3];
  place_of(s, v->first, seen);
  for (int k = 0; k < 3; k++) {
    t.normal[k] = v->normal[k];
    t.point[k] = seen[k] + v->arm * v->normal[k];
  }
  for (int k = 0; c->model && k < c->model->numbers; k++)
    t.spring[k] = v->history[s->model.history.tangential + k];
  for (int k = 0; k < c->contact.law->states; k++)
    t.state[k] = v->history[s->model.history.normal + k];
  const carom_contact own = carom_material_pair_contact(c, v->radius, v->mass);
  carom_state state;
  memcpy(state.value, t.state, sizeof state.value);
  t.force = carom_contact_force(&own, &state, t.overlap, t.approach);
  if (c->model && v->traction) {
    memcpy(t.tangential, v->traction, sizeof t.tangential);
  } else if (c->model) {
    const carom_footing on = carom_contact_footing(&own, &state, t.overlap, t.force);
    tangential_force(c, v, &on, &t);
  }
  if (c->gives & CAROM_GIVES_PULL) t.force.elastic -= pull_of(c, v);
  return t;
}

typedef struct visiting {
  const carom_scene *s;
  carom_scene_visit *visit;
  void *user;
} visiting;

static void visit_closed(void *user, const carom_contact_view *v)
{
  const visiting *o = user;
  if (v->overlap <= -o->s->model.material_pair[v->material_pair].reach) return;
  const carom_scene_touch touch = carom_scene_touch_of(o->s, v);
  o->visit(o->user, &touch);
}

int64_t carom_scene_contacts(carom_scene *s, carom_scene_visit *visit, void *user)
{
  if (!s) return 0;
  visiting o = {s, visit, user};
  if (visit) s->engine->contacts(s, CAROM_CONTACTS_CLOSED, visit_closed, &o);
  return s->engine->count_closed(s);
}

void carom_scene_momentum(carom_scene *s, double linear[3], double angular[3])
{
  const carom_scene_view v = carom_scene_sample(s);
  for (int k = 0; k < 3; k++)
    linear[k] = angular[k] = 0;
  for (int64_t i = 0; i < v.count; i++) {
    const carom_scene_grain *g = &v.grain[i];
    double orbit[3];
    if (g->clump >= 0) continue;
    cross(g->position, g->velocity, orbit);
    for (int k = 0; k < 3; k++) {
      linear[k] += g->mass * g->velocity[k];
      angular[k] += g->mass * (orbit[k] + 0.4 * g->radius * g->radius * g->spin[k]);
    }
  }
  carom_clumps_add_momentum_now(s, linear, angular);
  carom_bodies_momentum(s, linear, angular);
}

static uint64_t hash_numbers(uint64_t hash, const double *value, int count)
{
  for (int k = 0; k < count; k++) {
    uint64_t bits;
    memcpy(&bits, &value[k], sizeof bits);
    for (int byte = 0; byte < 8; byte++)
      hash = (hash ^ (bits >> (8 * byte) & 0xff)) * 0x100000001b3u;
  }
  return hash;
}

/* Indices of the view sorted by id, stably; NULL if they already are in order, or without
 * memory. */
static int64_t *order_by_id(const carom_scene_view *v)
{
  bool sorted = true;
  for (int64_t i = 1; i < v->count; i++)
    sorted &= v->grain[i - 1].id <= v->grain[i].id;
  int64_t *order = sorted ? NULL : malloc(2 * (size_t)v->count * sizeof *order);
  if (!order) return NULL;
  int64_t *from = order, *to = order + v->count;
  for (int64_t i = 0; i < v->count; i++)
    from[i] = i;
  for (int shift = 0; shift < 32; shift += 8) { /* an even number of rounds ends in `order` */
    int64_t start[257] = {0};
    for (int64_t i = 0; i < v->count; i++)
      start[(v->grain[from[i]].id >> shift & 255) + 1]++;
    for (int k = 0; k < 256; k++)
      start[k + 1] += start[k];
    for (int64_t i = 0; i < v->count; i++)
      to[start[v->grain[from[i]].id >> shift & 255]++] = from[i];
    int64_t *const swapped = from;
    from = to;
    to = swapped;
  }
  return order;
}

uint64_t carom_scene_hash(carom_scene *s)
{
  const carom_scene_view v = carom_scene_sample(s);
  int64_t *order = order_by_id(&v);
  uint64_t hash = 0xcbf29ce484222325u;
  for (int64_t i = 0; i < v.count; i++)
    hash = hash_numbers(hash, v.grain[order ? order[i] : i].position, 9);
  free(order);
  for (int64_t i = 0; i < s->clumps.count; i++)
    hash = hash_numbers(hash, s->clumps.view[i].orientation, 4);
  for (int i = 0; i < s->walls.count; i++) {
    carom_scene_wall_state wall;
    if (!carom_wall_feels(&s->walls.wall[i])) continue;
    (void)carom_scene_sample_wall(s, i, &wall, NULL);
    hash = hash_numbers(hash, wall.centre, 9);
    hash = hash_numbers(hash, wall.orientation, 4);
  }
  return hash;
}

carom_scene_counters carom_scene_stats(carom_scene *s)
{
  carom_scene_counters work = {.rebuilds = s->rebuilds,
                               .remembered = (int64_t)s->contacts.dents.count,
                               .forces = s->accounting.seconds[0],
                               .motion = s->accounting.seconds[1],
                               .lists = s->accounting.seconds[2],
                               .rebuild = s->accounting.rebuild_seconds};
  const size_t capacity = (size_t)s->particles.capacity;
  work.touching = s->engine->count_closed(s);
  work.bytes = capacity * carom_particles_bytes(&s->particles) +
               carom_contacts_bytes(&s->contacts) + carom_bonds_bytes(&s->bonds) +
               carom_walls_bytes(&s->walls) + capacity * sizeof *s->view;
  s->engine->effort(s, &work);
  return work;
}
