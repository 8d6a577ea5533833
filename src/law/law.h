/* SPDX-License-Identifier: MIT */
/* The inside of a registered law: tables and scalar entries, made from its header. */
#ifndef CAROM_SRC_LAW_H
#define CAROM_SRC_LAW_H

#include "law_base.h"

enum {
  CAROM_MAX_SETTINGS = 24,
  CAROM_MAX_CONSTANTS = 24,
  CAROM_MAX_SLOTS = 16,
  CAROM_MAX_STATES = 8,
  CAROM_MAX_LEVELS = 8,
  CAROM_MAX_DAMPINGS = 2
};

/* A constant, slot or state value, for those who print them. */
typedef struct carom_label {
  const char *name, *unit;
} carom_label;

struct carom_law {
  carom_law_info info;
  const carom_field *field;
  const carom_label *constant, *slot;
  int fields, constants, slots, states, levels;

  /* Preparation; arrays are the settings, constants and slots in the order of the tables. */
  void (*prepare_materials)(const double *set, const carom_pair *pair, const double *damping,
                            double *constant);
  void (*prepare_contact)(const double *constant, double radius, double mass, double *slot);
  double (*published)(int which, double e);
  double (*exact)(int which, double e, double separation);
  double (*damping_unit)(const double *set, const carom_pair *pair, int which);

  /* Evaluation. `force` is complete; `raw` keeps to one branch and neither opens nor cuts. */
  carom_force (*force)(const double *slot, const double *state, double d, double v);
  carom_force (*raw)(const double *slot, const double *state, double d, double v, double branch);
  double (*branch)(const double *slot, const double *state, double d);
  void (*level)(const double *slot, const double *state, double *level);
  carom_energy (*energy)(const double *slot, const double *state, double d);

  /* Memory. */
  void (*fresh)(const double *slot, double *state);
  void (*touch)(const double *slot, double *state, double v);
  void (*commit)(const double *slot, double *state, double d);
};

/* The position of a law in the registry. */
int carom_law_index(const carom_law *law);

/* The field of that name in the law's table, or -1. */
int carom_law_field(const carom_law *law, const char *name);

#endif
