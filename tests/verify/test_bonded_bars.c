/* SPDX-License-Identifier: MIT */
/* Bars of bonded spheres against beam theory: deflection, torsion, frequencies, wave speed. */
#include <string.h>

#include "bonded.h"

/* The bar: 0.2 m long, section of radius 5 mm. */
static const double whole = 0.2, section = 5e-3, E = 1e10, G = 4e9;

static double area(void)
{
  return pi * section * section;
}

static double second_moment(void)
{
  return 0.25 * area() * section * section;
}

static carom_scene_bond of_model(carom_bond_model model, int links)
{
  carom_scene_bond b = bond_of(model, whole / links);
  b.radius = section;
  return b;
}

/* Spheres of a third of the spacing; a load on the last one, and drag as strong as critical damping
 * of the slowest motion, 1/tau. */
typedef struct loaded {
  stage *s;
  carom_scene_group tip;
  carom_scene_force force[2];
} loaded;

static loaded *load_of(int links, const carom_scene_bond *bond, double pull, int way, double torque,
                       double rate)
{
  loaded *l = calloc(1, sizeof *l);
  assert_non_null(l);
  l->s = bar_of(links, whole / links, whole / links / 3, bond);
  l->tip = carom_scene_group_default();
  l->tip.members.id[0] = l->tip.members.id[1] = (uint32_t)links + 1;
  l->s->def.group = &l->tip;
  l->s->def.groups = 1;
  l->force[0] = carom_scene_force_default();
  l->force[0].group = 0;
  l->force[0].force[way] = pull;
  l->force[0].torque[0] = torque;
  l->force[1] = carom_scene_force_default();
  l->force[1].kind = CAROM_FORCE_STOKES;
  l->force[1].viscosity = 2 * rate * 1e-3 / (6 * pi * l->s->particle[0].radius);
  l->s->def.force = l->force;
  l->s->def.forces = rate > 0 ? 2 : 1;
  return l;
}

static void unload(loaded *l, carom_scene *scene)
{
  carom_scene_destroy(scene);
  free(l->s);
  free(l);
}

/* The slowest bending frequency of a cantilever: 1.875104^2 sqrt(EI/(mu L^4)). */
static double slowest(int links)
{
  const double mu = 1e-3 * links / whole, beta = 1.8751040687119611;
  return beta * beta * sqrt(E * second_moment() / (mu * whole * whole * whole * whole));
}

static double deflection(carom_bond_model model, int links)
{
  const carom_scene_bond bond = of_model(model, links);
  loaded *l = load_of(links, &bond, -1e-4, 2, 0, slowest(links));
  carom_scene *scene = staged(l->s);
  carom_error err;
  assert_int_equal(carom_scene_advance(scene, 50 / slowest(links), &err), CAROM_OK);
  const double sag = -grain_at(scene, links)->position[2];
  unload(l, scene);
  return sag;
}

/* P L^3/(3 EI) + P L/(kappa G A) at the tip: exact for beams, whatever their number; bonds that are
 * stiff to shear by themselves converge with the square of it. */
static void cantilever(void **state)
{
  (void)state;
  const double kappa = 6 * 1.25 / (7 + 6 * 0.25), EI = E * second_moment();
  const double slender = 1e-4 * whole * whole * whole / (3 * EI);
  const double exact = slender + 1e-4 * whole / (kappa * G * area());
  double error[3];
  assert_close(deflection(CAROM_BOND_TIMOSHENKO, 4), exact, 1e-6);
  assert_close(deflection(CAROM_BOND_TIMOSHENKO, 8), exact, 1e-6);
  assert_close(deflection(CAROM_BOND_EULER_BERNOULLI, 8), slender, 1e-6);
  for (int k = 0; k < 3; k++) {
    const int links = 4 << k;
    const double limit = slender + 1e-4 * whole / (G * area());
    error[k] = deflection(CAROM_BOND_PARALLEL, links) / limit - 1;
    print_message("cantilever of %2d parallel bonds: deflection %+.5f off\n", links, error[k]);
  }
  /* sum over the links: P l^3 sum (n - i - 1/2)^2 / EI: -1/(4 n^2) of the slender part */
  assert_close(error[0], -0.25 / 16, 0.02);
  assert_close(error[0] / error[1], 4, 0.02);
  assert_close(error[1] / error[2], 4, 0.02);
}

/* Twist T L/(GJ), elongation P L/(EA): of every number of links. */
static void torsion_and_tension(void **state)
{
  (void)state;
  for (int links = 3; links <= 6; links += 3) {
    const carom_scene_bond bond = of_model(CAROM_BOND_TIMOSHENKO, links);
    loaded *l = load_of(links, &bond, 10, 0, 1e-3, 6000);
    carom_scene *scene = staged(l->s);
    carom_error err;
    assert_int_equal(carom_scene_advance(scene, 0.02, &err), CAROM_OK);
    assert_close(grain_at(scene, links)->position[0] - whole, 10 * whole / (E * area()), 1e-6);
    double energy = carom_scene_budget(scene).bonds;
    energy -= 0.5 * 100 * whole / (E * area());
    assert_close(energy, 0.5 * 1e-6 * whole / (G * 2 * second_moment()), 1e-5);
    unload(l, scene);
  }
}

/* Time between two zeros of a quantity of the tip, in one direction, over several periods. */
static double period_of(carom_scene *scene, int64_t tip, double (*seen)(const carom_scene_grain *),
                        int periods)
{
  double first = 0, last = 0, before = seen(grain_at(scene, tip));
  int found = 0;
  for (int64_t k = 0; k < 4000000 && found <= periods; k++) {
    play(scene, 1);
    const double now = seen(grain_at(scene, tip));
    if (before < 0 && now >= 0) {
      last = carom_scene_time(scene) - carom_scene_step(scene) * now / (now - before);
      if (found++ == 0) first = last;
    }
    before = now;
  }
  assert_int_equal(found, periods + 1);
  return (last - first) / periods;
}

static double across(const carom_scene_grain *g)
{
  return g->position[2];
}

static double along(const carom_scene_grain *g)
{
  return g->velocity[0];
}

static double about(const carom_scene_grain *g)
{
  return g->spin[0];
}

/* The first mode of a clamped bar, struck with the shape of that mode. */
static double frequency(int links, double (*seen)(const carom_scene_grain *), int periods)
{
  const carom_scene_bond bond = of_model(CAROM_BOND_EULER_BERNOULLI, links);
  stage *s = bar_of(links, whole / links, whole / links / 6, &bond);
  for (int i = 1; i <= links; i++) {
    const double x = (double)i / links, b = 1.8751040687119611 * x;
    const double bend = cosh(b) - cos(b) - 0.7340955137589128 * (sinh(b) - sin(b));
    const double slope = sinh(b) + sin(b) - 0.7340955137589128 * (cosh(b) - cos(b));
    s->particle[i].velocity[2] = seen == across ? 1e-4 * bend : 0;
    s->particle[i].spin[1] = seen == across ? -1e-4 * 1.8751040687119611 / whole * slope : 0;
    s->particle[i].velocity[0] = seen == along ? 1e-4 * sin(0.5 * pi * x) : 0;
    s->particle[i].spin[0] = seen == about ? 1e-2 * sin(0.5 * pi * x) : 0;
  }
  carom_scene *scene = staged(s);
  s->def.step = 0.25 * carom_scene_step(scene); /* errors of the step fall with its square */
  carom_scene_destroy(scene);
  scene = staged(s);
  const double period = period_of(scene, links, seen, periods);
  carom_scene_destroy(scene);
  free(s);
  return 2 * pi / period;
}

/* A bar of lumps is 2 sqrt(k/m) sin(pi/(4 n)) where the bar itself is pi c/(2 L): speed of sound
 * sqrt(E A/mu), and of torsion sqrt(G J/(I n/L)). */
static void waves_along_a_bar(void **state)
{
  (void)state;
  for (int links = 4; links <= 16; links *= 4) {
    const double l = whole / links, r = l / 6, stiff = E * area() / l;
    const double turn = 2 * G * second_moment() / l, inertia = 0.4e-3 * r * r;
    const double found = frequency(links, along, 2), twisted = frequency(links, about, 2);
    const double lumps = 2 * sqrt(stiff / 1e-3) * sin(pi / (4 * links));
    const double speed = sqrt(E * area() / (1e-3 / l)), bar = 0.5 * pi * speed / whole;
    assert_close(found, lumps, 2e-5);
    assert_close(twisted, 2 * sqrt(turn / inertia) * sin(pi / (4 * links)), 2e-5);
    print_message("speed of sound in a bar of %2d links: %+.5f off\n", links, found / bar - 1);
    assert_close(1 - found / bar, pi * pi / (96.0 * links * links), 0.15);
  }
}

/* 1.875104^2 sqrt(EI/(mu L^4)) in the limit; what lumps lack falls with the square of their number.
 */
static void bending_frequency(void **state)
{
  (void)state;
  double error[2];
  for (int k = 0; k < 2; k++) {
    const int links = 5 << k;
    error[k] = frequency(links, across, 2) / slowest(links) - 1;
    print_message("cantilever of %2d beams: frequency %+.5f off\n", links, error[k]);
  }
  assert_true(fabs(error[1]) < 0.005);
  assert_close(error[0] / error[1], 4, 0.1);
}

SUITE_CLOSE("bonded bars", cantilever, torsion_and_tension, waves_along_a_bar, bending_frequency)
