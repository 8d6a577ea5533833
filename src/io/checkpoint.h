/* SPDX-License-Identifier: MIT */
/* Checkpoints: the state of a run in one HDF5 file, from which it can be continued.
 *
 * The file begins with 512 bytes of text (a user block, which HDF5 skips): the version of the
 * format, the length of the file and a hash of all that follows. They are checked before HDF5 sees
 * anything. Each array is a dataset with its own hash. A checkpoint replaces the one before only
 * when it is complete and on the disk, so that a run may be killed at any moment. */
#ifndef CAROM_IO_CHECKPOINT_H
#define CAROM_IO_CHECKPOINT_H

#include <carom/archive.h>

#include "core/error.h"

enum { CAROM_CHECKPOINT_VERSION = 1, CAROM_CHECKPOINT_HEAD = 512 };

/* What a checkpoint belongs to; reading compares all but the time. */
typedef struct carom_checkpoint {
  const char *module; /* "chain" */
  int version;        /* of the module's arrays */
  const char *input;  /* a hash of everything that the state depends on, at most 64 characters */
  double time;        /* of the state, s */
} carom_checkpoint;

/* Visits all arrays of a state. */
typedef carom_status carom_checkpoint_visit(void *user, carom_archive *archive, carom_error *err);

/* Was the library built with HDF5? Without it reading and writing fail with CAROM_ERR_IO. */
bool carom_checkpoint_known(void);

/* On an error the file that was there before is untouched. */
carom_status carom_checkpoint_write(const char *path, const carom_checkpoint *about,
                                    carom_checkpoint_visit *visit, void *user, carom_error *err);

/* On an error `visit` was not called, or not to the end. */
carom_status carom_checkpoint_read(const char *path, const carom_checkpoint *about,
                                   carom_checkpoint_visit *visit, void *user, carom_error *err);

/* Seconds on the clock to let pass before the next checkpoint that nobody asked for, when the last
 * one took `cost` s: they take no more than a fiftieth of the time, and come no sooner than every
 * half second. */
double carom_checkpoint_wait(double cost);

/* The parts below are for these functions and their tests. */

/* Writes the head in front of `length` bytes (head included) and puts them at `path`: a temporary
 * file beside it, on the disk before it takes the name. `bytes` begins with room for the head. */
carom_status carom_checkpoint_store(const char *path, unsigned char *bytes, size_t length,
                                    carom_error *err);

/* Is the file what its head says? */
carom_status carom_checkpoint_check(const char *path, carom_error *err);

#endif
