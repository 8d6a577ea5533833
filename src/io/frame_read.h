/* SPDX-License-Identifier: MIT */
/* Reads frames of any supported format, for pictures, pages and the start of a run. Frames hold
 * neither contact histories nor dents. */
#ifndef CAROM_IO_FRAME_READ_H
#define CAROM_IO_FRAME_READ_H

#include "core/error.h"
#include "io/frames.h"

/* Which quantities of the bodies were in the files; others are zero. Position and radius are always
 * present. */
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

/* A frame and the memory of its lists. Initialise it to zero, add files one by one, and free it. */
typedef struct carom_frame_held {
  carom_frame frame; /* time is NaN if no file contains it; the box then encloses all bodies */
  unsigned has;      /* CAROM_HELD_... */
  bool contacts;     /* a file of contacts was read, which may have been empty */
  bool bonds;        /* a file of bonds was read, which may have been empty */
  bool boxed;
  carom_frame_body *body;
  carom_frame_contact *contact;
  carom_frame_facet *facet;
  carom_frame_bond *bond;
  char **material, **wall; /* names by number; "" where there is none */
} carom_frame_held;

/* Adds the contents of one file, selected by extension: .vtp (bodies, contacts, walls or bonds),
 * .xyz (bodies or contacts) or .dump (bodies, contacts or bonds). Existing data of that kind is
 * replaced. */
carom_status carom_frame_read(const char *path, carom_frame_held *held, carom_error *err);

/* Likewise for the bytes of a file; `path` only determines the format. */
carom_status carom_frame_read_bytes(const char *bytes, size_t length, const char *path,
                                    carom_frame_held *held, carom_error *err);

void carom_frame_held_free(carom_frame_held *held);

/* The frames in a folder, as written by a run. */
typedef struct carom_frame_folder {
  char path[1024];
  const char *prefix, *ending; /* of the files of bodies: "bodies", "vtp" */
  int64_t count;
} carom_frame_folder;

/* Finds the frames in `folder` itself or in `folder`/frames. Reports an error if there are none. */
carom_status carom_frame_folder_open(const char *folder, carom_frame_folder *found,
                                     carom_error *err);

/* Reads frame number 0 .. count-1 with its contacts and walls, as far as there are files of
 * them. */
carom_status carom_frame_folder_read(const carom_frame_folder *folder, int64_t number,
                                     carom_frame_held *held, carom_error *err);

#endif
