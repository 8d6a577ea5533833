/* SPDX-License-Identifier: MIT */
/* Stages: interactions of two bodies in contact besides the normal law. Sliding (tangential.h),
 * rolling, twisting and adhesion share one form: a model has settings, constants and a history, and
 * produces a force, a torque or a pull. */
#ifndef CAROM_STAGE_H
#define CAROM_STAGE_H

#include <carom/tangential.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef carom_tangential carom_stage;
typedef carom_tangential_info carom_stage_info;
typedef carom_tangential_def carom_stage_def; /* carom_tangential_default, carom_tangential_set */
typedef carom_tangential_pair carom_stage_pair;

/* Names of the stages in the order in which they act: "tangential", "rolling", "twisting",
 * "adhesion"; NULL outside 0 .. 3. */
CAROM_API const char *carom_stage_name(int index);

/* The number of models of a stage, and model number `index` in a fixed order, or NULL outside. */
CAROM_API int carom_stage_models(const char *stage);
CAROM_API const carom_stage *carom_stage_model(const char *stage, int index);

/* The model of this name or alias; for an unknown name the error suggests the nearest one. */
CAROM_API carom_status carom_stage_named(const char *stage, const char *name,
                                         const carom_stage **model, carom_error *err);

CAROM_API const carom_stage_info *carom_stage_about(const carom_stage *model);
CAROM_API carom_fields carom_stage_fields(const carom_stage *model);

/* Like carom_tangential_prepare, for a model of this stage. */
CAROM_API carom_status carom_stage_prepare(const char *stage, const carom_stage_def *def,
                                           const carom_contact *contact, const carom_material *a,
                                           const carom_material *b, double ahead,
                                           carom_stage_pair *pair, carom_error *err);

/* What a contact remembers between steps. Owned by the caller; all zeros when the bodies meet. */
typedef struct carom_stage_memory {
  double value[8];
} carom_stage_memory;

/* Rotates the history with the contact, advances it by one step and returns force and torque on a;
 * b receives the opposite ones. `spin` is the angular velocity of a relative to b, rad/s. Cannot
 * fail. The history of a contact beyond its reach is reset to 0. */
CAROM_API void carom_stage_apply(const carom_stage_pair *pair, const carom_slip *slip,
                                 const double spin[3], carom_stage_memory *history, double force[3],
                                 double torque[3]);

/* The attractive force of an adhesion model on each body, N; advances the history in the same
 * way. */
CAROM_API double carom_stage_pull(const carom_stage_pair *pair, double overlap, double radius,
                                  carom_stage_memory *history);

/* The widest gap across which a pair interacts through its normal law or this model, m. */
CAROM_API double carom_stage_reach(const carom_stage_pair *pair);

/* The Tabor parameter (R* G^2/(E*^2 z0^3))^(1/3) of a pair with this R*, to be compared with the
 * model's `softest`; CAROM_UNSET for models other than adhesion. */
CAROM_API double carom_stage_tabor(const carom_stage_pair *pair, double radius);

/* Recoverable energy stored in a history at this overlap and R*, J; negative for adhesion. */
CAROM_API double carom_stage_stored(const carom_stage_pair *pair, double overlap, double radius,
                                    const carom_stage_memory *history);

#ifdef __cplusplus
}
#endif

#endif
