/* SPDX-License-Identifier: MIT */
/* A scene of one or a few spheres, and what one contact does in it. */
#ifndef CAROM_VERIFY_STAGE_H
#define CAROM_VERIFY_STAGE_H

#include "verify/verify.h"

enum { STAGE_BODIES = 216, STAGE_WALLS = 2 };

/* Materials 0 (bodies) and 1 (partner); the same law between all of them. */
typedef struct stage {
  carom_material material[2];
  carom_scene_contact contact[3];
  carom_scene_particle particle[STAGE_BODIES];
  carom_scene_wall wall[STAGE_WALLS];
  carom_scene_def def;
} stage;

/* What is seen of the first contact, and of body 0 afterwards. Peaks are those of parabolas through
 * three steps; the end of the contact is where the free flight after it leads back to. */
typedef struct encounter {
  bool over; /* the bodies parted */
  double peak_force, peak_overlap, duration;
  double time; /* when it was over */
  carom_scene_grain a, b;
} encounter;

/* A scene of `bodies` spheres of radius `radius` of this material, at rest in the origin, the law
 * `law` between all. */
void stage_set(stage *s, const carom_material *body, const carom_material *partner, int bodies,
               double radius, const char *law);

/* Settings of all contacts. */
void stage_normal(stage *s, const char *name, double value);
void stage_say(stage *s, const char *name, const char *word);
void stage_tangential(stage *s, const char *model, double friction);
void stage_grip(stage *s, const char *name, double value);

/* Puts side^3 bodies on a cubic lattice in the first octant: radii of 0.6 to 1 of that given,
 * shaken by 2 % of it, velocities and spins at random up to these in every component. */
void stage_lattice(stage *s, int side, double spacing, double speed, double spin);

/* Numbers from 0 to 1 that depend on the counter alone. */
double stage_chance(unsigned *counter);

/* A floor at z = 0 of the partner's material; and a box from `low` to `high` in every direction. */
void stage_floor(stage *s);
void stage_box(stage *s, double low, double high);

/* The scene, or NULL after a row that says why not. */
carom_scene *stage_made(stage *s, carom_verify *v);

/* Steps until the first contact is over, at most `most` steps. */
encounter stage_meet(carom_scene *scene, int64_t most, carom_verify *v);

/* Runs; false after a row that says why it stopped. */
bool stage_run(carom_scene *scene, int64_t steps, carom_verify *v);

carom_scene_grain stage_body(carom_scene *scene, int number);

#endif
