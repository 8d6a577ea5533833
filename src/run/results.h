/* SPDX-License-Identifier: MIT */
/* Results as a list of named values, produced by the code that writes them as JSON. */
#ifndef CAROM_RUN_RESULTS_H
#define CAROM_RUN_RESULTS_H

#include "io/json_write.h"

typedef struct carom_result_list carom_result_list;
void carom_result_list_free(carom_result_list *list);

#endif
