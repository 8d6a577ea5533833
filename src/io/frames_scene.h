/* SPDX-License-Identifier: MIT */
/* The frames of a scene: one file a frame and format in a folder, with the lists that ParaView
 * opens. A frame is taken from the scene at once and written by a thread of its own while the scene
 * goes on. A frame that is written again replaces the one before, so that a run that is restarted
 * leaves the same files as one that was not stopped. */
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
  CAROM_FRAME_WALLS = 64,         /* walls_000000.vtp ..., one whenever they have moved */
  CAROM_FRAME_BLOCKS = 128,       /* frame_000000.vtm ..., frame.pvd: all of a frame together */
  CAROM_FRAME_BONDS = 256,        /* bonds_000000.vtp ..., bonds.pvd */
  CAROM_FRAME_DUMP_BONDS = 512    /* bonds_000000.dump ... */
} carom_frame_format;

typedef struct carom_frame_writer carom_frame_writer;

/* Zero, but for folder and formats. */
typedef struct carom_frames {
  const char *folder;          /* exists */
  unsigned formats;            /* carom_frame_format, added */
  const char *const *material; /* names; none: materials is 0 */
  int materials;
  const char *const *wall; /* names; none: walls is 0 */
  int walls;
  const carom_scene_wall *wall_def; /* as they began; boxes are drawn no longer than they are */
  carom_frame_coding coding;
  double low[3], high[3]; /* the domain; where both are equal, a box around all bodies */
  bool periodic[3];
  double seen_low[3], seen_high[3]; /* to which walls without end are cut */
  int64_t count, room; /* frames so far, the last of them perhaps not yet on the disk */
  double *time;
  int64_t walls_frame, walls_hash; /* the last frame with a file of walls, and what was in it */
  carom_frame_writer *writer;
} carom_frames;

/* Takes the next frame. What could not be written of the frames before is told here, or at last by
 * carom_frames_finish; `count` is then that of the frames that are complete. */
carom_status carom_frames_add(carom_frames *frames, carom_scene *scene, carom_error *err);

/* Waits until all frames are on the disk. */
carom_status carom_frames_finish(carom_frames *frames, carom_error *err);

/* A frame as it would be written, for pictures: free with carom_frame_held_free (frame_read.h). */
struct carom_frame_held;
carom_status carom_frames_take(const carom_frames *frames, carom_scene *scene,
                               struct carom_frame_held *held, carom_error *err);

/* Is the next frame there already? Frames of an earlier, longer run: the next one and all that
 * follow it are removed, so that nobody takes them for those of this run. */
bool carom_frames_there(const carom_frames *frames);
void carom_frames_trim(const carom_frames *frames);

/* How many there are and their times, for checkpoints. */
carom_status carom_frames_archive(carom_frames *frames, carom_archive *archive, carom_error *err);

void carom_frames_free(carom_frames *frames);

#endif
