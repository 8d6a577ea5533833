/* SPDX-License-Identifier: MIT */
/* Recognises values that are permitted but hardly intended: steel of 207 Pa, spheres of 20 m. */
#ifndef CAROM_IO_PLAUSIBLE_H
#define CAROM_IO_PLAUSIBLE_H

#include <carom/base.h>

/* True if this value of a field of a group is met in practice. `text` is how it was written: a
 * number without a unit may have been meant in another one and is examined more strictly. Otherwise
 * writes a sentence for a warning that names the unit probably meant. A value is never rejected for
 * this. */
bool carom_plausible(const char *group, const carom_field *field, const char *text, double value,
                     char *sentence, size_t size);

/* Adds the probable unit to an error about a number without a unit that is out of range. */
void carom_plausible_unit(const char *group, const carom_field *field, const char *text,
                          carom_error *err);

#endif
