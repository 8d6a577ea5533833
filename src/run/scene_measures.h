/* SPDX-License-Identifier: MIT */
/* Measures that a scenario takes of its scene: columns over time, distributions and fields. */
#ifndef CAROM_RUN_SCENE_MEASURES_H
#define CAROM_RUN_SCENE_MEASURES_H

#include <carom/measure.h>

#include "io/scenario.h"
#include "run/record.h"
#include "io/json_write.h"

/* The state of a measure between looks. */
typedef struct carom_measure_state {
  carom_crossings *crossings;
  carom_coarse *coarse;
  carom_coarse_def grid;              /* for coarse fields */
  double *sum;                        /* for distributions: sum per bin over the looks */
  double looks, mean;                 /* for forces: sum of the mean forces */
  double mass, particles, rate, time; /* for crossings: values at the last look */
  int shared;                         /* index of the first measure of the same particles */
  unsigned wanted;                    /* for that first one: what all of them request */
  carom_bulk bulk;                    /* and the results for the row */
  char csv[96], vti[96], svg[2][96];  /* names of its files */
} carom_measure_state;

typedef struct carom_scene_measures {
  const carom_scenario *scenario;
  carom_measure_state *state; /* one per measure */
} carom_scene_measures;

/* The number of columns; adds them to a record, unless that is NULL. */
int carom_measures_columns(const carom_scenario *scenario, carom_record *record);
carom_status carom_measures_create(carom_scene_measures *m, const carom_scenario *scenario,
                                   const carom_scene *scene, carom_error *err);
void carom_measures_free(carom_scene_measures *m);

/* Called when a row is due: measures with their own interval take a look. / Fills in the cells of
 * their columns. */
carom_status carom_measures_look(carom_scene_measures *m, carom_scene *scene, carom_error *err);
carom_status carom_measures_sample(const carom_scene_measures *m, carom_scene *scene, double *row,
                                   carom_error *err);
carom_status carom_measures_archive(carom_scene_measures *m, carom_archive *archive,
                                    carom_error *err);

/* Writes last values and means of every measure. `first`: its first column. */
void carom_measures_members(carom_json *json, const carom_scene_measures *m,
                            const carom_record *record, int first);

/* The table of a profile, field or distribution; whether measure k has a table, and a grid. */
typedef struct carom_measure_table {
  const carom_scene_measures *measures;
  int k;
} carom_measure_table;

bool carom_measure_has_table(const carom_scenario_measure *m);
bool carom_measure_has_grid(const carom_scenario_measure *m);
void carom_measure_csv(const void *table, FILE *file);
void carom_measure_vti(const void *table, FILE *file);

#endif
