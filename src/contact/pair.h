/* SPDX-License-Identifier: MIT */
/* Derives the properties of a pair, which laws are prepared with, from two bodies. */
#ifndef CAROM_SRC_PAIR_H
#define CAROM_SRC_PAIR_H

#include <carom/contact.h>

#include "law/law.h"

/* Checks both bodies and derives E*, R*, m*, the softer yield stress and the expected speed. */
carom_status carom_pair_derive(const carom_contact_def *def, carom_pair *pair, carom_error *err);

/* Checks the known properties; errors are reported at "a.young" for body "a". */
carom_status carom_material_check(const carom_material *material, const char *body,
                                  carom_error *err);

#endif
