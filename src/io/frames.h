/* SPDX-License-Identifier: MIT */
/* Frames: spheres and their contacts at one instant, for the programs that draw them. */
#ifndef CAROM_IO_FRAMES_H
#define CAROM_IO_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A sphere. */
typedef struct carom_frame_body {
  double position[3], velocity[3], spin[3];
  double radius, mass;
  uint32_t id;
  int32_t material; /* from 0 */
  bool fixed;
} carom_frame_body;

/* A closed contact: a line from the centre of `a` to that of `b`, or to where it touches a wall. */
typedef struct carom_frame_contact {
  double from[3], to[3];
  double force[3]; /* on `a`, N */
  double normal, tangential, overlap;
  int64_t a, b; /* numbers of bodies in the frame; b is -1 for a wall */
} carom_frame_contact;

typedef struct carom_frame {
  double time; /* s */
  int64_t step;
  const carom_frame_body *body;
  int64_t bodies;
  const carom_frame_contact *contact;
  int64_t contacts;
  const char *const *material; /* names, which extended XYZ tells; none: materials is 0 */
  int materials;
  double low[3], high[3]; /* a box around all, or the domain */
  bool periodic[3];
} carom_frame;

/* VTK's format for ParaView, appended raw binary: points with their values, lines with theirs. */
void carom_frame_vtp_bodies(const carom_frame *frame, FILE *file);
void carom_frame_vtp_contacts(const carom_frame *frame, FILE *file);

/* The list of frames with their times, which ParaView opens; names come from `prefix` and number:
 * "bodies_000012.vtp". */
void carom_frames_pvd(const char *prefix, const double *time, int64_t frames, FILE *file);

/* Text for OVITO, ASE and others: extended XYZ, from which carom_xyz_read takes all bodies back,
 * and the dump of LAMMPS. Numbers read back to the same bits. */
void carom_frame_xyz(const carom_frame *frame, FILE *file);
void carom_frame_dump(const carom_frame *frame, FILE *file);

#endif
