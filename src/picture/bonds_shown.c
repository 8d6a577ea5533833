/* SPDX-License-Identifier: MIT */
/* Intact bonds as rods between their two grains. */
#include <stdlib.h>
#include <string.h>

#include "picture/picture_parts.h"

bool carom_bonds_bare(const carom_picture_def *def)
{
  return def->bonds == CAROM_BONDS_ONLY || def->bonds == CAROM_BONDS_STRESS;
}

carom_status carom_bonds_drawable(const carom_frame_held *frame, const carom_picture_def *def,
                                  carom_error *err)
{
  if (!carom_bonds_bare(def)) return CAROM_OK;
  if (def->chains)
    return carom_fail(err, CAROM_ERR_CONFLICT, "bonds",
                      "chains are drawn without bonds; give one of both");
  return frame->bonds ? CAROM_OK
                      : carom_fail(err, CAROM_ERR_MISSING, "bonds",
                                   "the frames hold no bonds: the scene has none, or they were "
                                   "written by an earlier version");
}

static bool is_whole(const carom_frame *f, const carom_frame_bond *b)
{
  return b->state == 0 && b->a >= 0 && b->a < f->bodies && b->b >= 0 && b->b < f->bodies;
}

carom_status carom_bonds_scale(const carom_frame *f, bool dark, carom_colour_scale *scale,
                               carom_error *err)
{
  double *stress = malloc(((size_t)f->bonds + 1) * sizeof *stress);
  int64_t count = 0;
  if (!stress) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for a picture");
  for (int64_t i = 0; i < f->bonds; i++)
    if (is_whole(f, &f->bond[i])) stress[count++] = f->bond[i].tensile_stress;
  *scale = (carom_colour_scale){
      .name = "tensile stress", .unit = "Pa", .map = dark ? CAROM_MAP_EVEN : CAROM_MAP_HEAT};
  carom_scale_fit(scale, stress, count, true);
  free(stress);
  return CAROM_OK;
}

/* Makes rods thin enough to be visible from grain to grain where grains touch. */
int64_t carom_bonds_shown(const carom_frame *f, const carom_picture_def *def,
                          const carom_colour_scale *scale, const carom_colours *colours,
                          carom_rod *rod)
{
  static const carom_rgb glue = {{0.30f, 0.20f, 0.13f}}, pale = {{0.55f, 0.42f, 0.30f}};
  int64_t rods = 0;
  if (def->chains || def->bonds == CAROM_BONDS_NONE) return 0;
  for (int64_t i = 0; i < f->bonds; i++) {
    const carom_frame_bond *b = &f->bond[i];
    if (!is_whole(f, b)) continue;
    const double one = f->body[b->a].radius, other = f->body[b->b].radius;
    carom_rod *r = &rod[rods++];
    *r = (carom_rod){.radius = (carom_bonds_bare(def) ? 0.16 : 0.32) * (one < other ? one : other),
                     .colour = def->dark ? pale : glue};
    if (def->bonds == CAROM_BONDS_STRESS)
      r->colour = carom_scale_colour(scale, colours, b->tensile_stress);
    memcpy(r->from, b->from, sizeof r->from);
    memcpy(r->to, b->to, sizeof r->to);
  }
  return rods;
}
