/* SPDX-License-Identifier: MIT */
/* What bonds cost: steps of a cube of spheres with bonds to its six neighbours, with and without
 * them, in turns. Prints nanoseconds for a bond and step. */
#include <stdio.h>
#include <stdlib.h>

#include <carom/carom.h>

#include "bench.h"

enum { SIDE = 30, STEPS = 40, ROUNDS = 7 };

static carom_scene *cube(bool bonded)
{
  static carom_scene_particle particle[SIDE * SIDE * SIDE];
  carom_scene_def def = carom_scene_default();
  carom_scene_contact contact = carom_scene_contact_default();
  carom_scene_bond bond = carom_scene_bond_default();
  carom_material glass = carom_material_default();
  carom_scene *scene;
  carom_error err;
  glass.young = 1e8;
  glass.poisson = 0.3;
  glass.density = 2500;
  contact.normal.law = "hertz";
  contact.normal.speed = 1;
  for (int i = 0; i < SIDE * SIDE * SIDE; i++) {
    carom_scene_particle *p = &particle[i];
    *p = carom_scene_particle_default();
    p->position[0] = 2.4e-3 * (i % SIDE);
    p->position[1] = 2.4e-3 * (i / SIDE % SIDE);
    p->position[2] = 2.4e-3 * (i / SIDE / SIDE);
    p->velocity[i % 3] = 0.01 * (i % 7 - 3);
    p->radius = 1e-3;
  }
  bond.young = 1e9;
  bond.gap = 0.5e-3;
  bond.tensile_strength = bond.shear_strength = 1e12;
  for (int k = 0; k < CAROM_BOND_MODES; k++)
    bond.damping[k] = 0.1;
  def.material = &glass;
  def.materials = 1;
  def.contact = &contact;
  def.contacts = 1;
  def.particle = particle;
  def.particles = SIDE * SIDE * SIDE;
  def.threads = 1;
  def.step = 1e-7;
  def.bond = &bond;
  def.bonds = bonded ? 1 : 0;
  if (carom_scene_create(&def, &scene, &err) == CAROM_OK) return scene;
  fprintf(stderr, "%s: %s\n", err.where, err.text);
  exit(1);
}

int main(void)
{
  carom_scene *scene[2] = {cube(false), cube(true)};
  double least[2] = {1e300, 1e300};
  for (int round = 0; round < ROUNDS; round++)
    for (int k = 0; k < 2; k++) {
      const double start = bench_processor_seconds();
      if (carom_scene_advance_steps(scene[k], STEPS, NULL) != CAROM_OK) return 1;
      const double took = (bench_processor_seconds() - start) / STEPS;
      least[k] = took < least[k] ? took : least[k];
    }
  const double bonds = (double)carom_scene_bonds(scene[1], NULL, NULL);
  printf("%.0f particles, %.0f bonds, 1 thread: %.1f ns a bond and step\n",
         (double)carom_scene_particles(scene[1]), bonds, 1e9 * (least[1] - least[0]) / bonds);
  for (int k = 0; k < 2; k++)
    carom_scene_destroy(scene[k]);
  return 0;
}
