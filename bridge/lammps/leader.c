/* SPDX-License-Identifier: MIT */
/* Rank 0 leads: the scene of its run is advanced and read through an engine table of its own, whose
 * calls make the other ranks follow. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bridge.h"
#include "cli/base/message.h"
#include "core/error.h"

enum { BEGIN, SHARE, ADVANCE, GATHER, END };

/* The program has one run. */
static bridge *led;

static void order(int what, int64_t number)
{
  int64_t text[2] = {what, number};
  MPI_Bcast(text, 2, MPI_INT64_T, 0, MPI_COMM_WORLD);
}

/* Brings the whole scene up to date. Errors are reported at the next advance or at the end. */
static void bring_home(const carom_scene *s)
{
  if (!led || !led->stale) return;
  (void)s;
  led->stale = false;
  order(GATHER, 0);
  carom_error err = {.code = CAROM_OK};
  if (gather_whole(led, &err) != CAROM_OK && led->status == CAROM_OK) {
    led->status = err.code;
    led->error = err;
  }
}

/* Distributes what sources, sinks, stages and callers have changed. */
static carom_status share(carom_error *err)
{
  if (!led->changed && led->run->phases.now == led->phase) return CAROM_OK;
  led->changed = false;
  order(SHARE, 0);
  return host_share(led, err);
}

/* A rank numbers particles by its own indices, and their ids are the tags of LAMMPS: replaces both
 * by the number and id of the whole scene. */
static void name_particle(const carom_scene *s, carom_error *err)
{
  static const char *const form = "particle %lu (id %lu)%n";
  unsigned long here, tag;
  int end = 0;
  char *at = err->text;
  while ((at = strstr(at, "particle ")) && (sscanf(at, form, &here, &tag, &end) != 2 || end == 0))
    at++;
  if (!at || tag < 1 || tag > (unsigned long)s->particles.count) return;
  const carom_error told = *err;
  const size_t begin = (size_t)(at - err->text);
  snprintf(at, sizeof err->text - begin, "particle %lu (id %lu)%s", tag - 1,
           (unsigned long)s->particles.id[s->particles.index_of[tag - 1]],
           told.text + begin + (size_t)end);
}

/* If a rank has failed, the error is searched for in the whole scene, which knows particles by
 * their numbers. Sources and sinks act on the whole scene. */
static carom_status advance(carom_scene *s, int64_t steps, carom_error *err)
{
  if (led->status != CAROM_OK) {
    if (err) *err = led->error;
    return led->status;
  }
  CAROM_TRY(share(err));
  order(ADVANCE, steps);
  carom_status status = host_advance(led, steps, err);
  led->stale = true;
  s->view_valid = false; /* it was filled when grains were distributed */
  const carom_status around = surroundings_home(led, status == CAROM_OK ? err : NULL);
  if (status == CAROM_OK) status = around;
  if (status == CAROM_OK && carom_flow_is_due(s)) bring_home(s);
  if (status == CAROM_OK) return CAROM_OK;
  bring_home(s);
  carom_error own = {.code = CAROM_OK};
  const carom_status known = status == CAROM_ERR_DIVERGED ? carom_scene_guard(s, &own) : CAROM_OK;
  if (known == CAROM_OK) {
    if (err) name_particle(s, err);
    return status;
  }
  if (err) *err = own;
  return known;
}

/* The scene begins anew, with other particles or forces. */
static carom_status rebuild(carom_scene *s, carom_error *err)
{
  bring_home(s);
  led->changed = true;
  return carom_engine_cpu()->rebuild(s, err);
}

static void bring_back(carom_scene *s, carom_scene_grain *grain)
{
  bring_home(s);
  carom_engine_cpu()->bring_back(s, grain);
}

static void wall_force(const carom_scene *s, int wall, double out[6])
{
  bring_home(s);
  carom_engine_cpu()->wall_force(s, wall, out);
}

static void contacts(carom_scene *s, carom_contact_choice which, carom_contact_visitor *visit,
                     void *user)
{
  bring_home(s);
  carom_engine_cpu()->contacts(s, which, visit, user);
}

static int64_t count_closed(const carom_scene *s)
{
  bring_home(s);
  return carom_engine_cpu()->count_closed(s);
}

static carom_block_sums sums(const carom_scene *s)
{
  bring_home(s);
  return carom_engine_cpu()->sums(s);
}

static void extent(const carom_scene *s, int64_t *blocks, int *workers)
{
  bring_home(s);
  carom_engine_cpu()->extent(s, blocks, workers);
}

static void each_block(carom_scene *s, carom_block_visitor *visit, void *user)
{
  bring_home(s);
  carom_engine_cpu()->each_block(s, visit, user);
}

static carom_status archive(carom_scene *s, carom_archive *archive, carom_error *err)
{
  if (!archive->loading) bring_home(s);
  return carom_engine_cpu()->archive(s, archive, err);
}

static void lead(carom_scene *whole)
{
  static carom_engine table;
  table = *carom_engine_cpu();
  table.name = "lammps";
  table.advance = advance;
  table.rebuild = rebuild;
  table.bring_back = bring_back;
  table.wall_force = wall_force;
  table.contacts = contacts;
  table.count_closed = count_closed;
  table.sums = sums;
  table.extent = extent;
  table.each_block = each_block;
  table.archive = archive;
  whole->engine = &table;
}

static carom_status create_hosted(bridge *b, carom_error *err)
{
  const size_t walls = (size_t)b->scene->walls.count + 1;
  b->wall_force = calloc(6 * walls, sizeof *b->wall_force);
  b->own_wall_force = calloc(6 * walls, sizeof *b->own_wall_force);
  if (!b->wall_force || !b->own_wall_force)
    return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory");
  b->moves = !b->commands;
  b->host.moved = b->moves ? ghosts_tell : NULL;
  b->host.await = ghosts_await;
  b->host.user = b;
  return carom_hosted_create(b->scene, &b->host, err);
}

/* Rank 0 has a scene of its own part beside that of the run. */
static carom_status create_own(bridge *b, carom_run *run, carom_error *err)
{
  carom_scene_job *job = (carom_scene_job *)run;
  if (b->rank != 0) {
    b->scene = job->scene;
    b->phases = &job->phases;
    return create_hosted(b, err);
  }
  carom_scene_def def;
  carom_scene_parts parts;
  carom_status status = carom_scene_build_around(run->scenario, run->folder, &def, &parts, err);
  const carom_made_for made_for = carom_scene_made_for(job->scene);
  def.threads = 1;
  if (status == CAROM_OK) status = carom_scene_create_around(&def, &made_for, &b->scene, err);
  if (status == CAROM_OK)
    status = carom_phases_create(&b->own_phases, run->scenario, b->scene, err);
  if (status == CAROM_OK) status = create_hosted(b, err);
  b->phases = &b->own_phases;
  carom_scene_parts_free(&parts);
  if (status != CAROM_OK) return status;
  const int pairs = job->scene->model.material_pairs;
  b->run = job;
  b->whole = job->scene;
  b->base_touches = calloc((size_t)pairs + 1, sizeof *b->base_touches);
  if (!b->base_touches) return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory");
  for (int k = 0; k < pairs; k++) {
    const carom_extremes e = carom_extremes_of(b->whole, k);
    b->base_touches[k][0] = e.touches;
    b->base_touches[k][1] = e.at_floor;
  }
  return CAROM_OK;
}

/* Refuses what only the run, or its scene, knows about. */
static carom_status check(const carom_run *run, carom_error *err)
{
  const carom_scene_job *job = carom_scene_job_of(run);
  for (int k = 0; k < run->scenario->scene.stages; k++)
    if (run->scenario->scene.stage[k].box)
      return carom_fail(err, CAROM_ERR_CONFLICT, "scene.stages.box",
                        "a domain that deforms cannot be carried over to LAMMPS; leave it out, or "
                        "use 'carom run'");
  return carom_hosted_check(job->scene, err);
}

/* Other ranks carry out orders. */
static void serve(bridge *b)
{
  for (;;) {
    int64_t text[2];
    MPI_Bcast(text, 2, MPI_INT64_T, 0, MPI_COMM_WORLD);
    if (text[0] == SHARE)
      host_share(b, NULL);
    else if (text[0] == ADVANCE)
      host_advance(b, text[1], NULL);
    else if (text[0] == GATHER)
      gather_whole(b, NULL);
    else {
      b->ended = true;
      b->code = (int)text[1];
      return;
    }
  }
}

/* Broadcasts from rank 0; there is room for the populations. */
static void tell_made_for(bridge *b)
{
  carom_made_for *of = &b->made_for;
  double number[] = {of->largest, of->smallest, of->skin};
  void *population = b->rank == 0 ? (void *)of->population : b->population;
  MPI_Bcast(number, 3, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(population, of->materials * (int)sizeof *of->population, MPI_BYTE, 0, MPI_COMM_WORLD);
  of->largest = number[0];
  of->smallest = number[1];
  of->skin = number[2];
}

carom_status leader_join(bridge *b, carom_run_options *options, carom_error *err)
{
  int64_t text[2];
  MPI_Bcast(text, 2, MPI_INT64_T, 0, MPI_COMM_WORLD);
  b->ended = text[0] != BEGIN;
  b->code = b->ended ? (int)text[1] : 0;
  if (b->ended) return carom_fail(err, CAROM_ERR_CONFLICT, "scene", "rank 0 could not begin");
  b->joined = true;
  b->population = calloc((size_t)text[1] + 1, sizeof *b->population);
  if (!b->population) return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory");
  b->made_for = (carom_made_for){
      .materials = (int)text[1], .population = b->population, .create = carom_scene_create_around};
  tell_made_for(b);
  options->made_for = &b->made_for;
  return CAROM_OK;
}

carom_status leader_take_over(bridge *b, carom_run *run, carom_error *err)
{
  CAROM_TRY(check(run, err));
  if (b->rank == 0) {
    b->made_for = carom_scene_made_for(carom_scene_job_of(run)->scene);
    order(BEGIN, b->made_for.materials);
    tell_made_for(b);
  }
  b->joined = false; /* errors from here on are errors of all ranks */
  b->status = create_own(b, run, &b->error);
  CAROM_TRY(host_agree(b, err));
  CAROM_TRY(host_create(b, err));
  if (b->rank != 0) {
    serve(b);
    return CAROM_OK;
  }
  led = b;
  lead(b->whole);
  return CAROM_OK;
}

int leader_end(bridge *b, int code)
{
  if (led) {
    if (code == EXIT_OK && led->status != CAROM_OK) { /* the last state did not come home */
      (void)message_error(&led->error);
      code = EXIT_FAILED;
    }
    led->whole = NULL;
    led->stale = false;
  }
  if (b->rank == 0) order(END, code);
  return code;
}

int leader_wait(bridge *b)
{
  int64_t text[2];
  MPI_Bcast(text, 2, MPI_INT64_T, 0, MPI_COMM_WORLD);
  if (text[0] == BEGIN) return -1;
  b->ended = true;
  return b->code = (int)text[1];
}
