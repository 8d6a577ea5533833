/* SPDX-License-Identifier: MIT */
/* Computes consistent initial conditions from the guesses, and finds redundant equations. */
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "mechanism/mechanism.h"

#define DEPENDENT 1e-10 /* relative to the diagonal of S: pivot of a row that depends on others */
#define CLOSED 1e-11    /* relative to the size of the mechanism: a joint counts as closed */

void carom_mechanism_owner(const carom_mechanism *m, int row, char *text, size_t size)
{
  for (int k = 0; k < m->constraints; k++) {
    const carom_constraint *constraint = &m->constraint[k];
    if (constraint->row[0] != row &&
        !(constraint->kind == CAROM_CONSTRAINT_PIN && constraint->row[1] == row))
      continue;
    if (constraint->joint >= 0)
      snprintf(text, size, "joint '%s'", carom_mechanism_name_of_joint(m, constraint->joint));
    else if (constraint->driver >= 0)
      snprintf(text, size, "driver '%s'", carom_mechanism_name_of_driver(m, constraint->driver));
    else
      snprintf(text, size, "clearance '%s'",
               carom_mechanism_name_of_clearance(m, constraint->clearance));
    return;
  }
  snprintf(text, size, "the mechanism");
}

static int worst_row(const double *x, int rows)
{
  int worst = 0;
  for (int i = 1; i < rows; i++)
    if (CAROM_FABS(x[i]) > CAROM_FABS(x[worst])) worst = i;
  return worst;
}

/* Far from the solution a Newton step may overshoot, so angles change by at most half a radian. */
static double shorten(const carom_mechanism *m, const double *step)
{
  double factor = 1;
  for (int i = 0; i < m->bodies; i++) {
    const double turn = CAROM_FABS(step[3 * i + 2]);
    const double x = CAROM_FABS(step[3 * i]) / m->size, y = CAROM_FABS(step[3 * i + 1]) / m->size;
    const double most = 2 * turn > x ? (2 * turn > y ? 2 * turn : y) : x > y ? x : y;
    if (most * factor > 1) factor = 1 / most;
  }
  return factor;
}

/* Newton steps of minimal mass-weighted length. Rows that depend on others are left out of a step;
 * the violations show whether they are satisfied nevertheless. */
static double close_joints(carom_mechanism *m, double *q, bool *dependent)
{
  double last = -CAROM_UNSET;
  for (int trial = 0; trial < 200; trial++) {
    carom_mechanism_pose(m, q, NULL);
    carom_mechanism_constraints(m, 0, q);
    const double off = CAROM_FABS(m->violation[worst_row(m->violation, m->rows)]);
    if (!(off < -CAROM_UNSET) || off < 1e-16 * m->size) return off;
    if (off < CLOSED * m->size && off >= 0.5 * last) return off; /* converged to rounding */
    last = off;
    carom_mechanism_factor(m, DEPENDENT, dependent);
    memcpy(m->multiplier, m->violation, (size_t)m->rows * sizeof *m->violation);
    carom_mechanism_solve(m, m->multiplier);
    memset(m->applied, 0, 3 * (size_t)m->bodies * sizeof *m->applied);
    carom_mechanism_react(m, -1, m->multiplier, m->applied);
    const double factor = shorten(m, m->applied);
    for (int i = 0; i < 3 * m->bodies; i++)
      q[i] += factor * m->applied[i];
  }
  return last;
}

static carom_status close_positions(carom_mechanism *m, double *q, bool *dependent,
                                    carom_error *err)
{
  const double off = m->rows > 0 ? close_joints(m, q, dependent) : 0;
  if (off <= CLOSED * m->size) return CAROM_OK;
  char owner[96];
  carom_mechanism_owner(m, worst_row(m->violation, m->rows), owner, sizeof owner);
  return carom_fail(err, CAROM_ERR_CONFLICT, "mechanism",
                    "the mechanism cannot be assembled: %s stays open by %.3g (m or rad); check "
                    "lengths and points, or start nearer",
                    owner, off);
}

static carom_status fit_velocities(carom_mechanism *m, double *q, double *v, bool *dependent,
                                   carom_error *err)
{
  if (m->rows == 0) return CAROM_OK;
  double *x = m->multiplier, scale = 0;
  carom_mechanism_pose(m, q, v);
  carom_mechanism_constraints(m, 0, q);
  carom_mechanism_factor(m, DEPENDENT, dependent);
  for (int trial = 0; trial < 2; trial++) {
    carom_mechanism_rows(m, m->rows, v, x);
    for (int i = 0; i < m->rows; i++) {
      x[i] -= m->nu[i];
      scale = CAROM_FABS(m->nu[i]) > scale ? CAROM_FABS(m->nu[i]) : scale;
      scale = CAROM_FABS(x[i]) > scale ? CAROM_FABS(x[i]) : scale;
    }
    carom_mechanism_solve(m, x);
    carom_mechanism_react(m, -1, x, v);
  }
  carom_mechanism_rows(m, m->rows, v, x);
  for (int i = 0; i < m->rows; i++)
    x[i] -= m->nu[i];
  const int worst = worst_row(x, m->rows);
  if (CAROM_FABS(x[worst]) <= 1e-9 * scale) return CAROM_OK;
  char owner[96];
  carom_mechanism_owner(m, worst, owner, sizeof owner);
  return carom_fail(err, CAROM_ERR_CONFLICT, "mechanism",
                    "%s asks for a motion that the other joints do not allow in this position "
                    "(off by %.3g); a dead point, or one driver too many",
                    owner, CAROM_FABS(x[worst]));
}

/* Renumbers the rows so that the active ones come first. */
static void leave_out(carom_mechanism *m, const bool *dependent)
{
  const int all = m->rows;
  int kept = 0, left = 0;
  for (int i = 0; i < all; i++)
    kept += !dependent[i];
  for (int k = 0, in_force = 0; k < m->constraints; k++)
    for (int r = 0; r < (m->constraint[k].kind == CAROM_CONSTRAINT_PIN ? 2 : 1); r++) {
      int *row = &m->constraint[k].row[r];
      *row = dependent[*row] ? kept + left++ : in_force++;
    }
  memset(m->nu, 0, (size_t)all * sizeof *m->nu);
  m->rows = kept;
  m->left_out = left;
}

static carom_status pair_rows(carom_mechanism *m, carom_error *err)
{
  if (carom_mechanism_pair(m)) return CAROM_OK;
  return carom_fail(err, CAROM_ERR_MEMORY, "mechanism", "out of memory");
}

static carom_status find_redundant(carom_mechanism *m, double *y, bool drop, bool *dependent,
                                   carom_error *err)
{
  CAROM_TRY(pair_rows(m, err));
  carom_mechanism_pose(m, y, y + 3 * m->bodies);
  carom_mechanism_constraints(m, 0, y);
  carom_mechanism_factor(m, DEPENDENT, dependent);
  int count = 0, first = -1;
  for (int i = 0; i < m->rows; i++)
    if (dependent[i] && count++ == 0) first = i;
  if (count == 0) return CAROM_OK;
  char owner[96];
  carom_mechanism_owner(m, first, owner, sizeof owner);
  if (!drop)
    return carom_fail(err, CAROM_ERR_CONFLICT, "mechanism",
                      "the mechanism is over-constrained: of its %d equations %d %s redundant; %s "
                      "repeats what the joints before it prescribe, or stands at a dead point. "
                      "Remove it, or let redundant equations be dropped (redundant: drop)",
                      m->rows, count, count == 1 ? "is" : "are", owner);
  leave_out(m, dependent);
  return pair_rows(m, err);
}

/* Clearances that start centred are closed like joints, for the assembly only. */
static int constrain_centred(carom_mechanism *m)
{
  const int constraints = m->constraints;
  for (int k = 0; k < m->bearings; k++) {
    if (!m->bearing[k].centred) continue;
    m->constraint[m->constraints++] = (carom_constraint){.kind = CAROM_CONSTRAINT_PIN,
                                                         .a = m->bearing[k].bearing,
                                                         .b = m->bearing[k].journal,
                                                         .row = {m->rows, m->rows + 1},
                                                         .joint = -1,
                                                         .driver = -1,
                                                         .clearance = k};
    m->rows += 2;
  }
  m->solved_constraints = m->constraints;
  return constraints;
}

carom_status carom_mechanism_assemble(carom_mechanism *m, double *y, bool drop, carom_error *err)
{
  double *q = y, *v = y + 3 * m->bodies;
  const int rows = m->rows, constraints = constrain_centred(m);
  bool *dependent = m->dependent;
  CAROM_TRY(pair_rows(m, err));
  CAROM_TRY(close_positions(m, q, dependent, err));
  CAROM_TRY(fit_velocities(m, q, v, dependent, err));
  m->constraints = m->solved_constraints = constraints;
  m->rows = rows;
  CAROM_TRY(find_redundant(m, y, drop, dependent, err));
  if (m->left_out == 0) {
    carom_mechanism_find_prescribed(m);
    CAROM_TRY(pair_rows(m, err));
  }
  carom_mechanism_pose(m, q, v);
  for (int k = 0; k < m->springs; k++)
    if (m->spring[k].rest == CAROM_UNSET)
      m->spring[k].rest = carom_spring_stretch(&m->spring[k], m->pose, q, m->bodies).length;
  return CAROM_OK;
}
