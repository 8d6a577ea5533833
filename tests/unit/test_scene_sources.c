/* SPDX-License-Identifier: MIT */
/* Sources: as many as are due, never an overlap, owed where there is no room, the same bits for any
 * threads and after a checkpoint, nothing lost between source and sink. */
#include "memory_archive.h"
#include "scenes.h"

/* A box with a floor, filled from above with two materials. */
typedef struct feed {
  stage *s;
  carom_source_part part[2];
  carom_scene_source source[2];
  carom_scene_sink sink;
} feed;

static feed *feeding(void)
{
  feed *f = calloc(1, sizeof *f);
  assert_non_null(f);
  stage *s = f->s = stage_new();
  s->def.materials = 2;
  s->material[1].density = 1000;
  for (int i = 0; i < 3; i++) {
    s->contact[i].between[0] = i == 2;
    s->contact[i].between[1] = i > 0;
    make_rough(&s->contact[i], 0.5, 0.3);
  }
  s->def.contacts = 3;
  s->wall[0].shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = 0, s->wall[0].high[k] = k < 2 ? 20e-3 : INFINITY;
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.step = 5e-6;
  for (int k = 0; k < 2; k++) {
    f->part[k] = (carom_source_part){
        .material = k, .share = 1, .sizes = carom_distribution_default()};
    f->part[k].sizes.radius_min = 0.8e-3;
    f->part[k].sizes.radius_max = 1.2e-3;
    f->source[k] = carom_scene_source_default();
  }
  carom_scene_source *source = &f->source[0];
  source->name = "feeder";
  source->region.shape = CAROM_REGION_CYLINDER;
  source->region.point[0] = source->region.point[1] = 10e-3;
  source->region.point[2] = 40e-3;
  source->region.radius = 9e-3;
  source->region.length = 10e-3;
  source->part = f->part;
  source->parts = 2;
  source->rate = 10000;
  source->every = 2e-3;
  source->velocity[2] = -2;
  source->spread[0] = 0.2;
  s->def.source = f->source;
  s->def.sources = 1;
  f->sink = carom_scene_sink_default();
  f->sink.region.low[0] = f->sink.region.low[1] = f->sink.region.low[2] = -1;
  f->sink.region.high[0] = f->sink.region.high[1] = 1;
  f->sink.region.high[2] = 3e-3;
  f->sink.every = 1e-3;
  return f;
}

static void feed_free(feed *f)
{
  free(f->s);
  free(f);
}

static carom_scene_source_state given(const carom_scene *scene, int k)
{
  carom_scene_source_state state;
  assert_int_equal(carom_scene_sample_source(scene, k, &state, NULL), CAROM_OK);
  return state;
}

/* The smallest gap of any particle that came since number `first` to any other, and to the walls.
 */
static double smallest_gap(carom_scene *scene, const stage *s, int64_t first)
{
  const carom_scene_view v = carom_scene_sample(scene);
  double least = 1;
  for (int64_t i = first; i < v.count; i++) {
    const carom_scene_grain *a = &v.grain[i];
    for (int k = 0; k < 3; k++) {
      least = fmin(least, a->position[k] - a->radius - s->wall[0].low[k]);
      if (k < 2) least = fmin(least, s->wall[0].high[k] - a->radius - a->position[k]);
    }
    for (int64_t j = 0; j < i; j++) {
      double square = 0;
      for (int k = 0; k < 3; k++)
        square += pow(a->position[k] - v.grain[j].position[k], 2);
      least = fmin(least, sqrt(square) - a->radius - v.grain[j].radius);
    }
  }
  return least;
}

/* At a rate, without an overlap at entry. */
static void as_many_as_are_due_enter(void **state)
{
  (void)state;
  feed *f = feeding();
  carom_scene *scene = staged(f->s);
  int64_t before = carom_scene_particles(scene);
  assert_true(before == 0);
  for (int k = 1; k <= 20; k++) {
    play(scene, 399);
    assert_true(carom_scene_particles(scene) == before); /* at its own steps only */
    play(scene, 1);
    assert_true(smallest_gap(scene, f->s, before) >= 0);
    before = carom_scene_particles(scene);
    assert_true(before == 20 * k && given(scene, 0).count == before && given(scene, 0).owed == 0);
  }
  const carom_scene_view v = carom_scene_sample(scene);
  double mass = 0;
  int64_t second = 0;
  for (int64_t i = 0; i < v.count; i++) {
    mass += v.grain[i].mass;
    second += v.grain[i].material;
    assert_true(v.grain[i].id == (uint32_t)i + 0u || v.grain[i].id == (uint32_t)i + 1u);
  }
  assert_close(given(scene, 0).mass, mass, 1e-12);
  assert_true(llabs(second - v.count / 2) < 40); /* four standard deviations of 400 draws */
  const carom_scene_energy e = carom_scene_budget(scene);
  assert_true(e.entered > 0 && fabs(e.residual) < 2e-3 * e.entered);
  carom_scene_destroy(scene);
  feed_free(f);
}

static carom_scene *through_archive(carom_scene *scene, const feed *f)
{
  memory m = {.archive = {.array = put_or_get}};
  assert_int_equal(carom_scene_archive(scene, &m.archive, NULL), CAROM_OK);
  carom_scene_destroy(scene);
  scene = staged(f->s);
  m.archive.loading = true;
  assert_int_equal(carom_scene_archive(scene, &m.archive, NULL), CAROM_OK);
  free(m.bytes);
  return scene;
}

/* In, inside and out: by count exactly, by mass to rounding; any threads; through archives. */
static uint64_t flow_through(int threads, bool broken)
{
  feed *f = feeding();
  f->s->def.sink = &f->sink;
  f->s->def.sinks = 1;
  f->s->def.threads = threads;
  carom_scene *scene = staged(f->s);
  for (int k = 0; k < 30; k++) {
    play(scene, 661);
    carom_scene_sink_state out;
    const carom_scene_source_state in = given(scene, 0);
    const carom_scene_view v = carom_scene_sample(scene);
    double mass = 0;
    for (int64_t i = 0; i < v.count; i++)
      mass += v.grain[i].mass;
    assert_int_equal(carom_scene_sample_sink(scene, 0, -1, &out, NULL), CAROM_OK);
    assert_true(in.count == v.count + out.count);
    assert_true(fabs(in.mass - mass - out.mass) <= 1e-13 * in.mass);
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_true(fabs(e.residual) <= 2e-3 * e.entered);
    assert_true(k < 29 || (out.count > 300 && v.count > 100));
    if (!broken || k % 4 != 1) continue;
    scene = through_archive(scene, f);
  }
  const uint64_t hash = carom_scene_hash(scene);
  carom_scene_destroy(scene);
  feed_free(f);
  return hash;
}

static void nothing_is_lost(void **state)
{
  (void)state;
  const uint64_t hash = flow_through(1, false);
  assert_true(flow_through(1, true) == hash);
  assert_true(flow_through(2, false) == hash);
  assert_true(flow_through(3, true) == hash);
  assert_true(flow_through(8, false) == hash);
}

/* Another seed, other particles; the same seed with another skin, the same ones at the same steps.
 */
static void the_seed_decides(void **state)
{
  (void)state;
  uint64_t hash[3];
  for (int k = 0; k < 3; k++) {
    feed *f = feeding();
    f->source[0].seed = k == 1 ? 2 : 1;
    f->s->def.skin = k == 2 ? 0.5e-3 : 0.2e-3;
    carom_scene *scene = staged(f->s);
    play(scene, 800); /* two entries; nobody has touched anything yet */
    assert_true(carom_scene_particles(scene) == 40);
    hash[k] = carom_scene_hash(scene);
    carom_scene_destroy(scene);
    feed_free(f);
  }
  assert_true(hash[0] != hash[1] && hash[0] == hash[2]);
}

/* Where there is no room the source owes; when there is again, it catches up. */
static void no_room_is_owed(void **state)
{
  (void)state;
  feed *f = feeding();
  f->source[0].velocity[2] = f->source[0].spread[0] = 0;
  f->s->def.gravity[2] = 0;
  f->source[0].rate = 1e6;
  f->sink.off = true;
  f->sink.region.high[2] = 1;
  f->s->def.sink = &f->sink;
  f->s->def.sinks = 1;
  carom_scene *scene = staged(f->s);
  play(scene, 800);
  const carom_scene_source_state full = given(scene, 0);
  assert_true(full.count > 100 && full.count < 400);
  assert_true(full.owed == 4000 - (double)full.count && !full.done);
  assert_true(smallest_gap(scene, f->s, 0) >= 0);
  assert_int_equal(carom_scene_set_sink(scene, 0, true, NULL), CAROM_OK);
  play(scene, 400);
  assert_true(given(scene, 0).count > full.count + 80);
  assert_int_equal(carom_scene_set_source(scene, 0, false, NULL), CAROM_OK);
  const int64_t count = given(scene, 0).count;
  const double owed = given(scene, 0).owed;
  play(scene, 1200);
  assert_true(given(scene, 0).count == count && given(scene, 0).owed == owed);
  carom_scene_destroy(scene);
  feed_free(f);
}

/* Switched between its looks, which are 400 steps and 20 particles apart, a source gives the rate
 * times how long it was on: what came due before it went off comes when it is on again. */
static void only_while_it_is_on(void **state)
{
  (void)state;
  static const struct {
    int64_t until; /* steps */
    bool on;       /* from there on */
    int64_t given; /* by then */
  } at[] = {{300, true, 0},    {400, true, 5},    {800, true, 25},  {900, false, 25},
            {950, true, 25},   {975, false, 25},  {1000, true, 25}, {1200, true, 41},
            {1500, false, 41}, {2000, false, 41}, {2100, true, 41}, {2400, true, 71}};
  feed *f = feeding();
  f->source[0].off = true;
  f->source[0].start = 250 * f->s->def.step; /* in the first interval */
  carom_scene *scene = staged(f->s);
  for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
    play(scene, at[k].until - carom_scene_steps(scene));
    assert_true(given(scene, 0).count == at[k].given && given(scene, 0).owed == 0);
    assert_int_equal(carom_scene_set_source(scene, 0, at[k].on, NULL), CAROM_OK);
    assert_true(given(scene, 0).owed == 0);
    scene = through_archive(scene, f);
  }
  carom_scene_destroy(scene);
  feed_free(f);
}

/* Targets by number, mass and filling, and a rate by mass. */
static void targets_are_met(void **state)
{
  (void)state;
  for (int kind = 0; kind < 4; kind++) {
    feed *f = feeding();
    carom_scene_source *source = &f->source[0];
    source->shares_by_mass = kind == 1;
    source->rate = CAROM_UNSET;
    if (kind == 0) source->count = 120;
    if (kind == 1) source->mass = 1e-3;
    if (kind == 2) source->filling = 0.2;
    if (kind == 3) source->mass_rate = 0.05;
    carom_scene *scene = staged(f->s);
    play(scene, 4000);
    const carom_scene_source_state in = given(scene, 0);
    const double heaviest = 4.0 / 3 * pi * pow(1.2e-3, 3) * 2500;
    double solid = 0, mass[2] = {0, 0};
    const carom_scene_view v = carom_scene_sample(scene);
    for (int64_t i = 0; i < v.count; i++) {
      solid += 4.0 / 3 * pi * pow(v.grain[i].radius, 3);
      mass[v.grain[i].material] += v.grain[i].mass;
    }
    const double region = pi * 81e-6 * 10e-3;
    if (kind == 0) assert_true(in.count == 120 && in.done);
    if (kind == 1) assert_true(in.mass <= 1e-3 && in.mass > 1e-3 - heaviest && in.done);
    if (kind == 1) assert_true(fabs(mass[0] - mass[1]) < 0.25e-3); /* shares of mass */
    if (kind == 2) assert_true(solid <= 0.2 * region && solid > 0.2 * region - 8e-9 && in.done);
    if (kind == 3) assert_true(in.mass <= 1e-3 && in.mass > 1e-3 - heaviest && !in.done);
    assert_true(in.owed == 0 && in.owed_mass < heaviest);
    carom_scene_destroy(scene);
    feed_free(f);
  }
}

/* Two sources whose regions overlap, one across a periodic border, among particles that are there.
 */
static void sources_keep_clear_of_each_other(void **state)
{
  (void)state;
  feed *f = feeding();
  stage *s = f->s;
  s->def.walls = 0;
  for (int k = 0; k < 3; k++)
    s->def.low[k] = 0, s->def.high[k] = 20e-3, s->def.periodic[k] = true;
  for (int i = 0; i < 20; i++)
    add_grain(s, 1e-3, 1e-3 * i, 10e-3, 10e-3)->fixed = true;
  for (int i = 0; i < 20; i++)
    s->particle[i].position[1] = 1e-3 * ((7 * i) % 20), s->particle[i].position[2] = 1e-3 * i;
  for (int k = 0; k < 2; k++) {
    carom_scene_source *source = &f->source[k];
    *source = carom_scene_source_default();
    for (int c = 0; c < 3; c++)
      source->region.low[c] = k && c == 0 ? 8e-3 : 0, source->region.high[c] = 20e-3;
    source->part = f->part;
    source->parts = 2;
    source->filling = 0.1;
    source->gap = 0.05e-3;
  }
  s->def.sources = 2;
  s->def.gravity[2] = 0;
  carom_scene *scene = staged(s);
  const carom_scene_view v = carom_scene_sample(scene);
  double least = 1;
  for (int64_t i = 20; i < v.count; i++)
    for (int64_t j = 0; j < i; j++) {
      double square = 0;
      for (int k = 0; k < 3; k++) {
        const double x = v.grain[i].position[k] - v.grain[j].position[k];
        square += pow(x - 20e-3 * floor(x / 20e-3 + 0.5), 2);
      }
      least = fmin(least, sqrt(square) - v.grain[i].radius - v.grain[j].radius);
    }
  assert_true(given(scene, 0).done && given(scene, 1).done && v.count > 300);
  assert_true(least >= 0.05e-3 * (1 - 1e-9) && least < 0.06e-3);
  assert_true(carom_scene_budget(scene).elastic >= 0);
  play(scene, 100);
  carom_scene_destroy(scene);
  feed_free(f);
}

/* A disc that tilts while it rises through the region of the source, seen from both sides; and one
 * that is not there. */
static void walls_that_move_are_kept_clear_of(void **state)
{
  (void)state;
  feed *f = feeding();
  stage *s = f->s;
  static const double time = 0, velocity[] = {0, 0, 0.2}, spin[] = {8, 0, 0};
  s->wall[1].shape = CAROM_WALL_DISC;
  s->wall[1].point[0] = s->wall[1].point[1] = 10e-3;
  s->wall[1].point[2] = 41e-3;
  s->wall[1].radius = 6e-3;
  s->wall[1].motion.points = 1;
  s->wall[1].motion.time = &time;
  s->wall[1].motion.velocity = velocity;
  s->wall[1].motion.spin = spin;
  memcpy(s->wall[1].motion.centre, s->wall[1].point, sizeof s->wall[1].point);
  s->def.walls = 2;
  f->source[0].rate = 40000;
  carom_scene *scene = staged(s);
  int64_t before = 0, near = 0;
  for (int round = 0; round < 12; round++) {
    play(scene, 400);
    carom_scene_wall_state disc;
    assert_int_equal(carom_scene_sample_wall(scene, 1, &disc, NULL), CAROM_OK);
    const double angle = 8 * carom_scene_time(scene);
    const double normal[3] = {0, -sin(angle), cos(angle)};
    const carom_scene_view v = carom_scene_sample(scene);
    for (int64_t i = before; i < v.count; i++) {
      double from[3], along = 0, square = 0;
      for (int k = 0; k < 3; k++) {
        from[k] = v.grain[i].position[k] - disc.centre[k];
        along += from[k] * normal[k];
        square += from[k] * from[k];
      }
      const double across = sqrt(fmax(0, square - along * along)), rim = fmax(0, across - 6e-3);
      const double away = sqrt(along * along + rim * rim);
      assert_true(away >= v.grain[i].radius * (1 - 1e-9));
      near += away < 2.5e-3;
    }
    before = v.count;
  }
  assert_true(before > 100 && near > 10);
  carom_scene_destroy(scene);
  feed_free(f);
}

static void refused(feed *f, const char *where)
{
  carom_scene *scene;
  carom_error err;
  assert_int_not_equal(carom_scene_create(&f->s->def, &scene, &err), CAROM_OK);
  if (strcmp(err.where, where)) fail_msg("%s, not %s: %s", err.where, where, err.text);
}

static void bad_sources_are_refused(void **state)
{
  (void)state;
  feed *f = feeding();
  carom_scene_source *source = &f->source[0];
  const carom_scene_source good = *source;
  source->rate = CAROM_UNSET;
  refused(f, "source[0].rate");
  *source = good;
  source->mass_rate = 1;
  refused(f, "source[0].mass_rate");
  *source = good;
  source->parts = 0;
  refused(f, "source[0].parts");
  *source = good;
  source->region.shape = CAROM_REGION_DISC;
  source->filling = 0.1;
  refused(f, "source[0].filling");
  *source = good;
  source->region.shape = CAROM_REGION_BELOW;
  refused(f, "source[0].shape");
  *source = good;
  source->every = 0;
  refused(f, "source[0].every");
  *source = good;
  f->part[1].sizes.radius_max = 0.5e-3;
  refused(f, "source[0].part[1].radius");
  f->part[1].sizes.radius_max = 1.2e-3;
  f->part[1].share = 0;
  refused(f, "source[0].part[1]");
  f->part[1].share = 1;
  f->s->def.high[2] = 45e-3;
  f->s->def.low[0] = f->s->def.low[1] = f->s->def.low[2] = 0;
  f->s->def.high[0] = f->s->def.high[1] = 1;
  refused(f, "source[0].point");
  f->s->def.high[2] = 1;
  carom_scene_size size = carom_scene_size_default();
  size.radius = 0.9e-3;
  size.radius_max = 2e-3;
  f->s->def.size = &size;
  f->s->def.sizes = 1;
  refused(f, "source[0].part[0]");
  feed_free(f);
}

/* A sphere that flies for almost a period before anybody folds it back is seen across the border
 * that it has not crossed, too. */
static void drifting_ones_are_kept_clear_of(void **state)
{
  (void)state;
  feed *f = feeding();
  stage *s = f->s;
  add_grain(s, 1e-3, 0.1e-3, 5e-3, 5e-3)->velocity[0] = -1;
  s->def.walls = 0;
  s->def.gravity[2] = 0;
  s->def.periodic[0] = true;
  s->def.low[0] = 0, s->def.high[0] = 10e-3;
  carom_scene_source *source = &f->source[0];
  source->region.shape = CAROM_REGION_BOX;
  for (int k = 0; k < 3; k++) { /* room for one that is in the other's way */
    source->region.low[k] = k ? 3.5e-3 : 7e-3;
    source->region.high[k] = k ? 6.5e-3 : 10e-3;
  }
  source->rate = CAROM_UNSET;
  source->count = 5;
  source->start = 9.85e-3;
  source->every = 9.85e-3;
  carom_scene *scene = staged(s);
  play(scene, 1969);
  assert_int_equal(carom_scene_stats(scene).rebuilds, 1);
  play(scene, 1);
  const carom_scene_view v = carom_scene_sample(scene);
  for (int64_t i = 1; i < v.count; i++) {
    double square = 0;
    for (int k = 0; k < 3; k++) {
      const double x = v.grain[i].position[k] - v.grain[0].position[k];
      square += pow(k ? x : x - 10e-3 * floor(x / 10e-3 + 0.5), 2);
    }
    assert_true(sqrt(square) >= v.grain[i].radius + v.grain[0].radius);
  }
  carom_scene_destroy(scene);
  feed_free(f);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_many_as_are_due_enter),
      cmocka_unit_test(nothing_is_lost),
      cmocka_unit_test(the_seed_decides),
      cmocka_unit_test(no_room_is_owed),
      cmocka_unit_test(only_while_it_is_on),
      cmocka_unit_test(targets_are_met),
      cmocka_unit_test(sources_keep_clear_of_each_other),
      cmocka_unit_test(walls_that_move_are_kept_clear_of),
      cmocka_unit_test(drifting_ones_are_kept_clear_of),
      cmocka_unit_test(bad_sources_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
