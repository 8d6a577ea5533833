/* SPDX-License-Identifier: MIT */
/* What meshes cost: the same spheres within exact walls and within triangles.
 *
 *   bench_mesh bed|drum --data FILE [--mesh FILE] [--steps N] [--warm N] [--threads N]
 *              [--set base|avx2|avx512]
 *   bench_mesh drum --make FILE [--count N]
 *
 * bed: the settled bed of bench_scene in its box, or in a box of triangles. drum: spheres in a
 * cylinder along z that turns, DRUM_RADIUS wide, or in a cylinder of triangles, between two flat
 * ends that stand still. Units in which gravity and the diameter are 1; FILE is a LAMMPS data file,
 * the mesh an STL. --make settles spheres in the exact drum and lets it turn. Prints one line:
 * scene carom-exact|carom-mesh count steps ns-per-particle-step kinetic rotational, and one that
 * begins with # and has the rest. Time is processor time on one thread, otherwise wall time. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <carom/fill.h>
#include <carom/io.h>

#include "bench.h"
#include "scenes.h"

static const double PI = 3.14159265358979323846, STEP = 1e-4;
static const double DRUM_RADIUS = 30, DRUM_LENGTH = 20, DRUM_SPIN = 0.1;

typedef struct options {
  bool drum;
  const char *data, *make, *mesh;
  int64_t steps, warm, count;
  int threads;
  carom_instructions set;
} options;

static _Noreturn void stop(const char *what, const char *why)
{
  fprintf(stderr, "bench_mesh: %s: %s\n", what, why);
  exit(2);
}

static int exact_walls(const options *o, const data_spheres *data, carom_scene_wall *wall)
{
  if (!o->drum) {
    wall->shape = CAROM_WALL_BOX;
    memcpy(wall->low, data->low, sizeof wall->low);
    memcpy(wall->high, data->high, sizeof wall->high);
    wall->high[2] = INFINITY;
    return 1;
  }
  wall->shape = CAROM_WALL_CYLINDER;
  wall->radius = DRUM_RADIUS;
  return 1;
}

/* The drum turns about z; its ends are planes that do not. */
static int drum_ends(carom_scene_wall *wall)
{
  static const double time = 0, about[] = {0, 0, DRUM_SPIN};
  wall[0].motion.points = 1;
  wall[0].motion.time = &time;
  wall[0].motion.spin = about;
  for (int k = 1; k < 3; k++) {
    wall[k] = carom_scene_wall_default();
    wall[k].shape = CAROM_WALL_PLANE;
    wall[k].point[2] = k == 1 ? 0 : DRUM_LENGTH;
    wall[k].direction[2] = k == 1 ? 1 : -1;
  }
  return 3;
}

static carom_scene *create(const options *o, const data_spheres *data, bool settles)
{
  const carom_material grain = {2 * 0.75e6 * (1 - 0.3 * 0.3), 0.3, 1, CAROM_UNSET, NULL};
  const carom_scene_contact contact = bench_bed_contact(settles);
  carom_scene_wall wall[3] = {carom_scene_wall_default()};
  carom_scene_particle *particle = bench_particles(data, false);
  carom_scene_def def = carom_scene_default();
  carom_mesh mesh = {0};
  carom_scene *scene = NULL;
  carom_error err;
  def.material = &grain, def.materials = 1;
  def.contact = &contact, def.contacts = 1;
  def.particle = particle, def.particles = data->count;
  if (o->mesh) {
    carom_mesh_report report;
    if (carom_mesh_load(o->mesh, &mesh, &report, &err) != CAROM_OK) stop(o->mesh, err.text);
    wall[0].shape = CAROM_WALL_MESH;
    wall[0].mesh = &mesh;
    def.walls = 1;
  } else {
    def.walls = exact_walls(o, data, wall);
  }
  if (o->drum) def.walls = drum_ends(wall);
  def.wall = wall;
  def.gravity[o->drum ? 0 : 2] = settles ? -4 : -1; /* heavy while it falls: that saves steps */
  if (settles) def.overlap_limit = 1;
  def.step = STEP;
  def.velocity = CAROM_VELOCITY_HALF;
  def.threads = o->threads;
  def.instructions = o->set;
  if (carom_scene_create(&def, &scene, &err) != CAROM_OK) stop(err.where, err.text);
  free(particle);
  carom_mesh_free(&mesh);
  return scene;
}

static void advance(carom_scene *scene, int64_t steps)
{
  carom_error err;
  if (steps > 0 && carom_scene_advance_steps(scene, steps, &err) != CAROM_OK)
    stop(err.where, err.text);
}

/* Dense on the lower side of the drum, settled, then turned by half a radian. */
static void make_drum(const options *o)
{
  const int64_t count = o->count ? o->count : 32000;
  data_spheres data = {.count = count, .types = 1};
  carom_filled *filled = calloc((size_t)count, sizeof *filled);
  data.sphere = calloc((size_t)count, sizeof *data.sphere);
  carom_fill_def def = carom_fill_default();
  carom_region region = carom_region_default();
  carom_error err;
  if (!filled || !data.sphere) stop("memory", "too many spheres");
  region.shape = CAROM_REGION_CYLINDER;
  region.radius = DRUM_RADIUS;
  region.length = DRUM_LENGTH;
  def.arrangement = CAROM_ARRANGE_DENSE;
  def.region = &region;
  def.radius_min = def.radius_max = 0.5;
  def.count = count;
  if (carom_fill(&def, filled, &err) != CAROM_OK) stop(err.where, err.text);
  for (int k = 0; k < 3; k++) {
    data.low[k] = k < 2 ? -DRUM_RADIUS : 0;
    data.high[k] = k < 2 ? DRUM_RADIUS : DRUM_LENGTH;
  }
  for (int64_t i = 0; i < count; i++) {
    data.sphere[i] = (data_sphere){.type = 1, .diameter = 1, .density = 6 / PI};
    memcpy(data.sphere[i].position, filled[i].position, sizeof filled[i].position);
  }
  carom_scene *scene = create(o, &data, true);
  advance(scene, 60000);
  bench_copy_state(scene, false, &data);
  carom_scene_destroy(scene);
  scene = create(o, &data, false);
  advance(scene, 20000);
  bench_copy_state(scene, false, &data);
  carom_scene_destroy(scene);
  data_write(&data, o->make);
  data_free(&data);
  free(filled);
}

static void measure(const options *o)
{
  data_spheres data = data_read(o->data);
  carom_scene *scene = create(o, &data, false);
  advance(scene, o->warm);
  const carom_scene_counters before = carom_scene_stats(scene);
  const double wall = bench_seconds(), start = bench_processor_seconds();
  advance(scene, o->steps);
  const double processor = bench_processor_seconds() - start, seconds = bench_seconds() - wall;
  const double each = 1e9 / ((double)data.count * (double)o->steps);
  const carom_scene_counters w = carom_scene_stats(scene);
  const carom_scene_energy e = carom_scene_budget(scene);
  printf("%s carom-%s %" PRId64 " %" PRId64 " %.4f %.15g %.15g\n", o->drum ? "drum" : "bed",
         o->mesh ? "mesh" : "exact", data.count, o->steps,
         each * (o->threads == 1 ? processor : seconds), e.kinetic, e.rotational);
  printf("# ns: forces %.2f, motion %.2f, lists %.2f; rebuilds %" PRId64 ", listed %" PRId64
         ", touching %" PRId64 ", energy residual %.3g, hash %016llx\n",
         (w.forces - before.forces) * each, (w.motion - before.motion) * each,
         (w.lists - before.lists) * each, w.rebuilds - before.rebuilds, w.listed, w.touching,
         e.residual, (unsigned long long)carom_scene_hash(scene));
  carom_scene_destroy(scene);
  data_free(&data);
}

static int64_t number(const char *text)
{
  char *end = NULL;
  const int64_t n = text ? strtoll(text, &end, 10) : 0;
  if (n > 0 && n <= 100000000 && !*end) return n;
  stop(text ? text : "", "a positive number is needed");
}

static options read_options(int argc, char **argv)
{
  options o = {.steps = 100, .threads = 1, .set = CAROM_INSTRUCTIONS_BEST};
  if (argc < 2 || (strcmp(argv[1], "bed") && strcmp(argv[1], "drum")))
    stop(argc > 1 ? argv[1] : "", "the scenes are bed and drum");
  o.drum = !strcmp(argv[1], "drum");
  for (int i = 2; i < argc; i++) {
    const char *value = argv[i + 1]; /* argv ends with NULL */
    if (!strcmp(argv[i], "--data") && value && ++i)
      o.data = value;
    else if (!strcmp(argv[i], "--make") && value && ++i)
      o.make = value;
    else if (!strcmp(argv[i], "--mesh") && value && ++i)
      o.mesh = value;
    else if (!strcmp(argv[i], "--steps") && ++i)
      o.steps = number(value);
    else if (!strcmp(argv[i], "--warm") && ++i)
      o.warm = number(value);
    else if (!strcmp(argv[i], "--count") && ++i)
      o.count = number(value);
    else if (!strcmp(argv[i], "--threads") && ++i)
      o.threads = (int)number(value);
    else if (!strcmp(argv[i], "--set") && ++i)
      o.set = bench_set_of(value);
    else
      stop(argv[i], "cannot be used");
  }
  if (!o.data == !o.make) stop("--data, --make", "one of them is needed");
  if (o.make && !o.drum) stop("--make", "the bed is made by bench_scene");
  return o;
}

int main(int argc, char **argv)
{
  const options o = read_options(argc, argv);
  if (o.make)
    make_drum(&o);
  else
    measure(&o);
  return 0;
}
