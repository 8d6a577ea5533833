/* SPDX-License-Identifier: MIT */
/* The contacts of a mechanism judged, one a clearance. */
#include "cli/text/mechanism_verdict.h"

#include <stdlib.h>

bool mechanism_verdict(const cli_mechanism *run, int clearance, cli_verdict *out)
{
  carom_contact contact;
  carom_encounters met;
  *out = (cli_verdict){.contacts = 0};
  if (carom_mechanism_prepared(run->mechanism, clearance, &contact, NULL) != CAROM_OK ||
      carom_mechanism_encounters(run->mechanism, clearance, &met, NULL) != CAROM_OK)
    return false;
  snprintf(out->name, sizeof out->name, "%s", run->def->clearance[clearance].name);
  out->setting = "expected_speed";
  verdict_add(out, &contact, &met);
  verdict_judge(out);
  return true;
}

cli_verdict *mechanism_verdicts(const cli_mechanism *run, int clearances)
{
  cli_verdict *list = clearances > 0 ? calloc((size_t)clearances, sizeof *list) : NULL;
  for (int c = 0; list && c < clearances; c++)
    if (!mechanism_verdict(run, c, &list[c])) {
      free(list);
      return NULL;
    }
  return list;
}

const char *mechanism_validity(const cli_mechanism *run)
{
  const int count = carom_mechanism_sample(run->mechanism)->clearances;
  cli_verdict *list = mechanism_verdicts(run, count);
  const char *note = list ? verdict_note(CAROM_VALID, list, count) : NULL;
  free(list);
  return note;
}
