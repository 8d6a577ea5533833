/* SPDX-License-Identifier: MIT */
/* Which particles of a scene: by place, material, label, size. Groups and measures are told so. */
#ifndef CAROM_SELECTION_H
#define CAROM_SELECTION_H

#include <stdint.h>

#include <carom/region.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Particles that meet all of these. In periodic directions positions are folded back into the
 * domain before they are compared with a region. */
typedef struct carom_selection {
  bool within; /* only those whose centre is in `region` */
  carom_region region;
  int material;     /* which of the scene's, or -1: any */
  uint32_t id[2];   /* labels, from the first to the second */
  double radius[2]; /* m, from the first to the second */
  int group;        /* which of the scene's groups they belong to, or -1: any or none */
} carom_selection;

/* All particles. */
CAROM_API carom_selection carom_selection_default(void);

#ifdef __cplusplus
}
#endif

#endif
