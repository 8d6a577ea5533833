/* SPDX-License-Identifier: MIT */
/* Tsuji: Hertz with a dashpot growing as d^(1/4); restitution independent of the speed.
 *
 *     F = K d^(3/2) + c sqrt(K m*) d^(1/4) v,   K = (4/3) E* sqrt(R*)
 *
 * d overlap, v approach speed, m* reduced mass, c damping ratio. Published: c = sqrt(5) s(e), s =
 * -ln e / sqrt(pi^2 + ln^2 e), which is exact as long as tension is kept. Exact: the closed form
 * for the chosen treatment of tension (family/quarter_power.h). Source: Tsuji, Tanaka, Ishida,
 * Powder Technol. 71 (1992) 239, in the closed form of Antypov and Elliott, EPL 94 (2011) 50004;
 * not checked against the sources. */
#ifndef CAROM_LAW_TSUJI_H
#define CAROM_LAW_TSUJI_H

#include "law_base.h"
#include "family/quarter_power.h"

#define CAROM_INFO_tsuji                                                                           \
  .name = "tsuji", .aliases = "edem", .family = "viscous",                                         \
  .summary = "Hertz with a dashpot growing as d^(1/4): restitution independent of the speed.",     \
  .equation = "F = K d^(3/2) + c sqrt(K m*) d^(1/4) v,   K = (4/3) E* sqrt(R*)\n"                  \
              "published: c = sqrt(5) s(e),   s = -ln e / sqrt(pi^2 + ln^2 e)",                    \
  .validity = "Small strains, below first yield. The published constant is exact only while "      \
              "tension is kept (tension: keep).",                                                  \
  .source = "Y. Tsuji, T. Tanaka, T. Ishida, Powder Technol. 71 (1992) 239; closed form: "         \
            "D. Antypov, J. A. Elliott, EPL 94 (2011) 50004 (not checked against the sources)",    \
  .status = "Compared with values of another code.",                                               \
  .traits = CAROM_LAW_VISCOUS | CAROM_LAW_PULLS | CAROM_LAW_ELASTIC, .dampings = 1

#define CAROM_FIELDS_tsuji(F) CAROM_FIELDS_QUARTER_POWER(F)
#define CAROM_CONSTANTS_tsuji(M) CAROM_CONSTANTS_QUARTER_POWER(M)
#define CAROM_COEFFICIENTS_tsuji(M) CAROM_COEFFICIENTS_QUARTER_POWER(M)
#define CAROM_STATE_tsuji(M)
#define CAROM_BREAKPOINTS_tsuji 0

CAROM_QUARTER_POWER(tsuji)

CAROM_HOST double carom_tsuji_published(int which, double e)
{
  (void)which;
  return carom_quarter_power_exact(e, CAROM_KEEP);
}

#endif

CAROM_LAW(tsuji)
