/* SPDX-License-Identifier: MIT */
/* The slider-crank of the reference values: crank 50 mm, rod 300 mm, clearance 0.5 mm between rod
 * (bearing) and slider (journal), started at the top dead centre with the journal centred. */
#ifndef CAROM_TESTS_SLIDER_CRANK_H
#define CAROM_TESTS_SLIDER_CRANK_H

#include <stdlib.h>
#include <string.h>

#include <carom/carom.h>

#include "close.h"

enum { CRANK, ROD, SLIDER };

static const double crank_length = 0.05, rod_length = 0.3;

typedef struct slider_crank {
  carom_mechanism_body body[3];
  carom_joint joint[4];
  carom_driver driver[1];
  carom_clearance clearance[1];
  double zero, speed;
  carom_mechanism_def def;
} slider_crank;

static inline carom_place on(int body, double x, double y)
{
  return (carom_place){body, x, y};
}

static inline carom_joint revolute(const char *name, carom_place a, carom_place b)
{
  carom_joint j = carom_joint_default();
  j.name = name;
  j.a = a;
  j.b = b;
  return j;
}

static inline carom_joint prismatic(const char *name, carom_place a, carom_place b,
                                    double direction)
{
  carom_joint j = revolute(name, a, b);
  j.kind = CAROM_PRISMATIC;
  j.direction = direction;
  return j;
}

static inline carom_mechanism_body body(const char *name, double mass, double inertia, double x,
                                        double y, double angle)
{
  carom_mechanism_body b = carom_mechanism_body_default();
  b.name = name;
  b.mass = mass;
  b.inertia = inertia;
  b.x = x;
  b.y = y;
  b.angle = angle;
  return b;
}

/* Joints 0 pivot, 1 crank pin, 2 guide, and 3 the ideal wrist pin when there is no clearance. */
static inline void make_slider_crank(slider_crank *s, double rpm, const char *law)
{
  memset(s, 0, sizeof *s);
  s->speed = rpm * 2 * 3.14159265358979323846 / 60;
  s->body[CRANK] = body("crank", 1, 0.01, 0, 0, 0);
  s->body[ROD] = body("rod", 1.13, 0.0153, crank_length, 0, 0);
  s->body[ROD].centre_x = rod_length / 2;
  s->body[SLIDER] = body("slider", 1.013, 1e-3, crank_length + rod_length, 0, 0);
  s->joint[0] = revolute("pivot", on(CAROM_GROUND, 0, 0), on(CRANK, 0, 0));
  s->joint[1] = revolute("pin", on(CRANK, crank_length, 0), on(ROD, 0, 0));
  s->joint[2] = prismatic("guide", on(CAROM_GROUND, 0, 0), on(SLIDER, 0, 0), 0);
  s->joint[3] = revolute("wrist", on(ROD, rod_length, 0), on(SLIDER, 0, 0));
  s->driver[0] = carom_driver_default();
  s->driver[0].name = "motor";
  s->driver[0].b = CRANK;
  s->driver[0].points = 1;
  s->driver[0].time = &s->zero;
  s->driver[0].value = &s->speed;
  s->def = carom_mechanism_default();
  s->def.body = s->body;
  s->def.bodies = 3;
  s->def.joint = s->joint;
  s->def.joints = law ? 3 : 4;
  s->def.driver = s->driver;
  s->def.drivers = 1;
  s->def.tolerance = 1e-12;
  if (!law) return;
  carom_clearance *c = &s->clearance[0];
  *c = carom_clearance_default();
  c->name = "wrist";
  c->bearing = on(ROD, rod_length, 0);
  c->journal = on(SLIDER, 0, 0);
  c->contact.law = law;
  c->contact.a.material.young = c->contact.b.material.young = 207e9;
  c->contact.a.material.poisson = c->contact.b.material.poisson = 0.3;
  s->def.clearance = c;
  s->def.clearances = 1;
}

/* Sets a restitution by the formula of the law's source, as in the reference values. */
static inline void published(slider_crank *s, const char *restitution)
{
  carom_contact_set_text(&s->clearance[0].contact, "restitution", restitution);
  carom_contact_set_text(&s->clearance[0].contact, "calibration", "published");
}

static inline carom_mechanism *created(const carom_mechanism_def *def)
{
  carom_mechanism *m = NULL;
  carom_error err = {.code = CAROM_OK};
  if (carom_mechanism_create(def, &m, &err) != CAROM_OK) fail_msg("%s: %s", err.where, err.text);
  return m;
}

static inline void advance(carom_mechanism *m, double until)
{
  carom_error err = {.code = CAROM_OK};
  if (carom_mechanism_advance(m, until, &err) != CAROM_OK)
    fail_msg("until %g s: %s: %s", until, err.where, err.text);
}

/* What the joints reported. */
enum { MOST_HEARD = 64 };
typedef struct heard {
  int count;
  struct {
    int clearance;
    carom_journal_event event;
    double time, approach, sliding;
    carom_motion slider, rod;
  } at[MOST_HEARD];
} heard;

static inline void hear(void *user, int clearance, carom_journal_event event,
                        const carom_mechanism_view *view)
{
  heard *h = user;
  if (h->count == MOST_HEARD) return;
  h->at[h->count].clearance = clearance;
  h->at[h->count].event = event;
  h->at[h->count].time = view->time;
  h->at[h->count].approach = view->journal[clearance].approach;
  h->at[h->count].sliding = view->journal[clearance].sliding;
  h->at[h->count].slider = view->body[view->bodies > SLIDER ? SLIDER : 0];
  h->at[h->count].rod = view->body[view->bodies > ROD ? ROD : 0];
  h->count++;
}

#endif
