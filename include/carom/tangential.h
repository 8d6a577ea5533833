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
  const char *exclusive; /* settings of which at most one may be given, separated by '|', or NULL */
  const char *validity;  /* range of validity, or NULL */
  double softest; /* adhesion: largest Tabor parameter for which the theory holds; 0: none stated */
} carom_tangential_info;

/* A model, opaque; lives as long as the library. */
typedef struct carom_tangential carom_tangential;

/* The number of models, and model number `index` in a fixed order, or NULL outside. */
CAROM_API int carom_tangential_count(void);
CAROM_API const carom_tangential *carom_tangential_at(int index);

/* The model of this name or alias. The first returns NULL for an unknown name; the second reports
 * an error that suggests the nearest one. */
CAROM_API const carom_tangential *carom_tangential_find(const char *name);
CAROM_API carom_status carom_tangential_named(const char *name, const carom_tangential **model,
                                              carom_error *err);

CAROM_API const carom_tangential_info *carom_tangential_about(const carom_tangential *model);
CAROM_API carom_fields carom_tangential_fields(const carom_tangential *model);

/* Definition of a tangential model. Start from carom_tangential_default(): no model,
 * frictionless. */
typedef struct carom_tangential_def {
  const char *model; /* NULL or "none": frictionless */
  int settings;
  carom_setting setting[8];
} carom_tangential_def;

CAROM_API carom_tangential_def carom_tangential_default(void);

/* Records a setting, as carom_contact_set and carom_contact_set_text do. */
CAROM_API void carom_tangential_set(carom_tangential_def *def, const char *name, double value);
CAROM_API void carom_tangential_set_text(carom_tangential_def *def, const char *name,
                                         const char *text);

/* How many values of history a model keeps: 3 (a vector in the contact plane) or 4. */
CAROM_API int carom_tangential_history_size(const carom_tangential *model);

/* A model prepared for a pair of materials: a plain value that may be copied. */
typedef struct carom_tangential_pair {
  const carom_tangential *model; /* NULL: frictionless, every force is 0 */
  bool damped;                   /* has a tangential dashpot */
  double radius, mass;           /* R*, m* of the contact it was prepared with */
  double reach;                  /* reach of the normal law, see carom_contact_reach */
  double constant[8];
  carom_instructions instructions; /* instruction set of the block kernels */
} carom_tangential_pair;

/* Checks a definition and prepares the model. `contact` is the prepared normal contact of the same
 * bodies, from which a model may take its stiffness. `ahead` states by what fraction of a step, 0
 * to 1, the velocities passed to the model are later than the mean over the step: 0 for half-step
 * velocities (leapfrog, LAMMPS), 0.5 for velocities predicted for the end of the step. Only
 * dashpots depend on it. On an error the pair is not modified and `err` names the setting and the
 * remedy. */
CAROM_API carom_status carom_tangential_prepare(const carom_tangential_def *def,
                                                const carom_contact *contact,
                                                const carom_material *a, const carom_material *b,
                                                double ahead, carom_tangential_pair *pair,
                                                carom_error *err);

/* What a contact remembers between steps. Owned by the caller; all zeros when the bodies meet. */
typedef struct carom_tangential_history {
  double value[4];
} carom_tangential_history;

/* The input of one contact in one step, SI units. */
typedef struct carom_slip {
  double normal_force; /* elastic plus dissipative part; negative when attractive */
  double overlap;
  double radius, mass; /* R*, m* */
  double step;         /* s */
  double normal[3];    /* unit normal, of either sign */
  double velocity[3];  /* of a relative to b at the contact point, without the normal component */
  double twist;        /* rad: step times the mean of both angular velocities about the normal */
} carom_slip;

/* Rotates the history with the contact, advances it by one step and returns the force on a, N.
 * Cannot fail. The history of a contact beyond its reach is reset to 0. To evaluate a force without
 * advancing, pass a copy of the history. */
CAROM_API void carom_tangential_force(const carom_tangential_pair *pair, const carom_slip *slip,
                                      carom_tangential_history *history, double force[3]);

/* Recoverable energy stored in a history at this overlap and R*, J. */
CAROM_API double carom_tangential_stored(const carom_tangential_pair *pair, double overlap,
                                         double radius, const carom_tangential_history *history);

/* Many contacts at once, with the same bits as carom_tangential_force. Arrays hold `count` values
 * each; history[k][i] is value k of contact i (carom_tangential_history_size). `elastic` and
 * `dissipative` are the results of carom_contact_forces. `radius` and `mass` are R* and m* of each
 * contact and are given together; NULL: all contacts have those of the pair. */
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
