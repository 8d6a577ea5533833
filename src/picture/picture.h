/* SPDX-License-Identifier: MIT */
/* A frame as a picture: what is shown, how grains are coloured, where the camera stands, and what
 * is written around it. */
#ifndef CAROM_PICTURE_PICTURE_H
#define CAROM_PICTURE_PICTURE_H

#include "io/frame_read.h"
#include "picture/image.h"

/* What the colour of a grain, or of a triangle of a mesh, shows. */
typedef enum carom_picture_colour {
  CAROM_BY_SPEED,
  CAROM_BY_FORCE, /* magnitude of the total force */
  CAROM_BY_LOAD,  /* sum of the normal forces of its contacts */
  CAROM_BY_SPIN,
  CAROM_BY_RADIUS,
  CAROM_BY_MASS,
  CAROM_BY_HEIGHT,
  CAROM_BY_CONTACTS, /* number of its contacts */
  CAROM_BY_MATERIAL,
  CAROM_BY_ID,
  CAROM_BY_DAMAGE, /* the fraction of its bonds that are broken */
  CAROM_BY_CLUMP,
  CAROM_BY_PRESSURE, /* from here on meshes are coloured and grains are grey */
  CAROM_BY_SHEAR,
  CAROM_BY_WEAR,
  CAROM_BY_COLOURS
} carom_picture_colour;

const char *carom_picture_colour_name(carom_picture_colour colour);

typedef enum carom_picture_walls {
  CAROM_WALLS_AUTO, /* walls between the camera and the grains are glass */
  CAROM_WALLS_SOLID,
  CAROM_WALLS_GLASS,
  CAROM_WALLS_NONE
} carom_picture_walls;

/* Intact bonds, if frames hold them. */
typedef enum carom_picture_bonds {
  CAROM_BONDS_AMID,   /* rods among the grains */
  CAROM_BONDS_ONLY,   /* with small grains, so that the rods are visible from end to end */
  CAROM_BONDS_STRESS, /* the same, with rods coloured by tensile stress and grey grains */
  CAROM_BONDS_NONE
} carom_picture_bonds;

/* Start from carom_picture_default(). */
typedef struct carom_picture_def {
  int width, height;
  carom_picture_colour colour;
  double range[2];           /* of the colours, SI; CAROM_UNSET: from the frame */
  double azimuth, elevation; /* where the camera stands, in degrees: from x towards y, and up */
  double zoom;
  /* 0: none; 1, 2, 3: cut across x, y, z; what is nearer to the camera is left out. */
  int cut;
  double cut_at; /* m; CAROM_UNSET: in the middle */
  bool chains;   /* contact forces as rods among faint grains */
  carom_picture_walls walls;
  carom_picture_bonds bonds;
  bool dark, bare; /* a dark background; no text */
  const char *title;
  /* Box that must be in view; if the corners are equal, everything in the frame. */
  double low[3], high[3];
  int threads;
} carom_picture_def;

carom_picture_def carom_picture_default(void);

/* SI unit of what the colours show; "1" without a unit. */
const char *carom_picture_unit(const carom_picture_def *def);

/* Draws a frame. Free the picture even if this fails. */
carom_status carom_picture_make(const carom_frame_held *frame, const carom_picture_def *def,
                                carom_image *image, carom_error *err);

/* Folds grains and contacts of a periodic frame into its box, however far they have travelled. */
void carom_fold_held(carom_frame_held *held);

/* Widens the range of the colours and the box that must be in view by what is in the frame: films
 * keep both constant. Begin with range[0] > range[1] and low > high. */
carom_status carom_picture_survey(const carom_frame_held *frame, const carom_picture_def *def,
                                  double range[2], double low[3], double high[3], carom_error *err);

#endif
