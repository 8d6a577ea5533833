/* SPDX-License-Identifier: MIT */
/* Curves of chains and bounces, from the rows that were kept. */
#include "cli/reproduce/points.h"

enum { VELOCITY = 1, FORCE };

static int asked(const carom_call *call, const char *name)
{
  return (int)carom_call_value(call, name);
}

/* The column of a bead or contact; 0, which is the time, if it was not kept. */
static int bead_column(const repro_result *result, int bead, int which)
{
  const carom_scenario *s = result->scenario;
  for (int i = 0; i < s->record.beads; i++)
    if (s->record.bead[i] == bead) return carom_chain_bead_column(i) + which;
  return 0;
}

static int contact_column(const repro_result *result, int contact, bool overlap)
{
  const carom_scenario *s = result->scenario;
  for (int i = 0; i < s->record.contacts; i++)
    if (s->record.contact[i] == contact)
      return overlap ? carom_chain_overlap_column(result->chain, i)
                     : carom_chain_force_column(result->chain, i);
  return 0;
}

static const double *row_at(const repro_result *result, int64_t i)
{
  return carom_chain_job_row(result->chain, i);
}

static carom_status column(const repro_result *result, int which, double shift, repro_points *out)
{
  for (int64_t i = 0; which > 0 && i < result->chain->base.record.rows; i++) {
    const double *row = row_at(result, i);
    CAROM_TRY(points_add(out, row[0], row[which] + shift));
  }
  return CAROM_OK;
}

carom_status points_bead_force(const repro_result *result, const carom_call *call,
                               repro_points *out)
{
  return column(result, bead_column(result, asked(call, "bead"), FORCE),
                carom_call_value(call, "shift"), out);
}

carom_status points_bead_velocity(const repro_result *result, const carom_call *call,
                                  repro_points *out)
{
  return column(result, bead_column(result, asked(call, "bead"), VELOCITY),
                carom_call_value(call, "shift"), out);
}

carom_status points_contact_force(const repro_result *result, const carom_call *call,
                                  repro_points *out)
{
  return column(result, contact_column(result, asked(call, "contact"), false),
                carom_call_value(call, "shift"), out);
}

carom_status points_loop(const repro_result *result, const carom_call *call, repro_points *out)
{
  const int contact = asked(call, "contact");
  const int overlap = contact_column(result, contact, true);
  const int force = contact_column(result, contact, false);
  for (int64_t i = 0; force && i < result->chain->base.record.rows; i++) {
    const double *row = row_at(result, i), d = row[overlap];
    CAROM_TRY(points_add(out, d > 0 ? d : 0, d > 0 ? row[force] : 0));
  }
  return CAROM_OK;
}

carom_status points_profile(const repro_result *result, const carom_call *call, repro_points *out)
{
  const double time = carom_call_value(call, "time");
  int64_t i = 0;
  while (i + 1 < result->chain->base.record.rows && row_at(result, i)[0] < time * (1 - 1e-9))
    i++;
  for (int bead = 1; bead < result->scenario->chain.beads; bead++) {
    const int which = bead_column(result, bead, VELOCITY);
    if (which) CAROM_TRY(points_add(out, bead, row_at(result, i)[which]));
  }
  return CAROM_OK;
}

static double largest(const repro_result *result, int which)
{
  double peak = 0;
  for (int64_t i = 0; i < result->chain->base.record.rows; i++)
    peak = row_at(result, i)[which] > peak ? row_at(result, i)[which] : peak;
  return peak;
}

carom_status points_sensor_peaks(const repro_result *result, const carom_call *call,
                                 repro_points *out)
{
  const carom_scenario *s = result->scenario;
  (void)call;
  for (int i = 0; i < s->record.beads; i++)
    CAROM_TRY(points_add(out, s->record.bead[i],
                         largest(result, bead_column(result, s->record.bead[i], FORCE))));
  return CAROM_OK;
}

/* The first maximum that is more than a ripple. */
static double first_peak(const repro_result *result, int which)
{
  const double level = 0.4 * largest(result, which);
  for (int64_t i = 1; i + 1 < result->chain->base.record.rows; i++) {
    const double force = row_at(result, i)[which];
    if (force > level && force >= row_at(result, i - 1)[which] &&
        force > row_at(result, i + 1)[which])
      return force;
  }
  return __builtin_nan("");
}

carom_status points_wave_peaks(const repro_result *result, const carom_call *call,
                               repro_points *out)
{
  const int at[2] = {asked(call, "first"), asked(call, "second")};
  for (int k = 0; k < 2; k++)
    CAROM_TRY(points_add(out, at[k], first_peak(result, bead_column(result, at[k], FORCE))));
  return points_add(out, result->scenario->chain.beads,
                    first_peak(result, contact_column(result, CAROM_RIGHT_WALL, false)));
}

static carom_status fall(const repro_result *result, int which, double shift, repro_points *out)
{
  for (int64_t i = 0; i < result->bounce->base.record.rows; i++) {
    const double *row = carom_record_row(&result->bounce->base.record, i);
    CAROM_TRY(points_add(out, row[0], row[which] + shift));
  }
  return CAROM_OK;
}

carom_status points_height(const repro_result *result, const carom_call *call, repro_points *out)
{
  return fall(result, 1, carom_call_value(call, "shift"), out);
}

carom_status points_fall_velocity(const repro_result *result, const carom_call *call,
                                  repro_points *out)
{
  (void)call;
  return fall(result, 2, 0, out);
}
