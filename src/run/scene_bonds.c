/* SPDX-License-Identifier: MIT */
/* Bonds in series and results of a scene. */
#include "run/scene.h"

void carom_scene_bond_columns(const carom_scenario *scenario, carom_record *record)
{
  if (scenario->scene.bonds == 0) return;
  carom_record_add(record, "1", "bonds");
  carom_record_add(record, "1", "bonds_broken");
  carom_record_add(record, "J", "bond_energy");
  carom_record_add(record, "J", "bond_damping");
  carom_record_add(record, "J", "bond_breaking");
}

double *carom_scene_bond_sample(const carom_scene_job *job, double *row)
{
  if (job->base.scenario->scene.bonds == 0) return row;
  const carom_bond_counts n = carom_scene_count_bonds(job->scene, -1);
  const carom_scene_energy e = carom_scene_budget(job->scene);
  *row++ = (double)n.whole;
  *row++ = (double)(n.tension + n.shear);
  *row++ = e.bonds;
  *row++ = e.bond_damping;
  *row++ = e.bond_breaking;
  return row;
}

void carom_scene_bond_energies(carom_json *json, const carom_scene_job *job)
{
  if (job->base.scenario->scene.bonds == 0) return;
  const carom_scene_energy e = carom_scene_budget(job->scene);
  carom_json_quantity(json, "bonds", "J", e.bonds);
  carom_json_quantity(json, "bond_damping", "J", e.bond_damping);
  carom_json_quantity(json, "bond_breaking", "J", e.bond_breaking);
}

void carom_scene_bond_members(carom_json *json, const carom_scene_job *job)
{
  const carom_scenario_scene *scene = &job->base.scenario->scene;
  if (scene->bonds == 0) return;
  carom_json_array(json, "bonds");
  for (int k = 0; k < scene->bonds; k++) {
    const carom_bond_counts n = carom_scene_count_bonds(job->scene, k);
    carom_json_object(json, NULL);
    carom_json_string(json, "name", scene->bond[k].def.name);
    carom_json_integer(json, "made", n.made);
    carom_json_integer(json, "whole", n.whole);
    carom_json_integer(json, "broken_tension", n.tension);
    carom_json_integer(json, "broken_shear", n.shear);
    carom_json_integer(json, "removed", n.removed);
    carom_json_quantity(json, "released", "J", n.released);
    carom_json_end(json);
  }
  carom_json_end(json);
}
