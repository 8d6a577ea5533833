/* SPDX-License-Identifier: MIT */
#include "io/scene_taken.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/error.h"

void carom_scene_fold(const carom_scene_def *domain, carom_scene_particle *particle, int64_t count)
{
  for (int k = 0; k < 3; k++) {
    const double low = domain->low[k], length = domain->high[k] - low;
    if (!domain->periodic[k] || !(length > 0)) continue;
    for (int64_t i = 0; i < count; i++) {
      double *x = &particle[i].position[k];
      if (*x >= low && *x <= domain->high[k]) continue;
      const double from = *x - low - length * floor((*x - low) / length);
      *x = low + from < domain->high[k] ? low + from : domain->high[k];
    }
  }
}

/* The periodic images of one particle near the box; only counts them if there is no array. */
static int64_t images(const carom_scene_def *domain, const carom_scene_particle *p,
                      const carom_fill_def *fill, carom_filled *out)
{
  const double reach = p->radius + fill->radius_max + fill->gap;
  double at[3][3];
  int near[3] = {0, 0, 0};
  for (int k = 0; k < 3; k++)
    for (int side = domain->periodic[k] ? -1 : 0; side <= (domain->periodic[k] ? 1 : 0); side++) {
      const double x = p->position[k] + (side ? side * (domain->high[k] - domain->low[k]) : 0);
      if (x + reach >= fill->low[k] && x - reach <= fill->high[k]) at[k][near[k]++] = x;
    }
  const int64_t count = near[0] * near[1] * near[2];
  for (int i = 0; out && i < count; i++)
    out[i] = (carom_filled){
        {at[0][i % near[0]], at[1][i / near[0] % near[1]], at[2][i / near[0] / near[1]]},
        p->radius};
  return count;
}

carom_status carom_scene_taken(const carom_scene_def *domain, const carom_scene_particle *particle,
                               int64_t count, carom_fill_def *fill, carom_filled **taken,
                               carom_error *err)
{
  int64_t total = 0, used = 0;
  for (int64_t i = 0; i < count; i++)
    total += images(domain, &particle[i], fill, NULL);
  *taken = total > 0 ? malloc((size_t)total * sizeof **taken) : NULL;
  if (total > 0 && !*taken)
    return carom_fail(err, CAROM_ERR_MEMORY, "scene.particles",
                      "not enough memory for %" PRId64 " spheres", total);
  for (int64_t i = 0; total > 0 && i < count; i++)
    used += images(domain, &particle[i], fill, *taken + used);
  fill->taken_count = used;
  return CAROM_OK;
}
