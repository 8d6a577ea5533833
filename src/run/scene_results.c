/* SPDX-License-Identifier: MIT */
/* The result of a scene. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "run/contact_json.h"
#include "run/scene.h"

/* In the order of the columns. */
const char *const carom_scene_channel[CAROM_SCENE_CHANNELS] = {
    "kinetic",       "rotational", "elastic", "tangential", "rolling",      "twisting",
    "adhesion",      "viscous",    "plastic", "friction",   "rolling_loss", "twisting_loss",
    "adhesion_loss", "gravity",    "walls",   "bodies",     "stops",        "residual"};

static const char *folder_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

const char *carom_pairing_name(const carom_scene_job *run, const carom_scene_pairing *p,
                               char text[96])
{
  const carom_scenario *s = run->base.scenario;
  snprintf(text, 96, "%.40s - %.40s%s", s->material[p->between[0]].name,
           s->material[p->between[1]].name, p->wall ? " (wall)" : "");
  return text;
}

/* A contact of two particles counts for both, a contact with a wall for one. */
static void count_wall(void *user, const carom_scene_touch *touch)
{
  int64_t *walls = user;
  *walls += touch->b < 0;
}

carom_scene_touching carom_scene_count(const carom_scene_job *run)
{
  carom_scene_touching t = {.walls = 0};
  t.contacts = carom_scene_contacts(run->scene, count_wall, &t.walls);
  t.coordination = (double)(2 * t.contacts - t.walls) / (double)carom_scene_particles(run->scene);
  if (carom_scene_particles(run->scene) == 0) t.coordination = 0;
  return t;
}

static carom_contact_verdict verdict_of(const carom_scene_job *run, const carom_scene_pairing *p)
{
  carom_contact_verdict v = {.setting = "scene.expected_speed",
                             .allowed = run->base.scenario->scene.def.restitution_error,
                             .adhesion = p->adhesion,
                             .tabor = p->tabor};
  carom_pairing_name(run, p, v.name);
  if (p->delivered != CAROM_UNSET) {
    v.step = carom_scene_step(run->scene);
    v.at_step = p->delivered;
  }
  carom_verdict_add(&v, &p->smallest, &p->encounters);
  carom_verdict_judge(&v);
  return v;
}

/* Verdicts on the pairings that came into contact. */
bool carom_scene_verdicts(const carom_run *base, carom_verdicts *list)
{
  const carom_scene_job *run = carom_scene_job_of(base);
  const int count = carom_scene_pairings(run->scene);
  if (!carom_verdicts_room(list, count)) return false;
  for (int i = 0; i < count; i++) {
    carom_scene_pairing p;
    if (carom_scene_pairing_at(run->scene, i, &p, NULL) != CAROM_OK) continue;
    if (p.encounters.deepest > 0) list->item[list->count++] = verdict_of(run, &p);
  }
  return true;
}

static void write_pairings(carom_json *json, const carom_scene_job *run)
{
  carom_json_array(json, "laws");
  for (int i = 0; i < carom_scene_pairings(run->scene); i++) {
    carom_scene_pairing p;
    if (carom_scene_pairing_at(run->scene, i, &p, NULL) != CAROM_OK) continue;
    carom_json_object(json, NULL);
    carom_json_string(json, "law", carom_law_about(p.contact.law)->name);
    carom_json_row(json, "between");
    for (int k = 0; k < 2; k++)
      carom_json_string(json, NULL, run->base.scenario->material[p.between[k]].name);
    carom_json_end(json);
    carom_json_bool(json, "wall", p.wall);
    carom_contact_restitutions(json, &p.contact);
    carom_json_number(json, "restitution", p.resolved);
    carom_json_number(json, "restitution_at_step", p.delivered);
    carom_json_number(json, "restitution_spread", p.spread);
    carom_json_quantity(json, "speed", "m/s", p.speed);
    const carom_contact_verdict verdict = verdict_of(run, &p);
    carom_verdict_members(json, &verdict);
    carom_json_end(json);
  }
  carom_json_end(json);
}

void carom_scene_write_vector(carom_json *json, const char *key, const char *unit,
                              const double *value)
{
  carom_json_row(json, key);
  for (int k = 0; k < 3; k++)
    carom_json_quantity(json, NULL, unit, value[k]);
  carom_json_end(json);
}

static void write_walls(carom_json *json, const carom_scene_job *run)
{
  carom_json_array(json, "walls");
  for (int w = 0; w < carom_scene_walls(run->scene); w++) {
    carom_scene_wall_state wall;
    if (carom_scene_sample_wall(run->scene, w, &wall, NULL) != CAROM_OK) continue;
    carom_json_object(json, NULL);
    carom_json_string(json, "name", wall.name);
    carom_scene_write_vector(json, "force", "N", wall.force);
    carom_scene_write_vector(json, "torque", "N m", wall.torque);
    if (carom_scene_wall_is_moved(run->base.scenario, w)) {
      carom_scene_write_vector(json, "position", "m", wall.centre);
      carom_scene_write_vector(json, "velocity", "m/s", wall.velocity);
      carom_scene_write_vector(json, "spin", "rad/s", wall.spin);
    }
    carom_json_end(json);
  }
  carom_json_end(json);
}

/* Clumps by shape, in the present state. */
static void write_clumps(carom_json *json, const carom_scene_job *run)
{
  const carom_scenario *s = run->base.scenario;
  if (carom_scene_clumps(run->scene) == 0) return;
  carom_json_array(json, "clumps");
  for (int k = 0; k < s->scene.shapes; k++) {
    int64_t count = 0, spheres = 0;
    double mass = 0;
    for (int64_t i = 0; i < carom_scene_clumps(run->scene); i++) {
      carom_scene_clump_state c;
      if (carom_scene_sample_clump(run->scene, i, &c, NULL) != CAROM_OK || c.shape != k) continue;
      count++;
      spheres += c.members;
      mass += c.mass;
    }
    carom_json_object(json, NULL);
    carom_json_string(json, "shape", s->scene.shape[k].name);
    carom_json_integer(json, "count", count);
    carom_json_integer(json, "spheres", spheres);
    carom_json_quantity(json, "mass", "kg", mass);
    carom_json_end(json);
  }
  carom_json_end(json);
}

/* The energy channels as in a row of the record. */
void carom_scene_energies(const carom_scene_job *run, double e[CAROM_SCENE_CHANNELS])
{
  const carom_scene_energy b = carom_scene_budget(run->scene);
  const double all[] = {b.kinetic,      b.rotational,    b.elastic,       b.tangential, b.rolling,
                        b.twisting,     b.adhesion,      b.viscous,       b.plastic,    b.friction,
                        b.rolling_loss, b.twisting_loss, b.adhesion_loss, b.gravity,    b.walls,
                        b.bodies,       b.stops,         b.residual};
  for (int i = 0; i < CAROM_SCENE_CHANNELS; i++)
    e[i] = all[i];
}

/* An upper bound of the rounding error of the energy, with room to spare. Peculiar velocities are
 * differences between the motion of the particles and that of a box. And a spring that swings as
 * fast as a step allows, 2/omega, turns the last digit of a position into a kick of 4/step times
 * that digit, at random in every step: so bonded bodies at rest shiver. */
static double rounding_energy(carom_scene *scene)
{
  static const double share = 1e-24, digit = 0x1p-52;
  const carom_scene_view v = carom_scene_sample(scene);
  const double kick = 4 * digit / carom_scene_step(scene);
  const double kicks = (double)carom_scene_steps(scene) * kick * kick;
  double twice = 0;
  for (int64_t i = 0; i < v.count; i++) {
    const carom_scene_grain *g = &v.grain[i];
    for (int k = 0; k < 3; k++)
      twice += g->mass *
               (share * g->velocity[k] * g->velocity[k] + kicks * g->position[k] * g->position[k]);
  }
  return 0.5 * twice;
}

/* A law that latches the speed of a slow touch damps what happens to the contact later as much more
 * as it is faster: in dense scenes far more than a step resolves. */
static bool latches_slow_touches(const carom_scene *scene)
{
  for (int i = 0; i < carom_scene_pairings(scene); i++) {
    carom_scene_pairing p;
    if (carom_scene_pairing_at(scene, i, &p, NULL) == CAROM_OK &&
        carom_contact_speed_floor(&p.contact) > 0)
      return true;
  }
  return false;
}

static const char *remedy_of(const carom_scene_job *run)
{
  if (run->base.scenario->scene.def.velocity == CAROM_VELOCITY_HALF)
    return "with scene.velocity: half it is of first order in the step; take predicted, or a "
           "shorter step";
  if (latches_slow_touches(run->scene))
    return "contacts that touch slowly and are then pressed faster are damped more than this step "
           "resolves; take impact_speed: expected, or a far shorter step (run.step)";
  return "take a shorter step (run.step)";
}

carom_run_energy carom_scene_job_budget(const carom_run *base)
{
  const carom_scene_job *run = carom_scene_job_of(base);
  const carom_scene_energy e = carom_scene_budget(run->scene);
  const double held = e.kinetic + e.rotational + e.elastic + e.tangential + e.rolling + e.twisting +
                      e.adhesion + e.bodies + e.bonds;
  const double lost = e.viscous + e.plastic + e.friction + e.rolling_loss + e.twisting_loss +
                      e.adhesion_loss + e.stops + e.bond_damping + e.bond_breaking;
  double work = carom_larger(e.gravity, 0) + carom_larger(e.walls, 0) + carom_larger(e.applied, 0) +
                carom_larger(e.box, 0) + carom_larger(e.prescribed, 0) + e.entered;
  for (int64_t i = 0; i < run->base.record.rows; i++) { /* energy that was put in and taken out
                                                           again */
    const double *row = carom_record_row(&run->base.record, i);
    work = carom_larger(work, row[CAROM_SCENE_KINETIC] + row[CAROM_SCENE_ROTATIONAL] +
                                  row[CAROM_SCENE_BODIES]);
  }
  work = carom_larger(work, rounding_energy(run->scene));
  return (carom_run_energy){.residual = e.residual,
                            .start = held + lost + e.residual - e.gravity - e.walls - e.applied -
                                     e.box - e.prescribed + (e.left - e.entered),
                            .end = held,
                            .work = work,
                            .remedy = remedy_of(run)};
}

void carom_scene_members(carom_json *json, const carom_run *base)
{
  const carom_scene_job *run = carom_scene_job_of(base);
  const carom_scene_counters work = carom_scene_stats(run->scene);
  const carom_scene_touching touch = carom_scene_count(run);
  double e[CAROM_SCENE_CHANNELS], linear[3], angular[3];
  char hash[24];
  carom_scene_energies(run, e);
  carom_scene_momentum(run->scene, linear, angular);
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)carom_scene_hash(run->scene));
  carom_json_quantity(json, "time", "s", carom_scene_time(run->scene));
  carom_json_integer(json, "steps", carom_scene_steps(run->scene));
  carom_json_quantity(json, "step", "s", carom_scene_step(run->scene));
  carom_json_integer(json, "particles", carom_scene_particles(run->scene));
  carom_json_integer(json, "contacts", touch.contacts);
  carom_json_quantity(json, "fastest_contact", "m/s", carom_scene_fastest(run->scene));
  carom_json_integer(json, "wall_contacts", touch.walls);
  carom_json_number(json, "coordination", touch.coordination);
  carom_json_object(json, "energy");
  for (int i = 0; i < CAROM_SCENE_CHANNELS; i++)
    carom_json_quantity(json, carom_scene_channel[i], "J", e[i]);
  carom_scene_bond_energies(json, run);
  carom_json_end(json);
  carom_json_number(json, "budget_off", carom_run_budget(base).off);
  carom_scene_write_vector(json, "momentum", "kg m/s", linear);
  carom_scene_write_vector(json, "angular_momentum", "kg m2/s", angular);
  carom_phases_members(json, &run->phases, carom_scene_step(run->scene));
  write_walls(json, run);
  write_clumps(json, run);
  carom_scene_flow_members(json, run);
  carom_scene_bond_members(json, run);
  write_pairings(json, run);
  carom_misfits_members(json, &base->misfits);
  if (carom_scene_forces(run->scene) > 0) {
    carom_json_object(json, "forces");
    for (int k = 0; k < carom_scene_forces(run->scene); k++)
      carom_json_quantity(json, base->scenario->scene.force[k].name, "J",
                          carom_scene_force_work(run->scene, k));
    carom_json_end(json);
  }
  carom_scene_box_members(json, run);
  carom_scene_hold_members(json, run->scene);
  carom_measures_members(json, &run->measures, &base->record, carom_scene_first_measure(base));
  if (run->frames.folder) {
    carom_json_object(json, "frames");
    carom_json_string(json, "folder", folder_name(base->frames));
    carom_json_integer(json, "count", run->frames.count);
    carom_json_end(json);
  }
  if (run->pictured) {
    carom_json_object(json, "pictures");
    carom_json_string(json, "folder", folder_name(base->frames));
    carom_json_integer(json, "count", run->pictures);
    carom_json_end(json);
  }
  carom_json_string(json, "hash", hash);
  carom_json_object(json, "timing");
  carom_json_quantity(json, "seconds", "s", run->seconds);
  carom_json_integer(json, "timed_steps", carom_scene_steps(run->scene) - run->before);
  carom_json_quantity(json, "forces", "s", work.forces);
  carom_json_quantity(json, "motion", "s", work.motion);
  carom_json_quantity(json, "lists", "s", work.lists);
  carom_json_quantity(json, "lists_sort", "s", work.rebuild.sort);
  carom_json_quantity(json, "lists_histories", "s", work.rebuild.histories);
  carom_json_quantity(json, "lists_search", "s", work.rebuild.search);
  carom_json_quantity(json, "lists_write", "s", work.rebuild.write);
  carom_json_quantity(json, "lists_active", "s", work.rebuild.active);
  if (run->frames.folder || run->pictured)
    carom_json_quantity(json, "frames", "s", run->frame_seconds);
  carom_json_integer(json, "rebuilds", work.rebuilds);
  carom_json_integer(json, "remembered", work.remembered);
  carom_json_quantity(json, "bytes", "B", (double)work.bytes);
  carom_json_end(json);
}
