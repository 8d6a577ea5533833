/* SPDX-License-Identifier: MIT */
/* The linear algebra of the joints: S = J M^-1 J^T = L D L^T within its envelope. Rows touch two
 * bodies, so most entries of S are 0, and the few that are not stand in a list. */
#include <stdlib.h>

#include "mechanism/mechanism.h"

/* The two bodies of each row. */
static void find_bodies(carom_mechanism *m)
{
  for (int k = 0; k < m->ties; k++) {
    const carom_tie *tie = &m->tie[k];
    for (int r = 0; r < (tie->kind == CAROM_TIE_PIN ? 2 : 1); r++) {
      m->of[2 * tie->row[r]] = tie->a.body;
      m->of[2 * tie->row[r] + 1] = tie->b.body;
    }
  }
}

/* The pairs of rows that share a body; without a place for them they are only counted. */
static int list_pairs(carom_mechanism *m, carom_shared *pair)
{
  int pairs = 0;
  for (int i = 0; i < m->rows; i++) {
    m->first[i] = i;
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < 4; k++) {
        const int body = m->of[2 * i + k / 2];
        if (body != m->of[2 * j + k % 2] || body == m->bodies) continue;
        if (j < m->first[i]) m->first[i] = j;
        if (pair)
          pair[pairs] = (carom_shared){i, j, 6 * i + 3 * (k / 2), 6 * j + 3 * (k % 2), body};
        pairs++;
      }
  }
  return pairs;
}

bool carom_mechanism_pair(carom_mechanism *m)
{
  find_bodies(m);
  m->pairs = list_pairs(m, NULL);
  free(m->pair);
  m->pair = calloc((size_t)m->pairs + 1, sizeof *m->pair);
  if (!m->pair) return false;
  list_pairs(m, m->pair);
  return true;
}

static void fill(carom_mechanism *m)
{
  const double *jacobian = m->jacobian;
  for (int i = 0; i < m->rows; i++)
    for (int j = m->first[i]; j <= i; j++)
      m->matrix[i * m->room + j] = 0;
  for (int k = 0; k < m->pairs; k++) {
    const carom_shared *p = &m->pair[k];
    const double *a = jacobian + p->at_i, *b = jacobian + p->at_j;
    m->matrix[p->i * m->room + p->j] += (a[0] * b[0] + a[1] * b[1]) * m->per_mass[p->body] +
                                        a[2] * b[2] * m->per_inertia[p->body];
  }
}

/* The entries of row i before the diagonal become L D, then L; the pivot is what is left. */
static double eliminate(carom_mechanism *m, int i)
{
  double *line = m->matrix + i * m->room;
  for (int j = m->first[i]; j < i; j++) {
    const double *other = m->matrix + j * m->room;
    const int from = m->first[i] > m->first[j] ? m->first[i] : m->first[j];
    double sum = line[j];
    for (int k = from; k < j; k++)
      sum -= line[k] * other[k];
    line[j] = sum;
  }
  double left = line[i];
  for (int j = m->first[i]; j < i; j++) {
    const double scaled = line[j] * m->pivot[j]; /* the pivots are kept inverted */
    left -= scaled * line[j];
    line[j] = scaled;
  }
  return left;
}

bool carom_mechanism_factor(carom_mechanism *m, double least, bool *dependent)
{
  fill(m);
  m->weakness = 1;
  m->weakest = 0;
  for (int i = 0; i < m->rows; i++) {
    const double whole = m->matrix[i * m->room + i], left = eliminate(m, i);
    const double share = left / whole;
    const bool usable = share > least;
    if (!(share >= m->weakness)) {
      m->weakness = share;
      m->weakest = i;
    }
    if (dependent) dependent[i] = !usable;
    if (!usable && !dependent) return false;
    m->pivot[i] = usable ? 1 / left : 0; /* 0: as if the row were not there */
  }
  return true;
}

void carom_mechanism_solve(const carom_mechanism *m, double *x)
{
  const int n = m->rows;
  for (int i = 0; i < n; i++) {
    const double *line = m->matrix + i * m->room;
    for (int j = m->first[i]; j < i; j++)
      x[i] -= line[j] * x[j];
  }
  for (int i = 0; i < n; i++)
    x[i] *= m->pivot[i];
  for (int i = n - 1; i >= 0; i--) {
    const double *line = m->matrix + i * m->room;
    for (int j = m->first[i]; j < i; j++)
      x[j] -= line[j] * x[i];
  }
}

void carom_mechanism_react(const carom_mechanism *m, double factor, const double *x, double *v)
{
  for (int k = 0; k < m->ties; k++) {
    const carom_tie *tie = &m->tie[k];
    for (int r = 0; r < (tie->kind == CAROM_TIE_PIN ? 2 : 1); r++) {
      const int row = tie->row[r];
      if (row >= m->rows) continue;
      const int body[2] = {tie->a.body, tie->b.body};
      for (int e = 0; e < 2; e++) {
        if (body[e] == m->bodies) continue;
        const double *j = m->jacobian + 6 * row + 3 * e;
        double *at = v + 3 * body[e];
        const double push = factor * x[row];
        at[0] += push * m->per_mass[body[e]] * j[0];
        at[1] += push * m->per_mass[body[e]] * j[1];
        at[2] += push * m->per_inertia[body[e]] * j[2];
      }
    }
  }
}

void carom_mechanism_rows(const carom_mechanism *m, const double *v, double *x)
{
  for (int k = 0; k < m->ties; k++) {
    const carom_tie *tie = &m->tie[k];
    for (int r = 0; r < (tie->kind == CAROM_TIE_PIN ? 2 : 1); r++) {
      const int row = tie->row[r], a = tie->a.body, b = tie->b.body;
      const double *j = m->jacobian + 6 * row;
      double sum = 0;
      if (a != m->bodies) sum += j[0] * v[3 * a] + j[1] * v[3 * a + 1] + j[2] * v[3 * a + 2];
      if (b != m->bodies) sum += j[3] * v[3 * b] + j[4] * v[3 * b + 1] + j[5] * v[3 * b + 2];
      x[row] = sum;
    }
  }
}
