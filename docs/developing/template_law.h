/* SPDX-License-Identifier: MIT */
/* Template: Hertz with a dashpot growing as d^(1/2).
 *
 *     F = K d^(3/2) + c U d^(1/2) v,   K = (4/3) E* sqrt(R*),   U = K^(3/5) m*^(2/5) / v_e^(1/5)
 *
 * d overlap, v approach speed, m* reduced mass, c damping ratio, v_e expected approach speed, which
 * makes c a pure number. Restitution falls as the speed grows.
 * Published: c = 0.867 (1 - e), the first order in 1 - e.
 * Source: made up for this file; your law says where it was published.
 *
 * How to use: copy this file to laws/normal/your_law.h, put your_law for template_law everywhere
 * (your-law where the user types it), change what differs, and add one line to laws/laws.def:
 *
 *     #include "normal/your_law.h"
 *
 * The contract of every function below is explained in laws/law_base.h. */
#ifndef CAROM_LAW_TEMPLATE_LAW_H
#define CAROM_LAW_TEMPLATE_LAW_H

#include "law_base.h"

/* What the user reads. The tests compare .traits with what the law is seen to do, both ways. */
#define CAROM_INFO_template_law                                                                    \
  .name = "template-law", .aliases = "", .family = "viscous",                                      \
  .summary = "Hertz with a dashpot growing as d^(1/2): restitution falls as the speed grows.",     \
  .equation = "F = K d^(3/2) + c U d^(1/2) v,   K = (4/3) E* sqrt(R*),   "                         \
              "U = K^(3/5) m*^(2/5) / v_e^(1/5)\n"                                                 \
              "published: c = 0.867 (1 - e)",                                                      \
  .validity = "Small strains, below first yield. The published constant is meant for e near 1.",   \
  .source = "the template of docs/developing", .status = "New: compared with nothing yet.",        \
  .traits = CAROM_LAW_VISCOUS | CAROM_LAW_PULLS | CAROM_LAW_ELASTIC, .dampings = 1

/* Lists: settings (these two give stiffness, restitution, damping and tension), what is
 * computed once per material pair, what the loop reads, what a contact keeps between steps. */
#define CAROM_FIELDS_template_law(F)                                                               \
  CAROM_FIELDS_HERTZIAN(F)                                                                         \
  CAROM_FIELDS_DAMPED(F, "N s/m^1.5")
#define CAROM_CONSTANTS_template_law(M) M(modulus, "Pa") M(damping_ratio, "1") M(speed, "m/s")
#define CAROM_COEFFICIENTS_template_law(M) M(stiffness, "N/m^1.5") M(damping, "N s/m^1.5")
#define CAROM_STATE_template_law(M)
#define CAROM_BREAKPOINTS_template_law 0

/* Keeps nothing, has one formula. With memory: list it above, write CAROM_DECLARE(template_law) and
 * the functions virgin, touch and commit. With several formulas: count the overlaps where they
 * change in CAROM_BREAKPOINTS and write branch and breakpoints instead of the second line. */
CAROM_DECLARE_STATELESS(template_law)
CAROM_ONE_BRANCH(template_law)

/* The damping coefficient for c = 1. */
CAROM_FN carom_real carom_template_law_unit(carom_real stiffness, carom_real mass, carom_real speed)
{
  return carom_pow(stiffness, 0.6) * carom_pow(mass, 0.4) / carom_pow(speed, 0.2);
}

/* The damping constant c that the source gives for restitution e; CAROM_NONE if it gives none. */
CAROM_HOST double carom_template_law_published(int which, double e)
{
  (void)which;
  return 0.867 * (1 - e);
}

/* The one that delivers e: no closed form is known, so it is found by running impacts. */
CAROM_HOST double carom_template_law_exact(int which, double e, double tension)
{
  (void)which, (void)e, (void)tension;
  return CAROM_NONE;
}

/* damping_coefficient over damping_ratio. */
CAROM_HOST double carom_template_law_damping_unit(const carom_template_law_settings *set,
                                                  const carom_pair *pair, int which)
{
  (void)set, (void)which;
  return carom_template_law_unit(carom_hertz_stiffness(pair->modulus, pair->radius), pair->mass,
                                 pair->speed);
}

/* Once per material pair. A stiffness that the user gave is already in pair->modulus. */
CAROM_HOST void carom_template_law_prepare_materials(const carom_template_law_settings *set,
                                                     const carom_pair *pair, const double *damping,
                                                     carom_template_law_constants *constant)
{
  (void)set;
  constant->modulus = pair->modulus;
  constant->damping_ratio = damping[0];
  constant->speed = pair->speed;
}

/* Once per contact: everything that does not change from step to step belongs here. */
CAROM_FN void carom_template_law_prepare_contact(const carom_template_law_constants *constant,
                                                 carom_real radius, carom_real mass,
                                                 carom_template_law_coefficients *coef)
{
  coef->stiffness = carom_hertz_stiffness(constant->modulus, radius);
  coef->damping = constant->damping_ratio *
                  carom_template_law_unit(coef->stiffness, mass, constant->speed);
}

/* The loop: pure, no branches, finite for a d that is a little negative. */
CAROM_FN carom_force carom_template_law_force(const carom_template_law_coefficients *coef,
                                              const carom_template_law_state *state, carom_real d,
                                              carom_real v, carom_real branch)
{
  (void)state, (void)branch;
  const carom_real h = carom_positive(d);
  const carom_real root = CAROM_SQRT(h);
  carom_force f;
  f.elastic = coef->stiffness * (h * root);
  f.dissipative = coef->damping * root * v;
  return f;
}

/* The integral of the elastic part over d, and what plastic deformation has cost so far. */
CAROM_FN carom_energy carom_template_law_energy(const carom_template_law_coefficients *coef,
                                                const carom_template_law_state *state, carom_real d)
{
  (void)state;
  const carom_real h = carom_positive(d);
  carom_energy e;
  e.stored = 0.4 * coef->stiffness * (h * h * CAROM_SQRT(h));
  e.plastic = 0;
  return e;
}

#endif

/* Outside the guard: this line makes it a law. */
CAROM_LAW(template_law)
