/* SPDX-License-Identifier: MIT */
/* Frames of a scene: one file per frame and format in a folder, with the lists that ParaView opens.
 * A frame is copied from the scene at once and written by a background thread while the scene
 * continues. A frame that is written again replaces the previous one, so that a restarted run
 * leaves the same files as an uninterrupted one. */
#ifndef CAROM_IO_FRAMES_SCENE_H
#define CAROM_IO_FRAMES_SCENE_H

#include <carom/scene.h>

#include "core/error.h"
#include "io/frames.h"

typedef enum carom_frame_format {
  CAROM_FRAME_VTP = 1,            /* bodies_000000.vtp ..., bodies.pvd */
  CAROM_FRAME_CONTACTS = 2,       /* contacts_000000.vtp ..., contacts.pvd */
  CAROM_FRAME_XYZ = 4,            /* frame_000000.xyz ... */
  CAROM_FRAME_DUMP = 8,           /* frame_000000.dump ... */
  CAROM_FRAME_XYZ_CONTACTS = 16,  /* contacts_000000.xyz ... */
  CAROM_FRAME_DUMP_CONTACTS = 32, /* contacts_000000.dump ... */
  CAROM_FRAME_WALLS = 64,         /* walls_000000.vtp ..., a new one whenever they have moved */
  CAROM_FRAME_BLOCKS = 128,    /* frame_000000.vtm ..., frame.pvd: all files of a frame together */
  CAROM_FRAME_BONDS = 256,     /* bonds_000000.vtp ..., bonds.pvd */
  CAROM_FRAME_DUMP_BONDS = 512 /* bonds_000000.dump ... */
} carom_frame_format;

typedef struct carom_frame_writer carom_frame_writer;

/* Initialise to zero, except for folder and formats. */
typedef struct carom_frames {
  const char *folder;          /* must exist */
  unsigned formats;            /* carom_frame_format, added */
  const char *const *material; /* names; none if materials is 0 */
  int materials;
  const char *const *wall; /* names; none if walls is 0 */
  int walls;
  const carom_scene_wall *wall_def; /* initial walls; boxes are drawn no larger than this */
  carom_frame_coding coding;
  double low[3], high[3]; /* the domain; if both are equal, the bounding box of all bodies */
  bool periodic[3];
  double seen_low[3], seen_high[3]; /* box to which infinite walls are clipped */
  int64_t count, room;              /* frames so far, of which the last may not yet be on disk */
  double *time;
  int64_t walls_frame, walls_hash; /* last frame with a file of walls, and a hash of its contents */
  carom_frame_writer *writer;
} carom_frames;

/* Takes the next frame. Errors in writing earlier frames are reported here, or finally by
 * carom_frames_finish; `count` is then the number of complete frames. */
carom_status carom_frames_add(carom_frames *frames, carom_scene *scene, carom_error *err);

/* Waits until all frames are on disk. */
carom_status carom_frames_finish(carom_frames *frames, carom_error *err);

/* A frame in memory as it would be written, for pictures; free with carom_frame_held_free
 * (frame_read.h). */
struct carom_frame_held;
carom_status carom_frames_take(const carom_frames *frames, carom_scene *scene,
                               struct carom_frame_held *held, carom_error *err);

/* True if the next frame already exists. Frames of an earlier, longer run: removes the next one and
 * all that follow, so that they are not taken for frames of this run. */
bool carom_frames_there(const carom_frames *frames);
void carom_frames_trim(const carom_frames *frames);

/* Archives the number of frames and their times, for checkpoints. */
carom_status carom_frames_archive(carom_frames *frames, carom_archive *archive, carom_error *err);

void carom_frames_free(carom_frames *frames);

#endif
