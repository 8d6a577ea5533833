/* SPDX-License-Identifier: MIT */
/* A sphere with 30,000 contacts is work for all threads: its contacts belong to the blocks of its
 * small partners, each of which hands it one row of forces. */
#include "scene/scene.h"

#include "scenes.h"
#include "suite.h"

enum { GIANT, PARTNERS = 30000, STEPS = 12 };

/* Small spheres on a spiral around a large one, at even distances, all pressed against it. */
static stage *covered(carom_scene_particle **particles)
{
  const double small = 1e-3, large = 115e-3, turn = pi * (3 - sqrt(5));
  stage *s = stage_new();
  *particles = malloc((PARTNERS + 1) * sizeof **particles);
  assert_non_null(*particles);
  for (int i = 0; i <= PARTNERS; i++) {
    const unsigned long seed = (unsigned long)i;
    const bool giant = i == GIANT;
    const double z = 1 - (2 * i - 1.0) / PARTNERS, r = giant ? 0 : sqrt(1 - z * z);
    const double far = large + small * (0.998 + around(seed, 0, 5e-4));
    carom_scene_particle *p = &(*particles)[i];
    *p = carom_scene_particle_default();
    p->radius = giant ? large : small;
    p->position[0] = far * r * cos(turn * i);
    p->position[1] = far * r * sin(turn * i);
    p->position[2] = giant ? 0 : far * z;
    p->id = (uint32_t)i;
    for (unsigned long k = 0; k < 3; k++) {
      p->velocity[k] = giant ? 0.01 * (double)k : around(seed, 4 + k, 0.01);
      p->spin[k] = around(seed, 7 + k, giant ? 0.1 : 10);
    }
  }
  s->def.particle = *particles;
  s->def.particles = PARTNERS + 1;
  make_rough(&s->contact[0], 0.5, 0.4);
  s->def.skin = 0.1e-3;
  s->def.step = 2e-6;
  return s;
}

/* Closed contacts of the large sphere. */
static void count_its_own(void *user, const carom_scene_touch *touch)
{
  *(int64_t *)user += touch->a == GIANT || touch->b == GIANT;
}

static int64_t listed_in(const carom_scene *s, int64_t block)
{
  const carom_domain_block *p = &s->cpu.domain_block[block];
  int64_t count = 0;
  for (int64_t k = 2 * p->pair_bin; k < 2 * (p->pair_bin + p->pair_bins); k++)
    count += s->contacts.active_list[k].contacts;
  return count;
}

/* The block that computes most of the contacts takes 1/32 of them, the thread out of 16 that begins
 * with most of them has a tenth more than its share, and the block of the large sphere adds up a
 * row of each other one. */
static void its_contacts_are_shared_out(void **state)
{
  (void)state;
  carom_scene_particle *particles;
  stage *s = covered(&particles);
  carom_scene *scene = staged(s);
  const carom_cpu *e = &scene->cpu;
  int64_t own = 0, all = 0, most = 0;
  play(scene, STEPS);
  carom_scene_contacts(scene, count_its_own, &own);
  assert_true(own >= PARTNERS);
  for (int64_t b = 0; b < e->blocks; b++) {
    const int64_t listed = listed_in(scene, b);
    all += listed;
    most = listed > most ? listed : most;
  }
  assert_true(all >= own);
  assert_true(32 * most <= all);
  for (int k = 0; k < 16; k++) {
    int64_t begun = 0;
    for (int64_t b = carom_pool_first(e->blocks, 16, k); b < carom_pool_first(e->blocks, 16, k + 1);
         b++)
      begun += listed_in(scene, b);
    assert_true(16 * 10 * begun <= 11 * all);
  }
  const uint32_t giant = scene->particles.index_of[GIANT];
  const carom_domain_block *home = &e->domain_block[carom_partition_find(&e->partition, giant)];
  int64_t rows = 0;
  for (int64_t k = home->halo_recv; k < home->halo_recv + home->halo_recvs; k++)
    rows += e->halo_recv[k].particle == giant;
  assert_int_equal(rows, e->blocks - 1);
  carom_scene_destroy(scene);
  free(particles);
  free(s);
}

static void its_forces_have_the_same_bits(void **state)
{
  (void)state;
  carom_scene_particle *particles;
  stage *s = covered(&particles);
  uint64_t first = 0;
  for (int threads = 1; threads <= 8; threads = threads < 3 ? threads + 1 : threads + 5) {
    s->def.threads = threads;
    carom_scene *scene = staged(s);
    play(scene, STEPS);
    const uint64_t hash = carom_scene_hash(scene);
    first = threads == 1 ? hash : first;
    assert_true(hash == first);
    carom_scene_destroy(scene);
  }
  free(particles);
  free(s);
}

SUITE("a giant among small ones", its_contacts_are_shared_out, its_forces_have_the_same_bits)
