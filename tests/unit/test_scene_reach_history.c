/* SPDX-License-Identifier: MIT */
/* What lists carry: histories do not depend on when lists are made or how they are cut, and a
 * stored scene looks at the same pairs. */
#include "flows.h"
#include "memory_archive.h"
#include "suite.h"

static const struct {
  const char *law, *model;
  double small;
  int periods;
  bool mixed;
} kind[] = {{"hooke", "linear", 1, 7, false},     {"hooke", "linear", 0.8, 4, false},
            {"tsuji", "mindlin", 1, 7, false},    {"tsuji", "mindlin", 0.7, 0, false},
            {"thornton", "mindlin", 1, 7, false}, {"thornton", "mindlin", 0.8, 3, false},
            {"hooke", NULL, 1, 7, false},         {"tsuji", NULL, 0.7, 3, false},
            {"hooke", "linear", 1, 7, true},      {"tsuji", "mindlin", 0.8, 3, true}};

static void set_contact(carom_scene_contact *c, const char *law, const char *model)
{
  c->normal = carom_contact_default();
  c->normal.law = law;
  if (strcmp(law, "hooke") == 0) set(&c->normal, "stiffness", stiffness);
  if (strcmp(law, "thornton") != 0) set(&c->normal, "restitution", 0.7);
  if (!model) return;
  c->tangential.model = model;
  carom_tangential_set(&c->tangential, "friction", 0.4);
  if (strcmp(law, "thornton") == 0 && strcmp(model, "linear") == 0)
    carom_tangential_set(&c->tangential, "stiffness", 0.3 * stiffness);
}

/* Every third grain is of another material: springs of three and of four numbers, laws with a state
 * and without. */
static void mix(stage *s, int i)
{
  s->def.materials = 2;
  s->def.contacts = 3;
  for (int64_t k = 0; k < s->def.particles; k += 3)
    s->particle[k].material = 1;
  s->contact[1].between[0] = s->contact[1].between[1] = s->contact[2].between[1] = 1;
  set_contact(&s->contact[1], "thornton", "linear");
  set_contact(&s->contact[2], "tsuji", strcmp(kind[i].law, "tsuji") == 0 ? NULL : "mindlin");
}

/* A packing that expands, is stirred, and touches walls if there are some. */
static stage *packing(int i, double skin)
{
  const int sides[3] = {9, 7, 6};
  const double small = kind[i].small;
  stage *s = springs(skin);
  add_cubes(s, sides, (0.985 + 0.985 * small) * radius, small);
  enclose(s, kind[i].periods);
  set_in_motion(s, gas, 0.3);
  for (int64_t g = 0; g < s->def.particles; g++)
    for (int k = 0; k < 3; k++)
      s->particle[g].spin[k] = 40 * s->particle[g].velocity[2 - k] / radius * 1e-1;
  set_contact(&s->contact[0], kind[i].law, kind[i].model);
  for (int k = 0; k < 2; k++)
    s->material[k].yield = kind[i].mixed ? 2e5 : 2e4;
  if (kind[i].mixed) mix(s, i);
  return s;
}

/* Scenes with other skins make their lists at other times, in another order and with other
 * active lists; only the order of sums may tell. */
static void skins_do_not_matter(void **state)
{
  (void)state;
  for (int i = 0; i < COUNT(kind); i++) {
    carom_scene *scene[3];
    static const double skin[3] = {0.02, 0.1, 0.6};
    brute_force sum = {0};
    for (int k = 0; k < 3; k++) {
      stage *s = packing(i, skin[k] * radius);
      scene[k] = staged(s);
      free(s);
    }
    for (int part = 0; part < 8; part++)
      for (int k = 0; k < 3; k++) {
        play(scene[k], 19);
        check_lists(scene[k], 0, &sum);
      }
    const carom_scene_view one = carom_scene_sample(scene[0]);
    const carom_scene_energy e = carom_scene_budget(scene[0]);
    assert_true(sum.pairs > 1000);
    assert_true((e.friction > 0 && e.tangential > 0) == (kind[i].model != NULL));
    assert_true(carom_scene_stats(scene[0]).rebuilds > 3 + carom_scene_stats(scene[2]).rebuilds);
    for (int k = 1; k < 3; k++) {
      const carom_scene_view two = carom_scene_sample(scene[k]);
      const carom_scene_energy f = carom_scene_budget(scene[k]);
      double worst = 0;
      for (int64_t g = 0; g < one.count; g++)
        for (int c = 0; c < 3; c++) {
          const double off = fabs(one.grain[g].position[c] - two.grain[g].position[c]) / radius;
          const double turned = fabs(one.grain[g].spin[c] - two.grain[g].spin[c]) / 100;
          worst = off > worst ? off : worst;
          worst = turned > worst ? turned : worst;
        }
      assert_true(worst < 1e-9);
      if (kind[i].model) assert_close(f.friction, e.friction, 1e-7);
      assert_close(f.viscous + f.plastic, e.viscous + e.plastic, 1e-7);
    }
    for (int k = 0; k < 3; k++)
      carom_scene_destroy(scene[k]);
  }
}

enum { TOUCHES = 4096 };

typedef struct touches {
  carom_scene_touch at[TOUCHES];
  int count;
} touches;

static void note(void *user, const carom_scene_touch *t)
{
  touches *to = user;
  assert_true(to->count < TOUCHES);
  to->at[to->count++] = *t;
}

enum { NUMBERS = (sizeof(carom_scene_touch) - offsetof(carom_scene_touch, overlap)) / 8 };

static void numbers_of(const carom_scene_touch *t, double out[NUMBERS])
{
  memcpy(out, (const char *)t + offsetof(carom_scene_touch, overlap), NUMBERS * sizeof *out);
}

static int by_bodies(const void *one, const void *two)
{
  const carom_scene_touch *t = one, *u = two;
  const long long first = (t->a > u->a) - (t->a < u->a), second = (t->b > u->b) - (t->b < u->b);
  const int wall = (t->wall > u->wall) - (t->wall < u->wall);
  return first ? (int)first : second ? (int)second : wall;
}

/* Every number of a contact, compared with the largest of its sort; in which order they stand is up
 * to the lists. */
static void assert_same_touches(touches *one, touches *two)
{
  double most[NUMBERS] = {0}, a[NUMBERS], b[NUMBERS];
  assert_int_equal(one->count, two->count);
  qsort(one->at, (size_t)one->count, sizeof *one->at, by_bodies);
  qsort(two->at, (size_t)two->count, sizeof *two->at, by_bodies);
  for (int i = 0; i < one->count; i++) {
    numbers_of(&one->at[i], a);
    for (int k = 0; k < NUMBERS; k++)
      most[k] = fmax(most[k], fabs(a[k]));
  }
  for (int i = 0; i < one->count; i++) {
    const carom_scene_touch *t = &one->at[i], *u = &two->at[i];
    assert_true(t->a == u->a && t->b == u->b && t->wall == u->wall);
    numbers_of(t, a);
    numbers_of(u, b);
    for (int k = 0; k < NUMBERS; k++)
      assert_true(fabs(a[k] - b[k]) <= 1e-8 * most[k]);
  }
}

/* The next active lists have this margin. */
static void make_anew(carom_scene *s, double margin)
{
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    s->cpu.domain_block[b].stale = 1;
    s->cpu.domain_block[b].margin = s->cpu.domain_block[b].budget_left = margin;
  }
}

/* How many lists are dense. */
static int64_t count_whole(const carom_scene *s)
{
  int64_t count = 0;
  for (int64_t k = 0; k < 2 * s->contacts.pair_bins; k++)
    count += s->contacts.active_list[k].dense;
  return count;
}

/* Active lists rebuilt time and again, with wide margins and narrow ones, so that lists turn from
 * dense to filtered and back: every contact goes on. Only the order of sums may tell. */
static void margins_do_not_matter(void **state)
{
  (void)state;
  static touches own, other;
  for (int i = 0; i < COUNT(kind); i++) {
    stage *s = packing(i, radius);
    carom_scene *one = staged(s), *two = staged(s);
    brute_force sum = {0};
    int64_t whole = count_whole(two), more = 0, fewer = 0;
    for (int k = 0; k < 100; k++) {
      if (k % 4 == 0)
        make_anew(two, k % 8 ? radius : 2.5 * step * two->cpu.domain_block[0].closing_speed);
      play(one, 1);
      play(two, 1);
      if (k % 5 == 0) check_lists(two, 0, &sum);
      const int64_t now = count_whole(two);
      more += now > whole;
      fewer += now < whole;
      whole = now;
      own.count = other.count = 0;
      carom_scene_contacts(one, note, &own);
      carom_scene_contacts(two, note, &other);
      assert_same_touches(&own, &other);
    }
    const carom_scene_energy e = carom_scene_budget(one), f = carom_scene_budget(two);
    assert_true(own.count > 100 && sum.hidden > 1000);
    if (strcmp(kind[i].law, "thornton") != 0) assert_true(more > 5 && fewer > 5);
    assert_close(f.viscous + f.plastic, e.viscous + e.plastic, 1e-9);
    if (kind[i].model) assert_close(f.friction, e.friction, 1e-9);
    carom_scene_destroy(one);
    carom_scene_destroy(two);
    free(s);
  }
}

/* A step longer than the skin, or than the margin of active lists that are made in every step, ends
 * a contact and takes it out of the list at once: its plastic work is not forgotten. */
static void torn_contacts_are_accounted_for(void **state)
{
  (void)state;
  double plastic[3];
  for (int how = 0; how < 3; how++) {
    stage *s = springs(how == 1 ? 1e-4 * radius : 0.5 * radius);
    for (int i = 0; i < 2; i++) {
      const double x[3] = {2.05 * radius * i, 0, 0};
      add_ball(s, radius, x)->velocity[0] = i ? -1 : 1;
    }
    s->contact[0].normal = carom_contact_default();
    s->contact[0].normal.law = "thornton";
    s->material[0].yield = 2e5;
    carom_scene *scene = staged(s);
    for (int i = 0; i < 200; i++) {
      if (how == 2) {
        make_anew(scene, 1e-9 * radius);
        scene->cpu.domain_block[0].budget_left = radius; /* or the margin would be widened */
      }
      play(scene, 1);
    }
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 0);
    plastic[how] = carom_scene_budget(scene).plastic;
    carom_scene_destroy(scene);
    free(s);
  }
  assert_true(plastic[0] > 1e-7);
  assert_close(plastic[1], plastic[0], 1e-12);
  assert_close(plastic[2], plastic[0], 1e-12);
}

/* Stored at any time between two rebuilds. */
static void stored_scenes_look_at_the_same_pairs(void **state)
{
  (void)state;
  int64_t partly = 0;
  for (int at = 0; at < 200; at += 13) {
    stage *s = packing(at / 13 % COUNT(kind), 0.2 * radius);
    for (int64_t i = 0; i < s->def.particles; i++)
      s->particle[i].velocity[0] += 0.3;
    memory m = {.archive = {false, put_or_get}};
    carom_error err = {.code = CAROM_OK};
    carom_scene *whole = staged(s);
    s->def.threads = 2;
    carom_scene *half = staged(s);
    play(whole, at);
    assert_int_equal(carom_scene_archive(whole, &m.archive, &err), CAROM_OK);
    m.archive.loading = true;
    play(half, (7 * at + 5) % 40); /* which must not matter */
    assert_int_equal(carom_scene_archive(half, &m.archive, &err), CAROM_OK);
    for (int i = 0; i < 60; i++) {
      assert_true(carom_scene_hash(half) == carom_scene_hash(whole));
      assert_true(half->cpu.budget_left == whole->cpu.budget_left &&
                  half->rebuilds == whole->rebuilds);
      for (int64_t b = 0; b < whole->cpu.blocks; b++) {
        assert_true(half->cpu.domain_block[b].stale == whole->cpu.domain_block[b].stale);
        assert_true(half->cpu.domain_block[b].margin == whole->cpu.domain_block[b].margin);
        assert_true(half->cpu.domain_block[b].budget_left ==
                    whole->cpu.domain_block[b].budget_left);
        partly += whole->cpu.domain_block[b].budget_left < whole->cpu.domain_block[b].margin;
      }
      for (int64_t b = 0; b < 2 * whole->contacts.pair_bins; b++)
        assert_memory_equal(&half->contacts.active_list[b], &whole->contacts.active_list[b],
                            sizeof *whole->contacts.active_list);
      play(whole, 1);
      play(half, 1);
    }
    free(m.bytes);
    carom_scene_destroy(whole);
    carom_scene_destroy(half);
    free(s);
  }
  assert_true(partly > 100);
}

SUITE("scene reach history", skins_do_not_matter, margins_do_not_matter,
      torn_contacts_are_accounted_for, stored_scenes_look_at_the_same_pairs)
