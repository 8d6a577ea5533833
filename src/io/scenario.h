/* SPDX-License-Identifier: MIT */
/* The contents of a scenario file: materials, contacts, one problem, how it is run and what is
 * recorded. */
#ifndef CAROM_IO_SCENARIO_H
#define CAROM_IO_SCENARIO_H

#include <stdio.h>

#include <carom/chain.h>
#include <carom/fill.h>
#include <carom/impact.h>
#include <carom/mechanism.h>
#include <carom/measure.h>
#include <carom/scene.h>

#include "io/schema_read.h"

/* The kinds of problems; a file holds exactly one. */
typedef enum carom_scenario_kind {
  CAROM_KIND_IMPACT,
  CAROM_KIND_BOUNCE,
  CAROM_KIND_CHAIN,
  CAROM_KIND_MECHANISM,
  CAROM_KIND_SCENE,
  CAROM_KINDS,
  CAROM_KIND_NONE = -1
} carom_scenario_kind;

typedef struct carom_scenario_material {
  const char *name;
  carom_material material; /* CAROM_UNSET where the file gives no value */
  bool used;               /* something consists of it */
  const carom_node *node;
} carom_scenario_material;

/* Sliding, rolling, twisting, adhesion. */
enum { CAROM_CONTACT_STAGES = 4 };

/* A law between two materials; its bodies are those of the problem. */
typedef struct carom_scenario_contact {
  int a,
      b; /* indices of materials; CAROM_NOWHERE after a fault, CAROM_ANY until the scene is known */
  int item; /* index of its item in the file's list */
  const carom_law *law;
  carom_contact_def def;
  carom_stage_def stage[CAROM_CONTACT_STAGES]; /* as in carom_stage_name */
  const carom_node *node;
} carom_scenario_contact;

enum { CAROM_NOWHERE = -1, CAROM_ANY = -2 };

/* Several equal, consecutive bodies of a chain. */
typedef struct carom_scenario_beads {
  int count, material;
  int outer,
      inner;       /* contact of the first one with the body before it, and contacts between them */
  carom_bead bead; /* drive_points, drive_time and drive_velocity belong to the scenario */
  bool own_density;
  const carom_node *node;
} carom_scenario_beads;

/* Consecutive bodies, repeated `count` times: those of one group, or of the groups of a cell. */
typedef struct carom_scenario_cell {
  int first, groups; /* first group, and number of groups */
  int count, beads;  /* repetitions, and bodies in each */
} carom_scenario_cell;

/* A wall of a chain. */
typedef struct carom_scenario_wall {
  bool present;
  int material, contact;
  double gap;
  const carom_node *node;
} carom_scenario_wall;

/* Contacts of one kind: `count` of them from number `first` on, or a wall of a chain
 * (CAROM_LEFT_WALL, CAROM_RIGHT_WALL). It stores only what goes beyond the contact of its two
 * materials, since a file may list many thousands of bodies one by one, and definitions are
 * large. */
typedef struct carom_scenario_joint {
  int first, count, contact;
  int repeats,
      period; /* of a cell: total number of repetitions, and contacts from one to the next */
  carom_body a, b;
  double speed;              /* speed at which it is calibrated */
  double reduced_mass;       /* CAROM_UNSET: from the bodies */
  const carom_node *node;    /* node of the body that needs it */
  const carom_node *body[2]; /* nodes of its bodies; NULL for a wall */
  int material[2];
} carom_scenario_joint;

/* A file of measured data. */
typedef struct carom_scenario_measured {
  const char *file;
  double shift, share;
  const carom_node *node;
} carom_scenario_measured;
/* A group of spheres of a scene: a single one, a filled box, or the contents of a file. */
typedef struct carom_scenario_grains {
  carom_scene_particle like; /* common properties; for a single sphere also its position */
  unsigned given; /* properties that columns of the file do not override: CAROM_GIVEN_... */
  bool single;
  const char *file;    /* NULL: none */
  carom_fill_def fill; /* of a filled box */
  carom_distribution sizes;
  carom_region region;
  int inside;       /* index of the wall whose mesh is filled, or CAROM_NOWHERE */
  double agitation; /* of a filled box: standard deviation of the velocities, m/s */
  int shape;        /* shape of clumps, for which these spheres are placeholders; CAROM_NOWHERE:
                       ordinary spheres */
  bool turned;      /* all clumps have the same orientation, given by `turn` */
  double turn[3];   /* axis times angle, rad */
  const carom_node *node;
} carom_scenario_grains;

/* A shape of clumps: its spheres, or the file that contains them. */
typedef struct carom_scenario_shape {
  const char *name, *file;
  const carom_clump_sphere *sphere;
  int spheres;
  const carom_node *node;
} carom_scenario_shape;

/* The file of a mesh wall. */
typedef struct carom_scenario_mesh {
  const char *file; /* NULL: not a mesh */
  const carom_node *node;
} carom_scenario_mesh;

/* A change of a wall at the beginning of a stage. */
typedef struct carom_scenario_wall_change {
  int wall;
  bool comes, goes, moves;
  carom_scene_motion motion; /* times are relative to the beginning of the stage */
  double target;             /* target of its servo; CAROM_UNSET: unchanged */
} carom_scenario_wall_change;

typedef struct carom_scenario_switch {
  int number;
  bool on;
} carom_scenario_switch;

typedef struct carom_scenario_friction {
  int contact;
  double friction;
} carom_scenario_friction;

/* A change of a hold at the beginning of a stage; vectors that are not given remain unchanged. */
typedef struct carom_scenario_hold_change {
  int hold;
  bool on, moves, turns, shifts;
  double velocity[3], spin[3], centre[3];
} carom_scenario_hold_change;

typedef struct carom_scenario_group_change {
  int group;
  carom_selection members;
} carom_scenario_group_change;

/* A stage: changes at its beginning, and conditions that end it; CAROM_UNSET: no such condition. */
typedef struct carom_scenario_stage {
  const char *name; /* or NULL */
  double time, after, every;
  double particles_above, particles_below, kinetic_below;
  int wall; /* wall of the conditions, or CAROM_NOWHERE */
  double direction[3], force_above, force_below, position_above, position_below;
  double pressure_above, pressure_below, solid_fraction_above; /* conditions on the box */
  double broken_above;
  const carom_scene_box *box; /* NULL: unchanged; times start with the stage */
  bool pulls;                 /* it sets gravity */
  double gravity[3];
  int changes, sources, sinks, frictions, bonds;
  carom_scenario_wall_change *change;
  carom_scenario_switch *source, *sink, *bond;
  carom_scenario_friction *friction;
  int holds, groups;
  carom_scenario_hold_change *hold;
  carom_scenario_group_change *group;
  const carom_node *node;
} carom_scenario_stage;

/* In the order of the words of the field. */
typedef enum carom_measure_what {
  CAROM_MEASURE_STRESS,
  CAROM_MEASURE_FABRIC,
  CAROM_MEASURE_SOLID_FRACTION,
  CAROM_MEASURE_COORDINATION,
  CAROM_MEASURE_MOTION,
  CAROM_MEASURE_INERTIAL_NUMBER,
  CAROM_MEASURE_MASS_FLOW,
  CAROM_MEASURE_MIXING,
  CAROM_MEASURE_QUADRANTS,
  CAROM_MEASURE_SURFACE,
  CAROM_MEASURE_RADIAL,
  CAROM_MEASURE_FORCES,
  CAROM_MEASURE_PROFILE,
  CAROM_MEASURE_FIELD,
  CAROM_MEASURES
} carom_measure_what;

/* A measure of a scene. */
typedef struct carom_scenario_measure {
  const char *name;
  carom_measure_what what;
  carom_selection of, marked;
  double from, width, reach, most, share;
  int bins, cells[3];
  bool radial;
  double along[3], up[3], point[3], direction[3];
  const carom_node *node;
} carom_scenario_measure;

/* Bonds of one kind; pairs in a file are read later. */
typedef struct carom_scenario_bond {
  carom_scene_bond def;
  const char *file; /* or NULL */
  const carom_node *node;
} carom_scenario_bond;

typedef struct carom_scenario_scene {
  int groups, walls, sizes, sinks, sources;
  carom_scenario_grains *group;
  carom_scene_size *size;
  int stages;
  carom_scenario_stage *stage;
  carom_scene_wall *wall;
  carom_scene_sink *sink;
  carom_scene_source *source;
  carom_scenario_mesh *mesh; /* per wall */
  /* Numbers of entries up to the present stage; those added by later stages follow them. */
  int walls_so_far, sources_so_far, sinks_so_far;
  carom_scene_def def; /* complete except for materials, contacts, particles, sizes and walls */
  int forces;
  carom_scene_force *force;
  int holds;
  carom_scene_hold *hold;
  int bonds;
  carom_scenario_bond *bond;
  int shapes;
  carom_scenario_shape *shape;
  int named_groups;
  carom_scene_group *named; /* named groups of particles */
  double expected_speed;
} carom_scenario_scene;

/* One axis of a sweep: the values of one setting. */
typedef struct carom_scenario_axis {
  const char *path;
  const carom_node *node; /* list of values */
} carom_scenario_axis;

/* The quantity shown in the picture of a chain against time. */
typedef enum carom_picture {
  CAROM_PICTURE_FORCE,
  CAROM_PICTURE_VELOCITY,
  CAROM_PICTURE_NONE
} carom_picture;

typedef struct carom_scenario {
  const char *title; /* "" if there is none */
  int materials, contacts;
  carom_scenario_material *material;
  carom_scenario_contact *contact;
  carom_scenario_kind problem;
  struct {
    double speed;
  } impact;
  struct {
    double height, speed, gravity, rest; /* as in carom_bounce_def */
  } bounce;
  struct {
    int cells, groups, beads;
    carom_scenario_cell *cell; /* one per item of the list */
    carom_scenario_beads *group;
    carom_bead *bead; /* all groups of bodies */
    carom_scenario_wall left, right;
    double gravity, speed; /* speed: the largest initial speed, at which laws are calibrated */
    bool settled;
  } chain;
  struct {
    carom_mechanism_def def; /* its arrays belong to the scenario */
    int shown;               /* body whose motion is displayed */
  } mechanism;
  carom_scenario_scene scene;
  int joints;
  carom_scenario_joint *joint; /* one for an impact or a bounce, none for a scene */
  struct {
    double until, tolerance; /* until: CAROM_UNSET for an impact */
    int integrator;          /* a carom_integrator_name or carom_chain_integrator */
    double step;             /* of fixed steps; CAROM_UNSET otherwise */
    bool any_step;           /* accept a step that is too long, to show its effect */
    double corrector_tolerance;
    double checkpoint; /* wall-clock seconds between two checkpoints; CAROM_UNSET: none */
  } run;
  struct {
    double every;  /* CAROM_UNSET: chosen by the command */
    double filter; /* averaging time of a mechanism's accelerations */
    double frames; /* interval of frames of a scene, s; CAROM_UNSET: none */
    int format;    /* format of frames, as in the table */
    bool frame_contacts, frame_single, frame_compressed;
    double pictures; /* interval of pictures of a scene, s; CAROM_UNSET: none */
    int beads, contacts;
    int *bead, *contact; /* contacts: also CAROM_LEFT_WALL, CAROM_RIGHT_WALL */
    double arrival;      /* share of a peak that defines arrival */
    bool all_peaks;
    carom_picture picture;
    bool energies; /* record the energies of a chain */
    int measures;
    carom_scenario_measure *measure; /* measures of a scene */
  } record;
  int measured_files;
  carom_scenario_measured *measured;
  int axes;
  carom_scenario_axis *axis;
  carom_tree *tree; /* owns everything */
} carom_scenario;

/* A value that overrides one of the file: a text, or a node of another tree. */
typedef struct carom_change {
  const char *path, *value;
  const carom_node *node; /* if not NULL, used instead of the text */
} carom_change;

/* Reads a text, applies the changes, checks everything and prepares every contact once, so that
 * only the computation itself can fail later. NULL after faults. Free with carom_scenario_free. */
carom_scenario *carom_scenario_read(const char *text, size_t length, bool json,
                                    const carom_change *change, int changes, carom_faults *faults);
/* Likewise without preparing contacts: the caller will find what calibration rejects. */
carom_scenario *carom_scenario_parse(const char *text, size_t length, bool json,
                                     const carom_change *change, int changes, carom_faults *faults);
void carom_scenario_free(carom_scenario *scenario);

/* The definition of a joint, including its bodies. */
carom_contact_def carom_scenario_joint_def(const carom_scenario *scenario,
                                           const carom_scenario_joint *joint);

/* Checks that a path refers to something in the file. Entries of lists and names (materials,
 * bodies, walls, points and so on) must exist; settings of an entry and single groups such as run
 * or domain need not. This holds even if an entire entry is given, but a whole list or map may be
 * given at its key. */
carom_status carom_path_check(const carom_tree *tree, const char *path, carom_error *err);

/* A hash of everything that affects the computation, except its end time: hexadecimal digits. */
enum { CAROM_SCENARIO_HASH = 17 };
void carom_scenario_hash(const carom_scenario *scenario, char text[CAROM_SCENARIO_HASH]);

/* True if the text of this file is to be read as JSON, judged by its extension or else its first
 * character. */
bool carom_scenario_is_json(const char *path, const char *text);

/* Writes a file that can be run, with every default; comments tell where values come from. */
void carom_scenario_print(const carom_scenario *scenario, FILE *file);

/* The number of combinations of a sweep, 1 without one; `limit` if there are more. */
int64_t carom_scenario_runs(const carom_scenario *scenario, int64_t limit);

/* The value of axis `k` in combination `index`. The first axis varies slowest. */
const carom_node *carom_scenario_value(const carom_scenario *scenario, int64_t index, int k);

#endif
