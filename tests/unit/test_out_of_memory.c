/* SPDX-License-Identifier: MIT */
/* Each allocation of the library fails in turn: an error is reported, nothing leaks, and what is
 * there stays readable. */
#include "memory_archive.h"
#include "scarce.h"
#include "scene/scene.h"
#include "scenes.h"
#include "slider_crank.h"
#include "user_laws.h"

/* Registering fails for lack of memory: the context is as it was, and takes the law up later. */
static carom_status laws_of_users(const void *user, carom_error *err)
{
  (void)user;
  const carom_user_law law = my_tsuji(), other = my_dent();
  carom_context *context = (carom_context *)1;
  carom_status status = carom_context_create(&context, err);
  if (status != CAROM_OK) {
    assert_null(context);
    return status;
  }
  for (int i = 0; i < 2 && status == CAROM_OK; i++) {
    status = carom_context_register(context, i ? &other : &law, NULL, err);
    if (status == CAROM_OK) continue;
    plenty();
    assert_int_equal(carom_context_count(context), i);
    assert_int_equal(carom_context_register(context, i ? &other : &law, NULL, NULL), CAROM_OK);
    assert_int_equal(carom_context_count(context), i + 1);
  }
  carom_context_destroy(context);
  return status;
}

static void contexts(void **state)
{
  (void)state;
  starve("context", laws_of_users, NULL, 3);
}

/* These own no memory: everything is a value of the caller's. */
static carom_status contact_and_impacts(const void *user, carom_error *err)
{
  (void)user;
  const carom_contact_def def = two_spheres("wang-dashpot");
  carom_contact contact;
  carom_status status = carom_contact_prepare(&def, &contact, err);
  carom_impact_def impact = carom_impact_default();
  carom_impact struck;
  impact.contact = &contact;
  if (status == CAROM_OK) status = carom_impact_resolve(&impact, &struck, err);
  carom_contact_def floor = two_spheres("tsuji");
  floor.b.shape = CAROM_FLAT;
  floor.b.fixed = true;
  set(&floor, "restitution", 0.7);
  carom_bounce_def fall = carom_bounce_default();
  carom_bounce bounce;
  if (status == CAROM_OK) status = carom_contact_prepare(&floor, &contact, err);
  fall.contact = &contact;
  fall.height = 0.01;
  fall.until = 0.2;
  if (status == CAROM_OK) status = carom_bounce_resolve(&fall, &bounce, err);
  return status;
}

static void impacts(void **state)
{
  (void)state;
  starve("impact and bounce", contact_and_impacts, NULL, 0);
}

/* Stores and loads what is given a function; archives of tests take what memory they need. */
static carom_status plenty_or_get(carom_archive *archive, const char *name, carom_element element,
                                  void *data, size_t count, carom_error *err)
{
  const int64_t left = atomic_exchange(&scarce.left, 0);
  const bool out = atomic_exchange(&scarce.out, false);
  const carom_status status = put_or_get(archive, name, element, data, count, err);
  atomic_store(&scarce.left, left);
  atomic_store(&scarce.out, out);
  return status;
}

typedef struct chain_setting {
  carom_chain_integrator integrator;
  bool driven, settled, episode, paced;
} chain_setting;

static carom_status chain_made(const chain_setting *s, carom_chain **chain, carom_error *err)
{
  static const double time[] = {0, 20e-6, 60e-6}, velocity[] = {0, 1, -0.5};
  enum { BEADS = 6 };
  carom_bead bead[BEADS];
  carom_contact_def contact[2] = {two_spheres("thornton"), two_spheres("thornton")};
  carom_chain_def def = carom_chain_default();
  for (int i = 0; i < BEADS; i++) {
    bead[i] = carom_bead_default();
    bead[i].body = contact[0].a;
    bead[i].body.radius = 2e-3;
    bead[i].contact = i > BEADS / 2;
  }
  bead[0].velocity = 1.5;
  if (s->driven) {
    bead[0].drive_points = 3;
    bead[0].drive_time = time;
    bead[0].drive_velocity = velocity;
  }
  if (s->episode) choose(&contact[1], "memory", "episode");
  def.bead = bead;
  def.beads = BEADS;
  def.contact = contact;
  def.contacts = 2;
  def.right.present = true;
  def.right.material = bead[0].body.material;
  def.gravity = s->settled ? 9.81 : 0;
  def.settled = s->settled;
  def.integrator = s->integrator;
  def.step = s->integrator > CAROM_CHAIN_DOPRI5 ? 50e-9 : 0;
  def.follow_all = true;
  return carom_chain_create(&def, chain, err);
}

static carom_status a_chain(const void *user, carom_error *err)
{
  const chain_setting *s = user;
  carom_chain *chain = (carom_chain *)1;
  memory store = {.archive = {false, plenty_or_get}};
  carom_chain_pacing pace;
  carom_status status = chain_made(s, &chain, err);
  if (status != CAROM_OK) {
    assert_null(chain);
    return status;
  }
  status = carom_chain_advance(chain, 20e-6, err);
  if (status == CAROM_OK) status = carom_chain_archive(chain, &store.archive, err);
  if (status == CAROM_OK) {
    store.archive.loading = true;
    status = carom_chain_archive(chain, &store.archive, err);
  }
  if (status == CAROM_OK && s->paced) status = carom_chain_pace(chain, &pace, err);
  plenty();
  assert_true(carom_chain_budget(chain).kinetic > 0);
  carom_chain_destroy(chain);
  free(store.bytes);
  return status;
}

static void chains(void **state)
{
  (void)state;
  for (int k = CAROM_CHAIN_DOP853; k <= CAROM_CHAIN_GEAR5; k++)
    for (int i = 0; i < 4; i++) {
      const chain_setting s = {(carom_chain_integrator)k, i == 1, i == 2, i == 3,
                               i == 0 && (k == CAROM_CHAIN_VERLET || k == CAROM_CHAIN_GEAR5)};
      char name[64];
      if (s.settled && k > CAROM_CHAIN_DOPRI5) continue; /* refused: fixed steps start as given */
      snprintf(name, sizeof name, "chain, integrator %d, variant %d", k, i);
      starve(name, a_chain, &s, 6);
    }
}

static carom_status a_mechanism(const void *user, carom_error *err)
{
  carom_mechanism *m = (carom_mechanism *)1;
  memory store = {.archive = {false, plenty_or_get}};
  carom_status status = carom_mechanism_create(user, &m, err);
  if (status != CAROM_OK) {
    assert_null(m);
    return status;
  }
  status = carom_mechanism_advance(m, 2e-3, err);
  if (status == CAROM_OK) status = carom_mechanism_archive(m, &store.archive, err);
  if (status == CAROM_OK) {
    store.archive.loading = true;
    status = carom_mechanism_archive(m, &store.archive, err);
  }
  plenty();
  assert_true(carom_mechanism_sample(m)->time >= 0);
  carom_mechanism_destroy(m);
  free(store.bytes);
  return status;
}

static void mechanisms(void **state)
{
  (void)state;
  slider_crank ideal, loose;
  make_slider_crank(&ideal, 5000, NULL);
  starve("mechanism", a_mechanism, &ideal.def, 25);
  make_slider_crank(&loose, 5000, "lankarani-nikravesh");
  set(&loose.clearance[0].contact, "restitution", 0.9);
  loose.def.tolerance = 1e-8;
  starve("mechanism with clearance", a_mechanism, &loose.def, 25);
}

/* Whatever state a scene is in, it can be read. */
static void read_all(carom_scene *scene)
{
  carom_scene_pairing pairing;
  carom_scene_pressed pressed;
  carom_scene_wall_state wall;
  const carom_scene_view view = carom_scene_sample(scene);
  assert_true(view.count == carom_scene_particles(scene) && view.grain);
  assert_true(carom_scene_contacts(scene, NULL, NULL) >= 0);
  (void)carom_scene_budget(scene);
  (void)carom_scene_hash(scene);
  (void)carom_scene_fastest(scene);
  (void)carom_scene_stats(scene);
  for (int i = 0; i < carom_scene_walls(scene); i++)
    assert_int_equal(carom_scene_sample_wall(scene, i, &wall, NULL), CAROM_OK);
  for (int i = 0; i < carom_scene_pairings(scene); i++)
    assert_int_equal(carom_scene_pairing_at(scene, i, &pairing, NULL), CAROM_OK);
  assert_int_equal(carom_scene_foresee(scene, &pressed, NULL), CAROM_OK);
}

enum { STEPS = 400 };

/* A cloud that drifts into a corner of walls: lists grow, dents are kept, walls have motions. */
static stage *crowd(int threads)
{
  static const double time[] = {0, 1e-3, 1}, speed[] = {0, 0, 0, 0, 0, 0.2, 0, 0, -0.2};
  stage *s = stage_new();
  add_lattice(s, 5, 1e-3, 0.5, 2.2e-3, 0.2, 50);
  for (int64_t i = 0; i < s->def.particles; i++) {
    carom_scene_particle *p = &s->particle[i];
    for (int k = 0; k < 3; k++)
      p->velocity[k] -= 300 * p->position[k];
    p->material = (int)(i % 2);
  }
  s->material[0].yield = s->material[1].yield = 1e5;
  s->def.materials = 2;
  s->def.contacts = 3;
  for (int k = 0; k < 3; k++) {
    s->contact[k].between[0] = k / 2;
    s->contact[k].between[1] = (k + 1) / 2;
    s->contact[k].normal.law = "thornton";
    choose(&s->contact[k].normal, "memory", "pair");
    s->contact[k].tangential.model = "mindlin";
  }
  s->wall[0].shape = CAROM_WALL_BOX;
  s->wall[0].name = "box";
  for (int k = 0; k < 3; k++)
    s->wall[0].low[k] = -0.2e-3, s->wall[0].high[k] = 12e-3;
  s->wall[0].motion.points = 3;
  s->wall[0].motion.time = time;
  s->wall[0].motion.velocity = speed;
  s->def.walls = 1;
  s->def.gravity[2] = -9.81;
  s->def.skin = 0.02e-3;
  s->def.step = 4e-6;
  s->def.overlap_limit = 1;
  s->def.threads = threads;
  return s;
}

static carom_status a_scene(const void *user, carom_error *err)
{
  const stage *s = user;
  carom_scene *scene = (carom_scene *)1;
  carom_scene_pressed pressed;
  memory store = {.archive = {false, plenty_or_get}};
  carom_status status = carom_scene_create(&s->def, &scene, err);
  if (status != CAROM_OK) {
    assert_null(scene);
    return status;
  }
  status = carom_scene_advance_steps(scene, s->def.threads == 1 ? STEPS : 50, err);
  if (status != CAROM_OK) { /* it has stopped, and stays so */
    plenty();
    assert_int_equal(carom_scene_advance_steps(scene, 1, NULL), CAROM_ERR_MEMORY);
  }
  if (status == CAROM_OK) status = carom_scene_foresee(scene, &pressed, err);
  if (status == CAROM_OK) status = carom_scene_archive(scene, &store.archive, err);
  plenty();
  read_all(scene);
  carom_scene_destroy(scene);
  free(store.bytes);
  return status;
}

static void scenes(void **state)
{
  (void)state;
  for (int threads = 1; threads < 3; threads++) {
    stage *s = crowd(threads);
    carom_scene *scene = staged(s);
    play(scene, STEPS);
    const carom_scene_counters work = carom_scene_stats(scene);
    assert_true(work.rebuilds > 10 && work.remembered > 0);
    carom_scene_destroy(scene);
    starve(threads == 1 ? "scene" : "scene on two threads", a_scene, s, 60);
    free(s);
  }
}

/* Steps are chosen by all bonds, and calibrated for all sizes that may come, or not at all. */
static void scenes_with_bonds_and_sources(void **state)
{
  (void)state;
  carom_scene_bond bond[2] = {carom_scene_bond_default(), carom_scene_bond_default()};
  const carom_source_part part = {.share = 1, .sizes = {.radius_min = 0.8e-3, .radius_max = 1e-3}};
  carom_scene_source source = carom_scene_source_default();
  carom_scene_sink sink = carom_scene_sink_default();
  stage *s = stage_new();
  add_lattice(s, 3, 1e-3, 0.9, 2.05e-3, 0.1, 10);
  for (int k = 0; k < 2; k++) {
    bond[k].young = 1e7;
    bond[k].gap = 0.3e-3;
    bond[k].later = k;
  }
  s->def.bond = bond;
  s->def.bonds = 2;
  starve("scene with bonds", a_scene, s, 30);
  s->def.bonds = 0;
  source.part = &part;
  source.parts = 1;
  source.count = 30;
  source.every = 1e-6;
  for (int k = 0; k < 3; k++) {
    s->def.low[k] = -0.1, s->def.high[k] = 0.1;
    source.region.low[k] = 20e-3, source.region.high[k] = 30e-3;
  }
  sink.region.shape = CAROM_REGION_BELOW;
  sink.region.point[2] = 2e-3;
  sink.every = 1e-6;
  s->def.source = &source;
  s->def.sources = 1;
  s->def.sink = &sink;
  s->def.sinks = 1;
  starve("scene with sources", a_scene, s, 30);
  free(s);
}

static carom_status a_shape(const void *user, carom_error *err)
{
  carom_clump_body body;
  return carom_clump_measure(user, &body, err);
}

/* Three spheres that share some volume, which is counted twice, for the error. */
static void shapes_of_clumps(void **state)
{
  (void)state;
  const carom_clump_sphere sphere[] = {{{0, 0, 0}, 1}, {{1, 0, 0}, 1}, {{0, 1, 0}, 1}};
  const carom_clump_shape shape = {NULL, sphere, 3};
  starve("shape of a clump", a_shape, &shape, 5);
}

/* The same cloud without walls, of which two grains may be far away: then there are cells only
 * where particles are. */
static stage *flung(bool far)
{
  stage *s = crowd(1);
  s->def.walls = 0;
  for (int i = 0; far && i < 2; i++)
    for (int k = 0; k < 3; k++)
      s->particle[i].position[k] = i == 0 ? -10 : 10, s->particle[i].velocity[k] = 0;
  return s;
}

typedef struct stored_state {
  memory state;
  bool sparse;
} stored_state;

/* A state that does not fit into memory is not loaded; the next attempt goes well. */
static carom_status a_loaded_scene(const void *user, carom_error *err)
{
  const stored_state *of = user;
  memory store = of->state;
  const int64_t left = atomic_exchange(&scarce.left, 0);
  stage *s = of->sparse ? flung(false) : crowd(1);
  carom_scene *scene = staged(s);
  atomic_store(&scarce.left, left);
  const carom_status status = carom_scene_archive(scene, &store.archive, err);
  plenty();
  if (status != CAROM_OK) {
    assert_int_equal(carom_scene_advance_steps(scene, 1, NULL), CAROM_ERR_MEMORY);
    read_all(scene);
    store.at = 0;
    assert_int_equal(carom_scene_archive(scene, &store.archive, NULL), CAROM_OK);
  }
  play(scene, 50);
  read_all(scene);
  carom_scene_destroy(scene);
  free(s);
  return status;
}

static void scenes_that_are_loaded(void **state)
{
  (void)state;
  for (int sparse = 0; sparse < 2; sparse++) {
    stored_state of = {.state = {.archive = {false, plenty_or_get}}, .sparse = sparse};
    stage *s = sparse ? flung(true) : crowd(1);
    carom_scene *scene = staged(s);
    play(scene, STEPS);
    assert_int_equal(scene->cpu.grid[0].sparse, sparse);
    assert_int_equal(carom_scene_archive(scene, &of.state.archive, NULL), CAROM_OK);
    of.state.archive.loading = true;
    starve(sparse ? "sparse scene that is loaded" : "scene that is loaded", a_loaded_scene, &of,
           10);
    carom_scene_destroy(scene);
    free(of.state.bytes);
    free(s);
  }
}

static carom_status a_fill(const void *user, carom_error *err)
{
  static carom_filled out[400];
  return carom_fill(user, out, err);
}

static void fills(void **state)
{
  (void)state;
  for (int k = 0; k < 2; k++) {
    carom_fill_def def = carom_fill_default();
    def.arrangement = CAROM_ARRANGE_RANDOM;
    def.count = 200;
    def.radius_min = 1e-3;
    def.radius_max = k ? 3e-3 : 1e-3;
    def.high[0] = def.high[1] = def.high[2] = 0.06;
    starve(k ? "fill of several sizes" : "fill", a_fill, &def, 2);
  }
}

SUITE("out of memory", contexts, impacts, chains, mechanisms, fills, scenes,
      scenes_with_bonds_and_sources, shapes_of_clumps, scenes_that_are_loaded)
