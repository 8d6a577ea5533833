/* SPDX-License-Identifier: MIT */
/* Groups of clumps of a scenario become clumps of the definition, and members of its frames. */
#include <stdlib.h>
#include <string.h>

#include "close.h"
#include "io/frame_read.h"
#include "io/frames_scene.h"
#include "io/scene_build.h"

static const char text[] =
    "{\"carom\": 1, \"materials\": {\"glass\": {\"young\": 1e7, \"poisson\": 0.2, \"density\": "
    "2500}}, \"contacts\": [{\"between\": [\"glass\", \"glass\"], \"law\": \"hertz\"}], \"scene\": "
    "{\"shapes\": {\"pair\": {\"spheres\": [{\"radius\": 1e-3}, {\"position\": [2e-3, 0, 0], "
    "\"radius\": 1e-3}]}}, \"particles\": [{\"clump\": \"pair\", \"position\": [0, 0, 0.1], "
    "\"turn\": [0, 1.5707963267948966, 0], \"material\": \"glass\", \"velocity\": [1, 2, 3]}, "
    "{\"position\": [0.1, 0, 0], \"radius\": 2e-3, \"material\": \"glass\"}, {\"clump\": \"pair\", "
    "\"arrange\": \"random\", \"count\": 20, \"radius\": 4e-3, \"radius_max\": 6e-3, \"low\": [0, "
    "0.1, 0], \"high\": [0.1, 0.2, 0.1], \"material\": \"glass\", \"seed\": 7}]}, \"run\": "
    "{\"until\": 1}}";

static void groups_become_clumps(void **state)
{
  (void)state;
  carom_faults faults;
  carom_scenario *s = carom_scenario_read(text, strlen(text), true, NULL, 0, &faults);
  if (!s) fail_msg("%s: %s", faults.fault[0].where, faults.fault[0].text);
  carom_scene_def def;
  carom_scene_parts parts;
  carom_error err = {.code = CAROM_OK};
  if (carom_scene_build(s, NULL, &def, &parts, &err) != CAROM_OK) fail_msg("%s", err.text);
  assert_int_equal(def.particles, 1);
  assert_int_equal(def.clumps, 21);
  /* numbers of groups: the sphere, then two members, then forty */
  assert_int_equal(parts.first[1], 0);
  assert_int_equal(parts.first[0], 1);
  assert_int_equal(parts.first[2], 3);
  assert_int_equal(parts.after[2], 43);
  assert_close(def.clump[0].scale, 1, 0);
  assert_close(def.clump[0].orientation[2], sqrt(0.5), 1e-12);
  assert_close(def.clump[0].velocity[2], 3, 0);
  double spread = 0;
  for (int64_t i = 1; i < def.clumps; i++) {
    const double *q = def.clump[i].orientation;
    assert_close(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-12);
    assert_true(def.clump[i].scale >= 2 && def.clump[i].scale <= 3);
    assert_int_equal(def.clump[i].id, def.clump[i - 1].id + 2);
    spread += fabs(q[0] - def.clump[1].orientation[0]);
  }
  assert_true(spread > 1);
  assert_true(def.clump[0].id > def.particle[0].id);

  carom_scene *scene;
  def.threads = 1;
  if (carom_scene_create(&def, &scene, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  const carom_frames frames = {.folder = "", .formats = CAROM_FRAME_VTP};
  carom_frame_held held;
  memset(&held, 0, sizeof held);
  assert_int_equal(carom_frames_take(&frames, scene, &held, &err), CAROM_OK);
  assert_true(held.frame.clumps && held.has & CAROM_HELD_CLUMP);
  assert_true(held.body[0].clump == -1 && held.body[0].orientation[0] == 1);
  for (int k = 1; k < 43; k++)
    assert_true(held.body[k].clump == held.body[1 + (k - 1) / 2 * 2].id);
  assert_close(held.body[2].orientation[2], sqrt(0.5), 1e-12);
  carom_frame_held_free(&held);
  carom_scene_destroy(scene);
  carom_scene_parts_free(&parts);
  carom_scenario_free(s);
}

SUITE_CLOSE("clumps of scenarios", groups_become_clumps)
