/* SPDX-License-Identifier: MIT */
/* Fields on a grid for ParaView: VTK ImageData in text, values of cells. */
#include "io/field_vti.h"

#include "core/number.h"

static void put(FILE *file, double value)
{
  char text[CAROM_NUMBER_ROOM];
  if (value - value != 0) {
    fputs("nan", file);
    return;
  }
  carom_number_print(value, text);
  fputs(text, file);
}

static void put_array(const carom_coarse *coarse, const carom_coarse_def *grid, const char *name,
                      int width, size_t offset, FILE *file)
{
  fprintf(file,
          "<DataArray type=\"Float64\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"ascii\">\n",
          name, width);
  for (int k = 0; k < grid->cells[2]; k++)
    for (int j = 0; j < grid->cells[1]; j++)
      for (int i = 0; i < grid->cells[0]; i++) {
        const carom_coarse_fields f = carom_coarse_at(coarse, i, j, k);
        const double *value = (const double *)(const void *)((const char *)&f + offset);
        for (int n = 0; n < width; n++) {
          put(file, value[n]);
          fputc(n + 1 < width ? ' ' : '\n', file);
        }
      }
  fputs("</DataArray>\n", file);
}

#define FIELD(name, width)                                                                         \
  {                                                                                                \
#name, width, offsetof(carom_coarse_fields, name)                                              \
  }

void carom_field_vti(const carom_coarse *coarse, const carom_coarse_def *grid, FILE *file)
{
  static const struct {
    const char *name;
    int width;
    size_t offset;
  } field[] = {FIELD(density, 1),    FIELD(solid_fraction, 1), FIELD(momentum, 3),
               FIELD(velocity, 3),   FIELD(contact_stress, 9), FIELD(kinetic_stress, 9),
               FIELD(temperature, 1)};
  const int *n = grid->cells;
  fprintf(file, "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\">\n");
  fprintf(file, "<ImageData WholeExtent=\"0 %d 0 %d 0 %d\" Origin=\"", n[0], n[1], n[2]);
  for (int k = 0; k < 3; k++)
    put(file, grid->low[k]), fputs(k < 2 ? " " : "\" Spacing=\"", file);
  for (int k = 0; k < 3; k++)
    put(file, (grid->high[k] - grid->low[k]) / n[k]), fputs(k < 2 ? " " : "\">\n", file);
  fprintf(file, "<Piece Extent=\"0 %d 0 %d 0 %d\">\n<CellData>\n", n[0], n[1], n[2]);
  for (size_t k = 0; k < sizeof field / sizeof *field; k++)
    put_array(coarse, grid, field[k].name, field[k].width, field[k].offset, file);
  fputs("</CellData>\n</Piece>\n</ImageData>\n</VTKFile>\n", file);
}
