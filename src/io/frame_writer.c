/* SPDX-License-Identifier: MIT */
#include "io/frame_writer.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/background.h"

typedef bool writes(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);

/* The files of a frame. */
static const struct kind {
  unsigned format;
  const char *prefix, *ending;
  writes *write; /* NULL: the file that lists the others */
  bool listed;   /* listed in a .pvd */
} kinds[CAROM_FRAME_FILES] = {
    {CAROM_FRAME_VTP, "bodies", "vtp", carom_frame_vtp_bodies, true},
    {CAROM_FRAME_CONTACTS, "contacts", "vtp", carom_frame_vtp_contacts, true},
    {CAROM_FRAME_XYZ, "frame", "xyz", carom_frame_xyz, false},
    {CAROM_FRAME_DUMP, "frame", "dump", carom_frame_dump, false},
    {CAROM_FRAME_XYZ_CONTACTS, "contacts", "xyz", carom_frame_xyz_contacts, false},
    {CAROM_FRAME_DUMP_CONTACTS, "contacts", "dump", carom_frame_dump_contacts, false},
    {CAROM_FRAME_BONDS, "bonds", "vtp", carom_frame_vtp_bonds, true},
    {CAROM_FRAME_DUMP_BONDS, "bonds", "dump", carom_frame_dump_bonds, false},
    {CAROM_FRAME_WALLS, "walls", "vtp", carom_frame_vtp_walls, false},
    {CAROM_FRAME_BLOCKS, "frame", "vtm", NULL, true}};

struct carom_frame_writer {
  const carom_frames *frames;
  carom_background *background;
  double *time; /* times of all frames, for the lists */
  int64_t written, room;
  pthread_mutex_t lock;    /* protects `spare` */
  carom_frame_body *spare; /* buffer of a written frame, reused because new pages for every frame
                              take time */
  int64_t spare_bodies;
};

static carom_status cannot(const char *path, carom_error *err)
{
  return carom_fail(err, CAROM_ERR_IO, path,
                    "the frame cannot be written: %s; what was computed is kept", strerror(errno));
}

bool carom_frame_path(const carom_frames *f, int file, int64_t number, char path[CAROM_FRAME_PATH])
{
  return f->formats & kinds[file].format &&
         snprintf(path, CAROM_FRAME_PATH, "%s/%s_%06" PRId64 ".%s", f->folder, kinds[file].prefix,
                  number, kinds[file].ending) < CAROM_FRAME_PATH;
}

int64_t carom_frame_bytes(const carom_frames *f, const carom_frame *frame)
{
  int64_t sum = 0;
  for (int k = 0; k < CAROM_FRAME_FILES; k++) {
    FILE *file = f->formats & kinds[k].format && kinds[k].write ? tmpfile() : NULL;
    if (!file) continue;
    if (kinds[k].write(frame, &f->coding, file)) sum += ftell(file);
    fclose(file);
  }
  return sum;
}

/* Opens "path.part", which is renamed when it is complete. */
static FILE *begin(const char *path, carom_error *err)
{
  char part[CAROM_FRAME_PATH + 8];
  snprintf(part, sizeof part, "%s.part", path);
  FILE *file = fopen(part, "wb");
  if (!file) cannot(path, err);
  return file;
}

static carom_status end(FILE *file, const char *path, carom_error *err)
{
  char part[CAROM_FRAME_PATH + 8];
  snprintf(part, sizeof part, "%s.part", path);
  const bool written = !ferror(file) && fflush(file) == 0;
  if (fclose(file) == 0 && written && rename(part, path) == 0) return CAROM_OK;
  const carom_status status = cannot(path, err);
  remove(part);
  return status;
}

/* Writes VTK's multi-block file, which lists the files of a frame. */
static void write_blocks(const carom_frames *f, const carom_frame_packet *p, FILE *file)
{
  int index = 0;
  fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"vtkMultiBlockDataSet\" version=\"1.0\">\n"
        "<vtkMultiBlockDataSet>\n",
        file);
  for (int k = 0; k < CAROM_FRAME_FILES; k++) {
    const bool walls = kinds[k].format == CAROM_FRAME_WALLS;
    if (!(f->formats & kinds[k].format) || strcmp(kinds[k].ending, "vtp") ||
        (walls && p->walls < 0))
      continue;
    fprintf(file, "<DataSet index=\"%d\" name=\"%s\" file=\"%s_%06" PRId64 ".vtp\"/>\n", index++,
            kinds[k].prefix, kinds[k].prefix, walls ? p->walls : p->number);
  }
  fputs("</vtkMultiBlockDataSet>\n</VTKFile>\n", file);
}

static carom_status put_list(const carom_frame_writer *w, const struct kind *kind, carom_error *err)
{
  char path[CAROM_FRAME_PATH];
  if (snprintf(path, sizeof path, "%s/%s.pvd", w->frames->folder, kind->prefix) >= (int)sizeof path)
    return carom_fail(err, CAROM_ERR_IO, w->frames->folder, "the path is too long");
  FILE *file = begin(path, err);
  if (!file) return CAROM_ERR_IO;
  carom_frames_pvd(kind->prefix, kind->ending, w->time, w->written + 1, file);
  return end(file, path, err);
}

static carom_status put_file(const carom_frame_writer *w, int k, const carom_frame_packet *p,
                             carom_error *err)
{
  const carom_frames *f = w->frames;
  char path[CAROM_FRAME_PATH];
  if (!carom_frame_path(f, k, p->number, path))
    return carom_fail(err, CAROM_ERR_IO, f->folder, "the path is too long");
  FILE *file = begin(path, err);
  if (!file) return CAROM_ERR_IO;
  bool enough = true;
  if (kinds[k].write)
    enough = kinds[k].write(&p->held.frame, &f->coding, file);
  else
    write_blocks(f, p, file);
  CAROM_TRY(end(file, path, err));
  if (!enough) {
    remove(path);
    return carom_fail(err, CAROM_ERR_MEMORY, path, "not enough memory for a frame");
  }
  return kinds[k].listed ? put_list(w, &kinds[k], err) : CAROM_OK;
}

/* Removes a file of an earlier run that would be taken for one of this run. */
static void forget(const carom_frames *f, int k, int64_t number)
{
  char path[CAROM_FRAME_PATH];
  if (carom_frame_path(f, k, number, path)) remove(path);
}

/* Frames are complete up to some number: after an error no more are written. */
static carom_status put_all(void *user, void *item, carom_error *err)
{
  carom_frame_writer *w = user;
  const carom_frame_packet *p = item;
  if (p->number >= w->room) {
    const int64_t room = 2 * p->number + 16;
    double *more = realloc(w->time, (size_t)room * sizeof *more);
    if (!more)
      return carom_fail(err, CAROM_ERR_MEMORY, w->frames->folder, "not enough memory for a frame");
    w->time = more;
    w->room = room;
  }
  w->time[p->number] = p->held.frame.time;
  for (int k = 0; k < CAROM_FRAME_FILES; k++) {
    if (!(w->frames->formats & kinds[k].format)) continue;
    if (kinds[k].format == CAROM_FRAME_WALLS && p->walls != p->number) {
      forget(w->frames, k, p->number);
      continue;
    }
    CAROM_TRY(put_file(w, k, p, err));
  }
  w->written = p->number + 1;
  return CAROM_OK;
}

/* Keeps the memory of the bodies for the next frame. */
static void recycle(void *user, void *item)
{
  carom_frame_writer *w = user;
  carom_frame_packet *p = item;
  pthread_mutex_lock(&w->lock);
  if (p->held.body && p->held.frame.bodies >= w->spare_bodies) {
    free(w->spare);
    w->spare = p->held.body;
    w->spare_bodies = p->held.frame.bodies;
    p->held.body = NULL;
  }
  pthread_mutex_unlock(&w->lock);
  carom_frame_held_free(&p->held);
}

carom_frame_body *carom_frame_writer_room(carom_frame_writer *w, int64_t bodies)
{
  carom_frame_body *room = NULL;
  pthread_mutex_lock(&w->lock);
  if (w->spare && w->spare_bodies >= bodies) {
    room = w->spare;
    w->spare = NULL;
    w->spare_bodies = 0;
  }
  pthread_mutex_unlock(&w->lock);
  return room ? room : malloc(((size_t)bodies + 1) * sizeof *room);
}

carom_frame_writer *carom_frame_writer_create(const carom_frames *frames)
{
  carom_frame_writer *w = calloc(1, sizeof *w);
  if (!w) return NULL;
  const carom_background_def def = {.size = sizeof(carom_frame_packet),
                                    .waiting = CAROM_FRAMES_WAITING,
                                    .work = put_all,
                                    .release = recycle,
                                    .user = w};
  w->frames = frames;
  w->written = frames->count;
  w->room = frames->count;
  w->time = malloc(((size_t)w->room + 1) * sizeof *w->time);
  if (w->time && frames->count > 0)
    memcpy(w->time, frames->time, (size_t)frames->count * sizeof *w->time);
  pthread_mutex_init(&w->lock, NULL);
  w->background = w->time ? carom_background_create(&def) : NULL;
  if (w->background) return w;
  carom_frame_writer_destroy(w);
  return NULL;
}

carom_status carom_frame_writer_put(carom_frame_writer *w, const carom_frame_packet *packet,
                                    carom_error *err)
{
  return carom_background_put(w->background, packet, err);
}

carom_status carom_frame_writer_flush(carom_frame_writer *w, carom_error *err)
{
  return carom_background_flush(w->background, err);
}

int64_t carom_frame_writer_count(const carom_frame_writer *writer)
{
  return writer->written;
}

void carom_frame_writer_destroy(carom_frame_writer *w)
{
  if (!w) return;
  carom_background_destroy(w->background);
  pthread_mutex_destroy(&w->lock);
  free(w->spare);
  free(w->time);
  free(w);
}
