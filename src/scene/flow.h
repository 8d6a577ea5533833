/* SPDX-License-Identifier: MIT */
/* What changes a scene at steps of its own: sinks, sources, and the caller who is called. */
#ifndef CAROM_SRC_SCENE_FLOW_H
#define CAROM_SRC_SCENE_FLOW_H

#include <carom/scene.h>

#include "core/archive.h"
#include "scene/occupancy.h"
#include "scene/sizes.h"

/* Looks at a scene, and entries, are that many steps apart unless a definition says otherwise:
 * rebuilds of the lists are many more. */
enum { CAROM_FLOW_STEPS = 1000 };

/* How much of a material. */
typedef struct carom_amount {
  int64_t count;
  double mass;
} carom_amount;

typedef struct carom_sink {
  char *name;
  carom_region region;
  bool outside;        /* not the region, but all that is outside the domain */
  int64_t enabled;     /* 0 or 1, as archives have it */
  int64_t every;       /* steps */
  carom_amount *taken; /* of each material */
} carom_sink;

/* A part of a source, made ready. */
typedef struct carom_source_mix {
  int material;
  double share;   /* of the number, up to this part and including it */
  double density; /* of the material */
  int clump;      /* as in the definition */
  double fill;    /* volume over that of the sphere that holds one; 1: it is a sphere */
  double held;    /* radius of the sphere that holds the shape as it is described, m */
  carom_size_curve *curve;
} carom_source_mix;

typedef struct carom_source {
  char *name;
  carom_scene_source def; /* all but name and parts */
  carom_source_mix *mix;
  int parts;
  double largest;       /* radius of any of its particles */
  double volume;        /* solid, that a target asks for; infinite without */
  int64_t every, start; /* steps */
  /* state */
  int64_t enabled, active; /* steps that it has been on for, up to its last look; see set_source */
  int64_t count;           /* have entered */
  int64_t failures;        /* looks for a place of the next one that found none */
  double mass, solid;      /* of those that entered: kg, m3 */
} carom_source;

typedef struct carom_flow {
  int sinks, sources;
  carom_sink *sink;
  carom_source *source;
  carom_occupancy occupancy; /* of the region of a source */
  int64_t *face;             /* that may be in the way there */
  int64_t faces, face_capacity;
  int64_t call_every; /* 0: nobody is called */
  carom_scene_call *call;
  void *user;
} carom_flow;

/* flow.c: from the definition; the step is known. */
carom_status carom_flow_create(carom_scene *s, const carom_scene_def *def, carom_error *err);
void carom_flow_free(carom_flow *f);
/* How many steps until something is due. / Is it, after this step? */
int64_t carom_flow_next(const carom_scene *s);
bool carom_flow_is_due(const carom_scene *s);
/* Does what is due after this step: sinks, then sources, then the call. */
carom_status carom_flow_run(carom_scene *s, carom_error *err);
carom_status carom_flow_archive(carom_scene *s, carom_archive *archive, carom_error *err);

/* A copy of a name, or NULL. */
char *carom_flow_name(const char *name);
/* Whole steps of an interval; CAROM_UNSET: CAROM_FLOW_STEPS. */
int64_t carom_flow_interval(const carom_scene *s, double every);

/* sinks.c: is the definition right? */
carom_status carom_sinks_check(const carom_scene_def *def, carom_error *err);
carom_status carom_sinks_create(carom_scene *s, const carom_scene_def *def, carom_error *err);
void carom_sinks_free(carom_flow *f);
/* Marks those that leave. */
void carom_sinks_take(carom_scene *s);
carom_status carom_sinks_archive(carom_scene *s, carom_archive *archive, carom_error *err);

/* sources.c: the same; and the sizes of a definition, with those that its sources imply: to be
 * freed, NULL without memory. */
carom_status carom_sources_check(const carom_scene_def *def, carom_error *err);
carom_scene_size *carom_sources_sizes(const carom_scene_def *def, int *sizes);
carom_status carom_sources_create(carom_scene *s, const carom_scene_def *def, carom_error *err);
void carom_sources_free(carom_flow *f);
bool carom_source_is_due(const carom_scene *s, const carom_source *source);
/* Puts down those that enter. */
carom_status carom_sources_give(carom_scene *s, carom_error *err);
carom_status carom_sources_archive(carom_scene *s, carom_archive *archive, carom_error *err);

#endif
