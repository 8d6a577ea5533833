/* SPDX-License-Identifier: MIT */
#ifndef CAROM_CLI_MEASURE_FIGURE_H
#define CAROM_CLI_MEASURE_FIGURE_H

#include "cli/figure/figure.h"
#include "run/scene_measures.h"

/* A profile: velocity and solid fraction; stress and temperature. */
carom_status profile_figure(const carom_measure_state *state, cli_figure *figure);
carom_status profile_stress_figure(const carom_measure_state *state, cli_figure *figure);

/* g(r), or the distribution of forces. */
carom_status distribution_figure(const carom_scenario_measure *m, const carom_measure_state *state,
                                 cli_figure *figure);

#endif
