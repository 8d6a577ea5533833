/* SPDX-License-Identifier: MIT */
/* Values that are allowed but hardly meant: steel of 207 Pa, spheres of 20 m. */
#ifndef CAROM_IO_PLAUSIBLE_H
#define CAROM_IO_PLAUSIBLE_H

#include <carom/base.h>

/* Is this value of a field of a group of the format one that is met in practice? `text` is how it
 * was written: a number without a unit may have been meant in another, and is looked at more
 * closely. If not, a sentence for a warning, which names the unit that was likely meant. A value is
 * never refused for this. */
bool carom_plausible(const char *group, const carom_field *field, const char *text, double value,
                     char *sentence, size_t size);

/* Names the likely unit in an error that says that a number without one is out of range. */
void carom_plausible_unit(const char *group, const carom_field *field, const char *text,
                          carom_error *err);

#endif
