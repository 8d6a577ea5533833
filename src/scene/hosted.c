/* SPDX-License-Identifier: MIT */
#include "scene/hosted.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "scene/ghosts.h"
#include "scene/kernels.h"
#include "scene/populations.h"

static carom_status refuse(const char *key, const char *what, carom_error *err)
{
  return carom_fail(err, CAROM_ERR_CONFLICT, key, "%s cannot be carried over to a host; %s", what,
                    "leave it out, or use 'carom run'");
}

carom_status carom_hosted_check(const carom_scene *s, carom_error *err)
{
  const carom_model *m = &s->model;
  if (m->predicted)
    return carom_fail(err, CAROM_ERR_CONFLICT, "scene.velocity",
                      "a host gives velocities at mid-step; use velocity: half");
  if (m->forces > 0) return refuse("scene.forces", "a force besides contacts and gravity", err);
  if (m->bonded) return refuse("scene.bonds", "a bond", err);
  if (m->clumps) return refuse("scene.shapes", "a clump", err);
  if (m->holds > 0) return refuse("scene.holds", "prescribed motion of a group", err);
  if (s->box.deforms) return refuse("scene.box", "a domain that deforms", err);
  if (s->walls.shells_wear) return refuse("scene.walls", "wear of a wall", err);
  for (int k = 0; k < m->material_pairs; k++)
    if (m->material_pair[k].keeps_memory && s->walls.faces > s->walls.open_faces)
      return refuse("contacts", "memory after separation (memory: pair) on walls that end", err);
  return CAROM_OK;
}

/* Momentum of the particles owned here; needed if gravity varies. */
static void sum_momentum(carom_scene *s, int64_t from, int64_t to, double sum[3])
{
  sum[0] = sum[1] = sum[2] = 0;
  for (int64_t i = from; i < to; i++)
    for (int k = 0; k < 3 && !carom_is_ghost(s, (uint32_t)i); k++)
      sum[k] += s->particles.mass[s->particles.tag[i]] * carom_contact_velocity_of(s, i)[k];
}

/* The motion of a scene whose host moves the particles: reads where they are. */
static void take(carom_scene *s)
{
  carom_findings found = {.pass = ++s->cpu.passes};
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    carom_domain_block *p = &s->cpu.domain_block[b];
    const int64_t from = carom_block_start(s, b), to = carom_block_end(s, b);
    const bool real = s->cpu.kernels->take(s->hosted, to - from, s->particles.tag + from,
                                           carom_position_of(s, from),
                                           carom_contact_velocity_of(s, from), &p->velocity);
    for (int k = 0; !real && k < 3; k++)
      p->velocity.high[k] = 1e300;
    if (s->model.gravity_varies) sum_momentum(s, from, to, carom_block_momentum(s, b));
    const double squared = from < to ? carom_speed_squared(&p->velocity) : 0;
    found.speed_squared = squared > found.speed_squared ? squared : found.speed_squared;
    found.moved++;
    p->moved = s->cpu.passes;
  }
  s->cpu.findings[0] = found;
}

static void move(carom_scene *s)
{
  if (!s->hosted->moved) {
    take(s);
    return;
  }
  carom_cpu_move(s);
  carom_ghosts_send(s, CAROM_IN_MESSAGES);
}

static void forces_and_move(carom_scene *s)
{
  carom_cpu_forces_and_move(s);
  carom_ghosts_send(s, CAROM_IN_FORCES);
}

void carom_hosted_step_back(carom_scene *s)
{
  s->engine->set_half_step_back(s);
}

/* After an exchange the lists belong to other particles and never hold. */
static bool lists_hold(carom_scene *s, double wall)
{
  if (!s->cpu.set_aside) return carom_ghosts_lists_hold(s, wall);
  s->cpu.speed = CAROM_SQRT(carom_cpu_findings(s).speed_squared);
  s->cpu.budgets_due = true;
  s->cpu.wall_step = wall;
  return false;
}

/* Appends a material pair with a ghost for each pair without, so that half its losses are
 * booked. */
static bool double_pairs(carom_scene *s)
{
  carom_model *m = &s->model;
  const size_t pairs = (size_t)m->material_pairs;
  carom_material_pair *pair = realloc(m->material_pair, (2 * pairs + 1) * sizeof *pair);
  if (!pair) return false;
  m->material_pair = pair;
  memcpy(pair + pairs, pair, pairs * sizeof *pair);
  for (size_t k = pairs; k < 2 * pairs; k++)
    pair[k].share = 0.5;
  m->material_pairs *= 2;
  for (int64_t b = 0; b < s->cpu.block_capacity; b++) { /* which hold a number for each pair */
    free(s->cpu.search_buffer[b].bin_count);
    s->cpu.search_buffer[b].bin_count = NULL;
  }
  carom_extremes_destroy(s);
  s->accounting.extremes = NULL;
  return true;
}

/* Makes all directions open: ghosts are seen where they are, beyond the borders across which they
 * were sent. */
static void open_domain(carom_model *m)
{
  for (int k = 0; k < 3; k++) {
    if (!m->periodic[k]) continue;
    m->low[k] -= m->length[k];
    m->high[k] += m->length[k];
    m->length[k] = 0;
    m->periodic[k] = false;
  }
  m->any_periodic = false;
}

/* Forces of all processes on a wall, if walls move by force. */
static void wall_force(const carom_scene *s, int wall, double out[6])
{
  const double *sum = s->hosted->wall_force;
  if (sum)
    memcpy(out, sum + 6 * (size_t)wall, 6 * sizeof *out);
  else
    carom_engine_cpu()->wall_force(s, wall, out);
}

void carom_hosted_forget_sums(carom_scene *s)
{
  for (int64_t b = 0; b < s->cpu.blocks; b++)
    s->cpu.domain_block[b].sum = (carom_block_sums){0};
}

carom_status carom_hosted_create(carom_scene *s, const carom_hosted *host, carom_error *err)
{
  CAROM_TRY(carom_hosted_check(s, err));
  s->hosted = (carom_hosted *)host;
  s->host_engine = *carom_engine_cpu();
  s->host_engine.name = "cpu within a host";
  s->host_engine.move = move;
  if (host->moved) {
    s->host_engine.forces_and_move = forces_and_move;
    s->host_engine.await = carom_ghosts_await;
    s->host_engine.step_back = carom_ghosts_step_back;
  }
  s->host_engine.lists_hold = lists_hold;
  s->host_engine.wall_force = wall_force;
  s->engine = &s->host_engine;
  s->half_step_back = false;
  open_domain(&s->model);
  s->particles.count = s->ghosts = 0;
  s->contacts.dents.count = 0;
  carom_flow_free(&s->flow); /* they belong to the whole scene */
  carom_hosted_forget_sums(s);
  return double_pairs(s) ? CAROM_OK : carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory");
}

bool carom_hosted_expect(carom_scene *s, int64_t contacts)
{
  s->cpu.kept_count = 0;
  s->contacts.dents.count = 0;
  return carom_reserve(&s->cpu.kept, &s->cpu.kept_capacity, contacts, sizeof *s->cpu.kept) &&
         carom_reserve(&s->cpu.kept_history, &s->cpu.kept_history_capacity,
                       contacts * s->model.history.size, sizeof *s->cpu.kept_history);
}

carom_status carom_hosted_open(carom_scene *s, int64_t here, int64_t ghosts, int64_t contacts,
                               carom_error *err)
{
  const int64_t count = here + ghosts, capacity = count + count / 8 + 64;
  const bool room = count <= CAROM_SCENE_PARTICLES_MAX &&
                    (count <= s->particles.capacity ||
                     carom_particles_reserve(&s->particles, &s->model, capacity)) &&
                    carom_hosted_expect(s, contacts);
  if (!room)
    return carom_fail(err, CAROM_ERR_MEMORY, "scene",
                      "there is no memory for %" PRId64 " particles and %" PRId64 " ghosts", here,
                      ghosts);
  s->particles.count = count;
  s->ghosts = ghosts;
  s->view_valid = false;
  return CAROM_OK;
}

void carom_hosted_place(carom_scene *s, int64_t tag, const carom_hosted_particle *p)
{
  carom_particles *to = &s->particles;
  double *x = carom_position_row(to, tag), *v = carom_contact_velocity_row(to, tag);
  for (int k = 0; k < 3; k++) {
    x[k] = s->hosted->position[tag][k];
    v[k] = s->hosted->velocity[tag][k];
    v[4 + k] = s->hosted->spin[tag][k];
    to->image[3 * tag + k] = 0;
  }
  x[3] = v[7] = p->radius;
  v[3] = p->fixed ? 0 : 1 / p->mass;
  to->inv_inertia[tag] = p->fixed ? 0 : 2.5 / (p->mass * p->radius * p->radius);
  to->mass[tag] = p->mass;
  to->material[tag] = p->material;
  to->id[tag] = p->id;
  to->tag[tag] = to->index_of[tag] = to->entry[tag] = (uint32_t)tag;
  if (to->group) to->group[tag] = 0;
}

void carom_hosted_remember(carom_scene *s, const carom_hosted_contact *c)
{
  const int size = s->model.history.size;
  const int64_t at = s->cpu.kept_count++;
  s->cpu.kept[at] = (carom_kept){.first = c->first, .partner = c->partner, .closed = c->closed};
  memcpy(s->cpu.kept_history + size * at, c->history, (size_t)size * sizeof *c->history);
}

carom_status carom_hosted_close(carom_scene *s, carom_error *err)
{
  s->cpu.set_aside = true;
  s->cpu.begun = s->ghosts_due = false;
  if (s->engine->resize(s)) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_MEMORY, "scene", "there is no memory for %" PRId64 " particles",
                    s->particles.count);
}

carom_status carom_hosted_begin(carom_scene *s, carom_error *err)
{
  CAROM_TRY(s->engine->rebuild(s, err));
  s->engine->forces(s, 0);
  return carom_scene_guard(s, err);
}

carom_status carom_hosted_step(carom_scene *s, carom_error *err)
{
  return carom_scene_advance_steps(s, 1, err);
}

carom_status carom_hosted_steps(carom_scene *s, int64_t steps, carom_error *err)
{
  return carom_scene_advance_steps(s, steps, err);
}

void carom_hosted_forces(carom_scene *s, double *const *force, double *const *torque)
{
  const uint32_t here = (uint32_t)(s->particles.count - s->ghosts);
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    const carom_domain_block *p = &s->cpu.domain_block[b];
    const int64_t from = carom_block_start(s, b), to = carom_block_end(s, b);
    double *rows = s->particles.force + CAROM_ROW_DOUBLES * from;
    s->cpu.kernels->halo_gather(s->cpu.halo_recv + p->halo_recv, p->halo_recvs, &s->cpu.halo,
                                (uint32_t)from, false, rows);
    s->cpu.kernels->give(to - from, s->particles.tag + from, here, s->particles.mass, s->gravity,
                         rows, force, torque);
  }
}

/* Visits the dents of pairs that are not listed, as open contacts. */
static bool visit_dents(carom_scene *s, carom_hosted_visitor *visit, void *user)
{
  double history[CAROM_HISTORY_MOST];
  carom_hosted_contact c = {.closed = false, .history = history};
  for (int64_t k = 0; k < s->contacts.dents.count; k++) {
    carom_memory_dent(s, k, &c.first, &c.partner, history);
    visit(user, &c);
  }
  return true;
}

/* `kept` is unused between rebuilds. A pair that is listed again still has its old dent in the
 * table; its present history is visited later and so prevails. */
bool carom_hosted_contacts(carom_scene *s, carom_hosted_visitor *visit, void *user)
{
  uint32_t *same = NULL;
  if (!carom_exchange_open(s)) return false;
  same = s->exchange.new_tag;
  for (int64_t k = 0; k < s->particles.count; k++)
    same[k] = (uint32_t)k;
  if (!s->engine->set_aside(s, same)) return false;
  s->cpu.set_aside = false;
  visit_dents(s, visit, user);
  for (int64_t k = 0; k < s->cpu.kept_count; k++) {
    const carom_kept *kept = &s->cpu.kept[k];
    carom_hosted_contact c = {kept->first, kept->partner, kept->closed,
                              s->cpu.kept_history + s->model.history.size * k};
    visit(user, &c);
  }
  return true;
}

typedef struct virial {
  const carom_scene *s;
  double *sum;
} virial;

static void add_virial(void *user, const carom_contact_view *v)
{
  const virial *o = user;
  const carom_material_pair *c = &o->s->model.material_pair[v->material_pair];
  if (v->overlap <= -c->reach) return;
  const carom_scene_touch t = carom_scene_touch_of(o->s, v);
  const double push = t.force.elastic + t.force.dissipative;
  const double *x = carom_position_of(o->s, v->first);
  double arm[3], f[3]; /* from the second to the first; the force on the first */
  for (int k = 0; k < 3; k++) {
    arm[k] = carom_partner_is_wall(v->partner) ? -v->arm * v->normal[k]
                                               : x[k] - carom_position_of(o->s, v->partner)[k];
    f[k] = t.tangential[k] - push * t.normal[k];
  }
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; k++)
    o->sum[k] += c->share * arm[row[k]] * f[column[k]];
}

double carom_hosted_energy(carom_scene *s, double sum[6])
{
  virial o = {s, sum};
  for (int k = 0; k < 6; k++)
    sum[k] = 0;
  s->engine->contacts(s, CAROM_CONTACTS_CLOSED, add_virial, &o);
  return carom_budget_stored(s);
}

/* The forces are those of the stored state, so their losses have already been integrated up to
 * it. */
carom_status carom_hosted_adopt(carom_scene *s, const carom_block_sums *sums, carom_error *err)
{
  const carom_engine *cpu = carom_engine_cpu();
  s->view_valid = s->half_step_back = false;
  s->cpu.set_aside = true;
  s->cpu.budgets_due = false;
  CAROM_TRY(cpu->rebuild(s, err));
  cpu->forces(s, 0);
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    carom_block_sums *own = &s->cpu.domain_block[b].sum;
    const carom_block_sums now = *own;
    *own = b == 0 ? *sums : (carom_block_sums){0};
    own->viscous = now.viscous, own->friction = now.friction, own->walls = now.walls;
    own->rolling = now.rolling, own->twisting = now.twisting, own->adhesion = now.adhesion;
    own->bad = now.bad;
  }
  return CAROM_OK;
}
