/* SPDX-License-Identifier: MIT */
/* Does a law get what it needs of the two materials? */
#ifndef CAROM_SRC_NEEDS_H
#define CAROM_SRC_NEEDS_H

#include <carom/stage.h>

#include "contact/pair.h"

/* Refuses a contact, whose settings are read, if its law needs a property that is not known:
 * CAROM_ERR_MISSING at "a.young", "b.yield" ... */
carom_status carom_contact_needs(const carom_contact *contact, const carom_contact_def *def,
                                 const carom_pair *pair, carom_error *err);

/* The same from a definition: everything is checked but what calibration finds. */
carom_status carom_contact_check(const carom_contact_def *def, const carom_law *law,
                                 carom_error *err);

/* "'glass'", or `unnamed` for a material without a name. */
enum { CAROM_MATERIAL_TEXT = 64 };
const char *carom_material_text(const carom_material *material, const char *unnamed,
                                char text[CAROM_MATERIAL_TEXT]);

/* Refuses body "a" or "b" if it lacks one of young and poisson, and of density if that is asked
 * for, which `who` needs. */
carom_status carom_material_needs(const carom_material *material, const char *body, const char *who,
                                  bool density, carom_error *err);

/* The same for what a model of a stage needs of both materials, beside a normal law that is linear
 * or not. */
carom_status carom_stage_needs(const char *stage, const carom_stage_def *def, bool linear,
                               const carom_material *a, const carom_material *b, carom_error *err);

/* Are all coefficients of a contact numbers? A user's law may keep a setting that was not given as
 * one. */
bool carom_contact_finite(const carom_contact *contact);

#endif
