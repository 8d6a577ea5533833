/* SPDX-License-Identifier: MIT */
/* Two rules for repeated loading that were published with the curves of Kogut and Etsion. They are
 * here to reproduce those results; kogut-etsion with its own rule, `memory`, is the law to use.
 * L is the virgin curve, U(d; d_m) the unloading of normal/kogut_etsion.h.
 *
 * basic      compression that begins again within a contact goes back to L at once: the force jumps
 *            from U(d; d_m) to L(d). Once the bodies have separated, at d_r, nothing is remembered
 *            but the gap: the next contact begins where this one ended and measures its overlap
 *            from there.
 * enhanced   compression that begins again within a contact, at d_s, follows L(d - s) with
 *            L(d_s - s) = U(d_s; d_m); which piece of L holds is decided by d. The next unloading
 *            uses n and d_r of its own largest d, and the force reached there. Once the bodies
 *            have separated, U(d; d_m) is followed up to d_m, then L(d).
 *
 * Both depend on the direction of the last turning point. A resolved integration calls `turn` at
 * each turning point. Block kernels have no such call, so these rules have no kernels. Neither is
 * sound: each cycle below d_m costs energy though nothing yields, and the force of `basic` jumps.
 *
 * Source: Warzecha and Grzejda on multiple impacts. What `enhanced` does within a contact is not
 * given there; the rule stated here is the one that returns their table. */
#ifndef CAROM_TURNING_KOGUT_ETSION_RULES_H
#define CAROM_TURNING_KOGUT_ETSION_RULES_H

#include "normal/kogut_etsion.h"

#define CAROM_INFO_kogut_etsion_rules CAROM_INFO_kogut_etsion
#define CAROM_FIELDS_kogut_etsion_rules(F) CAROM_FIELDS_kogut_etsion(F)
#define CAROM_CONSTANTS_kogut_etsion_rules(M) CAROM_CONSTANTS_kogut_etsion(M) M(basic, "1")
#define CAROM_COEFFICIENTS_kogut_etsion_rules(M) CAROM_COEFFICIENTS_kogut_etsion(M) M(basic, "1")
#define CAROM_BREAKPOINTS_kogut_etsion_rules CAROM_BREAKPOINTS_kogut_etsion

typedef carom_kogut_etsion_settings carom_kogut_etsion_rules_settings;

typedef struct {
  carom_kogut_etsion_constants virgin;
  carom_real basic; /* 1, or 0 for enhanced */
} carom_kogut_etsion_rules_constants;

typedef struct {
  carom_kogut_etsion_coefficients virgin;
  carom_real basic;
} carom_kogut_etsion_rules_coefficients;

typedef struct {
  carom_kogut_etsion_state memory; /* its d_m and d_r are overlaps of the undeformed bodies */
  carom_real origin;               /* basic: origin of the overlap */
  carom_real shift;                /* enhanced: s */
  carom_real lost; /* plastic energy of past contacts that are no longer remembered */
} carom_kogut_etsion_rules_state;
enum {
  CAROM_STATES_kogut_etsion_rules = sizeof(carom_kogut_etsion_rules_state) / sizeof(carom_real)
};

CAROM_NO_DAMPING(kogut_etsion_rules)

CAROM_HOST void
carom_kogut_etsion_rules_prepare_materials(const carom_kogut_etsion_rules_settings *set,
                                           const carom_pair *pair, const double *damping,
                                           carom_kogut_etsion_rules_constants *constant)
{
  carom_kogut_etsion_prepare_materials(set, pair, damping, &constant->virgin);
  constant->basic = set->rule == CAROM_WORD(1);
}

CAROM_FN void
carom_kogut_etsion_rules_prepare_contact(const carom_kogut_etsion_rules_constants *constant,
                                         carom_real radius, carom_real mass,
                                         carom_kogut_etsion_rules_coefficients *coef)
{
  carom_kogut_etsion_prepare_contact(&constant->virgin, radius, mass, &coef->virgin);
  coef->basic = constant->basic;
}

/* The memory as the virgin law knows it, measured from the origin; and back. */
CAROM_FN carom_kogut_etsion_state
carom_kogut_etsion_rules_inner(const carom_kogut_etsion_rules_state *state)
{
  carom_kogut_etsion_state m = state->memory;
  m.d_m -= state->origin;
  m.d_r -= state->origin;
  return m;
}

CAROM_FN void carom_kogut_etsion_rules_keep(carom_kogut_etsion_rules_state *state,
                                            carom_kogut_etsion_state m)
{
  state->memory = m;
  state->memory.d_m += state->origin;
  state->memory.d_r += state->origin;
}

CAROM_FN carom_real
carom_kogut_etsion_rules_branch(const carom_kogut_etsion_rules_coefficients *coef,
                                const carom_kogut_etsion_rules_state *state, carom_real d)
{
  const carom_real piece = carom_kogut_etsion_load_branch(&coef->virgin, d - state->origin);
  return d > state->memory.d_m ? 1 + piece : 1.0;
}

CAROM_FN carom_force carom_kogut_etsion_rules_force(
    const carom_kogut_etsion_rules_coefficients *coef, const carom_kogut_etsion_rules_state *state,
    carom_real d, carom_real v, carom_real branch)
{
  (void)v;
  const carom_kogut_etsion_state m = carom_kogut_etsion_rules_inner(state);
  const carom_real x = d - state->origin;
  carom_force f;
  f.elastic = branch > 1 ? carom_kogut_etsion_load(&coef->virgin, x - state->shift, branch - 1)
                         : carom_kogut_etsion_unload(&coef->virgin, &m, x);
  f.dissipative = 0;
  return f;
}

CAROM_FN carom_real
carom_kogut_etsion_rules_reach(const carom_kogut_etsion_rules_coefficients *coef)
{
  return carom_kogut_etsion_reach(&coef->virgin);
}

CAROM_FN carom_force carom_kogut_etsion_rules_evaluate(
    const carom_kogut_etsion_rules_coefficients *coef, const carom_kogut_etsion_rules_state *state,
    carom_real d, carom_real v)
{
  const carom_real branch = carom_kogut_etsion_rules_branch(coef, state, d);
  return carom_clamp_tension(coef->virgin.min_force, carom_kogut_etsion_rules_reach(coef), d,
                             carom_kogut_etsion_rules_force(coef, state, d, v, branch));
}

CAROM_FN void
carom_kogut_etsion_rules_breakpoints(const carom_kogut_etsion_rules_coefficients *coef,
                                     const carom_kogut_etsion_rules_state *state,
                                     carom_real *breakpoint)
{
  const carom_kogut_etsion_state m = carom_kogut_etsion_rules_inner(state);
  carom_kogut_etsion_breakpoints(&coef->virgin, &m, breakpoint);
  breakpoint[0] = state->memory.d_r > 0 ? state->memory.d_r
                                        : -1; /* a moved origin is a breakpoint too */
  for (int k = 1; k < CAROM_BREAKPOINTS_kogut_etsion; k++)
    breakpoint[k] = breakpoint[k] > 0 ? breakpoint[k] + state->origin : -1;
}

/* A virgin contact that begins at this overlap. */
CAROM_FN void carom_kogut_etsion_rules_forget(const carom_kogut_etsion_rules_coefficients *coef,
                                              carom_kogut_etsion_rules_state *state,
                                              carom_real origin)
{
  carom_kogut_etsion_state m;
  carom_kogut_etsion_virgin(&coef->virgin, &m);
  state->origin = origin;
  state->shift = 0;
  carom_kogut_etsion_rules_keep(state, m);
}

CAROM_FN void carom_kogut_etsion_rules_virgin(const carom_kogut_etsion_rules_coefficients *coef,
                                              carom_kogut_etsion_rules_state *state)
{
  carom_kogut_etsion_rules_forget(coef, state, 0);
  state->lost = 0;
}

/* Compression ends at d: unloading begins with the force at that overlap. Below the reversible
 * limit, d_m is that limit, with the force that the Hertz curve through d has there. */
CAROM_FN void carom_kogut_etsion_rules_commit(const carom_kogut_etsion_rules_coefficients *coef,
                                              carom_kogut_etsion_rules_state *state, carom_real d)
{
  const carom_real branch = carom_kogut_etsion_rules_branch(coef, state, d);
  const carom_real F = carom_kogut_etsion_rules_force(coef, state, d, 0, branch).elastic;
  const carom_real x = d - state->origin, limit = coef->virgin.d_y;
  carom_kogut_etsion_state m;
  if (!(branch > 1)) return;
  carom_kogut_etsion_remember(&coef->virgin, x > limit ? x : limit, &m);
  m.F_m = F / carom_pow((x - m.d_r) * m.per_span, m.n);
  state->shift = 0;
  carom_kogut_etsion_rules_keep(state, m);
}

CAROM_FN carom_energy
carom_kogut_etsion_rules_energy(const carom_kogut_etsion_rules_coefficients *coef,
                                const carom_kogut_etsion_rules_state *state, carom_real d)
{
  carom_kogut_etsion_rules_state s = *state;
  carom_kogut_etsion_rules_commit(coef, &s, d);
  const carom_kogut_etsion_state m = carom_kogut_etsion_rules_inner(&s);
  const carom_real loss = carom_kogut_etsion_load_work(&coef->virgin, m.d_m) -
                          carom_kogut_etsion_unload_work(&coef->virgin, &m, m.d_m);
  carom_energy e;
  e.stored = carom_kogut_etsion_unload_work(&coef->virgin, &m, d - s.origin);
  e.plastic = s.lost + (m.d_m > coef->virgin.d_y ? loss : 0.0);
  return e;
}

/* Compression begins again at d within a contact: L is shifted along d so that it passes through
 * the present force. Resetting d_m selects the loading branch. */
CAROM_FN void carom_kogut_etsion_rules_shift(const carom_kogut_etsion_rules_coefficients *coef,
                                             carom_kogut_etsion_rules_state *state, carom_real d)
{
  const carom_real F = carom_kogut_etsion_rules_force(coef, state, d, 0, 1).elastic;
  const carom_real piece = carom_kogut_etsion_load_branch(&coef->virgin, d);
  const carom_kogut_etsion_term t = carom_kogut_etsion_virgin_term(&coef->virgin, d, piece);
  state->shift = d - coef->virgin.d_c * carom_pow(F / t.factor, 1 / t.power);
  state->memory.d_m = state->memory.d_r;
}

/* The motion has reversed at d and continues with approach speed v. First touch counts as a
 * reversal at 0. */
CAROM_FN void
carom_kogut_etsion_rules_on_reversal(const carom_kogut_etsion_rules_coefficients *coef,
                                     carom_kogut_etsion_rules_state *state, carom_real d,
                                     carom_real v)
{
  const carom_real d_r = state->memory.d_r;
  const bool apart = !(d > d_r);
  if (!(v > 0)) {
    carom_kogut_etsion_rules_commit(coef, state, d);
  } else if (coef->basic > 0) {
    if (apart) state->lost = carom_kogut_etsion_rules_energy(coef, state, d_r).plastic;
    carom_kogut_etsion_rules_forget(coef, state, apart ? d_r : state->origin);
  } else if (!apart && !(d > state->memory.d_m)) {
    carom_kogut_etsion_rules_shift(coef, state, d);
  }
}

/* The undeformed surfaces meet. */
CAROM_FN void carom_kogut_etsion_rules_touch(const carom_kogut_etsion_rules_coefficients *coef,
                                             carom_kogut_etsion_rules_state *state, carom_real v)
{
  carom_kogut_etsion_rules_on_reversal(coef, state, 0, v);
}

#endif
