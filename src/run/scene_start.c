/* SPDX-License-Identifier: MIT */
/* Warnings about the start of a scene. */
#include <inttypes.h>
#include <math.h>

#include "run/quantity.h"
#include "run/scene.h"

/* Overlaps in settled beds are below a hundredth; this much is hardly intended. */
#define DEEP 0.05

struct deepest {
  const carom_scene_grain *grain;
  carom_scene_touch touch;
  double share; /* overlap over the smaller radius */
};

static void look(void *user, const carom_scene_touch *touch)
{
  struct deepest *most = user;
  double radius = most->grain[touch->a].radius;
  if (touch->b >= 0 && most->grain[touch->b].radius < radius) radius = most->grain[touch->b].radius;
  if (touch->overlap <= most->share * radius) return;
  most->touch = *touch;
  most->share = touch->overlap / radius;
}

/* At overlaps this deep, a law for small overlaps is far outside its range. */
#define PRESSED 0.1

/* Two digits are more than such an estimate is accurate to. */
const char *carom_percent(double share, char text[24])
{
  snprintf(text, 24, share < 0.995 ? "%.2g %%" : "%.0f %%", 100 * share);
  return text;
}

static void warn_pressed(carom_scene_job *run)
{
  const double limit = run->base.scenario->scene.def.overlap_limit;
  carom_scene_pressed p;
  char q[3][CAROM_QUANTITY_ROOM], share[24];
  if (carom_scene_foresee(run->scene, &p, NULL) != CAROM_OK || p.between[0] < 0) return;
  if (p.resting > PRESSED)
    carom_run_warn(&run->base, "scene",
                   "a body of R %s under the weight above, some %s, overlaps by about %s of its "
                   "radius%s; use a stiffer law",
                   carom_quantity_print(p.radius, "m", q[0]),
                   carom_quantity_print(p.load, "N", q[1]), carom_percent(p.resting, share),
                   p.resting > limit ? ", which stops the run" : "");
  if (p.struck > limit && p.resting <= limit)
    carom_run_warn(&run->base, "scene",
                   "a body of R %s on which %s arrive at %s, and which cannot give way, "
                   "overlaps by more than %g of its radius, which stops the run; use a "
                   "stiffer law",
                   carom_quantity_print(p.radius, "m", q[0]),
                   carom_quantity_print(p.heaviest, "kg", q[1]),
                   carom_quantity_print(p.speed, "m/s", q[2]), limit);
}

static void warn_overlap(carom_scene_job *run)
{
  struct deepest most = {.grain = carom_scene_sample(run->scene).grain};
  carom_scene_wall_state wall;
  char other[96], where[64], q[2][CAROM_QUANTITY_ROOM];
  carom_error err = {.code = CAROM_OK};
  carom_scene_contacts(run->scene, look, &most);
  if (most.share <= DEEP) return;
  snprintf(other, sizeof other, "particle %" PRId64, most.touch.b);
  if (most.touch.wall >= 0 &&
      carom_scene_sample_wall(run->scene, most.touch.wall, &wall, NULL) == CAROM_OK)
    snprintf(other, sizeof other, "wall '%.64s'", wall.name);
  snprintf(where, sizeof where, "particle[%" PRId64 "] and %s[%" PRId64 "]", most.touch.a,
           most.touch.wall >= 0 ? "wall" : "particle",
           most.touch.wall >= 0 ? (int64_t)most.touch.wall : most.touch.b);
  carom_fail(
      &err, CAROM_OK, where,
      "particle %" PRId64 " and %s overlap by %s at the start, %.3g %% of the smaller radius; "
      "contacts hold %s of elastic energy, which will be set free: place them farther "
      "apart, unless that is meant",
      most.touch.a, other, carom_quantity_print(most.touch.overlap, "m", q[0]), 100 * most.share,
      carom_quantity_print(carom_scene_budget(run->scene).elastic, "J", q[1]));
  carom_scene_blame(run->base.scenario, &run->parts, &err);
  carom_run_warn_error(&run->base, &err);
}

/* Warns of free walls: a law whose restitution depends on the masses delivers a different one
 * there. */
static void warn_free_walls(carom_scene_job *run)
{
  const carom_scenario *s = run->base.scenario;
  for (int w = 0; w < carom_scene_walls(run->scene); w++)
    for (int i = 0; i < carom_scene_pairings(run->scene); i++) {
      carom_scene_pairing p;
      double e = CAROM_UNSET;
      char name[96], where[96];
      if (carom_scene_pairing_at(run->scene, i, &p, NULL) != CAROM_OK ||
          carom_scene_wall_restitution(run->scene, w, i, &e, NULL) != CAROM_OK)
        continue;
      if (e == CAROM_UNSET || p.asked == CAROM_UNSET ||
          fabs(e - p.asked) <= s->scene.def.restitution_error)
        continue;
      snprintf(where, sizeof where, "scene.walls.%.64s.body", s->scene.wall[w].name);
      carom_run_warn(&run->base, where,
                     "%s: a mean sphere rebounds from it with %.4g, not the %.4g that was asked "
                     "for: the law depends on the mass of the wall, which gives way",
                     carom_pairing_name(run, &p, name), e, p.asked);
    }
}

/* True if a stage redefines the group. */
static bool is_renewed(const carom_scenario_scene *s, int group)
{
  for (int k = 0; k < s->stages; k++)
    for (int g = 0; g < s->stage[k].groups; g++)
      if (s->stage[k].group[g].group == group) return true;
  return false;
}

/* Warns of groups that are and will remain empty: a name or a size may be wrong. */
static void warn_empty_groups(carom_scene_job *run)
{
  const carom_scenario_scene *s = &run->base.scenario->scene;
  const int64_t particles = carom_scene_particles(run->scene);
  uint32_t some = 0;
  for (int64_t i = 0; i < particles; i++)
    some |= carom_scene_groups_of(run->scene, i);
  for (int k = 0; s->sources == 0 && k < s->named_groups; k++) {
    carom_error err = {.code = CAROM_OK};
    char where[24];
    if (some >> k & 1 || is_renewed(s, k)) continue;
    snprintf(where, sizeof where, "group[%d]", k);
    carom_fail(&err, CAROM_OK, where,
               "no particle is in it, so that forces and holds on it do nothing and measures of it "
               "have no values; mend what selects it, or leave it out");
    carom_scene_blame(run->base.scenario, &run->parts, &err);
    carom_run_warn_error(&run->base, &err);
  }
}

/* Long steps spoil impacts, or what resists sliding, rolling and twisting in them. */
static void warn_step(carom_scene_job *run, const carom_scene_pairing *p)
{
  /* a chosen step leaves 25 in a contact and 14 in half a swing of a spring, some three times this
   */
  enum { ENOUGH = 10, TOO_LONG = 3 };
  const double error = run->base.scenario->scene.def.restitution_error;
  const double step = carom_scene_step(run->scene), steps = p->duration / step;
  char q[2][CAROM_QUANTITY_ROOM], name[96];
  if (p->duration == CAROM_UNSET) return;
  if (steps < ENOUGH || fabs(p->delivered - p->resolved) > error)
    carom_run_warn(&run->base, "run.step",
                   "%s: in steps of %s the restitution is %.4g (within %.2g, %.3g steps in a "
                   "contact) instead of %.4g; without run.step one is chosen that keeps it within "
                   "%g",
                   carom_pairing_name(run, p, name), carom_quantity_print(step, "s", q[0]),
                   p->delivered, p->spread, steps, p->resolved, error);
  else if (p->resisting && step > TOO_LONG * p->resisted_step)
    carom_run_warn(&run->base, "run.step",
                   "%s: steps of %s are long for '%s', which needs %s to be accurate; without "
                   "run.step one is chosen that is short enough",
                   carom_pairing_name(run, p, name), carom_quantity_print(step, "s", q[0]),
                   carom_stage_about(p->resisting)->name,
                   carom_quantity_print(p->resisted_step, "s", q[1]));
}

void carom_scene_warn(carom_run *base)
{
  carom_scene_job *run = (carom_scene_job *)base;
  if (*run->unread) carom_run_note(&run->base, "columns that are not read: %s", run->unread);
  warn_overlap(run);
  warn_pressed(run);
  warn_free_walls(run);
  warn_empty_groups(run);
  if (run->base.scenario->run.step == CAROM_UNSET) return;
  for (int i = 0; i < carom_scene_pairings(run->scene); i++) {
    carom_scene_pairing p;
    if (carom_scene_pairing_at(run->scene, i, &p, NULL) == CAROM_OK) warn_step(run, &p);
  }
}
