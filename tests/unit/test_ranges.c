/* SPDX-License-Identifier: MIT */
/* A quantity has one range: the tables of definitions and those of scenario files agree, and both
 * ends are accepted by the library itself. */
#include "scenes.h"

#include "core/fields.h"
#include "io/format.h"

/* A field of the library and where files have it. */
typedef struct meeting {
  carom_fields (*table)(void);
  const char *field;
  carom_group (*group)(void);
  const char *name;
} meeting;

static const meeting meetings[] = {
    {carom_scene_fields, "step", carom_group_run, "step"},
    {carom_scene_fields, "restitution_error", carom_group_scene, "restitution_error"},
    {carom_scene_fields, "skin", carom_group_scene, "skin"},
    {carom_scene_fields, "overlap_limit", carom_group_scene, "overlap_limit"},
    {carom_scene_particle_fields, "radius", carom_group_particles, "radius"},
    {carom_scene_particle_fields, "radius", carom_group_particles, "radius_max"},
    {carom_scene_particle_fields, "mass", carom_group_particles, "mass"},
    {carom_chain_fields, "gravity", carom_group_chain, "gravity"},
    {carom_chain_fields, "step", carom_group_run, "step"},
    {carom_chain_fields, "tolerance", carom_group_run, "tolerance"},
    {carom_chain_fields, "corrector_tolerance", carom_group_run, "corrector_tolerance"},
    {carom_bead_fields, "velocity", carom_group_bead, "velocity"},
    {carom_bead_fields, "gap", carom_group_bead, "gap"},
    {carom_bead_fields, "gap", carom_group_wall, "gap"},
    {carom_bead_fields, "force", carom_group_bead, "force"},
    {carom_body_fields, "radius", carom_group_bead, "radius"},
    {carom_body_fields, "mass", carom_group_bead, "mass"},
    {carom_mechanism_fields, "gravity_y", carom_group_mechanism, "gravity"},
    {carom_mechanism_fields, "tolerance", carom_group_run, "tolerance"},
    {carom_impact_fields, "tolerance", carom_group_run, "tolerance"},
    {carom_scene_particle_fields, "radius", carom_group_body, "radius"},
    {carom_scene_particle_fields, "radius", carom_group_clearance, "bearing_radius"},
};

static void files_and_library_accept_the_same(void **state)
{
  (void)state;
  for (int i = 0; i < (int)(sizeof meetings / sizeof *meetings); i++) {
    const meeting *m = &meetings[i];
    const carom_group group = m->group();
    const int at = carom_field_find(m->table(), m->field);
    const int of = carom_group_find_field(&group, m->name);
    if (at < 0 || of < 0) fail_msg("no %s or no %s.%s", m->field, group.name, m->name);
    const carom_field *a = &m->table().field[at], *b = carom_group_field(&group, of);
    if (a->min != b->min || a->max != b->max || strcmp(a->unit, b->unit) != 0)
      fail_msg("%s.%s: %g to %g %s in files, %g to %g %s in the library", group.name, m->name,
               b->min, b->max, b->unit, a->min, a->max, a->unit);
  }
}

static carom_status with(double stage_value, int which, carom_error *err)
{
  stage *s = stage_new();
  carom_scene *scene = NULL;
  add_grain(s, 1e-3, 0, 0, 0);
  double *const value[] = {&s->def.step, &s->def.restitution_error, &s->def.skin,
                           &s->def.overlap_limit};
  s->def.any_step = true;
  *value[which] = stage_value;
  const carom_status status = carom_scene_create(&s->def, &scene, err);
  carom_scene_destroy(scene);
  free(s);
  return status;
}

static void scenes_refuse_what_is_beyond(void **state)
{
  (void)state;
  const carom_fields table = carom_scene_fields();
  assert_int_equal(table.count, 4);
  for (int k = 0; k < table.count; k++) {
    const carom_field *f = &table.field[k];
    const double beyond[] = {0.5 * f->min, 2 * f->max, 0.0 / 0.0};
    for (int i = 0; i < 3; i++) {
      carom_error err = {.code = CAROM_OK};
      assert_int_equal(with(beyond[i], k, &err), CAROM_ERR_RANGE);
      assert_string_equal(err.where, f->name);
    }
    carom_error err = {.code = CAROM_OK};
    if (with(f->max, k, &err) != CAROM_OK) /* whatever else is wrong, it is not the range */
      assert_null(strstr(err.text, "out of range"));
  }
}

static void defaults_are_those_of_the_tables(void **state)
{
  (void)state;
  const carom_chain_def chain = carom_chain_default();
  const carom_mechanism_def mechanism = carom_mechanism_default();
  const carom_scene_def scene = carom_scene_default();
  assert_true(carom_chain_fields().field[2].fallback == chain.tolerance);
  assert_true(carom_chain_fields().field[3].fallback == chain.corrector_tolerance);
  assert_true(carom_chain_fields().field[1].fallback == chain.step);
  assert_true(carom_mechanism_fields().field[2].fallback == mechanism.tolerance);
  assert_true(carom_scene_fields().field[1].fallback == scene.restitution_error);
  assert_true(carom_scene_fields().field[3].fallback == scene.overlap_limit);
  assert_true(carom_scene_particle_fields().field[0].fallback ==
              carom_scene_particle_default().radius);
}

SUITE("ranges", files_and_library_accept_the_same, scenes_refuse_what_is_beyond,
      defaults_are_those_of_the_tables)
