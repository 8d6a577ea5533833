/* SPDX-License-Identifier: MIT */
/* Materials and bodies: what two colliding bodies are made of, and their shapes. */
#ifndef CAROM_MATERIAL_H
#define CAROM_MATERIAL_H

#include <carom/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A material. Start from carom_material_default(), which is steel; members that are not changed
 * keep the values of steel. A property that is not known is CAROM_UNSET: whatever needs it reports
 * an error, and a contact whose yield stress is unknown is not checked for yield. */
typedef struct carom_material {
  double young;     /* Young's modulus, Pa */
  double poisson;   /* Poisson's ratio */
  double density;   /* kg/m3 */
  double yield;     /* yield stress, Pa; CAROM_NEVER: the material never yields */
  const char *name; /* used in messages of the call that receives the material; may be NULL */
} carom_material;

/* The yield stress of a material that never yields. */
#define CAROM_NEVER (__builtin_inf())

CAROM_API carom_material carom_material_default(void);
CAROM_API carom_fields carom_material_fields(void);

typedef enum carom_shape {
  CAROM_SPHERE, /* convex, with a radius */
  CAROM_FLAT,   /* a half space */
  CAROM_SOCKET  /* concave: a spherical cavity with a larger radius than the partner */
} carom_shape;

/* One of the two bodies of a contact. Start from carom_body_default(): a steel sphere of 20 mm
 * radius. */
typedef struct carom_body {
  carom_shape shape;
  double radius; /* m; for a socket, radius of the cavity; unused for a flat */
  double mass;   /* kg; CAROM_UNSET: from density and radius, for a sphere */
  bool fixed;    /* does not move, as if its mass were infinite */
  carom_material material;
} carom_body;

CAROM_API carom_body carom_body_default(void);

/* Settings of a body except those of its material: shape, radius, mass, fixed. */
CAROM_API carom_fields carom_body_fields(void);

/* Sets a member of a body or of its material by name, from text such as "20 mm" or "207 GPa". */
CAROM_API carom_status carom_body_set(carom_body *body, const char *name, const char *text,
                                      carom_error *err);

/* The mass used in computations: the one given, or that of a sphere of this radius and density.
 * CAROM_UNSET for a flat or a socket without a mass and for a sphere without a density. */
CAROM_API double carom_body_mass(const carom_body *body);

#ifdef __cplusplus
}
#endif

#endif
