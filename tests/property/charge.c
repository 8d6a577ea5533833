/* SPDX-License-Identifier: MIT */
/* A property that was added to the table of particle arrays stays with its particle: through the
 * sorting of every rebuild, through growth, and through an archive. Built by
 * tests/api/check_new_parts.sh with a library that has it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/scene.h"

#define WANT(condition)                                                                            \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                      \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

enum { SIDE = 8, COUNT = SIDE * SIDE * SIDE, ARRAYS = 200 };

static carom_scene *create(int64_t count)
{
  static carom_scene_particle particle[COUNT];
  carom_material material = carom_material_default();
  carom_scene_contact contact = carom_scene_contact_default();
  carom_scene_def def = carom_scene_default();
  carom_scene *scene;
  carom_error err;
  contact.normal.law = "hertz";
  for (int i = 0; i < COUNT; i++) {
    particle[i] = carom_scene_particle_default();
    particle[i].id = 1000 + (uint32_t)(7 * i);
    for (int k = 0, rest = i * 229 % COUNT; k < 3; k++, rest /= SIDE) {
      particle[i].position[k] = 2.2e-3 * (rest % SIDE);
      particle[i].velocity[k] = 0.5 * ((i * (k + 3)) % 11 - 5);
    }
  }
  def.particle = particle;
  def.particles = count;
  def.material = &material;
  def.materials = 1;
  def.contact = &contact;
  def.contacts = 1;
  if (carom_scene_create(&def, &scene, &err) != CAROM_OK) {
    fprintf(stderr, "%s: %s\n", err.where, err.text);
    exit(1);
  }
  return scene;
}

/* The charge of every particle is that which create.c gave it. */
static void check(const carom_scene *s)
{
  const carom_particles *p = &s->particles;
  for (int64_t i = 0; i < p->count; i++) {
    WANT(p->id[i] == 1000 + 7 * p->tag[i]);
    WANT(p->charge[2 * i] == 0.5 + p->id[i] && p->charge[2 * i + 1] == 1e-3);
  }
}

/* An archive in memory. */
typedef struct kept {
  char name[80];
  void *data;
} kept;

typedef struct store {
  carom_archive archive;
  kept array[ARRAYS];
  int count;
} store;

static carom_status visit(carom_archive *archive, const char *name, carom_element element,
                          void *data, size_t count, carom_error *err)
{
  store *s = (store *)(void *)archive;
  const size_t bytes = count * carom_element_size(element);
  (void)err;
  if (archive->loading) {
    int k = 0;
    while (k < s->count && strcmp(s->array[k].name, name) != 0)
      k++;
    WANT(k < s->count);
    if (bytes) memcpy(data, s->array[k].data, bytes);
    return CAROM_OK;
  }
  WANT(s->count < ARRAYS);
  kept *to = &s->array[s->count++];
  snprintf(to->name, sizeof to->name, "%s", name);
  to->data = malloc(bytes + 1);
  WANT(to->data);
  if (bytes) memcpy(to->data, data, bytes);
  return CAROM_OK;
}

int main(void)
{
  carom_scene *one = create(COUNT), *other = create(COUNT / 2);
  static store stored = {.archive = {.array = visit}};
  carom_error err;
  check(one);
  WANT(carom_scene_advance_steps(one, 2000, &err) == CAROM_OK);
  WANT(carom_scene_stats(one).rebuilds > 2);
  int64_t moved = 0;
  for (int64_t i = 0; i < COUNT; i++)
    moved += one->particles.tag[i] != i;
  WANT(moved > COUNT / 2);
  check(one);
  WANT(carom_scene_archive(one, &stored.archive, &err) == CAROM_OK);
  memset(other->particles.charge, 0, (COUNT / 2) * 2 * sizeof(double));
  stored.archive.loading = true;
  WANT(carom_scene_archive(other, &stored.archive, &err) == CAROM_OK);
  WANT(other->particles.count == COUNT);
  check(other);
  WANT(carom_particles_reserve(&other->particles, &other->model, 3 * COUNT));
  WANT(other->particles.capacity == 3 * COUNT);
  check(other);
  for (int k = 0; k < stored.count; k++)
    free(stored.array[k].data);
  carom_scene_destroy(one);
  carom_scene_destroy(other);
  return 0;
}
