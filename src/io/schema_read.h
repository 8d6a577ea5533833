/* SPDX-License-Identifier: MIT */
/* Reads a group of a tree by its tables; all faults are collected, not only the first. */
#ifndef CAROM_IO_SCHEMA_READ_H
#define CAROM_IO_SCHEMA_READ_H

#include "io/format.h"
#include "io/tree.h"

enum { CAROM_FAULTS = 20 };

/* Faults in the order of the file; `more` counts those that did not fit. Likewise warnings: what is
 * permitted but hardly intended. They do not prevent a run. */
typedef struct carom_faults {
  carom_error fault[CAROM_FAULTS];
  int count, more;
  carom_error warning[CAROM_FAULTS];
  int warnings, more_warnings;
} carom_faults;

/* Adds a fault at this node (at its key, if `key`), with its line, column and path. */
void carom_fault(carom_faults *faults, const carom_node *node, bool key, carom_status code,
                 const char *format, ...) CAROM_PRINTF(5, 6);

/* Adds a fault from an error that already has its text. */
void carom_fault_error(carom_faults *faults, const carom_node *node, const carom_error *err);

/* Adds a warning at this node (at its key, if `key`), unless the same warning for the same place
 * exists. */
void carom_warn(carom_faults *faults, const carom_node *node, bool key, const char *format, ...)
    CAROM_PRINTF(4, 5);

/* Adds a warning from an error that already has its place. */
void carom_warn_error(carom_faults *faults, const carom_error *err);

enum { CAROM_GROUP_FIELDS = 48, CAROM_GROUP_KEYS = 24 };

/* The contents of a group: for every field its value or default, and where it was given; for every
 * key its node. */
typedef struct carom_group_values {
  carom_group group;
  const carom_node *node;
  double value[CAROM_GROUP_FIELDS];
  const carom_node *at[CAROM_GROUP_FIELDS]; /* NULL: not given */
  const carom_node *key[CAROM_GROUP_KEYS];  /* NULL: not given */
} carom_group_values;

/* Reads a group. `node` may be NULL, which stands for an empty group if nothing is required. */
void carom_schema_read(const carom_group *group, const carom_node *node, carom_faults *faults,
                       carom_group_values *found);

/* The value of a field; the node where it was given; the node of a key. An unknown name gives NaN
 * or NULL. */
double carom_group_value(const carom_group_values *found, const char *name);
/* The index of a field's word; the first one if none was read, which has been reported. */
int carom_group_word(const carom_group_values *found, const char *name);
const carom_node *carom_group_value_node(const carom_group_values *found, const char *name);
const carom_node *carom_group_key_node(const carom_group_values *found, const char *name);

/* Reads one value by its field. Returns false after a fault. */
bool carom_schema_read_value(const carom_field *field, const carom_node *node, carom_faults *faults,
                             double *value);

/* The text of a single value; NULL after a fault, which states what is expected. */
const char *carom_schema_read_text(const carom_node *node, carom_faults *faults,
                                   const char *wanted);

/* Reads a list of exactly `count` quantities of this unit, such as [0 m, 1 m, 2 m], within a range
 * that includes every sensible value. Returns false after a fault. */
bool carom_schema_read_vector(const carom_node *node, const char *unit, int count, double *value,
                              carom_faults *faults);

/* Returns true if the node is a list; otherwise adds a fault. */
bool carom_schema_read_list(const carom_node *node, carom_faults *faults, const char *wanted);

#endif
