/* SPDX-License-Identifier: MIT */
/* How a box deforms: its definition and the rates that follow from it. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "law_base.h"
#include "scene/scene.h"

static const char *const name[CAROM_BOX_COMPONENTS] = {"x", "y", "z", "shear"};

carom_scene_box carom_scene_box_default(void)
{
  carom_scene_box box = {.flow = 0, .gradient = 1};
  for (int k = 0; k < CAROM_BOX_COMPONENTS; k++)
    box.component[k].gain = CAROM_UNSET;
  return box;
}

static bool finite(double x)
{
  return x - x == 0;
}

static carom_status check_component(const carom_scene_box *box, int k, carom_error *err)
{
  const carom_box_component *c = &box->component[k];
  char where[32];
  snprintf(where, sizeof where, "box.%s", name[k]);
  if (c->mode != CAROM_BOX_RATE && c->mode != CAROM_BOX_STRESS)
    return carom_fail(err, CAROM_ERR_RANGE, where, "must have a rate or a stress");
  if (c->mode == CAROM_BOX_RATE) {
    if (!finite(c->rate) || !(c->ramp >= 0 && finite(c->ramp)))
      return carom_fail(err, CAROM_ERR_RANGE, where,
                        "its rate must be finite, and its ramp a time of 0 or more");
    return CAROM_OK;
  }
  if (!finite(c->stress))
    return carom_fail(err, CAROM_ERR_RANGE, where, "its stress must be finite");
  if (!(c->limit > 0 && finite(c->limit)))
    return carom_fail(err, CAROM_ERR_MISSING, where,
                      "a stress needs the largest rate to bring it about with, above 0");
  if (c->gain == CAROM_UNSET && c->stress == 0)
    return carom_fail(
        err, CAROM_ERR_MISSING, where,
        "a stress of 0 needs a gain, in 1/(Pa s); for others it is the limit over the "
        "stress");
  if (c->gain != CAROM_UNSET && !(c->gain > 0 && finite(c->gain)))
    return carom_fail(err, CAROM_ERR_RANGE, where, "its gain must be above 0");
  return CAROM_OK;
}

static carom_status check(const carom_scene_box *box, carom_error *err)
{
  const bool axes = box->flow >= 0 && box->flow < 3 && box->gradient >= 0 && box->gradient < 3;
  if (!axes || box->flow == box->gradient)
    return carom_fail(err, CAROM_ERR_RANGE, "box.shear",
                      "flow and gradient must be two of the axes 0, 1, 2");
  if (!finite(box->start))
    return carom_fail(err, CAROM_ERR_RANGE, "box.start", "its start must be finite");
  if (box->points > 0 && !box->table)
    return carom_fail(err, CAROM_ERR_MISSING, "box.table", "a table needs its rates");
  for (int k = 0; k < CAROM_BOX_COMPONENTS; k++)
    CAROM_TRY(check_component(box, k, err));
  return CAROM_OK;
}

/* A deforming box has no place for anything at rest in space or not repeated with the periods. */
carom_status carom_box_check(const carom_scene_def *def, carom_error *err)
{
  const carom_scene_box *box = def->box;
  if (!box) return CAROM_OK;
  CAROM_TRY(check(box, err));
  for (int k = 0; k < 3; k++)
    if (!def->periodic[k])
      return carom_fail(err, CAROM_ERR_CONFLICT, "box",
                        "a box that deforms is periodic in x, y and z; make all of them periodic");
  if (def->walls > 0)
    return carom_fail(err, CAROM_ERR_CONFLICT, "box",
                      "a box that deforms has no walls; leave them out, or move walls instead");
  if (def->sources > 0 || def->sinks > 0)
    return carom_fail(err, CAROM_ERR_CONFLICT, "box",
                      "a box that deforms has neither sources nor sinks; leave them out");
  if (def->holds > 0)
    return carom_fail(err, CAROM_ERR_CONFLICT, "box",
                      "a box that deforms has no holds, which would not follow its borders; leave "
                      "them out");
  const bool pulls = def->gravity[0] != 0 || def->gravity[1] != 0 || def->gravity[2] != 0;
  if (pulls || def->gravity_points > 0 || def->gravity_at)
    return carom_fail(
        err, CAROM_ERR_CONFLICT, "gravity",
        "a box that deforms has no gravity, which would accelerate it as a whole; set "
        "it to 0");
  for (int64_t i = 0; i < def->particles; i++)
    if (def->particle[i].fixed)
      return carom_fail(err, CAROM_ERR_CONFLICT, "box",
                        "particle %lld is fixed, and a box that deforms carries all; leave it free",
                        (long long)i);
  return CAROM_OK;
}

/* Adopts a definition that has been checked. */
static carom_status adopt(carom_box *box, const carom_scene_box *def, carom_error *err)
{
  const size_t points = def->points > 0 ? (size_t)def->points : 0;
  double *rates = calloc(6 * points + 1, sizeof *rates);
  carom_motion_table table = {0};
  if (!rates) return carom_fail(err, CAROM_ERR_MEMORY, "box", "no memory for a table");
  for (size_t i = 0; i < points; i++) {
    memcpy(rates + 3 * i, def->table + 4 * i, 3 * sizeof *rates);
    rates[3 * points + 3 * i] = def->table[4 * i + 3];
  }
  const carom_status status = carom_motion_table_copy(&table, def->points, def->time, rates,
                                                      rates + 3 * points, "box.table", err);
  free(rates);
  if (status != CAROM_OK) {
    carom_motion_table_free(&table);
    return status;
  }
  carom_motion_table_free(&box->table);
  box->table = table;
  box->def = *def;
  box->def.time = box->def.table = NULL;
  return CAROM_OK;
}

carom_status carom_box_create(carom_scene *s, const carom_scene_def *def, carom_error *err)
{
  s->model.gradient = 1;
  if (!def->box) return CAROM_OK;
  s->box.deforms = true;
  s->model.flow = def->box->flow;
  s->model.gradient = def->box->gradient;
  for (int k = 0; k < 3; k++) {
    s->box.first[k] = s->model.length[k];
    s->box.centre[k] = 0.5 * (s->model.low[k] + s->model.high[k]);
  }
  return adopt(&s->box, def->box, err);
}

void carom_box_destroy(carom_box *box)
{
  carom_motion_table_free(&box->table);
}

carom_status carom_scene_set_box(carom_scene *s, const carom_scene_box *box, carom_error *err)
{
  CAROM_TRY(carom_scene_can_change(s, err));
  if (!box) return carom_fail(err, CAROM_ERR_ARGUMENT, "box", "there is no box");
  if (!s->box.deforms)
    return carom_fail(err, CAROM_ERR_CONFLICT, "box",
                      "only a scene that was made with a box can deform; give it one, at rest");
  CAROM_TRY(check(box, err));
  if (box->flow != s->model.flow || box->gradient != s->model.gradient)
    return carom_fail(err, CAROM_ERR_CONFLICT, "box.shear",
                      "a box is sheared in one plane; give the axes that it was made with");
  return adopt(&s->box, box, err);
}

/* Rate of a stress control if `lacks` is missing from the stress. */
static double servo(const carom_box_component *c, double lacks)
{
  const double gain = c->gain != CAROM_UNSET ? c->gain : c->limit / CAROM_FABS(c->stress);
  const double rate = gain * lacks;
  return rate > c->limit ? c->limit : rate < -c->limit ? -c->limit : rate;
}

static double given(const carom_box *box, int k, double time)
{
  const carom_box_component *c = &box->def.component[k];
  if (box->table.points > 0) {
    double at[3];
    carom_motion_table_at(&box->table, k < 3 ? box->table.velocity : box->table.spin, time, at);
    return at[k % 3];
  }
  if (time < 0) return 0;
  return time < c->ramp ? c->rate * (time / c->ramp) : c->rate;
}

/* A direction with too little stress shrinks; directions that share a rate use its mean. */
void carom_box_rates(const carom_box *box, const double stress[9], double time,
                     double rate[CAROM_BOX_COMPONENTS])
{
  const carom_scene_box *def = &box->def;
  const double since = time - def->start;
  double shared = 0;
  int directions = 0;
  for (int k = 0; k < CAROM_BOX_COMPONENTS; k++) {
    const carom_box_component *c = &def->component[k];
    const double drives = -stress[3 * def->gradient + def->flow];
    if (c->mode == CAROM_BOX_RATE)
      rate[k] = given(box, k, since);
    else if (k == CAROM_BOX_SHEAR)
      rate[k] = servo(c, c->stress - drives);
    else
      rate[k] = -servo(c, c->stress - stress[4 * k]);
    if (c->mode != CAROM_BOX_STRESS || k == CAROM_BOX_SHEAR) continue;
    shared += rate[k];
    directions++;
  }
  for (int k = 0; def->together && k < 3; k++)
    if (def->component[k].mode == CAROM_BOX_STRESS) rate[k] = shared / directions;
}

carom_status carom_box_size_check(const carom_scene *s, carom_error *err)
{
  const carom_model *m = &s->model;
  const double least = 4 * m->largest + 2 * carom_list_range(s);
  for (int k = 0; k < 3; k++)
    if (!(m->length[k] >= least && m->length[k] < 1e300))
      return carom_fail(err, CAROM_ERR_DIVERGED, "box",
                        "the box is %.4g m long in %c at %.9g s, and spheres of %.4g m radius need "
                        "%.4g m to see each other across its borders; end the deformation earlier, "
                        "or take more particles",
                        m->length[k], "xyz"[k], carom_scene_time(s), m -> largest, least);
  const double across = s->clumps.count > 0 ? carom_clumps_widest(&s->clumps) : 0;
  for (int k = 0; across > 0 && k < 3; k++)
    if (!(m->length[k] > across))
      return carom_fail(err, CAROM_ERR_DIVERGED, "box",
                        "the box is %.4g m long in %c at %.9g s, and clumps of %.4g m across could "
                        "touch themselves across its borders; end the deformation earlier, or take "
                        "a larger box",
                        m->length[k], "xyz"[k], carom_scene_time(s), across);
  const double longest = s->bonds.whole > 0 ? 2.5 * s->bonds.longest : 0;
  for (int k = 0; k < 3; k++)
    if (!(m->length[k] > longest))
      return carom_fail(err, CAROM_ERR_DIVERGED, "box",
                        "the box is %.4g m long in %c at %.9g s, and bonds of %.4g m need %.4g m, "
                        "so that the side on which their particles are bonded is told; end the "
                        "deformation earlier, or take a larger box",
                        m->length[k], "xyz"[k], carom_scene_time(s), s -> bonds.longest, longest);
  return CAROM_OK;
}

/* Members of a clump may overlap, so each counts with its share of the clump's volume. */
static double solid_of(const carom_scene_view *v)
{
  double sum = 0;
  for (int64_t i = 0; i < v->count; i++)
    sum += v->grain[i].volume;
  return sum;
}

static void add_kinetic(double sum[9], double mass, const double u[3])
{
  for (int k = 0; k < 9; k++)
    sum[k] += mass * u[k / 3] * u[k % 3];
}

carom_status carom_scene_sample_box(carom_scene *s, carom_scene_box_state *out, carom_error *err)
{
  if (!s || !out)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "box", "a scene and a place for its box are needed");
  const carom_scene_view v = carom_scene_sample(s);
  const carom_model *m = &s->model;
  double virial[9], kinetic[9] = {0};
  *out = (carom_scene_box_state){
      .deforms = s->box.deforms, .flow = m->flow, .gradient = m->gradient};
  memcpy(out->low, m->low, sizeof out->low);
  memcpy(out->high, m->high, sizeof out->high);
  if (!s->box.deforms) return CAROM_OK;
  out->offset = m->offset - m->length[m->flow] * CAROM_FLOOR(m->offset / m->length[m->flow] + 0.5);
  memcpy(out->strain, s->box.strain, sizeof out->strain);
  memcpy(out->rate, s->box.rate, sizeof out->rate);
  out->volume = m->length[0] * m->length[1] * m->length[2];
  out->solid_fraction = solid_of(&v) / out->volume;
  carom_box_virial(s, virial);
  for (int64_t i = 0; i < v.count; i++) {
    double u[3];
    if (v.grain[i].clump >= 0) continue;
    carom_peculiar_velocity(s, &v.grain[i], u);
    add_kinetic(kinetic, v.grain[i].mass, u);
  }
  for (int64_t i = 0; i < s->clumps.count; i++) {
    double u[3];
    carom_clump_peculiar(s, &s->clumps.view[i], u);
    add_kinetic(kinetic, s->clumps.view[i].mass, u);
  }
  for (int k = 0; k < 9; k++) {
    out->contact_stress[k] = virial[k] / out->volume;
    out->kinetic_stress[k] = kinetic[k] / out->volume;
    out->stress[k] = out->contact_stress[k] + out->kinetic_stress[k];
  }
  out->pressure = (out->stress[0] + out->stress[4] + out->stress[8]) / 3;
  out->work = carom_box_work(s);
  return CAROM_OK;
}
