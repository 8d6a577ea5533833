/* SPDX-License-Identifier: MIT */
/* States through the public headers alone: a chain and a scene that are stored in memory and taken
 * up by another object continue as if nothing had happened. */
#include <math.h>

#include <carom/carom.h>

#include "memory_archive.h"

static carom_chain *struck(void)
{
  carom_bead bead[5];
  carom_contact_def contact = carom_contact_default();
  carom_chain_def def = carom_chain_default();
  carom_chain *chain = NULL;
  for (int i = 0; i < 5; i++)
    bead[i] = carom_bead_default();
  bead[0].velocity = 1;
  contact.law = "ma-liu";
  for (int i = 0; i < 5; i++)
    bead[i].body.material.yield = 1e9;
  def.bead = bead;
  def.beads = 5;
  def.contact = &contact;
  def.contacts = 1;
  assert_int_equal(carom_chain_create(&def, &chain, NULL), CAROM_OK);
  return chain;
}

static bool at_once(void *user)
{
  (*(int *)user)++;
  return true;
}

static void a_chain_is_taken_up(void **state)
{
  (void)state;
  const double until = 200e-6;
  carom_chain *whole = struck(), *first = struck(), *second = struck();
  memory m = {.archive = {false, put_or_get}};
  int asked = 0;
  assert_int_equal(carom_chain_advance(whole, until, NULL), CAROM_OK);
  carom_chain_set_stop(first, at_once, &asked);
  for (int i = 0; i < 20; i++) /* one step each */
    assert_int_equal(carom_chain_advance(first, until, NULL), CAROM_OK);
  assert_int_equal(asked, 20);
  assert_int_equal(carom_chain_steps(first), 20);
  assert_true(carom_chain_time(first) < until);
  assert_int_equal(carom_chain_archive(first, &m.archive, NULL), CAROM_OK);
  m.archive.loading = true;
  assert_int_equal(carom_chain_archive(second, &m.archive, NULL), CAROM_OK);
  assert_true(carom_chain_time(second) == carom_chain_time(first));
  assert_int_equal(carom_chain_advance(second, until, NULL), CAROM_OK);
  assert_int_equal(carom_chain_steps(whole), carom_chain_steps(second));
  assert_memory_equal(carom_chain_velocity(whole), carom_chain_velocity(second),
                      5 * sizeof(double));
  free(m.bytes);
  carom_chain_destroy(whole);
  carom_chain_destroy(first);
  carom_chain_destroy(second);
}

static carom_scene *thrown(void)
{
  carom_material material = carom_material_default();
  carom_scene_contact contact = carom_scene_contact_default();
  carom_scene_particle particle[8];
  carom_scene_def def = carom_scene_default();
  carom_scene *scene = NULL;
  material.young = 1e7;
  contact.normal.law = "tsuji";
  contact.tangential.model = "mindlin";
  for (int i = 0; i < 8; i++) {
    particle[i] = carom_scene_particle_default();
    particle[i].position[0] = 2.1e-3 * (i % 2);
    particle[i].position[1] = 2.1e-3 * (i / 2 % 2);
    particle[i].position[2] = 2.1e-3 * (i / 4);
    for (int k = 0; k < 3; k++)
      particle[i].velocity[k] = -100 * (particle[i].position[k] - 1e-3) + 0.01 * i * (k - 1);
  }
  def.material = &material;
  def.materials = 1;
  def.contact = &contact;
  def.contacts = 1;
  def.particle = particle;
  def.particles = 8;
  assert_int_equal(carom_scene_create(&def, &scene, NULL), CAROM_OK);
  return scene;
}

static void a_scene_is_taken_up(void **state)
{
  (void)state;
  carom_scene *whole = thrown(), *first = thrown(), *second = thrown();
  memory m = {.archive = {false, put_or_get}};
  assert_int_equal(carom_scene_advance_steps(whole, 500, NULL), CAROM_OK);
  assert_int_equal(carom_scene_advance_steps(first, 123, NULL), CAROM_OK);
  assert_int_equal(carom_scene_archive(first, &m.archive, NULL), CAROM_OK);
  m.archive.loading = true;
  assert_int_equal(carom_scene_archive(second, &m.archive, NULL), CAROM_OK);
  assert_int_equal(carom_scene_steps(second), 123);
  assert_int_equal(carom_scene_advance_steps(second, 377, NULL), CAROM_OK);
  assert_true(carom_scene_hash(whole) == carom_scene_hash(second));
  free(m.bytes);
  carom_scene_destroy(whole);
  carom_scene_destroy(first);
  carom_scene_destroy(second);
}

/* An archive that fails ends the visit with its error. */
static carom_status refuse(carom_archive *archive, const char *name, carom_element element,
                           void *data, size_t count, carom_error *err)
{
  (void)archive, (void)name, (void)data, (void)err;
  assert_true(carom_element_size(element) > 0 && count < 1000000);
  return CAROM_ERR_IO;
}

static void errors_are_passed_on(void **state)
{
  (void)state;
  carom_archive none = {false, NULL}, bad = {false, refuse};
  carom_chain *chain = struck();
  carom_scene *scene = thrown();
  assert_int_equal(carom_chain_archive(chain, &bad, NULL), CAROM_ERR_IO);
  assert_int_equal(carom_scene_archive(scene, &bad, NULL), CAROM_ERR_IO);
  assert_int_equal(carom_chain_archive(chain, &none, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_chain_archive(NULL, &bad, NULL), CAROM_ERR_ARGUMENT);
  /* whoever refuses without words is told of by the array that it was */
  carom_error err = {.code = CAROM_OK};
  assert_int_equal(carom_scene_archive(scene, &bad, &err), CAROM_ERR_IO);
  assert_int_equal(err.code, CAROM_ERR_IO);
  assert_true(err.where[0] && err.text[0]);
  assert_int_equal(carom_element_size((carom_element)-1), 0);
  assert_int_equal(carom_element_size(CAROM_DOUBLES), sizeof(double));
  assert_int_equal(carom_element_size(CAROM_INT64S), sizeof(int64_t));
  assert_int_equal(carom_element_size(CAROM_INTS), sizeof(int));
  assert_int_equal(carom_element_size(CAROM_COUNTS), sizeof(uint32_t));
  assert_int_equal(carom_element_size(CAROM_BYTES), 1);
  assert_int_equal(carom_element_size(CAROM_FLAGS), sizeof(bool));
  carom_chain_destroy(chain);
  carom_scene_destroy(scene);
}

static void measures_are_named(void **state)
{
  (void)state;
  carom_scene *scene = thrown();
  carom_coarse_def def = carom_coarse_default();
  carom_coarse *coarse = NULL;
  carom_crossings *crossings = NULL;
  memory m = {.archive = {false, put_or_get}};
  carom_error err;
  char endless[400] = {0};
  const double point[3] = {0}, normal[3] = {1};
  memset(endless, 'a', sizeof endless - 1);
  for (int k = 0; k < 3; k++)
    def.low[k] = -1e-3, def.high[k] = 4e-3, def.cells[k] = 2;
  assert_int_equal(carom_coarse_create(scene, &def, &coarse, &err), CAROM_OK);
  assert_int_equal(carom_crossings_create(scene, point, normal, &crossings, &err), CAROM_OK);
  assert_int_equal(carom_coarse_archive(coarse, "fields", &m.archive, &err), CAROM_OK);
  assert_int_equal(carom_coarse_archive(coarse, NULL, &m.archive, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_coarse_archive(coarse, "fields", NULL, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_coarse_archive(NULL, "fields", &m.archive, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_coarse_archive(coarse, "two words", &m.archive, &err), CAROM_ERR_SYNTAX);
  assert_int_equal(carom_crossings_archive(crossings, endless, &m.archive, &err), CAROM_ERR_SYNTAX);
  assert_int_equal(carom_crossings_archive(NULL, "mass", &m.archive, &err), CAROM_ERR_ARGUMENT);
  assert_true(isnan(carom_coarse_at(coarse, 0, -1, 0).density));
  assert_true(isnan(carom_coarse_at(coarse, 2, 0, 0).kinetic_stress[8]));
  free(m.bytes);
  carom_coarse_destroy(coarse);
  carom_crossings_destroy(crossings);
  carom_scene_destroy(scene);
}

SUITE("archive", a_chain_is_taken_up, a_scene_is_taken_up, errors_are_passed_on, measures_are_named)
