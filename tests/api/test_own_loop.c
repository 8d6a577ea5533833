/* SPDX-License-Identifier: MIT */
/* A program of its own that moves spheres of two sizes and takes every force from public blocks
 * finds what a scene computes. */
#include "scenes.h"

enum { SIDE = 4, N = SIDE * SIDE * SIDE, PAIRS = N * (N - 1) / 2, STEPS = 400 };

typedef struct pair {
  int a, b;
  bool closed;
  carom_state state;
  carom_tangential_history history;
} pair;

/* Columns of the contacts that are closed in a step. */
typedef struct columns {
  int count, of[PAIRS];
  double overlap[PAIRS], approach[PAIRS], radius[PAIRS], mass[PAIRS], elastic[PAIRS],
      dissipative[PAIRS], twist[PAIRS], arm[2][PAIRS];
  double normal[3][PAIRS], velocity[3][PAIRS], force[3][PAIRS], state[8][PAIRS], history[4][PAIRS];
} columns;

typedef struct loop {
  carom_contact contact;
  carom_tangential_pair tangential;
  bool predicted;
  double step, radius[N], mass[N], x[N][3], v[N][3], w[N][3]; /* those of the middle of a step */
  double seen[N][3], seen_spin[N][3], force[N][3], torque[N][3];
  pair pair[PAIRS];
  columns c;
  int64_t begun, ended;
} loop;

static void cross(const double a[3], const double b[3], double out[3])
{
  for (int k = 0; k < 3; k++)
    out[k] = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
}

/* The contact of two spheres of their own sizes. */
static carom_contact own(const loop *l, const pair *p)
{
  const double r = l->radius[p->a], s = l->radius[p->b], m = l->mass[p->a], n = l->mass[p->b];
  carom_contact contact = l->contact;
  carom_contact_coefficients(&l->contact, r * s / (r + s), m * n / (m + n), contact.coefficient);
  return contact;
}

static void add_contact(loop *l, int which, double step)
{
  pair *p = &l->pair[which];
  const int a = p->a, b = p->b;
  const double r = l->radius[a], s = l->radius[b], m = l->mass[a], n = l->mass[b];
  double apart[3], normal[3], spin[3], side[3], v[3], square = 0, approach = 0, twist = 0;
  for (int k = 0; k < 3; k++) {
    apart[k] = l->x[b][k] - l->x[a][k];
    square += apart[k] * apart[k];
  }
  const double distance = sqrt(square), overlap = (r + s) - distance;
  if (!(overlap > 0)) {
    l->ended += p->closed;
    *p = (pair){.a = a, .b = b};
    return;
  }
  const double arm = (square + r * r - s * s) / (2 * distance);
  for (int k = 0; k < 3; k++) {
    normal[k] = apart[k] / distance;
    spin[k] = arm * l->seen_spin[a][k] + (distance - arm) * l->seen_spin[b][k];
    twist += 0.5 * step * (l->seen_spin[a][k] + l->seen_spin[b][k]) * normal[k];
  }
  cross(spin, normal, side);
  for (int k = 0; k < 3; k++) {
    v[k] = l->seen[a][k] - l->seen[b][k] + side[k];
    approach += v[k] * normal[k];
  }
  if (!p->closed) {
    const carom_contact contact = own(l, p);
    p->state = carom_contact_virgin(&contact);
    carom_contact_touch(&contact, &p->state, approach);
    p->closed = true;
    l->begun++;
  }
  columns *c = &l->c;
  const int i = c->count++;
  c->of[i] = which;
  c->overlap[i] = overlap;
  c->approach[i] = approach;
  c->radius[i] = r * s / (r + s);
  c->mass[i] = m * n / (m + n);
  c->twist[i] = twist;
  c->arm[0][i] = arm;
  c->arm[1][i] = distance - arm;
  for (int k = 0; k < 3; k++) {
    c->normal[k][i] = normal[k];
    c->velocity[k][i] = v[k] - approach * normal[k];
  }
  for (int k = 0; k < 8; k++)
    c->state[k][i] = p->state.value[k];
  for (int k = 0; k < 4; k++)
    c->history[k][i] = p->history.value[k];
}

/* Normal forces, memory and tangential forces of all closed contacts, each by one call. */
static void evaluate(loop *l, double step)
{
  columns *c = &l->c;
  double *state[8], *numbers_at[4];
  for (int k = 0; k < 8; k++)
    state[k] = c->state[k];
  for (int k = 0; k < 4; k++)
    numbers_at[k] = c->history[k];
  const carom_block block = {.count = c->count,
                             .overlap = c->overlap,
                             .approach = c->approach,
                             .state = state,
                             .elastic = c->elastic,
                             .dissipative = c->dissipative,
                             .radius = c->radius,
                             .mass = c->mass};
  const carom_tangential_block sliding = {
      .count = c->count,
      .step = step,
      .elastic = c->elastic,
      .dissipative = c->dissipative,
      .overlap = c->overlap,
      .radius = c->radius,
      .mass = c->mass,
      .normal = {c->normal[0], c->normal[1], c->normal[2]},
      .velocity = {c->velocity[0], c->velocity[1], c->velocity[2]},
      .twist = c->twist,
      .history = numbers_at,
      .force = {c->force[0], c->force[1], c->force[2]}};
  carom_contact_forces(&l->contact, &block);
  carom_contact_commits(&l->contact, &block);
  carom_tangential_forces(&l->tangential, &sliding);
}

static void forces(loop *l, double step)
{
  columns *c = &l->c;
  c->count = 0;
  for (int i = 0; i < PAIRS; i++)
    add_contact(l, i, step);
  evaluate(l, step);
  memset(l->force, 0, sizeof l->force);
  memset(l->torque, 0, sizeof l->torque);
  for (int i = 0; i < c->count; i++) {
    pair *p = &l->pair[c->of[i]];
    double f[3], t[3], torque[3];
    const double n[3] = {c->normal[0][i], c->normal[1][i], c->normal[2][i]};
    for (int k = 0; k < 3; k++) {
      t[k] = c->force[k][i];
      f[k] = t[k] - (c->elastic[i] + c->dissipative[i]) * n[k];
      l->force[p->a][k] += f[k];
      l->force[p->b][k] -= f[k];
    }
    cross(n, t, torque);
    for (int k = 0; k < 3; k++) {
      l->torque[p->a][k] += c->arm[0][i] * torque[k];
      l->torque[p->b][k] += c->arm[1][i] * torque[k];
    }
    for (int k = 0; k < 8; k++)
      p->state.value[k] = c->state[k][i];
    for (int k = 0; k < 4; k++)
      p->history.value[k] = c->history[k][i];
  }
}

static double inertia(const loop *l, int i)
{
  return 0.4 * l->mass[i] * l->radius[i] * l->radius[i];
}

/* Leapfrog; velocities of the start belong to the time of the positions. */
static void start(loop *l)
{
  memcpy(l->seen, l->v, sizeof l->v);
  memcpy(l->seen_spin, l->w, sizeof l->w);
  forces(l, 0);
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++) {
      l->v[i][k] -= 0.5 * l->step * l->force[i][k] / l->mass[i];
      l->w[i][k] -= 0.5 * l->step * l->torque[i][k] / inertia(l, i);
    }
}

static void advance(loop *l)
{
  const double half = l->predicted ? 0.5 * l->step : 0;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++) {
      const double a = l->force[i][k] / l->mass[i], b = l->torque[i][k] / inertia(l, i);
      l->v[i][k] += l->step * a;
      l->w[i][k] += l->step * b;
      l->x[i][k] += l->step * l->v[i][k];
      l->seen[i][k] = l->v[i][k] + half * a;
      l->seen_spin[i][k] = l->w[i][k] + half * b;
    }
  forces(l, l->step);
}

/* The same spheres, materials and models as a scene has. */
static void set_up(loop *l, const stage *s)
{
  carom_contact_def normal = s->contact[0].normal;
  carom_error err = {.code = CAROM_OK};
  double mean = 0, mass = 0;
  memset(l, 0, sizeof *l);
  l->predicted = s->def.velocity == CAROM_VELOCITY_PREDICTED;
  l->step = s->def.step;
  for (int i = 0; i < N; i++) {
    const carom_scene_particle *p = &s->particle[i];
    l->radius[i] = p->radius;
    l->mass[i] = 4.0 / 3 * pi * p->radius * p->radius * p->radius * s->material[0].density;
    mean += p->radius / N;
    mass += l->mass[i] / N;
    memcpy(l->x[i], p->position, sizeof l->x[i]);
    memcpy(l->v[i], p->velocity, sizeof l->v[i]);
    memcpy(l->w[i], p->spin, sizeof l->w[i]);
  }
  for (int a = 0, i = 0; a < N; a++)
    for (int b = a + 1; b < N; b++)
      l->pair[i++] = (pair){.a = a, .b = b};
  normal.a.material = normal.b.material = s->material[0];
  normal.a.radius = normal.b.radius = mean;
  normal.a.mass = normal.b.mass = mass;
  l->contact = prepared(&normal);
  if (carom_tangential_prepare(&s->contact[0].tangential, &l->contact, &s->material[0],
                               &s->material[0], l->predicted ? 0.5 : 0, &l->tangential,
                               &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
}

typedef struct largest {
  double value, off;
} largest;

static void note(largest *most, const double a[3], const double b[3])
{
  for (int k = 0; k < 3; k++) {
    most->value = fmax(most->value, fabs(b[k]));
    most->off = fmax(most->off, fabs(a[k] - b[k]));
  }
}

/* Sums have other orders here, and R*, m* and the overlap are computed by other formulas: what is
 * left of that grows with the steps, and 1e-9 of the largest force is far below any mistake. False
 * where nothing touches. */
static bool same(const loop *l, carom_scene *scene, const char *what)
{
  const carom_scene_view view = carom_scene_sample(scene);
  largest most[5] = {{0}};
  for (int i = 0; i < N; i++) {
    const carom_scene_grain *g = &view.grain[i];
    double v[3], w[3];
    for (int k = 0; k < 3; k++) {
      v[k] = l->v[i][k] + 0.5 * l->step * l->force[i][k] / l->mass[i];
      w[k] = l->w[i][k] + 0.5 * l->step * l->torque[i][k] / inertia(l, i);
    }
    note(&most[0], l->x[i], g->position);
    note(&most[1], v, g->velocity);
    note(&most[2], w, g->spin);
    note(&most[3], l->force[i], g->force);
    note(&most[4], l->torque[i], g->torque);
  }
  for (int k = 0; k < COUNT(most); k++)
    if (!(most[k].off <= 1e-9 * most[k].value))
      fail_msg("%s, step %d: number %d is off by %g of %g", what, (int)carom_scene_steps(scene), k,
               most[k].off, most[k].value);
  return most[3].value > 0 && most[4].value > 0;
}

static void run_both(const char *law, const char *model, const char *setting, double value,
                     carom_scene_velocity velocity)
{
  static loop l;
  stage *s = stage_new();
  add_lattice(s, SIDE, 1e-3, 1, 1.75e-3, 0.3, 100);
  for (int i = 0; i < N; i++) { /* two sizes, thrown together */
    if ((i + i / SIDE + i / SIDE / SIDE) % 2) s->particle[i].radius = 0.7e-3;
    for (int k = 0; k < 3; k++)
      s->particle[i].velocity[k] -= 300 * (s->particle[i].position[k] - 0.5 * SIDE * 1.75e-3);
  }
  s->material[0].yield = 1e5;
  s->contact[0].normal.law = law;
  s->contact[0].tangential.model = model;
  carom_tangential_set(&s->contact[0].tangential, "friction", 0.3);
  carom_tangential_set(&s->contact[0].tangential, setting, value);
  if (!strcmp(law, "hooke")) set(&s->contact[0].normal, "stiffness", 2e3);
  if (!strcmp(law, "thornton")) choose(&s->contact[0].normal, "memory", "episode");
  if (!strcmp(law, "tsuji")) set(&s->contact[0].normal, "restitution", 0.7);
  s->def.velocity = velocity;
  s->def.step = 3e-6;
  carom_scene *scene = staged(s);
  set_up(&l, s);
  start(&l);
  int compared = same(&l, scene, law);
  for (int i = 1; i <= STEPS; i++) {
    advance(&l);
    play(scene, 1);
    if (i % 5 == 0) compared += same(&l, scene, law);
  }
  assert_true(compared > 15 && l.begun > 50 && l.ended > 20);
  carom_scene_destroy(scene);
  free(s);
}

static void an_own_loop_finds_what_a_scene_computes(void **state)
{
  (void)state;
  for (int v = CAROM_VELOCITY_PREDICTED; v <= CAROM_VELOCITY_HALF; v++) {
    const carom_scene_velocity velocity = (carom_scene_velocity)v;
    run_both("tsuji", "mindlin", "tangential_restitution", 0.6, velocity);
    run_both("thornton", "mindlin-secant", "damping_rate", 1e5, velocity);
    run_both("hooke", "linear", "damping_ratio", 0.5, velocity);
    run_both("hunt-crossley", "mindlin", "friction", 0.5, velocity);
  }
}

SUITE("own loop", an_own_loop_finds_what_a_scene_computes)
