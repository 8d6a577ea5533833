/* SPDX-License-Identifier: MIT */
/* What stops a scene: a step too long from the start, contacts that are too deep, forces that are
 * NaN. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "contact/fixed_steps.h"
#include "core/error.h"
#include "scene/scene.h"

enum { CAUSE = 200 };

/* A contact with its own coefficients. */
typedef struct worst_contact {
  carom_scene_touch touch;
  carom_contact own;
  const carom_material_pair *of;
  double share; /* overlap over R*; 1e300 if its force is NaN */
} worst_contact;

typedef struct worst_of {
  const carom_scene *s;
  worst_contact worst;
} worst_of;

static void compare_contact(void *user, const carom_contact_view *v)
{
  worst_of *o = user;
  if (v->overlap <= -o->s->model.material_pair[v->material_pair].reach || o->worst.share >= 1e300)
    return;
  const carom_scene_touch touch = carom_scene_touch_of(o->s, v);
  const double force = touch.force.elastic + touch.force.dissipative;
  const double share = v->overlap / v->radius;
  const bool broken = !(force - force == 0) || !(share == share);
  if (!broken && share <= o->worst.share) return;
  o->worst.touch = touch;
  o->worst.of = &o->s->model.material_pair[v->material_pair];
  o->worst.own = carom_material_pair_contact(o->worst.of, v->radius, v->mass);
  o->worst.share = broken ? 1e300 : share;
}

/* The deepest contact, or one whose force is NaN; touch.a is -1 if there is none. */
static worst_contact find_worst(carom_scene *s)
{
  worst_of o = {.s = s, .worst = {.touch = {.a = -1, .wall = -1}}};
  s->engine->contacts(s, CAROM_CONTACTS_ACTIVE, compare_contact, &o);
  return o.worst;
}

enum { PARTNER = 112 };

static void name_wall(const carom_scene *s, int wall, int64_t triangle, char out[PARTNER])
{
  const int of = triangle < 0 ? 0 : snprintf(out, PARTNER, "triangle %" PRId64 " of ", triangle);
  if (s->walls.wall[wall].name)
    snprintf(out + of, PARTNER - (size_t)of, "wall '%.64s'", s->walls.wall[wall].name);
  else
    snprintf(out + of, PARTNER - (size_t)of, "wall %d", wall);
}

static void name_partner(const carom_scene *s, const carom_scene_touch *touch, char other[PARTNER])
{
  if (touch->wall >= 0)
    name_wall(s, touch->wall, touch->triangle, other);
  else
    snprintf(other, PARTNER, "particle %" PRId64, touch->b);
}

static carom_status report_crossing(const carom_scene *s, const carom_crossing *c, carom_error *err)
{
  char wall[PARTNER];
  name_wall(s, s->walls.face[c->face].wall,
            carom_mesh_triangle(&s->walls, carom_wall_partner(c->face)), wall);
  return carom_fail(
      err, CAROM_ERR_DIVERGED, "wall",
      "the centre of particle %u (id %lu) came through %s at %.9g s, within one step of %.3g s; "
      "use a shorter step, or lower speeds",
      (unsigned)s->particles.tag[c->particle], (unsigned long)s->particles.id[c->particle], wall,
      carom_scene_time(s), s->model.step);
}

/* Were the two already too deep where they were one step ago? Then their motion did not take them
 * there, since the run would have stopped before. */
static bool put_there(const carom_scene *s, const carom_scene_touch *touch)
{
  const uint32_t *at = s->particles.index_of;
  double smaller = carom_position_of(s, at[touch->a])[3];
  if (touch->b >= 0 && carom_position_of(s, at[touch->b])[3] < smaller)
    smaller = carom_position_of(s, at[touch->b])[3];
  const double before = touch->overlap - s->model.step * CAROM_FABS(touch->approach);
  return before > 1.001 * s->model.overlap_limit * smaller;
}

/* Explains why a contact is so deep. Possible causes in this order: a bond in place of the contact
 * that broke less than half an oscillation of the contact ago; a change such as a wall that
 * appears; too long a step, judged by the number of steps in half an oscillation; adhesion that
 * pulls the bodies deeper even here; too high a speed, if speeds have occurred with which the two
 * alone reach this depth; otherwise a load on them. */
static void explain(const carom_scene *s, const worst_contact *f, char text[CAUSE])
{
  enum { ENOUGH = 10 };
  const double pi = 3.14159265358979323846;
  const uint32_t *at = s->particles.index_of;
  const double a = carom_moving_mass(s, at[f->touch.a]),
               b = f->touch.b >= 0 ? carom_moving_mass(s, at[f->touch.b]) : 0;
  const double heavy = a > b ? a : b;
  carom_state state;
  memcpy(state.value, f->touch.state, sizeof state.value);
  const double limit = carom_step_limit(&f->own, &state, f->touch.overlap);
  const double steps = 0.5 * pi * limit / s->model.step;
  carom_contact_commit(&f->own, &state, f->touch.overlap);
  const carom_energy held = carom_contact_energy(&f->own, &state, f->touch.overlap);
  const double energy = held.stored + held.plastic, fastest = carom_scene_fastest(s);
  const double alone = CAROM_SQRT(2 * energy / f->own.mass),
               with_load = CAROM_SQRT(2 * energy / heavy);
  const double broke = f->touch.b < 0 ? CAROM_UNSET
                                      : carom_bond_gave_way(s, f->touch.a, f->touch.b);
  if (s->steps == 0) {
    snprintf(text, CAUSE, "place them farther apart");
  } else if (broke != CAROM_UNSET && carom_scene_time(s) - broke < 0.5 * pi * limit) {
    snprintf(
        text, CAUSE,
        "the bond in the place of their contact broke at %.9g s, when they were that deep; use "
        "contact: beside, or bonds that break before they are pressed so far",
        broke);
  } else if (put_there(s, &f->touch)) {
    snprintf(text, CAUSE,
             "they had no contact a step before: %s; change it where nothing is in the way",
             f->touch.wall >= 0 ? "the wall came where the particle is, or a hold let go of the "
                                  "particle there"
                                : "a hold let go of them there, or one of them entered there");
  } else if (steps < ENOUGH) {
    const double step = carom_pair_reports_choose_step(s);
    const bool shorter = step != CAROM_UNSET && step < s->model.step;
    snprintf(text, CAUSE,
             "the step is too long, %.2g of them are half a swing of this contact; %s %.3g s",
             steps, shorter ? "without a given step it is" : "use one of",
             shorter ? step : s->model.step * steps / 25);
  } else if (f->touch.force.elastic < 0 || !(energy > 0)) {
    snprintf(text, CAUSE,
             "too soft for what they adhere with: they are drawn together by %.3g N; the step is "
             "not at fault (%.3g in this contact); use a stiffer law, or less adhesion",
             -f->touch.force.elastic, steps);
  } else if (fastest >= alone) {
    snprintf(text, CAUSE,
             "too soft for their speed: %.3g m/s do that, up to %.3g m/s occurred; the step is not "
             "at fault (%.3g in this contact); use a stiffer law",
             alone, fastest, steps);
  } else {
    snprintf(text, CAUSE,
             "too soft for what presses them: %.3g N, or %.3g kg at %.3g m/s; not at fault are the "
             "step (%.3g in this contact) and their own speed (%.3g m/s needed); use a stiffer law",
             f->touch.force.elastic, heavy, with_load, steps, alone);
  }
}

static carom_status report_deepest(carom_scene *s, carom_error *err)
{
  const carom_crossing crossing = s->engine->crossing(s);
  s->engine->step_back(s);
  if (crossing.found) return report_crossing(s, &crossing, err);
  const worst_contact worst = find_worst(s);
  if (worst.touch.a < 0)
    return carom_fail(err, CAROM_ERR_DIVERGED, "force",
                      "a force is NaN at %.9g s; is the step too long?", carom_scene_time(s));
  const unsigned long a = (unsigned long)worst.touch.a;
  char other[PARTNER], both[64], cause[CAUSE];
  name_partner(s, &worst.touch, other);
  /* a faulty start is an error of the definition, to which `where` points */
  snprintf(both, sizeof both, "particle[%lu] and %s[%" PRId64 "]", a,
           worst.touch.wall >= 0 ? "wall" : "particle",
           worst.touch.wall >= 0 ? (int64_t)worst.touch.wall : worst.touch.b);
  if (worst.share >= 1e300)
    return carom_fail(err, CAROM_ERR_DIVERGED, s->steps ? "force" : both,
                      "the force between particle %lu and %s is NaN at %.9g s; is the step too "
                      "long, or are two particles at the same position?",
                      a, other, carom_scene_time(s));
  explain(s, &worst, cause);
  return carom_fail(err, CAROM_ERR_DIVERGED, s->steps ? "overlap" : both,
                    "particle %lu and %s overlap by %.4g m at %.9g s, more than %g of the smaller "
                    "radius; %s",
                    a, other, worst.touch.overlap, carom_scene_time(s), s->model.overlap_limit,
                    cause);
}

static carom_status report_bent(carom_scene *s, carom_error *err)
{
  const carom_bond *b = &s->bonds.bond[s->bonds.bent - 1];
  const carom_scene_bond *kind = &s->bonds.kind[b->kind];
  s->engine->step_back(s);
  return carom_fail(
      err, CAROM_ERR_DIVERGED, "bond",
      "the bond%s%.64s%s between particles %" PRId64 " and %" PRId64
      " is bent by more than 150 degrees at %.9g s: bonds that are bent by half a turn "
      "have no middle, and gain energy; use a stiffer bond, one that breaks (%s), or "
      "lower speeds",
      kind->name ? " '" : "", kind->name ? kind->name : "", kind->name ? "'" : "", b->tag[0],
      b->tag[1], carom_scene_time(s),
      kind->tensile_strength == CAROM_UNSET ? "tensile_strength" : "a lower tensile_strength");
}

carom_status carom_scene_guard(carom_scene *s, carom_error *err)
{
  if (!s->engine->sound(s)) return report_deepest(s, err);
  return s->bonds.bent > 0 ? report_bent(s, err) : CAROM_OK;
}

/* `step`, or the largest below it in which no stage gains energy in impacts at the expected speeds
 * and in the deepest contact at the start. Members of clumps count as if they did not turn. */
static double stage_limit(const carom_scene *s, const worst_contact *deepest, double step,
                          const carom_pair_stage **first)
{
  step = carom_pair_reports_stage_limit(s, step, first);
  if (deepest->touch.a < 0) return step;
  carom_state state;
  memcpy(state.value, deepest->touch.state, sizeof state.value);
  const carom_footing on = carom_contact_footing(&deepest->own, &state, deepest->touch.overlap,
                                                 deepest->touch.force);
  const uint32_t *at = s->particles.index_of;
  double turn = 0, drag = 1 / deepest->own.mass;
  for (int k = 0; k < 2; k++) {
    const int64_t tag = k == 0 ? deepest->touch.a : deepest->touch.b;
    if (tag < 0) continue;
    const double r = carom_position_of(s, at[tag])[3], inverse = s->particles.inv_inertia[at[tag]];
    turn += inverse;
    drag += inverse * r * r;
  }
  for (const carom_pair_stage *p = deepest->of->stage; p < deepest->of->stage + deepest->of->stages;
       p++) {
    const double inverse = p->model->gives & CAROM_GIVES_COUPLE ? turn : drag;
    if (!(inverse > 0)) continue;
    const double limit = carom_stage_limit(p, &deepest->own, &on, 1 / inverse, s->model.predicted,
                                           step);
    if (!(limit < step)) continue;
    step = limit;
    *first = p;
  }
  return step;
}

carom_status carom_scene_check_step(carom_scene *s, carom_error *err)
{
  const worst_contact worst = find_worst(s);
  double limit = carom_pair_reports_step_limit(s);
  if (worst.touch.a >= 0) {
    carom_state state;
    memcpy(state.value, worst.touch.state, sizeof state.value);
    const double now = carom_step_limit(&worst.own, &state, worst.touch.overlap);
    limit = now < limit ? now : limit;
  }
  const double of_bonds = carom_bonds_step_limit(s);
  const char *stiffest = of_bonds < limit ? "bond" : "contact";
  limit = of_bonds < limit ? of_bonds : limit;
  const carom_pair_stage *gains = NULL;
  const double asked = s->model.step < limit ? s->model.step : limit;
  const double of_stages = stage_limit(s, &worst, asked, &gains);
  if (gains) limit = of_stages;
  if (!(s->model.step > limit)) return CAROM_OK;
  const double pairs = carom_pair_reports_choose_step(s), bonds = carom_bonds_step(s);
  const bool by_bonds = bonds > 0 && s->bonds.count > 0 && (pairs == CAROM_UNSET || bonds < pairs);
  const double chosen = by_bonds ? bonds : pairs;
  char hint[80] = "", why[96];
  snprintf(why, sizeof why, ", 2/omega of the stiffest %s", stiffest);
  if (gains)
    snprintf(why, sizeof why, "; in longer ones the %s model '%.32s' gains energy",
             gains->model->stage, gains->model->info.name);
  if (chosen != CAROM_UNSET)
    snprintf(hint, sizeof hint, "; without a given step %.3g s is chosen", chosen);
  return carom_fail(err, CAROM_ERR_RANGE, "run.step",
                    "%.4g s is too long: the largest step that can work is %.4g s%s%s",
                    s->model.step, limit, why, hint);
}
