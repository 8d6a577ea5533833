/* SPDX-License-Identifier: MIT */
/* Images: what reaches beyond a periodic border also appears at the opposite one. */
#include "measure/measure.h"

/* Something between two corners, and the shifts of its images. */
typedef struct imaging {
  const carom_model *model;
  const double *low, *high;
  double (*shift)[3];
  int count;
} imaging;

/* Is it in the domain along axis k when shifted by `by`? It always is without a shift. */
static bool is_there(const imaging *o, int k, double by)
{
  const carom_model *m = o->model;
  return by == 0 ||
         (m->length[k] > 0 && o->high[k] + by > m->low[k] && o->low[k] + by < m->high[k]);
}

/* Adds images along the axes from `place` on. In a sheared box, images along the gradient are also
 * shifted along the flow. The flow axis therefore comes later, and its images may be two periods
 * away. */
static void add_images(imaging *o, int place, const double by[3])
{
  const carom_model *m = o->model;
  const int first = m->offset != 0 ? m->gradient : 2, k = (first + 3 - place) % 3;
  const int most = m->offset != 0 && k == m->flow ? 2 : 1;
  if (place == 3) {
    for (int i = 0; i < 3; i++)
      o->shift[o->count][i] = by[i];
    o->count++;
    return;
  }
  for (int n = -most; n <= most; n++) {
    double to[3] = {by[0], by[1], by[2]};
    to[k] += n * m->length[k];
    if ((n != 0 && !(m->length[k] > 0)) || !is_there(o, k, to[k])) continue;
    if (m->offset != 0 && k == m->gradient) to[m->flow] += n * m->offset;
    add_images(o, place + 1, to);
  }
}

int carom_images(const carom_model *m, const double low[3], const double high[3],
                 double shift[CAROM_IMAGES][3])
{
  imaging o = {m, low, high, shift, 0};
  add_images(&o, 0, (double[3]){0, 0, 0});
  return o.count;
}
