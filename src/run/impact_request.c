/* SPDX-License-Identifier: MIT */
#include "run/impact_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/fields.h"
#include "core/text.h"
#include "run/impact.h"

/* The output of 'carom new impact' in JSON, which every build can read, with a separate material
 * for each body so that they can differ. */
#define STEEL                                                                                      \
  "{\"young\": \"207 GPa\", \"poisson\": 0.3, \"density\": \"7800 kg/m3\", \"yield\": \"1.03 "     \
  "GPa\"}"
static const char base[] = "{\"carom\": 1,"
                           " \"materials\": {\"a\": " STEEL ", \"b\": " STEEL "},"
                           " \"contacts\": [{\"between\": [\"a\", \"b\"], \"law\": \"tsuji\"}],"
                           " \"impact\": {\"a\": {\"radius\": \"20 mm\", \"material\": \"a\"},"
                           "              \"b\": {\"radius\": \"20 mm\", \"material\": \"b\"},"
                           "              \"speed\": \"1 m/s\"}}";

/* Names on the command line are aliases of paths in that tree: a field of a group, the prefix on
 * the command line, and the prefix in the tree. The first row that has the field applies. */
enum group { LAW_NAME, LAW, IMPACT, INTEGRATION, BODY, MATERIAL };

static const struct alias {
  const char *prefix;
  enum group group;
  const char *path[2];
} aliases[] = {
    {"", LAW_NAME, {"contacts[0]."}},
    {"contacts.0.", LAW_NAME, {"contacts[0]."}},
    {"", LAW, {"contacts[0]."}},
    {"contacts.0.", LAW, {"contacts[0]."}},
    {"", IMPACT, {"impact."}},
    {"", INTEGRATION, {"run."}},
    {"run.", INTEGRATION, {"run."}},
    {"", BODY, {"impact.a.", "impact.b."}},
    {"a.", BODY, {"impact.a."}},
    {"b.", BODY, {"impact.b."}},
    {"", MATERIAL, {"materials.a.", "materials.b."}},
    {"materials.steel.", MATERIAL, {"materials.a.", "materials.b."}},
    {"a.", MATERIAL, {"materials.a."}},
    {"a.material.", MATERIAL, {"materials.a."}},
    {"b.", MATERIAL, {"materials.b."}},
    {"b.material.", MATERIAL, {"materials.b."}},
};

static const carom_field law_field = {"law", NULL, CAROM_UNSET, 1, 0, NULL, "name of the law"};

static carom_group group_of(enum group group, const carom_law *law)
{
  switch (group) {
  case LAW_NAME:
    return (carom_group){.table = {{&law_field, 1}}};
  case LAW:
    return law ? carom_group_contact(law) : (carom_group){.keys = 0};
  case IMPACT:
    return carom_group_impact();
  case INTEGRATION:
    return (carom_group){.table = {carom_impact_fields()}};
  case BODY:
    return carom_group_body();
  default: /* with the values of steel, which are not in the file */
    return (carom_group){.table = {carom_material_fields()}};
  }
}

/* The remainder of `name` after `prefix`, or NULL. */
static const char *after(const char *name, const char *prefix)
{
  const size_t length = strlen(prefix);
  return strncmp(name, prefix, length) ? NULL : name + length;
}

/* The target of a name. */
typedef struct place {
  const struct alias *alias;
  const carom_field *field;
} place;

static place find_place(const carom_law *law, const char *name)
{
  const char *of_impact = after(name, "impact.");
  for (int i = 0; i < CAROM_COUNT(aliases); i++) {
    const struct alias *alias = &aliases[i];
    const char *rest = after(of_impact ? of_impact : name, alias->prefix);
    if (!rest || (of_impact && alias->group <= LAW)) continue;
    const carom_group group = group_of(alias->group, law);
    const int field = carom_group_find_field(&group, rest);
    if (field >= 0) return (place){alias, carom_group_field(&group, field)};
  }
  return (place){NULL, NULL};
}

const carom_field *carom_request_field(const carom_law *law, const char *name)
{
  return find_place(law, name).field;
}

carom_impact_request carom_request_default(const carom_law *law)
{
  carom_impact_request t = {
      .contact = carom_contact_default(), .impact = carom_impact_default(), .law = law};
  t.contact.law = carom_law_about(law)->name;
  t.contact.speed = t.impact.speed = 1;
  return t;
}

static void mark_given(carom_impact_request *request, const place *to)
{
  const int property = carom_field_find(carom_material_fields(), to->field->name);
  for (int i = 0; i < 2 && to->alias->group == MATERIAL && to->alias->path[i]; i++)
    request->given[strcmp(to->alias->path[i], "materials.b.") == 0] |= 1u << property;
}

void carom_request_vary(carom_impact_request *request, const char *name)
{
  const place to = find_place(request->law, name);
  if (to.field) mark_given(request, &to);
}

/* "none" and "unset" remove an optional number. */
static bool takes_back(const carom_field *field, const char *text)
{
  return field->fallback == CAROM_UNSET && (!strcmp(text, "none") || !strcmp(text, "unset"));
}

/* The values to be set in the tree; each path is set once, with its last value. */
enum { PATH = 64 };

typedef struct entry {
  char path[PATH];
  const char *name, *value; /* NULL: removed */
} entry;

typedef struct entries {
  entry *list;
  int count;
} entries;

static void put(entries *to, const char *path, const carom_field *field,
                const carom_assignment *given)
{
  char whole[PATH];
  int k = 0;
  snprintf(whole, sizeof whole, "%s%s", path, field->name);
  while (k < to->count && strcmp(to->list[k].path, whole) != 0)
    k++;
  if (k == to->count) memcpy(to->list[to->count++].path, whole, sizeof whole);
  to->list[k].name = given->name;
  to->list[k].value = takes_back(field, given->value) ? NULL : given->value;
}

static void put_all(carom_impact_request *request, const carom_assignment *one, entries *to)
{
  for (int i = 0; i <= request->assignments; i++) {
    const carom_assignment *given = i < request->assignments ? &request->assigned[i] : one;
    const place found = given ? find_place(request->law, given->name) : (place){NULL, NULL};
    for (int k = 0; found.field && k < 2 && found.alias->path[k]; k++)
      put(to, found.alias->path[k], found.field, given);
    if (found.field) mark_given(request, &found);
  }
}

/* Errors about a path are reported for the name that led to it, once if the name led to two
 * paths. */
static void rename_places(const entries *from, carom_error *error, int *count)
{
  int kept = 0;
  for (int i = 0; i < *count; i++) {
    carom_error err = error[i];
    bool again = false;
    for (int k = 0; k < from->count; k++)
      if (!strcmp(err.where, from->list[k].path))
        snprintf(err.where, sizeof err.where, "%s", from->list[k].name);
    for (int k = 0; k < kept; k++)
      again |= !strcmp(error[k].where, err.where) && !strcmp(error[k].text, err.text);
    if (!again) error[kept++] = err;
  }
  *count = kept;
}

/* Reads the tree with the values of the request and, unless it is NULL, with `one` more. */
static bool read_with(carom_impact_request *request, const carom_assignment *one,
                      carom_faults *faults)
{
  const int most = 2 * (request->assignments + 2);
  entries all = {calloc((size_t)most, sizeof *all.list), 0};
  carom_change *change = calloc((size_t)most, sizeof *change);
  int changes = 0;
  request->scenario = NULL;
  *faults = (carom_faults){.count = 0};
  if (all.list && change) {
    const carom_assignment law = {"law", carom_law_about(request->law)->name};
    put(&all, "contacts[0].", &law_field, &law);
    put_all(request, one, &all);
    for (int i = 0; i < all.count; i++)
      if (all.list[i].value)
        change[changes++] = (carom_change){all.list[i].path, all.list[i].value, NULL};
    request->scenario = carom_scenario_parse(base, sizeof base - 1, true, change, changes, faults);
  } else {
    carom_fault(faults, NULL, false, CAROM_ERR_MEMORY, "out of memory");
  }
  rename_places(&all, faults->fault, &faults->count);
  rename_places(&all, faults->warning, &faults->warnings);
  free(change);
  free(all.list);
  if (!request->scenario) return false;
  request->contact = carom_scenario_joint_def(request->scenario, &request->scenario->joint[0]);
  request->impact = carom_impact_like(request->scenario);
  return true;
}

bool carom_request_read(carom_impact_request *request, const carom_law *law,
                        const carom_assignment *assigned, int assignments, carom_faults *faults)
{
  *request = carom_request_default(law);
  request->assigned = assigned;
  request->assignments = assignments;
  return read_with(request, NULL, faults);
}

bool carom_request_with(const carom_impact_request *request, const carom_assignment *one,
                        carom_impact_request *varied, carom_faults *faults)
{
  *varied = *request;
  return read_with(varied, one, faults);
}

carom_status carom_request_outcome(const carom_impact_request *request, const carom_assignment *one,
                                   carom_outcome *outcome)
{
  carom_impact_request varied;
  carom_faults faults;
  if (carom_request_with(request, one, &varied, &faults))
    carom_outcome_find(&varied.contact, &varied.impact, outcome);
  else
    *outcome = (carom_outcome){.status = faults.fault[0].code, .error = faults.fault[0]};
  carom_request_free(&varied);
  return outcome->status;
}

void carom_request_free(carom_impact_request *request)
{
  carom_scenario_free(request->scenario);
  request->scenario = NULL;
}

void carom_request_steel(carom_json *json, const carom_impact_request *request)
{
  const carom_fields table = carom_material_fields();
  char name[32];
  carom_json_row(json, "built_in_steel");
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < table.count; k++) {
      snprintf(name, sizeof name, "%c.%s", "ab"[i], table.field[k].name);
      if (!(request->given[i] >> k & 1)) carom_json_string(json, NULL, name);
    }
  carom_json_end(json);
}

const char *carom_law_with_setting(const char *name)
{
  for (int i = 0; i < carom_law_count(); i++)
    if (carom_field_find(carom_law_fields(carom_law_at(i)), name) >= 0)
      return carom_law_about(carom_law_at(i))->name;
  return NULL;
}

const carom_field *carom_setting_named(const char *name)
{
  const char *owner = carom_law_with_setting(name);
  return carom_request_field(owner ? carom_law_find(owner) : carom_law_at(0), name);
}
