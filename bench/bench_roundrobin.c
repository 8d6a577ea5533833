/* SPDX-License-Identifier: MIT */
/* The round robin of DEM programs (Dosta et al. 2024, doi 10.1016/j.cpc.2023.109066) from its data:
 *
 *   bench_roundrobin impact|drum|silo --particles FILE [--walls FILE] [--step S] [--until S]
 *                    [--every S] [--softer FACTOR] [--shift M] [--threads N]
 *
 * Particles: a line of titles, which says whether the radius comes first or last, then four numbers
 * a line; of a line with another number of them, the impact's ball, nothing is taken. Walls: nine
 * numbers a line, the corners of a triangle; without them the exact shape is used. Prints a line
 * every so often, and what it took:
 *
 *   impact  time, height and vertical velocity of the ball
 *   drum    time, small and large ones in x > 0, z > 0, then in x < 0, z < 0
 *   silo    time, particles above the orifice */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <carom/mesh.h>
#include <carom/scene.h>

#include "bench.h"

enum { M1, M2, STEEL, MATERIALS, LINE = 1024 };

typedef struct options {
  const char *name, *particles, *walls;
  double step, until, every;
  double softer; /* Young's modulus of the grains is divided by this */
  double shift;  /* moves all grains along x: another start, where nothing else changes */
  int threads;
} options;

typedef struct sphere {
  double position[3], radius;
} sphere;

typedef struct start {
  sphere *grain;
  int64_t count;
} start;

static _Noreturn void stop(const char *what, const char *why)
{
  fprintf(stderr, "bench_roundrobin: %s: %s\n", what, why);
  exit(2);
}

static int numbers(const char *line, double *out, int most)
{
  char *end;
  int count = 0;
  for (; count < most; count++, line = end) {
    out[count] = strtod(line, &end);
    if (end == line) break;
  }
  return count;
}

/* Rows of `width` numbers behind the line of titles, which is returned. */
static double *read_rows(const char *path, int width, int64_t *rows, char title[LINE])
{
  FILE *file = fopen(path, "r");
  int64_t capacity = 1024;
  double *row = malloc((size_t)(capacity * width) * sizeof *row);
  double x[10];
  char line[LINE];
  if (!file || !row || !fgets(title, LINE, file)) stop(path, "cannot be read");
  for (*rows = 0; fgets(line, sizeof line, file);) {
    if (numbers(line, x, 10) != width) continue;
    if (*rows == capacity) {
      capacity *= 2;
      row = realloc(row, (size_t)(capacity * width) * sizeof *row);
      if (!row) stop(path, "too large for this memory");
    }
    memcpy(row + *rows * width, x, (size_t)width * sizeof *row);
    ++*rows;
  }
  fclose(file);
  if (*rows == 0) stop(path, "has no rows of the right length");
  return row;
}

static start read_start(const options *o)
{
  char title[LINE];
  start s = {0};
  double *row = read_rows(o->particles, 4, &s.count, title);
  const int radius = title[strspn(title, " #")] == 'R' ? 0 : 3, x = radius == 0 ? 1 : 0;
  s.grain = malloc((size_t)s.count * sizeof *s.grain);
  if (!s.grain) stop(o->particles, "too large for this memory");
  for (int64_t i = 0; i < s.count; i++) {
    memcpy(s.grain[i].position, row + 4 * i + x, sizeof s.grain[i].position);
    s.grain[i].radius = row[4 * i + radius];
    s.grain[i].position[0] += o->shift;
  }
  free(row);
  return s;
}

static carom_scene_contact contact_of(int a, int b)
{
  static const double restitution[MATERIALS][MATERIALS] = {
      {0.5, 0.45, 0.4}, {0.45, 0.4, 0.4}, {0.4, 0.4, 0.6}};
  static const double friction[MATERIALS][MATERIALS] = {
      {0.3, 0.2, 0.2}, {0.2, 0.4, 0.2}, {0.2, 0.2, 0.5}};
  carom_scene_contact c = carom_scene_contact_default();
  c.between[0] = a;
  c.between[1] = b;
  c.normal.law = "tsuji";
  c.normal.speed = 1;
  carom_contact_set(&c.normal, "restitution", restitution[a][b]);
  c.tangential.model = "mindlin";
  carom_tangential_set(&c.tangential, "friction", friction[a][b]);
  return c;
}

/* A case: its walls where none are given, its own steps, what it prints. */
typedef struct robin {
  const char *name, *titles;
  double step, until, every;
  int (*walls)(carom_scene_wall *wall);
  void (*line)(const carom_scene_grain *grain, int64_t count);
} robin;

static int impact_walls(carom_scene_wall *wall)
{
  static const double low[] = {-0.049, -0.03, -0.0902431};
  wall->shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++) {
    wall->low[k] = low[k];
    wall->high[k] = k < 2 ? -low[k] : INFINITY;
  }
  return 1;
}

static int drum_walls(carom_scene_wall *wall)
{
  static const double time = 0, about[] = {0, -2, 0}; /* rad/s: the floor moves to +x */
  wall[0].shape = CAROM_WALL_CYLINDER;
  wall[0].radius = 0.1;
  wall[0].direction[1] = 1;
  wall[0].direction[2] = 0;
  wall[0].motion.points = 1;
  wall[0].motion.time = &time;
  wall[0].motion.spin = about;
  for (int k = 1; k < 3; k++) {
    wall[k] = wall[0];
    wall[k].shape = CAROM_WALL_PLANE;
    wall[k].point[1] = k == 1 ? -0.03 : 0.03;
    wall[k].direction[1] = k == 1 ? 1 : -1;
    memset(wall[k].motion.centre, 0, sizeof wall[k].motion.centre);
  }
  return 3;
}

static int silo_walls(carom_scene_wall *wall)
{
  (void)wall;
  stop("silo", "needs --walls FILE");
}

/* The triangles of a file as one wall, in place of the exact shapes. */
static carom_mesh read_walls(const char *path)
{
  char title[LINE];
  int64_t triangles;
  carom_mesh mesh;
  carom_mesh_report report;
  carom_error err;
  double *row = read_rows(path, 9, &triangles, title);
  if (carom_mesh_weld((const double(*)[3][3])row, triangles, CAROM_UNSET, &mesh, &report, &err) !=
      CAROM_OK)
    stop(path, err.text);
  free(row);
  return mesh;
}

static void impact_line(const carom_scene_grain *grain, int64_t count)
{
  printf("%.9g,%.9g", grain[count - 1].position[2], grain[count - 1].velocity[2]);
}

static void drum_line(const carom_scene_grain *grain, int64_t count)
{
  int64_t in[2][2] = {{0}};
  for (int64_t i = 0; i < count; i++) {
    const double x = grain[i].position[0], z = grain[i].position[2];
    if (x > 0 && z > 0) in[0][grain[i].material]++;
    if (x < 0 && z < 0) in[1][grain[i].material]++;
  }
  printf("%lld,%lld,%lld,%lld", (long long)in[0][M1], (long long)in[0][M2], (long long)in[1][M1],
         (long long)in[1][M2]);
}

static const double ORIFICE = -0.0554222;

static void silo_line(const carom_scene_grain *grain, int64_t count)
{
  int64_t above = 0;
  for (int64_t i = 0; i < count; i++)
    above += grain[i].position[2] > ORIFICE;
  printf("%lld", (long long)above);
}

static const robin robins[] = {
    {"impact", "z[m],v[m/s]", 5e-7, 0.032, 5e-4, impact_walls, impact_line},
    {"drum", "small_1,large_1,small_2,large_2", 8e-7, 5, 0.1, drum_walls, drum_line},
    {"silo", "retained", 1.5e-6, 5, 0.05, silo_walls, silo_line},
};

static const robin *robin_of(const char *name)
{
  for (size_t k = 0; name && k < sizeof robins / sizeof *robins; k++)
    if (!strcmp(robins[k].name, name)) return &robins[k];
  stop(name ? name : "", "the cases are impact, drum and silo");
}

/* The bed of the impact, with the ball as the last particle. Those of 2 mm in the drum are of the
 * second material. */
static carom_scene_particle *particles_of(const robin *which, const start *s, int64_t *count)
{
  const bool ball = !strcmp(which->name, "impact"), drum = !strcmp(which->name, "drum");
  carom_scene_particle *particle = calloc((size_t)s->count + 1, sizeof *particle);
  if (!particle) stop(which->name, "out of memory");
  *count = s->count + ball;
  for (int64_t i = 0; i < *count; i++) {
    particle[i] = carom_scene_particle_default();
    particle[i].id = (uint32_t)i + 1;
    if (i == s->count) {
      particle[i].position[2] = 0.06;
      particle[i].velocity[2] = -5;
      particle[i].radius = 0.01;
      particle[i].material = STEEL;
      continue;
    }
    memcpy(particle[i].position, s->grain[i].position, sizeof particle[i].position);
    particle[i].radius = s->grain[i].radius;
    particle[i].material = drum && s->grain[i].radius > 0.0015 ? M2 : M1;
  }
  return particle;
}

static carom_scene *create(const options *o, const robin *which, const start *s)
{
  const carom_material material[MATERIALS] = {{1e9 / o->softer, 0.2, 2500, CAROM_UNSET, "M1"},
                                              {0.5e9 / o->softer, 0.2, 2000, CAROM_UNSET, "M2"},
                                              {210e9, 0.2, 7200, CAROM_UNSET, "steel"}};
  carom_scene_contact contact[6];
  carom_scene_wall wall[3];
  carom_scene_def def = carom_scene_default();
  carom_scene *scene = NULL;
  carom_error err;
  for (int a = 0; a < MATERIALS; a++)
    for (int b = a; b < MATERIALS; b++)
      contact[def.contacts++] = contact_of(a, b);
  for (int k = 0; k < 3; k++) {
    wall[k] = carom_scene_wall_default();
    wall[k].material = STEEL;
  }
  carom_mesh mesh = {0};
  def.walls = o->walls && !strcmp(which->name, "silo") ? 1 : which->walls(wall);
  if (o->walls) {
    mesh = read_walls(o->walls);
    wall[0].shape = CAROM_WALL_MESH;
    wall[0].mesh = &mesh;
    def.walls = 1;
  }
  def.wall = wall;
  def.material = material;
  def.materials = MATERIALS;
  def.contact = contact;
  carom_scene_particle *particle = particles_of(which, s, &def.particles);
  def.particle = particle;
  carom_scene_sink below = carom_scene_sink_default(); /* of the silo */
  below.region.shape = CAROM_REGION_BELOW;
  below.region.point[2] = ORIFICE - 0.05;
  def.sink = &below;
  def.sinks = !strcmp(which->name, "silo");
  def.gravity[2] = -9.81;
  def.step = o->step;
  def.threads = o->threads;
  if (carom_scene_create(&def, &scene, &err) != CAROM_OK) stop(err.where, err.text);
  free(particle);
  if (o->walls) carom_mesh_free(&mesh);
  return scene;
}

static void print_line(const robin *which, carom_scene *scene)
{
  const carom_scene_view view = carom_scene_sample(scene);
  printf("%.9g,", carom_scene_time(scene));
  which->line(view.grain, view.count);
  putchar('\n');
  fflush(stdout);
}

static double positive(const char *text)
{
  char *end;
  const double x = text ? strtod(text, &end) : 0;
  if (!text || *end || !(x > 0)) stop(text ? text : "", "a number above 0 is needed");
  return x;
}

static options read_options(int argc, char **argv)
{
  const robin *which = robin_of(argc > 1 ? argv[1] : NULL);
  options o = {.name = which->name,
               .step = which->step,
               .until = which->until,
               .every = which->every,
               .softer = 1,
               .threads = 1};
  for (int i = 2; i < argc; i++) {
    const char *value = argv[i + 1]; /* argv ends with NULL */
    if (!strcmp(argv[i], "--particles") && value && ++i)
      o.particles = value;
    else if (!strcmp(argv[i], "--walls") && value && ++i)
      o.walls = value;
    else if (!strcmp(argv[i], "--step") && ++i)
      o.step = positive(value);
    else if (!strcmp(argv[i], "--until") && ++i)
      o.until = positive(value);
    else if (!strcmp(argv[i], "--every") && ++i)
      o.every = positive(value);
    else if (!strcmp(argv[i], "--softer") && ++i)
      o.softer = positive(value);
    else if (!strcmp(argv[i], "--shift") && ++i)
      o.shift = positive(value);
    else if (!strcmp(argv[i], "--threads") && ++i)
      o.threads = (int)positive(value);
    else
      stop(argv[i], "cannot be used");
  }
  if (!o.particles) stop("--particles", "is needed");
  return o;
}

int main(int argc, char **argv)
{
  const options o = read_options(argc, argv);
  const robin *which = robin_of(o.name);
  start s = read_start(&o);
  carom_scene *scene = create(&o, which, &s);
  carom_error err;
  double seconds = 0;
  printf("time[s],%s\n", which->titles);
  print_line(which, scene);
  for (int64_t row = 1; (double)row * o.every < o.until + 0.5 * o.step; row++) {
    const double before = o.threads > 1 ? bench_seconds() : bench_processor_seconds();
    if (carom_scene_advance(scene, (double)row * o.every, &err) != CAROM_OK) {
      fprintf(stderr, "bench_roundrobin: %s\n", err.text);
      return 1;
    }
    seconds += (o.threads > 1 ? bench_seconds() : bench_processor_seconds()) - before;
    print_line(which, scene);
  }
  const double work = (double)carom_scene_steps(scene) * (double)carom_scene_particles(scene);
  const carom_scene_counters c = carom_scene_stats(scene);
  printf("# %.3f s, %.2f ns per particle-step (forces %.3f s, lists %.3f s, %lld rebuilds), "
         "residual %.3g J\n",
         seconds, 1e9 * seconds / work, c.forces, c.lists, (long long)c.rebuilds,
         carom_scene_budget(scene).residual);
  carom_scene_destroy(scene);
  free(s.grain);
  return 0;
}
