/* SPDX-License-Identifier: MIT */
/* Frames as text: extended XYZ and the dump of LAMMPS. */
#include "core/number.h"
#include "io/frames.h"

#include <inttypes.h>

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

/* In quotes, as the second line of extended XYZ has texts. */
static void put_quoted(const char *text, FILE *file)
{
  fputc('"', file);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', file);
    fputc(*text, file);
  }
  fputc('"', file);
}

/* A diagonal cell with its corner. Grains are no chemical elements: their species is X. */
void carom_frame_xyz(const carom_frame *frame, FILE *file)
{
  fprintf(file, "%" PRId64 "\nLattice=\"", frame->bodies);
  for (int i = 0; i < 9; i++)
    put(i ? " " : "", i % 4 == 0 ? frame->high[i / 4] - frame->low[i / 4] : 0, file);
  put_vector("\" Origin=\"", frame->low, file);
  fputs("\" pbc=\"", file);
  for (int k = 0; k < 3; k++)
    fprintf(file, "%s%c", k ? " " : "", frame->periodic[k] ? 'T' : 'F');
  fputs("\" Properties=species:S:1:pos:R:3:radius:R:1:velo:R:3:spin:R:3:id:I:1:material:I:1:"
        "mass:R:1:fixed:L:1",
        file);
  put(" Time=", frame->time, file);
  fprintf(file, " Step=%lld", (long long)frame->step);
  for (int k = 0; k < frame->materials; k++) {
    fprintf(file, " material_%d=", k);
    put_quoted(frame->material[k], file);
  }
  fputc('\n', file);
  for (int64_t i = 0; i < frame->bodies; i++) {
    const carom_frame_body *body = &frame->body[i];
    fputc('X', file);
    put_body(body, file);
    fprintf(file, " %lu %" PRId64, (unsigned long)body->id, (int64_t)body->material);
    put(" ", body->mass, file);
    fputs(body->fixed ? " T\n" : " F\n", file);
  }
}

/* LAMMPS takes no id 0: where there is one, all are one higher. */
static unsigned long first_id(const carom_frame *frame)
{
  for (int64_t i = 0; i < frame->bodies; i++)
    if (frame->body[i].id == 0) return 1;
  return 0;
}

/* Bodies are not folded back at periodic borders; LAMMPS calls such coordinates xu, yu, zu. */
void carom_frame_dump(const carom_frame *frame, FILE *file)
{
  const bool unwrapped = frame->periodic[0] || frame->periodic[1] || frame->periodic[2];
  const unsigned long first = first_id(frame);
  put("ITEM: TIME\n", frame->time, file);
  fprintf(file, "\nITEM: TIMESTEP\n%lld\nITEM: NUMBER OF ATOMS\n%" PRId64 "\nITEM: BOX BOUNDS",
          (long long)frame->step, frame->bodies);
  for (int k = 0; k < 3; k++)
    fputs(frame->periodic[k] ? " pp" : " ff", file);
  for (int k = 0; k < 3; k++) {
    put("\n", frame->low[k], file);
    put(" ", frame->high[k], file);
  }
  fprintf(file, "\nITEM: ATOMS id type %s radius vx vy vz omegax omegay omegaz mass\n",
          unwrapped ? "xu yu zu" : "x y z");
  for (int64_t i = 0; i < frame->bodies; i++) {
    fprintf(file, "%lu %" PRId64, frame->body[i].id + first, (int64_t)frame->body[i].material + 1);
    put_body(&frame->body[i], file);
    put(" ", frame->body[i].mass, file);
    fputc('\n', file);
  }
}
