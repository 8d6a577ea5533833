/* SPDX-License-Identifier: MIT */
#ifndef CAROM_IO_FIELD_VTI_H
#define CAROM_IO_FIELD_VTI_H

#include <stdio.h>

#include <carom/measure.h>

/* Writes fields for ParaView. `grid` is the definition that they were created with. */
void carom_field_vti(const carom_coarse *coarse, const carom_coarse_def *grid, FILE *file);

#endif
