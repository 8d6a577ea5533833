/* SPDX-License-Identifier: MIT */
/* Prepares a contact with a given law, whatever law the definition names. */
#ifndef CAROM_SRC_CONTEXT_H
#define CAROM_SRC_CONTEXT_H

#include <carom/contact.h>
#include <carom/user_law.h>

#include "law/law.h"

carom_status carom_contact_prepare_law(const carom_contact_def *def, const carom_law *law,
                                       carom_contact *contact, carom_error *err);

#endif
