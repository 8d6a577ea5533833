/* SPDX-License-Identifier: MIT */
#include "data.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 512 };

static _Noreturn void stop(const char *path, const char *why)
{
  fprintf(stderr, "%s: %s\n", path, why);
  exit(1);
}

/* Numbers of a line, at most `most`; returns how many there are. */
static int numbers(const char *line, double *out, int most)
{
  char *end;
  int count = 0;
  for (; count < most; count++) {
    out[count] = strtod(line, &end);
    if (end == line) break;
    line = end;
  }
  return count;
}

static void read_head(data_spheres *data, const char *line)
{
  double x[2];
  const int count = numbers(line, x, 2);
  static const char *const axis[] = {"xlo", "ylo", "zlo"};
  for (int k = 0; count == 2 && k < 3; k++)
    if (strstr(line, axis[k])) data->low[k] = x[0], data->high[k] = x[1];
  if (count == 1 && strstr(line, "atom types"))
    data->types = (int)x[0];
  else if (count == 1 && strstr(line, "atoms"))
    data->count = (int64_t)x[0];
}

/* `count` lines of at least `least` numbers after an empty one, handed on by the sphere's number.
 */
static void read_rows(data_spheres *data, FILE *file, const char *path, int least)
{
  char line[LINE];
  double x[7];
  if (!fgets(line, sizeof line, file)) stop(path, "ends early");
  for (int64_t k = 0; k < data->count; k++) {
    if (!fgets(line, sizeof line, file) || numbers(line, x, 7) < least)
      stop(path, "a line of a sphere is missing or too short");
    const int64_t i = (int64_t)x[0] - 1;
    if (i < 0 || i >= data->count) stop(path, "spheres must be numbered from 1 to their count");
    data_sphere *s = &data->sphere[i];
    if (s->diameter > 0) { /* places come first, then velocities */
      memcpy(s->velocity, x + 1, sizeof s->velocity);
      memcpy(s->spin, x + 4, sizeof s->spin);
    } else {
      s->type = (int)x[1];
      s->diameter = x[2];
      s->density = x[3];
      memcpy(s->position, x + 4, sizeof s->position);
    }
  }
}

data_spheres data_read(const char *path)
{
  data_spheres data = {0};
  char line[LINE];
  FILE *file = fopen(path, "r");
  if (!file) stop(path, "cannot be read");
  if (!fgets(line, sizeof line, file)) stop(path, "is empty"); /* the title */
  while (fgets(line, sizeof line, file)) {
    if (!strncmp(line, "Atoms", 5)) {
      if (data.count <= 0) stop(path, "does not say how many atoms there are");
      data.sphere = calloc((size_t)data.count, sizeof *data.sphere);
      if (!data.sphere) stop(path, "too many spheres for this memory");
      read_rows(&data, file, path, 7);
    } else if (!strncmp(line, "Velocities", 10) && data.sphere) {
      read_rows(&data, file, path, 7);
    } else if (!data.sphere) {
      read_head(&data, line);
    }
  }
  fclose(file);
  if (!data.sphere) stop(path, "has no section Atoms");
  return data;
}

void data_write(const data_spheres *data, const char *path)
{
  FILE *file = fopen(path, "w");
  if (!file) stop(path, "cannot be written");
  fprintf(file, "Spheres\n\n%" PRId64 " atoms\n%d atom types\n\n", data->count, data->types);
  for (int k = 0; k < 3; k++)
    fprintf(file, "%.17g %.17g %clo %chi\n", data->low[k], data->high[k], 'x' + k, 'x' + k);
  fprintf(file, "\nAtoms\n\n");
  for (int64_t i = 0; i < data->count; i++) {
    const data_sphere *s = &data->sphere[i];
    fprintf(file, "%" PRId64 " %d %.17g %.17g %.17g %.17g %.17g\n", i + 1, s->type, s->diameter,
            s->density, s->position[0], s->position[1], s->position[2]);
  }
  fprintf(file, "\nVelocities\n\n");
  for (int64_t i = 0; i < data->count; i++) {
    const data_sphere *s = &data->sphere[i];
    fprintf(file, "%" PRId64 " %.17g %.17g %.17g %.17g %.17g %.17g\n", i + 1, s->velocity[0],
            s->velocity[1], s->velocity[2], s->spin[0], s->spin[1], s->spin[2]);
  }
  if (fclose(file)) stop(path, "cannot be written");
}

/* Where a sphere of tile number `tile` along axis k is; a mirror turns its velocity along k, and
 * its spin about the two others. */
static void shift(const data_spheres *data, data_sphere *s, int k, int64_t tile)
{
  const double length = data->high[k] - data->low[k], from = s->position[k] - data->low[k];
  const bool mirrored = tile % 2;
  s->position[k] = data->low[k] + (double)tile * length + (mirrored ? length - from : from);
  if (!mirrored) return;
  s->velocity[k] = -s->velocity[k];
  for (int other = 0; other < 3; other++)
    if (other != k) s->spin[other] = -s->spin[other];
}

data_spheres data_tile(const data_spheres *data, int64_t across, int64_t along)
{
  data_spheres out = *data;
  out.count = across * along * data->count;
  out.high[0] += (double)(across - 1) * (data->high[0] - data->low[0]);
  out.high[1] += (double)(along - 1) * (data->high[1] - data->low[1]);
  out.sphere = calloc((size_t)out.count, sizeof *out.sphere);
  if (!out.sphere) stop("tiles", "too many spheres for this memory");
  for (int64_t i = 0; i < out.count; i++) {
    const int64_t tile = i / data->count;
    out.sphere[i] = data->sphere[i % data->count];
    shift(data, &out.sphere[i], 0, tile % across);
    shift(data, &out.sphere[i], 1, tile / across);
  }
  return out;
}

void data_free(data_spheres *data)
{
  free(data->sphere);
  *data = (data_spheres){0};
}
