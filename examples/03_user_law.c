/* SPDX-License-Identifier: MIT */
/* A law of your own: a measured force-overlap curve with a dashpot. The table is all the law knows;
 * its energy is found by quadrature, and the damping for the restitution that is asked for by
 * impacts of this very law. */
#include <carom/carom.h>

#include <math.h>
#include <stdio.h>

enum { POINTS = 5 };

/* Measured: overlap (m) and force (N); straight lines between, the last one goes on. */
typedef struct curve {
  double d[POINTS], f[POINTS];
} curve;

/* Line `branch` of the curve, 1 .. POINTS-1; damping is the elastic force times coefficient[0] v.
 */
static carom_force force(void *user, const double *coef, const double *state, double d, double v,
                         double branch)
{
  const curve *c = user;
  const int i = (int)branch - 1;
  const double stiffness = (c->f[i + 1] - c->f[i]) / (c->d[i + 1] - c->d[i]);
  const double elastic = c->f[i] + stiffness * (d - c->d[i]);
  (void)state;
  return (carom_force){elastic, coef[0] * elastic * v};
}

static double branch(void *user, const double *coef, const double *state, double d)
{
  const curve *c = user;
  int i = 1;
  (void)coef, (void)state;
  while (i < POINTS - 1 && d > c->d[i])
    i++;
  return i;
}

/* Where lines meet: the integrator lands on each, so that no step sees a kink. */
static void breakpoint(void *user, const double *coef, const double *state, double *out)
{
  const curve *c = user;
  (void)coef, (void)state;
  for (int i = 1; i < POINTS - 1; i++)
    out[i - 1] = c->d[i];
}

/* The damping constant is dimensionless; over the expected speed it multiplies the force. */
static void prepare_materials(void *user, const double *setting, const carom_pair *pair,
                              const double *damping, double *constant)
{
  (void)user, (void)setting;
  constant[0] = damping[0] / pair->speed;
}

int main(void)
{
  static const carom_field fields[] = {CAROM_FIELD_RESTITUTION, CAROM_FIELD_TENSION};
  static const carom_label labels[] = {{"rate", "s/m"}};
  curve measured = {{0, 10e-6, 30e-6, 60e-6, 100e-6}, {0, 20, 110, 310, 640}};

  carom_user_law def = carom_user_law_default();
  def.info.name = "measured";
  def.info.summary = "A measured curve with damping in proportion to the force.";
  def.info.traits = CAROM_LAW_VISCOUS | CAROM_LAW_PULLS;
  def.info.dampings = 1;
  def.field = fields;
  def.fields = 2;
  def.constants = 1; /* copied to the only coefficient */
  def.coefficient_label = labels;
  def.breakpoints = POINTS - 2;
  def.user = &measured;
  def.force = force;
  def.branch = branch;
  def.breakpoint = breakpoint;
  def.prepare_materials = prepare_materials;
  def.admissible_to = 200e-6; /* refuse it if it could create energy */

  carom_error err;
  carom_context *context;
  carom_contact_def pair = carom_contact_default();
  carom_contact contact;
  carom_impact_def impact = carom_impact_default();
  carom_impact r;
  if (carom_context_create(&context, &err) != CAROM_OK) goto failed;
  if (carom_context_register(context, &def, NULL, &err) != CAROM_OK) goto failed;

  pair.context = context;
  pair.law = "measured"; /* from here on it is a law like any other */
  carom_contact_set_text(&pair, "restitution", "60 %");
  pair.speed = 0.5;
  if (carom_contact_prepare(&pair, &contact, &err) != CAROM_OK) goto failed;
  impact.contact = &contact;
  impact.speed = 0.5;
  if (carom_impact_resolve(&impact, &r, &err) != CAROM_OK) goto failed;
  printf("restitution %.10f, asked %.2f\n", r.restitution, contact.asked[0]);
  printf("peak %.1f N at %.2f um, energy budget open by %.1e of what came in\n", r.peak_force,
         1e6 * r.peak_overlap, fabs(r.energy.residual) / r.energy.kinetic_in);
  carom_context_destroy(context);
  return fabs(r.restitution - 0.6) < 1e-9 ? 0 : 1;

failed:
  fprintf(stderr, "%s: %s\n", err.where, err.text);
  return 1;
}
