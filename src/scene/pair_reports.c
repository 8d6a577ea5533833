/* SPDX-License-Identifier: MIT */
/* What is asked of every material pair and what it delivers, resolved and in fixed steps. */
#include <carom/impact.h>

#include "contact/fixed_steps.h"
#include "core/error.h"
#include "scene/scene.h"

enum { LONGEST = 20000 };

/* The least number of steps of a contact where the step is chosen. The mean restitution of an
 * undamped law is right with 8, but single impacts, friction and the energy budget are not:
 * docs/scenes.md has the numbers behind these two. */
enum { IN_CONTACT = 25, IN_SWING = 14 };

/* The largest step whose mean restitution is within the error, as are those of two finer
 * steps. */
static double largest_step(const carom_contact *c, const carom_scene_pairing *p, double error,
                           bool predicted)
{
  double spread, steps = 8, found = 0;
  int good = 0;
  for (int k = 0; k < 40 && good < 3; k++, steps *= 1.189207115002721) {
    const double e = carom_step_delivers(c, p->speed, p->duration / steps, p->duration, predicted,
                                         &spread);
    const bool right = CAROM_FABS(e - p->resolved) <= error;
    if (right && good == 0) found = p->duration / steps;
    good = right ? good + 1 : 0;
  }
  return good > 0 ? found : p->duration / steps;
}

/* Half an oscillation of a stage's spring without slip at this overlap, solid spheres. A spring
 * that stores k x^2/2 moves 2/7 of the reduced mass where a force slides the contact, and where a
 * couple turns it an inertia of at least 2/5 m* R*^2. Infinite if nothing is stored. */
static double half_swing(const carom_pair_stage *stage, const carom_contact *own,
                         const carom_impact *impact, double dragged)
{
  const bool turns = stage->model->gives & CAROM_GIVES_COUPLE;
  const double slip = 1e-9 * impact->peak_overlap, pi = 3.14159265358979323846;
  const double turn = slip / own->radius, inertia = 0.4 * own->mass * own->radius * own->radius;
  const carom_stage_input in = {.normal = impact->peak_force,
                                .d = impact->peak_overlap,
                                .radius = own->radius,
                                .mass = own->mass,
                                .step = impact->duration,
                                .x = slip / impact->duration,
                                .nz = turns ? 1 : 0,
                                .wx = turns ? turn / impact->duration : 0,
                                .wz = turns ? turn / impact->duration : 0};
  double history[CAROM_STAGE_HISTORY] = {0};
  carom_stage_output out;
  stage->model->apply(stage->constant, &in, history, &out);
  const double stored = stage->model->stored(stage->constant, in.d, in.radius, history);
  const double way = turns ? turn : slip, moved = turns ? inertia : dragged;
  const double stiffness = 2 * stored / (way * way);
  return stiffness > 0 ? pi * CAROM_SQRT(moved / stiffness) : -CAROM_UNSET;
}

/* The force of a law that is loaded for the first time, less the pull of a model of adhesion. */
static double held_back(const carom_pair_stage *stage, const carom_contact *own, double d)
{
  const carom_stage_input in = {.d = d, .radius = own->radius};
  const carom_state fresh = carom_contact_virgin(own);
  double history[CAROM_STAGE_HISTORY] = {0};
  carom_stage_output out;
  stage->model->apply(stage->constant, &in, history, &out);
  return carom_contact_force(own, &fresh, d, 0).elastic - out.pull;
}

/* Half an oscillation of bodies that stick about the overlap where the law bears the pull. It may
 * be shorter than an impact as slow as is expected. Infinite if nothing holds them there. */
static double sticking_swing(const carom_pair_stage *stage, const carom_contact *own)
{
  double low = 1e-12 * own->radius, high = low;
  if (!(held_back(stage, own, low) < 0)) return -CAROM_UNSET;
  while (held_back(stage, own, high) < 0 && high < own->radius)
    low = high, high *= 2;
  for (int i = 0; i < 50; i++) {
    const double middle = 0.5 * (low + high);
    if (held_back(stage, own, middle) < 0)
      low = middle;
    else
      high = middle;
  }
  const double way = 1e-4 * high;
  const double rise = held_back(stage, own, high + way) - held_back(stage, own, high - way);
  return rise > 0 ? 3.14159265358979323846 * CAROM_SQRT(2 * way * own->mass / rise) : -CAROM_UNSET;
}

/* The law is that of the mass of a clump, what moves is lighter where it is hit off its centre. */
static carom_contact eccentric(const carom_material_pair *c, const carom_contact *own)
{
  carom_contact off = *own;
  if (c->least_push > 0) off.mass = c->least_push;
  return off;
}

/* As many steps in the shortest contact as in a central one; infinite if they do not part. */
static double eccentric_step(const carom_material_pair *c, const carom_contact *own, double speed)
{
  const carom_contact off = eccentric(c, own);
  carom_impact_def def = carom_impact_default();
  carom_impact impact;
  def.contact = &off;
  def.speed = speed;
  if (carom_impact_resolve(&def, &impact, NULL) != CAROM_OK || !(impact.duration > 0))
    return -CAROM_UNSET;
  return impact.duration / IN_CONTACT;
}

/* What holds bodies that touch, and the Tabor parameter. */
static void tell_adhesion(const carom_material_pair *c, carom_scene_pairing *p)
{
  const carom_adhesion own = carom_contact_adhesion(&p->smallest);
  p->pull = own.pull_off;
  p->tabor = own.tabor;
  for (const carom_pair_stage *k = c->stage; k < c->stage + c->stages; k++) {
    if (!(k->model->gives & CAROM_GIVES_PULL)) continue;
    const carom_stage_input in = {.d = 1e-12 * c->small.radius, .radius = c->small.radius};
    double history[CAROM_STAGE_HISTORY] = {0};
    carom_stage_output out;
    k->model->apply(k->constant, &in, history, &out);
    p->adhesion = k->model;
    p->pull = out.pull;
    p->tabor = carom_stage_tabor_of(k->model, k->constant, c->large);
  }
}

/* The resolved impact of a material pair, and if wanted the largest step for it. */
static carom_scene_pairing resolve_pair(const carom_scene *s, const carom_material_pair *c,
                                        bool find_step)
{
  carom_scene_pairing p = {
      .between = {c->between[0], c->between[1]},
      .wall = c->wall,
      .asked = c->contact.asked[0],
      .resolved = CAROM_UNSET,
      .delivered = CAROM_UNSET,
      .spread = CAROM_UNSET,
      .duration = CAROM_UNSET,
      .step = CAROM_UNSET,
      .speed = c->contact.speed,
      .contact = c->contact,
      .smallest = carom_material_pair_contact(c, c->small.radius, c->small.mass)};
  tell_adhesion(c, &p);
  const carom_contact own = p.smallest;
  carom_impact_def def = carom_impact_default();
  carom_impact impact;
  def.contact = &own;
  def.speed = p.speed;
  if (carom_impact_resolve(&def, &impact, NULL) != CAROM_OK || !(impact.duration > 0)) {
    /* they never part; those that adhere swing in their contact, half of it in pi/omega */
    const carom_state fresh = carom_contact_virgin(&own);
    const double pi = 3.14159265358979323846;
    if (find_step && own.law->info.traits & CAROM_LAW_ADHERES)
      p.step = 0.5 * pi * carom_step_limit_at(&own, &fresh, p.speed) / IN_CONTACT;
    return p;
  }
  p.resolved = impact.restitution;
  p.duration = impact.duration;
  if (!find_step) return p;
  double longest = p.duration / IN_CONTACT;
  for (int k = 0; k < c->stages; k++) {
    const bool pulls = c->stage[k].model->gives & CAROM_GIVES_PULL;
    const carom_contact off = eccentric(c, &own);
    const double swing = pulls
                             ? sticking_swing(&c->stage[k], &off) / IN_CONTACT
                             : half_swing(&c->stage[k], &own, &impact,
                                          c->least_drag > 0 ? c->least_drag : 2.0 / 7 * own.mass) /
                                   IN_SWING;
    longest = swing < longest ? swing : longest;
  }
  p.step = largest_step(&own, &p, s->model.restitution_error, s->model.predicted);
  p.step = p.step < longest ? p.step : longest;
  if (c->least_push > 0 && eccentric_step(c, &own, p.speed) < p.step)
    p.step = eccentric_step(c, &own, p.speed);
  return p;
}

double carom_pair_reports_resolve(carom_scene *s, bool find_step)
{
  for (int k = 0; k < s->model.material_pairs; k++)
    s->model.material_pair[k].pair_report = resolve_pair(s, &s->model.material_pair[k], find_step);
  return find_step ? carom_pair_reports_choose_step(s) : CAROM_UNSET;
}

double carom_pair_reports_choose_step(const carom_scene *s)
{
  double least = -CAROM_UNSET;
  for (int k = 0; k < s->model.material_pairs; k++) {
    const double known = s->model.material_pair[k].pair_report.step;
    const double step = known != CAROM_UNSET
                            ? known
                            : resolve_pair(s, &s->model.material_pair[k], true).step;
    if (step != CAROM_UNSET && step < least) least = step;
  }
  return least < -CAROM_UNSET ? least : CAROM_UNSET;
}

double carom_pair_step_limit(const carom_material_pair *c, double mass)
{
  carom_contact own = c->contact;
  own.radius = c->small.radius;
  own.mass = mass;
  carom_contact_coefficients(&c->contact, own.radius, own.mass, own.coefficient);
  const carom_state fresh = carom_contact_virgin(&own);
  return carom_step_limit_at(&own, &fresh, c->contact.speed);
}

double carom_pair_reports_step_limit(const carom_scene *s)
{
  double least = -CAROM_UNSET;
  for (int k = 0; k < s->model.material_pairs; k++) {
    const carom_material_pair *c = &s->model.material_pair[k];
    const carom_contact central = carom_material_pair_contact(c, c->small.radius, c->small.mass);
    const carom_contact own = eccentric(c, &central);
    const carom_state fresh = carom_contact_virgin(&own);
    const double limit = carom_step_limit_at(&own, &fresh, c->contact.speed);
    least = limit < least ? limit : least;
  }
  return least;
}

void carom_pair_reports_deliver(carom_scene *s)
{
  for (int k = 0; k < s->model.material_pairs; k++) {
    carom_material_pair *c = &s->model.material_pair[k];
    carom_scene_pairing *p = &c->pair_report;
    if (p->duration == CAROM_UNSET) continue;
    const carom_contact own = carom_material_pair_contact(c, c->small.radius, c->small.mass);
    p->delivered = p->resolved;
    p->spread = 0;
    if (p->duration < LONGEST * s->model.step)
      p->delivered = carom_step_delivers(&own, p->speed, s->model.step, p->duration,
                                         s->model.predicted, &p->spread);
  }
}

carom_status carom_scene_wall_restitution(const carom_scene *s, int wall, int pairing,
                                          double *restitution, carom_error *err)
{
  if (!s || !restitution || wall < 0 || wall >= s->walls.count || pairing < 0 ||
      pairing >= s->model.material_pairs)
    return carom_fail(err, CAROM_ERR_RANGE, "wall", "there is no wall %d or pairing %d", wall,
                      pairing);
  const carom_wall *w = &s->walls.wall[wall];
  const carom_material_pair *c = &s->model.material_pair[pairing];
  carom_impact_def def = carom_impact_default();
  carom_impact impact;
  *restitution = CAROM_UNSET;
  if (!w->body.active || !c->wall || c->between[1] != w->material) return CAROM_OK;
  const carom_contact own = carom_material_pair_contact(
      c, c->contact.radius, 1 / (1 / c->contact.mass + 1 / w->body.def.mass));
  def.contact = &own;
  def.speed = c->contact.speed;
  if (carom_impact_resolve(&def, &impact, NULL) == CAROM_OK && impact.duration > 0)
    *restitution = impact.restitution;
  return CAROM_OK;
}

int carom_scene_pairings(const carom_scene *s)
{
  return s ? s->model.material_pairs : 0;
}

carom_status carom_scene_pairing_at(const carom_scene *s, int index, carom_scene_pairing *out,
                                    carom_error *err)
{
  if (!s || !out || index < 0 || index >= s->model.material_pairs)
    return carom_fail(err, CAROM_ERR_RANGE, "pairing", "there is no pairing %d", index);
  const carom_extremes extremes = carom_extremes_of(s, index);
  *out = s->model.material_pair[index].pair_report;
  out->encounters = (carom_encounters){.touches = extremes.touches,
                                       .at_floor = extremes.at_floor,
                                       .fastest = extremes.fastest,
                                       .deepest = extremes.deepest * out->smallest.radius,
                                       .shared = true};
  return CAROM_OK;
}
