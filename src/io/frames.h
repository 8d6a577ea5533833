/* SPDX-License-Identifier: MIT */
/* Frames: spheres, their contacts and the walls at one instant, for visualisation programs. */
#ifndef CAROM_IO_FRAMES_H
#define CAROM_IO_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A sphere. */
typedef struct carom_frame_body {
  double position[3], velocity[3], spin[3], force[3], torque[3];
  double radius, mass;
  uint32_t id;
  int32_t material; /* from 0 */
  bool fixed;
  double damage;         /* share of its bonds that are broken; NaN if it had none */
  int64_t clump;         /* id of its clump, or -1 */
  double orientation[4]; /* orientation of that clump: unit quaternion w, x, y, z */
} carom_frame_body;

/* A closed contact: a line from the centre of `a` to that of `b`, or to the point of contact with a
 * wall. */
typedef struct carom_frame_contact {
  double from[3], to[3];
  double force[3]; /* on `a`, N */
  double normal, tangential, overlap;
  int64_t a, b; /* indices of bodies in the frame; b is -1 for a wall */
  int32_t wall; /* index of the wall, or -1 */
} carom_frame_contact;

/* A bond, whole or broken, as long as its particles exist: a line between their centres. */
typedef struct carom_frame_bond {
  double from[3], to[3];
  double tension, shear, bending, torsion; /* N, N, N m, N m */
  double tensile_stress, shear_stress;     /* largest stresses at its surface, Pa */
  double energy, broken_at;                /* J; s, or -1 */
  int64_t a, b;                            /* indices of bodies in the frame */
  int32_t kind;                            /* from 0 */
  int32_t state;                           /* 0: whole, 1: broken in tension, 2: in shear */
} carom_frame_bond;

/* A triangle of a wall, for pictures: curved and infinite walls are cut to what can be seen. Its
 * corners are counter-clockwise as seen from the side of the particles, unless both sides can be
 * touched. */
typedef struct carom_frame_facet {
  double corner[3][3];
  double pressure, shear, wear; /* of a mesh: stresses, Pa, and depth of wear, m; or NaN */
  int32_t wall;
  bool shell; /* touched from both sides */
} carom_frame_facet;

typedef struct carom_frame {
  double time; /* s */
  int64_t step;
  const carom_frame_body *body;
  int64_t bodies;
  const carom_frame_contact *contact;
  int64_t contacts;
  const carom_frame_bond *bond;
  int64_t bonds;
  bool bonded; /* bodies have `damage` */
  const carom_frame_facet *facet;
  int64_t facets;
  const char *const *material; /* names, none where materials is 0 */
  int materials;
  const char *const *wall; /* names, none where walls is 0 */
  int walls;
  double low[3], high[3]; /* bounding box of all bodies, or the domain */
  bool periodic[3];
  int flow, gradient; /* axes */
  double offset; /* of a sheared box: displacement along the flow of the image one period up the
                    gradient */
  bool clumps;   /* some bodies are members of clumps */
} carom_frame;

/* Representation of numbers in binary files: full precision, or rounded to single precision;
 * compressed with zlib or not. */
typedef struct carom_frame_coding {
  bool single, compressed;
} carom_frame_coding;

/* VTK PolyData for ParaView, as appended raw binary: points and lines with their values, triangles
 * with the index of their wall. Returns false if memory runs out; errors of the file remain in its
 * error indicator. */
bool carom_frame_vtp_bodies(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);
bool carom_frame_vtp_contacts(const carom_frame *frame, const carom_frame_coding *coding,
                              FILE *file);
bool carom_frame_vtp_bonds(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);
bool carom_frame_vtp_walls(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);

/* The list of frames with their times for ParaView; file names consist of `prefix` and a number:
 * "bodies_000012.vtp". */
void carom_frames_pvd(const char *prefix, const char *ending, const double *time, int64_t frames,
                      FILE *file);

/* Text formats for OVITO, ASE and others: extended XYZ, from which carom_xyz_read restores all
 * bodies, and LAMMPS dumps. Numbers read back to the same bits. Contacts are in separate files:
 * points in extended XYZ, entries of a "dump local". */
bool carom_frame_xyz(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);
bool carom_frame_xyz_contacts(const carom_frame *frame, const carom_frame_coding *coding,
                              FILE *file);
bool carom_frame_dump(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);
bool carom_frame_dump_contacts(const carom_frame *frame, const carom_frame_coding *coding,
                               FILE *file);
/* Bonds as entries of a "dump local", which accompanies both formats. */
bool carom_frame_dump_bonds(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);

/* Bodies as a LAMMPS data file ("atom_style sphere", units si), and as a table. A data file has no
 * forces, names, time or fixed flags; a table has no names, time or box. */
bool carom_frame_data(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);
bool carom_frame_csv(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);

/* LAMMPS does not accept id 0: the number added to all ids if one of them is 0. */
unsigned carom_frame_first_id(const carom_frame *frame);

#endif
