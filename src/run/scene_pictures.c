/* SPDX-License-Identifier: MIT */
/* Pictures during the run of a scene: taken between two steps, drawn by a background thread. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/background.h"
#include "io/frame_read.h"
#include "picture/picture.h"
#include "run/scene.h"

enum { WAITING = 1, PATH = 1200 };

/* A picture to be drawn and written. */
struct packet {
  carom_frame_held held;
  carom_picture_def def;
  char path[PATH];
};

static bool path_of(const carom_scene_job *job, int64_t number, char path[PATH])
{
  return snprintf(path, PATH, "%s/picture_%06" PRId64 ".png", job->base.frames, number) < PATH;
}

static carom_status write_png(const carom_image *image, const char *path, carom_error *err)
{
  char part[PATH + 8];
  size_t length;
  uint8_t *png = carom_image_png(image, &length);
  if (!png) return carom_fail(err, CAROM_ERR_MEMORY, path, "not enough memory for a picture");
  snprintf(part, sizeof part, "%s.part", path);
  FILE *file = fopen(part, "wb");
  bool written = file && fwrite(png, 1, length, file) == length;
  if (file) written = fclose(file) == 0 && written;
  free(png);
  if (written && rename(part, path) == 0) return CAROM_OK;
  const carom_status status = carom_fail(err, CAROM_ERR_IO, path,
                                         "the picture cannot be written: %s", strerror(errno));
  remove(part);
  return status;
}

static carom_status draw(void *user, void *item, carom_error *err)
{
  const struct packet *p = item;
  carom_image image;
  (void)user;
  carom_status status = carom_picture_make(&p->held, &p->def, &image, err);
  if (status == CAROM_OK) status = write_png(&image, p->path, err);
  carom_image_free(&image);
  return status;
}

static void release(void *user, void *item)
{
  struct packet *p = item;
  (void)user;
  carom_frame_held_free(&p->held);
}

static carom_status no_memory(carom_error *err)
{
  return carom_fail(err, CAROM_ERR_MEMORY, "record.pictures", "not enough memory for a picture");
}

carom_status carom_scene_picture(carom_scene_job *job, carom_error *err)
{
  static const carom_background_def def = {
      .size = sizeof(struct packet), .waiting = WAITING, .work = draw, .release = release};
  carom_frames shown = job->frames; /* particles, walls and bonds, no contacts */
  shown.writer = NULL;
  shown.formats = CAROM_FRAME_WALLS;
  if (carom_scene_bonds(job->scene, NULL, NULL) > 0) shown.formats |= CAROM_FRAME_BONDS;
  if (!job->painter) job->painter = carom_background_create(&def);
  struct packet *p = job->painter ? malloc(sizeof *p) : NULL;
  if (!p) return no_memory(err);
  p->def = carom_picture_default();
  p->def.width = 1280, p->def.height = 720;
  p->def.title = job->base.scenario->title;
  /* leaves most cores to the scene */
  p->def.threads = job->base.options.threads > 4 ? job->base.options.threads / 4 : 1;
  carom_status status = path_of(job, job->pictures, p->path)
                            ? carom_frames_take(&shown, job->scene, &p->held, err)
                            : carom_fail(err, CAROM_ERR_IO, "record.pictures",
                                         "the path is too long");
  if (status == CAROM_OK) status = carom_background_put(job->painter, p, err);
  free(p);
  if (status == CAROM_OK) job->pictures++;
  return status;
}

carom_status carom_pictures_finish(carom_scene_job *job, carom_error *err)
{
  return job->painter ? carom_background_flush(job->painter, err) : CAROM_OK;
}

void carom_pictures_trim(const carom_scene_job *job)
{
  char path[PATH];
  for (int64_t i = job->pictures; job->pictured; i++)
    if (!path_of(job, i, path) || remove(path) != 0) break;
}

carom_status carom_pictures_archive(carom_scene_job *job, carom_archive *archive, carom_error *err)
{
  if (!job->pictured) return CAROM_OK;
  /* a checkpoint must not count pictures that do not exist yet */
  if (!archive->loading) CAROM_TRY(carom_pictures_finish(job, err));
  return carom_archive_array(archive, "pictures", "count", CAROM_INT64S, &job->pictures, 1, err);
}

void carom_pictures_free(carom_scene_job *job)
{
  carom_background_destroy(job->painter);
  job->painter = NULL;
}
