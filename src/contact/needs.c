/* SPDX-License-Identifier: MIT */
#include "contact/needs.h"

#include <stdio.h>

#include "contact/calibrate.h"
#include "core/error.h"
#include "law/tangential.h"

bool carom_contact_finite(const carom_contact *c)
{
  for (int i = 1; i < c->law->coefficients; i++)
    if (!(c->coefficient[i] - c->coefficient[i] == 0) &&
        !(c->law->user && c->coefficient[i] == CAROM_UNSET))
      return false;
  return true;
}

const char *carom_material_text(const carom_material *material, const char *unnamed,
                                char text[CAROM_MATERIAL_TEXT])
{
  if (!material->name) return unnamed;
  snprintf(text, CAROM_MATERIAL_TEXT, "'%.*s'", CAROM_MATERIAL_TEXT - 3, material->name);
  return text;
}

static carom_status missing(const carom_material *m, const char *who, const char *body,
                            const char *name, const char *example, carom_error *err)
{
  char where[32], of[CAROM_MATERIAL_TEXT];
  snprintf(where, sizeof where, "%s.%s", body, name);
  return carom_fail(err, CAROM_ERR_MISSING, where,
                    "%s needs '%s' of %s, which is not given; add it, such as %s", who, name,
                    carom_material_text(m, "this material", of), example);
}

carom_status carom_material_needs(const carom_material *m, const char *body, const char *who,
                                  bool density, carom_error *err)
{
  if (m->young == CAROM_UNSET) return missing(m, who, body, "young", "207 GPa", err);
  if (m->poisson == CAROM_UNSET) return missing(m, who, body, "poisson", "0.3", err);
  if (density && m->density == CAROM_UNSET)
    return missing(m, who, body, "density", "7800 kg/m3", err);
  return CAROM_OK;
}

carom_status carom_stage_needs(const char *stage, const carom_stage_def *def, bool linear,
                               const carom_material *a, const carom_material *b, carom_error *err)
{
  char who[64];
  if (!carom_stage_uses_moduli(stage, def, linear)) return CAROM_OK;
  snprintf(who, sizeof who, "%.20s model '%.30s'", stage, def->model);
  CAROM_TRY(carom_material_needs(a, "a", who, false, err));
  return carom_material_needs(b, "b", who, false, err);
}

static carom_status check_yield(const carom_contact_def *def, const carom_pair *pair,
                                const char *law, const char *who, carom_error *err)
{
  if (def->a.material.yield == CAROM_UNSET)
    return missing(&def->a.material, who, "a", "yield", "1.03 GPa", err);
  if (def->b.material.yield == CAROM_UNSET)
    return missing(&def->b.material, who, "b", "yield", "1.03 GPa", err);
  if (pair->yield != CAROM_UNSET) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_MISSING, "yield",
                    "law '%s' needs the yield stress of the softer body, such as yield=1.03 GPa",
                    law);
}

/* Unknown properties are NaN in the pair. Laws do not declare which properties they use, and it
 * depends on their settings; a NaN among the coefficients reveals it. */
static bool uses_unknown(const carom_contact *contact, const carom_pair *pair)
{
  const double undamped[CAROM_MAX_DAMPINGS] = {0};
  carom_contact probe = *contact;
  if (pair->modulus == pair->modulus && pair->yield_poisson == pair->yield_poisson) return false;
  carom_contact_build(&probe, pair, undamped);
  return !carom_contact_finite(&probe);
}

carom_status carom_contact_needs(const carom_contact *contact, const carom_contact_def *def,
                                 const carom_pair *pair, carom_error *err)
{
  char who[64];
  snprintf(who, sizeof who, "law '%.50s'", contact->law->info.name);
  if (contact->law->info.traits & CAROM_LAW_YIELDS)
    CAROM_TRY(check_yield(def, pair, contact->law->info.name, who, err));
  if (!uses_unknown(contact, pair)) return CAROM_OK;
  CAROM_TRY(carom_material_needs(&def->a.material, "a", who, false, err));
  return carom_material_needs(&def->b.material, "b", who, false, err);
}
