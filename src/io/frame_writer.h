/* SPDX-License-Identifier: MIT */
/* Writes the files of frames in a background thread. */
#ifndef CAROM_IO_FRAME_WRITER_H
#define CAROM_IO_FRAME_WRITER_H

#include "io/frame_read.h"
#include "io/frames_scene.h"

/* A frame to be written. */
typedef struct carom_frame_packet {
  carom_frame_held held;
  int64_t number;
  int64_t walls; /* number of the frame whose file of walls belongs to this one; -1: none */
} carom_frame_packet;

/* Capacity of the queue; a longer one would only need more memory. */
enum { CAROM_FRAMES_WAITING = 2 };

/* NULL if memory runs out. */
carom_frame_writer *carom_frame_writer_create(const carom_frames *frames);
void carom_frame_writer_destroy(carom_frame_writer *writer);

/* Takes ownership of the packet, blocking while the queue is full. Returns the error of an earlier
 * frame, after which nothing is written. */
carom_status carom_frame_writer_put(carom_frame_writer *writer, const carom_frame_packet *packet,
                                    carom_error *err);

/* Memory for the bodies of a frame, recycled from an earlier one or new; NULL if memory runs out.
 * It becomes part of a packet, or the caller frees it. */
carom_frame_body *carom_frame_writer_room(carom_frame_writer *writer, int64_t bodies);

/* Waits until everything is written. */
carom_status carom_frame_writer_flush(carom_frame_writer *writer, carom_error *err);

/* The number of complete frames; call after a flush. */
int64_t carom_frame_writer_count(const carom_frame_writer *writer);

/* Size of all files of a frame in bytes. */
int64_t carom_frame_bytes(const carom_frames *frames, const carom_frame *frame);

/* The path of a file of a frame; a format has the files whose bits it contains. */
enum { CAROM_FRAME_PATH = 1200, CAROM_FRAME_FILES = 10 };
bool carom_frame_path(const carom_frames *frames, int file, int64_t number,
                      char path[CAROM_FRAME_PATH]);

#endif
