/* SPDX-License-Identifier: MIT */
/* Archives what an integration carries from one step to the next. */
#include "core/archive.h"
#include "core/error.h"
#include "integrate/method.h"

static const carom_column scalar[] = {
    CAROM_COLUMN(carom_integrator, t, CAROM_DOUBLES),
    CAROM_COLUMN(carom_integrator, t_rest, CAROM_DOUBLES),
    CAROM_COLUMN(carom_integrator, t_old, CAROM_DOUBLES),
    CAROM_COLUMN(carom_integrator, t_old_rest, CAROM_DOUBLES),
    CAROM_COLUMN(carom_integrator, length, CAROM_DOUBLES),
    CAROM_COLUMN(carom_integrator, step, CAROM_DOUBLES),
    CAROM_COLUMN(carom_integrator, trend_length, CAROM_DOUBLES),
    CAROM_COLUMN(carom_integrator, trend_root, CAROM_DOUBLES),
    CAROM_COLUMN(carom_integrator, steps, CAROM_INT64S),
    CAROM_COLUMN(carom_integrator, rejected, CAROM_INT64S),
    CAROM_COLUMN(carom_integrator, retaken, CAROM_INT64S),
    CAROM_COLUMN(carom_integrator, rates, CAROM_INT64S),
    CAROM_COLUMN(carom_integrator, fresh, CAROM_FLAGS),
    CAROM_COLUMN(carom_integrator, have_last, CAROM_FLAGS),
    CAROM_COLUMN(carom_integrator, have_dense, CAROM_FLAGS),
    CAROM_COLUMN(carom_integrator, past, CAROM_INTS),
    CAROM_COLUMN(carom_integrator, past_length, CAROM_DOUBLES),
};

carom_status carom_integrator_archive(carom_integrator *in, carom_archive *archive,
                                      carom_error *err)
{
  const size_t n = (size_t)in->problem.states;
  const struct {
    const char *name;
    double *row;
    size_t count;
  } array[] = {{"y", in->y, n},
               {"y_old", in->y_old, n},
               {"k_first", in->k_first, n},
               {"k_last", in->k_last, n},
               {"k", in->k, n * (size_t)in->tableau->stage_rows},
               {"dense", in->dense, n * (size_t)in->tableau->dense_rows},
               {"g", in->g, (size_t)in->problem.guards}};
  CAROM_TRY(carom_archive_table(archive, "integrator", scalar, sizeof scalar / sizeof *scalar, in,
                                sizeof *in, 1, err));
  for (size_t i = 0; i < sizeof array / sizeof *array; i++)
    CAROM_TRY(carom_archive_array(archive, "integrator", array[i].name, CAROM_DOUBLES, array[i].row,
                                  array[i].count, err));
  if (archive->loading) in->event = in->stuck = false;
  return CAROM_OK;
}
