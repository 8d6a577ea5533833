/* SPDX-License-Identifier: MIT */
#include "run/outcome.h"

#include <stdlib.h>
#include <string.h>

carom_status carom_outcome_find(const carom_contact_def *contact, const carom_impact_def *like,
                                carom_outcome *outcome)
{
  memset(outcome, 0, sizeof *outcome);
  outcome->status = carom_contact_prepare(contact, &outcome->contact, &outcome->error);
  if (outcome->status != CAROM_OK) return outcome->status;
  carom_impact_def def = *like;
  def.contact = &outcome->contact;
  outcome->status = carom_impact_resolve(&def, &outcome->impact, &outcome->error);
  return outcome->status;
}

static double total(carom_force force)
{
  return force.elastic + force.dissipative;
}

/* Selects the instants to keep. The end of the contact is a switch like others, but one instant of
 * it suffices unless the force jumps there; what follows is free flight. */
static bool belongs(carom_history *history, const carom_impact_sample *sample)
{
  if (!(history->end > 0))
    return sample->overlap >= -history->reach; /* integrator steps: the last one ends slightly
                                                  beyond */
  if (sample->time < history->end - history->near) return true;
  if (sample->time != history->end) return false;
  const carom_impact_sample *last = history->count ? &history->sample[history->count - 1] : NULL;
  if (!last || last->time != history->end) return true;
  const double before = total(last->force), after = total(sample->force);
  double most = 0;
  for (int64_t i = 0; i < history->count; i++) {
    const double force = total(history->sample[i].force);
    most = force > most ? force : most;
  }
  if (before - after < 1e-9 * most && after - before < 1e-9 * most) history->count--;
  return true;
}

static void keep(void *user, const carom_impact_sample *sample)
{
  carom_history *history = user;
  if (!belongs(history, sample)) return;
  if (history->count == history->room) {
    const int64_t room = history->room ? 2 * history->room : 512;
    void *grown = realloc(history->sample, (size_t)room * sizeof *history->sample);
    if (!grown) {
      history->out_of_memory = true;
      return;
    }
    history->sample = grown;
    history->room = room;
  }
  carom_impact_sample *kept = &history->sample[history->count++];
  *kept = *sample;
  if (kept->overlap < -history->reach) /* by rounding, at the very end */
    kept->overlap = 0 - history->reach;
}

carom_status carom_history_find(const carom_impact_def *like, const carom_outcome *outcome,
                                const carom_state *state, double every, carom_history *history,
                                carom_error *err)
{
  carom_state copy = state ? *state : carom_contact_virgin(&outcome->contact);
  carom_impact again;
  carom_impact_def def = *like;
  def.contact = &outcome->contact;
  def.speed = outcome->impact.speed_in;
  def.state = &copy;
  def.every = every;
  def.record = keep;
  def.user = history;
  history->count = 0;
  history->reach = carom_contact_reach(&outcome->contact);
  history->end = every > 0 ? outcome->impact.duration : 0;
  history->near = 1e-6 * every;
  CAROM_TRY(carom_impact_resolve(&def, &again, err));
  return history->out_of_memory ? CAROM_ERR_MEMORY : CAROM_OK;
}

double carom_history_every(const carom_outcome *outcome, int64_t samples)
{
  return samples > 1 ? outcome->impact.duration / (double)(samples - 1) : 0;
}

void carom_history_free(carom_history *history)
{
  free(history->sample);
  memset(history, 0, sizeof *history);
}

void carom_history_columns(carom_record *record)
{
  static const char *const column[][2] = {{"time", "s"},   {"overlap", "m"}, {"approach", "m/s"},
                                          {"force", "N"},  {"elastic", "N"}, {"dissipative", "N"},
                                          {"stored", "J"}, {"viscous", "J"}, {"plastic", "J"}};
  for (size_t i = 0; i < sizeof column / sizeof *column; i++)
    carom_record_add(record, column[i][1], "%s", column[i][0]);
}

void carom_history_row(const carom_impact_sample *s, double *row)
{
  const double cell[] = {s->time,          s->overlap,       s->approach,
                         total(s->force),  s->force.elastic, s->force.dissipative,
                         s->energy.stored, s->viscous,       s->energy.plastic};
  memcpy(row, cell, sizeof cell);
}
