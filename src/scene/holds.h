/* SPDX-License-Identifier: MIT */
/* Particles whose motion is prescribed: held by a rigid motion instead of moved by forces. */
#ifndef CAROM_SRC_SCENE_HOLDS_H
#define CAROM_SRC_SCENE_HOLDS_H

#include <carom/scene.h>

#include "scene/clumps.h"
#include "scene/particles.h"

struct carom_scene;

/* A hold now. Its centre is where it was at step `since`, when this motion began; it rests while
 * the hold is off. */
typedef struct carom_hold {
  const char *name;
  int group;
  int64_t on, since;
  double velocity[3], spin[3], centre[3];
} carom_hold;

carom_status carom_holds_check(const carom_scene_def *def, carom_error *err);
carom_status carom_holds_create(struct carom_scene *s, const carom_scene_def *def,
                                carom_error *err);
void carom_holds_destroy(struct carom_scene *s);

/* Lets every particle be held by the first hold that is on and has its group, or by none, with the
 * velocity that goes with it; of one particle. Particles that are fixed for good stay so. Velocity
 * rows are those of the instant. */
void carom_holds_apply(struct carom_scene *s);
void carom_holds_apply_to(struct carom_scene *s, int64_t particle);

/* hold_turns.c: refuses a spin by which a group comes into its own images across a period. */
carom_status carom_hold_check_turn(const struct carom_scene *s, int hold, const double spin[3],
                                   carom_error *err);
carom_status carom_holds_check_turns(const struct carom_scene *s, carom_error *err);

/* Velocity and spin of a held particle at this instant. */
void carom_hold_velocity(const struct carom_scene *s, int64_t particle, double velocity[3],
                         double spin[3]);

/* Around the motion of particles [from, to[ by their rows of velocity: held ones get the velocity
 * that leads to their next place, and then that of the next instant, which contacts see. Returns
 * the power that is needed against the forces on them. */
double carom_holds_lead(const struct carom_scene *s, int64_t from, int64_t to, const double *force);
void carom_holds_arrive(const struct carom_scene *s, int64_t from, int64_t to);

/* The hold of a clump, or NULL. / How fast its body is, so many steps from now. / Leads the body
 * through a step; its velocity is that of the way. */
const carom_hold *carom_clump_hold(const struct carom_scene *s, const carom_clump *c);
void carom_hold_body_velocity(const struct carom_scene *s, const carom_hold *h, int64_t later,
                              const carom_rigid_body *b, double out[3]);
void carom_hold_lead_body(const struct carom_scene *s, const carom_hold *h, carom_rigid_body *b);

/* That power at the instant of the view. */
double carom_holds_power(struct carom_scene *s);

carom_status carom_holds_archive(struct carom_scene *s, carom_archive *archive, carom_error *err);

#endif
