/* SPDX-License-Identifier: MIT */
/* Tangential models: how a contact resists sliding. */
#ifndef CAROM_TANGENTIAL_H
#define CAROM_TANGENTIAL_H

#include <carom/contact.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The description of a model, from its own header. */
typedef struct carom_tangential_info {
  const char *name;     /* as the user types it, such as "mindlin" */
  const char *aliases;  /* separated by '|', or "" */
  const char *summary;  /* one sentence */
  const char *equation; /* plain text, several lines allowed */
  const char *source;
  const char *exclusive; /* settings of which one at most may be given, separated by '|', or NULL */
  const char *validity;  /* what it is meant for, or NULL */
  double softest; /* of a theory of adhesion: the largest Tabor parameter it holds for; 0: none */
} carom_tangential_info;

/* A model. Opaque; lives as long as the library. */
typedef struct carom_tangential carom_tangential;

/* The number of models, and model number `index` in a fixed order; NULL outside. */
CAROM_API int carom_tangential_count(void);
CAROM_API const carom_tangential *carom_tangential_at(int index);

/* The model of that name or alias, or NULL; the second fills the error with the nearest name. */
CAROM_API const carom_tangential *carom_tangential_find(const char *name);
CAROM_API carom_status carom_tangential_named(const char *name, const carom_tangential **model,
                                              carom_error *err);

CAROM_API const carom_tangential_info *carom_tangential_about(const carom_tangential *model);
CAROM_API carom_fields carom_tangential_fields(const carom_tangential *model);

/* What a tangential model is to be. Start from carom_tangential_default(): no model, smooth. */
typedef struct carom_tangential_def {
  const char *model; /* NULL or "none": smooth */
  int settings;
  carom_setting setting[8];
} carom_tangential_def;

CAROM_API carom_tangential_def carom_tangential_default(void);

/* Records a setting, as carom_contact_set and carom_contact_set_text do. */
CAROM_API void carom_tangential_set(carom_tangential_def *def, const char *name, double value);
CAROM_API void carom_tangential_set_text(carom_tangential_def *def, const char *name,
                                         const char *text);

/* How many numbers of its history a model keeps: 3 (a vector in the contact plane), or 4. */
CAROM_API int carom_tangential_history_size(const carom_tangential *model);

/* A model that is ready for a pair of materials: plain values, free to be copied. */
typedef struct carom_tangential_pair {
  const carom_tangential *model; /* NULL: smooth, every force is 0 */
  bool damped;                   /* there is a dashpot */
  double radius, mass;           /* R*, m* of the contact it was prepared with */
  double reach;                  /* of its normal law, see carom_contact_reach */
  double constant[8];
  carom_instructions instructions; /* of its block kernels */
} carom_tangential_pair;

/* Checks and prepares. The contact is the normal one of the same bodies, already prepared: a model
 * may take its stiffness from there. `ahead` says by how many steps the velocities that contacts
 * will see are ahead of the mean over the step, 0 to 1: 0 for those of the middle of the step
 * (leapfrog, LAMMPS), 0.5 for those predicted for its end; only dashpots depend on it. On error the
 * pair is not touched and `err` names the field and the remedy. */
CAROM_API carom_status carom_tangential_prepare(const carom_tangential_def *def,
                                                const carom_contact *contact,
                                                const carom_material *a, const carom_material *b,
                                                double ahead, carom_tangential_pair *pair,
                                                carom_error *err);

/* What a contact keeps between steps, owned by the caller. All zero when the bodies meet. */
typedef struct carom_tangential_history {
  double value[4];
} carom_tangential_history;

/* One contact in one step, SI units. */
typedef struct carom_slip {
  double normal_force; /* elastic and dissipative part together; negative when it pulls */
  double overlap;
  double radius, mass; /* R*, m* */
  double step;         /* s */
  double normal[3];    /* unit vector, either way */
  double velocity[3];  /* of a over b at the contact point, without its part along the normal */
  double twist;        /* rad: step times the mean of both angular velocities about that normal */
} carom_slip;

/* Rotates the history with the contact, moves it on by the step and gives the force on a, N. Cannot
 * fail. The history of a contact beyond its reach becomes 0. A copy of the history shows a force
 * without moving on. */
CAROM_API void carom_tangential_force(const carom_tangential_pair *pair, const carom_slip *slip,
                                      carom_tangential_history *history, double force[3]);

/* Recoverable energy that a history holds at this overlap and R*, J. */
CAROM_API double carom_tangential_stored(const carom_tangential_pair *pair, double overlap,
                                         double radius, const carom_tangential_history *history);

/* Many contacts at once, with the bits of carom_tangential_force. Arrays hold `count` values each,
 * history[k][i] is number k of contact i (carom_tangential_history_size). `elastic` and
 * `dissipative` are what carom_contact_forces delivers. Radius and mass are R* and m* of each
 * contact, both or none: NULL where all have those of the pair. */
typedef struct carom_tangential_block {
  int64_t count;
  double step;
  const double *elastic, *dissipative, *overlap;
  const double *radius, *mass;
  const double *normal[3], *velocity[3], *twist;
  double *const *history;
  double *force[3];
} carom_tangential_block;

CAROM_API void carom_tangential_forces(const carom_tangential_pair *pair,
                                       const carom_tangential_block *block);

#ifdef __cplusplus
}
#endif

#endif
