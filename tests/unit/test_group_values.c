/* SPDX-License-Identifier: MIT */
/* Values of a group by name; a name that the group does not have is not read from elsewhere. */

#include "suite.h"

#include "io/format.h"
#include "io/schema_read.h"

static void test_unknown_name(void **state)
{
  (void)state;
  carom_faults faults = {.count = 0};
  carom_group_values found;
  const carom_group group = carom_group_body();
  carom_schema_read(&group, NULL, &faults, &found);
  assert_true(carom_group_find_field(&group, "radius") >= 0);
  assert_true(carom_group_find_field(&group, "colour") < 0);
  const double radius = carom_group_value(&found, "radius");
  const double colour = carom_group_value(&found, "colour");
  assert_true(radius == radius);
  assert_false(colour == colour); /* NaN */
  assert_null(carom_group_value_node(&found, "colour"));
  assert_null(carom_group_key_node(&found, "colour"));
}

SUITE("group values", test_unknown_name)
