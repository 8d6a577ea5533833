/* SPDX-License-Identifier: MIT */
/* Integer roots, with the same bits everywhere. */
#ifndef CAROM_CORE_ROOT_H
#define CAROM_CORE_ROOT_H

/* The n-th root of x >= 0 by bisection: the smallest double whose n-th power, rounded after every
 * product, is not below x. It takes 60 to 1100 bisections, so use it for results, not in inner
 * loops. */
double carom_nth_root(double x, int n);

#endif
