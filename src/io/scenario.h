/* SPDX-License-Identifier: MIT */
/* A scenario file: materials, contacts, one problem, how it is run and what is kept. */
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

/* What a file can ask for; exactly one stands in it. */
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
  carom_material material; /* CAROM_UNSET where the file says nothing */
  bool used;               /* something is made of it */
  const carom_node *node;
} carom_scenario_material;

/* Sliding, rolling, twisting, adhesion. */
enum { CAROM_CONTACT_STAGES = 4 };

/* A law between two materials; its bodies are those of the problem. */
typedef struct carom_scenario_contact {
  int a, b; /* materials; CAROM_NOWHERE after a fault; CAROM_ANY until the scene is known */
  int item; /* of the list in the file */
  const carom_law *law;
  carom_contact_def def;
  carom_stage_def stage[CAROM_CONTACT_STAGES]; /* by carom_stage_name; only in scenes */
  const carom_node *node;
} carom_scenario_contact;

enum { CAROM_NOWHERE = -1, CAROM_ANY = -2 };

/* Some equal bodies of a chain, one after the other. */
typedef struct carom_scenario_beads {
  int count, material;
  int outer, inner; /* contacts with the body before the first, and between them */
  carom_bead bead;  /* drive_points, drive_time and drive_velocity belong to the scenario */
  bool own_density;
  const carom_node *node;
} carom_scenario_beads;

/* Bodies one after the other, `count` times: those of one group, or of the groups of a cell. */
typedef struct carom_scenario_cell {
  int first, groups; /* of the groups */
  int count, beads;  /* repetitions, and bodies in each */
} carom_scenario_cell;

/* A wall of a chain. */
typedef struct carom_scenario_wall {
  bool present;
  int material, contact;
  double gap;
  const carom_node *node;
} carom_scenario_wall;

/* Contacts of a problem that are alike: `count` of them from number `first` on, or a wall of a
 * chain (CAROM_LEFT_WALL, CAROM_RIGHT_WALL). Here is what it has beyond the contact of its two
 * materials: a file may list many thousand bodies one by one, and definitions are large. */
typedef struct carom_scenario_joint {
  int first, count, contact;
  int repeats, period; /* of a cell: so many times in all, so many contacts apart */
  carom_body a, b;
  double speed;              /* at which it is calibrated */
  double reduced_mass;       /* CAROM_UNSET: from the bodies */
  const carom_node *node;    /* of the body that needs it */
  const carom_node *body[2]; /* of its bodies; NULL for a wall */
  int material[2];
} carom_scenario_joint;

/* A file of measured data. */
typedef struct carom_scenario_measured {
  const char *file;
  double shift, share;
  const carom_node *node;
} carom_scenario_measured;
/* Some spheres of a scene: one, a filled box, or what a file holds. */
typedef struct carom_scenario_grains {
  carom_scene_particle like; /* what they share; of a single one also where it is */
  unsigned given;            /* what the file's own columns do not change: CAROM_GIVEN_... */
  bool single;
  const char *file;    /* NULL: none */
  carom_fill_def fill; /* of a box */
  carom_distribution sizes;
  carom_region region;
  int inside;       /* the wall whose mesh is filled, or CAROM_NOWHERE */
  double agitation; /* of a box: spread of the velocities, m/s */
  int shape;        /* of clumps, which these spheres only hold; CAROM_NOWHERE: they are spheres */
  bool turned;      /* clumps, all by the same rotation */
  double turn[3];   /* axis times angle, rad */
  const carom_node *node;
} carom_scenario_grains;

/* A shape of clumps: spheres, or the file that holds them. */
typedef struct carom_scenario_shape {
  const char *name, *file;
  const carom_clump_sphere *sphere;
  int spheres;
  const carom_node *node;
} carom_scenario_shape;

/* The file of a wall that is a mesh. */
typedef struct carom_scenario_mesh {
  const char *file; /* NULL: the wall is none */
  const carom_node *node;
} carom_scenario_mesh;

/* What a wall does from a stage on. */
typedef struct carom_scenario_wall_change {
  int wall;
  bool comes, goes, moves;
  carom_scene_motion motion; /* its times count from the beginning of the stage */
  double target;             /* of its servo; CAROM_UNSET: as before */
} carom_scenario_wall_change;

typedef struct carom_scenario_switch {
  int number;
  bool on;
} carom_scenario_switch;

typedef struct carom_scenario_friction {
  int contact;
  double friction;
} carom_scenario_friction;

/* What a hold does from a stage on; vectors that are not given stay what they are. */
typedef struct carom_scenario_hold_change {
  int hold;
  bool on, moves, turns, shifts;
  double velocity[3], spin[3], centre[3];
} carom_scenario_hold_change;

typedef struct carom_scenario_group_change {
  int group;
  carom_selection members;
} carom_scenario_group_change;

/* A stage: what changes at its beginning, and what ends it; CAROM_UNSET where it does not. */
typedef struct carom_scenario_stage {
  const char *name; /* or NULL */
  double time, after, every;
  double particles_above, particles_below, kinetic_below;
  int wall; /* CAROM_NOWHERE: none is measured */
  double direction[3], force_above, force_below, position_above, position_below;
  double pressure_above, pressure_below, solid_fraction_above; /* of the box */
  double broken_above;
  const carom_scene_box *box; /* NULL: as before; it starts with the stage */
  bool pulls;                 /* it has a gravity */
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

/* What is measured of a scene. */
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

/* Bonds of a kind; those of a file are read later. */
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
  carom_scenario_mesh *mesh; /* of each wall */
  /* Those of the stages so far; the ones that come with later stages are behind them. */
  int walls_so_far, sources_so_far, sinks_so_far;
  carom_scene_def def; /* all but materials, contacts, particles, sizes and walls */
  int forces;
  carom_scene_force *force;
  int holds;
  carom_scene_hold *hold;
  int bonds;
  carom_scenario_bond *bond;
  int shapes;
  carom_scenario_shape *shape;
  int named_groups;
  carom_scene_group *named; /* groups of particles, by name */
  double expected_speed;
} carom_scenario_scene;

/* Values of one setting that is varied. */
typedef struct carom_scenario_axis {
  const char *path;
  const carom_node *node; /* the list of values */
} carom_scenario_axis;

/* What the picture of a chain against time shows. */
typedef enum carom_picture {
  CAROM_PICTURE_FORCE,
  CAROM_PICTURE_VELOCITY,
  CAROM_PICTURE_NONE
} carom_picture;

typedef struct carom_scenario {
  const char *title; /* "" without one */
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
    carom_scenario_cell *cell; /* an item of the list each */
    carom_scenario_beads *group;
    carom_bead *bead; /* all of them */
    carom_scenario_wall left, right;
    double gravity, speed; /* speed: the largest at the start, where laws are calibrated */
    bool settled;
  } chain;
  struct {
    carom_mechanism_def def; /* its arrays belong to the scenario */
    int shown;               /* the body whose motion is drawn */
  } mechanism;
  carom_scenario_scene scene;
  int joints;
  carom_scenario_joint *joint; /* of an impact or a bounce: one; of a scene: none */
  struct {
    double until, tolerance; /* until: CAROM_UNSET for an impact */
    int integrator;          /* as carom_integrator_name and carom_chain_integrator */
    double step;             /* of fixed steps; CAROM_UNSET otherwise */
    bool any_step;           /* also one that is too long: it is to be shown, not to be right */
    double corrector_tolerance;
    double checkpoint; /* seconds on the clock between two; CAROM_UNSET: none */
  } run;
  struct {
    double every;  /* CAROM_UNSET: as fine as the command likes */
    double filter; /* of a mechanism's accelerations */
    double frames; /* of a scene: s; CAROM_UNSET: none */
    int format;    /* of frames, as in the table */
    bool frame_contacts, frame_single, frame_compressed;
    double pictures; /* of a scene: s; CAROM_UNSET: none */
    int beads, contacts;
    int *bead, *contact; /* contacts: also CAROM_LEFT_WALL, CAROM_RIGHT_WALL */
    double arrival;      /* share of a peak */
    bool all_peaks;
    carom_picture picture;
    bool energies; /* of a chain, over time */
    int measures;
    carom_scenario_measure *measure; /* of a scene */
  } record;
  int measured_files;
  carom_scenario_measured *measured;
  int axes;
  carom_scenario_axis *axis;
  carom_tree *tree; /* owns everything */
} carom_scenario;

/* A value that replaces the one of the file: a text, or a node of another tree. */
typedef struct carom_change {
  const char *path, *value;
  const carom_node *node; /* if not NULL, it counts instead of the text */
} carom_change;

/* Reads a text, changes it, walks through it and prepares every contact once, so that nothing but
 * time can go wrong later. NULL after faults. Free with carom_scenario_free. */
carom_scenario *carom_scenario_read(const char *text, size_t length, bool json,
                                    const carom_change *change, int changes, carom_faults *faults);
/* The same, but no contact is prepared: what calibration refuses is for the caller to find. */
carom_scenario *carom_scenario_parse(const char *text, size_t length, bool json,
                                     const carom_change *change, int changes, carom_faults *faults);
void carom_scenario_free(carom_scenario *scenario);

/* The definition of a joint, with its bodies. */
carom_contact_def carom_scenario_joint_def(const carom_scenario *scenario,
                                           const carom_scenario_joint *joint);

/* Does a path lead to what the file has? Entries of lists and names (materials, bodies, walls,
 * points and so on) must be there; settings of an entry and single groups such as run or domain
 * need not. An entry with a whole value is no exception, but a whole list or map may be given at
 * its key. */
carom_status carom_path_check(const carom_tree *tree, const char *path, carom_error *err);

/* A hash of everything that decides what is computed, but not until when: hexadecimal digits. */
enum { CAROM_SCENARIO_HASH = 17 };
void carom_scenario_hash(const carom_scenario *scenario, char text[CAROM_SCENARIO_HASH]);

/* Is the text of this file to be read as JSON? By its ending, or else its first character. */
bool carom_scenario_is_json(const char *path, const char *text);

/* Writes a file that can be run, with every default in it; remarks say where values come from. */
void carom_scenario_print(const carom_scenario *scenario, FILE *file);

/* How many combinations a sweep has, 1 without one; `limit` if there are more. */
int64_t carom_scenario_runs(const carom_scenario *scenario, int64_t limit);

/* The value of axis `k` in combination `index`. The first axis varies slowest. */
const carom_node *carom_scenario_value(const carom_scenario *scenario, int64_t index, int k);

#endif
