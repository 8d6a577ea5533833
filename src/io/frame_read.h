/* SPDX-License-Identifier: MIT */
/* Frames read back, in whatever format they were written: for pictures, pages and the start of a
 * run. Frames hold no histories of contacts and no dents. */
#ifndef CAROM_IO_FRAME_READ_H
#define CAROM_IO_FRAME_READ_H

#include "core/error.h"
#include "io/frames.h"

/* What the files told of the bodies; the rest is zero. Position and radius are always there. */
enum {
  CAROM_HELD_VELOCITY = 1,
  CAROM_HELD_SPIN = 2,
  CAROM_HELD_FORCE = 4,
  CAROM_HELD_TORQUE = 8,
  CAROM_HELD_MASS = 16,
  CAROM_HELD_ID = 32,
  CAROM_HELD_MATERIAL = 64,
  CAROM_HELD_FIXED = 128,
  CAROM_HELD_ALL = 255,
  CAROM_HELD_DAMAGE = 256, /* only where there are bonds */
  CAROM_HELD_CLUMP = 512,  /* only where there are clumps */
  CAROM_HELD_ORIENTATION = 1024
};

/* A frame and the memory of its lists. Zero it; files are added one by one; free it at last. */
typedef struct carom_frame_held {
  carom_frame frame; /* time is NaN if no file tells it; the box is around all bodies then */
  unsigned has;      /* CAROM_HELD_... */
  bool contacts;     /* a file of contacts was read, though there may be none in it */
  bool bonds;        /* likewise */
  bool boxed;
  carom_frame_body *body;
  carom_frame_contact *contact;
  carom_frame_facet *facet;
  carom_frame_bond *bond;
  char **material, **wall; /* names; "" where a number has none */
} carom_frame_held;

/* Adds what one file holds, by the ending of its name: .vtp (bodies, contacts, walls or bonds),
 * .xyz (bodies or contacts) or .dump (bodies, contacts or bonds). What is there of that kind is
 * replaced. */
carom_status carom_frame_read(const char *path, carom_frame_held *held, carom_error *err);

/* The same for the bytes of a file; `path` tells the format only. */
carom_status carom_frame_read_bytes(const char *bytes, size_t length, const char *path,
                                    carom_frame_held *held, carom_error *err);

void carom_frame_held_free(carom_frame_held *held);

/* The frames in a folder, as a run leaves them. */
typedef struct carom_frame_folder {
  char path[1024];
  const char *prefix, *ending; /* of the files of bodies: "bodies", "vtp" */
  int64_t count;
} carom_frame_folder;

/* Looks which frames there are: in `folder` itself or in `folder`/frames. An error says so where
 * there are none. */
carom_status carom_frame_folder_open(const char *folder, carom_frame_folder *found,
                                     carom_error *err);

/* Frame number 0 .. count-1 with its contacts and walls, as far as there are files of them. */
carom_status carom_frame_folder_read(const carom_frame_folder *folder, int64_t number,
                                     carom_frame_held *held, carom_error *err);

#endif
