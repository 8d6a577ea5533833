/* SPDX-License-Identifier: MIT */
/* The files of frames, written by a thread of its own. */
#ifndef CAROM_IO_FRAME_WRITER_H
#define CAROM_IO_FRAME_WRITER_H

#include "io/frame_read.h"
#include "io/frames_scene.h"

/* A frame on its way to the disk. */
typedef struct carom_frame_packet {
  carom_frame_held held;
  int64_t number;
  int64_t walls; /* number of the frame with whose file of walls it goes; -1: there are none */
} carom_frame_packet;

/* Frames that wait at most: more would only take memory. */
enum { CAROM_FRAMES_WAITING = 2 };

/* NULL without memory. */
carom_frame_writer *carom_frame_writer_create(const carom_frames *frames);
void carom_frame_writer_destroy(carom_frame_writer *writer);

/* Takes the packet over, waiting while too many are on their way. The error of an earlier frame:
 * nothing is written from then on. */
carom_status carom_frame_writer_put(carom_frame_writer *writer, const carom_frame_packet *packet,
                                    carom_error *err);

/* Room for the bodies of a frame: that of an earlier one, or new; NULL without memory. It becomes
 * part of a packet, or is freed. */
carom_frame_body *carom_frame_writer_room(carom_frame_writer *writer, int64_t bodies);

/* Waits until nothing is left to write. */
carom_status carom_frame_writer_flush(carom_frame_writer *writer, carom_error *err);

/* Frames that are complete. After a flush. */
int64_t carom_frame_writer_count(const carom_frame_writer *writer);

/* Bytes of all files of a frame. */
int64_t carom_frame_bytes(const carom_frames *frames, const carom_frame *frame);

/* The path of a file of a frame; the files of a format are those whose bits it has. */
enum { CAROM_FRAME_PATH = 1200, CAROM_FRAME_FILES = 10 };
bool carom_frame_path(const carom_frames *frames, int file, int64_t number,
                      char path[CAROM_FRAME_PATH]);

#endif
