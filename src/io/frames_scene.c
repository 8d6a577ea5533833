/* SPDX-License-Identifier: MIT */
#include "io/frames_scene.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 1200, MOST_FRAMES = 1 << 24 };

/* Contacts as they are visited. */
typedef struct collector {
  carom_frame_contact *contact;
  const carom_scene_grain *grain;
  int64_t count, room;
} collector;

static void collect(void *user, const carom_scene_touch *t)
{
  collector *c = user;
  if (c->count >= c->room) return;
  carom_frame_contact *to = &c->contact[c->count++];
  *to = (carom_frame_contact){.normal = t->force.elastic + t->force.dissipative,
                              .overlap = t->overlap,
                              .a = t->a,
                              .b = t->b,
                              .wall = t->b < 0 ? t->wall : -1};
  const double apart = t->b < 0 ? 0 : c->grain[t->a].radius + c->grain[t->b].radius - t->overlap;
  double square = 0;
  for (int k = 0; k < 3; k++) {
    to->from[k] = c->grain[t->a].position[k];
    /* a partner across a periodic border is drawn where it touches */
    to->to[k] = t->b >= 0 ? to->from[k] + apart * t->normal[k] : t->point[k];
    to->force[k] = t->tangential[k] - to->normal * t->normal[k];
    square += t->tangential[k] * t->tangential[k];
  }
  to->tangential = sqrt(square);
}

/* The domain, and in directions where it has no ends a box around all bodies. */
static void box_around(const carom_scene_view *view, const carom_frames *f, carom_frame *frame)
{
  for (int k = 0; k < 3; k++) {
    const bool bounded = f->high[k] > f->low[k];
    double low = f->low[k], high = f->high[k];
    for (int64_t i = 0; !bounded && i < view->count; i++) {
      const carom_scene_grain *g = &view->grain[i];
      const double below = g->position[k] - g->radius, above = g->position[k] + g->radius;
      if (i == 0 || below < low) low = below;
      if (i == 0 || above > high) high = above;
    }
    frame->low[k] = low;
    frame->high[k] = high;
    frame->periodic[k] = f->periodic[k];
  }
}

static void fill_bodies(const carom_scene_view *view, carom_frame_body *body)
{
  for (int64_t i = 0; i < view->count; i++) {
    const carom_scene_grain *g = &view->grain[i];
    memcpy(body[i].position, g->position, sizeof g->position);
    memcpy(body[i].velocity, g->velocity, sizeof g->velocity);
    memcpy(body[i].spin, g->spin, sizeof g->spin);
    memcpy(body[i].force, g->force, sizeof g->force);
    memcpy(body[i].torque, g->torque, sizeof g->torque);
    body[i].radius = g->radius;
    body[i].mass = g->mass;
    body[i].fixed = g->fixed;
    body[i].id = g->id;
    body[i].material = g->material;
  }
}

static carom_status cannot(const char *path, carom_error *err)
{
  return carom_fail(err, CAROM_ERR_IO, path, "the frame cannot be written: %s", strerror(errno));
}

/* The files of a frame. */
static const struct kind {
  unsigned format;
  const char *prefix, *ending;
  void (*write)(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);
  bool listed; /* in a .pvd */
} kinds[] = {{CAROM_FRAME_VTP, "bodies", "vtp", carom_frame_vtp_bodies, true},
             {CAROM_FRAME_CONTACTS, "contacts", "vtp", carom_frame_vtp_contacts, true},
             {CAROM_FRAME_XYZ, "frame", "xyz", carom_frame_xyz, false},
             {CAROM_FRAME_DUMP, "frame", "dump", carom_frame_dump, false},
             {CAROM_FRAME_XYZ_CONTACTS, "contacts", "xyz", carom_frame_xyz_contacts, false},
             {CAROM_FRAME_DUMP_CONTACTS, "contacts", "dump", carom_frame_dump_contacts, false}};
enum { ANY_CONTACTS = CAROM_FRAME_CONTACTS | CAROM_FRAME_XYZ_CONTACTS | CAROM_FRAME_DUMP_CONTACTS };
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool path_of(const carom_frames *f, const struct kind *kind, int64_t number,
                    char path[PATH_ROOM])
{
  return snprintf(path, PATH_ROOM, "%s/%s_%06" PRId64 ".%s", f->folder, kind->prefix, number,
                  kind->ending) < PATH_ROOM;
}

/* Opens "path.part", and gives it its name when it is complete. */
static FILE *begin(const char *path, carom_error *err)
{
  char part[PATH_ROOM + 8];
  snprintf(part, sizeof part, "%s.part", path);
  FILE *file = fopen(part, "wb");
  if (!file) cannot(path, err);
  return file;
}

static carom_status end(FILE *file, const char *path, carom_error *err)
{
  char part[PATH_ROOM + 8];
  snprintf(part, sizeof part, "%s.part", path);
  const bool written = !ferror(file) && fflush(file) == 0;
  if (fclose(file) == 0 && written && rename(part, path) == 0) return CAROM_OK;
  const carom_status status = cannot(path, err);
  remove(part);
  return status;
}

static carom_status put(const carom_frames *f, const struct kind *kind, const carom_frame *frame,
                        carom_error *err)
{
  char path[PATH_ROOM];
  if (!path_of(f, kind, f->count, path))
    return carom_fail(err, CAROM_ERR_IO, f->folder, "the path is too long");
  FILE *file = begin(path, err);
  if (!file) return CAROM_ERR_IO;
  kind->write(frame, &f->coding, file);
  CAROM_TRY(end(file, path, err));
  if (!kind->listed) return CAROM_OK;
  snprintf(path, PATH_ROOM, "%s/%s.pvd", f->folder, kind->prefix); /* shorter */
  file = begin(path, err);
  if (!file) return CAROM_ERR_IO;
  carom_frames_pvd(kind->prefix, kind->ending, f->time, f->count + 1, file);
  return end(file, path, err);
}

static carom_status put_all(const carom_frames *f, const carom_frame *frame, carom_error *err)
{
  for (int k = 0; k < KINDS; k++)
    if (f->formats & kinds[k].format) CAROM_TRY(put(f, &kinds[k], frame, err));
  return CAROM_OK;
}

bool carom_frames_there(const carom_frames *f)
{
  char path[PATH_ROOM];
  for (int k = 0; k < KINDS; k++) {
    FILE *file = f->formats & kinds[k].format && path_of(f, &kinds[k], f->count, path)
                     ? fopen(path, "rb")
                     : NULL;
    if (!file) continue;
    fclose(file);
    return true;
  }
  return false;
}

void carom_frames_trim(const carom_frames *f)
{
  char path[PATH_ROOM];
  for (int k = 0; k < KINDS; k++)
    for (int64_t i = f->count; f->formats & kinds[k].format; i++)
      if (!path_of(f, &kinds[k], i, path) || remove(path) != 0) break;
}

static bool grow(carom_frames *f, int64_t count)
{
  if (count <= f->room) return true;
  const int64_t room = 2 * count + 16;
  double *more = realloc(f->time, (size_t)room * sizeof *more);
  if (!more) return false;
  f->time = more;
  f->room = room;
  return true;
}

carom_status carom_frames_add(carom_frames *f, carom_scene *scene, carom_error *err)
{
  const carom_scene_view view = carom_scene_sample(scene);
  carom_frame frame = {.time = carom_scene_time(scene),
                       .step = carom_scene_steps(scene),
                       .bodies = view.count,
                       .material = f->material,
                       .materials = f->materials,
                       .wall = f->wall,
                       .walls = f->walls};
  collector c = {.grain = view.grain};
  if (f->formats & ANY_CONTACTS) c.room = carom_scene_contacts(scene, NULL, NULL);
  carom_frame_body *body = malloc(((size_t)view.count + 1) * sizeof *body);
  c.contact = malloc(((size_t)c.room + 1) * sizeof *c.contact);
  carom_status status = CAROM_ERR_MEMORY;
  if (view.grain && body && c.contact && grow(f, f->count + 1)) {
    box_around(&view, f, &frame);
    fill_bodies(&view, body);
    if (c.room > 0) carom_scene_contacts(scene, collect, &c);
    frame.body = body;
    frame.contact = c.contact;
    frame.contacts = c.count;
    f->time[f->count] = frame.time;
    status = put_all(f, &frame, err);
    if (status == CAROM_OK) f->count++;
  } else {
    carom_fail(err, status, f->folder, "not enough memory for a frame");
  }
  free(body);
  free(c.contact);
  return status;
}

carom_status carom_frames_archive(carom_frames *f, carom_archive *archive, carom_error *err)
{
  int64_t count = f->count;
  CAROM_TRY(archive->array(archive, "frames/count", CAROM_INT64S, &count, 1, err));
  if (count < 0 || count > MOST_FRAMES)
    return carom_fail(err, CAROM_ERR_RANGE, "frames", "%" PRId64 " is no number of frames", count);
  if (!grow(f, count)) return carom_fail(err, CAROM_ERR_MEMORY, "frames", "out of memory");
  f->count = count;
  return archive->array(archive, "frames/time", CAROM_DOUBLES, f->time, (size_t)count, err);
}

void carom_frames_free(carom_frames *f)
{
  free(f->time);
  f->time = NULL;
  f->count = f->room = 0;
}
