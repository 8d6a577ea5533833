/* SPDX-License-Identifier: MIT */
/* Places the camera. */
#include <math.h>
#include <string.h>

#include "law_math.h"
#include "picture/picture_parts.h"

static void widen(double low[3], double high[3], const double point[3], double by)
{
  for (int k = 0; k < 3; k++) {
    if (point[k] - by < low[k]) low[k] = point[k] - by;
    if (point[k] + by > high[k]) high[k] = point[k] + by;
  }
}

static double longest(const double low[3], const double high[3])
{
  double most = 0;
  for (int k = 0; k < 3; k++)
    most = high[k] - low[k] > most ? high[k] - low[k] : most;
  return most;
}

static int flat_in(const double low[3], const double high[3])
{
  int flat = 0;
  for (int k = 0; k < 3; k++)
    flat += !(high[k] - low[k] > 1e-6 * longest(low, high));
  return flat;
}

/* A wall around the grains belongs in view. A floor extends beyond the picture, and so does a box
 * that is much larger than its contents. */
void carom_view_box(const carom_frame *frame, bool walls, double low[3], double high[3])
{
  for (int64_t i = 0; i < frame->bodies; i++)
    widen(low, high, frame->body[i].position, frame->body[i].radius);
  if (carom_is_periodic(frame)) {
    double a[3], b[3];
    carom_periodic_box(frame, a, b);
    widen(low, high, a, 0);
    widen(low, high, b, 0);
  }
  const double size = longest(low, high);
  double all_low[3], all_high[3];
  memcpy(all_low, low, sizeof all_low);
  memcpy(all_high, high, sizeof all_high);
  for (int64_t i = 0; walls && i < frame->facets;) {
    const int32_t wall = frame->facet[i].wall;
    double a[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, b[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (; i < frame->facets && frame->facet[i].wall == wall; i++)
      for (int k = 0; k < 3; k++)
        widen(a, b, frame->facet[i].corner[k], 0);
    if (flat_in(a, b) || (frame->bodies > 0 && longest(a, b) > 2.2 * size)) continue;
    widen(all_low, all_high, a, 0);
    widen(all_low, all_high, b, 0);
  }
  memcpy(low, all_low, sizeof all_low);
  memcpy(high, all_high, sizeof all_high);
}

/* The rectangle of the picture that the corners of the box cover: left, top, right, bottom, in
 * picture heights from the middle. */
static void spread_of(const carom_camera *c, const double low[3], const double high[3],
                      double out[4])
{
  out[0] = out[1] = HUGE_VAL, out[2] = out[3] = -HUGE_VAL;
  for (int i = 0; i < 8; i++) {
    const double corner[3] = {i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1],
                              i & 4 ? high[2] : low[2]};
    double at[2];
    carom_camera plain = *c;
    plain.shift[0] = plain.shift[1] = 0;
    if (!carom_camera_place(&plain, corner, 2, 2, at)) at[0] = at[1] = 3;
    for (int k = 0; k < 2; k++) {
      const double place = (at[k] - 1) / 2; /* in picture heights */
      out[k] = place < out[k] ? place : out[k];
      out[k + 2] = place > out[k + 2] ? place : out[k + 2];
    }
  }
}

carom_camera carom_view_of(const carom_picture_def *def, const double low[3], const double high[3],
                           double *distance)
{
  const double degree = 0.017453292519943295, tangent = 0.24; /* a moderate perspective */
  const double wide = (double)def->width / def->height;
  /* margins for text: left, top, right, bottom, in picture heights */
  const double margin[4] = {0.05, def->bare ? 0.05 : 0.12, def->bare ? 0.05 : 0.05 + 0.12 * wide,
                            def->bare ? 0.05 : 0.11};
  const double room[2] = {wide - margin[0] - margin[2], 1 - margin[1] - margin[3]};
  double sine[2], cosine[2], target[3], away[3];
  const double up[3] = {0, 0, 1};
  carom_sincos(def->azimuth * degree, &sine[0], &cosine[0]);
  carom_sincos(def->elevation * degree, &sine[1], &cosine[1]);
  away[0] = cosine[0] * cosine[1], away[1] = sine[0] * cosine[1], away[2] = sine[1];
  for (int k = 0; k < 3; k++)
    target[k] = 0.5 * (low[k] + high[k]);
  double far = 4 * longest(low, high) / (2 * tangent);
  carom_camera camera;
  for (int pass = 0; pass < 24; pass++) {
    double eye[3], box[4];
    for (int k = 0; k < 3; k++)
      eye[k] = target[k] + far * away[k];
    camera = carom_camera_look(eye, target, up, tangent);
    if (pass == 23) break;
    spread_of(&camera, low, high, box);
    const double size = 2 * tangent * far, x = 0.5 * (box[0] + box[2]), y = 0.5 * (box[1] + box[3]);
    for (int k = 0; k < 3; k++)
      target[k] += 0.8 * size * (x * camera.right[k] - y * camera.up[k]);
    const double fill_x = (box[2] - box[0]) / room[0], fill_y = (box[3] - box[1]) / room[1];
    const double fill = fill_x > fill_y ? fill_x : fill_y;
    far *= fill > 0.05 ? 0.3 + 0.7 * fill : 0.5;
  }
  camera.tangent = tangent / def->zoom;
  camera.shift[0] = 0.5 * (margin[0] - margin[2]);
  camera.shift[1] = 0.5 * (margin[1] - margin[3]);
  *distance = far;
  return camera;
}
