/* SPDX-License-Identifier: MIT */
/* Scales from Hertz's law for a pair, whatever the law of its contact; used for steps and
 * results. */
#include <carom/contact.h>

#include "core/root.h"
#include "law_base.h"

/* 2 sqrt(pi) Gamma(7/5) / Gamma(9/10): contact time over largest overlap / speed */
#define CONTACT_TIME 2.943275184324704

double carom_contact_hertz_stiffness(const carom_contact *contact)
{
  if (contact->modulus == CAROM_UNSET) return CAROM_UNSET;
  return carom_hertz_stiffness(contact->modulus, contact->radius);
}

double carom_contact_hertz_time(const carom_contact *contact, double speed)
{
  if (contact->modulus == CAROM_UNSET) return CAROM_UNSET;
  const double ratio = 15 * contact->mass * speed * speed /
                       (16 * contact->modulus * CAROM_SQRT(contact->radius));
  return CONTACT_TIME * carom_nth_root(ratio * ratio, 5) / speed;
}

double carom_contact_yield_speed(const carom_contact *contact)
{
  const double d = carom_contact_yield_overlap(contact);
  if (d == CAROM_NEVER || d == CAROM_UNSET) return d;
  const double stiffness = carom_contact_hertz_stiffness(contact);
  return CAROM_SQRT(0.8 * stiffness * d * d * CAROM_SQRT(d) / contact->mass);
}
