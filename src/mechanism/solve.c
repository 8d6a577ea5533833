/* SPDX-License-Identifier: MIT */
/* Linear algebra of the constraints: S = J M^-1 J^T = L D L^T. A row involves two bodies, so most
 * entries of S are 0. The sparsity pattern, including fill-in, is determined once; the
 * factorisation then runs over lists of the products of the Jacobian that form an entry of S, and
 * of the products of entries that elimination subtracts. */
#include <stdlib.h>

#include "mechanism/mechanism.h"

/* Determines the two bodies of each row, and whether its derivatives for x and y are constant. */
static void find_bodies(carom_mechanism *m)
{
  for (int k = 0; k < m->constraints; k++) {
    const carom_constraint *constraint = &m->constraint[k];
    for (int r = 0; r < (constraint->kind == CAROM_CONSTRAINT_PIN ? 2 : 1); r++) {
      m->of[2 * constraint->row[r]] = constraint->a.body;
      m->of[2 * constraint->row[r] + 1] = constraint->b.body;
      m->steady[constraint->row[r]] = constraint->kind == CAROM_CONSTRAINT_PIN ||
                                      constraint->kind == CAROM_CONSTRAINT_ANGLE;
    }
  }
}

static bool share_a_body(const carom_mechanism *m, int i, int j)
{
  bool shared = false;
  for (int k = 0; k < 4; k++) {
    const int body = m->of[2 * i + k / 2];
    shared |= body == m->of[2 * j + k % 2] && !m->held[body];
  }
  return shared;
}

/* Numbers the entries of L below the diagonal, row by row, in a square table; -1: none. If rows i
 * and j both have an entry in an earlier column, elimination fills in entry (i, j). */
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

/* Lists the products that form an entry of S, and those that elimination subtracts from an entry of
 * L; without memory for the lists they are only counted. Entries number `entries` and beyond are
 * the diagonal. */
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
        if (body != m->of[2 * j + k % 2] || m->held[body]) continue;
        if (!count)
          m->pair[m->pairs] = (carom_shared){entry, 6 * i + 3 * (k / 2), 6 * j + 3 * (k % 2), body,
                                             m->steady[i] && m->steady[j]};
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

static double moving(const carom_mechanism *m, const carom_shared *p)
{
  const double *a = m->jacobian + p->at_i, *b = m->jacobian + p->at_j;
  return (a[0] * b[0] + a[1] * b[1]) * m->inv_mass[p->body];
}

static void fill_constants(carom_mechanism *m)
{
  for (int k = 0; k < m->entries + m->rows; k++)
    m->entry_start[k] = 0;
  for (int k = 0; k < m->pairs; k++)
    if (m->pair[k].constant) m->entry_start[m->pair[k].entry] += moving(m, &m->pair[k]);
}

bool carom_mechanism_pair(carom_mechanism *m)
{
  const size_t n = (size_t)m->rows, most = n * (n + 1) / 2;
  int *number = calloc(n * n + 1, sizeof *number);
  free(m->column);
  free(m->product_start);
  free(m->entry);
  free(m->entry_start);
  m->column = calloc(most + 1, sizeof *m->column);
  m->product_start = calloc(most + 2, sizeof *m->product_start);
  m->entry = calloc(most + n + 1, sizeof *m->entry);
  m->entry_start = calloc(most + n + 1, sizeof *m->entry_start);
  bool good = number && m->column && m->product_start && m->entry && m->entry_start;
  if (good) {
    find_bodies(m);
    find_entries(m, number);
    good = make_lists(m, number);
  }
  if (good) {
    carom_mechanism_constant_jacobian(m);
    fill_constants(m);
  }
  free(number);
  return good;
}

static void fill(const carom_mechanism *m, double *restrict entry)
{
  const carom_shared *restrict const pair = m->pair;
  const double *restrict const jacobian = m->jacobian, *restrict const start = m->entry_start;
  const double *restrict const inv_inertia = m->inv_inertia;
  const int count = m->entries + m->rows, pairs = m->pairs;
  for (int k = 0; k < count; k++)
    entry[k] = start[k];
  for (int k = 0; k < pairs; k++) {
    const carom_shared *p = &pair[k];
    double part = jacobian[p->at_i + 2] * jacobian[p->at_j + 2] * inv_inertia[p->body];
    if (!p->constant) part += moving(m, p);
    entry[p->entry] += part;
  }
}

/* Turns the entries from .. to-1 of a row into those of L D, then of L; returns the pivot that
 * remains. */
static double eliminate(const carom_mechanism *m, int from, int to, double left,
                        double *restrict entry)
{
  const int *restrict const start = m->product_start, *restrict const column = m->column;
  const carom_product *restrict const product = m->product;
  const double *restrict const pivot = m->pivot; /* stored as reciprocals */
  for (int e = from; e < to; e++) {
    const int end = start[e + 1];
    double sum = entry[e];
    for (int p = start[e]; p < end; p++)
      sum -= entry[product[p].a] * entry[product[p].b];
    entry[e] = sum;
  }
  for (int e = from; e < to; e++) {
    const double scaled = entry[e] * pivot[column[e]];
    left -= scaled * entry[e];
    entry[e] = scaled;
  }
  return left;
}

bool carom_mechanism_factor(carom_mechanism *m, double least, bool *dependent)
{
  double *const entry = m->entry, *const diagonal = entry + m->entries;
  const int rows = m->rows;
  double weakness = 1;
  fill(m, entry);
  m->weakest = 0;
  for (int i = 0; i < rows; i++) {
    const double whole = diagonal[i];
    const double left = eliminate(m, m->row_start[i], m->row_start[i + 1], whole, entry);
    const bool usable = left > least * whole;
    if (!(left >= weakness * whole)) {
      weakness = left / whole;
      m->weakest = i;
    }
    m->weakness = weakness;
    if (dependent) dependent[i] = !usable;
    if (!usable && !dependent) return false;
    m->pivot[i] = usable ? 1 / left : 0; /* 0: the row is ignored */
  }
  return true;
}

void carom_mechanism_solve(const carom_mechanism *m, double *restrict x)
{
  const double *restrict const entry = m->entry, *restrict const pivot = m->pivot;
  const int *restrict const column = m->column, *restrict const start = m->row_start;
  const int rows = m->rows;
  for (int i = 0; i < rows; i++) {
    double sum = x[i];
    for (int e = start[i]; e < start[i + 1]; e++)
      sum -= entry[e] * x[column[e]];
    x[i] = sum;
  }
  for (int i = 0; i < rows; i++)
    x[i] *= pivot[i];
  for (int i = rows - 1; i >= 0; i--) {
    const double known = x[i];
    for (int e = start[i]; e < start[i + 1]; e++)
      x[column[e]] -= entry[e] * known;
  }
}

void carom_mechanism_react(const carom_mechanism *m, double factor, const double *x,
                           double *restrict v)
{
  const double *restrict const inv_mass = m->inv_mass, *restrict const inv_inertia = m->inv_inertia;
  const double *restrict j = m->jacobian;
  const int *restrict const of = m->of;
  const bool *restrict const held = m->held;
  const int ends = 2 * m->rows;
  for (int end = 0; end < ends; end++, j += 3) {
    const int body = of[end];
    if (held[body]) continue;
    const double push = factor * x[end / 2], by_mass = push * inv_mass[body];
    double *const at = v + 3 * body;
    at[0] += by_mass * j[0];
    at[1] += by_mass * j[1];
    at[2] += push * inv_inertia[body] * j[2];
  }
}

void carom_mechanism_rows(const carom_mechanism *m, int rows, const double *v, double *x)
{
  for (int row = 0; row < rows; row++) {
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
