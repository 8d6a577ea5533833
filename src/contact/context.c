/* SPDX-License-Identifier: MIT */
/* The owner of user laws. Contacts hold a pointer to their law, so laws must never move: each is
 * allocated separately. */
#include "contact/context.h"

#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/text.h"
#include "law/guess.h"
#include "law/user.h"

typedef struct entry {
  carom_law law;
  carom_user_law def;
  struct entry *next;
} entry;

/* Does the elastic part of a virgin pair pull somewhere up to this overlap? */
static bool elastic_pulls(const carom_contact *c, double overlap)
{
  enum { PLACES = 256 };
  const carom_state virgin = carom_contact_virgin(c);
  const double from = 0 - carom_contact_reach(c);
  bool pulls = false;
  for (int k = 1; k <= PLACES; k++) {
    const double d = from + (overlap - from) * k / PLACES;
    const double branch = c->law->branch(c->law, c->coefficient, virgin.value, d);
    pulls |= c->law->raw(c->law, c->coefficient, virgin.value, d, 0, branch).elastic < 0;
  }
  return pulls;
}

struct carom_context {
  entry *first, **end;
  int count;
};

carom_status carom_context_create(carom_context **context, carom_error *err)
{
  if (!context) return carom_fail(err, CAROM_ERR_ARGUMENT, "context", "no place for the context");
  *context = NULL;
  carom_context *c = malloc(sizeof *c);
  if (!c) return carom_fail(err, CAROM_ERR_MEMORY, "context", "out of memory");
  *c = (carom_context){NULL, &c->first, 0};
  *context = c;
  return CAROM_OK;
}

void carom_context_destroy(carom_context *context)
{
  if (!context) return;
  for (entry *e = context->first; e;) {
    entry *next = e->next;
    free(e);
    e = next;
  }
  free(context);
}

int carom_context_count(const carom_context *context)
{
  return context ? context->count : 0;
}

const carom_law *carom_context_at(const carom_context *context, int index)
{
  if (!context || index < 0 || index >= context->count) return NULL;
  const entry *e = context->first;
  while (index-- > 0)
    e = e->next;
  return &e->law;
}

static const carom_law *find(const carom_context *context, const char *name)
{
  const carom_law *law = carom_law_find(name);
  for (const entry *e = context ? context->first : NULL; e && !law; e = e->next)
    if (carom_law_is(&e->law, name)) law = &e->law;
  return law;
}

/* The names of the registry, followed by those of the context. */
static const char *name_at(const void *user, int index)
{
  const int built_in = carom_law_count();
  const carom_law *law = index < built_in ? carom_law_at(index)
                                          : carom_context_at(user, index - built_in);
  return law->info.name;
}

carom_status carom_context_named(const carom_context *context, const char *name,
                                 const carom_law **law, carom_error *err)
{
  if (!context || !law || !name || !*name) return carom_law_named(name, law, err);
  *law = find(context, name);
  if (*law) return CAROM_OK;
  char guess[200];
  carom_law_guess(name, carom_law_count() + context->count, name_at, context, guess, sizeof guess);
  return carom_fail(err, CAROM_ERR_UNKNOWN, "law", "unknown law '%s'%s", name,
                    *guess ? guess : ", in the registry and in the context");
}

/* Reports an error if one of the names in the list is taken. */
static carom_status check_free(const carom_context *context, const char *list, const char *where,
                               carom_error *err)
{
  while (*list) {
    char name[64] = "";
    const size_t length = strcspn(list, "|");
    carom_append(name, sizeof name, "%.*s", (int)length, list);
    const carom_law *other = find(context, name);
    if (other)
      return carom_fail(err, CAROM_ERR_CONFLICT, where, "the name '%s' belongs to the %slaw '%s'",
                        name, other->user ? "" : "built-in ", other->info.name);
    list += length + (list[length] == '|');
  }
  return CAROM_OK;
}

/* Tests the law between two steel spheres, with its default settings. */
static carom_status check_admissible(const carom_law *law, double overlap, carom_error *err)
{
  if (overlap == 0) return CAROM_OK;
  if (!(overlap > 0 && overlap - overlap == 0))
    return carom_fail(err, CAROM_ERR_RANGE, "admissible_to", "%g m is no overlap", overlap);
  const carom_contact_def def = carom_contact_default();
  carom_contact contact;
  CAROM_TRY(carom_contact_prepare_law(&def, law, &contact, err));
  const carom_admissible a = carom_contact_admissible(&contact, overlap);
  if (a.sound) return CAROM_OK;
  if (contact.cut && elastic_pulls(&contact, overlap))
    return carom_fail(err, CAROM_ERR_CONFLICT, "admissible_to",
                      "law '%s' pulls, but tension is cut where nothing says otherwise, which "
                      "creates energy; give it the setting `tension` with the default CAROM_KEEP, "
                      "or the trait CAROM_LAW_ADHERES",
                      law->info.name);
  if (a.worst_residual < 0 && a.gain < 1e-9)
    return carom_fail(err, CAROM_ERR_CONFLICT, "admissible_to",
                      "law '%s' has a residual overlap of %g of its largest, below 0",
                      law->info.name, a.worst_residual);
  return carom_fail(err, CAROM_ERR_CONFLICT, "admissible_to",
                    "law '%s' creates energy: %g of the loading work at an overlap of %g m; its "
                    "dissipative part must oppose the motion, its elastic part be the slope of "
                    "what is stored, its plastic loss grow",
                    law->info.name, a.gain, a.gain_overlap);
}

carom_status carom_context_register(carom_context *context, const carom_user_law *def,
                                    const carom_law **law, carom_error *err)
{
  if (!context) return carom_fail(err, CAROM_ERR_ARGUMENT, "context", "no context was given");
  CAROM_TRY(carom_user_law_check(def, err));
  CAROM_TRY(check_free(context, def->info.name, "info.name", err));
  CAROM_TRY(check_free(context, def->info.aliases ? def->info.aliases : "", "info.aliases", err));
  entry *e = malloc(sizeof *e);
  if (!e) return carom_fail(err, CAROM_ERR_MEMORY, "context", "out of memory");
  e->def = *def;
  e->law = carom_user_law_make(&e->def);
  e->next = NULL;
  const carom_status status = check_admissible(&e->law, def->admissible_to, err);
  if (status != CAROM_OK) {
    free(e);
    return status;
  }
  *context->end = e;
  context->end = &e->next;
  context->count++;
  if (law) *law = &e->law;
  return CAROM_OK;
}
