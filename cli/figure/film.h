/* SPDX-License-Identifier: MIT */
/* Makes films from pictures with ffmpeg. */
#ifndef CAROM_CLI_FILM_H
#define CAROM_CLI_FILM_H

#include <stdbool.h>

#include <carom/base.h>

/* Can this film be made? Its name must end in .mp4 or .webp, ffmpeg must exist, and a file is
 * replaced only with `force`. EXIT_OK, or EXIT_INPUT after a message. */
int film_check(const char *path, bool force);

/* Makes a film from picture_000000.png and its successors in a folder, 25 per second. */
carom_status film_make(const char *folder, const char *path, carom_error *err);

#endif
