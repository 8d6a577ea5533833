/* SPDX-License-Identifier: MIT */
/* The models of the stages after the normal law as descriptors, and their kernels over many
 * contacts: stages.def turned into tables. A tangential model is one of them. */
#ifndef CAROM_SRC_STAGE_H
#define CAROM_SRC_STAGE_H

#include <carom/stage.h>

#include "stage_base.h"

enum {
  CAROM_STAGE_SETTINGS = 8, /* the most of any model, with one that is of no use */
  CAROM_STAGE_CONSTANTS = 8,
  CAROM_STAGE_HISTORY = 8
};

/* A number of the history. */
typedef struct carom_history_slot {
  const char *name;
  unsigned transport; /* CAROM_TRANSPORT_... */
} carom_history_slot;

/* A model of a stage. */
struct carom_tangential {
  const char *stage; /* "tangential", ...: also the energy channel of what is stored */
  const char *loss;  /* the energy channel of what is lost */
  carom_tangential_info info;
  const carom_field *field;
  int fields;
  const carom_history_slot *slot; /* `numbers` of them, vectors first */
  int numbers, vectors;
  unsigned gives; /* CAROM_GIVES_... */
  bool (*prepare)(const double *set, const carom_stage_material *material, double *constant);
  bool (*damped)(const double *constant);
  /* One step of one contact, whose vectors have been rotated. `history` is `numbers` doubles; the
   * patch follows from R* and d. */
  void (*apply)(const double *constant, const carom_stage_input *in, void *history,
                carom_stage_output *out);
  double (*stored)(const double *constant, double d, double radius, const void *history);
  double (*reach)(const double *constant); /* the widest gap across which it acts, m */
  double (*tabor)(const double *constant); /* over the cube root of R*; 0: no theory of adhesion */
};

/* See carom_stage_tabor. */
double carom_stage_tabor_of(const carom_stage *model, const double *constant, double radius);

/* All models, in the order of stages.def; NULL outside. */
int carom_stage_count(void);
const carom_stage *carom_stage_at(int index);
int carom_stage_index(const carom_stage *model);

/* The place of a stage among carom_stage_name, or -1. */
int carom_stage_place(const char *stage);

/* Reads and checks the settings of a model of this stage and prepares the constants. A definition
 * without a model gives NULL. */
carom_status carom_stage_constants(const char *stage, const carom_stage_def *def,
                                   const carom_stage_material *material, const carom_stage **model,
                                   double *constant, carom_error *err);

/* Does the model, with these settings, use the moduli of the materials, beside a normal law that is
 * linear or not? */
bool carom_stage_uses_moduli(const char *stage, const carom_stage_def *def, bool linear);

/* The model of this stage with that name or alias, or NULL. */
const carom_stage *carom_stage_find(const char *stage, const char *name);

/* Columns of contacts: arrays of 8*groups numbers, aligned. Histories are stored in groups of
 * eight, number by number, as many as the model has; the next group begins `stride` doubles later.
 */
typedef struct carom_stage_columns {
  const double *elastic, *dissipative, *d, *radius, *mass;
  const double *patch; /* carom_patch(radius, d) */
  bool uniform;        /* all have the radius and the mass of the first */
  const double *nx, *ny, *nz, *vx, *vy, *vz, *twist;
  double *spring; /* in and out: the histories */
  int64_t stride;
  double *fx, *fy, *fz; /* out, of models with a force alone */
  double reach;         /* of the normal law, m: histories of contacts beyond it become 0 */
  /* Of models with a couple alone: angular velocity of a over that of b in, torque on a out. */
  const double *wx, *wy, *wz;
  double *tx, *ty, *tz;
  double *pull; /* out, of models with a pull alone */
  double pace;  /* of steps, s, where none is made now (the step is 0) */
} carom_stage_columns;

/* Rotates the vectors of the histories with their contacts, then applies the model; to at most so
 * many groups. */
enum { CAROM_STAGE_GROUPS = 8 };
typedef void carom_stage_kernel(int64_t groups, const double *constant, double step,
                                const carom_stage_columns *c);

/* In the order of stages.def; NULL where the set was not compiled. */
carom_stage_kernel *const *carom_stages_base(void);
carom_stage_kernel *const *carom_stages_avx2(void);
carom_stage_kernel *const *carom_stages_avx512(void);

/* The kernels of a set that carom_blocks_choose has found to be there. */
carom_stage_kernel *const *carom_stages_of(carom_instructions set);

#endif
