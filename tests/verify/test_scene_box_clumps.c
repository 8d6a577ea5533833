/* SPDX-License-Identifier: MIT */
/* Clumps in boxes that deform: what must not depend on where the border is, lists, stress, energy,
 * bits. */
#include <carom/measure.h>

#include "boxes.h"
#include "instructions.h"
#include "scene_archive.h"

enum { MOST = 512 };

/* Clumps of two shapes, with and without spheres between them. */
typedef struct cast {
  stage *s;
  carom_scene_box box;
  carom_clump_shape shape[2];
  carom_clump_sphere sphere[2][3];
  carom_scene_clump clump[MOST];
} cast;

/* side^3 clumps on a lattice, a little turned and thrown at random; every `every`-th place has a
 * sphere. They touch at spacings below 2 mm. */
static cast *cast_of(int side, double spacing, double speed, int every)
{
  cast *c = calloc(1, sizeof *c);
  assert_non_null(c);
  stage *s = c->s = stage_new();
  make_rough(&s->contact[0], 0.8, 0.4);
  c->sphere[0][0] = (carom_clump_sphere){{0, 0, 0}, radius};
  c->sphere[0][1] = (carom_clump_sphere){{1.1e-3, 0, 0}, 0.9 * radius};
  c->sphere[0][2] = (carom_clump_sphere){{0, 1.3e-3, 0}, 0.7 * radius};
  c->sphere[1][0] = (carom_clump_sphere){{-0.5e-3, 0, 0}, radius};
  c->sphere[1][1] = (carom_clump_sphere){{0.5e-3, 0, 0}, radius};
  for (int k = 0; k < 2; k++)
    c->shape[k] = (carom_clump_shape){NULL, c->sphere[k], 3 - k};
  s->def.clump_shape = c->shape;
  s->def.clump_shapes = 2;
  s->def.clump = c->clump;
  for (int i = 0; i < side * side * side; i++) {
    const unsigned long seed = (unsigned long)i;
    const double x[3] = {1.5 * spacing * (i % side + 0.5), 1.5 * spacing * (i / side % side + 0.5),
                         spacing * (i / side / side + 0.5)};
    if (every > 0 && i % every == 0) {
      carom_scene_particle *p = add_grain(s, radius, x[0], x[1], x[2]);
      for (unsigned long k = 0; k < 3; k++)
        p->velocity[k] = around(seed, 4 + k, speed);
      continue;
    }
    carom_scene_clump *one = &c->clump[s->def.clumps];
    *one = carom_scene_clump_default();
    one->shape = i % 2;
    one->id = 1000 + 10 * (uint32_t)s->def.clumps++;
    for (unsigned long k = 0; k < 3; k++) {
      one->position[k] = x[k] + around(seed, 1 + k, 0.02 * radius);
      one->velocity[k] = around(seed, 4 + k, speed);
      one->spin[k] = around(seed, 7 + k, 2 * speed / radius);
    }
    for (unsigned long k = 0; k < 3; k++)
      one->orientation[1 + k] = around(seed, 10 + k, 0.05);
  }
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = 0;
    s->def.high[k] = side * spacing * (k < 2 ? 1.5 : 1);
    s->def.periodic[k] = true;
  }
  c->box = carom_scene_box_default();
  c->box.affine = true;
  s->def.box = &c->box;
  return c;
}

static void cast_free(cast *c)
{
  free(c->s);
  free(c);
}

static carom_scene_clump_state clump_at(carom_scene *scene, int64_t number)
{
  carom_scene_clump_state out;
  assert_int_equal(carom_scene_sample_clump(scene, number, &out, NULL), CAROM_OK);
  return out;
}

/* Velocity about the flow of the box, by its definition: G (x - centre). */
static void peculiar(const carom_scene_box_state *b, const carom_scene_clump_state *c, double u[3])
{
  double x[3];
  for (int k = 0; k < 3; k++) {
    x[k] = c->position[k] - 0.5 * (b->low[k] + b->high[k]);
    u[k] = c->velocity[k] - b->rate[k] * x[k];
  }
  u[b->flow] -= b->rate[CAROM_BOX_SHEAR] * x[b->gradient];
}

/* The largest distance of what is said of members from where the clump has them, or an image. */
static void members_belong(carom_scene *scene)
{
  const carom_scene_view v = carom_scene_sample(scene);
  const carom_scene_box_state b = box_of(scene);
  double rates = 0,
         between = 0; /* rates are those of the middle of the step, lengths those of now */
  for (int k = 0; k < 3; k++)
    rates += fabs(b.rate[k]);
  between = 0.51 * carom_scene_step(scene) * rates * (rates + fabs(b.rate[CAROM_BOX_SHEAR])) *
            (b.high[0] - b.low[0] + fabs(b.offset));
  for (int64_t i = 0; i < carom_scene_clumps(scene); i++) {
    const carom_scene_clump_state c = clump_at(scene, i);
    double shares = 0, moment[3] = {0};
    const carom_scene_grain *first = &v.grain[c.first];
    for (int n = 0; n < c.members; n++) {
      const carom_scene_grain *g = first + n;
      double apart[3], moves[3], turning[3];
      for (int k = 0; k < 3; k++) {
        apart[k] = g->position[k] - c.position[k];
        moves[k] = g->velocity[k] - c.velocity[k];
        assert_true(g->position[k] >= b.low[k] - 1e-12 && g->position[k] <= b.high[k] + 1e-12);
      }
      /* back across the borders between them, the gradient first, which moves along the flow */
      const int order[3] = {b.gradient, (b.gradient + 1) % 3, (b.gradient + 2) % 3};
      for (int j = 0; j < 3; j++) {
        const int k = order[j];
        const double length = b.high[k] - b.low[k], n_k = floor(apart[k] / length + 0.5);
        const double rate = b.rate[k] * length;
        apart[k] -= n_k * length;
        moves[k] -= n_k * rate;
        if (k != b.gradient) continue;
        apart[b.flow] -= n_k * b.offset;
        /* d offset/dt: the shear of a period, and the stretch of the offset */
        moves[b.flow] -= n_k * (b.rate[CAROM_BOX_SHEAR] * length + b.rate[b.flow] * b.offset);
      }
      turning[0] = c.spin[1] * apart[2] - c.spin[2] * apart[1];
      turning[1] = c.spin[2] * apart[0] - c.spin[0] * apart[2];
      turning[2] = c.spin[0] * apart[1] - c.spin[1] * apart[0];
      for (int k = 0; k < 3; k++) {
        assert_true(fabs(apart[k]) < 2.5 * radius);
        assert_true(fabs(moves[k] - turning[k]) < 1e-9 + between);
        moment[k] += g->mass * apart[k];
      }
      shares += g->mass;
    }
    assert_close(shares, c.mass, 1e-12);
  }
}

/* Alone, a clump loses shear rate x way along the gradient, and keeps its angular momentum: borders
 * do not show. */
static void crossings_do_not_show(void **state)
{
  (void)state;
  for (int mode = 0; mode < 2; mode++) {
    const double step = 1e-4, shear = 5;
    cast *c = cast_of(1, 0.02, 0, 0);
    c->clump[0].velocity[0] = 0.3;
    c->clump[0].velocity[1] = 0.7;
    c->clump[0].spin[2] = 40, c->clump[0].spin[0] = 15;
    c->s->def.step = step;
    c->s->def.any_step = true;
    c->s->def.velocity = mode ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED;
    c->box.component[CAROM_BOX_SHEAR].rate = shear;
    carom_scene *scene = staged(c->s);
    const carom_scene_clump_state start = clump_at(scene, 0);
    int crossed = 0;
    double last = start.position[1];
    for (int k = 1; k <= 2000; k++) {
      play(scene, 1);
      const carom_scene_box_state b = box_of(scene);
      const carom_scene_clump_state now = clump_at(scene, 0);
      double u[3];
      peculiar(&b, &now, u);
      assert_close(u[1], 0.7, 1e-12);
      assert_true(fabs(u[0] - (0.3 - shear * 0.7 * step * k)) < 1e-11);
      for (int d = 0; d < 3; d++)
        assert_true(fabs(now.angular_momentum[d] - start.angular_momentum[d]) <
                    1e-11 * fabs(start.angular_momentum[2]));
      if (k % 50 == 0) members_belong(scene);
      crossed += fabs(now.position[1] - last) > 0.015;
      last = now.position[1];
    }
    assert_true(crossed >= 4);
    assert_true(fabs(carom_scene_budget(scene).residual) <
                1e-6 * carom_scene_budget(scene).kinetic);
    carom_scene_destroy(scene);
    cast_free(c);
  }
}

/* Sums that do not depend on the order of contacts. */
static void add_touch(void *user, const carom_scene_touch *touch)
{
  double *sum = user;
  for (int k = 0; k < 3; k++)
    sum[0] += touch->spring[k] * touch->spring[k];
  sum[1] += touch->overlap;
}

/* The same state with the origin of the box moved by half a period. */
static void origin_does_not_show(void **state)
{
  (void)state;
  for (int mode = 0; mode < 3; mode++) {
    cast *c = cast_of(5, 1.98e-3, 0.05, 7);
    const double *period = c->s->def.high;
    c->box.affine = true;
    c->box.component[CAROM_BOX_SHEAR].rate = 20;
    c->box.component[CAROM_BOX_Y].rate = mode ? -0.5 : -1.5;
    c->box.component[CAROM_BOX_X].rate = mode == 2 ? 0.3 : -1;
    c->box.component[CAROM_BOX_X].ramp = 1e-3;
    if (mode == 2) c->box.flow = 2, c->box.gradient = 0;
    c->s->def.velocity = mode == 1 ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED;
    carom_scene *here = staged(c->s);
    for (int64_t i = 0; i < c->s->def.particles; i++)
      for (int k = 0; k < 3; k++) {
        double *x = &c->s->particle[i].position[k];
        *x += *x < 0.5 * period[k] ? 0.5 * period[k] : -0.5 * period[k];
      }
    for (int64_t i = 0; i < c->s->def.clumps; i++)
      for (int k = 0; k < 3; k++) {
        double *x = &c->clump[i].position[k];
        *x += *x < 0.5 * period[k] ? 0.5 * period[k] : -0.5 * period[k];
      }
    carom_scene *there = staged(c->s);
    for (int look = 0; look < 2; look++) {
      double one[2] = {0}, other[2] = {0}, most = 0;
      assert_true(carom_scene_contacts(here, add_touch, one) > 40);
      carom_scene_contacts(there, add_touch, other);
      assert_close(other[0], one[0], 1e-7);
      assert_close(other[1], one[1], 1e-8);
      for (int64_t i = 0; i < c->s->def.clumps; i++) {
        const carom_scene_clump_state a = clump_at(here, i);
        for (int k = 0; k < 3; k++)
          most = fabs(a.force[k]) > most ? fabs(a.force[k]) : most;
      }
      for (int64_t i = 0; i < c->s->def.clumps; i++) {
        const carom_scene_clump_state a = clump_at(here, i), b = clump_at(there, i);
        for (int k = 0; k < 3; k++) {
          assert_true(fabs(a.force[k] - b.force[k]) < 1e-7 * most);
          assert_true(fabs(a.torque[k] - b.torque[k]) < 1e-7 * most * radius);
          assert_true(fabs(a.spin[k] - b.spin[k]) < 1e-7 * 100);
        }
      }
      const carom_scene_box_state a = box_of(here), b = box_of(there);
      for (int k = 0; k < 9; k++)
        assert_true(fabs(a.stress[k] - b.stress[k]) < 1e-7 * fabs(a.pressure));
      members_belong(here);
      play(here, 400);
      play(there, 400);
    }
    assert_true(carom_scene_stats(here).rebuilds > 2);
    carom_scene_destroy(here);
    carom_scene_destroy(there);
    cast_free(c);
  }
}

/* Lists find every contact while the box is sheared through more than a period, also where clumps
 * do not follow it. */
static void no_contact_is_missed(void **state)
{
  (void)state;
  for (int plane = 0; plane < 4; plane++) {
    cast *c = cast_of(4, 2.3e-3, 0.4, 5);
    int64_t seen = 0;
    c->box.affine = plane < 3;
    c->box.flow = plane % 3;
    c->box.gradient = (plane + 1 + plane / 3) % 3;
    c->box.component[CAROM_BOX_SHEAR].rate = plane % 2 ? -60 : 60;
    c->box.component[(plane + 1) % 3].rate = -4;
    carom_scene *scene = staged(c->s);
    for (int k = 1; k <= 20; k++) {
      carom_error err = {.code = CAROM_OK};
      if (carom_scene_advance(scene, k * 1.2e-3, &err) != CAROM_OK)
        fail_msg("%s: %s", err.where, err.text);
      const int64_t touching = carom_scene_contacts(scene, NULL, NULL);
      assert_int_equal(touching, pairs_within(scene, 0));
      members_belong(scene);
      seen += touching;
    }
    assert_true(seen > 100);
    assert_true(fabs(box_of(scene).strain[CAROM_BOX_SHEAR]) > 1.4);
    carom_scene_destroy(scene);
    cast_free(c);
  }
}

static double largest(const double t[9])
{
  double most = 0;
  for (int k = 0; k < 9; k++)
    most = fabs(t[k]) > most ? fabs(t[k]) : most;
  return most;
}

/* The stress of the box, by contacts, and by forces at the centres of mass and across the borders;
 * its work is the power of that stress. */
static void stresses_agree(void **state)
{
  (void)state;
  cast *c = cast_of(5, 2.0e-3, 0.2, 6);
  carom_selection all = carom_selection_default();
  c->box.component[CAROM_BOX_SHEAR].rate = 40;
  carom_scene *scene = staged(c->s);
  double sum = 0, last = 0;
  for (int k = 0; k <= 600; k++) {
    const carom_scene_box_state b = box_of(scene);
    const double power = -b.volume * b.stress[3 * b.gradient + b.flow] * 40;
    if (k > 0) sum += 0.5 * carom_scene_step(scene) * (last + power);
    last = power;
    if (k % 100 == 0) {
      carom_bulk bulk;
      carom_error err;
      const double tolerance = 1e-11 * largest(b.stress);
      assert_int_equal(carom_measure_bulk(scene, &all, CAROM_BULK_ALL, &bulk, &err), CAROM_OK);
      for (int i = 0; i < 9; i++) {
        assert_true(fabs(bulk.contact_stress[i] - b.contact_stress[i]) < tolerance);
        assert_true(fabs(bulk.kinetic_stress[i] - b.kinetic_stress[i]) < tolerance);
        assert_true(fabs(bulk.by_inertia[i] + bulk.by_borders[i] - b.contact_stress[i]) <
                    100 * tolerance);
      }
      assert_close(bulk.solid_fraction, b.solid_fraction, 1e-12);
    }
    if (k < 600) play(scene, 1);
  }
  assert_close(carom_scene_budget(scene).box, sum, 1e-4);
  carom_scene_destroy(scene);
  cast_free(c);
}

/* What the budget lacks over the work of the box; with twice the steps a quarter of it. */
static double lacking(int kind, double step)
{
  cast *c = cast_of(4, 2.02e-3, 0.05, 6);
  carom_scene_force damping = carom_scene_force_default();
  c->box.affine = kind != 2;
  c->box.component[CAROM_BOX_SHEAR].rate = kind == 1 ? 0 : 50;
  c->box.component[CAROM_BOX_SHEAR].ramp = kind == 2 ? 2e-3 : 0;
  for (int k = 0; k < 3; k++) {
    c->box.component[k].rate = kind == 0 ? 0 : -6;
    c->box.component[k].ramp = 2e-3;
  }
  if (kind == 3) {
    damping.kind = CAROM_FORCE_STOKES;
    damping.viscosity = 0.02;
    c->s->def.force = &damping;
    c->s->def.forces = 1;
  }
  c->s->def.step = step;
  carom_scene *scene = staged(c->s);
  carom_error err = {.code = CAROM_OK};
  if (carom_scene_advance(scene, 0.01, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  const carom_scene_energy e = carom_scene_budget(scene);
  const double lacks = e.residual / (fabs(e.box) + e.viscous);
  assert_close(e.box, box_of(scene).work, 1e-14);
  assert_true(e.rotational > 0 && e.elastic > 0);
  carom_scene_destroy(scene);
  cast_free(c);
  return fabs(lacks);
}

static void energy_closes(void **state)
{
  (void)state;
  for (int kind = 0; kind < 4; kind++) {
    const double coarse = lacking(kind, 4e-6), fine = lacking(kind, 2e-6);
    if (!(coarse < 4e-3) || !(fine < 0.45 * coarse + 1e-6))
      fail_msg("kind %d: %g, %g", kind, coarse, fine);
  }
}

/* Pressed by stress and sheared: the same bits for any threads and instructions, across restarts.
 */
static void same_bits(void **state)
{
  (void)state;
  for (int mode = 0; mode < 3; mode++) {
    uint64_t hash = 0;
    double work = 0;
    for (int run = 0; run < 5; run++) {
      const carom_instructions sets[] = {CAROM_INSTRUCTIONS_BEST, CAROM_INSTRUCTIONS_BEST,
                                         CAROM_INSTRUCTIONS_BEST, CAROM_INSTRUCTIONS_BASE,
                                         CAROM_INSTRUCTIONS_AVX2};
      if (!has_instructions(sets[run])) continue;
      cast *c = cast_of(6, 2.0e-3, 0.1, 9);
      c->box.affine = mode != 2;
      c->box.component[CAROM_BOX_SHEAR].rate = 30;
      c->box.component[CAROM_BOX_SHEAR].ramp = 1e-3;
      for (int k = 1; k < 3; k++) {
        c->box.component[k].mode = CAROM_BOX_STRESS;
        c->box.component[k].stress = 2e4;
        c->box.component[k].limit = 5;
      }
      c->s->def.velocity = mode == 1 ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED;
      c->s->def.threads = run == 1 ? 3 : 1;
      c->s->def.instructions = sets[run];
      carom_scene *scene = staged(c->s);
      for (int k = 0; k < 10; k++) {
        play(scene, 17 + k);
        if (run == 2) scene = through_an_archive(scene, c->s);
      }
      if (run == 0) hash = carom_scene_hash(scene), work = carom_scene_budget(scene).box;
      assert_true(hash == carom_scene_hash(scene));
      assert_true(work == carom_scene_budget(scene).box);
      carom_scene_destroy(scene);
      cast_free(c);
    }
  }
}

/* Grains come and go while the offset is large: clumps stay where they are, and what they touch. */
static void exchanges_do_not_show(void **state)
{
  (void)state;
  cast *c = cast_of(4, 2.05e-3, 0.1, 5);
  carom_error err;
  c->box.component[CAROM_BOX_SHEAR].rate = 40;
  c->box.component[CAROM_BOX_X].rate = 1; /* images along the flow move, too */
  carom_scene *scene = staged(c->s);
  do /* many are in the skewed cell of the grid, but not in the cuboid */
    play(scene, 50);
  while (fabs(box_of(scene).offset) < 0.4 * c->s->def.high[0]);
  const int64_t before = carom_scene_contacts(scene, NULL, NULL);
  carom_scene_clump_state one[MOST];
  const int64_t clumps = carom_scene_clumps(scene);
  for (int64_t i = 0; i < clumps; i++)
    one[i] = clump_at(scene, i);
  const carom_scene_energy was = carom_scene_budget(scene);
  const int64_t sphere = 0; /* of the definition: spheres come first */
  assert_int_equal(carom_scene_remove_particles(scene, &sphere, 1, &err), CAROM_OK);
  for (int64_t i = 0; i < clumps; i++) {
    const carom_scene_clump_state same = clump_at(scene, i);
    for (int k = 0; k < 3; k++) {
      assert_true(fabs(same.position[k] - one[i].position[k]) < 1e-15);
      assert_true(fabs(same.velocity[k] - one[i].velocity[k]) < 1e-12);
      assert_close(same.spin[k], one[i].spin[k], 1e-9);
    }
  }
  members_belong(scene);
  assert_int_equal(carom_scene_contacts(scene, NULL, NULL), pairs_within(scene, 0));
  assert_true(carom_scene_contacts(scene, NULL, NULL) >= before - 12);
  const carom_scene_energy now = carom_scene_budget(scene);
  assert_true(fabs(now.residual - was.residual) < 1e-13 * was.kinetic);
  play(scene, 300);
  assert_int_equal(carom_scene_contacts(scene, NULL, NULL), pairs_within(scene, 0));
  carom_scene_destroy(scene);
  cast_free(c);
}

/* A box that becomes narrower than a clump stops, and says why. */
static void too_narrow(void **state)
{
  (void)state;
  cast *c = cast_of(1, 0.05, 0, 0);
  carom_error err = {.code = CAROM_OK};
  c->sphere[1][0] = (carom_clump_sphere){{-8e-3, 0, 0}, radius};
  c->sphere[1][1] = (carom_clump_sphere){{8e-3, 0, 0}, radius};
  c->clump[0].shape = 1;
  c->box.component[CAROM_BOX_X].rate = -100;
  c->s->def.step = 1e-5;
  c->s->def.any_step = true;
  carom_scene *scene = staged(c->s);
  assert_int_equal(carom_scene_advance(scene, 0.1, &err), CAROM_ERR_DIVERGED);
  assert_non_null(strstr(err.text, "clumps of 0.018 m across"));
  carom_scene_destroy(scene);
  cast_free(c);
}

SUITE("clumps in boxes that deform", crossings_do_not_show, origin_does_not_show,
      no_contact_is_missed, stresses_agree, energy_closes, same_bits, exchanges_do_not_show,
      too_narrow)
