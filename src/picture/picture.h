/* SPDX-License-Identifier: MIT */
/* A frame as a picture: what is shown, how grains are coloured, where the camera stands, and what
 * is written around it. */
#ifndef CAROM_PICTURE_PICTURE_H
#define CAROM_PICTURE_PICTURE_H

#include "io/frame_read.h"
#include "picture/image.h"

/* What the colour of a grain, or of a triangle of a mesh, tells. */
typedef enum carom_picture_colour {
  CAROM_BY_SPEED,
  CAROM_BY_FORCE, /* the length of what acts on it */
  CAROM_BY_LOAD,  /* the normal forces of its contacts, added up */
  CAROM_BY_SPIN,
  CAROM_BY_RADIUS,
  CAROM_BY_MASS,
  CAROM_BY_HEIGHT,
  CAROM_BY_CONTACTS, /* how many it has */
  CAROM_BY_MATERIAL,
  CAROM_BY_ID,
  CAROM_BY_DAMAGE, /* the share of its bonds that are broken */
  CAROM_BY_CLUMP,
  CAROM_BY_PRESSURE, /* from here on: what the colour of meshes tells, with grains in grey */
  CAROM_BY_SHEAR,
  CAROM_BY_WEAR,
  CAROM_BY_COLOURS
} carom_picture_colour;

const char *carom_picture_colour_name(carom_picture_colour colour);

typedef enum carom_picture_walls {
  CAROM_WALLS_AUTO, /* those between the camera and the grains are glass */
  CAROM_WALLS_SOLID,
  CAROM_WALLS_GLASS,
  CAROM_WALLS_NONE
} carom_picture_walls;

/* Whole bonds, where frames hold them. */
typedef enum carom_picture_bonds {
  CAROM_BONDS_AMID,   /* rods amid the grains */
  CAROM_BONDS_ONLY,   /* and the grains so small that rods are seen from end to end */
  CAROM_BONDS_STRESS, /* the same; rods are coloured by their tensile stress, grains grey */
  CAROM_BONDS_NONE
} carom_picture_bonds;

/* Start from carom_picture_default(). */
typedef struct carom_picture_def {
  int width, height;
  carom_picture_colour colour;
  double range[2];           /* of the colours, SI; CAROM_UNSET: from the frame */
  double azimuth, elevation; /* where the camera stands, degrees: from x towards y, and up */
  double zoom;
  int cut;       /* 0: none; 1, 2, 3: across x, y, z; what is nearer to the camera is left out */
  double cut_at; /* m; CAROM_UNSET: in the middle */
  bool chains;   /* forces of contacts as rods, grains like breath */
  carom_picture_walls walls;
  carom_picture_bonds bonds;
  bool dark, bare; /* a dark ground; nothing written */
  const char *title;
  double low[3], high[3]; /* what must be in view; where they are equal, all that is there */
  int threads;
} carom_picture_def;

carom_picture_def carom_picture_default(void);

/* The SI unit of what its colours tell, "1" if that has none. */
const char *carom_picture_unit(const carom_picture_def *def);

/* Draws a frame. Free the picture in any case. */
carom_status carom_picture_make(const carom_frame_held *frame, const carom_picture_def *def,
                                carom_image *image, carom_error *err);

/* Brings grains and contacts of a periodic frame into its box, however far they have come. */
void carom_fold_held(carom_frame_held *held);

/* The range of the colours of a frame, and the box that must be in view, each widened by what is in
 * the frame: for films, which keep both. Begin with range[0] > range[1] and low > high. */
carom_status carom_picture_survey(const carom_frame_held *frame, const carom_picture_def *def,
                                  double range[2], double low[3], double high[3], carom_error *err);

#endif
