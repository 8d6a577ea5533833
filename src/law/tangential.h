/* SPDX-License-Identifier: MIT */
/* Tangential models as seen by the modules above them, which are one of the stages. */
#ifndef CAROM_SRC_TANGENTIAL_H
#define CAROM_SRC_TANGENTIAL_H

#include "law/stage.h"
#include "tangential_base.h"

enum {
  CAROM_TANGENTIAL_SETTINGS = CAROM_STAGE_SETTINGS,
  CAROM_TANGENTIAL_CONSTANTS = CAROM_STAGE_CONSTANTS,
  CAROM_SPRING = 4 /* the most numbers of a spring */
};

int carom_tangential_index(const carom_tangential *model);

/* Reads and checks the settings and prepares the constants. A definition without a model gives
 * NULL. */
carom_status carom_tangential_constants(const carom_tangential_def *def,
                                        const carom_tangential_input *input,
                                        const carom_tangential **model, double *constant,
                                        carom_error *err);

/* Does the model, with these settings, take its stiffness from the shear moduli? */
bool carom_tangential_shears(const carom_tangential_def *def);

/* The kernels of tangential models are those of their stage, in the order of the registry. */
typedef carom_stage_columns carom_slides;
typedef carom_stage_kernel carom_slide_kernel;

static inline carom_slide_kernel *const *carom_slides_of(carom_instructions set)
{
  return carom_stages_of(set);
}

#endif
