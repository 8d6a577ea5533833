/* SPDX-License-Identifier: MIT */
/* The chain of a scenario, computed. */
#include "cli/run_chain.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/run_folder.h"

enum { PER_BEAD = 3 };

static double total(carom_force force)
{
  return force.elastic + force.dissipative;
}

/* Force between a bead and its neighbour on one side; 0 where there is none. */
static double beside(const cli_chain *run, int bead, bool right, const double *x, const double *v)
{
  const carom_scenario *s = run->scenario;
  const bool end = right ? bead == s->chain.beads - 1 : bead == 0;
  const bool wall = right ? s->chain.right.present : s->chain.left.present;
  if (end && !wall) return 0;
  const int contact = !end ? bead - !right : right ? CAROM_RIGHT_WALL : CAROM_LEFT_WALL;
  return total(carom_chain_force(run->chain, contact, x, v));
}

static double *new_row(cli_chain *run)
{
  if (run->rows == run->room) {
    const long room = run->room ? 2 * run->room : 1024;
    double *grown = realloc(run->row, (size_t)room * (size_t)(run->columns + 1) * sizeof *run->row);
    if (!grown) {
      run->out_of_memory = true;
      return NULL;
    }
    run->row = grown;
    run->room = room;
  }
  return run->row + run->rows++ * (run->columns + 1);
}

static void keep_row(void *user, double time, const double *x, const double *v)
{
  cli_chain *run = user;
  const carom_scenario *s = run->scenario;
  double *row = run->out_of_memory ? NULL : new_row(run);
  if (!row) return;
  *row++ = time;
  for (int i = 0; i < s->record.beads; i++) {
    const int bead = s->record.bead[i];
    *row++ = x[bead];
    *row++ = v[bead];
    /* a sensor in a bead sees the mean of the forces on its two sides */
    *row++ = 0.5 * (beside(run, bead, false, x, v) + beside(run, bead, true, x, v));
  }
  for (int i = 0; i < s->record.contacts; i++)
    *row++ = total(carom_chain_force(run->chain, s->record.contact[i], x, v));
}

/* The end belongs to the series, whether or not it falls on an interval. */
static void keep_end(cli_chain *run)
{
  const double now = carom_chain_time(run->chain);
  const double last = run->rows ? run->row[(run->rows - 1) * (run->columns + 1)] : -1;
  if (now > last)
    keep_row(run, now, carom_chain_displacement(run->chain), carom_chain_velocity(run->chain));
}

static carom_status create(cli_chain *run, carom_error *err)
{
  const carom_scenario *s = run->scenario;
  carom_chain_def def = carom_chain_default();
  carom_contact_def *contact = calloc((size_t)s->contacts + 1, sizeof *contact);
  if (!contact) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  for (int i = 0; i < s->contacts; i++)
    contact[i] = s->contact[i].def;
  def.bead = s->chain.bead;
  def.beads = s->chain.beads;
  def.contact = contact;
  def.contacts = s->contacts;
  if (s->chain.left.present)
    def.left = (carom_chain_wall){.present = true,
                                  .material = s->material[s->chain.left.material].material,
                                  .contact = s->chain.left.contact};
  if (s->chain.right.present)
    def.right = (carom_chain_wall){.present = true,
                                   .material = s->material[s->chain.right.material].material,
                                   .gap = s->chain.right.gap,
                                   .contact = s->chain.right.contact};
  def.gravity = s->chain.gravity;
  def.settled = s->chain.settled;
  def.integrator = (carom_chain_integrator)s->run.integrator;
  def.tolerance = s->run.tolerance;
  def.step = s->run.step == CAROM_UNSET ? 0 : s->run.step;
  def.corrector_tolerance = s->run.corrector_tolerance;
  def.follow_all = s->record.all_peaks;
  def.followed = s->record.contact;
  def.follow = s->record.contacts;
  const carom_status status = carom_chain_create(&def, &run->chain, err);
  free(contact);
  return status;
}

/* Bodies from left to right; the left wall, or the left side of the first body, is at 0. */
static bool place(cli_chain *run)
{
  const carom_scenario *s = run->scenario;
  double edge = 0;
  run->start = calloc((size_t)s->chain.beads, sizeof *run->start);
  for (int i = 0; run->start && i < s->chain.beads; i++) {
    const carom_bead *bead = &s->chain.bead[i];
    const double half = bead->body.shape == CAROM_FLAT ? 0 : bead->body.radius;
    if (i > 0 || s->chain.left.present) edge += bead->gap;
    run->start[i] = edge + half;
    edge += 2 * half;
  }
  return run->start != NULL;
}

static void show(const cli_chain *run, bool progress, bool last)
{
  if (!progress) return;
  if (last)
    fprintf(stderr, "\r%40s\r", "");
  else
    fprintf(stderr, "\r%3.0f %%  %ld steps",
            100 * carom_chain_time(run->chain) / run->scenario->run.until,
            carom_chain_steps(run->chain));
}

/* In pieces, so that Ctrl-C is noticed. */
static carom_status advance(cli_chain *run, bool progress, carom_error *err)
{
  enum { PIECES = 100 };
  const double until = run->scenario->run.until;
  carom_status status = CAROM_OK;
  for (int k = 1; k <= PIECES && status == CAROM_OK && !run->interrupted; k++) {
    status = carom_chain_advance(run->chain, k == PIECES ? until : until * k / PIECES, err);
    run->interrupted = k < PIECES && interrupt_seen();
    show(run, progress, false);
  }
  show(run, progress, true);
  return status;
}

carom_status chain_compute(cli_chain *run, const carom_scenario *scenario, bool keep, bool progress,
                           carom_error *err)
{
  *run = (cli_chain){.scenario = scenario, .keep = keep};
  run->columns = PER_BEAD * scenario->record.beads + scenario->record.contacts;
  if (!place(run)) return carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  CAROM_TRY(create(run, err));
  if (keep) carom_chain_watch(run->chain, scenario->record.every, keep_row, run);
  CAROM_TRY(advance(run, progress, err));
  if (keep) keep_end(run);
  if (run->out_of_memory)
    return carom_fail(err, CAROM_ERR_MEMORY, "record.every",
                      "out of memory; record at longer intervals, or fewer beads");
  return CAROM_OK;
}

void chain_free(cli_chain *run)
{
  carom_chain_destroy(run->chain);
  free(run->start);
  free(run->row);
  *run = (cli_chain){.chain = NULL};
}

static int print_json(const cli_chain *done)
{
  carom_json json = carom_json_to_file(stdout);
  carom_error err = {0};
  carom_json_object(&json, NULL);
  chain_members(&json, done);
  carom_json_end(&json);
  return carom_json_finish(&json, &err) == CAROM_OK ? ENDED_WELL : message_error(&err);
}

static carom_status fill(const cli_run *run, cli_chain *done, const cli_figure *forces,
                         carom_error *err)
{
  cli_folder folder = {.run = run};
  CAROM_TRY(folder_write(&folder, "series.csv", chain_csv, done, err));
  if (forces) {
    cli_figure velocities = {.panels = 1};
    carom_status status = forces->panel[0].curves ? folder_draw(&folder, "forces.svg", forces, err)
                                                  : CAROM_OK;
    if (status == CAROM_OK) status = chain_velocities(done, &velocities);
    if (status == CAROM_OK && velocities.panel[0].curves)
      status = folder_draw(&folder, "velocities.svg", &velocities, err);
    figure_free(&velocities);
    CAROM_TRY(status);
  }
  return folder_finish(&folder, done->scenario, done->interrupted, chain_members, done, err);
}

static int deliver(const cli_run *run, cli_chain *done)
{
  carom_error err = {.code = CAROM_ERR_MEMORY};
  carom_status status = CAROM_OK;
  cli_figure forces = {.panels = 1};
  const bool draw = (run->plot || run->output) && done->rows > 1 && figure_possible();
  if (draw) status = chain_forces(done, &forces);
  if (status == CAROM_OK && run->output) status = fill(run, done, draw ? &forces : NULL, &err);
  if (status == CAROM_OK && draw && run->plot && forces.panel[0].curves)
    status = figure_write(&forces, run->plot, run->force, &err);
  figure_free(&forces);
  return status == CAROM_OK ? ENDED_WELL : message_error(&err);
}

int run_chain(const cli_run *run, const carom_scenario *scenario)
{
  static const char *const names[] = {"series.csv", "forces.svg", "velocities.svg", "run.json"};
  cli_chain done;
  carom_error err = {0};
  int code = run->output ? folder_check(run, names, 4) : ENDED_WELL;
  if (code != ENDED_WELL) return code;
  const carom_status status = chain_compute(&done, scenario, run->output || run->plot,
                                            isatty(STDERR_FILENO) && !run->json, &err);
  if (status != CAROM_OK) {
    code = message_error(&err);
    if (done.chain && carom_chain_time(done.chain) > 0) { /* what was computed is kept */
      code = ENDED_BADLY;
      done.interrupted = true;
      if (run->output) deliver(run, &done);
    }
  } else {
    if (run->json)
      code = print_json(&done);
    else
      chain_summary(&done);
    if (code == ENDED_WELL) code = deliver(run, &done);
  }
  if (status == CAROM_OK && done.interrupted) {
    message_note("interrupted at %g s of %g s; what was computed is kept",
                 carom_chain_time(done.chain), scenario->run.until);
    code = ENDED_BADLY;
  }
  chain_free(&done);
  return code;
}
