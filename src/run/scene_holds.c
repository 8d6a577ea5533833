/* SPDX-License-Identifier: MIT */
/* Holds of a scene: columns of the record, and members of the results. */
#include <string.h>

#include "run/scene.h"

enum { OF_HOLD = 6 }; /* force and torque */

int carom_scene_hold_columns(const carom_scenario *scenario, carom_record *record)
{
  const carom_scenario_scene *scene = &scenario->scene;
  if (scene->holds == 0) return 0;
  if (record) carom_record_add(record, "J", "prescribed");
  for (int h = 0; record && h < scene->holds; h++)
    for (int k = 0; k < OF_HOLD; k++)
      carom_record_add(record, k < 3 ? "N" : "N m", "%s_%s_%c", k < 3 ? "force" : "torque",
                       scene->hold[h].name, "xyz"[k % 3]);
  return 1 + OF_HOLD * scene->holds;
}

carom_status carom_scene_hold_sample(carom_scene *scene, double *row, carom_error *err)
{
  if (carom_scene_holds(scene) == 0) return CAROM_OK;
  row[0] = carom_scene_budget(scene).prescribed;
  for (int h = 0; h < carom_scene_holds(scene); h++) {
    carom_scene_hold_state now;
    CAROM_TRY(carom_scene_sample_hold(scene, h, &now, err));
    memcpy(row + 1 + OF_HOLD * h, now.force, sizeof now.force);
    memcpy(row + 4 + OF_HOLD * h, now.torque, sizeof now.torque);
  }
  return CAROM_OK;
}

void carom_scene_hold_members(carom_json *json, carom_scene *scene)
{
  if (carom_scene_holds(scene) == 0) return;
  carom_json_object(json, "holds");
  for (int h = 0; h < carom_scene_holds(scene); h++) {
    carom_scene_hold_state now;
    if (carom_scene_sample_hold(scene, h, &now, NULL) != CAROM_OK) continue;
    carom_json_object(json, now.name);
    carom_json_bool(json, "on", now.enabled);
    carom_json_integer(json, "particles", now.particles);
    carom_scene_write_vector(json, "force", "N", now.force);
    carom_scene_write_vector(json, "torque", "N m", now.torque);
    carom_json_end(json);
  }
  carom_json_end(json);
  carom_json_quantity(json, "prescribed", "J", carom_scene_budget(scene).prescribed);
}
