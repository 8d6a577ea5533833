/* SPDX-License-Identifier: MIT */
/* Template: a stage that does nothing, with everything a stage may have: a setting, constants, a
 * vector of history that rotates with the contact, a number that is kept, a force and a couple.

 *
 * How to use: copy this file to laws/<stage>/your_model.h, put your_model for template_stage
 * everywhere, write what it does, and add one line to laws/stages.def:
 *
 *     #include "<stage>/your_model.h"
 *
 * The contract is explained in laws/stage_base.h. */
#ifndef CAROM_STAGE_TEMPLATE_STAGE_H
#define CAROM_STAGE_TEMPLATE_STAGE_H

#include "stage_base.h"

#define CAROM_STAGE_INFO_template_stage                                                            \
  .name = "template-stage", .aliases = "", .summary = "Does nothing.", .equation = "F = 0, T = 0", \
  .source = "the template of docs/developing"

#define CAROM_STAGE_FIELDS_template_stage(F)                                                       \
  F(resistance, "1", 0.01, 0, 1, NULL, "a coefficient that nothing depends on")
#define CAROM_STAGE_CONSTANTS_template_stage(M) M(resistance, "1")
#define CAROM_STAGE_HISTORY_template_stage(H)                                                      \
  H(x, CAROM_TRANSPORT_VECTOR)                                                                     \
  H(y, CAROM_TRANSPORT_VECTOR) H(z, CAROM_TRANSPORT_VECTOR) H(turned, CAROM_TRANSPORT_KEEP)
#define CAROM_STAGE_GIVES_template_stage (CAROM_GIVES_FORCE | CAROM_GIVES_COUPLE)

CAROM_DECLARE_STAGE(template_stage)

CAROM_HOST bool carom_template_stage_prepare(const carom_template_stage_settings *set,
                                             const carom_stage_material *material,
                                             carom_template_stage_constants *constant)
{
  (void)material;
  constant->resistance = set->resistance;
  return true;
}

CAROM_HOST bool carom_template_stage_damped(const carom_template_stage_constants *constant)
{
  (void)constant;
  return false;
}

/* One step: moves the history on and gives the force and the torque on a. */
CAROM_FN void carom_template_stage_apply(const carom_template_stage_constants *constant,
                                         const carom_stage_input *in, bool damped,
                                         carom_template_stage_history *history,
                                         carom_stage_output *out)
{
  (void)constant, (void)in, (void)damped, (void)history;
  out->x = out->y = out->z = 0;
  out->tx = out->ty = out->tz = 0;
}

CAROM_FN carom_real carom_template_stage_stored(const carom_template_stage_constants *constant,
                                                carom_real d, carom_real radius,
                                                const carom_template_stage_history *history)
{
  (void)constant, (void)d, (void)radius, (void)history;
  return 0;
}

#endif

/* Outside the guard: this line makes it a model of the stage "rolling", which loses to
 * "rolling_loss". */
CAROM_STAGE(rolling, rolling_loss, template_stage)
