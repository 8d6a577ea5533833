/* SPDX-License-Identifier: MIT */
/* What is asked of every contact and what it delivers, resolved and in fixed steps. */
#include <carom/impact.h>

#include "core/error.h"
#include "scene/scene.h"

enum { PHASES = 32, LONGEST = 20000 };

/* Steps that a contact has at least where the step is chosen. The mean restitution of an undamped
 * law is right with 8, but single impacts, friction and the budget are not: docs/scenes.md has the
 * numbers behind these two. */
enum { IN_CONTACT = 25, IN_SWING = 14 };

/* One impact in fixed steps of velocity Verlet, the touch `phase` of a step after a step begins;
 * returns the restitution. */
static double strike(const carom_contact *c, double speed, double step, double phase,
                     bool predicted, long most)
{
  carom_state state = carom_contact_fresh(c);
  double d = -phase * step * speed, v = speed, a = 0;
  bool touched = false;
  for (long n = 0; n < most; n++) {
    v += 0.5 * step * a;
    d += step * v;
    const double seen = predicted ? v + 0.5 * step * a : v;
    if (!(d > 0)) {
      if (touched) break;
      a = 0;
      continue;
    }
    if (!touched) carom_contact_touch(c, &state, seen);
    touched = true;
    const carom_force f = carom_contact_force(c, &state, d, seen);
    carom_contact_commit(c, &state, d);
    a = -(f.elastic + f.dissipative) / c->mass;
    v += 0.5 * step * a;
  }
  return v < 0 ? -v / speed : 0;
}

static double delivered(const carom_contact *c, double speed, double step, double duration,
                        bool predicted, double *spread)
{
  const long most = 4 * (long)(duration / step) + 64;
  double value[PHASES], mean = 0;
  for (int k = 0; k < PHASES; k++) {
    value[k] = strike(c, speed, step, (k + 0.5) / PHASES, predicted, most);
    mean += value[k] / PHASES;
  }
  *spread = 0;
  for (int k = 0; k < PHASES; k++) {
    const double off = CAROM_FABS(value[k] - mean);
    *spread = off > *spread ? off : *spread;
  }
  return mean;
}

/* The largest step whose mean restitution is right within the error, and two finer ones as well. */
static double largest_step(const carom_contact *c, const carom_scene_pairing *p, double error,
                           bool predicted)
{
  double spread, steps = 8, found = 0;
  int good = 0;
  for (int k = 0; k < 40 && good < 3; k++, steps *= 1.189207115002721) {
    const double e = delivered(c, p->speed, p->duration / steps, p->duration, predicted, &spread);
    const bool right = CAROM_FABS(e - p->resolved) <= error;
    if (right && good == 0) found = p->duration / steps;
    good = right ? good + 1 : 0;
  }
  return good > 0 ? found : p->duration / steps;
}

/* How long half a swing sideways takes without slip at this overlap, solid spheres: what stores
 * k_t x^2 / 2 moves 2/7 of the reduced mass. No model, or nothing stored: for ever. */
static double half_swing(const carom_class *c, const carom_contact *own, const carom_impact *impact)
{
  if (!c->model) return -CAROM_UNSET;
  const double way = 1e-9 * impact->peak_overlap, pi = 3.14159265358979323846;
  const carom_slide in = {.normal = impact->peak_force,
                          .d = impact->peak_overlap,
                          .radius = own->radius,
                          .mass = own->mass,
                          .step = impact->duration,
                          .x = way / impact->duration};
  carom_shear spring = {0};
  carom_traction traction;
  c->model->slide(c->grip, &in, &spring, &traction);
  const double stored = c->model->stored(c->grip, in.d, in.radius, &spring);
  const double stiffness = 2 * stored / (way * way);
  return stiffness > 0 ? pi * CAROM_SQRT(2.0 / 7 * own->mass / stiffness) : -CAROM_UNSET;
}

double carom_pairings_try(carom_scene *s, bool find_step)
{
  double least = -CAROM_UNSET;
  for (int k = 0; k < s->classes; k++) {
    carom_class *c = &s->class[k];
    carom_scene_pairing *p = &c->pairing;
    const carom_contact own = carom_class_contact(c, c->small.radius, c->small.mass);
    carom_impact_def def = carom_impact_default();
    carom_impact impact;
    *p = (carom_scene_pairing){.between = {c->between[0], c->between[1]},
                               .wall = c->wall,
                               .asked = c->contact.asked[0],
                               .resolved = CAROM_UNSET,
                               .delivered = CAROM_UNSET,
                               .spread = CAROM_UNSET,
                               .duration = CAROM_UNSET,
                               .step = CAROM_UNSET,
                               .speed = c->contact.speed,
                               .contact = c->contact,
                               .smallest = own};
    def.contact = &own;
    def.speed = p->speed;
    if (carom_impact_resolve(&def, &impact, NULL) != CAROM_OK || !(impact.duration > 0))
      continue; /* they never part */
    p->resolved = impact.restitution;
    p->duration = impact.duration;
    if (!find_step) continue;
    const double swing = half_swing(c, &own, &impact);
    const double longest = p->duration / IN_CONTACT < swing / IN_SWING ? p->duration / IN_CONTACT
                                                                       : swing / IN_SWING;
    p->step = largest_step(&own, p, s->restitution_error, s->predicted);
    p->step = p->step < longest ? p->step : longest;
    least = p->step < least ? p->step : least;
  }
  return least < -CAROM_UNSET ? least : CAROM_UNSET;
}

void carom_pairings_deliver(carom_scene *s)
{
  for (int k = 0; k < s->classes; k++) {
    carom_class *c = &s->class[k];
    carom_scene_pairing *p = &c->pairing;
    if (p->duration == CAROM_UNSET) continue;
    const carom_contact own = carom_class_contact(c, c->small.radius, c->small.mass);
    p->delivered = p->resolved;
    p->spread = 0;
    if (p->duration < LONGEST * s->step)
      p->delivered = delivered(&own, p->speed, s->step, p->duration, s->predicted, &p->spread);
  }
}

int carom_scene_pairings(const carom_scene *s)
{
  return s ? s->classes : 0;
}

carom_status carom_scene_pairing_at(const carom_scene *s, int index, carom_scene_pairing *out,
                                    carom_error *err)
{
  if (!s || !out || index < 0 || index >= s->classes)
    return carom_fail(err, CAROM_ERR_RANGE, "pairing", "there is no pairing %d", index);
  const carom_met met = carom_met_of(s, index);
  *out = s->class[index].pairing;
  out->encounters = (carom_encounters){.touches = met.touches,
                                       .at_floor = met.at_floor,
                                       .fastest = met.fastest,
                                       .deepest = met.deepest * out->smallest.radius,
                                       .shared = true};
  return CAROM_OK;
}
