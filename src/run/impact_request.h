/* SPDX-License-Identifier: MIT */
/* An impact described by names: any field of law, impact and bodies, from the tables. */
#ifndef CAROM_RUN_IMPACT_REQUEST_H
#define CAROM_RUN_IMPACT_REQUEST_H

#include "io/json_write.h"
#include "run/outcome.h"

/* Everything an impact needs. Plain values: copy one to vary it. */
typedef struct carom_impact_request {
  carom_contact_def contact;
  double speed, tolerance;
  carom_integrator_name integrator;
  unsigned given[2]; /* of the materials of a and b: bit k for field k of the table */
} carom_impact_request;

/* Two steel spheres of 20 mm at 1 m/s. */
carom_impact_request carom_request_default(const carom_law *law);

/* The field that `name` means with the law of this request: a setting of the law, a field of the
 * impact, of a body ("a.radius") or of both ("radius"); paths of scenario files are accepted too
 * ("impact.a.radius", "contacts.0.restitution", "materials.steel.young", "run.tolerance"). NULL if
 * there is none. */
const carom_field *carom_request_field(const carom_impact_request *request, const char *name);

/* Sets it from text such as "20 mm". */
carom_status carom_request_set(carom_impact_request *request, const char *name, const char *text,
                               carom_error *err);

/* A property that is varied is not the steel's; other names mean nothing here. */
void carom_request_vary(carom_impact_request *request, const char *name);

/* False for a number that was hardly meant as it stands, as in young=207, and a sentence about it.
 */
bool carom_request_plausible(const carom_impact_request *request, const char *name,
                             const char *text, char *sentence, size_t size);

/* What of the two materials nobody gave: a list "built_in_steel" of names such as "a.density". */
void carom_request_steel(carom_json *json, const carom_impact_request *request);

/* The first field of that name in any table: laws, impact, bodies; NULL if there is none. The first
 * law that has a setting of this name; NULL if none has. */
const carom_field *carom_setting_named(const char *name);
const char *carom_law_with_setting(const char *name);

/* Prepares the contact and resolves the impact of a fresh pair. */
carom_status carom_request_run(const carom_impact_request *request, carom_outcome *outcome);

/* What carom_impact_resolve needs, for a contact that is ready. */
carom_impact_def carom_request_impact(const carom_impact_request *request,
                                      const carom_contact *contact);

/* Resolves again and keeps `samples` instants at equal times from touch to the end of contact, both
 * included (0: the integrator's own steps), and both sides of every switch in between.
 * `state` is the pair's memory before the impact, or NULL for a fresh pair; it is not changed. */
carom_status carom_request_record(const carom_impact_request *request, const carom_outcome *outcome,
                                  const carom_state *state, int64_t samples, carom_history *history,
                                  carom_error *err);

#endif
