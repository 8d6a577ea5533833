/* SPDX-License-Identifier: MIT */
/* What frames cost a scene: bench_frames [ROUNDS [FOLDER]]. A bed of 97,336 spheres on two threads,
 * a frame every 100 steps, four ways in turn, so that other programs disturb all alike. Prints
 * processor time and the time that the scene stood still for frames. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "io/frames_scene.h"

enum { EDGE = 46, STEPS = 100, FRAMES = 4, WAYS = 4 };

static const struct {
  const char *name;
  unsigned formats;
  carom_frame_coding coding;
} ways[WAYS] = {
    {"no frames", 0, {.single = false}},
    {"bodies, single", CAROM_FRAME_VTP | CAROM_FRAME_WALLS | CAROM_FRAME_BLOCKS, {.single = true}},
    {"and contacts",
     CAROM_FRAME_VTP | CAROM_FRAME_WALLS | CAROM_FRAME_BLOCKS | CAROM_FRAME_CONTACTS,
     {.single = true}},
    {"bodies, compressed",
     CAROM_FRAME_VTP | CAROM_FRAME_WALLS | CAROM_FRAME_BLOCKS,
     {.single = true, .compressed = true}}};

static double processor(void)
{
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static double clock_now(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void want(carom_status status, const carom_error *err)
{
  if (status == CAROM_OK) return;
  fprintf(stderr, "bench_frames: %s\n", err->text);
  exit(1);
}

static carom_scene *bed(void)
{
  static carom_scene_particle particle[EDGE * EDGE * EDGE];
  carom_error err = {.code = CAROM_OK};
  carom_scene *scene = NULL;
  carom_scene_def def = carom_scene_default();
  carom_scene_contact contact = carom_scene_contact_default();
  carom_scene_wall wall = carom_scene_wall_default();
  carom_material material = carom_material_default();
  material.young = 1e7, material.poisson = 0.25, material.density = 2500;
  contact.normal.law = "tsuji";
  wall.direction[2] = 1;
  for (int i = 0; i < EDGE * EDGE * EDGE; i++) {
    particle[i] = carom_scene_particle_default();
    particle[i].id = (uint32_t)i + 1;
    particle[i].position[0] = 1.99e-3 * (i % EDGE);
    particle[i].position[1] = 1.99e-3 * (i / EDGE % EDGE);
    particle[i].position[2] = 1.99e-3 * (i / EDGE / EDGE) + 1e-3;
    particle[i].velocity[0] = 1e-4 * (i * 7919 % 100 - 50);
  }
  def.particle = particle, def.particles = EDGE * EDGE * EDGE;
  def.material = &material, def.materials = 1;
  def.contact = &contact, def.contacts = 1;
  def.wall = &wall, def.walls = 1;
  def.gravity[2] = -9.81;
  def.step = 1e-6;
  def.threads = 2;
  want(carom_scene_create(&def, &scene, &err), &err);
  want(carom_scene_advance_steps(scene, 2 * STEPS, &err), &err);
  return scene;
}

int main(int count, char **argument)
{
  const int rounds = count > 1 ? atoi(argument[1]) : 4;
  const char *folder = count > 2 ? argument[2] : "."; /* to be emptied by whoever called */
  double used[WAYS] = {0}, passed[WAYS] = {0}, still[WAYS] = {0};
  carom_error err = {.code = CAROM_OK};
  carom_scene *scene = bed();
  for (int round = 0; round < rounds * WAYS; round++) {
    const int way = round % WAYS;
    carom_frames frames = {.folder = folder,
                           .formats = ways[way].formats,
                           .coding = ways[way].coding,
                           .seen_low = {-1, -1, -1},
                           .seen_high = {1, 1, 1}};
    const double before = processor(), started = clock_now();
    for (int i = 0; i < FRAMES; i++) {
      want(carom_scene_advance_steps(scene, STEPS, &err), &err);
      const double halted = clock_now();
      if (frames.formats) want(carom_frames_add(&frames, scene, &err), &err);
      still[way] += clock_now() - halted;
    }
    want(carom_frames_finish(&frames, &err), &err);
    carom_frames_free(&frames);
    used[way] += processor() - before;
    passed[way] += clock_now() - started;
  }
  printf("%d spheres, a frame every %d steps\n", EDGE * EDGE * EDGE, STEPS);
  for (int k = 0; k < WAYS; k++)
    printf("%-20s processor %6.3f s %+6.1f %%   stood still %4.1f %% of the time\n", ways[k].name,
           used[k], 100 * (used[k] / used[0] - 1), 100 * still[k] / passed[k]);
  carom_scene_destroy(scene);
  return 0;
}
