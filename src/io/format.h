/* SPDX-License-Identifier: MIT */
/* The format of scenario files: the groups, and the contents of each. Reading, checking, printing
 * and the JSON schema all follow these tables. */
#ifndef CAROM_IO_FORMAT_H
#define CAROM_IO_FORMAT_H

#include <stdbool.h>

#include <carom/law.h>
#include <carom/stage.h>

#define CAROM_FORMAT_VERSION 1

/* The kind of value under a key that is not a field. */
typedef enum carom_key_kind {
  CAROM_KEY_VERSION,  /* 1 */
  CAROM_KEY_TEXT,     /* any text */
  CAROM_KEY_CONTACTS, /* a list of contacts */
  CAROM_KEY_SWEEP,    /* lists of values by path */
  CAROM_KEY_GROUP,    /* one group of settings */
  CAROM_KEY_LIST,     /* a list of such groups */
  CAROM_KEY_MAP,      /* named groups of this kind */
  CAROM_KEY_WALL,     /* the word free, or a group of this kind */
  CAROM_KEY_MATERIAL, /* the name of a material */
  CAROM_KEY_PAIR,     /* the names of two materials */
  CAROM_KEY_LAW,      /* the name of a law */
  CAROM_KEY_STAGE,    /* a model with its settings, of the stage that the key names */
  CAROM_KEY_MODEL,    /* the name of a model */
  CAROM_KEY_DRIVE,    /* a quantity, or rows of a time and quantities */
  CAROM_KEY_VECTOR,   /* three quantities of one unit */
  CAROM_KEY_NUMBERS,  /* a list of whole numbers */
  CAROM_KEY_FILES     /* the name of a file, or a list of names or groups */
} carom_key_kind;

typedef struct carom_key {
  const char *name;
  carom_key_kind kind;
  bool required;
  const char *text; /* description, and an example */
  const char *of;   /* GROUP, LIST, MAP, WALL, FILES: name of the group, NULL if it is that of the
                       key; VECTOR: unit */
} carom_key;

/* A group of settings: fields of up to two tables, and keys. */
typedef struct carom_group {
  const char *name;  /* "bead" */
  const char *owner; /* owner of the settings, for messages: "a bead" */
  const char *text;  /* description in one sentence */
  carom_fields table[2];
  const carom_key *key;
  int keys;
} carom_group;

carom_group carom_group_file(void);
carom_group carom_group_material(void);
carom_group carom_group_contact(const carom_law *law); /* NULL: only the keys */
carom_group carom_group_impact(void);
carom_group carom_group_body(void);
carom_group carom_group_bounce(void);
carom_group carom_group_chain(void);
carom_group carom_group_bead(void);
carom_group carom_group_wall(void);
carom_group carom_group_mechanism(void);
carom_group carom_group_mechanism_body(void);
carom_group carom_group_point(void);
carom_group carom_group_joint(void);
carom_group carom_group_clearance(void);
carom_group carom_group_driver(void);
carom_group carom_group_spring(void);
carom_group carom_group_torsion_spring(void);
carom_group carom_group_scene(void);
carom_group carom_group_particles(void);
carom_group carom_group_size(void);
carom_group carom_group_scene_wall(void);
carom_group carom_group_drive(void);
carom_group carom_group_servo(void);
carom_group carom_group_scene_stage(void);
carom_group carom_group_stage_add(void);
carom_group carom_group_stage_wall(void);
carom_group carom_group_stage_switch(void);
carom_group carom_group_stage_friction(void);
carom_group carom_group_wall_body(void);
carom_group carom_group_domain(void);
carom_group carom_group_box(void);
carom_group carom_group_box_component(void);
carom_group carom_group_region(void);
carom_group carom_group_sink(void);
carom_group carom_group_source(void);
carom_group carom_group_source_part(void);
/* The group of a stage such as "tangential"; NULL: only the keys. */
carom_group carom_group_stage(const char *stage, const carom_stage *model);
carom_group carom_group_particle_group(void);
carom_group carom_group_measure(void);
carom_group carom_group_force(void);
carom_group carom_group_hold(void);
carom_group carom_group_stage_hold(void);
carom_group carom_group_bond(void);
carom_group carom_group_clump_sphere(void);
carom_group carom_group_clump_shape(void);
carom_group carom_group_run(void);
carom_group carom_group_record(void);
carom_group carom_group_measured(void);

/* The number of all groups except the file itself and those of laws, and the group by index or
 * name. */
int carom_group_count(void);
carom_group carom_group_at(int index);
carom_group carom_group_named(const char *name);

/* The group under a key of kind GROUP, LIST, MAP, WALL or FILES. */
carom_group carom_group_under(const carom_key *key);

/* The number of fields in both tables together; and the index of a name ('-' equals '_'), or -1. */
int carom_group_fields(const carom_group *group);
const carom_field *carom_group_field(const carom_group *group, int index);
int carom_group_find_field(const carom_group *group, const char *name);
int carom_group_find_key(const carom_group *group, const char *name);

#endif
