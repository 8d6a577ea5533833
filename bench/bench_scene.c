/* SPDX-License-Identifier: MIT */
/* What 3D scenes cost: ns per particle and step, where the time goes, memory, and the state that
 * other programs must reach, too.
 *
 *   bench_scene SCENE --data FILE [--tile NxM] [--steps N] [--warm N] [--threads N] [--copies N]
 *               [--wall] [--set base|avx2|avx512] [--skin X] [--rolling MODEL] [--twisting MODEL]
 *               [--jkr G] [--forces]
 *   bench_scene SCENE --data FILE --tile NxM --write FILE
 *   bench_scene SCENE --make FILE [--count N] [--base WxD] [--settle N]
 *
 * The scenes: chute (an inclined flow over a frozen layer), bed (a settled bed of equal spheres in
 * a box), bed900k (the same, nine times as large), shaken (diameters 1:3, gravity that swings),
 * mix3 to mix100 (beds of two sizes, half of the volume each), power30 (all sizes, 1:30), loose1 to
 * loose20 (a gas that falls, with some of 10 or 20 times the diameter). Units in
 * which gravity and the mean diameter are 1. FILE is a LAMMPS data file. --make settles spheres
 * from a lattice and writes such a file; --tile lays N by M of a box side by side, mirrored in
 * turn, and --write writes that; --settle: steps that it takes. --copies runs so many scenes at
 * once, one thread each, nothing shared: what any parallel program could reach at best. --warm:
 * steps that are not timed. --forces: also the mean force of contacts at the start. Prints one
 * line: scene carom count steps ns-per-particle-step kinetic rotational contacts height and one
 * with the rest that starts with #. Contacts are those between spheres. Time is processor time on
 * one thread unless --wall is given, otherwise wall time; of copies, that of all particles
 * together. */
#include "bench.h"
#include "scenes.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct options {
  const bench_scene *scene;
  const char *data, *make;
  const char *write;
  double base[2], tiles[2]; /* 0: not given */
  int64_t steps, warm, count, settle;
  int threads, copies;
  bool wall, forces;
  double skin;
  carom_instructions set;
  const char *rolling, *twisting;
  double adhesion;
} options;

static _Noreturn void stop(int code, const char *what, const char *why)
{
  fprintf(stderr, "bench_scene: %s: %s\n", what, why);
  exit(code);
}

static void count_spheres(void *user, const carom_scene_touch *touch)
{
  *(int64_t *)user += touch->b >= 0 && touch->overlap > 0; /* those that adhere may have a gap */
}

/* Forces of contacts on each sphere, three by three. */
static void add_force(void *user, const carom_scene_touch *touch)
{
  double *const force = user;
  const double push = touch->force.elastic + touch->force.dissipative;
  for (int k = 0; k < 3; k++) {
    const double f = touch->tangential[k] - push * touch->normal[k];
    force[3 * touch->a + k] += f;
    if (touch->b >= 0) force[3 * touch->b + k] -= f;
  }
}

/* The root of their mean square: as other programs must have it from the same state. */
static double mean_force(carom_scene *scene, int64_t count)
{
  double sum = 0, *force = calloc(3 * (size_t)count, sizeof *force);
  if (!force) stop(1, "memory", "too many spheres");
  carom_scene_contacts(scene, add_force, force);
  for (int64_t i = 0; i < 3 * count; i++)
    sum += force[i] * force[i];
  free(force);
  return sqrt(sum / (double)count);
}

/* The height of the centre of mass. */
static double height(carom_scene *scene)
{
  const carom_scene_view view = carom_scene_sample(scene);
  double sum = 0, mass = 0;
  for (int64_t i = 0; i < view.count; i++) {
    const carom_scene_grain *g = (const void *)((const char *)view.grain + (size_t)i * view.stride);
    sum += g->mass * g->position[2];
    mass += g->mass;
  }
  return sum / mass;
}

/* One scene of those that run at the same time. */
typedef struct copy {
  const options *o;
  const data_spheres *data;
  int number;
  atomic_int *unready; /* copies that are still being made */
  pthread_t thread;
  carom_scene *scene;
  double seconds, processor;
  double start_force;
  carom_scene_counters before;
} copy;

/* Makes a scene, waits for the others, runs. */
static void *run_copy(void *user)
{
  copy *c = user;
  const options *o = c->o;
  const bench_scene_options how = {o->threads, o->skin,     o->set,
                                   o->rolling, o->twisting, o->adhesion};
  carom_error err;
  if (o->copies > 1) bench_stay(c->number);
  c->scene = bench_scene_create(o->scene, c->data, &how);
  if (o->forces) c->start_force = mean_force(c->scene, c->data->count);
  if (carom_scene_advance_steps(c->scene, o->warm, &err) != CAROM_OK) stop(1, err.where, err.text);
  c->before = carom_scene_stats(c->scene);
  atomic_fetch_sub(c->unready, 1);
  while (atomic_load(c->unready) > 0)
    sched_yield();
  const double wall = bench_seconds(), start = bench_processor_seconds();
  if (carom_scene_advance_steps(c->scene, o->steps, &err) != CAROM_OK) stop(1, err.where, err.text);
  c->processor = bench_processor_seconds() - start;
  c->seconds = bench_seconds() - wall;
  return NULL;
}

static double rebuild_seconds(const carom_scene_rebuild_times *t)
{
  return t->sort + t->histories + t->search + t->write + t->active;
}

/* Where the time went, in ns per particle and step of this scene. */
static void print_rest(const copy *c)
{
  const double count = (double)c->data->count, work = count * (double)c->o->steps;
  const double phase = 1e9 / work;
  const carom_scene_counters w = carom_scene_stats(c->scene);
  printf("# ns: wall %.2f, forces %.2f, motion %.2f, lists %.2f; rebuilds %" PRId64
         ", listed %" PRId64 ", "
         "touching %" PRId64
         ", bytes per particle %.0f, peak %.0f, moved %.1f, energy residual %.3g, "
         "hash %016llx\n",
         c->seconds * phase, (w.forces - c->before.forces) * phase,
         (w.motion - c->before.motion) * phase, (w.lists - c->before.lists) * phase,
         w.rebuilds - c->before.rebuilds, w.listed, w.touching, (double)w.bytes / count,
         (double)bench_peak_bytes() / count, w.bytes_per_step / count,
         carom_scene_budget(c->scene).residual, (unsigned long long)carom_scene_hash(c->scene));
  const carom_scene_rebuild_times *now = &w.rebuild, *before = &c->before.rebuild;
  const double each = w.rebuilds > c->before.rebuilds
                          ? 1e9 / count / (double)(w.rebuilds - c->before.rebuilds)
                          : 0;
  printf("# ns per particle and rebuild: sort %.1f, histories %.1f, search %.1f, write %.1f, "
         "active lists "
         "%.1f; per step: whether lists hold %.2f\n",
         each * (now->sort - before->sort), each * (now->histories - before->histories),
         each * (now->search - before->search), each * (now->write - before->write),
         each * (now->active - before->active),
         phase * (w.lists - c->before.lists - rebuild_seconds(now) + rebuild_seconds(before)));
}

static void measure(const options *o, const data_spheres *data)
{
  copy *all = calloc((size_t)o->copies, sizeof *all);
  atomic_int unready = o->copies;
  double rate = 0; /* steps a second of all copies together */
  int64_t contacts = 0;
  if (!all) stop(1, "--copies", "out of memory");
  for (int k = 0; k < o->copies; k++) {
    all[k] = (copy){.o = o, .data = data, .number = k, .unready = &unready};
    if (k > 0 && pthread_create(&all[k].thread, NULL, run_copy, &all[k]))
      stop(1, "--copies", "a thread cannot be started");
  }
  run_copy(&all[0]);
  for (int k = 0; k < o->copies; k++) {
    if (k > 0) pthread_join(all[k].thread, NULL);
    const bool alone = o->copies == 1 && o->threads == 1 && !o->wall;
    rate += (double)o->steps / (alone ? all[k].processor : all[k].seconds);
  }
  const carom_scene_energy e = carom_scene_budget(all[0].scene);
  carom_scene_contacts(all[0].scene, count_spheres, &contacts);
  printf("%s carom %" PRId64 " %" PRId64 " %.4f %.15g %.15g %" PRId64 " %.15g\n", o->scene->name,
         data->count, o->steps, 1e9 / (rate * (double)data->count), e.kinetic, e.rotational,
         contacts, height(all[0].scene));
  if (o->forces) printf("# mean force at the start: %.15g\n", all[0].start_force);
  print_rest(&all[0]);
  for (int k = 0; k < o->copies; k++)
    carom_scene_destroy(all[k].scene);
  free(all);
}

static int64_t number(const char *text)
{
  char *end = NULL;
  const int64_t n = text ? strtoll(text, &end, 10) : 0;
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

/* Two numbers with an x between them. */
static void read_size(const char *text, double size[2])
{
  char *end = NULL;
  size[0] = text ? strtod(text, &end) : 0;
  if (!(size[0] > 0) || *end != 'x') stop(2, text ? text : "", "a size is WIDTHxDEPTH");
  size[1] = length(end + 1);
}

static options read_options(int argc, char **argv)
{
  options o = {
      .steps = 100, .threads = 1, .copies = 1, .skin = CAROM_UNSET, .set = CAROM_INSTRUCTIONS_BEST};
  o.scene = argc > 1 ? bench_scene_find(argv[1]) : NULL;
  if (!o.scene)
    stop(2, argc > 1 ? argv[1] : "",
         "the scenes are chute, bed, bed900k, shaken, mix3, mix10, mix30, mix100, power30, loose1, "
         "loose10 and loose20");
  for (int i = 2; i < argc; i++) {
    const char *value = argv[i + 1]; /* argv ends with NULL */
    if (!strcmp(argv[i], "--data") && value && ++i)
      o.data = value;
    else if (!strcmp(argv[i], "--make") && value && ++i)
      o.make = value;
    else if (!strcmp(argv[i], "--steps") && ++i)
      o.steps = number(value);
    else if (!strcmp(argv[i], "--settle") && ++i)
      o.settle = number(value);
    else if (!strcmp(argv[i], "--count") && ++i)
      o.count = number(value);
    else if (!strcmp(argv[i], "--threads") && ++i)
      o.threads = (int)number(value);
    else if (!strcmp(argv[i], "--copies") && ++i)
      o.copies = (int)number(value);
    else if (!strcmp(argv[i], "--wall"))
      o.wall = true;
    else if (!strcmp(argv[i], "--forces"))
      o.forces = true;
    else if (!strcmp(argv[i], "--warm") && ++i)
      o.warm = number(value);
    else if (!strcmp(argv[i], "--write") && value && ++i)
      o.write = value;
    else if (!strcmp(argv[i], "--base") && ++i)
      read_size(value, o.base);
    else if (!strcmp(argv[i], "--tile") && ++i)
      read_size(value, o.tiles);
    else if (!strcmp(argv[i], "--skin") && ++i)
      o.skin = length(value);
    else if (!strcmp(argv[i], "--rolling") && value && ++i)
      o.rolling = value;
    else if (!strcmp(argv[i], "--twisting") && value && ++i)
      o.twisting = value;
    else if (!strcmp(argv[i], "--jkr") && ++i)
      o.adhesion = length(value);
    else if (!strcmp(argv[i], "--set") && ++i)
      o.set = bench_set_of(value);
    else
      stop(2, argv[i], "cannot be used");
  }
  if (!o.data == !o.make) stop(2, "--data, --make", "one of them is needed");
  if (o.tiles[0] > 0 && o.scene->chute) stop(2, "--tile", "only boxes have mirror images");
  if (o.base[0] > 0 && !o.make) stop(2, "--base", "goes with --make");
  if (o.copies > 1 && o.threads > 1) stop(2, "--copies", "copies have one thread each");
  return o;
}

int main(int argc, char **argv)
{
  const options o = read_options(argc, argv);
  if (o.make) {
    bench_scene scene = *o.scene;
    if (o.base[0] > 0) scene.width = o.base[0], scene.depth = o.base[1];
    bench_scene_make(&scene, o.count, o.settle, o.make);
    return 0;
  }
  data_spheres data = data_read(o.data);
  if (o.tiles[0] > 0) {
    data_spheres tiled = data_tile(&data, (int64_t)o.tiles[0], (int64_t)o.tiles[1]);
    data_free(&data);
    data = tiled;
  }
  if (o.write)
    data_write(&data, o.write);
  else
    measure(&o, &data);
  data_free(&data);
  return 0;
}
