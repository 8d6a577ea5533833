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

/* Position, size and motion, the same in both formats. */
static void put_body(const carom_frame_body *body, FILE *file)
{
  put_vector(" ", body->position, file);
  put(" ", body->radius, file);
  put_vector(" ", body->velocity, file);
  put_vector(" ", body->spin, file);
}

/* Writes a quoted text, as in the second line of extended XYZ. */
static void put_quoted(const char *text, FILE *file)
{
  fputc('"', file);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', file);
    fputc(*text, file);
  }
  fputc('"', file);
}

static void put_names(const char *key, const char *const *name, int names, FILE *file)
{
  for (int k = 0; k < names; k++) {
    fprintf(file, " %s_%d=", key, k);
    put_quoted(name[k] ? name[k] : "", file);
  }
}

/* An element of the cell matrix: lengths on the diagonal, and the shear. */
static double cell_of(const carom_frame *frame, int row, int column)
{
  if (row == column) return frame->high[row] - frame->low[row];
  return row == frame->gradient && column == frame->flow ? frame->offset : 0;
}

/* Writes the first two lines: cell and corner, columns, time and names. */
static void put_head(const carom_frame *frame, int64_t rows, const char *properties, FILE *file)
{
  fprintf(file, "%" PRId64 "\nLattice=\"", rows);
  for (int i = 0; i < 9; i++)
    put(i ? " " : "", cell_of(frame, i / 3, i % 3), file);
  put_vector("\" Origin=\"", frame->low, file);
  fputs("\" pbc=\"", file);
  for (int k = 0; k < 3; k++)
    fprintf(file, "%s%c", k ? " " : "", frame->periodic[k] ? 'T' : 'F');
  fprintf(file, "\" Properties=species:S:1:%s", properties);
  put(" Time=", frame->time, file);
  fprintf(file, " Step=%lld", (long long)frame->step);
  put_names("material", frame->material, frame->materials, file);
  put_names("wall", frame->wall, frame->walls, file);
  fputc('\n', file);
}

#define BODY_PROPERTIES                                                                            \
  "pos:R:3:radius:R:1:velo:R:3:spin:R:3:id:I:1:material:I:1:mass:R:1:fixed:L:1:force:R:3:"         \
  "torque:R:3"

/* Writes the clump id and orientation of a body; bodies outside clumps have the identity. */
static void put_clump(const carom_frame *frame, const carom_frame_body *body, FILE *file)
{
  if (!frame->clumps) return;
  fprintf(file, " %" PRId64, body->clump);
  for (int k = 0; k < 4; k++)
    put(" ", body->orientation[k], file);
}

/* Particles are not chemical elements, so their species is X. */
bool carom_frame_xyz(const carom_frame *frame, const carom_frame_coding *coding, FILE *file)
{
  (void)coding;
  put_head(frame, frame->bodies,
           frame->clumps ? BODY_PROPERTIES ":clump:I:1:orientation:R:4" : BODY_PROPERTIES, file);
  for (int64_t i = 0; i < frame->bodies; i++) {
    const carom_frame_body *body = &frame->body[i];
    fputc('X', file);
    put_body(body, file);
    fprintf(file, " %lu %" PRId64, (unsigned long)body->id, (int64_t)body->material);
    put(" ", body->mass, file);
    fputs(body->fixed ? " T" : " F", file);
    put_vector(" ", body->force, file);
    put_vector(" ", body->torque, file);
    put_clump(frame, body, file);
    fputc('\n', file);
  }
  return true;
}

/* The data of a contact, the same in both formats. */
static void put_contact(const carom_frame_contact *c, FILE *file)
{
  put_vector(" ", c->from, file);
  put_vector(" ", c->to, file);
  put_vector(" ", c->force, file);
  put(" ", c->normal, file);
  put(" ", c->tangential, file);
  put(" ", c->overlap, file);
  fprintf(file, " %" PRId64 " %" PRId64 " %" PRId64 "\n", c->a, c->b, (int64_t)c->wall);
}

bool carom_frame_xyz_contacts(const carom_frame *frame, const carom_frame_coding *coding,
                              FILE *file)
{
  (void)coding;
  put_head(frame, frame->contacts,
           "pos:R:3:to:R:3:force:R:3:normal_force:R:1:tangential_force:R:1:overlap:R:1:a:I:1:b:I:1:"
           "wall:I:1",
           file);
  for (int64_t i = 0; i < frame->contacts; i++) {
    fputc('X', file);
    put_contact(&frame->contact[i], file);
  }
  return true;
}

/* Writes bounds like LAMMPS: low and high of an orthogonal box; if the images higher up are shifted
 * along x or y, the bounds of the tilted cell and its tilt; otherwise edges and corner, as newer
 * versions have them. */
static void put_bounds(const carom_frame *frame, FILE *file)
{
  const bool sheared = frame->offset != 0, tilted = sheared && frame->flow < frame->gradient;
  fputs(!sheared ? "" : tilted ? " xy xz yz" : " abc origin", file);
  for (int k = 0; k < 3; k++)
    fputs(frame->periodic[k] ? " pp" : " ff", file);
  for (int k = 0; k < 3; k++) {
    const double tilt = tilted && frame->flow == k ? frame->offset : 0;
    for (int i = 0; sheared && !tilted && i < 3; i++)
      put(i ? " " : "\n", cell_of(frame, k, i), file);
    if (!sheared || tilted) put("\n", frame->low[k] + (tilt < 0 ? tilt : 0), file);
    put(" ", sheared && !tilted ? frame->low[k] : frame->high[k] + (tilt > 0 ? tilt : 0), file);
    /* xy, xz, yz in this order */
    if (tilted) put(" ", frame->flow + frame->gradient == k + 1 ? frame->offset : 0, file);
  }
}

static void put_dump_head(const carom_frame *frame, const char *what, int64_t rows, FILE *file)
{
  put("ITEM: TIME\n", frame->time, file);
  fprintf(file, "\nITEM: TIMESTEP\n%lld\nITEM: NUMBER OF %s\n%" PRId64 "\nITEM: BOX BOUNDS",
          (long long)frame->step, what, rows);
  put_bounds(frame, file);
  fprintf(file, "\nITEM: %s", what);
}

/* Bodies are not folded back at periodic borders; LAMMPS calls such coordinates xu, yu, zu. */
bool carom_frame_dump(const carom_frame *frame, const carom_frame_coding *coding, FILE *file)
{
  const bool unwrapped = frame->periodic[0] || frame->periodic[1] || frame->periodic[2];
  const unsigned long first = carom_frame_first_id(frame);
  (void)coding;
  put_dump_head(frame, "ATOMS", frame->bodies, file);
  fprintf(file,
          " id type %s radius vx vy vz omegax omegay omegaz mass fx fy fz tqx tqy tqz fixed%s\n",
          unwrapped ? "xu yu zu" : "x y z", frame->clumps ? " clump quatw quati quatj quatk" : "");
  for (int64_t i = 0; i < frame->bodies; i++) {
    const carom_frame_body *body = &frame->body[i];
    fprintf(file, "%lu %" PRId64, body->id + first, (int64_t)body->material + 1);
    put_body(body, file);
    put(" ", body->mass, file);
    put_vector(" ", body->force, file);
    put_vector(" ", body->torque, file);
    fputs(body->fixed ? " 1" : " 0", file);
    put_clump(frame, body, file);
    fputc('\n', file);
  }
  return true;
}

/* As LAMMPS writes a "dump local". */
bool carom_frame_dump_contacts(const carom_frame *frame, const carom_frame_coding *coding,
                               FILE *file)
{
  (void)coding;
  put_dump_head(frame, "ENTRIES", frame->contacts, file);
  fputs(" index x y z tox toy toz fx fy fz normal_force tangential_force overlap a b wall\n", file);
  for (int64_t i = 0; i < frame->contacts; i++) {
    fprintf(file, "%" PRId64, i + 1);
    put_contact(&frame->contact[i], file);
  }
  return true;
}

bool carom_frame_dump_bonds(const carom_frame *frame, const carom_frame_coding *coding, FILE *file)
{
  (void)coding;
  put_dump_head(frame, "ENTRIES", frame->bonds, file);
  fputs(
      " index a b kind state x y z tox toy toz tension shear_force bending_moment twisting_moment "
      "tensile_stress shear_stress energy broken_at\n",
      file);
  for (int64_t i = 0; i < frame->bonds; i++) {
    const carom_frame_bond *b = &frame->bond[i];
    const double value[] = {b->tension,        b->shear,        b->bending, b->torsion,
                            b->tensile_stress, b->shear_stress, b->energy,  b->broken_at};
    fprintf(file, "%" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, i + 1, b->a, b->b,
            (int64_t)b->kind, (int64_t)b->state);
    put_vector(" ", b->from, file);
    put_vector(" ", b->to, file);
    for (size_t k = 0; k < sizeof value / sizeof *value; k++)
      put(" ", value[k], file);
    fputc('\n', file);
  }
  return true;
}
