/* SPDX-License-Identifier: MIT */
/* Checkpoints: the state of a run in one HDF5 file, from which it can be continued. The file begins
 * with 512 bytes of text (a user block, which HDF5 skips): the format version, the length of the
 * file and a hash of everything that follows, all of which are verified before HDF5 opens the file.
 * Each array is a dataset with its own hash. A checkpoint replaces the previous one only when it is
 * complete and on disk, so a run may be killed at any moment. */
#ifndef CAROM_IO_CHECKPOINT_H
#define CAROM_IO_CHECKPOINT_H

#include <carom/archive.h>

#include "core/error.h"

enum { CAROM_CHECKPOINT_VERSION = 1, CAROM_CHECKPOINT_HEAD = 512 };

/* Identifies the run of a checkpoint; reading compares everything except the time. */
typedef struct carom_checkpoint {
  const char *module; /* "chain" */
  int version;        /* version of the module's arrays */
  const char *input;  /* a hash of everything that the state depends on, at most 64 characters */
  double time;        /* time of the state, s */
} carom_checkpoint;

/* Visits all arrays of a state. */
typedef carom_status carom_checkpoint_visit(void *user, carom_archive *archive, carom_error *err);

/* True if the library was built with HDF5. Otherwise reading and writing fail with CAROM_ERR_IO. */
bool carom_checkpoint_known(void);

/* On an error an existing file remains unchanged. */
carom_status carom_checkpoint_write(const char *path, const carom_checkpoint *about,
                                    carom_checkpoint_visit *visit, void *user, carom_error *err);

/* On an error `visit` was not called, or did not complete. */
carom_status carom_checkpoint_read(const char *path, const carom_checkpoint *about,
                                   carom_checkpoint_visit *visit, void *user, carom_error *err);

/* The wall-clock time to wait before the next unrequested checkpoint if the last one took `cost` s:
 * checkpoints take at most a fiftieth of the time and are at least half a second apart. */
double carom_checkpoint_wait(double cost);

/* For these functions and their tests: writes the header at the start of `length` bytes and stores
 * them at `path`, through a temporary file in the same folder that is on disk before it is renamed.
 * `bytes` begins with space for the header. */
carom_status carom_checkpoint_store(const char *path, unsigned char *bytes, size_t length,
                                    carom_error *err);

/* Verifies that the file matches its header. */
carom_status carom_checkpoint_check(const char *path, carom_error *err);

#endif
