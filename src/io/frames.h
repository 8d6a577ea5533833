/* SPDX-License-Identifier: MIT */
/* Frames: spheres, their contacts and the walls at one instant, for the programs that draw them. */
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
  double
      damage; /* of bonds that it had: how many of them are broken, as a share; NaN without any */
  int64_t clump;         /* id of the clump that it is a member of, or -1 */
  double orientation[4]; /* of that clump: unit quaternion w, x, y, z */
} carom_frame_body;

/* A closed contact: a line from the centre of `a` to that of `b`, or to where it touches a wall. */
typedef struct carom_frame_contact {
  double from[3], to[3];
  double force[3]; /* on `a`, N */
  double normal, tangential, overlap;
  int64_t a, b; /* numbers of bodies in the frame; b is -1 for a wall */
  int32_t wall; /* or -1 */
} carom_frame_contact;

/* A bond that is whole or broken, while its particles are there: a line between their centres. */
typedef struct carom_frame_bond {
  double from[3], to[3];
  double tension, shear, bending, torsion; /* N, N, N m, N m */
  double tensile_stress, shear_stress;     /* the largest at its surface, Pa */
  double energy, broken_at;                /* J; s, or -1 */
  int64_t a, b;                            /* numbers of bodies in the frame */
  int32_t kind;                            /* from 0 */
  int32_t state;                           /* 0: whole, 1: broken in tension, 2: in shear */
} carom_frame_bond;

/* A triangle of a wall, for pictures: curved and endless walls are cut to what can be seen. Seen
 * from the side of the grains its corners are counter-clockwise, unless they touch both sides. */
typedef struct carom_frame_facet {
  double corner[3][3];
  double pressure, shear, wear; /* of a mesh: what acts on it, Pa, what is worn off, m; or NaN */
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
  bool bonded; /* bodies tell their damage */
  const carom_frame_facet *facet;
  int64_t facets;
  const char *const *material; /* names, none where materials is 0 */
  int materials;
  const char *const *wall; /* names, none where walls is 0 */
  int walls;
  double low[3], high[3]; /* a box around all, or the domain */
  bool periodic[3];
  int flow, gradient; /* axes */
  double offset; /* of a box that is sheared: one period up the gradient is so far along the flow */
  bool clumps;   /* some bodies are members of clumps */
} carom_frame;

/* How numbers stand in binary files: the bits they have, or rounded to single precision; packed by
 * zlib or not. */
typedef struct carom_frame_coding {
  bool single, compressed;
} carom_frame_coding;

/* VTK's format for ParaView, appended raw binary: points with their values, lines with theirs,
 * triangles with the number of their wall. False without memory; errors of the file stay in it. */
bool carom_frame_vtp_bodies(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);
bool carom_frame_vtp_contacts(const carom_frame *frame, const carom_frame_coding *coding,
                              FILE *file);
bool carom_frame_vtp_bonds(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);
bool carom_frame_vtp_walls(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);

/* The list of frames with their times, which ParaView opens; names come from `prefix` and number:
 * "bodies_000012.vtp". */
void carom_frames_pvd(const char *prefix, const char *ending, const double *time, int64_t frames,
                      FILE *file);

/* Text for OVITO, ASE and others: extended XYZ, from which carom_xyz_read takes all bodies back,
 * and the dump of LAMMPS. Numbers read back to the same bits. Contacts stand in files of their own:
 * points in extended XYZ, entries of a "dump local". */
bool carom_frame_xyz(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);
bool carom_frame_xyz_contacts(const carom_frame *frame, const carom_frame_coding *coding,
                              FILE *file);
bool carom_frame_dump(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);
bool carom_frame_dump_contacts(const carom_frame *frame, const carom_frame_coding *coding,
                               FILE *file);
/* Bonds as entries of a "dump local", which goes with both. */
bool carom_frame_dump_bonds(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);

/* The bodies as a data file of LAMMPS ("atom_style sphere", units si), and as a table. A data file
 * tells no forces, names, time or who is fixed; a table no names, time or box. */
bool carom_frame_data(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);
bool carom_frame_csv(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);

/* LAMMPS takes no id 0: what is added to all ids where there is one. */
unsigned carom_frame_first_id(const carom_frame *frame);

#endif
