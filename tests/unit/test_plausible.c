/* SPDX-License-Identifier: MIT */
/* Values that were hardly meant are questioned; those of real materials and machines are not. */
#include <stdio.h>
#include <string.h>

#include "suite.h"

#include "core/fields.h"
#include "io/format.h"
#include "io/plausible.h"

static bool plausible(const char *group, const char *name, const char *text, char sentence[300])
{
  const carom_group table = carom_group_named(group);
  const carom_field *field = carom_group_field(&table, carom_group_find_field(&table, name));
  double value = 0;
  carom_error err = {0};
  if (carom_field_read(field, text, NULL, &value, &err) != CAROM_OK)
    fail_msg("%s: %s", name, err.text);
  sentence[0] = '\0';
  return carom_plausible(group, field, text, value, sentence, 300);
}

/* The unit that was left out is named: the number, as printed in handbooks, and what is meant. */
static void the_likely_unit_is_named(void **state)
{
  (void)state;
  static const char *const left_out[][4] = {{"material", "young", "207", "207 GPa?"},
                                            {"material", "young", "207000", "207000 MPa?"},
                                            {"material", "young", "2.1e5", "2.1e5 MPa?"},
                                            {"material", "yield", "1030", "1030 MPa?"},
                                            {"material", "yield", "1.03", "1.03 GPa?"},
                                            {"material", "density", "7.8", "7.8 g/cm3?"},
                                            {"material", "density", "19.3", "19.3 g/cm3?"},
                                            {"body", "radius", "20", "20 mm?"},
                                            {"bead", "radius", "4.76", "4.76 mm?"},
                                            {"particles", "radius", "500", "500 um?"},
                                            {"particles", "radius_max", "6", "6 mm?"},
                                            {"bead", "velocity", "-5000", "-5000 mm/s?"},
                                            {"impact", "speed", "2500", "2500 mm/s?"},
                                            {"bounce", "height", "300", "300 mm?"},
                                            {"chain", "gravity", "9810", "9810 mm/s2?"},
                                            {"clearance", "bearing_radius", "10", "10 mm?"},
                                            {"clearance", "friction", "30", "30%?"}};
  char says[300];
  for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++) {
    const char *const *c = left_out[i];
    if (plausible(c[0], c[1], c[2], says) || !strstr(says, c[3]))
      fail_msg("%s.%s=%s: '%s' does not offer '%s'", c[0], c[1], c[2], says, c[3]);
  }
}

/* With a unit nothing is offered, but what nobody has seen is still questioned. */
static void a_unit_is_taken_at_its_word(void **state)
{
  (void)state;
  char says[300];
  assert_false(plausible("material", "young", "207 Pa", says));
  assert_non_null(strstr(says, "207 Pa"));
  assert_null(strstr(says, "did you mean"));
  assert_false(plausible("material", "poisson", "-0.3", says));
  assert_false(plausible("material", "young", "5 TPa", says));
}

/* Diamond and rubber, softened glass of DEM, aerogel and osmium, dust and boulders. */
static void what_there_is_passes(void **state)
{
  (void)state;
  static const char *const real[][3] = {
      {"material", "young", "1220 GPa"}, {"material", "young", "2e6"},
      {"material", "young", "100 kPa"},  {"material", "young", "5 MPa"},
      {"material", "young", "2.07e11"},  {"material", "yield", "15 MPa"},
      {"material", "yield", "1.03e9"},   {"material", "yield", "none"},
      {"material", "density", "22590"},  {"material", "density", "15 kg/m3"},
      {"material", "density", "998"},    {"material", "density", "2 kg/m3"},
      {"material", "poisson", "0.03"},   {"material", "poisson", "0.499"},
      {"body", "radius", "0.02"},        {"body", "radius", "1"},
      {"particles", "radius", "50 nm"},  {"particles", "radius", "5 m"},
      {"bead", "velocity", "-340"},      {"impact", "speed", "3 km/s"},
      {"impact", "speed", "1e-6"},       {"bounce", "speed", "-3"},
      {"chain", "gravity", "-9.81"},     {"chain", "gravity", "0"},
      {"clearance", "friction", "0.3"},  {"clearance", "journal_radius", "9.5e-3"}};
  char says[300];
  for (size_t i = 0; i < sizeof real / sizeof *real; i++)
    if (!plausible(real[i][0], real[i][1], real[i][2], says))
      fail_msg("%s.%s=%s is questioned: %s", real[i][0], real[i][1], real[i][2], says);
}

/* No default of the format is odd. */
static void defaults_pass(void **state)
{
  (void)state;
  char says[300], text[96];
  for (int g = 0; g < carom_group_count(); g++) {
    const carom_group group = carom_group_at(g);
    for (int i = 0; i < carom_group_fields(&group); i++) {
      const carom_field *field = carom_group_field(&group, i);
      if (field->fallback == CAROM_UNSET) continue;
      carom_field_print(field, field->fallback, text, sizeof text);
      if (!carom_plausible(group.name, field, text, field->fallback, says, sizeof says))
        fail_msg("%s.%s: %s", group.name, field->name, says);
    }
  }
}

SUITE("plausible", the_likely_unit_is_named, a_unit_is_taken_at_its_word, what_there_is_passes,
      defaults_pass)
