/* SPDX-License-Identifier: MIT */
/* Parts of mechanisms have one table each: that of scenario files, and what the library refuses. */
#include "slider_crank.h"

#include "core/fields.h"
#include "io/format.h"
#include "suite.h"

/* A field of a part, and the member of the crank's definition that it is about. */
typedef struct member {
  carom_fields table;
  const char *field;
  double *value;
} member;

static carom_spring springs[2];

/* The crank with springs between its slider and the ground. */
static void make(slider_crank *s)
{
  make_slider_crank(s, 200, "hertz");
  for (int i = 0; i < 2; i++) {
    springs[i] = carom_spring_default();
    springs[i].twists = i == 1;
    springs[i].b.body = SLIDER;
    springs[i].stiffness = springs[i].damping = 1;
  }
  s->def.spring = springs;
  s->def.springs = 2;
}

enum { MEMBERS = 27 };

static member member_of(slider_crank *s, int k)
{
  const carom_fields body = carom_mechanism_body_fields(), place = carom_place_fields(),
                     joint = carom_joint_fields(), clearance = carom_clearance_fields(),
                     spring = carom_spring_fields(false), torsion = carom_spring_fields(true);
  carom_mechanism_body *b = &s->body[ROD];
  carom_clearance *c = &s->clearance[0];
  const member all[MEMBERS] = {{body, "mass", &b->mass},
                               {body, "inertia", &b->inertia},
                               {body, "x", &b->x},
                               {body, "y", &b->y},
                               {body, "angle", &b->angle},
                               {body, "velocity_x", &b->vx},
                               {body, "velocity_y", &b->vy},
                               {body, "spin", &b->spin},
                               {place, "x", &b->centre_x},
                               {place, "y", &b->centre_y},
                               {place, "x", &s->joint[1].a.x},
                               {place, "y", &s->joint[1].b.y},
                               {joint, "direction", &s->joint[2].direction},
                               {joint, "angle", &s->joint[2].angle},
                               {joint, "length", &s->joint[1].length},
                               {carom_driver_fields(), "start_angle", &s->driver[0].start},
                               {spring, "stiffness", &springs[0].stiffness},
                               {spring, "damping", &springs[0].damping},
                               {spring, "length", &springs[0].rest},
                               {torsion, "stiffness", &springs[1].stiffness},
                               {torsion, "damping", &springs[1].damping},
                               {torsion, "angle", &springs[1].rest},
                               {clearance, "bearing_radius", &c->bearing_radius},
                               {clearance, "journal_radius", &c->journal_radius},
                               {clearance, "friction", &c->friction},
                               {clearance, "friction_v0", &c->friction_v0},
                               {clearance, "friction_v1", &c->friction_v1}};
  if (!strcmp(all[k].field, "length") && k == 14) s->joint[1].kind = CAROM_DISTANCE;
  return all[k];
}

/* Whether creating the mechanism fails because of that value. */
static bool refused(int k, double value, carom_error *err)
{
  slider_crank s;
  carom_mechanism *m = NULL;
  make(&s);
  *member_of(&s, k).value = value;
  *err = (carom_error){.code = CAROM_OK};
  const carom_status status = carom_mechanism_create(&s.def, &m, err);
  carom_mechanism_destroy(m);
  return status == CAROM_ERR_RANGE;
}

static void beyond_a_range_is_refused(void **state)
{
  (void)state;
  for (int k = 0; k < MEMBERS; k++) {
    slider_crank s;
    make(&s);
    const member m = member_of(&s, k);
    const int found = carom_field_find(m.table, m.field);
    assert_true(found >= 0);
    const carom_field *f = &m.table.field[found];
    const double below = f->min > 0 ? 0.5 * f->min : f->min < 0 ? 2 * f->min : -1;
    const double beyond[] = {below, 2 * f->max, 0.0 / 0.0, INFINITY};
    for (int i = 0; i < 4; i++) {
      carom_error err;
      if (!refused(k, beyond[i], &err) || strncmp(err.where, "mechanism.", 10) != 0)
        fail_msg("%s = %g: %s", m.field, beyond[i], err.text);
      /* these have sentences of their own */
      const bool own = !strcmp(m.field, "mass") || !strcmp(m.field, "inertia") ||
                       !strcmp(m.field, "length") || strstr(m.field, "_radius") != NULL;
      char quoted[40];
      snprintf(quoted, sizeof quoted, "'%s'", m.field);
      if (!own && !strstr(err.text, quoted)) fail_msg("%s is not named: %s", m.field, err.text);
    }
    carom_error err;
    const double within[] = {f->min, f->max};
    for (int i = 0; i < 2; i++) /* whatever else may be wrong, it is not the range */
      if (refused(k, within[i], &err)) assert_null(strstr(err.text, "out of range"));
  }
}

static void files_have_the_same_tables(void **state)
{
  (void)state;
  const struct {
    carom_group group;
    carom_fields table;
  } parts[] = {{carom_group_mechanism_body(), carom_mechanism_body_fields()},
               {carom_group_point(), carom_place_fields()},
               {carom_group_joint(), carom_joint_fields()},
               {carom_group_driver(), carom_driver_fields()},
               {carom_group_spring(), carom_spring_fields(false)},
               {carom_group_torsion_spring(), carom_spring_fields(true)},
               {carom_group_clearance(), carom_clearance_fields()}};
  for (int i = 0; i < (int)(sizeof parts / sizeof *parts); i++) {
    assert_ptr_equal(parts[i].group.table[0].field, parts[i].table.field);
    assert_int_equal(parts[i].group.table[0].count, parts[i].table.count);
  }
}

static double fallback(carom_fields table, const char *name)
{
  return table.field[carom_field_find(table, name)].fallback;
}

static void defaults_are_those_of_the_tables(void **state)
{
  (void)state;
  const carom_clearance c = carom_clearance_default();
  const carom_joint j = carom_joint_default();
  const carom_spring s = carom_spring_default();
  assert_true(c.friction == fallback(carom_clearance_fields(), "friction"));
  assert_true(c.friction_v0 == fallback(carom_clearance_fields(), "friction_v0"));
  assert_true(c.friction_v1 == fallback(carom_clearance_fields(), "friction_v1"));
  assert_true(j.angle == fallback(carom_joint_fields(), "angle"));
  assert_true(j.length == fallback(carom_joint_fields(), "length"));
  assert_true(s.stiffness == fallback(carom_spring_fields(false), "stiffness"));
  assert_true(s.rest == fallback(carom_spring_fields(true), "angle"));
  assert_true(carom_driver_default().start == fallback(carom_driver_fields(), "start_angle"));
}

SUITE("fields of mechanisms", beyond_a_range_is_refused, files_have_the_same_tables,
      defaults_are_those_of_the_tables)
