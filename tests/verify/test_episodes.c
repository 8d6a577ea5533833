/* SPDX-License-Identifier: MIT */
/* Episodes begin and end alike wherever a contact is followed: the same balls as single impacts, as
 * a chain in every integrator and as a scene book the same plastic work, and so does a journal that
 * bounces in its bearing. */
#include "scenes.h"

enum { BALLS = 3 };

static const double radius = 10e-3, apart = 3e-3, until = 20e-3;

static carom_material steel(void)
{
  return material(209e9, 0.283, 7800, 1175e6);
}

static carom_contact_def law(const char *memory)
{
  carom_contact_def def = carom_contact_default();
  def.law = "thornton";
  def.speed = 3;
  carom_contact_set_text(&def, "memory", memory);
  return def;
}

/* Plastic work, and what is left of the motion. */
typedef struct ending {
  double plastic, kinetic;
} ending;

/* One after the other, each an impact of two bodies: contacts are far apart in time. */
static ending by_impacts(const char *memory)
{
  const double mass = 4.0 / 3 * pi * radius * radius * radius * 7800;
  double x[BALLS], v[BALLS] = {3, 0, 0}, t = 0;
  carom_contact contact[BALLS + 1];
  carom_state state[BALLS + 1];
  ending end = {0, 0};
  for (int k = 0; k <= BALLS; k++) {
    carom_contact_def def = law(memory);
    def.a.radius = def.b.radius = radius;
    def.a.material = def.b.material = steel();
    if (k == 0 || k == BALLS) {
      def.b.shape = CAROM_FLAT;
      def.b.fixed = true;
    }
    contact[k] = prepared(&def);
    state[k] = carom_contact_virgin(&contact[k]);
  }
  for (int i = 0; i < BALLS; i++)
    x[i] = apart * (i + 1); /* gaps: between neighbours x[i+1] - x[i], walls at 0 and 4 gaps */
  for (;;) {
    int next = -1;
    double soonest = until - t;
    for (int k = 0; k <= BALLS; k++) { /* contact k joins balls k-1 and k */
      const double left = k > 0 ? v[k - 1] : 0, right = k < BALLS ? v[k] : 0;
      const double gap = (k < BALLS ? x[k] : apart * (BALLS + 1)) - (k > 0 ? x[k - 1] : 0);
      if (left > right && gap / (left - right) < soonest) soonest = gap / (left - right), next = k;
    }
    for (int i = 0; i < BALLS; i++)
      x[i] += soonest * v[i];
    t += soonest;
    if (next < 0) break;
    const double left = next > 0 ? v[next - 1] : 0, right = next < BALLS ? v[next] : 0;
    carom_impact_def def = carom_impact_default();
    carom_impact r;
    def.contact = &contact[next];
    def.state = &state[next];
    def.speed = left - right;
    assert_int_equal(carom_impact_resolve(&def, &r, NULL), CAROM_OK);
    const double change = (1 + r.restitution) * def.speed;
    const double share = next > 0 && next < BALLS ? 0.5 : 1;
    if (next > 0) v[next - 1] -= share * change, x[next - 1] = next < BALLS ? x[next] : apart * 4;
    if (next < BALLS) v[next] += share * change, x[next] = next > 0 ? x[next - 1] : 0;
    end.plastic += r.energy.plastic;
  }
  for (int i = 0; i < BALLS; i++)
    end.kinetic += 0.5 * mass * v[i] * v[i];
  return end;
}

static ending by_chain(const char *memory, carom_chain_integrator integrator, double step)
{
  carom_bead bead[BALLS];
  carom_contact_def contact = law(memory);
  carom_chain_def def = carom_chain_default();
  carom_chain *chain = NULL;
  for (int i = 0; i < BALLS; i++) {
    bead[i] = carom_bead_default();
    bead[i].body.radius = radius;
    bead[i].body.material = steel();
    bead[i].gap = apart;
    bead[i].velocity = i == 0 ? 3 : 0;
  }
  def.bead = bead;
  def.beads = BALLS;
  def.contact = &contact;
  def.contacts = 1;
  def.left.present = def.right.present = true;
  def.left.material = def.right.material = steel();
  def.right.gap = apart;
  def.integrator = integrator;
  def.step = step;
  carom_error err = {.code = CAROM_OK};
  if (carom_chain_create(&def, &chain, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  if (carom_chain_advance(chain, until, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  const carom_chain_energy e = carom_chain_budget(chain);
  carom_chain_destroy(chain);
  return (ending){e.plastic, e.kinetic};
}

static ending by_scene(const char *memory, double step)
{
  stage *s = stage_new();
  s->material[0] = steel();
  s->contact[0].normal = law(memory);
  for (int i = 0; i < BALLS; i++)
    add_grain(s, radius, (i + 1) * (2 * radius + apart) - radius, 0, 0)->velocity[0] = i == 0 ? 3
                                                                                              : 0;
  for (int k = 0; k < 2; k++) {
    s->wall[k].direction[0] = k == 0 ? 1 : -1;
    s->wall[k].direction[2] = 0;
    s->wall[k].point[0] = k == 0 ? 0 : BALLS * 2 * radius + (BALLS + 1) * apart;
  }
  s->def.walls = 2;
  s->def.step = step;
  carom_scene *scene = staged(s);
  carom_error err = {.code = CAROM_OK};
  if (carom_scene_advance(scene, until, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  const carom_scene_energy e = carom_scene_budget(scene);
  carom_scene_destroy(scene);
  free(s);
  return (ending){e.plastic, e.kinetic};
}

static void three_balls_book_the_same_everywhere(void **state)
{
  (void)state;
  static const struct {
    carom_chain_integrator integrator;
    double step, tolerance;
  } scheme[] = {{CAROM_CHAIN_DOP853, 0, 1e-8},    {CAROM_CHAIN_DOPRI5, 0, 1e-7},
                {CAROM_CHAIN_VERLET, 1e-7, 1e-5}, {CAROM_CHAIN_EULER_TRAPEZOID, 2e-7, 1e-3},
                {CAROM_CHAIN_RK45, 2e-7, 1e-3},   {CAROM_CHAIN_GEAR5, 2e-7, 1e-3}};
  static const char *const memory[] = {"episode", "pair"};
  for (int m = 0; m < 2; m++) {
    const ending exact = by_impacts(memory[m]);
    assert_true(exact.plastic > 0.05 && exact.kinetic > 1e-3);
    for (int k = 0; k < (int)(sizeof scheme / sizeof *scheme); k++) {
      const ending end = by_chain(memory[m], scheme[k].integrator, scheme[k].step);
      assert_close(end.plastic, exact.plastic, scheme[k].tolerance);
      assert_close(end.kinetic, exact.kinetic, 20 * scheme[k].tolerance);
    }
    const ending end = by_scene(memory[m], 1e-7);
    assert_close(end.plastic, exact.plastic, 1e-5);
    assert_close(end.kinetic, exact.kinetic, 2e-4);
  }
  assert_close(by_impacts("episode").plastic, 0.14068, 4e-5); /* as printed for chain and scene */
}

/* A body without joints whose journal flies to and fro along x in a bearing of the ground. */
static void a_journal_books_the_impacts_of_its_bearing(void **state)
{
  (void)state;
  static const char *const memory[] = {"episode", "pair"};
  for (int m = 0; m < 2; m++) {
    carom_mechanism_body body = carom_mechanism_body_default();
    carom_clearance clearance = carom_clearance_default();
    carom_mechanism_def def = carom_mechanism_default();
    carom_mechanism *mechanism = NULL;
    carom_contact contact;
    carom_error err = {.code = CAROM_OK};
    body.mass = 0.2;
    body.inertia = 1e-4;
    body.vx = 5;
    clearance.bearing.body = CAROM_GROUND;
    clearance.journal.body = 0;
    clearance.bearing_radius = 10e-3;
    clearance.journal_radius = 3e-3;
    clearance.centred = false;
    clearance.contact = law(memory[m]);
    clearance.contact.a.material = clearance.contact.b.material = steel();
    def.body = &body;
    def.bodies = 1;
    def.clearance = &clearance;
    def.clearances = 1;
    if (carom_mechanism_create(&def, &mechanism, &err) != CAROM_OK)
      fail_msg("%s: %s", err.where, err.text);
    assert_int_equal(carom_mechanism_prepared(mechanism, 0, &contact, NULL), CAROM_OK);
    carom_state pair = carom_contact_virgin(&contact);
    const double clear = 7e-3;
    double t = clear / 5, v = 5, plastic = 0;
    int count = 0;
    for (; count < 4; count++) {
      carom_impact_def impact = carom_impact_default();
      carom_impact r;
      impact.contact = &contact;
      impact.speed = v;
      impact.state = &pair;
      assert_int_equal(carom_impact_resolve(&impact, &r, NULL), CAROM_OK);
      plastic += r.energy.plastic;
      v *= r.restitution;
      t += r.duration + (count < 3 ? 2 : 0.5) * clear / v; /* at last, half a flight */
    }
    if (carom_mechanism_advance(mechanism, t, &err) != CAROM_OK)
      fail_msg("%s: %s", err.where, err.text);
    const carom_mechanism_view *view = carom_mechanism_sample(mechanism);
    assert_int_equal(view->journal[0].touches, count);
    assert_false(view->journal[0].touching);
    assert_true(plastic > 0);
    assert_close(view->energy.plastic, plastic, 1e-7);
    assert_close(fabs(view->body[0].vx), v, 1e-8);
    carom_mechanism_destroy(mechanism);
  }
}

SUITE("episodes", three_balls_book_the_same_everywhere, a_journal_books_the_impacts_of_its_bearing)
