/* SPDX-License-Identifier: MIT */
/* Spheres from tables and from extended XYZ. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "io/grains_read.h"

static carom_scene_particle *list;
static long count;
static carom_error err;

static carom_status read_as(bool xyz, const char *text)
{
  carom_scene_particle like = carom_scene_particle_default();
  like.radius = CAROM_UNSET;
  free(list);
  return carom_grains_read(text, strlen(text), xyz, &like, &list, &count, &err);
}

static void refused(bool xyz, const char *text, const char *why)
{
  assert_int_not_equal(read_as(xyz, text), CAROM_OK);
  assert_null(list);
  assert_int_equal(count, 0);
  if (!strstr(err.text, why)) fail_msg("'%s' does not tell '%s'", err.text, why);
}

static void tables_have_units(void **state)
{
  (void)state;
  assert_int_equal(read_as(false, "x[mm],y,z,radius[mm],wz,id\n1,2,3,4,5,6\n0,0,0,1,0,7\n"), 0);
  assert_int_equal(count, 2);
  assert_true(list[0].position[0] == 1e-3 && list[0].position[2] == 3 && list[0].radius == 4e-3);
  assert_true(list[0].spin[2] == 5 && list[0].id == 6 && list[1].id == 7);
}

/* What a frame holds comes back, whatever ends its lines. */
static void frames_come_back(void **state)
{
  (void)state;
  static const char *const ends[] = {"\n", "\r\n"};
  for (int i = 0; i < 2; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "1%sLattice=\"1 0 0 0 1 0 0 0 1\" Properties=species:S:1:pos:R:3:radius:R:1:velo:R:3:"
             "spin:R:3:id:I:1%sX 1 2 3 0.5 4 5 6 7 8 9 10%s",
             ends[i], ends[i], ends[i]);
    assert_int_equal(read_as(true, text), CAROM_OK);
    assert_int_equal(count, 1);
    assert_true(list->position[1] == 2 && list->radius == 0.5 && list->velocity[2] == 6);
    assert_true(list->spin[0] == 7 && list->spin[2] == 9 && list->id == 10);
  }
  assert_int_equal(read_as(true, "1\nProperties=pos:R:3:radius:R:1:omega:R:3\n1 2 3 4 5 6 7\n"), 0);
  assert_true(list->spin[0] == 5 && list->spin[2] == 7);
}

static void faults_are_told(void **state)
{
  (void)state;
  refused(false, "x,y,z,radius\n", "no rows");
  refused(false, "x,y,z\n1,2,3\n", "no column 'radius'");
  refused(false, "x,y,z,radius\n1,2,,4\n", "row 1");
  refused(true, "0\nProperties=pos:R:3:radius:R:1\n", "number of spheres");
  refused(true, "1x\nProperties=pos:R:3:radius:R:1\n1 2 3 4\n", "number of spheres");
  refused(true, "2\nProperties=pos:R:3:radius:R:1\n1 2 3 4\n", "ends after 1 of 2");
  refused(true, "1\nProperties=pos:R:3:radius:R:9223372036854775807\n1 2 3 4\n", "be counted");
}

static int clear(void **state)
{
  (void)state;
  free(list);
  list = NULL;
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_have_units),
      cmocka_unit_test(frames_come_back),
      cmocka_unit_test(faults_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, clear);
}
