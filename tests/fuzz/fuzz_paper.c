/* SPDX-License-Identifier: MIT */
/* Any bytes as a paper file: either a paper in which everything is there, or faults with a place.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "io/paper.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
  if (!condition) abort();
}

static void check_faults(const carom_faults *faults)
{
  require(faults->count > 0 && faults->count <= CAROM_FAULTS);
  for (int i = 0; i < faults->count; i++) {
    const carom_error *err = &faults->fault[i];
    require(err->code != CAROM_OK);
    require(memchr(err->text, '\0', sizeof err->text) && strlen(err->text) > 0);
    require(memchr(err->where, '\0', sizeof err->where));
    require(i == 0 || err->line >= err[-1].line);
  }
}

static void check_run(const carom_call *call, const carom_paper_run *run)
{
  require(call->which >= 0 && carom_call_term(call));
  require(!carom_call_term(call)->problems == !run);
  require(!carom_call_term(call)->law == !call->law);
  for (int i = 0; i < carom_call_term(call)->parameter.count; i++)
    require(call->value[i] - call->value[i] == 0);
  if (!run) return;
  require(run->scenario && *run->scenario && !strchr(run->scenario, '/'));
  for (int i = 0; i < run->changes; i++)
    require(run->change[i].path && run->change[i].value);
}

static void check_numbers(const carom_paper *paper)
{
  for (int i = 0; i < paper->numbers; i++) {
    const carom_paper_number *n = &paper->number[i];
    require(n->id && n->where && n->quantity && n->unit && n->printed && n->digits && n->as);
    require(n->reading == 0 || (i > 0 && n->reading == n[-1].reading + 1 && n->id == n[-1].id));
    require(strspn(n->printed, "+-.0123456789eE") == strlen(n->printed));
    check_run(&n->measure, n->run);
  }
}

static void check_panels(const carom_paper *paper)
{
  for (int i = 0; i < paper->panels; i++) {
    const carom_paper_panel *panel = &paper->panel[i];
    require(panel->name && panel->title && panel->caption && panel->x.label && panel->y.label);
    require(*panel->name && !strpbrk(panel->name, "/."));
    for (int k = 0; k < panel->curves; k++) {
      require(panel->curve[k].law && panel->curve[k].marks >= 0 && panel->curve[k].marks <= 9);
      check_run(&panel->curve[k].points, panel->curve[k].run);
    }
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  carom_faults faults;
  carom_paper *paper = carom_paper_read((const char *)data, size, &faults);
  if (!paper) {
    check_faults(&faults);
    return 0;
  }
  require(faults.count == 0 && faults.more == 0);
  require(paper->name && *paper->name && paper->authors && paper->title && paper->setting);
  for (int i = 0; i < paper->errata; i++)
    require(paper->erratum[i].where && paper->erratum[i].why);
  for (int i = 0; i < paper->opens; i++)
    require(paper->open[i]);
  check_numbers(paper);
  check_panels(paper);
  carom_paper_free(paper);
  return 0;
}
