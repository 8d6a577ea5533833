/* SPDX-License-Identifier: MIT */
/* Archives what a chain carries from step to step; everything else follows from its definition. */
#include "chain/stepped.h"
#include "core/archive.h"
#include "core/array.h"
#include "core/error.h"

#define PAST(type)                                                                                 \
  CAROM_COLUMN(type, past.count, CAROM_INTS), CAROM_COLUMNS(type, past.time, CAROM_DOUBLES, 2),    \
      CAROM_COLUMNS(type, past.overlap, CAROM_DOUBLES, 2),                                         \
      CAROM_COLUMNS(type, past.force, CAROM_DOUBLES, 2)

#define PEAKS(type)                                                                                \
  CAROM_COLUMN(type, peak.first_peak_overlap, CAROM_DOUBLES),                                      \
      CAROM_COLUMN(type, peak.time_of_first_peak_overlap, CAROM_DOUBLES),                          \
      CAROM_COLUMN(type, peak.force_at_first_peak_overlap, CAROM_DOUBLES),                         \
      CAROM_COLUMN(type, peak.first_peak_force, CAROM_DOUBLES),                                    \
      CAROM_COLUMN(type, peak.time_of_first_peak_force, CAROM_DOUBLES),                            \
      CAROM_COLUMN(type, peak.peak_force, CAROM_DOUBLES),                                          \
      CAROM_COLUMN(type, peak.time_of_peak_force, CAROM_DOUBLES),                                  \
      CAROM_COLUMN(type, peak.touches, CAROM_INT64S)

static const carom_column record_column[] = {
    CAROM_COLUMN(carom_chain, every, CAROM_DOUBLES),
    CAROM_COLUMN(carom_chain, sampled_from, CAROM_DOUBLES),
    CAROM_COLUMN(carom_chain, next, CAROM_DOUBLES),
    CAROM_COLUMN(carom_chain, recorded, CAROM_INT64S),
};

static const carom_column link_column[] = {
    CAROM_COLUMNS(carom_link, state, CAROM_DOUBLES, CAROM_MAX_STATES),
    CAROM_REGIME_COLUMNS(carom_link, regime),
    CAROM_COLUMN(carom_link, approach, CAROM_DOUBLES),
    CAROM_COLUMN(carom_link, force_rate, CAROM_DOUBLES),
    CAROM_COLUMN(carom_link, rising, CAROM_FLAGS),
    PAST(carom_link),
    PEAKS(carom_link),
    CAROM_ENCOUNTER_COLUMNS(carom_link, met),
};

static const carom_column drive_column[] = {
    CAROM_COLUMN(carom_chain_drive, velocity.now, CAROM_INTS)};

static const carom_column stepped_column[] = {
    CAROM_COLUMN(carom_stepped, active, CAROM_INTS),
    CAROM_COLUMN(carom_stepped, viscous, CAROM_DOUBLES),
    CAROM_COLUMN(carom_stepped, work, CAROM_DOUBLES),
};

static const carom_column pairing_column[] = {
    CAROM_COLUMN(carom_pairing, fastest, CAROM_DOUBLES),
    CAROM_COLUMN(carom_pairing, deepest, CAROM_DOUBLES),
};

static const carom_column time_column[] = {
    CAROM_COLUMN(carom_integrator, t, CAROM_DOUBLES),
    CAROM_COLUMN(carom_integrator, steps, CAROM_INT64S),
};

static const carom_column follow_column[] = {
    PAST(carom_follow),
    PEAKS(carom_follow),
};

#define VISIT(group, table, first, count)                                                          \
  CAROM_TRY(carom_archive_table(archive, group, table, CAROM_COUNT(table), first, sizeof *(first), \
                                (size_t)(count), err))

static carom_status visit_resolved(carom_chain *c, carom_archive *archive, carom_error *err)
{
  CAROM_TRY(carom_integrator_archive(&c->in, archive, err));
  VISIT("link", link_column, c->link, c->links);
  for (int k = 0; k < c->links; k++)
    if (archive->loading && !carom_encounters_sane(&c->link[k].met))
      return carom_fail(err, CAROM_ERR_RANGE, "link", "no contact can have met like that");
  VISIT("drive", drive_column, c->drive, c->drives);
  for (int k = 0; k < c->drives; k++)
    if (c->drive[k].velocity.now < -1 || c->drive[k].velocity.now >= c->drive[k].velocity.points)
      return carom_fail(err, CAROM_ERR_RANGE, "drive", "there is no such stretch of a drive");
  return CAROM_OK;
}

/* Archives one segment. Names must be unique, so they contain the number of the first link. */
static carom_status visit_segment(carom_segment *g, carom_archive *archive, carom_error *err)
{
  char group[] = "segment_0000000000";
  size_t at = sizeof group - 1;
  for (int n = g->first; n > 0; n /= 10)
    group[--at] = (char)('0' + n % 10);
  for (int k = 0; k < g->contact.law->states; k++) {
    const char name[] = {'s', 't', 'a', 't', 'e', '_', (char)('0' + k), '\0'};
    CAROM_TRY(carom_archive_array(archive, group, name, CAROM_DOUBLES, g->state[k],
                                  (size_t)g->count, err));
  }
  if (g->met)
    CAROM_TRY(
        carom_archive_array(archive, group, "met", CAROM_BYTES, g->met, (size_t)g->count, err));
  if (g->booked_plastic)
    CAROM_TRY(carom_archive_array(archive, group, "dented", CAROM_DOUBLES, g->booked_plastic,
                                  (size_t)g->count, err));
  return carom_archive_array(archive, group, "open", CAROM_FLAGS, g->open, (size_t)g->count, err);
}

static carom_status visit_stepped(carom_chain *c, carom_archive *archive, carom_error *err)
{
  carom_stepped *s = c->stepped;
  const size_t padded = (size_t)s->padded;
  const char *const group = "bodies";
  VISIT("integrator", time_column, &c->in, 1);
  VISIT("stepped", stepped_column, s, 1);
  if (s->active < 1 || s->active > s->padded - 2)
    return carom_fail(err, CAROM_ERR_RANGE, "stepped", "the active range ends outside the chain");
  CAROM_TRY(carom_archive_array(archive, group, "u", CAROM_DOUBLES, s->at.u, padded, err));
  CAROM_TRY(carom_archive_array(archive, group, "v", CAROM_DOUBLES, s->at.v, padded, err));
  CAROM_TRY(carom_archive_array(archive, group, "a", CAROM_DOUBLES, s->at.a, padded, err));
  CAROM_TRY(carom_archive_array(archive, group, "force", CAROM_DOUBLES, s->at.force, padded, err));
  for (int k = 0; k < s->segments; k++)
    CAROM_TRY(visit_segment(&s->segment[k], archive, err));
  VISIT("pairing", pairing_column, s->pairing, s->pairings);
  for (int k = 0; k < s->pairings; k++)
    if (archive->loading && !(s->pairing[k].fastest >= 0 && s->pairing[k].deepest >= 0))
      return carom_fail(err, CAROM_ERR_RANGE, "pairing", "no contact can have met like that");
  VISIT("follow", follow_column, s->follow, s->follows);
  return CAROM_OK;
}

carom_status carom_chain_archive(carom_chain *chain, carom_archive *archive, carom_error *err)
{
  if (!chain || !archive || !archive->array)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "chain", "a chain and an archive are needed");
  VISIT("record", record_column, chain, 1);
  if (chain->sampler && !(chain->every > 0))
    return carom_fail(err, CAROM_ERR_RANGE, "record", "the interval of records is not positive");
  return chain->stepped ? visit_stepped(chain, archive, err) : visit_resolved(chain, archive, err);
}
