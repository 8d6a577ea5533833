/* SPDX-License-Identifier: MIT */
#ifndef CAROM_SRC_ADHESION_H
#define CAROM_SRC_ADHESION_H

#include <carom/contact.h>

/* Times R*: what is added to the normal force where friction is capped, N/m. */
double carom_contact_grip(const carom_contact *contact);

#endif
