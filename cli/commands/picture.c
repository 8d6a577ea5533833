/* SPDX-License-Identifier: MIT */
/* carom picture: frames of a scene as pictures and films. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/base/output.h"
#include "cli/commands/commands.h"
#include "cli/figure/film.h"
#include "core/units.h"
#include "io/file.h"
#include "io/tree.h"
#include "picture/picture.h"

struct request {
  carom_picture_def def;
  const char *source, *output, *film;
  bool all, force;
  int64_t frame; /* -1: the last */
  char title[200];
};

static int wrong(const char *option, const char *value, const char *remedy)
{
  return message_usage(option, "'%.60s' is not accepted; %s", value, remedy);
}

/* Number of a word in a list "a|b|c", or -1. */
static int word_of(const char *list, const char *value)
{
  int number = 0;
  for (const char *at = list; *at; number++) {
    const size_t length = strcspn(at, "|");
    if (strlen(value) == length && !strncmp(at, value, length)) return number;
    at += length + (at[length] == '|');
  }
  return -1;
}

static int read_size(const char *value, struct request *r)
{
  char rest;
  if (sscanf(value, "%5dx%5d%c", &r->def.width, &r->def.height, &rest) == 2 && r->def.width >= 16 &&
      r->def.height >= 16 && r->def.width <= CAROM_IMAGE_MOST && r->def.height <= CAROM_IMAGE_MOST)
    return EXIT_OK;
  return wrong("--size", value, "write pixels, as in --size 1920x1080, 16 to 16384 each");
}

static int read_view(const char *value, struct request *r)
{
  static const struct {
    double azimuth, elevation;
  } named[] = {{-60, 20}, {-90, 0}, {90, 0}, {180, 0}, {0, 0}, {-90, 90}, {-90, -90}};
  const int k = word_of("corner|front|back|left|right|top|bottom", value);
  const char *comma = strchr(value, ',');
  char first[32];
  if (k >= 0) {
    r->def.azimuth = named[k].azimuth, r->def.elevation = named[k].elevation;
    return EXIT_OK;
  }
  if (comma && comma - value < (int)sizeof first) {
    memcpy(first, value, (size_t)(comma - value));
    first[comma - value] = '\0';
    if (carom_quantity_read(first, "1", &r->def.azimuth, NULL, NULL) == CAROM_OK &&
        carom_quantity_read(comma + 1, "1", &r->def.elevation, NULL, NULL) == CAROM_OK &&
        fabs(r->def.azimuth) <= 720 && fabs(r->def.elevation) <= 90)
      return EXIT_OK;
  }
  return wrong(
      "--view", value,
      "write corner, front, back, left, right, top or bottom, or where the camera stands in "
      "degrees from x towards y and up, as in --view -60,20");
}

/* Reads "y" or "y=5 mm". */
static int read_cut(const char *value, struct request *r)
{
  const int axis = value[0] >= 'x' && value[0] <= 'z' ? value[0] - 'x' + 1 : 0;
  r->def.cut = axis;
  if (axis && !value[1]) return EXIT_OK;
  if (axis && value[1] == '=' &&
      carom_quantity_read(value + 2, "m", &r->def.cut_at, NULL, NULL) == CAROM_OK)
    return EXIT_OK;
  return wrong("--cut", value, "write an axis and a place on it, as in --cut y='5 mm', or --cut y");
}

static int read_range(const char *value, struct request *r)
{
  char text[96], *colon;
  snprintf(text, sizeof text, "%s", value);
  colon = strchr(text, ':');
  if (colon) *colon++ = '\0';
  char unit[24] = "";
  if (colon) /* the unit of the second number applies to both */
    for (const char *c = colon; *c; c++)
      if (*c == ' ') snprintf(unit, sizeof unit, "%.20s", c + 1);
  const char *si = carom_picture_unit(&r->def);
  char low[128];
  snprintf(low, sizeof low, "%s%s%s", text, *unit && !strchr(text, ' ') ? " " : "",
           *unit && !strchr(text, ' ') ? unit : "");
  if (colon && carom_quantity_read(low, si, &r->def.range[0], NULL, NULL) == CAROM_OK &&
      carom_quantity_read(colon, si, &r->def.range[1], NULL, NULL) == CAROM_OK &&
      r->def.range[1] > r->def.range[0])
    return EXIT_OK;
  return wrong("--range", value, "write both ends of the colours, as in --range '0:2 m/s'");
}

static int read_colour(const char *value, struct request *r)
{
  char list[200] = "";
  for (int k = 0; k < CAROM_BY_COLOURS; k++) {
    const char *name = carom_picture_colour_name((carom_picture_colour)k);
    carom_append(list, sizeof list, "%s%s", k ? ", " : "", name);
    if (strcmp(name, value)) continue;
    r->def.colour = (carom_picture_colour)k;
    return EXIT_OK;
  }
  return message_usage("--colour", "'%.60s' is not known; choose one of %s", value, list);
}

static int read_frame(const char *value, struct request *r)
{
  char *end;
  if (!strcmp(value, "all")) return r->all = true, EXIT_OK;
  if (!strcmp(value, "last")) return EXIT_OK;
  r->frame = strtoll(value, &end, 10);
  if (*value >= '0' && *value <= '9' && !*end && r->frame < 100000000) return EXIT_OK;
  return wrong("--frame", value, "write a number from 0, last, or all");
}

static int read_walls(const char *value, struct request *r)
{
  const int k = word_of("auto|solid|glass|none", value);
  if (k < 0) return wrong("--walls", value, "choose one of auto, solid, glass, none");
  r->def.walls = (carom_picture_walls)k;
  return EXIT_OK;
}

static int read_bonds(const char *value, struct request *r)
{
  const int k = word_of("amid|only|stress|none", value);
  if (k < 0) return wrong("--bonds", value, "choose one of amid, only, stress, none");
  r->def.bonds = (carom_picture_bonds)k;
  return EXIT_OK;
}

static int read_zoom(const char *value, struct request *r)
{
  if (carom_quantity_read(value, "1", &r->def.zoom, NULL, NULL) == CAROM_OK &&
      r->def.zoom >= 0.01 && r->def.zoom <= 1000)
    return EXIT_OK;
  return wrong("--zoom", value, "write a factor, as in --zoom 2");
}

/* The order matters: the unit of a range depends on what is coloured. */
static const struct {
  const char *name;
  int (*read)(const char *value, struct request *r);
} readers[] = {{"size", read_size},     {"view", read_view},   {"cut", read_cut},
               {"colour", read_colour}, {"bonds", read_bonds}, {"range", read_range},
               {"frame", read_frame},   {"walls", read_walls}, {"zoom", read_zoom}};

static int read_request(const cli_arguments *given, struct request *r)
{
  int code = EXIT_OK;
  *r = (struct request){.def = carom_picture_default(), .frame = -1};
  r->def.threads = arguments_threads(given, &code);
  r->def.chains = arguments_has(given, "chains");
  r->def.dark = arguments_has(given, "dark");
  r->def.bare = arguments_has(given, "bare");
  r->force = arguments_has(given, "force");
  r->output = arguments_value(given, "output");
  r->film = arguments_value(given, "film");
  r->def.title = arguments_value(given, "title");
  r->all = r->film != NULL;
  for (size_t k = 0; k < sizeof readers / sizeof *readers; k++) {
    const char *value = arguments_value(given, readers[k].name);
    if (value && code == EXIT_OK) code = readers[k].read(value, r);
  }
  if (code == EXIT_OK) code = arguments_no_settings(given);
  if (code == EXIT_OK && given->words != 1)
    code = message_usage(NULL,
                         given->words ? "one folder at a time: '%s' is too much"
                                      : "which run? name its folder, as in carom picture "
                                        "box/, or a file of a frame%s",
                         given->words ? given->word[1] : "");
  if (code == EXIT_OK) r->source = given->word[0];
  return code;
}

/* Finds the title of the scenario in run.json of the folder. */
static void find_title(struct request *r)
{
  char path[OUTPUT_PATH], *text = NULL;
  size_t length = 0;
  carom_tree *tree = NULL;
  if (r->def.title || !output_join(path, r->source, "run.json") ||
      carom_file_read(path, 100000000, &text, &length, NULL) != CAROM_OK)
    return;
  if (carom_json_read(text, length, 100000000, &tree, NULL) == CAROM_OK) {
    const carom_node *scenario = carom_tree_get(carom_tree_root(tree), "scenario");
    const carom_node *title = scenario ? carom_tree_get(scenario, "title") : NULL;
    if (!title) title = carom_tree_get(carom_tree_root(tree), "title");
    if (title && title->kind == CAROM_NODE_STRING) {
      if (snprintf(r->title, sizeof r->title, "%s", title->text) >= (int)sizeof r->title)
        carom_cut(r->title, sizeof r->title);
      r->def.title = r->title;
    }
  }
  carom_tree_free(tree);
  free(text);
}

struct png {
  uint8_t *bytes;
  size_t length;
};

static void write_png(const void *user, FILE *file)
{
  const struct png *png = user;
  fwrite(png->bytes, 1, png->length, file);
}

static carom_status draw(const struct request *r, const carom_frame_held *frame, const char *path,
                         carom_error *err)
{
  carom_image image;
  struct png png = {.bytes = NULL};
  carom_status status = carom_picture_make(frame, &r->def, &image, err);
  if (status == CAROM_OK && !(png.bytes = carom_image_png(&image, &png.length)))
    status = carom_fail(err, CAROM_ERR_MEMORY, path, "not enough memory for a picture");
  carom_image_free(&image);
  if (status == CAROM_OK) status = output_write(path, r->force, write_png, &png, err);
  free(png.bytes);
  return status;
}

static bool is_folder(const char *path)
{
  struct stat about;
  return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static int draw_one(const struct request *r, const carom_frame_folder *folder)
{
  char path[OUTPUT_PATH], name[64];
  carom_error err = {.code = CAROM_OK};
  carom_frame_held held = {.has = 0};
  const int64_t frame = folder ? r->frame < 0 ? folder->count - 1 : r->frame : 0;
  if (folder && frame >= folder->count)
    return message_usage("--frame", "there is no frame %" PRId64 "; there are 0 to %" PRId64, frame,
                         folder->count - 1);
  snprintf(name, sizeof name, "picture_%06" PRId64 ".png", frame);
  if (r->output)
    snprintf(path, sizeof path, "%s", r->output);
  else if (!output_join(path, folder ? r->source : ".", name))
    return message_usage("--output", "the path is too long");
  const int code = output_check("--output", path, r->force);
  if (code != EXIT_OK) return code;
  carom_status status = folder ? carom_frame_folder_read(folder, frame, &held, &err)
                               : carom_frame_read(r->source, &held, &err);
  if (status != CAROM_OK) {
    carom_frame_held_free(&held);
    return message_usage(NULL, "%s", err.text);
  }
  status = draw(r, &held, path, &err);
  carom_frame_held_free(&held);
  if (status != CAROM_OK)
    return status == CAROM_ERR_MISSING || status == CAROM_ERR_RANGE || status == CAROM_ERR_CONFLICT
               ? message_usage(NULL, "%s", err.text)
               : message_error(&err);
  printf("Picture   %s\n", path);
  return EXIT_OK;
}

/* Finds one range of colours and one camera for all frames. */
static carom_status survey(struct request *r, const carom_frame_folder *folder, carom_error *err)
{
  double range[2] = {1, 0}, low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL},
         high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  for (int64_t i = 0; i < folder->count; i++) {
    carom_frame_held held = {.has = 0};
    carom_status status = carom_frame_folder_read(folder, i, &held, err);
    if (status == CAROM_OK) status = carom_picture_survey(&held, &r->def, range, low, high, err);
    carom_frame_held_free(&held);
    if (status != CAROM_OK) return status;
  }
  if (r->def.range[0] == CAROM_UNSET) r->def.range[0] = range[0];
  if (r->def.range[1] == CAROM_UNSET) r->def.range[1] = range[1];
  if (high[0] >= low[0]) {
    memcpy(r->def.low, low, sizeof low);
    memcpy(r->def.high, high, sizeof high);
  }
  return CAROM_OK;
}

static carom_status draw_all(const struct request *r, const carom_frame_folder *folder,
                             const char *place, carom_error *err)
{
  for (int64_t i = 0; i < folder->count; i++) {
    char path[OUTPUT_PATH], name[64];
    carom_frame_held held = {.has = 0};
    snprintf(name, sizeof name, "picture_%06" PRId64 ".png", i);
    carom_status status = output_join(path, place, name)
                              ? carom_frame_folder_read(folder, i, &held, err)
                              : carom_fail(err, CAROM_ERR_IO, place, "the path is too long");
    if (status == CAROM_OK) status = draw(r, &held, path, err);
    carom_frame_held_free(&held);
    if (status != CAROM_OK) return status;
  }
  return CAROM_OK;
}

static int draw_film(struct request *r, const carom_frame_folder *folder)
{
  char place[OUTPUT_PATH];
  carom_error err = {.code = CAROM_OK};
  if (r->output)
    snprintf(place, sizeof place, "%s", r->output);
  else if (!output_join(place, r->source, "pictures"))
    return message_usage("--output", "the path is too long");
  int code = r->film ? film_check(r->film, r->force) : EXIT_OK;
  if (code == EXIT_OK) code = output_folder("--output", place);
  if (code != EXIT_OK) return code;
  if (survey(r, folder, &err) != CAROM_OK) return message_usage(NULL, "%s", err.text);
  if (draw_all(r, folder, place, &err) != CAROM_OK) return message_error(&err);
  printf("Pictures  %s/picture_000000.png to picture_%06" PRId64 ".png\n", place,
         folder->count - 1);
  if (!r->film) return EXIT_OK;
  if (film_make(place, r->film, &err) != CAROM_OK) return message_error(&err);
  printf("Film      %s\n", r->film);
  return EXIT_OK;
}

static int run(const cli_arguments *given)
{
  struct request r;
  carom_frame_folder folder;
  carom_error err = {.code = CAROM_OK};
  int code = read_request(given, &r);
  if (code != EXIT_OK) return code;
  if (!is_folder(r.source)) {
    if (r.all) return message_usage(r.source, "films are made of the frames in a folder; name it");
    return draw_one(&r, NULL);
  }
  if (carom_frame_folder_open(r.source, &folder, &err) != CAROM_OK)
    return message_usage(NULL, "%s", err.text);
  find_title(&r);
  return r.all ? draw_film(&r, &folder) : draw_one(&r, &folder);
}

static const cli_option options[] = {
    {"frame", "N", "frame number, from 0 (default: the last); all: a picture of each"},
    {"colour", "WHAT",
     "speed, force, load, spin, radius, mass, height, contacts, material, id, clump or damage of "
     "bonds (default: speed); for meshes pressure, shear or wear"},
    {"range", "A:B", "ends of the colour scale, as in '0:2 m/s' (default: from the frame)"},
    {"size", "WxH", "pixels (default 1920x1080)"},
    {"view", "WHERE",
     "corner, front, back, left, right, top, bottom, or AZIMUTH,ELEVATION in degrees"},
    {"zoom", "FACTOR", "magnification relative to a view of everything (default 1)"},
    {"cut", "AXIS=AT", "cut open perpendicular to an axis, as in y='5 mm'; y alone: in the middle"},
    {"chains", NULL, "contact forces as rods between almost transparent grains"},
    {"bonds", "HOW",
     "whole bonds as rods: amid (default): among the grains; only: with small grains; stress: the "
     "same, coloured by tensile stress; none"},
    {"walls", "HOW", "auto (default): glass where they hide grains; solid, glass or none"},
    {"dark", NULL, "dark background"},
    {"bare", NULL, "no title and no scales"},
    {"title", "TEXT", "title of the picture (default: that of the scenario)"},
    {"output", "FILE",
     "output file (default: picture_N.png in the folder); with --frame all a folder"},
    {"film", "FILE", "all frames as a film, .mp4 or .webp, by ffmpeg"},
    {"threads", "N", "threads (default: one per core); the pixels do not depend on it"},
    {"force", NULL, "replace files that exist"},
};

_Static_assert(sizeof options / sizeof *options <= OPTIONS_MAX, "room for the options");

const cli_command command_picture = {
    .name = "picture",
    .summary = "a frame of a scene as a picture, or all frames as a film",
    .usage = "RUN [--frame N] [--colour WHAT] [--output FILE]",
    .text = "Draws a frame that 'carom run' wrote to the folder RUN (record: {frames: 20 ms}), or\n"
            "a single frame file (.vtp, .xyz, .dump), as PNG: grains, walls, a colour scale and a\n"
            "scale bar. Films (--film) are made by ffmpeg. No display or graphics processor is\n"
            "needed; the pixels are the same on every machine.",
    .examples = "  carom new scene | tee beads.yaml\n"
                "  carom run beads.yaml run.until='40 ms' record.frames='20 ms' --output beads\n"
                "  carom picture beads\n"
                "  carom picture beads --frame 1 --colour force --cut y --size 960x540\n"
                "  carom picture beads --chains --view front --dark --output chains.png\n",
    .option = options,
    .options = sizeof options / sizeof *options,
    .run = run};
