/* SPDX-License-Identifier: MIT */
#include "cli/base/interrupt.h"

#include <signal.h>
#include <string.h>

static volatile sig_atomic_t seen, asked, reader_gone;

static void notice(int signal)
{
  seen = signal;
}

static void notice_other(int signal)
{
  (void)signal;
  seen = SIGTERM;
}

static void ask(int signal)
{
  (void)signal;
  asked = 1;
}

static void lose_reader(int signal)
{
  (void)signal;
  reader_gone = 1;
}

/* Signals ignored when the program began stay ignored, as under nohup. */
static void watch_unless_ignored(int signal, const struct sigaction *action)
{
  struct sigaction before;
  if (sigaction(signal, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(signal, action, NULL);
}

void interrupt_watch(void)
{
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = notice;
  action.sa_flags = (int)SA_RESETHAND | SA_RESTART;
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  watch_unless_ignored(SIGHUP, &action); /* the terminal was closed */
#ifdef SIGXCPU
  watch_unless_ignored(SIGXCPU, &action); /* the time granted by a queue is nearly over */
#endif
  action.sa_handler = ask;
  action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &action, NULL);
  action.sa_handler = lose_reader; /* not SIG_IGN, which child processes would inherit */
  watch_unless_ignored(SIGPIPE, &action);
#ifdef SIGXFSZ
  signal(SIGXFSZ, SIG_IGN); /* a file that grows too large is an error to report, not the end */
#endif
}

void interrupt_by(int signal)
{
  struct sigaction action = {.sa_handler = notice_other, .sa_flags = SA_RESTART};
  sigaction(signal, &action, NULL);
}

bool interrupt_seen(void)
{
  return seen != 0;
}

int interrupt_code(void)
{
  return 128 + (int)seen;
}

bool interrupt_reader_gone(void)
{
  return reader_gone != 0;
}

bool interrupt_asked(void)
{
  const bool was = asked != 0;
  asked = 0;
  return was;
}
