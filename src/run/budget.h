/* SPDX-License-Identifier: MIT */
/* How well an energy budget closes. */
#ifndef CAROM_RUN_BUDGET_H
#define CAROM_RUN_BUDGET_H

#include <carom/impact.h>
#include <carom/io.h>

/* The residual over the largest of start, end and work; 0 if all are 0, infinite if one of them is
 * not finite. */
double carom_energy_off(const carom_run_energy *energy);

/* The budget of one impact. */
carom_run_energy carom_impact_energy(const carom_impact *impact);

/* The larger of two numbers; NaN is ignored. */
static inline double carom_larger(double a, double b)
{
  return a > b || b != b ? a : b;
}

#endif
