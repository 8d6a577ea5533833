/* SPDX-License-Identifier: MIT */
/* The registry: laws.def turned into a table of descriptors. */
#include "law/entries.h"
#include "evaluate.h"
#include "law/guess.h"
#include "law/user.h"
#include "core/error.h"
#include "core/text.h"

/* First pass: the headers themselves. */
#define CAROM_LAW(L)
#include "laws.def"
#undef CAROM_LAW

/* Second pass: tables, and scalar entries on plain arrays. */
#define CAROM_LAW(L)                                                                               \
  CAROM_EVALUATE(L)                                                                                \
  CAROM_LAW_ENTRIES(L)
#include "laws.def"
#undef CAROM_LAW

/* Third pass: the table. */
#define CAROM_LAW(L) {CAROM_LAW_DESCRIPTOR(L)},
static const carom_law registry[] = {
#include "laws.def"
};
#undef CAROM_LAW

enum { LAWS = sizeof registry / sizeof *registry };

int carom_law_count(void)
{
  return LAWS;
}

const carom_law *carom_law_at(int index)
{
  return index >= 0 && index < LAWS ? &registry[index] : NULL;
}

int carom_law_index(const carom_law *law)
{
  return (int)(law - registry);
}

bool carom_law_is(const carom_law *law, const char *name)
{
  return carom_same_name(law->info.name, name) || carom_name_listed(law->info.aliases, name);
}

const carom_law *carom_law_find(const char *name)
{
  if (!name) return NULL;
  for (int i = 0; i < LAWS; i++)
    if (carom_law_is(&registry[i], name)) return &registry[i];
  return NULL;
}

static const char *name_at(const void *user, int index)
{
  (void)user;
  return registry[index].info.name;
}

carom_status carom_law_named(const char *name, const carom_law **law, carom_error *err)
{
  if (!law) return carom_fail(err, CAROM_ERR_ARGUMENT, "law", "no place for the law was given");
  if (!name || !*name)
    return carom_fail(err, CAROM_ERR_MISSING, "law", "no law is named; 'carom law' lists them");
  *law = carom_law_find(name);
  if (*law) return CAROM_OK;
  char guess[200];
  carom_law_guess(name, LAWS, name_at, NULL, guess, sizeof guess);
  return carom_fail(err, CAROM_ERR_UNKNOWN, "law", "unknown law '%s'%s", name,
                    *guess ? guess : "; 'carom law' lists them");
}

const carom_law_info *carom_law_about(const carom_law *law)
{
  return &law->info;
}

carom_fields carom_law_fields(const carom_law *law)
{
  return (carom_fields){law->field, law->fields};
}

double carom_law_published(const carom_law *law, int which, double e)
{
  return which >= 0 && which < law->info.dampings ? law->published(law, which, e) : CAROM_NONE;
}

double carom_law_exact(const carom_law *law, int which, double e, double tension)
{
  return which >= 0 && which < law->info.dampings ? law->exact(law, which, e, tension) : CAROM_NONE;
}

carom_label carom_law_coefficient(const carom_law *law, int index)
{
  if (!law->user) return law->coefficient[index];
  return index > 0 ? carom_user_law_coefficient(law->user, index - 1) : registry[0].coefficient[0];
}

int carom_law_field(const carom_law *law, const char *name)
{
  for (int i = 0; i < law->fields; i++)
    if (carom_same_name(law->field[i].name, name)) return i;
  return -1;
}
