/* SPDX-License-Identifier: MIT */
/* Builds the parts of a mechanism from its definition: equations of joints and drivers, motors,
 * springs, clearances. Values that were not given are taken from the guesses. */
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "law_math.h"
#include "mechanism/mechanism.h"

static carom_anchor anchor(const carom_mechanism *m, carom_place p)
{
  if (p.body == CAROM_GROUND) return (carom_anchor){m->bodies, p.x, p.y};
  return (carom_anchor){p.body, p.x - m->centre[2 * p.body], p.y - m->centre[2 * p.body + 1]};
}

static carom_constraint *add_constraint(carom_mechanism *m, carom_constraint_kind kind,
                                        carom_anchor a, carom_anchor b)
{
  carom_constraint *constraint = &m->constraint[m->constraints++];
  *constraint = (carom_constraint){
      .kind = kind, .a = a, .b = b, .joint = -1, .driver = -1, .clearance = -1};
  constraint->row[0] = m->rows++;
  if (kind == CAROM_CONSTRAINT_PIN) constraint->row[1] = m->rows++;
  return constraint;
}

static double angle_between(const carom_mechanism *m, const double *q, int a, int b)
{
  return (b < m->bodies ? q[3 * b + 2] : 0) - (a < m->bodies ? q[3 * a + 2] : 0);
}

static double distance(const carom_mechanism *m, const carom_anchor *a, const carom_anchor *b)
{
  const carom_body_point p = carom_body_point_of(m->pose, a), q = carom_body_point_of(m->pose, b);
  return CAROM_SQRT((q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y));
}

static carom_status add_joint(carom_mechanism *m, const carom_mechanism_def *def, int i,
                              const double *q, carom_error *err)
{
  const carom_joint *j = &def->joint[i];
  const carom_anchor a = anchor(m, j->a), b = anchor(m, j->b);
  double sine, cosine;
  carom_sincos(j->direction, &sine, &cosine);
  carom_constraint *constraint;
  if (j->kind == CAROM_PRISMATIC) {
    constraint = add_constraint(m, CAROM_CONSTRAINT_ACROSS, a, b);
    constraint->ux = -sine, constraint->uy = cosine;
  } else if (j->kind == CAROM_DISTANCE) {
    constraint = add_constraint(m, CAROM_CONSTRAINT_ROD, a, b);
    constraint->target = j->length != CAROM_UNSET ? j->length : distance(m, &a, &b);
    if (!(constraint->target > 1e-12))
      return carom_fail(err, CAROM_ERR_MISSING, "mechanism.joints",
                        "joint '%s' has no length, and its points coincide at the start; give it a "
                        "length",
                        carom_mechanism_name_of_joint(m, i));
  } else {
    constraint = add_constraint(m, CAROM_CONSTRAINT_PIN, a, b);
  }
  constraint->joint = i;
  if (j->kind != CAROM_PRISMATIC && j->kind != CAROM_FIXED) return CAROM_OK;
  constraint = add_constraint(m, CAROM_CONSTRAINT_ANGLE, a, b);
  constraint->target = j->angle != CAROM_UNSET ? j->angle : angle_between(m, q, a.body, b.body);
  constraint->joint = i;
  return CAROM_OK;
}

/* The displacement of b's point relative to a's, along the line of the joint. */
static double along(const carom_mechanism *m, const carom_constraint *constraint)
{
  const carom_pose *p = &m->pose[constraint->a.body];
  const carom_body_point a = carom_body_point_of(m->pose, &constraint->a),
                         b = carom_body_point_of(m->pose, &constraint->b);
  const double ux = p->cosine * constraint->ux - p->sine * constraint->uy;
  const double uy = p->sine * constraint->ux + p->cosine * constraint->uy;
  return ux * (b.x - a.x) + uy * (b.y - a.y);
}

static carom_status add_driver(carom_mechanism *m, const carom_mechanism_def *def, int i,
                               const double *q, carom_error *err)
{
  const carom_driver *d = &def->driver[i];
  const bool slides = d->kind == CAROM_DRIVE_SLIDE || d->kind == CAROM_DRIVE_FORCE;
  const carom_joint *j = slides ? &def->joint[d->joint] : NULL;
  const carom_anchor a = anchor(m, slides ? j->a : (carom_place){d->a, 0, 0});
  const carom_anchor b = anchor(m, slides ? j->b : (carom_place){d->b, 0, 0});
  double sine = 0, cosine = 1;
  if (slides) carom_sincos(j->direction, &sine, &cosine);
  if (!carom_drive_create(&m->drive[i], d->points, d->time, d->value))
    return carom_fail(err, CAROM_ERR_MEMORY, "mechanism", "out of memory");
  carom_drive_enter(&m->drive[i], 0);
  if (d->kind == CAROM_DRIVE_TORQUE || d->kind == CAROM_DRIVE_FORCE) {
    m->motor[m->motors++] = (carom_motor){.twists = !slides,
                                          .a = a,
                                          .b = b,
                                          .ux = cosine,
                                          .uy = sine,
                                          .drive = &m->drive[i],
                                          .driver = i};
    return CAROM_OK;
  }
  carom_constraint *constraint = add_constraint(
      m, slides ? CAROM_CONSTRAINT_ALONG : CAROM_CONSTRAINT_ANGLE, a, b);
  constraint->ux = cosine, constraint->uy = sine;
  constraint->drive = &m->drive[i];
  constraint->driver = i;
  constraint->target = d->start != CAROM_UNSET ? d->start
                       : slides                ? along(m, constraint)
                                               : angle_between(m, q, a.body, b.body);
  return CAROM_OK;
}

static void add_spring(carom_mechanism *m, const carom_spring *s)
{
  m->spring[m->springs++] = (carom_spring_element){.twists = s->twists,
                                                   .a = anchor(m, s->a),
                                                   .b = anchor(m, s->b),
                                                   .stiffness = s->stiffness,
                                                   .damping = s->damping,
                                                   .rest = s->rest};
}

static double mass_of(const carom_mechanism_def *def, int body)
{
  return body == CAROM_GROUND ? CAROM_UNSET : def->body[body].mass;
}

/* Plastic memory lasts for one episode by default, because the journal returns to another spot. */
static void forget_by_default(carom_contact_def *contact)
{
  const carom_law *law = contact->context ? NULL : carom_law_find(contact->law);
  if (!law || carom_law_field(law, "memory") < 0) return;
  for (int k = 0; k < contact->settings; k++)
    if (strcmp(contact->setting[k].name, "memory") == 0) return;
  carom_contact_set_text(contact, "memory", "episode");
}

static carom_status add_clearance(carom_mechanism *m, const carom_mechanism_def *def, int i,
                                  carom_error *err)
{
  const carom_clearance *c = &def->clearance[i];
  carom_bearing *b = &m->bearing[m->bearings++];
  carom_contact_def contact = c->contact;
  carom_error inner = {.code = CAROM_OK};
  contact.a.shape = CAROM_SPHERE;
  contact.a.radius = c->journal_radius;
  contact.a.fixed = c->journal.body == CAROM_GROUND;
  contact.a.mass = mass_of(def, c->journal.body);
  contact.b.shape = CAROM_SOCKET;
  contact.b.radius = c->bearing_radius;
  contact.b.fixed = c->bearing.body == CAROM_GROUND;
  contact.b.mass = mass_of(def, c->bearing.body);
  forget_by_default(&contact);
  const carom_status status = carom_contact_prepare(&contact, &b->contact, &inner);
  if (status != CAROM_OK)
    return carom_fail_for(err, &inner, inner.where, "clearance '%s': %s",
                          carom_mechanism_name_of_clearance(m, i), inner.text);
  b->bearing = anchor(m, c->bearing);
  b->journal = anchor(m, c->journal);
  b->clearance = c->bearing_radius - c->journal_radius;
  b->radius = c->bearing_radius;
  b->friction = c->friction;
  b->v0 = c->friction_v0;
  b->v1 = c->friction_v1;
  b->centred = c->centred;
  b->guard = m->guards;
  b->state = carom_contact_virgin(&b->contact);
  m->guards += carom_bearing_guards(b);
  return CAROM_OK;
}

/* Computes centres of mass from the frames. */
static void place_bodies(carom_mechanism *m, const carom_mechanism_def *def, double *y)
{
  for (int i = 0; i < m->bodies; i++) {
    const carom_mechanism_body *b = &def->body[i];
    double sine, cosine, *q = y + 3 * i, *v = y + 3 * (m->bodies + i);
    carom_sincos(b->angle, &sine, &cosine);
    const double ax = cosine * b->centre_x - sine * b->centre_y;
    const double ay = sine * b->centre_x + cosine * b->centre_y;
    q[0] = b->x + ax, q[1] = b->y + ay, q[2] = b->angle;
    v[0] = b->vx - b->spin * ay, v[1] = b->vy + b->spin * ax, v[2] = b->spin;
    m->mass[i] = b->mass, m->inv_mass[i] = 1 / b->mass;
    m->inertia[i] = b->inertia, m->inv_inertia[i] = 1 / b->inertia;
    m->centre[2 * i] = b->centre_x, m->centre[2 * i + 1] = b->centre_y;
  }
  for (int i = 0; i <= m->bodies; i++)
    m->pose[i] = (carom_pose){.cosine = 1}; /* pose for the angle 0 */
  m->inv_mass[m->bodies] = m->inv_inertia[m->bodies] = 0;
}

carom_status carom_mechanism_build(carom_mechanism *m, const carom_mechanism_def *def, double *y,
                                   carom_error *err)
{
  place_bodies(m, def, y);
  carom_mechanism_pose(m, y, y + 3 * m->bodies);
  for (int i = 0; i < def->joints; i++)
    CAROM_TRY(add_joint(m, def, i, y, err));
  for (int i = 0; i < def->drivers; i++)
    CAROM_TRY(add_driver(m, def, i, y, err));
  for (int i = 0; i < def->springs; i++)
    add_spring(m, &def->spring[i]);
  for (int i = 0; i < def->clearances; i++)
    CAROM_TRY(add_clearance(m, def, i, err));
  return CAROM_OK;
}
