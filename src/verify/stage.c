/* SPDX-License-Identifier: MIT */
#include "verify/stage.h"

#include <math.h>

void stage_set(stage *s, const carom_material *body, const carom_material *partner, int bodies,
               double radius, const char *law)
{
  static const int between[3][2] = {{0, 0}, {0, 1}, {1, 1}};
  s->material[0] = *body;
  s->material[1] = *partner;
  for (int k = 0; k < 3; k++) {
    s->contact[k] = carom_scene_contact_default();
    s->contact[k].between[0] = between[k][0];
    s->contact[k].between[1] = between[k][1];
    s->contact[k].normal.law = law;
  }
  for (int i = 0; i < bodies; i++) {
    s->particle[i] = carom_scene_particle_default();
    s->particle[i].radius = radius;
    s->particle[i].id = (unsigned)i;
  }
  s->def = carom_scene_default();
  s->def.material = s->material;
  s->def.materials = 2;
  s->def.contact = s->contact;
  s->def.contacts = 3;
  s->def.particle = s->particle;
  s->def.particles = bodies;
  s->def.wall = s->wall;
  s->def.threads = 1;
}

void stage_normal(stage *s, const char *name, double value)
{
  for (int k = 0; k < 3; k++)
    carom_contact_set(&s->contact[k].normal, name, value);
}

void stage_say(stage *s, const char *name, const char *word)
{
  for (int k = 0; k < 3; k++)
    carom_contact_set_text(&s->contact[k].normal, name, word);
}

void stage_tangential(stage *s, const char *model, double friction)
{
  for (int k = 0; k < 3; k++)
    s->contact[k].tangential.model = model;
  if (model) stage_grip(s, "friction", friction);
}

void stage_grip(stage *s, const char *name, double value)
{
  for (int k = 0; k < 3; k++)
    carom_tangential_set(&s->contact[k].tangential, name, value);
}

double stage_chance(unsigned *counter)
{
  unsigned x = ++*counter * 2654435769u;
  x = (x ^ x >> 16) * 0x85ebca6bu;
  x = (x ^ x >> 13) * 0xc2b2ae35u;
  return (double)(x ^ x >> 16) / 4294967296.0;
}

void stage_lattice(stage *s, int side, double spacing, double speed, double spin)
{
  unsigned counter = 0;
  for (int i = 0; i < side * side * side; i++) {
    carom_scene_particle *p = &s->particle[i];
    const int at[3] = {i % side, i / side % side, i / side / side};
    const double radius = p->radius;
    p->radius = radius * (0.6 + 0.4 * stage_chance(&counter));
    for (int k = 0; k < 3; k++) {
      const double shaken = 0.02 * radius * (2 * stage_chance(&counter) - 1);
      p->position[k] = spacing * (at[k] + 0.5) + shaken;
      p->velocity[k] = speed * (2 * stage_chance(&counter) - 1);
      p->spin[k] = spin * (2 * stage_chance(&counter) - 1);
    }
  }
}

void stage_box(stage *s, double low, double high)
{
  stage_floor(s);
  carom_scene_wall *wall = &s->wall[s->def.walls - 1];
  wall->shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    wall->low[k] = low, wall->high[k] = high;
}

void stage_floor(stage *s)
{
  s->wall[s->def.walls] = carom_scene_wall_default();
  s->wall[s->def.walls].material = 1;
  s->def.walls++;
}

carom_scene *stage_made(stage *s, carom_verify *v)
{
  carom_scene *scene = NULL;
  carom_error err = {.code = CAROM_OK};
  if (carom_scene_create(&s->def, &scene, &err) == CAROM_OK) return scene;
  carom_verify_stop(v, &err);
  return NULL;
}

bool stage_run(carom_scene *scene, int64_t steps, carom_verify *v)
{
  carom_error err = {.code = CAROM_OK};
  if (carom_scene_advance_steps(scene, steps, &err) == CAROM_OK) return true;
  carom_verify_stop(v, &err);
  return false;
}

carom_scene_grain stage_body(carom_scene *scene, int number)
{
  return carom_scene_sample(scene).grain[number];
}

/* The last three steps of the first contact. */
typedef struct glance {
  bool touches;
  double overlap[3], force[3];
} glance;

static void note(void *user, const carom_scene_touch *touch)
{
  glance *g = user;
  if (g->touches) return;
  g->touches = true;
  g->overlap[2] = touch->overlap;
  g->force[2] = touch->force.elastic + touch->force.dissipative;
}

/* The largest value so far, by the parabola through three values if the middle one is largest. */
static double larger(double most, const double y[3])
{
  double top = y[2];
  if (y[1] > y[0] && y[1] >= y[2]) {
    const double bend = y[0] - 2 * y[1] + y[2], slope = 0.5 * (y[2] - y[0]);
    top = y[1] - (bend < 0 ? 0.5 * slope * slope / bend : 0);
  }
  return top > most ? top : most;
}

/* How long ago the surfaces parted, and how long ago they met when they move towards each other:
 * gap over its rate. A single body met a floor at z = 0. */
static double since(const carom_scene_grain *a, const carom_scene_grain *b, bool pair)
{
  double gap = a->position[2] - a->radius, rate = a->velocity[2];
  if (pair) {
    double distance = 0, speed = 0;
    for (int k = 0; k < 3; k++) {
      const double x = b->position[k] - a->position[k];
      distance += x * x;
      speed += x * (b->velocity[k] - a->velocity[k]);
    }
    distance = sqrt(distance);
    gap = distance - a->radius - b->radius;
    rate = speed / distance;
  }
  return gap / rate;
}

encounter stage_meet(carom_scene *scene, int64_t most, carom_verify *v)
{
  encounter e = {.over = false};
  const bool pair = carom_scene_particles(scene) > 1;
  carom_scene_grain a = stage_body(scene, 0), b = pair ? stage_body(scene, 1) : a;
  const double met = carom_scene_time(scene) - since(&a, &b, pair);
  glance g = {.touches = false};
  bool touched = false;
  for (int64_t i = 0; i < most && !e.over; i++) {
    if (!stage_run(scene, 1, v)) return e;
    for (int k = 0; k < 2; k++)
      g.overlap[k] = g.overlap[k + 1], g.force[k] = g.force[k + 1];
    g.touches = false;
    carom_scene_contacts(scene, note, &g);
    if (!g.touches) g.overlap[2] = g.force[2] = 0;
    e.peak_overlap = larger(e.peak_overlap, g.overlap);
    e.peak_force = larger(e.peak_force, g.force);
    e.over = touched && !g.touches;
    touched |= g.touches;
  }
  e.a = stage_body(scene, 0);
  e.b = pair ? stage_body(scene, 1) : e.a;
  e.time = carom_scene_time(scene);
  e.duration = e.time - since(&e.a, &e.b, pair) - met;
  return e;
}
