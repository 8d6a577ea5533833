/* SPDX-License-Identifier: MIT */
/* Writes frames during the run of a scene. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/frame_read.h"
#include "io/frame_writer.h"
#include "run/scene.h"

static unsigned formats_of(const carom_scenario *scenario)
{
  static const unsigned bodies[] = {CAROM_FRAME_VTP | CAROM_FRAME_BLOCKS, CAROM_FRAME_XYZ,
                                    CAROM_FRAME_DUMP};
  static const unsigned contacts[] = {CAROM_FRAME_CONTACTS, CAROM_FRAME_XYZ_CONTACTS,
                                      CAROM_FRAME_DUMP_CONTACTS};
  static const unsigned bonds[] = {CAROM_FRAME_BONDS, CAROM_FRAME_DUMP_BONDS,
                                   CAROM_FRAME_DUMP_BONDS};
  const int format = scenario->record.format;
  return bodies[format] | CAROM_FRAME_WALLS | (scenario->scene.bonds > 0 ? bonds[format] : 0) |
         (scenario->record.frame_contacts ? contacts[format] : 0);
}

bool carom_scene_frames_there(const carom_scenario *scenario, const char *folder)
{
  const carom_frames frames = {.folder = folder, .formats = formats_of(scenario)};
  return carom_frames_there(&frames);
}

int64_t carom_scene_frames_bytes(const carom_scene_job *job)
{
  const carom_scenario *s = job->base.scenario;
  const carom_frames frames = {
      .folder = "",
      .formats = formats_of(s) & ~(unsigned)CAROM_FRAME_WALLS,
      .coding = {.single = s->record.frame_single, .compressed = s->record.frame_compressed}};
  carom_frame_held held;
  memset(&held, 0, sizeof held);
  if (carom_frames_take(&frames, job->scene, &held, NULL) != CAROM_OK) return 0;
  const int64_t bytes = carom_frame_bytes(&frames, &held.frame);
  carom_frame_held_free(&held);
  return bytes;
}

static void include(double low[3], double high[3], const double point[3], double by)
{
  for (int k = 0; k < 3; k++) {
    if (!isfinite(point[k])) continue;
    if (point[k] - by < low[k]) low[k] = point[k] - by;
    if (point[k] + by > high[k]) high[k] = point[k] + by;
  }
}

/* The region that pictures show: all initial particles, walls of finite extent, and planes at the
 * foot of the perpendicular from the centre, with a margin in which planes continue. */
static void see(const carom_scene_def *def, double low[3], double high[3])
{
  for (int k = 0; k < 3; k++)
    low[k] = HUGE_VAL, high[k] = -HUGE_VAL;
  for (int64_t i = 0; i < def->particles; i++)
    include(low, high, def->particle[i].position, def->particle[i].radius);
  for (int64_t i = 0; i < def->clumps; i++)
    include(low, high, def->clump[i].position, 0);
  for (int w = 0; w < def->walls; w++) {
    if (def->wall[w].shape == CAROM_WALL_BOX) {
      include(low, high, def->wall[w].low, 0);
      include(low, high, def->wall[w].high, 0);
    } else if (def->wall[w].shape != CAROM_WALL_PLANE || !(high[0] >= low[0])) {
      include(low, high, def->wall[w].point,
              isfinite(def->wall[w].radius) && def->wall[w].radius > 0 ? def->wall[w].radius : 0);
    }
  }
  for (int k = 0; k < 3; k++) {
    if (isfinite(def->low[k]) && def->low[k] < low[k]) low[k] = def->low[k];
    if (isfinite(def->high[k]) && def->high[k] > high[k]) high[k] = def->high[k];
    if (!(high[k] >= low[k])) low[k] = -1, high[k] = 1;
  }
  double middle[3], longest = 0;
  for (int k = 0; k < 3; k++)
    middle[k] = 0.5 * (low[k] + high[k]);
  for (int w = 0; w < def->walls; w++) {
    const carom_scene_wall *wall = &def->wall[w];
    double foot[3], along = 0, square = 0;
    if (wall->shape != CAROM_WALL_PLANE) continue;
    for (int k = 0; k < 3; k++) {
      along += (middle[k] - wall->point[k]) * wall->direction[k];
      square += wall->direction[k] * wall->direction[k];
    }
    for (int k = 0; k < 3; k++)
      foot[k] = square > 0 ? middle[k] - along / square * wall->direction[k] : middle[k];
    include(low, high, foot, 0);
  }
  for (int k = 0; k < 3; k++)
    longest = high[k] - low[k] > longest ? high[k] - low[k] : longest;
  for (int k = 0; k < 3; k++)
    if (!def->periodic[k]) low[k] -= 0.5 * longest, high[k] += 0.5 * longest;
}

carom_status carom_scene_frames_prepare(carom_scene_job *job, const carom_scene_def *def,
                                        carom_error *err)
{
  const carom_scenario *s = job->base.scenario;
  job->pictured = s->record.pictures != CAROM_UNSET;
  if (s->record.frames == CAROM_UNSET && !job->pictured) return CAROM_OK;
  job->material = malloc(((size_t)s->materials + 1) * sizeof *job->material);
  job->wall = malloc(((size_t)def->walls + 1) * sizeof *job->wall);
  if (!job->material || !job->wall)
    return carom_fail(err, CAROM_ERR_MEMORY, "record.frames", "not enough memory for frames");
  for (int i = 0; i < s->materials; i++)
    job->material[i] = s->material[i].name;
  for (int i = 0; i < def->walls; i++)
    job->wall[i] = s->scene.wall[i].name;
  carom_frames *f = &job->frames;
  *f = (carom_frames){
      .folder = s->record.frames != CAROM_UNSET ? job->base.frames : NULL,
      .formats = formats_of(s),
      .material = job->material,
      .materials = s->materials,
      .wall = job->wall,
      .walls = def->walls,
      .wall_def = s->scene.wall,
      .coding = {.single = s->record.frame_single, .compressed = s->record.frame_compressed}};
  see(def, f->seen_low, f->seen_high);
  for (int k = 0; k < 3; k++) {
    f->periodic[k] = def->periodic[k];
    if (isfinite(def->low[k]) && isfinite(def->high[k]))
      f->low[k] = def->low[k], f->high[k] = def->high[k];
  }
  return CAROM_OK;
}

carom_status carom_scene_frames_end(carom_scene_job *job, carom_error *err)
{
  const double started = carom_monitor_clock();
  carom_status status = CAROM_OK;
  if (!job->frames.folder && !job->pictured) return CAROM_OK;
  if (job->frames.folder) {
    status = carom_frames_finish(&job->frames, err);
    carom_frames_trim(&job->frames);
  }
  const carom_status drawn = carom_pictures_finish(job, status == CAROM_OK ? err : NULL);
  job->frame_seconds += carom_monitor_clock() - started;
  carom_pictures_trim(job);
  return status == CAROM_OK ? drawn : status;
}
