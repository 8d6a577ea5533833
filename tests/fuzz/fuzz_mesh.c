/* SPDX-License-Identifier: MIT */
/* Any bytes as STL and as OBJ: read without a fault, and a mesh has vertices in range. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "io/mesh_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_as(const char *name, const uint8_t *data, size_t size)
{
  carom_mesh mesh;
  carom_mesh_report report;
  carom_error err = {0};
  carom_mesh_words words;
  if (carom_mesh_read_text(name, (const char *)data, size, &mesh, &report, &words, &err) !=
      CAROM_OK) {
    if (!err.text[0] || mesh.vertex || mesh.triangle) abort();
    return;
  }
  if (mesh.triangles < 1) abort();
  for (int64_t i = 0; i < 3 * mesh.triangles; i++)
    if (mesh.triangle[i / 3][i % 3] < 0 || mesh.triangle[i / 3][i % 3] >= mesh.vertices) abort();
  for (int64_t i = 0; i < 3 * mesh.vertices; i++)
    if (!isfinite(mesh.vertex[i / 3][i % 3])) abort();
  carom_mesh_free(&mesh);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  read_as("a.stl", data, size);
  read_as("a.OBJ", data, size);
  return 0;
}
