/* SPDX-License-Identifier: MIT */
/* Boxes that deform: what must not depend on where the border is, lists, energy. */
#include "boxes.h"

static const double length = 0.02;

/* Velocity about the flow of the box, by its definition: G (x - centre) of the lengths and the
 * offset. */
static void peculiar(const carom_scene_box_state *b, const carom_scene_grain *g, double u[3])
{
  double x[3];
  for (int k = 0; k < 3; k++) {
    x[k] = g->position[k] - 0.5 * (b->low[k] + b->high[k]);
    u[k] = g->velocity[k] - b->rate[k] * x[k];
  }
  u[b->flow] -= b->rate[CAROM_BOX_SHEAR] * x[b->gradient];
}

/* Alone, a particle keeps its peculiar velocity along the gradient; along the flow it loses
 * shear rate x way along the gradient. Borders do not show. */
static void crossings_do_not_show(void **state)
{
  (void)state;
  carom_scene_box box;
  stage *s = boxed(&box, 1, length, 0);
  s->particle[0].velocity[1] = 0.7;
  s->particle[0].velocity[0] = 0.3;
  s->def.step = 1e-4;
  s->def.any_step = true;
  box.component[CAROM_BOX_SHEAR].rate = 5;
  carom_scene *scene = staged(s);
  int crossed = 0;
  double last = 0.5 * length;
  for (int k = 1; k <= 2000; k++) {
    play(scene, 1);
    const carom_scene_box_state b = box_of(scene);
    const carom_scene_grain g = carom_scene_sample(scene).grain[0];
    double u[3];
    peculiar(&b, &g, u);
    assert_close(u[1], 0.7, 1e-12);
    /* the way since the middle of the first step, when the box set in */
    assert_true(fabs(u[0] - (0.3 - 5 * 0.7 * 1e-4 * k)) < 1e-11);
    crossed += fabs(g.position[1] - last) > 0.5 * length;
    last = g.position[1];
  }
  assert_true(crossed >= 6);
  carom_scene_destroy(scene);
  free(s);
}

/* The same while the flow is stretched, too, and the offset goes around several times: a drift
 * takes u to (1 - step G) u, and nothing else changes it. */
static void offsets_go_around(void **state)
{
  (void)state;
  const double step = 1e-4, shear = 40, stretch = 1.5;
  carom_scene_box box;
  stage *s = boxed(&box, 1, length, 0);
  s->particle[0].velocity[1] = 0.7;
  s->particle[0].velocity[0] = 0.3;
  s->def.step = step;
  s->def.any_step = true;
  box.component[CAROM_BOX_SHEAR].rate = shear;
  box.component[CAROM_BOX_X].rate = stretch;
  carom_scene *scene = staged(s);
  double last[3] = {0.3, 0.7, 0};
  for (int k = 1; k <= 2000; k++) {
    play(scene, 1);
    const carom_scene_box_state b = box_of(scene);
    const carom_scene_grain g = carom_scene_sample(scene).grain[0];
    double u[3];
    peculiar(&b, &g, u);
    const double expected = last[0] - step * (stretch * last[0] + shear * last[1]);
    assert_true(fabs(u[0] - expected) < 1e-4 * (fabs(last[0]) + 1));
    assert_close(u[1], 0.7, 1e-11);
    memcpy(last, u, sizeof last);
  }
  assert_true(box_of(scene).strain[CAROM_BOX_SHEAR] > 7);
  carom_scene_destroy(scene);
  free(s);
}

/* The largest difference of the forces of two scenes, over the largest force. */
static double difference(carom_scene *a, carom_scene *b)
{
  const carom_scene_view u = carom_scene_sample(a), v = carom_scene_sample(b);
  double most = 0, apart = 0;
  for (int64_t i = 0; i < u.count; i++)
    for (int k = 0; k < 3; k++) {
      const double f = fabs(u.grain[i].force[k]);
      const double t = fabs(u.grain[i].torque[k] - v.grain[i].torque[k]) / radius;
      const double d = fabs(u.grain[i].force[k] - v.grain[i].force[k]);
      most = f > most ? f : most;
      apart = d > apart ? d : apart;
      apart = t > apart ? t : apart;
    }
  return apart / most;
}

/* Sums of springs do not depend on the order of contacts. */
static void add_spring(void *user, const carom_scene_touch *touch)
{
  double *sum = user;
  for (int k = 0; k < 3; k++)
    sum[0] += touch->spring[k] * touch->spring[k];
  sum[1] += touch->overlap;
}

/* The same state with the origin of the box moved by half a period, so that other contacts are
 * across its borders: a dense, rough packing that is sheared and pressed. */
static void origin_does_not_show(void **state)
{
  (void)state;
  for (int mode = 0; mode < 2; mode++) {
    carom_scene_box box;
    stage *s = boxed(&box, 6, 1.88e-3, 0.05);
    const double period = s->def.high[0];
    box.component[CAROM_BOX_SHEAR].rate = 20;
    box.component[CAROM_BOX_Y].rate = mode ? -0.5 : 0;
    box.component[CAROM_BOX_X].rate = mode ? 0.3 : 0;
    s->def.velocity = mode ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED;
    carom_scene *here = staged(s);
    /* velocities are peculiar ones at the start, the same everywhere */
    for (int64_t i = 0; i < s->def.particles; i++)
      for (int k = 0; k < 3; k++) {
        double *x = &s->particle[i].position[k];
        *x += *x < 0.5 * period ? 0.5 * period : -0.5 * period;
      }
    carom_scene *there = staged(s);
    assert_true(difference(here, there) < 1e-9);
    play(here, 400);
    play(there, 400);
    double one[2] = {0}, other[2] = {0};
    assert_true(carom_scene_contacts(here, add_spring, one) > 300);
    carom_scene_contacts(there, add_spring, other);
    assert_true(one[0] > 0);
    assert_close(other[0], one[0], 1e-8);
    assert_close(other[1], one[1], 1e-8);
    assert_true(difference(here, there) < 1e-8);
    carom_scene_destroy(here);
    carom_scene_destroy(there);
    free(s);
  }
}

/* Two particles at rest meet because the image of one comes along. */
static void images_alone_meet(void **state)
{
  (void)state;
  carom_scene_box box;
  stage *s = boxed(&box, 1, length, 0);
  s->particle[0].radius = radius;
  s->particle[0].position[0] = 0.75 * length;
  s->particle[0].position[1] = length - 0.95 * radius;
  add_grain(s, radius, 0.25 * length, 0.95 * radius, s->particle[0].position[2]);
  s->def.step = 1e-5;
  box.affine = false;
  box.component[CAROM_BOX_SHEAR].rate = 10; /* 0.2 m/s */
  carom_scene *scene = staged(s);
  int64_t touching = 0;
  for (int k = 0; k < 600 && touching == 0; k++) {
    play(scene, 10);
    touching = pairs_within(scene, 0);
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), touching);
  }
  assert_int_equal(touching, 1);
  carom_scene_destroy(scene);
  free(s);
}

/* Lists find every contact while the box is sheared through more than two periods, in every plane,
 * also where only images move.
 */
static void no_contact_is_missed(void **state)
{
  (void)state;
  for (int plane = 0; plane < 6; plane++) {
    carom_scene_box box;
    stage *s = boxed(&box, 6, plane == 5 ? 1.96e-3 : 2.1e-3, plane == 5 ? 0 : 0.3);
    box.affine = plane < 5;
    box.flow = plane % 3;
    box.gradient = (plane + 1 + plane / 3) % 3;
    box.component[CAROM_BOX_SHEAR].rate = plane < 3 ? 60 : -60;
    box.component[(plane + 1) % 3].rate = -2;
    if (plane % 2) /* two levels of the grid */
      for (int i = 0; i < 216; i += 9)
        s->particle[i].radius = 0.25 * radius;
    carom_scene *scene = staged(s);
    const double time = plane < 2 ? 0.035 : 0.012;
    int64_t seen = 0;
    for (int k = 1; k <= 24; k++) {
      carom_error err = {.code = CAROM_OK};
      if (carom_scene_advance(scene, k * time / 24, &err) != CAROM_OK)
        fail_msg("%s: %s", err.where, err.text);
      const int64_t touching = carom_scene_contacts(scene, NULL, NULL);
      assert_int_equal(touching, pairs_within(scene, 0));
      seen += touching;
    }
    assert_true(seen > 100);
    if (plane < 2) assert_true(fabs(box_of(scene).strain[CAROM_BOX_SHEAR]) > 2);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* What the budget lacks over the work of the box; with twice the steps a quarter of it. */
static double lacking(int kind, double step)
{
  carom_scene_box box;
  stage *s = boxed(&box, 5, 1.98e-3, 0.02);
  box.affine = kind != 2;
  box.component[CAROM_BOX_SHEAR].rate = kind == 1 ? 0 : 50;
  box.component[CAROM_BOX_SHEAR].ramp = kind == 2 ? 2e-3 : 0;
  for (int k = 0; k < 3; k++)
    box.component[k].rate = kind == 1 ? -6 : kind == 2 ? -4 : 0;
  for (int k = 0; k < 3; k++)
    box.component[k].ramp = 2e-3;
  s->def.step = step;
  carom_scene *scene = staged(s);
  carom_error err = {.code = CAROM_OK};
  if (carom_scene_advance(scene, 0.01, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  const carom_scene_energy e = carom_scene_budget(scene);
  const double lacks = e.residual / (fabs(e.box) + e.viscous);
  assert_close(e.box, box_of(scene).work, 1e-14);
  carom_scene_destroy(scene);
  free(s);
  return fabs(lacks);
}

static void energy_closes(void **state)
{
  (void)state;
  for (int kind = 0; kind < 3; kind++) {
    const double coarse = lacking(kind, 4e-6), fine = lacking(kind, 2e-6);
    assert_true(coarse < 2e-3);
    assert_true(fine < 0.45 * coarse + 1e-6);
  }
}

SUITE("boxes that deform", crossings_do_not_show, offsets_go_around, origin_does_not_show,
      images_alone_meet, no_contact_is_missed, energy_closes)
