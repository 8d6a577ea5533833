/* SPDX-License-Identifier: MIT */
/* Materials, contacts, walls and gravity of the scenes.
 *
 * Beds: LAMMPS's gran/hertz/history with k_n = 1e6 = (4/3) E*, k_t = 8 G* for nu = 0.3, gamma_n =
 * 2000, friction 0.5. Chute: gran/hooke/history with k_n = 2e5, k_t = 2/7 k_n, gamma_n = 50. Both
 * keep tension, have no tangential dashpot, and see the velocity in the middle of a step. */
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846, STEP = 1e-4, SLOPE = 26;

static const bench_scene scenes[] = {
    {"chute", 32000, true, 40, 20, 1, 0, 0, 0, 0, 0, 0},
    {"bed", 100000, false, 40, 40, 1, 0, 0, 0, 0, 0, 0},
    {"bed900k", 900000, false, 120, 120, 1, 0, 0, 0, 0, 0, 0},
    {"shaken", 50000, false, 32, 32, 0.5, 1, 3, 0, 0, 0, 0},
    /* beds in which the large ones are half of the volume */
    {"mix3", 103704, false, 53, 53, 1, 0, 0, 3704, 3, 0, 0},
    {"mix10", 100100, false, 53, 53, 1, 0, 0, 100, 10, 0, 0},
    {"mix30", 972036, false, 168, 168, 1, 0, 0, 36, 30, 0, 0},
    {"mix100", 2000002, false, 220, 110, 1, 0, 0, 2, 100, 0, 0},
    /* one of all sizes */
    {"power30", 100000, false, 120, 120, 1, 29, 0, 0, 0, 2.5, 0},
    /* and a few large ones among small ones that fall, or none */
    {"loose1", 20000, false, 50, 50, 1, 0, 0, 0, 0, 0, 0.3},
    {"loose10", 20040, false, 50, 50, 1, 0, 0, 40, 10, 0, 0.3},
    {"loose20", 20008, false, 50, 50, 1, 0, 0, 8, 20, 0, 0.3},
};

const bench_scene *bench_scene_find(const char *name)
{
  for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
    if (!strcmp(scenes[k].name, name)) return &scenes[k];
  return NULL;
}

carom_instructions bench_set_of(const char *name)
{
  if (name && !strcmp(name, "base")) return CAROM_INSTRUCTIONS_BASE;
  if (name && !strcmp(name, "avx2")) return CAROM_INSTRUCTIONS_AVX2;
  if (name && !strcmp(name, "avx512")) return CAROM_INSTRUCTIONS_AVX512;
  fprintf(stderr, "bench: %s: --set takes base, avx2 or avx512\n", name ? name : "");
  exit(2);
}

static _Noreturn void stop(const char *what, const char *why)
{
  fprintf(stderr, "bench_scene: %s: %s\n", what, why);
  exit(1);
}

carom_scene_contact bench_bed_contact(bool settles)
{
  carom_scene_contact c = carom_scene_contact_default();
  c.normal.law = "gran-hertz";
  c.normal.speed = 1;
  carom_contact_set(&c.normal, "damping_rate", settles ? 20000 : 2000);
  carom_contact_set_text(&c.normal, "tension", "keep");
  c.tangential.model = "mindlin-secant";
  carom_tangential_set(&c.tangential, "stiffness", 21.0 / 17.0 * 1e6);
  carom_tangential_set(&c.tangential, "friction", 0.5);
  return c;
}

/* The dashpot is 50 m*. `hooke` carries it to other masses as sqrt(m*): a frozen sphere doubles the
 * reduced mass for which the constant is given. */
static carom_scene_contact chute_contact(double mass, bool frozen)
{
  carom_scene_contact c = carom_scene_contact_default();
  c.between[1] = frozen;
  c.normal.law = "hooke";
  c.normal.speed = 1;
  carom_contact_set(&c.normal, "stiffness", 2e5);
  carom_contact_set(&c.normal, "damping_coefficient", 50 * mass * (frozen ? sqrt(0.5) : 0.5));
  carom_contact_set_text(&c.normal, "tension", "keep");
  c.tangential.model = "linear";
  carom_tangential_set(&c.tangential, "stiffness", 2.0 / 7.0 * 2e5);
  carom_tangential_set(&c.tangential, "damping_ratio", 0);
  carom_tangential_set(&c.tangential, "friction", 0.5);
  return c;
}

static bool is_mix(const bench_scene *which)
{
  return which->large > 0 || which->power > 0 || which->loose > 0;
}

/* Does its bed begin so dense that it hardly falls? */
static bool dense_enough(const bench_scene *which)
{
  return which->diameter > 20;
}

static void shake(void *user, double time, double gravity[3])
{
  const bench_scene *which = user;
  gravity[0] = gravity[1] = 0;
  gravity[2] = -(1 + which->shake * sin(PI * time));
}

/* While a bed is made: heavy as long as it falls, which saves steps, then lighter little by little:
 * a bed that is let go at once jumps. Mixtures begin dense, and fall for a short time only. */
static void settle(void *user, double time, double gravity[3])
{
  const bench_scene *which = user;
  const bool high = dense_enough(which);
  const double most = high ? 1 : 3, end = high ? 0.7 : 3, ease = high ? 0.12 : 0.6;
  const double more = time < end ? most : most * exp(-(time - end) / ease);
  gravity[0] = gravity[1] = 0;
  gravity[2] = -(1 + more);
}

carom_scene_particle *bench_particles(const data_spheres *data, bool frozen)
{
  carom_scene_particle *particle = calloc((size_t)data->count, sizeof *particle);
  if (!particle) stop("memory", "too many spheres");
  for (int64_t i = 0; i < data->count; i++) {
    const data_sphere *s = &data->sphere[i];
    carom_scene_particle *p = &particle[i];
    *p = carom_scene_particle_default();
    p->radius = 0.5 * s->diameter;
    p->mass = PI / 6 * s->density * s->diameter * s->diameter * s->diameter;
    p->fixed = frozen && s->type == 2;
    p->material = p->fixed;
    p->id = (uint32_t)i + 1;
    memcpy(p->position, s->position, sizeof p->position);
    if (p->fixed) continue;
    memcpy(p->velocity, s->velocity, sizeof p->velocity);
    memcpy(p->spin, s->spin, sizeof p->spin);
  }
  return particle;
}

/* The contact of a bed with the models that are asked for. */
static carom_scene_contact given(const bench_scene_options *how, carom_scene_contact c)
{
  c.rolling.model = how->rolling;
  c.twisting.model = how->twisting;
  if (!(how->adhesion > 0)) return c;
  c.normal = carom_scene_contact_default().normal;
  c.normal.law = "jkr";
  c.normal.speed = 1;
  carom_contact_set(&c.normal, "work_of_adhesion", how->adhesion);
  carom_contact_set(&c.normal, "damping_ratio", 0.1);
  return c;
}

static carom_scene *create(const bench_scene *which, const data_spheres *data,
                           const bench_scene_options *how, bool settles)
{
  const double young = 2 * 0.75e6 * (1 - 0.3 * 0.3);
  const carom_material grain = {young, 0.3, 1, CAROM_UNSET, NULL}, material[2] = {grain, grain};
  const double mass = PI / 6 * data->sphere[0].density;
  const carom_scene_contact contact[2] = {which->chute ? chute_contact(mass, false)
                                                       : given(how, bench_bed_contact(settles)),
                                          chute_contact(mass, true)};
  carom_scene_wall box = carom_scene_wall_default();
  carom_scene_particle *particle = bench_particles(data, which->chute);
  carom_scene_def def = carom_scene_default();
  carom_scene *scene = NULL;
  carom_error err;
  def.material = material;
  def.materials = 1 + which->chute;
  def.contact = contact;
  def.contacts = 1 + which->chute;
  def.particle = particle;
  def.particles = data->count;
  box.shape = CAROM_WALL_BOX;
  memcpy(box.low, data->low, sizeof box.low);
  memcpy(box.high, data->high, sizeof box.high);
  box.high[2] = INFINITY;
  def.wall = &box;
  def.walls = !which->chute;
  for (int k = 0; which->chute && k < 2; k++) {
    def.low[k] = data->low[k], def.high[k] = data->high[k];
    def.periodic[k] = true;
  }
  def.gravity[0] = which->chute ? sin(SLOPE * PI / 180) : 0;
  def.gravity[2] = which->chute ? -cos(SLOPE * PI / 180) : -1;
  if (settles && !which->chute)
    def.gravity_at = settle;
  else if (which->shake > 0)
    def.gravity_at = shake;
  def.gravity_user = (void *)(uintptr_t)which;
  if (settles) def.overlap_limit = 1; /* small ones may be squeezed while all fall */
  def.step = STEP;
  def.skin = how->skin;
  def.velocity = CAROM_VELOCITY_HALF;
  def.threads = how->threads;
  def.instructions = how->set;
  if (carom_scene_create(&def, &scene, &err) != CAROM_OK) stop(err.where, err.text);
  free(particle);
  return scene;
}

carom_scene *bench_scene_create(const bench_scene *which, const data_spheres *data,
                                const bench_scene_options *how)
{
  return create(which, data, how, false);
}

/* Numbers between -1 and 1 from a counter (splitmix64). */
static double chance(uint64_t *counter)
{
  uint64_t x = *counter += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return (double)((x ^ x >> 31) >> 11) * 0x1p-52 - 1;
}

/* Spheres of a fill. */
static void pack(carom_fill_def *def, const bench_scene *which, double height, carom_filled *out)
{
  carom_error err;
  def->high[0] = which->width;
  def->high[1] = which->depth;
  def->high[2] = height;
  if (carom_fill(def, out, &err) != CAROM_OK) stop(err.where, err.text);
}

/* Both at once, so that small ones are not caught between large ones: about as many of these. */
static void mix_few_sizes(const bench_scene *which, int64_t count, int64_t large, double height,
                          carom_filled *out)
{
  const double r = 0.5 * which->smallest, radius[] = {r, r * (1 + 1e-9), 3 * r * (1 - 1e-9), 3 * r};
  const double most = 1 - (double)large / (double)count, share[] = {0, most, most, 1};
  carom_distribution sizes = carom_distribution_default();
  carom_fill_def def = carom_fill_default();
  sizes.law = CAROM_SIZES_TABLE;
  sizes.points = 4;
  sizes.radius = radius;
  sizes.passing = share;
  def.radius_min = sizes.radius_min = radius[0];
  def.radius_max = sizes.radius_max = radius[3];
  def.sizes = &sizes;
  def.count = count;
  def.arrangement = CAROM_ARRANGE_DENSE;
  pack(&def, which, height, out);
}

/* Large ones, if any, and the small ones where these leave room. */
static void mix(const bench_scene *which, int64_t count, int64_t large, carom_filled *out)
{
  const double cube = which->smallest * which->smallest * which->smallest;
  const double big = which->diameter * which->diameter * which->diameter;
  const double wanted = which->diameter > 20 ? 0.57 : which->diameter > 5 ? 0.53 : 0.4;
  const double solid = PI / 6 * (double)large * big, rest = PI / 6 * (double)(count - large) * cube;
  const double volume = which->loose > 0 ? (solid + rest) / which->loose : solid + rest / wanted;
  const double height = volume / (which->width * which->depth);
  carom_fill_def def = carom_fill_default();
  if (which->diameter == 3 * which->smallest) {
    mix_few_sizes(which, count, large, height, out);
    return;
  }
  def.radius_min = def.radius_max = 0.5 * which->diameter;
  def.count = large;
  def.arrangement = CAROM_ARRANGE_DENSE;
  if (large > 0) pack(&def, which, height, out);
  def.taken = out;
  def.taken_count = large;
  def.radius_min = def.radius_max = 0.5 * which->smallest;
  def.count = count - large;
  def.seed = 1;
  if (which->loose > 0) def.arrangement = CAROM_ARRANGE_RANDOM;
  pack(&def, which, height, out + large);
}

/* All sizes, as a power law has them. */
static void fill(const bench_scene *which, int64_t count, carom_filled *out)
{
  enum { POINTS = 41 };
  const double ratio = 1 + which->spread / which->smallest, p = which->power;
  const double mean = p / (3 - p) * (pow(ratio, 3 - p) - 1) / (1 - pow(ratio, -p)); /* cube */
  const double cube = which->smallest * which->smallest * which->smallest * mean;
  double radius[POINTS], share[POINTS];
  carom_distribution sizes = carom_distribution_default();
  carom_fill_def def = carom_fill_default();
  for (int k = 0; k < POINTS; k++) {
    const double d = pow(ratio, (double)k / (POINTS - 1));
    radius[k] = 0.5 * which->smallest * d;
    share[k] = k == POINTS - 1 ? 1 : (1 - pow(d, -p)) / (1 - pow(ratio, -p));
  }
  sizes.law = CAROM_SIZES_TABLE;
  sizes.points = POINTS;
  sizes.radius = radius;
  sizes.passing = share;
  def.arrangement = CAROM_ARRANGE_DENSE;
  def.radius_min = sizes.radius_min = radius[0];
  def.radius_max = sizes.radius_max = radius[POINTS - 1];
  def.sizes = &sizes;
  def.count = count;
  pack(&def, which, PI / 6 * cube * (double)count / (0.7 * which->width * which->depth), out);
}

static data_spheres mixture(const bench_scene *which, int64_t count)
{
  data_spheres data = {.count = count, .types = 1};
  carom_filled *filled = calloc((size_t)count, sizeof *filled);
  uint64_t counter = 1;
  data.sphere = calloc((size_t)count, sizeof *data.sphere);
  if (!data.sphere || !filled) stop("memory", "too many spheres");
  data.high[0] = which->width;
  data.high[1] = which->depth;
  const int64_t large = (which->large * count + which->count / 2) / which->count;
  if (which->power > 0)
    fill(which, count, filled);
  else
    mix(which, count, large == 0 && which->large > 0 ? 1 : large, filled);
  for (int64_t i = 0; i < count; i++) {
    data_sphere *s = &data.sphere[i];
    *s = (data_sphere){.type = 1, .density = 6 / PI, .diameter = 2 * filled[i].radius};
    memcpy(s->position, filled[i].position, sizeof s->position);
    for (int k = 0; k < 3; k++)
      s->velocity[k] = which->loose > 0 ? 4 * chance(&counter) : 0;
    data.high[2] = fmax(data.high[2], 2 * s->position[2]);
  }
  free(filled);
  return data;
}

/* A loose lattice from the floor up. In the chute the lowest layer is frozen, and the others move
 * the faster the higher they are. */
static data_spheres lattice(const bench_scene *which, int64_t count)
{
  const double largest = which->smallest + which->spread, jitter = 0.02 * largest;
  const double pitch = largest + 2 * jitter + 0.01;
  const int64_t across = (int64_t)(which->width / pitch), along = (int64_t)(which->depth / pitch);
  data_spheres data = {.count = count, .types = 1 + which->chute};
  uint64_t counter = 1;
  data.sphere = calloc((size_t)count, sizeof *data.sphere);
  if (!data.sphere) stop("memory", "too many spheres");
  data.high[0] = which->width;
  data.high[1] = which->depth;
  for (int64_t i = 0; i < count; i++) {
    data_sphere *s = &data.sphere[i];
    const int64_t layer = i / (across * along);
    const bool frozen = which->chute && layer == 0;
    s->type = 1 + frozen;
    s->diameter = which->smallest + which->spread * 0.5 * (1 + chance(&counter));
    s->density = which->chute ? 1 : 6 / PI; /* as in LAMMPS's own chute */
    s->position[0] = ((double)(i % across) + 0.5) * which->width / (double)across;
    s->position[1] = ((double)(i / across % along) + 0.5) * which->depth / (double)along;
    s->position[2] = ((double)layer + 0.5) * pitch;
    for (int k = 0; k < 3; k++) {
      s->position[k] += jitter * chance(&counter);
      s->velocity[k] = frozen ? 0 : 0.5 * chance(&counter);
    }
    if (which->chute) s->velocity[0] += 0.3 * (double)layer;
  }
  data.high[2] = 2 * data.sphere[count - 1].position[2];
  return data;
}

void bench_copy_state(carom_scene *scene, bool periodic, data_spheres *data)
{
  const carom_scene_view view = carom_scene_sample(scene);
  for (int64_t i = 0; i < view.count; i++) {
    const carom_scene_grain *g = (const void *)((const char *)view.grain + (size_t)i * view.stride);
    data_sphere *s = &data->sphere[i];
    memcpy(s->velocity, g->velocity, sizeof s->velocity);
    memcpy(s->spin, g->spin, sizeof s->spin);
    for (int k = 0; k < 3; k++) {
      const double length = data->high[k] - data->low[k];
      const double turns = periodic && k < 2 ? floor((g->position[k] - data->low[k]) / length) : 0;
      s->position[k] = g->position[k] - turns * length;
    }
  }
}

void bench_scene_make(const bench_scene *which, int64_t count, int64_t steps, const char *path)
{
  const int64_t wanted = count > 0 ? count : which->count;
  data_spheres data = is_mix(which) ? mixture(which, wanted) : lattice(which, wanted);
  const bench_scene_options how = {.skin = CAROM_UNSET, .set = CAROM_INSTRUCTIONS_BEST};
  carom_scene *scene = create(which, &data, &how, true);
  carom_error err;
  if (steps <= 0)
    steps = which->chute          ? 50000
            : which->loose > 0    ? 1
            : dense_enough(which) ? 12000
            : is_mix(which)       ? 50000
            : which->shake > 0    ? 170000 /* its lattice is high */
                                  : 70000;
  if (carom_scene_advance_steps(scene, steps, &err) != CAROM_OK) stop(err.where, err.text);
  bench_copy_state(scene, which->chute, &data);
  carom_scene_destroy(scene);
  data_write(&data, path);
  data_free(&data);
}
