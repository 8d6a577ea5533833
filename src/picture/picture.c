/* SPDX-License-Identifier: MIT */
#include "picture/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture/picture_parts.h"

carom_picture_def carom_picture_default(void)
{
  return (carom_picture_def){.width = 1920,
                             .height = 1080,
                             .range = {CAROM_UNSET, CAROM_UNSET},
                             .azimuth = -60,
                             .elevation = 20,
                             .zoom = 1,
                             .cut_at = CAROM_UNSET};
}

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for a picture");
}

carom_rgb carom_scale_colour(const carom_colour_scale *scale, const carom_colours *colours,
                             double value)
{
  return scale->classes ? carom_colour_named((int)value)
                        : carom_colour_of(colours, scale->map,
                                          (value - scale->low) / (scale->high - scale->low));
}

/* Fills the balls; grey without values. */
static void fill_balls(const carom_frame *f, const double *value, const carom_colour_scale *scale,
                       const carom_colours *colours, double size, carom_ball *ball)
{
  static const carom_rgb grey = {{0.7f, 0.7f, 0.7f}};
  for (int64_t i = 0; i < f->bodies; i++) {
    memcpy(ball[i].centre, f->body[i].position, sizeof ball[i].centre);
    ball[i].radius = size * f->body[i].radius;
    ball[i].colour = value ? carom_scale_colour(scale, colours, value[i]) : grey;
  }
}

/* Colours the facets; those without a value keep the colour of walls. */
static void fill_facets(const carom_frame *f, const double *value, const carom_colour_scale *scale,
                        const carom_colours *colours, carom_rgb *facet)
{
  for (int64_t i = 0; i < f->facets; i++)
    facet[i] = isnan(value[i]) ? (carom_rgb){{-1, -1, -1}}
                               : carom_scale_colour(scale, colours, value[i]);
}

/* Rods whose cross-section is proportional to their force: the strongest fill a third of a
 * grain. */
static int64_t fill_chains(const carom_frame *f, const carom_colour_scale *scale,
                           const carom_colours *colours, carom_rod *rod)
{
  double mean = 0;
  int64_t rods = 0;
  for (int64_t i = 0; i < f->bodies; i++)
    mean += f->body[i].radius / (double)f->bodies;
  for (int64_t i = 0; i < f->contacts; i++) {
    const carom_frame_contact *c = &f->contact[i];
    const double share = c->normal / scale->high;
    if (!(share > 0.02)) continue;
    carom_rod *r = &rod[rods++];
    *r = (carom_rod){.radius = 0.36 * mean * sqrt(share < 1 ? share : 1),
                     .colour = carom_colour_of(colours, scale->map, share)};
    memcpy(r->from, c->from, sizeof r->from);
    memcpy(r->to, c->to, sizeof r->to);
  }
  return rods;
}

/* For chains the scale is that of contact forces. */
static carom_status chain_scale(const carom_frame *f, bool dark, carom_colour_scale *scale,
                                carom_error *err)
{
  double *force = malloc(((size_t)f->contacts + 1) * sizeof *force);
  if (!force) return no_memory(err);
  for (int64_t i = 0; i < f->contacts; i++)
    force[i] = f->contact[i].normal;
  *scale = (carom_colour_scale){
      .name = "normal force", .unit = "N", .map = dark ? CAROM_MAP_EVEN : CAROM_MAP_HEAT};
  carom_scale_fit(scale, force, f->contacts, true);
  free(force);
  return CAROM_OK;
}

static carom_status scale_of(const carom_frame_held *frame, const carom_picture_def *def,
                             double **value, carom_colour_scale *scale, carom_error *err)
{
  *value = NULL;
  if (def->chains && !frame->contacts)
    return carom_fail(
        err, CAROM_ERR_MISSING, "chains",
        "the frames hold no contacts; run the scene again with record.frame_contacts");
  CAROM_TRY(carom_bonds_drawable(frame, def, err));
  CAROM_TRY(def->chains ? chain_scale(&frame->frame, def->dark, scale, err)
            : def->bonds == CAROM_BONDS_STRESS
                ? carom_bonds_scale(&frame->frame, def->dark, scale, err)
                : carom_values_of(frame, def->colour, value, scale, err));
  if (def->range[0] != CAROM_UNSET) scale->low = def->range[0];
  if (def->range[1] != CAROM_UNSET) scale->high = def->range[1];
  if (scale->high > scale->low) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_RANGE, "range",
                    "the range of the colours ends before it begins");
}

static void cut_open(const carom_picture_def *def, const double low[3], const double high[3],
                     const carom_camera *camera, carom_show *show)
{
  if (def->cut == 0) return;
  const int k = def->cut - 1;
  const double at = def->cut_at == CAROM_UNSET ? 0.5 * (low[k] + high[k]) : def->cut_at;
  const double side = camera->eye[k] >= at ? 1 : -1; /* towards the camera */
  show->cut = true;
  show->cut_normal[k] = side;
  show->cut_at = side * at;
}

static carom_status draw(const carom_frame *f, const carom_picture_def *def, const double *value,
                         const carom_colour_scale *scale, carom_image *image, carom_error *err)
{
  double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  double distance;
  carom_colours *colours = malloc(sizeof *colours);
  carom_ball *ball = malloc(((size_t)f->bodies + 1) * sizeof *ball);
  carom_rod *rod = malloc(((size_t)f->contacts + (size_t)f->bonds + 12) * sizeof *rod);
  const bool walls = carom_colours_walls(def);
  carom_rgb *facet = walls ? malloc(((size_t)f->facets + 1) * sizeof *facet) : NULL;
  carom_show show = {.ball = ball, .rod = rod, .dark = def->dark};
  if (memcmp(def->low, def->high, sizeof def->low) != 0) {
    memcpy(low, def->low, sizeof low);
    memcpy(high, def->high, sizeof high);
  } else if (f->bodies + f->facets > 0) {
    carom_view_box(f, def->walls != CAROM_WALLS_NONE, low, high);
  }
  if (!(high[0] >= low[0])) memset(low, 0, sizeof low), high[0] = high[1] = high[2] = 1;
  const carom_camera camera = carom_view_of(def, low, high, &distance);
  const double pixel = 2 * camera.tangent * distance / def->height;
  carom_status status = colours && ball && rod && (facet || !walls) ? CAROM_OK : no_memory(err);
  if (status == CAROM_OK) {
    carom_colours_make(colours);
    show.balls = f->bodies;
    if (def->chains) show.ghost = true, show.rods = fill_chains(f, scale, colours, rod);
    show.rods += carom_bonds_shown(f, def, scale, colours, rod + show.rods);
    if (carom_is_periodic(f) && def->walls != CAROM_WALLS_NONE)
      show.rods += carom_box_lines(f, 0.6 * pixel, def->dark, rod + show.rods);
    fill_balls(f, walls ? NULL : value, scale, colours, carom_bonds_bare(def) ? 0.35 : 1, ball);
    if (facet) fill_facets(f, value, scale, colours, facet);
    cut_open(def, low, high, &camera, &show);
    status = carom_walls_shown(f, def, facet, &camera, 0.6 * pixel, &show, err);
  }
  if (status == CAROM_OK) status = carom_render(&show, &camera, def->threads, image, err);
  if (status == CAROM_OK) carom_legend_draw(f, def, scale, &camera, pixel, colours, image);
  free(colours);
  free(ball);
  free(facet);
  free((void *)(uintptr_t)show.rod);
  free((void *)(uintptr_t)show.plate);
  return status;
}

carom_status carom_picture_make(const carom_frame_held *frame, const carom_picture_def *def,
                                carom_image *image, carom_error *err)
{
  double *value;
  carom_colour_scale scale;
  CAROM_TRY(carom_image_make(def->width, def->height, image, err));
  carom_status status = scale_of(frame, def, &value, &scale, err);
  carom_folded folded = {.body = NULL};
  if (status == CAROM_OK) status = carom_fold(&frame->frame, &folded, err);
  if (status == CAROM_OK) status = draw(&folded.frame, def, value, &scale, image, err);
  carom_folded_free(&folded);
  free(value);
  return status;
}

carom_status carom_picture_survey(const carom_frame_held *frame, const carom_picture_def *def,
                                  double range[2], double low[3], double high[3], carom_error *err)
{
  double *value;
  carom_colour_scale scale;
  CAROM_TRY(scale_of(frame, def, &value, &scale, err));
  free(value);
  const bool first = range[0] > range[1];
  if (first || scale.low < range[0]) range[0] = scale.low;
  if (first || scale.high > range[1]) range[1] = scale.high;
  carom_folded folded;
  CAROM_TRY(carom_fold(&frame->frame, &folded, err));
  if (frame->frame.bodies + frame->frame.facets > 0)
    carom_view_box(&folded.frame, def->walls != CAROM_WALLS_NONE, low, high);
  carom_folded_free(&folded);
  return CAROM_OK;
}
