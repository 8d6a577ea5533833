/* SPDX-License-Identifier: MIT */
/* Particles whose motion is prescribed: a hold moves them as a rigid group instead of letting
 * forces move them. */
#ifndef CAROM_SRC_SCENE_HOLDS_H
#define CAROM_SRC_SCENE_HOLDS_H

#include <carom/scene.h>

#include "scene/clumps.h"
#include "scene/particles.h"

struct carom_scene;

/* The present state of a hold. `centre` is where its centre was at step `since`, when this motion
 * began; the centre rests while the hold is off. */
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

/* Assigns every particle, or one, to the first hold that is on and whose group it belongs to, or to
 * none, and sets its velocity accordingly. Particles defined as fixed stay fixed. Velocity rows
 * must be those of the instant. */
void carom_holds_apply(struct carom_scene *s);
void carom_holds_apply_to(struct carom_scene *s, int64_t particle);

/* hold_turns.c: refuses a spin that would make a group run into its own images across a period. */
carom_status carom_hold_check_turn(const struct carom_scene *s, int hold, const double spin[3],
                                   carom_error *err);
carom_status carom_holds_check_turns(const struct carom_scene *s, carom_error *err);

/* Velocity and spin of a held particle at this instant. */
void carom_hold_velocity(const struct carom_scene *s, int64_t particle, double velocity[3],
                         double spin[3]);

/* Called around the motion of particles [from, to). `lead` gives held particles the velocity that
 * takes them to their next place and returns the power needed against the forces on them; `arrive`
 * then gives them the velocity of the next instant, which contacts see. */
double carom_holds_lead(const struct carom_scene *s, int64_t from, int64_t to, const double *force);
void carom_holds_arrive(const struct carom_scene *s, int64_t from, int64_t to);

/* The hold of a clump, or NULL. / Velocity of a held body this many steps from now. / Moves a held
 * body through a step; its velocity becomes the mean one of the step. */
const carom_hold *carom_clump_hold(const struct carom_scene *s, const carom_clump *c);
void carom_hold_body_velocity(const struct carom_scene *s, const carom_hold *h, int64_t later,
                              const carom_rigid_body *b, double out[3]);
void carom_hold_lead_body(const struct carom_scene *s, const carom_hold *h, carom_rigid_body *b);

/* The power of all holds at the instant of the view. */
double carom_holds_power(struct carom_scene *s);

carom_status carom_holds_archive(struct carom_scene *s, carom_archive *archive, carom_error *err);

#endif
