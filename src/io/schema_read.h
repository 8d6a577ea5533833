/* SPDX-License-Identifier: MIT */
/* A group of a tree read by its tables; all faults are collected, not only the first. */
#ifndef CAROM_IO_SCHEMA_READ_H
#define CAROM_IO_SCHEMA_READ_H

#include "io/format.h"
#include "io/tree.h"

enum { CAROM_FAULTS = 20 };

/* Faults in the order of the file; `more` counts those that found no place. Beside them warnings,
 * in the same order: what is allowed but was hardly meant. They stop nothing. */
typedef struct carom_faults {
  carom_error fault[CAROM_FAULTS];
  int count, more;
  carom_error warning[CAROM_FAULTS];
  int warnings, more_warnings;
} carom_faults;

/* A fault of this node (of its key, if `key`), with its line, column and path. */
void carom_fault(carom_faults *faults, const carom_node *node, bool key, carom_status code,
                 const char *format, ...) CAROM_PRINTF(5, 6);

/* The same from an error that has its text already. */
void carom_fault_error(carom_faults *faults, const carom_node *node, const carom_error *err);

/* A warning at this node (at its key, if `key`). One that was given already, with the same place
 * and words, is not given again. */
void carom_warn(carom_faults *faults, const carom_node *node, bool key, const char *format, ...)
    CAROM_PRINTF(4, 5);

/* The same from an error that has its place already. */
void carom_warn_error(carom_faults *faults, const carom_error *err);

enum { CAROM_GROUP_FIELDS = 48, CAROM_GROUP_KEYS = 24 };

/* What a group holds: of every field its value, or its default, and where it was given; of every
 * key where it stands. */
typedef struct carom_group_values {
  carom_group group;
  const carom_node *node;
  double value[CAROM_GROUP_FIELDS];
  const carom_node *at[CAROM_GROUP_FIELDS]; /* NULL: not given */
  const carom_node *key[CAROM_GROUP_KEYS];  /* NULL: not given */
} carom_group_values;

/* Reads a group. `node` may be NULL, which is an empty group where nothing is required. */
void carom_schema_read(const carom_group *group, const carom_node *node, carom_faults *faults,
                       carom_group_values *found);

/* The value of a field of the group; where it was given; where a key is. A name that the group does
 * not have gives NaN or NULL. */
double carom_group_value(const carom_group_values *found, const char *name);
/* Which of its words a field has; the first one where none was read, which has been told. */
int carom_group_word(const carom_group_values *found, const char *name);
const carom_node *carom_group_value_node(const carom_group_values *found, const char *name);
const carom_node *carom_group_key_node(const carom_group_values *found, const char *name);

/* One value by its field. False after a fault. */
bool carom_schema_read_value(const carom_field *field, const carom_node *node, carom_faults *faults,
                             double *value);

/* The text of a single value; NULL after a fault, which says what is wanted. */
const char *carom_schema_read_text(const carom_node *node, carom_faults *faults,
                                   const char *wanted);

/* A list of exactly `count` quantities of this unit (in a range that every sane one is in), as in
 * [0 m, 1 m, 2 m]. False after a fault. */
bool carom_schema_read_vector(const carom_node *node, const char *unit, int count, double *value,
                              carom_faults *faults);

/* Is the node a list? A fault if not. */
bool carom_schema_read_list(const carom_node *node, carom_faults *faults, const char *wanted);

#endif
