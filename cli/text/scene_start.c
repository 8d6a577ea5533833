/* SPDX-License-Identifier: MIT */
/* What is odd about the start of a scene. */
#include "cli/base/quantity.h"
#include "cli/run/run_scene.h"

/* Settled beds overlap by less than a hundredth; this much was hardly meant. */
#define DEEP 0.05

struct deepest {
  const carom_scene_grain *grain;
  carom_scene_touch touch;
  double share; /* of the smaller radius */
};

static void look(void *user, const carom_scene_touch *touch)
{
  struct deepest *most = user;
  double radius = most->grain[touch->a].radius;
  if (touch->b >= 0 && most->grain[touch->b].radius < radius) radius = most->grain[touch->b].radius;
  if (touch->overlap <= most->share * radius) return;
  most->touch = *touch;
  most->share = touch->overlap / radius;
}

/* Where overlaps are that deep, a law of small ones is far from home. */
#define PRESSED 0.1

/* To two digits, which is more than such an estimate knows. */
static const char *percent(double share, char text[24])
{
  snprintf(text, 24, share < 0.995 ? "%.2g %%" : "%.0f %%", 100 * share);
  return text;
}

void scene_print_pressed(const cli_scene *run, const char *before, FILE *file)
{
  carom_scene_pressed p;
  char q[3][QUANTITY_ROOM], share[24];
  if (carom_scene_foresee(run->scene, &p, NULL) != CAROM_OK || p.between[0] < 0) return;
  fprintf(file, "%sa body of R %s that cannot give way overlaps", before,
          quantity_print(p.radius, "m", q[0]));
  if (p.load > 0)
    fprintf(file, " by about %s of its radius under the weight above, %s, and",
            percent(p.resting, share), quantity_print(p.load, "N", q[1]));
  fprintf(file, " by %.3g %% if %s arrive on it at %s\n", 100 * p.struck,
          quantity_print(p.heaviest, "kg", q[0]), quantity_print(p.speed, "m/s", q[1]));
}

void scene_warn_pressed(const cli_scene *run)
{
  const double limit = run->scenario->scene.def.overlap_limit;
  carom_scene_pressed p;
  char q[3][QUANTITY_ROOM], share[24];
  if (carom_scene_foresee(run->scene, &p, NULL) != CAROM_OK || p.between[0] < 0) return;
  if (p.resting > PRESSED)
    message_warning("scene",
                    "a body of R %s under the weight above, some %s, overlaps by about %s of its "
                    "radius%s; use a stiffer law",
                    quantity_print(p.radius, "m", q[0]), quantity_print(p.load, "N", q[1]),
                    percent(p.resting, share), p.resting > limit ? ", which stops the run" : "");
  if (p.struck > limit && p.resting <= limit)
    message_warning("scene",
                    "a body of R %s on which %s arrive at %s, and which cannot give way, "
                    "overlaps by more than %g of its radius, which stops the run; use a "
                    "stiffer law",
                    quantity_print(p.radius, "m", q[0]), quantity_print(p.heaviest, "kg", q[1]),
                    quantity_print(p.speed, "m/s", q[2]), limit);
}

void scene_warn_overlap(const cli_scene *run)
{
  struct deepest most = {.grain = carom_scene_sample(run->scene).grain};
  carom_scene_wall_state wall;
  char other[96], where[64], q[2][QUANTITY_ROOM];
  carom_error err = {.code = CAROM_OK};
  carom_scene_contacts(run->scene, look, &most);
  if (most.share <= DEEP) return;
  snprintf(other, sizeof other, "particle %ld", most.touch.b);
  if (most.touch.wall >= 0 &&
      carom_scene_sample_wall(run->scene, most.touch.wall, &wall, NULL) == CAROM_OK)
    snprintf(other, sizeof other, "wall '%.64s'", wall.name);
  snprintf(where, sizeof where, "particle[%ld] and %s[%ld]", most.touch.a,
           most.touch.wall >= 0 ? "wall" : "particle",
           most.touch.wall >= 0 ? (long)most.touch.wall : most.touch.b);
  carom_fail(&err, CAROM_OK, where,
             "particle %ld and %s overlap by %s at the start, %.3g %% of the smaller radius; "
             "contacts hold %s of elastic energy, which will be set free: place them farther "
             "apart, unless that is meant",
             most.touch.a, other, quantity_print(most.touch.overlap, "m", q[0]), 100 * most.share,
             quantity_print(carom_scene_budget(run->scene).elastic, "J", q[1]));
  carom_scene_blame(run->scenario, &run->parts, &err);
  message_warning_place(run->file->path, &err);
}
