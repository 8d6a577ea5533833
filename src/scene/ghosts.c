/* SPDX-License-Identifier: MIT */
/* Ghosts of a scene that moves its own particles.
 *
 * After a motion, data are sent to the other processes, and those of the ghosts may take some time
 * to arrive. Walls and pairs without ghosts do not need them: the next forces begin with these, and
 * ghosts are waited for only when just the pairs with ghosts are left. Messages that arrive in the
 * meantime cost nothing.
 *
 * What is known of the lists without the ghosts suffices for this. Budgets are charged with the
 * speeds of the particles owned here, which is all that their pairs use up, and with the speeds of
 * ghosts when these have arrived. Blocks whose active lists are not certain to hold are left until
 * then. If the budget of all lists is so small that ghosts may use it up in this step, they are
 * waited for at once, and lists are rebuilt if need be. If ghosts faster than expected have used it
 * up, lists are rebuilt between the two parts of the forces, which stay with their particles. */
#include "scene/ghosts.h"

#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/error.h"
#include "scene/kernels.h"

static carom_ghost_rows rows_of(carom_scene *s)
{
  return (carom_ghost_rows){s->particles.index_of, s->particles.position_radius,
                            s->particles.contact_velocity, s->cpu.domain_block, &s->cpu.partition};
}

void carom_hosted_tell(carom_scene *s, int64_t count, const uint32_t *tag, const double shift[3],
                       double *to)
{
  const carom_ghost_rows rows = rows_of(s);
  const double moved[CAROM_POSITION_DOUBLES] = {shift[0], shift[1], shift[2]};
  s->cpu.kernels->tell(count, tag, &rows, moved, to);
}

/* The velocities of ghosts extend the bounds on how fast particles approach each other. */
void carom_hosted_hear(carom_scene *s, int64_t tag, int64_t count, const double *from)
{
  const carom_ghost_rows rows = rows_of(s);
  s->cpu.kernels->hear(count, tag, &rows, from);
}

double carom_hosted_heard(carom_scene *s)
{
  double most = 0;
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    const double squared = carom_speed_squared(&s->cpu.domain_block[b].velocity);
    most = squared > most ? squared : most;
  }
  s->cpu.findings[0].speed_squared = most;
  s->cpu.speed = CAROM_SQRT(most);
  return s->cpu.speed;
}

static void book_messages(carom_scene *s, double start, int within)
{
  double seconds = 0;
  carom_clock_book(&start, &seconds);
  s->accounting.seconds[CAROM_IN_MESSAGES] += seconds;
  s->accounting.seconds[within] -= seconds;
}

void carom_ghosts_send(carom_scene *s, int within)
{
  const double start = carom_clock();
  s->ghosts_due = s->hosted->moved(s->hosted->user);
  book_messages(s, start, within);
}

static void arrive(carom_scene *s, int within)
{
  const double start = carom_clock();
  if (!s->ghosts_due) return;
  s->ghosts_due = false;
  s->hosted->await(s->hosted->user);
  book_messages(s, start, within);
}

/* Charges the budget that particles here have left with the ghosts' own displacement. */
static bool charge_ghosts(carom_scene *s)
{
  return carom_cpu_charge_lists(s, s->model.step * s->cpu.speed);
}

bool carom_ghosts_lists_hold(carom_scene *s, double wall)
{
  const double foreseen = 2 * s->model.step * s->cpu.speed; /* by the speed of the step before */
  const bool hold = carom_cpu_lists_hold(s, wall);
  if (!s->ghosts_due || (hold && s->cpu.budget_left >= foreseen)) return hold;
  arrive(s, CAROM_IN_LISTS);
  return hold && charge_ghosts(s);
}

/* Collects all forces so far as rows by tag. */
static void take_forces(const carom_scene *s, double *row)
{
  for (int64_t b = 0; b < s->cpu.blocks; b++) {
    const carom_domain_block *p = &s->cpu.domain_block[b];
    const int64_t from = carom_block_start(s, b);
    s->cpu.kernels->halo_gather(s->cpu.halo_recv + p->halo_recv, p->halo_recvs, &s->cpu.halo,
                                (uint32_t)from, false,
                                s->particles.force + CAROM_ROW_DOUBLES * from);
  }
  for (int64_t i = 0; i < s->particles.count; i++)
    memcpy(row + CAROM_ROW_DOUBLES * (int64_t)s->particles.tag[i],
           s->particles.force + CAROM_ROW_DOUBLES * i, CAROM_ROW_DOUBLES * sizeof *row);
}

static void put_forces(const carom_scene *s, const double *row)
{
  for (int64_t i = 0; i < s->particles.count; i++)
    memcpy(s->particles.force + CAROM_ROW_DOUBLES * i,
           row + CAROM_ROW_DOUBLES * (int64_t)s->particles.tag[i], CAROM_ROW_DOUBLES * sizeof *row);
  for (int64_t b = 0; b < s->cpu.blocks; b++)
    s->cpu.domain_block[b].begun = s->cpu.passes;
}

/* Rebuilds the lists between the forces that need no ghosts, which all blocks then have, and those
 * that do. */
static carom_status rebuild_between(carom_scene *s, bool moves, carom_error *err)
{
  const size_t rows = (size_t)s->particles.count;
  double *row = malloc(rows * CAROM_ROW_DOUBLES * sizeof *row);
  if (!row) return carom_fail(err, CAROM_ERR_MEMORY, "scene", "no memory for forces");
  carom_cpu_forces_here(s, moves, true);
  take_forces(s, row);
  const carom_status status = s->engine->rebuild(s, err);
  if (status == CAROM_OK) put_forces(s, row);
  free(row);
  return status;
}

carom_status carom_ghosts_await(carom_scene *s, bool moves, carom_error *err)
{
  if (!s->ghosts_due) return CAROM_OK;
  carom_cpu_forces_here(s, moves, false);
  arrive(s, CAROM_IN_FORCES);
  return charge_ghosts(s) || s->cpu.budget_left >= 0 ? CAROM_OK : rebuild_between(s, moves, err);
}

void carom_ghosts_step_back(carom_scene *s)
{
  arrive(s, CAROM_IN_FORCES);
  carom_cpu_step_back(s);
}
