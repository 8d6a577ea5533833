/* SPDX-License-Identifier: MIT */
/* The linear and the nonlinear dashpot: what is used, what is corrected, what stays open. */
#include "cli/reproduce/paper.h"

static const repro_equation equations[] = {
    {"Linear, Eqs 17-33",
     "F = k d + eta v,   eta = 2 nu* sqrt(m k),   nu* = -ln e/sqrt(pi^2 + ln^2 e)\n"
     "t* = t sqrt(k/m),   d* = d sqrt(k/m)/v0"},
    {"Nonlinear, Eqs 34-44",
     "F = K d^(3/2) + eta d^(1/4) v,   eta = sqrt(5) sqrt(m K) (-ln e)/sqrt(ln^2 e + pi^2)\n"
     "t* = t (K sqrt(v0)/m)^(2/5),   d* = d (K/(m v0^2))^(2/5),   nu_A* = eta/(2 sqrt(m K))\n"
     "exact: e = exp(-pi z/sqrt(1-z^2)),  z = 2 nu_A*/sqrt(5), for separation at zero overlap"},
};

static const repro_erratum errata[] = {
    {"Eq. 4", "sign of the relative velocity", "V_ij = V_i - V_j + w_i x R_i - w_j x R_j",
     "With n from i to j and F^D = -eta V_n the dashpot of the printed form adds energy: "
     "restitution "
     "1/e."},
    {"Eqs 13, 14", "slip along V_t/|V_t|", "along the trial force, and the spring is reset",
     "Undefined at V_t = 0, and a spring that is not reset winds up."},
    {"Eq. 39", "k_t = (16/3) G sqrt(r)", "8 G sqrt(r) if used in increments",
     "16/3 is the secant, 8 the tangent stiffness of Mindlin's law."},
    {"Eq. 41", "m_eff", "(2/7) m_eff",
     "The tangential effective mass of spheres. At a held overlap 2 sqrt((2/7) m_eff k_t) delivers "
     "e_t; as printed 0.5 becomes 0.205."},
    {"Eq. 42", "eta_{n,A}", "eta_{n,Hz}", "The same quantity."},
    {"Table 1", "t_max*(0.1) = 1.1635", "1.1633", "Closed form 1.16335."},
    {"Table 2", "d_max*(0) = 1.0936, d_max*(0.04) = 1.0465", "1.0934, 1.0463",
     "Closed forms; the other 57 numbers of the two tables, a* of Table 2 apart, agree."},
    {"Table 2", "a*(0), a*(t_c) not zero", "0",
     "The dashpot vanishes with d^(1/4). Printed are the first and the last sample of a solver: an "
     "overlap d* = 3.991e-6 gives all a*(0); those at the end belong to overlaps that differ by "
     "row."},
    {"below Fig. 3", "contact duration independent of the impact speed", "t_c ~ v0^(-1/5)",
     "Only the scaled duration is independent."},
    {"section 3", "the contact duration decreases until zero", "it grows",
     "With e = 0.7 from 38.6 to 48.5 ms, then the ball stays: gravity acts during contact."},
    {"section 3.2, Fig. 8", "five collisions", "six by Eq. 40",
     "Five come out with the factor 2 in place of sqrt(5), which public sources of the program "
     "that "
     "was used contain; its version is not given."},
};

static const char *const unsolved[] = {
    "a*(t_c) of Table 2: no property of the model, see above.",
    "k_n = 7.94e4 and 7.77e4 N/m are inputs; how they follow from the nonlinear model could not be "
    "found (equal overlap, duration, force or energy were tried).",
};

const repro_paper repro_paper_002 = {
    .name = "002",
    .authors = "H. A. Navarro, M. P. de Souza Braun",
    .title = "Linear and nonlinear Hertzian contact models for materials in multibody dynamics",
    .measured = "measured",
    .setting =
        "Tension is kept and a contact ends at zero overlap, as stated above Eq. 25. In scaled "
        "variables neither bodies nor speeds matter.",
    .numbers = &repro_numbers_002,
    .figures = &repro_figures_002,
    .equation = equations,
    .equations = COUNT(equations),
    .erratum = errata,
    .errata = COUNT(errata),
    .open = unsolved,
    .opens = COUNT(unsolved)};
