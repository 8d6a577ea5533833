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

#ifdef __cplusplus
}
#endif

#endif
