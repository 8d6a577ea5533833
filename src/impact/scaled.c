/* SPDX-License-Identifier: MIT */
/* Impacts in dimensionless form, and the approximate duration of an impact. */
#include <carom/impact.h>

#include "core/root.h"
#include "law/law.h"

carom_impact_scaled carom_impact_scale(const carom_contact *contact, const carom_impact *impact)
{
  const int setting = carom_law_field(contact->law, "stiffness");
  const double given = setting < 0 ? CAROM_UNSET : contact->setting[setting];
  const double stiffness = given > 0 ? given : carom_contact_hertz_stiffness(contact);
  const double energy = contact->mass * impact->speed_in * impact->speed_in;
  const double ratio = 1.25 * energy / stiffness;
  const double star = carom_nth_root(1.5625, 5); /* (5/4)^(2/5) */
  carom_impact_scaled s = {.length = carom_nth_root(ratio * ratio, 5), .e = impact->restitution};
  s.time = s.length / impact->speed_in;
  s.force = energy / s.length;
  s.h_max = impact->peak_overlap / s.length;
  s.t_max = impact->time_of_peak_overlap / s.time;
  s.t_c = impact->duration / s.time;
  s.F_max = impact->peak_force / s.force;
  s.t_F = impact->time_of_peak_force / s.time;
  s.damping_ratio = contact->damping[0];
  s.d_max_star = s.h_max * star;
  s.t_max_star = s.t_max * star;
  s.t_c_star = s.t_c * star;
  return s;
}

double carom_impact_time(const carom_contact *contact, double speed)
{
  const double hertz = carom_contact_hertz_time(contact, speed);
  if (hertz != CAROM_UNSET) return hertz;
  carom_impact_def def = carom_impact_default();
  carom_impact impact;
  def.contact = contact;
  def.speed = speed;
  return carom_impact_resolve(&def, &impact, NULL) == CAROM_OK ? impact.duration : CAROM_UNSET;
}
