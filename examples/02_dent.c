/* SPDX-License-Identifier: MIT */
/* Plastic memory: the same two spheres collide again and again at the same speed. Each impact
 * finds the dent of the ones before: what the dent gives back is not lost again, so the pair
 * hardens (shakedown) and restitution climbs towards 1. */
#include <carom/carom.h>

#include <stdio.h>

int main(void)
{
  carom_contact_def def = carom_contact_default(); /* two steel spheres of 20 mm */
  def.law = "ma-liu";

  carom_contact contact;
  carom_error err;
  if (carom_contact_prepare(&def, &contact, &err) != CAROM_OK) {
    fprintf(stderr, "%s: %s\n", err.where, err.text);
    return 1;
  }

  carom_state pair = carom_contact_virgin(&contact); /* what this pair remembers */
  carom_impact_def impact = carom_impact_default();
  impact.contact = &contact;
  impact.speed = 2;
  impact.state = &pair;
  for (int i = 1; i <= 5; i++) {
    carom_impact r;
    if (carom_impact_resolve(&impact, &r, &err) != CAROM_OK) {
      fprintf(stderr, "%s: %s\n", err.where, err.text);
      return 1;
    }
    printf("impact %d: restitution %.6f, dent %.3f um\n", i, r.restitution,
           1e6 * r.residual_overlap);
  }
  return 0;
}
