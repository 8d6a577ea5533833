/* SPDX-License-Identifier: MIT */
/* The contacts that a scene reports are those that it applied: their forces and torques sum up to
 * the rows that the engine holds and to the next kick of every particle, and to what walls feel. */
#include "memory_archive.h"
#include "scene/scene.h"
#include "scenes.h"
#include "suite.h"

#include <inttypes.h>

enum { SIDE = 9, GRAINS = SIDE * SIDE * SIDE, WALLS = 2 };

static const double radius = 1e-3, friction = 0.3, spring_constant = 1e3, step = 5e-6;

/* A tangential model and its dashpot, beside a normal law. Weak dashpots, c/k below half a step,
 * let springs that slip go past what friction carries. */
typedef struct rig {
  const char *law, *model, *dashpot;
  double value;
} rig;

static const rig rigs[] = {
    {"hooke", "linear", "damping_ratio", 0},
    {"hooke", "linear", "damping_ratio", 0.5},
    {"tsuji", "mindlin", NULL, 0},
    {"tsuji", "mindlin", "tangential_restitution", 0.4},
    {"tsuji", "mindlin", "damping_rate", 1e8},
    {"tsuji", "mindlin-secant", NULL, 0},
    {"tsuji", "mindlin-secant", "tangential_restitution", 0.4},
    {"tsuji", "mindlin-secant", "damping_rate", 1e8},
    {"hooke", "linear", "damping_ratio", 0.02},
    {"tsuji", "mindlin", "tangential_restitution", 0.99},
    {"tsuji", "mindlin-secant", "damping_rate", 1e6},
    {"flores", "mindlin", "tangential_restitution", 0.6},
    {"thornton", "mindlin-secant", "tangential_restitution", 0.6},
};

/* Grains pressed together and thrown about in a box that shakes, on a plate that turns and tips;
 * some are fixed; gravity turns. Uneven ones cross a
 * periodic border. */
static stage *shaker(const rig *r, carom_scene_velocity velocity, bool radius_difference)
{
  static const double time[] = {0, 1e-3, 1}, shake[] = {0.1, 0, 0, 0, 0.1, 0.2, 0, 0, -0.2};
  static const double start[] = {0}, inv_inertia[] = {1, -2, 60}, drift[] = {0.05, 0, 0};
  const bool loose = strcmp(r->law, "flores") == 0; /* which needs a speed of touch */
  const double spacing = (loose ? 2.02 : radius_difference ? 1.75 : 1.96) * radius;
  stage *s = stage_new();
  add_lattice(s, SIDE, radius, radius_difference ? 0.6 : 1, spacing, 0.3, 100);
  for (int i = 0; i < GRAINS; i += 50)
    s->particle[i].fixed = true;
  s->material[0].yield = 2e5;
  s->contact[0].normal.law = r->law;
  if (strcmp(r->law, "hooke") == 0) set(&s->contact[0].normal, "stiffness", spring_constant);
  if (strcmp(r->law, "thornton") != 0) set(&s->contact[0].normal, "restitution", 0.7);
  s->contact[0].tangential.model = r->model;
  carom_tangential_set(&s->contact[0].tangential, "friction", friction);
  if (r->dashpot) carom_tangential_set(&s->contact[0].tangential, r->dashpot, r->value);
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = 0.03 * radius, s->wall[0].high[k] = SIDE * spacing - 0.03 * radius;
  s->wall[0].motion = (carom_scene_motion){.points = 3, .time = time, .velocity = shake};
  s->wall[1].point[2] = 0.04 * radius;
  s->wall[1].motion = (carom_scene_motion){
      .points = 1, .time = start, .velocity = drift, .spin = inv_inertia};
  s->wall[1].motion.centre[0] = s->wall[1].motion.centre[1] = 0.5 * SIDE * spacing;
  s->def.walls = WALLS;
  s->def.gravity[2] = -9.81;
  s->def.gravity_spin[1] = 30;
  s->def.velocity = velocity;
  s->def.step = step;
  s->def.skin = 0.1 * radius;

  s->def.instructions = radius_difference ? CAROM_INSTRUCTIONS_BASE : CAROM_INSTRUCTIONS_BEST;
  if (!radius_difference) return s;
  s->wall[0].low[0] = -INFINITY, s->wall[0].high[0] = INFINITY;
  s->def.low[0] = 0, s->def.high[0] = SIDE * spacing;
  s->def.periodic[0] = true;
  return s;
}

/* What the reported contacts sum up to, and what the engine holds. */
typedef struct books {
  const rig *rig;
  carom_scene *scene;
  const carom_scene_grain *grain;
  carom_scene_wall_state wall[WALLS];
  int64_t position[GRAINS]; /* of the particle of a number */
  double told[GRAINS][6], held[GRAINS][6], half[GRAINS][6];
  double told_wall[WALLS][6];
  double most; /* force on any particle */
  double elastic, tangential;
  int64_t slipping, sticking, walled, crossing;
} books;

static void cross(const double a[3], const double b[3], double out[3])
{
  for (int k = 0; k < 3; k++)
    out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

static void add_force(double sum[6], const double force[3], const double arm[3])
{
  double torque[3];
  cross(arm, force, torque);
  for (int k = 0; k < 3; k++) {
    sum[k] += force[k];
    sum[3 + k] += torque[k];
  }
}

/* Energy that a contact holds, and without a dashpot what its spring says of the force. */
static void add_energy(books *b, const carom_scene_touch *t)
{
  const rig *r = b->rig;
  const double shear = 1e7 / 2.6 / 3.4; /* G* */
  const double one = b->grain[t->a].radius, two = t->b < 0 ? 0 : b->grain[t->b].radius;
  const double root = sqrt((t->b < 0 ? one : one * two / (one + two)) * t->overlap);
  const bool linear = strcmp(r->model, "linear") == 0, secant = strstr(r->model, "secant");
  const double k = linear ? 2.0 / 7 * spring_constant : (secant ? 16.0 / 3 : 8) * shear * root;
  const double by = linear || secant ? -k : 1; /* what a spring holds, as a force */
  double square = 0;
  for (int c = 0; c < 3; c++) {
    square += by * t->spring[c] * by * t->spring[c];
    if (!(r->value > 0)) assert_true(fabs(t->tangential[c] - by * t->spring[c]) < 1e-12 * b->most);
  }
  b->tangential += 0.5 * square / k;
  if (strcmp(r->law, "hooke") == 0) b->elastic += 0.5 * t->force.elastic * t->overlap;
  if (strcmp(r->law, "tsuji") == 0) b->elastic += 0.4 * t->force.elastic * t->overlap;
  if (!linear && !secant) assert_close(t->spring[3], k, 1e-12); /* of this overlap */
}

static void add_touch(void *user, const carom_scene_touch *t)
{
  books *b = user;
  const carom_scene *s = b->scene;
  const double normal = total(t->force);
  double force[3], back[3], arm[3], other[3], square = 0;
  for (int k = 0; k < 3; k++) {
    const int64_t at = b->position[t->a];
    force[k] = t->tangential[k] - normal * t->normal[k];
    back[k] = -force[k];
    square += t->tangential[k] * t->tangential[k];
    arm[k] = t->point[k] - b->grain[t->a].position[k];
    if (t->b >= 0) {
      other[k] = t->point[k] - b->grain[t->b].position[k];
      const double images = s->model.length[k] > 0 ? floor(other[k] / s->model.length[k] + 0.5) : 0;
      other[k] -= images * s->model.length[k];
      b->crossing += images != 0;
    } else { /* walls feel particles where they are folded back */
      other[k] = t->point[k] - s->particles.image[3 * at + k] * s->model.length[k] -
                 b->wall[t->wall].centre[k];
    }
  }
  add_force(b->told[t->a], force, arm);
  add_force(t->b >= 0 ? b->told[t->b] : b->told_wall[t->wall], back, other);
  const double cap = friction * fmax(normal, 0);
  b->walled += t->wall >= 0;
  b->slipping += cap > 0 && sqrt(square) > (1 - 1e-9) * cap;
  b->sticking += cap > 0 && square > 0 && sqrt(square) < (1 - 1e-9) * cap;
  assert_true(sqrt(square) <= (1 + 1e-12) * cap);
  add_energy(b, t);
}

/* Rows of the engine, those that blocks hold for later ones collected. */
static void read_rows(books *b)
{
  const carom_scene *s = b->scene;
  for (int64_t i = 0; i < s->particles.count; i++) {
    const uint32_t number = s->particles.tag[i];
    b->position[number] = i;
    for (int k = 0; k < 6; k++)
      b->half[number][k] = carom_half_velocity_row(&s->particles, i)[k + k / 3];
    for (int k = 0; k < 6; k++)
      b->held[number][k] = s->particles.force[CAROM_ROW_DOUBLES * i + k + k / 3];
  }
  for (int64_t c = 0; c < s->cpu.halo_sends; c++)
    for (int k = 0; k < 6; k++)
      b->held[s->particles.tag[s->cpu.halo_recv[c].particle]][k] +=
          s->cpu.halo.send[CAROM_ROW_DOUBLES * (int64_t)s->cpu.halo_recv[c].row + k + k / 3];
}

static void read_books(carom_scene *scene, books *b)
{
  memset(b->told, 0, sizeof b->told);
  memset(b->told_wall, 0, sizeof b->told_wall);
  b->elastic = b->tangential = 0;
  b->scene = scene;
  b->grain = carom_scene_sample(scene).grain;
  for (int w = 0; w < WALLS; w++)
    assert_int_equal(carom_scene_sample_wall(scene, w, &b->wall[w], NULL), CAROM_OK);
  read_rows(b);
  b->most = 0;
  for (int i = 0; i < GRAINS; i++)
    for (int k = 0; k < 3; k++)
      b->most = fmax(b->most, fabs(b->held[i][k]));
  carom_scene_contacts(scene, add_touch, b);
}

/* Largest differences, forces over the largest one, torques over that times a radius. */
typedef struct gap {
  double force, torque, wall, wall_torque;
} gap;

static double apart(const double a[3], const double b[3])
{
  double most = 0;
  for (int k = 0; k < 3; k++)
    most = fmax(most, fabs(a[k] - b[k]));
  return most;
}

static gap compare(const books *b)
{
  const double most = b->most;
  gap g = {0};
  for (int i = 0; i < GRAINS; i++) {
    assert_memory_equal(b->grain[i].force, b->held[i], 3 * sizeof(double));
    assert_memory_equal(b->grain[i].torque, b->held[i] + 3, 3 * sizeof(double));
    g.force = fmax(g.force, apart(b->told[i], b->held[i]) / most);
    g.torque = fmax(g.torque, apart(b->told[i] + 3, b->held[i] + 3) / (most * radius));
  }
  for (int w = 0; w < WALLS; w++) {
    g.wall = fmax(g.wall, apart(b->told_wall[w], b->wall[w].force) / most);
    g.wall_torque = fmax(g.wall_torque,
                         apart(b->told_wall[w] + 3, b->wall[w].torque) / (most * SIDE * radius));
  }
  return g;
}

/* Goes one step on: m dv/dt of the kick, less gravity, against what was reported before. */
static double kick(books *b)
{
  carom_scene *s = b->scene;
  double off = 0;
  const double pull[3] = {s->gravity[0], s->gravity[1], s->gravity[2]};
  double before[GRAINS][6];
  memcpy(before, b->half, sizeof before);
  play(s, 1);
  read_rows(b);
  for (int i = 0; i < GRAINS; i++) {
    double got[6];
    const int64_t at = b->position[i];
    if (!(carom_inv_mass(s, at) > 0)) continue;
    for (int k = 0; k < 6; k++)
      got[k] = (b->half[i][k] - before[i][k]) / step;
    for (int k = 0; k < 3; k++) {
      got[k] = (got[k] - pull[k]) / carom_inv_mass(s, at);
      got[3 + k] /= s->particles.inv_inertia[at];
    }
    const double turned = apart(b->told[i] + 3, got + 3) / radius;
    off = fmax(off, fmax(apart(b->told[i], got), turned) / b->most);
  }
  return off;
}

/* What contacts hold, by closed forms of what is reported; laws that it is not simple for are left
 * out. */
static void hold(const books *b)
{
  const carom_scene_energy e = carom_scene_budget(b->scene);
  if (b->elastic > 0) assert_close(e.elastic, b->elastic, 1e-12);
  assert_close(e.tangential, b->tangential, 1e-12);
}

/* At the start and later, once after a single step. */
static void watch(const rig *r, carom_scene_velocity velocity, bool radius_difference)
{
  static const int more[] = {0, 0, 5, 60, 200};
  stage *s = shaker(r, velocity, radius_difference);
  carom_scene *scene = staged(s);
  books *b = calloc(1, sizeof *b);
  assert_non_null(b);
  b->rig = r;
  for (int i = 0; i < COUNT(more); i++) {
    play(scene, more[i]);
    read_books(scene, b);
    const gap g = compare(b);
    hold(b);
    const double off = kick(b);
    if (!(g.force < 1e-12 && g.torque < 1e-12 && g.wall < 1e-12 && g.wall_torque < 1e-12 &&
          off < 1e-12))
      fail_msg("%s, %s, %s %g, velocities %d, sizes %d, before step %" PRId64
               ": force %.1e, torque %.1e, "
               "kick %.1e; walls: force %.1e, torque %.1e",
               r->law, r->model, r->dashpot ? r->dashpot : "", r->value, (int)velocity,
               radius_difference, carom_scene_steps(scene), g.force, g.torque, off, g.wall,
               g.wall_torque);
  }
  assert_true(carom_scene_stats(scene).rebuilds > 1 && scene->cpu.halo_sends > 0);
  assert_true(b->walled > 100 && (b->crossing > 0) == radius_difference);
  assert_true(b->sticking > 30 && b->slipping > 30);
  carom_scene_destroy(scene);
  free(b);
  free(s);
}

static void reported_is_applied(void **state)
{
  (void)state;
  for (int i = 0; i < COUNT(rigs); i++)
    for (int radius_difference = 0; radius_difference < 2; radius_difference++) {
      watch(&rigs[i], CAROM_VELOCITY_PREDICTED, radius_difference);
      watch(&rigs[i], CAROM_VELOCITY_HALF, radius_difference);
    }
}

typedef struct album {
  carom_scene_touch *touch;
  int64_t count;
} album;

static void note(void *user, const carom_scene_touch *t)
{
  album *a = user;
  a->touch[a->count++] = *t;
}

static album album_of(carom_scene *scene)
{
  const int64_t most = carom_scene_contacts(scene, NULL, NULL);
  album a = {calloc((size_t)most + 1, sizeof *a.touch), 0};
  assert_non_null(a.touch);
  carom_scene_contacts(scene, note, &a);
  assert_int_equal(a.count, most);
  return a;
}

static void assert_same_reports(carom_scene *one, carom_scene *two)
{
  const size_t numbers = offsetof(carom_scene_touch, overlap);
  album a = album_of(one), b = album_of(two);
  assert_true(a.count > 10 && a.count == b.count);
  for (int64_t i = 0; i < a.count; i++) {
    const carom_scene_touch *t = &a.touch[i], *u = &b.touch[i];
    assert_true(t->a == u->a && t->b == u->b && t->wall == u->wall);
    assert_memory_equal(&t->overlap, &u->overlap, sizeof *t - numbers);
  }
  for (int w = 0; w < WALLS; w++) {
    carom_scene_wall_state v[2];
    assert_int_equal(carom_scene_sample_wall(one, w, &v[0], NULL), CAROM_OK);
    assert_int_equal(carom_scene_sample_wall(two, w, &v[1], NULL), CAROM_OK);
    assert_memory_equal(v[0].force, v[1].force, 6 * sizeof(double));
  }
  const carom_scene_energy e = carom_scene_budget(one), f = carom_scene_budget(two);
  assert_memory_equal(&e, &f, sizeof e);
  free(a.touch);
  free(b.touch);
}

/* At the start and later, by another number of threads. */
static void restored_reports_the_same(void **state)
{
  (void)state;
  for (int i = 0; i < COUNT(rigs); i++)
    for (int v = 0; v < 2; v++)
      for (int late = 0; late < 2; late++) {
        stage *s = shaker(&rigs[i], v ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED, i % 2);
        carom_scene *scene = staged(s);
        memory m = {.archive = {.array = put_or_get}};
        play(scene, late * 137);
        assert_int_equal(carom_scene_archive(scene, &m.archive, NULL), CAROM_OK);
        m.archive.loading = true;
        s->def.threads = 2;
        carom_scene *other = staged(s);
        assert_int_equal(carom_scene_archive(other, &m.archive, NULL), CAROM_OK);
        assert_same_reports(scene, other);
        play(scene, 3);
        play(other, 1);
        play(other, 2);
        assert_same_reports(scene, other);
        carom_scene_destroy(scene);
        carom_scene_destroy(other);
        free(m.bytes);
        free(s);
      }
}

SUITE("scene report", reported_is_applied, restored_reports_the_same)
