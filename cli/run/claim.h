/* SPDX-License-Identifier: MIT */
/* The folder of a run belongs to it for as long as it goes: no second run writes into it, and a
 * little room on its disk is kept, so that a disk that frames have filled still takes the end. */
#ifndef CAROM_CLI_CLAIM_H
#define CAROM_CLI_CLAIM_H

#include "cli/base/output.h"

typedef struct cli_claim {
  bool held, reserved;
  int lock;                  /* of the folder; the system gives it back when the process ends */
  char reserve[OUTPUT_PATH]; /* the file that keeps the room */
  const char *missing;       /* the folder, if it was not there when it was claimed first */
} cli_claim;

/* Claims a folder that exists; one that does not is left for later. A folder that another run is
 * writing to is refused, which is told on standard error. EXIT_OK or EXIT_INPUT. Asking again for
 * the same folder is fine. */
int claim_take(cli_claim *claim, const char *folder);

/* Keeps room on the disk, if it can; and gives it back. */
void claim_reserve(cli_claim *claim, const char *folder);
void claim_spend(cli_claim *claim);

/* Ends the claim; a folder that was missing and is empty, because the run was refused, is taken
 * away. */
void claim_release(cli_claim *claim);

/* Whether a run is writing to the folder: 1, 0, or -1 where its file system does not tell. */
int claim_is_taken(const char *folder);

#endif
