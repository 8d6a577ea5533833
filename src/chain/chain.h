/* SPDX-License-Identifier: MIT */
/* Internals of a chain. The unknowns are displacements rather than positions, so that overlaps keep
 * their precision however long the chain is: overlap = u_left - u_right - gap. */
#ifndef CAROM_SRC_CHAIN_H
#define CAROM_SRC_CHAIN_H

#include <carom/chain.h>

#include "contact/encounters.h"
#include "contact/regime.h"
#include "integrate/drive.h"
#include "integrate/integrate.h"

enum { CAROM_WALL = -1 }; /* a link's neighbour that never moves */

/* Overlap and force of a contact at the last two instants, the newer one first. */
typedef struct carom_samples {
  int count;
  double time[2], overlap[2], force[2];
  double noise_overlap, noise_force; /* smaller values are not peaks */
} carom_samples;

/* One contact of the chain. */
typedef struct carom_link {
  int left, right; /* bodies, or CAROM_WALL */
  double gap;      /* initial gap, m; negative: overlap */
  double nudge;    /* time difference used to measure the rate of the force */
  int guard;       /* index of its first guard */
  carom_contact contact;
  carom_state state;
  carom_regime regime;
  double approach, force_rate; /* at the start of a step */
  /* A peak must rise above these, which are slightly above the initial values, so that rounding in
   * a chain at rest produces no peaks. */
  double noise_overlap, noise_force;
  double noise_rate;  /* rates of the force below this count as 0 */
  bool rising;        /* the force was growing when its rate was last significant */
  carom_samples past; /* for integrators without events */
  carom_chain_contact peak;
  carom_encounters met;
} carom_link;

/* A body with prescribed velocity. */
typedef struct carom_chain_drive {
  int body;
  carom_drive velocity;
} carom_chain_drive;

struct carom_stepped;

struct carom_chain {
  struct carom_stepped *stepped; /* the engine for long chains; NULL: the links below are used */
  bool sampled; /* without events: contacts do not switch within a step, but at its end */
  double step;  /* without events: fixed step length, or 0 */
  double fixed_step, tolerance, corrector_tolerance; /* as in the definition */
  carom_chain_integrator integrator;
  int beads, links, drives, guards;
  carom_link *link;
  carom_chain_drive *drive;
  double *mass, *inv_mass; /* inv_mass is 0 for bodies with prescribed motion */
  double *force;           /* constant force and weight, N */
  double *weight;          /* weight alone, N */
  double *position;        /* of the centres at the start, m */
  int *driven;             /* drive of each body, or -1 */
  carom_rest *rest;        /* of a settled start: the role of each body; else NULL */
  carom_integrator in;
  double *work, *rate, *scratch;
  double energy_at_start;
  double every, sampled_from, next; /* sampling */
  int64_t recorded;
  carom_chain_sampler *sampler;
  void *user;
  carom_chain_contact_callback *contact_callback;
  void *callback_user;
  carom_stop *stop;
  void *stop_user;
  double *sample;
};

/* Properties of an integrator. */
typedef struct carom_scheme {
  const char *name;
  carom_method method;
  bool sampled; /* without events */
  bool fixed;   /* requires a step length */
} carom_scheme;

const carom_scheme *carom_chain_scheme(carom_chain_integrator integrator);

/* Allocates a chain, without bodies and links as yet; NULL if memory runs out. */
carom_chain *carom_chain_room(int beads, bool resolved);

/* Starts the integration of a chain that has its bodies and links. */
carom_status carom_chain_start(carom_chain *chain, const carom_chain_def *def, carom_error *err);

/* Layout of the state vector: displacements, velocities, viscous work, outer work. */
static inline int carom_chain_viscous(const carom_chain *c)
{
  return 2 * c->beads;
}

static inline int carom_chain_outer(const carom_chain *c)
{
  return 2 * c->beads + 1;
}

static inline int carom_chain_states(const carom_chain *c)
{
  return 2 * c->beads + 2;
}

static inline double carom_link_overlap(const carom_link *l, const double *u)
{
  const double left = l->left == CAROM_WALL ? 0 : u[l->left];
  const double right = l->right == CAROM_WALL ? 0 : u[l->right];
  return left - right - l->gap;
}

static inline double carom_link_approach(const carom_link *l, const double *v)
{
  const double left = l->left == CAROM_WALL ? 0 : v[l->left];
  const double right = l->right == CAROM_WALL ? 0 : v[l->right];
  return left - right;
}

/* The force of a link. Within a resolved step its regime is frozen. Without events the law itself
 * decides; a contact that opens or closes within the step does so for this evaluation only. */
static inline carom_force carom_link_force(const carom_chain *c, const carom_link *l,
                                           double overlap, double approach)
{
  if (!c->sampled) return carom_regime_force(&l->regime, overlap, approach);
  if (!(l->regime.open && carom_within(l->regime.reach, overlap)))
    return carom_contact_force(&l->contact, &l->state, overlap, approach);
  carom_state trial = l->state;
  carom_episode_begin(&l->contact, &trial, approach);
  return carom_contact_force(&l->contact, &trial, overlap, approach);
}

/* The callbacks of the integration. */
void carom_chain_rate(void *user, double t, const double *y, double *dydt);
void carom_chain_guard(void *user, double t, const double *y, double *guard);

/* Records the peaks within the last step, and the start of the next one. */
void carom_chain_note_peaks(carom_chain *chain);
void carom_chain_note_start(carom_chain *chain);
void carom_link_note_force(carom_link *link, double t, double force);

/* Completes a step without events: contact memory, peaks, and driven bodies. */
void carom_chain_end_step(carom_chain *chain);
void carom_chain_start_samples(carom_chain *chain);

/* Adds an instant of a contact; the previous one may turn out to have been a peak. */
void carom_samples_note(carom_samples *past, carom_chain_contact *peak, double t, double overlap,
                        double force);

/* Gives the links the overlaps at which every supported body is at rest under gravity and constant
 * forces. */
carom_status carom_chain_settle(carom_chain *chain, const carom_chain_def *def, carom_error *err);

/* Energy by channel without the residual; returns the sum of stored and dissipated energy so far.
 * Displacements are the present ones or those of a sample. */
double carom_chain_held(const carom_chain *chain, const double *u, const double *v,
                        carom_chain_energy *energy);

/* True for an end without a neighbour on one side: a sensor there measures half the force. */
bool carom_chain_is_loose(const carom_chain *chain, int bead);

/* The rate k of value ~ exp(-k place), fitted to the logarithms of points; `point` returns false
 * for a point to be left out. */
typedef bool carom_decay_point(const void *from, int index, double *place, double *value);
double carom_decay_of(carom_decay_point *point, const void *from, int count);

/* The link of a long chain with this public contact number. */
static inline int carom_chain_place(const carom_chain *c, int contact)
{
  return contact == CAROM_LEFT_WALL ? 0 : contact == CAROM_RIGHT_WALL ? c->beads : contact + 1;
}

/* The public number of a contact, and the contact with that number, or NULL. */
int carom_chain_number(const carom_chain *chain, const carom_link *link);
carom_link *carom_chain_link(const carom_chain *chain, int contact);

#endif
