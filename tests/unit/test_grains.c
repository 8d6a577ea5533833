/* SPDX-License-Identifier: MIT */
/* Spheres from tables and from extended XYZ. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

#include "io/grain_ids.h"
#include "io/grains_read.h"
#include "io/scene_bonds.h"

static const char *const names[] = {"glass", "steel, \"hard\" \\", "wood"};
static carom_grains grains;
static carom_error err;

static carom_status read_with(bool xyz, const char *text, unsigned given)
{
  carom_grains_wish wish = {carom_scene_particle_default(), given, names, 3};
  wish.like.radius = given & CAROM_GIVEN_RADIUS ? 0.25 : CAROM_UNSET;
  wish.like.mass = given & CAROM_GIVEN_MASS ? 3 : CAROM_UNSET;
  wish.like.velocity[2] = 11;
  wish.like.spin[2] = 12;
  wish.like.material = 2;
  wish.like.fixed = given & CAROM_GIVEN_FIXED;
  free(grains.list);
  const size_t length = strlen(text);
  char *exact = malloc(length); /* nothing ends the text */
  memcpy(exact, text, length);
  const carom_status status = carom_grains_read(
      exact, length, xyz ? CAROM_GRAINS_XYZ : CAROM_GRAINS_CSV, &wish, &grains, &err);
  free(exact);
  return status;
}

static carom_status read_as(bool xyz, const char *text)
{
  return read_with(xyz, text, CAROM_GIVEN_MATERIAL);
}

static void refused_with(bool xyz, const char *text, unsigned given, int line, const char *why)
{
  err = (carom_error){0};
  assert_int_not_equal(read_with(xyz, text, given), CAROM_OK);
  assert_null(grains.list);
  assert_int_equal(grains.count, 0);
  if (!strstr(err.text, why)) fail_msg("'%s' does not tell '%s'", err.text, why);
  if (err.line != line) fail_msg("'%s' is of line %d, not %d", why, err.line, line);
}

static void refused(bool xyz, const char *text, int line, const char *why)
{
  refused_with(xyz, text, CAROM_GIVEN_MATERIAL, line, why);
}

static void tables_have_units(void **state)
{
  (void)state;
  assert_int_equal(read_as(false, "x[mm],y,z,radius[mm],wz,id\n1,2,3,4,5,6\n0,0,0,1,0,7\n"), 0);
  assert_int_equal(grains.count, 2);
  assert_true(grains.list[0].position[0] == 1e-3 && grains.list[0].position[2] == 3 &&
              grains.list[0].radius == 4e-3);
  assert_true(grains.list[0].spin[2] == 5 && grains.list[0].id == 6 && grains.list[1].id == 7);
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
    assert_int_equal(grains.count, 1);
    assert_true(grains.list->position[1] == 2 && grains.list->radius == 0.5 &&
                grains.list->velocity[2] == 6);
    assert_true(grains.list->spin[0] == 7 && grains.list->spin[2] == 9 && grains.list->id == 10);
  }
  assert_int_equal(read_as(true, "1\nProperties=pos:R:3:radius:R:1:omega:R:3\n1 2 3 4 5 6 7\n"), 0);
  assert_true(grains.list->spin[0] == 5 && grains.list->spin[2] == 7);
}

/* Lines are read whole, however long they are and however many columns they have. */
static void long_lines_are_read_whole(void **state)
{
  (void)state;
  enum { COLUMNS = 3000, ROOM = 40 * COLUMNS };
  char *text = malloc(ROOM);
  int used = snprintf(text, ROOM, "1\nComment=\"%05000d Properties=none\" ", 0);
  used += snprintf(text + used, ROOM - (size_t)used, "Properties=odd:R:%d:pos:R:3:radius:R:1\n",
                   COLUMNS);
  for (int i = 0; i < COLUMNS; i++)
    used += snprintf(text + used, ROOM - (size_t)used, "0.%09d ", i);
  snprintf(text + used, ROOM - (size_t)used, "1 2 3 0.5\n");
  if (read_as(true, text) != CAROM_OK) fail_msg("%s", err.text);
  assert_true(grains.list->position[0] == 1 && grains.list->radius == 0.5);
  assert_string_equal(grains.unread, "odd");
  free(text);
}

/* By the names that the second line gives to numbers, or by words. */
static void materials_have_names(void **state)
{
  (void)state;
  static const char text[] =
      "3\nmaterial_0=\"steel, \\\"hard\\\" \\\\\" material_7=glass Properties=pos:R:3:radius:R:1:"
      "material:I:1:fixed:L:1\n0 0 0 1 7 F\n0 0 4 1 0 T\n0 0 8 1 7 F\n";
  if (read_with(true, text, 0) != CAROM_OK) fail_msg("%s", err.text);
  assert_true(grains.list[0].material == 0 && grains.list[1].material == 1);
  assert_true(grains.list[2].material == 0 && !grains.list[0].fixed && grains.list[1].fixed);
  assert_int_equal(read_as(true, text), CAROM_OK); /* what is given holds */
  assert_true(grains.list[0].material == 2 && grains.list[1].material == 2);
  assert_int_equal(
      read_with(true, "1\nProperties=material:S:1:pos:R:3:radius:R:1\nglass 0 0 0 1\n", 0), 0);
  assert_int_equal(grains.list->material, 0);
#define COLUMNS "Properties=pos:R:3:radius:R:1:material:"
  refused_with(true, "1\n" COLUMNS "I:1\n0 0 0 1 1\n", 0, 3, "does not say what material 1 is");
  refused_with(true, "1\n" COLUMNS "I:1 material_1=iron\n0 0 0 1 1\n", 0, 3, "'iron'");
  refused_with(true, "1\n" COLUMNS "S:1\n0 0 0 1 iron\n", 0, 3, "'iron'");
  refused_with(true, "1\n" COLUMNS "R:1\n0 0 0 1 0.5\n", 0, 3, "no number of a material");
  refused_with(true, "1\nProperties=pos:R:3:radius:R:1\n0 0 0 1\n", 0, 0, "add 'material'");
  refused_with(false, "x,y,z,radius,material\n0,0,0,1,1\n", 0, 0, "add 'material'");
}

/* What is given holds, whatever the file says; where neither tells, defaults do. */
static void what_is_given_holds(void **state)
{
  (void)state;
  static const char all[] = "x,y,z,radius,vz,wz,mass,fixed,colour\n1,2,3,4,5,6,7,1,8\n";
  assert_int_equal(read_as(false, all), CAROM_OK);
  assert_true(grains.list->radius == 4 && grains.list->velocity[2] == 5);
  assert_true(grains.list->spin[2] == 6 && grains.list->mass == 7 && grains.list->fixed);
  assert_string_equal(grains.unread, "colour");
  assert_non_null(strstr(grains.bare, "x in m, y in m, z in m, radius in m, vz in m/s"));
  assert_false(grains.ids);
  assert_int_equal(read_with(false, all, 31), CAROM_OK);
  assert_true(grains.list->radius == 0.25 && grains.list->velocity[2] == 11);
  assert_true(grains.list->spin[2] == 12 && grains.list->mass == 3);
  assert_int_equal(read_with(false, "x,y,z,fixed,id\n1,2,3,0,4\n", 63), CAROM_OK);
  assert_true(grains.list->radius == 0.25 && grains.list->fixed && grains.ids);
  assert_int_equal(read_as(false, "x[m];y[m];z[m];radius[m]\n1;2;3;4\n"), CAROM_OK);
  assert_true(grains.list->radius == 4 && !*grains.bare);
  assert_int_equal(read_as(false, "x,y,z,radius\n1,2,3,4\n"), CAROM_OK);
  assert_true(grains.list->mass == CAROM_UNSET && grains.list->velocity[2] == 11);
}

static void faults_are_told(void **state)
{
  (void)state;
  refused(false, "x,y,z,radius\n", 0, "no rows");
  refused(false, "x,y,z\n1,2,3\n", 0, "no column 'radius'");
  refused(false, "x,y,z,radius\n\n1,2,,4\n", 3, "row 1");
  refused(false, "x,y,z,radius,fixed\n1,2,3,4,2\n", 2, "from 0 to 1");
  refused(false, "x,y,z,radius,id\n1,2,3,4,4294967296\n", 2, "from 0 to 4294967295");
  refused(true, "0\nProperties=pos:R:3:radius:R:1\n", 0, "no rows follow");
  refused(true, "-1\nProperties=pos:R:3:radius:R:1\n", 1, "number of spheres");
  refused(true, "1x\nProperties=pos:R:3:radius:R:1\n1 2 3 4\n", 1, "number of spheres");
  refused(true, "2\nProperties=pos:R:3:radius:R:1\n1 2 3 4\n", 3, "ends after 1 of 2");
  refused(true, "1\nProperties=pos:R:3:radius:R:9223372036854775807\n1 2 3 4\n", 2, "be counted");
  refused(true, "1\nOtherProperties=pos:R:3:radius:R:1\n1 2 3 4\n", 2, "tells its columns");
  refused(true, "1\nProperties=pos:R:3:radius:R:1\n1 2 3 4 5\n", 3, "more columns than the 4");
  refused(true, "1\nProperties=pos:R:3:radius:R:1\n1 2 3\n", 3, "no number in column 4 of 4");
  refused(true, "1\nProperties=pos:R:3:radius:R:1\n1 2 3 4\n1 2 3 4\n", 4, "promises 1");
  refused(true, "1\nProperties=pos:R:3:radius:R:1:velo:R:2\n1 2 3 4 5 6\n", 2, "has 3 columns");
  refused(true, "1\nProperties=pos:S:3:radius:R:1\n1 2 3 4\n", 2, "is made of numbers");
  refused(true, "1\nProperties=pos:R:3:radius:X:1\n1 2 3 4\n", 2, "R, I, L or S");
  refused(true, "1\nProperties=pos:R:3:radius:R:1:spin:R:3:omega:R:3\n1 2 3 4 1 2 3 1 2 3\n", 2,
          "stands twice");
}

/* Those without go on after the largest. */
static void ids_do_not_meet(void **state)
{
  (void)state;
  carom_scene_particle list[6] = {[1] = {.id = 9}, [2] = {.id = 4}, [5] = {.id = 0}};
  carom_id_group group[] = {{0, false}, {1, true}, {3, false}, {5, true}};
  static const uint32_t wanted[] = {10, 9, 4, 11, 12, 0};
  carom_id_clash clash;
  assert_int_equal(carom_grain_ids(list, 6, group, 4, &clash), CAROM_OK);
  for (int i = 0; i < 6; i++)
    assert_int_equal(list[i].id, wanted[i]);
  list[5].id = 9;
  assert_int_equal(carom_grain_ids(list, 6, group, 4, &clash), CAROM_ERR_CONFLICT);
  assert_true(clash.id == 9 && clash.index[0] == 1 && clash.index[1] == 5);
  assert_true(clash.group[0] == 1 && clash.group[1] == 3);
  list[5].id = UINT32_MAX - 2;
  assert_int_equal(carom_grain_ids(list, 6, group, 4, &clash), CAROM_ERR_RANGE);
  assert_int_equal(clash.group[1], 2);
  list[5].id = UINT32_MAX - 3;
  assert_int_equal(carom_grain_ids(list, 6, group, 4, &clash), CAROM_OK);
  assert_true(list[4].id == UINT32_MAX);
  group[1].given = group[3].given = false;
  assert_int_equal(carom_grain_ids(list, 6, group, 4, &clash), CAROM_OK);
  for (int i = 0; i < 6; i++)
    assert_int_equal(list[i].id, i + 1);
}

static int clear(void **state)
{
  (void)state;
  free(grains.list);
  grains.list = NULL;
  return 0;
}

/* Pairs of bonds: what is wrong is told with its line. */
static void pairs_are_read(void **state)
{
  (void)state;
  static const char good[] = "# who\na,b\n1,2\n\n7,4294967295\n",
                    bad[] = "# who\na,b\n1,2\n\n2,-3\n";
  int64_t count;
  int64_t(*pair)[2] = carom_bond_pairs_read(good, sizeof good - 1, &count, &err);
  assert_non_null(pair);
  assert_true(count == 2 && pair[1][0] == 7 && pair[1][1] == UINT32_MAX);
  free(pair);
  assert_null(carom_bond_pairs_read(bad, sizeof bad - 1, &count, &err));
  assert_int_equal(err.line, 5);
}

SUITE_WITH("grains", NULL, clear, tables_have_units, frames_come_back, long_lines_are_read_whole,
           materials_have_names, what_is_given_holds, faults_are_told, ids_do_not_meet,
           pairs_are_read)
