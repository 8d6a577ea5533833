/* SPDX-License-Identifier: MIT */
#include "io/plausible.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/fields.h"
#include "core/number.h"
#include "core/text.h"
#include "core/units.h"

/* Ranges met in practice. A number with a unit has been thought about; a number without one has
 * narrower bounds, beyond which it was more likely meant in another unit. Soft moduli that permit
 * longer steps, aerogels, sand of micrometres and boulders are all within the ranges. */
static const struct range {
  const char *group; /* groups of the format, such as "body|bead" */
  const char *name;  /* names of the field, likewise */
  double low, high;  /* range with a unit */
  double bare_low, bare_high;
  double usual;       /* a usual value: the most likely unit is the one that comes closest to it */
  const char *others; /* units that are often omitted, such as "GPa|MPa" */
  const char *below, *above;
} ranges[] = {
    {"material", "young", 1e3, 1.5e12, 1e6, 1.5e12, 50e9, "GPa|MPa", "softer than rubber",
     "stiffer than diamond"},
    {"material", "yield", 1e3, 2e11, 1e6, 2e11, 300e6, "GPa|MPa", "less than most solids bear",
     "more than diamond bears"},
    {"material|bead", "density", 0.5, 25e3, 25, 25e3, 3e3, "g/cm3", "lighter than most foams",
     "heavier than any metal"},
    {"material", "poisson", 0, 0.5, 0, 0.5, 0.3, "", "less than ordinary solids have",
     "more than a solid has"},
    {"body|bead|particles", "radius|radius_max", 1e-8, 1e3, 1e-7, 1, 5e-3, "mm|um",
     "smaller than a grain", "a large sphere"},
    {"clearance", "bearing_radius|journal_radius", 1e-6, 10, 1e-5, 1, 10e-3, "mm",
     "smaller than a bearing", "a large bearing"},
    {"impact", "speed", 0, 1e4, 0, 1e3, 1, "mm/s|cm/s", "", "faster than a bullet"},
    {"bounce", "speed", -1e4, 1e4, -1e3, 1e3, 1, "mm/s|cm/s", "faster than a bullet",
     "faster than a bullet"}, /* thrown up */
    {"bead|particles", "velocity", -1e4, 1e4, -1e3, 1e3, 1, "mm/s|cm/s", "faster than a bullet",
     "faster than a bullet"},
    {"bounce", "height", 0, 1e4, 0, 50, 0.5, "mm|cm", "", "a long fall"},
    {"bounce|chain|mechanism|scene", "gravity", -1e5, 1e5, -1e3, 1e3, 9.81, "mm/s2|cm/s2",
     "a hundred times that of the earth", "a hundred times that of the earth"},
    {"tangential|clearance", "friction", 0, 5, 0, 5, 0.3, "%", "", "more than rubber has"},
    {"contact|adhesion", "work_of_adhesion", 1e-6, 20, 1e-6, 20, 0.05, "mJ/m2",
     "less than surfaces have", "more than metals have"},
    {"adhesion", "surface_tension", 1e-4, 2, 1e-4, 2, 0.05, "mN/m", "less than liquids have",
     "more than liquid metals have"},
    {"adhesion", "volume", 0, 1e-6, 0, 1e-6, 1e-13, "mm3|um3", "", "more than grains hold"},
    {"adhesion", "hamaker", 0, 1e-17, 0, 1e-17, 1e-19, "", "", "more than solids have"},
    {"adhesion", "cutoff", 0, 1e-3, 0, 1e-3, 1e-8, "nm|um", "", "farther than it acts"},
    {"rolling|twisting", "friction", 0, 2, 0, 2, 0.1, "%", "", "more than angular grains have"},
};

static const struct range *find(const char *group, const char *name)
{
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    if (carom_name_listed(ranges[i].group, group) && carom_name_listed(ranges[i].name, name))
      return &ranges[i];
  return NULL;
}

/* True for a number with nothing after it. */
static bool is_bare(const char *text)
{
  text += strspn(text, " \t");
  const size_t number = carom_number_scan(text, strlen(text));
  return number > 0 && !text[number + strspn(text + number, " \t")];
}

/* The unit that brings the number closest to the usual value; returns false if none brings it into
 * the range. */
static bool likely(const struct range *r, const carom_field *field, const char *text, char unit[16])
{
  const carom_field list = {.words = r->others};
  double best = HUGE_VAL;
  for (int k = 0; k < carom_field_words(&list); k++) {
    char name[16], quantity[80];
    double value = 0;
    carom_field_word(&list, k, name, sizeof name);
    const int length = snprintf(quantity, sizeof quantity, "%s %s", text, name);
    if (length >= (int)sizeof quantity ||
        carom_quantity_read(quantity, field->unit, &value, NULL, NULL) != CAROM_OK)
      continue;
    const double ratio = fabs(value / r->usual), off = ratio > 1 ? ratio : 1 / ratio;
    if (!(value >= r->bare_low && value <= r->bare_high) || !(off < best)) continue;
    if (field->min < field->max && !(value >= field->min && value <= field->max)) continue;
    best = off;
    memcpy(unit, name, sizeof name);
  }
  return best < HUGE_VAL;
}

void carom_plausible_unit(const char *group, const carom_field *field, const char *text,
                          carom_error *err)
{
  const struct range *r = find(group, field->name);
  char unit[16];
  if (!r || !field->unit || !text || err->code != CAROM_ERR_RANGE) return;
  if (!is_bare(text) || !likely(r, field, text, unit)) return;
  carom_append(err->text, sizeof err->text, "; did you mean %.40s%s%s?", text,
               *unit == '%' ? "" : " ", unit);
}

bool carom_plausible(const char *group, const carom_field *field, const char *text, double value,
                     char *sentence, size_t size)
{
  const struct range *r = find(group, field->name);
  char unit[16], number[CAROM_NUMBER_ROOM];
  if (!r || !field->unit || !text) return true;
  if (field->words && value < 0) return true; /* one of its words */
  const bool bare = is_bare(text), pure = !strcmp(field->unit, "1");
  const double low = bare ? r->bare_low : r->low, high = bare ? r->bare_high : r->high;
  if (value >= low && value <= high) return true;
  const char *odd = value < low ? r->below : r->above;
  carom_number_print(value, number);
  sentence[0] = '\0';
  if (bare && likely(r, field, text, unit))
    carom_append(sentence, size,
                 "'%.40s' has no unit and is taken as %s%s%s, which is %s; did you mean %.40s%s%s?",
                 text, number, pure ? "" : " ", pure ? "" : field->unit, odd, text,
                 *unit == '%' ? "" : " ", unit);
  else /* quotes the text as written */
    carom_append(sentence, size, "%.40s%s%s is %s; was it meant?", text, bare && !pure ? " " : "",
                 bare && !pure ? field->unit : "", odd);
  return false;
}
