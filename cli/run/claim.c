/* SPDX-License-Identifier: MIT */
#include "cli/run/claim.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

/* Enough for run.json and the last rows of series.csv. */
enum { RESERVE = 1 << 20 };
static const char reserve[] = ".carom-reserve";

static int open_folder(const char *folder)
{
  return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* A process that asks whether a folder is claimed holds the lock for a moment, so tries several
 * times. */
static bool lock(int handle)
{
  const struct timespec moment = {.tv_nsec = 20000000};
  for (int i = 0; i < 5; i++) {
    if (flock(handle, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK) return true; /* no locks here, so the files themselves must do */
    nanosleep(&moment, NULL);
  }
  return false;
}

int claim_take(cli_claim *claim, const char *folder)
{
  if (claim->held) return EXIT_OK;
  claim->lock = open_folder(folder);
  if (claim->lock < 0) {
    if (errno == ENOENT) claim->missing = folder;
    return EXIT_OK;
  }
  claim->held = lock(claim->lock);
  if (claim->held) return EXIT_OK;
  close(claim->lock);
  return message_usage("--output",
                       "another run is writing to '%s' ('carom status' tells about it); wait for "
                       "its end, or choose another folder",
                       folder);
}

void claim_reserve(cli_claim *claim, const char *folder)
{
  if (!output_join(claim->reserve, folder, reserve)) return;
  const int handle = open(claim->reserve, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (handle < 0) return;
  claim->reserved = true;
  const bool kept = posix_fallocate(handle, 0, RESERVE) == 0;
  close(handle);
  if (!kept) claim_spend(claim);
}

void claim_spend(cli_claim *claim)
{
  if (claim->reserved) unlink(claim->reserve);
  claim->reserved = false;
}

void claim_release(cli_claim *claim)
{
  claim_spend(claim);
  if (claim->missing) rmdir(claim->missing); /* fails if the folder is not empty */
  if (claim->held) close(claim->lock);
  claim->held = false;
}

int claim_is_taken(const char *folder)
{
  const int handle = open_folder(folder);
  if (handle < 0) return 0;
  const bool free = flock(handle, LOCK_SH | LOCK_NB) == 0;
  const int taken = free ? 0 : errno == EWOULDBLOCK ? 1 : -1;
  close(handle);
  return taken;
}
