/* SPDX-License-Identifier: MIT */
#ifndef CAROM_MECHANISM_CHECK_H
#define CAROM_MECHANISM_CHECK_H

#include <carom/mechanism.h>

/* Names every part whose numbers cannot be used. Whether the parts fit together shows later. */
carom_status carom_mechanism_def_check(const carom_mechanism_def *def, carom_error *err);

#endif
