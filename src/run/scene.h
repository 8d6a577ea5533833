/* SPDX-License-Identifier: MIT */
/* The run of a scene. */
#ifndef CAROM_RUN_SCENE_H
#define CAROM_RUN_SCENE_H

#include "io/frames_scene.h"
#include "io/scene_build.h"
#include "run/phases.h"
#include "run/run.h"
#include "run/scene_measures.h"

/* The columns other than the forces and torques on the walls. */
enum {
  CAROM_SCENE_TIME,
  CAROM_SCENE_TOUCHING,
  CAROM_SCENE_KINETIC,
  CAROM_SCENE_ROTATIONAL,
  CAROM_SCENE_ELASTIC,
  CAROM_SCENE_TANGENTIAL,
  CAROM_SCENE_ROLLING,
  CAROM_SCENE_TWISTING,
  CAROM_SCENE_ADHESION,
  CAROM_SCENE_VISCOUS,
  CAROM_SCENE_PLASTIC,
  CAROM_SCENE_FRICTION,
  CAROM_SCENE_ROLLING_LOSS,
  CAROM_SCENE_TWISTING_LOSS,
  CAROM_SCENE_ADHESION_LOSS,
  CAROM_SCENE_GRAVITY,
  CAROM_SCENE_WALLS,
  CAROM_SCENE_BODIES,
  CAROM_SCENE_STOPS,
  CAROM_SCENE_RESIDUAL,
  CAROM_SCENE_COLUMNS
};
enum { CAROM_SCENE_CHANNELS = CAROM_SCENE_COLUMNS - CAROM_SCENE_KINETIC };
enum { CAROM_SCENE_OF_WALL = 6 };  /* force and torque */
enum { CAROM_SCENE_OF_MOVED = 9 }; /* for walls moved by forces: position, velocity, spin */

typedef struct carom_scene_job {
  carom_run base;
  carom_scene *scene;
  carom_scene_parts parts;                               /* their groups, once the scene exists */
  char unread[sizeof(((carom_scene_parts *)0)->unread)]; /* unknown columns */
  int64_t particles;                                     /* hash of the initial particles */
  double every;                  /* interval between rows: as requested, but at least a step */
  carom_frames frames;           /* without a folder none are written */
  const char **material, **wall; /* names for frames */
  bool pictured;                 /* pictures are drawn during the run */
  int64_t pictures;
  struct carom_background *painter; /* background thread that draws them; NULL before the first */
  carom_phases phases;
  int64_t before;        /* steps before this part of the run, from its checkpoint */
  double seconds;        /* wall-clock time of computing this part */
  double particle_steps; /* particle-steps of this part */
  double frame_seconds;  /* time spent waiting for frames and pictures */
  bool timed;            /* timing has begun */
  carom_scene_measures measures;
} carom_scene_job;

static inline const carom_scene_job *carom_scene_job_of(const carom_run *run)
{
  return (const carom_scene_job *)run;
}

/* True if forces move this wall. */
bool carom_scene_wall_is_moved(const carom_scenario *scenario, int wall);

/* scene_box.c: columns and results of a deforming box; *row advances past its cells. */
void carom_scene_box_columns(const carom_scenario *scenario, carom_record *record);
carom_status carom_scene_box_sample(const carom_scene_job *job, double **row, carom_error *err);
void carom_scene_box_members(carom_json *json, const carom_scene_job *job);

/* Size of a frame of the present state in bytes, without its walls. */
int64_t carom_scene_frames_bytes(const carom_scene_job *job);

/* True if this folder contains frames of the format that the scenario requests. */
bool carom_scene_frames_there(const carom_scenario *scenario, const char *folder);

/* Prepares frames and pictures, if the scenario requests them; copies what they need of the
 * definition, which no longer exists when they are written. */
carom_status carom_scene_frames_prepare(carom_scene_job *job, const carom_scene_def *def,
                                        carom_error *err);

/* Waits until everything is on disk, and removes frames left by an earlier, longer run. */
carom_status carom_scene_frames_end(carom_scene_job *job, carom_error *err);

/* scene_pictures.c: takes the next picture, which is drawn while the scene continues. Errors of
 * earlier pictures are reported here, or when all are finished. Pictures left by an earlier, longer
 * run are removed. */
carom_status carom_scene_picture(carom_scene_job *job, carom_error *err);
carom_status carom_pictures_finish(carom_scene_job *job, carom_error *err);
void carom_pictures_trim(const carom_scene_job *job);
carom_status carom_pictures_archive(carom_scene_job *job, carom_archive *archive, carom_error *err);
void carom_pictures_free(carom_scene_job *job);

/* The number of steps from the start to the first instant that is not before this time. */
int64_t carom_scene_steps_to(const carom_scene_job *job, double time);

/* When the run ends at the latest: by run.until, or by the times of all stages. */
double carom_scene_latest(const carom_scene_job *job);

/* The name of a pairing: "steel - glass (wall)". */
const char *carom_pairing_name(const carom_scene_job *job, const carom_scene_pairing *pairing,
                               char text[96]);

/* Warns of unknown columns, of bodies that overlap deeply or will be pressed deeply, and of
 * contacts whose restitution suffers from a given step. */
void carom_scene_warn(carom_run *run);

/* Prints "12 %", with two digits. */
const char *carom_percent(double share, char text[24]);

/* The number of contacts, those with walls among them, and the mean number per particle. */
typedef struct carom_scene_touching {
  int64_t contacts, walls;
  double coordination;
} carom_scene_touching;

carom_scene_touching carom_scene_count(const carom_scene_job *job);

/* Names and present values of the channels of the energy budget. */
extern const char *const carom_scene_channel[CAROM_SCENE_CHANNELS];
void carom_scene_energies(const carom_scene_job *job, double energy[CAROM_SCENE_CHANNELS]);

/* scene_flow.c: columns after those of the walls, and members, if there are sources or sinks. */
void carom_scene_flow_columns(const carom_scenario *scenario, carom_record *record);
carom_status carom_scene_flow_sample(const carom_scene_job *job, double *row, carom_error *err);
void carom_scene_flow_members(carom_json *json, const carom_scene_job *job);

/* scene_holds.c: columns before those of the measures and their number (record NULL: only counted),
 * and members, if there are holds. */
int carom_scene_hold_columns(const carom_scenario *scenario, carom_record *record);
carom_status carom_scene_hold_sample(carom_scene *scene, double *row, carom_error *err);
void carom_scene_hold_members(carom_json *json, carom_scene *scene);
/* scene_bonds.c: columns before those of sources and sinks, energies in addition to the other
 * channels, and members, if there are bonds. Returns the next free column. */
void carom_scene_bond_columns(const carom_scenario *scenario, carom_record *record);
double *carom_scene_bond_sample(const carom_scene_job *job, double *row);
void carom_scene_bond_energies(carom_json *json, const carom_scene_job *job);
void carom_scene_bond_members(carom_json *json, const carom_scene_job *job);

/* The index of the first column of a measure. */
int carom_scene_first_measure(const carom_run *run);

/* Writes three numbers. */
void carom_scene_write_vector(carom_json *json, const char *key, const char *unit,
                              const double *value);
void carom_scene_members(carom_json *json, const carom_run *run);
carom_run_energy carom_scene_job_budget(const carom_run *run);
bool carom_scene_verdicts(const carom_run *run, carom_verdicts *list);

#endif
