/* SPDX-License-Identifier: MIT */
/* Writes two frames of bodies that follow formulas, which check_frames.py knows as well:
 * write FOLDER. */
#include <stdlib.h>
#include <string.h>

#include "io/frames.h"

enum { BODIES = 23, CONTACTS = 9, FACETS = 5 };

static FILE *opened(const char *folder, const char *name)
{
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  if (!file) exit(1);
  return file;
}

static void fill(carom_frame_body *body, carom_frame_contact *contact, int frame)
{
  for (int i = 0; i < BODIES; i++)
    body[i] = (carom_frame_body){.position = {i / 7.0 + frame, i * i / 3.0, -i / 11.0},
                                 .velocity = {1.0 / (i + 1), -2.0 / (i + 3), 1e-300 * i},
                                 .spin = {i * 1e5 / 7, 0, -i / 13.0},
                                 .radius = 0.1 + i / 1000.0,
                                 .force = {-i / 3.0, i * 1e9, 0.1},
                                 .torque = {i / 29.0, -1e-9, -i},
                                 .mass = 1e-6 + i / 23.0,
                                 .id = 4294967000u + (uint32_t)i,
                                 .material = i % 3,
                                 .fixed = i % 5 == 0};
  for (int i = 0; i < CONTACTS; i++)
    contact[i] = (carom_frame_contact){.from = {i / 7.0, 0, 1},
                                       .to = {0, i / 3.0, 2},
                                       .force = {i / 9.0, -i, i / 5.0},
                                       .normal = i / 17.0,
                                       .tangential = i / 19.0,
                                       .overlap = 1e-9 * i,
                                       .a = i,
                                       .b = i == 4 ? -1 : i + 1,
                                       .wall = i == 4 ? 1 : -1};
}

static void fill_walls(carom_frame_facet *facet)
{
  for (int i = 0; i < FACETS; i++) {
    facet[i].wall = i % 2;
    facet[i].shell = i == 3;
    for (int k = 0; k < 9; k++)
      facet[i].corner[k / 3][k % 3] = i / 7.0 - k / 3.0;
  }
}

static void put(const char *folder, const char *name, const carom_frame *frame,
                bool (*write)(const carom_frame *frame, const carom_frame_coding *coding,
                              FILE *file))
{
  const carom_frame_coding coding = {.single = strstr(name, "single") != NULL,
                                     .compressed = strstr(name, "packed") != NULL};
  FILE *file = opened(folder, name);
  if (!write(frame, &coding, file)) exit(1);
  if (fclose(file) != 0) exit(1);
}

/* What LAMMPS is given: ids from 0, bodies that crossed a periodic border, once without borders. */
static void put_dumps(const char *folder, carom_frame frame, carom_frame_body *body)
{
  for (int64_t i = 0; i < BODIES; i++) {
    body[i].id = (uint32_t)i;
    body[i].position[0] += 6.0 * (double)(i - 10);
  }
  put(folder, "crossed.dump", &frame, carom_frame_dump);
  frame.periodic[0] = frame.periodic[2] = false;
  put(folder, "open.dump", &frame, carom_frame_dump);
}

int main(int count, char **argument)
{
  static carom_frame_body body[BODIES];
  static carom_frame_contact contact[CONTACTS];
  static carom_frame_facet facet[FACETS];
  static const char *const wall[] = {"floor", "<b>&amp; \"lid\"\x01"};
  static const char *const material[] = {"glass", "steel, \"hard\"", "back\\slash"};
  const double time[] = {0.1, 1.0 / 3};
  if (count != 2) return 2;
  for (int k = 0; k < 2; k++) {
    char name[64];
    const carom_frame frame = {.time = time[k],
                               .step = 1000 * k,
                               .body = body,
                               .bodies = k ? BODIES : 0, /* the first one is empty */
                               .contact = contact,
                               .contacts = k ? CONTACTS : 0,
                               .material = material,
                               .materials = 3,
                               .facet = facet,
                               .facets = k ? FACETS : 0,
                               .wall = wall,
                               .walls = 2,
                               .low = {-1, -2.5, -3},
                               .high = {5, 200, 1.0 / 3},
                               .periodic = {true, false, true}};
    fill(body, contact, k);
    fill_walls(facet);
    snprintf(name, sizeof name, "bodies_%06d.vtp", k);
    put(argument[1], name, &frame, carom_frame_vtp_bodies);
    snprintf(name, sizeof name, "contacts_%06d.vtp", k);
    put(argument[1], name, &frame, carom_frame_vtp_contacts);
    snprintf(name, sizeof name, "frame_%06d.xyz", k);
    put(argument[1], name, &frame, carom_frame_xyz);
    snprintf(name, sizeof name, "frame_%06d.dump", k);
    put(argument[1], name, &frame, carom_frame_dump);
    snprintf(name, sizeof name, "walls_%06d.vtp", k);
    put(argument[1], name, &frame, carom_frame_vtp_walls);
    snprintf(name, sizeof name, "single_%06d.vtp", k);
    put(argument[1], name, &frame, carom_frame_vtp_bodies);
    snprintf(name, sizeof name, "packed_%06d.vtp", k);
    put(argument[1], name, &frame, carom_frame_vtp_bodies);
    snprintf(name, sizeof name, "contacts_%06d.xyz", k);
    put(argument[1], name, &frame, carom_frame_xyz_contacts);
    snprintf(name, sizeof name, "contacts_%06d.dump", k);
    put(argument[1], name, &frame, carom_frame_dump_contacts);
    if (k) put_dumps(argument[1], frame, body);
  }
  FILE *file = opened(argument[1], "bodies.pvd");
  carom_frames_pvd("bodies", "vtp", time, 2, file);
  return fclose(file) != 0;
}
