/* SPDX-License-Identifier: MIT */
#include "cli/text/progress_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "io/tree.h"
#include "run/quantity.h"

const char *progress_clock(double seconds, char text[32])
{
  const long long s = seconds < 1e15 ? (long long)(seconds + 0.5) : (long long)1e15;
  if (s >= 3600)
    snprintf(text, 32, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
  else
    snprintf(text, 32, "%lld:%02lld", s / 60, s % 60);
  return text;
}

const char *progress_body(const char *kind)
{
  return !strcmp(kind, "scene") ? "particle" : !strcmp(kind, "chain") ? "bead" : "body";
}

const char *time_text(time_t when, char text[32])
{
  struct tm parts;
  *text = '\0';
  if (gmtime_r(&when, &parts)) strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

const char *progress_text(const carom_run_progress *p, const char *body, char text[PROGRESS_ROOM])
{
  char q[CAROM_QUANTITY_ROOM], clock[32];
  *text = '\0';
  if (!body) {
    carom_append(text, PROGRESS_ROOM, "%" PRId64 " of %" PRId64 " combinations", p->rows,
                 p->bodies);
  } else {
    carom_append(text, PROGRESS_ROOM, "%s", carom_quantity_print(p->time, "s", q));
    if (p->until != CAROM_UNSET)
      carom_append(text, PROGRESS_ROOM, " of %s", carom_quantity_print(p->until, "s", q));
  }
  if (p->share != CAROM_UNSET) carom_append(text, PROGRESS_ROOM, ", %.0f %%", 100 * p->share);
  if (p->left != CAROM_UNSET)
    carom_append(text, PROGRESS_ROOM, ", %s left", progress_clock(p->left, clock));
  if (p->rate != CAROM_UNSET)
    carom_append(text, PROGRESS_ROOM, ", %.3g M %s-steps/s", 1e-6 * p->rate, body ? body : "body");
  if (p->kinetic != CAROM_UNSET)
    carom_append(text, PROGRESS_ROOM, ", kinetic %s", carom_quantity_print(p->kinetic, "J", q));
  if (body && p->budget != CAROM_UNSET)
    carom_append(text, PROGRESS_ROOM, ", budget off %.1g", p->budget);
  return text;
}

/* The same list for writing and reading. */
static const struct member {
  const char *name, *unit; /* unit NULL: a whole number */
  size_t at;
} members[] = {{"time", "s", offsetof(carom_run_progress, time)},
               {"until", "s", offsetof(carom_run_progress, until)},
               {"share", "1", offsetof(carom_run_progress, share)},
               {"seconds", "s", offsetof(carom_run_progress, seconds)},
               {"left", "s", offsetof(carom_run_progress, left)},
               {"bodies", NULL, offsetof(carom_run_progress, bodies)},
               {"steps", NULL, offsetof(carom_run_progress, steps)},
               {"rate", "1/s", offsetof(carom_run_progress, rate)},
               {"kinetic", "J", offsetof(carom_run_progress, kinetic)},
               {"budget_off", "1", offsetof(carom_run_progress, budget)},
               {"rows", NULL, offsetof(carom_run_progress, rows)},
               {"frames", NULL, offsetof(carom_run_progress, frames)}};
enum { MEMBERS = sizeof members / sizeof *members };

void progress_members(carom_json *json, const carom_run_progress *p)
{
  for (int i = 0; i < MEMBERS; i++) {
    const char *at = (const char *)p + members[i].at;
    if (members[i].unit)
      carom_json_quantity(json, members[i].name, members[i].unit, *(const double *)at);
    else
      carom_json_integer(json, members[i].name, *(const int64_t *)at);
  }
}

carom_run_progress progress_read(const struct carom_node *object)
{
  carom_run_progress p = {.time = 0};
  for (int i = 0; i < MEMBERS; i++) {
    const carom_node *node = object ? carom_tree_get(object, members[i].name) : NULL;
    const bool number = node && node->kind == CAROM_NODE_NUMBER;
    char *at = (char *)&p + members[i].at;
    if (members[i].unit)
      *(double *)at = number ? node->number : CAROM_UNSET;
    else
      *(int64_t *)at = number ? (int64_t)node->number : 0;
  }
  return p;
}
