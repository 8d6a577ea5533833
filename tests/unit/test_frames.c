/* SPDX-License-Identifier: MIT */
/* Frames of a scene: every file is there, bodies and forces are those of the scene, and a frame
 * that cannot be written is told. tests/frames looks at the formats themselves. */
#define _POSIX_C_SOURCE 200809L
#include <sys/stat.h>
#include <unistd.h>

#include "io/file.h"
#include "io/frames_scene.h"
#include "io/grains_read.h"
#include "scenes.h"

static const char *folder_of(const char *name)
{
  static char path[512];
  snprintf(path, sizeof path, "%s/frames.%s.%d", CAROM_BINARY_DIR, name, (int)getpid());
  mkdir(path, 0777);
  return path;
}

static char *read_and_remove(const char *folder, const char *name)
{
  char path[600], *text;
  size_t length;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  if (carom_file_read(path, SIZE_MAX, &text, &length, NULL) != CAROM_OK) fail_msg("no %s", path);
  remove(path);
  return text;
}

/* Three spheres on a floor, one pressed against another. */
static stage *few(void)
{
  stage *s = stage_new();
  add_grain(s, 1e-3, 0, 0, 0.99e-3);
  add_grain(s, 1e-3, 1.99e-3, 0, 0.99e-3); /* the line between them is level */
  add_grain(s, 2e-3, 0, 8e-3, 2.5e-3)->velocity[2] = 0.125;
  s->def.walls = 1;
  s->def.step = 1e-7;
  return s;
}

/* The bodies of a frame, read as a file of spheres, are those of the scene. */
static void comes_back(const char *text, carom_scene_view view, const bool *fixed,
                       const char *const *material)
{
  const char *const names[] = {"another", material[0]};
  const carom_grains_wish wish = {.material = names, .materials = 2};
  carom_grains grains;
  carom_error err;
  if (carom_grains_read(text, strlen(text), CAROM_GRAINS_XYZ, &wish, &grains, &err) != CAROM_OK)
    fail_msg("%s", err.text);
  assert_int_equal(grains.count, view.count);
  assert_string_equal(grains.unread, "");
  for (int64_t i = 0; i < view.count; i++) {
    const carom_scene_grain *g = &view.grain[i];
    const carom_scene_particle *p = &grains.list[i];
    assert_true(p->radius == g->radius && p->mass == g->mass && p->id == g->id);
    assert_int_equal(p->material, 1); /* by its name, which has another number here */
    assert_int_equal(p->fixed, fixed[i]);
    assert_memory_equal(p->position, g->position, sizeof g->position);
    for (int k = 0; k < 3; k++)
      assert_true(p->velocity[k] == g->velocity[k] && p->spin[k] == g->spin[k]);
  }
  free(grains.list);
}

static void frames_show_the_scene(void **state)
{
  (void)state;
  stage *s = few();
  s->particle[1].fixed = true;
  carom_scene *scene = staged(s);
  static const bool fixed[] = {false, true, false};
  static const char *const material[] = {"a \"b\"\\"};
  carom_frames frames = {
      .folder = folder_of("shown"), .formats = 15, .material = material, .materials = 1};
  carom_error err;
  for (int i = 0; i < 2; i++) {
    if (carom_frames_add(&frames, scene, &err) != CAROM_OK) fail_msg("%s", err.text);
    play(scene, 10);
  }
  assert_int_equal(frames.count, 2);
  assert_int_equal(carom_frames_add(&frames, scene, &err), CAROM_OK);
  assert_int_equal(carom_frames_finish(&frames, &err), CAROM_OK);
  char *text = read_and_remove(frames.folder, "frame_000002.xyz");
  comes_back(text, carom_scene_sample(scene), fixed, material);
  free(text);
  text = read_and_remove(frames.folder, "frame_000000.xyz");
  assert_memory_equal(text, "3\nLattice=", 10);
  assert_non_null(strstr(text, "X 0 0 0.00099 0.001 0 0 0 0 0 0 1 0 "));
  assert_non_null(strstr(text, "X 0 0.008 0.0025 0.002 0 0 0.125 0 0 0 3 0 "));
  free(text);
  text = read_and_remove(frames.folder, "contacts_000000.vtp");
  assert_non_null(strstr(text, "NumberOfLines=\"2\""));
  free(text);
  text = read_and_remove(frames.folder, "bodies.pvd");
  assert_non_null(strstr(text, "timestep=\"1e-06\" part=\"0\" file=\"bodies_000001.vtp\""));
  free(text);
  static const char *const others[] = {
      "frame_000001.xyz",  "frame_000000.dump",   "frame_000001.dump", "bodies_000000.vtp",
      "bodies_000001.vtp", "contacts_000001.vtp", "contacts.pvd",      "frame_000002.dump",
      "bodies_000002.vtp", "contacts_000002.vtp"};
  for (int i = 0; i < COUNT(others); i++)
    free(read_and_remove(frames.folder, others[i]));
  assert_int_equal(rmdir(frames.folder), 0); /* and nothing else is left */
  carom_frames_free(&frames);
  carom_scene_destroy(scene);
  free(s);
}

static void forces_of_lines_balance_the_bodies(void **state)
{
  (void)state;
  stage *s = few();
  carom_scene *scene = staged(s);
  carom_frames frames = {.folder = folder_of("forces"), .formats = CAROM_FRAME_CONTACTS};
  assert_int_equal(carom_frames_add(&frames, scene, NULL), CAROM_OK);
  assert_int_equal(carom_frames_finish(&frames, NULL), CAROM_OK);
  char path[600];
  snprintf(path, sizeof path, "%s/contacts_000000.vtp", frames.folder);
  char *text;
  size_t length;
  assert_int_equal(carom_file_read(path, SIZE_MAX, &text, &length, NULL), CAROM_OK);
  const char *mark = strstr(text, "<AppendedData encoding=\"raw\">\n_");
  assert_non_null(mark);
  /* the ends of three lines, behind their length; then the forces behind theirs */
  const char *at = mark + strlen("<AppendedData encoding=\"raw\">\n_") + 8 + 3 * 6 * 8 + 8;
  double force[3][3], sum = 0;
  memcpy(force, at, sizeof force);
  for (int i = 0; i < 3; i++)
    sum += force[i][2];
  const carom_scene_view view = carom_scene_sample(scene);
  assert_close(sum, view.grain[0].force[2] + view.grain[1].force[2], 1e-12);
  assert_true(sum > 0);
  free(text), remove(path);
  snprintf(path, sizeof path, "%s/contacts.pvd", frames.folder);
  remove(path), rmdir(frames.folder);
  carom_frames_free(&frames);
  carom_scene_destroy(scene);
  free(s);
}

/* From centre to centre, whatever the sizes, also across a border. */
static void lines_end_in_centres(void **state)
{
  (void)state;
  stage *s = stage_new();
  add_grain(s, 1e-3, 0.5e-3, 5e-3, 5e-3);
  add_grain(s, 2e-3, 18.5e-3, 7.2e-3, 5e-3);
  s->def.high[0] = 20e-3, s->def.low[0] = 0;
  s->def.periodic[0] = true;
  s->def.step = 1e-7;
  carom_scene *scene = staged(s);
  carom_frames frames = {.folder = folder_of("lines"), .formats = CAROM_FRAME_CONTACTS};
  assert_int_equal(carom_frames_add(&frames, scene, NULL), CAROM_OK);
  assert_int_equal(carom_frames_finish(&frames, NULL), CAROM_OK);
  char path[600], *text;
  size_t length;
  snprintf(path, sizeof path, "%s/contacts_000000.vtp", frames.folder);
  assert_int_equal(carom_file_read(path, SIZE_MAX, &text, &length, NULL), CAROM_OK);
  assert_non_null(strstr(text, "NumberOfLines=\"1\""));
  const char *mark = strstr(text, "<AppendedData encoding=\"raw\">\n_");
  assert_non_null(mark);
  double end[2][3];
  memcpy(end, mark + strlen("<AppendedData encoding=\"raw\">\n_") + 8, sizeof end);
  const double way = end[0][1] < end[1][1] ? 1 : -1; /* either may be the first */
  assert_close(way * (end[1][0] - end[0][0]), -2e-3, 1e-12);
  assert_close(way * (end[1][1] - end[0][1]), 2.2e-3, 1e-12);
  assert_true(end[0][2] == 5e-3 && fabs(end[1][2] - 5e-3) < 1e-17);
  free(text), remove(path);
  free(read_and_remove(frames.folder, "contacts.pvd"));
  assert_int_equal(rmdir(frames.folder), 0);
  carom_frames_free(&frames);
  carom_scene_destroy(scene);
  free(s);
}

static void a_folder_that_is_missing_is_told(void **state)
{
  (void)state;
  stage *s = few();
  carom_scene *scene = staged(s);
  carom_frames frames = {.folder = "/nowhere/at/all", .formats = CAROM_FRAME_XYZ};
  carom_error err;
  /* at the next frame at the latest, or at the end */
  for (int i = 0; i < 6; i++)
    carom_frames_add(&frames, scene, NULL);
  assert_int_equal(carom_frames_add(&frames, scene, &err), CAROM_ERR_IO);
  assert_non_null(strstr(err.text, "cannot be written"));
  assert_int_equal(carom_frames_finish(&frames, &err), CAROM_ERR_IO);
  assert_int_equal(frames.count, 0);
  carom_frames_free(&frames);
  frames = (carom_frames){.folder = "/nowhere/at/all", .formats = CAROM_FRAME_XYZ};
  carom_frames_add(&frames, scene, &err);
  assert_int_equal(carom_frames_finish(&frames, &err), CAROM_ERR_IO);
  assert_int_equal(frames.count, 0);
  carom_frames_free(&frames);
  carom_scene_destroy(scene);
  free(s);
}

SUITE("frames", frames_show_the_scene, forces_of_lines_balance_the_bodies, lines_end_in_centres,
      a_folder_that_is_missing_is_told)
