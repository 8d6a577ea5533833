/* SPDX-License-Identifier: MIT */
#include "run/budget.h"

#include <math.h>

double carom_energy_off(const carom_run_energy *e)
{
  const double largest = carom_larger(carom_larger(fabs(e->start), fabs(e->end)), fabs(e->work));
  if (!isfinite(e->residual) || !isfinite(largest)) return HUGE_VAL;
  return e->residual == 0 ? 0 : fabs(e->residual) / largest;
}

carom_run_energy carom_impact_energy(const carom_impact *r)
{
  return (carom_run_energy){.residual = r->energy.residual,
                            .start = r->energy.kinetic_in,
                            .end = r->energy.kinetic_out,
                            .remedy = "take a smaller tolerance, or a law whose form is sound"};
}
