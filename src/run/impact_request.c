/* SPDX-License-Identifier: MIT */
#include "run/impact_request.h"

#include <stdio.h>
#include <string.h>

#include "core/fields.h"
#include "core/text.h"
#include "io/plausible.h"

enum owner { NOBODY, LAW, LAW_NAME, IMPACT, REDUCED_MASS, BODY };

/* Where a name leads. */
struct place {
  enum owner owner;
  const carom_field *field;
  bool a, b; /* BODY: whose */
};

static const carom_field reduced_mass_field = {
    "reduced_mass",
    "kg",
    CAROM_UNSET,
    1e-30,
    1e30,
    NULL,
    "reduced mass of the pair; if not given, it follows from the two masses"};

static const carom_field law_field = {"law", NULL, CAROM_UNSET, 1, 0, NULL, "name of the law"};

carom_impact_request carom_request_default(const carom_law *law)
{
  const carom_impact_def impact = carom_impact_default();
  carom_impact_request t = {.contact = carom_contact_default(),
                            .speed = 1,
                            .tolerance = impact.tolerance,
                            .integrator = impact.integrator};
  t.contact.law = carom_law_about(law)->name;
  t.contact.speed = t.speed;
  return t;
}

static const carom_field *in_table(carom_fields table, const char *name)
{
  const int k = carom_field_find(table, name);
  return k < 0 ? NULL : &table.field[k];
}

/* The rest of `name` if it begins with `prefix`, else NULL. */
static const char *after(const char *name, const char *prefix)
{
  const size_t length = strlen(prefix);
  return strncmp(name, prefix, length) ? NULL : name + length;
}

static struct place find_body(const char *name, bool a, bool b)
{
  const carom_field *field = in_table(carom_body_fields(), name);
  if (!field) field = in_table(carom_material_fields(), name);
  return (struct place){field ? BODY : NOBODY, field, a, b};
}

static struct place find_law(const carom_impact_request *request, const char *name)
{
  const carom_law *law = carom_law_find(request->contact.law);
  const carom_field *field = law ? in_table(carom_law_fields(law), name) : NULL;
  return (struct place){field ? LAW : NOBODY, field, false, false};
}

static struct place find_place(const carom_impact_request *request, const char *name)
{
  const char *rest = NULL;
  if (!strcmp(name, "law") || !strcmp(name, "contacts.0.law"))
    return (struct place){LAW_NAME, &law_field, false, false};
  if ((rest = after(name, "contacts.0."))) return find_law(request, rest);
  if ((rest = after(name, "materials.steel."))) {
    const carom_field *field = in_table(carom_material_fields(), rest);
    return (struct place){field ? BODY : NOBODY, field, true, true};
  }
  if ((rest = after(name, "run."))) {
    const carom_field *field = strcmp(rest, "speed") ? in_table(carom_impact_fields(), rest) : NULL;
    return (struct place){field ? IMPACT : NOBODY, field, false, false};
  }
  const bool from_file = (rest = after(name, "impact.")) != NULL;
  if (from_file) name = rest;
  for (const char *body = "ab"; *body; body++) {
    const char prefix[] = {*body, '.', '\0'};
    if (!(rest = after(name, prefix))) continue;
    const char *material = after(rest, "material.");
    return find_body(material ? material : rest, *body == 'a', *body == 'b');
  }
  if (!from_file) {
    const struct place place = find_law(request, name);
    if (place.field) return place;
  }
  const carom_field *field = in_table(carom_impact_fields(), name);
  if (field) return (struct place){IMPACT, field, false, false};
  if (carom_same_name(name, reduced_mass_field.name))
    return (struct place){REDUCED_MASS, &reduced_mass_field, false, false};
  return find_body(name, true, true);
}

const carom_field *carom_request_field(const carom_impact_request *request, const char *name)
{
  return find_place(request, name).field;
}

static void set_impact(carom_impact_request *request, const char *field, double value)
{
  if (!strcmp(field, "speed")) {
    request->speed = request->contact.speed = value;
  } else if (!strcmp(field, "tolerance")) {
    request->tolerance = value;
  } else {
    request->integrator = value == CAROM_WORD(0) ? CAROM_INTEGRATOR_DOP853
                                                 : CAROM_INTEGRATOR_DOPRI5;
  }
}

/* "none" and "unset" take back a number that need not be given. */
static bool takes_back(const carom_field *field, const char *text)
{
  return field->fallback == CAROM_UNSET && (!strcmp(text, "none") || !strcmp(text, "unset"));
}

static void mark_given(carom_impact_request *request, const struct place *place)
{
  const int property = carom_field_find(carom_material_fields(), place->field->name);
  if (property < 0) return;
  if (place->a) request->given[0] |= 1u << property;
  if (place->b) request->given[1] |= 1u << property;
}

void carom_request_vary(carom_impact_request *request, const char *name)
{
  const struct place place = find_place(request, name);
  if (place.field && place.owner == BODY) mark_given(request, &place);
}

static carom_status set_body(carom_impact_request *request, const struct place *place,
                             const char *text, carom_error *err)
{
  carom_body *const body[] = {place->a ? &request->contact.a : NULL,
                              place->b ? &request->contact.b : NULL};
  for (int i = 0; i < 2; i++) {
    if (!body[i]) continue;
    if (takes_back(place->field, text))
      body[i]->mass = CAROM_UNSET; /* the only field of a body without a default */
    else
      CAROM_TRY(carom_body_set(body[i], place->field->name, text, err));
  }
  mark_given(request, place);
  return CAROM_OK;
}

static carom_status set_place(carom_impact_request *request, const struct place *place,
                              const char *text, carom_error *err)
{
  double value = CAROM_UNSET;
  if (place->owner == LAW_NAME) {
    const carom_law *law = NULL;
    CAROM_TRY(carom_law_named(text, &law, err));
    request->contact.law = carom_law_about(law)->name;
    return CAROM_OK;
  }
  if (place->owner == BODY) return set_body(request, place, text, err);
  if (place->owner == LAW && strncmp(place->field->name, "restitution", 11) == 0 &&
      strchr(text, ':')) { /* a table over the speed */
    carom_contact_set_text(&request->contact, place->field->name, text);
    return CAROM_OK;
  }
  if (!takes_back(place->field, text))
    CAROM_TRY(carom_field_read(place->field, text, NULL, &value, err));
  if (place->owner == LAW)
    carom_contact_set(&request->contact, place->field->name, value);
  else if (place->owner == IMPACT)
    set_impact(request, place->field->name, value);
  else
    request->contact.reduced_mass = value;
  return CAROM_OK;
}

/* Of the format, as files have it. */
static const char *group_of(const struct place *place)
{
  if (place->owner == IMPACT) return "impact";
  if (place->owner != BODY) return "";
  return in_table(carom_body_fields(), place->field->name) ? "body" : "material";
}

bool carom_request_plausible(const carom_impact_request *request, const char *name,
                             const char *text, char *sentence, size_t size)
{
  const struct place place = find_place(request, name);
  double value = 0;
  if (!place.field || place.owner == LAW_NAME || takes_back(place.field, text) ||
      carom_field_read(place.field, text, NULL, &value, NULL) != CAROM_OK)
    return true;
  return carom_plausible(group_of(&place), place.field, text, value, sentence, size);
}

carom_status carom_request_set(carom_impact_request *request, const char *name, const char *text,
                               carom_error *err)
{
  const struct place place = find_place(request, name);
  if (!place.field) return carom_fields_unknown((carom_fields){NULL, 0}, name, NULL, name, err);
  const carom_status status = set_place(request, &place, text, err);
  if (status != CAROM_OK && err) {
    carom_plausible_unit(group_of(&place), place.field, text, err);
    snprintf(err->where, sizeof err->where, "%s", name);
  }
  return status;
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

/* The first law that has a setting of this name, or NULL. */
const char *carom_law_with_setting(const char *name)
{
  for (int i = 0; i < carom_law_count(); i++)
    if (in_table(carom_law_fields(carom_law_at(i)), name))
      return carom_law_about(carom_law_at(i))->name;
  return NULL;
}

const carom_field *carom_setting_named(const char *name)
{
  const char *owner = carom_law_with_setting(name);
  const carom_impact_request request = carom_request_default(owner ? carom_law_find(owner)
                                                                   : carom_law_at(0));
  return carom_request_field(&request, name);
}

carom_impact_def carom_request_impact(const carom_impact_request *request,
                                      const carom_contact *contact)
{
  carom_impact_def def = carom_impact_default();
  def.contact = contact;
  def.speed = request->speed;
  def.tolerance = request->tolerance;
  def.integrator = request->integrator;
  return def;
}

carom_status carom_request_run(const carom_impact_request *request, carom_outcome *outcome)
{
  const carom_impact_def like = carom_request_impact(request, NULL);
  return carom_outcome_find(&request->contact, &like, outcome);
}

carom_status carom_request_record(const carom_impact_request *request, const carom_outcome *outcome,
                                  const carom_state *state, int64_t samples, carom_history *history,
                                  carom_error *err)
{
  const carom_impact_def like = carom_request_impact(request, NULL);
  const double every = samples > 1 ? outcome->impact.duration / (double)(samples - 1) : 0;
  return carom_history_find(&like, outcome, state, every, history, err);
}
