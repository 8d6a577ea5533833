/* SPDX-License-Identifier: MIT */
/* Mindlin without partial slip, in increments of force:
 *
 *     dS = -8 G* sqrt(R* d) v_t dt,   F = S - c_t v_t,   |F| <= mu F_n
 *     1/G* = (2 - nu1)/G1 + (2 - nu2)/G2
 *
 * While the normal contact unloads, the force so far is scaled with the stiffness, k_new/k_old:
 * without that, a path of loading under shear and unloading gains energy. The history holds the
 * elastic force S and, as fourth value, the stiffness of the previous step. The dashpot c_t, absent
 * unless requested, is that of family/mindlin_dashpot.h. Source: R. D. Mindlin, H. Deresiewicz, J.
 * Appl. Mech. 20 (1953) 327; rescaling as in C. Thornton, S. J. Cummins, P. W. Cleary, Powder
 * Technol. 210 (2011) 189 (not checked). */
#ifndef CAROM_TANGENTIAL_MINDLIN_H
#define CAROM_TANGENTIAL_MINDLIN_H

#include "tangential_base.h"
#include "family/mindlin_dashpot.h"

#define CAROM_STAGE_INFO_mindlin                                                                   \
  .name = "mindlin", .aliases = "mindlin-incremental",                                             \
  .summary = "Mindlin stiffness in increments, rescaled on unloading, capped by Coulomb.",         \
  .equation = "dS = -8 G* sqrt(R* d) v_t dt,   F = S - c_t v_t,   |F| <= mu F_n\n"                 \
              "unloading: S scaled by k_new/k_old",                                                \
  .source = "R. D. Mindlin, H. Deresiewicz, J. Appl. Mech. 20 (1953) 327; rescaling: "             \
            "C. Thornton, S. J. Cummins, P. W. Cleary, Powder Technol. 210 (2011) 189 (not "       \
            "checked)",                                                                            \
  .exclusive = CAROM_EXCLUSIVE_MINDLIN_DASHPOT

#define CAROM_STAGE_HISTORY_mindlin(H) CAROM_HISTORY_SPRING(H) H(extra, CAROM_TRANSPORT_KEEP)
#define CAROM_STAGE_FIELDS_mindlin(F)                                                              \
  CAROM_FIELDS_FRICTION(F)                                                                         \
  F(stiffness, "Pa", CAROM_UNSET, 1e-6, 1e30, NULL, "k of k_t = k sqrt(R* d) instead of 8 G*")     \
  F(unloading, NULL, CAROM_WORD(0), 1, 0, "rescale|keep",                                          \
    "rescale: the force falls with the stiffness; keep: it does not, and energy may be gained")    \
  CAROM_FIELDS_MINDLIN_DASHPOT(F)
#define CAROM_STAGE_CONSTANTS_mindlin(M)                                                           \
  M(friction, "1") M(stiffness, "Pa") M(rescale, "1") CAROM_CONSTANTS_MINDLIN_DASHPOT(M)

CAROM_DECLARE_TANGENTIAL(mindlin)

CAROM_HOST bool carom_mindlin_prepare(const carom_mindlin_settings *set,
                                      const carom_tangential_input *input,
                                      carom_mindlin_constants *constant)
{
  constant->friction = set->friction;
  constant->stiffness = set->stiffness > 0 ? set->stiffness : 8 * input->shear;
  constant->rescale = set->unloading == CAROM_WORD(0) ? 1 : 0;
  constant->damping = carom_mindlin_damping(set->tangential_restitution, carom_mindlin_critical());
  constant->relaxation = carom_positive(set->damping_rate) / constant->stiffness;
  constant->path = 1 - input->ahead;
  return true;
}

CAROM_HOST bool carom_mindlin_damped(const carom_mindlin_constants *constant)
{
  return constant->damping > 0 || constant->relaxation > 0;
}

CAROM_FN void carom_mindlin_apply(const carom_mindlin_constants *constant, const carom_slide *in,
                                  bool damped, carom_shear *spring, carom_traction *f)
{
  const carom_real k = constant->stiffness * in->patch;
  const carom_real old = spring->extra > k ? spring->extra : 1.0;
  const carom_real less = spring->extra > k ? k / old : 1.0;
  const carom_real keep = constant->rescale > 0 ? less : 1.0;
  const carom_swing swing = carom_mindlin_swing(constant->damping, constant->relaxation,
                                                constant->path, in, k);
  const carom_real add = k * (damped ? swing.reach : in->step);
  const carom_real sx = keep * spring->x, sy = keep * spring->y, sz = keep * spring->z;
  const carom_real x = sx - add * in->x, y = sy - add * in->y, z = sz - add * in->z;
  const carom_real share = carom_coulomb(constant->friction, in->normal, x * x + y * y + z * z);
  f->x = share * x;
  f->y = share * y;
  f->z = share * z;
  spring->x = damped ? sx + swing.part * (f->x - sx) : f->x;
  spring->y = damped ? sy + swing.part * (f->y - sy) : f->y;
  spring->z = damped ? sz + swing.part * (f->z - sz) : f->z;
  spring->extra = k;
}

CAROM_FN carom_real carom_mindlin_stored(const carom_mindlin_constants *constant, carom_real d,
                                         carom_real radius, const carom_shear *s)
{
  (void)constant, (void)d, (void)radius;
  return s->extra > 0 ? 0.5 * (s->x * s->x + s->y * s->y + s->z * s->z) / s->extra : 0.0;
}

#endif

CAROM_TANGENTIAL(mindlin)
