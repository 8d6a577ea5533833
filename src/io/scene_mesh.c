/* SPDX-License-Identifier: MIT */
#include "io/scene_mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/error.h"
#include "core/text.h"
#include "io/file.h"
#include "io/mesh_read.h"
#include "io/schema_read.h"

static carom_status blame(const carom_node *node, carom_error *err)
{
  if (!err) return CAROM_ERR_RANGE;
  err->line = node->line;
  err->column = node->column;
  carom_tree_path(node, err->where, sizeof err->where);
  return err->code;
}

/* "FILE: line 3: SENTENCE", with the place of the wall in the scenario. */
static carom_status in_file(const carom_scenario_mesh *from, carom_error *err)
{
  if (!err) return CAROM_ERR_RANGE;
  const carom_error inside = *err;
  char line[32] = "";
  if (inside.line > 0) snprintf(line, sizeof line, "line %d: ", inside.line);
  carom_fail(err, inside.code, NULL, "%.100s: %s%.300s", from->file, line, inside.text);
  return blame(from->node, err);
}

/* The extents of the mesh, which reveal whether its unit was the intended one. */
static void measure(const carom_mesh *mesh, double scale, double size[3])
{
  for (int k = 0; k < 3; k++) {
    double low = mesh->vertex[0][k], high = low;
    for (int64_t i = 1; i < mesh->vertices; i++) {
      const double x = mesh->vertex[i][k];
      low = x < low ? x : low;
      high = x > high ? x : high;
    }
    size[k] = scale * (high - low);
  }
}

carom_status carom_scene_mesh(const carom_scenario_mesh *from, const char *folder, double scale,
                              carom_mesh *out, carom_scene_parts *parts, carom_error *err)
{
  enum { LIMIT = 2000000000 };
  char path[4096], *text = NULL;
  size_t length = 0;
  carom_mesh_report report;
  carom_mesh_words words;
  if (!carom_file_path(folder, from->file, path, sizeof path, err) ||
      carom_file_read(path, LIMIT, &text, &length, err) != CAROM_OK)
    return blame(from->node, err);
  const carom_status status = carom_mesh_read_text(from->file, text, length, out, &report, &words,
                                                   err);
  free(text);
  if (status != CAROM_OK) return in_file(from, err);
  double size[3];
  measure(out, scale, size);
  carom_append(parts->meshes, sizeof parts->meshes,
               "%s%.100s: %lld triangle%s, %.4g x %.4g x %.4g m, corners within %.3g m are one%s%s",
               *parts->meshes ? "; " : "", from->file, (long long)out->triangles,
               out->triangles == 1 ? "" : "s", size[0], size[1], size[2], scale * report.tolerance,
               *words.note ? "; " : "", words.note);
  if (*words.warning)
    carom_warn(&parts->told, from->node, false, "%.100s: %s; mend the file if that was not meant",
               from->file, words.warning);
  return CAROM_OK;
}

void carom_scene_question_meshes(const carom_scenario *s, const carom_scene_def *def,
                                 carom_scene_parts *parts)
{
  /* In radii. A vessel is some 20 of them wide at least, so that one whose millimetres were taken
   * for metres is beyond the first, and no bed is that wide. */
  static const double LONG = 2e4, SHORT = 0.02;
  double largest = 0, smallest = INFINITY;
  for (int64_t i = 0; i < def->particles; i++) {
    const double radius = def->particle[i].radius;
    if (radius > largest) largest = radius;
    if (radius < smallest) smallest = radius;
  }
  for (int w = 0; largest > 0 && w < parts->walls; w++) {
    double size[3];
    if (parts->mesh[w].vertices == 0) continue;
    measure(&parts->mesh[w], parts->wall[w].scale, size);
    double length = size[0];
    for (int k = 1; k < 3; k++)
      if (size[k] > length) length = size[k];
    const bool is_long = length > LONG * largest;
    if (!is_long && length >= SHORT * smallest) continue;
    carom_warn(&parts->told, s->scene.mesh[w].node, false,
               "%.100s is %.3g m long, and the %s particle has a radius of %.3g m; if its numbers "
               "are not metres, say so, as in scale: 1e-3 for mm",
               s->scene.mesh[w].file, length, is_long ? "largest" : "smallest",
               is_long ? largest : smallest);
  }
}
