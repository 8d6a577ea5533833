/* SPDX-License-Identifier: MIT */
/* The restitution asked of every material pair and what it delivers, resolved and in fixed steps;
 * and the step chosen for it. */
#include <carom/impact.h>

#include "contact/fixed_steps.h"
#include "core/error.h"
#include "scene/scene.h"

enum { LONGEST = 20000 };

/* Least number of steps in a contact for a chosen step. The mean restitution of an undamped law is
 * already right with 8 steps, but single impacts, friction and the energy budget are not:
 * docs/scenes.md has the numbers behind it. */
enum { IN_CONTACT = 25 };

/* Largest fraction of a rate that the dashpot of a normal law may take in one step. With predicted
 * velocities a fraction above 1 makes the rate grow, and in a heap a body has a dozen contacts. It
 * is less than for a couple (stage_steps.c), because the moving mass is more often as light as
 * assumed. */
static const double taken_head_on = 0.2;

static const double pi = 3.14159265358979323846;

/* The largest step whose mean restitution is within the error, and for which this also holds at two
 * finer steps. */
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

/* What stages see of a contact when it is first pressed to this overlap. */
static carom_footing pressed(const carom_contact *own, double overlap, double force)
{
  carom_state state = carom_contact_virgin(own);
  carom_contact_commit(own, &state, overlap);
  return carom_contact_footing(own, &state, overlap, (carom_force){force, 0});
}

/* Force of a law that is loaded for the first time minus the pull of an adhesion model. */
static double held_back(const carom_pair_stage *stage, const carom_contact *own, double d)
{
  const carom_stage_input in = {.d = d, .radius = own->radius};
  const carom_state fresh = carom_contact_virgin(own);
  double history[CAROM_STAGE_HISTORY] = {0};
  carom_stage_output out;
  stage->model->apply(stage->constant, &in, history, &out);
  return carom_contact_force(own, &fresh, d, 0).elastic - out.pull;
}

/* The overlap at which the law balances the pull; 0 if nothing holds the bodies there. */
static double sticking_overlap(const carom_pair_stage *stage, const carom_contact *own)
{
  double low = 1e-12 * own->radius, high = low;
  if (!(held_back(stage, own, low) < 0)) return 0;
  while (held_back(stage, own, high) < 0 && high < own->radius)
    low = high, high *= 2;
  for (int i = 0; i < 50; i++) {
    const double middle = 0.5 * (low + high);
    if (held_back(stage, own, middle) < 0)
      low = middle;
    else
      high = middle;
  }
  return high;
}

/* Half an oscillation of sticking bodies about that overlap. It may be shorter than an impact as
 * slow as expected. Infinite if nothing holds them there. */
static double sticking_swing(const carom_pair_stage *stage, const carom_contact *own)
{
  const double rest = sticking_overlap(stage, own), way = 1e-4 * rest;
  if (!(rest > 0)) return -CAROM_UNSET;
  const double rise = held_back(stage, own, rest + way) - held_back(stage, own, rest - way);
  return rise > 0 ? pi * CAROM_SQRT(2 * way * own->mass / rise) : -CAROM_UNSET;
}

/* An eccentric contact of a clump: the law is that of the whole mass, but the effective mass is
 * smaller. */
static carom_contact eccentric(const carom_material_pair *c, const carom_contact *own)
{
  carom_contact off = *own;
  if (c->least_push > 0) off.mass = c->least_push;
  return off;
}

/* The step that gives an eccentric impact as many steps as a central one has; infinite if the
 * bodies do not separate. */
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

/* The step that the dashpot of the law needs at this overlap. */
static double step_of_dashpot(const carom_material_pair *c, const carom_contact *own,
                              double overlap, double speed)
{
  const carom_contact off = eccentric(c, own);
  carom_state state = carom_contact_virgin(own);
  carom_contact_touch(own, &state, speed);
  const double force = carom_contact_force(own, &state, overlap, speed).dissipative;
  return force > 0 ? taken_head_on * off.mass * speed / force : -CAROM_UNSET;
}

/* The step for bodies that stick by a pull beside the law: for their oscillation, and for the other
 * stages at the overlap where they rest, if that is deeper than the impact. */
static double step_of_pulls(const carom_material_pair *c, const carom_contact *own,
                            const carom_impact *impact, double speed)
{
  const carom_contact off = eccentric(c, own);
  double least = -CAROM_UNSET;
  for (const carom_pair_stage *k = c->stage; k < c->stage + c->stages; k++) {
    if (!(k->model->gives & CAROM_GIVES_PULL)) continue;
    const double swing = sticking_swing(k, &off) / IN_CONTACT, rest = sticking_overlap(k, own);
    least = swing < least ? swing : least;
    if (!(rest > impact->peak_overlap)) continue;
    const carom_state fresh = carom_contact_virgin(own);
    const carom_footing on = pressed(own, rest, carom_contact_force(own, &fresh, rest, 0).elastic);
    const double others = carom_stages_step(c, own, &on, impact->duration, NULL);
    const double brake = step_of_dashpot(c, own, rest, speed);
    least = others < least ? others : least;
    least = brake < least ? brake : least;
  }
  return least;
}

/* The step for bodies that stick by the law itself: they oscillate in their contact, half a period
 * taking pi/omega. */
static double step_of_stuck(const carom_material_pair *c, const carom_contact *own, double speed)
{
  const carom_contact off = eccentric(c, own);
  const carom_state fresh = carom_contact_virgin(own);
  const double depth = carom_depth(own, &fresh, 0.5 * own->mass * speed * speed);
  const carom_footing on = pressed(own, depth, carom_contact_force(own, &fresh, depth, 0).elastic);
  double least = 0.5 * pi * carom_step_limit(&off, &fresh, depth) / IN_CONTACT;
  const double brake = step_of_dashpot(c, own, depth, speed);
  const double stages = carom_stages_step(c, own, &on, IN_CONTACT * least, NULL);
  least = brake < least ? brake : least;
  return stages < least ? stages : least;
}

/* Reports what holds touching bodies together, and the Tabor parameter. */
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

/* The resolved impact of a material pair and, if `find_step`, the largest step for it. */
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
      .resisted_step = CAROM_UNSET,
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
    if (find_step && own.law->info.traits & CAROM_LAW_ADHERES)
      p.step = step_of_stuck(c, &own, p.speed);
    return p;
  }
  p.resolved = impact.restitution;
  p.duration = impact.duration;
  const carom_footing on = pressed(&own, impact.peak_overlap, impact.peak_force);
  double longest = carom_stages_step(c, &own, &on, p.duration, &p.resisting);
  if (p.resisting) p.resisted_step = longest;
  if (!find_step) return p;
  const double contact = p.duration / IN_CONTACT, pulls = step_of_pulls(c, &own, &impact, p.speed);
  const double brake = step_of_dashpot(c, &own, impact.peak_overlap, p.speed);
  longest = contact < longest ? contact : longest;
  longest = brake < longest ? brake : longest;
  longest = pulls < longest ? pulls : longest;
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

double carom_pair_reports_stage_limit(const carom_scene *s, double step,
                                      const carom_pair_stage **first)
{
  for (int k = 0; k < s->model.material_pairs; k++) {
    const carom_material_pair *c = &s->model.material_pair[k];
    const carom_contact own = carom_material_pair_contact(c, c->small.radius, c->small.mass);
    const carom_state fresh = carom_contact_virgin(&own);
    const double depth = carom_depth(&own, &fresh,
                                     0.5 * own.mass * c->contact.speed * c->contact.speed);
    const carom_footing on = pressed(&own, depth,
                                     carom_contact_force(&own, &fresh, depth, 0).elastic);
    for (const carom_pair_stage *p = c->stage; p < c->stage + c->stages; p++) {
      const double inertia = p->model->gives & CAROM_GIVES_COUPLE ? c->turned : c->dragged;
      const double limit = carom_stage_limit(p, &own, &on, inertia, s->model.predicted, step);
      if (!(limit < step)) continue;
      step = limit;
      *first = p;
    }
  }
  return step;
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
  CAROM_TRY(carom_scene_can_tell(s, restitution, err));
  CAROM_TRY(carom_scene_has("wall", wall, s->walls.count, err));
  CAROM_TRY(carom_scene_has("pairing", pairing, s->model.material_pairs, err));
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
  CAROM_TRY(carom_scene_can_tell(s, out, err));
  CAROM_TRY(carom_scene_has("pairing", index, s->model.material_pairs, err));
  const carom_extremes extremes = carom_extremes_of(s, index);
  *out = s->model.material_pair[index].pair_report;
  out->encounters = (carom_encounters){.touches = extremes.touches,
                                       .at_floor = extremes.at_floor,
                                       .fastest = extremes.fastest,
                                       .deepest = extremes.deepest * out->smallest.radius,
                                       .shared = true};
  return CAROM_OK;
}
