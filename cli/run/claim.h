/* SPDX-License-Identifier: MIT */
/* Claims the folder of a run: no second run writes into it meanwhile, and a little room on its disk
 * is reserved, so that the end of the run can be written even if frames have filled the disk. */
#ifndef CAROM_CLI_CLAIM_H
#define CAROM_CLI_CLAIM_H

#include "cli/base/output.h"

typedef struct cli_claim {
  bool held, reserved;
  int lock;                  /* on the folder; the system releases it when the process ends */
  char reserve[OUTPUT_PATH]; /* file that reserves the room */
  const char *missing;       /* the folder, if it did not exist when first claimed */
} cli_claim;

/* Claims an existing folder; a missing one is left for later. A folder in use by another run is
 * refused with a message. EXIT_OK or EXIT_INPUT. The same folder may be claimed again. */
int claim_take(cli_claim *claim, const char *folder);

/* Reserves room on the disk, if possible; releases it. */
void claim_reserve(cli_claim *claim, const char *folder);
void claim_spend(cli_claim *claim);

/* Ends the claim. A folder that was missing, and is empty because the run was refused, is
 * removed. */
void claim_release(cli_claim *claim);

/* Is a run writing to the folder? 1, 0, or -1 if its file system does not tell. */
int claim_is_taken(const char *folder);

#endif
