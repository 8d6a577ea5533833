/* SPDX-License-Identifier: MIT */
/* An impact as the command line describes it: any field by name, from the tables. */
#ifndef CAROM_CLI_TRIAL_H
#define CAROM_CLI_TRIAL_H

#include <carom/impact.h>

#include "cli/base/arguments.h"
#include "io/json_write.h"
#include "run/contact_json.h"
#include "run/outcome.h"

/* Everything an impact needs. Plain values: copy one to vary it. */
typedef struct cli_trial {
  carom_contact_def contact;
  double speed, tolerance;
  carom_integrator_name integrator;
  unsigned given[2]; /* of the materials of a and b: bit k for field k of the table */
} cli_trial;

/* Two steel spheres of 20 mm at 1 m/s. */
cli_trial trial_default(const carom_law *law);

/* The default trial with the law that was named, by a word or as law=NAME, or else `fallback`, and
 * with all settings that were given. Every fault is told. ENDED_WELL or ENDED_EARLY. */
int trial_read(cli_trial *trial, const cli_arguments *given, const char *fallback);

/* What of the two materials nobody gave, as in "poisson, density, yield of the built-in steel";
 * NULL if there is nothing. */
enum { TRIAL_STEEL = 160 };
const char *trial_steel(const cli_trial *trial, char text[TRIAL_STEEL]);

/* The same for programs: a list "built_in_steel" of names such as "a.density". */
void trial_steel_members(carom_json *json, const cli_trial *trial);

/* A property that is varied is not the steel's; other names mean nothing here. */
void trial_vary(cli_trial *trial, const char *name);

/* Finds a law; an unknown name is told, with a hint if it looks like a lost unit. */
int trial_law(const char *name, const carom_law **law);

/* The field that `name` means with the law of this trial: a setting of the law, a field of the
 * impact, of a body ("a.radius") or of both ("radius"); paths of scenario files are accepted too
 * ("impact.a.radius", "contacts.0.restitution", "materials.steel.young", "run.tolerance"). NULL if
 * there is none. */
const carom_field *trial_field(const cli_trial *trial, const char *name);

/* Sets it from text such as "20 mm". */
carom_status trial_set(cli_trial *trial, const char *name, const char *text, carom_error *err);

/* Is it a number that was hardly meant as it stands, as in young=207? Told as a warning. */
bool trial_question(const cli_trial *trial, const char *name, const char *text, bool tell);

/* The first field of that name in any table: laws, impact, bodies; NULL if there is none. And the
 * nearest name of them all, NULL if none is near. */
const carom_field *trial_setting_named(const char *name);
const char *trial_nearest_setting(const char *name);

/* Tells that nothing is called `name`: not with this law (NULL: with none of several), and no
 * option of the command. Offers the nearest, or says which law has it. ENDED_EARLY. */
int trial_unknown(const cli_trial *trial, const cli_arguments *given, const char *name);

/* Prepares the contact and resolves the impact of a fresh pair. */
carom_status trial_run(const cli_trial *trial, carom_outcome *outcome);

/* What carom_impact_resolve needs, for a contact that is ready. */
carom_impact_def trial_impact(const cli_trial *trial, const carom_contact *contact);

/* Resolves again and keeps `samples` instants at equal times from touch to the end of contact, both
 * included (0: the integrator's own steps), and both sides of every switch in between.
 * `state` is the pair's memory before the impact, or NULL for a fresh pair; it is not changed. */
carom_status trial_record(const cli_trial *trial, const carom_outcome *outcome,
                          const carom_state *state, long samples, carom_history *history,
                          carom_error *err);

#endif
