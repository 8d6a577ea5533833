/* SPDX-License-Identifier: MIT */
/* Bodies that adhere, in a scene: sticking and parting, hanging, sliding under no load, and a
 * column of powder that stands by itself. */
#include "scenes.h"

static const double r = 50e-6, G = 0.05, young = 5e6, density = 1500;

static double sphere_mass(void)
{
  return 4.0 / 3 * pi * r * r * r * density;
}

static stage *powder(double work)
{
  stage *s = stage_new();
  s->material[0] = material(young, 0.3, density, CAROM_NEVER);
  s->contact[0].normal.law = "jkr";
  set(&s->contact[0].normal, "work_of_adhesion", work);
  set(&s->contact[0].normal, "damping_ratio", 0);
  return s;
}

/* E* R* m* and sticking speed of two spheres. */
static carom_adhesion hold_of(bool wall)
{
  carom_contact_def def = two_spheres("jkr");
  def.a.material = def.b.material = material(young, 0.3, density, CAROM_NEVER);
  def.a.radius = def.b.radius = r;
  if (wall) def.b.shape = CAROM_FLAT, def.b.fixed = true;
  set(&def, "work_of_adhesion", G);
  set(&def, "damping_ratio", 0);
  const carom_contact c = prepared(&def);
  return carom_contact_adhesion(&c);
}

/* Two spheres that meet at this speed; returns at which speed they part, 0 if they stick. */
static double meet(double speed, carom_scene_energy *e)
{
  stage *s = powder(G);
  for (int i = 0; i < 2; i++)
    add_grain(s, r, i ? 1.02 * r : -1.02 * r, 0, 0)->velocity[0] = i ? -0.5 * speed : 0.5 * speed;
  s->def.step = 1e-8;
  carom_scene *scene = staged(s);
  play(scene, (int64_t)(0.06 * r / speed / s->def.step) + 60000);
  const carom_scene_view v = carom_scene_sample(scene);
  const double rate = v.grain[1].velocity[0] - v.grain[0].velocity[0];
  const bool apart = carom_scene_contacts(scene, NULL, NULL) == 0;
  *e = carom_scene_budget(scene);
  carom_scene_destroy(scene);
  free(s);
  return apart ? rate : 0;
}

static void they_stick_or_part_as_resolved(void **state)
{
  (void)state;
  const carom_adhesion hold = hold_of(false);
  carom_scene_energy e;
  for (double ratio = 1.1; ratio < 6; ratio *= 1.5) {
    const double v = ratio * hold.sticking_speed, out = meet(v, &e);
    const double start = 0.25 * sphere_mass() * v * v;
    assert_true(fabs(out * out / (v * v) - (1 - 1 / (ratio * ratio))) < 1e-3);
    assert_close(e.plastic, hold.work, 1e-9); /* the loss of snapping in */
    assert_true(fabs(e.residual) < 1e-3 * start && e.elastic == 0);
  }
  for (double ratio = 0.9; ratio > 0.1; ratio *= 0.5) {
    const double v = ratio * hold.sticking_speed;
    assert_true(meet(v, &e) == 0);
    assert_close(e.plastic, hold.work, 1e-9);
    assert_true(e.elastic < 0); /* held together */
    assert_true(fabs(e.residual) < 1e-3 * hold.work);
  }
}

/* From a ceiling hangs what is lighter than the pull-off force. */
static void weights_hang_up_to_the_pull_off_force(void **state)
{
  (void)state;
  const carom_adhesion hold = hold_of(true);
  for (int heavy = 0; heavy < 2; heavy++) {
    stage *s = powder(G);
    s->contact[0].normal.settings--;
    set(&s->contact[0].normal, "damping_ratio", 0.5);
    (void)add_grain(s, r, 0, 0, -r);
    s->particle[0].position[2] += 0.001 * r; /* touches */
    s->wall[0].shape = CAROM_WALL_PLANE;
    s->wall[0].direction[2] = -1;
    s->def.walls = 1;
    s->def.step = 1e-8;
    /* grows slowly, so that nothing swings */
    static const double time[] = {0, 4e-3}, down[6] = {0};
    double table[6];
    memcpy(table, down, sizeof table);
    table[5] = -(heavy ? 1.01 : 0.97) * hold.pull_off / sphere_mass();
    s->def.gravity_points = 2;
    s->def.gravity_time = time;
    s->def.gravity_table = table;
    carom_scene *scene = staged(s);
    play(scene, 500000);
    const double z = carom_scene_sample(scene).grain[0].position[2];
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), heavy ? 0 : 1);
    assert_true(heavy ? z < -2 * r : z > -1.1 * r);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* A sphere at rest on a wall, which neither pushes nor pulls, slides against 2 mu F_c. */
static void friction_knows_the_pull_off_force(void **state)
{
  (void)state;
  const double mu = 0.3, R = r, E = young / (2 * (1 - 0.09)), a_1 = cbrt(2 * pi * G * R * R / E);
  const double y = cbrt(1.5), overlap = a_1 * a_1 / R * (y * y * y * y - y); /* F = 0 */
  const double F_c = 1.5 * pi * G * R, slows = 2 * mu * F_c / sphere_mass(), v0 = 2;
  stage *s = powder(G);
  add_grain(s, r, 0, 0, r - overlap)->velocity[0] = v0;
  s->contact[0].tangential.model = "mindlin";
  carom_tangential_set(&s->contact[0].tangential, "friction", mu);
  s->wall[0].shape = CAROM_WALL_PLANE;
  s->wall[0].direction[2] = 1;
  s->def.walls = 1;
  s->def.step = 1e-8;
  carom_scene *scene = staged(s);
  const double t = 0.2 * v0 / slows;
  play(scene, (int64_t)(t / s->def.step));
  assert_close(v0 - carom_scene_sample(scene).grain[0].velocity[0], slows * carom_scene_time(scene),
               2e-3);
  carom_scene_destroy(scene);
  free(s);
}

/* A column three wide and ten high, without walls. Bond number: pull-off force over weight. */
static double height_of_column(double bond)
{
  const double F_c = 1.5 * pi * G * (0.5 * r), g = bond > 0 ? F_c / (bond * sphere_mass()) : 300;
  stage *s = bond > 0 ? powder(G) : powder(1e-9);
  s->contact[0].normal.settings--;
  set(&s->contact[0].normal, "damping_ratio", 0.5);
  s->contact[0].tangential.model = "mindlin";
  carom_tangential_set(&s->contact[0].tangential, "friction", 0.5);
  s->contact[0].rolling.model = "elastic-plastic";
  for (int i = 0; i < 90; i++)
    (void)add_grain(s, r, 1.99 * r * (i % 3) + 0.02 * r * (i % 7), 1.99 * r * (i / 3 % 3),
                    0.995 * r + 1.985 * r * (i / 9));
  s->wall[0].shape = CAROM_WALL_PLANE;
  s->wall[0].direction[2] = 1;
  s->def.walls = 1;
  s->def.gravity[2] = -g;
  s->def.step = 4e-8;
  carom_scene *scene = staged(s);
  play(scene, 60000);
  double top = 0;
  const carom_scene_view v = carom_scene_sample(scene);
  for (int64_t i = 0; i < v.count; i++)
    top = fmax(top, v.grain[i].position[2]);
  carom_scene_destroy(scene);
  free(s);
  return top / (0.995 * r + 1.985 * r * 9);
}

/* What is not in reach rubs nothing: neither lanes of a chunk beyond its last contact, which count
 * in forces of walls and in the budget, nor pairs that have just parted. */
static void friction_ends_where_bodies_part(void **state)
{
  (void)state;
  const double mu = 0.5, twice_pull_off = 3 * pi * G * r;
  for (int wall = 0; wall < 2; wall++) {
    stage *s = powder(G);
    const double v = 3 * hold_of(wall).sticking_speed;
    carom_scene_particle *p = add_grain(s, r, 0, 0, 1.02 * r);
    p->velocity[0] = v, p->velocity[2] = -v;
    if (!wall) (void)add_grain(s, r, 0.3 * r, 0, -r);
    s->contact[0].tangential.model = "linear";
    carom_tangential_set(&s->contact[0].tangential, "friction", mu);
    carom_tangential_set(&s->contact[0].tangential, "stiffness", 1e3);
    s->wall[0].shape = CAROM_WALL_PLANE;
    s->wall[0].direction[2] = 1;
    s->wall[0].point[2] = wall ? 0 : -10 * r;
    s->def.walls = 1;
    s->def.step = 1e-9;
    carom_scene *scene = staged(s);
    const double start = carom_scene_budget(scene).kinetic;
    for (int i = 0; i < 400; i++) {
      play(scene, 100);
      carom_scene_wall_state of;
      assert_int_equal(carom_scene_sample_wall(scene, 0, &of, NULL), CAROM_OK);
      const double rubs = fabs(of.force[0]), most = mu * (twice_pull_off - of.force[2]);
      assert_true(rubs == 0 || rubs <= most * (1 + 1e-9));
    }
    const carom_scene_energy e = carom_scene_budget(scene);
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 0);
    assert_true(e.plastic > 0 && e.friction > 1e-3 * start);
    assert_true(fabs(e.residual) < 1e-3 * start);
    carom_scene_destroy(scene);
    free(s);
  }
}

static void a_column_stands_by_its_cohesion(void **state)
{
  (void)state;
  assert_true(height_of_column(100) > 0.9);
  assert_true(height_of_column(0) < 0.6);
}

/* Where the expected speed is one at which bodies stick, the step follows from their swing. */
static void a_step_is_chosen_for_bodies_that_stick(void **state)
{
  (void)state;
  stage *s = powder(G);
  (void)add_grain(s, r, 0, 0, 0);
  (void)add_grain(s, r, 2.5 * r, 0, 0);
  s->contact[0].normal.speed = 0.1 * hold_of(false).sticking_speed;
  carom_scene *scene = staged(s);
  carom_scene_pairing p;
  assert_int_equal(carom_scene_pairing_at(scene, 0, &p, NULL), CAROM_OK);
  assert_true(p.duration == CAROM_UNSET && p.step == carom_scene_step(scene));
  /* 25 steps in half a period of the slope of the curve where F = 0 */
  const double E = young / (2 * (1 - 0.09)), R = 0.5 * r, a_1 = cbrt(2 * pi * G * R * R / E);
  const double u = 1.5, y = cbrt(u), slope = (8 * u * y * y - 6 * y * y) / (4 * u - 1);
  const double k = 2 * pi * G * R / (a_1 * a_1 / R) * slope;
  const double half = pi * sqrt(0.5 * sphere_mass() / k);
  assert_true(p.step > half / 100 && p.step < half / 10);
  carom_scene_destroy(scene);
  free(s);
}

/* The same spheres with Hertz's law and a model of adhesion. */
static stage *sticky(const char *model, const char *name, double value)
{
  stage *s = powder(G);
  s->contact[0].normal.law = "hertz";
  s->contact[0].normal.settings = 0;
  s->contact[0].adhesion.model = model;
  if (name) carom_tangential_set(&s->contact[0].adhesion, name, value);
  return s;
}

/* The fastest of the last steps of two spheres that stick, over their speed at the start. */
static double growth(stage *s, double step, double start)
{
  s->def.step = step;
  s->def.any_step = true;
  s->def.overlap_limit = 1;
  carom_scene *scene = staged(s);
  double last = 0;
  for (int i = 0; i < 400; i++) {
    play(scene, 1);
    const carom_scene_view v = carom_scene_sample(scene);
    if (i >= 380) last = fmax(last, fabs(v.grain[1].velocity[0] - v.grain[0].velocity[0]));
  }
  carom_scene_destroy(scene);
  return last / start;
}

/* However slow bodies are expected to meet: those that stick swing as fast as law and pull let
 * them. The largest stable step is 2/omega, 15.9 times the chosen one. */
static void the_step_counts_the_swing_of_those_that_stick(void **state)
{
  (void)state;
  static const char *const models[] = {"dmt", "bridge"};
  for (int m = 0; m < COUNT(models); m++) {
    stage *s = sticky(models[m], m ? "surface_tension" : "work_of_adhesion", m ? 0.07 : G);
    const double R = 0.5 * r, K = 4.0 / 3 * young / (2 * (1 - 0.09)) * sqrt(R);
    const double pull = m ? 4 * pi * R * 0.07 : 2 * pi * G * R;
    const double rest = pow(pull / K, 2.0 / 3), k = 1.5 * K * sqrt(rest);
    const double half = pi * sqrt(0.5 * sphere_mass() / k);
    s->contact[0].normal.speed = 1e-6;
    for (int i = 0; i < 2; i++)
      add_grain(s, r, i ? r - 0.5 * rest : 0.5 * rest - r, 0, 0)->velocity[0] = i ? -1e-6 : 1e-6;
    carom_scene *scene = staged(s);
    const double step = carom_scene_step(scene);
    carom_scene_destroy(scene);
    assert_close(step, half / 25, 1e-3);
    assert_true(growth(s, 14 * step, 2e-6) < 3);
    assert_true(growth(s, 18 * step, 2e-6) > 1000);
    free(s);
  }
}

/* So does it for what else such contacts have, at the depth that they reach: 8/15 y^10 - 4/3 y^7 +
 * y^4/2 = -3/10 + m v^2/(2 F1 d1), y^2 the contact radius over a1. Springs of rolling and sliding:
 * 14 steps in half a swing; a dashpot, that of the law, too: 0.2 of a rate in a step. */
static void a_step_for_bodies_that_stick_counts_all(void **state)
{
  (void)state;
  const double E = young / (2 * (1 - 0.09)), R = 0.5 * r, m = 0.5 * sphere_mass();
  const double a_1 = cbrt(2 * pi * G * R * R / E), F_1 = 2 * pi * G * R, d_1 = a_1 * a_1 / R;
  const double v = 0.3 * hold_of(false).sticking_speed, mu = 20, k_t = 1e4, alpha = 40;
  double low = 1, high = 3;
  for (int i = 0; i < 60; i++) {
    const double y = 0.5 * (low + high);
    const double U = 8.0 / 15 * pow(y, 10) - 4.0 / 3 * pow(y, 7) + 0.5 * pow(y, 4);
    *(U < -0.3 + 0.5 * m * v * v / (F_1 * d_1) ? &low : &high) = y;
  }
  const double a = a_1 * low * low, k_r = 2.25 * mu * mu * R * R * 2 * E * a;
  const double wanted[] = {pi / 14 * sqrt(0.4 * m * R * R / k_r), pi / 14 * sqrt(2.0 / 7 * m / k_t),
                           0.2 * m / (alpha * sqrt(4.0 / 3 * E * m * a))};
  for (int k = 0; k < COUNT(wanted); k++) {
    stage *s = powder(G);
    carom_scene_contact *c = &s->contact[0];
    (void)add_grain(s, r, 0, 0, 0);
    (void)add_grain(s, r, 2.5 * r, 0, 0);
    c->normal.speed = v;
    c->rolling.model = k == 0 ? "elastic-plastic" : NULL;
    if (k == 0) carom_tangential_set(&c->rolling, "friction", mu);
    c->tangential.model = k == 1 ? "linear" : NULL;
    if (k == 1) carom_tangential_set(&c->tangential, "stiffness", k_t);
    if (k == 2) c->normal.settings--, set(&c->normal, "damping_ratio", alpha);
    carom_scene *scene = staged(s);
    assert_close(carom_scene_step(scene), wanted[k], 1e-6);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* A pull may draw bodies deeper than they are struck, where springs are stiffer. */
static void a_step_counts_springs_where_the_pull_holds(void **state)
{
  (void)state;
  const double E = young / (2 * (1 - 0.09)), R = 0.5 * r, m = 0.5 * sphere_mass(), mu = 20;
  const double rest = pow(2 * pi * G * R / (4.0 / 3 * E * sqrt(R)), 2.0 / 3);
  const double k_r = 2.25 * mu * mu * R * R * 2 * E * sqrt(R * rest);
  stage *s = sticky("dmt", "work_of_adhesion", G);
  (void)add_grain(s, r, 0, 0, 0);
  (void)add_grain(s, r, 2.5 * r, 0, 0);
  s->contact[0].normal.speed = 1e-5;
  s->contact[0].rolling.model = "elastic-plastic";
  carom_tangential_set(&s->contact[0].rolling, "friction", mu);
  carom_scene *scene = staged(s);
  assert_close(carom_scene_step(scene), pi / 14 * sqrt(0.4 * m * R * R / k_r), 1e-6);
  carom_scene_destroy(scene);
  free(s);
}

/* Within reach of what acts from touch on, who has not touched has no contact; who has been apart
 * since has one until it breaks. Attraction across the gap needs no touch. */
static void a_contact_begins_where_something_acts(void **state)
{
  (void)state;
  static const char *const models[] = {"bridge", "van-der-waals", NULL};
  for (int m = 0; m < COUNT(models); m++)
    for (int wall = 0; wall < 2; wall++)
      for (int touched = 0; touched < 2; touched++) {
        stage *s = models[m] ? sticky(models[m], m == 0 ? "volume" : NULL, 1e-16) : powder(G);
        const double reach = m == 0 ? cbrt(1e-16) : m == 1 ? 1e-7 : hold_of(wall).reach, v = 1;
        const double gap = touched ? -0.01 * reach : 0.5 * reach;
        for (int i = wall; i < 2; i++)
          add_grain(s, r, 0, 0, (wall ? r : 2 * r * i) + i * gap)->velocity[2] = touched * i * v;
        s->wall[0].shape = CAROM_WALL_PLANE;
        s->wall[0].direction[2] = 1;
        s->def.walls = wall;
        s->def.step = 0.1 * reach / v;
        s->def.any_step = true;
        carom_scene *scene = staged(s);
        for (int n = 0; n < 5; n++) { /* at most half of the way to where nothing acts */
          assert_int_equal(carom_scene_contacts(scene, NULL, NULL), touched || m == 1);
          assert_int_equal(carom_scene_stats(scene).touching, touched || m == 1);
          play(scene, 1);
        }
        carom_scene_destroy(scene);
        free(s);
      }
}

/* Bridges form at touch and rupture: e^2 = 1 - W/E, W the work of the pull from touch to rupture.
 */
static void wet_bodies_lose_the_work_of_their_bridge(void **state)
{
  (void)state;
  const double V = 1e-16, tension = 0.072, q = sqrt(8.8975), root = sqrt(r / V);
  const double rupture = cbrt(V), pull = 2 * pi * r * tension;
  const double W = pull / root * 2 / q * (atan((5 * rupture * root + 1.05) / q) - atan(1.05 / q));
  for (double share = 0.2; share < 1.5; share += 0.4) {
    const double v = sqrt(2 * W / share / (0.5 * sphere_mass()));
    stage *s = sticky("bridge", "volume", V);
    for (int i = 0; i < 2; i++)
      add_grain(s, r, i ? 1.1 * r : -1.1 * r, 0, 0)->velocity[0] = i ? -0.5 * v : 0.5 * v;
    s->def.step = 4e-9; /* forces that jump are booked to first order */
    carom_scene *scene = staged(s);
    play(scene, (int64_t)(0.6 * r / v / s->def.step) + 200000);
    const carom_scene_view view = carom_scene_sample(scene);
    const double rate = view.grain[1].velocity[0] - view.grain[0].velocity[0];
    const carom_scene_energy e = carom_scene_budget(scene);
    const double start = 0.25 * sphere_mass() * v * v;
    if (share < 1) {
      assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 0);
      assert_true(fabs(rate * rate / (v * v) - (1 - share)) < 2e-3);
      assert_close(e.adhesion_loss, W, 2e-3);
      assert_true(e.adhesion == 0);
    } else {
      assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 1);
      assert_true(e.adhesion < 0);
    }
    assert_true(fabs(e.residual) < 2e-3 * start);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* Two spheres that meet once a period: the plastic work of their dent is told all the time, also
 * where they are within reach of the next bridge and have not touched again. */
static void dents_are_told_before_bodies_touch_again(void **state)
{
  (void)state;
  const double V = 1e-14, v = 1, period = 3 * r;
  stage *s = sticky("bridge", "volume", V);
  s->contact[0].normal.law = "walton-braun";
  set(&s->contact[0].normal, "loading_stiffness", 50);
  choose(&s->contact[0].normal, "memory", "pair");
  for (int i = 0; i < 2; i++)
    add_grain(s, r, 1.5 * r * i, i ? 1.5 * r : -1.5 * r, 0)->velocity[1] = i ? -v : v;
  s->particle[0].position[0] = s->particle[1].position[0] = 0;
  s->def.low[1] = -2 * period, s->def.high[1] = 2 * period;
  s->def.periodic[1] = true;
  s->def.step = 2e-9;
  carom_scene *scene = staged(s);
  const double start = sphere_mass() * v * v;
  double lost = 0;
  int within = 0;
  for (int n = 0; n < 2000; n++) {
    play(scene, 200);
    const carom_scene_view view = carom_scene_sample(scene);
    const carom_scene_energy e = carom_scene_budget(scene);
    const double apart = view.grain[1].position[1] - view.grain[0].position[1];
    const double gap = fabs(apart - 4 * period * rint(apart / (4 * period))) - 2 * r;
    within += carom_scene_contacts(scene, NULL, NULL) == 0 && gap < cbrt(V);
    assert_true(e.plastic >= 0.999 * lost);
    assert_small(e.residual, 1e-3 * start);
    lost = e.plastic;
  }
  assert_true(lost > 0.1 * start && within > 10);
  carom_scene_destroy(scene);
  free(s);
}

/* Conservative ones take nothing: bodies come and go with the same speed. */
static void other_models_lose_nothing(void **state)
{
  (void)state;
  static const char *const models[] = {"dmt", "area", "van-der-waals"};
  for (int m = 0; m < COUNT(models); m++) {
    stage *s = sticky(models[m], m == 2 ? "closest" : NULL, 4e-9);
    const double v = 0.2;
    for (int i = 0; i < 2; i++)
      add_grain(s, r, i ? 1.05 * r : -1.05 * r, 0, 0)->velocity[0] = i ? -0.5 * v : 0.5 * v;
    s->def.step = 1e-9;
    carom_scene *scene = staged(s);
    const double start = 0.25 * sphere_mass() * v * v;
    double least = 0;
    for (int i = 0; i < 100; i++) {
      play(scene, 1500);
      const carom_scene_energy now = carom_scene_budget(scene);
      least = fmin(least, now.adhesion);
      assert_true(now.adhesion_loss == 0 && fabs(now.residual) < 1e-3 * start);
    }
    const carom_scene_view view = carom_scene_sample(scene);
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 0);
    assert_close(view.grain[1].velocity[0] - view.grain[0].velocity[0], v, 1e-3);
    assert_true(least < -1e-4 * start);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* DMT: the pull-off force is 2 pi G R, at zero overlap. Reported forces have the pull in them. */
static void dmt_holds_up_to_its_pull_off_force(void **state)
{
  (void)state;
  for (int heavy = 0; heavy < 2; heavy++) {
    stage *s = sticky("dmt", "work_of_adhesion", G);
    s->contact[0].normal.law = "tsuji";
    set(&s->contact[0].normal, "restitution", 0.2);
    (void)add_grain(s, r, 0, 0, -0.999 * r);
    s->wall[0].shape = CAROM_WALL_PLANE;
    s->wall[0].direction[2] = -1;
    s->def.walls = 1;
    s->def.step = 1e-8;
    static const double time[] = {0, 4e-3};
    double table[6] = {0};
    table[5] = -(heavy ? 1.02 : 0.98) * 2 * pi * G * r / sphere_mass();
    s->def.gravity_points = 2;
    s->def.gravity_time = time;
    s->def.gravity_table = table;
    carom_scene *scene = staged(s);
    play(scene, 500000);
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), heavy ? 0 : 1);
    carom_scene_wall_state wall;
    assert_int_equal(carom_scene_sample_wall(scene, 0, &wall, NULL), CAROM_OK);
    if (!heavy) assert_close(wall.force[2], 0.98 * 2 * pi * G * r * -1, 1e-3);
    carom_scene_destroy(scene);
    free(s);
  }
}

/* Whoever rubs alone in a group of contacts rubs once: the wall feels what the sphere does, and the
 * budget closes, also for a spring whose stiffness does not vanish with the overlap. */
static void alone_they_rub_once(void **state)
{
  (void)state;
  for (int wall = 0; wall < 2; wall++) {
    stage *s = powder(G);
    s->contact[0].tangential.model = "linear";
    carom_tangential_set(&s->contact[0].tangential, "stiffness", 20);
    carom_scene_particle *p = add_grain(s, r, 0, 0, 1.01 * r);
    p->velocity[0] = 0.05, p->velocity[2] = -0.05, p->spin[1] = 500;
    if (!wall) add_grain(s, r, 0, 0, -r)->velocity[0] = -0.02;
    s->def.walls = wall;
    s->def.step = 2e-9;
    carom_scene *scene = staged(s);
    const double start = carom_scene_budget(scene).kinetic + carom_scene_budget(scene).rotational;
    int touching = 0;
    for (int n = 0; n < 200; n++) {
      play(scene, 100);
      if (carom_scene_contacts(scene, NULL, NULL) == 0) continue;
      touching++;
      assert_small(carom_scene_budget(scene).residual, 1e-2 * start);
      if (!wall) continue;
      carom_scene_wall_state w;
      const carom_scene_grain *g = carom_scene_sample(scene).grain;
      assert_int_equal(carom_scene_sample_wall(scene, 0, &w, NULL), CAROM_OK);
      for (int k = 0; k < 3; k++)
        assert_small(g->force[k] + w.force[k], 1e-12 * fabs(g->force[2]));
    }
    assert_true(touching > 100);
    carom_scene_destroy(scene);
    free(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(they_stick_or_part_as_resolved),
      cmocka_unit_test(weights_hang_up_to_the_pull_off_force),
      cmocka_unit_test(friction_knows_the_pull_off_force),
      cmocka_unit_test(friction_ends_where_bodies_part),
      cmocka_unit_test(a_column_stands_by_its_cohesion),
      cmocka_unit_test(a_step_is_chosen_for_bodies_that_stick),
      cmocka_unit_test(the_step_counts_the_swing_of_those_that_stick),
      cmocka_unit_test(a_step_for_bodies_that_stick_counts_all),
      cmocka_unit_test(a_step_counts_springs_where_the_pull_holds),
      cmocka_unit_test(a_contact_begins_where_something_acts),
      cmocka_unit_test(wet_bodies_lose_the_work_of_their_bridge),
      cmocka_unit_test(dents_are_told_before_bodies_touch_again),
      cmocka_unit_test(other_models_lose_nothing),
      cmocka_unit_test(dmt_holds_up_to_its_pull_off_force),
      cmocka_unit_test(alone_they_rub_once),
  };
  return cmocka_run_group_tests_name("adhesion", tests, NULL, close_report);
}
