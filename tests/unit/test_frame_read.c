/* SPDX-License-Identifier: MIT */
/* Frames come back as they were written, whatever the format; damaged ones are refused. */
#include <math.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "io/frame_read.h"
#include "io/grains_read.h"

enum { BODIES = 7, CONTACTS = 4, FACETS = 3 };
static carom_frame_body body[BODIES];
static carom_frame_contact contact[CONTACTS];
static carom_frame_facet facet[FACETS];
static const char *const material[] = {"glass", "steel, \"hard\" \\"};
static const char *const wall[] = {"floor", "<lid> & co"};
static const carom_frame frame = {.time = 1.0 / 3,
                                  .step = 12345678901,
                                  .body = body,
                                  .bodies = BODIES,
                                  .contact = contact,
                                  .contacts = CONTACTS,
                                  .facet = facet,
                                  .facets = FACETS,
                                  .material = material,
                                  .materials = 2,
                                  .wall = wall,
                                  .walls = 2,
                                  .low = {-1, -2.5, -3},
                                  .high = {5, 200, 1.0 / 7},
                                  .periodic = {true, false, true}};

static int set_up(void **state)
{
  (void)state;
  for (int i = 0; i < BODIES; i++) {
    carom_frame_body *b = &body[i];
    for (int k = 0; k < 3; k++) {
      b->position[k] = i / 3.0 - k;
      b->velocity[k] = 1e-3 * i + k;
      b->spin[k] = -i / 7.0;
      b->force[k] = 1e9 / (i + k + 1);
      b->torque[k] = 1e-9 * (i - k);
    }
    b->radius = 0.1 + i / 100.0;
    b->mass = 1.0 / (i + 1);
    b->id = 4294967295u - (uint32_t)i;
    b->material = i % 2;
    b->fixed = i == 3;
  }
  for (int i = 0; i < CONTACTS; i++)
    contact[i] = (carom_frame_contact){.from = {i / 3.0, 1, 2},
                                       .to = {3, i / 7.0, 4},
                                       .force = {5, 6, i / 11.0},
                                       .normal = i / 13.0,
                                       .tangential = i + 0.1,
                                       .overlap = 1e-9 * i,
                                       .a = i,
                                       .b = i == 2 ? -1 : i + 1,
                                       .wall = i == 2 ? 1 : -1};
  for (int i = 0; i < FACETS; i++) {
    facet[i].wall = i % 2;
    facet[i].shell = i == 1;
    facet[i].pressure = 1.5 * i, facet[i].shear = -0.1 * i,
    facet[i].wear = i ? i / 7.0 : (double)NAN;
    for (int k = 0; k < 9; k++)
      facet[i].corner[k / 3][k % 3] = i / 3.0 + k;
  }
  return 0;
}

typedef bool writer(const carom_frame *frame, const carom_frame_coding *coding, FILE *file);

static char *written(writer *write, const carom_frame *of, carom_frame_coding coding,
                     size_t *length)
{
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_true(write(of, &coding, file));
  *length = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(*length); /* of the exact size: reads beyond the end are noticed */
  assert_int_equal(fread(bytes, 1, *length, file), *length);
  fclose(file);
  return bytes;
}

static void add(writer *write, const carom_frame *of, carom_frame_coding coding, const char *path,
                carom_frame_held *held)
{
  size_t length;
  carom_error err = {0};
  char *bytes = written(write, of, coding, &length);
  if (carom_frame_read_bytes(bytes, length, path, held, &err) != CAROM_OK) fail_msg("%s", err.text);
  free(bytes);
}

static void same_contacts(const carom_frame *f)
{
  assert_int_equal(f->contacts, CONTACTS);
  for (int i = 0; i < CONTACTS; i++) {
    const carom_frame_contact *c = &f->contact[i], *want = &contact[i];
    assert_memory_equal(c->from, want->from, sizeof c->from);
    assert_memory_equal(c->to, want->to, sizeof c->to);
    assert_memory_equal(c->force, want->force, sizeof c->force);
    assert_true(c->normal == want->normal && c->tangential == want->tangential);
    assert_true(c->overlap == want->overlap && c->a == want->a && c->b == want->b);
    assert_int_equal(c->wall, want->wall);
  }
}

static void same_bodies(const carom_frame_held *held)
{
  const carom_frame *f = &held->frame;
  assert_int_equal(f->bodies, BODIES);
  assert_int_equal(held->has, 255);
  for (int i = 0; i < BODIES; i++) {
    const carom_frame_body *b = &f->body[i], *want = &body[i];
    assert_memory_equal(b->position, want->position, sizeof b->position);
    assert_memory_equal(b->velocity, want->velocity, sizeof b->velocity);
    assert_memory_equal(b->spin, want->spin, sizeof b->spin);
    assert_memory_equal(b->force, want->force, sizeof b->force);
    assert_memory_equal(b->torque, want->torque, sizeof b->torque);
    assert_true(b->radius == want->radius && b->mass == want->mass && b->id == want->id);
    assert_true(b->material == want->material && b->fixed == want->fixed);
  }
}

static const struct {
  const char *path;
  writer *bodies, *contacts;
  bool names;
} formats[] = {{"a.vtp", carom_frame_vtp_bodies, carom_frame_vtp_contacts, true},
               {"a.xyz", carom_frame_xyz, carom_frame_xyz_contacts, true},
               {"a.dump", carom_frame_dump, carom_frame_dump_contacts, false}};
enum { FORMATS = sizeof formats / sizeof *formats };

static void frames_come_back_to_the_bit(void **state)
{
  (void)state;
  for (int k = 0; k < FORMATS; k++) {
    carom_frame_held held = {.has = 0};
    const carom_frame_coding plain = {.single = false};
    add(formats[k].bodies, &frame, plain, formats[k].path, &held);
    add(formats[k].contacts, &frame, plain, formats[k].path, &held);
    add(carom_frame_vtp_walls, &frame, plain, "a.vtp", &held);
    same_bodies(&held);
    same_contacts(&held.frame);
    const carom_frame *f = &held.frame;
    assert_true(f->time == frame.time && f->step == frame.step && held.contacts);
    assert_memory_equal(f->low, frame.low, sizeof f->low);
    for (int i = 0; i < 3; i++) /* extended XYZ tells the edge, not the end */
      assert_true(f->high[i] - frame.high[i] < 1e-15 && frame.high[i] - f->high[i] < 1e-15);
    assert_memory_equal(f->periodic, frame.periodic, sizeof f->periodic);
    assert_int_equal(f->facets, FACETS);
    for (int i = 0; i < FACETS; i++) {
      assert_memory_equal(f->facet[i].corner, facet[i].corner, sizeof facet[i].corner);
      assert_int_equal(f->facet[i].wall, facet[i].wall);
      assert_int_equal(f->facet[i].shell, facet[i].shell);
      assert_memory_equal(&f->facet[i].pressure, &facet[i].pressure, 3 * sizeof(double));
    }
    assert_int_equal(f->walls, 2);
    assert_string_equal(f->wall[1], wall[1]);
    assert_string_equal(f->material[1], material[1]); /* a dump has them from the walls */
    carom_frame_held_free(&held);
  }
}

static void nothing_comes_back_as_nothing(void **state)
{
  (void)state;
  carom_frame empty = frame;
  empty.bodies = empty.contacts = empty.facets = 0;
  for (int k = 0; k < FORMATS; k++) {
    carom_frame_held held = {.has = 0};
    const carom_frame_coding plain = {.single = false};
    add(formats[k].bodies, &empty, plain, formats[k].path, &held);
    add(formats[k].contacts, &empty, plain, formats[k].path, &held);
    assert_true(held.frame.bodies == 0 && held.frame.contacts == 0 && held.contacts);
    carom_frame_held_free(&held);
  }
}

static void single_precision_rounds_once(void **state)
{
  (void)state;
  carom_frame_held held = {.has = 0};
  add(carom_frame_vtp_bodies, &frame, (carom_frame_coding){.single = true}, "a.vtp", &held);
  for (int i = 0; i < BODIES; i++) {
    assert_true(held.frame.body[i].position[1] == (double)(float)body[i].position[1]);
    assert_true(held.frame.body[i].radius == (double)(float)body[i].radius);
    assert_true(held.frame.body[i].id == body[i].id);
  }
  carom_frame_held_free(&held);
}

/* Enough bodies for several blocks. */
static void compressed_frames_come_back_to_the_bit(void **state)
{
  (void)state;
  enum { MANY = 30000 };
  static carom_frame_body many[MANY];
  for (int i = 0; i < MANY; i++) {
    many[i] = body[i % BODIES];
    many[i].position[2] = i / 7.0;
    many[i].id = (uint32_t)i;
  }
  carom_frame large = frame;
  large.body = many, large.bodies = MANY;
  size_t length[2];
  for (int packed = 0; packed < 2; packed++) {
    char *bytes = written(carom_frame_vtp_bodies, &large,
                          (carom_frame_coding){.compressed = packed}, &length[packed]);
    free(bytes);
  }
  assert_true(2 * length[1] < length[0]);
  carom_frame_held held = {.has = 0};
  add(carom_frame_vtp_bodies, &large, (carom_frame_coding){.compressed = true}, "a.vtp", &held);
  assert_int_equal(held.frame.bodies, MANY);
  for (int i = 0; i < MANY; i++) {
    assert_memory_equal(held.body[i].position, many[i].position, sizeof many[i].position);
    assert_memory_equal(held.body[i].torque, many[i].torque, sizeof many[i].torque);
    assert_int_equal(held.body[i].id, i);
  }
  carom_frame_held_free(&held);
}

/* The file as the other kind of machine would have written it. */
static void either_order_of_bytes_is_read(void **state)
{
  (void)state;
  size_t length;
  char *bytes = written(carom_frame_vtp_bodies, &frame, (carom_frame_coding){.single = false},
                        &length);
  char *text = calloc(length + 1, 1);
  memcpy(text, bytes, length);
  char *order = strstr(text, "LittleEndian");
  assert_non_null(order);
  memcpy(order, "BigEndian\"  ", 12); /* a quote and two blanks more */
  order[12] = ' ';
  char *at = strstr(text, "encoding=\"raw\">\n_") + 17;
  /* lengths and values in the order of the file: 3 vectors and radius, mass ... */
  static const struct {
    int size, values;
  } array[] = {{8, 3}, {8, 1}, {8, 1}, {8, 3}, {8, 3}, {8, 3},
               {8, 3}, {4, 1}, {4, 1}, {1, 1}, {8, 1}, {8, 1}};
  for (size_t k = 0; k < sizeof array / sizeof *array; k++)
    for (int i = -1; i < BODIES * array[k].values; i++) {
      const int size = i < 0 ? 8 : array[k].size;
      for (int b = 0; b < size / 2; b++) {
        const char one = at[b];
        at[b] = at[size - 1 - b];
        at[size - 1 - b] = one;
      }
      at += size;
    }
  carom_frame_held held = {.has = 0};
  carom_error err;
  if (carom_frame_read_bytes(text, length, "a.vtp", &held, &err) != CAROM_OK)
    fail_msg("%s", err.text);
  same_bodies(&held);
  carom_frame_held_free(&held);
  free(text), free(bytes);
}

/* As other programs write it: text, 32-bit integers, a polygon of four corners. */
static void files_of_others_are_read(void **state)
{
  (void)state;
  static const char text[] =
      "<?xml version='1.0'?>\n<VTKFile type='PolyData' version='0.1' byte_order='LittleEndian'>\n"
      "<PolyData><Piece NumberOfPoints='4' NumberOfPolys='1'>\n<Points>"
      "<DataArray type='Float32' NumberOfComponents='3' format='ascii'>\n0 0 0 1 0 0\n 1 1 0 0 1 "
      "0\n</DataArray></Points>\n<Polys><DataArray type='Int32' Name='connectivity' "
      "format='ascii'>0 1 2 3</DataArray><DataArray type='Int32' Name='offsets' "
      "format='ascii'>4</DataArray></Polys></Piece></PolyData></VTKFile>\n";
  carom_frame_held held = {.has = 0};
  carom_error err;
  if (carom_frame_read_bytes(text, sizeof text - 1, "a.vtp", &held, &err) != CAROM_OK)
    fail_msg("%s", err.text);
  assert_int_equal(held.frame.facets, 2);
  assert_true(held.frame.facet[1].corner[1][1] == 1 && held.frame.facet[1].corner[2][0] == 0);
  carom_frame_held_free(&held);
}

/* Every file that is cut anywhere, or has a byte changed, is refused or read, without harm. */
static void damage_is_survived(void **state)
{
  (void)state;
  static writer *const writers[] = {carom_frame_vtp_bodies, carom_frame_vtp_contacts,
                                    carom_frame_vtp_walls,  carom_frame_dump,
                                    carom_frame_xyz,        carom_frame_dump_contacts};
  static const char *const path[] = {"a.vtp", "a.vtp", "a.vtp", "a.dump", "a.xyz", "a.dump"};
  for (int k = 0; k < 6; k++) {
    size_t length;
    char *bytes = written(writers[k], &frame, (carom_frame_coding){.single = false}, &length);
    int refused = 0;
    for (size_t cut = 0; cut < length; cut += 7) {
      char *part = malloc(cut + 1);
      memcpy(part, bytes, cut);
      carom_frame_held held = {.has = 0};
      carom_error err = {0};
      if (carom_frame_read_bytes(part, cut, path[k], &held, &err) != CAROM_OK) {
        refused++;
        assert_true(err.text[0]);
      }
      carom_frame_held_free(&held);
      free(part);
      bytes[cut] = (char)(bytes[cut] ^ 0x15);
      carom_frame_read_bytes(bytes, length, path[k], &held, &err);
      carom_frame_held_free(&held);
      bytes[cut] = (char)(bytes[cut] ^ 0x15);
    }
    assert_true(refused > (int)(length / 7) / 2);
    free(bytes);
  }
}

/* The start of a run: materials by name, whatever their order; those of a dump by number. */
static void frames_start_a_run(void **state)
{
  (void)state;
  static const char *const turned[] = {"steel, \"hard\" \\", "wood", "glass"};
  static const carom_grains_format format[] = {CAROM_GRAINS_VTP, CAROM_GRAINS_XYZ,
                                               CAROM_GRAINS_DUMP};
  for (int k = 0; k < FORMATS; k++) {
    size_t length;
    carom_grains grains;
    carom_error err = {0};
    carom_grains_wish wish = {
        .like = carom_scene_particle_default(), .material = turned, .materials = 3};
    char *bytes = written(formats[k].bodies, &frame, (carom_frame_coding){.single = false},
                          &length);
    assert_int_equal(carom_grains_format_of(formats[k].path), format[k]);
    if (carom_grains_read(bytes, length, format[k], &wish, &grains, &err) != CAROM_OK)
      fail_msg("%s", err.text);
    assert_true(grains.count == BODIES && grains.ids && grains.frame);
    assert_int_equal(grains.numbered, format[k] == CAROM_GRAINS_DUMP);
    assert_string_equal(grains.unread, "");
    for (int i = 0; i < BODIES; i++) {
      const carom_scene_particle *p = &grains.list[i];
      assert_memory_equal(p->position, body[i].position, sizeof p->position);
      assert_memory_equal(p->velocity, body[i].velocity, sizeof p->velocity);
      assert_memory_equal(p->spin, body[i].spin, sizeof p->spin);
      assert_true(p->radius == body[i].radius && p->mass == body[i].mass && p->id == body[i].id);
      assert_true(p->fixed == body[i].fixed);
      assert_int_equal(p->material, grains.numbered ? i % 2 : 2 - 2 * (i % 2));
    }
    free(grains.list);
    wish.materials = 1; /* no glass, no second number */
    assert_int_not_equal(carom_grains_read(bytes, length, format[k], &wish, &grains, &err), 0);
    assert_non_null(strstr(err.text, "by 'material'"));
    free(bytes);
    bytes = written(formats[k].contacts, &frame, (carom_frame_coding){.single = false}, &length);
    assert_int_not_equal(carom_grains_read(bytes, length, format[k], &wish, &grains, &err), 0);
    free(bytes);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(frames_come_back_to_the_bit),
      cmocka_unit_test(nothing_comes_back_as_nothing),
      cmocka_unit_test(single_precision_rounds_once),
      cmocka_unit_test(compressed_frames_come_back_to_the_bit),
      cmocka_unit_test(either_order_of_bytes_is_read),
      cmocka_unit_test(files_of_others_are_read),
      cmocka_unit_test(damage_is_survived),
      cmocka_unit_test(frames_start_a_run),
  };
  return cmocka_run_group_tests(tests, set_up, NULL);
}
