/* SPDX-License-Identifier: MIT */
/* Small pictures that together show everything a picture can, for hashes and for decoders. */
#ifndef CAROM_TESTS_PICTURE_CASES_H
#define CAROM_TESTS_PICTURE_CASES_H

#include <string.h>

#include "chance.h"
#include "picture/picture.h"

enum { CASE_BODIES = 60, CASE_CONTACTS = 40, CASE_FACETS = 12, PICTURE_CASES = 6 };

typedef struct picture_stage {
  carom_frame_body body[CASE_BODIES];
  carom_frame_contact contact[CASE_CONTACTS];
  carom_frame_facet facet[CASE_FACETS];
  carom_frame_held held;
} picture_stage;

/* The two triangles of a face of the unit cube: across axis k, at its low or high end. */
static inline void add_face(carom_frame_facet *to, int k, int high)
{
  static const double square[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
  for (int i = 0; i < 6; i++) { /* reversed at the high end, to be seen from inside */
    double *corner = to[i / 3].corner[high ? 2 - i % 3 : i % 3];
    corner[k] = high;
    corner[(k + 1) % 3] = square[i][0];
    corner[(k + 2) % 3] = square[i][1];
  }
}

/* Spheres in a cube, some of them in contact. */
static inline void picture_stage_fill(picture_stage *s)
{
  static const char *const material[] = {"glass", "<b>steel</b> \x1b[31m & \xc3\xa9"};
  static const char *const wall[] = {"box"};
  chance c = {.seed = 5};
  memset(s, 0, sizeof *s);
  for (int i = 0; i < CASE_BODIES; i++) {
    carom_frame_body *b = &s->body[i];
    b->radius = chance_between(&c, 0.05, 0.12);
    for (int k = 0; k < 3; k++) {
      b->position[k] = chance_between(&c, b->radius, (k == 2 ? 0.7 : 1) - b->radius);
      b->velocity[k] = chance_between(&c, -1, 1);
      b->force[k] = chance_between(&c, -1e-3, 1e-3);
    }
    b->id = (uint32_t)i + 1;
    b->material = i % 2;
    b->mass = 1;
  }
  for (int i = 0; i < CASE_CONTACTS; i++) {
    carom_frame_contact *t = &s->contact[i];
    t->a = i, t->b = i + 1, t->wall = -1;
    t->normal = 0.01 * (i + 1);
    memcpy(t->from, s->body[i].position, sizeof t->from);
    memcpy(t->to, s->body[i + 1].position, sizeof t->to);
  }
  for (int k = 0; k < 6; k++)
    add_face(&s->facet[2 * k], k / 2, k % 2);
  s->held.has = CAROM_HELD_ALL;
  s->held.contacts = true;
  s->held.frame = (carom_frame){.time = 0.125,
                                .body = s->body,
                                .bodies = CASE_BODIES,
                                .contact = s->contact,
                                .contacts = CASE_CONTACTS,
                                .facet = s->facet,
                                .facets = CASE_FACETS,
                                .material = material,
                                .materials = 2,
                                .wall = wall,
                                .walls = 1,
                                .high = {1, 1, 1}};
}

static inline carom_picture_def picture_case(int number, const char **name)
{
  static const char *const names[PICTURE_CASES] = {"speed",    "chains", "cut",
                                                   "material", "dark",   "top"};
  carom_picture_def def = carom_picture_default();
  def.width = 240, def.height = 150;
  def.title = "Title: \"x\" <i> \x07 0.5 \xc2\xb5m";
  def.chains = number == 1;
  def.cut = number == 2 ? 2 : 0;
  def.colour = number == 3   ? CAROM_BY_MATERIAL
               : number == 4 ? CAROM_BY_LOAD
               : number == 5 ? CAROM_BY_RADIUS
                             : CAROM_BY_SPEED;
  def.dark = number == 4;
  def.walls = number == 3 ? CAROM_WALLS_GLASS : number == 5 ? CAROM_WALLS_NONE : CAROM_WALLS_AUTO;
  if (number == 5) def.elevation = 90, def.azimuth = -90;
  *name = names[number];
  return def;
}

#endif
