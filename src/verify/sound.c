/* SPDX-License-Identifier: MIT */
/* The speed of sound of spheres that touch by Hertz's law, under pressure. */
#include <math.h>

#include "verify/bulk.h"
#include "verify/stage.h"

/* Waves are followed by the share of a standing wave in the velocities. Zeros of it, straight lines
 * between two looks: half a period apart. */
typedef struct ringing {
  double before, first, last;
  int zeros;
} ringing;

static void listen(ringing *r, double time, double step, double now)
{
  if (r->before * now < 0) {
    const double at = time - step * now / (now - r->before);
    if (r->zeros++ == 0) r->first = at;
    r->last = at;
  }
  r->before = now;
}

static double period_of(const ringing *r)
{
  return r->zeros > 1 ? 2 * (r->last - r->first) / (r->zeros - 1) : NAN;
}

/* A face-centred cubic crystal, periodic: 6 x 3 x 3 cells of four spheres. */
enum { ALONG = 6, ACROSS = 3, SPHERES = 4 * ALONG * ACROSS * ACROSS };

typedef struct crystal {
  double distance, force, stiffness, mass; /* of two neighbours; of a sphere */
  double wave;                             /* number, along x */
} crystal;

/* w^2 of a longitudinal wave: each neighbour at r contributes (1 - cos q rx) (k nx^2 - F/r
 * (1 - nx^2)) / m, the second part by the force that it is pressed with. Of twelve, four have nx =
 * 0 and eight nx^2 = 1/2. */
static double frequency(const crystal *c)
{
  const double by = 1 - cos(c->wave * c->distance * sqrt(0.5));
  const double push = c->force / c->distance;
  return sqrt(8 * by * (0.5 * c->stiffness - 0.5 * push) / c->mass);
}

static double pressure(const crystal *c)
{
  return 2 * sqrt(2) * c->force / (c->distance * c->distance);
}

/* Frequency of the crystal whose spheres overlap by this share of the diameter, in the scene, over
 * that of lattice dynamics; its speed of sound at the length of the wave. */
static bool ring(carom_verify *v, double overlap, crystal *c, double *ratio, double *speed)
{
  static const double site[4][3] = {
      {0.1, 0.1, 0.1}, {0.6, 0.6, 0.1}, {0.6, 0.1, 0.6}, {0.1, 0.6, 0.6}};
  const carom_material rubber = {1e8, 0.3, 2500, CAROM_UNSET, "rubber"};
  const double r = 1e-3, modulus = 1e8 / (2 * (1 - 0.09)), d = 2 * r * overlap;
  *c = (crystal){.distance = 2 * r - d,
                 .force = 4 / 3.0 * modulus * sqrt(r / 2) * d * sqrt(d),
                 .stiffness = 2 * modulus * sqrt(r / 2 * d),
                 .mass = 2500 * 4 / 3.0 * CAROM_PI * r * r * r};
  const double cell = sqrt(2) * c->distance;
  c->wave = 2 * CAROM_PI / (ALONG * cell);
  const double w = frequency(c), v0 = 1e-5 * d * w;
  stage s;
  stage_set(&s, &rubber, &rubber, SPHERES, r, "hertz");
  for (int i = 0; i < SPHERES; i++) {
    const int at[3] = {i / 4 % ALONG, i / 4 / ALONG % ACROSS, i / 4 / ALONG / ACROSS};
    for (int k = 0; k < 3; k++)
      s.particle[i].position[k] = cell * (at[k] + site[i % 4][k]);
    s.particle[i].velocity[0] = v0 * sin(c->wave * s.particle[i].position[0]);
  }
  for (int k = 0; k < 3; k++) {
    s.def.low[k] = 0, s.def.high[k] = cell * (k == 0 ? ALONG : ACROSS);
    s.def.periodic[k] = true;
  }
  s.def.step = 2 * CAROM_PI / w / 800;
  s.def.threads = 1;
  carom_scene *scene = stage_made(&s, v);
  if (!scene) return false;
  ringing heard = {.before = 1};
  bool ran = true;
  for (int k = 0; ran && k < 2000; k++) {
    ran = stage_run(scene, 1, v);
    const carom_scene_view view = carom_scene_sample(scene);
    double now = 0;
    for (int i = 0; i < SPHERES; i++)
      now += view.grain[i].velocity[0] * sin(c->wave * view.grain[i].position[0]);
    listen(&heard, carom_scene_time(scene), s.def.step, now);
  }
  carom_scene_destroy(scene);
  *ratio = 2 * CAROM_PI / period_of(&heard) / w;
  *speed = 2 * CAROM_PI / period_of(&heard) / c->wave;
  return ran;
}

static void crystals(carom_verify *v)
{
  static const double overlap[] = {1e-4, 4e-4, 1.6e-3, 6.4e-3};
  enum { COUNT = sizeof overlap / sizeof *overlap };
  double x[COUNT], y[COUNT], ratio;
  for (int k = 0; k < COUNT; k++) {
    crystal c;
    double speed;
    if (!ring(v, overlap[k], &c, &ratio, &speed)) return;
    carom_verify_add(v, "1", 1, ratio, 1e-4, "(w h)^2 / 24, and a wave of finite size",
                     "crystal, overlap %g of the diameter: frequency over lattice dynamics",
                     overlap[k]);
    x[k] = log(pressure(&c));
    y[k] = log(speed);
  }
  carom_verify_add(v, "1", 1 / 6.0, bulk_slope(COUNT, x, y, NULL), 2e-3,
                   "1/6, but for 1 - F/(k r) of a crystal under pressure",
                   "crystal: exponent of the pressure");
}

/* The column of scenarios/packing_sound.yaml at a pressure: twice its length over the period. */
static double packing(carom_verify *v, int seed, double kilopascal)
{
  const double pressed = 31.1e-3, until = 35e-3;
  double speed = NAN;
  bulk b = {.v = v};
  bulk_open(&b, "packing_sound.yaml");
  bulk_set(&b, "scene.particles.0.seed", "%d", seed);
  bulk_set(&b, "scene.walls.lid.servo.pressure", "%g kPa", kilopascal);
  bulk_set(&b, "record.every", "5 ms");
  bulk_set(&b, "record.measure", "{}");
  bulk_start(&b);
  bulk_advance(&b, pressed);
  carom_scene *scene = bulk_scene(&b);
  carom_scene_wall_state lid;
  if (!scene || carom_scene_sample_wall(scene, 1, &lid, NULL) != CAROM_OK) {
    bulk_close(&b);
    return speed;
  }
  const double length = lid.centre[2], every = 10e-6;
  ringing heard = {.before = 0};
  for (double t = pressed; t < until && bulk_advance(&b, t); t += every) {
    const carom_scene_view view = carom_scene_sample(scene);
    double now = 0;
    for (int64_t i = 0; i < view.count; i++)
      now += view.grain[i].mass * view.grain[i].velocity[2] *
             sin(CAROM_PI * view.grain[i].position[2] / length);
    listen(&heard, t, every, now);
  }
  if (!b.failed) speed = 2 * length / period_of(&heard);
  bulk_close(&b);
  return speed;
}

void carom_verify_sound(carom_verify *v)
{
  static const double kilopascal[] = {4, 20, 100, 500};
  static const char *const published =
      "1/6, a network that stays, to 1/4, one that grows: Makse et al. 2004; Jia et al. 1999";
  const int pressures = bulk_pick(v, 3, 4), seeds = bulk_pick(v, 1, 3);
  carom_verify_mean exponent = {0};
  crystals(v);
  for (int seed = 1; seed <= seeds; seed++) {
    double x[4], y[4];
    for (int k = 0; k < pressures; k++) {
      bulk_note(v, "seed %d of %d, %g kPa", seed, seeds, kilopascal[k]);
      x[k] = log(kilopascal[k]);
      y[k] = log(packing(v, seed, kilopascal[k]));
    }
    carom_verify_sample(&exponent, bulk_slope(pressures, x, y, NULL));
  }
  carom_verify_band(v, "1", 1 / 6.0 - 0.01, 0.25, &exponent, published,
                    "packings: exponent of the pressure");
}
