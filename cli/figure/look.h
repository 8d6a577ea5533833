/* SPDX-License-Identifier: MIT */
/* One colour and one dash pattern for every law, the same in every figure. */
#ifndef CAROM_CLI_LOOK_H
#define CAROM_CLI_LOOK_H

typedef struct cli_look {
  const char *colour; /* "#rrggbb", of the Okabe-Ito palette: safe for colour-blind readers */
  const char *dash;   /* lengths of dashes and gaps, or "" for a solid line */
} cli_look;

cli_look look_of_law(const char *name);

/* Look number k of a series of things other than laws. */
cli_look look_number(int k);

#endif
