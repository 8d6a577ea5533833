/* SPDX-License-Identifier: MIT */
/* Boxes that deform: bits, restarts, stress, servos, a sheared gas, what is refused. */
#include <carom/measure.h>

#include "boxes.h"
#include "instructions.h"
#include "scene_archive.h"

/* Pressed in y and z, sheared at a rate that varies: everything at once. */
static stage *busy(carom_scene_box *box)
{
  stage *s = boxed(box, 8, 1.93e-3, 0.05);
  box->component[CAROM_BOX_SHEAR].rate = 30;
  box->component[CAROM_BOX_SHEAR].ramp = 1e-3;
  for (int k = 1; k < 3; k++) {
    box->component[k].mode = CAROM_BOX_STRESS;
    box->component[k].stress = 2e4;
    box->component[k].limit = 5;
  }
  return s;
}

static void same_bits(void **state)
{
  (void)state;
  for (int mode = 0; mode < 3; mode++) {
    uint64_t hash = 0;
    double work = 0;
    for (int run = 0; run < 5; run++) {
      carom_scene_box box;
      stage *s = busy(&box);
      const carom_instructions sets[] = {CAROM_INSTRUCTIONS_BEST, CAROM_INSTRUCTIONS_BEST,
                                         CAROM_INSTRUCTIONS_BEST, CAROM_INSTRUCTIONS_BASE,
                                         CAROM_INSTRUCTIONS_AVX2};
      if (!has_instructions(sets[run])) {
        free(s);
        continue;
      }
      box.affine = mode != 2;
      s->def.velocity = mode == 1 ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED;
      s->def.threads = run == 1 ? 3 : 1;
      s->def.instructions = sets[run];
      carom_scene *scene = staged(s);
      for (int k = 0; k < 10; k++) { /* a restart between rebuilds, and right after one */
        play(scene, 17 + k);
        if (run == 2) scene = through_an_archive(scene, s);
      }
      if (run == 0) hash = carom_scene_hash(scene), work = carom_scene_budget(scene).box;
      assert_true(hash == carom_scene_hash(scene));
      assert_true(work == carom_scene_budget(scene).box);
      carom_scene_destroy(scene);
      free(s);
    }
  }
}

static double largest(const double t[9])
{
  double most = 0;
  for (int k = 0; k < 9; k++)
    most = fabs(t[k]) > most ? fabs(t[k]) : most;
  return most;
}

/* What grains have in a region, by all of their images. */
static double solid_by_images(carom_scene *scene, const carom_region *region)
{
  const carom_scene_box_state b = box_of(scene);
  const carom_scene_view v = carom_scene_sample(scene);
  double sum = 0;
  for (int64_t i = 0; i < v.count; i++)
    for (int image = 0; image < 125; image++) {
      const int n[3] = {image % 5 - 2, image / 5 % 5 - 2, image / 25 - 2};
      double x[3];
      for (int k = 0; k < 3; k++)
        x[k] = v.grain[i].position[k] + n[k] * (b.high[k] - b.low[k]);
      x[b.flow] += n[b.gradient] * b.offset;
      sum += carom_region_overlap(region, x, v.grain[i].radius);
    }
  return sum;
}

/* Eight boxes that tile the domain have all of its stress and its solid: what reaches beyond a
 * border that is sheared is in the tile where its image is. */
static void tiles_add_up(carom_scene *scene, const carom_bulk *all)
{
  const carom_scene_box_state b = box_of(scene);
  double stress[9] = {0}, solid = 0;
  for (int tile = 0; tile < 8; tile++) {
    carom_selection of = carom_selection_default();
    carom_bulk bulk;
    carom_error err;
    of.within = true;
    for (int k = 0; k < 3; k++) {
      const double middle = 0.45 * b.low[k] + 0.55 * b.high[k];
      of.region.low[k] = tile >> k & 1 ? middle : b.low[k];
      of.region.high[k] = tile >> k & 1 ? b.high[k] : middle;
    }
    assert_int_equal(
        carom_measure_bulk(scene, &of, CAROM_BULK_CONTACTS | CAROM_BULK_SOLID, &bulk, &err),
        CAROM_OK);
    for (int i = 0; i < 9; i++)
      stress[i] += bulk.volume * bulk.contact_stress[i];
    assert_close(bulk.solid, solid_by_images(scene, &of.region), 1e-12);
    solid += bulk.solid;
  }
  for (int i = 0; i < 9; i++)
    assert_true(fabs(stress[i] / all->volume - all->contact_stress[i]) <
                1e-12 * largest(all->contact_stress));
  assert_close(solid, all->solid, 1e-12);
}

static void same_tensor(const double a[9], const double b[9], double tolerance)
{
  for (int i = 0; i < 9; i++)
    assert_true(fabs(a[i] - b[i]) <= tolerance * largest(a));
}

/* Contacts whose forces were recorded are summed in groups, the others one by one. */
static void the_same_either_way(void **state)
{
  (void)state;
  carom_scene_box box;
  stage *s = busy(&box);
  carom_scene *recorded, *plain;
  s->def.measured = true;
  recorded = staged(s);
  s->def.measured = false;
  plain = staged(s);
  for (int look = 0; look < 12; look++) {
    carom_selection of = carom_selection_default();
    carom_bulk a, b;
    carom_error err;
    play(recorded, 20), play(plain, 20);
    const carom_scene_box_state at = box_of(plain);
    of.within = look % 4 != 0;
    if (look % 4 == 3) of.region.shape = CAROM_REGION_SPHERE;
    if (look > 6) of.id[1] = 300; /* pairs of which only one counts */
    of.region.radius = 0.55 * (at.high[0] - at.low[0]);
    for (int k = 0; k < 3; k++) { /* a box and a sphere that end where the domain does, or not */
      const double length = at.high[k] - at.low[k];
      of.region.low[k] = at.low[k] + (look % 4 == 1 ? 0.2 : 0) * length;
      of.region.high[k] = at.low[k] + (look % 4 == 1 ? 0.7 : 0.5) * length;
      of.region.point[k] = at.low[k] + 0.5 * length;
    }
    assert_int_equal(carom_measure_bulk(recorded, &of, CAROM_BULK_ALL, &a, &err), CAROM_OK);
    assert_int_equal(carom_measure_bulk(plain, &of, CAROM_BULK_ALL, &b, &err), CAROM_OK);
    assert_true(a.ends == b.ends && a.rattlers == b.rattlers && a.ends > 0);
    assert_true(a.coordination_rest == b.coordination_rest || a.rattlers == a.particles);
    same_tensor(a.fabric, b.fabric, 1e-13);
    same_tensor(a.contact_stress, b.contact_stress, 1e-12);
  }
  carom_scene_destroy(recorded);
  carom_scene_destroy(plain);
  free(s);
}

/* The stress of the box, by contacts, and by forces at the centres and across the borders. */
static void stresses_agree(void **state)
{
  (void)state;
  carom_scene_box box;
  stage *s = busy(&box);
  carom_scene *scene = staged(s);
  carom_selection all = carom_selection_default();
  carom_bulk bulk;
  carom_error err;
  for (int k = 0; k < 3; k++) {
    play(scene, 60);
    const carom_scene_box_state b = box_of(scene);
    assert_int_equal(carom_measure_bulk(scene, &all, CAROM_BULK_ALL, &bulk, &err), CAROM_OK);
    const double tolerance = 1e-12 * largest(b.stress);
    for (int i = 0; i < 9; i++) {
      assert_true(fabs(bulk.contact_stress[i] - b.contact_stress[i]) < tolerance);
      assert_true(fabs(bulk.kinetic_stress[i] - b.kinetic_stress[i]) < tolerance);
      assert_true(fabs(bulk.by_inertia[i] + bulk.by_borders[i] - b.contact_stress[i]) <
                  100 * tolerance);
    }
    assert_close(bulk.volume, b.volume, 1e-14);
    assert_close(bulk.solid_fraction, b.solid_fraction, 1e-12);
    tiles_add_up(scene, &bulk);
  }
  carom_scene_destroy(scene);
  free(s);
}

/* Pairs by distance, by all pairs and images. */
static void distances_across_borders(void **state)
{
  (void)state;
  enum { BINS = 6 };
  const double reach = 3.5e-3;
  carom_scene_box box;
  stage *s = boxed(&box, 5, 2.1e-3, 0.1);
  box.component[CAROM_BOX_SHEAR].rate = 60;
  carom_scene *scene = staged(s);
  carom_selection all = carom_selection_default();
  for (int look = 1; look <= 3; look++) {
    carom_error err = {.code = CAROM_OK};
    double g[BINS], counted[BINS] = {0};
    int64_t seen;
    assert_int_equal(carom_scene_advance(scene, 4e-3 * look, &err), CAROM_OK);
    assert_int_equal(carom_measure_radial(scene, &all, reach, BINS, g, &seen, &err), CAROM_OK);
    const carom_scene_box_state b = box_of(scene);
    const carom_scene_view v = carom_scene_sample(scene);
    assert_true(fabs(b.offset) > 1e-4);
    for (int64_t i = 0; i < v.count; i++)
      for (int64_t j = 0; j < v.count; j++)
        for (int image = 0; image < 27; image++) {
          double square = 0;
          for (int k = 0; k < 3; k++) {
            const int n[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
            double x = v.grain[j].position[k] - v.grain[i].position[k] +
                       n[k] * (b.high[k] - b.low[k]);
            if (k == b.flow) x += n[b.gradient] * b.offset;
            square += x * x;
          }
          if (square < reach * reach && !(i == j && image == 13))
            counted[(int)(sqrt(square) / reach * BINS)]++;
        }
    assert_int_equal(seen, v.count);
    for (int k = 0; k < BINS; k++) {
      const double r = reach / BINS, shell = 4.0 / 3 * pi * r * r * r * (3 * k * k + 3 * k + 1);
      const double n = (double)v.count;
      assert_true(fabs(g[k] * n * n * shell / b.volume - counted[k]) < 1e-6);
    }
  }
  carom_scene_destroy(scene);
  free(s);
}

/* Work is the stress power of every step, trapezoidal in contacts. */
static void work_is_stress_times_rate(void **state)
{
  (void)state;
  carom_scene_box box;
  stage *s = boxed(&box, 6, 1.95e-3, 0.1);
  box.component[CAROM_BOX_SHEAR].rate = 40;
  carom_scene *scene = staged(s);
  double sum = 0, last = 0;
  for (int k = 0; k <= 600; k++) {
    const carom_scene_box_state b = box_of(scene);
    const double power = -b.volume * b.stress[3 * b.gradient + b.flow] * 40;
    if (k > 0) sum += 0.5 * carom_scene_step(scene) * (last + power);
    last = power;
    if (k < 600) play(scene, 1);
  }
  assert_close(carom_scene_budget(scene).box, sum, 1e-4);
  carom_scene_destroy(scene);
  free(s);
}

/* All directions by one rate to a pressure, then y to half of it, the others held. */
static void servos_reach_their_stress(void **state)
{
  (void)state;
  carom_scene_box box;
  carom_scene_force damping = carom_scene_force_default();
  carom_error err;
  stage *s = boxed(&box, 6, 2.02e-3, 0);
  s->contact[0].tangential.model = NULL;
  damping.kind = CAROM_FORCE_DAMPING;
  damping.coefficient = 0.3;
  s->def.force = &damping;
  s->def.forces = 1;
  box.together = true;
  for (int k = 0; k < 3; k++) {
    box.component[k].mode = CAROM_BOX_STRESS;
    box.component[k].stress = 5e3;
    box.component[k].limit = 10;
    box.component[k].gain = 2e-3;
  }
  carom_scene *scene = staged(s);
  play(scene, 9000);
  carom_scene_box_state b = box_of(scene);
  assert_close(b.pressure, 5e3, 0.01);
  assert_close(b.strain[0], b.strain[1], 1e-12); /* one rate */
  assert_true(b.strain[0] < -0.02);
  box.together = false;
  box.component[CAROM_BOX_Y].stress = 2.5e3;
  box.component[CAROM_BOX_X] = box.component[CAROM_BOX_Z] = (carom_box_component){
      .mode = CAROM_BOX_RATE};
  assert_int_equal(carom_scene_set_box(scene, &box, &err), CAROM_OK);
  const double held = b.strain[0], pressed = b.strain[1];
  play(scene, 6000);
  b = box_of(scene);
  assert_close(b.stress[4], 2.5e3, 0.01);
  assert_true(b.strain[0] == held);
  assert_true(b.strain[1] > pressed);
  carom_scene_destroy(scene);
  free(s);
}

/* A table of rates: strains are its integrals, of shear by the trapezoid that it is. */
static void tables_are_followed(void **state)
{
  (void)state;
  const double time[] = {0, 1e-3, 2e-3}, rates[] = {0, 0, 0, 0, -4, 2, 1, 30, -4, 2, 1, 0};
  carom_scene_box box;
  stage *s = boxed(&box, 4, 2.2e-3, 0);
  s->def.step = 1e-5;
  s->def.any_step = true;
  box.points = 3;
  box.time = time;
  box.table = rates;
  carom_scene *scene = staged(s);
  play(scene, 200);
  const carom_scene_box_state b = box_of(scene);
  const double integral[] = {-6e-3, 3e-3, 1.5e-3, 30e-3};
  for (int k = 0; k < 4; k++)
    assert_close(b.strain[k], integral[k], 1e-6);
  for (int k = 0; k < 3; k++)
    assert_close(log((b.high[k] - b.low[k]) / 8.8e-3), integral[k], 1e-6);
  assert_close(b.high[0] + b.low[0], 8.8e-3, 1e-12); /* it keeps its centre */
  carom_scene_destroy(scene);
  box = carom_scene_box_default(); /* a ramp from the start of the box on */
  box.start = 5e-4;
  box.component[CAROM_BOX_Y].rate = -2;
  box.component[CAROM_BOX_Y].ramp = 1e-3;
  scene = staged(s);
  play(scene, 200);
  assert_close(box_of(scene).strain[CAROM_BOX_Y], -2 * (0.5e-3 + 0.5e-3), 1e-6);
  carom_scene_destroy(scene);
  free(s);
}

/* A gas that is sheared from its borders alone: a linear profile, slope and straightness by a fit
 * to layers. */
static void sheared_gas_is_linear(void **state)
{
  (void)state;
  enum { LAYERS = 6, LOOKS = 300 };
  const double rate = 100;
  carom_scene_box box;
  stage *s = boxed(&box, 6, 2.4e-3, 0.3);
  s->contact[0].tangential.model = NULL;
  set(&s->contact[0].normal, "restitution", 0.8);
  box.affine = false;
  box.component[CAROM_BOX_SHEAR].rate = rate;
  s->def.restitution_error = 0.05;
  carom_scene *scene = staged(s);
  double mass[LAYERS] = {0}, momentum[LAYERS] = {0};
  for (int k = 0; k < LOOKS; k++) {
    carom_error err = {.code = CAROM_OK};
    if (carom_scene_advance(scene, 0.2 + 1e-3 * k, &err) != CAROM_OK)
      fail_msg("%s: %s", err.where, err.text);
    const carom_scene_box_state b = box_of(scene);
    const carom_scene_view v = carom_scene_sample(scene);
    for (int64_t i = 0; i < v.count; i++) {
      const int layer = (int)(LAYERS * (v.grain[i].position[1] - b.low[1]) /
                              (b.high[1] - b.low[1]));
      mass[layer % LAYERS] += v.grain[i].mass;
      momentum[layer % LAYERS] += v.grain[i].mass * v.grain[i].velocity[0];
    }
  }
  const carom_scene_energy e = carom_scene_budget(scene);
  const double height = 6 * 2.4e-3;
  double across = 0, along = 0, all = 0, drift = 0; /* momentum of the start stays */
  for (int k = 0; k < LAYERS; k++)
    all += mass[k], drift += momentum[k];
  for (int k = 0; k < LAYERS; k++) {
    const double y = ((k + 0.5) / LAYERS - 0.5) * height, v = momentum[k] / mass[k] - drift / all;
    assert_true(fabs(v - rate * y) < 0.03 * rate * height);
    across += y * y;
    along += y * v;
  }
  assert_close(along / across, rate, 0.03);
  assert_true(fabs(e.residual) < 5e-3 * e.box);
  carom_scene_destroy(scene);
  free(s);
}

static void assert_refused(const stage *s, const char *where, const char *word)
{
  carom_scene *scene = NULL;
  carom_error err = {.code = CAROM_OK};
  assert_int_not_equal(carom_scene_create(&s->def, &scene, &err), CAROM_OK);
  assert_null(scene);
  assert_string_equal(err.where, where);
  assert_non_null(strstr(err.text, word));
}

static void refusals(void **state)
{
  (void)state;
  carom_scene_box box;
  carom_error err;
  stage *s = boxed(&box, 4, 2.2e-3, 0);
  s->def.periodic[1] = false;
  assert_refused(s, "box", "periodic");
  s->def.periodic[1] = true;
  s->def.walls = 1;
  assert_refused(s, "box", "walls");
  s->def.walls = 0;
  s->def.gravity[2] = -9.81;
  assert_refused(s, "gravity", "accelerate");
  s->def.gravity[2] = 0;
  s->particle[3].fixed = true;
  assert_refused(s, "box", "fixed");
  s->particle[3].fixed = false;
  box.gradient = 0;
  assert_refused(s, "box.shear", "axes");
  box.gradient = 1;
  box.component[2].mode = CAROM_BOX_STRESS;
  assert_refused(s, "box.z", "largest rate");
  box.component[2].limit = 1;
  assert_refused(s, "box.z", "gain");
  box.component[2].mode = CAROM_BOX_RATE;
  box.component[2].rate = NAN;
  assert_refused(s, "box.z", "finite");
  box.component[2].rate = -300; /* it shrinks until no sphere fits */
  carom_scene *scene = staged(s);
  assert_int_equal(carom_scene_advance(scene, 0.1, &err), CAROM_ERR_DIVERGED);
  const carom_scene_view v = carom_scene_sample(scene); /* it can still be read */
  assert_int_equal(v.count, 64);
  carom_scene_destroy(scene);
  s->def.box = NULL;
  scene = staged(s);
  assert_int_equal(carom_scene_set_box(scene, &box, &err), CAROM_ERR_CONFLICT);
  carom_scene_destroy(scene);
  free(s);
}

SUITE("runs of boxes that deform", same_bits, the_same_either_way, stresses_agree,
      distances_across_borders, work_is_stress_times_rate, servos_reach_their_stress,
      tables_are_followed, sheared_gas_is_linear, refusals)
