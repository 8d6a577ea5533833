/* SPDX-License-Identifier: MIT */
/* The slider-crank with clearance against values of another code (tests/reference), against the
 * same mechanism written with two coordinates, and against what must hold whatever the law. */
#include "reference.h"
#include "slider_crank.h"

#include "verify/crank_oracle.h"

REFERENCES(multiple, "multiple_impacts.json")

/* Compares events with those of the reference. `leave` is the event that ends the force. */
static void compare_events(const char *name, const heard *h, carom_journal_event leave, int count)
{
  const carom_node *list = member(
      member(member(carom_tree_root(multiple), "slider_crank"), "first_impacts"), name);
  int k = 0, compared = 0;
  for (const carom_node *e = list->first; e && compared < count; e = e->next, compared++) {
    const bool impact = strcmp(member(e, "event")->text, "impact") == 0;
    const carom_journal_event wanted = impact ? CAROM_JOURNAL_TOUCH : leave;
    while (k < h->count && h->at[k].event != wanted)
      k++;
    if (k == h->count) fail_msg("%s: event %d is missing", name, compared);
    assert_small(h->at[k].time - number(e, "t"), 1e-9);
    assert_small(h->at[k].approach - number(e, "ddot"), 1e-9);
    if (impact) {
      assert_small(h->at[k].sliding - number(e, "vt"), 1e-9);
    } else {
      assert_small(h->at[k].slider.x - number(e, "x"), 1e-9);
      assert_small(h->at[k].slider.vx - number(e, "v"), 1e-9);
      assert_small(h->at[k].rod.angle - number(e, "th3"), 1e-9);
      assert_small(h->at[k].rod.spin - number(e, "w3"), 1e-8);
    }
    k++;
  }
  assert_int_equal(compared, count);
}

static void run(slider_crank *s, double until, heard *h, carom_mechanism_energy *energy)
{
  carom_mechanism *m = created(&s->def);
  *h = (heard){.count = 0};
  carom_mechanism_set_contact_callback(m, hear, h);
  advance(m, until);
  if (energy) *energy = carom_mechanism_sample(m)->energy;
  assert_small(carom_mechanism_check(m).position, 1e-13);
  carom_mechanism_destroy(m);
}

static void first_impacts_of_the_reference(void **state)
{
  (void)state;
  const struct {
    const char *name, *law;
    double friction;
  } c[] = {{"LN mu=0 200rpm", "lankarani-nikravesh", 0},
           {"Eq16 mu=0 200rpm", "wang-dashpot-elastic", 0},
           {"Eq16 mu=0.01 200rpm", "wang-dashpot-elastic", 0.01},
           {"Flores mu=0.01 200rpm", "flores", 0.01}};
  for (int i = 0; i < COUNT(c); i++) {
    slider_crank s;
    heard h;
    carom_mechanism_energy energy;
    make_slider_crank(&s, 200, c[i].law);
    published(&s, "0.46");
    s.clearance[0].friction = c[i].friction;
    run(&s, 0.021, &h, &energy);
    compare_events(c[i].name, &h, CAROM_JOURNAL_PART, 6);
    assert_small(energy.residual, 1e-11);
    assert_true(energy.viscous > 1e-3);
    assert_true((energy.friction > 1e-6) == (c[i].friction > 0));
  }
}

/* Section 2.7 of the values: with gravity. */
static void first_impacts_with_gravity(void **state)
{
  (void)state;
  const double value[][2] = {{0.00593787564833, 0.168254814586},
                             {0.00617362756214, -0.067842407890},
                             {0.00895464046228, 0.061296585358},
                             {0.00927625242305, -0.023098993483}};
  slider_crank s;
  heard h;
  carom_mechanism_energy energy;
  make_slider_crank(&s, 200, "flores");
  published(&s, "0.46");
  s.def.gravity_y = -9.81;
  run(&s, 0.0094, &h, &energy);
  assert_int_equal(h.count, 4);
  for (int i = 0; i < 4; i++) {
    assert_small(h.at[i].time - value[i][0], 1e-9);
    assert_small(h.at[i].approach - value[i][1], 1e-9);
  }
  assert_small(energy.residual, 1e-11);
}

/* Elastoplastic: the force ends where the dent no longer reaches; the dent is forgotten. */
static void plastic_impacts_of_the_reference(void **state)
{
  (void)state;
  slider_crank s;
  heard h;
  carom_mechanism_energy energy, kept;
  make_slider_crank(&s, 300, "ma-liu");
  carom_contact_def *contact = &s.clearance[0].contact;
  /* materials of that reference: the slider's steel on a softer bearing */
  contact->a.material = (carom_material){
      .young = 200e9, .poisson = 0.29, .density = 7800, .yield = 30e6};
  contact->b.material = (carom_material){
      .young = 65e9, .poisson = 0.33, .density = 2700, .yield = 30e6};
  carom_contact_set(contact, "hardness_ratio", 3);
  carom_contact_set(contact, "plastic_ratio", 13);
  run(&s, 0.0141, &h, &energy);
  compare_events("MaLiu episode R=0.19 mu=0 300rpm", &h, CAROM_JOURNAL_RELEASE, 6);
  assert_small(energy.residual, 1e-11);
  assert_true(energy.plastic > 1e-3);

  /* with memory of the pair the second touch meets the dent: another history */
  carom_contact_set_text(contact, "memory", "pair");
  heard pair;
  run(&s, 0.0141, &pair, &kept);
  assert_small(kept.residual, 1e-11);
  assert_true(kept.plastic < 0.9 * energy.plastic);
}

static const char *const laws[] = {"hertz", "lankarani-nikravesh",  "flores",  "hunt-crossley",
                                   "tsuji", "wang-dashpot-elastic", "thornton"};

/* Without gravity the first flight is a matter of geometry: the crank stands at the same angle at
 * the first impact whatever its speed and the law, and the speed of approach is in proportion. */
static void first_impact_is_geometry(void **state)
{
  (void)state;
  for (int i = 0; i < COUNT(laws); i++)
    for (int rpm = 100; rpm <= 400; rpm += 100) {
      slider_crank s;
      heard h;
      make_slider_crank(&s, rpm, laws[i]);
      s.clearance[0].contact.a.material.yield = s.clearance[0].contact.b.material.yield = 1e9;
      run(&s, 0.14 / s.speed, &h, NULL);
      assert_true(h.count >= 1);
      assert_small(h.at[0].time * s.speed - 0.1310786670, 1e-10);
      assert_close(h.at[0].approach / s.speed, 0.159420958297 / (200 * 3.14159265358979323846 / 30),
                   1e-10);
    }
}

typedef struct peak {
  double acceleration, normal, overlap;
} peak;

static void keep_peak(void *user, const carom_mechanism_view *view)
{
  peak *p = user;
  const carom_journal *j = &view->journal[0];
  p->acceleration = fmax(p->acceleration, fabs(view->body[SLIDER].ax));
  p->normal = fmax(p->normal, j->normal.elastic + j->normal.dissipative);
  p->overlap = fmax(p->overlap, j->overlap);
}

/* Peaks of the first impact, printed with 7 digits. */
static void peaks_of_the_first_impact(void **state)
{
  (void)state;
  const struct {
    const char *law;
    double acceleration, normal, overlap;
  } c[] = {{"lankarani-nikravesh", 2448.947, 2481.209, 10.533e-6},
           {"flores", 2588.454, 2622.547, 8.8087e-6},
           {"wang-dashpot-elastic", 2453.773, 2486.095, 9.9334e-6}};
  for (int i = 0; i < 3; i++) {
    slider_crank s;
    peak p = {0, 0, 0};
    make_slider_crank(&s, 200, c[i].law);
    published(&s, "0.46");
    carom_mechanism *m = created(&s.def);
    advance(m, 0.00625);
    carom_mechanism_set_sampler(m, 1e-8, keep_peak, &p);
    advance(m, 0.0065);
    assert_close(p.acceleration, c[i].acceleration, 5e-7);
    assert_close(p.normal, c[i].normal, 5e-7);
    assert_close(p.overlap, c[i].overlap, 6e-5);
    /* the library looks for peaks by itself */
    const carom_journal *j = &carom_mechanism_sample(m)->journal[0];
    assert_close(j->peak_force, p.normal, 1e-5);
    assert_close(j->peak_overlap, p.overlap, 1e-5);
    carom_mechanism_destroy(m);
  }
}

typedef struct deviation {
  double position, overlap;
} deviation;

static void keep_deviation(void *user, const carom_mechanism_view *view)
{
  deviation *d = user;
  const double angle = view->body[CRANK].angle, s = crank_length * sin(angle);
  const double x = crank_length * cos(angle) + sqrt(rod_length * rod_length - s * s);
  d->position = fmax(d->position, fabs(view->body[SLIDER].x - x));
  d->overlap = fmax(d->overlap, view->journal[0].overlap);
}

static deviation deviate(double clearance)
{
  slider_crank s;
  deviation d = {0, 0};
  make_slider_crank(&s, 200, "flores");
  published(&s, "0.46");
  s.def.tolerance = 1e-9;
  s.clearance[0].bearing_radius = s.clearance[0].journal_radius + clearance;
  carom_contact_set(&s.clearance[0].contact, "stiffness", 6.61e10); /* as the clearance shrinks */
  carom_mechanism *m = created(&s.def);
  carom_mechanism_set_sampler(m, 1e-5, keep_deviation, &d);
  advance(m, 0.6);
  carom_mechanism_destroy(m);
  /* |x - x_ideal| <= (c + d) / sqrt(1 - (r/L)^2), rigorously */
  const double ratio = crank_length / rod_length;
  assert_true(d.position <= (clearance + d.overlap) / sqrt(1 - ratio * ratio));
  return d;
}

static void displacement_stays_within_the_clearance(void **state)
{
  (void)state;
  const double clearance[] = {1e-3, 5e-4, 1e-4, 1e-5};
  for (int i = 0; i < COUNT(clearance); i++) {
    const deviation d = deviate(clearance[i]);
    assert_true(d.position > 0.9 * clearance[i]); /* it is used, too */
    assert_true(d.position < 1.2 * clearance[i]);
  }
}

/* Steps of a coarse tolerance are long, but no journal gets through its bearing unseen. */
static void coarse_steps_see_every_touch(void **state)
{
  (void)state;
  double peak_of_fine = 0;
  for (double tolerance = 1e-8; tolerance < 2e-3; tolerance *= 10) {
    slider_crank s;
    make_slider_crank(&s, 200, "flores");
    s.def.tolerance = tolerance;
    carom_mechanism *m = created(&s.def);
    advance(m, 0.6);
    const carom_journal *j = &carom_mechanism_sample(m)->journal[0];
    if (peak_of_fine == 0) peak_of_fine = j->peak_overlap;
    assert_close(j->peak_overlap, peak_of_fine, 2e-3);
    carom_mechanism_destroy(m);
  }
}

/* Two-coordinate model, with friction and gravity, and with the roles of rod and slider swapped:
 * times and states of the first three impacts. */
static void compare_with_oracle(double mu, double gravity, bool journal_on_rod)
{
  slider_crank s;
  heard h;
  make_slider_crank(&s, 200, "hunt-crossley");
  carom_clearance *c = &s.clearance[0];
  carom_contact_set_text(&c->contact, "damping_ratio", "0.6");
  c->friction = mu;
  s.def.gravity_y = -gravity;
  if (journal_on_rod) c->journal = on(ROD, rod_length, 0), c->bearing = on(SLIDER, 0, 0);
  run(&s, 0.025, &h, NULL);
  assert_true(h.count >= 6);
  const double modulus = 207e9 / (2 * (1 - 0.09)), radius = 0.01 * 0.0095 / 0.0005;
  oracle o = oracle_start(s.speed, 4.0 / 3 * modulus * sqrt(radius), 0.6);
  o.mu = mu;
  o.gravity = gravity;
  o.journal_on_rod = journal_on_rod;
  for (int k = 0; k < 6; k++) {
    assert_true(oracle_advance(&o, 0.025, o.touching ? 1e-7 : 1e-6));
    assert_small(h.at[k].time - o.t, 1e-10);
    assert_small(h.at[k].slider.x - o.x, 1e-10);
    assert_small(h.at[k].slider.vx - o.v, 1e-9);
    assert_small(h.at[k].rod.angle - o.phi, 1e-9);
    assert_small(h.at[k].rod.spin - o.spin, 2e-8);
  }
}

static void two_coordinates_agree(void **state)
{
  (void)state;
  compare_with_oracle(0, 0, false);
  compare_with_oracle(0.3, 0, false);
  compare_with_oracle(0.3, 9.81, true);
}

/* The same mechanism seen from elsewhere: turned, moved, mirrored, bodies in another order, roles
 * of the frictionless journal and bearing swapped. */
typedef struct seen {
  double turn, x, y;
  bool mirrored, reversed, swapped;
} seen;

static carom_place place_from(const seen *from, carom_place p)
{
  const double y = from->mirrored ? -p.y : p.y, c = cos(from->turn), s = sin(from->turn);
  if (p.body != CAROM_GROUND) return on(from->reversed ? 2 - p.body : p.body, p.x, y);
  return on(CAROM_GROUND, from->x + c * p.x - s * y, from->y + s * p.x + c * y);
}

static void look_from(slider_crank *s, const seen *from)
{
  slider_crank old = *s;
  for (int i = 0; i < 3; i++) {
    const carom_mechanism_body *b = &old.body[i];
    const carom_place p = place_from(from, on(CAROM_GROUND, b->x, b->y));
    carom_mechanism_body *to = &s->body[from->reversed ? 2 - i : i];
    *to = *b;
    to->x = p.x;
    to->y = p.y;
    to->angle = from->turn + (from->mirrored ? -b->angle : b->angle);
  }
  for (int i = 0; i < 3; i++) {
    s->joint[i].a = place_from(from, old.joint[i].a);
    s->joint[i].b = place_from(from, old.joint[i].b);
    if (old.joint[i].kind == CAROM_PRISMATIC) s->joint[i].direction = from->turn;
  }
  if (from->reversed) {
    const carom_joint first = s->joint[0];
    s->joint[0] = s->joint[2];
    s->joint[2] = first;
  }
  s->driver[0].b = from->reversed ? 2 - CRANK : CRANK;
  s->speed = from->mirrored ? -old.speed : old.speed;
  carom_clearance *c = &s->clearance[0];
  c->bearing = place_from(from, old.clearance[0].bearing);
  c->journal = place_from(from, old.clearance[0].journal);
  if (from->swapped) {
    const carom_place p = c->bearing;
    c->bearing = c->journal;
    c->journal = p;
  }
}

static void where_it_is_seen_from_does_not_matter(void **state)
{
  (void)state;
  const seen from[] = {
      {.turn = 1.1},
      {.turn = -2.7, .x = 0.4, .y = -0.2},
      {.mirrored = true},
      {.reversed = true},
      {.swapped = true},
      {.turn = 0.5, .x = 0.1, .mirrored = true, .reversed = true, .swapped = true}};
  slider_crank s;
  heard plain, other;
  make_slider_crank(&s, 200, "wang-dashpot-elastic");
  published(&s, "0.46");
  run(&s, 0.0186, &plain, NULL);
  assert_true(plain.count >= 5);
  for (int i = 0; i < COUNT(from); i++) {
    slider_crank t;
    make_slider_crank(&t, 200, "wang-dashpot-elastic");
    published(&t, "0.46");
    look_from(&t, &from[i]);
    t.driver[0].value = &t.speed;
    t.driver[0].time = &t.zero;
    t.def.body = t.body;
    t.def.joint = t.joint;
    t.def.driver = t.driver;
    t.def.clearance = t.clearance;
    run(&t, 0.0186, &other, NULL);
    assert_int_equal(other.count, plain.count);
    for (int k = 0; k < plain.count; k++) {
      assert_small(other.at[k].time - plain.at[k].time, 1e-12);
      assert_small(other.at[k].approach - plain.at[k].approach, 2e-11);
      assert_small(fabs(other.at[k].sliding) - fabs(plain.at[k].sliding),
                   from[i].swapped ? 1 : 2e-11);
    }
  }
}

/* Gravity, Eq. 16, tracked: the motion contracts onto a periodic orbit in permanent contact; the
 * other code found a largest acceleration of 46.767 to 46.770 m/s2 over variants. */
static void periodic_orbit_under_gravity(void **state)
{
  (void)state;
  slider_crank s;
  peak p = {0, 0, 0};
  make_slider_crank(&s, 200, "wang-dashpot-elastic");
  published(&s, "0.46");
  s.clearance[0].friction = 0.01;
  s.def.gravity_y = -9.81;
  s.def.tolerance = 1e-8;
  carom_mechanism *m = created(&s.def);
  advance(m, 6);
  const int64_t touches = carom_mechanism_sample(m)->journal[0].touches;
  carom_mechanism_set_sampler(m, 1e-5, keep_peak, &p);
  advance(m, 6.6);
  assert_int_equal(carom_mechanism_sample(m)->journal[0].touches, touches);
  assert_close(p.acceleration, 46.7685, 3e-4);
  assert_close(p.normal, 48.8815, 4e-4);
  carom_mechanism_destroy(m);
}

/* Two clearances at once, friction in both: the budget closes and no journal leaves its bearing. */
static void two_clearances(void **state)
{
  (void)state;
  slider_crank s;
  carom_clearance both[2];
  heard h;
  carom_mechanism_energy energy;
  make_slider_crank(&s, 200, "flores");
  s.clearance[0].friction = 0.1;
  both[0] = both[1] = s.clearance[0];
  both[1].name = "pin";
  both[1].bearing = on(ROD, 0, 0);
  both[1].journal = on(CRANK, crank_length, 0);
  s.joint[1] = s.joint[2];
  s.def.joints = 2;
  s.def.clearance = both;
  s.def.clearances = 2;
  run(&s, 0.03, &h, &energy);
  bool seen_both[2] = {false, false};
  for (int k = 0; k < h.count; k++)
    seen_both[h.at[k].clearance] = true;
  assert_true(seen_both[0] && seen_both[1]);
  assert_small(energy.residual, 1e-11);
  assert_true(energy.friction > 1e-5 && energy.viscous > 1e-3);
}

SUITE_WITH("mechanism clearance", read_references, free_references, first_impacts_of_the_reference,
           first_impacts_with_gravity, plastic_impacts_of_the_reference, first_impact_is_geometry,
           peaks_of_the_first_impact, displacement_stays_within_the_clearance,
           coarse_steps_see_every_touch, two_coordinates_agree,
           where_it_is_seen_from_does_not_matter, periodic_orbit_under_gravity, two_clearances)
