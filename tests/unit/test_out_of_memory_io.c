/* SPDX-License-Identifier: MIT */
/* Each allocation of the readers and writers of files fails in turn: an error or a fault is
 * reported, nothing leaks, and files that were there before stay as they are. */
#define _POSIX_C_SOURCE 200809L
#include <sys/stat.h>
#include <unistd.h>

#include <carom/io.h>

#include "io/checkpoint.h"
#include "io/csv.h"
#include "io/file.h"
#include "io/frames_scene.h"
#include "io/grains_read.h"
#include "io/json_write.h"
#include "io/measured.h"
#include "io/scene_build.h"
#include "scarce.h"
#include "scenes.h"

/* A text, and where it comes from. */
typedef struct source {
  const char *path;
  char *text;
  size_t length;
} source;

static source source_of(const char *path)
{
  source s = {path, NULL, 0};
  carom_error err = {.code = CAROM_OK};
  if (carom_file_read(path, SIZE_MAX, &s.text, &s.length, &err) != CAROM_OK)
    fail_msg("%s: %s", path, err.text);
  return s;
}

static carom_status a_file(const void *user, carom_error *err)
{
  char *text = (char *)1;
  size_t length;
  const carom_status status = carom_file_read(user, SIZE_MAX, &text, &length, err);
  if (status != CAROM_OK) assert_null(text);
  free(text);
  return status;
}

/* The faults of a scenario that was not read tell of memory, and of nothing else. */
static carom_status first_fault(const carom_faults *faults, carom_error *err)
{
  assert_true(faults->count > 0);
  for (int i = 0; i < faults->count; i++)
    if (faults->fault[i].code != CAROM_ERR_MEMORY)
      fail_msg("%s: %s", faults->fault[i].where, faults->fault[i].text);
  *err = faults->fault[0];
  return err->code;
}

/* With a value that is changed, and the scene of one that has a scene. */
static carom_status a_scenario(const void *user, carom_error *err)
{
  static carom_faults faults;
  static const carom_change change[] = {
      {.path = "run.tolerance", .value = "1e-9"},
      {.path = "title", .value = "a title that is longer than the one before it was"}};
  const source *s = user;
  const bool scene = strstr(s->text, "\nscene:") != NULL;
  carom_scenario *scenario = carom_scenario_read(s->text, s->length, s->text[0] == '{',
                                                 change + scene, 2 - scene, &faults);
  if (!scenario) return first_fault(&faults, err);
  assert_int_equal(faults.count, 0);
  carom_status status = CAROM_OK;
  if (scene) {
    carom_scene_def def;
    carom_scene_parts parts;
    status = carom_scene_build(scenario, "scenarios", &def, &parts, err);
    if (status != CAROM_OK) carom_scene_blame(scenario, &parts, err);
    carom_scene_parts_free(&parts);
  }
  carom_scenario_free(scenario);
  return status;
}

static void scenarios(void **state)
{
  (void)state;
  static const char *const path[] = {
      "tests/scenario/impact.json",         "scenarios/two_spheres_8.yaml",
      "scenarios/chain_dimer.yaml",         "scenarios/chain_vertical_1_laws.yaml",
      "scenarios/four_bar_clearances.yaml", "scenarios/bouncing_ball_linear_0.9.yaml",
      "scenarios/mfix_dem01.yaml",          "scenarios/settling_bed.yaml",
      "scenarios/shaken_packing.yaml",      "tests/restart/scene.yaml"};
  for (int i = 0; i < COUNT(path); i++) {
    source s = source_of(path[i]);
    starve(path[i], a_file, path[i], 1);
    if (s.text[0] == '{' || carom_yaml_known()) starve(path[i], a_scenario, &s, 2);
    free(s.text);
  }
}

static const char *unit_of(const void *user, const char *name)
{
  (void)user;
  return strcmp(name, "force") == 0 ? "N" : strcmp(name, "velocity") == 0 ? "m/s" : NULL;
}

static carom_status a_table(const void *user, carom_error *err)
{
  const source *s = user;
  carom_csv csv;
  const carom_status status = carom_csv_read(s->text, s->length, &csv, err);
  carom_csv_free(&csv);
  return status;
}

static carom_status measured_data(const void *user, carom_error *err)
{
  const source *s = user;
  carom_measured m;
  const carom_status status = carom_measured_read(s->text, s->length, 0, unit_of, NULL, &m, err);
  carom_measured_free(&m);
  return status;
}

static carom_status grains_of(const source *s, bool xyz, carom_error *err)
{
  static const char *const names[] = {"glass", "steel"};
  const carom_grains_wish wish = {.like = carom_scene_particle_default(),
                                  .given = xyz ? 0 : CAROM_GIVEN_MATERIAL,
                                  .material = names,
                                  .materials = 2};
  carom_grains grains = {.list = NULL};
  const carom_status status = carom_grains_read(s->text, s->length, xyz, &wish, &grains, err);
  if (status != CAROM_OK) assert_null(grains.list);
  free(grains.list);
  return status;
}

static carom_status grains_of_table(const void *user, carom_error *err)
{
  return grains_of(user, false, err);
}

static carom_status grains_of_frame(const void *user, carom_error *err)
{
  return grains_of(user, true, err);
}

/* Long enough for arrays that grow. */
static void tables(void **state)
{
  (void)state;
  enum { ROWS = 1500, ROOM = 200000 };
  char *text = malloc(ROOM);
  size_t length = (size_t)snprintf(text, ROOM, "time[ms],force[kN],velocity\n");
  for (int i = 0; i < ROWS; i++)
    length += (size_t)snprintf(text + length, ROOM - length, "%d,%g,%g\n", i, 0.5 * i, 1e-3 * i);
  const source measured = {"measured", text, length};
  starve("table", a_table, &measured, 4);
  starve("measured data", measured_data, &measured, 7);
  length = (size_t)snprintf(text, ROOM, "x[mm],y,z,radius[mm],id,vx\n");
  for (int i = 0; i < ROWS; i++)
    length += (size_t)snprintf(text + length, ROOM - length, "%d,%g,0,1,%d,3\n", i, 0.5 * i, i + 1);
  const source grains = {"grains", text, length};
  starve("spheres of a table", grains_of_table, &grains, 5);
  length = (size_t)snprintf(text, ROOM,
                            "%d\nProperties=species:S:1:pos:R:3:radius:R:1:velo:R:3:id:I:1:"
                            "material:S:1:some:R:2\n",
                            ROWS);
  for (int i = 0; i < ROWS; i++)
    length += (size_t)snprintf(text + length, ROOM - length, "X %d %g 0 1 0 0 0 %d %s 1 2\n", i,
                               0.5 * i, i + 1, i % 2 ? "glass" : "steel");
  const source frame = {"frame", text, length};
  starve("spheres of a frame", grains_of_frame, &frame, 5);
  free(text);
}

static carom_status a_json_text(const void *user, carom_error *err)
{
  (void)user;
  carom_json out = carom_json_to_memory();
  carom_json_object(&out, NULL);
  carom_json_array(&out, "values");
  for (int i = 0; i < 3000; i++)
    carom_json_number(&out, NULL, 1.0 / (i + 1));
  carom_json_end(&out);
  carom_json_end(&out);
  const carom_status status = carom_json_finish(&out, err);
  if (status != CAROM_OK) assert_null(out.text);
  free(out.text);
  return status;
}

static void json_texts(void **state)
{
  (void)state;
  starve("JSON", a_json_text, NULL, 3);
}

static stage *few(void)
{
  stage *s = stage_new();
  add_lattice(s, 4, 1e-3, 0.7, 1.95e-3, 0.1, 10);
  s->def.walls = 1;
  s->def.step = 1e-6;
  s->def.overlap_limit = 1;
  return s;
}

enum { FRAMES = 20 }; /* more than there is room for at first */

static carom_status frames_of(const void *user, carom_error *err)
{
  carom_scene *scene = *(carom_scene *const *)user;
  char folder[512];
  snprintf(folder, sizeof folder, "%s/frames.scarce.%d", CAROM_BINARY_DIR, (int)getpid());
  mkdir(folder, 0777);
  carom_frames frames = {.folder = folder, .formats = CAROM_FRAME_CONTACTS | CAROM_FRAME_DUMP};
  carom_status status = CAROM_OK;
  for (int i = 0; i < FRAMES && status == CAROM_OK; i++)
    status = carom_frames_add(&frames, scene, err);
  carom_error late;
  const carom_status written = carom_frames_finish(&frames, &late);
  if (status == CAROM_OK && written != CAROM_OK) *err = late, status = written;
  plenty();
  assert_true(frames.count < FRAMES || status == CAROM_OK);
  frames.count = 0; /* all of them, complete or not */
  carom_frames_trim(&frames);
  carom_frames_free(&frames);
  static const char *const lists[] = {"bodies.pvd", "contacts.pvd"};
  for (int i = 0; i < 2; i++) {
    char path[600];
    snprintf(path, sizeof path, "%s/%s", folder, lists[i]);
    remove(path);
  }
  assert_int_equal(rmdir(folder), 0); /* no part of a file is left */
  return status;
}

static void frames(void **state)
{
  (void)state;
  stage *s = few();
  carom_scene *scene = staged(s);
  play(scene, 20);
  starve("frames", frames_of, &scene, 40);
  carom_scene_destroy(scene);
  free(s);
}

static carom_status visit(void *scene, carom_archive *archive, carom_error *err)
{
  return carom_scene_archive(scene, archive, err);
}

static const carom_checkpoint about = {"scene", CAROM_SCENE_STATE, "test", 0};

typedef struct keeping {
  carom_scene *scene;
  char path[512];
} keeping;

/* The checkpoint before stays, complete. */
static carom_status written(const void *user, carom_error *err)
{
  const keeping *k = user;
  const carom_status status = carom_checkpoint_write(k->path, &about, visit, k->scene, err);
  plenty();
  assert_int_equal(carom_checkpoint_check(k->path, NULL), CAROM_OK);
  return status;
}

static carom_status loaded(const void *user, carom_error *err)
{
  const keeping *k = user;
  const int64_t left = atomic_exchange(&scarce.left, 0);
  stage *s = few();
  carom_scene *scene = staged(s);
  atomic_store(&scarce.left, left);
  const carom_status status = carom_checkpoint_read(k->path, &about, visit, scene, err);
  plenty();
  assert_int_equal(carom_checkpoint_read(k->path, &about, visit, scene, NULL), CAROM_OK);
  play(scene, 20);
  carom_scene_destroy(scene);
  free(s);
  return status;
}

static void checkpoints(void **state)
{
  (void)state;
  if (!carom_checkpoint_known()) skip();
  stage *s = few();
  keeping k = {.scene = staged(s)};
  snprintf(k.path, sizeof k.path, "%s/scarce.%d.h5", CAROM_BINARY_DIR, (int)getpid());
  play(k.scene, 20);
  assert_int_equal(carom_checkpoint_write(k.path, &about, visit, k.scene, NULL), CAROM_OK);
  starve("checkpoint written", written, &k, 5);
  starve("checkpoint read", loaded, &k, 5);
  play(k.scene, 20);
  carom_scene_destroy(k.scene);
  remove(k.path);
  free(s);
}

/* Names of columns are made once, not with every row. */
static void rows_allocate_nothing(void **state)
{
  (void)state;
  static const char text[] =
      "{\"carom\": 1, \"materials\": {\"glass\": {\"young\": \"1 GPa\", \"poisson\": 0.2, "
      "\"density\": \"2500 kg/m3\"}}, \"contacts\": [{\"between\": [\"any\", \"any\"], \"law\": "
      "\"hertz\"}], \"scene\": {\"particles\": [{\"position\": [0, 0, 0], \"radius\": \"1 mm\", "
      "\"material\": \"glass\"}]}, \"run\": {\"until\": \"1 ms\", \"step\": \"1 us\"}, "
      "\"record\": {\"every\": \"1 ms\", \"measure\": {\"through\": {\"what\": \"mass-flow\"}}}}";
  carom_input *input;
  carom_run *run = NULL;
  carom_error err = {.code = CAROM_OK};
  double row[64];
  if (carom_input_read(text, sizeof text - 1, NULL, &input, &err) != CAROM_OK ||
      carom_run_create(input, NULL, &run, &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  const int columns = carom_run_record(run).columns;
  assert_true(columns < 64);
  assert_int_equal(carom_run_sample(run, row, columns, &err), CAROM_OK);
  const int64_t calls = atomic_load(&scarce.calls);
  assert_int_equal(carom_run_sample(run, row, columns, &err), CAROM_OK);
  assert_int_equal(atomic_load(&scarce.calls) - calls, 0);
  carom_run_destroy(run);
  carom_input_destroy(input);
}

SUITE("out of memory, files", rows_allocate_nothing, scenarios, tables, json_texts, frames,
      checkpoints)
