/* SPDX-License-Identifier: MIT */
/* The table of shapes. */
#include <string.h>

#include "scene/scene.h"

#define NUMBER double
#define CAROM_FACE_SHAPE_TABLE

CAROM_FN double number_sqrt(double x)
{
  return CAROM_SQRT(x);
}

CAROM_FN double number_of(double x)
{
  return x;
}

/* a / b where b is positive, 0 elsewhere. */
CAROM_FN double number_over(double a, double b)
{
  return b > 0 ? a / b : 0;
}

/* a where the test is positive, b elsewhere. */
CAROM_FN double number_where(double test, double a, double b)
{
  return test > 0 ? a : b;
}

#define CAROM_FACE_SHAPE(name, NAME, doubles, half_space)
#include "scene/shapes/shapes.def"
#undef CAROM_FACE_SHAPE

static const carom_face_shape shapes[CAROM_FACE_SHAPES] = {
#define CAROM_FACE_SHAPE(name, NAME, doubles, half_space)                                          \
  {doubles,     half_space,     name##_facing, name##_speed,                                       \
   name##_aabb, name##_repeats, name##_border, name##_draw},
#include "scene/shapes/shapes.def"
#undef CAROM_FACE_SHAPE
};

const carom_face_shape *carom_face_shape_of(const carom_face *f)
{
  return &shapes[f->shape];
}
