/* SPDX-License-Identifier: MIT */
/* Scenes: many spheres in three dimensions between walls, in fixed steps of velocity Verlet. */
#ifndef CAROM_SCENE_H
#define CAROM_SCENE_H

#include <stdint.h>

#include <carom/archive.h>
#include <carom/bond.h>
#include <carom/box.h>
#include <carom/clump.h>
#include <carom/distribution.h>
#include <carom/encounters.h>
#include <carom/mesh.h>
#include <carom/motion.h>
#include <carom/region.h>
#include <carom/stage.h>
#include <carom/selection.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One sphere. Start from carom_scene_particle_default(): 1 mm, at rest in the origin, material 0,
 * its mass that of its material. Particles keep the number they have in the definition, whatever
 * the order in memory; `id` is a label of the user's own. */
typedef struct carom_scene_particle {
  double position[3], velocity[3], spin[3]; /* m, m/s, rad/s */
  double radius;                            /* m */
  double mass;                              /* kg; CAROM_UNSET: from density and radius */
  int material;                             /* which of carom_scene_def.material */
  bool fixed;                               /* never moves, nor do two fixed ones touch */
  uint32_t id;
} carom_scene_particle;

CAROM_API carom_scene_particle carom_scene_particle_default(void);

/* What happens where two materials meet. Bodies and materials of `normal` are filled in from the
 * scene: a restitution or a dimensional constant is calibrated for two spheres of the mean radius
 * and the mean mass of their materials, and carried to other sizes by the law. `tangential`,
 * `rolling` and `twisting` may name no model: then the contact is smooth, or resists neither. */
typedef struct carom_scene_contact {
  int between[2]; /* materials */
  carom_contact_def normal;
  carom_tangential_def tangential;
  carom_stage_def rolling, twisting;
  carom_stage_def adhesion; /* beside a law that does not adhere by itself */
} carom_scene_contact;

CAROM_API carom_scene_contact carom_scene_contact_default(void);

typedef enum carom_wall_shape {
  CAROM_WALL_PLANE,    /* through `point`, grains on the side that `direction` points to */
  CAROM_WALL_BOX,      /* the inside of low .. high; faces at infinity are left out */
  CAROM_WALL_CYLINDER, /* around the axis through `point` along `direction`, without an end unless
                          `length` is given */
  /* Shells, thin and touched from both sides; so is a cylinder with a length. */
  CAROM_WALL_RECTANGLE, /* from the corner `point` along `side[0]` and `side[1]` */
  CAROM_WALL_DISC,      /* about `point`, normal to `direction`; a ring if it has an inner radius */
  CAROM_WALL_CONE,      /* from `radius` at `point` to `radius_end` at the end of `length` */
  CAROM_WALL_SPHERE,    /* about `point` */
  CAROM_WALL_MESH       /* of triangles */
} carom_wall_shape;

typedef enum carom_wall_ends {
  CAROM_ENDS_OPEN,
  CAROM_ENDS_START, /* a disc at `point` */
  CAROM_ENDS_END,   /* a disc at the end of `length` */
  CAROM_ENDS_BOTH
} carom_wall_ends;

/* A wall: a body of its own. Spheres touch it as they touch a fixed flat. */
typedef struct carom_scene_wall {
  const char *name; /* for reports; may be NULL */
  carom_wall_shape shape;
  int material;
  double point[3], direction[3];
  /* Box: all six are needed. A face is left out where low is -INFINITY or high is INFINITY. */
  double low[3], high[3];
  double radius; /* cylinder, disc, cone, sphere */
  bool outside;  /* cylinder without an end: grains are outside it, not inside */
  carom_scene_motion motion;
  bool absent; /* at the start: see carom_scene_set_wall_present */

  /* Shells. */
  double length;       /* of a cylinder or a cone along `direction`, m; CAROM_UNSET: no end */
  double radius_end;   /* cone; 0: it ends in a tip */
  double radius_inner; /* disc; 0: it has no hole */
  carom_wall_ends ends;
  double side[2][3];      /* of a rectangle, at right angles, m */
  const carom_mesh *mesh; /* its point x comes to `point` + the rotation `turn` of `scale` x */
  double scale;
  double turn[3];      /* axis times angle, rad */
  double smooth_angle; /* rad: contacts of a grain with one mesh whose normals differ by less are
                          one, the deeper; below it, joints of triangles are smooth */
  double wear; /* mesh: Archard's coefficient over the hardness, 1/Pa; 0: wear is not recorded */
} carom_scene_wall;

CAROM_API carom_scene_wall carom_scene_wall_default(void);

typedef enum carom_scene_velocity {
  CAROM_VELOCITY_PREDICTED, /* contacts see the velocity predicted for the end of the step */
  CAROM_VELOCITY_HALF       /* contacts see that of the middle of the step, as in LAMMPS */
} carom_scene_velocity;

/* More particles than this are refused. */
enum { CAROM_SCENE_PARTICLES_MAX = 134217727 };

/* What a scene is to be. Start from carom_scene_default(). Everything is copied. An error of
 * carom_scene_create says in `where` what it is about: "domain", "wall[0].direction",
 * "contact[1].restitution", "particle[7]", "particle[7] and wall[0]". */
/* Sizes that the spheres of a material may have. Contacts of a material with declared sizes are
 * calibrated for their mean and the step follows from the smallest, whatever particles there are; a
 * particle outside them is refused. Masses follow from the density, which is needed. Without a
 * declaration the mean and the smallest of the particles of the definition count. */
typedef struct carom_scene_size {
  int material;
  double radius;      /* the smallest, m */
  double radius_max;  /* the largest; CAROM_UNSET: all have `radius` */
  double radius_mean; /* CAROM_UNSET: the middle of both */
} carom_scene_size;

CAROM_API carom_scene_size carom_scene_size_default(void);

/* Where particles leave: those whose centre is in the region, looked for every so often. Fixed ones
 * stay. */
typedef struct carom_scene_sink {
  const char *name; /* for reports; may be NULL */
  carom_region region;
  double every; /* s between two looks, in whole steps; CAROM_UNSET: 1000 steps */
  bool off;     /* at the start: see carom_scene_set_sink */
} carom_scene_sink;

CAROM_API carom_scene_sink carom_scene_sink_default(void);

/* Some of what a source puts in: its share among the parts, of any unit. Masses follow from the
 * density. */
typedef struct carom_source_part {
  int material;
  double share; /* of the number of particles, or of their mass */
  carom_distribution sizes;
  int clump; /* 0: single spheres. Else clumps of shape number clump - 1, turned at random, a size
                being the radius of the sphere that holds one; if radius_min is CAROM_UNSET, that of
                the shape. Counted as one, with their mass and volume. Of another material than
                single spheres that come. */
} carom_source_part;

/* Where particles enter: wholly inside a region (with their outline on a disc or a ring), clear of
 * all others and of walls, at random places that a seed decides. They come at steps of the source's
 * own: as many as are due by then, at a rate or as many as find room, until a target is reached.
 * What finds no room is owed, and tried again. At least a rate or a target is needed. Unless sizes
 * of its materials are declared, those of the sources and of the definition's particles are, with
 * the mean of the sources. */
typedef struct carom_scene_source {
  const char *name;    /* for reports; may be NULL */
  carom_region region; /* box, cylinder, sphere, disc or ring */
  const carom_source_part *part;
  int parts;
  bool shares_by_mass;           /* of the parts */
  double rate, mass_rate;        /* 1/s, or kg/s; CAROM_UNSET: as many as find room */
  double count, mass, filling;   /* targets: how many have entered, kg, or their solid volume as a
                                    share of that of the region; CAROM_UNSET: none */
  double start;                  /* s */
  double every;                  /* s between entries, in whole steps; CAROM_UNSET: 1000 steps */
  double gap;                    /* at least this much to others, m */
  double velocity[3], spread[3]; /* m/s; each component differs by up to its spread either way */
  double spin[3];
  uint64_t seed;
  bool off; /* at the start: see carom_scene_set_source */
} carom_scene_source;

CAROM_API carom_scene_source carom_scene_source_default(void);

/* What becomes of particles that leave the domain. */
typedef enum carom_scene_leaves {
  CAROM_LEAVES_STOP,  /* the run stops */
  CAROM_LEAVES_DELETE /* they are taken out, by a sink named "domain" behind those of the
                         definition, every 1000 steps */
} carom_scene_leaves;

/* A name for some of the particles: those that a selection finds at the start. Which they are does
 * not change when they move on. */
typedef struct carom_scene_group {
  const char *name; /* for messages */
  carom_selection members;
} carom_scene_group;

enum { CAROM_SCENE_GROUPS_MAX = 32 };

CAROM_API carom_scene_group carom_scene_group_default(void);

/* Forces besides contacts and gravity. They enter after the contacts: those that do not depend on
 * the velocity, then drag and functions, then damping, otherwise in the order of the definition.
 * Fixed particles feel none. Drag is found implicitly, at the instant of the kick: of second order
 * in the step where one drag acts, and stable for any step. */
typedef enum carom_force_kind {
  CAROM_FORCE_GIVEN,     /* force and torque on each particle; the force may be a table */
  CAROM_FORCE_STOKES,    /* 6 pi viscosity R (flow - v), and a torque of -8 pi viscosity R^3 spin */
  CAROM_FORCE_QUADRATIC, /* coefficient/2 density pi R^2 |flow - v| (flow - v) */
  CAROM_FORCE_BUOYANCY,  /* density x volume against gravity */
  CAROM_FORCE_DAMPING,   /* local damping, no law of nature: coefficient x |all that acts so far,
                            gravity included| against the velocity, each component for itself */
  CAROM_FORCE_CALLED     /* what a function says */
} carom_force_kind;

/* A particle as a function sees it, at the instant that the force is for. */
typedef struct carom_scene_moved {
  double position[3], velocity[3], spin[3];
  double radius, mass;
  int32_t material;
  uint32_t id;
} carom_scene_moved;

/* Adds nothing to force and torque, which are 0, where none acts. It is called by several threads
 * at once and more than once for an instant, so it must depend on its arguments alone. */
typedef void carom_scene_force_call(void *user, double time, const carom_scene_moved *body,
                                    double force[3], double torque[3]);

typedef struct carom_scene_force {
  const char *name; /* for reports; may be NULL */
  carom_force_kind kind;
  int group;                  /* on whom it acts, or -1: on all */
  double force[3], torque[3]; /* N, N m */
  int points;                 /* a table of forces instead: times, and three numbers a time */
  const double *time, *table;
  double viscosity, density; /* of the fluid, Pa s and kg/m3 */
  double coefficient;        /* of drag, or of damping */
  double flow[3];            /* velocity of the fluid, m/s */
  carom_scene_force_call *call;
  void *user;
} carom_scene_force;

enum { CAROM_SCENE_FORCES_MAX = 8 };

CAROM_API carom_scene_force carom_scene_force_default(void);

/* Prescribed motion of a group: its particles are held, and move as one rigid body at this velocity
 * and spin, or not at all. Forces do not move them: in contacts their mass is infinite, and they do
 * not touch each other. Where a particle is in the groups of several holds that are on, the first
 * counts. Particles that are fixed stay so. See carom_scene_set_hold. */
typedef struct carom_scene_hold {
  const char *name; /* for reports; may be NULL */
  int group;
  double velocity[3], spin[3]; /* m/s, rad/s */
  double centre[3];            /* it turns about this point, which moves along, m */
  bool off;                    /* at the start */
} carom_scene_hold;

enum { CAROM_SCENE_HOLDS_MAX = 16 };

CAROM_API carom_scene_hold carom_scene_hold_default(void); /* still */

typedef struct carom_scene_def {
  const carom_material *material;
  int materials;
  const char *const *material_name CAROM_DEPRECATED("name the materials themselves");
  const carom_scene_contact *contact;
  int contacts;
  const carom_scene_particle *particle;
  int64_t particles; /* may be 0 where sizes are declared or there are sources */
  const carom_scene_size *size;
  int sizes;
  const carom_scene_wall *wall;
  int walls;

  /* The domain: particles that leave it stop the run, or come back on the other side where a
   * direction is periodic. Infinite by default. */
  double low[3], high[3];
  bool periodic[3];

  double gravity[3];      /* m/s2, at the start */
  double gravity_spin[3]; /* rad/s: gravity turns about this axis at this rate, as in a drum */
  int gravity_points;     /* a table instead: times, and three numbers a time, linear in between */
  const double *gravity_time, *gravity_table;
  /* A function of time instead. */
  void (*gravity_at)(void *user, double time, double gravity[3]);
  void *gravity_user;

  double step;   /* s; CAROM_UNSET: the largest whose mean restitution error stays within
                    restitution_error in impacts at the expected speeds, with at least 25 steps in a
                    contact and 14 in half a swing of a tangential, rolling or twisting spring */
  bool any_step; /* also one above 2/omega of a contact, which is refused otherwise */
  double restitution_error;
  double skin;          /* neighbours are listed up to this gap, m; CAROM_UNSET: chosen */
  double overlap_limit; /* a deeper overlap, as a share of the smaller radius, stops the run */
  carom_scene_velocity velocity;
  int threads; /* 1 to CAROM_THREADS_MAX; 0: one per core, fewer for few particles */
  carom_instructions instructions;

  /* Particles that come and go. */
  const carom_scene_sink *sink;
  int sinks;
  const carom_scene_source *source;
  int sources;
  carom_scene_leaves leaves;

  /* Groups, and whether contact forces are kept at the end of an advance: measures of contacts (see
   * carom/measure.h) are then several times faster, for 24 bytes a contact. */
  const carom_scene_group *group;
  int groups;
  bool measured;
  const carom_scene_force *force;
  int forces;
  const carom_scene_hold *hold;
  int holds;

  /* Bonds between particles; see carom/bond.h. */
  const carom_scene_bond *bond;
  int bonds;
  /* How the periodic domain deforms (carom/box.h); NULL: it does not. Velocities of particles are
   * then peculiar ones if it is affine: at the first step they get the flow of the box, too. */
  const carom_scene_box *box;

  /* Rigid bodies of several spheres, beside the particles. Contacts of their members count the mass
   * of the clump: restitution is what was asked for in central impacts. */
  const carom_clump_shape *clump_shape;
  int clump_shapes;
  const carom_scene_clump *clump;
  int64_t clumps;

  unsigned cookie;
} carom_scene_def;

CAROM_API carom_scene_def carom_scene_default(void);

/* Fields of a scene (step, restitution_error, skin, overlap_limit) and of a particle (radius,
 * mass): units, ranges and defaults, the same as in scenario files. */
CAROM_API carom_fields carom_scene_fields(void);
CAROM_API carom_fields carom_scene_particle_fields(void);

CAROM_API carom_status carom_scene_create(const carom_scene_def *def, carom_scene **scene,
                                          carom_error *err);
CAROM_API void carom_scene_destroy(carom_scene *scene);

/* Advances to this time (s): whole steps, up to the one that ends nearest to it. Or this many
 * steps. A run that goes wrong (overlap too deep, a NaN, a particle outside) stops
 * with CAROM_ERR_DIVERGED before anything moves by a force that is wrong: `err` names particle,
 * time and cause, the scene can still be read, and cannot go on. */
CAROM_API carom_status carom_scene_advance(carom_scene *scene, double until, carom_error *err);
CAROM_API carom_status carom_scene_advance_steps(carom_scene *scene, int64_t steps,
                                                 carom_error *err);

/* Particles that come and go, between advances. Those that come must be of sizes that the scene was
 * made for: declared ones (carom_scene_size), or within those of the definition. Those that go are
 * named by their number in carom_scene_sample; their contacts end, what springs stored leaves with
 * them, dents are forgotten. Numbers of the others close up; ids stay. The scene goes on from the
 * same positions, velocities and histories. */
CAROM_API carom_status carom_scene_add_particles(carom_scene *scene,
                                                 const carom_scene_particle *particle,
                                                 int64_t count, carom_error *err);
CAROM_API carom_status carom_scene_remove_particles(carom_scene *scene, const int64_t *number,
                                                    int64_t count, carom_error *err);

/* A function that is called while the scene advances, after every step whose number is a multiple
 * of `steps`: it may read the scene, add and remove particles, and switch sinks, but not advance
 * it. A status other than CAROM_OK ends the advance with it; the scene can go on. One function at
 * most; 0 steps: none. It is not part of the state. */
typedef carom_status carom_scene_call(void *user, carom_scene *scene, carom_error *err);
CAROM_API carom_status carom_scene_every(carom_scene *scene, int64_t steps, carom_scene_call *call,
                                         void *user, carom_error *err);

/* What a sink has taken since the start: of one material, or of all (-1). Sinks keep the numbers of
 * the definition. They are switched between advances, or by a function that is called. */
typedef struct carom_scene_sink_state {
  const char *name;
  bool enabled;
  int64_t count;
  double mass; /* kg */
} carom_scene_sink_state;

CAROM_API int carom_scene_sinks(const carom_scene *scene);
CAROM_API carom_status carom_scene_sample_sink(const carom_scene *scene, int sink, int material,
                                               carom_scene_sink_state *out, carom_error *err);
CAROM_API carom_status carom_scene_set_sink(carom_scene *scene, int sink, bool enabled,
                                            carom_error *err);

/* What a source has put in since the start, and what it owes because there was no room: particles,
 * or kg where it has a mass rate. */
typedef struct carom_scene_source_state {
  const char *name;
  bool enabled;
  bool done; /* its target is reached */
  int64_t count;
  double mass; /* kg */
  double owed, owed_mass;
} carom_scene_source_state;

CAROM_API int carom_scene_sources(const carom_scene *scene);
CAROM_API carom_status carom_scene_sample_source(const carom_scene *scene, int source,
                                                 carom_scene_source_state *out, carom_error *err);
/* A source that is switched off owes nothing more meanwhile; on again, it gives its rate times how
 * long it was on. */
CAROM_API carom_status carom_scene_set_source(carom_scene *scene, int source, bool enabled,
                                              carom_error *err);

/* Visits the complete state, for storing or loading. To load: create the scene from the same
 * definition, with any number of threads, then visit; it continues with the same bits. The state
 * holds its particles, which replace those of the definition: that may have others, or none, if its
 * contacts are calibrated for the same sizes. A damaged state is refused; the scene can then only
 * be destroyed. */
enum { CAROM_SCENE_STATE = 14 }; /* version of the arrays */
CAROM_API carom_status carom_scene_archive(carom_scene *scene, carom_archive *archive,
                                           carom_error *err);

CAROM_API double carom_scene_time(const carom_scene *scene);
CAROM_API double carom_scene_step(const carom_scene *scene);
CAROM_API int64_t carom_scene_steps(const carom_scene *scene);
CAROM_API int64_t carom_scene_particles(const carom_scene *scene);
CAROM_API int carom_scene_walls(const carom_scene *scene);
CAROM_API int carom_scene_groups(const carom_scene *scene);
CAROM_API int carom_scene_forces(const carom_scene *scene);
/* Work of a force since the start, J. */
CAROM_API double carom_scene_force_work(carom_scene *scene, int force);
/* From now on a force of the kind `given`, without a table, is this one; NULL: none. Velocities
 * stay what they are. It is part of the state. */
CAROM_API carom_status carom_scene_push(carom_scene *scene, int force, const double newton[3],
                                        const double torque[3], carom_error *err);
/* From now on a hold is on or off, with another velocity, spin and centre (NULL: those that it
 * has; the centre moves while it is on). Off, its particles are released with the velocities that
 * they have. What it takes from particles when it stops them, and gives when it lets them go, is
 * work of the hold; springs of contacts between its own particles are forgotten. It is part of the
 * state. */
CAROM_API carom_status carom_scene_set_hold(carom_scene *scene, int hold, bool on,
                                            const double velocity[3], const double spin[3],
                                            const double centre[3], carom_error *err);

/* What a hold is doing, and what others do to its particles: force, and torque about its centre. */
typedef struct carom_scene_hold_state {
  const char *name;
  bool enabled;
  int64_t particles;
  double velocity[3], spin[3], centre[3];
  double force[3], torque[3];
} carom_scene_hold_state;

CAROM_API int carom_scene_holds(const carom_scene *scene);
CAROM_API carom_status carom_scene_sample_hold(carom_scene *scene, int hold,
                                               carom_scene_hold_state *out, carom_error *err);

/* Who belongs to a group from now on: those that a selection finds now (NULL: the one that it has),
 * and those that enter later and meet it where they enter. Groups that are a part of it are not
 * found again. Between advances, or in a function that is called. Members belong to the state;
 * selections of groups do not: a state that is loaded belongs to a scene with the same ones. */
CAROM_API carom_status carom_scene_set_group(carom_scene *scene, int group,
                                             const carom_selection *members, carom_error *err);
/* Groups of a particle (numbered as in the definition), one bit each. */
CAROM_API uint32_t carom_scene_groups_of(const carom_scene *scene, int64_t particle);

/* A particle as it is now. Positions are not folded back: they go on across periodic borders. In a
 * box that deforms they are folded back, and velocities are those of the image there. */
typedef struct carom_scene_grain {
  double position[3], velocity[3], spin[3], force[3], torque[3];
  double radius, mass;
  int32_t material;
  uint32_t id;
  bool fixed;
  /* Members of a clump have its share of the mass and of the solid volume, by the volumes of their
   * spheres; force and torque are those of their contacts. */
  double volume; /* m3 */
  int64_t clump; /* the id of the clump that it is a member of, or -1 */
} carom_scene_grain;

/* All particles in the order in which they entered, at first that of the definition: `count`
 * structures `stride` bytes apart. Valid until the scene changes or is destroyed. */
typedef struct carom_scene_view {
  const carom_scene_grain *grain;
  int64_t count;
  size_t stride;
} carom_scene_view;

CAROM_API carom_scene_view carom_scene_sample(carom_scene *scene);

/* Clumps, in the order in which they entered; the number of their shapes, 0 of a scene that neither
 * has clumps nor a source of some. */
CAROM_API int carom_scene_clump_shapes(const carom_scene *scene);
CAROM_API int64_t carom_scene_clumps(const carom_scene *scene);
CAROM_API carom_status carom_scene_sample_clump(carom_scene *scene, int64_t number,
                                                carom_scene_clump_state *out, carom_error *err);

/* What a wall is doing, and what the grains do to it: force, and torque about its centre. */
typedef struct carom_scene_wall_state {
  const char *name;
  double centre[3], velocity[3], spin[3];
  double force[3], torque[3];
  double surface[3];     /* velocity of a conveyor's surface, beyond that of the wall */
  double orientation[4]; /* of a free body: unit quaternion w, x, y, z, 1 at the start */
  bool present;
} carom_scene_wall_state;

CAROM_API carom_status carom_scene_sample_wall(carom_scene *scene, int wall,
                                               carom_scene_wall_state *out, carom_error *err);

/* A wall as triangles where it is now, for drawing: vertices, and triples of vertices that are
 * counter-clockwise as seen from the side of the particles. What has no end is cut off at a box; a
 * wall that is not present has no triangles.
 * Fields of triangles are NULL where the wall has none: those of meshes hold what acts on every
 * triangle now, and what has been worn off it since the start. Release with
 * carom_scene_facets_free. */
typedef struct carom_scene_facets {
  int64_t vertices, triangles;
  double (*vertex)[3];    /* m */
  int32_t (*triangle)[3]; /* vertices */
  double *pressure;       /* normal force over area, Pa */
  double *shear;          /* length of the tangential force over area, Pa */
  double *wear;           /* depth, m */
} carom_scene_facets;

CAROM_API carom_status carom_scene_wall_facets(carom_scene *scene, int wall, const double low[3],
                                               const double high[3], carom_scene_facets *out,
                                               carom_error *err);
CAROM_API void carom_scene_facets_free(carom_scene_facets *facets);

/* Lets a wall move otherwise from now on. It turns about the centre that it has: that of the motion
 * is not looked at. Times count from the start of the scene. A state that is loaded belongs to a
 * scene to whose walls the same was done. */
CAROM_API carom_status carom_scene_set_wall_motion(carom_scene *scene, int wall,
                                                   const carom_scene_motion *motion,
                                                   carom_error *err);

/* Other gravity from now on, in place of all that the definition says of it. / Takes a wall away,
 * or puts it back where it was; while it is away it does not move. / Other settings of the
 * tangential model between two materials, which stays the same one. Between advances, or in a
 * function that is called; the scene goes on from the same positions, velocities and histories.
 * Gravity and the presence of walls belong to the state; a state that is loaded belongs to a scene
 * whose walls move and whose contacts behave the same way. */
CAROM_API carom_status carom_scene_set_gravity(carom_scene *scene, const double gravity[3],
                                               carom_error *err);
CAROM_API carom_status carom_scene_set_wall_present(carom_scene *scene, int wall, bool present,
                                                    carom_error *err);
CAROM_API carom_status carom_scene_set_tangential(carom_scene *scene, int a, int b,
                                                  const carom_tangential_def *tangential,
                                                  carom_error *err);

/* The box as it is now. / Another deformation from now on, of a scene that was made with one. Times
 * count from the start of the scene. How far it has come belongs to the state. */
CAROM_API carom_status carom_scene_sample_box(carom_scene *scene, carom_scene_box_state *out,
                                              carom_error *err);
CAROM_API carom_status carom_scene_set_box(carom_scene *scene, const carom_scene_box *box,
                                           carom_error *err);

/* Another target for a wall with a servo, N: of a pressure, times its area. */
CAROM_API carom_status carom_scene_set_wall_target(carom_scene *scene, int wall, double force,
                                                   carom_error *err);

/* A contact that is closed now, as the last step applied it: forces of contacts sum up to those of
 * carom_scene_sample and carom_scene_sample_wall. They act on particle `a`; the normal points away
 * from it. `approach` is what the law saw; history and state are those after the step. The point
 * goes on across periodic borders with `a`; walls feel it folded back into the domain. */
typedef struct carom_scene_touch {
  int64_t a, b; /* numbers of particles; b is -1 where a wall is touched */
  int wall;     /* or -1 */
  int triangle; /* of a mesh, or -1 */
  double overlap, approach;
  double normal[3], point[3];
  carom_force force;    /* normal, positive when it pushes apart */
  double tangential[3]; /* force, N */
  double spring[4];     /* history of the tangential model */
  double state[8];      /* of the normal law */
} carom_scene_touch;

/* Calls visit(user, touch) for every closed contact, in a fixed order; returns their number. visit
 * may be NULL. */
typedef void carom_scene_visit(void *user, const carom_scene_touch *touch);
CAROM_API int64_t carom_scene_contacts(carom_scene *scene, carom_scene_visit *visit, void *user);

/* Energy by channel, J. Held in tangential, rolling and twisting springs: members of that name; by
 * models of adhesion: adhesion, negative. Gains: gravity and walls are the work they did since the
 * start, forces and torques that are given to free walls among the latter. Losses: viscous (normal
 * dashpots and cut tension), plastic, friction (sliding, tangential dashpots), rolling_loss and
 * twisting_loss (likewise), adhesion_loss (liquid bridges that form and rupture), stops. The
 * residual is what the budget since the start lacks: the error of the step. What particles brought
 * along when they entered and took away when they left, with what springs of their contacts stored,
 * is counted apart. Bonds: what they store, what their dashpots took, and what they stored when
 * they broke; to the last belongs what contacts held in whose place bonds were made, less what
 * those held that came in the place of bonds (CAROM_BOND_CONTACT_AFTER). */
typedef struct carom_scene_energy {
  double kinetic, rotational, elastic, tangential;
  double viscous, plastic, friction;
  double gravity, walls;
  double residual;
  double entered, left;
  double rolling, twisting, rolling_loss, twisting_loss;
  double bodies;  /* kinetic energy of free walls */
  double stops;   /* lost where they met their stops */
  double applied; /* work of forces besides contacts and gravity */
  double adhesion, adhesion_loss;
  double bonds, bond_damping, bond_breaking;
  double box; /* work of a box that deforms; kinetic energy is then that of peculiar velocities */
  double prescribed; /* work of holds; what they hold has no energy of its own */
} carom_scene_energy;

CAROM_API carom_scene_energy carom_scene_budget(carom_scene *scene);

/* Linear momentum, and angular momentum about the origin with the spins in it: of particles and
 * free walls. */
CAROM_API void carom_scene_momentum(carom_scene *scene, double linear[3], double angular[3]);

/* A hash of the state: positions, velocities and spins of all particles in the
 * order of their ids, those of one id in the order in which they entered, and of walls that are
 * driven by force or free. The same for any number of threads, instruction set and compiler. */
CAROM_API uint64_t carom_scene_hash(carom_scene *scene);

/* One prepared contact: which materials meet, and what was asked of it and is delivered. Where
 * bodies never part, the results of an impact are CAROM_UNSET; so is `step` where the definition
 * gives one. */
typedef struct carom_scene_pairing {
  int between[2];
  bool wall;        /* a sphere against a wall of the second material */
  double asked;     /* restitution, or CAROM_UNSET */
  double resolved;  /* delivered by the law at `speed`, resolved in time */
  double delivered; /* by the law in steps of this scene: mean over 32 phases of touch */
  double spread;    /* largest difference from that mean */
  double speed;     /* at which it was tried, m/s */
  double duration;  /* of that contact, s */
  double step;      /* the largest for this pairing, see carom_scene_def.step, s */
  carom_contact contact;
  carom_contact smallest;      /* that of its smallest bodies, which was tried */
  const carom_stage *adhesion; /* the model beside its law, or NULL */
  double pull;  /* with which law or model hold its smallest bodies that touch, N; or 0 */
  double tabor; /* the Tabor parameter of the theory of adhesion behind law or model, of the bodies
                   for which that is harder to hold: the smallest, or where a largest parameter is
                   stated (`softest`) the largest; or CAROM_UNSET */
  /* What its contacts went through since the start, for carom_verdict_of with `smallest`. The
   * deepest overlap is that of the pair that was pressed deepest in relation to its R*, as if it
   * had the R* of `smallest`. Touches are counted where the law needs their speed; impacts are not.
   */
  carom_encounters encounters;
} carom_scene_pairing;

/* What a pairing with walls delivers where the wall is free: an impact of a mean sphere on the
 * middle of this wall at the `speed` of the pairing, resolved in time. The reduced mass counts that
 * of the wall; most laws then deliver what was asked for. *restitution is CAROM_UNSET where the
 * pairing is another wall's, the wall is not free, or the bodies do not part. */
CAROM_API carom_status carom_scene_wall_restitution(const carom_scene *scene, int wall, int pairing,
                                                    double *restitution, carom_error *err);

/* How deep the smallest body of a pairing is pressed where it cannot give way, as shares of its
 * radius: an estimate, for the pairing that fares worst. A share above
 * carom_scene_def.overlap_limit will stop the run if that happens. */
typedef struct carom_scene_pressed {
  int between[2]; /* materials; -1: nothing moves */
  bool wall;
  double radius;   /* of the smallest body, m */
  double heaviest; /* mass of one body, kg */
  double load;     /* the weight of the heaviest body and of what lies above it, if all is spread
                      evenly over its ground, N */
  double resting;  /* overlap under that load */
  double speed;    /* that the pairing expects, m/s */
  double struck;   /* overlap when the heaviest body arrives with it */
} carom_scene_pressed;

CAROM_API carom_status carom_scene_foresee(const carom_scene *scene, carom_scene_pressed *out,
                                           carom_error *err);

/* The largest approach of a closed contact since the start, m/s: laws whose restitution depends on
 * speed deliver another one than at the `speed` of the pairing. */
CAROM_API double carom_scene_fastest(const carom_scene *scene);

CAROM_API int carom_scene_pairings(const carom_scene *scene);
CAROM_API carom_status carom_scene_pairing_at(const carom_scene *scene, int index,
                                              carom_scene_pairing *out, carom_error *err);

/* Work done so far, and where the time went (s, wall clock of the calling thread). */
/* Seconds of all rebuilds of the neighbour list, by what they did. */
typedef struct carom_scene_rebuild_times {
  double sort;      /* particles along the grid, which is laid out anew */
  double histories; /* of contacts, put where the new lists find them */
  double search;    /* for pairs, and for contacts with walls */
  double write;     /* lists by material pair, and rows that blocks hand to each other */
  double active;    /* pairs that may touch soon, with their histories */
} carom_scene_rebuild_times;

typedef struct carom_scene_counters {
  int64_t rebuilds;             /* of the neighbour list */
  int64_t listed, touching;     /* pairs in the list, closed contacts; walls included */
  int64_t remembered;           /* pairs that had a dent (`memory: pair`) when they left the list */
  double forces, motion, lists; /* seconds; of lists also whether they still hold */
  carom_scene_rebuild_times rebuild; /* a part of them */
  size_t bytes;                      /* memory held */
  union {
    double bytes_per_step; /* that a step without a rebuild has to read and write, each once */
    double moved CAROM_DEPRECATED("use bytes_per_step");
  };
} carom_scene_counters;

CAROM_API carom_scene_counters carom_scene_stats(carom_scene *scene);

/* Old names, until the next version. */
typedef carom_scene_counters carom_scene_work CAROM_DEPRECATED("use carom_scene_counters");

CAROM_DEPRECATED("use carom_scene_advance_steps")
static inline carom_status carom_scene_run(carom_scene *scene, int64_t steps, carom_error *err)
{
  return carom_scene_advance_steps(scene, steps, err);
}

CAROM_DEPRECATED("use carom_scene_sample")
static inline carom_scene_view carom_scene_look(carom_scene *scene)
{
  return carom_scene_sample(scene);
}

CAROM_DEPRECATED("use carom_scene_sample_wall")
static inline carom_status carom_scene_look_wall(carom_scene *scene, int wall,
                                                 carom_scene_wall_state *out, carom_error *err)
{
  return carom_scene_sample_wall(scene, wall, out, err);
}

CAROM_DEPRECATED("use carom_scene_stats")
static inline carom_scene_counters carom_scene_effort(carom_scene *scene)
{
  return carom_scene_stats(scene);
}

#ifdef __cplusplus
}
#endif

#endif
