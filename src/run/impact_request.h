/* SPDX-License-Identifier: MIT */
/* An impact described by named values, set in the tree that 'carom new impact' prints. */
#ifndef CAROM_RUN_IMPACT_REQUEST_H
#define CAROM_RUN_IMPACT_REQUEST_H

#include "io/json_write.h"
#include "io/scenario.h"
#include "run/outcome.h"

/* A setting: a name such as "speed", "a.radius" or "contacts.0.restitution", and a text such as
 * "20 mm". */
typedef struct carom_assignment {
  const char *name, *value;
} carom_assignment;

/* Everything an impact needs. Copy one to vary it; copies share what the original owns. */
typedef struct carom_impact_request {
  carom_contact_def contact;
  carom_impact_def impact; /* complete except for the contact */
  unsigned given[2];       /* for the materials of a and b: bit k is set if field k of the table was
                              given */
  const carom_law *law;    /* law whose settings names may refer to */
  const carom_assignment *assigned;
  int assignments;
  carom_scenario *scenario; /* owns the strings of the contact; NULL: none */
} carom_impact_request;

/* The defaults: two steel spheres of 20 mm radius at 1 m/s, as in that tree, without reading it. */
carom_impact_request carom_request_default(const carom_law *law);

/* The field that `name` denotes for this law: a setting of the law, of the impact, of one body
 * ("a.radius") or of both ("radius"), or a path of the scenario file. NULL if there is none. */
const carom_field *carom_request_field(const carom_law *law, const char *name);

/* Reads the tree with these values, which remain the caller's; names unknown to the law are
 * ignored. Returns false after faults; faults and warnings refer to the names given. Call
 * carom_request_free in any case. */
bool carom_request_read(carom_impact_request *request, const carom_law *law,
                        const carom_assignment *assigned, int assignments, carom_faults *faults);
void carom_request_free(carom_impact_request *request);

/* The same request with an additional value, and the resulting impact. */
bool carom_request_with(const carom_impact_request *request, const carom_assignment *one,
                        carom_impact_request *varied, carom_faults *faults);
carom_status carom_request_outcome(const carom_impact_request *request, const carom_assignment *one,
                                   carom_outcome *outcome);

/* Marks a property that is varied as given, not as that of steel; other names have no effect. */
void carom_request_vary(carom_impact_request *request, const char *name);

/* Writes a list "built_in_steel" of the material properties that were not given, such as
 * "a.density". */
void carom_request_steel(carom_json *json, const carom_impact_request *request);

/* The first field of this name in any table: laws, impact, bodies; NULL if there is none. The first
 * law that has a setting of this name; NULL if there is none. */
const carom_field *carom_setting_named(const char *name);
const char *carom_law_with_setting(const char *name);

#endif
