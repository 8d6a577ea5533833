/* SPDX-License-Identifier: MIT */
/* Roots of any whole order, with the same bits everywhere. */
#ifndef CAROM_CORE_ROOT_H
#define CAROM_CORE_ROOT_H

/* The n-th root of x >= 0 by bisection: the smallest double whose n-th power, rounded after every
 * product, is not below x. For results, not for loops: some 60 to 1100 halvings. */
double carom_nth_root(double x, int n);

#endif
