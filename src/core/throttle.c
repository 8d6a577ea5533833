/* SPDX-License-Identifier: MIT */
#include "core/throttle.h"

/* A window must be long enough to include the time slices of other programs (some ms each). */
static const int64_t window_time = 20000000;
enum { WINDOW_LOOPS = 8, PATIENCE = 8, PATIENCE_MOST = 512 };

/* Lost time that makes fewer threads worth a trial: share of time preempted, share of time waiting
 * for others. A trial has a cost, and with many threads that each have a core, some wait for a
 * third of the time anyway. */
static const double absent_share = 0.2, waited_share = 0.4;

/* More threads must reduce the time per loop to this share to be worth the cores they occupy. */
static const double gain_wanted = 0.9;

carom_throttle carom_throttle_new(int threads)
{
  return (carom_throttle){.threads = threads, .active = threads, .patience = 1};
}

/* A trial that goes badly is abandoned early. */
static bool hopeless(const carom_throttle *t)
{
  const double expected = t->cost * (double)t->window.loops;
  return t->trial && (double)t->window.took > 1.5 * expected + (double)window_time / 2;
}

bool carom_throttle_note(carom_throttle *t, int64_t took, int64_t waited)
{
  if (t->threads == 1) return false;
  t->window.loops++;
  t->window.took += took;
  t->window.waited += waited;
  return (t->window.loops >= WINDOW_LOOPS && t->window.took >= window_time) || hopeless(t);
}

/* True if the calling thread spent too little of the window working. */
static bool lost(const carom_window *w, int64_t now, int64_t cpu)
{
  const double waited = (double)w->waited / (double)w->took;
  if (waited > waited_share || w->start == 0) return waited > waited_share;
  return 1 - (double)(cpu - w->cpu) / (double)(now - w->start) > absent_share;
}

static void try_with(carom_throttle *t, int active, double cost)
{
  t->known = t->active;
  t->cost = cost;
  t->active = active;
  t->trial = true;
}

/* Keeps the faster number of threads. After failed trials the next one comes later. */
static void end_trial(carom_throttle *t, double cost)
{
  const bool fewer = t->active < t->known;
  const bool better = cost <= (fewer ? 1 : gain_wanted) * t->cost;
  if (!better) t->active = t->known;
  t->patience = better ? (fewer ? 1 : PATIENCE) : 2 * t->patience;
  if (!better && t->patience < PATIENCE) t->patience = PATIENCE;
  if (t->patience > PATIENCE_MOST) t->patience = PATIENCE_MOST;
  t->trial = false;
  t->idle = 0;
}

void carom_throttle_judge(carom_throttle *t, int64_t now, int64_t cpu)
{
  const carom_window *w = &t->window;
  const double cost = (double)w->took / (double)w->loops;
  if (t->trial) {
    end_trial(t, cost);
  } else if (++t->idle >= t->patience) {
    if (t->active > 1 && lost(w, now, cpu))
      try_with(t, t->active / 2, cost);
    else if (t->active < t->threads)
      try_with(t, 2 * t->active < t->threads ? 2 * t->active : t->threads, cost);
  }
  t->window = (carom_window){.start = now, .cpu = cpu};
}
