/* SPDX-License-Identifier: MIT */
/* Beads settle in a box: pressure on their way, coordination and solid fraction in the middle at
 * the end, and how the stress grows with depth. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <carom/carom.h>

enum { BEADS = 500, LEVELS = 8 };

static void stop_if(carom_status status, const carom_error *err)
{
  if (status == CAROM_OK) return;
  fprintf(stderr, "%s: %s\n", err->where, err->text);
  exit(1);
}

int main(void)
{
  static carom_filled place[BEADS];
  static carom_scene_particle bead[BEADS];
  carom_error err;
  carom_fill_def fill = carom_fill_default();
  fill.arrangement = CAROM_ARRANGE_RANDOM;
  fill.count = BEADS;
  fill.radius_min = 2e-3, fill.radius_max = 2.5e-3;
  for (int k = 0; k < 3; k++)
    fill.high[k] = k == 2 ? 0.2 : 0.03;
  stop_if(carom_fill(&fill, place, &err), &err);
  for (int i = 0; i < BEADS; i++) {
    bead[i] = carom_scene_particle_default();
    for (int k = 0; k < 3; k++)
      bead[i].position[k] = place[i].position[k];
    bead[i].radius = place[i].radius;
    bead[i].id = (uint32_t)i;
  }

  const carom_material glass = {
      .young = 2e7, .poisson = 0.25, .density = 2500, .yield = CAROM_UNSET};
  carom_scene_contact contact = carom_scene_contact_default();
  contact.normal.law = "tsuji";
  contact.normal.speed = 1;
  carom_contact_set(&contact.normal, "restitution", 0.5);
  contact.tangential.model = "mindlin";
  carom_tangential_set(&contact.tangential, "friction", 0.4);
  carom_scene_wall box = carom_scene_wall_default();
  box.shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++)
    box.low[k] = 0, box.high[k] = k == 2 ? INFINITY : 0.03;

  carom_scene_def def = carom_scene_default();
  def.material = &glass, def.materials = 1;
  def.contact = &contact, def.contacts = 1;
  def.particle = bead, def.particles = BEADS;
  def.wall = &box, def.walls = 1;
  def.gravity[2] = -9.81;
  def.measured = true; /* contact forces are kept: measures are faster */
  carom_scene *scene;
  stop_if(carom_scene_create(&def, &scene, &err), &err);

  carom_selection middle = carom_selection_default();
  middle.within = true; /* region is a box */
  for (int k = 0; k < 3; k++)
    middle.region.low[k] = 0.008, middle.region.high[k] = 0.022;
  carom_bulk b;
  for (int k = 1; k <= 5; k++) {
    stop_if(carom_scene_advance(scene, 0.1 * k, &err), &err);
    stop_if(carom_measure_bulk(scene, &middle, CAROM_BULK_ALL, &b, &err), &err);
    printf("%.1f s: %4lld beads, solid fraction %.3f, pressure %6.1f Pa, z %.2f (%.2f without "
           "rattlers)\n",
           0.1 * k, (long long)b.particles, b.solid_fraction, b.pressure, b.coordination,
           b.coordination_rest);
  }

  /* The profile over the height: weight above a level over the area, less what walls carry. */
  carom_coarse_def grid = carom_coarse_default();
  for (int k = 0; k < 3; k++)
    grid.high[k] = k == 2 ? 0.06 : 0.03;
  grid.cells[2] = LEVELS;
  carom_coarse *profile;
  const carom_selection all = carom_selection_default();
  stop_if(carom_coarse_create(scene, &grid, &profile, &err), &err);
  stop_if(carom_coarse_look(profile, scene, &all, &err), &err);
  for (int k = LEVELS - 1; k >= 0; k--) {
    const carom_coarse_fields f = carom_coarse_at(profile, 0, 0, k);
    double x[3];
    carom_coarse_node(profile, 0, 0, k, x);
    printf("z %4.1f mm: solid fraction %.3f, vertical stress %6.1f Pa\n", 1e3 * x[2],
           f.solid_fraction, f.contact_stress[8]);
  }
  carom_coarse_destroy(profile);
  carom_scene_destroy(scene);
  return 0;
}
