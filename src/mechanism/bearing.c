/* SPDX-License-Identifier: MIT */
/* A journal in its bearing: geometry, friction, and the guards that end a smooth segment of the
 * motion. The contact point lies on the surface of the bearing, at the distance R_B from its centre
 * along n; the lever arm of the journal is therefore R_B - |e|. Friction acts on both bodies at
 * that point. */
#include "mechanism/mechanism.h"

carom_bearing_kinematics carom_bearing_kinematics_of(const carom_bearing *b, const carom_pose *pose)
{
  carom_bearing_kinematics g;
  g.bearing = carom_body_point_of(pose, &b->bearing);
  g.journal = carom_body_point_of(pose, &b->journal);
  g.ex = g.journal.x - g.bearing.x;
  g.ey = g.journal.y - g.bearing.y;
  g.length = CAROM_SQRT(g.ex * g.ex + g.ey * g.ey);
  const bool apart = g.length > 0;
  g.nx = apart ? g.ex / g.length : 1;
  g.ny = apart ? g.ey / g.length : 0;
  const double vx = g.journal.vx - g.bearing.vx, vy = g.journal.vy - g.bearing.vy;
  g.overlap = g.length - b->clearance;
  g.approach = vx * g.nx + vy * g.ny;
  g.sliding = (vy * g.nx - vx * g.ny) + pose[b->journal.body].spin * (b->radius - g.length) -
              pose[b->bearing.body].spin * b->radius;
  return g;
}

int carom_bearing_zone(const carom_bearing *b, double sliding)
{
  const double size = CAROM_FABS(sliding);
  const int zone = size > b->v1 ? 2 : size > b->v0 ? 1 : 0;
  return sliding < 0 ? -zone : zone;
}

/* The fraction of full friction in a zone; valid slightly outside of it, too. */
static double share(const carom_bearing *b, double sliding)
{
  switch (b->zone) {
  case 2:
    return 1;
  case 1:
    return (sliding - b->v0) / (b->v1 - b->v0);
  case -1:
    return (sliding + b->v0) / (b->v1 - b->v0);
  case -2:
    return -1;
  default:
    return 0;
  }
}

double carom_bearing_friction(const carom_bearing *b, double normal, double sliding)
{
  return normal > 0 ? -b->friction * normal * share(b, sliding) : 0;
}

int carom_bearing_guards(const carom_bearing *b)
{
  return carom_regime_guards(&b->contact) + (b->friction > 0 ? 2 : 0);
}

void carom_bearing_guard(const carom_bearing *b, const carom_bearing_kinematics *gap, double *guard)
{
  carom_regime_guard(&b->regime, gap->overlap, gap->approach, guard);
  if (!(b->friction > 0)) return;
  /* bounds of the zone, for a positive speed */
  const int zone = b->zone < 0 ? -b->zone : b->zone;
  const double speed = b->zone < 0 ? -gap->sliding : gap->sliding;
  const double high = zone == 0 ? b->v0 - speed : zone == 1 ? b->v1 - speed : 1;
  const double low = zone == 0 ? b->v0 + speed : zone == 1 ? speed - b->v0 : speed - b->v1;
  double *own = guard + carom_regime_guards(&b->contact);
  own[0] = b->regime.open ? 1 : low;
  own[1] = b->regime.open ? 1 : high;
}
