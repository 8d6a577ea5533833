/* SPDX-License-Identifier: MIT */
/* Data files of LAMMPS and tables: bodies come back from what was written; damaged files are
 * refused with their line. */
#include "chance.h"
#include "io/frame_read.h"
#include "setup.h"
#include "suite.h"

enum { BODIES = 37 };
static carom_frame_body body[BODIES];
static const char *const material_name[] = {"glass", "steel"};
static carom_frame frame = {.time = 0.25,
                            .step = 77,
                            .body = body,
                            .bodies = BODIES,
                            .material = material_name,
                            .materials = 2,
                            .low = {-1, -2, -3},
                            .high = {4, 5, 6}};

static void fill(void)
{
  chance c = {.seed = 5};
  for (int i = 0; i < BODIES; i++) {
    carom_frame_body *b = &body[i];
    double *all[] = {b->position, b->velocity, b->spin, b->force, b->torque};
    for (int k = 0; k < 15; k++)
      all[k / 3][k % 3] = chance_between(&c, -1, 1) * (k < 3 ? 1 : 1e-7);
    b->radius = chance_between(&c, 1e-4, 2e-3);
    b->mass = chance_between(&c, 1e-9, 1e-5);
    b->id = (uint32_t)(3 * ((i * 11) % BODIES) + 1);
    b->material = i % 2;
    b->fixed = i % 5 == 0;
  }
}

typedef bool writer(const carom_frame *, const carom_frame_coding *, FILE *);

static char *written(writer *write, size_t *length)
{
  const carom_frame_coding plain = {.single = false};
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_true(write(&frame, &plain, file));
  *length = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(*length); /* of the exact size: reads beyond the end are noticed */
  assert_int_equal(fread(bytes, 1, *length, file), *length);
  fclose(file);
  return bytes;
}

static void read_back(writer *write, const char *path, carom_frame_held *held)
{
  carom_error err = {.code = CAROM_OK};
  size_t length;
  char *text = written(write, &length);
  *held = (carom_frame_held){.has = 0};
  if (carom_frame_read_bytes(text, length, path, held, &err) != CAROM_OK) fail_msg("%s", err.text);
  free(text);
  assert_int_equal(held->frame.bodies, BODIES);
}

static void a_table_comes_back_to_the_bit(void **state)
{
  (void)state;
  carom_frame_held held;
  fill();
  read_back(carom_frame_csv, "a.csv", &held);
  assert_int_equal(held.has, CAROM_HELD_ALL);
  for (int i = 0; i < BODIES; i++)
    assert_memory_equal(held.frame.body[i].position, body[i].position, 17 * sizeof(double));
  for (int i = 0; i < BODIES; i++) {
    const carom_frame_body *b = &held.frame.body[i];
    assert_true(b->id == body[i].id && b->material == body[i].material &&
                b->fixed == body[i].fixed);
  }
  carom_frame_held_free(&held);
}

/* Masses go through a density: a rounding or two. */
static void a_data_file_comes_back(void **state)
{
  (void)state;
  carom_frame_held held;
  fill();
  read_back(carom_frame_data, "a.data", &held);
  const unsigned has = CAROM_HELD_VELOCITY | CAROM_HELD_SPIN | CAROM_HELD_MASS | CAROM_HELD_ID |
                       CAROM_HELD_MATERIAL;
  assert_int_equal(held.has, has);
  assert_true(held.boxed);
  assert_memory_equal(held.frame.low, frame.low, sizeof frame.low);
  assert_memory_equal(held.frame.high, frame.high, sizeof frame.high);
  for (int i = 0; i < BODIES; i++) {
    const carom_frame_body *b = &held.frame.body[i];
    assert_memory_equal(b->position, body[i].position, 9 * sizeof(double));
    assert_true(b->radius == body[i].radius && b->id == body[i].id);
    assert_true(b->material == body[i].material);
    assert_close(b->mass, body[i].mass, 1e-15);
  }
  carom_frame_held_free(&held);
}

/* Clumps, how they are turned, and damage of bonds, where a format has them. */
static void clumps_and_damage_come_back(void **state)
{
  (void)state;
  static const struct {
    writer *write;
    const char *path;
    bool damage;
  } format[] = {{carom_frame_vtp_bodies, "a.vtp", true},
                {carom_frame_xyz, "a.xyz", false},
                {carom_frame_dump, "a.dump", false}};
  const unsigned clumps = CAROM_HELD_CLUMP | CAROM_HELD_ORIENTATION;
  chance c = {.seed = 9};
  fill();
  for (int i = 0; i < BODIES; i++) {
    body[i].clump = i % 3 ? i : -1;
    body[i].damage = chance_between(&c, 0, 1);
    for (int k = 0; k < 4; k++)
      body[i].orientation[k] = chance_between(&c, -1, 1);
  }
  frame.clumps = frame.bonded = true;
  for (int f = 0; f < COUNT(format); f++) {
    carom_frame_held held;
    read_back(format[f].write, format[f].path, &held);
    assert_int_equal(held.has,
                     CAROM_HELD_ALL | clumps | (format[f].damage ? CAROM_HELD_DAMAGE : 0));
    assert_true(held.frame.clumps && held.frame.bonded == format[f].damage);
    for (int i = 0; i < BODIES; i++) {
      const carom_frame_body *b = &held.frame.body[i];
      assert_true(b->clump == body[i].clump);
      assert_memory_equal(b->orientation, body[i].orientation, sizeof b->orientation);
      if (format[f].damage) assert_true(b->damage == body[i].damage);
    }
    carom_frame_held_free(&held);
  }
  frame.clumps = frame.bonded = false;
}

/* As LAMMPS writes them: masses, image flags, remarks, velocities in another order. */
static void files_of_lammps_are_read(void **state)
{
  (void)state;
  static const char text[] = "LAMMPS data file via write_data\n\n2 atoms\n1 atom types\n\n"
                             "0 2 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n\nMasses\n\n1 1\n\n"
                             "PairIJ Coeffs # granular\n\n1 1\n\n"
                             "Atoms # sphere\n\n7 1 0.2 3000 0.5 0.25 0.125 -1 2 0 # here\n"
                             "3 1 0.1 1000 1.5 0.5 0.5 0 0 0\n\nVelocities\n\n"
                             "3 1 2 3 4 5 6\n7 -1 -2 -3 -4 -5 -6\n";
  carom_frame_held held = {.has = 0};
  carom_error err = {.code = CAROM_OK};
  if (carom_frame_read_bytes(text, sizeof text - 1, "a.data", &held, &err) != CAROM_OK)
    fail_msg("%s", err.text);
  const carom_frame_body *b = held.frame.body;
  assert_int_equal(held.frame.bodies, 2);
  assert_true(b[0].id == 7 && b[0].position[0] == -1.5 && b[0].position[1] == 2.25);
  assert_true(b[0].velocity[2] == -3 && b[0].spin[0] == -4 && b[1].velocity[0] == 1);
  assert_close(b[0].mass, 3000 * 4 / 3. * 3.14159265358979324 * 1e-3, 1e-15);
  carom_frame_held_free(&held);
}

/* A box that is sheared in any plane, in either direction. Formats with bounds of the tilted cell
 * round its corners; a data file has no room for a flow along an axis above the gradient's. */
static void sheared_boxes_come_back(void **state)
{
  (void)state;
  static const struct {
    writer *write;
    const char *path;
    bool exact;
  } format[] = {{carom_frame_xyz, "a.xyz", false},
                {carom_frame_vtp_bodies, "a.vtp", true},
                {carom_frame_dump, "a.dump", false},
                {carom_frame_data, "a.data", true}};
  const carom_frame upright = frame;
  fill();
  for (int k = 0; k < COUNT(format); k++)
    for (int plane = 0; plane < 18; plane++) {
      carom_frame_held held;
      const carom_frame *f = &held.frame;
      frame.flow = plane % 3, frame.gradient = plane / 3 % 3;
      frame.offset = plane < 9 ? 0.8125 : -0.8125;
      if (frame.flow == frame.gradient) continue;
      if (format[k].write == carom_frame_data && frame.flow > frame.gradient) continue;
      read_back(format[k].write, format[k].path, &held);
      assert_true(held.boxed && f->offset == frame.offset);
      assert_true(f->flow == frame.flow && f->gradient == frame.gradient);
      for (int i = 0; i < 3; i++) {
        assert_true(fabs(f->low[i] - frame.low[i]) <= (format[k].exact ? 0 : 4e-15));
        assert_true(fabs(f->high[i] - frame.high[i]) <= (format[k].exact ? 0 : 4e-15));
      }
      carom_frame_held_free(&held);
    }
  frame = upright;
}

static void damaged_files_are_refused(void **state)
{
  (void)state;
  static const struct {
    const char *text, *says;
  } wrong[] = {
      {"x\n", "no section 'Atoms'"},
      {"x\n1 atoms\n", "too short for so many atoms"},
      {"x\nAtoms # sphere\n\n1 1 1 1 0 0 0\n", "must stand before them"},
      {"x\n1 atoms\nAtoms # atomic\n\n1 1 0 0 0\n", "the style of the atoms is 'atomic'"},
      {"x\n1 atoms\nAtoms # sphere\n\n1 1 0 0 0\n", "id type diameter density x y z"},
      {"x\n2 atoms\nAtoms\n\n1 1 1 1 0 0 0\n", "ends after 1 of 2 atoms"},
      {"x\n1 atoms\nAtoms\n\n1 1 1 1 0 0 0\nVelocities\n\n2 0 0 0 0 0 0\n", "no atom 2"},
      {"x\n1 atoms\nAtoms\n\n1 1 1 1 0 0 0\nVelocities\n\n1 0 0 0\n", "id vx vy vz wx wy wz"},
      {"x\n1 atoms\nVelocities\n\n1 0 0 0 0 0 0\n", "before their velocities"},
      {"x\n1e9 atoms\n", "too short for so many atoms"},
      {"x\n1 atoms\n0 1 xlo xhi\n0 0.1 0.2 xy xz yz\n", "more than one plane"},
      {"x\n1 atoms\n0 1 xlo xhi\n0 no 0.2 xy xz yz\n", "three numbers"},
      {"x\n1 atoms\nAtoms\n\n1 1 0 1 0 0 0\n", "a radius of 0 m"},
      {"x\n1 atoms\nAtoms\n\n1 0 1 1 0 0 0\nAtoms\n", "two sections 'Atoms'"},
  };
  for (int k = 0; k < COUNT(wrong); k++) {
    carom_frame_held held = {.has = 0};
    carom_error err = {.code = CAROM_OK};
    const size_t length = strlen(wrong[k].text);
    char *exact = malloc(length);
    memcpy(exact, wrong[k].text, length);
    if (carom_frame_read_bytes(exact, length, "a.data", &held, &err) == CAROM_OK)
      fail_msg("%d is read", k);
    if (!strstr(err.text, wrong[k].says)) fail_msg("%d: '%s'", k, err.text);
    carom_frame_held_free(&held);
    free(exact);
  }
}

SUITE("frames in other formats", a_table_comes_back_to_the_bit, a_data_file_comes_back,
      clumps_and_damage_come_back, files_of_lammps_are_read, sheared_boxes_come_back,
      damaged_files_are_refused)
