/* SPDX-License-Identifier: MIT */
/* The damping ratios of lee-herrmann and kuwabara-kono, for which no closed form is known.
 *
 * l/c with l = -ln e is a Chebyshev series in t for 1e-3 <= e <= 1. While tension is kept c is a
 * smooth function of l, and t = l / ln 1000; where tension is cut, the missing tensile phase makes
 * it a function of l^(1/3) (d^0) or l^(1/2) (d^(1/2)), and t is that root of l / ln 1000. Relative
 * error of c below 1e-12. The terms come from tools/fit_calibration.py, which solves the impact
 * with 33 digits. */
#ifndef CAROM_FAMILY_POWER_LAW_FIT_H
#define CAROM_FAMILY_POWER_LAW_FIT_H

#include "law_base.h"

/* The sum of term[k] T_k(2 t - 1), by Clenshaw's recurrence. */
CAROM_HOST double carom_chebyshev(const double *term, int count, double t)
{
  const double y = 2 * (2 * t - 1);
  double one = 0, two = 0;
  for (int k = count - 1; k > 0; k--) {
    const double next = term[k] + y * one - two;
    two = one;
    one = next;
  }
  return term[0] + 0.5 * y * one - two;
}

/* c of F = K d^(3/2) + C v that delivers e; NaN outside 1e-3 .. 1. */
CAROM_HOST double carom_lee_herrmann_fit(double e, double tension)
{
  static const double kept[] = {
      3.6680883098621755,     2.231229705690635,      0.30022133902272186,
      -0.052912961078988505,  0.0001994459164450701,  0.001836345168171332,
      -0.0004329179644851243, 0.00010304294653510275, -1.9574360470128738e-05,
      -6.995245118871737e-06, 5.665510756767551e-06,  -1.295834412996164e-06,
      -8.11252492544423e-08,  1.4562626885387917e-07, -5.188018098864812e-08,
      8.169461538963746e-09,  2.2022112487084704e-09, -1.9919386430615855e-09,
      6.10505572145044e-10,   -3.100453455975604e-11, -5.5385131662781195e-11,
      2.7318584540268182e-11, -5.712678856307416e-12, -6.326523492858277e-13,
      9.633036061555136e-13,  -3.55352989217565e-13};
  static const double cut[] = {
      1.2954875656119842,      -0.6711975919732105,     -0.19173361640361117,
      -0.010384542093513752,   0.008229005733538228,    0.007217932657348793,
      0.0015285545226085256,   -5.6502562061576645e-05, -0.00018234504415372675,
      -8.030397379114693e-05,  -1.6416446530288592e-05, 1.4094974752090156e-06,
      2.7482480703052e-06,     1.2018147823986854e-06,  2.5230842450188403e-07,
      -3.2672800439355215e-08, -5.070928371107559e-08,  -2.130877993560845e-08,
      -3.920037908590929e-09,  9.119947066677409e-10,   1.0054323340841531e-09,
      3.909982333160096e-10,   6.193647114740136e-11,   -2.274913887003969e-11,
      -2.0630605513744515e-11, -7.561617918299936e-12,  -1.013077036232038e-12,
      5.573600361003461e-13,   4.4097264139585003e-13,  1.5196918411338418e-13};
  const double loss = 0 - carom_log(e), share = loss / 6.9077552789821370521;
  if (!(e >= 1e-3 && e <= 1)) return CAROM_NONE;
  if (tension == CAROM_KEEP) return loss / carom_chebyshev(kept, sizeof kept / sizeof *kept, share);
  return loss / carom_chebyshev(cut, sizeof cut / sizeof *cut, carom_pow(share, 1.0 / 3.0));
}

/* c of F = K d^(3/2) + C d^(1/2) v that delivers e; NaN outside 1e-3 .. 1. */
CAROM_HOST double carom_kuwabara_kono_fit(double e, double tension)
{
  static const double kept[] = {
      1.2192125575304285,      0.09572677374330063,     -0.03118413248608745,
      -0.04867047391169588,    0.014204765096601303,    0.0013473146641731987,
      -0.000588387833842942,   -0.000308833824814679,   -5.0176337251612835e-05,
      8.474152119165236e-05,   2.8415402481162623e-05,  -1.3856339802277085e-05,
      -9.862283823521319e-06,  4.142045690931735e-07,   2.6888803069364327e-06,
      7.376278761766456e-07,   -5.047100096646009e-07,  -3.5953566441708437e-07,
      2.3779313616108907e-08,  1.0729157871001394e-07,  2.8689386820702002e-08,
      -2.0741917738297715e-08, -1.5036047584200296e-08, 8.822642090365134e-10,
      4.592840479604573e-09,   1.292270291739146e-09,   -8.869945965478644e-10,
      -6.734965102534389e-10,  2.927679015487629e-11,   2.059504417505393e-10,
      6.137904089075786e-11,   -3.944657706824905e-11,  -3.145390206857924e-11,
      9.01382852734204e-13,    9.597532709237318e-12,   3.0105218638817085e-12,
      -1.820024732710506e-12,  -1.518738125870538e-12,  2.2516355611138828e-14,
      4.616808217232853e-13,   1.5175930556487883e-13};
  static const double cut[] = {
      0.6746607765817929,      -0.5875736762601677,     -0.055831646580198534,
      0.0628348535954717,      0.004702979687837092,    -0.005360773993883292,
      -5.140356012240643e-05,  0.0001553468697017953,   2.5157273043158463e-05,
      -3.6502754906326053e-07, -1.3109273203218497e-06, -2.166066387714105e-08,
      -2.7069072034608005e-07, 6.225897588672534e-08,   4.269496392465538e-09,
      3.433100775559452e-09,   1.8467588931280812e-10,  -8.427529371983894e-10,
      1.533622635490859e-10,   -5.7555607953407233e-11, 2.1386992789034954e-11,
      1.6368290872673705e-12,  -9.762074167364355e-13,  2.5566688711532555e-13,
      -2.962807964996599e-13,  8.39091737442727e-14,    -1.3244889871568136e-14};
  const double loss = 0 - carom_log(e), share = loss / 6.9077552789821370521;
  if (!(e >= 1e-3 && e <= 1)) return CAROM_NONE;
  if (tension == CAROM_KEEP) return loss / carom_chebyshev(kept, sizeof kept / sizeof *kept, share);
  return loss / carom_chebyshev(cut, sizeof cut / sizeof *cut, CAROM_SQRT(share));
}

#endif
