/* SPDX-License-Identifier: MIT */
/* What people, JSON and CSV get of a scene. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text/impact_text.h"
#include "cli/base/quantity.h"
#include "cli/run/run_scene.h"
#include "cli/base/table.h"
#include "cli/text/verdict_text.h"

/* The channels of the energy budget, in the order of the rows. */
static const struct {
  const char *key, *title;
} channels[SCENE_COLUMNS - SCENE_KINETIC] = {
    {"kinetic", "kinetic"},           {"rotational", "of rotation"},
    {"elastic", "elastic"},           {"tangential", "in tangential springs"},
    {"viscous", "lost by damping"},   {"plastic", "lost by plastic deformation"},
    {"friction", "lost by friction"}, {"gravity", "done by gravity"},
    {"walls", "done by walls"},       {"residual", "missing in the budget"},
};

static const char *met(const cli_scene *run, const carom_scene_pairing *p, char text[96])
{
  const carom_scenario *s = run->scenario;
  snprintf(text, 96, "%.40s - %.40s%s", s->material[p->between[0]].name,
           s->material[p->between[1]].name, p->wall ? " (wall)" : "");
  return text;
}

/* "1 contact", "2 contacts". */
static const char *counted(long count, const char *what, char text[48])
{
  snprintf(text, 48, "%ld %s%s", count, what, count == 1 ? "" : "s");
  return text;
}

/* Pairs have two particles, contacts with walls one. */
static void count_wall(void *user, const carom_scene_touch *touch)
{
  long *walls = user;
  *walls += touch->b < 0;
}

/* Contacts, those with walls among them, and how many a particle has on average. */
typedef struct touching {
  long contacts, walls;
  double coordination;
} touching;

static touching count_contacts(const cli_scene *run)
{
  touching t = {.walls = 0};
  t.contacts = carom_scene_contacts(run->scene, count_wall, &t.walls);
  t.coordination = (double)(2 * t.contacts - t.walls) / (double)carom_scene_particles(run->scene);
  return t;
}

void scene_print_pairings(const cli_scene *run, FILE *file)
{
  static const cli_column columns[] = {
      {"contact", "contact", NULL, 0},       {"law", "law", NULL, 0},
      {"asked", "asked", NULL, 0},           {"resolved", "resolved", "1", 4},
      {"at this step", "delivered", "1", 4}, {"within", "spread", "1", 4},
      {"speed", "speed", "m/s", 0},          {"contact time", "duration", "s", 0},
      {"steps in it", "steps", "1", 1}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  const double step = carom_scene_step(run->scene);
  char q[2][QUANTITY_ROOM], count[2][48], name[96], wish[48];
  for (int i = 0; i < carom_scene_pairings(run->scene); i++) {
    carom_scene_pairing p;
    if (carom_scene_pairing_at(run->scene, i, &p, NULL) != CAROM_OK) continue;
    table_text(&table, met(run, &p, name));
    table_text(&table, carom_law_about(p.contact.law)->name);
    const char *asked = impact_asked(&p.contact, wish);
    table_text(&table, asked ? asked : "-");
    table_number(&table, p.resolved);
    table_number(&table, p.delivered);
    table_number(&table, p.spread);
    table_number(&table, p.speed);
    table_number(&table, p.duration);
    table_number(&table, p.duration / step);
  }
  if (table_ok(&table) && carom_scene_pairings(run->scene) > 0) table_write_text(&table, file);
  table_free(&table);
  fprintf(file, "%s, step %s, until %s: %s\n\n",
          counted(carom_scene_particles(run->scene), "particle", count[0]),
          quantity_print(step, "s", q[0]), quantity_print(run->scenario->run.until, "s", q[1]),
          counted(scene_steps_to(run, run->scenario->run.until), "step", count[1]));
}

void scene_warn(const cli_scene *run)
{
  enum { ENOUGH = 10 };
  const double error = run->scenario->scene.def.restitution_error;
  char q[QUANTITY_ROOM], name[96];
  if (*run->unread) message_note("columns that are not read: %s", run->unread);
  scene_warn_overlap(run);
  scene_warn_pressed(run);
  if (run->scenario->run.step == CAROM_UNSET) return;
  for (int i = 0; i < carom_scene_pairings(run->scene); i++) {
    carom_scene_pairing p;
    if (carom_scene_pairing_at(run->scene, i, &p, NULL) != CAROM_OK) continue;
    const double steps = p.duration / carom_scene_step(run->scene);
    if (p.duration == CAROM_UNSET || (steps >= ENOUGH && fabs(p.delivered - p.resolved) <= error))
      continue;
    message_warning("run.step",
                    "%s: in steps of %s the restitution is %.4g (within %.2g, %.3g steps in a "
                    "contact) instead of %.4g; without run.step one is chosen that keeps it within "
                    "%g",
                    met(run, &p, name), quantity_print(carom_scene_step(run->scene), "s", q),
                    p.delivered, p.spread, steps, p.resolved, error);
  }
}

static cli_verdict verdict_of(const cli_scene *run, const carom_scene_pairing *p)
{
  cli_verdict v = {.setting = "scene.expected_speed",
                   .allowed = run->scenario->scene.def.restitution_error};
  met(run, p, v.name);
  if (p->delivered != CAROM_UNSET) {
    v.step = carom_scene_step(run->scene);
    v.at_step = p->delivered;
  }
  verdict_add(&v, &p->smallest, &p->encounters);
  verdict_judge(&v);
  return v;
}

/* Of those that met; NULL without memory. */
static cli_verdict *verdicts_of(const cli_scene *run, int *found)
{
  const int count = carom_scene_pairings(run->scene);
  cli_verdict *list = calloc((size_t)count + 1, sizeof *list);
  *found = 0;
  for (int i = 0; list && i < count; i++) {
    carom_scene_pairing p;
    if (carom_scene_pairing_at(run->scene, i, &p, NULL) != CAROM_OK) continue;
    if (p.encounters.deepest > 0) list[(*found)++] = verdict_of(run, &p);
  }
  return list;
}

void scene_warn_verdicts(const cli_scene *run)
{
  char text[VERDICT_ROOM];
  int count = 0;
  cli_verdict *list = verdicts_of(run, &count);
  for (int i = 0; i < count; i++)
    for (int k = 0; verdict_sentence(&list[i], k, text); k++)
      message_note("%s", text);
  free(list);
}

const char *scene_validity(const cli_scene *run)
{
  int count = 0;
  cli_verdict *list = verdicts_of(run, &count);
  const char *note = verdict_note(CAROM_VALID, list, count);
  free(list);
  return note;
}

/* What became of the contacts. */
static void print_verdicts(const cli_scene *run)
{
  int found = 0;
  cli_verdict *list = verdicts_of(run, &found);
  if (list) verdict_table(list, found, "contact", stdout, false);
  if (found > 0) putchar('\n');
  free(list);
}

static void write_pairings(carom_json *json, const cli_scene *run)
{
  carom_json_array(json, "laws");
  for (int i = 0; i < carom_scene_pairings(run->scene); i++) {
    carom_scene_pairing p;
    if (carom_scene_pairing_at(run->scene, i, &p, NULL) != CAROM_OK) continue;
    carom_json_object(json, NULL);
    carom_json_string(json, "law", carom_law_about(p.contact.law)->name);
    carom_json_row(json, "between");
    for (int k = 0; k < 2; k++)
      carom_json_string(json, NULL, run->scenario->material[p.between[k]].name);
    carom_json_end(json);
    carom_json_bool(json, "wall", p.wall);
    impact_restitutions(json, &p.contact);
    carom_json_number(json, "restitution", p.resolved);
    carom_json_number(json, "restitution_at_step", p.delivered);
    carom_json_number(json, "restitution_spread", p.spread);
    carom_json_number(json, "speed", p.speed);
    const cli_verdict verdict = verdict_of(run, &p);
    verdict_members(json, &verdict);
    carom_json_end(json);
  }
  carom_json_end(json);
}

static void write_vector(carom_json *json, const char *key, const double *value)
{
  carom_json_row(json, key);
  for (int k = 0; k < 3; k++)
    carom_json_number(json, NULL, value[k]);
  carom_json_end(json);
}

static void write_walls(carom_json *json, const cli_scene *run)
{
  carom_json_array(json, "walls");
  for (int w = 0; w < carom_scene_walls(run->scene); w++) {
    carom_scene_wall_state wall;
    if (carom_scene_sample_wall(run->scene, w, &wall, NULL) != CAROM_OK) continue;
    carom_json_object(json, NULL);
    carom_json_string(json, "name", wall.name);
    write_vector(json, "force", wall.force);
    write_vector(json, "torque", wall.torque);
    carom_json_end(json);
  }
  carom_json_end(json);
}

/* The budget as a row has it. */
static void energies(const cli_scene *run, double e[SCENE_COLUMNS - SCENE_KINETIC])
{
  const carom_scene_energy b = carom_scene_budget(run->scene);
  const double all[] = {b.kinetic, b.rotational, b.elastic, b.tangential, b.viscous,
                        b.plastic, b.friction,   b.gravity, b.walls,      b.residual};
  for (int i = 0; i < SCENE_COLUMNS - SCENE_KINETIC; i++)
    e[i] = all[i];
}

cli_budget scene_budget(const cli_scene *run)
{
  const carom_scene_energy e = carom_scene_budget(run->scene);
  const double held = e.kinetic + e.rotational + e.elastic + e.tangential;
  const double lost = e.viscous + e.plastic + e.friction;
  double work = fmax(e.gravity, 0) + fmax(e.walls, 0);
  for (long i = 0; i < run->rows; i++) { /* what was put in and taken out again */
    const double *row = run->row + i * run->columns;
    work = fmax(work, row[SCENE_KINETIC] + row[SCENE_ROTATIONAL]);
  }
  const bool half = run->scenario->scene.def.velocity == CAROM_VELOCITY_HALF;
  return (cli_budget){.residual = e.residual,
                      .start = held + lost + e.residual - e.gravity - e.walls,
                      .end = held,
                      .work = work,
                      .remedy = half
                                    ? "with scene.velocity: half it is of first order in the step; "
                                      "take predicted, or a shorter step"
                                    : "take a shorter step (run.step)"};
}

void scene_members(carom_json *json, const void *user)
{
  const cli_scene *run = user;
  const carom_scene_counters work = carom_scene_stats(run->scene);
  const touching touch = count_contacts(run);
  double e[SCENE_COLUMNS - SCENE_KINETIC], linear[3], angular[3];
  char hash[24];
  energies(run, e);
  carom_scene_momentum(run->scene, linear, angular);
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)carom_scene_hash(run->scene));
  carom_json_number(json, "time", carom_scene_time(run->scene));
  carom_json_integer(json, "steps", carom_scene_steps(run->scene));
  carom_json_number(json, "step", carom_scene_step(run->scene));
  carom_json_integer(json, "particles", carom_scene_particles(run->scene));
  carom_json_integer(json, "contacts", touch.contacts);
  carom_json_number(json, "fastest_contact", carom_scene_fastest(run->scene));
  carom_json_integer(json, "wall_contacts", touch.walls);
  carom_json_number(json, "coordination", touch.coordination);
  carom_json_object(json, "energy");
  for (int i = 0; i < SCENE_COLUMNS - SCENE_KINETIC; i++)
    carom_json_number(json, channels[i].key, e[i]);
  carom_json_end(json);
  const cli_budget budget = scene_budget(run);
  carom_json_number(json, "budget_off", budget_off(&budget));
  write_vector(json, "momentum", linear);
  write_vector(json, "angular_momentum", angular);
  write_walls(json, run);
  write_pairings(json, run);
  measured_members(json, &run->misfits);
  if (run->frames.folder) {
    carom_json_object(json, "frames");
    carom_json_string(json, "folder", strrchr(run->frame_folder, '/') + 1);
    carom_json_integer(json, "count", run->frames.count);
    carom_json_end(json);
  }
  carom_json_string(json, "hash", hash);
  carom_json_object(json, "timing");
  carom_json_number(json, "seconds", run->seconds);
  carom_json_integer(json, "timed_steps", carom_scene_steps(run->scene) - run->before);
  carom_json_number(json, "forces", work.forces);
  carom_json_number(json, "motion", work.motion);
  carom_json_number(json, "lists", work.lists);
  carom_json_integer(json, "rebuilds", work.rebuilds);
  carom_json_integer(json, "remembered", work.remembered);
  carom_json_number(json, "bytes", (double)work.bytes);
  carom_json_end(json);
}

void scene_columns(const carom_scenario *scenario, cli_record *record)
{
  record_add(record, "s", "time");
  record_add(record, "1", "contacts");
  for (int i = 0; i < SCENE_COLUMNS - SCENE_KINETIC; i++)
    record_add(record, "J", "%s", channels[i].key);
  for (int w = 0; w < scenario->scene.walls; w++) {
    const char *name = scenario->scene.wall[w].name;
    for (int k = 0; k < 3; k++)
      record_add(record, "N", "force_%s_%c", name, "xyz"[k]);
    for (int k = 0; k < 3; k++)
      record_add(record, "N m", "torque_%s_%c", name, "xyz"[k]);
  }
}

cli_record scene_record(const cli_scene *run)
{
  cli_record record = {.rows = run->rows, .value = run->row, .stride = run->columns};
  scene_columns(run->scenario, &record);
  return record;
}

static void print_walls(const cli_scene *run)
{
  static const cli_column columns[] = {{"wall", "wall", NULL, 0},    {"force x", "fx", "N", 0},
                                       {"force y", "fy", "N", 0},    {"force z", "fz", "N", 0},
                                       {"torque x", "tx", "N m", 0}, {"torque y", "ty", "N m", 0},
                                       {"torque z", "tz", "N m", 0}};
  cli_table table = table_new(columns, sizeof columns / sizeof *columns);
  for (int w = 0; w < carom_scene_walls(run->scene); w++) {
    carom_scene_wall_state wall;
    if (carom_scene_sample_wall(run->scene, w, &wall, NULL) != CAROM_OK) continue;
    table_text(&table, wall.name ? wall.name : "wall");
    for (int k = 0; k < 3; k++)
      table_number(&table, wall.force[k]);
    for (int k = 0; k < 3; k++)
      table_number(&table, wall.torque[k]);
  }
  if (table_ok(&table) && carom_scene_walls(run->scene)) {
    table_write_text(&table, stdout);
    putchar('\n');
  }
  table_free(&table);
}

void scene_summary(const cli_scene *run)
{
  const long steps = carom_scene_steps(run->scene), particles = carom_scene_particles(run->scene);
  const touching touch = count_contacts(run);
  const cli_budget budget = scene_budget(run);
  const bool half = run->scenario->scene.def.velocity == CAROM_VELOCITY_HALF;
  double e[SCENE_COLUMNS - SCENE_KINETIC];
  const char *comma = "";
  char q[QUANTITY_ROOM], count[2][48];
  energies(run, e);
  if (run->error) printf("Stopped: %s\n", run->error->text);
  printf("After %s (%s): %s, %.2f a particle\n\n",
         quantity_print(carom_scene_time(run->scene), "s", q), counted(steps, "step", count[0]),
         counted(touch.contacts, "contact", count[1]), touch.coordination);
  print_walls(run);
  print_verdicts(run);
  fputs("energy    ", stdout);
  for (int i = 0; i < SCENE_COLUMNS - SCENE_KINETIC - 1; i++) {
    if (e[i] == 0) continue;
    printf("%s%s %s", comma, quantity_print(e[i], "J", q), channels[i].title);
    comma = ", ";
  }
  if (!*comma) fputs("none", stdout);
  printf("\n          budget closes within %.1e%s\n", budget_off(&budget),
         half ? " (scene.velocity: half: of first order in the step)" : "");
  if (steps > run->before && run->seconds > 0)
    printf("time      %s, %.3g million particle-steps a second%s\n",
           quantity_print(run->seconds, "s", q),
           (double)particles * (double)(steps - run->before) / run->seconds / 1e6,
           run->before ? " since the restart" : "");
  measured_print(&run->misfits);
}

carom_status scene_energies(const cli_scene *run, cli_figure *figure)
{
  figure->title = run->scenario->title;
  figure->panels = 1;
  figure->panel[0] = (cli_panel){
      .title = "Energy", .x_label = "time", .y_label = "energy", .x_unit = "s", .y_unit = "J"};
  for (int c = SCENE_KINETIC, shown = 0; c < SCENE_COLUMNS; c++) {
    double largest = 0;
    for (long i = 0; i < run->rows; i++)
      largest = fmax(largest, fabs(run->row[i * run->columns + c]));
    if (largest == 0 && c != SCENE_KINETIC) continue;
    cli_curve *curve = figure_add(&figure->panel[0], channels[c - SCENE_KINETIC].title,
                                  look_number(shown++), 1.8, run->rows);
    if (!curve) return CAROM_ERR_MEMORY;
    for (long i = 0; i < run->rows; i++) {
      curve->x[i] = run->row[i * run->columns];
      curve->y[i] = run->row[i * run->columns + c];
    }
  }
  return CAROM_OK;
}
