/* SPDX-License-Identifier: MIT */
/* Spheres in a box that deforms. */
#ifndef CAROM_TESTS_BOXES_H
#define CAROM_TESTS_BOXES_H

#include "scenes.h"

static const double radius = 1e-3;

/* A cube of `side`^3 rough spheres in a deforming box; they are loose if the spacing exceeds 2
 * mm. */
static inline stage *boxed(carom_scene_box *box, int side, double spacing, double speed)
{
  stage *s = stage_new();
  make_rough(&s->contact[0], 0.8, 0.4);
  add_lattice(s, side, radius, 0.92, spacing, speed, speed > 0 ? 20 * speed / radius : 0);
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = 0;
    s->def.high[k] = side * spacing;
    s->def.periodic[k] = true;
  }
  *box = carom_scene_box_default();
  box->affine = true;
  s->def.box = box;
  return s;
}

static inline carom_scene_box_state box_of(carom_scene *scene)
{
  carom_scene_box_state b;
  carom_error err;
  assert_int_equal(carom_scene_sample_box(scene, &b, &err), CAROM_OK);
  return b;
}

/* Number of pairs with a smaller gap, over all pairs and images, without pairs within a clump. */
static inline int64_t pairs_within(carom_scene *scene, double gap)
{
  const carom_scene_view v = carom_scene_sample(scene);
  const carom_scene_box_state b = box_of(scene);
  int64_t count = 0;
  for (int64_t i = 0; i < v.count; i++)
    for (int64_t j = i + 1; j < v.count; j++)
      for (int image = 0; image < 27; image++) {
        const int n[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
        const double r = v.grain[i].radius + v.grain[j].radius + gap;
        double square = 0;
        if (v.grain[i].clump >= 0 && v.grain[i].clump == v.grain[j].clump) continue;
        for (int k = 0; k < 3; k++) {
          double x = v.grain[i].position[k] - v.grain[j].position[k] -
                     n[k] * (b.high[k] - b.low[k]);
          if (k == b.flow) x -= n[b.gradient] * b.offset;
          square += x * x;
        }
        count += square < r * r;
      }
  return count;
}

#endif
