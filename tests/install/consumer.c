/* SPDX-License-Identifier: MIT */
/* A program that uses an installed carom: asks for a restitution, gets it, brings a law of its own,
 * and prints the version if header and library agree. */
#include <carom/carom.h>
#include <stdio.h>
#include <string.h>

static carom_force spring(void *user, const double *coefficient, const double *state, double d,
                          double v, double branch)
{
  (void)user, (void)coefficient, (void)state, (void)v, (void)branch;
  return (carom_force){1e6 * d, 0};
}

static double restitution(const carom_context *context, const char *law)
{
  carom_contact_def def = carom_contact_default();
  carom_contact contact;
  carom_impact_def impact = carom_impact_default();
  carom_impact r;
  def.context = context;
  def.law = law;
  if (carom_contact_prepare(&def, &contact, NULL) != CAROM_OK) return 0;
  impact.contact = &contact;
  return carom_impact_resolve(&impact, &r, NULL) == CAROM_OK ? r.restitution : 0;
}

int main(void)
{
  carom_user_law law = carom_user_law_default();
  carom_context *context;
  law.info.name = "spring";
  law.force = spring;
  if (strcmp(carom_version(), CAROM_VERSION) != 0) return 1;
  if (carom_context_create(&context, NULL) != CAROM_OK) return 1;
  if (carom_context_register(context, &law, NULL, NULL) != CAROM_OK) return 1;
  const double e = restitution(context, "tsuji"), one = restitution(context, "spring");
  carom_context_destroy(context);
  if (!(e > 0.7 - 1e-9 && e < 0.7 + 1e-9 && one > 1 - 1e-9 && one < 1 + 1e-9)) return 1;
  return puts(carom_version()) < 0;
}
