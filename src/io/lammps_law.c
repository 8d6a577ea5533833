/* SPDX-License-Identifier: MIT */
/* Laws are matched with those of LAMMPS by their forces, not by name: a law that gives the same
 * forces for all bodies of a scene is the same law there. */
#include "io/lammps_law.h"

#include <math.h>
#include <string.h>

#include "core/error.h"
#include "core/number.h"
#include "core/text.h"

/* The meaning of a word: a force with one constant. a = sqrt(R* d) is the contact radius. */
typedef double elastic_part(double k, double radius, double d);
typedef double damping_part(double eta, double k, double radius, double mass, double d);

static double hooke(double k, double radius, double d)
{
  (void)radius;
  return k * d;
}

static double hertz(double k, double radius, double d)
{
  return k * sqrt(radius * d) * d;
}

static double by_velocity(double eta, double stiffness, double radius, double mass, double d)
{
  (void)stiffness, (void)radius, (void)mass, (void)d;
  return eta;
}

static double by_mass(double eta, double stiffness, double radius, double mass, double d)
{
  (void)stiffness, (void)radius, (void)d;
  return eta * mass;
}

static double viscoelastic(double eta, double stiffness, double radius, double mass, double d)
{
  (void)stiffness;
  return eta * mass * sqrt(radius * d);
}

/* stiffness: force over overlap. */
static double tsuji(double eta, double stiffness, double radius, double mass, double d)
{
  (void)radius, (void)d;
  return eta * sqrt(mass * stiffness);
}

static const struct {
  const char *word;
  elastic_part *force;
} normals[] = {{"hooke", hooke}, {"hertz", hertz}};
static const struct {
  const char *word;
  damping_part *coefficient;
} dampings[] = {{"velocity", by_velocity},
                {"mass_velocity", by_mass},
                {"viscoelastic", viscoelastic},
                {"tsuji", tsuji}};
enum { NORMALS = 2, DAMPINGS = 4, TSUJI = 3 };

/* The damping constant that LAMMPS computes from its argument, which is nominally a restitution
 * e. */
static double tsuji_constant(double e)
{
  return 1.2728 +
         e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))));
}

/* The number for which LAMMPS computes this constant, which decreases from -1 to 1.05. */
static double tsuji_number(double constant)
{
  double low = -1, high = 1.05;
  if (!(constant <= tsuji_constant(low)) || !(constant >= tsuji_constant(high))) return CAROM_UNSET;
  for (int k = 0; k < 200; k++) {
    const double middle = 0.5 * (low + high);
    *(tsuji_constant(middle) > constant ? &low : &high) = middle;
  }
  return 0.5 * (low + high);
}

static carom_contact of_bodies(const carom_contact *contact, const carom_lammps_bodies *b)
{
  carom_contact own = *contact;
  carom_contact_coefficients(contact, b->radius, b->mass, own.coefficient);
  own.radius = b->radius, own.mass = b->mass;
  return own;
}

static bool is_close(double a, double b)
{
  return fabs(a - b) <= 1e-11 * fabs(b);
}

/* Overlaps over R* at which laws are compared. */
static const double share[] = {1e-6, 3e-5, 1e-3, 2e-2};
enum { SHARES = sizeof share / sizeof *share };

static bool has_elastic(const carom_contact *contact, const carom_lammps_bodies *bodies, int count,
                        elastic_part *part, double *k)
{
  const carom_state rest = {0};
  *k = CAROM_UNSET;
  for (int i = 0; i < count; i++) {
    const carom_contact own = of_bodies(contact, &bodies[i]);
    for (int s = 0; s < SHARES; s++) {
      const double d = share[s] * bodies[i].radius;
      const double force = carom_contact_force(&own, &rest, d, 0).elastic;
      if (*k == CAROM_UNSET) *k = force / part(1, bodies[i].radius, d);
      if (!is_close(part(*k, bodies[i].radius, d), force)) return false;
    }
  }
  return true;
}

static bool has_damping(const carom_contact *contact, const carom_lammps_bodies *bodies, int count,
                        damping_part *part, double *eta)
{
  static const double speed[] = {1e-3, 2};
  const carom_state rest = {0};
  *eta = CAROM_UNSET;
  for (int i = 0; i < count; i++) {
    const carom_contact own = of_bodies(contact, &bodies[i]);
    for (int s = 0; s < SHARES; s++)
      for (int v = 0; v < 2; v++) {
        const double d = share[s] * bodies[i].radius;
        const carom_force f = carom_contact_force(&own, &rest, d, speed[v]);
        const double unit = part(1, f.elastic / d, bodies[i].radius, bodies[i].mass, d);
        if (*eta == CAROM_UNSET) *eta = f.dissipative / (speed[v] * unit);
        if (!is_close(*eta * unit * speed[v], f.dissipative)) return false;
      }
  }
  return true;
}

static carom_status no_law(const carom_contact *contact, const char *why, carom_error *err)
{
  return carom_fail(err, CAROM_ERR_CONFLICT, "law", "LAMMPS has no law that is '%s' here: %s",
                    carom_law_about(contact->law)->name, why);
}

static void put(char *text, const char *before, double value)
{
  char number[CAROM_NUMBER_ROOM];
  carom_number_print(value, number);
  carom_append(text, CAROM_LAMMPS_WORDS, "%s%s", before, number);
}

static carom_status add_normal(const carom_contact *contact, const carom_lammps_bodies *bodies,
                               int count, carom_lammps_law *law, carom_error *err)
{
  double k = 0, eta = 0;
  int n = 0, d = 0;
  if (contact->cut && carom_law_about(contact->law)->traits & CAROM_LAW_PULLS)
    return no_law(contact,
                  "it cuts tension, which LAMMPS keeps; give 'tension: keep', for which the "
                  "restitution is calibrated anew",
                  err);
  while (n < NORMALS && !has_elastic(contact, bodies, count, normals[n].force, &k))
    n++;
  if (n == NORMALS)
    return no_law(contact, "its elastic force is neither k d nor k sqrt(R* d) d for all bodies",
                  err);
  while (d < DAMPINGS && !has_damping(contact, bodies, count, dampings[d].coefficient, &eta))
    d++;
  if (d == DAMPINGS)
    return no_law(contact,
                  "its dashpot is none of velocity, mass_velocity, viscoelastic and tsuji "
                  "for all bodies",
                  err);
  if (d == TSUJI) {
    law->tsuji = true;
    eta = tsuji_number(eta);
    if (eta == CAROM_UNSET)
      return no_law(contact, "its dashpot is stronger than LAMMPS' tsuji can be", err);
  }
  carom_append(law->text, sizeof law->text, "%s", normals[n].word);
  put(law->text, " ", k);
  put(law->text, " ", eta);
  carom_append(law->text, sizeof law->text, " damping %s", dampings[d].word);
  return CAROM_OK;
}

/* The constants of tangential models begin with friction and stiffness. */
static carom_status add_tangential(const carom_tangential_pair *t, carom_lammps_law *law,
                                   carom_error *err)
{
  static const struct {
    const char *ours, *theirs;
  } models[] = {{"linear", "linear_history"},
                {"mindlin-secant", "mindlin"},
                {"mindlin", "mindlin_rescale/force"},
                {"mindlin", "mindlin/force"}};
  if (!t->model) {
    carom_append(law->text, sizeof law->text, " tangential linear_nohistory 0 0");
    return CAROM_OK;
  }
  const char *name = carom_tangential_about(t->model)->name;
  if (t->damped)
    return carom_fail(err, CAROM_ERR_CONFLICT, "tangential",
                      "the dashpot of '%s' is inside its slider, that of LAMMPS is not; leave it "
                      "out, as in 'damping_ratio: 0'",
                      name);
  for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
    const bool keeps = !strcmp(name, "mindlin") && !(t->constant[2] > 0);
    if (strcmp(name, models[k].ours) || keeps != (k == 3)) continue;
    carom_append(law->text, sizeof law->text, " tangential %s", models[k].theirs);
    put(law->text, " ", t->constant[1]);
    put(law->text, " 0 ", t->constant[0]);
    return CAROM_OK;
  }
  return carom_fail(err, CAROM_ERR_CONFLICT, "tangential", "LAMMPS has no model like '%s'", name);
}

carom_status carom_lammps_law_of(const carom_contact *contact,
                                 const carom_tangential_pair *tangential,
                                 const carom_lammps_bodies *bodies, int count,
                                 carom_lammps_law *law, carom_error *err)
{
  const unsigned beyond = CAROM_LAW_REMEMBERS | CAROM_LAW_STORES_IMPACT_SPEED | CAROM_LAW_REACHES |
                          CAROM_LAW_ADHERES | CAROM_LAW_YIELDS;
  *law = (carom_lammps_law){.tsuji = false};
  if (carom_law_about(contact->law)->traits & beyond)
    return no_law(contact,
                  "it remembers or reaches further than overlap and speed; hooke, hertz, tsuji and "
                  "gran-hertz have a counterpart",
                  err);
  CAROM_TRY(add_normal(contact, bodies, count, law, err));
  return add_tangential(tangential, law, err);
}
