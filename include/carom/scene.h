/* SPDX-License-Identifier: MIT */
/* Scenes: many spheres in three dimensions between walls, integrated with velocity Verlet in fixed
 * steps. A scene is used by one thread at a time; it runs its own threads during an advance. */
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

/* One sphere. Start from carom_scene_particle_default(): radius 1 mm, at rest at the origin,
 * material 0, mass from its density. Particles keep the index that they have in the definition,
 * whatever their order in memory; `id` is a label for the user. */
typedef struct carom_scene_particle {
  double position[3], velocity[3], spin[3]; /* m, m/s, rad/s */
  double radius;                            /* m */
  double mass;                              /* kg; CAROM_UNSET: from density and radius */
  int material;                             /* index in carom_scene_def.material */
  bool fixed;                               /* never moves; two fixed particles do not interact */
  uint32_t id;
} carom_scene_particle;

CAROM_API carom_scene_particle carom_scene_particle_default(void);

/* The contact between two materials. Bodies and materials of `normal` are filled in by the scene. A
 * restitution or a dimensional constant is calibrated for two spheres of the mean radius and mean
 * mass of their materials; the law carries it over to other sizes. If `tangential`, `rolling` or
 * `twisting` names no model, the contact does not resist that motion. */
typedef struct carom_scene_contact {
  int between[2]; /* indices of two materials */
  carom_contact_def normal;
  carom_tangential_def tangential;
  carom_stage_def rolling, twisting;
  carom_stage_def adhesion; /* added to a normal law without adhesion of its own */
} carom_scene_contact;

CAROM_API carom_scene_contact carom_scene_contact_default(void);

typedef enum carom_wall_shape {
  CAROM_WALL_PLANE,    /* through `point`, particles on the side that `direction` points to */
  CAROM_WALL_BOX,      /* the inside of low .. high; faces at infinity are left out */
  CAROM_WALL_CYLINDER, /* about the axis through `point` along `direction`, infinite unless `length`
                          is given */
  /* Shells: thin surfaces that are touched from both sides, like a cylinder of finite length. */
  CAROM_WALL_RECTANGLE, /* from the corner `point` along `side[0]` and `side[1]` */
  CAROM_WALL_DISC,   /* about `point`, normal to `direction`; a ring if `radius_inner` is given */
  CAROM_WALL_CONE,   /* from `radius` at `point` to `radius_end` at the end of `length` */
  CAROM_WALL_SPHERE, /* about `point` */
  CAROM_WALL_MESH    /* a triangle mesh */
} carom_wall_shape;

typedef enum carom_wall_ends {
  CAROM_ENDS_OPEN,
  CAROM_ENDS_START, /* a disc at `point` */
  CAROM_ENDS_END,   /* a disc at the end of `length` */
  CAROM_ENDS_BOTH
} carom_wall_ends;

/* A wall. Spheres interact with it as with a fixed flat. */
typedef struct carom_scene_wall {
  const char *name; /* for reports; may be NULL */
  carom_wall_shape shape;
  int material;
  double point[3], direction[3];
  /* Box: all six values are required. A face is left out where low is -INFINITY or high is
   * INFINITY. */
  double low[3], high[3];
  double radius; /* cylinder, disc, cone, sphere */
  bool outside;  /* infinite cylinder: particles are outside, not inside */
  carom_scene_motion motion;
  bool absent; /* initially absent; see carom_scene_set_wall_present */

  /* Shells only. */
  double length;       /* of a cylinder or cone along `direction`, m; CAROM_UNSET: infinite */
  double radius_end;   /* cone; 0: it ends in an apex */
  double radius_inner; /* disc; 0: no hole */
  carom_wall_ends ends;
  double side[2][3];      /* of a rectangle, perpendicular to each other, m */
  const carom_mesh *mesh; /* point x of the mesh is placed at `point` + the rotation `turn` of
                             `scale` x */
  double scale;
  double turn[3];      /* axis times angle, rad */
  double smooth_angle; /* rad: contacts of a particle with one mesh are merged into the deepest one
                          if their normals differ by less; joints of triangles below this angle are
                          smooth */
  double wear; /* mesh: Archard's wear coefficient over the hardness, 1/Pa; 0: not recorded */
} carom_scene_wall;

CAROM_API carom_scene_wall carom_scene_wall_default(void);

typedef enum carom_scene_velocity {
  CAROM_VELOCITY_PREDICTED, /* contact laws use the velocity predicted for the end of the step */
  CAROM_VELOCITY_HALF       /* contact laws use the half-step velocity, as in LAMMPS */
} carom_scene_velocity;

/* The largest number of particles of a scene. */
enum { CAROM_SCENE_PARTICLES_MAX = 134217727 };

/* The range of sizes that spheres of a material may have. Contacts of a material with declared
 * sizes are calibrated for the mean radius, and the step follows from the smallest, whichever
 * particles are present; particles outside the range are refused. Masses follow from the density,
 * which is required. Without a declaration, mean and smallest are those of the particles of the
 * definition. */
typedef struct carom_scene_size {
  int material;
  double radius;      /* smallest radius, m */
  double radius_max;  /* largest radius; CAROM_UNSET: all have `radius` */
  double radius_mean; /* CAROM_UNSET: midway between the two */
} carom_scene_size;

CAROM_API carom_scene_size carom_scene_size_default(void);

/* A sink removes particles whose centre is inside a region, at regular intervals. Fixed particles
 * stay. */
typedef struct carom_scene_sink {
  const char *name; /* for reports; may be NULL */
  carom_region region;
  double every; /* interval in s, rounded to whole steps; CAROM_UNSET: 1000 steps */
  bool off;     /* initially off; see carom_scene_set_sink */
} carom_scene_sink;

CAROM_API carom_scene_sink carom_scene_sink_default(void);

/* One component of what a source inserts. Shares are relative to their sum over the parts. Masses
 * follow from the density. */
typedef struct carom_source_part {
  int material;
  double share; /* by number of particles, or by mass */
  carom_distribution sizes;
  /* 0: single spheres; otherwise clumps of shape number clump - 1 in random orientations. Their
   * size is the radius of the enclosing sphere; if radius_min is CAROM_UNSET, that of the shape
   * itself. A clump counts as one particle with its own mass and volume. Its material must differ
   * from those of inserted single spheres. */
  int clump;
} carom_source_part;

/* A source inserts particles at random positions drawn from `seed`: entirely inside a region (on a
 * disc or ring, with their outline inside), and without touching other particles or walls.
 * Insertions take place at regular intervals. Each inserts as many particles as are due at the
 * given rate, or as many as find room, until a target is reached. Particles that find no room are
 * owed and tried again later. At least a rate or a target is required. Sizes that are not declared
 * are taken from the parts of the sources and the particles of the definition, with the mean of the
 * sources. */
typedef struct carom_scene_source {
  const char *name;    /* for reports; may be NULL */
  carom_region region; /* box, cylinder, sphere, disc or ring */
  const carom_source_part *part;
  int parts;
  bool shares_by_mass;         /* shares of the parts are by mass, not by number */
  double rate, mass_rate;      /* 1/s, or kg/s; CAROM_UNSET: as many as find room */
  double count, mass, filling; /* targets: number, mass (kg), or solid volume as a fraction of the
                                  region's volume; CAROM_UNSET: none */
  double start;                /* s */
  double every;                /* interval in s, rounded to whole steps; CAROM_UNSET: 1000 steps */
  double gap;                  /* smallest gap to others, m */
  double velocity[3], spread[3]; /* m/s; each component is uniform within velocity +- spread */
  double spin[3];
  uint64_t seed;
  bool off; /* initially off; see carom_scene_set_source */
} carom_scene_source;

CAROM_API carom_scene_source carom_scene_source_default(void);

/* What happens to particles that leave the domain. */
typedef enum carom_scene_leaves {
  CAROM_LEAVES_STOP,  /* the run stops with an error */
  CAROM_LEAVES_DELETE /* they are removed every 1000 steps by a sink named "domain", numbered after
                         those of the definition */
} carom_scene_leaves;

/* A named group of particles: those that a selection finds at the start. Membership does not change
 * when particles move. */
typedef struct carom_scene_group {
  const char *name; /* for messages */
  carom_selection members;
} carom_scene_group;

enum { CAROM_SCENE_GROUPS_MAX = 32 };

CAROM_API carom_scene_group carom_scene_group_default(void);

/* Forces other than contacts and gravity. They are applied after the contacts in this order: those
 * independent of velocity, then drag and functions, then damping; within each class in the order of
 * the definition. Fixed particles are not affected. Drag is integrated implicitly, at the instant
 * of the kick: this is of second order in the step if a single drag acts, and stable for any
 * step. */
typedef enum carom_force_kind {
  CAROM_FORCE_GIVEN,     /* given force and torque on each particle; the force may be a table */
  CAROM_FORCE_STOKES,    /* 6 pi viscosity R (flow - v), and a torque of -8 pi viscosity R^3 spin */
  CAROM_FORCE_QUADRATIC, /* coefficient/2 density pi R^2 |flow - v| (flow - v) */
  CAROM_FORCE_BUOYANCY,  /* density x volume x gravity, opposite to gravity */
  CAROM_FORCE_DAMPING,   /* local damping, a numerical device: coefficient x |sum of all other
                            forces, gravity included|, opposite to the velocity, component by
                            component */
  CAROM_FORCE_CALLED     /* computed by a function */
} carom_force_kind;

/* The particle passed to a function, at the instant of the force. */
typedef struct carom_scene_moved {
  double position[3], velocity[3], spin[3];
  double radius, mass;
  int32_t material;
  uint32_t id;
} carom_scene_moved;

/* Computes force and torque of one particle; both are 0 on entry. Called by several threads at once
 * and possibly more than once per instant, so the result must depend on the arguments alone. */
typedef void carom_scene_force_call(void *user, double time, const carom_scene_moved *body,
                                    double force[3], double torque[3]);

typedef struct carom_scene_force {
  const char *name; /* for reports; may be NULL */
  carom_force_kind kind;
  int group;                  /* group on which it acts; -1: all particles */
  double force[3], torque[3]; /* N, N m */
  int points; /* table that replaces `force`: times, and three components per time */
  const double *time, *table;
  double viscosity, density; /* of the fluid, Pa s and kg/m3 */
  double coefficient;        /* of drag or damping */
  double flow[3];            /* velocity of the fluid, m/s */
  carom_scene_force_call *call;
  void *user;
} carom_scene_force;

enum { CAROM_SCENE_FORCES_MAX = 8 };

CAROM_API carom_scene_force carom_scene_force_default(void);

/* A hold prescribes the motion of a group: its particles move as one rigid body with this velocity
 * and spin, or stand still. Forces do not move them, in contacts their mass is infinite, and they
 * do not interact with each other. If a particle belongs to the groups of several active holds, the
 * first one applies. Fixed particles stay fixed. See carom_scene_set_hold. */
typedef struct carom_scene_hold {
  const char *name; /* for reports; may be NULL */
  int group;
  double velocity[3], spin[3]; /* m/s, rad/s */
  double centre[3];            /* centre of the rotation, which moves with `velocity`, m */
  bool off;                    /* at the start */
} carom_scene_hold;

enum { CAROM_SCENE_HOLDS_MAX = 16 };

CAROM_API carom_scene_hold carom_scene_hold_default(void); /* at rest */

/* Definition of a scene. Start from carom_scene_default(). carom_scene_create copies everything
 * except functions and their `user` pointers, which must outlive the scene. `where` of its error
 * names the part at fault: "domain", "wall[0].direction", "contact[1].restitution", "particle[7]",
 * "particle[7] and wall[0]". */
typedef struct carom_scene_def {
  const carom_material *material;
  int materials;
  const char *const *material_name CAROM_DEPRECATED("name the materials themselves");
  const carom_scene_contact *contact;
  int contacts;
  const carom_scene_particle *particle;
  int64_t particles; /* may be 0 if sizes are declared or there are sources */
  const carom_scene_size *size;
  int sizes;
  const carom_scene_wall *wall;
  int walls;

  /* The domain, infinite by default. Particles that leave it stop the run (see `leaves`); in
   * periodic directions they re-enter on the opposite side. */
  double low[3], high[3];
  bool periodic[3];

  double gravity[3];      /* m/s2, at the start */
  double gravity_spin[3]; /* rad/s: the direction of gravity rotates about this axis at this rate,
                             as seen in a rotating drum */
  int gravity_points;     /* alternatively a table: times, and three components per time, linear in
                             between */
  const double *gravity_time, *gravity_table;
  /* Alternatively a function of time. */
  void (*gravity_at)(void *user, double time, double gravity[3]);
  void *gravity_user;

  double step;   /* s; CAROM_UNSET: the largest step with a mean restitution error of at most
                    restitution_error in impacts at the expected speeds, and with at least 25 steps
                    per contact and 14 per half period of a tangential, rolling or twisting spring */
  bool any_step; /* accept a step above the stability limit 2/omega of a contact */
  double restitution_error;
  double skin;          /* largest gap of pairs in the neighbour list, m; CAROM_UNSET: chosen
                           automatically */
  double overlap_limit; /* overlap over the smaller radius beyond which the run stops */
  carom_scene_velocity velocity;
  int threads; /* 1 to CAROM_THREADS_MAX; 0: one per core, fewer for few particles */
  carom_instructions instructions;

  /* Removal and insertion of particles. */
  const carom_scene_sink *sink;
  int sinks;
  const carom_scene_source *source;
  int sources;
  carom_scene_leaves leaves;

  /* Groups. With `measured`, contact forces are kept at the end of an advance: measures of contacts
   * (carom/measure.h) are then several times faster, for 24 bytes per contact. */
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
  /* Deformation of the periodic domain (carom/box.h); NULL: none. In an affine box the given
   * velocities of particles are peculiar velocities: the flow of the box is added at the first
   * step. */
  const carom_scene_box *box;

  /* Rigid clumps of spheres, in addition to the particles. Contacts of their members use the mass
   * of the clump, so the restitution is the one asked for in central impacts. */
  const carom_clump_shape *clump_shape;
  int clump_shapes;
  const carom_scene_clump *clump;
  int64_t clumps;

  unsigned cookie;
} carom_scene_def;

CAROM_API carom_scene_def carom_scene_default(void);

/* Settings of a scene (step, restitution_error, skin, overlap_limit) and of a particle (radius,
 * mass) with units, ranges and defaults, the same as in scenario files. */
CAROM_API carom_fields carom_scene_fields(void);
CAROM_API carom_fields carom_scene_particle_fields(void);

CAROM_API carom_status carom_scene_create(const carom_scene_def *def, carom_scene **scene,
                                          carom_error *err);
CAROM_API void carom_scene_destroy(carom_scene *scene);

/* Advances by whole steps to the step that ends nearest to this time (s), or by a number of steps.
 * If the run fails (excessive overlap, NaN, a particle outside the domain), CAROM_ERR_DIVERGED is
 * returned before anything moves under a wrong force; `err` names particle, time and cause. The
 * scene can then still be read, but not advanced. */
CAROM_API carom_status carom_scene_advance(carom_scene *scene, double until, carom_error *err);
CAROM_API carom_status carom_scene_advance_steps(carom_scene *scene, int64_t steps,
                                                 carom_error *err);

/* Adds or removes particles between advances. Added particles must have sizes that the scene was
 * made for: declared ones (carom_scene_size), or those within the range of the definition.
 * Particles to remove are given by their index in carom_scene_sample. Their contacts end: energy
 * stored in springs leaves with them, and dents are forgotten. The remaining particles are
 * renumbered without gaps, but keep their ids, positions, velocities and histories. */
CAROM_API carom_status carom_scene_add_particles(carom_scene *scene,
                                                 const carom_scene_particle *particle,
                                                 int64_t count, carom_error *err);
CAROM_API carom_status carom_scene_remove_particles(carom_scene *scene, const int64_t *number,
                                                    int64_t count, carom_error *err);

/* Registers a function that is called during an advance after every step whose number is a multiple
 * of `steps`. It may read the scene, add and remove particles, and switch sinks, but not advance
 * the scene. A status other than CAROM_OK ends the advance with that status; the scene can be
 * continued. `err` is never NULL there. There is one such function at most; 0 steps remove it. It
 * is not part of the state. */
typedef carom_status carom_scene_call(void *user, carom_scene *scene, carom_error *err);
CAROM_API carom_status carom_scene_every(carom_scene *scene, int64_t steps, carom_scene_call *call,
                                         void *user, carom_error *err);

/* What a sink has removed since the start, of one material or of all (-1). Sinks are numbered as in
 * the definition. They may be switched between advances, or in a function of carom_scene_every. */
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

/* What a source has inserted since the start, and what it owes because there was no room: a number
 * of particles, or kg if it has a mass rate. */
typedef struct carom_scene_source_state {
  const char *name;
  bool enabled;
  bool done; /* the target is reached */
  int64_t count;
  double mass; /* kg */
  double owed, owed_mass;
} carom_scene_source_state;

CAROM_API int carom_scene_sources(const carom_scene *scene);
CAROM_API carom_status carom_scene_sample_source(const carom_scene *scene, int source,
                                                 carom_scene_source_state *out, carom_error *err);
/* Switches a source. While it is off nothing more falls due: its total is the rate times the time
 * for which it was on. */
CAROM_API carom_status carom_scene_set_source(carom_scene *scene, int source, bool enabled,
                                              carom_error *err);

/* Visits the complete state, to store or load it. To load, create the scene from the same
 * definition, with any number of threads, then visit; it continues with the same bits. The stored
 * particles replace those of the definition, which may therefore have others or none, provided that
 * contacts are calibrated for the same sizes. A damaged state is refused; the scene can then only
 * be destroyed. */
enum { CAROM_SCENE_STATE = 15 }; /* version of the arrays */
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
/* Sets the force and torque of a force of kind CAROM_FORCE_GIVEN without a table; NULL: zero.
 * Velocities do not change. The values are part of the state. */
CAROM_API carom_status carom_scene_push(carom_scene *scene, int force, const double newton[3],
                                        const double torque[3], carom_error *err);
/* Switches a hold on or off and sets its velocity, spin and centre (NULL: unchanged; the centre
 * moves while the hold is on). When it is switched off, its particles keep their velocities.
 * Kinetic energy that it removes by stopping particles, or supplies on release, counts as its work;
 * springs of contacts between its own particles are discarded. The hold is part of the state. */
CAROM_API carom_status carom_scene_set_hold(carom_scene *scene, int hold, bool on,
                                            const double velocity[3], const double spin[3],
                                            const double centre[3], carom_error *err);

/* The present motion of a hold, and the force and torque (about its centre) that others exert on
 * its particles. */
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

/* Redefines a group: the particles that a selection finds now (NULL: the present selection of the
 * group), and those inserted later that satisfy it where they enter. Groups that refer to this one
 * are not updated. Call between advances, or in a function of carom_scene_every. Membership is part
 * of the state, the selection is not: a state must be loaded into a scene with the same
 * selections. */
CAROM_API carom_status carom_scene_set_group(carom_scene *scene, int group,
                                             const carom_selection *members, carom_error *err);
/* The groups of a particle, one bit per group, numbered as in the definition. */
CAROM_API uint32_t carom_scene_groups_of(const carom_scene *scene, int64_t particle);

/* The present state of a particle. Positions are not folded back at periodic borders, except in a
 * deforming box, where position and velocity are those of the image inside it. */
typedef struct carom_scene_grain {
  double position[3], velocity[3], spin[3], force[3], torque[3];
  double radius, mass;
  int32_t material;
  uint32_t id;
  bool fixed;
  /* A member of a clump has a share of the clump's mass and solid volume in proportion to the
   * volume of its sphere; force and torque are those of its own contacts. */
  double volume; /* m3 */
  int64_t clump; /* id of its clump, or -1 */
} carom_scene_grain;

/* All particles in the order of insertion, beginning with those of the definition: `count`
 * structures, `stride` bytes apart. The array belongs to the scene and is valid until the scene
 * changes or is destroyed. */
typedef struct carom_scene_view {
  const carom_scene_grain *grain;
  int64_t count;
  size_t stride;
} carom_scene_view;

CAROM_API carom_scene_view carom_scene_sample(carom_scene *scene);

/* Clumps in the order of insertion. The number of shapes is 0 if the scene has neither clumps nor a
 * source of them. */
CAROM_API int carom_scene_clump_shapes(const carom_scene *scene);
CAROM_API int64_t carom_scene_clumps(const carom_scene *scene);
CAROM_API carom_status carom_scene_sample_clump(carom_scene *scene, int64_t number,
                                                carom_scene_clump_state *out, carom_error *err);

/* The present motion of a wall, and the force and torque (about its centre) that particles exert on
 * it. */
typedef struct carom_scene_wall_state {
  const char *name;
  double centre[3], velocity[3], spin[3];
  double force[3], torque[3];
  double surface[3];     /* velocity of a conveyor's surface relative to the wall */
  double orientation[4]; /* of a free body: unit quaternion w, x, y, z, identity at the start */
  bool present;
} carom_scene_wall_state;

CAROM_API carom_status carom_scene_sample_wall(carom_scene *scene, int wall,
                                               carom_scene_wall_state *out, carom_error *err);

/* A wall at its present position as triangles, for drawing: vertices, and triples of vertex indices
 * in counter-clockwise order as seen from the particles. Infinite walls are cut off at a box; an
 * absent wall has no triangles. The arrays of triangle data are NULL where they do not apply: for
 * meshes they hold the present load and the accumulated wear of each triangle. Release with
 * carom_scene_facets_free. */
typedef struct carom_scene_facets {
  int64_t vertices, triangles;
  double (*vertex)[3];    /* m */
  int32_t (*triangle)[3]; /* vertex indices */
  double *pressure;       /* normal force over area, Pa */
  double *shear;          /* magnitude of the tangential force over area, Pa */
  double *wear;           /* depth, m */
} carom_scene_facets;

CAROM_API carom_status carom_scene_wall_facets(carom_scene *scene, int wall, const double low[3],
                                               const double high[3], carom_scene_facets *out,
                                               carom_error *err);
CAROM_API void carom_scene_facets_free(carom_scene_facets *facets);

/* Replaces the motion of a wall. It continues about its present centre: `centre` of the new motion
 * is ignored. Times count from the start of the scene. The motion is not part of the state: a state
 * must be loaded into a scene in which the same calls were made. */
CAROM_API carom_status carom_scene_set_wall_motion(carom_scene *scene, int wall,
                                                   const carom_scene_motion *motion,
                                                   carom_error *err);

/* Replaces everything that the definition states about gravity; removes a wall, or restores it to
 * where it was (an absent wall does not move); changes the settings of the tangential model between
 * two materials, though not the model itself. Call between advances, or in a function of
 * carom_scene_every; positions, velocities and histories are kept. Gravity and the presence of
 * walls are part of the state; tangential settings are not, so a state must be loaded into a scene
 * with the same ones. */
CAROM_API carom_status carom_scene_set_gravity(carom_scene *scene, const double gravity[3],
                                               carom_error *err);
CAROM_API carom_status carom_scene_set_wall_present(carom_scene *scene, int wall, bool present,
                                                    carom_error *err);
CAROM_API carom_status carom_scene_set_tangential(carom_scene *scene, int a, int b,
                                                  const carom_tangential_def *tangential,
                                                  carom_error *err);

/* The present state of the box; and a new deformation for a scene that was created with one. Times
 * count from the start of the scene. The deformation reached so far is part of the state. */
CAROM_API carom_status carom_scene_sample_box(carom_scene *scene, carom_scene_box_state *out,
                                              carom_error *err);
CAROM_API carom_status carom_scene_set_box(carom_scene *scene, const carom_scene_box *box,
                                           carom_error *err);

/* Sets the target force of a wall with a servo, N; for a pressure, pass pressure times area. A
 * stored state can be loaded only where the servos have the same targets. */
CAROM_API carom_status carom_scene_set_wall_target(carom_scene *scene, int wall, double force,
                                                   carom_error *err);

/* A closed contact, as applied in the last step, so that contact forces sum to those of
 * carom_scene_sample and carom_scene_sample_wall. Forces act on particle `a`, and the normal points
 * away from it. `approach` is the value passed to the law; history and state are those after the
 * step. The point is unfolded across periodic borders together with `a`; torques on walls use the
 * point folded back into the domain. */
typedef struct carom_scene_touch {
  int64_t a, b; /* indices of particles; b is -1 for a contact with a wall */
  int wall;     /* index of the wall, or -1 */
  int triangle; /* triangle of a mesh wall, or -1 */
  double overlap, approach;
  double normal[3], point[3];
  carom_force force;    /* normal force, positive when repulsive */
  double tangential[3]; /* tangential force, N */
  double spring[4];     /* history of the tangential model */
  double state[8];      /* of the normal law */
} carom_scene_touch;

/* Calls visit(user, touch) for every closed contact in a fixed order, and returns their number.
 * visit may be NULL. */
typedef void carom_scene_visit(void *user, const carom_scene_touch *touch);
CAROM_API int64_t carom_scene_contacts(carom_scene *scene, carom_scene_visit *visit, void *user);

/* Energy by channel, J.
 *
 * Stored: tangential, rolling and twisting hold the energy of these springs; adhesion that of
 * adhesion models, which is negative. Gained: gravity and walls are the work done since the start;
 * the latter includes forces and torques applied to free walls. Lost: viscous (normal dashpots and
 * cut tension), plastic, friction (sliding and tangential dashpots), rolling_loss and twisting_loss
 * (likewise), adhesion_loss (formation and rupture of liquid bridges), stops. residual is the
 * amount by which the budget since the start fails to close: the error of the time integration.
 * entered and left count what inserted and removed particles carried, including the energy stored
 * in springs of their contacts. Bonds: stored energy, dissipation of their dashpots, and energy
 * stored at the instant of breaking. bond_breaking also includes the energy of contacts that were
 * replaced by new bonds, less that of contacts that replaced broken bonds
 * (CAROM_BOND_CONTACT_AFTER). */
typedef struct carom_scene_energy {
  double kinetic, rotational, elastic, tangential;
  double viscous, plastic, friction;
  double gravity, walls;
  double residual;
  double entered, left;
  double rolling, twisting, rolling_loss, twisting_loss;
  double bodies;  /* kinetic energy of free walls */
  double stops;   /* energy that free walls lost at their stops */
  double applied; /* work of forces other than contacts and gravity */
  double adhesion, adhesion_loss;
  double bonds, bond_damping, bond_breaking;
  double box;        /* work of a deforming box; `kinetic` is then that of peculiar velocities */
  double prescribed; /* work of holds; held particles have no kinetic energy of their own */
} carom_scene_energy;

CAROM_API carom_scene_energy carom_scene_budget(carom_scene *scene);

/* Linear momentum, and angular momentum about the origin including spins, of particles and free
 * walls. */
CAROM_API void carom_scene_momentum(carom_scene *scene, double linear[3], double angular[3]);

/* A hash of the positions, velocities and spins of all particles in the order of their ids (of
 * equal ids, in the order of insertion) and of force-controlled and free walls. It is the same for
 * any number of threads, instruction set and compiler. */
CAROM_API uint64_t carom_scene_hash(carom_scene *scene);

/* A pairing: the prepared contact of two materials, and the restitution asked for and delivered.
 * Results of an impact are CAROM_UNSET where the bodies do not separate; `step` is CAROM_UNSET if
 * the definition gives one. */
typedef struct carom_scene_pairing {
  int between[2];
  bool wall;        /* a sphere against a wall of the second material */
  double asked;     /* restitution asked for, or CAROM_UNSET */
  double resolved;  /* restitution of the law at `speed`, resolved in time */
  double delivered; /* restitution in steps of this scene: mean over 32 phases of first touch within
                       a step */
  double spread;    /* largest deviation from that mean */
  double speed;     /* speed of the trial impact, m/s */
  double duration;  /* duration of that contact, s */
  double step;      /* largest step for this pairing, see carom_scene_def.step, s */
  /* Largest step for sliding, rolling and twisting in that impact, and the model that needs it:
   * CAROM_UNSET and NULL where none does. Known also where another step was given. */
  double resisted_step;
  const carom_stage *resisting;
  carom_contact contact;
  carom_contact smallest;      /* contact of the smallest bodies, used in the trial */
  const carom_stage *adhesion; /* adhesion model added to the law, or NULL */
  double pull;  /* attraction by law or model between the smallest bodies in touch, N; or 0 */
  double tabor; /* Tabor parameter of the theory of adhesion in use, or CAROM_UNSET. It is that of
                   the least favourable bodies: the smallest, or the largest if the theory states an
                   upper limit (`softest`) */
  /* Encounters of its contacts since the start, for carom_verdict_of with `smallest`. The deepest
   * overlap is that of the pair with the largest overlap over R*, scaled to the R* of `smallest`.
   * Touches are counted where the law needs their speed; impacts are not counted. */
  carom_encounters encounters;
} carom_scene_pairing;

/* The restitution that a pairing with walls delivers at a free wall: a resolved impact of a mean
 * sphere on the middle of the wall at the `speed` of the pairing. The reduced mass includes that of
 * the wall; with most laws the restitution is still the one asked for. *restitution is CAROM_UNSET
 * if the pairing belongs to another wall, the wall is not free, or the bodies do not separate. */
CAROM_API carom_status carom_scene_wall_restitution(const carom_scene *scene, int wall, int pairing,
                                                    double *restitution, carom_error *err);

/* Estimated largest overlap of the smallest body of a pairing, as a share of its radius, for the
 * least favourable pairing. A share above carom_scene_def.overlap_limit will stop the run if it
 * occurs. */
typedef struct carom_scene_pressed {
  int between[2]; /* indices of materials; -1: nothing moves */
  bool wall;
  double radius;   /* of the smallest body, m */
  double heaviest; /* mass of the heaviest single body, kg */
  double load;     /* weight of the heaviest body and of the material above it, assuming a uniform
                      layer over its footprint, N */
  double resting;  /* overlap under that load */
  double speed;    /* expected speed of the pairing, m/s */
  double struck;   /* overlap when the heaviest body arrives at that speed */
} carom_scene_pressed;

CAROM_API carom_status carom_scene_foresee(const carom_scene *scene, carom_scene_pressed *out,
                                           carom_error *err);

/* The largest approach speed of a closed contact since the start, m/s. Laws whose restitution
 * depends on speed deliver a value other than that at the `speed` of the pairing. */
CAROM_API double carom_scene_fastest(const carom_scene *scene);

CAROM_API int carom_scene_pairings(const carom_scene *scene);
CAROM_API carom_status carom_scene_pairing_at(const carom_scene *scene, int index,
                                              carom_scene_pairing *out, carom_error *err);

/* Time spent in all rebuilds of the neighbour list, by task, s. */
typedef struct carom_scene_rebuild_times {
  double sort;      /* sorting of particles along the grid, which is set up anew */
  double histories; /* transfer of contact histories to the new lists */
  double search;    /* search for pairs and for contacts with walls */
  double write;     /* writing of lists by material pair, and of halo rows exchanged by blocks */
  double active;    /* selection of pairs that may touch soon, with their histories */
} carom_scene_rebuild_times;

/* Work done so far, and where the time went (s, wall-clock time of the calling thread). */
typedef struct carom_scene_counters {
  int64_t rebuilds;             /* rebuilds of the neighbour list */
  int64_t listed, touching;     /* listed pairs and closed contacts, including those with walls */
  int64_t remembered;           /* pairs with a dent (`memory: pair`) that left the list */
  double forces, motion, lists; /* seconds; `lists` includes the checks whether the list is still
                                   valid */
  carom_scene_rebuild_times rebuild; /* part of `lists` */
  size_t bytes;                      /* memory allocated */
  union {
    double bytes_per_step; /* that a step without a rebuild reads and writes, each byte once */
    double moved CAROM_DEPRECATED("use bytes_per_step");
  };
} carom_scene_counters;

CAROM_API carom_scene_counters carom_scene_stats(carom_scene *scene);

/* Former names, kept for one more version. */
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
