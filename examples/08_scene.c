/* SPDX-License-Identifier: MIT */
/* A scene: 250 rough glass beads of two sizes fall into a box and come to rest. */
#include <carom/carom.h>

#include <math.h>
#include <stdio.h>

enum { SIDE = 5, LAYERS = 10, BEADS = SIDE * SIDE * LAYERS };

int main(void)
{
  const double spacing = 2.6e-3, width = SIDE * spacing;
  static carom_scene_particle bead[BEADS];
  for (int i = 0; i < BEADS; i++) {
    const int place[3] = {i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE};
    bead[i] = carom_scene_particle_default(); /* 1 mm, material 0 */
    if (i % 3 == 0) bead[i].radius = 0.7e-3;
    for (int k = 0; k < 3; k++) /* on a lattice, a little beside it */
      bead[i].position[k] = spacing * (place[k] + 0.5 + 0.05 * ((i * (7 + k) + i / 7) % 5 - 2));
  }

  carom_material glass = carom_material_default();
  glass.young = 5e6; /* softer than glass: the step follows from it */
  glass.poisson = 0.3;
  glass.density = 2500;
  carom_scene_contact rough = carom_scene_contact_default(); /* material 0 with itself */
  rough.normal.law = "tsuji";
  carom_contact_set(&rough.normal, "restitution", 0.5);
  rough.tangential.model = "mindlin";
  carom_tangential_set(&rough.tangential, "friction", 0.4);

  carom_scene_wall box = carom_scene_wall_default();
  box.shape = CAROM_WALL_BOX;
  for (int k = 0; k < 3; k++) {
    box.low[k] = 0;
    box.high[k] = k < 2 ? width : INFINITY; /* open at the top */
  }

  carom_scene_def def = carom_scene_default();
  def.material = &glass, def.materials = 1;
  def.contact = &rough, def.contacts = 1;
  def.particle = bead, def.particles = BEADS;
  def.wall = &box, def.walls = 1;
  def.gravity[2] = -9.81;

  carom_scene *scene;
  carom_error err;
  if (carom_scene_create(&def, &scene, &err) != CAROM_OK) {
    fprintf(stderr, "%s: %s\n", err.where, err.text);
    return 1;
  }
  const double step = carom_scene_step(scene); /* none was given: it was chosen */
  printf("%d beads, step %.2f us\n", BEADS, 1e6 * step);
  carom_scene_energy e = carom_scene_budget(scene);
  for (int i = 1; i <= 4; i++) {
    if (carom_scene_advance_steps(scene, (int64_t)(0.05 / step), &err) != CAROM_OK) {
      fprintf(stderr, "%s: %s\n", err.where, err.text);
      carom_scene_destroy(scene);
      return 1;
    }
    e = carom_scene_budget(scene);
    printf("%.3f s: kinetic %.2e J, lost %.2e J, %d contacts\n", carom_scene_time(scene), e.kinetic,
           e.viscous + e.friction, (int)carom_scene_stats(scene).touching);
  }

  /* the floor and the sides bear the weight */
  const carom_scene_view view = carom_scene_sample(scene);
  carom_scene_wall_state wall;
  double weight = 0;
  for (int64_t i = 0; i < view.count; i++)
    weight += 9.81 * view.grain[i].mass;
  if (carom_scene_sample_wall(scene, 0, &wall, &err) != CAROM_OK) return 1;
  printf("the box bears %.5f N, the beads weigh %.5f N\n", -wall.force[2], weight);
  const bool rests = fabs(-wall.force[2] / weight - 1) < 0.02;
  carom_scene_destroy(scene);
  return !rests;
}
