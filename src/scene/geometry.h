/* SPDX-License-Identifier: MIT */
/* R* and m* of two spheres. The same expressions serve vectors of contacts in the kernels and
 * single contacts elsewhere, because a law must find its own state again to the bit. `reach` is the
 * sum of the radii, `difference` the first minus the second, `inv_mass` the sum of 1/m. Both
 * results use the one division `share`. */
#ifndef CAROM_SRC_SCENE_GEOMETRY_H
#define CAROM_SRC_SCENE_GEOMETRY_H

#define CAROM_REDUCED_SHARE(reach, inv_mass) (0.25 / ((reach) * (inv_mass)))
#define CAROM_REDUCED_RADIUS(reach, difference, inv_mass, share)                                   \
  (((reach) - (difference)) * ((reach) + (difference)) * (inv_mass) * (share))
#define CAROM_REDUCED_MASS(reach, share) (4 * (reach) * (share))

#endif
