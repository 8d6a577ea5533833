/* SPDX-License-Identifier: MIT */
/* Spheres from a file: a table (CSV), or a frame. */
#ifndef CAROM_IO_GRAINS_READ_H
#define CAROM_IO_GRAINS_READ_H

#include <carom/scene.h>

/* Properties given for all spheres of a group, which override those of a file. */
enum {
  CAROM_GIVEN_RADIUS = 1,
  CAROM_GIVEN_MASS = 2,
  CAROM_GIVEN_VELOCITY = 4,
  CAROM_GIVEN_SPIN = 8,
  CAROM_GIVEN_MATERIAL = 16,
  CAROM_GIVEN_FIXED = 32
};

typedef struct carom_grains_wish {
  carom_scene_particle like; /* given values, and defaults where nothing gives one */
  unsigned given;
  const char *const *material; /* names of the materials */
  int materials;
} carom_grains_wish;

typedef struct carom_grains {
  carom_scene_particle *list;
  int64_t count;
  bool ids;         /* the file has ids */
  char unread[200]; /* names of unknown columns, "a, b" */
  char bare[200];   /* columns without a unit, and the unit assumed: "x in m, y in m" */
  bool frame;       /* it is a frame, which has neither contact histories nor dents */
  bool numbered;    /* it identifies materials by number only, taken in their order */
} carom_grains;

typedef enum carom_grains_format {
  CAROM_GRAINS_CSV,
  CAROM_GRAINS_XYZ,
  CAROM_GRAINS_VTP,
  CAROM_GRAINS_DUMP,
  CAROM_GRAINS_DATA
} carom_grains_format;

/* The format for a file name extension; a table by default. */
carom_grains_format carom_grains_format_of(const char *path);

/* Reads spheres into a list that the caller frees. CSV: x, y, z and radius (unless it is given),
 * and if present vx, vy, vz, wx, wy, wz, mass, id, fixed (0 or 1), each with its unit in brackets
 * or in SI; the material must be given. Extended XYZ: the columns of its Properties of the names
 * pos, radius, velo, spin (or omega), mass, id, fixed and material, as frames have them; one frame.
 * VTK, dumps and data files: the arrays and columns that frames have. Materials go by their names;
 * a dump or a data file has none, and its types 1, 2, .. are the materials in their order. Errors
 * tell the line of the file where they can. */
carom_status carom_grains_read(const char *text, size_t length, carom_grains_format format,
                               const carom_grains_wish *wish, carom_grains *grains,
                               carom_error *err);

#endif
