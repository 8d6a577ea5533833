/* SPDX-License-Identifier: MIT */
/* A periodic box that deforms (carom/box.h). Its bounds and offset are those of the model. A step
 * of the box follows the motion of the particles and uses the stress at the start of the step:
 *
 *   rates from definition and stress -> H at the end of the step, and the mean dH/dt in between
 *   (at mid-step, as velocities are) -> particles follow by (dH/dt new - old) s, if affine -> work
 *
 * A particle and its image H n away keep the distance H n and the relative velocity dH/dt n to
 * round-off, whatever the rate does: it makes no difference where a particle is folded back. */
#ifndef CAROM_SRC_SCENE_BOX_H
#define CAROM_SRC_SCENE_BOX_H

#include <carom/scene.h>

#include "core/archive.h"
#include "scene/model.h"

/* The cell matrix H, given by three lengths and the offset along `flow`. */
typedef struct carom_box_shape {
  double length[3], offset;
  int flow, gradient;
} carom_box_shape;

typedef struct carom_box_motion {
  double length[3], offset; /* dH/dt, m/s */
} carom_box_motion;

typedef struct carom_box {
  bool deforms;
  carom_scene_box def;        /* without its table */
  carom_motion_table table;   /* columns velocity: rates of the directions; spin: rate of shear */
  double centre[3], first[3]; /* fixed centre of the box; lengths at the start */

  carom_box_motion speed; /* in the last step */
  double strain[CAROM_BOX_COMPONENTS], rate[CAROM_BOX_COMPONENTS];
  double kinetic[9]; /* sum of m u u in the middle of the last step */
  double work; /* up to the forces of the last motion, including the first half of their step */

  double listed[3], listed_offset; /* lengths and offset when the lists were built */
} carom_box;

static inline carom_box_shape carom_box_shape_of(const carom_model *m)
{
  return (carom_box_shape){
      {m->length[0], m->length[1], m->length[2]}, m->offset, m->flow, m->gradient};
}

/* dH/dt H^-1 x */
static inline void carom_box_times(const carom_box_motion *h, const carom_box_shape *of,
                                   const double x[3], double out[3])
{
  double s[3];
  for (int k = 0; k < 3; k++)
    s[k] = x[k] / of->length[k];
  s[of->flow] -= of->offset / of->length[of->flow] * s[of->gradient];
  for (int k = 0; k < 3; k++)
    out[k] = h->length[k] * s[k];
  out[of->flow] += h->offset * s[of->gradient];
}

/* Velocity of the image across this many borders, relative to its particle. */
static inline void carom_box_beyond(const carom_box_motion *h, const carom_box_shape *of,
                                    const double images[3], double out[3])
{
  for (int k = 0; k < 3; k++)
    out[k] = images[k] * h->length[k];
  out[of->flow] += images[of->gradient] * h->offset;
}

/* box_control.c. `check` refuses invalid definitions, `create` copies one, `rates` gives the rates
 * at a time for a stress (branch index first). */
carom_status carom_box_check(const carom_scene_def *def, carom_error *err);
carom_status carom_box_create(carom_scene *s, const carom_scene_def *def, carom_error *err);
void carom_box_destroy(carom_box *box);
void carom_box_rates(const carom_box *box, const double stress[9], double time,
                     double rate[CAROM_BOX_COMPONENTS]);
/* Refuses a box whose periods are too short for its spheres to see each other across them. */
carom_status carom_box_size_check(const carom_scene *s, carom_error *err);

/* Called after the first forces. */
void carom_box_start(carom_scene *s);

/* A step of the box after the motion of the particles. Refuses a box that has become too small. */
carom_status carom_box_move(carom_scene *s, carom_error *err);
/* Bound on the speed of images relative to their particles in the last step. */
double carom_box_image_speed(const carom_scene *s);

/* `virial`: sum of branch vectors times forces at the last motion or in the view; branches of
 * clumps end at their centres of mass. `work`: since the start, up to the present forces. */
void carom_box_virial(const carom_scene *s, double out[9]);
double carom_box_work(const carom_scene *s);
/* Books the work of the half step up to the present forces (sign 1), or takes it back (-1). */
void carom_box_book_half(carom_scene *s, double sign);

/* Velocity of the box's flow at a point: dH/dt s. */
void carom_box_flow(const carom_scene *s, const double x[3], double out[3]);
/* Velocity of a particle relative to that flow; its velocity if no box deforms. */
void carom_peculiar_velocity(const carom_scene *s, const carom_scene_grain *g, double out[3]);
/* Shift and relative velocity of the image across this many borders. */
void carom_box_image(const carom_scene *s, const double images[3], double shift[3],
                     double velocity[3]);

/* `fold`: folds a position and velocity back into the cuboid; `images_of`: across how many borders
 * that is. `fold_row` folds particle i into the skewed cell of the grid, whose periods have no
 * offset, and returns what is wrong with it, or NULL; `fold_body` does so for a body. `turn_over`
 * brings the offset within half a period and must be called first. */
void carom_box_fold(const carom_scene *s, double x[3], double v[3]);
void carom_box_images_of(const carom_scene *s, const double x[3], double images[3]);
void carom_box_turn_over(carom_scene *s);
const char *carom_box_fold_row(carom_scene *s, int64_t i);
void carom_box_fold_body(const carom_scene *s, double x[3], double v[3], int32_t images[3]);

/* `unskew`: coordinates of a position in that skewed cell, whose borders are planes of the grid.
 * `stretch`: ratio of distances between grid planes measured along axis k to true ones. */
static inline void carom_box_unskew(const carom_model *m, const double x[3], double out[3])
{
  out[0] = x[0], out[1] = x[1], out[2] = x[2];
  if (m->offset != 0) {
    const int b = m->gradient;
    out[m->flow] -= m->offset / m->length[b] * (x[b] - 0.5 * (m->low[b] + m->high[b]));
  }
}
double carom_box_stretch(const carom_model *m, int k);

/* How far the image across this many borders has moved since the lists were built. */
void carom_box_shift_since(const carom_scene *s, const int images[3], double out[3]);
void carom_box_listed(carom_scene *s);

carom_status carom_box_archive(carom_scene *s, carom_archive *archive, carom_error *err);

/* The part of a step that concerns every particle; done by the engine. */
typedef struct carom_box_kick {
  bool affine;
  carom_box_motion before, after;
  carom_box_shape from; /* shape at the start of the step */
} carom_box_kick;

/* Results of the engine's part: sums of m u u, and the work of a change of the rate that particles
 * do not follow. */
typedef struct carom_box_sums {
  double kinetic[9], unfollowed;
} carom_box_sums;

#endif
