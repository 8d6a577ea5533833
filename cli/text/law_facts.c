/* SPDX-License-Identifier: MIT */
/* Facts about a law that follow from its traits, its fields and its behaviour. */
#include "cli/text/law_text.h"

#include "cli/text/law_table.h"
#include "core/fields.h"
#include "run/law_json.h"

static const struct {
  unsigned trait;
  const char *fact;
} traits[] = {
    {CAROM_LAW_VISCOUS, "Part of the force depends on the approach speed."},
    {CAROM_LAW_PULLS, "The uncut force may become tensile before the bodies part; the setting "
                      "'tension' says what then."},
    {CAROM_LAW_JUMPS, "The force may jump as the overlap grows."},
    {CAROM_LAW_JUMPS_AT_TOUCH, "The force may begin with a finite value."},
    {CAROM_LAW_REACHES, "Acts across a gap, before the bodies touch and after they part."},
    {CAROM_LAW_STORES_IMPACT_SPEED, "Keeps the approach speed at first touch."},
    {CAROM_LAW_REMEMBERS, "Keeps the largest overlap ever reached: a plastic dent."},
    {CAROM_LAW_ELASTIC, "Meant for elastic bodies: results beyond yield are flagged."},
    {CAROM_LAW_YIELDS, "Needs a yield stress (that of the softer body counts)."},
    {CAROM_LAW_ADHERES, "Holds bodies together once they have touched; they may stick."},
};
enum { TRAITS = sizeof traits / sizeof *traits };

/* The meaning of traits for a law that adheres. */
static const char *fact_of_adhesion(const carom_law *law, unsigned trait)
{
  const bool dents = !(carom_law_about(law)->traits & CAROM_LAW_REACHES);
  if (trait == CAROM_LAW_PULLS) return "The force may be tensile; it is never cut.";
  if (trait == CAROM_LAW_REACHES) return "Bodies that have touched are drawn out across a gap.";
  if (trait == CAROM_LAW_REMEMBERS)
    return dents ? "Keeps the largest overlap until the bodies part: a plastic dent."
                 : "Remembers until the bodies part that they have touched.";
  return NULL;
}

/* The fact of trait number k that this law has, or NULL. */
static const char *fact_of(const carom_law *law, int k)
{
  unsigned trait = 0;
  if (!carom_law_trait(law, k, &trait)) return NULL;
  const bool adheres = (carom_law_about(law)->traits & CAROM_LAW_ADHERES) != 0;
  if (adheres && fact_of_adhesion(law, trait)) return fact_of_adhesion(law, trait);
  for (int i = 0; i < TRAITS; i++)
    if (traits[i].trait == trait) return traits[i].fact;
  return NULL;
}

static const char *try_published(const carom_law *law, int which, char text[320])
{
  const bool two = carom_law_about(law)->dampings == 2;
  const double formula = carom_law_published(law, which, 0.5);
  if (carom_law_about(law)->traits & CAROM_LAW_ADHERES && formula == formula)
    return "The published damping constant delivers its restitution without adhesion.";
  carom_impact_request trial = carom_request_default(law);
  if (two) trial.impact.speed = trial.contact.speed = 8;
  const double cut = law_delivered(&trial, which, 0.7, CAROM_CUT, LAW_PUBLISHED);
  const double kept = law_delivered(&trial, which, 0.7, CAROM_KEEP, LAW_PUBLISHED);
  const char *phase = !two ? "" : which == 0 ? " in the elastic phase" : " for the whole impact";
  if (!(cut == cut))
    snprintf(text, 320, "There is no published formula for the damping constant%s.", phase);
  else
    snprintf(text, 320,
             "Asked for 0.7%s, the published formula delivers %.4f with tension cut and %.4f with "
             "tension kept%s.",
             phase, cut, kept, two && which == 1 ? " (steel, 8 m/s)" : "");
  return text;
}

const char *law_fact(const carom_law *law, int k, char text[320])
{
  int count = 0;
  while (fact_of(law, count))
    count++;
  if (k < count) return fact_of(law, k);
  k -= count;
  const int dampings = carom_law_about(law)->dampings;
  if (dampings == 0)
    return k == 0
               ? "Has no damping constant: its restitution follows from the material and the speed."
               : NULL;
  return k < dampings ? try_published(law, k, text) : NULL;
}

const char *law_accepts(const carom_field *field, char text[200])
{
  char word[64];
  text[0] = '\0';
  for (int k = 0; k < carom_field_words(field); k++) {
    carom_field_word(field, k, word, sizeof word);
    carom_append(text, 200, "%s%s", k ? " | " : "", word);
  }
  if (!field->unit) return text;
  const char *unit = field->unit[0] == '1' && !field->unit[1] ? "" : field->unit;
  carom_append(text, 200, "%s%g .. %g%s%s", *text ? " | " : "", field->min, field->max,
               *unit ? " " : "", unit);
  return text;
}
