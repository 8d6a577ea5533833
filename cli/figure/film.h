/* SPDX-License-Identifier: MIT */
/* Pictures as a film, by ffmpeg. */
#ifndef CAROM_CLI_FILM_H
#define CAROM_CLI_FILM_H

#include <stdbool.h>

#include <carom/base.h>

/* Can this film be made? Its name ends in .mp4 or .webp, there is an ffmpeg, and nothing is
 * replaced unasked. EXIT_OK or EXIT_INPUT after a message. */
int film_check(const char *path, bool force);

/* picture_000000.png and those after it in a folder, 25 a second. */
carom_status film_make(const char *folder, const char *path, carom_error *err);

#endif
