/* SPDX-License-Identifier: MIT */
#ifndef CAROM_SRC_ADHESION_H
#define CAROM_SRC_ADHESION_H

#include <carom/contact.h>

/* Times R*, the force added to the normal force that caps friction, N/m. */
double carom_contact_grip(const carom_contact *contact);

#endif
