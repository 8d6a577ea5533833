/* SPDX-License-Identifier: MIT */
#include "cli/base/interrupt.h"

#include <signal.h>
#include <string.h>

static volatile sig_atomic_t seen;

static void notice(int signal)
{
  (void)signal;
  seen = 1;
}

void interrupt_watch(void)
{
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = notice;
  action.sa_flags = (int)SA_RESETHAND | SA_RESTART;
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
#ifdef SIGXFSZ
  signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is an error to report, not an end */
#endif
}

bool interrupt_seen(void)
{
  return seen != 0;
}
