/* SPDX-License-Identifier: MIT */
/* Checks that a law has every property that it needs of the two materials. */
#ifndef CAROM_SRC_NEEDS_H
#define CAROM_SRC_NEEDS_H

#include <carom/stage.h>

#include "contact/pair.h"

/* Rejects a contact, whose settings have been read, if its law needs an unknown property:
 * CAROM_ERR_MISSING at "a.young", "b.yield" ... */
carom_status carom_contact_needs(const carom_contact *contact, const carom_contact_def *def,
                                 const carom_pair *pair, carom_error *err);

/* Likewise from a definition; checks everything except what only calibration can find. */
carom_status carom_contact_check(const carom_contact_def *def, const carom_law *law,
                                 carom_error *err);

/* Size of the text "'glass'", or `unnamed` for a material without a name. */
enum { CAROM_MATERIAL_TEXT = 64 };
const char *carom_material_text(const carom_material *material, const char *unnamed,
                                char text[CAROM_MATERIAL_TEXT]);

/* Rejects body "a" or "b" if it lacks young or poisson, or density if that is required; `who` names
 * what needs them. */
carom_status carom_material_needs(const carom_material *material, const char *body, const char *who,
                                  bool density, carom_error *err);

/* Likewise for the properties that a model of a stage needs of both materials, next to a normal law
 * that is linear or not. */
carom_status carom_stage_needs(const char *stage, const carom_stage_def *def, bool linear,
                               const carom_material *a, const carom_material *b, carom_error *err);

/* True if all coefficients of a contact are finite. A user's law may store a setting that was given
 * as something other than a number. */
bool carom_contact_finite(const carom_contact *contact);

#endif
