/* SPDX-License-Identifier: MIT */
/* Kinematics of contacts with one wall: those of the kernels, plus what only some walls have. */
#include "scene/kernels.h"

/* A conveyor: slip and work include the part of the surface velocity that is tangential at the
 * contact. */
static void convey(const carom_wall *wall, int64_t groups, carom_scratch *w)
{
  const double *v = wall->surface;
  for (int64_t i = 0; i < CAROM_LANES * groups; i++) {
    const double along = v[0] * w->nx[i] + v[1] * w->ny[i] + v[2] * w->nz[i];
    const double x = v[0] - along * w->nx[i], y = v[1] - along * w->ny[i],
                 z = v[2] - along * w->nz[i];
    w->vx[i] -= x, w->vy[i] -= y, w->vz[i] -= z;
    w->wall_velocity[0][i] += x, w->wall_velocity[1][i] += y, w->wall_velocity[2][i] += z;
  }
}

/* A free body gives way: m* includes its effective mass at the contact. Only the prescribed part of
 * its motion does work on particles. */
static void react(const carom_wall_body *b, int64_t groups, carom_scratch *w)
{
  const double *v = b->driven_velocity, *m = b->driven_spin;
  for (int64_t i = 0; i < CAROM_LANES * groups; i++) {
    const double x = w->wall_arm[0][i], y = w->wall_arm[1][i], z = w->wall_arm[2][i];
    const double inv_mass = carom_wall_body_inv_mass(b, x, y, z, w->nx[i], w->ny[i], w->nz[i]);
    w->mass[i] = 1 / (1 / w->mass[i] + inv_mass);
    w->wall_velocity[0][i] = v[0] + (m[1] * z - m[2] * y);
    w->wall_velocity[1][i] = v[1] + (m[2] * x - m[0] * z);
    w->wall_velocity[2][i] = v[2] + (m[0] * y - m[1] * x);
  }
}

bool carom_wall_kinematics(const carom_scene *s, const carom_pair_range *r, int64_t groups,
                           const carom_wall *wall, const carom_kernel_params *params,
                           carom_scratch *w)
{
  const bool bad = s->cpu.kernels->wall_kinematics(r, groups, wall, params, w);
  if (wall->body.free) react(&wall->body, groups, w);
  if (wall->conveys) convey(wall, groups, w);
  return bad;
}
