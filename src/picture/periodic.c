/* SPDX-License-Identifier: MIT */
/* Periodic scenes: grains are drawn inside their box, however far they have travelled, and the
 * edges of the box as lines. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "picture/picture_parts.h"

bool carom_is_periodic(const carom_frame *f)
{
  for (int k = 0; k < 3; k++)
    if (f->periodic[k] && f->high[k] > f->low[k]) return true;
  return false;
}

static double periods(const carom_frame *f, int k, double at)
{
  const double size = f->high[k] - f->low[k];
  return f->periodic[k] && size > 0 ? floor((at - f->low[k]) / size) : 0;
}

/* The shift that brings a point into the box. In a sheared box, one period up the gradient also
 * shifts along the flow. */
static void way_back(const carom_frame *f, const double at[3], double by[3])
{
  const double shear = f->offset != 0 ? f->offset * periods(f, f->gradient, at[f->gradient]) : 0;
  for (int k = 0; k < 3; k++) {
    const double along = f->offset != 0 && k == f->flow ? shear : 0;
    by[k] = -along - (f->high[k] - f->low[k]) * periods(f, k, at[k] - along);
  }
}

static void fold(const carom_frame *f, carom_frame_body *body, carom_frame_contact *contact,
                 carom_frame_bond *bond)
{
  double by[3];
  for (int64_t i = 0; i < f->bodies; i++) {
    way_back(f, body[i].position, by);
    for (int k = 0; k < 3; k++)
      body[i].position[k] += by[k];
  }
  for (int64_t i = 0; i < f->contacts; i++) { /* lines begin at their first grain */
    way_back(f, contact[i].from, by);
    for (int k = 0; k < 3; k++)
      contact[i].from[k] += by[k], contact[i].to[k] += by[k];
  }
  for (int64_t i = 0; i < f->bonds; i++) {
    way_back(f, bond[i].from, by);
    for (int k = 0; k < 3; k++)
      bond[i].from[k] += by[k], bond[i].to[k] += by[k];
  }
}

void carom_fold_held(carom_frame_held *held)
{
  if (carom_is_periodic(&held->frame)) fold(&held->frame, held->body, held->contact, held->bond);
}

carom_status carom_fold(const carom_frame *frame, carom_folded *out, carom_error *err)
{
  *out = (carom_folded){.frame = *frame};
  if (!carom_is_periodic(frame)) return CAROM_OK;
  out->body = malloc(((size_t)frame->bodies + 1) * sizeof *out->body);
  out->contact = malloc(((size_t)frame->contacts + 1) * sizeof *out->contact);
  out->bond = malloc(((size_t)frame->bonds + 1) * sizeof *out->bond);
  if (!out->body || !out->contact || !out->bond) {
    carom_folded_free(out);
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "not enough memory for a picture");
  }
  if (frame->bodies > 0) memcpy(out->body, frame->body, (size_t)frame->bodies * sizeof *out->body);
  if (frame->contacts > 0)
    memcpy(out->contact, frame->contact, (size_t)frame->contacts * sizeof *out->contact);
  if (frame->bonds > 0) memcpy(out->bond, frame->bond, (size_t)frame->bonds * sizeof *out->bond);
  fold(frame, out->body, out->contact, out->bond);
  out->frame.body = out->body;
  out->frame.contact = out->contact;
  out->frame.bond = out->bond;
  return CAROM_OK;
}

void carom_folded_free(carom_folded *folded)
{
  free(folded->body);
  free(folded->contact);
  free(folded->bond);
  folded->body = NULL;
  folded->contact = NULL;
  folded->bond = NULL;
}

/* The periodic box; in directions that are not periodic it encloses the grains. */
void carom_periodic_box(const carom_frame *f, double low[3], double high[3])
{
  for (int k = 0; k < 3; k++) {
    const bool periodic = f->periodic[k] && f->high[k] > f->low[k];
    low[k] = periodic || f->bodies == 0 ? f->low[k] : HUGE_VAL;
    high[k] = periodic || f->bodies == 0 ? f->high[k] : -HUGE_VAL;
    for (int64_t i = 0; !periodic && i < f->bodies; i++) {
      const double x = f->body[i].position[k], r = f->body[i].radius;
      low[k] = x - r < low[k] ? x - r : low[k];
      high[k] = x + r > high[k] ? x + r : high[k];
    }
  }
}

int64_t carom_box_lines(const carom_frame *f, double line, bool dark, carom_rod rod[12])
{
  int64_t rods = 0;
  double low[3], high[3];
  carom_periodic_box(f, low, high);
  const float grey = dark ? 0.42f : 0.16f;
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    if (!f->periodic[i] && !f->periodic[j]) continue;
    for (int corner = 0; corner < 4; corner++) {
      carom_rod *r = &rod[rods++];
      *r = (carom_rod){.radius = line, .colour = {{grey, grey, grey}}, .plain = true};
      r->from[k] = low[k], r->to[k] = high[k];
      r->from[i] = r->to[i] = corner & 1 ? high[i] : low[i];
      r->from[j] = r->to[j] = corner & 2 ? high[j] : low[j];
    }
  }
  return rods;
}
