/* SPDX-License-Identifier: MIT */
/* The header of a checkpoint, and its atomic replacement on disk. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/hash64.h"
#include "io/checkpoint.h"

static const char magic[] = "carom checkpoint\n";

double carom_checkpoint_wait(double cost)
{
  const double share = 0.02, soonest = 0.5;
  return cost / share > soonest ? cost / share : soonest;
}

/* The header is readable text, padded with blanks and a line feed. */
static void print_head(char head[CAROM_CHECKPOINT_HEAD], int version, unsigned long long length,
                       uint64_t hash)
{
  char text[CAROM_CHECKPOINT_HEAD];
  const int used = snprintf(text, sizeof text, "%sformat %d\nbytes %llu\nhash %016llx\n", magic,
                            version, length, (unsigned long long)hash);
  memset(head, ' ', CAROM_CHECKPOINT_HEAD);
  memcpy(head, text, (size_t)used);
  head[CAROM_CHECKPOINT_HEAD - 1] = '\n';
}

static carom_status cannot_write(const char *path, carom_error *err)
{
  return carom_fail(err, CAROM_ERR_IO, path, "the checkpoint cannot be written: %s%s",
                    strerror(errno), errno == ENOSPC ? "; make room on the disk" : "");
}

/* A rename is only durable once the folder is on disk. Truncates the path. */
static bool sync_folder(char *path)
{
  char *slash = strrchr(path, '/');
  if (slash) slash[slash == path] = '\0';
  const int handle = open(slash ? path : ".", O_RDONLY | O_DIRECTORY);
  if (handle < 0) return false;
  /* Some file systems do not support it. */
  const bool synced = fsync(handle) == 0 || errno == EINVAL;
  close(handle);
  return synced;
}

/* Writes everything and waits until it is on disk; errno gives the reason of a failure. */
static bool fill(FILE *file, const unsigned char *bytes, size_t length)
{
  const bool done = fwrite(bytes, 1, length, file) == length && fflush(file) == 0 &&
                    fsync(fileno(file)) == 0;
  const int why = errno;
  const bool closed = fclose(file) == 0;
  if (!done) errno = why;
  return done && closed;
}

carom_status carom_checkpoint_store(const char *path, unsigned char *bytes, size_t length,
                                    carom_error *err)
{
  char head[CAROM_CHECKPOINT_HEAD];
  const size_t room = strlen(path) + sizeof ".part";
  char *temporary = malloc(room);
  if (!temporary) return carom_fail(err, CAROM_ERR_MEMORY, path, "out of memory");
  snprintf(temporary, room, "%s.part", path); /* overwrites what a killed run has left */
  print_head(head, CAROM_CHECKPOINT_VERSION, length,
             carom_hash64_of(bytes + sizeof head, length - sizeof head));
  memcpy(bytes, head, sizeof head);
  carom_status status = CAROM_OK;
  FILE *file = fopen(temporary, "wb");
  if (!file) {
    status = cannot_write(path, err);
  } else if (!fill(file, bytes, length) || rename(temporary, path) != 0) {
    status = cannot_write(path, err);
    unlink(temporary);
  } else if (!sync_folder(temporary)) {
    status = cannot_write(path, err);
  }
  free(temporary);
  return status;
}

/* Parses the header; returns false if it is not one that we would have written. */
static bool read_head(const char head[CAROM_CHECKPOINT_HEAD], int *version,
                      unsigned long long *length, uint64_t *hash)
{
  char text[CAROM_CHECKPOINT_HEAD + 1], again[CAROM_CHECKPOINT_HEAD];
  unsigned long long digits;
  memcpy(text, head, CAROM_CHECKPOINT_HEAD);
  text[CAROM_CHECKPOINT_HEAD] = '\0';
  if (sscanf(text + strlen(magic), "format %9d\nbytes %20llu\nhash %16llx", version, length,
             &digits) != 3)
    return false;
  *hash = digits;
  print_head(again, *version, *length, *hash);
  return memcmp(head, again, sizeof again) == 0;
}

static carom_status damaged(const char *path, carom_error *err, const char *how)
{
  return carom_fail(err, CAROM_ERR_SYNTAX, path, "%s; use an older copy, or start anew", how);
}

/* Hashes the rest of the file and counts its bytes. */
static bool hash_rest(FILE *file, uint64_t *hash, unsigned long long *length)
{
  unsigned char piece[1 << 14];
  carom_hash64 sum = carom_hash64_start();
  size_t got;
  while ((got = fread(piece, 1, sizeof piece, file)) > 0) {
    carom_hash64_add(&sum, piece, got);
    *length += got;
  }
  *hash = carom_hash64_end(&sum);
  return !ferror(file);
}

static carom_status check(FILE *file, const char *path, carom_error *err)
{
  char head[CAROM_CHECKPOINT_HEAD];
  unsigned long long promised, length = sizeof head;
  uint64_t wanted, found;
  int version;
  const size_t got = fread(head, 1, sizeof head, file);
  if (got < strlen(magic) || memcmp(head, magic, strlen(magic)) != 0)
    return carom_fail(err, CAROM_ERR_SYNTAX, path, "this is no checkpoint of carom");
  if (got < sizeof head) return damaged(path, err, "the checkpoint is cut short");
  if (!read_head(head, &version, &promised, &wanted))
    return damaged(path, err, "the head of the checkpoint is damaged");
  if (version != CAROM_CHECKPOINT_VERSION)
    return carom_fail(err, CAROM_ERR_RANGE, path,
                      "the checkpoint has version %d of the format, this program knows version "
                      "%d; use the carom that wrote it",
                      version, CAROM_CHECKPOINT_VERSION);
  if (!hash_rest(file, &found, &length))
    return carom_fail(err, CAROM_ERR_IO, path, "the checkpoint cannot be read");
  if (length != promised)
    return damaged(path, err,
                   length < promised ? "the checkpoint is cut short"
                                     : "something was added to the checkpoint");
  if (found != wanted) return damaged(path, err, "the checkpoint is damaged: its hash differs");
  return CAROM_OK;
}

carom_status carom_checkpoint_check(const char *path, carom_error *err)
{
  FILE *file = fopen(path, "rb");
  if (!file && errno == ENOENT)
    return carom_fail(err, CAROM_ERR_IO, path,
                      "there is no checkpoint; a run leaves one when it is stopped, and every "
                      "run.checkpoint while it goes");
  if (!file)
    return carom_fail(err, CAROM_ERR_IO, path, "the checkpoint cannot be read: %s",
                      strerror(errno));
  const carom_status status = check(file, path, err);
  fclose(file);
  return status;
}
