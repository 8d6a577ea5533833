/* SPDX-License-Identifier: MIT */
/* create, advance, sample, archive, destroy: the verbs that chains, mechanisms and scenes share,
 * and the names that they had before. */
#define CAROM_OLD_NAMES
#include "scenes.h"
#include "user_laws.h"

static carom_chain *two_beads(void)
{
  carom_bead bead[2] = {carom_bead_default(), carom_bead_default()};
  carom_contact_def contact = carom_contact_default();
  carom_chain_def def = carom_chain_default();
  carom_chain *chain = NULL;
  bead[0].velocity = 0.5;
  def.bead = bead;
  def.beads = 2;
  def.contact = &contact;
  def.contacts = 1;
  def.no_window = true;
  assert_true(def.all_active);
  assert_int_equal(carom_chain_create(&def, &chain, NULL), CAROM_OK);
  return chain;
}

static void a_chain_is_sampled_where_it_is(void **state)
{
  (void)state;
  carom_chain *chain = two_beads();
  assert_int_equal(carom_chain_advance(chain, 1e-4, NULL), CAROM_OK);
  const carom_chain_view view = carom_chain_sample(chain);
  assert_true(view.time == carom_chain_time(chain) && view.time == 1e-4);
  assert_int_equal(view.beads, 2);
  assert_ptr_equal(view.displacement, carom_chain_displacement(chain));
  assert_ptr_equal(view.velocity, carom_chain_velocity(chain));
  assert_true(view.velocity[1] > 0.4); /* the impact of equal bodies is over: it has the speed */
  carom_chain_contact now, then;
  assert_int_equal(carom_chain_sample_contact(chain, 0, &now, NULL), CAROM_OK);
  assert_int_equal(carom_chain_look(chain, 0, &then, NULL), CAROM_OK);
  assert_memory_equal(&now, &then, sizeof now);
  carom_chain_destroy(chain);
}

static void a_chain_needs_its_tables(void **state)
{
  (void)state;
  carom_bead bead[2] = {carom_bead_default(), carom_bead_default()};
  carom_contact_def contact = carom_contact_default();
  carom_chain_def def = carom_chain_default();
  carom_chain *chain = NULL;
  carom_chain_contact now;
  carom_error err;
  def.bead = bead;
  def.beads = 2;
  def.contacts = 1;
  assert_int_equal(carom_chain_create(&def, &chain, &err), CAROM_ERR_ARGUMENT);
  assert_string_equal(err.where, "chain.contacts");
  def.contact = &contact;
  def.step = NAN;
  assert_int_equal(carom_chain_create(&def, &chain, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "run.step");
  def.step = CAROM_UNSET;
  assert_int_equal(carom_chain_create(&def, &chain, &err), CAROM_OK);
  assert_int_equal(carom_chain_sample_contact(chain, 0, NULL, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_chain_sample_contact(NULL, 0, &now, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_chain_sample_contact(chain, 1, &now, &err), CAROM_ERR_RANGE);
  carom_chain_destroy(chain);
}

typedef struct heard {
  int samples, contacts, asked;
} heard;

static void sample(void *user, double time, const double *displacement, const double *velocity)
{
  (void)time, (void)displacement, (void)velocity;
  ((heard *)user)->samples++;
}

static void contact(void *user, int number, double time, double approach, bool touching)
{
  (void)number, (void)time, (void)approach, (void)touching;
  ((heard *)user)->contacts++;
}

static bool stop_at_third(void *user)
{
  return ++((heard *)user)->asked == 3;
}

static void callbacks_are_called_under_either_name(void **state)
{
  (void)state;
  heard by_new = {0}, by_old = {0};
  carom_chain *a = two_beads(), *b = two_beads();
  carom_chain_set_sampler(a, 1e-5, sample, &by_new);
  carom_chain_set_contact_callback(a, contact, &by_new);
  carom_chain_set_stop(a, stop_at_third, &by_new);
  carom_chain_watch(b, 1e-5, sample, &by_old);
  carom_chain_hear(b, contact, &by_old);
  carom_chain_pause(b, stop_at_third, &by_old);
  for (int k = 0; k < 2; k++) { /* once up to the stop, then to the end */
    assert_int_equal(carom_chain_advance(a, 2e-4, NULL), CAROM_OK);
    assert_int_equal(carom_chain_advance(b, 2e-4, NULL), CAROM_OK);
    assert_true(k == 1 || carom_chain_time(a) < 2e-4);
    assert_true(k == 1 || by_new.asked == 3);
  }
  assert_int_equal(by_new.samples, 21); /* with the present instant */
  assert_int_equal(by_new.contacts, 1); /* they touched at the start, and part */
  assert_memory_equal(&by_new, &by_old, sizeof by_new);
  carom_chain_destroy(a);
  carom_chain_destroy(b);
}

static void a_scene_advances_to_the_step_nearest_to_a_time(void **state)
{
  (void)state;
  stage *s = stage_new();
  add_grain(s, 1e-3, 0, 0, 0)->velocity[0] = 0.1;
  s->def.step = 1e-5;
  carom_scene *a = staged(s), *b = staged(s);
  static const struct {
    double until;
    int64_t steps;
  } to[] = {{3.4e-5, 3}, {3.6e-5, 4}, {1e-5, 4}, {-1, 4}, {1e-3, 100}, {1.004e-3, 100}};
  for (int k = 0; k < (int)(sizeof to / sizeof *to); k++) {
    assert_int_equal(carom_scene_advance(a, to[k].until, NULL), CAROM_OK);
    assert_int_equal(carom_scene_steps(a), to[k].steps);
  }
  assert_int_equal(carom_scene_run(b, 60, NULL), CAROM_OK);
  assert_int_equal(carom_scene_advance_steps(b, 40, NULL), CAROM_OK);
  assert_true(carom_scene_hash(a) == carom_scene_hash(b));
  assert_close(carom_scene_sample(a).grain[0].position[0], 1e-4, 1e-12);
  assert_ptr_equal(carom_scene_look(a).grain, carom_scene_sample(a).grain);
  assert_true(carom_scene_stats(a).bytes_per_step == carom_scene_effort(a).moved);
  carom_error err = {.code = CAROM_OK};
  assert_int_equal(carom_scene_advance(a, 1e12, &err), CAROM_ERR_RANGE);
  assert_string_equal(err.where, "until");
  assert_int_equal(carom_scene_advance(a, 0.0 / 0.0, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_scene_advance(NULL, 1, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_scene_steps(a), 100);
  carom_scene_destroy(a);
  carom_scene_destroy(b);
  free(s);
}

/* The law of docs/user_laws.md, with a dent, in both sets of words. */
static void a_law_in_the_old_words_has_the_same_bits(void **state)
{
  (void)state;
  carom_user_law law = my_dent(), old = carom_user_law_default();
  old.info = law.info;
  old.info.name = "old-dent";
  old.field = law.field;
  old.fields = law.fields;
  old.constants = law.constants;
  old.slots = law.coefficients;
  old.states = law.states;
  old.levels = law.breakpoints;
  old.slot_label = law.coefficient_label;
  old.force = law.force;
  old.branch = law.branch;
  old.level = law.breakpoint;
  old.energy = law.energy;
  old.prepare_materials = law.prepare_materials;
  old.prepare_contact = law.prepare_contact;
  old.fresh = law.virgin;
  old.touch = law.touch;
  old.commit = law.commit;
  old.published = law.published;
  old.exact = law.exact;
  old.damping_unit = law.damping_unit;
  carom_context *context;
  assert_int_equal(carom_context_create(&context, NULL), CAROM_OK);
  assert_int_equal(carom_context_register(context, &law, NULL, NULL), CAROM_OK);
  assert_int_equal(carom_context_register(context, &old, NULL, NULL), CAROM_OK);
  carom_impact result[2];
  for (int k = 0; k < 2; k++) {
    carom_contact_def def = two_spheres(k ? "old-dent" : "my-dent");
    def.context = context;
    const carom_contact c = prepared(&def);
    carom_impact_def impact = carom_impact_default();
    impact.contact = &c;
    impact.speed = 2;
    assert_int_equal(carom_impact_resolve(&impact, &result[k], NULL), CAROM_OK);
    assert_int_equal(carom_contact_slot_count(&c), carom_contact_coefficient_count(&c));
    assert_true(c.slot[1] == c.coefficient[1] && c.slot[1] > 0);
  }
  assert_true(result[0].restitution < 1);
  assert_memory_equal(&result[0].restitution, &result[1].restitution, sizeof(double));
  carom_context_destroy(context);
}

/* Of a material with two names its own counts. */
static void materials_named_beside_them(void **state)
{
  (void)state;
  static const char *const names[] = {"chalk"};
  for (int own = 0; own < 2; own++) {
    stage *s = stage_new();
    carom_scene *scene = NULL;
    carom_error err = {.code = CAROM_OK};
    add_grain(s, 1e-3, 0, 0, 0);
    add_grain(s, 1e-3, 1e-2, 0, 0);
    s->def.contacts = 0;
    s->def.material_name = names;
    s->material[0].name = own ? "cheese" : NULL;
    assert_int_equal(carom_scene_create(&s->def, &scene, &err), CAROM_ERR_MISSING);
    assert_non_null(strstr(err.text, own ? "'cheese' and 'cheese'" : "'chalk' and 'chalk'"));
    free(s);
  }
}

SUITE("verbs", a_chain_is_sampled_where_it_is, a_chain_needs_its_tables,
      callbacks_are_called_under_either_name, a_scene_advances_to_the_step_nearest_to_a_time,
      a_law_in_the_old_words_has_the_same_bits, materials_named_beside_them)
