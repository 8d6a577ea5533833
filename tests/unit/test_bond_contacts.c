/* SPDX-License-Identifier: MIT */
/* Bonds in whose place there is no ordinary contact: while they are whole, where they are made
 * between particles that touch, and from where they break. */
#include <string.h>

#include "bonded.h"
#include "carom/measure.h"
#include "memory_archive.h"

static const double radius = 2e-3, mass = 1e-3, apart = 3.8e-3;

static carom_scene_bond bond_instead(double gap)
{
  carom_scene_bond bond = bond_of(CAROM_BOND_PARALLEL, gap);
  bond.contact = CAROM_BOND_CONTACT_AFTER;
  bond.radius = 1e-3;
  return bond;
}

/* Two spheres that overlap by 0.2 mm, and part with this speed. */
static stage *pair_of(carom_scene_bond *bond, double speed)
{
  stage *s = stage_new();
  for (int i = 0; i < 2; i++) {
    add_grain(s, radius, apart * i, 0, 0)->mass = mass;
    s->particle[i].velocity[0] = i ? 0.5 * speed : -0.5 * speed;
  }
  s->def.bond = bond;
  s->def.bonds = 1;
  return s;
}

static double distance(carom_scene *scene)
{
  return grain_at(scene, 1)->position[0] - grain_at(scene, 0)->position[0];
}

static double speed_apart(carom_scene *scene)
{
  return grain_at(scene, 1)->velocity[0] - grain_at(scene, 0)->velocity[0];
}

/* Of Hertz's law between these spheres: E* = E/(2 (1 - nu^2)), R* = r/2. */
static double hertz_energy(double overlap)
{
  const double modulus = 1e7 / (2 * (1 - 0.09));
  return overlap > 0 ? 8.0 / 15 * modulus * sqrt(0.5 * radius) * pow(overlap, 2.5) : 0;
}

/* In steps of a share of those that are chosen: their errors fall with the square. */
static carom_scene *finely_staged(stage *s, double share)
{
  carom_scene *scene = staged(s);
  s->def.step = share * carom_scene_step(scene);
  carom_scene_destroy(scene);
  return staged(s);
}

/* u = v/w sin(w t), w^2 = 2 k/m, k = E A/L: the bond alone. Beside it the contact pushes them
 * apart. */
static void the_bond_alone(void **state)
{
  (void)state;
  const double k = 1e10 * pi * 1e-6 / apart, w = sqrt(2 * k / mass), speed = 0.05;
  for (int after = 0; after < 2; after++) {
    carom_scene_bond bond = bond_instead(0);
    bond.contact = after ? CAROM_BOND_CONTACT_AFTER : CAROM_BOND_CONTACT_BESIDE;
    stage *s = pair_of(&bond, speed);
    carom_scene *scene = finely_staged(s, 0.02);
    double most = 0;
    for (int n = 0; n < 100; n++) {
      play(scene, 31);
      const double u = distance(scene) - apart;
      const double off = fabs(u - speed / w * sin(w * carom_scene_time(scene))) / (speed / w);
      most = off > most ? off : most;
      assert_int_equal(carom_scene_contacts(scene, NULL, NULL), !after);
    }
    assert_true(after ? most < 1e-3 : most > 5e-3);
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_true(after ? e.elastic == 0 : e.elastic > 0.9 * hertz_energy(radius * 2 - apart));
    carom_selection all = carom_selection_default();
    carom_bulk bulk;
    carom_error err;
    const unsigned what = CAROM_BULK_CONTACTS;
    assert_int_equal(carom_measure_bulk(scene, &all, what, &bulk, &err), CAROM_OK);
    assert_true(bulk.coordination == !after);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* The bond breaks in tension with the spheres still in each other: its energy is gone, that of
 * Hertz's law at this overlap is there, and the rest of the way they are pushed apart by it. */
static void hertz_acts_when_it_breaks(void **state)
{
  (void)state;
  for (int half = 0; half < 2; half++)
    for (int shared = 0; shared < 2; shared++) {
      carom_scene_bond bond = bond_instead(0);
      bond.tensile_strength = 2e6;
      const double k = 1e10 * pi * 1e-6 / apart, at_strength = 0.5 * pow(2e6 * pi * 1e-6, 2) / k;
      const double speed = sqrt(4 * (shared ? 20 : 1.3) * at_strength / mass);
      stage *s = pair_of(&bond, speed);
      s->def.velocity = half ? CAROM_VELOCITY_HALF : CAROM_VELOCITY_PREDICTED;
      carom_scene *scene = finely_staged(s, 0.02);
      while (carom_scene_count_bonds(scene, 0).whole)
        play(scene, 1);
      const double gives = carom_scene_count_bonds(scene, 0).released;
      const double takes = hertz_energy(2 * radius - apart - sqrt(2 * gives / k));
      assert_close(gives, at_strength, 0.1);
      assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 1); /* at once */
      assert_true(carom_scene_budget(scene).elastic > 0.97 * takes);
      play(scene, 40000);
      const carom_scene_energy e = carom_scene_budget(scene);
      assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 0);
      assert_close(e.bond_breaking, gives - takes, 1e-4);
      assert_close(0.25 * mass * speed_apart(scene) * speed_apart(scene),
                   0.25 * mass * speed * speed - gives + takes, 2e-3);
      assert_small(e.residual, 1e-3 * takes);
      carom_scene_destroy(scene);
      free(s);
    }
}

/* What acts between the spheres, for the budget. */
typedef struct manner {
  const char *law, *adhesion;
} manner;

static const manner manners[] = {{"hertz", NULL},           {"tsuji", NULL},   {"thornton", NULL},
                                 {"luding", NULL},          {"jkr", NULL},     {"hertz", "dmt"},
                                 {"tsuji", "bridge"},       {"hertz", "area"}, {"ma-liu", NULL},
                                 {"hertz", "van-der-waals"}};

static void behave(stage *s, const manner *m)
{
  carom_scene_contact *c = &s->contact[0];
  c->normal.law = m->law;
  if (strcmp(m->law, "tsuji") == 0 || strcmp(m->law, "luding") == 0)
    set(&c->normal, "restitution", 0.6);
  if (strcmp(m->law, "jkr") == 0) set(&c->normal, "work_of_adhesion", 1);
  if (m->adhesion) c->adhesion.model = m->adhesion;
  if (m->adhesion && strcmp(m->adhesion, "bridge") == 0)
    carom_tangential_set(&c->adhesion, "volume", 1e-12);
  else if (m->adhesion && strcmp(m->adhesion, "dmt") == 0)
    carom_tangential_set(&c->adhesion, "work_of_adhesion", 1);
  c->tangential.model = "mindlin";
  carom_tangential_set(&c->tangential, "friction", 0.4);
  c->rolling.model = "elastic-plastic";
  carom_tangential_set(&c->rolling, "friction", 0.2);
}

/* Spheres that meet, are bonded while they are in each other, and part when the bond breaks: at no
 * time does the budget lack anything, with every kind of contact. */
static void nothing_is_missing(void **state)
{
  (void)state;
  for (size_t m = 0; m < sizeof manners / sizeof *manners; m++) {
    carom_scene_bond bond = bond_instead(0);
    stage *s = pair_of(&bond, -0.8);
    bond.later = true;
    bond.young = 1e8;
    bond.gap = 0.1e-3;
    bond.tensile_strength = 2e4;
    bond.shear_strength = 2e4;
    s->particle[1].position[0] = 4.001e-3;
    s->particle[1].velocity[1] = 0.3;
    s->particle[0].spin[2] = 100;
    s->particle[0].spin[0] = 50;
    behave(s, &manners[m]);
    carom_scene *scene = finely_staged(s, 0.05);
    carom_error err;
    int64_t made = 0;
    const double start = carom_scene_budget(scene).kinetic;
    double held = 0;
    while (carom_scene_contacts(scene, NULL, NULL) == 0 || distance(scene) > 3.995e-3)
      play(scene, 1);
    const carom_scene_energy before = carom_scene_budget(scene);
    held = before.elastic + before.tangential + before.rolling + before.adhesion;
    assert_small(before.residual, 2e-3 * start);
    assert_int_equal(carom_scene_make_bonds(scene, 0, &made, &err), CAROM_OK);
    assert_int_equal(made, 1);
    const carom_scene_energy with = carom_scene_budget(scene);
    if (fabs(with.residual - before.residual) > 1e-9 * start)
      fail_msg("%s: bonding loses %g of %g J", manners[m].law, with.residual - before.residual,
               start);
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 0);
    assert_true(with.elastic == 0 && with.tangential == 0 && with.rolling == 0 &&
                with.adhesion == 0);
    assert_true(fabs(held) > 1e-7 * start);
    assert_small(with.friction - before.friction, 1e-12 * start);
    for (int n = 0; n < 400000 && carom_scene_count_bonds(scene, 0).whole; n++)
      play(scene, 1);
    assert_int_equal(carom_scene_count_bonds(scene, 0).whole, 0);
    const carom_scene_energy broken = carom_scene_budget(scene);
    if (fabs(broken.residual) > 2e-3 * start)
      fail_msg("%s, %s: breaking loses %g of %g J", manners[m].law,
               manners[m].adhesion ? manners[m].adhesion : "", broken.residual, start);
    play(scene, 4000);
    assert_small(carom_scene_budget(scene).residual, 3e-3 * start);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* A dent that the spheres had before they were bonded is there when they touch again: with it they
 * part as if they had never been bonded at this distance. */
static void dents_outlive_bonds(void **state)
{
  (void)state;
  double elastic[2];
  for (int bonded = 0; bonded < 2; bonded++) {
    carom_scene_bond bond = bond_instead(0);
    stage *s = pair_of(&bond, -0.8);
    bond.later = true;
    bond.gap = 0.1e-3;
    bond.tensile_strength = bonded ? 0 : CAROM_UNSET; /* which no load is below */
    s->particle[1].position[0] = 4.001e-3;
    s->contact[0].normal.law = "thornton";
    choose(&s->contact[0].normal, "memory", "pair");
    carom_scene *scene = finely_staged(s, 0.1);
    carom_error err;
    while (!(speed_apart(scene) > 0))
      play(scene, 1); /* to the deepest point, and a little back */
    play(scene, 300);
    if (bonded) assert_int_equal(carom_scene_make_bonds(scene, 0, NULL, &err), CAROM_OK);
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 1);
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_true(e.plastic > 0 && e.elastic > 0);
    elastic[bonded] = e.elastic;
    assert_small(e.residual, 1e-4 * e.plastic);
    carom_scene_destroy(scene);
    free(s);
  }
  assert_close(elastic[1], elastic[0], 1e-9);
}

/* What acts across a gap acts from the break on, too, as far as it reaches; what begins at touch
 * does not. The budget lacks nothing. */
static void across_a_gap(void **state)
{
  (void)state;
  static const manner across[] = {
      {"hertz", "van-der-waals"}, {"jkr", NULL}, {"tsuji", "bridge"}, {"hertz", "dmt"}};
  for (size_t m = 0; m < sizeof across / sizeof *across; m++) {
    carom_scene_bond bond = bond_instead(1e-3);
    const bool reaches = across[m].adhesion && strcmp(across[m].adhesion, "van-der-waals") == 0;
    const double gap = reaches ? 2e-10 : 1e-8;
    stage *s = pair_of(&bond, 0.02);
    bond.tensile_strength = 1e3;
    s->particle[1].position[0] = 2 * radius + gap;
    behave(s, &across[m]);
    carom_scene *scene = finely_staged(s, reaches ? 0.001 : 0.05);
    const double start = carom_scene_budget(scene).kinetic;
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 0);
    while (carom_scene_count_bonds(scene, 0).whole)
      play(scene, 1);
    assert_true(distance(scene) > 2 * radius);
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_true(reaches ? e.adhesion < 0 : e.adhesion == 0 && e.elastic == 0 && e.plastic == 0);
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), reaches);
    assert_small(e.residual, 1e-4 * start);
    play(scene, 1000);
    assert_small(carom_scene_budget(scene).residual, 1e-4 * start);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* Contacts come in the place of bonds across a periodic border, too: the same motion as in open
 * space. */
static void across_a_border(void **state)
{
  (void)state;
  double end[2][2];
  for (int border = 0; border < 2; border++) {
    carom_scene_bond bond = bond_instead(0);
    bond.tensile_strength = 2e6;
    stage *s = pair_of(&bond, 0.3);
    if (border) {
      s->def.periodic[0] = true;
      s->def.low[0] = 0.5 * apart, s->def.high[0] = 0.5 * apart + 0.03125;
      s->particle[0].position[0] += 0.03125;
    }
    carom_scene *scene = finely_staged(s, 0.1);
    assert_int_equal(carom_scene_count_bonds(scene, 0).made, 1);
    while (carom_scene_count_bonds(scene, 0).whole)
      play(scene, 1);
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 1);
    end[border][0] = carom_scene_budget(scene).elastic;
    play(scene, 3000);
    end[border][1] = speed_apart(scene);
    assert_small(carom_scene_budget(scene).residual, 1e-3 * end[border][0]);
    carom_scene_destroy(scene);
    free(s);
  }
  assert_close(end[1][0], end[0][0], 1e-7);
  assert_close(end[1][1], end[0][1], 1e-7);
}

/* A bond beside the contact breaks, and the pair is bonded once more, now in its place: only the
 * bond that is whole counts. And the other way round. */
static void one_kind_after_the_other(void **state)
{
  (void)state;
  for (int first = 0; first < 2; first++) {
    carom_scene_bond bond[2] = {bond_instead(0), bond_instead(0)};
    stage *s = pair_of(bond, 0);
    bond[first].contact = CAROM_BOND_CONTACT_BESIDE;
    bond[0].tensile_strength = 0; /* breaks at once */
    bond[1].later = true;
    s->def.bonds = 2;
    carom_scene *scene = finely_staged(s, 0.1);
    carom_error err;
    int64_t made = 0;
    assert_int_equal(carom_scene_count_bonds(scene, 0).whole, 0);
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 1);
    assert_int_equal(carom_scene_make_bonds(scene, 1, &made, &err), CAROM_OK);
    assert_int_equal(made, 1);
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), first);
    play(scene, 500);
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), first);
    assert_small(carom_scene_budget(scene).residual, 1e-3 * hertz_energy(2 * radius - apart));
    carom_scene_destroy(scene);
    free(s);
  }
}

/* A dense block on several blocks of the engine that is shattered: bonds break in every step. */
static stage *shattered(carom_scene_bond *bond)
{
  stage *s = stage_new();
  *bond = bond_instead(0.3e-3);
  bond->radius = CAROM_UNSET;
  add_lattice(s, 10, radius, 0.95, 3.9e-3, 1, 100);
  for (int i = 0; i < 500; i++)
    s->particle[i].velocity[2] -= 2;
  for (int k = 0; k < CAROM_BOND_MODES; k++)
    bond->damping[k] = 0.05;
  bond->tensile_strength = 8e6;
  bond->shear_strength = 2e6;
  make_rough(&s->contact[0], 0.5, 0.4);
  s->def.bond = bond;
  s->def.bonds = 1;
  return s;
}

typedef struct bonded_pairs {
  int64_t count;
  int64_t pair[8192][2];
} bonded_pairs;

static void list_whole(void *user, const carom_bond_view *b)
{
  bonded_pairs *all = user;
  if (b->state != CAROM_BOND_WHOLE) return;
  all->pair[all->count][0] = b->a;
  all->pair[all->count++][1] = b->b;
}

typedef struct search {
  const bonded_pairs *bonded;
  int64_t found, touching;
} search;

static void find(void *user, const carom_scene_touch *t)
{
  search *o = user;
  o->touching++;
  for (int64_t k = 0; k < o->bonded->count; k++) {
    const int64_t *p = o->bonded->pair[k];
    o->found += (p[0] == t->a && p[1] == t->b) || (p[1] == t->a && p[0] == t->b);
  }
}

static void no_pair_has_both(void **state)
{
  (void)state;
  carom_scene_bond bond;
  stage *s = shattered(&bond);
  carom_scene *scene = staged(s);
  bonded_pairs *all = calloc(1, sizeof *all);
  assert_non_null(all);
  const int64_t at_start = carom_scene_contacts(scene, NULL, NULL);
  for (int n = 0; n < 10; n++) {
    play(scene, 20);
    all->count = 0;
    carom_scene_bonds(scene, list_whole, all);
    search o = {.bonded = all};
    carom_scene_contacts(scene, find, &o);
    assert_int_equal(o.found, 0);
    assert_true(all->count > 500 && o.touching > at_start);
  }
  const carom_bond_counts n = carom_scene_count_bonds(scene, -1);
  assert_true(n.tension > 20 && n.shear > 20);
  free(all);
  carom_scene_destroy(scene);
  free(s);
}

static void threads_and_restarts(void **state)
{
  (void)state;
  carom_scene_bond bond;
  stage *s = shattered(&bond);
  carom_error err;
  carom_scene *scene[3] = {staged(s)};
  s->def.threads = 3;
  scene[1] = staged(s);
  for (int stop = 0; stop < 4; stop++) {
    memory m = {.archive = {.array = put_or_get}};
    assert_int_equal(carom_scene_archive(scene[0], &m.archive, &err), CAROM_OK);
    scene[2] = staged(s);
    m.archive.loading = true;
    assert_int_equal(carom_scene_archive(scene[2], &m.archive, &err), CAROM_OK);
    free(m.bytes);
    const carom_scene_energy first = carom_scene_budget(scene[0]);
    for (int k = 0; k < 3; k++)
      play(scene[k], 47);
    const carom_scene_energy e = carom_scene_budget(scene[0]);
    assert_true(stop > 0 || e.bond_breaking != first.bond_breaking);
    for (int k = 1; k < 3; k++) {
      const carom_scene_energy other = carom_scene_budget(scene[k]);
      assert_true(carom_scene_hash(scene[k]) == carom_scene_hash(scene[0]));
      assert_true(memcmp(&e, &other, sizeof e) == 0);
    }
    carom_scene_destroy(scene[2]);
  }
  carom_scene_destroy(scene[0]);
  carom_scene_destroy(scene[1]);
  free(s);
}

static double overlap_of(const carom_scene_view *v, int64_t a, int64_t b)
{
  double square = 0;
  for (int k = 0; k < 3; k++)
    square += pow(v->grain[a].position[k] - v->grain[b].position[k], 2);
  return v->grain[a].radius + v->grain[b].radius - sqrt(square);
}

/* Pairs that overlap, by brute force; and those of them that are bonded. */
static int64_t overlapping(carom_scene *scene)
{
  const carom_scene_view v = carom_scene_sample(scene);
  int64_t count = 0;
  for (int64_t a = 0; a < v.count; a++)
    for (int64_t b = 0; b < a; b++)
      count += overlap_of(&v, a, b) > 0;
  return count;
}

static int64_t overlapping_of(carom_scene *scene, const bonded_pairs *bonded)
{
  const carom_scene_view v = carom_scene_sample(scene);
  int64_t count = 0;
  for (int64_t k = 0; k < bonded->count; k++)
    count += overlap_of(&v, bonded->pair[k][0], bonded->pair[k][1]) > 0;
  return count;
}

/* Particles leave and enter while bonds break: what is left has the contacts that geometry tells,
 * less those of whole bonds, and the budget closes as it does without. */
static void while_others_come_and_go(void **state)
{
  (void)state;
  carom_scene_bond bond;
  uint64_t hash[2];
  for (int threads = 1; threads <= 2; threads++) {
    stage *s = shattered(&bond);
    s->def.threads = threads;
    carom_scene *scene = staged(s);
    carom_error err;
    bonded_pairs *all = calloc(1, sizeof *all);
    assert_non_null(all);
    const double start = carom_scene_budget(scene).kinetic;
    for (int n = 0; n < 8; n++) {
      const int64_t gone[] = {3 + 61 * n, 450 + 17 * n, 800 - 7 * n};
      carom_scene_particle back = s->particle[0];
      back.position[0] = -1 - 0.01 * n;
      play(scene, 13);
      assert_int_equal(carom_scene_remove_particles(scene, gone, 3, &err), CAROM_OK);
      assert_int_equal(carom_scene_add_particles(scene, &back, 1, &err), CAROM_OK);
      all->count = 0;
      carom_scene_bonds(scene, list_whole, all);
      search o = {.bonded = all};
      carom_scene_contacts(scene, find, &o);
      assert_int_equal(o.found, 0);
      assert_int_equal(o.touching, overlapping(scene) - overlapping_of(scene, all));
    }
    const carom_bond_counts n = carom_scene_count_bonds(scene, -1);
    assert_true(n.tension + n.shear > 40 && n.removed > 100);
    assert_small(carom_scene_budget(scene).residual, 2e-2 * start);
    hash[threads - 1] = carom_scene_hash(scene);
    free(all);
    carom_scene_destroy(scene);
    free(s);
  }
  assert_true(hash[0] == hash[1]);
}

/* Where a bond gives way to a contact that is too deep, the message says so; where they are pressed
 * together long after, it does not. */
static void a_deep_break_is_explained(void **state)
{
  (void)state;
  static const double zero = 0, inwards[][3] = {{-0.5, 0, 0}, {0.5, 0, 0}, {0, 0, 0}};
  for (int later = 0; later < 2; later++) {
    carom_scene_bond bond = bond_instead(0);
    carom_error err;
    stage *s = pair_of(&bond, 0.3);
    bond.tensile_strength = 2e6;
    s->def.overlap_limit = later ? 0.5 : 0.05; /* the overlap is a tenth */
    s->wall[0].point[0] = 20e-3, s->wall[0].direction[0] = -1;
    s->wall[1].point[0] = -20e-3, s->wall[1].direction[0] = 1;
    for (int k = 0; k < 2; k++) {
      s->wall[k].shape = CAROM_WALL_PLANE, s->wall[k].direction[2] = 0;
      s->wall[k].motion.points = 1, s->wall[k].motion.time = &zero;
      s->wall[k].motion.velocity = inwards[later ? k : 2];
    }
    s->def.walls = 2;
    carom_scene *scene = staged(s);
    assert_int_equal(carom_scene_advance(scene, 0.1, &err), CAROM_ERR_DIVERGED);
    assert_int_equal(carom_scene_count_bonds(scene, 0).tension, 1);
    const char *bonded = strstr(err.text, "the bond in the place of their contact broke");
    assert_true(later ? !bonded : bonded != NULL);
    carom_scene_destroy(scene);
    free(s);
  }
}

static void what_is_refused(void **state)
{
  (void)state;
  carom_scene_bond bond = bond_instead(0);
  stage *s = pair_of(&bond, 0);
  carom_scene *scene;
  carom_error err;
  bond.contact = (carom_bond_contact)2;
  assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "bond[0].contact");
  free(s);
}

/* Two holds pull a bond apart with the spheres still in each other: no contact comes in its place,
 * since both are held, and what the bond stored is all that is gone. */
static void both_are_held(void **state)
{
  (void)state;
  carom_scene_bond bond = bond_instead(0);
  carom_scene_group group[2] = {carom_scene_group_default(), carom_scene_group_default()};
  carom_scene_hold hold[2] = {carom_scene_hold_default(), carom_scene_hold_default()};
  stage *s = pair_of(&bond, 0);
  bond.tensile_strength = 2e6;
  for (int k = 0; k < 2; k++) {
    group[k].members.id[0] = group[k].members.id[1] = (uint32_t)k + 1;
    hold[k].group = k;
  }
  hold[1].velocity[0] = 1e-3;
  s->def.group = group, s->def.groups = 2;
  s->def.hold = hold, s->def.holds = 2;
  carom_scene *scene = staged(s);
  while (carom_scene_count_bonds(scene, 0).whole)
    play(scene, 1);
  play(scene, 10);
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_true(distance(scene) < 2 * radius && carom_scene_contacts(scene, NULL, NULL) == 0);
  assert_true(carom_scene_count_bonds(scene, 0).released > 0);
  assert_close(e.bond_breaking, carom_scene_count_bonds(scene, 0).released, 1e-12);
  assert_small(e.residual, 1e-3 * e.bond_breaking);
  carom_scene_destroy(scene);
  free(s);
}

SUITE_CLOSE("contacts of bonds", the_bond_alone, hertz_acts_when_it_breaks, nothing_is_missing,
            dents_outlive_bonds, across_a_gap, across_a_border, one_kind_after_the_other,
            no_pair_has_both, while_others_come_and_go, threads_and_restarts,
            a_deep_break_is_explained, both_are_held, what_is_refused)
