/* SPDX-License-Identifier: MIT */
/* Models of stages for a pair whose bodies may be clumps. */
#ifndef CAROM_SRC_CONTACT_STAGE_H
#define CAROM_SRC_CONTACT_STAGE_H

#include <carom/stage.h>

/* Like carom_stage_prepare, for bodies that may receive several couples at once
 * (carom_stage_material.crowd). */
carom_status carom_stage_prepare_in(double crowd, const char *stage, const carom_stage_def *def,
                                    const carom_contact *contact, const carom_material *a,
                                    const carom_material *b, double ahead, carom_stage_pair *pair,
                                    carom_error *err);

#endif
