/* SPDX-License-Identifier: MIT */
/* From two bodies to what a law may know of them. */
#ifndef CAROM_SRC_PAIR_H
#define CAROM_SRC_PAIR_H

#include <carom/contact.h>

#include "law/law.h"

/* Checks both bodies and derives E*, R*, m*, the softer yield stress and the expected speed. */
carom_status carom_pair_derive(const carom_contact_def *def, carom_pair *pair, carom_error *err);

/* Checks the properties that are known; errors are at "a.young" for body "a". */
carom_status carom_material_check(const carom_material *material, const char *body,
                                  carom_error *err);

#endif
