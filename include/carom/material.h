/* SPDX-License-Identifier: MIT */
/* Materials and bodies: what two things are made of, and how they are shaped. */
#ifndef CAROM_MATERIAL_H
#define CAROM_MATERIAL_H

#include <carom/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A material. Start from carom_material_default(), which is steel: what you do not set stays
 * steel's. A property that is not known is CAROM_UNSET; what needs it refuses the material and says
 * so, and a contact whose yield stress is not known is not judged by it. */
typedef struct carom_material {
  double young;     /* Young's modulus, Pa */
  double poisson;   /* Poisson's ratio */
  double density;   /* kg/m3 */
  double yield;     /* yield stress, Pa; CAROM_NEVER: it never yields */
  const char *name; /* for messages of the call that is given the material; NULL: it has none */
} carom_material;

/* The yield stress of a material that never yields. */
#define CAROM_NEVER (__builtin_inf())

CAROM_API carom_material carom_material_default(void);
CAROM_API carom_fields carom_material_fields(void);

typedef enum carom_shape {
  CAROM_SPHERE, /* convex, with a radius */
  CAROM_FLAT,   /* a half space */
  CAROM_SOCKET  /* concave: a spherical hole, its radius larger than the partner's */
} carom_shape;

/* One of two bodies that touch. Start from carom_body_default(): a steel sphere of 20 mm radius. */
typedef struct carom_body {
  carom_shape shape;
  double radius; /* m; of a socket, that of the hole; not used for a flat */
  double mass;   /* kg; CAROM_UNSET: from density and radius of a sphere */
  bool fixed;    /* does not move, as if its mass were infinite */
  carom_material material;
} carom_body;

CAROM_API carom_body carom_body_default(void);

/* Fields of a body, apart from its material: shape, radius, mass, fixed. */
CAROM_API carom_fields carom_body_fields(void);

/* Sets a field of a body or of its material by name, from text such as "20 mm" or "207 GPa". */
CAROM_API carom_status carom_body_set(carom_body *body, const char *name, const char *text,
                                      carom_error *err);

/* The mass that counts: the one given, or that of a sphere of this radius and density, or
 * CAROM_UNSET for a flat or socket without one and for a sphere without a density. */
CAROM_API double carom_body_mass(const carom_body *body);

#ifdef __cplusplus
}
#endif

#endif
