/* SPDX-License-Identifier: MIT */
/* carom convert: a frame from one format to another. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/base/output.h"
#include "cli/commands/commands.h"
#include "core/text.h"
#include "io/frame_read.h"

/* What formats may lack besides properties of bodies. */
enum { TIME = 1, BOX = 2, NAMES = 4, PERIODIC = 8 };
enum { OF_FEW = CAROM_HELD_DAMAGE | CAROM_HELD_CLUMP | CAROM_HELD_ORIENTATION };

/* Names of the parts of a frame, by bit: first what every frame of carom has, then what only some
 * have. */
static const char *const parts[] = {
    "velocity",   "spin",     "force", "torque", "mass",
    "id",         "material", "fixed", "damage", "who is in which clump",
    "orientation"};
enum { OF_ALL = 8, PARTS = sizeof parts / sizeof *parts };

static const struct format {
  const char *ending;
  bool (*bodies)(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);
  bool (*contacts)(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);
  bool (*walls)(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);
  unsigned lacks;       /* CAROM_HELD_... */
  unsigned lacks_about; /* TIME .. */
} formats[] = {
    {".vtp", carom_frame_vtp_bodies, carom_frame_vtp_contacts, carom_frame_vtp_walls, 0, 0},
    {".xyz", carom_frame_xyz, carom_frame_xyz_contacts, NULL, CAROM_HELD_DAMAGE, 0},
    {".dump", carom_frame_dump, carom_frame_dump_contacts, NULL, CAROM_HELD_DAMAGE, NAMES},
    {".data", carom_frame_data, NULL, NULL,
     CAROM_HELD_FORCE | CAROM_HELD_TORQUE | CAROM_HELD_FIXED | OF_FEW, TIME | NAMES | PERIODIC},
    {".csv", carom_frame_csv, NULL, NULL, OF_FEW, TIME | BOX | NAMES | PERIODIC},
};
enum { FORMATS = sizeof formats / sizeof *formats };

static const struct format *format_of(const char *path)
{
  const size_t length = strlen(path);
  for (int k = 0; k < FORMATS; k++) {
    const size_t ending = strlen(formats[k].ending);
    if (length > ending && !strcmp(path + length - ending, formats[k].ending)) return &formats[k];
  }
  return NULL;
}

static void list(char text[200], const char *what)
{
  carom_append(text, 200, "%s%s", *text ? ", " : "", what);
}

/* Reports what the frame has and the file will lack. */
static void tell_lost(const carom_frame_held *held, const struct format *to)
{
  const carom_frame *f = &held->frame;
  char text[200] = "";
  for (int k = 0; k < PARTS; k++)
    if (held->has & to->lacks & 1u << k) list(text, parts[k]);
  if (to->lacks_about & TIME && isfinite(f->time)) list(text, "time");
  if (to->lacks_about & BOX && held->boxed) list(text, "box");
  if (to->lacks_about & NAMES && f->materials > 0) list(text, "names of materials");
  if (to->lacks_about & PERIODIC && (f->periodic[0] || f->periodic[1] || f->periodic[2]))
    list(text, "which borders are periodic");
  if (to->bodies == carom_frame_data && f->flow > f->gradient && f->offset != 0)
    list(text, "shear of the box in this plane");
  if (*text) message_note("%s files do not tell: %s", to->ending + 1, text);
}

/* Reports what the file format has and the frame lacks; it is written as 0. */
static void tell_missing(const carom_frame_held *held, const struct format *to)
{
  char text[200] = "";
  for (int k = 0; k < OF_ALL; k++)
    if (!(held->has & 1u << k) && !(to->lacks & 1u << k) && strcmp(parts[k], "id"))
      list(text, parts[k]);
  if (*text) message_note("not told by what was read, and 0 in what was written: %s", text);
}

struct writing {
  bool (*write)(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);
  const carom_frame *frame;
  carom_frame_coding coding;
};

static void put(const void *user, FILE *file)
{
  const struct writing *w = user;
  w->write(w->frame, &w->coding, file);
}

/* A data file needs masses, from which densities follow. */
static int check(const carom_frame_held *held, const struct format *to, const char *path)
{
  const carom_frame *f = &held->frame;
  if (f->facets > 0 && f->bodies == 0 && !held->contacts && !to->walls)
    return message_usage(path, "walls stand in .vtp files only");
  if (held->bonds && f->bodies == 0)
    return message_usage(path, "bonds are not converted: their files are for pictures and viewers");
  if (held->contacts && f->bodies == 0 && !to->contacts)
    return message_usage(path, "contacts stand in .vtp, .xyz and .dump files only");
  if (to->bodies == carom_frame_data && f->bodies > 0 && !(held->has & CAROM_HELD_MASS))
    return message_usage(path, "a data file needs the masses of the bodies, which the frame does "
                               "not tell");
  return EXIT_OK;
}

static int write_frame(const carom_frame_held *held, const cli_arguments *given, const char *path)
{
  const struct format *to = format_of(path);
  const carom_frame *f = &held->frame;
  const bool walls = f->facets > 0 && f->bodies == 0, contacts = held->contacts && f->bodies == 0;
  carom_error err = {.code = CAROM_OK};
  const int code = check(held, to, path);
  if (code != EXIT_OK) return code;
  const struct writing w = {.write = walls      ? to->walls
                                     : contacts ? to->contacts
                                                : to->bodies,
                            .frame = f,
                            .coding = {.single = arguments_has(given, "single"),
                                       .compressed = arguments_has(given, "compressed")}};
  if (output_write(path, arguments_has(given, "force"), put, &w, &err) != CAROM_OK)
    return message_error(&err);
  if (!walls && !contacts) {
    tell_lost(held, to);
    tell_missing(held, to);
  }
  printf("%s: %" PRId64 " %s\n", path,
         walls      ? f->facets
         : contacts ? f->contacts
                    : f->bodies,
         walls      ? "triangles"
         : contacts ? "contacts"
                    : "bodies");
  return EXIT_OK;
}

static int run(const cli_arguments *given)
{
  carom_frame_held held = {.has = 0};
  carom_error err = {.code = CAROM_OK};
  if (given->words != 2 || given->assignments)
    return message_usage(NULL, "name two files, as in 'carom convert bed.dump bed.data'");
  const char *from = given->word[0], *to = given->word[1];
  if (!format_of(to))
    return message_usage(to, "files that can be written end in .vtp, .xyz, .dump, .data or .csv");
  if (output_check("the file", to, arguments_has(given, "force")) != EXIT_OK) return EXIT_INPUT;
  int code = EXIT_OK;
  if (carom_frame_read(from, &held, &err) != CAROM_OK)
    code = message_usage(NULL, "%s", err.text); /* its text names the file */
  else
    code = write_frame(&held, given, to);
  carom_frame_held_free(&held);
  return code;
}

static const cli_option options[] = {
    {"single", NULL, ".vtp: numbers in single precision"},
    {"compressed", NULL, ".vtp: compressed"},
    {"force", NULL, "replace a file that exists"},
};

const cli_command command_convert = {
    .name = "convert",
    .summary = "convert a frame, a dump or a LAMMPS data file to another format",
    .usage = "FROM TO [OPTION...]",
    .text = "Formats follow from the file name extensions: .vtp (ParaView), .xyz (extended),\n"
            ".dump (LAMMPS, OVITO), .data (LAMMPS, atom_style sphere, units si), .csv. Converts\n"
            "one frame at a time. Bodies can be written to all of them, contacts to .vtp, .xyz\n"
            "and .dump, walls to .vtp. The command reports what the new format cannot hold.",
    .examples = "  carom new scene | tee beads.yaml\n"
                "  carom run beads.yaml run.until='5 ms' record.frames='5 ms' --output dropped\n"
                "  carom convert dropped/frames/bodies_000001.vtp start.data\n"
                "  carom convert start.data start.csv\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = run};
