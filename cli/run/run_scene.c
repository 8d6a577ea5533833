/* SPDX-License-Identifier: MIT */
/* The scene of a scenario, computed. */
#include "cli/run/run_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/text/defaults.h"
#include "cli/run/run_folder.h"
#include "core/archive.h"
#include "core/hash64.h"

static double *new_row(cli_scene *run, carom_error *err)
{
  if (run->rows == run->room) {
    const long room = run->room ? 2 * run->room : 256;
    double *grown = realloc(run->row, (size_t)room * (size_t)run->columns * sizeof *run->row);
    if (!grown) {
      carom_fail(err, CAROM_ERR_MEMORY, "record.every",
                 "out of memory; record at longer intervals");
      return NULL;
    }
    run->row = grown;
    run->room = room;
  }
  return run->row + run->rows++ * run->columns;
}

static carom_status keep_row(cli_scene *run, carom_error *err)
{
  double *row = new_row(run, err);
  if (!row) return CAROM_ERR_MEMORY;
  const carom_scene_energy e = carom_scene_budget(run->scene);
  row[SCENE_TIME] = carom_scene_time(run->scene);
  row[SCENE_TOUCHING] = (double)carom_scene_contacts(run->scene, NULL, NULL);
  row[SCENE_KINETIC] = e.kinetic;
  row[SCENE_ROTATIONAL] = e.rotational;
  row[SCENE_ELASTIC] = e.elastic;
  row[SCENE_TANGENTIAL] = e.tangential;
  row[SCENE_VISCOUS] = e.viscous;
  row[SCENE_PLASTIC] = e.plastic;
  row[SCENE_FRICTION] = e.friction;
  row[SCENE_GRAVITY] = e.gravity;
  row[SCENE_WALLS] = e.walls;
  row[SCENE_RESIDUAL] = e.residual;
  for (int w = 0; w < carom_scene_walls(run->scene); w++) {
    carom_scene_wall_state wall;
    CAROM_TRY(carom_scene_sample_wall(run->scene, w, &wall, err));
    double *own = row + SCENE_COLUMNS + SCENE_OF_WALL * w;
    memcpy(own, wall.force, sizeof wall.force);
    memcpy(own + 3, wall.torque, sizeof wall.torque);
  }
  return CAROM_OK;
}

/* The folder that a file stands in. */
static void folder_of(const char *path, char *folder, size_t size)
{
  const char *slash = strrchr(path, '/');
  snprintf(folder, size, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
}

/* Stands for the particles of the start: a checkpoint does not go with those of another file. */
static long hash_of(const carom_scene_def *def)
{
  carom_hash64 hash = carom_hash64_start();
  for (long i = 0; i < def->particles; i++) {
    const carom_scene_particle *p = &def->particle[i];
    const double size[] = {p->radius, p->mass, p->material, p->fixed, p->id};
    carom_hash64_add(&hash, p->position, sizeof p->position);
    carom_hash64_add(&hash, p->velocity, sizeof p->velocity);
    carom_hash64_add(&hash, p->spin, sizeof p->spin);
    carom_hash64_add(&hash, size, sizeof size);
  }
  return (long)(carom_hash64_end(&hash) >> 1);
}

/* Their folder, and what they tell of the definition, which is gone when they are written. */
static carom_status prepare_frames(cli_scene *run, const carom_scene_def *def,
                                   const cli_run *options, const char *name, carom_error *err)
{
  static const unsigned formats[] = {CAROM_FRAME_VTP | CAROM_FRAME_CONTACTS, CAROM_FRAME_XYZ,
                                     CAROM_FRAME_DUMP};
  const carom_scenario *s = run->scenario;
  if (!output_join(run->frame_folder, options->output, name) ||
      output_folder("--output", run->frame_folder) != ENDED_WELL)
    return carom_fail(err, CAROM_ERR_IO, "record.frames", "there is no folder for frames");
  run->fixed = malloc((size_t)def->particles * sizeof *run->fixed);
  run->material = malloc((size_t)s->materials * sizeof *run->material);
  if (!run->fixed || !run->material)
    return carom_fail(err, CAROM_ERR_MEMORY, "record.frames", "not enough memory for frames");
  for (long i = 0; i < def->particles; i++)
    run->fixed[i] = def->particle[i].fixed;
  for (int i = 0; i < s->materials; i++)
    run->material[i] = s->material[i].name;
  run->frames = (carom_frames){.folder = run->frame_folder,
                               .formats = formats[s->record.format],
                               .fixed = run->fixed,
                               .material = run->material,
                               .materials = s->materials};
  if (!options->force && carom_frames_there(&run->frames)) {
    run->frames.folder = NULL;
    return carom_fail(err, CAROM_ERR_IO, "record.frames",
                      "there are frames in '%s', which are kept; choose another folder, or add "
                      "--force",
                      run->frame_folder);
  }
  for (int k = 0; k < 3; k++) {
    run->frames.periodic[k] = def->periodic[k];
    if (isfinite(def->low[k]) && isfinite(def->high[k]))
      run->frames.low[k] = def->low[k], run->frames.high[k] = def->high[k];
  }
  return CAROM_OK;
}

/* What is wrong with the scene is a fault of the file, with its place there. */
static carom_status make_scene(cli_scene *run, const cli_run *options, carom_scene_def *def,
                               carom_error *err)
{
  char folder[OUTPUT_PATH];
  folder_of(options->file->path, folder, sizeof folder);
  carom_status status = carom_scene_build(run->scenario, folder, def, &run->parts, err);
  file_warnings(options->file, &run->parts.told);
  def->threads = options->threads;
  if (status == CAROM_OK) status = carom_scene_create(def, &run->scene, err);
  if (status != CAROM_OK) carom_scene_blame(run->scenario, &run->parts, err);
  return status;
}

carom_status scene_begin(cli_scene *run, const carom_scenario *scenario, const cli_run *options,
                         const char *frames, carom_error *err)
{
  carom_scene_def def;
  *run = (cli_scene){.scenario = scenario, .file = options->file};
  CAROM_TRY(make_scene(run, options, &def, err));
  run->particles = hash_of(&def);
  memcpy(run->unread, run->parts.unread, sizeof run->unread);
  run->every = fmax(scenario->record.every, carom_scene_step(run->scene));
  run->columns = SCENE_COLUMNS + SCENE_OF_WALL * carom_scene_walls(run->scene);
  if (scenario->record.frames != CAROM_UNSET && options->output && frames)
    CAROM_TRY(prepare_frames(run, &def, options, frames, err));
  long *first = run->parts.first; /* still to be told which group a particle is of */
  run->parts.first = NULL;
  carom_scene_parts_free(&run->parts);
  run->parts.first = first;
  return CAROM_OK;
}

static double time_of(const void *user)
{
  return carom_scene_time(((const cli_scene *)user)->scene);
}

/* What was kept belongs to the state, or else it would begin at the restart. */
static carom_status visit(void *user, carom_archive *archive, carom_error *err)
{
  enum { MOST_ROWS = 1 << 30 };
  cli_scene *run = user;
  long rows = run->rows, particles = run->particles;
  CAROM_TRY(carom_archive_array(archive, "particles", "hash", CAROM_LONGS, &particles, 1, err));
  if (particles != run->particles)
    return carom_fail(err, CAROM_ERR_CONFLICT, "scene.particles",
                      "the checkpoint was made with other particles; has their file changed?");
  CAROM_TRY(carom_archive_array(archive, "series", "every", CAROM_DOUBLES, &run->every, 1, err));
  if (!(run->every > 0))
    return carom_fail(err, CAROM_ERR_RANGE, "series", "%g s is no interval", run->every);
  CAROM_TRY(carom_archive_array(archive, "series", "count", CAROM_LONGS, &rows, 1, err));
  if (rows < 0 || rows > MOST_ROWS)
    return carom_fail(err, CAROM_ERR_RANGE, "series", "%ld is no number of rows", rows);
  for (run->rows = archive->loading ? 0 : rows; run->rows < rows;)
    CAROM_TRY(new_row(run, err) ? CAROM_OK : CAROM_ERR_MEMORY);
  CAROM_TRY(carom_archive_array(archive, "series", "row", CAROM_DOUBLES, run->row,
                                (size_t)rows * (size_t)run->columns, err));
  if (run->frames.folder) CAROM_TRY(carom_frames_archive(&run->frames, archive, err));
  return carom_scene_archive(run->scene, archive, err);
}

/* Rounding of a time or of a step is no reason for one more. */
long scene_steps_to(const cli_scene *run, double time)
{
  const double steps = time / carom_scene_step(run->scene);
  return (long)ceil(steps - 1e-9 - 1e-15 * steps);
}

static bool has_come(const cli_scene *run, double time)
{
  return carom_scene_steps(run->scene) >= scene_steps_to(run, time);
}

/* In pieces, so that the keeper is asked now and then. False: stop here. */
static carom_status go_to(cli_scene *run, double time, cli_keeper *keeper, carom_error *err)
{
  enum { PIECE = 2000000 }; /* particle-steps */
  const long piece = 1 + PIECE / (carom_scene_particles(run->scene) + 1);
  long left = scene_steps_to(run, time) - carom_scene_steps(run->scene);
  while (left > 0 && !run->interrupted) {
    const long now = left < piece ? left : piece;
    CAROM_TRY(carom_scene_advance_steps(run->scene, now, err));
    left -= now;
    run->interrupted = keeper_pause(keeper) && left > 0;
  }
  return CAROM_OK;
}

/* From one instant or frame to the next, each at the first step that is not before its time. What
 * is due at the start of the run comes first. */
static carom_status walk(cli_scene *run, cli_keeper *keeper, carom_error *err)
{
  const double until = run->scenario->run.until, step = carom_scene_step(run->scene);
  const double frames = fmax(run->scenario->record.frames, step);
  while (!run->interrupted) {
    const double row = (double)run->rows * run->every;
    const double frame = run->frames.folder ? (double)run->frames.count * frames : HUGE_VAL;
    const double next = row < frame ? row : frame, target = next < until ? next : until;
    CAROM_TRY(go_to(run, target, keeper, err));
    if (run->interrupted) break;
    if (has_come(run, row)) CAROM_TRY(keep_row(run, err));
    if (frame < HUGE_VAL && has_come(run, frame))
      CAROM_TRY(carom_frames_add(&run->frames, run->scene, err));
    if (has_come(run, until)) break;
    run->interrupted = keeper->interrupted;
  }
  return CAROM_OK;
}

/* Larger scenes keep a checkpoint, some 900 bytes a particle, only if one is asked for. */
enum { INSURED = 200000 };

carom_status scene_advance(cli_scene *run, cli_keeper *keeper, carom_error *err)
{
  const double started = run_clock();
  keeper->about = (carom_checkpoint){.module = "scene", .version = CAROM_SCENE_STATE};
  keeper->visit = visit;
  keeper->time = time_of;
  keeper->user = run;
  keeper->step = carom_scene_step(run->scene);
  CAROM_TRY(keeper_restore(keeper, err));
  run->before = carom_scene_steps(run->scene);
  run->started = true;
  if (carom_scene_particles(run->scene) <= INSURED) keeper_insure(keeper);
  carom_status status = walk(run, keeper, err);
  if (status != CAROM_OK && run->frames.folder) /* the state that went wrong can be looked at */
    carom_frames_add(&run->frames, run->scene, NULL);
  if (run->frames.folder) carom_frames_trim(&run->frames);
  keeper_end(keeper, status);
  run->seconds = run_clock() - started;
  const double last = run->rows ? run->row[(run->rows - 1) * run->columns] : -1;
  if (status == CAROM_OK && carom_scene_time(run->scene) > last) status = keep_row(run, err);
  return status;
}

carom_status scene_compare(cli_scene *run, const cli_measured *measured, carom_error *err)
{
  cli_record record = scene_record(run);
  const bool judged = !record.out_of_memory && measured_judge(measured, &record, &run->misfits);
  record_free(&record);
  return judged ? CAROM_OK : carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
}

void scene_free(cli_scene *run)
{
  carom_scene_destroy(run->scene);
  carom_scene_parts_free(&run->parts);
  carom_frames_free(&run->frames);
  misfits_free(&run->misfits);
  free(run->row);
  free(run->fixed);
  free(run->material);
  *run = (cli_scene){.scene = NULL};
}

static int print_json(const cli_scene *done)
{
  carom_json json = carom_json_to_file(stdout);
  carom_error err = {0};
  carom_json_object(&json, NULL);
  scene_members(&json, done);
  defaults_members(&json, done->scenario);
  if (done->error) carom_json_string(&json, "error", done->error->text);
  carom_json_end(&json);
  return carom_json_finish(&json, &err) == CAROM_OK ? ENDED_WELL : message_error(&err);
}

static carom_status fill(const cli_run *run, const cli_scene *done, const cli_figure *energies,
                         carom_error *err)
{
  cli_folder folder = {.run = run,
                       .scenario = done->scenario,
                       .interrupted = done->interrupted,
                       .error = done->error,
                       .members = scene_members,
                       .user = done};
  CAROM_TRY(folder_begin(&folder, err));
  cli_record record = scene_record(done);
  carom_status status = folder_record(&folder, &record, &done->misfits, energies != NULL, err);
  if (status == CAROM_OK && energies) status = folder_draw(&folder, "energies.svg", energies, err);
  record_free(&record);
  return folder_finish(&folder, status, err);
}

static int deliver(const cli_run *run, const cli_scene *done)
{
  carom_error err = {.code = CAROM_ERR_MEMORY};
  carom_status status = CAROM_OK;
  cli_figure energies = {.panels = 1};
  const bool draw = (run->plot || run->output) && done->rows > 1 && figure_possible();
  if (draw) status = scene_energies(done, &energies);
  if (status == CAROM_OK && run->output) status = fill(run, done, draw ? &energies : NULL, &err);
  if (status == CAROM_OK && draw && run->plot) {
    cli_record record = scene_record(done);
    status = folder_plot(run, &record, &done->misfits, &energies, &err);
    record_free(&record);
  }
  figure_free(&energies);
  return status == CAROM_OK ? ENDED_WELL : message_error(&err);
}

/* A run that goes wrong keeps what was computed until then. */
static int finish(const cli_run *run, cli_scene *done, const cli_keeper *keeper,
                  carom_status status, carom_error *err)
{
  int code = ENDED_WELL;
  if (status != CAROM_OK) {
    message_error(err);
    done->interrupted = true;
    done->error = err;
  } else if (scene_compare(done, run->measured, err) != CAROM_OK) {
    return message_error(err);
  }
  if (run->json)
    code = print_json(done);
  else
    scene_summary(done);
  scene_warn_verdicts(done);
  const cli_budget budget = scene_budget(done);
  if (status == CAROM_OK) run_close(run, done->scenario, &budget);
  if (code == ENDED_WELL) code = deliver(run, done);
  code = budget_judge(budget_off(&budget), code);
  if (status == CAROM_OK && done->interrupted) keeper_tell(keeper, carom_scene_time(done->scene));
  return done->interrupted ? ENDED_BADLY : code;
}

static carom_status begin(const cli_run *run, const carom_scenario *scenario, cli_scene *done,
                          carom_error *err)
{
  CAROM_TRY(scene_begin(done, scenario, run, "frames", err));
  scene_warn(done);
  if (run->json) return CAROM_OK;
  if (*scenario->title) printf("%s\n\n", scenario->title);
  scene_print_pairings(done, stdout);
  fflush(stdout);
  return CAROM_OK;
}

int run_scene(const cli_run *run, const carom_scenario *scenario)
{
  static const char *const names[] = {"series.csv", "energies.svg", "measured.svg", "run.json",
                                      KEEPER_FILE};
  cli_scene done;
  carom_error err = {0};
  int code = run->output ? folder_check(run, names, 5) : ENDED_WELL;
  if (code != ENDED_WELL) return code;
  carom_status status = begin(run, scenario, &done, &err);
  cli_keeper keeper = keeper_of(run, scenario);
  if (status == CAROM_OK) status = scene_advance(&done, &keeper, &err);
  if (done.started) {
    code = finish(run, &done, &keeper, status, &err);
  } else {
    code = file_fault_in(run->file, scenario, &err);
  }
  scene_free(&done);
  return code;
}
