/* SPDX-License-Identifier: MIT */
/* Bonds in frames: who is bonded, what it bears, what has broken; the damage of bodies, read back.
 */
#include <string.h>

#include "bonded.h"
#include "io/frame_read.h"
#include "io/frames_scene.h"

/* Three spheres; the bond between the second and the third breaks, across a periodic border. */
static carom_scene *three(stage *s, carom_scene_bond *bond)
{
  *bond = bond_of(CAROM_BOND_TIMOSHENKO, 2e-3);
  bond->tensile_strength = 1e6;
  for (int i = 0; i < 3; i++)
    add_grain(s, 2e-3, i == 2 ? 2e-3 : 51e-3 + 5e-3 * i, 0, 0);
  s->particle[2].velocity[0] = 5;
  s->def.bond = bond;
  s->def.bonds = 1;
  s->def.low[0] = 0, s->def.high[0] = 59e-3;
  s->def.periodic[0] = true;
  carom_scene *scene = staged(s);
  play(scene, 30);
  assert_int_equal(carom_scene_count_bonds(scene, 0).tension, 1);
  return scene;
}

static size_t written(const carom_frame *frame,
                      bool (*write)(const carom_frame *, const carom_frame_coding *, FILE *),
                      char *to, size_t room)
{
  const carom_frame_coding coding = {.single = false};
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_true(write(frame, &coding, file));
  rewind(file);
  const size_t length = fread(to, 1, room, file);
  fclose(file);
  assert_true(length < room);
  return length;
}

/* Every number of every bond is what it was. */
static void read_back(const carom_frame *frame,
                      bool (*write)(const carom_frame *, const carom_frame_coding *, FILE *),
                      const char *name)
{
  enum { ROOM = 100000 };
  static char text[ROOM];
  carom_frame_held held = {.has = 0};
  carom_error err = {.code = CAROM_OK};
  const size_t length = written(frame, write, text, ROOM);
  if (carom_frame_read_bytes(text, length, name, &held, &err) != CAROM_OK)
    fail_msg("%s: %s", name, err.text);
  assert_true(held.bonds && !held.contacts && held.frame.bonds == frame->bonds);
  assert_memory_equal(held.bond, frame->bond, (size_t)frame->bonds * sizeof *held.bond);
  /* what is cut short is refused */
  assert_true(carom_frame_read_bytes(text, length / 2, name, &held, &err) != CAROM_OK);
  carom_frame_held_free(&held);
}

static void bonds_are_listed(void **state)
{
  (void)state;
  enum { ROOM = 100000 };
  static char text[ROOM];
  carom_scene_bond bond;
  stage *s = stage_new();
  carom_scene *scene = three(s, &bond);
  const carom_frames frames = {.folder = "",
                               .formats = CAROM_FRAME_VTP | CAROM_FRAME_BONDS,
                               .low = {0, -1, -1},
                               .high = {59e-3, 1, 1},
                               .periodic = {true}};
  carom_frame_held held, again = {.has = 0};
  carom_error err;
  assert_int_equal(carom_frames_take(&frames, scene, &held, &err), CAROM_OK);
  assert_int_equal(held.frame.bonds, 2);
  const carom_frame_bond *b = held.bond;
  const int broken = b[0].state ? 0 : 1;
  assert_true(b[broken].state == 1 && b[broken].broken_at > 0 && b[broken].energy > 0);
  assert_true(b[!broken].state == 0 && b[!broken].broken_at == -1);
  assert_true(b[!broken].a + b[!broken].b == 1);
  for (int k = 0; k < 2; k++) /* across the border, too */
    assert_close(fabs(b[k].to[0] - b[k].from[0]), 5e-3, 0.05);
  assert_true(held.body[0].damage == 0 && held.body[1].damage == 0.5 && held.body[2].damage == 1);
  const size_t length = written(&held.frame, carom_frame_vtp_bodies, text, ROOM);
  assert_int_equal(carom_frame_read_bytes(text, length, "a.vtp", &again, &err), CAROM_OK);
  assert_true(again.has & CAROM_HELD_DAMAGE);
  assert_true(again.body[1].damage == 0.5);
  text[written(&held.frame, carom_frame_vtp_bonds, text, ROOM)] = 0;
  assert_non_null(strstr(text, "NumberOfLines=\"2\""));
  assert_non_null(strstr(text, "Name=\"tensile_stress\""));
  text[written(&held.frame, carom_frame_dump_bonds, text, ROOM)] = 0;
  assert_non_null(strstr(text, "NUMBER OF ENTRIES\n2\n"));
  long index, a, to, kind, known;
  const char *row = strchr(strstr(text, "ENTRIES index"), '\n');
  assert_int_equal(sscanf(row, "%ld %ld %ld %ld %ld", &index, &a, &to, &kind, &known), 5);
  assert_true(index == 1 && a == b[0].a && to == b[0].b && kind == 0 && known == b[0].state);
  read_back(&held.frame, carom_frame_vtp_bonds, "b.vtp");
  read_back(&held.frame, carom_frame_dump_bonds, "b.dump");
  carom_frame_held_free(&held);
  carom_frame_held_free(&again);
  carom_scene_destroy(scene);
  free(s);
}

/* Scenes without bonds write what they always did. */
static void nothing_where_there_are_none(void **state)
{
  (void)state;
  enum { ROOM = 100000 };
  static char text[ROOM];
  stage *s = stage_new();
  add_grain(s, 2e-3, 0, 0, 0);
  s->def.step = 1e-6;
  carom_scene *scene = staged(s);
  const carom_frames frames = {.folder = "", .formats = CAROM_FRAME_VTP};
  carom_frame_held held;
  carom_error err;
  assert_int_equal(carom_frames_take(&frames, scene, &held, &err), CAROM_OK);
  text[written(&held.frame, carom_frame_vtp_bodies, text, ROOM)] = 0;
  assert_null(strstr(text, "damage"));
  carom_frame_held_free(&held);
  carom_scene_destroy(scene);
  free(s);
}

SUITE("bonds in frames", bonds_are_listed, nothing_where_there_are_none)
