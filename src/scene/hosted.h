/* SPDX-License-Identifier: MIT */
/* A scene within a host: a program that shares the particles out among processes.
 *
 * Every process has a scene of its own with the particles that are here, and behind them ghosts:
 * copies of particles of other processes that these may touch. Lists, contacts, walls and sums are
 * those of any scene. Contacts between processes are evaluated by both; each applies the force to
 * its own particle and books half of what is lost.
 *
 * Who moves the particles is the host's choice. Either it does: then a motion means to look where
 * they are now, and forces are handed over to it. Or the scene moves those that are here, in the
 * pass of the forces as ever, and after each motion the host brings the ghosts to where their
 * owners have moved them.
 *
 * Tags are the host's present numbers: those here from 0 on, then the ghosts. When the host
 * exchanges particles, contacts are taken out with what they remember (carom_hosted_contacts), the
 * host carries them along, and puts them back where the particles have gone. */
#ifndef CAROM_SRC_SCENE_HOSTED_H
#define CAROM_SRC_SCENE_HOSTED_H

#include "scene/scene.h"

/* Where the host keeps rows of three numbers, by tag. Forces and torques on walls, six numbers
 * each, of all processes after each forces; NULL where no wall moves by them.
 *
 * `moved` is called after each motion of the scene (NULL: the host moves the particles): it tells
 * others, and brings the ghosts. Or it answers that they are on their way: then the next forces
 * begin with all that needs none of them, so that nothing is lost by waiting for those who are
 * late, and `await` is called before the rest; earlier where lists may not hold. */
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

/* A contact that remembers something: of particle `first` with a partner, another particle or a
 * face (carom_wall_partner); the history is directed from the first to the second. */
typedef struct carom_hosted_contact {
  uint32_t first, partner;
  bool closed; /* else it has left a dent */
  double *history;
} carom_hosted_contact;

/* What a scene was made for: the sizes of its particles. */
typedef struct carom_made_for {
  double largest, smallest, skin; /* see carom_model */
  int materials;
  const struct carom_population *population; /* of each material */
  /* carom_scene_create_around, given by who has it: the library that runs files takes of the engine
   * what libcarom offers, and would carry a second one if it named this. */
  carom_status (*create)(const carom_scene_def *def, const struct carom_made_for *of,
                         carom_scene **scene, carom_error *err);
} carom_made_for;

carom_made_for carom_scene_made_for(const carom_scene *s);
/* A scene without the particles of its definition, which has none, made for them nevertheless:
 * laws, walls and step are those of the scene that has them. */
carom_status carom_scene_create_around(const carom_scene_def *def, const carom_made_for *of,
                                       carom_scene **scene, carom_error *err);

/* Refuses what a host cannot carry over, with its key in a scenario file. */
carom_status carom_hosted_check(const carom_scene *s, carom_error *err);

/* Makes a scene one within a host, which is kept by reference; its particles are gone. */
carom_status carom_hosted_create(carom_scene *s, const carom_hosted *host, carom_error *err);

/* New particles: room for them; each of them, at the place of the host's; contacts that are known,
 * at most so many; the end. Then follows a beginning, with forces at these positions and velocities
 * and histories as they are, or a step. */
carom_status carom_hosted_open(carom_scene *s, int64_t here, int64_t ghosts, int64_t contacts,
                               carom_error *err);
void carom_hosted_place(carom_scene *s, int64_t tag, const carom_hosted_particle *p);
void carom_hosted_remember(carom_scene *s, const carom_hosted_contact *c);
carom_status carom_hosted_close(carom_scene *s, carom_error *err);
carom_status carom_hosted_begin(carom_scene *s, carom_error *err);
/* What has been added up so far is known elsewhere. */
void carom_hosted_forget_sums(carom_scene *s);

/* A step: the host has moved its particles. */
carom_status carom_hosted_step(carom_scene *s, carom_error *err);

/* Where the scene moves them: at a beginning, velocities of the instant become those of half a step
 * before. / So many steps; `moved` is called in each. Where one fails, in fewer. */
void carom_hosted_step_back(carom_scene *s);
carom_status carom_hosted_steps(carom_scene *s, int64_t steps, carom_error *err);
/* What a ghost is told after a motion: position, velocity and spin at mid-step. / Of particles
 * with these tags, from where another process sees them. / To ghosts from a tag on; one number
 * behind the last may be read. / All of them have come; returns the largest speed of any particle,
 * or a bound of it. */
enum { CAROM_GHOST_DOUBLES = 9 };
void carom_hosted_tell(carom_scene *s, int64_t count, const uint32_t *tag, const double shift[3],
                       double *to);
void carom_hosted_hear(carom_scene *s, int64_t tag, int64_t count, const double *from);
double carom_hosted_heard(carom_scene *s);
/* Sets the forces of the particles here, with gravity, and adds to their torques. Once after each
 * forces. */
void carom_hosted_forces(carom_scene *s, double *const *force, double *const *torque);

/* Calls visit for every contact that remembers something, those with ghosts too; *c is its own.
 * False without memory. */
typedef void carom_hosted_visitor(void *user, carom_hosted_contact *c);
bool carom_hosted_contacts(carom_scene *s, carom_hosted_visitor *visit, void *user);

/* Energy held in contacts, J, and their virial xx yy zz xy xz yz, N m; halves of those with ghosts.
 */
double carom_hosted_energy(carom_scene *s, double virial[6]);

/* A whole scene, elsewhere than the host, is brought to its state: after the rows of positions and
 * velocities, at mid-step, have been set, and contacts were remembered in the room for so many.
 * Sums are those of all processes. */
bool carom_hosted_expect(carom_scene *s, int64_t contacts);
carom_status carom_hosted_adopt(carom_scene *s, const carom_block_sums *sums, carom_error *err);

#endif
