/* SPDX-License-Identifier: MIT */
#ifndef CAROM_MECHANISM_CHECK_H
#define CAROM_MECHANISM_CHECK_H

#include <carom/mechanism.h>

/* Rejects parts with invalid numbers. Whether the parts fit together is found later, on
 * assembly. */
carom_status carom_mechanism_def_check(const carom_mechanism_def *def, carom_error *err);

#endif
