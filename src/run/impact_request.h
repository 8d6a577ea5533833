/* SPDX-License-Identifier: MIT */
/* An impact described by names: values set in the tree that 'carom new impact' prints. */
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

/* Everything an impact needs. Copy one to vary it; copies share what the first one owns. */
typedef struct carom_impact_request {
  carom_contact_def contact;
  carom_impact_def impact; /* all but the contact */
  unsigned given[2];       /* of the materials of a and b: bit k for field k of the table */
  const carom_law *law;    /* whose settings names are looked for in */
  const carom_assignment *assigned;
  int assignments;
  carom_scenario *scenario; /* owns the texts of the contact; NULL: there are none */
} carom_impact_request;

/* Two steel spheres of 20 mm at 1 m/s: that tree, without a look at it. */
carom_impact_request carom_request_default(const carom_law *law);

/* The field that `name` means with this law: one of its settings, of the impact, of a body
 * ("a.radius") or of both ("radius"), or a path of the scenario file. NULL if there is none. */
const carom_field *carom_request_field(const carom_law *law, const char *name);

/* Reads the tree with these values in it, which stay the caller's; names that the law does not
 * know are left out. False after faults; these and warnings name what was written. Free with
 * carom_request_free, in any case. */
bool carom_request_read(carom_impact_request *request, const carom_law *law,
                        const carom_assignment *assigned, int assignments, carom_faults *faults);
void carom_request_free(carom_impact_request *request);

/* The same request with one more value, and the impact that follows. */
bool carom_request_with(const carom_impact_request *request, const carom_assignment *one,
                        carom_impact_request *varied, carom_faults *faults);
carom_status carom_request_outcome(const carom_impact_request *request, const carom_assignment *one,
                                   carom_outcome *outcome);

/* A property that is varied is not the steel's; other names mean nothing here. */
void carom_request_vary(carom_impact_request *request, const char *name);

/* What of the two materials nobody gave: a list "built_in_steel" of names such as "a.density". */
void carom_request_steel(carom_json *json, const carom_impact_request *request);

/* The first field of that name in any table: laws, impact, bodies; NULL if there is none. The first
 * law that has a setting of this name; NULL if none has. */
const carom_field *carom_setting_named(const char *name);
const char *carom_law_with_setting(const char *name);

#endif
