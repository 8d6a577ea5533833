/* SPDX-License-Identifier: MIT */
#include "run/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/archive.h"
#include "core/hash64.h"
#include "scene/hosted.h"

/* Laid out as a user would write it; every line can be changed and the file still runs. */
static const char example[] =
    "carom: 1\n"
    "title: Glass beads fall into a box\n"
    "\n"
    "materials:\n"
    "  glass: {young: 100 MPa, poisson: 0.25, density: 2500 kg/m3, yield: none} # softened: "
    "longer steps\n"
    "\n"
    "contacts:                      # 'carom law' lists the laws, 'carom law tsuji' the settings\n"
    "  - between: [glass, glass]\n"
    "    law: tsuji\n"
    "    restitution: 0.6           # delivered as asked, at this step too\n"
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
    "    # also: shape: plane | cylinder | cone | disc | rectangle | sphere | mesh, with "
    "velocity,\n"
    "    # spin, motion, drives (rotation, oscillation, conveyor), servo, body: docs/motion.md;\n"
    "    # stages change them: docs/stages.md\n"
    "  # sources: {feeder: {shape: disc, point: [0.05 m, 0.05 m, 0.5 m], radius: 40 mm,\n"
    "  #   rate: 200 1/s, particles: [{material: glass, radius: 4 mm, radius_max: 6 mm}]}}\n"
    "  # bonds: {cement: {young: 1 GPa, gap: 0.1 mm, tensile_strength: 5 MPa}} # docs/bonds.md\n"
    "  # sinks: {out: {shape: below, point: [0, 0, -0.1 m]}}\n"
    "  gravity: [0, 0, -9.81 m/s2]\n"
    "  expected_speed: 2 m/s        # of impacts: laws and step are chosen for it\n"
    "  # domain: {low: [...], high: [...], periodic: x}\n"
    "\n"
    "run: {until: 0.4 s}            # step: 10 us; without it the step is chosen\n"
    "record: {every: 10 ms}         # frames: 20 ms, format: vtp | xyz | dump, pictures: 50 ms\n";

bool carom_scene_wall_is_moved(const carom_scenario *scenario, int wall)
{
  const carom_scene_motion *motion = &scenario->scene.wall[wall].motion;
  bool moved = motion->servo || motion->body;
  for (int k = 0; k < scenario->scene.stages; k++) {
    const carom_scenario_stage *s = &scenario->scene.stage[k];
    for (int i = 0; i < s->changes; i++)
      moved |= s->change[i].wall == wall && (s->change[i].motion.servo || s->change[i].motion.body);
  }
  return moved;
}

static void columns(const carom_scenario *scenario, carom_record *record)
{
  carom_record_add(record, "s", "time");
  carom_record_add(record, "1", "contacts");
  for (int i = 0; i < CAROM_SCENE_CHANNELS; i++)
    carom_record_add(record, "J", "%s", carom_scene_channel[i]);
  for (int w = 0; w < scenario->scene.walls; w++) {
    const char *name = scenario->scene.wall[w].name;
    for (int k = 0; k < 3; k++)
      carom_record_add(record, "N", "force_%s_%c", name, "xyz"[k]);
    for (int k = 0; k < 3; k++)
      carom_record_add(record, "N m", "torque_%s_%c", name, "xyz"[k]);
  }
  for (int w = 0; w < scenario->scene.walls; w++) {
    static const char *const what[] = {"position", "velocity", "spin"}, *const unit[] = {"m", "m/s",
                                                                                         "rad/s"};
    for (int k = 0; carom_scene_wall_is_moved(scenario, w) && k < CAROM_SCENE_OF_MOVED; k++)
      carom_record_add(record, unit[k / 3], "%s_%s_%c", what[k / 3], scenario->scene.wall[w].name,
                       "xyz"[k % 3]);
  }
  if (scenario->scene.stages > 0) carom_record_add(record, "1", "stage");
  carom_scene_box_columns(scenario, record);
  carom_scene_bond_columns(scenario, record);
  carom_scene_flow_columns(scenario, record);
  for (int k = 0; k < scenario->scene.forces; k++)
    carom_record_add(record, "J", "work_%s", scenario->scene.force[k].name);
  carom_scene_hold_columns(scenario, record);
  carom_measures_columns(scenario, record);
}

/* Columns of measures come after all others. */
int carom_scene_first_measure(const carom_run *run)
{
  return run->record.columns - carom_measures_columns(run->scenario, NULL);
}

static carom_status sample(carom_run *run, double *row, carom_error *err)
{
  const carom_scene_job *job = carom_scene_job_of(run);
  row[CAROM_SCENE_TIME] = carom_scene_time(job->scene);
  row[CAROM_SCENE_TOUCHING] = (double)carom_scene_contacts(job->scene, NULL, NULL);
  carom_scene_energies(job, row + CAROM_SCENE_KINETIC);
  double *moved = row + CAROM_SCENE_COLUMNS + CAROM_SCENE_OF_WALL * carom_scene_walls(job->scene);
  for (int w = 0; w < carom_scene_walls(job->scene); w++) {
    carom_scene_wall_state wall;
    CAROM_TRY(carom_scene_sample_wall(job->scene, w, &wall, err));
    double *own = row + CAROM_SCENE_COLUMNS + CAROM_SCENE_OF_WALL * w;
    memcpy(own, wall.force, sizeof wall.force);
    memcpy(own + 3, wall.torque, sizeof wall.torque);
    if (!carom_scene_wall_is_moved(run->scenario, w)) continue;
    memcpy(moved, wall.centre, sizeof wall.centre);
    memcpy(moved + 3, wall.velocity, sizeof wall.velocity);
    memcpy(moved + 6, wall.spin, sizeof wall.spin);
    moved += CAROM_SCENE_OF_MOVED;
  }
  if (run->scenario->scene.stages > 0) *moved++ = (double)carom_phases_number(&job->phases);
  CAROM_TRY(carom_scene_box_sample(job, &moved, err));
  moved = carom_scene_bond_sample(job, moved);
  CAROM_TRY(carom_scene_flow_sample(job, moved, err));
  double *measured = row + carom_scene_first_measure(run);
  double *held = measured - carom_scene_hold_columns(run->scenario, NULL);
  CAROM_TRY(carom_scene_hold_sample(job->scene, held, err));
  const int forces = carom_scene_forces(job->scene);
  for (int k = 0; k < forces; k++)
    held[k - forces] = carom_scene_force_work(job->scene, k);
  return carom_measures_sample(&job->measures, job->scene, measured, err);
}

static carom_status keep_row(carom_run *run, carom_error *err)
{
  carom_scene_job *job = (carom_scene_job *)run;
  double *row = carom_record_extend(&run->record);
  if (row) CAROM_TRY(carom_measures_look(&job->measures, job->scene, err));
  return row ? sample(run, row, err) : carom_run_no_room(err);
}

/* Identifies the initial particles: a checkpoint is not accepted with those of another file. */
static int64_t hash_of(const carom_scene_def *def)
{
  carom_hash64 hash = carom_hash64_start();
  for (int64_t i = 0; i < def->particles; i++) {
    const carom_scene_particle *p = &def->particle[i];
    const double size[] = {p->radius, p->mass, p->material, p->fixed, p->id};
    carom_hash64_add(&hash, p->position, sizeof p->position);
    carom_hash64_add(&hash, p->velocity, sizeof p->velocity);
    carom_hash64_add(&hash, p->spin, sizeof p->spin);
    carom_hash64_add(&hash, size, sizeof size);
  }
  for (int64_t i = 0; i < def->clumps; i++) {
    const carom_scene_clump *c = &def->clump[i];
    const double size[] = {c->shape, c->scale, c->mass, c->material, c->id};
    carom_hash64_add(&hash, c->position, sizeof c->position);
    carom_hash64_add(&hash, c->orientation, sizeof c->orientation);
    carom_hash64_add(&hash, c->velocity, sizeof c->velocity);
    carom_hash64_add(&hash, c->spin, sizeof c->spin);
    carom_hash64_add(&hash, size, sizeof size);
  }
  bool shaped = def->clumps > 0;
  for (int k = 0; k < def->sources; k++)
    for (int p = 0; p < def->source[k].parts; p++)
      shaped |= def->source[k].part[p].clump > 0;
  for (int k = 0; shaped && k < def->clump_shapes; k++)
    carom_hash64_add(&hash, def->clump_shape[k].sphere,
                     (size_t)def->clump_shape[k].spheres * sizeof *def->clump_shape[k].sphere);
  return (int64_t)(carom_hash64_end(&hash) >> 1);
}

/* Errors of the scene are reported as faults of the file, with their place in it. */
static carom_status build(carom_scene_job *job, carom_scene_def *def, carom_error *err)
{
  carom_run *run = &job->base;
  const carom_made_for *of = run->options.made_for;
  carom_status status = of ? carom_scene_build_around(run->scenario, run->folder, def, &job->parts,
                                                      err)
                           : carom_scene_build(run->scenario, run->folder, def, &job->parts, err);
  for (int i = 0; i < job->parts.told.warnings; i++)
    carom_run_warn_error(run, &job->parts.told.warning[i]);
  if (job->parts.told.more_warnings > 0)
    carom_run_note(run, "and %d more warnings", job->parts.told.more_warnings);
  if (*job->parts.frames)
    carom_run_note(run,
                   "starts from a frame (%s), which holds no histories of contacts and no dents: "
                   "they begin anew (a checkpoint keeps them, see --restart)",
                   job->parts.frames);
  if (*job->parts.meshes) carom_run_note(run, "meshes: %s", job->parts.meshes);
  if (*job->parts.shapes_told) carom_run_note(run, "shapes: %s", job->parts.shapes_told);
  if (*job->parts.numbered)
    carom_run_note(run, "%s numbers its materials: they were taken in the order of 'materials'",
                   job->parts.numbered);
  def->threads = run->options.threads;
  if (status == CAROM_OK)
    status = of ? of->create(def, of, &job->scene, err) : carom_scene_create(def, &job->scene, err);
  if (status != CAROM_OK) carom_scene_blame(run->scenario, &job->parts, err);
  if (status == CAROM_OK)
    status = carom_phases_create(&job->phases, run->scenario, job->scene, err);
  return status;
}

static carom_status create(carom_run *run, carom_error *err)
{
  carom_scene_job *job = (carom_scene_job *)run;
  carom_scene_def def;
  carom_error own = {.code = CAROM_OK};
  CAROM_TRY(build(job, &def, err ? err : &own));
  job->particles = hash_of(&def);
  memcpy(job->unread, job->parts.unread, sizeof job->unread);
  job->every = carom_larger(run->scenario->record.every, carom_scene_step(job->scene));
  if (run->frames) CAROM_TRY(carom_scene_frames_prepare(job, &def, err));
  CAROM_TRY(carom_measures_create(&job->measures, run->scenario, job->scene, err));
  int64_t *first = job->parts.first, /* particles whose group is not yet known */
      *after = job->parts.after;
  const int64_t particles = job->parts.particles;
  job->parts.first = NULL;
  carom_scene_parts_free(&job->parts);
  job->parts.first = first;
  job->parts.after = after;
  job->parts.particles = particles;
  return CAROM_OK;
}

static double time_of(const carom_run *run)
{
  return carom_scene_time(carom_scene_job_of(run)->scene);
}

static double step_of(const carom_run *run)
{
  return carom_scene_step(carom_scene_job_of(run)->scene);
}

/* The record is part of the state; otherwise it would begin at the restart. */
static carom_status archive(carom_run *run, carom_archive *archive, carom_error *err)
{
  carom_scene_job *job = (carom_scene_job *)run;
  int64_t particles = job->particles;
  CAROM_TRY(carom_archive_array(archive, "particles", "hash", CAROM_INT64S, &particles, 1, err));
  if (particles != job->particles)
    return carom_fail(err, CAROM_ERR_CONFLICT, "scene.particles",
                      "the checkpoint was made with other particles; has their file changed?");
  CAROM_TRY(carom_archive_array(archive, "series", "every", CAROM_DOUBLES, &job->every, 1, err));
  if (!(job->every > 0))
    return carom_fail(err, CAROM_ERR_RANGE, "series", "%g s is no interval", job->every);
  CAROM_TRY(carom_record_archive(&run->record, "count", archive, err));
  if (job->frames.folder) CAROM_TRY(carom_frames_archive(&job->frames, archive, err));
  CAROM_TRY(carom_pictures_archive(job, archive, err));
  CAROM_TRY(carom_phases_archive(&job->phases, job->scene, archive, err));
  CAROM_TRY(carom_measures_archive(&job->measures, archive, err));
  return carom_scene_archive(job->scene, archive, err);
}

/* Rounding of a time or of a step must not add a step. */
int64_t carom_scene_steps_to(const carom_scene_job *job, double time)
{
  const double steps = time / carom_scene_step(job->scene);
  return (int64_t)-floor(-(steps - 1e-9 - 1e-15 * steps));
}

static double nearer(double a, double b)
{
  return a < b ? a : b;
}

double carom_scene_latest(const carom_scene_job *job)
{
  return nearer(job->base.scenario->run.until, carom_phases_latest(&job->phases, job->scene));
}

static bool has_come(const carom_scene_job *job, double time)
{
  return carom_scene_steps(job->scene) >= carom_scene_steps_to(job, time);
}

/* Advances in pieces, so that the monitor is called regularly; pieces are longer where many cores
 * compute. *halted: stop here. */
static carom_status go_to(carom_scene_job *job, int64_t step, bool *halted, carom_error *err)
{
  enum {
    PIECE = 2000000,
    GROWING = 2000
  }; /* particle-steps per piece; steps, if particles may
        still enter */
  const double brief = 0.05;
  const int64_t most = carom_scene_sources(job->scene) > 0 ? GROWING : PIECE;
  int64_t scale = 1;
  int64_t left = step - carom_scene_steps(job->scene);
  while (left > 0 && !*halted) {
    const double started = carom_monitor_clock();
    const int64_t fair = scale * (1 + PIECE / (carom_scene_particles(job->scene) + 1));
    const int64_t piece = fair < most ? fair : most;
    const int64_t now = left < piece ? left : piece;
    CAROM_TRY(carom_scene_advance_steps(job->scene, now, err));
    left -= now;
    if (carom_monitor_clock() - started < brief && scale < 1024) scale *= 2;
    job->particle_steps += (double)now * (double)carom_scene_particles(job->scene);
    *halted = carom_monitor_pause(&job->base) && left > 0;
  }
  return CAROM_OK;
}

static carom_status show(carom_scene_job *job, bool frame, bool picture, carom_error *err)
{
  const double started = carom_monitor_clock();
  carom_status status = CAROM_OK;
  if (frame) status = carom_frames_add(&job->frames, job->scene, err);
  if (picture && status == CAROM_OK) status = carom_scene_picture(job, err);
  if (frame || picture) job->frame_seconds += carom_monitor_clock() - started;
  return status;
}

/* Ends a stage whose condition is met, and begins the next. */
static carom_status look_at_phase(carom_scene_job *job, carom_error *err)
{
  const carom_phases *p = &job->phases;
  char name[64];
  int ended;
  CAROM_TRY(carom_phases_look(&job->phases, job->scene, &ended, err));
  if (ended >= 0)
    carom_run_note(&job->base, "stage '%s' ended at %.9g s, by %s",
                   carom_phase_name(p, ended, name), carom_scene_time(job->scene),
                   carom_phase_reason(p, ended));
  return CAROM_OK;
}

/* Advances from one row or frame to the next, each at the first step that is not before its time.
 * What is due at the start comes first. */
static carom_status walk(carom_scene_job *job, carom_error *err)
{
  carom_run *run = &job->base;
  const double until = nearer(run->scenario->run.until, run->monitor.halt);
  const double frames = carom_larger(run->scenario->record.frames, carom_scene_step(job->scene));
  const double pictures = carom_larger(run->scenario->record.pictures,
                                       carom_scene_step(job->scene));
  for (bool halted = false; !halted;) {
    const double row = (double)run->record.rows * job->every;
    const double frame = job->frames.folder ? (double)job->frames.count * frames : HUGE_VAL;
    const double picture = job->pictured ? (double)job->pictures * pictures : HUGE_VAL;
    const double instant = nearer(nearer(row, nearer(frame, picture)), until);
    const int64_t due = carom_scene_steps_to(job, instant),
                  look = carom_phases_next(&job->phases, job->scene);
    CAROM_TRY(go_to(job, look < due ? look : due, &halted, err));
    if (halted) break;
    if (has_come(job, row)) CAROM_TRY(keep_row(run, err));
    CAROM_TRY(show(job, frame < HUGE_VAL && has_come(job, frame),
                   picture < HUGE_VAL && has_come(job, picture), err));
    CAROM_TRY(look_at_phase(job, err));
    if (has_come(job, until) || carom_phases_over(&job->phases)) break;
    halted = run->monitor.stopped;
  }
  return CAROM_OK;
}

/* Larger scenes keep a checkpoint, about 900 bytes per particle, only on request. */
enum { INSURED = 200000 };

static carom_status advance(carom_run *run, carom_error *err)
{
  carom_scene_job *job = (carom_scene_job *)run;
  const double started = carom_monitor_clock();
  if (!job->timed) {
    job->timed = true;
    job->before = carom_scene_steps(job->scene);
    if (carom_scene_particles(job->scene) <= INSURED) carom_monitor_insure(run);
  }
  carom_status status = walk(job, err);
  if (status != CAROM_OK && job->frames.folder) /* writes the failed state, so that it can be
                                                   inspected */
    carom_frames_add(&job->frames, job->scene, NULL);
  const carom_status written = carom_scene_frames_end(job, status == CAROM_OK ? err : NULL);
  if (status == CAROM_OK) status = written;
  job->seconds += carom_monitor_clock() - started;
  return status;
}

static bool is_over(const carom_run *run)
{
  const carom_scene_job *job = carom_scene_job_of(run);
  return has_come(job, run->scenario->run.until) || carom_phases_over(&job->phases);
}

static carom_status keep_end(carom_run *run, carom_error *err)
{
  const carom_record *r = &run->record;
  return time_of(run) > (r->rows ? *carom_record_row(r, r->rows - 1) : -1) ? keep_row(run, err)
                                                                           : CAROM_OK;
}

static void destroy(carom_run *run)
{
  carom_scene_job *job = (carom_scene_job *)run;
  carom_scene_destroy(job->scene);
  carom_phases_free(&job->phases);
  carom_scene_parts_free(&job->parts);
  carom_pictures_free(job);
  carom_frames_free(&job->frames);
  carom_measures_free(&job->measures);
  free(job->material);
  free(job->wall);
}

static void progress(const carom_run *run, carom_run_progress *p)
{
  carom_scene *scene = carom_scene_job_of(run)->scene;
  const carom_scene_energy energy = carom_scene_budget(scene);
  p->until = carom_scene_latest(carom_scene_job_of(run));
  p->bodies = carom_scene_particles(scene);
  p->steps = carom_scene_steps(scene);
  p->kinetic = energy.kinetic + energy.rotational;
}

carom_scene *carom_run_scene(carom_run *run)
{
  return run && run->kind == &carom_kind_scene ? ((carom_scene_job *)run)->scene : NULL;
}

int64_t carom_run_frames(const carom_run *run)
{
  if (!run || run->kind != &carom_kind_scene) return 0;
  return carom_scene_job_of(run)->frames.count;
}

const carom_run_kind carom_kind_scene = {.size = sizeof(carom_scene_job),
                                         .module = "scene",
                                         .version = CAROM_SCENE_STATE,
                                         .example = example,
                                         .columns = columns,
                                         .create = create,
                                         .warn = carom_scene_warn,
                                         .advance = advance,
                                         .time = time_of,
                                         .is_over = is_over,
                                         .step = step_of,
                                         .sample = sample,
                                         .keep_end = keep_end,
                                         .archive = archive,
                                         .members = carom_scene_members,
                                         .budget = carom_scene_job_budget,
                                         .verdicts = carom_scene_verdicts,
                                         .progress = progress,
                                         .destroy = destroy};
