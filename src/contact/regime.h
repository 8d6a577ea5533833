/* SPDX-License-Identifier: MIT */
/* A contact within a resolved integration. Its regime is frozen during a step and changes only at
 * events, so that every step is smooth. Impacts, chains and mechanisms all use it. */
#ifndef CAROM_SRC_REGIME_H
#define CAROM_SRC_REGIME_H

#include <carom/contact.h>

#include "contact/episode.h"
#include "law/law.h"

/* Guards: opening, the cut of tension, the turning point of plastic loading (or any turning point,
 * for laws that depend on the direction), then the breakpoints. */
enum { CAROM_REGIME_OPEN, CAROM_REGIME_CUT, CAROM_REGIME_TURNING, CAROM_REGIME_BREAKPOINTS };

typedef struct carom_regime {
  const carom_contact *contact;
  carom_state *state;
  double slack; /* distance by which the overlap must pass touch or a breakpoint to count as beyond
                   it: 0, or a length below the error of the integration, so that rounding causes no
                   switch */
  double reach; /* of the law */
  bool open; /* the bodies are out of reach; for laws without a reach, their undeformed surfaces are
                apart */
  bool cut;  /* the raw force is tensile and is cut */
  bool closing;          /* for direction-dependent laws: the bodies have been approaching since the
                            last turning point */
  double cut_overlap;    /* overlap at which the cut began */
  double spent;          /* elastic energy spent while tension was cut, up to the last switch */
  double booked_plastic; /* plastic work of dents that were erased with their episodes */
  double branch;         /* of the law */
  double breakpoint[CAROM_MAX_BREAKPOINTS];
  bool above[CAROM_MAX_BREAKPOINTS];
} carom_regime;

/* The variable part of a regime as columns of an archive (core/archive.h), for a structure that
 * holds a regime as `member`. */
#define CAROM_REGIME_COLUMNS(type, member)                                                         \
  CAROM_COLUMN(type, member.open, CAROM_FLAGS), CAROM_COLUMN(type, member.cut, CAROM_FLAGS),       \
      CAROM_COLUMN(type, member.closing, CAROM_FLAGS),                                             \
      CAROM_COLUMN(type, member.cut_overlap, CAROM_DOUBLES),                                       \
      CAROM_COLUMN(type, member.spent, CAROM_DOUBLES),                                             \
      CAROM_COLUMN(type, member.booked_plastic, CAROM_DOUBLES),                                    \
      CAROM_COLUMN(type, member.branch, CAROM_DOUBLES),                                            \
      CAROM_COLUMNS(type, member.breakpoint, CAROM_DOUBLES, CAROM_MAX_BREAKPOINTS),                \
      CAROM_COLUMNS(type, member.above, CAROM_FLAGS, CAROM_MAX_BREAKPOINTS)

/* Starts at this overlap and approach speed. Bodies that approach at an overlap of exactly -reach
 * count as touching: the episode begins here. So do bodies at rest that just touch, unless the law
 * needs the speed of a first touch. */
void carom_regime_start(carom_regime *regime, const carom_contact *contact, carom_state *state,
                        double overlap, double approach);

/* The force of the frozen branch, before opening and cutting of tension. */
static inline carom_force carom_regime_raw(const carom_regime *regime, double overlap,
                                           double approach)
{
  const carom_contact *c = regime->contact;
  return c->law->raw(c->law, c->coefficient, regime->state->value, overlap, approach,
                     regime->branch);
}

/* The force in the frozen regime; valid slightly outside of it, too. */
static inline carom_force carom_regime_force(const carom_regime *regime, double overlap,
                                             double approach)
{
  if (regime->open) return (carom_force){0, 0};
  carom_force f = carom_regime_raw(regime, overlap, approach);
  if (regime->cut) f.dissipative = -f.elastic;
  return f;
}

/* Power of the dissipative part. Energy spent by a cut follows exactly from the stored energy and
 * is not included. */
static inline double carom_regime_power(const carom_regime *regime, carom_force f, double approach)
{
  return regime->cut ? 0 : f.dissipative * approach;
}

/* Elastic energy spent so far while tension was cut. */
double carom_regime_spent(const carom_regime *regime, double overlap);

/* Energy at this overlap; the plastic part includes erased dents. */
carom_energy carom_regime_energy(const carom_regime *regime, double overlap);

/* dF/dt for a relative acceleration `a`: the directional derivative along the motion, by a
 * fourth-order difference over the time h. */
double carom_regime_force_rate(const carom_regime *regime, double overlap, double approach,
                               double a, double h);

/* The number of guards, and their values: >= 0 while the regime holds. */
int carom_regime_guards(const carom_contact *contact);
void carom_regime_guard(const carom_regime *regime, double overlap, double approach, double *guard);

/* Call this at an event: commits memory, begins or ends the episode, and determines the new
 * regime. */
void carom_regime_switch(carom_regime *regime, double overlap, double approach);

#endif
