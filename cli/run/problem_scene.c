/* SPDX-License-Identifier: MIT */
/* A scene as a kind of problem: its example, its row in a sweep, what 'carom check' says of it. */
#include <stdlib.h>
#include <string.h>

#include "cli/run/problem.h"
#include "cli/base/quantity.h"
#include "cli/run/run_scene.h"

/* Laid out as a user would write it; every line can be changed and the file still runs. */
static const char example[] =
    "carom: 1\n"
    "title: Glass beads fall into a box\n"
    "\n"
    "materials:\n"
    "  glass: {young: 100 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none} # soft: longer "
    "steps\n"
    "\n"
    "contacts:                      # 'carom law' lists the laws, 'carom law tsuji' the settings\n"
    "  - between: [glass, glass]\n"
    "    law: tsuji\n"
    "    restitution: 0.6           # what is asked for is delivered, at this step too\n"
    "    tangential: {model: mindlin, friction: 0.4}\n"
    "\n"
    "scene:\n"
    "  particles:\n"
    "    - {arrange: random, count: 500, radius: 4 mm, radius_max: 6 mm, material: glass,\n"
    "       low: [0, 0, 0], high: [0.1 m, 0.1 m, 0.3 m], seed: 1}\n"
    "    # also: arrange: cubic | hexagonal, position: [x, y, z] for one, file: grains.csv,\n"
    "    # velocity, spin, mass, fixed: true\n"
    "  walls:\n"
    "    box: {shape: box, low: [0, 0, 0], high: [0.1 m, 0.1 m, 1 m], material: glass}\n"
    "    # also: shape: plane | cylinder, point, direction, radius, velocity, spin, motion\n"
    "  gravity: [0, 0, -9.81 m/s2]\n"
    "  expected_speed: 2 m/s        # of impacts: the step is chosen for it\n"
    "  # domain: {low: [...], high: [...], periodic: x}\n"
    "\n"
    "run: {until: 0.4 s}            # step: 10 us; auto or not given: it is chosen\n"
    "record: {every: 10 ms}         # frames: 20 ms, format: vtp | xyz | dump\n";

static const cli_column columns[] = {
    {"contacts", "contacts", "1", 1}, {"kinetic", "kinetic", "J", 0}, {"lost", "lost", "J", 0},
    {"budget", "residual", "J", 0},   {"step", "step", "s", 0},       {"note", "note", NULL, 0}};

/* Combinations run side by side, so that each has one thread, and a folder for its frames. */
static void compute(const carom_scenario *scenario, cli_sweep_row *row)
{
  cli_run alone = *row->run;
  cli_scene scene;
  char frames[32];
  alone.threads = 1;
  snprintf(frames, sizeof frames, "frames_%06ld", row->index);
  cli_keeper keeper = keeper_of(NULL, scenario);
  row->status = scene_begin(&scene, scenario, &alone, frames, &row->error);
  if (row->status == CAROM_OK) row->status = scene_advance(&scene, &keeper, &row->error);
  if (row->status == CAROM_OK) row->status = scene_compare(&scene, row->measured, &row->error);
  if (row->status == CAROM_OK && !scene.interrupted) {
    const carom_scene_energy e = carom_scene_budget(scene.scene);
    const cli_budget budget = scene_budget(&scene);
    row->off = budget_off(&budget);
    row->number[0] = (double)carom_scene_contacts(scene.scene, NULL, NULL);
    row->number[1] = e.kinetic + e.rotational;
    row->number[2] = e.viscous + e.plastic + e.friction;
    row->number[3] = e.residual;
    row->number[4] = carom_scene_step(scene.scene);
    row->note = scene_validity(&scene);
    problem_keep(row, scene_members, &scene);
    row->misfits = scene.misfits;
    scene.misfits = (cli_misfits){.count = 0};
  }
  row->done = !scene.interrupted;
  scene_free(&scene);
}

static void add(cli_table *table, const cli_sweep_row *row)
{
  for (int i = 0; i < 5; i++)
    table_number(table, row->number[i]);
}

/* Every line as a comment. */
static void print_pairings(const cli_scene *scene, FILE *file)
{
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream(&text, &length);
  if (!memory) return;
  scene_print_pairings(scene, memory);
  fclose(memory);
  for (const char *line = text; text && *line;) {
    const size_t width = strcspn(line, "\n");
    if (width) fprintf(file, "# %.*s\n", (int)width, line);
    line += width + (line[width] == '\n');
  }
  free(text);
}

/* Prepares the scene as a run would, so that what a run would refuse is told now. */
static int derive(const cli_run *run, const carom_scenario *scenario, FILE *file)
{
  cli_scene scene;
  carom_error err = {0};
  int code = ENDED_WELL;
  if (scene_begin(&scene, scenario, run, NULL, &err) == CAROM_OK) {
    const carom_scene_counters work = carom_scene_stats(scene.scene);
    char q[QUANTITY_ROOM];
    print_pairings(&scene, file);
    scene_print_pressed(&scene, "# ", file);
    scene_warn(&scene);
    fprintf(file, "# %s of memory\n", quantity_print((double)work.bytes, "B", q));
  } else {
    code = file_fault_in(run->file, scenario, &err);
  }
  scene_free(&scene);
  return code;
}

const cli_problem problem_scene = {.example = example,
                                   .run = run_scene,
                                   .compute = compute,
                                   .add = add,
                                   .column = columns,
                                   .columns = sizeof columns / sizeof *columns,
                                   .record = scene_columns,
                                   .derive = derive};
