/* SPDX-License-Identifier: MIT */
#include "run/scene_measures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/archive.h"
#include "core/array.h"
#include "core/error.h"
#include "io/csv.h"
#include "io/field_vti.h"

/* A column: suffix of the measure's name, and unit. */
typedef struct column {
  const char *suffix, *unit;
} column;

#define TENSOR(prefix, unit)                                                                       \
  {prefix "_xx", unit}, {prefix "_xy", unit}, {prefix "_xz", unit}, {prefix "_yx", unit},          \
      {prefix "_yy", unit}, {prefix "_yz", unit}, {prefix "_zx", unit}, {prefix "_zy", unit},      \
  {                                                                                                \
    prefix "_zz", unit                                                                             \
  }

static const column stress[] = {TENSOR("", "Pa"),       TENSOR("_kinetic", "Pa"),
                                {"_pressure", "Pa"},    {"_deviator", "Pa"},
                                {"_principal_1", "Pa"}, {"_principal_2", "Pa"},
                                {"_principal_3", "Pa"}, {"_friction", "1"}},
                    fabric[] = {TENSOR("", "1")}, one[] = {{"", "1"}},
                    coordination[] = {{"", "1"}, {"_rest", "1"}, {"_rattlers", "1"}},
                    motion[] = {{"_particles", "1"},
                                {"_mass", "kg"},
                                {"_x", "m"},
                                {"_y", "m"},
                                {"_z", "m"},
                                {"_velocity_x", "m/s"},
                                {"_velocity_y", "m/s"},
                                {"_velocity_z", "m/s"},
                                {"_temperature", "m2/s2"},
                                {"_temperature_flow", "m2/s2"}},
                    inertia[] = {{"", "1"}, {"_shear_rate", "1/s"}, {"_friction", "1"}},
                    flow[] = {{"_mass", "kg"}, {"_particles", "1"}, {"_rate", "kg/s"}},
                    quadrants[] = {{"_1", "1"}, {"_2", "1"}, {"_3", "1"}, {"_4", "1"}},
                    angle[] = {{"", "rad"}};

typedef struct columns {
  const column *column;
  int count;
} columns;

#define COLUMNS(list)                                                                              \
  {                                                                                                \
    list, CAROM_COUNT(list)                                                                        \
  }

/* Columns by kind of measure; none where the result is a table. */
static const columns columns_of[CAROM_MEASURES] = {
    [CAROM_MEASURE_STRESS] = COLUMNS(stress),
    [CAROM_MEASURE_FABRIC] = COLUMNS(fabric),
    [CAROM_MEASURE_SOLID_FRACTION] = COLUMNS(one),
    [CAROM_MEASURE_COORDINATION] = COLUMNS(coordination),
    [CAROM_MEASURE_MOTION] = COLUMNS(motion),
    [CAROM_MEASURE_INERTIAL_NUMBER] = COLUMNS(inertia),
    [CAROM_MEASURE_MASS_FLOW] = COLUMNS(flow),
    [CAROM_MEASURE_MIXING] = COLUMNS(one),
    [CAROM_MEASURE_QUADRANTS] = COLUMNS(quadrants),
    [CAROM_MEASURE_SURFACE] = COLUMNS(angle),
};

int carom_measures_columns(const carom_scenario *s, carom_record *record)
{
  int count = 0;
  for (int k = 0; k < s->record.measures; k++) {
    const columns *c = &columns_of[s->record.measure[k].what];
    count += c->count;
    for (int i = 0; record && i < c->count; i++)
      carom_record_add(record, c->column[i].unit, "%s%s", s->record.measure[k].name,
                       c->column[i].suffix);
  }
  return count;
}

bool carom_measure_has_grid(const carom_scenario_measure *m)
{
  return m->what == CAROM_MEASURE_PROFILE || m->what == CAROM_MEASURE_FIELD;
}

bool carom_measure_has_table(const carom_scenario_measure *m)
{
  return carom_measure_has_grid(m) || m->what == CAROM_MEASURE_RADIAL ||
         m->what == CAROM_MEASURE_FORCES;
}

/* What numbers and tensors request; 0 for measures computed otherwise. */
static unsigned wanted_of(carom_measure_what what)
{
  switch (what) {
  case CAROM_MEASURE_STRESS:
    return CAROM_BULK_MOTION | CAROM_BULK_CONTACTS;
  case CAROM_MEASURE_FABRIC:
    return CAROM_BULK_CONTACTS;
  case CAROM_MEASURE_SOLID_FRACTION:
    return CAROM_BULK_SOLID;
  case CAROM_MEASURE_COORDINATION:
    return CAROM_BULK_CONTACTS | CAROM_BULK_RATTLERS;
  case CAROM_MEASURE_MOTION:
    return CAROM_BULK_MOTION;
  case CAROM_MEASURE_INERTIAL_NUMBER:
    return CAROM_BULK_MOTION | CAROM_BULK_CONTACTS | CAROM_BULK_SOLID;
  default:
    return 0;
  }
}

static bool same_region(const carom_region *a, const carom_region *b)
{
  return a->shape == b->shape && !memcmp(a->low, b->low, sizeof a->low) &&
         !memcmp(a->high, b->high, sizeof a->high) &&
         !memcmp(a->point, b->point, sizeof a->point) &&
         !memcmp(a->direction, b->direction, sizeof a->direction) && a->radius == b->radius &&
         a->inner_radius == b->inner_radius && a->length == b->length;
}

static bool same_particles(const carom_selection *a, const carom_selection *b)
{
  return a->within == b->within && (!a->within || same_region(&a->region, &b->region)) &&
         a->material == b->material && !memcmp(a->id, b->id, sizeof a->id) &&
         !memcmp(a->radius, b->radius, sizeof a->radius) && a->group == b->group;
}

/* Numbers and tensors of the same particles are computed together. */
static void share(const carom_scenario *s, carom_measure_state *state, int k)
{
  const carom_scenario_measure *own = &s->record.measure[k];
  const unsigned wanted = wanted_of(own->what);
  int first = 0;
  while (wanted && first < k &&
         !(state[first].wanted && same_particles(&s->record.measure[first].of, &own->of)))
    first++;
  state[k].shared = wanted ? first : k;
  state[state[k].shared].wanted |= wanted;
}

static carom_status create_one(const carom_scenario_measure *m, carom_measure_state *state,
                               const carom_scene *scene, carom_error *err)
{
  snprintf(state->csv, sizeof state->csv, "%.80s.csv", m->name);
  snprintf(state->vti, sizeof state->vti, "%.80s.vti", m->name);
  snprintf(state->svg[0], sizeof state->svg[0], "%.80s.svg", m->name);
  snprintf(state->svg[1], sizeof state->svg[1], "%.80s_stress.svg", m->name);
  if (m->what == CAROM_MEASURE_MASS_FLOW)
    return carom_crossings_create(scene, m->point, m->direction, &state->crossings, err);
  if (carom_measure_has_grid(m)) {
    state->grid = carom_coarse_default();
    state->grid.width = m->width;
    memcpy(state->grid.low, m->of.region.low, sizeof state->grid.low);
    memcpy(state->grid.high, m->of.region.high, sizeof state->grid.high);
    memcpy(state->grid.cells, m->cells, sizeof state->grid.cells);
    return carom_coarse_create(scene, &state->grid, &state->coarse, err);
  }
  if (!carom_measure_has_table(m)) return CAROM_OK;
  state->sum = calloc((size_t)m->bins, sizeof *state->sum);
  return state->sum ? CAROM_OK : carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
}

carom_status carom_measures_create(carom_scene_measures *m, const carom_scenario *s,
                                   const carom_scene *scene, carom_error *err)
{
  m->scenario = s;
  m->state = calloc((size_t)s->record.measures + 1, sizeof *m->state);
  if (!m->state) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  for (int k = 0; k < s->record.measures; k++) {
    const carom_scenario_measure *one_of = &s->record.measure[k];
    share(s, m->state, k);
    const carom_status status = create_one(one_of, &m->state[k], scene, err);
    if (status != CAROM_OK && err) {
      const carom_node *at = carom_tree_get(one_of->node, err->where);
      if (!at) at = one_of->node;
      err->line = at->line;
      err->column = at->column;
      carom_tree_path(at, err->where, sizeof err->where);
    }
    CAROM_TRY(status);
  }
  return CAROM_OK;
}

void carom_measures_free(carom_scene_measures *m)
{
  for (int k = 0; m->state && k < m->scenario->record.measures; k++) {
    carom_crossings_destroy(m->state[k].crossings);
    carom_coarse_destroy(m->state[k].coarse);
    free(m->state[k].sum);
  }
  free(m->state);
  m->state = NULL;
}

/* Adds a distribution to the average. */
static carom_status add_distribution(const carom_scenario_measure *m, carom_measure_state *state,
                                     carom_scene *scene, carom_error *err)
{
  double *value = malloc((size_t)m->bins * sizeof *value), mean = 0;
  if (!value) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  const carom_status status = m->what == CAROM_MEASURE_RADIAL
                                  ? carom_measure_radial(scene, &m->of, m->reach, m->bins, value,
                                                         NULL, err)
                                  : carom_measure_forces(scene, &m->of, m->most, m->bins, value,
                                                         &mean, err);
  const bool there = status == CAROM_OK && value[0] == value[0]; /* NaN: no contacts */
  for (int b = 0; there && b < m->bins; b++)
    state->sum[b] += value[b];
  if (there) state->looks++, state->mean += mean;
  free(value);
  return status;
}

static carom_status look(const carom_scenario_measure *m, carom_measure_state *state,
                         carom_scene *scene, carom_error *err)
{
  const double time = carom_scene_time(scene);
  if (m->what == CAROM_MEASURE_MASS_FLOW) {
    double mass;
    int64_t particles;
    CAROM_TRY(carom_crossings_look(state->crossings, scene, &m->of, &mass, &particles, err));
    state->rate = time > state->time ? (mass - state->mass) / (time - state->time) : 0;
    state->mass = mass, state->particles = (double)particles, state->time = time;
    return CAROM_OK;
  }
  if (time < m->from - 0.5 * carom_scene_step(scene)) return CAROM_OK;
  if (state->coarse) {
    carom_selection of = m->of;
    of.within = false; /* the grid takes the place of the region */
    return carom_coarse_look(state->coarse, scene, &of, err);
  }
  return state->sum ? add_distribution(m, state, scene, err) : CAROM_OK;
}

carom_status carom_measures_look(carom_scene_measures *m, carom_scene *scene, carom_error *err)
{
  for (int k = 0; k < m->scenario->record.measures; k++)
    CAROM_TRY(look(&m->scenario->record.measure[k], &m->state[k], scene, err));
  return CAROM_OK;
}

static void put(double **row, const double *value, int count)
{
  for (int i = 0; i < count; i++)
    *(*row)++ = value[i];
}

/* Fills in the cells of one measure from the results for its particles. */
static void put_bulk(const carom_scenario_measure *m, const carom_bulk *b, double **row)
{
  const double numbers[] = {(double)b->particles, (double)b->rattlers};
  switch (m->what) {
  case CAROM_MEASURE_STRESS:
    put(row, b->contact_stress, 9);
    put(row, b->kinetic_stress, 9);
    put(row, &b->pressure, 1);
    put(row, &b->deviator, 1);
    put(row, b->principal, 3);
    put(row, &b->friction, 1);
    break;
  case CAROM_MEASURE_FABRIC:
    put(row, b->fabric, 9);
    break;
  case CAROM_MEASURE_SOLID_FRACTION:
    put(row, &b->solid_fraction, 1);
    break;
  case CAROM_MEASURE_COORDINATION:
    put(row, &b->coordination, 1);
    put(row, &b->coordination_rest, 1);
    put(row, &numbers[1], 1);
    break;
  case CAROM_MEASURE_INERTIAL_NUMBER:
    put(row, &b->inertial_number, 1);
    put(row, &b->shear_rate, 1);
    put(row, &b->friction, 1);
    break;
  default:
    put(row, &numbers[0], 1);
    put(row, &b->mass, 1);
    put(row, b->centre, 3);
    put(row, b->velocity, 3);
    put(row, &b->temperature, 1);
    put(row, &b->temperature_flow, 1);
  }
}

static carom_status sample_quadrants(const carom_scenario_measure *m, carom_scene *scene,
                                     double **row, carom_error *err)
{
  int64_t count[4];
  CAROM_TRY(carom_measure_quadrants(scene, &m->of, m->point, m->along, m->up, count, err));
  for (int q = 0; q < 4; q++)
    *(*row)++ = (double)count[q];
  return CAROM_OK;
}

static carom_status sample_surface(const carom_scenario_measure *m, carom_scene *scene,
                                   double **row, carom_error *err)
{
  carom_free_surface f = {.radial = m->radial, .bins = m->bins, .share = m->share};
  memcpy(f.up, m->up, sizeof f.up);
  memcpy(f.along, m->along, sizeof f.along);
  memcpy(f.point, m->point, sizeof f.point);
  return carom_measure_surface(scene, &m->of, &f, (*row)++, err);
}

static carom_status sample_one(const carom_scene_measures *all, int k, carom_scene *scene,
                               double **row, carom_error *err)
{
  const carom_scenario_measure *m = &all->scenario->record.measure[k];
  carom_measure_state *state = &all->state[k];
  const double through[] = {state->mass, state->particles, state->rate};
  carom_selection of = m->of;
  of.within = false;
  switch (m->what) {
  case CAROM_MEASURE_MASS_FLOW:
    put(row, through, 3);
    return CAROM_OK;
  case CAROM_MEASURE_MIXING:
    return carom_measure_mixing(scene, &of, &m->marked, m->of.region.low, m->of.region.high,
                                m->cells, (*row)++, err);
  case CAROM_MEASURE_QUADRANTS:
    return sample_quadrants(m, scene, row, err);
  case CAROM_MEASURE_SURFACE:
    return sample_surface(m, scene, row, err);
  default:
    if (state->wanted)
      CAROM_TRY(carom_measure_bulk(scene, &m->of, state->wanted, &state->bulk, err));
    if (!carom_measure_has_table(m)) put_bulk(m, &all->state[state->shared].bulk, row);
    return CAROM_OK;
  }
}

carom_status carom_measures_sample(const carom_scene_measures *m, carom_scene *scene, double *row,
                                   carom_error *err)
{
  for (int k = 0; k < m->scenario->record.measures; k++)
    CAROM_TRY(sample_one(m, k, scene, &row, err));
  return CAROM_OK;
}

carom_status carom_measures_archive(carom_scene_measures *m, carom_archive *archive,
                                    carom_error *err)
{
  for (int k = 0; k < m->scenario->record.measures; k++) {
    const carom_scenario_measure *own = &m->scenario->record.measure[k];
    carom_measure_state *state = &m->state[k];
    char group[32];
    snprintf(group, sizeof group, "measure_%d", k);
    if (state->crossings) CAROM_TRY(carom_crossings_archive(state->crossings, group, archive, err));
    if (state->coarse) CAROM_TRY(carom_coarse_archive(state->coarse, group, archive, err));
    double kept[] = {state->looks,     state->mean, state->mass,
                     state->particles, state->rate, state->time};
    CAROM_TRY(
        carom_archive_array(archive, group, "kept", CAROM_DOUBLES, kept, CAROM_COUNT(kept), err));
    state->looks = kept[0], state->mean = kept[1], state->mass = kept[2];
    state->particles = kept[3], state->rate = kept[4], state->time = kept[5];
    if (state->sum)
      CAROM_TRY(carom_archive_array(archive, group, "distribution", CAROM_DOUBLES, state->sum,
                                    (size_t)own->bins, err));
  }
  return CAROM_OK;
}

/* The mean of a column over the rows from a time on, over cells that hold a number. */
static double mean_of(const carom_record *record, int at, double from)
{
  double sum = 0, count = 0;
  for (int64_t i = 0; i < record->rows; i++) {
    const double *row = carom_record_row(record, i);
    if (row[0] < from || row[at] - row[at] != 0) continue;
    sum += row[at];
    count++;
  }
  return count > 0 ? sum / count : NAN;
}

void carom_measures_members(carom_json *json, const carom_scene_measures *m,
                            const carom_record *record, int first)
{
  const carom_scenario *s = m->scenario;
  const double *last = record->rows > 0 ? carom_record_row(record, record->rows - 1) : NULL;
  if (s->record.measures == 0) return;
  carom_json_object(json, "measures");
  for (int k = 0; k < s->record.measures; k++) {
    const carom_scenario_measure *own = &s->record.measure[k];
    const columns *c = &columns_of[own->what];
    const carom_measure_state *state = &m->state[k];
    carom_json_object(json, own->name);
    if (carom_measure_has_table(own)) {
      carom_json_string(json, "table", state->csv);
      carom_json_integer(json, "looks",
                         state->coarse ? carom_coarse_looks(state->coarse) : (int64_t)state->looks);
      if (own->what == CAROM_MEASURE_FORCES)
        carom_json_quantity(json, "mean_force", "N", state->mean / state->looks);
    }
    for (int i = 0; last && i < c->count; i++) {
      const char *suffix = c->column[i].suffix;
      carom_json_object(json, *suffix == '_' ? suffix + 1 : "value");
      carom_json_quantity(json, "last", c->column[i].unit, last[first + i]);
      carom_json_quantity(json, "mean", c->column[i].unit, mean_of(record, first + i, own->from));
      carom_json_end(json);
    }
    carom_json_end(json);
    first += c->count;
  }
  carom_json_end(json);
}

static void put_cell(FILE *file, double value, bool last)
{
  if (value - value == 0) fprintf(file, "%.12g", value);
  fputc(last ? '\n' : ',', file);
}

static void put_head(FILE *file, const char *group, const column *c, int count, bool last)
{
  char name[64];
  for (int i = 0; i < count; i++) {
    snprintf(name, sizeof name, "%s%s", group, c[i].suffix);
    carom_csv_put(file, name, c[i].unit);
    fputc(last && i + 1 == count ? '\n' : ',', file);
  }
}

static void put_node(FILE *file, const carom_coarse *coarse, int i, int j, int k)
{
  const carom_coarse_fields f = carom_coarse_at(coarse, i, j, k);
  double x[3];
  carom_coarse_node(coarse, i, j, k, x);
  const double *part[] = {x,          &f.density,       &f.solid_fraction, f.momentum,
                          f.velocity, f.contact_stress, f.kinetic_stress,  &f.temperature};
  static const int width[] = {3, 1, 1, 3, 3, 9, 9, 1};
  for (size_t p = 0; p < CAROM_COUNT(width); p++)
    for (int n = 0; n < width[p]; n++)
      put_cell(file, part[p][n], p + 1 == CAROM_COUNT(width) && n + 1 == width[p]);
}

static void put_grid(FILE *file, const carom_measure_state *state)
{
  static const column place[] = {{"x", "m"}, {"y", "m"}, {"z", "m"}},
                      scalar[] = {{"density", "kg/m3"}, {"solid_fraction", "1"}},
                      momentum[] = {{"_x", "kg/m2/s"}, {"_y", "kg/m2/s"}, {"_z", "kg/m2/s"}},
                      velocity[] = {{"_x", "m/s"}, {"_y", "m/s"}, {"_z", "m/s"}},
                      pressure[] = {TENSOR("", "Pa")}, temperature[] = {{"temperature", "m2/s2"}};
  put_head(file, "", place, 3, false);
  put_head(file, "", scalar, 2, false);
  put_head(file, "momentum", momentum, 3, false);
  put_head(file, "velocity", velocity, 3, false);
  put_head(file, "stress", pressure, 9, false);
  put_head(file, "kinetic_stress", pressure, 9, false);
  put_head(file, "", temperature, 1, true);
  const int *cells = state->grid.cells;
  for (int k = 0; k < cells[2]; k++)
    for (int j = 0; j < cells[1]; j++)
      for (int i = 0; i < cells[0]; i++)
        put_node(file, state->coarse, i, j, k);
}

void carom_measure_csv(const void *user, FILE *file)
{
  const carom_measure_table *table = user;
  const carom_scenario_measure *m = &table->measures->scenario->record.measure[table->k];
  const carom_measure_state *state = &table->measures->state[table->k];
  static const column radial[] = {{"distance", "m"}, {"g", "1"}},
                      forces[] = {{"force_over_mean", "1"}, {"density", "1"}};
  if (state->coarse) {
    put_grid(file, state);
    return;
  }
  const bool distances = m->what == CAROM_MEASURE_RADIAL;
  put_head(file, "", distances ? radial : forces, 2, true);
  for (int b = 0; b < m->bins; b++) {
    put_cell(file, (b + 0.5) / m->bins * (distances ? m->reach : m->most), false);
    put_cell(file, state->sum[b] / state->looks, true);
  }
}

void carom_measure_vti(const void *user, FILE *file)
{
  const carom_measure_table *table = user;
  const carom_measure_state *state = &table->measures->state[table->k];
  carom_field_vti(state->coarse, &state->grid, file);
}
