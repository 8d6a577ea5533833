/* SPDX-License-Identifier: MIT */
/* The chains of Kacianauskas et al. against the reference values: a monosized chain with a free end
 * (blocks I), a stepped chain closed by a wall behind its large beads or behind all (blocks J). */
#include "reference.h"

static const double tolerance = 1e-8; /* of the largest value of its kind in a case */

enum { MOST = 64 };

REFERENCES(viscous, "viscous.json")

/* A chain with room for its parts. */
typedef struct setting {
  carom_bead bead[MOST];
  carom_contact_def contact;
  carom_chain_def def;
} setting;

/* The law whose dashpot grows with this power of the overlap; elastic without a dashpot. */
static const char *law_of(const carom_node *params)
{
  const double power = number(params, "beta");
  if (!(number(params, "c") > 0)) return "hertz";
  return power == 0      ? "lee-herrmann"
         : power == 0.25 ? "tsuji"
         : power == 0.5  ? "kuwabara-kono"
                         : "hu";
}

static void start(setting *s, const carom_node *params)
{
  s->contact = carom_contact_default();
  s->contact.law = law_of(params);
  s->contact.speed = number(params, "v_striker");
  if (number(params, "c") > 0) choose(&s->contact, "tension", "keep");
  s->def = carom_chain_default();
  s->def.bead = s->bead;
  s->def.beads = 0;
  s->def.contact = &s->contact;
  s->def.contacts = 1;
}

static void add(setting *s, int count, double radius, carom_material material)
{
  for (int i = 0; i < count; i++) {
    carom_bead *bead = &s->bead[s->def.beads++];
    assert_true(s->def.beads <= MOST);
    *bead = carom_bead_default();
    bead->body.radius = radius;
    bead->body.material = material;
  }
}

static carom_chain *created(setting *s)
{
  carom_chain *chain;
  carom_error err;
  s->bead[0].velocity = s->contact.speed;
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
  assert_close_named(scale + value - reference, scale, tolerance, what);
}

static carom_chain_contact look(const carom_chain *chain, int contact)
{
  carom_chain_contact c;
  assert_int_equal(carom_chain_sample_contact(chain, contact, &c, NULL), CAROM_OK);
  return c;
}

/* Largest forces and velocities of 51 beads, and what the chain holds in the end. */
static void monosized(const char *key)
{
  static const struct {
    const char *key;
    int contact;
  } peaks[] = {{"striker_contact_peak", 0}, {"contact24_25_peak", 24}, {"contact49_50_peak", 49}};
  static const char *const times[] = {"v_1ms", "v_2ms"};
  const carom_node *entry = member(carom_tree_root(viscous), key), *p = member(entry, "params");
  setting s;
  start(&s, p);
  add(&s, (int)number(p, "N"), 12.7e-3, carom_material_default());
  for (int i = 0; i < s.def.beads; i++)
    s.bead[i].body.mass = number(p, "m");
  set(&s.contact, "stiffness", number(p, "K"));
  if (number(p, "c") > 0) set(&s.contact, "damping_coefficient", number(p, "C"));
  carom_chain *chain = created(&s);
  for (int k = 0; k < 2; k++) {
    const carom_node *speeds = member(entry, times[k]);
    advance(chain, 1e-3 * (k + 1));
    for (const carom_node *item = speeds->first; item; item = item->next)
      near(carom_chain_velocity(chain)[atoi(item->key)], number(speeds, item->key), 1, key);
  }
  advance(chain, 2.5e-3);
  for (int k = 0; k < 3; k++) {
    const carom_node *pair = member(entry, peaks[k].key);
    const carom_chain_contact c = look(chain, peaks[k].contact);
    near(c.time_of_peak_force, carom_tree_at(pair, 0)->number, 2e-3, peaks[k].key);
    near(c.peak_force, carom_tree_at(pair, 1)->number, 1500, peaks[k].key);
  }
  assert_close_named(carom_chain_momentum(chain), number(entry, "momentum"), 1e-13, key);
  assert_true(fabs(carom_chain_budget(chain).residual) < 1e-11 * number(p, "m"));
  carom_chain_destroy(chain);
}

static void monosized_chains(void **state)
{
  (void)state;
  monosized("I_mono_elastic");
  monosized("I_mono_LH");
  monosized("I_mono_TS");
}

/* The first peak of the force on the wall: behind the large beads (F1), or the whole chain (F2). */
static void stepped(const char *key, const char *force, int small)
{
  const carom_node *entry = member(carom_tree_root(viscous), key), *p = member(entry, "params"),
                   *expected = member(entry, force);
  const carom_material steel = material(number(p, "E"), number(p, "nu"), number(p, "rho"),
                                        CAROM_UNSET);
  setting s;
  carom_contact wall;
  start(&s, p);
  add(&s, 1, number(p, "R_striker"), steel);
  add(&s, 7, number(p, "R_large"), steel);
  add(&s, small, number(p, "R_small"), steel);
  s.def.right.present = true;
  s.def.right.material = steel;
  if (number(p, "c") > 0) set(&s.contact, "damping_ratio", number(p, "c"));
  carom_chain *chain = created(&s);
  assert_int_equal(carom_chain_prepared(chain, CAROM_RIGHT_WALL, &wall, NULL), CAROM_OK);
  const carom_state fresh = carom_contact_virgin(&wall);
  assert_close_named(carom_contact_force(&wall, &fresh, 1e-6, 0).elastic,
                     number(expected, "K_wall") * 1e-9, 1e-13, key);
  advance(chain, 1.2 * number(expected, "t"));
  const carom_chain_contact c = look(chain, CAROM_RIGHT_WALL);
  near(c.first_peak_force, number(expected, "F"), 120, key);
  near(c.time_of_first_peak_force, number(expected, "t"), 2e-3, key);
  carom_chain_destroy(chain);
}

static void stepped_chains(void **state)
{
  (void)state;
  int tried = 0;
  const carom_node *root = carom_tree_root(viscous);
  for (const carom_node *entry = root->first; entry; entry = entry->next) {
    if (strncmp(entry->key, "J_stepped_", 10) != 0) continue;
    stepped(entry->key, "F1", 0);
    stepped(entry->key, "F2", 50);
    tried++;
  }
  assert_true(tried >= 7);
}

SUITE_WITH("chain viscous", read_references, free_references, monosized_chains, stepped_chains)
