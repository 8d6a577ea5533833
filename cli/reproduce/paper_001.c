/* SPDX-License-Identifier: MIT */
/* The dashpot model: what is used, what is corrected, what stays open. */
#include "cli/reproduce/paper.h"

static const repro_equation equations[] = {
    {"Pair", "ball in socket: R = R1 R2/(R2 - R1);  the socket does not move: M = m1 = 0.26138 kg\n"
             "Ma-Liu as in paper 000, CoR = sqrt(U_r/U_c) (Eq. 38)"},
    {"New model, Eqs 15, 16, 34-36",
     "d <= d_c:  F = K_h d^(3/2) (1 + chi_e v/v0),   chi_e = 3 (1-e^2)/[2 (2 - 3e + 3e^2)]\n"
     "d > d_c:   F = K d (1 + chi_p v/v0),           chi_p = 192 (1-e)/[pi^2 (24 - pi^2)]"},
    {"Elastic waves, Eq. 37",
     "e = exp[-0.6 (c0/c2) (v0/c0)^(3/5)],   c0 = sqrt(E/rho),   c2 = sqrt(G/rho)"},
    {"Others",
     "Hunt-Crossley chi = 3(1-e)/2,   Lankarani-Nikravesh 3(1-e^2)/4,   Flores et al. 8(1-e)/(5e)\n"
     "exact for all of them: chi (1+e) = ln[(1+chi)/(1-chi e)]"},
};

static const repro_erratum errata[] = {
    {"below Eq. 3", "P^e = (4/3) E R^(1/2) d_c^(3/2)", "d_max^(3/2)",
     "With d_c the residual overlap is negative; with d_max the restitution is 0.69091 at 4 m/s, "
     "published 0.6909. R_p, which uses d_p, is right as printed: 0.65582, published 0.6558."},
    {"Eq. 3", "branches by d; d_r not defined", "branches by d_max; d_r by continuity",
     "As in Eq. 3 of the viscous model by the same first author."},
    {"Eq. 17, section 5.4", "K = (P_p - P_c)/(d_p - d_c) = 3.8765e8 N/m", "the value is P_p/d_p",
     "The chord of Eq. 17 is 3.9129e8 N/m; the secant is 3.87644e8, and 3.8765e8 with pi = "
     "3.1416."},
    {"Eq. 29", "K t^4/24 M^2", "K^2 t^4/24 M^2", "Expansion of the cosine."},
    {"Eqs 21-35", "t = pi/(2w) as time of separation", "it is the time of largest overlap",
     "Eq. 35 does not return e: asked for 0.6909 it delivers 0.778, asked for 0.5 it delivers "
     "0.68, "
     "and never less than 0.511."},
    {"Eq. 36", "K d above d_c", "P_c + K (d - d_c)", "The force jumps from 131 to 618 N at d_c."},
    {"equivalent mass M", "not said which", "the mass of the ball",
     "Only this gives the overlaps 1.1152e-4 and 1.6082e-4 m."},
    {"section 6.2", "1.25 m/s", "1.20 m/s",
     "Overlap 3.8310e-5 m and restitution 0.8103 are both met to their digits at 1.20 m/s; at 1.25 "
     "m/s they are 3.9703e-5 m and 0.8063."},
    {"section 6.2", "d_c = 1.5801e-6 m", "1.5788e-6 m",
     "The same quantity of the same materials in section 5.2."},
    {"section 5.1", "-0.0157 m/s (Flores et al.)", "-0.0158 m/s", "-0.01577 was cut, not rounded."},
    {"section 5.1", "0.9995", "0.9994", "0.999448 by Eq. 37 with body 1, 0.999429 with body 2."},
    {"section 6.3, Table 4", "Poisson's ratio 0.307 and d_c = 7.4292e-7 m", "0.300 for this d_c",
     "With 0.307 it is 7.3600e-7 m."},
    {"Eq. 15", "chi_e for any e", "for e above 0.6",
     "Not monotone below: asked for 0.05 it delivers 0.646, for 0.30 it delivers 0.594. The term "
     "in "
     "e^3 was dropped; complete it is 3(1-e^2)/[2(1+e^3)]. The Hopkinson chain uses e = 0.11."},
};

static const char *const unsolved[] = {
    "Yield overlap of the clearance joint, 9.9735e-5 m: the yield stress is not given; 1.03 GPa of "
    "Table 1 gives 9.9660e-5 m.",
    "Figs 12 and 13, the slider-crank with a clearance joint: gravity, the centre of mass of the "
    "rod, "
    "which body carries the journal, the friction speeds, the start and the filter of the "
    "measurement "
    "are not given, and late traces depend on the smallest change. Impacts at 0.5 m/s (Table 3) or "
    "1.25 m/s (section 6.2) do not occur: the fastest is the first, at 0.159 and 0.239 m/s.",
    "Fig. 14, a conspicuous change and delay of the slider's displacement by plasticity: it stays "
    "within 0.54 mm of that of the ideal joint, on a stroke of 100 mm.",
    "Fig. 16: the measured velocity is not in the text.",
};

const repro_paper repro_paper_001 = {
    .name = "001",
    .authors = "G. Wang, D. Ma, C. Liu, Y. Liu",
    .title = "Development of a Compliant Dashpot Model with Nonlinear and Linear Behaviors for the "
             "Contact of Multibody Systems",
    .measured = "measured",
    .setting = "A ball of 20 mm in a fixed socket of 20.5 mm; the softer body, of 30 MPa, yields. "
               "Ma-Liu is taken as printed but for the index below Eq. 3.",
    .numbers = &repro_numbers_001,
    .figures = &repro_figures_001,
    .equation = equations,
    .equations = COUNT(equations),
    .erratum = errata,
    .errata = COUNT(errata),
    .open = unsolved,
    .opens = COUNT(unsolved)};
