/* SPDX-License-Identifier: MIT */
/* Selections of particles of a scene by position, material, label, size or group. */
#ifndef CAROM_SELECTION_H
#define CAROM_SELECTION_H

#include <stdint.h>

#include <carom/region.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Particles that meet all of these conditions. In periodic directions positions are folded back
 * into the domain before they are compared with the region. */
typedef struct carom_selection {
  bool within; /* only particles whose centre is inside `region` */
  carom_region region;
  int material;     /* index of a material of the scene; -1: any */
  uint32_t id[2];   /* smallest and largest label */
  double radius[2]; /* smallest and largest radius, m */
  int group;        /* index of a group of the scene; -1: any or none */
} carom_selection;

/* All particles. */
CAROM_API carom_selection carom_selection_default(void);

#ifdef __cplusplus
}
#endif

#endif
