/* SPDX-License-Identifier: MIT */
/* A scene within a host, a program that distributes the particles over processes.
 *
 * Every process has a scene of its own with the particles it owns and, behind them, ghosts: copies
 * of particles of other processes that these may touch. Lists, contacts, walls and sums work as in
 * any scene. Both processes evaluate a contact across their border; each applies the force to its
 * own particle and books half of the losses.
 *
 * Either the host moves the particles: a motion of the scene then reads where they are, and forces
 * are handed over. Or the scene moves the particles it owns in the pass of the forces, as without a
 * host, and after each motion the host brings the ghosts to where their owners have moved them.
 *
 * Tags are numbers given by the host: first the particles owned here, from 0 on, then the ghosts.
 * When the host exchanges particles, contacts are taken out with their histories
 * (carom_hosted_contacts), travel with the particles and are put back on the process that owns them
 * next. */
#ifndef CAROM_SRC_SCENE_HOSTED_H
#define CAROM_SRC_SCENE_HOSTED_H

#include "scene/scene.h"

/* Rows of three numbers that the host keeps, by tag. `wall_force`: forces and torques on the walls,
 * six numbers each, summed over all processes after each evaluation of forces; NULL if no wall
 * moves by force.
 *
 * `moved` is called after each motion of the scene (NULL: the host moves the particles). It tells
 * other processes and either brings the ghosts or returns true: they are under way. In that case
 * the next forces begin with all contacts that involve no ghosts, so that late messages cost
 * nothing, and `await` is called before the others, or earlier if the lists may be invalid. */
typedef struct carom_hosted {
  double *const *position, *const *velocity, *const *spin;
  const double *wall_force;
  bool (*moved)(void *user);
  void (*await)(void *user);
  void *user;
} carom_hosted;

typedef struct carom_hosted_particle {
  double radius, mass;
  int32_t material;
  uint32_t id;
  bool fixed;
} carom_hosted_particle;

/* A contact with a history: of particle `first` and its partner, a particle or a face
 * (carom_wall_partner). The history is directed from the first to the second. */
typedef struct carom_hosted_contact {
  uint32_t first, partner;
  bool closed; /* otherwise it has left a dent */
  double *history;
} carom_hosted_contact;

/* The particle sizes that a scene was made for. */
typedef struct carom_made_for {
  double largest, smallest, skin; /* see carom_model */
  int materials;
  const struct carom_population *population; /* of each material */
  /* Points to carom_scene_create_around. It is passed as a pointer because the library that runs
   * files links only what libcarom exports, and naming the function would link a second copy of the
   * engine into it. */
  carom_status (*create)(const carom_scene_def *def, const struct carom_made_for *of,
                         carom_scene **scene, carom_error *err);
} carom_made_for;

carom_made_for carom_scene_made_for(const carom_scene *s);
/* Creates a scene without particles, made for those of another scene: it has the laws, walls and
 * step of the scene with the particles. */
carom_status carom_scene_create_around(const carom_scene_def *def, const carom_made_for *of,
                                       carom_scene **scene, carom_error *err);

/* Refuses what a host cannot carry over, and names the key in the scenario file. */
carom_status carom_hosted_check(const carom_scene *s, carom_error *err);

/* Turns a scene into one within a host. The host is kept by reference; the particles are
 * removed. */
carom_status carom_hosted_create(carom_scene *s, const carom_hosted *host, carom_error *err);

/* New particles, in this order: `open` makes room, `place` adds each particle where the host has
 * it, `remember` adds at most `contacts` known contacts, `close` ends. Next comes either `begin`,
 * with forces at these positions, velocities and histories, or a step. */
carom_status carom_hosted_open(carom_scene *s, int64_t here, int64_t ghosts, int64_t contacts,
                               carom_error *err);
void carom_hosted_place(carom_scene *s, int64_t tag, const carom_hosted_particle *p);
void carom_hosted_remember(carom_scene *s, const carom_hosted_contact *c);
carom_status carom_hosted_close(carom_scene *s, carom_error *err);
carom_status carom_hosted_begin(carom_scene *s, carom_error *err);
/* Clears the sums, which have been collected elsewhere. */
void carom_hosted_forget_sums(carom_scene *s);

/* One step after the host has moved its particles. */
carom_status carom_hosted_step(carom_scene *s, carom_error *err);

/* If the scene moves the particles: `step_back` turns velocities of the instant into those half a
 * step earlier, at a beginning. `steps` makes this many steps and calls `moved` in each; it stops
 * at the first that fails. */
void carom_hosted_step_back(carom_scene *s);
carom_status carom_hosted_steps(carom_scene *s, int64_t steps, carom_error *err);
/* The data of ghosts after a motion: position, velocity and spin at mid-step. `tell` writes them
 * for the particles with these tags, shifted to where the other process sees them. `hear` sets the
 * ghosts from a tag on; it may read one number behind the last. `heard`: all have arrived; returns
 * a bound on the largest speed of any particle. */
enum { CAROM_GHOST_DOUBLES = 9 };
void carom_hosted_tell(carom_scene *s, int64_t count, const uint32_t *tag, const double shift[3],
                       double *to);
void carom_hosted_hear(carom_scene *s, int64_t tag, int64_t count, const double *from);
double carom_hosted_heard(carom_scene *s);
/* Sets the forces of the particles owned here, with gravity, and adds to their torques. Call it
 * once after each evaluation of forces. */
void carom_hosted_forces(carom_scene *s, double *const *force, double *const *torque);

/* Visits every contact with a history, including those with ghosts; the visitor may change *c.
 * False without memory. */
typedef void carom_hosted_visitor(void *user, carom_hosted_contact *c);
bool carom_hosted_contacts(carom_scene *s, carom_hosted_visitor *visit, void *user);

/* Energy stored in contacts, J, and their virial xx yy zz xy xz yz, N m; halves for contacts with
 * ghosts. */
double carom_hosted_energy(carom_scene *s, double virial[6]);

/* Brings a whole scene outside the host to the state of all processes. `expect` makes room for
 * contacts, which are then added by carom_hosted_remember; `adopt` is called once the rows of
 * positions and mid-step velocities are set. `sums` are those of all processes. */
bool carom_hosted_expect(carom_scene *s, int64_t contacts);
carom_status carom_hosted_adopt(carom_scene *s, const carom_block_sums *sums, carom_error *err);

#endif
