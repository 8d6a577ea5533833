/* SPDX-License-Identifier: MIT */
/* Descriptors of the models of all stages after the normal law, and their kernels over many
 * contacts: stages.def turned into tables. A tangential model is one of them. */
#ifndef CAROM_SRC_STAGE_H
#define CAROM_SRC_STAGE_H

#include <carom/stage.h>

#include "stage_base.h"

enum {
  CAROM_STAGE_SETTINGS = 8, /* upper bound over all models, including the unused member */
  CAROM_STAGE_CONSTANTS = 8,
  CAROM_STAGE_HISTORY = 8
};

/* One value of a history. */
typedef struct carom_history_slot {
  const char *name;
  unsigned transport; /* CAROM_TRANSPORT_... */
} carom_history_slot;

/* A model of a stage. */
struct carom_tangential {
  const char *stage; /* "tangential", ...; also the energy channel of the stored energy */
  const char *loss;  /* energy channel of the dissipated energy */
  carom_tangential_info info;
  const carom_field *field;
  int fields;
  const carom_history_slot *slot; /* `numbers` entries, vectors first */
  int numbers, vectors;
  unsigned gives; /* CAROM_GIVES_... */
  bool (*prepare)(const double *set, const carom_stage_material *material, double *constant);
  bool (*damped)(const double *constant);
  /* One step of one contact whose vectors have already been rotated. `history` is `numbers`
   * doubles; the patch follows from R* and d. */
  void (*apply)(const double *constant, const carom_stage_input *in, void *history,
                carom_stage_output *out);
  double (*stored)(const double *constant, double d, double radius, const void *history);
  double (*reach)(const double *constant); /* widest gap across which it acts, m */
  double (*tabor)(const double *constant); /* Tabor parameter over the cube root of R*; 0: not a
                                              theory of adhesion */
};

/* See carom_stage_tabor. */
double carom_stage_tabor_of(const carom_stage *model, const double *constant, double radius);

/* All models, in the order of stages.def; NULL outside. */
int carom_stage_count(void);
const carom_stage *carom_stage_at(int index);
int carom_stage_index(const carom_stage *model);

/* The index of a stage in carom_stage_name, or -1. */
int carom_stage_place(const char *stage);

/* Reads and checks the settings of a model of this stage and prepares its constants. A definition
 * without a model gives NULL. */
carom_status carom_stage_constants(const char *stage, const carom_stage_def *def,
                                   const carom_stage_material *material, const carom_stage **model,
                                   double *constant, carom_error *err);

/* True if the model with these settings uses the elastic moduli of the materials, next to a normal
 * law that is linear or not. */
bool carom_stage_uses_moduli(const char *stage, const carom_stage_def *def, bool linear);

/* The model of this stage with this name or alias, or NULL. */
const carom_stage *carom_stage_find(const char *stage, const char *name);

/* Contacts as columns: aligned arrays of 8*groups numbers. Histories are stored in groups of eight
 * contacts, value by value, for as many values as the model has; the next group begins `stride`
 * doubles later. */
typedef struct carom_stage_columns {
  const double *elastic, *dissipative, *d, *radius, *mass;
  const double *patch; /* carom_patch(radius, d) */
  bool uniform;        /* all contacts have the radius and mass of the first */
  const double *nx, *ny, *nz, *vx, *vy, *vz, *twist;
  double *spring; /* input and output: the histories */
  int64_t stride;
  double *fx, *fy, *fz; /* output of models that give only a force */
  double reach;         /* reach of the normal law, m: beyond it histories are reset to 0 */
  /* For models that give only a couple: angular velocity of a relative to b (input), torque on a
   * (output). */
  const double *wx, *wy, *wz;
  double *tx, *ty, *tz;
  double *pull; /* output of models that give only a pull */
  double pace;  /* length of a regular step, s, for an evaluation without a step (`step` is 0) */
} carom_stage_columns;

/* Rotates the vectors of the histories with their contacts, then applies the model, for at most
 * this many groups. */
enum { CAROM_STAGE_GROUPS = 8 };
typedef void carom_stage_kernel(int64_t groups, const double *constant, double step,
                                const carom_stage_columns *c);

/* Kernels in the order of stages.def; NULL where the instruction set was not compiled. */
carom_stage_kernel *const *carom_stages_base(void);
carom_stage_kernel *const *carom_stages_avx2(void);
carom_stage_kernel *const *carom_stages_avx512(void);

/* The kernels of an instruction set that carom_blocks_choose has found to be available. */
carom_stage_kernel *const *carom_stages_of(carom_instructions set);

#endif
