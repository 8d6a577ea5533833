/* SPDX-License-Identifier: MIT */
/* Steps for what acts beside the normal law: which one its springs and dashpots want, and which is
 * so long that they gain energy. */
#include "scene/scene.h"

/* The least number of steps in half a swing where the step is chosen: docs/scenes.md has the
 * numbers behind it. */
enum { IN_SWING = 14 };

/* The largest share of a rate that the dashpot of a couple may take in a step. With predicted
 * velocities a rate grows beyond 1, and in a heap bodies have a dozen contacts. */
static const double taken = 0.3;

static const double pi = 3.14159265358979323846;

/* So short a way that no slider gives way. */
static double short_way(const carom_footing *on)
{
  return 0x1p-40 * 1e-9 * on->overlap;
}

static bool turns(const carom_pair_stage *stage)
{
  return stage->model->gives & CAROM_GIVES_COUPLE;
}

/* A contact that slides at `rate`, in m/s, or rolls and twists at it, in rad/s. Without a step
 * histories stay as they are. */
static carom_stage_input moving(const carom_pair_stage *stage, const carom_contact *own,
                                const carom_footing *on, double rate, double step, double pace)
{
  const bool couple = turns(stage);
  return (carom_stage_input){.normal = on->normal_force,
                             .d = on->overlap,
                             .radius = own->radius,
                             .mass = own->mass,
                             .step = step,
                             .x = couple ? 0 : rate,
                             .nz = couple ? 1 : 0,
                             .wx = couple ? rate : 0,
                             .wz = couple ? rate : 0,
                             .pace = pace};
}

/* Rolling and twisting models use one of the two rates each. */
static double resisted(const carom_pair_stage *stage, const carom_stage_output *out)
{
  return turns(stage) ? out->tx + out->tz : out->x;
}

/* The least inertia that a couple can meet, that of solid spheres, or its share of that of a clump.
 */
static double least_inertia(const carom_material_pair *c, const carom_contact *own)
{
  return 0.4 * own->mass * own->radius * own->radius / c->crowd;
}

/* Half an oscillation of a stage's spring without slip at this overlap. A spring that stores k
 * x^2/2 moves 2/7 of the reduced mass where a force slides the contact. Infinite if nothing is
 * stored. */
static double half_swing(const carom_material_pair *c, const carom_pair_stage *stage,
                         const carom_contact *own, const carom_footing *on, double time)
{
  const double slip = short_way(on), way = turns(stage) ? slip / own->radius : slip;
  const carom_stage_input in = moving(stage, own, on, way / time, time, time);
  double history[CAROM_STAGE_HISTORY] = {0};
  carom_stage_output out;
  stage->model->apply(stage->constant, &in, history, &out);
  const double stored = stage->model->stored(stage->constant, in.d, in.radius, history);
  const double dragged = c->least_drag > 0 ? c->least_drag : 2.0 / 7 * own->mass;
  const double moved = turns(stage) ? least_inertia(c, own) : dragged;
  const double stiffness = 2 * stored / (way * way);
  return stiffness > 0 ? pi * CAROM_SQRT(moved / stiffness) : -CAROM_UNSET;
}

/* In how long a couple's dashpot would take the rate that it brakes, if that did not fall.
 * Infinite without one. */
static double braking_time(const carom_material_pair *c, const carom_pair_stage *stage,
                           const carom_contact *own, const carom_footing *on, double time)
{
  if (!turns(stage) || !stage->model->damped(stage->constant)) return -CAROM_UNSET;
  const double rate = short_way(on) / own->radius / time;
  const carom_stage_input in = moving(stage, own, on, rate, 0, time);
  double history[CAROM_STAGE_HISTORY] = {0};
  carom_stage_output out;
  stage->model->apply(stage->constant, &in, history, &out);
  const double couple = CAROM_FABS(resisted(stage, &out));
  return couple > 0 ? least_inertia(c, own) * rate / couple : -CAROM_UNSET;
}

double carom_stages_step(const carom_material_pair *c, const carom_contact *own,
                         const carom_footing *on, double time, const carom_stage **first)
{
  double least = -CAROM_UNSET;
  for (const carom_pair_stage *k = c->stage; k < c->stage + c->stages; k++) {
    if (k->model->gives & CAROM_GIVES_PULL) continue;
    const double swing = half_swing(c, k, own, on, time) / IN_SWING;
    const double brake = taken * braking_time(c, k, own, on, time);
    const double wanted = swing < brake ? swing : brake;
    if (!(wanted < least)) continue;
    least = wanted;
    if (first) *first = k->model;
  }
  return least;
}

/* Does a contact that is held at its overlap, and set going, move ever faster? Its rate and the
 * history of the stage are advanced as scenes do it. In so many steps what gains 7 % in each
 * becomes a thousand times faster. (Springs with a slight dashpot always gain a little where
 * velocities are predicted, an eighth of (omega step)^4 in a step.) */
static bool gains(const carom_pair_stage *stage, const carom_contact *own, const carom_footing *on,
                  double inertia, bool predicted, double step)
{
  enum { STEPS = 100, GAIN = 1000 };
  const double first = short_way(on) / (turns(stage) ? own->radius : 1) / step;
  double history[CAROM_STAGE_HISTORY] = {0}, rate = first, change = 0;
  for (int n = 0; n < STEPS; n++) {
    const double seen = predicted ? rate + 0.5 * change : rate;
    const carom_stage_input in = moving(stage, own, on, seen, step, step);
    carom_stage_output out;
    stage->model->apply(stage->constant, &in, history, &out);
    change = step * resisted(stage, &out) / inertia;
    rate += change;
    if (!(CAROM_FABS(rate) < GAIN * first)) return true;
  }
  return false;
}

double carom_stage_limit(const carom_pair_stage *stage, const carom_contact *own,
                         const carom_footing *on, double inertia, bool predicted, double step)
{
  if (stage->model->gives & CAROM_GIVES_PULL || !(on->overlap > 0) || !(on->normal_force > 0) ||
      !gains(stage, own, on, inertia, predicted, step))
    return step;
  double low = 0.5 * step, high = step;
  while (low > 1e-6 * step && gains(stage, own, on, inertia, predicted, low))
    high = low, low *= 0.5;
  for (int k = 0; k < 10; k++) {
    const double middle = 0.5 * (low + high);
    if (gains(stage, own, on, inertia, predicted, middle))
      high = middle;
    else
      low = middle;
  }
  return low;
}
