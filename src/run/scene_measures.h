/* SPDX-License-Identifier: MIT */
/* What a scenario measures of its scene: columns over time, distributions and fields of their own.
 */
#ifndef CAROM_RUN_SCENE_MEASURES_H
#define CAROM_RUN_SCENE_MEASURES_H

#include <carom/measure.h>

#include "io/scenario.h"
#include "run/record.h"
#include "io/json_write.h"

/* What a measure keeps from look to look. */
typedef struct carom_measure_state {
  carom_crossings *crossings;
  carom_coarse *coarse;
  carom_coarse_def grid;              /* of coarse */
  double *sum;                        /* of distributions: per bin, over the looks */
  double looks, mean;                 /* of forces: the sum of mean forces */
  double mass, particles, rate, time; /* through a plane at the last look */
  int shared;                         /* the first measure of the same particles */
  unsigned wanted;                    /* of that first one: what all of them want */
  carom_bulk bulk;                    /* and what was found for the row */
  char csv[96], vti[96], svg[2][96];  /* names of its files */
} carom_measure_state;

typedef struct carom_scene_measures {
  const carom_scenario *scenario;
  carom_measure_state *state; /* one a measure */
} carom_scene_measures;

/* How many columns there are; adds them to a record, unless it is NULL. */
int carom_measures_columns(const carom_scenario *scenario, carom_record *record);
carom_status carom_measures_create(carom_scene_measures *m, const carom_scenario *scenario,
                                   const carom_scene *scene, carom_error *err);
void carom_measures_free(carom_scene_measures *m);

/* A row is due: what looks from time to time does so. / The cells of its columns. */
carom_status carom_measures_look(carom_scene_measures *m, carom_scene *scene, carom_error *err);
carom_status carom_measures_sample(const carom_scene_measures *m, carom_scene *scene, double *row,
                                   carom_error *err);
carom_status carom_measures_archive(carom_scene_measures *m, carom_archive *archive,
                                    carom_error *err);

/* Last values and means of every measure. `first`: the first of their columns. */
void carom_measures_members(carom_json *json, const carom_scene_measures *m,
                            const carom_record *record, int first);

/* The table of a profile, field or distribution. Does measure k have one? A grid? */
typedef struct carom_measure_table {
  const carom_scene_measures *measures;
  int k;
} carom_measure_table;

bool carom_measure_has_table(const carom_scenario_measure *m);
bool carom_measure_has_grid(const carom_scenario_measure *m);
void carom_measure_csv(const void *table, FILE *file);
void carom_measure_vti(const void *table, FILE *file);

#endif
