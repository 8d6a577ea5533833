/* SPDX-License-Identifier: MIT */
/* Scenes within a host: a host with two parts, each a scene of its particles and of ghosts of the
 * other one's, exchanges particles with their contacts, and comes to what one scene computes. */
#include <math.h>

#include "instructions.h"
#include "scene/hosted.h"
#include "scenes.h"

enum { SIDE = 5, COUNT = SIDE * SIDE * SIDE, PARTS = 2, CONTACTS = 32 * COUNT };

/* A lattice that is thrown at a floor, plastic and rough: contacts remember springs and dents. */
static stage *heap(void)
{
  stage *s = stage_new();
  add_lattice(s, SIDE, 1e-3, 0.9, 1.95e-3, 0.3, 30);
  assert_int_equal(s->def.particles, COUNT);
  s->material[0].yield = 1e5;
  s->contact[0].normal.law = "thornton";
  choose(&s->contact[0].normal, "memory", "pair");
  s->contact[0].tangential.model = "mindlin";
  carom_tangential_set(&s->contact[0].tangential, "friction", 0.4);
  s->wall[0].shape = CAROM_WALL_PLANE;
  s->wall[0].direction[2] = 1;
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.velocity = CAROM_VELOCITY_HALF;
  s->def.overlap_limit = 1;
  for (int i = 0; i < COUNT; i++)
    for (int k = 0; k < 3; k++)
      s->particle[i].velocity[k] += k == 2 ? -0.5 : 0.2;
  return s;
}

/* What a contact takes along: particles by their numbers in the definition. */
typedef struct memory {
  int first, second; /* -1: the floor */
  bool closed;
  double history[CAROM_HISTORY_MOST];
} memory;

typedef struct part {
  carom_scene *scene;
  carom_hosted host;
  int number[COUNT]; /* of the definition, by tag */
  int here;
  double *position[COUNT], *velocity[COUNT], *spin[COUNT], *force[COUNT], *torque[COUNT];
} part;

typedef struct world {
  double x[COUNT][3], v[COUNT][3], w[COUNT][3], f[COUNT][3], t[COUNT][3];
  double radius[COUNT], mass[COUNT], step;
  part part[PARTS];
  memory memory[CONTACTS];
  int memories;
  int came; /* closed contacts that went from part to part */
  int owner[COUNT];
} world;

typedef struct taking {
  world *all;
  const part *from;
} taking;

static void take(void *user, carom_hosted_contact *c)
{
  const taking *o = user;
  const bool floor = carom_partner_is_wall(c->partner);
  if ((int)c->first >= o->from->here && (floor || (int)c->partner >= o->from->here)) return;
  assert_true(o->all->memories < CONTACTS);
  memory *m = &o->all->memory[o->all->memories++];
  *m = (memory){
      o->from->number[c->first], floor ? -1 : o->from->number[c->partner], c->closed, {0}};
  memcpy(m->history, c->history, (size_t)o->from->scene->model.history.size * sizeof(double));
}

static int tag_of(const part *p, int number)
{
  for (int tag = 0; tag < COUNT; tag++)
    if (p->number[tag] == number) return tag;
  return -1;
}

static void check(carom_status status, const carom_error *err)
{
  if (status != CAROM_OK) fail_msg("%s: %s", err->where, err->text);
}

/* Shares out the particles by their place: first all that is remembered is taken, then put back. */
static void share_out(world *all, double border)
{
  carom_error err = {.code = CAROM_OK};
  all->memories = 0;
  for (int k = 0; k < PARTS; k++) {
    taking o = {all, &all->part[k]};
    if (all->part[k].here > 0) assert_true(carom_hosted_contacts(all->part[k].scene, take, &o));
  }
  for (int k = 0; k < PARTS; k++) {
    part *p = &all->part[k];
    int next = 0;
    for (int ghosts = 0; ghosts < 2; ghosts++) {
      for (int i = 0; i < COUNT; i++)
        if (((all->x[i][0] > border) != k) == ghosts) p->number[next++] = i;
      if (!ghosts) p->here = next;
    }
    for (int tag = 0; tag < COUNT; tag++) {
      const int i = p->number[tag];
      p->position[tag] = all->x[i], p->velocity[tag] = all->v[i], p->spin[tag] = all->w[i];
      p->force[tag] = all->f[i], p->torque[tag] = all->t[i];
    }
    check(carom_hosted_open(p->scene, p->here, COUNT - p->here, all->memories, &err), &err);
    for (int tag = 0; tag < COUNT; tag++) {
      const int i = p->number[tag];
      const carom_hosted_particle one = {all->radius[i], all->mass[i], 0, (uint32_t)i, false};
      carom_hosted_place(p->scene, tag, &one);
    }
    for (int m = 0; m < all->memories; m++) {
      memory *one = &all->memory[m];
      bool twice = false; /* both parts had it */
      for (int before = 0; before < m; before++)
        twice |= (all->memory[before].first == one->first &&
                  all->memory[before].second == one->second) ||
                 (one->second >= 0 && all->memory[before].first == one->second &&
                  all->memory[before].second == one->first);
      const int first = tag_of(p, one->first),
                second = one->second < 0 ? -1 : tag_of(p, one->second);
      if (twice || (first >= p->here && (second < 0 || second >= p->here))) continue;
      const carom_hosted_contact c = {(uint32_t)first,
                                      second < 0 ? carom_wall_partner(0) : (uint32_t)second,
                                      one->closed, one->history};
      all->came += one->closed && first < p->here && all->owner[one->first] == 1 - k;
      carom_hosted_remember(p->scene, &c);
    }
    check(carom_hosted_close(p->scene, &err), &err);
  }
  for (int k = 0; k < PARTS; k++)
    for (int tag = 0; tag < all->part[k].here; tag++)
      all->owner[all->part[k].number[tag]] = k;
}

static void forces(world *all, bool begin)
{
  carom_error err = {.code = CAROM_OK};
  memset(all->f, 0, sizeof all->f);
  memset(all->t, 0, sizeof all->t);
  for (int k = 0; k < PARTS; k++) {
    carom_scene *s = all->part[k].scene;
    check(begin ? carom_hosted_begin(s, &err) : carom_hosted_step(s, &err), &err);
    carom_hosted_forces(s, all->part[k].force, all->part[k].torque);
  }
}

static void kick(world *all)
{
  for (int i = 0; i < COUNT; i++)
    for (int k = 0; k < 3; k++) {
      const double inertia = 0.4 * all->mass[i] * all->radius[i] * all->radius[i];
      all->v[i][k] += 0.5 * all->step / all->mass[i] * all->f[i][k];
      all->w[i][k] += 0.5 * all->step / inertia * all->t[i][k];
    }
}

static world *make_world(const stage *s, const carom_scene *whole)
{
  world *all = calloc(1, sizeof *all);
  assert_non_null(all);
  all->step = whole->model.step;
  for (int i = 0; i < COUNT; i++) {
    memcpy(all->x[i], s->particle[i].position, sizeof all->x[i]);
    memcpy(all->v[i], s->particle[i].velocity, sizeof all->v[i]);
    memcpy(all->w[i], s->particle[i].spin, sizeof all->w[i]);
    all->radius[i] = s->particle[i].radius;
    all->mass[i] = whole->particles.mass[i];
  }
  for (int k = 0; k < PARTS; k++) {
    part *p = &all->part[k];
    carom_error err = {.code = CAROM_OK};
    p->host = (carom_hosted){.position = p->position, .velocity = p->velocity, .spin = p->spin};
    p->scene = staged(s);
    check(carom_hosted_create(p->scene, &p->host, &err), &err);
  }
  return all;
}

/* The border between both parts wanders, so that contacts change theirs while they are closed. */
enum { STEPS = 300 };

static world *play_parts(const stage *s, const carom_scene *whole)
{
  enum { EVERY = 10 };
  world *all = make_world(s, whole);
  share_out(all, 3e-3);
  forces(all, true);
  for (int n = 1; n <= STEPS; n++) {
    kick(all);
    for (int i = 0; i < COUNT; i++)
      for (int k = 0; k < 3; k++)
        all->x[i][k] += all->step * all->v[i][k];
    if (n % EVERY == 0) share_out(all, 3e-3 + 1e-3 * (n / EVERY % 5));
    forces(all, false);
    kick(all);
  }
  return all;
}

static void free_world(world *all)
{
  for (int k = 0; k < PARTS; k++)
    carom_scene_destroy(all->part[k].scene);
  free(all);
}

static void two_parts_are_as_good_as_one(void **state)
{
  stage *s = heap();
  carom_scene *whole = staged(s);
  world *all = play_parts(s, whole);
  (void)state;
  play(whole, STEPS);
  const carom_scene_view v = carom_scene_sample(whole);
  double off = 0, fast = 0;
  for (int i = 0; i < COUNT; i++)
    for (int k = 0; k < 3; k++) {
      off = fmax(off, fabs(all->v[i][k] - v.grain[i].velocity[k]));
      fast = fmax(fast, fabs(v.grain[i].velocity[k]));
    }
  assert_true(carom_scene_contacts(whole, NULL, NULL) > 50);
  assert_true(all->came > 20);
  if (off > 1e-9 * fast) fail_msg("velocities are off by %g of %g m/s", off, fast);

  /* what is lost, and what contacts hold, is booked once */
  const carom_block_sums one = whole->engine->sums(whole);
  carom_block_sums both = {0};
  double held = 0, virial[6];
  for (int k = 0; k < PARTS; k++) {
    const carom_block_sums own = all->part[k].scene->engine->sums(all->part[k].scene);
    held += carom_hosted_energy(all->part[k].scene, virial);
    for (int c = 0; c < CAROM_POWERS; c++)
      both.lost[c] += own.lost[c];
    both.plastic += own.plastic;
  }
  for (int c = 0; c < CAROM_POWERS; c++)
    if (fabs(both.lost[c] - one.lost[c]) > 1e-8 * fabs(one.lost[c]))
      fail_msg("channel %d: %.15g J, not %.15g J", c, both.lost[c], one.lost[c]);
  assert_true(one.lost[1] > 0);
  if (fabs(both.plastic - one.plastic) > 1e-8 * fabs(one.plastic))
    fail_msg("plastic work of %.15g J, not %.15g J", both.plastic, one.plastic);
  const double wanted = carom_budget_stored(whole);
  if (fabs(held - wanted) > 1e-8 * wanted) fail_msg("contacts hold %g J, not %g J", held, wanted);
  carom_scene_destroy(whole);
  free_world(all);
  free(s);
}

/* What is taken from the host and given to it has the same bits with every instruction set. */
static void instruction_sets_agree(void **state)
{
  world *base = NULL;
  (void)state;
  for (carom_instructions set = CAROM_INSTRUCTIONS_BASE; set <= CAROM_INSTRUCTIONS_AVX512; set++) {
    if (!has_instructions(set)) continue;
    stage *s = heap();
    s->def.instructions = set;
    s->def.gravity[0] = 0.3;
    carom_scene *whole = staged(s);
    world *all = play_parts(s, whole);
    if (!base) {
      base = all;
    } else {
      assert_memory_equal(base->v, all->v, sizeof base->v);
      assert_memory_equal(base->w, all->w, sizeof base->w);
      free_world(all);
    }
    carom_scene_destroy(whole);
    free(s);
  }
  free_world(base);
}

/* A part of a periodic heap that moves its particles itself, and sees them again beyond both
 * borders: the host brings ghosts only. */
enum { SEEN = 3 * COUNT };
#define LENGTH (SIDE * 1.95e-3) /* of the lattice */

typedef struct alone {
  carom_scene *scene;
  carom_hosted host;
  const double *x[SEEN], *v[SEEN], *w[SEEN];
  double at[SEEN][3];
  int motions, arrivals;
  bool late; /* ghosts are on their way for some time */
} alone;

static void bring(void *user)
{
  static double number[COUNT * CAROM_GHOST_DOUBLES + 1];
  alone *o = user;
  uint32_t tag[COUNT];
  double fastest = 0;
  for (uint32_t i = 0; i < COUNT; i++)
    tag[i] = i;
  for (int side = 0; side < 2; side++) {
    const double shift[3] = {side ? LENGTH : -LENGTH, 0, 0};
    carom_hosted_tell(o->scene, COUNT, tag, shift, number);
    carom_hosted_hear(o->scene, COUNT * (1 + side), COUNT, number);
  }
  for (int64_t i = 0; i < COUNT; i++) {
    const double *v = carom_contact_velocity_of(o->scene, o->scene->particles.index_of[i]);
    fastest = fmax(fastest, sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
  }
  assert_true(carom_hosted_heard(o->scene) >= fastest);
  o->arrivals++;
}

static bool tell(void *user)
{
  alone *o = user;
  o->motions++;
  if (!o->late) bring(o);
  return o->late;
}

static void place_all(alone *o, const stage *s, const double *mass)
{
  carom_error err = {.code = CAROM_OK};
  for (int tag = 0; tag < SEEN; tag++) {
    const int i = tag % COUNT;
    memcpy(o->at[tag], s->particle[i].position, sizeof o->at[tag]);
    o->at[tag][0] += tag < COUNT ? 0 : tag < 2 * COUNT ? -LENGTH : LENGTH;
    o->x[tag] = o->at[tag], o->v[tag] = s->particle[i].velocity, o->w[tag] = s->particle[i].spin;
  }
  check(carom_hosted_open(o->scene, COUNT, SEEN - COUNT, 0, &err), &err);
  for (int tag = 0; tag < SEEN; tag++) {
    const carom_hosted_particle one = {s->particle[tag % COUNT].radius, mass[tag % COUNT], 0,
                                       (uint32_t)(tag % COUNT), false};
    carom_hosted_place(o->scene, tag, &one);
  }
  check(carom_hosted_close(o->scene, &err), &err);
  check(carom_hosted_begin(o->scene, &err), &err);
  carom_hosted_step_back(o->scene);
}

typedef struct crossing {
  uint32_t here;
  int count;
} crossing;

static void add_crossing(void *user, carom_hosted_contact *c)
{
  crossing *o = user;
  const bool floor = carom_partner_is_wall(c->partner);
  o->count += c->closed && !floor && (c->first >= o->here || c->partner >= o->here);
}

/* Closed contacts with ghosts. */
static int count_across(carom_scene *s)
{
  crossing o = {(uint32_t)(s->particles.count - s->ghosts), 0};
  assert_true(carom_hosted_contacts(s, add_crossing, &o));
  return o.count;
}

static void follow(bool late)
{
  for (carom_instructions set = CAROM_INSTRUCTIONS_BASE; set <= CAROM_INSTRUCTIONS_AVX512; set++) {
    if (!has_instructions(set)) continue;
    stage *s = heap();
    carom_error err = {.code = CAROM_OK};
    alone *o = calloc(1, sizeof *o);
    assert_non_null(o);
    s->def.instructions = set;
    s->def.low[0] = s->particle[0].position[0];
    for (int i = 1; i < COUNT; i++)
      s->def.low[0] = fmin(s->def.low[0], s->particle[i].position[0]);
    s->def.low[0] -= 0.1 * s->particle[0].radius;
    s->def.high[0] = s->def.low[0] + LENGTH;
    s->def.periodic[0] = true;
    carom_scene *whole = staged(s);
    o->scene = staged(s);
    o->host = (carom_hosted){.position = (double *const *)o->x,
                             .velocity = (double *const *)o->v,
                             .spin = (double *const *)o->w,
                             .moved = tell,
                             .await = bring,
                             .user = o};
    o->late = late;
    check(carom_hosted_create(o->scene, &o->host, &err), &err);
    place_all(o, s, whole->particles.mass);
    play(whole, STEPS);
    check(carom_hosted_steps(o->scene, 1, &err), &err);
    check(carom_hosted_steps(o->scene, STEPS - 1, &err), &err);
    assert_int_equal(o->motions, STEPS);
    assert_int_equal(o->arrivals, STEPS);
    double off = 0, fast = 0;
    for (int i = 0; i < COUNT; i++)
      for (int k = 0; k < 3; k++) {
        const double *v = carom_contact_velocity_of(o->scene, o->scene->particles.index_of[i]);
        const double *as = carom_contact_velocity_of(whole, whole->particles.index_of[i]);
        off = fmax(off, fabs(v[k] - as[k]));
        fast = fmax(fast, fabs(as[k]));
      }
    if (off > 1e-9 * fast) fail_msg("velocities are off by %g of %g m/s", off, fast);
    assert_true(count_across(o->scene) > 10);
    carom_scene_destroy(whole);
    carom_scene_destroy(o->scene);
    free(o);
    free(s);
  }
}

static void ghosts_follow_a_scene_that_moves_itself(void **state)
{
  (void)state;
  follow(false);
}

static void ghosts_may_be_late(void **state)
{
  (void)state;
  follow(true);
}

/* A part of several blocks, and ghosts beside it that come from out of reach into contact within a
 * step: lists that have held so far miss all of these contacts. */
enum { LONG = 13, MANY = LONG * LONG * LONG, LEAP = 40 };
#define FAR 0.4e-3

typedef struct leaping {
  carom_scene *scene;
  carom_hosted host;
  const double *x[2 * MANY], *v[2 * MANY], *w[2 * MANY];
  double at[2 * MANY][3], still[3], number[MANY * CAROM_GHOST_DOUBLES + 1];
  int motions, between; /* ghosts that came within a pass */
  int64_t rebuilds;     /* when they leapt */
  bool late, leapt_between;
} leaping;

static double leap_shift(int motion)
{
  return LONG * 1.95e-3 + (motion < LEAP ? FAR : 0);
}

static void bring_leaping(void *user)
{
  leaping *o = user;
  uint32_t tag[MANY];
  const double shift[3] = {leap_shift(o->motions), 0, 0};
  const double gained = (shift[0] - leap_shift(o->motions - 1)) / o->scene->model.step;
  for (uint32_t i = 0; i < MANY; i++)
    tag[i] = i;
  carom_hosted_tell(o->scene, MANY, tag, shift, o->number);
  for (int i = 0; i < MANY; i++)
    o->number[CAROM_GHOST_DOUBLES * i + 3] += gained;
  carom_hosted_hear(o->scene, MANY, MANY, o->number);
  carom_hosted_heard(o->scene);
  o->between += o->scene->cpu.begun;
  if (o->motions != LEAP) return;
  o->rebuilds = o->scene->rebuilds;
  o->leapt_between = o->scene->cpu.begun;
}

static bool tell_leaping(void *user)
{
  leaping *o = user;
  if (++o->motions == LEAP) o->scene->cpu.domain_block[1].stale = 1; /* its forces wait */
  if (!o->late) bring_leaping(o);
  return o->late;
}

static leaping *leap(bool late, int64_t *rebuilds)
{
  stage *s = heap();
  leaping *o = calloc(1, sizeof *o);
  carom_error err = {.code = CAROM_OK};
  assert_non_null(o);
  s->def.particles = 0;
  add_lattice(s, LONG, 1e-3, 0.9, 1.95e-3, 0.3, 30);
  for (int i = 0; i < MANY; i++)
    s->particle[i].velocity[2] -= 0.5;
  o->scene = staged(s);
  o->late = late;
  o->host = (carom_hosted){.position = (double *const *)o->x,
                           .velocity = (double *const *)o->v,
                           .spin = (double *const *)o->w,
                           .moved = tell_leaping,
                           .await = bring_leaping,
                           .user = o};
  double mass[MANY];
  memcpy(mass, o->scene->particles.mass, sizeof mass);
  check(carom_hosted_create(o->scene, &o->host, &err), &err);
  for (int tag = 0; tag < 2 * MANY; tag++) {
    memcpy(o->at[tag], s->particle[tag % MANY].position, sizeof o->at[tag]);
    o->at[tag][0] += tag < MANY ? 0 : leap_shift(0);
    o->x[tag] = o->at[tag], o->v[tag] = s->particle[tag % MANY].velocity, o->w[tag] = o->still;
  }
  check(carom_hosted_open(o->scene, MANY, MANY, 0, &err), &err);
  for (int tag = 0; tag < 2 * MANY; tag++) {
    const carom_hosted_particle one = {s->particle[tag % MANY].radius, mass[tag % MANY], 0,
                                       (uint32_t)(tag % MANY), false};
    carom_hosted_place(o->scene, tag, &one);
  }
  check(carom_hosted_close(o->scene, &err), &err);
  check(carom_hosted_begin(o->scene, &err), &err);
  carom_hosted_step_back(o->scene);
  assert_true(o->scene->cpu.blocks > 2);
  check(carom_hosted_steps(o->scene, LEAP, &err), &err);
  *rebuilds = o->scene->rebuilds - o->rebuilds;
  check(carom_hosted_steps(o->scene, 20, &err), &err);
  free(s);
  return o;
}

static void no_contact_of_ghosts_that_leap_is_missed(void **state)
{
  int64_t early, between;
  leaping *one = leap(false, &early), *other = leap(true, &between);
  double off = 0, fast = 0;
  (void)state;
  assert_true(early == 1 && between == 1);
  assert_true(other->leapt_between && other->between > LEAP);
  for (int i = 0; i < MANY; i++)
    for (int k = 0; k < 3; k++) {
      const double *v = carom_contact_velocity_of(other->scene,
                                                  other->scene->particles.index_of[i]);
      const double *as = carom_contact_velocity_of(one->scene, one->scene->particles.index_of[i]);
      off = fmax(off, fabs(v[k] - as[k]));
      fast = fmax(fast, fabs(as[k]));
    }
  if (off > 1e-9 * fast) fail_msg("velocities are off by %g of %g m/s", off, fast);
  assert_true(count_across(other->scene) > 10);
  const carom_block_sums a = one->scene->engine->sums(one->scene),
                         b = other->scene->engine->sums(other->scene);
  for (int c = 0; c < CAROM_POWERS; c++)
    assert_true(fabs(a.lost[c] - b.lost[c]) <= 1e-9 * fabs(a.lost[c]));
  assert_true(a.lost[1] > 0);
  carom_scene_destroy(one->scene);
  carom_scene_destroy(other->scene);
  free(one);
  free(other);
}

/* Pairs that come together from many distances, particles here or one and a ghost. None touches
 * before lists say that it may, to the step: one that is made too late is seen. */
enum { ROWS = 400, PAIRED = 4 * ROWS };

/* How fast, in steps a skin; gaps, in skins; speeds of those here and of ghosts, of this. */
typedef struct course {
  double steps_in_skin, from, to, here, ghosts;
  int steps;
} course;

typedef struct approach {
  carom_scene *scene;
  carom_hosted host;
  const double *x[PAIRED], *v[PAIRED], *w[PAIRED];
  double at[PAIRED][3], velocity[PAIRED][3], still[3];
  bool late;
} approach;

/* Tags: those that rest, those that come, those that wait for ghosts, ghosts. */
static void bring_approach(void *user)
{
  approach *o = user;
  double number[ROWS * CAROM_GHOST_DOUBLES + 1];
  for (int i = 0; i < ROWS; i++) {
    const int tag = 3 * ROWS + i;
    double *to = number + CAROM_GHOST_DOUBLES * i;
    for (int k = 0; k < 3; k++) {
      to[k] = o->at[tag][k] += o->scene->model.step * o->velocity[tag][k];
      to[3 + k] = o->velocity[tag][k], to[6 + k] = 0;
    }
  }
  carom_hosted_hear(o->scene, 3 * ROWS, ROWS, number);
  carom_hosted_heard(o->scene);
}

static bool tell_approach(void *user)
{
  approach *o = user;
  if (!o->late) bring_approach(o);
  return o->late;
}

static approach *come_together(bool late, const course *c)
{
  stage *s = stage_new();
  approach *o = calloc(1, sizeof *o);
  carom_error err = {.code = CAROM_OK};
  assert_non_null(o);
  s->def.velocity = CAROM_VELOCITY_HALF;
  s->def.overlap_limit = 1;
  for (int tag = 0; tag < 3 * ROWS; tag++)
    add_grain(s, 1e-3, 0, 3e-3 * tag, 0);
  o->scene = staged(s);
  o->late = late;
  o->host = (carom_hosted){.position = (double *const *)o->x,
                           .velocity = (double *const *)o->v,
                           .spin = (double *const *)o->w,
                           .moved = tell_approach,
                           .await = bring_approach,
                           .user = o};
  const double skin = o->scene->model.skin, mass = o->scene->particles.mass[0];
  const double speed = skin / c->steps_in_skin / o->scene->model.step;
  check(carom_hosted_create(o->scene, &o->host, &err), &err);
  check(carom_hosted_open(o->scene, 3 * ROWS, ROWS, 0, &err), &err);
  for (int tag = 0; tag < PAIRED; tag++) {
    const int row = tag % ROWS, kind = tag / ROWS;
    o->at[tag][0] = kind % 2 ? 2e-3 + skin * (c->from + (c->to - c->from) * row / ROWS) : 0;
    o->at[tag][1] = 3e-3 * (row + ROWS * (kind / 2));
    o->velocity[tag][0] = -speed * (kind == 1 ? c->here : kind == 3 ? c->ghosts : 0);
    o->x[tag] = o->at[tag], o->v[tag] = o->velocity[tag], o->w[tag] = o->still;
  }
  for (int tag = 0; tag < PAIRED; tag++) {
    const carom_hosted_particle one = {1e-3, mass, 0, (uint32_t)tag, false};
    carom_hosted_place(o->scene, tag, &one);
  }
  check(carom_hosted_close(o->scene, &err), &err);
  check(carom_hosted_begin(o->scene, &err), &err);
  carom_hosted_step_back(o->scene);
  check(carom_hosted_steps(o->scene, c->steps, &err), &err);
  free(s);
  return o;
}

static void no_contact_begins_late(void **state)
{
  static const course all[] = {{50, 0, 4, 1, 0, 200},
                               {50, 0.9, 1.5, 0, 1, 90}, /* until then, none moves here */
                               {50, 0, 4, 0.7, 1, 200},
                               {2025, 0, 0.06, 1, 0, 140}, /* active lists last 40.5 steps */
                               {2025, 0, 0.06, 0, 1, 140}};
  (void)state;
  for (int k = 0; k < 5; k++) {
    approach *one = come_together(false, &all[k]), *other = come_together(true, &all[k]);
    double off = 0, fast = 0;
    for (int i = 0; i < 3 * ROWS; i++) {
      const double v = *carom_contact_velocity_of(other->scene,
                                                  other->scene->particles.index_of[i]);
      const double as = *carom_contact_velocity_of(one->scene, one->scene->particles.index_of[i]);
      off = fmax(off, fabs(v - as));
      fast = fmax(fast, fabs(as));
    }
    if (off > 1e-12 * fast) fail_msg("%d: velocities are off by %g of %g m/s", k, off, fast);
    assert_true(fast > 0);
    carom_scene_destroy(one->scene);
    carom_scene_destroy(other->scene);
    free(one);
    free(other);
  }
}

/* A scene that is brought to the state of another one goes on as that does. */
static void remember(void *user, carom_hosted_contact *c)
{
  carom_hosted_remember(user, c);
}

static void a_state_is_adopted(void **state)
{
  stage *s = heap();
  carom_scene *from = staged(s), *to = staged(s);
  carom_error err = {.code = CAROM_OK};
  (void)state;
  play(from, 600);
  play(to, 1);
  assert_true(carom_hosted_expect(to, CONTACTS));
  for (int i = 0; i < COUNT; i++) {
    const uint32_t at = from->particles.index_of[i], here = to->particles.index_of[i];
    memcpy(carom_position_of(to, here), carom_position_of(from, at), 3 * sizeof(double));
    memcpy(carom_contact_velocity_of(to, here), carom_contact_velocity_of(from, at),
           8 * sizeof(double));
  }
  assert_true(carom_hosted_contacts(from, remember, to));
  const carom_block_sums sums = from->engine->sums(from);
  check(carom_hosted_adopt(to, &sums, &err), &err);
  to->steps = from->steps;
  const carom_scene_energy a = carom_scene_budget(from), b = carom_scene_budget(to);
  assert_true(fabs(a.kinetic - b.kinetic) <= 1e-12 * a.kinetic);
  assert_true(fabs(a.elastic - b.elastic) <= 1e-12 * a.elastic);
  assert_true(fabs(a.residual - b.residual) <= 1e-9 * a.kinetic);
  play(from, 200);
  play(to, 200);
  const carom_scene_energy c = carom_scene_budget(from), d = carom_scene_budget(to);
  assert_true(fabs(c.kinetic - d.kinetic) <= 1e-9 * c.kinetic);
  assert_true(fabs(c.plastic - d.plastic) <= 1e-9 * c.plastic);
  carom_scene_destroy(from);
  carom_scene_destroy(to);
  free(s);
}

static void what_cannot_be_carried_over_is_refused(void **state)
{
  static const char *const keys[] = {"scene.velocity", "scene.forces"};
  (void)state;
  for (int k = 0; k < 2; k++) {
    stage *s = heap();
    carom_scene_force force = carom_scene_force_default();
    carom_error err = {.code = CAROM_OK};
    force.force[0] = 1;
    if (k == 0) s->def.velocity = CAROM_VELOCITY_PREDICTED;
    if (k == 1) s->def.force = &force, s->def.forces = 1;
    carom_scene *scene = staged(s);
    assert_int_equal(carom_hosted_check(scene, &err), CAROM_ERR_CONFLICT);
    assert_string_equal(err.where, keys[k]);
    carom_scene_destroy(scene);
    free(s);
  }
}

SUITE("hosted", two_parts_are_as_good_as_one, instruction_sets_agree,
      ghosts_follow_a_scene_that_moves_itself, ghosts_may_be_late,
      no_contact_of_ghosts_that_leap_is_missed, no_contact_begins_late, a_state_is_adopted,
      what_cannot_be_carried_over_is_refused)
