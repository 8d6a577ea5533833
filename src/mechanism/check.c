/* SPDX-License-Identifier: MIT */
/* Checks a definition part by part before anything is built from it. */
#include <stdio.h>
#include <string.h>

#include "core/arithmetic.h"
#include "core/array.h"
#include "core/error.h"
#include "core/fields.h"
#include "core/text.h"
#include "mechanism/check.h"

enum { MOST = 500 }; /* limited because S is stored as a dense matrix */

/* The text "joint 'B'", or "joint 2" for a part without a name. */
typedef struct label {
  char where[48], text[80];
} label;

static label label_of(const char *kind, const char *kinds, int number, const char *name)
{
  label l;
  snprintf(l.where, sizeof l.where, "mechanism.%s.%d", kinds, number);
  if (name)
    snprintf(l.text, sizeof l.text, "%s '%.60s'", kind, name);
  else
    snprintf(l.text, sizeof l.text, "%s %d", kind, number);
  return l;
}

/* Checks the values of a part against its table, in the order of its fields, starting with field
 * `from`. */
static carom_status check_values(const label *l, carom_fields table, int from, const double *value,
                                 int count, carom_error *err)
{
  for (int k = 0; k < count; k++) {
    const carom_status status = carom_field_check(&table.field[from + k], value[k], l->where, err);
    if (status == CAROM_OK) continue;
    char text[sizeof err->text] = "";
    if (!err) return status;
    carom_append(text, sizeof text, "%s: %s", l->text, err->text);
    memcpy(err->text, text, sizeof text);
    return status;
  }
  return CAROM_OK;
}

static carom_status check_place(const label *l, double x, double y, carom_error *err)
{
  const double value[] = {x, y};
  return check_values(l, carom_place_fields(), 0, value, 2, err);
}

static carom_status check_body(const carom_mechanism_body *b, int i, carom_error *err)
{
  const label l = label_of("body", "bodies", i, b->name);
  if (!(b->mass > 0 && carom_finite(b->mass)))
    return carom_fail(
        err, CAROM_ERR_RANGE, l.where,
        "%s has a mass of %g kg; every body needs a positive one (what never moves is "
        "the ground)",
        l.text, b->mass);
  if (!(b->inertia > 0 && carom_finite(b->inertia)))
    return carom_fail(err, CAROM_ERR_RANGE, l.where,
                      "%s has an inertia of %g kg m2 about its centre of mass; it must be positive",
                      l.text, b->inertia);
  const double value[] = {b->mass, b->inertia, b->x, b->y, b->angle, b->vx, b->vy, b->spin};
  CAROM_TRY(check_values(&l, carom_mechanism_body_fields(), 0, value, CAROM_COUNT(value), err));
  return check_place(&l, b->centre_x, b->centre_y, err);
}

static carom_status check_ends(const carom_mechanism_def *def, const label *l, carom_place a,
                               carom_place b, carom_error *err)
{
  const carom_place end[2] = {a, b};
  for (int e = 0; e < 2; e++) {
    if (end[e].body < CAROM_GROUND || end[e].body >= def->bodies)
      return carom_fail(err, CAROM_ERR_RANGE, l->where,
                        "%s is attached to body %d; there are bodies 0 to %d, and the ground",
                        l->text, end[e].body, def->bodies - 1);
    CAROM_TRY(check_place(l, end[e].x, end[e].y, err));
  }
  if (a.body == b.body)
    return carom_fail(err, CAROM_ERR_CONFLICT, l->where,
                      "%s joins a body with itself; give it two bodies", l->text);
  return CAROM_OK;
}

static carom_status check_joint(const carom_mechanism_def *def, int i, carom_error *err)
{
  const carom_joint *j = &def->joint[i];
  const label l = label_of("joint", "joints", i, j->name);
  CAROM_TRY(check_ends(def, &l, j->a, j->b, err));
  if (j->kind < CAROM_REVOLUTE || j->kind > CAROM_DISTANCE)
    return carom_fail(err, CAROM_ERR_RANGE, l.where,
                      "%s must be revolute, prismatic, fixed or distance", l.text);
  const double value[] = {CAROM_WORD(j->kind), j->direction, j->angle};
  CAROM_TRY(check_values(&l, carom_joint_fields(), 0, value, CAROM_COUNT(value), err));
  if (j->kind == CAROM_DISTANCE && j->length != CAROM_UNSET && !(j->length > 0))
    return carom_fail(err, CAROM_ERR_RANGE, l.where,
                      "the length of %s is %g m; it must be positive (a revolute joint keeps two "
                      "points together)",
                      l.text, j->length);
  if (j->kind != CAROM_DISTANCE) return CAROM_OK;
  return check_values(&l, carom_joint_fields(), CAROM_COUNT(value), &j->length, 1, err);
}

static carom_status check_driver(const carom_mechanism_def *def, int i, carom_error *err)
{
  const carom_driver *d = &def->driver[i];
  const label l = label_of("driver", "drivers", i, d->name);
  const bool slides = d->kind == CAROM_DRIVE_SLIDE || d->kind == CAROM_DRIVE_FORCE;
  if (d->kind < CAROM_DRIVE_SPIN || d->kind > CAROM_DRIVE_FORCE)
    return carom_fail(err, CAROM_ERR_RANGE, l.where, "%s must give a spin, slide, torque or force",
                      l.text);
  if (slides &&
      (d->joint < 0 || d->joint >= def->joints || def->joint[d->joint].kind != CAROM_PRISMATIC))
    return carom_fail(err, CAROM_ERR_RANGE, l.where,
                      "%s needs a prismatic joint; a spin or torque goes with two bodies", l.text);
  const carom_place a = {d->a, 0, 0}, b = {d->b, 0, 0};
  if (!slides) CAROM_TRY(check_ends(def, &l, a, b, err));
  if (d->points < 1 || !d->time || !d->value)
    return carom_fail(err, CAROM_ERR_MISSING, l.where, "%s needs at least one time and value",
                      l.text);
  for (int k = 0; k < d->points; k++)
    if (!carom_finite(d->time[k]) || !carom_finite(d->value[k]) ||
        (k > 0 && !(d->time[k] > d->time[k - 1])))
      return carom_fail(err, CAROM_ERR_RANGE, l.where, "the times of %s must increase", l.text);
  return check_values(&l, carom_driver_fields(), slides ? 1 : 0, &d->start, 1, err);
}

static carom_status check_spring(const carom_mechanism_def *def, int i, carom_error *err)
{
  const carom_spring *s = &def->spring[i];
  const label l = label_of("spring", "springs", i, s->name);
  CAROM_TRY(check_ends(def, &l, s->a, s->b, err));
  const double value[] = {s->stiffness, s->damping, s->rest};
  return check_values(&l, carom_spring_fields(s->twists), 0, value, CAROM_COUNT(value), err);
}

static carom_status check_clearance(const carom_mechanism_def *def, int i, carom_error *err)
{
  const carom_clearance *c = &def->clearance[i];
  const label l = label_of("clearance", "clearances", i, c->name);
  CAROM_TRY(check_ends(def, &l, c->bearing, c->journal, err));
  if (!(c->journal_radius > 0 && c->bearing_radius > 0))
    return carom_fail(err, CAROM_ERR_RANGE, l.where, "the radii of %s must be positive", l.text);
  const double value[] = {c->bearing_radius, c->journal_radius, c->friction, c->friction_v0,
                          c->friction_v1};
  CAROM_TRY(check_values(&l, carom_clearance_fields(), 0, value, CAROM_COUNT(value), err));
  if (!(c->bearing_radius > c->journal_radius))
    return carom_fail(err, CAROM_ERR_CONFLICT, l.where,
                      "the journal of %s (radius %g m) must be narrower than its bearing (%g m)",
                      l.text, c->journal_radius, c->bearing_radius);
  if (!(c->friction_v1 > c->friction_v0))
    return carom_fail(err, CAROM_ERR_RANGE, l.where,
                      "the sliding speeds of %s where friction begins and is complete must "
                      "increase; they are %g and %g m/s",
                      l.text, c->friction_v0, c->friction_v1);
  return CAROM_OK;
}

static carom_status check_lists(const carom_mechanism_def *def, carom_error *err)
{
  if (def->bodies < 1 || !def->body)
    return carom_fail(err, CAROM_ERR_MISSING, "mechanism.bodies",
                      "a mechanism has at least one body");
  const bool missing = (def->joints > 0 && !def->joint) || (def->drivers > 0 && !def->driver) ||
                       (def->springs > 0 && !def->spring) ||
                       (def->clearances > 0 && !def->clearance);
  if (missing || def->joints < 0 || def->drivers < 0 || def->springs < 0 || def->clearances < 0)
    return carom_fail(err, CAROM_ERR_ARGUMENT, "mechanism", "a list is missing");
  if (def->bodies > MOST || def->joints > MOST || def->drivers > MOST || def->springs > MOST ||
      def->clearances > MOST)
    return carom_fail(err, CAROM_ERR_RANGE, "mechanism", "more than %d parts of one kind", MOST);
  const carom_fields fields = carom_mechanism_fields();
  CAROM_TRY(carom_field_check(&fields.field[0], def->gravity_x, "mechanism.gravity", err));
  CAROM_TRY(carom_field_check(&fields.field[1], def->gravity_y, "mechanism.gravity", err));
  return carom_field_check(&fields.field[2], def->tolerance, "run.tolerance", err);
}

carom_status carom_mechanism_def_check(const carom_mechanism_def *def, carom_error *err)
{
  CAROM_TRY(check_lists(def, err));
  for (int i = 0; i < def->bodies; i++)
    CAROM_TRY(check_body(&def->body[i], i, err));
  for (int i = 0; i < def->joints; i++)
    CAROM_TRY(check_joint(def, i, err));
  for (int i = 0; i < def->drivers; i++)
    CAROM_TRY(check_driver(def, i, err));
  for (int i = 0; i < def->springs; i++)
    CAROM_TRY(check_spring(def, i, err));
  for (int i = 0; i < def->clearances; i++)
    CAROM_TRY(check_clearance(def, i, err));
  return CAROM_OK;
}
