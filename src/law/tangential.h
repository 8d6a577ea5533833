/* SPDX-License-Identifier: MIT */
/* Tangential models as seen by the modules above them, and their kernels over many contacts. */
#ifndef CAROM_SRC_TANGENTIAL_H
#define CAROM_SRC_TANGENTIAL_H

#include <carom/tangential.h>

#include "tangential_base.h"

enum { CAROM_TANGENTIAL_SETTINGS = 8, CAROM_TANGENTIAL_CONSTANTS = 8, CAROM_SPRING = 4 };

struct carom_tangential {
  carom_tangential_info info;
  const carom_field *field;
  int fields;
  int numbers; /* of a spring */
  bool (*prepare)(const double *set, const carom_tangential_input *input, double *constant);
  bool (*damped)(const double *constant);
  void (*slide)(const double *constant, const carom_slide *in, carom_shear *spring,
                carom_traction *traction);
  double (*stored)(const double *constant, double d, double radius, const carom_shear *spring);
};

int carom_tangential_index(const carom_tangential *model);

/* Reads and checks the settings and prepares the constants. A definition without a model gives
 * NULL. */
carom_status carom_tangential_prepare(const carom_tangential_def *def,
                                      const carom_tangential_input *input,
                                      const carom_tangential **model, double *constant,
                                      carom_error *err);

/* Does the model, with these settings, take its stiffness from the shear moduli? */
bool carom_tangential_shears(const carom_tangential_def *def);

/* Columns of contacts: arrays of 8*groups numbers, aligned. Springs are stored in groups of eight,
 * number by number, as many as the model has; the next group begins `stride` doubles later. */
typedef struct carom_slides {
  const double *elastic, *dissipative, *d, *radius, *mass;
  const double *nx, *ny, *nz, *vx, *vy, *vz, *twist;
  double *spring; /* in and out */
  long stride;
  double *fx, *fy, *fz; /* out */
  double reach;         /* of the normal law, m: springs of contacts beyond it become 0 */
} carom_slides;

/* Turns the springs with their contacts, then slides. */
typedef void carom_slide_kernel(long groups, const double *constant, double step,
                                const carom_slides *c);

/* In the order of the registry; NULL where the set was not compiled. */
carom_slide_kernel *const *carom_slides_base(void);
carom_slide_kernel *const *carom_slides_avx2(void);
carom_slide_kernel *const *carom_slides_avx512(void);

/* The kernels of a set that carom_blocks_choose has found to be there. */
carom_slide_kernel *const *carom_slides_of(carom_instructions set);

#endif
