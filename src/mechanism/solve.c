/* SPDX-License-Identifier: MIT */
/* The linear algebra of the joints: S = J M^-1 J^T = L D L^T.
 *
 * Rows touch two bodies, so most entries of S are 0. Which ones are not, also after elimination, is
 * found once; then the factorisation runs along lists: of products of the Jacobian that make an
 * entry of S, and of products of entries that are taken off. */
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

static bool share_a_body(const carom_mechanism *m, int i, int j)
{
  bool shared = false;
  for (int k = 0; k < 4; k++) {
    const int body = m->of[2 * i + k / 2];
    shared |= body == m->of[2 * j + k % 2] && body != m->bodies;
  }
  return shared;
}

/* Numbers of the entries of L below the diagonal, row by row, in a square table; -1: none. Rows i
 * and j that both have an entry in an earlier column get one for each other. */
static void find_entries(carom_mechanism *m, int *number)
{
  const int n = m->rows;
  m->entries = 0;
  for (int i = 0; i < n; i++) {
    m->row_start[i] = m->entries;
    for (int j = 0; j < i; j++) {
      bool there = share_a_body(m, i, j);
      for (int k = 0; k < j && !there; k++)
        there = number[i * n + k] >= 0 && number[j * n + k] >= 0;
      number[i * n + j] = there ? m->entries : -1;
      if (there) m->column[m->entries++] = j;
    }
  }
  m->row_start[n] = m->entries;
}

/* The products that make an entry of S, and those that elimination takes off an entry of L; without
 * a place for them they are only counted. Entries number `entries` and beyond are the diagonal. */
static void list_products(carom_mechanism *m, const int *number, bool count)
{
  const int n = m->rows;
  m->pairs = m->products = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      const int entry = i == j ? m->entries + i : number[i * n + j];
      if (entry < 0) continue;
      for (int k = 0; k < 4; k++) {
        const int body = m->of[2 * i + k / 2];
        if (body != m->of[2 * j + k % 2] || body == m->bodies) continue;
        if (!count)
          m->pair[m->pairs] = (carom_shared){entry, 6 * i + 3 * (k / 2), 6 * j + 3 * (k % 2), body};
        m->pairs++;
      }
      if (i == j) continue;
      if (!count) m->product_start[entry] = m->products;
      for (int k = 0; k < j; k++) {
        if (number[i * n + k] < 0 || number[j * n + k] < 0) continue;
        if (!count) m->product[m->products] = (carom_product){number[i * n + k], number[j * n + k]};
        m->products++;
      }
      if (!count) m->product_start[entry + 1] = m->products;
    }
}

static bool make_lists(carom_mechanism *m, const int *number)
{
  list_products(m, number, true);
  free(m->pair);
  free(m->product);
  m->pair = calloc((size_t)m->pairs + 1, sizeof *m->pair);
  m->product = calloc((size_t)m->products + 1, sizeof *m->product);
  if (!m->pair || !m->product) return false;
  list_products(m, number, false);
  return true;
}

bool carom_mechanism_pair(carom_mechanism *m)
{
  const size_t n = (size_t)m->rows, most = n * (n + 1) / 2;
  int *number = calloc(n * n + 1, sizeof *number);
  free(m->column);
  free(m->product_start);
  free(m->entry);
  m->column = calloc(most + 1, sizeof *m->column);
  m->product_start = calloc(most + 2, sizeof *m->product_start);
  m->entry = calloc(most + n + 1, sizeof *m->entry);
  bool good = number && m->column && m->product_start && m->entry;
  if (good) {
    find_bodies(m);
    find_entries(m, number);
    good = make_lists(m, number);
  }
  free(number);
  return good;
}

static void fill(carom_mechanism *m)
{
  double *entry = m->entry;
  const double *jacobian = m->jacobian;
  for (int k = 0; k < m->entries + m->rows; k++)
    entry[k] = 0;
  for (int k = 0; k < m->pairs; k++) {
    const carom_shared *p = &m->pair[k];
    const double *a = jacobian + p->at_i, *b = jacobian + p->at_j;
    entry[p->entry] += (a[0] * b[0] + a[1] * b[1]) * m->per_mass[p->body] +
                       a[2] * b[2] * m->per_inertia[p->body];
  }
}

/* The entries of row i become those of L D, then of L; the pivot is what is left. */
static double eliminate(carom_mechanism *m, int i)
{
  double *entry = m->entry, left = entry[m->entries + i];
  const int from = m->row_start[i], to = m->row_start[i + 1];
  for (int e = from; e < to; e++) {
    double sum = entry[e];
    for (int p = m->product_start[e]; p < m->product_start[e + 1]; p++)
      sum -= entry[m->product[p].a] * entry[m->product[p].b];
    entry[e] = sum;
  }
  for (int e = from; e < to; e++) {
    const double scaled = entry[e] * m->pivot[m->column[e]]; /* the pivots are kept inverted */
    left -= scaled * entry[e];
    entry[e] = scaled;
  }
  return left;
}

bool carom_mechanism_factor(carom_mechanism *m, double least, bool *dependent)
{
  fill(m);
  m->weakness = 1;
  m->weakest = 0;
  for (int i = 0; i < m->rows; i++) {
    const double whole = m->entry[m->entries + i], left = eliminate(m, i);
    const bool usable = left > least * whole;
    if (!(left >= m->weakness * whole)) {
      m->weakness = left / whole;
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
  const double *entry = m->entry;
  const int *column = m->column;
  for (int i = 0; i < m->rows; i++) {
    double sum = x[i];
    for (int e = m->row_start[i]; e < m->row_start[i + 1]; e++)
      sum -= entry[e] * x[column[e]];
    x[i] = sum;
  }
  for (int i = m->rows - 1; i >= 0; i--)
    x[i] *= m->pivot[i];
  for (int i = m->rows - 1; i >= 0; i--) {
    const double known = x[i];
    for (int e = m->row_start[i]; e < m->row_start[i + 1]; e++)
      x[column[e]] -= entry[e] * known;
  }
}

void carom_mechanism_react(const carom_mechanism *m, double factor, const double *x, double *v)
{
  for (int row = 0; row < m->rows; row++) {
    const double push = factor * x[row], *j = m->jacobian + 6 * row;
    for (int end = 0; end < 2; end++, j += 3) {
      const int body = m->of[2 * row + end];
      if (body == m->bodies) continue;
      double *at = v + 3 * body;
      const double by_mass = push * m->per_mass[body];
      at[0] += by_mass * j[0];
      at[1] += by_mass * j[1];
      at[2] += push * m->per_inertia[body] * j[2];
    }
  }
}

void carom_mechanism_rows(const carom_mechanism *m, const double *v, double *x)
{
  for (int row = 0; row < m->rows + m->left_out; row++) {
    const double *j = m->jacobian + 6 * row;
    double sum = 0;
    for (int end = 0; end < 2; end++, j += 3) {
      const int body = m->of[2 * row + end];
      if (body == m->bodies) continue;
      const double *at = v + 3 * body;
      sum += j[0] * at[0] + j[1] * at[1] + j[2] * at[2];
    }
    x[row] = sum;
  }
}
