/* SPDX-License-Identifier: MIT */
/* What changes a scene at certain steps: sinks, sources, and the caller's callback. */
#ifndef CAROM_SRC_SCENE_FLOW_H
#define CAROM_SRC_SCENE_FLOW_H

#include <carom/scene.h>

#include "core/archive.h"
#include "scene/occupancy.h"
#include "scene/sizes.h"

/* Default interval, in steps, at which sinks look and sources add particles. It is long because
 * each exchange rebuilds the lists. */
enum { CAROM_FLOW_STEPS = 1000 };

/* An amount of a material. */
typedef struct carom_amount {
  int64_t count;
  double mass;
} carom_amount;

typedef struct carom_sink {
  char *name;
  carom_region region;
  bool outside;        /* takes what is outside the domain instead of what is in the region */
  int64_t enabled;     /* 0 or 1; 64 bits, for archives */
  int64_t every;       /* steps */
  carom_amount *taken; /* of each material */
} carom_sink;

/* A part of a source, ready for use. */
typedef struct carom_source_mix {
  int material;
  double share;   /* cumulative share of the number of particles, this part included */
  double density; /* of the material */
  int clump;      /* as in carom_source_part: number of the shape plus one; 0: a sphere */
  double fill;    /* volume of a clump over that of its bounding sphere; 1 for a sphere */
  double held;    /* radius of the bounding sphere of the shape as defined, m */
  carom_size_curve *curve;
} carom_source_mix;

typedef struct carom_source {
  char *name;
  carom_scene_source def; /* without name and parts */
  carom_source_mix *mix;
  int parts;
  double largest;       /* largest radius of its particles */
  double volume;        /* solid volume required by a target; infinite without one */
  int64_t every, start; /* steps */
  /* State: */
  /* `active`: steps for which it has been on, up to its last look; see set_source. */
  int64_t enabled, active;
  int64_t count;      /* number of particles that have entered */
  int64_t failures;   /* looks that found no place for the next particle */
  double mass, solid; /* of those that have entered: kg, m3 */
} carom_source;

typedef struct carom_flow {
  int sinks, sources;
  carom_sink *sink;
  carom_source *source;
  carom_occupancy occupancy; /* of the region of one source */
  int64_t *face;             /* faces that may obstruct that region */
  int64_t faces, face_capacity;
  int64_t call_every; /* 0: there is no callback */
  bool calling;       /* it is being called */
  carom_scene_call *call;
  void *user;
} carom_flow;

/* flow.c: creates sinks and sources from the definition; the step must be known. */
carom_status carom_flow_create(carom_scene *s, const carom_scene_def *def, carom_error *err);
void carom_flow_free(carom_flow *f);
/* `next`: number of steps until something is due. `is_due`: is something due after this step? */
int64_t carom_flow_next(const carom_scene *s);
bool carom_flow_is_due(const carom_scene *s);
/* Does what is due after this step: sinks, then sources, then the callback. */
carom_status carom_flow_run(carom_scene *s, carom_error *err);
carom_status carom_flow_archive(carom_scene *s, carom_archive *archive, carom_error *err);

/* A copy of a name, or NULL. */
char *carom_flow_name(const char *name);
/* An interval in whole steps; for CAROM_UNSET, CAROM_FLOW_STEPS. */
int64_t carom_flow_interval(const carom_scene *s, double every);

/* sinks.c: refuses invalid sinks. */
carom_status carom_sinks_check(const carom_scene_def *def, carom_error *err);
carom_status carom_sinks_create(carom_scene *s, const carom_scene_def *def, carom_error *err);
void carom_sinks_free(carom_flow *f);
/* Marks the particles that leave. */
void carom_sinks_take(carom_scene *s);
carom_status carom_sinks_archive(carom_scene *s, carom_archive *archive, carom_error *err);

/* sources.c: refuses invalid sources. `sizes` gives the sizes declared in the definition together
 * with those that its sources imply, to be freed; NULL without memory. */
carom_status carom_sources_check(const carom_scene_def *def, carom_error *err);
carom_scene_size *carom_sources_sizes(const carom_scene_def *def, int *sizes);
carom_status carom_sources_create(carom_scene *s, const carom_scene_def *def, carom_error *err);
void carom_sources_free(carom_flow *f);
bool carom_source_is_due(const carom_scene *s, const carom_source *source);
/* Adds the particles that enter. */
carom_status carom_sources_give(carom_scene *s, carom_error *err);
carom_status carom_sources_archive(carom_scene *s, carom_archive *archive, carom_error *err);

#endif
