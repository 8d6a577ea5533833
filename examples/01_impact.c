/* SPDX-License-Identifier: MIT */
/* A glass bead falls on a steel plate: ask for a restitution, get it, and see what it cost. */
#include <carom/carom.h>

#include <stdio.h>

int main(void)
{
  carom_contact_def def = carom_contact_default();
  def.law = "tsuji";
  def.a.radius = 2.5e-3; /* the bead; the default material is steel */
  def.a.material.young = 65e9;
  def.a.material.poisson = 0.22;
  def.a.material.density = 2500;
  def.a.material.yield = CAROM_UNSET; /* not known: first yield is not judged */
  def.b.shape = CAROM_FLAT;           /* a flat without a mass does not move */
  carom_contact_set(&def, "restitution", 0.85);
  carom_contact_set_text(&def, "tension", "cut");

  carom_contact contact;
  carom_error err;
  if (carom_contact_prepare(&def, &contact, &err) != CAROM_OK) {
    fprintf(stderr, "%s: %s\n", err.where, err.text);
    return 1;
  }

  carom_impact_def impact = carom_impact_default();
  impact.contact = &contact;
  impact.speed = 0.3; /* m/s */
  carom_impact r;
  if (carom_impact_resolve(&impact, &r, &err) != CAROM_OK) {
    fprintf(stderr, "%s: %s\n", err.where, err.text);
    return 1;
  }
  printf("restitution %.12f, asked %.2f\n", r.restitution, contact.asked[0]);
  printf("contact %.3f us, peak %.3f N at %.3f um\n", 1e6 * r.duration, r.peak_force,
         1e6 * r.peak_overlap);
  return 0;
}
