/* SPDX-License-Identifier: MIT */
#include "cli/figure/stage_figure.h"

#include <math.h>
#include <string.h>

#include "cli/figure/figure.h"

/* A model between two spheres. */
typedef struct subject {
  const char *stage;
  carom_contact contact;
  carom_stage_pair pair;
  double overlap, load; /* of the cycle */
} subject;

static carom_status prepare(const char *stage, const carom_stage *model, subject *s,
                            carom_error *err)
{
  const bool pulls = strcmp(stage, "adhesion") == 0;
  const carom_material soft = {.young = 10e6, .poisson = 0.3, .density = 1500, .yield = 1e6};
  carom_contact_def def = carom_contact_default();
  carom_stage_def asked = carom_tangential_default();
  def.law = "hertz";
  def.a.material = def.b.material = soft;
  def.a.radius = def.b.radius = pulls ? 50e-6 : 2e-3;
  asked.model = carom_stage_about(model)->name;
  s->stage = stage;
  carom_status status = carom_contact_prepare(&def, &s->contact, err);
  if (status == CAROM_OK)
    status = carom_stage_prepare(stage, &asked, &s->contact, &soft, &soft, 0, &s->pair, err);
  if (status == CAROM_ERR_MISSING) { /* its stiffness comes from a linear law */
    def.law = "hooke";
    carom_contact_set(&def, "stiffness", 1e3);
    status = carom_contact_prepare(&def, &s->contact, err);
    if (status == CAROM_OK)
      status = carom_stage_prepare(stage, &asked, &s->contact, &soft, &soft, 0, &s->pair, err);
  }
  if (status != CAROM_OK) return status;
  const carom_state fresh = carom_contact_virgin(&s->contact);
  s->overlap = 0.01 * s->contact.radius;
  s->load = carom_contact_force(&s->contact, &fresh, s->overlap, 0).elastic;
  return CAROM_OK;
}

/* Moves by one step `by`, in m or rad; returns the force or couple against it. */
static double moved(const subject *s, double by, double step, carom_stage_memory *memory)
{
  const bool slides = strcmp(s->stage, "tangential") == 0;
  const bool twists = strcmp(s->stage, "twisting") == 0;
  carom_slip slip = {.normal_force = s->load,
                     .overlap = s->overlap,
                     .radius = s->contact.radius,
                     .mass = s->contact.mass,
                     .step = step,
                     .normal = {0, 0, 1}};
  double spin[3] = {0}, force[3], couple[3];
  if (slides)
    slip.velocity[0] = by / step;
  else
    spin[twists ? 2 : 0] = by / step;
  carom_stage_apply(&s->pair, &slip, spin, memory, force, couple);
  return -(slides ? force[0] : couple[twists ? 2 : 0]);
}

/* Amplitude of the motion: four times the way at which a spring reaches its cap, otherwise
 * `free`. */
static double amplitude(const subject *s, double free)
{
  carom_stage_memory memory = {{0}};
  const double tiny = 1e-12 * free;
  (void)moved(s, tiny, 1, &memory);
  const double stiffness = 2 *
                           carom_stage_stored(&s->pair, s->overlap, s->contact.radius, &memory) /
                           (tiny * tiny);
  double most = 0;
  for (int i = 0; i < 1000; i++)
    most = moved(s, 0.1 * free, 1, &memory);
  return stiffness > 0 ? 4 * most / stiffness : free;
}

/* Five quarters of a sine: from rest to one side, to the other, and back. Steps are as short as
 * those of a scene, so that models that brake at rest do so. */
static carom_status cycle(const subject *s, cli_figure *figure)
{
  enum { TURN = 400, STEPS = 250 };
  const bool slides = strcmp(s->stage, "tangential") == 0;
  const double pi = 3.14159265358979323846, step = 0.1 / (TURN * STEPS);
  const double far = amplitude(s, slides ? 1e-4 * s->contact.radius : 0.1);
  const int64_t count = TURN + TURN / 4 + 1;
  cli_curve *c = figure_add(&figure->panel[0], NULL, look_number(0), 2, count);
  carom_stage_memory memory = {{0}};
  if (!c) return CAROM_ERR_MEMORY;
  figure->panel[0].x_label = slides ? "displacement" : "angle";
  figure->panel[0].x_unit = slides ? "m" : "rad";
  figure->panel[0].y_label = slides ? "tangential force" : "couple";
  figure->panel[0].y_unit = slides ? "N" : "N m";
  c->x[0] = c->y[0] = 0;
  for (int64_t i = 1; i < count; i++) {
    c->x[i] = far * sin(2 * pi * (double)i / TURN);
    for (int k = 0; k < STEPS; k++)
      c->y[i] = moved(s, (c->x[i] - c->x[i - 1]) / STEPS, step, &memory);
  }
  return CAROM_OK;
}

/* From across the gap into contact and back; points are dense where the bodies touch. */
static carom_status touch_and_part(subject *s, cli_figure *figure)
{
  enum { SIDE = 300 };
  static const cli_look grey = {"#888888", "6,3"}, ways[] = {{"#0072b2", ""}, {"#d55e00", "9,7"}};
  const carom_state fresh = carom_contact_virgin(&s->contact);
  carom_stage_memory memory = {{0}};
  const double R = s->contact.radius, touch = carom_stage_pull(&s->pair, 1e-9 * R, R, &memory);
  const double reach = carom_stage_reach(&s->pair);
  double deep = 1e-4 * R;
  while (carom_contact_force(&s->contact, &fresh, deep, 0).elastic < 2 * touch)
    deep *= 1.1;
  if (touch < 1e-3 * s->load) deep = s->overlap; /* the pull grows with the overlap */
  const double gap = reach > 0 ? 1.15 * reach : 0.5 * deep;
  memset(&memory, 0, sizeof memory);
  cli_panel *panel = &figure->panel[0];
  panel->x_label = "overlap", panel->x_unit = "m";
  panel->y_label = "force", panel->y_unit = "N";
  cli_curve *alone = figure_add(panel, "Hertz alone", grey, 1.3, SIDE + 1);
  for (int64_t i = 0; alone && i <= SIDE; i++) {
    alone->x[i] = deep * (double)i / SIDE;
    alone->y[i] = carom_contact_force(&s->contact, &fresh, alone->x[i], 0).elastic;
  }
  for (int back = 0; alone && back < 2; back++) {
    cli_curve *c = figure_add(panel, back ? "parting" : "approach", ways[back], 2.5, 2 * SIDE + 1);
    if (!c) return CAROM_ERR_MEMORY;
    for (int64_t i = 0; i <= 2 * SIDE; i++) {
      const double t = (double)(back ? SIDE - i : i - SIDE) / SIDE;
      const double d = t * t * (t > 0 ? deep : -gap);
      c->x[i] = d;
      c->y[i] = carom_contact_force(&s->contact, &fresh, d, 0).elastic -
                carom_stage_pull(&s->pair, d, R, &memory);
    }
  }
  return alone ? CAROM_OK : CAROM_ERR_MEMORY;
}

carom_status stage_figure_write(const char *stage, const carom_stage *model, const char *path,
                                bool force, carom_error *err)
{
  subject s;
  cli_figure figure = {.panels = 1};
  carom_status status = prepare(stage, model, &s, err);
  if (status == CAROM_OK) {
    status = strcmp(stage, "adhesion") == 0 ? touch_and_part(&s, &figure) : cycle(&s, &figure);
    if (status != CAROM_OK) message_usage(NULL, "out of memory");
  }
  if (status == CAROM_OK) status = figure_write(&figure, path, force, err);
  figure_free(&figure);
  return status;
}
