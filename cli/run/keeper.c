/* SPDX-License-Identifier: MIT */
#include "cli/run/keeper.h"

#include <unistd.h>

#include "cli/base/interrupt.h"

cli_keeper keeper_of(const cli_run *run, const carom_scenario *scenario)
{
  cli_keeper k = {.until = scenario->run.until, .every = CAROM_UNSET};
  if (!run) return k;
  k.saved = run_clock();
  k.restart = run->restart;
  k.progress = isatty(STDERR_FILENO) && !run->json;
  k.every = scenario->run.checkpoint;
  k.step = scenario->run.step == CAROM_UNSET ? 0 : scenario->run.step;
  if (run->output && carom_checkpoint_known()) output_join(k.path, run->output, KEEPER_FILE);
  carom_scenario_hash(scenario, k.input);
  return k;
}

int keeper_check(const cli_run *run, const carom_scenario *scenario)
{
  const bool wanted = scenario->run.checkpoint != CAROM_UNSET;
  if (!wanted && !run->restart) return ENDED_WELL;
  const char *what = run->restart ? "--restart" : "run.checkpoint";
  if (!carom_checkpoint_known())
    return message_usage(what, "this carom was built without HDF5 and knows no checkpoints; build "
                               "it with HDF5 (Debian: libhdf5-dev)");
  if (scenario->axes > 0)
    return message_usage(what, "a sweep has no checkpoints; its runs are computed anew");
  if (scenario->problem == CAROM_PROBLEM_IMPACT || scenario->problem == CAROM_PROBLEM_BOUNCE)
    return message_usage(what, "impacts and bounces have no checkpoints; they are computed anew");
  if (!run->output)
    return message_usage(what, "checkpoints are kept in a folder; name it with --output");
  return ENDED_WELL;
}

carom_status keeper_restore(cli_keeper *k, carom_error *err)
{
  if (!k->restart) return CAROM_OK;
  k->about.input = k->input;
  const carom_status status = carom_checkpoint_read(k->path, &k->about, k->visit, k->user, err);
  if (status != CAROM_OK) return status;
  k->saved_time = k->time(k->user);
  if (k->saved_time > k->until * (1 + 1e-12) + k->step)
    return carom_fail(err, CAROM_ERR_CONFLICT, "run.until",
                      "the checkpoint is at %.9g s, behind the end at %.9g s; give a later one, or "
                      "start anew without --restart",
                      k->saved_time, k->until);
  return CAROM_OK;
}

void keeper_insure(cli_keeper *k)
{
  k->unasked = *k->path && k->every == CAROM_UNSET;
  if (k->unasked) k->every = carom_checkpoint_wait(0);
}

static void save(cli_keeper *k)
{
  const double start = run_clock();
  carom_error err = {.code = CAROM_OK};
  k->about.input = k->input;
  k->about.time = k->time(k->user);
  const carom_status status = carom_checkpoint_write(k->path, &k->about, k->visit, k->user, &err);
  if (status == CAROM_OK) k->saved_time = k->about.time;
  k->has_one |= status == CAROM_OK;
  if (status != CAROM_OK && !k->failing) message_note("%s: %s", err.where, err.text);
  k->failing = status != CAROM_OK; /* told once, not every time */
  k->saved = run_clock();
  if (k->unasked) k->every = carom_checkpoint_wait(k->saved - start);
}

static void show(cli_keeper *k, double now)
{
  if (!k->progress || now < k->shown + 0.2) return;
  fprintf(stderr, "\r%3.0f %%", 100 * k->time(k->user) / k->until);
  k->shown = now;
}

bool keeper_pause(void *keeper)
{
  cli_keeper *k = keeper;
  k->interrupted |= interrupt_seen();
  if (k->interrupted || (k->every == CAROM_UNSET && !k->progress)) return k->interrupted;
  const double now = run_clock();
  if (*k->path && k->every != CAROM_UNSET && now >= k->saved + k->every) save(k);
  show(k, now);
  return false;
}

void keeper_tell(const cli_keeper *k, double time)
{
  message_note("interrupted at %g s of %g s; what was computed is kept%s", time, k->until,
               *k->path && !k->failing ? ", --restart goes on from there" : "");
}

void keeper_end(cli_keeper *k, carom_status status)
{
  if (k->progress) fprintf(stderr, "\r%10s\r", "");
  if (status != CAROM_OK) {
    if (k->has_one)
      message_note("the last good state, that of %g s, is in %s", k->saved_time, k->path);
    return;
  }
  if (*k->path && k->interrupted && k->time(k->user) > k->saved_time) save(k);
  if (k->unasked && k->has_one && !k->interrupted && !k->restart) remove(k->path);
}
