/* SPDX-License-Identifier: MIT */
/* What 3D scenes cost: ns per particle and step, where the time goes, memory, and the state that
 * other programs must reach, too.
 *
 *   bench_scene SCENE --data FILE [--steps N] [--threads N] [--set base|avx2|avx512] [--skin X]
 *   bench_scene SCENE --make FILE [--count N]
 *
 * The scenes: chute (an inclined flow over a frozen layer), bed (a settled bed of equal spheres in
 * a box), shaken (diameters 1:3, gravity that swings). Units in which gravity and the mean diameter
 * are 1. FILE is a LAMMPS data file. --make settles spheres from a lattice and writes such a file.
 * Prints one line:
 * scene carom count steps ns-per-particle-step kinetic rotational contacts height
 * and one with the rest that starts with #. Contacts are those between spheres. */
#include "bench.h"
#include "scenes.h"

#include <stdlib.h>
#include <string.h>

typedef struct options {
  const bench_scene *scene;
  const char *data, *make;
  long steps, count;
  int threads;
  double skin;
  carom_instructions set;
} options;

static _Noreturn void stop(int code, const char *what, const char *why)
{
  fprintf(stderr, "bench_scene: %s: %s\n", what, why);
  exit(code);
}

static void count_spheres(void *user, const carom_scene_touch *touch)
{
  *(long *)user += touch->b >= 0;
}

/* The height of the centre of mass. */
static double height(carom_scene *scene)
{
  const carom_scene_view view = carom_scene_look(scene);
  double sum = 0, mass = 0;
  for (long i = 0; i < view.count; i++) {
    const carom_scene_grain *g = (const void *)((const char *)view.grain + (size_t)i * view.stride);
    sum += g->mass * g->position[2];
    mass += g->mass;
  }
  return sum / mass;
}

static void measure(const options *o)
{
  data_spheres data = data_read(o->data);
  const bench_scene_options how = {o->threads, o->skin, o->set};
  carom_scene *scene = bench_scene_create(o->scene, &data, &how);
  carom_error err;
  const double wall = bench_seconds(), start = bench_processor_seconds();
  if (carom_scene_run(scene, o->steps, &err) != CAROM_OK) stop(1, err.where, err.text);
  const double processor = bench_processor_seconds() - start, seconds = bench_seconds() - wall;
  const double work = (double)data.count * (double)o->steps;
  const carom_scene_energy e = carom_scene_budget(scene);
  const carom_scene_work w = carom_scene_effort(scene);
  const double phase = 1e9 / work;
  long contacts = 0;
  carom_scene_contacts(scene, count_spheres, &contacts);
  printf("%s carom %ld %ld %.4f %.15g %.15g %ld %.15g\n", o->scene->name, data.count, o->steps,
         1e9 * (o->threads == 1 ? processor : seconds) / work, e.kinetic, e.rotational, contacts,
         height(scene));
  printf(
      "# ns: wall %.2f, forces %.2f, motion %.2f, lists %.2f; rebuilds %ld, listed %ld, touching "
      "%ld, bytes per particle %.0f, energy residual %.3g, hash %016llx\n",
      1e9 * seconds / work, w.forces * phase, w.motion * phase, w.lists * phase, w.rebuilds,
      w.listed, w.touching, (double)w.bytes / (double)data.count, e.residual,
      (unsigned long long)carom_scene_hash(scene));
  carom_scene_destroy(scene);
  data_free(&data);
}

static long number(const char *text)
{
  char *end = NULL;
  const long n = text ? strtol(text, &end, 10) : 0;
  if (n > 0 && n <= 100000000 && !*end) return n;
  stop(2, text ? text : "", "a positive number is needed");
}

static double length(const char *text)
{
  char *end = NULL;
  const double x = text ? strtod(text, &end) : 0;
  if (x > 0 && !*end) return x;
  stop(2, text ? text : "", "a positive length is needed");
}

static carom_instructions set_of(const char *name)
{
  if (name && !strcmp(name, "base")) return CAROM_INSTRUCTIONS_BASE;
  if (name && !strcmp(name, "avx2")) return CAROM_INSTRUCTIONS_AVX2;
  if (name && !strcmp(name, "avx512")) return CAROM_INSTRUCTIONS_AVX512;
  stop(2, name ? name : "", "--set takes base, avx2 or avx512");
}

static options read_options(int argc, char **argv)
{
  options o = {.steps = 100, .threads = 1, .skin = CAROM_UNSET, .set = CAROM_INSTRUCTIONS_BEST};
  o.scene = argc > 1 ? bench_scene_find(argv[1]) : NULL;
  if (!o.scene) stop(2, argc > 1 ? argv[1] : "", "the scenes are chute, bed and shaken");
  for (int i = 2; i < argc; i++) {
    const char *value = argv[i + 1]; /* argv ends with NULL */
    if (!strcmp(argv[i], "--data") && value && ++i)
      o.data = value;
    else if (!strcmp(argv[i], "--make") && value && ++i)
      o.make = value;
    else if (!strcmp(argv[i], "--steps") && ++i)
      o.steps = number(value);
    else if (!strcmp(argv[i], "--count") && ++i)
      o.count = number(value);
    else if (!strcmp(argv[i], "--threads") && ++i)
      o.threads = (int)number(value);
    else if (!strcmp(argv[i], "--skin") && ++i)
      o.skin = length(value);
    else if (!strcmp(argv[i], "--set") && ++i)
      o.set = set_of(value);
    else
      stop(2, argv[i], "cannot be used");
  }
  if (!o.data == !o.make) stop(2, "--data, --make", "one of them is needed");
  return o;
}

int main(int argc, char **argv)
{
  const options o = read_options(argc, argv);
  if (o.make)
    bench_scene_make(o.scene, o.count, o.make);
  else
    measure(&o);
  return 0;
}
