/* SPDX-License-Identifier: MIT */
/* Declared sizes: calibration and step follow from them and not from the particles that happen to
 * be there, what is outside them is refused, and a scene without particles takes a checkpoint. */
#include "memory_archive.h"
#include "scenes.h"
#include "suite.h"

static const carom_scene_size *declared(double radius, double radius_max, double radius_mean)
{
  static carom_scene_size size;
  size = carom_scene_size_default();
  size.radius = radius;
  size.radius_max = radius_max;
  size.radius_mean = radius_mean;
  return &size;
}

static void declare(stage *s, double radius, double radius_max, double radius_mean)
{
  s->def.size = declared(radius, radius_max, radius_mean);
  s->def.sizes = 1;
}

/* Spheres in a box; `small` is the ratio of the smallest radius to the largest. */
static stage *spheres(int side, double small)
{
  stage *s = stage_new();
  add_lattice(s, side, 1e-3, small, 2.1e-3, 0.4, 20);
  s->contact[0].normal.law = "tsuji";
  s->contact[0].tangential.model = "mindlin";
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = -1.5e-3, s->wall[0].high[k] = 20e-3;
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  return s;
}

static carom_scene_pairing pairing(const carom_scene *scene, int k)
{
  carom_scene_pairing p;
  assert_int_equal(carom_scene_pairing_at(scene, k, &p, NULL), CAROM_OK);
  return p;
}

/* What is declared as it is has the same bits. */
static void the_same_sizes_give_the_same_bits(void **state)
{
  (void)state;
  stage *s = spheres(7, 1), *t = spheres(7, 1);
  declare(t, 1e-3, CAROM_UNSET, CAROM_UNSET);
  carom_scene *one = staged(s), *other = staged(t);
  assert_true(carom_scene_step(one) == carom_scene_step(other));
  play(one, 800);
  play(other, 800);
  assert_true(carom_scene_contacts(one, NULL, NULL) > 20);
  assert_true(carom_scene_hash(one) == carom_scene_hash(other));
  carom_scene_destroy(one);
  carom_scene_destroy(other);
  free(s);
  free(t);
}

/* Whatever particles there are. A law whose damping depends on the sizes. */
static void calibration_follows_the_declaration(void **state)
{
  (void)state;
  stage *s = spheres(5, 0.7), *t = spheres(3, 0.9), *u = spheres(5, 0.7);
  s->contact[0].normal.law = t->contact[0].normal.law = u->contact[0].normal.law = "hooke";
  for (stage *const *p = (stage *[]){s, t, u, NULL}; *p; p++)
    set(&(*p)->contact[0].normal, "stiffness", 1e3),
        set(&(*p)->contact[0].normal, "restitution", 0.6);
  declare(s, 0.5e-3, 1e-3, 0.8e-3);
  t->def.size = s->def.size, t->def.sizes = 1;
  carom_scene *one = staged(s), *other = staged(t), *none = staged(u);
  assert_int_equal(carom_scene_pairings(one), 2);
  assert_true(carom_scene_step(one) == carom_scene_step(other));
  assert_true(carom_scene_step(one) != carom_scene_step(none));
  for (int k = 0; k < 2; k++) {
    const carom_scene_pairing p = pairing(one, k), q = pairing(other, k), r = pairing(none, k);
    /* two spheres of the mean, or one and a wall: R* is 0.4 or 0.8 mm */
    assert_close(p.contact.radius, k == 0 ? 0.4e-3 : 0.8e-3, 1e-15);
    assert_true(p.contact.radius == q.contact.radius && p.contact.mass == q.contact.mass);
    assert_true(p.contact.damping[0] == q.contact.damping[0]);
    assert_true(p.contact.radius != r.contact.radius);
    /* the smallest: two of 0.5 mm, or one and a wall */
    const double m = 4.0 / 3 * pi * 0.125e-9 * 2500;
    assert_close(p.smallest.radius, k == 0 ? 0.25e-3 : 0.5e-3, 1e-15);
    assert_close(p.smallest.mass, k == 0 ? 0.5 * m : m, 1e-12 * m);
  }
  carom_scene_destroy(one);
  carom_scene_destroy(other);
  carom_scene_destroy(none);
  free(s);
  free(t);
  free(u);
}

/* Without damping the step knows only the smallest spheres: declared, or there. */
static void the_step_follows_the_smallest(void **state)
{
  (void)state;
  stage *s = stage_new(), *t = stage_new();
  (void)add_grain(s, 1e-3, 0, 0, 0);
  (void)add_grain(s, 1e-3, 0.01, 0, 0);
  (void)add_grain(t, 1e-3, 0, 0, 0);
  (void)add_grain(t, 0.2e-3, 0.01, 0, 0);
  carom_scene *large = staged(s), *there = staged(t);
  declare(s, 0.2e-3, 1e-3, CAROM_UNSET);
  carom_scene *asked = staged(s);
  assert_true(carom_scene_step(asked) == carom_scene_step(there));
  assert_true(carom_scene_step(asked) < 0.3 * carom_scene_step(large));
  carom_scene_destroy(large);
  carom_scene_destroy(there);
  carom_scene_destroy(asked);
  free(s);
  free(t);
}

static void refused(const stage *s, carom_status code, const char *where, const char *text)
{
  carom_scene *scene = NULL;
  carom_error err = {.code = CAROM_OK};
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), code);
  assert_null(scene);
  if (strcmp(err.where, where) != 0 || !strstr(err.text, text))
    fail_msg("%s: %s (expected %s: ...%s...)", err.where, err.text, where, text);
}

static void what_is_outside_is_refused(void **state)
{
  (void)state;
  stage *s = stage_new();
  for (int i = 0; i < 3; i++)
    (void)add_grain(s, (1 + i) * 1e-3, 0.01 * i, 0, 0);
  declare(s, 1e-3, 3e-3, CAROM_UNSET);
  carom_scene_destroy(staged(s)); /* the ends belong to it */
  declare(s, nextafter(1e-3, 1), 3e-3, CAROM_UNSET);
  refused(s, CAROM_ERR_RANGE, "particle[0]", "a radius of 0.001 m is outside");
  declare(s, 1e-3, nextafter(3e-3, 0), CAROM_UNSET);
  refused(s, CAROM_ERR_RANGE, "particle[2]", "a radius of 0.003 m is outside");
  declare(s, 1e-3, 3e-3, CAROM_UNSET);
  s->particle[1].mass = 4.0 / 3 * pi * 27e-9 * 2501;
  refused(s, CAROM_ERR_RANGE, "particle[1]", "leave the mass out");
  s->particle[1].mass = 4.0 / 3 * pi * 1e-9 * 2499;
  refused(s, CAROM_ERR_RANGE, "particle[1]", "a mass of");
  s->particle[1].mass = 4.0 / 3 * pi * 20e-9 * 2500;
  carom_scene_destroy(staged(s));
  declare(s, 3e-3, 1e-3, CAROM_UNSET);
  refused(s, CAROM_ERR_RANGE, "size[0]", "largest radius");
  declare(s, 1e-3, 3e-3, 3.1e-3);
  refused(s, CAROM_ERR_RANGE, "size[0]", "mean radius");
  declare(s, 0, 3e-3, CAROM_UNSET);
  refused(s, CAROM_ERR_RANGE, "size[0]", "outside [1e-12");
  declare(s, NAN, 3e-3, CAROM_UNSET);
  refused(s, CAROM_ERR_RANGE, "size[0]", "outside [1e-12");
  const carom_scene_size twice[] = {{0, 1e-3, 3e-3, 2e-3}, {0, 1e-3, 3e-3, 2e-3}};
  s->def.size = twice, s->def.sizes = 2;
  refused(s, CAROM_ERR_CONFLICT, "size[1]", "declared already");
  const carom_scene_size nowhere = {7, 1e-3, 3e-3, 2e-3};
  s->def.size = &nowhere, s->def.sizes = 1;
  refused(s, CAROM_ERR_RANGE, "size[0]", "no material 7");
  s->def.size = NULL;
  refused(s, CAROM_ERR_ARGUMENT, "size", "missing");
  declare(s, 1e-3, 3e-3, CAROM_UNSET);
  s->material[0].density = CAROM_UNSET;
  refused(s, CAROM_ERR_MISSING, "size[0]", "density");
  free(s);
}

/* A scene that is empty stays so, and goes on with the particles of a checkpoint. */
static void particles_come_with_a_checkpoint(void **state)
{
  (void)state;
  for (int uniform = 0; uniform < 2; uniform++) {
    stage *s = spheres(7, uniform ? 1 : 0.2), *t = spheres(7, 1);
    declare(s, uniform ? 1e-3 : 0.1e-3, 1e-3, CAROM_UNSET);
    t->def.size = s->def.size, t->def.sizes = 1;
    t->def.particles = 0;
    t->def.particle = NULL;
    carom_scene *one = staged(s), *other = staged(t);
    memory m = {.archive = {false, put_or_get}};
    carom_error err = {.code = CAROM_OK};
    assert_true(carom_scene_step(one) == carom_scene_step(other));
    assert_int_equal(carom_scene_particles(other), 0);
    play(other, 20);
    assert_int_equal(carom_scene_contacts(other, NULL, NULL), 0);
    assert_true(carom_scene_budget(other).residual == 0);
    play(one, 700);
    assert_int_equal(carom_scene_archive(one, &m.archive, &err), CAROM_OK);
    m.archive.loading = true;
    if (carom_scene_archive(other, &m.archive, &err) != CAROM_OK)
      fail_msg("%s: %s", err.where, err.text);
    int64_t touching = 0;
    for (int round = 0; round < 6; round++) {
      const carom_scene_energy e = carom_scene_budget(one), f = carom_scene_budget(other);
      assert_true(carom_scene_hash(one) == carom_scene_hash(other));
      assert_memory_equal(&e, &f, sizeof e);
      touching += carom_scene_contacts(other, NULL, NULL);
      play(one, 300);
      play(other, 300);
    }
    assert_true(touching > 20);
    free(m.bytes);
    carom_scene_destroy(one);
    carom_scene_destroy(other);
    free(s);
    free(t);
  }
  stage *s = stage_new();
  refused(s, CAROM_ERR_MISSING, "particles", "declared sizes");
  free(s);
}

SUITE("declared sizes", the_same_sizes_give_the_same_bits, calibration_follows_the_declaration,
      the_step_follows_the_smallest, what_is_outside_is_refused, particles_come_with_a_checkpoint)
