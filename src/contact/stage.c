/* SPDX-License-Identifier: MIT */
/* A model of a stage between two bodies: prepared once, then one contact at a time. */
#include "contact/stage.h"

#include <assert.h>
#include <string.h>

#include "contact/needs.h"
#include "core/error.h"
#include "law/stage.h"

static_assert(sizeof((carom_stage_pair *)0)->constant == sizeof(double[CAROM_STAGE_CONSTANTS]),
              "constants of a pair");
static_assert(sizeof(carom_stage_memory) == sizeof(double[CAROM_STAGE_HISTORY]), "numbers");

static double coefficient_with_unit(const carom_contact *c, const char *name, const char *unit)
{
  for (int k = 1; k < c->law->coefficients; k++) {
    const carom_label label = carom_law_coefficient(c->law, k);
    if (strcmp(label.name, name) == 0 && label.unit && strcmp(label.unit, unit) == 0)
      return c->coefficient[k];
  }
  return CAROM_UNSET;
}

/* (2 - nu)/G; NaN if either is unknown, which propagates to everything that uses it. */
static double shear_compliance(const carom_material *m)
{
  if (m->young == CAROM_UNSET || m->poisson == CAROM_UNSET) return CAROM_NONE;
  return (2 - m->poisson) / (m->young / (2 * (1 + m->poisson)));
}

/* (1 - nu^2)/E; NaN if either is unknown. */
static double compliance(const carom_material *m)
{
  if (m->young == CAROM_UNSET || m->poisson == CAROM_UNSET) return CAROM_NONE;
  return (1 - m->poisson * m->poisson) / m->young;
}

static carom_stage_material input_of(const carom_contact *c, const carom_material *a,
                                     const carom_material *b, double ahead, double crowd)
{
  carom_stage_material input;
  input.shear = 1 / (shear_compliance(a) + shear_compliance(b));
  input.stiffness = coefficient_with_unit(c, "stiffness", "N/m");
  const double damping = coefficient_with_unit(c, "damping", "N s/m");
  input.damping = damping == CAROM_UNSET ? 0 : damping / CAROM_SQRT(c->mass);
  input.ahead = ahead;
  input.crowd = crowd;
  input.modulus = 1 / (compliance(a) + compliance(b));
  return input;
}

carom_status carom_stage_prepare_in(double crowd, const char *stage, const carom_stage_def *def,
                                    const carom_contact *contact, const carom_material *a,
                                    const carom_material *b, double ahead, carom_stage_pair *pair,
                                    carom_error *err)
{
  if (carom_stage_place(stage) < 0 || !def || !contact || !contact->law || !a || !b || !pair)
    return carom_fail(
        err, CAROM_ERR_ARGUMENT, carom_stage_place(stage) < 0 ? "stage" : stage,
        "a stage, a definition, a contact that is prepared, two materials and a pair are "
        "needed");
  if (!(ahead >= 0 && ahead <= 1))
    return carom_fail(err, CAROM_ERR_RANGE, "ahead",
                      "%g is outside [0, 1]; give 0 for velocities of the middle of the step, 0.5 "
                      "for those predicted for its end",
                      ahead);
  CAROM_TRY(carom_material_check(a, "a", err));
  CAROM_TRY(carom_material_check(b, "b", err));
  const carom_stage_material input = input_of(contact, a, b, ahead, crowd);
  CAROM_TRY(carom_stage_needs(stage, def, input.stiffness > 0, a, b, err));
  carom_stage_pair ready = {.radius = contact->radius,
                            .mass = contact->mass,
                            .reach = carom_contact_reach(contact),
                            .instructions = contact->instructions};
  CAROM_TRY(carom_stage_constants(stage, def, &input, &ready.model, ready.constant, err));
  ready.damped = ready.model && ready.model->damped(ready.constant);
  *pair = ready;
  return CAROM_OK;
}

carom_status carom_stage_prepare(const char *stage, const carom_stage_def *def,
                                 const carom_contact *contact, const carom_material *a,
                                 const carom_material *b, double ahead, carom_stage_pair *pair,
                                 carom_error *err)
{
  return carom_stage_prepare_in(1, stage, def, contact, a, b, ahead, pair, err);
}

void carom_stage_apply(const carom_stage_pair *pair, const carom_slip *slip, const double spin[3],
                       carom_stage_memory *history, double force[3], double torque[3])
{
  const double *n = slip->normal, *v = slip->velocity;
  const bool closed = pair->model && carom_within(pair->reach, slip->overlap);
  carom_stage_output f = {.x = 0};
  carom_stage_input in = {.normal = slip->normal_force,
                          .d = slip->overlap,
                          .radius = slip->radius,
                          .mass = slip->mass,
                          .step = slip->step,
                          .x = v[0],
                          .y = v[1],
                          .z = v[2],
                          .nx = n[0],
                          .ny = n[1],
                          .nz = n[2]};
  if (closed && pair->model->gives & CAROM_GIVES_COUPLE)
    in.wx = spin[0], in.wy = spin[1], in.wz = spin[2];
  double *h = history->value;
  for (int k = 0; closed && k < pair->model->vectors; k++) {
    carom_shear s = {h[3 * k], h[3 * k + 1], h[3 * k + 2], 0};
    carom_rotate_history(n[0], n[1], n[2], slip->twist, &s);
    h[3 * k] = s.x, h[3 * k + 1] = s.y, h[3 * k + 2] = s.z;
  }
  if (closed)
    pair->model->apply(pair->constant, &in, h, &f);
  else
    memset(history, 0, sizeof *history);
  force[0] = f.x, force[1] = f.y, force[2] = f.z;
  torque[0] = f.tx, torque[1] = f.ty, torque[2] = f.tz;
}

double carom_stage_pull(const carom_stage_pair *pair, double overlap, double radius,
                        carom_stage_memory *history)
{
  const carom_stage_input in = {.d = overlap, .radius = radius};
  carom_stage_output f = {.pull = 0};
  const bool pulls = pair->model && pair->model->gives & CAROM_GIVES_PULL;
  if (pulls && carom_within(carom_stage_reach(pair), overlap))
    pair->model->apply(pair->constant, &in, history->value, &f);
  else
    memset(history, 0, sizeof *history);
  return f.pull;
}

double carom_stage_reach(const carom_stage_pair *pair)
{
  const double own = pair->model ? pair->model->reach(pair->constant) : 0;
  return own > pair->reach ? own : pair->reach;
}

double carom_stage_tabor(const carom_stage_pair *pair, double radius)
{
  return pair->model ? carom_stage_tabor_of(pair->model, pair->constant, radius) : CAROM_UNSET;
}

double carom_stage_stored(const carom_stage_pair *pair, double overlap, double radius,
                          const carom_stage_memory *history)
{
  return pair->model ? pair->model->stored(pair->constant, overlap, radius, history->value) : 0;
}
