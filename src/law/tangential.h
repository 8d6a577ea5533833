/* SPDX-License-Identifier: MIT */
/* Tangential models, one of the stages, as used by the modules above. */
#ifndef CAROM_SRC_TANGENTIAL_H
#define CAROM_SRC_TANGENTIAL_H

#include "law/stage.h"
#include "tangential_base.h"

enum {
  CAROM_TANGENTIAL_SETTINGS = CAROM_STAGE_SETTINGS,
  CAROM_TANGENTIAL_CONSTANTS = CAROM_STAGE_CONSTANTS,
  CAROM_SPRING = 4 /* largest number of values of a spring */
};

int carom_tangential_index(const carom_tangential *model);

/* The kernels of tangential models are those of their stage, in the order of the registry. */
typedef carom_stage_columns carom_slides;
typedef carom_stage_kernel carom_slide_kernel;

static inline carom_slide_kernel *const *carom_slides_of(carom_instructions set)
{
  return carom_stages_of(set);
}

#endif
