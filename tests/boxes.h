/* SPDX-License-Identifier: MIT */
/* Spheres in a box that deforms. */
#ifndef CAROM_TESTS_BOXES_H
#define CAROM_TESTS_BOXES_H

#include "scenes.h"

static const double radius = 1e-3;

/* A cube of `side`^3 rough spheres, loose for a spacing above 2 mm, in a box that deforms. */
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

#endif
