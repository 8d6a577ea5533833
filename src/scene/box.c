/* SPDX-License-Identifier: MIT */
#include "scene/box.h"

#include <string.h>

#include "law_math.h"
#include "scene/state.h"

void carom_box_flow(const carom_scene *s, const double x[3], double out[3])
{
  const carom_box_shape now = carom_box_shape_of(&s->model);
  double from[3];
  for (int k = 0; k < 3; k++)
    from[k] = x[k] - s->box.centre[k];
  carom_box_times(&s->box.speed, &now, from, out);
}

void carom_peculiar_velocity(const carom_scene *s, const carom_scene_grain *g, double out[3])
{
  double flow[3] = {0, 0, 0};
  if (s->box.deforms) carom_box_flow(s, g->position, flow);
  for (int k = 0; k < 3; k++)
    out[k] = g->velocity[k] - flow[k];
}

void carom_box_image(const carom_scene *s, const double images[3], double shift[3],
                     double velocity[3])
{
  const carom_box_shape now = carom_box_shape_of(&s->model);
  carom_box_beyond(&s->box.speed, &now, images, velocity);
  for (int k = 0; k < 3; k++)
    shift[k] = images[k] * now.length[k];
  shift[now.flow] += images[now.gradient] * now.offset;
}

/* Number of the period along k that contains x. */
static double period_of(const carom_model *m, int k, double x)
{
  return CAROM_FLOOR((x - m->low[k]) / m->length[k]);
}

static void move_image(const carom_scene *s, const double images[3], double *x, double *v)
{
  double shift[3], velocity[3];
  carom_box_image(s, images, shift, velocity);
  for (int k = 0; k < 3; k++) {
    x[k] -= shift[k];
    v[k] -= velocity[k];
  }
}

void carom_box_images_of(const carom_scene *s, const double x[3], double images[3])
{
  const carom_model *m = &s->model;
  double at[3] = {x[0], x[1], x[2]};
  images[m->gradient] = period_of(m, m->gradient, x[m->gradient]);
  at[m->flow] -= images[m->gradient] * m->offset; /* first: it also moves along the flow */
  for (int k = 0; k < 3; k++)
    if (k != m->gradient) images[k] = period_of(m, k, at[k]);
}

void carom_box_fold(const carom_scene *s, double x[3], double v[3])
{
  double images[3], first[3] = {0, 0, 0};
  carom_box_images_of(s, x, images);
  first[s->model.gradient] = images[s->model.gradient];
  move_image(s, first, x, v);
  images[s->model.gradient] = 0;
  move_image(s, images, x, v);
}

void carom_box_turn_over(carom_scene *s)
{
  carom_model *m = &s->model;
  const double turns = CAROM_FLOOR(m->offset / m->length[m->flow] + 0.5);
  m->offset -= turns * m->length[m->flow];
  s->box.speed.offset -= turns * s->box.speed.length[m->flow];
  for (int64_t i = 0; turns != 0 && m->clumps && i < s->particles.count; i++) {
    int32_t *image = s->particles.image + 3 * i;
    image[m->flow] += (int32_t)turns * image[m->gradient]; /* the same place */
  }
}

/* Which image of the skewed cell a point lies in. Its planes continue across the gradient without a
 * step. */
static void skewed_images(const carom_scene *s, const double x[3], double images[3])
{
  double within[3];
  carom_box_unskew(&s->model, x, within);
  for (int k = 0; k < 3; k++)
    images[k] = period_of(&s->model, k, within[k]);
}

void carom_box_fold_body(const carom_scene *s, double x[3], double v[3], int32_t out[3])
{
  double images[3];
  skewed_images(s, x, images);
  move_image(s, images, x, v);
  for (int k = 0; k < 3; k++)
    out[k] = (int32_t)images[k];
}

const char *carom_box_fold_row(carom_scene *s, int64_t i)
{
  double *x = carom_position_of(s, i), *v = carom_contact_velocity_of(s, i);
  double *half = s->particles.half_velocity ? carom_half_velocity_row(&s->particles, i) : NULL;
  double images[3], rest[3] = {0, 0, 0};
  for (int k = 0; k < 3; k++)
    if (!(x[k] - x[k] == 0)) return "has a position that is NaN";
  skewed_images(s, x, images);
  for (int k = 0; k < 3; k++)
    if (!(CAROM_FABS(images[k]) < 1e6)) return "crossed a million periods";
  if (images[0] == 0 && images[1] == 0 && images[2] == 0) return NULL;
  for (int k = 0; s->model.clumps && k < 3; k++) /* members are found from their clump */
    s->particles.image[3 * i + k] += (int32_t)images[k];
  move_image(s, images, x, v);
  if (half) move_image(s, images, rest, half);
  return NULL;
}

double carom_box_stretch(const carom_model *m, int k)
{
  if (m->offset == 0 || k != m->flow) return 1;
  const double tilt = m->offset / m->length[m->gradient];
  return CAROM_SQRT(1 + tilt * tilt);
}

void carom_box_listed(carom_scene *s)
{
  memcpy(s->box.listed, s->model.length, sizeof s->box.listed);
  s->box.listed_offset = s->model.offset;
}

void carom_box_shift_since(const carom_scene *s, const int images[3], double out[3])
{
  const carom_model *m = &s->model;
  for (int k = 0; k < 3; k++)
    out[k] = images[k] * (m->length[k] - s->box.listed[k]);
  out[m->flow] += images[m->gradient] * (m->offset - s->box.listed_offset);
}

double carom_box_image_speed(const carom_scene *s)
{
  const carom_box_motion *h = &s->box.speed;
  const double *v = h->length;
  return CAROM_SQRT(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + CAROM_FABS(h->offset);
}

/* Row by row: dH/dt H^-1. */
static void gradient_of(const carom_box_motion *h, const carom_box_shape *of, double g[9])
{
  for (int j = 0; j < 3; j++) {
    double axis[3] = {0, 0, 0}, flow[3];
    axis[j] = 1;
    carom_box_times(h, of, axis, flow);
    for (int i = 0; i < 3; i++)
      g[3 * i + j] = flow[i];
  }
}

/* Volume times stress : G, from the sum of branch vectors times forces. */
static double power(const carom_box_motion *h, const carom_box_shape *of, const double virial[9])
{
  double g[9], sum = 0;
  gradient_of(h, of, g);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      sum += g[3 * i + j] * virial[3 * j + i];
  return sum;
}

void carom_box_virial(const carom_scene *s, double out[9])
{
  s->engine->virial(s, out);
  for (int k = 0; s->clumps.count > 0 && k < 9; k++)
    out[k] += s->clumps.branches[k];
  for (int k = 0; s->model.bonded && k < 9; k++)
    out[k] += s->bonds.virial[k];
}

/* Work of the half step that begins or ends with the present forces. */
static double half_work(const carom_scene *s)
{
  const carom_box_shape now = carom_box_shape_of(&s->model);
  double virial[9];
  carom_box_virial(s, virial);
  return -0.5 * s->model.step * power(&s->box.speed, &now, virial);
}

double carom_box_work(const carom_scene *s)
{
  return s->box.deforms ? s->box.work + half_work(s) : 0;
}

void carom_box_book_half(carom_scene *s, double sign)
{
  if (s->box.deforms) s->box.work += sign * half_work(s);
}

/* A drift changes the peculiar velocity to (1 - step G) u, with G at its end; returns the energy
 * gained. */
static double drift_work(const carom_scene *s, const double kinetic[9])
{
  const carom_box_shape now = carom_box_shape_of(&s->model);
  const double step = s->model.step;
  double g[9], sum = 0;
  gradient_of(&s->box.speed, &now, g);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      sum -= step * g[3 * i + j] * kinetic[3 * i + j];
      for (int k = 0; k < 3; k++)
        sum += 0.5 * step * step * g[3 * i + j] * kinetic[3 * j + k] * g[3 * i + k];
    }
  return sum;
}

/* Advances lengths and offset by a step at these rates, by the midpoint rule. */
static void deform(carom_scene *s, const double rate[CAROM_BOX_COMPONENTS])
{
  carom_model *m = &s->model;
  carom_box *box = &s->box;
  const double before = m->length[m->gradient], step = m->step;
  for (int k = 0; k < 3; k++) {
    const double half = 0.5 * step * rate[k], old = m->length[k];
    m->length[k] = old * (1 + half) / (1 - half);
    box->speed.length[k] = (m->length[k] - old) / step;
    box->strain[k] = carom_log(m->length[k] / box->first[k]);
    m->low[k] = box->centre[k] - 0.5 * m->length[k];
    m->high[k] = m->low[k] + m->length[k];
  }
  const double half = 0.5 * step * rate[m->flow], old = m->offset;
  const double mean = 0.5 * (before + m->length[m->gradient]);
  m->offset = (old * (1 + half) + step * rate[CAROM_BOX_SHEAR] * mean) / (1 - half);
  box->speed.offset = (m->offset - old) / step;
  box->strain[CAROM_BOX_SHEAR] += step * rate[CAROM_BOX_SHEAR];
  memcpy(box->rate, rate, sizeof box->rate);
}

carom_status carom_box_move(carom_scene *s, carom_error *err)
{
  carom_box *box = &s->box;
  const carom_model *m = &s->model;
  const double half = 0.5 * m->step, volume = m->length[0] * m->length[1] * m->length[2];
  carom_box_kick kick = {box->def.affine, .before = box->speed, .from = carom_box_shape_of(m)};
  double virial[9], stress[9], rate[CAROM_BOX_COMPONENTS];
  carom_box_virial(s, virial);
  for (int k = 0; k < 9; k++)
    stress[k] = (virial[k] + box->kinetic[k]) / volume;
  carom_box_rates(box, stress, carom_scene_time(s) - half, rate);
  deform(s, rate);
  kick.after = box->speed;
  /* the forces end the previous step and begin this one */
  box->work -= half * power(&kick.before, &kick.from, virial);
  box->work -= half * power(&kick.after, &kick.from, virial);
  const carom_box_sums sums = s->engine->deform(s, &kick);
  memcpy(box->kinetic, sums.kinetic, sizeof box->kinetic);
  box->work += drift_work(s, box->kinetic) + sums.unfollowed;
  return carom_box_size_check(s, err);
}

void carom_box_start(carom_scene *s)
{
  const carom_box_kick kick = {.affine = false, .from = carom_box_shape_of(&s->model)};
  if (!s->box.deforms) return;
  const carom_box_sums sums = s->engine->deform(s, &kick);
  memcpy(s->box.kinetic, sums.kinetic, sizeof s->box.kinetic);
}

static const carom_column box_column[] = {
    CAROM_COLUMNS(carom_scene, model.low, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_scene, model.high, CAROM_DOUBLES, 3),
    CAROM_COLUMNS(carom_scene, model.length, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_scene, model.offset, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_scene, box.speed.length, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_scene, box.speed.offset, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_scene, box.strain, CAROM_DOUBLES, CAROM_BOX_COMPONENTS),
    CAROM_COLUMNS(carom_scene, box.rate, CAROM_DOUBLES, CAROM_BOX_COMPONENTS),
    CAROM_COLUMNS(carom_scene, box.kinetic, CAROM_DOUBLES, 9),
    CAROM_COLUMN(carom_scene, box.work, CAROM_DOUBLES),
    CAROM_COLUMNS(carom_scene, box.listed, CAROM_DOUBLES, 3),
    CAROM_COLUMN(carom_scene, box.listed_offset, CAROM_DOUBLES),
};

static const carom_column bonded_column[] = {
    CAROM_COLUMNS(carom_scene, bonds.virial, CAROM_DOUBLES, 9),
};

static bool is_sane(const carom_scene *s)
{
  const carom_model *m = &s->model;
  double sum = m->offset + s->box.speed.offset + s->box.work + s->box.listed_offset;
  bool sane = true;
  for (int k = 0; k < 3; k++) {
    sum += m->low[k] + m->high[k] + s->box.speed.length[k] + s->box.listed[k];
    sane &= m->length[k] > 0 && s->box.listed[k] > 0 && CAROM_FABS(m->offset) < 1e6 * m->length[k];
  }
  for (int k = 0; k < 9; k++)
    sum += s->box.kinetic[k] + s->bonds.virial[k];
  for (int k = 0; k < CAROM_BOX_COMPONENTS; k++)
    sum += s->box.strain[k] + s->box.rate[k];
  return sane && sum - sum == 0 && carom_box_size_check(s, NULL) == CAROM_OK;
}

carom_status carom_box_archive(carom_scene *s, carom_archive *archive, carom_error *err)
{
  if (!s->box.deforms) return CAROM_OK;
  CAROM_VISIT("box", box_column, s, 1);
  if (s->model.bonded) CAROM_VISIT("box", bonded_column, s, 1);
  return !archive->loading || is_sane(s) ? CAROM_OK : carom_state_damaged(err, "box");
}
