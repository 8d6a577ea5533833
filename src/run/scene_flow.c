/* SPDX-License-Identifier: MIT */
/* Sources and sinks in the series and in the results of a scene. */
#include "run/scene.h"

static bool flows(const carom_scenario *s)
{
  return s->scene.sources > 0 || s->scene.sinks > 0 || s->scene.def.leaves == CAROM_LEAVES_DELETE;
}

/* The sinks of the file, and one for particles that leave the domain. */
static int sinks_of(const carom_scenario *s)
{
  return s->scene.sinks + (s->scene.def.leaves == CAROM_LEAVES_DELETE);
}

static const char *sink_name(const carom_scenario *s, int k)
{
  return k < s->scene.sinks ? s->scene.sink[k].name : "domain";
}

void carom_scene_flow_columns(const carom_scenario *s, carom_record *record)
{
  if (!flows(s)) return;
  carom_record_add(record, "1", "particles");
  carom_record_add(record, "J", "entered");
  carom_record_add(record, "J", "left");
  for (int k = 0; k < s->scene.sources; k++) {
    const carom_scene_source *source = &s->scene.source[k];
    const bool mass = source->mass_rate != CAROM_UNSET;
    carom_record_add(record, "1", "entered_%s", source->name);
    carom_record_add(record, "kg", "entered_mass_%s", source->name);
    carom_record_add(record, mass ? "kg" : "1", "owed_%s", source->name);
  }
  for (int k = 0; k < sinks_of(s); k++)
    for (int m = s->materials > 1 ? -1 : s->materials - 1; m < s->materials; m++) {
      const bool all = m < 0 || s->materials == 1;
      const char *of = all ? "" : "_", *material = all ? "" : s->material[m].name;
      carom_record_add(record, "1", "left_%s%s%s", sink_name(s, k), of, material);
      carom_record_add(record, "kg", "left_mass_%s%s%s", sink_name(s, k), of, material);
    }
}

carom_status carom_scene_flow_sample(const carom_scene_job *job, double *row, carom_error *err)
{
  const carom_scenario *s = job->base.scenario;
  if (!flows(s)) return CAROM_OK;
  const carom_scene_energy e = carom_scene_budget(job->scene);
  *row++ = (double)carom_scene_particles(job->scene);
  *row++ = e.entered;
  *row++ = e.left;
  for (int k = 0; k < carom_scene_sources(job->scene); k++) {
    carom_scene_source_state in;
    CAROM_TRY(carom_scene_sample_source(job->scene, k, &in, err));
    *row++ = (double)in.count;
    *row++ = in.mass;
    *row++ = s->scene.source[k].mass_rate != CAROM_UNSET ? in.owed_mass : in.owed;
  }
  for (int k = 0; k < carom_scene_sinks(job->scene); k++)
    for (int m = s->materials > 1 ? -1 : s->materials - 1; m < s->materials; m++) {
      carom_scene_sink_state out;
      CAROM_TRY(carom_scene_sample_sink(job->scene, k, m, &out, err));
      *row++ = (double)out.count;
      *row++ = out.mass;
    }
  return CAROM_OK;
}

static void write_sources(carom_json *json, const carom_scene_job *job)
{
  carom_json_array(json, "sources");
  for (int k = 0; k < carom_scene_sources(job->scene); k++) {
    carom_scene_source_state in;
    if (carom_scene_sample_source(job->scene, k, &in, NULL) != CAROM_OK) continue;
    carom_json_object(json, NULL);
    carom_json_string(json, "name", in.name);
    carom_json_integer(json, "entered", in.count);
    carom_json_quantity(json, "entered_mass", "kg", in.mass);
    carom_json_number(json, "owed", in.owed);
    carom_json_quantity(json, "owed_mass", "kg", in.owed_mass);
    carom_json_bool(json, "done", in.done);
    carom_json_end(json);
  }
  carom_json_end(json);
}

static void write_sinks(carom_json *json, const carom_scene_job *job)
{
  const carom_scenario *s = job->base.scenario;
  carom_json_array(json, "sinks");
  for (int k = 0; k < carom_scene_sinks(job->scene); k++) {
    carom_scene_sink_state out;
    if (carom_scene_sample_sink(job->scene, k, -1, &out, NULL) != CAROM_OK) continue;
    carom_json_object(json, NULL);
    carom_json_string(json, "name", out.name);
    carom_json_integer(json, "left", out.count);
    carom_json_quantity(json, "left_mass", "kg", out.mass);
    carom_json_array(json, "materials");
    for (int m = 0; m < s->materials; m++) {
      if (carom_scene_sample_sink(job->scene, k, m, &out, NULL) != CAROM_OK || out.count == 0)
        continue;
      carom_json_object(json, NULL);
      carom_json_string(json, "material", s->material[m].name);
      carom_json_integer(json, "left", out.count);
      carom_json_quantity(json, "left_mass", "kg", out.mass);
      carom_json_end(json);
    }
    carom_json_end(json);
    carom_json_end(json);
  }
  carom_json_end(json);
}

void carom_scene_flow_members(carom_json *json, const carom_scene_job *job)
{
  if (!flows(job->base.scenario)) return;
  write_sources(json, job);
  write_sinks(json, job);
}
