/* SPDX-License-Identifier: MIT */
/* Columns and results of a deforming box. */
#include <stdio.h>

#include "run/scene.h"

static const char *const component[CAROM_BOX_COMPONENTS] = {"x", "y", "z", "shear"};

void carom_scene_box_columns(const carom_scenario *scenario, carom_record *record)
{
  if (!scenario->scene.def.box) return;
  for (int k = 0; k < CAROM_BOX_COMPONENTS; k++)
    carom_record_add(record, "1", "box_strain_%s", component[k]);
  for (int k = 0; k < 9; k++)
    carom_record_add(record, "Pa", "box_stress_%c%c", "xyz"[k / 3], "xyz"[k % 3]);
  carom_record_add(record, "Pa", "box_pressure");
  carom_record_add(record, "m3", "box_volume");
  carom_record_add(record, "1", "box_solid_fraction");
  carom_record_add(record, "J", "work_box");
}

carom_status carom_scene_box_sample(const carom_scene_job *job, double **row, carom_error *err)
{
  carom_scene_box_state b;
  double *to = *row;
  if (!job->base.scenario->scene.def.box) return CAROM_OK;
  CAROM_TRY(carom_scene_sample_box(job->scene, &b, err));
  for (int k = 0; k < CAROM_BOX_COMPONENTS; k++)
    *to++ = b.strain[k];
  for (int k = 0; k < 9; k++)
    *to++ = b.stress[k];
  *to++ = b.pressure;
  *to++ = b.volume;
  *to++ = b.solid_fraction;
  *to++ = b.work;
  *row = to;
  return CAROM_OK;
}

void carom_scene_box_members(carom_json *json, const carom_scene_job *job)
{
  carom_scene_box_state b;
  char name[16];
  if (!job->base.scenario->scene.def.box ||
      carom_scene_sample_box(job->scene, &b, NULL) != CAROM_OK)
    return;
  carom_json_object(json, "box");
  carom_json_object(json, "strain");
  for (int k = 0; k < CAROM_BOX_COMPONENTS; k++)
    carom_json_number(json, component[k], b.strain[k]);
  carom_json_end(json);
  carom_json_object(json, "stress");
  for (int k = 0; k < 9; k++) {
    snprintf(name, sizeof name, "%c%c", "xyz"[k / 3], "xyz"[k % 3]);
    carom_json_quantity(json, name, "Pa", b.stress[k]);
  }
  carom_json_end(json);
  carom_json_quantity(json, "pressure", "Pa", b.pressure);
  carom_json_quantity(json, "volume", "m3", b.volume);
  carom_json_number(json, "solid_fraction", b.solid_fraction);
  carom_json_quantity(json, "offset", "m", b.offset);
  carom_json_quantity(json, "work", "J", b.work);
  carom_json_end(json);
}
