/* SPDX-License-Identifier: MIT */
/* The inside of a chain. The unknowns are displacements, so that overlaps keep their digits however
 * long the chain is: overlap = u_left - u_right - gap. */
#ifndef CAROM_SRC_CHAIN_H
#define CAROM_SRC_CHAIN_H

#include <carom/chain.h>

#include "contact/encounters.h"
#include "contact/regime.h"
#include "integrate/drive.h"
#include "integrate/integrate.h"

enum { CAROM_WALL = -1 }; /* a link's neighbour that never moves */

/* Overlap and force of a contact at the last two instants, the newer first. */
typedef struct carom_samples {
  int count;
  double time[2], overlap[2], force[2];
  double noise_overlap, noise_force; /* no peak is below */
} carom_samples;

/* One contact of the chain. */
typedef struct carom_link {
  int left, right; /* bodies, or CAROM_WALL */
  double gap;      /* at the start; negative when pressed together */
  double nudge;    /* time over which the rate of the force is measured */
  int guard;       /* number of its first guard */
  carom_contact contact;
  carom_state state;
  carom_regime regime;
  double approach, force_rate; /* at the start of a step */
  /* A peak counts when it rises above these: the start plus a little, so that the noise of a
   * chain at rest is no peak. */
  double noise_overlap, noise_force;
  double noise_rate;  /* a rate of the force that counts as 0 */
  bool rising;        /* the force was growing when its rate last meant anything */
  carom_samples past; /* without events */
  carom_chain_contact peak;
  carom_encounters met;
} carom_link;

/* A body whose velocity is given. */
typedef struct carom_chain_drive {
  int body;
  carom_drive velocity;
} carom_chain_drive;

struct carom_stepped;

struct carom_chain {
  struct carom_stepped *stepped; /* the engine of long chains, or NULL: then the links below */
  bool sampled; /* no events: contacts are whole within a step and change when it has ended */
  double step;  /* without events: the length of all steps, or 0 */
  double fixed_step, tolerance, corrector_tolerance; /* as in the definition */
  carom_chain_integrator integrator;
  int beads, links, drives, guards;
  carom_link *link;
  carom_chain_drive *drive;
  double *mass, *inv_mass; /* inv_mass is 0 for bodies that do not react */
  double *force;           /* constant force and weight, N */
  double *weight;          /* weight alone, N */
  double *position;        /* of the centres at the start, m */
  int *driven;             /* drive of each body, or -1 */
  carom_rest *rest;        /* of a settled start: which bodies rest; else NULL */
  carom_integrator in;
  double *work, *rate, *scratch;
  double energy_at_start;
  double every, sampled_from, next; /* recording */
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
  bool sampled; /* no events */
  bool fixed;   /* steps must have a length */
} carom_scheme;

const carom_scheme *carom_chain_scheme(carom_chain_integrator integrator);

/* A chain without bodies and links yet, or NULL. */
carom_chain *carom_chain_room(int beads, bool resolved);

/* Starts the integration of a chain whose bodies and links are made. */
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

/* The force of a link: within a resolved step its regime is frozen. Without events the law decides;
 * a contact that opens or begins within the step does so for this value alone. */
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

/* Peaks within the step that was just taken, and the start of the next one. */
void carom_chain_note_peaks(carom_chain *chain);
void carom_chain_note_start(carom_chain *chain);
void carom_link_note_force(carom_link *link, double t, double force);

/* After a step without events: what contacts keep, their peaks, bodies that are driven. */
void carom_chain_end_step(carom_chain *chain);
void carom_chain_start_samples(carom_chain *chain);

/* One more instant of a contact; the one before it may have been a peak. */
void carom_samples_note(carom_samples *past, carom_chain_contact *peak, double t, double overlap,
                        double force);

/* Presses the links together so that every body that touches is at rest under gravity and constant
 * forces. */
carom_status carom_chain_settle(carom_chain *chain, const carom_chain_def *def, carom_error *err);

/* Energy by channel without the residual; returns what is held or lost so far. Displacements are
 * those of now, or of the sample. */
double carom_chain_held(const carom_chain *chain, const double *u, const double *v,
                        carom_chain_energy *energy);

/* Does an end touch nothing on one side? It sees half of what other beads do. */
bool carom_chain_is_loose(const carom_chain *chain, int bead);

/* The rate k of value ~ exp(-k place), fitted to the logarithms of points; `point` returns false
 * for one to be left out. */
typedef bool carom_decay_point(const void *from, int index, double *place, double *value);
double carom_decay_of(carom_decay_point *point, const void *from, int count);

/* The link of a long chain that has this public number. */
static inline int carom_chain_place(const carom_chain *c, int contact)
{
  return contact == CAROM_LEFT_WALL ? 0 : contact == CAROM_RIGHT_WALL ? c->beads : contact + 1;
}

/* The public number of a contact, and the contact with that number, or NULL. */
int carom_chain_number(const carom_chain *chain, const carom_link *link);
carom_link *carom_chain_link(const carom_chain *chain, int contact);

#endif
