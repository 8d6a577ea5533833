/* SPDX-License-Identifier: MIT */
/* A scene that is computed, with what was kept of it. */
#ifndef CAROM_CLI_RUN_SCENE_H
#define CAROM_CLI_RUN_SCENE_H

#include <stdio.h>

#include "cli/text/budget.h"
#include "cli/figure/figure.h"
#include "cli/run/keeper.h"
#include "cli/run/measured.h"
#include "cli/base/output.h"
#include "io/frames_scene.h"
#include "io/scene_build.h"

/* What is kept at an instant besides the forces and torques on the walls. */
enum {
  SCENE_TIME,
  SCENE_TOUCHING,
  SCENE_KINETIC,
  SCENE_ROTATIONAL,
  SCENE_ELASTIC,
  SCENE_TANGENTIAL,
  SCENE_VISCOUS,
  SCENE_PLASTIC,
  SCENE_FRICTION,
  SCENE_GRAVITY,
  SCENE_WALLS,
  SCENE_RESIDUAL,
  SCENE_COLUMNS
};
enum { SCENE_OF_WALL = 6 }; /* force and torque */

typedef struct cli_scene {
  const carom_scenario *scenario;
  const cli_file *file;
  carom_scene *scene;
  carom_scene_parts parts;                               /* of them the groups, once it stands */
  char unread[sizeof(((carom_scene_parts *)0)->unread)]; /* columns that are not known */
  long particles;                                        /* hash of those of the start */
  double *row; /* SCENE_COLUMNS numbers, then SCENE_OF_WALL of every wall */
  long rows, room;
  int columns;
  double every;        /* between two rows: as asked, but no shorter than a step */
  carom_frames frames; /* without a folder: none are written */
  char frame_folder[OUTPUT_PATH];
  bool *fixed; /* for frames: which particles, and what the materials are called */
  const char **material;
  bool started; /* nothing was wrong with the input */
  bool interrupted;
  const carom_error *error; /* that stopped it; NULL: none did */
  long before;    /* steps made before this part of the run began: those of its checkpoint */
  double seconds; /* of computing this part */
  cli_misfits misfits;
} cli_scene;

/* Reads files, fills boxes and prepares contacts, and where frames are wanted and there is an
 * output folder makes one of this name in it (NULL: no frames); then to the end, or until it is
 * interrupted, in the care of a keeper. Free in any case. */
carom_status scene_begin(cli_scene *run, const carom_scenario *scenario, const cli_run *options,
                         const char *frames, carom_error *err);
carom_status scene_advance(cli_scene *run, cli_keeper *keeper, carom_error *err);
carom_status scene_compare(cli_scene *run, const cli_measured *measured, carom_error *err);
void scene_free(cli_scene *run);

/* The columns that are kept, and the rows. */
void scene_columns(const carom_scenario *scenario, cli_record *record);
cli_record scene_record(const cli_scene *run);

/* How well the energy budget closes. */
cli_budget scene_budget(const cli_scene *run);

/* Steps from the start to the first instant that is not before this time. */
long scene_steps_to(const cli_scene *run, double time);

/* Who meets whom, and what is asked and delivered at this step. */
void scene_print_pairings(const cli_scene *run, FILE *file);

/* Tells of columns that were not read, and of contacts whose restitution a step that was given
 * spoils. */
void scene_warn(const cli_scene *run);

/* How deep bodies will be pressed by the weight above and by the heaviest of them: a line, and a
 * warning if that is too deep. */
void scene_print_pressed(const cli_scene *run, const char *before, FILE *file);
void scene_warn_pressed(const cli_scene *run);

/* Tells, after a run, of contacts that went beyond what their law is meant for, or were faster than
 * what their restitution was asked for. */
void scene_warn_verdicts(const cli_scene *run);

/* The note of a row in a sweep, or NULL. */
const char *scene_validity(const cli_scene *run);

/* Says if particles overlap deeply at the start. */
void scene_warn_overlap(const cli_scene *run);

/* The members of the result, into an object that is open. */
void scene_members(carom_json *json, const void *run);

/* A summary for people; energies against time. */
void scene_summary(const cli_scene *run);
carom_status scene_energies(const cli_scene *run, cli_figure *figure);

#endif
