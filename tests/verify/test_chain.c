/* SPDX-License-Identifier: MIT */
/* Chains against the reference values, event-exact results of another code, and against what must
 * be conserved. Differences count relative to the largest value of their kind in a case. */
#include "reference.h"

static const double tolerance = 1e-8;

static carom_tree *wang, *viscous, *multiple;

static int read_references(void **state)
{
  (void)state;
  wang = read_tree(CAROM_SOURCE_DIR "/tests/reference/wang.json");
  viscous = read_tree(CAROM_SOURCE_DIR "/tests/reference/viscous.json");
  multiple = read_tree(CAROM_SOURCE_DIR "/tests/reference/multiple_impacts.json");
  return wang && viscous && multiple ? 0 : -1;
}

static int free_references(void **state)
{
  carom_tree_free(wang);
  carom_tree_free(viscous);
  carom_tree_free(multiple);
  return close_report(state);
}

enum { MOST = 80 };

/* A chain with room for its parts. */
typedef struct setting {
  carom_bead bead[MOST];
  carom_contact_def contact;
  carom_chain_def def;
} setting;

/* `count` equal steel beads of the horizontal chain, the first one striking. */
static void horizontal(setting *s, int count, const char *law)
{
  for (int i = 0; i < count; i++) {
    s->bead[i] = carom_bead_default();
    s->bead[i].body.radius = 2.38e-3;
    s->bead[i].body.mass = 0.45e-3;
    s->bead[i].body.material = (carom_material){
        .young = 193e9, .poisson = 0.3, .density = 8000, .yield = 940e6};
  }
  s->bead[0].velocity = 1.77;
  s->contact = carom_contact_default();
  s->contact.law = law;
  s->contact.speed = 1.77;
  s->def = carom_chain_default();
  s->def.bead = s->bead;
  s->def.beads = count;
  s->def.contact = &s->contact;
  s->def.contacts = 1;
}

static void say(setting *s, const char *name, const char *value)
{
  carom_contact_set_text(&s->contact, name, value);
}

static void printed_plasticity(setting *s)
{
  say(s, "form", "printed");
  say(s, "hardness_ratio", "2.84");
  say(s, "plastic_ratio", "13");
}

static carom_chain *created(const setting *s)
{
  carom_chain *chain;
  carom_error err;
  if (carom_chain_create(&s->def, &chain, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  return chain;
}

static void advance(carom_chain *chain, double until)
{
  carom_error err;
  if (carom_chain_advance(chain, until, &err) != CAROM_OK) fail_msg("%s", err.text);
}

static void near(double value, double reference, double scale, const char *what)
{
  if (!(fabs(value - reference) <= tolerance * scale))
    fail_msg("%s: %.13g, reference %.13g, scale %.3g", what, value, reference, scale);
}

/* The largest value of a kind: what its key ends with. */
static double largest(const carom_node *values, const char *kind)
{
  double most = 0;
  for (const carom_node *item = values->first; item; item = item->next)
    if (strstr(item->key, kind) && fabs(number(values, item->key)) > most)
      most = fabs(number(values, item->key));
  return most;
}

/* The peak of contact k; the last contact of a chain with a wall is that of the wall. */
static carom_chain_contact peak(const carom_chain *chain, int k)
{
  carom_chain_contact c;
  if (carom_chain_sample_contact(chain, k, &c, NULL) != CAROM_OK)
    assert_int_equal(carom_chain_sample_contact(chain, CAROM_RIGHT_WALL, &c, NULL), CAROM_OK);
  return c;
}

/* Every value of an entry of wang.json: velocities at their time, peaks at the end. */
static void match(const setting *s, const char *key, double until)
{
  const carom_node *values = member(member(carom_tree_root(wang), key), "values");
  carom_chain *chain = created(s);
  int body, contact, seen = 0;
  double time;
  for (const carom_node *item = values->first; item; item = item->next)
    if (sscanf(item->key, "v body %d at t=%lf us", &body, &time) == 2) {
      if (carom_chain_time(chain) < 1e-6 * time) advance(chain, 1e-6 * time);
      near(carom_chain_velocity(chain)[body], number(values, item->key), s->bead[0].velocity,
           item->key);
      seen++;
    }
  if (carom_chain_time(chain) < until) advance(chain, until);
  for (const carom_node *item = values->first; item; item = item->next) {
    if (sscanf(item->key, "contact %d:", &contact) != 1) continue;
    const carom_chain_contact c = peak(chain, contact);
    const double value = strstr(item->key, "[us]")  ? 1e6 * c.time_of_first_peak_overlap
                         : strstr(item->key, "[m]") ? c.first_peak_overlap
                                                    : c.force_at_first_peak_overlap;
    near(value, number(values, item->key), largest(values, strrchr(item->key, '[')), item->key);
    /* the force peaks no later than the overlap, and with it where nothing is viscous */
    assert_true(c.time_of_first_peak_force <= c.time_of_first_peak_overlap + 1e-12);
    if (strcmp(s->contact.law, "hertz") == 0 || strcmp(s->contact.law, "ma-liu") == 0)
      assert_close(c.first_peak_force, c.force_at_first_peak_overlap, 1e-9);
    seen++;
  }
  assert_true(seen >= 11);
  carom_chain_destroy(chain);
}

static void horizontal_chains(void **state)
{
  (void)state;
  setting s;
  horizontal(&s, 21, "hertz");
  match(&s, "C1 Hertz chain", 100e-6);
  horizontal(&s, 21, "ma-liu");
  printed_plasticity(&s);
  match(&s, "C2 Ma-Liu chain", 100e-6);
  horizontal(&s, 21, "tsuji");
  say(&s, "restitution", "0.7");
  say(&s, "calibration", "published");
  say(&s, "tension", "keep");
  match(&s, "C4 EDEM chain c_r=.70, tension kept", 100e-6);
  horizontal(&s, 21, "wang-viscous");
  printed_plasticity(&s);
  say(&s, "calibration", "published");
  say(&s, "restitution_elastic", "0.89");
  say(&s, "restitution_plastic", "0.7");
  match(&s, "C6 Eq.25 printed, clipped", 100e-6);
  horizontal(&s, 71, "ma-liu");
  printed_plasticity(&s);
  match(&s, "C9 70-bead horizontal chain, Ma-Liu", 400e-6);
}

/* A flat striker, a larger ball, twenty beads and a brass base, at rest under gravity. */
static void vertical(setting *s, const char *law)
{
  horizontal(s, 22, law);
  s->bead[0].velocity = 0.44;
  s->bead[0].arrives = true;
  s->bead[0].body.shape = CAROM_FLAT;
  s->bead[0].body.mass = 0.47e-3;
  s->bead[0].body.material = material(416e9, 0.231, 3900, 500e6);
  s->bead[1].body.radius = 2.5e-3;
  s->bead[1].body.mass = 0.5115e-3;
  s->contact.speed = 0.44;
  s->def.right.present = true;
  s->def.right.material = material(115e9, 0.307, 8500, 250e6);
  s->def.gravity = 9.81;
  s->def.settled = true;
}

static void a_vertical_chain_that_starts_at_rest(void **state)
{
  (void)state;
  setting s;
  vertical(&s, "ma-liu");
  printed_plasticity(&s);
  match(&s, "C7 vertical case 1, Ma-Liu", 250e-6);
}

/* With the striker held back, nothing moves and every contact carries the weight above it. */
static void the_static_start_is_an_equilibrium(void **state)
{
  (void)state;
  setting s;
  vertical(&s, "tsuji");
  s.bead[0].velocity = -0.44; /* leaves */
  carom_chain *chain = created(&s);
  advance(chain, 300e-6);
  for (int i = 1; i < 22; i++)
    assert_true(fabs(carom_chain_velocity(chain)[i]) < 1e-12);
  const double weight = 9.81 * (0.5115e-3 + 20 * 0.45e-3);
  assert_close(peak(chain, 21).force.elastic, weight, 1e-9);
  carom_chain_destroy(chain);
}

/* The preload lies in the force gap of the printed two-phase law. */
static void a_law_that_jumps_has_no_static_start(void **state)
{
  (void)state;
  setting s;
  carom_chain *chain = NULL;
  carom_error err;
  vertical(&s, "wang-viscous");
  printed_plasticity(&s);
  s.bead[1].force = 2.38;
  say(&s, "calibration", "published");
  assert_int_equal(carom_chain_create(&s.def, &chain, &err), CAROM_ERR_UNATTAINABLE);
  assert_null(chain);
  assert_non_null(strstr(err.text, "no equilibrium"));
  say(&s, "form", "sound");
  assert_int_equal(carom_chain_create(&s.def, &chain, &err), CAROM_OK);
  carom_chain_destroy(chain);
}

/* A rule that asks how the motion turned last has no answer for a chain that never moved. */
static void a_rule_of_turns_has_no_static_start(void **state)
{
  (void)state;
  setting s;
  carom_chain *chain = NULL;
  carom_error err;
  vertical(&s, "kogut-etsion");
  say(&s, "rule", "basic");
  assert_int_equal(carom_chain_create(&s.def, &chain, &err), CAROM_ERR_CONFLICT);
  assert_non_null(strstr(err.text, "rule=memory"));
  say(&s, "rule", "memory");
  assert_int_equal(carom_chain_create(&s.def, &chain, &err), CAROM_OK);
  carom_chain_destroy(chain);
}

/* Elastic chains lose nothing, whatever their shape; momentum is kept by every law. */
static void what_is_conserved(void **state)
{
  (void)state;
  static const char *const laws[] = {"hertz", "tsuji", "ma-liu", "wang-viscous"};
  for (int k = 0; k < 4; k++) {
    setting s;
    horizontal(&s, 40, laws[k]);
    for (int i = 0; i < 40; i++) {
      s.bead[i].body.radius *= 1 - 0.015 * i; /* tapered, with gaps */
      s.bead[i].body.mass = CAROM_UNSET;
      s.bead[i].gap = i % 7 == 3 ? 2e-6 : 0;
    }
    carom_chain *chain = created(&s);
    const double momentum = carom_chain_momentum(chain), in = carom_chain_budget(chain).kinetic;
    advance(chain, 300e-6);
    const carom_chain_energy e = carom_chain_budget(chain);
    assert_close_named(carom_chain_momentum(chain), momentum, 1e-14, laws[k]);
    if (!(fabs(e.residual) <= 1e-11 * in)) fail_msg("%s: residual %g", laws[k], e.residual / in);
    if (k == 0) assert_close(e.kinetic + e.elastic, in, 1e-11);
    if (k == 2) assert_true(e.plastic > 0.1 * in && e.viscous == 0);
    carom_chain_destroy(chain);
  }
}

/* A driven body follows its table and its work is booked. */
static void a_driven_body(void **state)
{
  (void)state;
  static const double time[] = {0, 20e-6, 60e-6}, velocity[] = {0, 3, 1};
  setting s;
  horizontal(&s, 10, "hertz");
  s.bead[0].velocity = 0;
  s.bead[0].drive_points = 3;
  s.bead[0].drive_time = time;
  s.bead[0].drive_velocity = velocity;
  s.contact.speed = 3;
  carom_chain *chain = created(&s);
  advance(chain, 10e-6);
  assert_close(carom_chain_velocity(chain)[0], 1.5, 1e-14);
  advance(chain, 20e-6); /* on a corner of the table */
  assert_close(carom_chain_velocity(chain)[0], 3, 1e-14);
  advance(chain, 100e-6);
  assert_close(carom_chain_velocity(chain)[0], 1, 1e-14);
  assert_close(carom_chain_displacement(chain)[0], 30e-6 + 80e-6 + 40e-6, 1e-14);
  const carom_chain_energy e = carom_chain_budget(chain);
  assert_true(e.work > 0);
  assert_true(fabs(e.residual) < 1e-11 * e.work);
  carom_chain_destroy(chain);
}

/* Where a dent is made the overlap stands still, and the displacements of a driven chain are much
 * larger than it: their rounding must not switch the contact over and over again. */
static void noise_at_a_turn_switches_nothing(void **state)
{
  (void)state;
  static const double time = 0, velocity = 13, pieces[] = {290e-6, 296.99e-6, 330e-6};
  for (int k = 0; k < 3; k++) {
    setting s;
    horizontal(&s, 50, "ma-liu");
    for (int i = 0; i < 50; i++) {
      s.bead[i].body.radius = 3.175e-3;
      s.bead[i].body.mass = CAROM_UNSET;
      s.bead[i].body.material = material(200e9, 0.307, 7800, 940e6);
    }
    s.bead[0].drive_points = 1;
    s.bead[0].drive_time = &time;
    s.bead[0].drive_velocity = &velocity;
    s.contact.speed = velocity;
    printed_plasticity(&s);
    say(&s, "hardness_ratio", "3");
    say(&s, "plastic_ratio", "19");
    carom_chain *chain = created(&s);
    for (int piece = 1; piece <= 100; piece++)
      advance(chain, pieces[k] * piece / 100);
    assert_true(carom_chain_steps(chain) < 2000);
    carom_chain_destroy(chain);
  }
}

/* Touches and partings of a ball that bounces on a flat. */
typedef struct bounces {
  int touched, parted;
  double t_in[16], v_in[16], t_out[16], v_out[16];
} bounces;

static void hear(void *user, int contact, double time, double approach, bool touching)
{
  bounces *b = user;
  assert_int_equal(contact, CAROM_RIGHT_WALL);
  assert_true(b->touched < 16);
  if (touching)
    b->t_in[b->touched] = time, b->v_in[b->touched++] = approach;
  else
    b->t_out[b->parted] = time, b->v_out[b->parted++] = -approach;
}

/* A ball falls from y0; gravity acts during contacts too, and the last one captures it. */
static void bouncing_ball(const char *key, const char *law, const char *stiffness)
{
  const carom_node *entry = member(carom_tree_root(viscous), key), *p = member(entry, "params"),
                   *contacts = member(entry, "contacts");
  setting s;
  bounces b = {0};
  char text[64];
  horizontal(&s, 1, law);
  s.bead[0].velocity = 0;
  s.bead[0].body.radius = number(p, "R");
  s.bead[0].body.mass = number(p, "m");
  s.contact.speed = 2.8;
  snprintf(text, sizeof text, "%.17g", number(p, stiffness));
  say(&s, "stiffness", text);
  snprintf(text, sizeof text, "%.17g", number(p, "e"));
  say(&s, "restitution", text);
  say(&s, "tension", "keep");
  s.def.gravity = number(p, "g");
  s.def.right.present = true;
  s.def.right.gap = number(p, "y0") - number(p, "R");
  carom_chain *chain = created(&s);
  carom_chain_set_contact_callback(chain, hear, &b);
  advance(chain, number(p, "T"));
  assert_int_equal(b.touched, (int)number(entry, "n_contacts"));
  for (int i = 0; i < b.touched; i++) {
    const carom_node *c = carom_tree_at(contacts, i);
    near(b.t_in[i], number(c, "t_in"), 1.6, "t_in");
    near(b.v_in[i], number(c, "v_in"), 2.8, "v_in");
    if (i >= b.parted) continue; /* captured */
    near(b.t_out[i], number(c, "t_out"), 1.6, "t_out");
    near(b.v_out[i], number(c, "v_out"), 2.8, "v_out");
  }
  assert_true(fabs(carom_chain_budget(chain).residual) < 1e-10 * number(p, "m") * 4);
  carom_chain_destroy(chain);
}

static void bouncing_balls(void **state)
{
  (void)state;
  bouncing_ball("H_bounce_lsd_e0.9", "hooke", "k");
  bouncing_ball("H_bounce_lsd_e0.7", "hooke", "k");
  bouncing_ball("H_bounce_hertz_e0.9_sqrt5", "tsuji", "K");
}

/* Three balls, of which two touch: the setting of a result such as "KE_raw/memory/B". */
static void three_balls(setting *s, const carom_node *result, const char *law,
                        const char *const settings[][2])
{
  const carom_node *p = member(member(carom_tree_root(multiple), "three_balls"), "params");
  char name[64];
  snprintf(name, sizeof name, "case%c", result->key[strlen(result->key) - 1]);
  const carom_node *x = member(member(p, name), "x"), *v = member(member(p, name), "v");
  horizontal(s, 3, law);
  for (int i = 0; i < 3; i++) {
    s->bead[i].body.radius = number(p, "R");
    s->bead[i].body.mass = CAROM_UNSET;
    s->bead[i].body.material = material(number(p, "E"), number(p, "nu"), number(p, "rho"),
                                        number(p, "Sy"));
    s->bead[i].velocity = carom_tree_at(v, i)->number;
    if (i > 0)
      s->bead[i].gap = carom_tree_at(x, i)->number - carom_tree_at(x, i - 1)->number -
                       2 * number(p, "R");
  }
  s->bead[2].gap = 0; /* they touch; the difference of the positions is rounded */
  for (int k = 0; settings[k][0]; k++)
    say(s, settings[k][0], settings[k][1]);
}

/* A contact of the balls at this time. */
static carom_chain_contact contact_at(const setting *s, int contact, double time)
{
  carom_chain *chain = created(s);
  advance(chain, time);
  const carom_chain_contact c = peak(chain, contact);
  carom_chain_destroy(chain);
  return c;
}

/* The events of one contact: the overlap at each, force at every turn, and where the bodies
 * separate in the end. Overlaps at a "max" are measured from where the rule lets the contact begin.
 */
static void match_turns(const setting *s, const carom_node *result, int contact, bool moves)
{
  const carom_node *log = carom_tree_at(member(result, "log"), contact);
  const double beside = 1e-12; /* s; a turn is flat enough for it not to matter */
  double separated = 0;
  for (const carom_node *event = log->first; event; event = event->next) {
    const double t = carom_tree_at(event, 1)->number, d = carom_tree_at(event, 2)->number;
    if (strcmp(event->first->text, "separate") == 0) separated = d;
    if (strcmp(event->first->text, "max") != 0)
      near(contact_at(s, contact, t).overlap, d, 5e-5, event->first->text);
    if (strcmp(event->first->text, "max") == 0) {
      const carom_chain_contact c = contact_at(s, contact, t + beside);
      near(c.overlap - (moves ? separated : 0), d, 5e-5, "overlap at a maximum");
      near(c.force.elastic, carom_tree_at(event, 3)->number, 3e3, "force at a maximum");
    }
    if (strcmp(event->first->text, "switch") == 0) {
      const carom_chain_contact before = contact_at(s, contact, t - beside),
                                after = contact_at(s, contact, t + beside);
      near(after.overlap, d, 5e-5, "overlap at a switch");
      near(before.force.elastic, carom_tree_at(event, 3)->number, 3e3, "force before a switch");
      near(after.force.elastic, carom_tree_at(event, 4)->number, 3e3, "force after a switch");
    }
  }
  near(contact_at(s, contact, 500e-6).residual_overlap, separated, 5e-5, "residual overlap");
}

/* Velocities after all impacts, for all results of a law under one rule. */
static void three_balls_of(const char *prefix, const char *rule, const char *law,
                           const char *const settings[][2])
{
  const carom_node *balls = member(carom_tree_root(multiple), "three_balls"),
                   *results = member(balls, "results");
  int found = 0;
  for (const carom_node *result = results->first; result; result = result->next) {
    setting s;
    if (strncmp(result->key, prefix, strlen(prefix)) != 0 || !strstr(result->key, rule)) continue;
    three_balls(&s, result, law, settings);
    carom_chain *chain = created(&s);
    advance(chain, 500e-6);
    for (int i = 0; i < 3; i++)
      near(carom_chain_velocity(chain)[i], carom_tree_at(member(result, "v"), i)->number, 3,
           result->key);
    const carom_chain_energy e = carom_chain_budget(chain);
    near(e.plastic + e.residual, number(result, "dKE"), 0.1, result->key);
    if (strcmp(rule, "/memory/") == 0) assert_true(fabs(e.residual) < 1e-12);
    carom_chain_destroy(chain);
    for (int contact = 0; contact < 2; contact++)
      match_turns(&s, result, contact, strcmp(rule, "/basic/") == 0);
    found++;
  }
  assert_true(found > 0);
}

static void three_balls_with_memory(void **state)
{
  (void)state;
  static const char *const printed[][2] = {{"form", "printed"}, {NULL, NULL}},
                           *const pressure[][2] = {{"pressure_ratio", "1.6"}, {NULL, NULL}},
                           *const ratios[][2] = {{"hardness_ratio", "2.6"},
                                                 {"plastic_ratio", "20"},
                                                 {"form", "printed"},
                                                 {NULL, NULL}},
                           *const springs[][2] = {{"loading_stiffness", "4e7"},
                                                  {"unloading_stiffness", "6.25e7"},
                                                  {NULL, NULL}};
  three_balls_of("KE_raw", "/memory/", "kogut-etsion", printed);
  three_balls_of("JG_raw", "/memory/", "jackson-green", printed);
  three_balls_of("Thornton", "/memory/", "thornton", pressure);
  three_balls_of("MaLiu", "/memory/", "ma-liu", ratios);
  three_balls_of("WaltonBraun", "/memory/", "walton-braun", springs);
}

/* The rules of Warzecha and Grzejda. Their tables print
 *
 *                v2 basic   v3 basic   v2 enhanced   v3 enhanced
 *     case A     1.29691    2.40896    1.25946       2.41681
 *     case B     0.94188    1.34048    0.92441       1.35795
 *
 * under captions that name the cases the other way round, which momentum does not allow. Case B and
 * enhanced A agree with the values here to 1e-5; basic A is off by 6e-5 and 2e-5, as much as steps
 * that do not land on the jump of the force make. */
static void three_balls_with_published_rules(void **state)
{
  (void)state;
  static const char *const basic[][2] = {{"form", "printed"}, {"rule", "basic"}, {NULL, NULL}},
                           *const enhanced[][2] = {
                               {"form", "printed"}, {"rule", "enhanced"}, {NULL, NULL}};
  static const double published[][2] = {
      {1.29691, 2.40896}, {0.94188, 1.34048}, {1.25946, 2.41681}, {0.92441, 1.35795}};
  static const char *const key[] = {"KE_raw/basic/A", "KE_raw/basic/B", "KE_raw/published/A",
                                    "KE_raw/published/B"};
  three_balls_of("KE_raw", "/basic/", "kogut-etsion", basic);
  three_balls_of("KE_raw", "/published/", "kogut-etsion", enhanced);
  for (int k = 0; k < 4; k++) {
    const carom_node *balls = member(carom_tree_root(multiple), "three_balls"),
                     *result = member(member(balls, "results"), key[k]);
    setting s;
    three_balls(&s, result, "kogut-etsion", k < 2 ? basic : enhanced);
    carom_chain *chain = created(&s);
    advance(chain, 500e-6);
    for (int i = 0; i < 2; i++)
      assert_true(fabs(carom_chain_velocity(chain)[1 + i] - published[k][i]) <
                  (k == 0 ? 7e-5 : 1e-5));
    carom_chain_destroy(chain);
  }
}

SUITE_WITH("chain", read_references, free_references, horizontal_chains,
           a_vertical_chain_that_starts_at_rest, the_static_start_is_an_equilibrium,
           a_law_that_jumps_has_no_static_start, a_rule_of_turns_has_no_static_start,
           what_is_conserved, a_driven_body, noise_at_a_turn_switches_nothing, bouncing_balls,
           three_balls_with_memory, three_balls_with_published_rules)
