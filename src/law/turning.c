/* SPDX-License-Identifier: MIT */
/* Laws with a rule that depends on the direction of the last turning point: name, settings and
 * description as in the registry, but with their own entries and without block kernels. */
#include "law/turning.h"

#include "law/entries.h"

#define CAROM_LAW(L)
#include "turning/kogut_etsion_rules.h"
#undef CAROM_LAW

CAROM_LAW_ENTRIES(kogut_etsion_rules)

static void on_reversal(const carom_law *law, const double *coef, double *state, double d, double v)
{
  (void)law;
  carom_kogut_etsion_rules_on_reversal((const carom_kogut_etsion_rules_coefficients *)coef,
                                       (carom_kogut_etsion_rules_state *)state, d, v);
}

static const carom_law kogut_etsion_rules = {CAROM_LAW_DESCRIPTOR(kogut_etsion_rules),
                                             .on_reversal = on_reversal};

const carom_law *carom_law_ruled(const carom_law *law, const double *set)
{
  if (law != carom_law_find(kogut_etsion_rules.info.name)) return law;
  const int rule = carom_law_field(law, "rule");
  return set[rule] == CAROM_WORD(0) ? law : &kogut_etsion_rules;
}
