/* SPDX-License-Identifier: MIT */
/* Plastic memory of scenes that outlives the contact: dents of pairs that part, leave the lists and
 * meet again, against resolved impacts and chains, and in the energy budget. */
#include "scenes.h"
#include "user_laws.h"

/* The last one yields from the start. */
static const char *const laws[] = {"thornton", "ma-liu", "kogut-etsion", "jackson-green",
                                   "walton-braun"};

/* Restitutions of fresh pairs at 1 m/s: 0.4 to 0.8. */
static stage *plastic_stage(const char *law, const char *memory)
{
  stage *s = stage_new();
  s->material[0] = material(2e9, 0.3, 7800, 1e7);
  s->contact[0].normal.law = law;
  if (memory) choose(&s->contact[0].normal, "memory", memory);
  return s;
}

static void add_walls(stage *s, double low, double high)
{
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = k == 0 ? low : -INFINITY, s->wall[0].high[k] = k == 0 ? high : INFINITY;
  s->def.walls = 1;
}

/* Runs until the last body has parted from what it meets next; false if that takes too long. */
static bool next_bounce(carom_scene *scene)
{
  const int64_t most = 200000;
  int64_t steps = 0;
  while (carom_scene_contacts(scene, NULL, NULL) == 0 && steps++ < most)
    play(scene, 1);
  while (carom_scene_contacts(scene, NULL, NULL) > 0 && steps++ < most)
    play(scene, 1);
  return steps < most;
}

/* The restitution of a fresh pair, resolved in time. */
static double rebound(const stage *s, bool wall, double speed)
{
  carom_contact_def def = s->contact[0].normal;
  def.a.material = def.b.material = s->material[0];
  def.a.radius = s->particle[s->def.particles - 1].radius;
  def.b.radius = wall ? def.a.radius : s->particle[0].radius;
  def.b.shape = wall ? CAROM_FLAT : CAROM_SPHERE;
  def.b.fixed = true;
  const carom_contact contact = prepared(&def);
  return speed * struck(&contact, speed).restitution;
}

/* A ball goes to and fro between two walls, or two balls that do not move, far beyond the reach of
 * the lists. Each partner takes its share of the energy once; whoever comes back no faster than it
 * left finds a dent that gives back everything. 5e-6 is the error of steps of 1/1000 of the contact
 * time, as an impact on a fresh partner shows it too. */
static void a_dent_is_paid_once(void **state)
{
  (void)state;
  for (int k = 0; k < COUNT(laws); k++)
    for (int walls = 0; walls < 2; walls++) {
      stage *s = plastic_stage(laws[k], "pair");
      const double r = 5e-3, half = (walls ? 1 : 3) * r + 1e-3;
      if (walls)
        add_walls(s, -half, half);
      else
        for (int side = 0; side < 2; side++)
          add_grain(s, 2 * r, side ? half : -half, 0, 0)->fixed = true;
      add_grain(s, r, 0.3e-3, 0, 0)->velocity[0] = 1;
      s->def.step = 2e-7;
      s->def.skin = 0.1e-3;
      carom_scene *scene = staged(s);
      const int64_t ball = s->def.particles - 1;
      double expected = 1, plastic = 0;
      for (int bounce = 0; bounce < 8; bounce++) {
        if (bounce < 2) expected = rebound(s, walls, expected);
        assert_true(next_bounce(scene));
        const carom_scene_energy e = carom_scene_budget(scene);
        const double speed = fabs(carom_scene_sample(scene).grain[ball].velocity[0]);
        assert_close_named(speed, expected, 5e-6, laws[k]);
        if (bounce == 1) plastic = e.plastic;
        if (bounce > 1) assert_close(e.plastic, plastic, 5e-6);
        assert_small(e.residual, 1e-4 * (e.kinetic + e.plastic));
      }
      assert_int_equal(carom_scene_stats(scene).remembered, 2);
      assert_true(expected < 0.9);
      carom_scene_destroy(scene);
      free(s);
    }
}

/* The same with a memory that ends with the episode, which is what a scene does unless it is asked:
 * every bounce finds a fresh partner. */
static void by_default_dents_are_forgotten(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    stage *s = plastic_stage("thornton", k ? "episode" : NULL);
    add_walls(s, -6e-3, 6e-3);
    add_grain(s, 5e-3, 0, 0, 0)->velocity[0] = 1;
    s->def.step = 2e-7;
    carom_scene *scene = staged(s);
    double expected = 1;
    for (int bounce = 0; bounce < 4; bounce++) {
      expected = rebound(s, true, expected);
      assert_true(next_bounce(scene));
      assert_close(fabs(carom_scene_sample(scene).grain[0].velocity[0]), expected, 5e-6);
    }
    assert_int_equal(carom_scene_stats(scene).remembered, 0);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* Below yield there is nothing to remember. */
static void elastic_impacts_leave_nothing(void **state)
{
  (void)state;
  for (int k = 0; k < COUNT(laws) - 1; k++) {
    stage *s = plastic_stage(laws[k], "pair");
    s->material[0].yield = 1e9;
    add_walls(s, -10e-3, 10e-3);
    add_grain(s, 5e-3, -4.5e-3, 0, 0)->velocity[0] = 0.1;
    add_grain(s, 4e-3, 5.5e-3, 0, 0)->velocity[0] = -0.1;
    s->def.step = 5e-7;
    s->def.skin = 1e-4;
    carom_scene *scene = staged(s);
    for (int bounce = 0; bounce < 6; bounce++)
      assert_true(next_bounce(scene));
    assert_true(carom_scene_stats(scene).rebuilds > 10);
    assert_int_equal(carom_scene_stats(scene).remembered, 0);
    assert_true(carom_scene_budget(scene).plastic == 0);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* A law of the user's, whose restitution is 1/sqrt(ratio) at every speed: kept if it is asked for.
 */
static void laws_of_users_keep_dents_too(void **state)
{
  (void)state;
  carom_context *context;
  const carom_user_law mine = my_dent();
  assert_int_equal(carom_context_create(&context, NULL), CAROM_OK);
  assert_int_equal(carom_context_register(context, &mine, NULL, NULL), CAROM_OK);
  for (int kept = 0; kept < 2; kept++) {
    stage *s = plastic_stage("my-dent", kept ? "pair" : NULL);
    s->contact[0].normal.context = context;
    set(&s->contact[0].normal, "load_stiffness", 1e6);
    set(&s->contact[0].normal, "ratio", 2);
    add_walls(s, -6e-3, 6e-3);
    add_grain(s, 5e-3, 0, 0, 0)->velocity[0] = 1;
    s->def.step = 1e-7;
    s->def.skin = 0.1e-3;
    carom_scene *scene = staged(s);
    double expected = 1;
    for (int bounce = 0; bounce < 5; bounce++) {
      if (bounce < 2 || !kept) expected *= sqrt(0.5);
      assert_true(next_bounce(scene));
      assert_close(fabs(carom_scene_sample(scene).grain[0].velocity[0]), expected, 5e-6);
    }
    assert_int_equal(carom_scene_stats(scene).remembered, kept ? 2 : 0);
    carom_scene_destroy(scene);
    free(s);
  }
  carom_context_destroy(context);
}

enum { BALLS = 3 };

/* Three balls in a row between two walls, as a scene and as a chain. */
typedef struct row {
  stage *s;
  carom_bead bead[BALLS];
  carom_chain_def chain;
} row;

static void make_row(row *w, const char *law, const char *memory)
{
  static const double radius[BALLS] = {5e-3, 4e-3, 5e-3}, velocity[BALLS] = {1.2, 0, -0.7};
  static const double gap = 0.2e-3;
  double x = 0;
  w->s = plastic_stage(law, memory);
  w->chain = carom_chain_default();
  for (int i = 0; i < BALLS; i++) {
    x += gap + radius[i];
    add_grain(w->s, radius[i], x, 0, 0)->velocity[0] = velocity[i];
    x += radius[i];
    w->bead[i] = carom_bead_default();
    w->bead[i].body.radius = radius[i];
    w->bead[i].body.material = w->s->material[0];
    w->bead[i].velocity = velocity[i];
    w->bead[i].gap = gap;
  }
  add_walls(w->s, 0, x + gap);
  w->s->def.skin = 0.1e-3;
  w->chain.bead = w->bead;
  w->chain.beads = BALLS;
  w->chain.contact = &w->s->contact[0].normal;
  w->chain.contacts = 1;
  w->chain.left = (carom_chain_wall){.present = true, .material = w->s->material[0]};
  w->chain.right = (carom_chain_wall){.present = true, .material = w->s->material[0], .gap = gap};
}

static carom_chain *chain_of(const row *w)
{
  carom_chain *chain;
  carom_error err;
  if (carom_chain_create(&w->chain, &chain, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  return chain;
}

/* The chain in the same fixed steps: the same numbers, apart from the digits that absolute
 * positions lack and that the next impacts enlarge. */
static void a_row_like_the_chain(void **state)
{
  (void)state;
  for (int k = 0; k < COUNT(laws); k++) {
    row w;
    make_row(&w, laws[k], "pair");
    w.s->def.step = w.chain.step = 2e-7;
    w.chain.integrator = CAROM_CHAIN_VERLET;
    carom_chain *chain = chain_of(&w);
    carom_scene *scene = staged(w.s);
    carom_error err;
    for (int part = 1; part <= 10; part++) {
      assert_int_equal(carom_chain_advance(chain, part * 8000 * w.chain.step, &err), CAROM_OK);
      play(scene, 8000);
      const carom_scene_view now = carom_scene_sample(scene);
      for (int i = 0; i < BALLS; i++)
        assert_small(now.grain[i].velocity[0] - carom_chain_velocity(chain)[i], 1e-7);
      assert_close(carom_scene_budget(scene).plastic, carom_chain_budget(chain).plastic, 1e-7);
    }
    assert_true(carom_scene_stats(scene).remembered > 1);
    carom_chain_destroy(chain);
    carom_scene_destroy(scene);
    free(w.s);
  }
}

/* Lists that hold for less than a step lose contacts while they are closed; nothing else changes.
 */
static void however_soon_pairs_leave_the_lists(void **state)
{
  (void)state;
  static const double skin[] = {1, 0.1e-3, 1e-9};
  uint64_t hash[3];
  double plastic[3];
  for (int k = 0; k < 3; k++) {
    row w;
    make_row(&w, "thornton", "pair");
    w.s->def.step = 2e-7;
    w.s->def.skin = skin[k];
    carom_scene *scene = staged(w.s);
    play(scene, 60000);
    hash[k] = carom_scene_hash(scene);
    plastic[k] = carom_scene_budget(scene).plastic;
    assert_int_equal(carom_scene_stats(scene).remembered, k == 0 ? 0 : 4);
    assert_true((carom_scene_stats(scene).rebuilds > 50000) == (k == 2));
    carom_scene_destroy(scene);
    free(w.s);
  }
  for (int k = 1; k < 3; k++) {
    assert_true(hash[k] == hash[0]);
    assert_close(plastic[k], plastic[0], 1e-13);
  }
}

enum { PARTINGS = 12 };

typedef struct parting {
  int contact;
  double time, speed;
} parting;

typedef struct partings {
  parting at[PARTINGS];
  int count;
} partings;

static void hear(void *user, int contact, double time, double approach, bool touching)
{
  partings *p = user;
  if (touching || p->count == PARTINGS) return;
  p->at[p->count++] = (parting){contact, time, -approach};
}

static void see(void *user, const carom_scene_touch *t)
{
  double *speed = user; /* by contact, from -2 on */
  const int64_t low = t->a < t->b ? t->a : t->b;
  speed[2 + (t->wall < 0        ? low
             : t->normal[0] < 0 ? CAROM_LEFT_WALL
                                : CAROM_RIGHT_WALL)] = -t->approach;
}

/* When the undeformed surfaces part in the scene, and how fast. */
static void watch(carom_scene *scene, partings *p)
{
  double before[2 + BALLS], now[2 + BALLS];
  for (int i = 0; i < 2 + BALLS; i++)
    before[i] = NAN;
  while (p->count < PARTINGS) {
    for (int i = 0; i < 2 + BALLS; i++)
      now[i] = NAN;
    play(scene, 1);
    carom_scene_contacts(scene, see, now);
    for (int i = 0; i < 2 + BALLS && p->count < PARTINGS; i++)
      if (isnan(now[i]) && !isnan(before[i]))
        p->at[p->count++] = (parting){i - 2, carom_scene_time(scene), before[i]};
    memcpy(before, now, sizeof now);
  }
}

/* The largest difference in speed and time from the chain with every switch an event, which keeps
 * its dents; `late` is infinite if bodies part in another order. */
static double difference(const char *law, const char *memory, double step, double *late)
{
  partings a = {.count = 0}, b = {.count = 0};
  row w;
  carom_error err;
  double worst = 0;
  make_row(&w, law, "pair");
  carom_chain *chain = chain_of(&w);
  carom_chain_set_contact_callback(chain, hear, &a);
  assert_int_equal(carom_chain_advance(chain, 30e-3, &err), CAROM_OK);
  assert_int_equal(a.count, PARTINGS);
  free(w.s);
  make_row(&w, law, memory);
  w.s->def.step = step;
  carom_scene *scene = staged(w.s);
  watch(scene, &b);
  *late = 0;
  for (int i = 0; i < PARTINGS; i++) {
    const bool same = a.at[i].contact == b.at[i].contact;
    *late = same ? fmax(*late, fabs(b.at[i].time - a.at[i].time)) : INFINITY;
    worst = fmax(worst, fabs(b.at[i].speed - a.at[i].speed));
  }
  carom_chain_destroy(chain);
  carom_scene_destroy(scene);
  free(w.s);
  return worst;
}

/* Twelve impacts, one after the other. The scene looks once a step, so that it sees bodies part up
 * to a step late; where one of them is then pushed from its other side, at 6,000 m/s2 and less,
 * that is 3e-4 m/s. Without the dents the fifth impact at the latest is another one. */
static void impact_by_impact(void **state)
{
  (void)state;
  const double step = 5e-8;
  for (int k = 0; k < COUNT(laws); k++) {
    double late;
    assert_small(difference(laws[k], "pair", step, &late), 6e3 * step);
    assert_small(late, 1.01 * step);
    assert_true(difference(laws[k], "episode", step, &late) > 0.1);
  }
}

/* A gas of plastic spheres in a box that has met many times over: the budget closes, and the better
 * the shorter the step. */
static double residual(double step, int64_t steps)
{
  stage *s = plastic_stage("thornton", "pair");
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = 0, s->wall[0].high[k] = 11e-3;
  s->def.walls = 1;
  add_lattice(s, 5, 1e-3, 0.6, 2.2e-3, 3, 0);
  s->def.step = step;
  s->def.skin = 0.1e-3;
  carom_scene *scene = staged(s);
  const double start = carom_scene_budget(scene).kinetic;
  double plastic = 0;
  for (int part = 0; part < 20; part++) {
    play(scene, steps / 20);
    const double now = carom_scene_budget(scene).plastic;
    assert_true(now >= plastic * (1 - 1e-12)); /* dents only grow */
    plastic = now;
  }
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_true(e.plastic > 0.3 * start && carom_scene_stats(scene).remembered > 500);
  carom_scene_destroy(scene);
  free(s);
  return fabs(e.residual) / start;
}

static void the_budget_closes(void **state)
{
  (void)state;
  assert_small(residual(2e-7, 100000), 4e-6);
  assert_small(residual(1e-7, 200000), 1e-6);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_dent_is_paid_once),
      cmocka_unit_test(by_default_dents_are_forgotten),
      cmocka_unit_test(elastic_impacts_leave_nothing),
      cmocka_unit_test(laws_of_users_keep_dents_too),
      cmocka_unit_test(a_row_like_the_chain),
      cmocka_unit_test(however_soon_pairs_leave_the_lists),
      cmocka_unit_test(impact_by_impact),
      cmocka_unit_test(the_budget_closes),
  };
  return cmocka_run_group_tests_name("dents of scenes", tests, NULL, close_report);
}
