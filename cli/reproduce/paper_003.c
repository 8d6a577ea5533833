/* SPDX-License-Identifier: MIT */
/* The comparison of four dashpots: what is used, what is corrected, what stays open. */
#include "cli/reproduce/paper.h"

static const repro_equation equations[] = {
    {"Laws, Eqs 7, 9-13, 25-28",
     "F = K h^(3/2) + C_mod h^b v,   C_mod = c m^(1-q) K^q v0^(1-2q),   q = 2 (1+b)/5\n"
     "LH (Lee, Herrmann) b = 0,   TS (Tsuji) 1/4,   KK (Kuwabara, Kono) 1/2,   HU (Hu et al.) 3/2"},
    {"Scales, Eqs 17-22", "L = (5 m v0^2/(4 K))^(2/5),   T = L/v0\n"
                          "H'' + (5/4) H^(3/2) + (5/4)^q c H^b H' = 0,   H(0) = 0,   H'(0) = 1"},
    {"Damping ratios", "TS exact:  c = sqrt(5) s(e),   s = -ln e/sqrt(pi^2 + ln^2 e)   (Eq. 11)\n"
                       "HU exact:  c (1+e) = ln[(1+c)/(1-c e)];   Eq. 14 is a fit:  c = -6.66264 "
                       "ln e/(3.85238 + ln e)\n"
                       "LH and KK have no closed form and are solved"},
    {"Other speeds, Eqs 32, 33", "c_corr = c lambda^(1-2q),   lambda = v_sim/v_ref"},
};

static const repro_erratum errata[] = {
    {"Eq. 31", "lambda = v_ref/v_sim", "lambda = v_sim/v_ref",
     "0.148, 0.522 and 0.068 need lambda = 0.5. With Eq. 31 as printed the numbers are 0.112, "
     "0.131 "
     "and 0.090, the ratios that an impact at 0.5 m/s feels while C_mod stays that of 1 m/s: two "
     "quantities share a symbol."},
    {"Eq. 14", "fit of c_HU", "the closed relation above",
     "Off by +16 % at e = 0.05, +10 % at 0.8, +15 % towards 1. All printed c_HU are Eq. 14; the "
     "restitutions that they deliver are 0.960, 0.852 and 0.660 in place of 0.965, 0.865 and "
     "0.674."},
    {"section 3.3", "c_LH matches the linear expression", "it is 0.71 to 0.88 of 2 s(e)",
     "Solved numerically."},
    {"sections 4.2-5.3", "c_LH, c_KK read off Fig. 2", "0.0799, 0.1274; 0.01986, 0.03100",
     "Printed for e = 0.865: 0.078 and 0.129 (right where the force vanishes: 0.12872); for e = "
     "0.965: 0.018 and 0.026, 9 and 16 % low."},
    {"section 4.1", "a_LH = 0.98 at e = 0.8", "1.106", "0.98 belongs to e = 0.607."},
    {"Eqs 8, 29, 30", "signs", "e = -v_r/v_0;  F = -m h''",
     "The force is the second derivative with a minus sign; \"Eq. (21)\" for the motion is Eq. "
     "(22)."},
    {"section 5.2.1", "C_mod,LH = 1.10e9, then again C_mod,LH", "1.10e2, then C_mod,TS",
     "Eq. 25; the chains of < for TS, KK and LH should read >."},
    {"section 5.3.1", "K = 8.67e9, 9.98e9, 1.23e10", "8.478e9, 9.790e9, 1.199e10",
     "Eq. 5 with E = 203 GPa, nu = 0.3. The printed forces agree better with these. The unit lacks "
     "a "
     "power of the second."},
    {"section 5.3.2", "F_1,LH = 119.2 N", "109.2 N",
     "109.45 N is computed on a wall, and only then do LH and KK envelope the measured 110.0 N, as "
     "the text says."},
    {"section 5.3.2", "F_1 = 57.0 and 51.6 N", "F_2", "The force at the end of the stepped chain."},
    {"section 4.2", "e = 0.674", "0.675", "0.135/0.2; c_KK = 0.351 is that of 0.675, too."},
    {"section 5.2.1", "m_eff = 0.0345 kg", "0.03445 kg", "Half of 0.0689 kg."},
    {"conclusions", "high damping by a COR close to unity", "low damping", "Slip."},
};

static const char *const unsolved[] = {
    "F_1 and F_2 of the stepped chain: the text has forces between beads, transmitted by the "
    "seventh large and the fiftieth small one, and no wall. These are 18 to 19 N (56 to 59 N one "
    "contact "
    "before) and 26 to 29 N, about half as large or less in every variant; the printed ones come "
    "out as forces on a wall of the same steel that closes the 7 large beads (F_1) and the whole "
    "chain (F_2). That reading was found by comparing with the printed numbers.",
    "No convention gives a_max of LH at e = 0.8, the stiffnesses of the stepped chain, nor c_LH "
    "and "
    "c_KK at e = 0.965.",
    "Measured curves (Figs 6, 7d, 11) are not in the text but for single values, which are drawn.",
};

const repro_paper repro_paper_003 = {
    .name = "003",
    .authors = "R. Kacianauskas, H. Kruggel-Emden, E. Zdancevicius, D. Markauskas",
    .title = "Comparative evaluation of normal viscoelastic contact force models in low velocity "
             "impact situations",
    .measured = "measured",
    .setting =
        "Tension is kept until the overlap is zero (full rebound, section 3.3). A constant is "
        "what its argument gives: c(e) is solved as for Fig. 2, C_mod(e, v) has this c. "
        "Forces come from runs with the damping ratios printed for them (sections 4.2 and "
        "5.3.1), stiffnesses by Eq. 5 where moduli are given, and chains with a free end "
        "(section 5.2.1).",
    .numbers = &repro_numbers_003,
    .figures = &repro_figures_003,
    .equation = equations,
    .equations = COUNT(equations),
    .erratum = errata,
    .errata = COUNT(errata),
    .open = unsolved,
    .opens = COUNT(unsolved)};
