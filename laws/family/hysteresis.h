/* SPDX-License-Identifier: MIT */
/* Hysteresis damping: Hertz times a factor that depends on the speed at first touch.
 *
 *     F = K d^(3/2) (1 + chi v / v0)
 *
 * v0 is stored when an episode begins; chi follows from the restitution e. The exact relation, for
 * any exponent, stiffness, mass and speed, is
 *
 *     (1 + chi) = (1 - chi e) exp(chi (1 + e))
 *
 * The named laws differ only in their published approximation of it. */
#ifndef CAROM_FAMILY_HYSTERESIS_H
#define CAROM_FAMILY_HYSTERESIS_H

#include "law_base.h"
#include "family/root.h"

/* { chi (1 + e) - ln[(1 + chi)/(1 - chi e)] } / chi^2, whose trivial root at 0 is divided out. */
CAROM_HOST double carom_hysteresis_residual(double chi, const void *restitution)
{
  const double e = *(const double *)restitution;
  if (chi >= 0.1) return (chi * (1 + e) - carom_log((1 + chi) / (1 - chi * e))) / (chi * chi);
  double sum = 0, power = 1, e_power = e * e; /* series, because the terms above cancel for small
                                                 chi */
  for (int k = 2; k < 24; k++) {
    sum += power * ((k % 2 ? -1 : 1) - e_power) / k;
    power *= chi;
    e_power *= e;
  }
  return sum;
}

/* The chi that delivers e exactly. Hysteresis damping is never tensile in a free rebound, so the
 * result holds whether tension is cut or kept. */
CAROM_HOST double carom_hysteresis_exact(double e)
{
  if (!(e < 1)) return 0;
  return carom_root(carom_hysteresis_residual, &e, 0, (1 - 2.3e-16) / e);
}

/* The description of a law of this family: its name and summary; the published factor, remarks on
 * it and what the law is not; its source, and what it was compared with. */
#define CAROM_INFO_HYSTERESIS(law, about, published, factor, other, paper, compared)               \
  .name = law, .aliases = "", .family = "hysteresis", .summary = about,                            \
  .equation =                                                                                      \
      "F = K d^(3/2) (1 + chi v / v0),   K = (4/3) E* sqrt(R*)\npublished: chi = " published,      \
  .validity = "Small strains, below first yield. The published factor " factor                     \
              "; under calibration: exact all hysteresis laws coincide. " other                    \
              "Not for lasting contacts: v0 stays that of the first touch.",                       \
  .source = paper, .status = compared,                                                             \
  .traits = CAROM_LAW_VISCOUS | CAROM_LAW_PULLS | CAROM_LAW_STORES_IMPACT_SPEED |                  \
            CAROM_LAW_ELASTIC,                                                                     \
  .dampings = 1

#define CAROM_FIELDS_LATCHED(F)                                                                    \
  F(impact_speed, "m/s", CAROM_WORD(0), 1e-9, 1e5, "latched|expected",                             \
    "approach speed v0 of the damping factor: latched at first touch, the expected one, or a "     \
    "fixed value")                                                                                 \
  F(impact_speed_floor, "m/s", 1e-3, 1e-9, 1e5, NULL,                                              \
    "the smallest latched speed: slower touches count as this one")

/* The fixed impact speed given by the setting impact_speed; 0: the speed at touch is used. Contacts
 * that touch at rest have no such speed, and the floor would decide the damping. */
CAROM_FN carom_real carom_fixed_speed(carom_real setting, carom_real expected)
{
  const carom_real given = setting > 0 ? setting : 0.0;
  return setting == CAROM_WORD(1) ? expected : given;
}

/* The speed in the damping factor for a touch at v: the fixed one, unless that is 0. */
CAROM_FN carom_real carom_latched_speed(carom_real fixed, carom_real floor, carom_real v)
{
  const carom_real latched = v > floor ? v : floor;
  return fixed > 0 ? fixed : latched;
}

#define CAROM_FIELDS_HYSTERESIS(F)                                                                 \
  CAROM_FIELDS_HERTZIAN(F)                                                                         \
  CAROM_FIELDS_DAMPED(F, "N s/m^2.5")                                                              \
  CAROM_FIELDS_LATCHED(F)
#define CAROM_CONSTANTS_HYSTERESIS(M)                                                              \
  M(modulus, "Pa") M(damping_ratio, "1") M(fixed_speed, "m/s") M(speed_floor, "m/s")
#define CAROM_COEFFICIENTS_HYSTERESIS(M)                                                           \
  M(stiffness, "N/m^1.5") M(damping_ratio, "1") M(fixed_speed, "m/s") M(speed_floor, "m/s")
#define CAROM_STATE_HYSTERESIS(M) M(rate, "s/m")

/* Everything but the published formula, for a law L that lists the fields, constants, coefficients
 * and state above. */
#define CAROM_HYSTERESIS(L)                                                                        \
  CAROM_DECLARE(L)                                                                                 \
  CAROM_ONE_BRANCH(L)                                                                              \
  CAROM_NO_COMMIT(L)                                                                               \
                                                                                                   \
  CAROM_HOST double carom_##L##_exact(int which, double e, double tension)                         \
  {                                                                                                \
    (void)which, (void)tension;                                                                    \
    return carom_hysteresis_exact(e);                                                              \
  }                                                                                                \
                                                                                                   \
  /* chi K / v0 is the coefficient of d^(3/2) v; a coefficient that is given needs no latched      \
   * speed, so prepare_materials then fixes v0 to the same speed as here. */                       \
  CAROM_HOST double carom_##L##_damping_unit(const carom_##L##_settings *set,                      \
                                             const carom_pair *pair, int which)                    \
  {                                                                                                \
    (void)set, (void)which;                                                                        \
    return carom_hertz_stiffness(pair->modulus, pair->radius) / pair->speed;                       \
  }                                                                                                \
                                                                                                   \
  CAROM_HOST void carom_##L##_prepare_materials(const carom_##L##_settings *set,                   \
                                                const carom_pair *pair, const double *damping,     \
                                                carom_##L##_constants *constant)                   \
  {                                                                                                \
    const bool coefficient_given = set->damping_coefficient >= 0;                                  \
    constant->modulus = pair->modulus;                                                             \
    constant->damping_ratio = damping[0];                                                          \
    constant->fixed_speed = coefficient_given ? pair->speed                                        \
                                              : carom_fixed_speed(set->impact_speed, pair->speed); \
    constant->speed_floor = set->impact_speed_floor;                                               \
  }                                                                                                \
                                                                                                   \
  CAROM_FN void carom_##L##_prepare_contact(const carom_##L##_constants *constant,                 \
                                            carom_real radius, carom_real mass,                    \
                                            carom_##L##_coefficients *coef)                        \
  {                                                                                                \
    (void)mass;                                                                                    \
    coef->stiffness = carom_hertz_stiffness(constant->modulus, radius);                            \
    coef->damping_ratio = constant->damping_ratio;                                                 \
    coef->fixed_speed = constant->fixed_speed;                                                     \
    coef->speed_floor = constant->speed_floor;                                                     \
  }                                                                                                \
                                                                                                   \
  CAROM_FN void carom_##L##_touch(const carom_##L##_coefficients *coef, carom_##L##_state *state,  \
                                  carom_real v)                                                    \
  {                                                                                                \
    state->rate = coef->damping_ratio /                                                            \
                  carom_latched_speed(coef->fixed_speed, coef->speed_floor, v);                    \
  }                                                                                                \
                                                                                                   \
  CAROM_FN void CAROM_VIRGIN(L)(const carom_##L##_coefficients *coef, carom_##L##_state *state)    \
  {                                                                                                \
    carom_##L##_touch(coef, state, 0);                                                             \
  }                                                                                                \
                                                                                                   \
  CAROM_FN carom_force carom_##L##_force(const carom_##L##_coefficients *coef,                     \
                                         const carom_##L##_state *state, carom_real d,             \
                                         carom_real v, carom_real branch)                          \
  {                                                                                                \
    (void)branch;                                                                                  \
    const carom_real h = carom_positive(d);                                                        \
    carom_force f;                                                                                 \
    f.elastic = coef->stiffness * (h * CAROM_SQRT(h));                                             \
    f.dissipative = f.elastic * (state->rate * v);                                                 \
    return f;                                                                                      \
  }                                                                                                \
                                                                                                   \
  CAROM_HERTZ_ENERGY(L)

#endif
