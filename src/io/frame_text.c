/* SPDX-License-Identifier: MIT */
/* Frames as text: extended XYZ and the dump of LAMMPS. */
#include "core/number.h"
#include "io/frames.h"

static void put(const char *before, double value, FILE *file)
{
  char text[CAROM_NUMBER_ROOM];
  carom_number_print(value, text);
  fprintf(file, "%s%s", before, text);
}

static void put_vector(const char *before, const double value[3], FILE *file)
{
  put(before, value[0], file);
  put(" ", value[1], file);
  put(" ", value[2], file);
}

/* Where it is, how large, how it moves: the same in both formats. */
static void put_body(const carom_frame_body *body, FILE *file)
{
  put_vector(" ", body->position, file);
  put(" ", body->radius, file);
  put_vector(" ", body->velocity, file);
  put_vector(" ", body->spin, file);
}

/* A diagonal cell with its corner. Grains are no chemical elements: their species is X. */
void carom_frame_xyz(const carom_frame *frame, FILE *file)
{
  fprintf(file, "%ld\nLattice=\"", frame->bodies);
  for (int i = 0; i < 9; i++)
    put(i ? " " : "", i % 4 == 0 ? frame->high[i / 4] - frame->low[i / 4] : 0, file);
  put_vector("\" Origin=\"", frame->low, file);
  fputs("\" pbc=\"", file);
  for (int k = 0; k < 3; k++)
    fprintf(file, "%s%c", k ? " " : "", frame->periodic[k] ? 'T' : 'F');
  fputs("\" Properties=species:S:1:pos:R:3:radius:R:1:velo:R:3:spin:R:3:id:I:1:material:I:1", file);
  put(" Time=", frame->time, file);
  fprintf(file, " Step=%lld\n", (long long)frame->step);
  for (long i = 0; i < frame->bodies; i++) {
    fputc('X', file);
    put_body(&frame->body[i], file);
    fprintf(file, " %lu %ld\n", (unsigned long)frame->body[i].id, (long)frame->body[i].material);
  }
}

void carom_frame_dump(const carom_frame *frame, FILE *file)
{
  put("ITEM: TIME\n", frame->time, file);
  fprintf(file, "\nITEM: TIMESTEP\n%lld\nITEM: NUMBER OF ATOMS\n%ld\nITEM: BOX BOUNDS",
          (long long)frame->step, frame->bodies);
  for (int k = 0; k < 3; k++)
    fputs(frame->periodic[k] ? " pp" : " ff", file);
  for (int k = 0; k < 3; k++) {
    put("\n", frame->low[k], file);
    put(" ", frame->high[k], file);
  }
  fputs("\nITEM: ATOMS id type x y z radius vx vy vz omegax omegay omegaz\n", file);
  for (long i = 0; i < frame->bodies; i++) {
    fprintf(file, "%lu %ld", (unsigned long)frame->body[i].id, (long)frame->body[i].material + 1);
    put_body(&frame->body[i], file);
    fputc('\n', file);
  }
}
