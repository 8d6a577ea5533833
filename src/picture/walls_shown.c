/* SPDX-License-Identifier: MIT */
/* Walls as plates, with lines where they end or bend. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture/picture_parts.h"

typedef struct edge {
  double end[2][3]; /* the smaller end first */
  double normal[3];
} edge;

static int by_coordinates(const double a[3], const double b[3])
{
  for (int k = 0; k < 3; k++)
    if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
  return 0;
}

static int by_ends(const void *a, const void *b)
{
  const edge *p = a, *q = b;
  for (int i = 0; i < 2; i++) {
    const int order = by_coordinates(p->end[i], q->end[i]);
    if (order) return order;
  }
  return by_coordinates(p->normal, q->normal); /* so that nothing depends on their order */
}

static void normal_of(const carom_frame_facet *f, double n[3])
{
  double a[3], b[3];
  for (int k = 0; k < 3; k++)
    a[k] = f->corner[1][k] - f->corner[0][k], b[k] = f->corner[2][k] - f->corner[0][k];
  n[0] = a[1] * b[2] - a[2] * b[1];
  n[1] = a[2] * b[0] - a[0] * b[2];
  n[2] = a[0] * b[1] - a[1] * b[0];
  const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  for (int k = 0; k < 3; k++)
    n[k] = length > 0 ? n[k] / length : 0;
}

/* Corners that should coincide may differ in their last bits. */
static double rounded(double x, double unit)
{
  return unit * floor(x / unit + 0.5);
}

static void edges_of(const carom_frame *frame, double unit, edge *list)
{
  for (int64_t i = 0; i < frame->facets; i++) {
    double n[3];
    normal_of(&frame->facet[i], n);
    for (int k = 0; k < 3; k++) {
      edge *e = &list[3 * i + k];
      double a[3], b[3];
      for (int c = 0; c < 3; c++) {
        a[c] = rounded(frame->facet[i].corner[k][c], unit);
        b[c] = rounded(frame->facet[i].corner[(k + 1) % 3][c], unit);
      }
      const bool turned = by_coordinates(a, b) > 0;
      memcpy(e->end[0], turned ? b : a, sizeof e->end[0]);
      memcpy(e->end[1], turned ? a : b, sizeof e->end[1]);
      memcpy(e->normal, n, sizeof n);
    }
  }
}

static bool is_seen(const edge *e, int64_t same)
{
  const double *n = e[0].normal, *m = e[same - 1].normal;
  const double bend = fabs(n[0] * m[0] + n[1] * m[1] + n[2] * m[2]);
  return same == 1 || same > 2 || bend < 0.85;
}

static int64_t draw_edges(const carom_frame *frame, edge *list, double line, bool dark,
                          carom_rod *rod)
{
  const int64_t count = 3 * frame->facets;
  int64_t rods = 0;
  edges_of(frame, 1.0393e-4 * line, list); /* far below what is visible */
  qsort(list, (size_t)count, sizeof *list, by_ends);
  for (int64_t i = 0, same; i < count; i += same) {
    for (same = 1;
         i + same < count && !memcmp(list[i + same].end, list[i].end, sizeof list[i].end);)
      same++;
    if (!is_seen(&list[i], same)) continue;
    carom_rod *r = &rod[rods++];
    const float grey = dark ? 0.42f : 0.16f;
    *r = (carom_rod){.radius = line, .colour = {{grey, grey, grey}}, .plain = true};
    memcpy(r->from, list[i].end[0], sizeof r->from);
    memcpy(r->to, list[i].end[1], sizeof r->to);
  }
  return rods;
}

/* Is the plane of a facet between the camera and the middle of the grains? */
static bool is_between(const carom_frame_facet *f, const double eye[3], const double middle[3])
{
  double n[3], here = 0, there = 0;
  normal_of(f, n);
  for (int k = 0; k < 3; k++) {
    here += n[k] * (eye[k] - f->corner[0][k]);
    there += n[k] * (middle[k] - f->corner[0][k]);
  }
  return here * there < 0;
}

/* Does a facet face away from the camera, so that the grains are on its other side? */
static bool is_turned(const carom_frame_facet *f, const double eye[3])
{
  double n[3], here = 0;
  normal_of(f, n);
  for (int k = 0; k < 3; k++)
    here += n[k] * (eye[k] - f->corner[0][k]);
  return here < 0;
}

/* A wall among the grains, like a blade, should be visible; a wall around them must not hide
 * them. */
static bool is_amid(const carom_frame *frame, int64_t first, int64_t end, const double low[3],
                    const double high[3])
{
  int smaller = 0;
  for (int k = 0; k < 3; k++) {
    double a = HUGE_VAL, b = -HUGE_VAL;
    for (int64_t i = first; i < end; i++)
      for (int c = 0; c < 3; c++) {
        const double at = frame->facet[i].corner[c][k];
        a = at < a ? at : a, b = at > b ? at : b;
      }
    smaller += b - a < 0.75 * (high[k] - low[k]) && a > low[k] - 0.1 * (high[k] - low[k]) &&
               b < high[k] + 0.1 * (high[k] - low[k]) && b > a;
  }
  return smaller == 3;
}

static void fill_plates(const carom_frame *frame, const carom_picture_def *def,
                        const carom_rgb *colour, const carom_camera *camera, carom_plate *plate)
{
  double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  double middle[3];
  for (int64_t i = 0; i < frame->bodies; i++)
    for (int k = 0; k < 3; k++) {
      const double at = frame->body[i].position[k], r = frame->body[i].radius;
      low[k] = at - r < low[k] ? at - r : low[k];
      high[k] = at + r > high[k] ? at + r : high[k];
    }
  for (int k = 0; k < 3; k++)
    middle[k] = frame->bodies ? 0.5 * (low[k] + high[k]) : 0.5 * (frame->low[k] + frame->high[k]);
  const float grey = def->dark ? 0.10f : 0.74f;
  for (int64_t first = 0, end; first < frame->facets; first = end) {
    for (end = first; end < frame->facets && frame->facet[end].wall == frame->facet[first].wall;)
      end++;
    const bool amid = frame->bodies > 0 && is_amid(frame, first, end, low, high);
    for (int64_t i = first; i < end; i++) {
      plate[i] = (carom_plate){.colour = {{grey, grey * 1.01f, grey * 1.03f}}};
      if (amid) plate[i].colour = (carom_rgb){{0.34f, 0.37f, 0.42f}};
      plate[i].glass = def->walls == CAROM_WALLS_GLASS ||
                       (def->walls == CAROM_WALLS_AUTO &&
                        (frame->facet[i].shell
                             ? !amid && is_between(&frame->facet[i], camera->eye, middle)
                             : is_turned(&frame->facet[i], camera->eye)));
      memcpy(plate[i].corner, frame->facet[i].corner, sizeof plate[i].corner);
      if (!colour || colour[i].c[0] < 0) continue;
      plate[i].colour = colour[i]; /* its values must be visible */
      plate[i].glass = def->walls == CAROM_WALLS_GLASS;
    }
  }
}

carom_status carom_walls_shown(const carom_frame *frame, const carom_picture_def *def,
                               const carom_rgb *colour, const carom_camera *camera, double line,
                               carom_show *show, carom_error *err)
{
  const size_t facets = def->walls == CAROM_WALLS_NONE ? 0 : (size_t)frame->facets;
  carom_plate *plate = malloc((facets + 1) * sizeof *plate);
  carom_rod *rod = malloc((3 * facets + (size_t)show->rods + 1) * sizeof *rod);
  edge *list = malloc((3 * facets + 1) * sizeof *list);
  carom_status status = CAROM_OK;
  if (!plate || !rod || !list) {
    free(plate), free(rod);
    status = carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for a picture");
  } else {
    if (show->rods > 0) memcpy(rod, show->rod, (size_t)show->rods * sizeof *rod);
    free((void *)(uintptr_t)show->rod);
    if (facets > 0) {
      fill_plates(frame, def, colour, camera, plate);
      show->rods += draw_edges(frame, list, line, def->dark, rod + show->rods);
    }
    show->plate = plate;
    show->plates = (int64_t)facets;
    show->rod = rod;
  }
  free(list);
  return status;
}
