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

CAROM_FN bool number_any(double test)
{
  return test > 0;
}

/* Speed is a convex function of position, so the largest speed is that of a corner. */
double carom_box_speed(const double low[3], const double high[3], const carom_wall_motion *m)
{
  double most = 0;
  if (!(m->rate > 0)) return m->speed;
  for (int corner = 0; corner < 8; corner++) {
    double arm[3], v[3];
    for (int k = 0; k < 3; k++)
      arm[k] = (corner >> k & 1 ? high[k] : low[k]) - m->centre[k];
    carom_cross(m->spin, arm, v);
    for (int k = 0; k < 3; k++)
      v[k] += m->velocity[k];
    const double speed = CAROM_SQRT(carom_dot(v, v));
    most = speed > most ? speed : most;
  }
  return most;
}

void carom_box_border(const double low[3], const double high[3], const carom_border *b,
                      carom_span *d)
{
  d->least = b->at < low[b->axis]    ? low[b->axis] - b->at
             : b->at > high[b->axis] ? b->at - high[b->axis]
                                     : 0;
}

#define CAROM_FACE_SHAPE(name, NAME, doubles, half_space)
#include "scene/shapes/shapes.def"
#undef CAROM_FACE_SHAPE

static const carom_face_shape shapes[CAROM_FACE_SHAPES] = {
#define CAROM_FACE_SHAPE(name, NAME, doubles, half_space)                                          \
  {doubles,     half_space,     name##_facing, name##_nearest, name##_least, name##_speed,         \
   name##_aabb, name##_repeats, name##_border, name##_points,  name##_draw},
#include "scene/shapes/shapes.def"
#undef CAROM_FACE_SHAPE
};

double carom_triangle_inset(const double *row, const double x[3])
{
  return triangle_inset(row, x);
}

const carom_face_shape *carom_face_shape_of(const carom_face *f)
{
  return &shapes[f->shape];
}
