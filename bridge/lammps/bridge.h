/* SPDX-License-Identifier: MIT */
/* A scene on LAMMPS: LAMMPS shares the grains out among ranks, carom moves them and computes the
 * contacts of each rank with the engine that 'carom run' has. Where LAMMPS is given commands of its
 * own, it moves the grains, too, so that its output sees every step.
 *
 * Every rank has a scene of its grains and ghosts (src/scene/hosted.h); no other rank than 0 ever
 * has all grains. Rank 0 has the run besides, with a scene of all of them, which is brought up to
 * date whenever somebody looks at it: rows, frames, measures, checkpoints and results are therefore
 * those of 'carom run'. The other ranks wait for what it asks for (leader.c).
 *
 *   host.c    the instance of LAMMPS: box, grains, its steps, the callback that gives forces
 *   skin.c    how far beyond contacts ghosts are known
 *   ghosts.c  ghosts, where carom moves the grains
 *   near.c    which ghosts are needed
 *   shared.c  memory that ranks of one node share
 *   rows.c    what contacts remember, in rows that LAMMPS moves along with a grain
 *   gather.c  the state of all grains, from rank 0 and to it
 *   surroundings.c  the same for walls, gravity and stages
 *   commands.c  what carom must know of the user's own commands
 *   leader.c  rank 0 takes over a run; what it asks others for
 *   main.c    the program */
#ifndef CAROM_BRIDGE_LAMMPS_H
#define CAROM_BRIDGE_LAMMPS_H

#include <mpi.h>
#include <stdatomic.h>

#include "run/scene.h"
#include "scene/hosted.h"
#include "scene/populations.h"

enum { NOWHERE = -1 };                  /* the rank of a grain that is being shared out */
enum { ROW_COUNT, ROW_RANK, ROW_HEAD }; /* before the entries of a row: how many, and the rank */

/* A contact with a partner that is not here: it stays with its grain. */
typedef struct carried {
  int grain;   /* the host's number of it */
  double code; /* as in rows */
} carried;

enum { SHARED_LINE = 64 }; /* bytes */

/* Written by one rank, read by others of its node. */
typedef _Atomic int64_t shared_number;

typedef struct shared_slot {
  _Alignas(SHARED_LINE) shared_number motion; /* that the numbers are of */
  _Alignas(SHARED_LINE) double number[];
} shared_slot;

typedef struct shared_memory {
  MPI_Comm node;
  MPI_Win window;
  int *near;   /* the number of each rank on this node */
  char **base; /* of the part of each rank; NULL: on another node */
  int64_t room;
  bool refused; /* by MPI */
  int patience; /* of those who wait; none where ranks are more than cores */
} shared_memory;

/* Grains here that another rank sees, moved across periodic borders by a shift. */
typedef struct ghost_image {
  int rank, count;
  int64_t from; /* among ghost_traffic.own */
  double shift[3];
} ghost_image;

/* All that go to one rank, or come from it. */
typedef struct ghost_link {
  int rank, count;
  int64_t from;         /* the first of those that are sent or received */
  shared_slot *slot[2]; /* after every second motion; NULL: by messages */
} ghost_link;

enum { LINK_COUNT, LINK_SLOT, LINK_NUMBERS = 3 }; /* what two ranks know of a link; two slots */

/* Where carom moves the grains: copies of them on other ranks, since the last exchange. */
typedef struct ghost_traffic {
  double *bounds, own_bounds[7]; /* of the grains of each rank, and of this one */
  int64_t *out, *in;             /* to and from each rank: LINK_NUMBERS */
  ghost_image *image;            /* by rank */
  uint32_t *own;                 /* grains here, of each image */
  int64_t images, owns;
  ghost_link *to, *from; /* other ranks, and this one itself */
  int tos, froms;
  double *send, *receive, *record;
  char *near, *sent_near; /* may a ghost be touched? of those here; of those sent */
  int *head, *next;       /* grains in cells */
  int *tag;               /* of grains and ghosts here */
  double **row;           /* where their positions, velocities and spins are */
  MPI_Request *request;
  int messages, coming; /* the first ones are those that come */
  int64_t motions;      /* after which others were told where grains are */
  int64_t heard;        /* after which ghosts have come */
  int64_t image_capacity, own_capacity, send_capacity, receive_capacity, record_capacity,
      tag_capacity, row_capacity, request_capacity, to_capacity, from_capacity, near_capacity,
      sent_near_capacity, head_capacity, next_capacity;
} ghost_traffic;

typedef struct bridge {
  int rank, ranks;
  bool moves; /* carom moves the grains; else LAMMPS does, for its own output */
  void *lammps;
  carom_scene_job *run; /* on rank 0 */
  carom_scene *whole;   /* of the run, on rank 0 */
  carom_scene *scene;   /* of this rank */
  carom_phases *phases; /* those of this scene */
  carom_phases own_phases;
  carom_made_for made_for;      /* of the whole scene, on other ranks */
  carom_population *population; /* its own */
  carom_hosted host;

  ghost_traffic traffic;
  shared_memory shared;
  /* The host's arrays since its last exchange. */
  int here, ghosts;
  const int *tag, *type;
  const double *radius, *mass;
  double **torque, **row;
  int *table, *next; /* numbers by tag: hash table, and other copies of the same grain */
  int table_mask, table_capacity, next_capacity;

  /* Rows of what contacts remember: a number of entries, then a code and a history each. */
  int slots, slots_asked, entry; /* numbers of an entry */
  carried *carried;
  double *carried_history;
  int carried_count;
  int64_t carried_capacity, carried_history_capacity;

  bool periodic;      /* the box, in some direction */
  double longest;     /* its longest side at the start, m */
  double skin;        /* ghosts are valid until a grain has moved by half of it */
  bool skin_given;    /* else it follows how fast grains move */
  int64_t since;      /* the step of the last exchange */
  int64_t asked_last; /* and that at which ranks have asked each other how many to make */
  double speed_last;  /* of grains, then */
  int64_t looked;     /* and of the last look at the skin */
  double travelled;   /* a bound of what one has since the last exchange */
  double *held;       /* where the grains here were then */
  int64_t held_capacity;
  bool half;           /* at a beginning velocities are those at mid-step before it */
  bool exchanged;      /* grains have other numbers since the last callback */
  bool exchange_due;   /* at the next step */
  bool parts_due;      /* when LAMMPS begins again: parts are to be made anew */
  MPI_Request request; /* what all ranks wish after the last step, if it was asked */
  int wish, answer;
  bool asked;
  int64_t step;                 /* the last one that was made */
  int64_t target;               /* the last one of LAMMPS's present run */
  int64_t balanced, rebalances; /* the exchange of the last look; how often parts were changed */
  double least_unfair;          /* the most work of a rank over the mean, after it */
  double grains;                /* of all ranks */
  int64_t exchanges, came, came_closed; /* grains that came from other ranks; closed contacts */
  int grid[3];          /* of ranks, equal parts of the box; 0: parts with equally many grains */
  const char *commands; /* file of commands for LAMMPS, or NULL */
  int64_t thermo;       /* energies are told every so many steps; 0: never */
  int64_t restart[2];   /* restart files are written every so many steps; 0: never */
  int *held_tag;        /* grains and ghosts since the last exchange, where LAMMPS has commands */
  int64_t held_tag_capacity;

  bool felt;                           /* walls move by forces */
  double *wall_force, *own_wall_force; /* six numbers each: of all ranks, of this one */

  bool stale;            /* of the whole scene: the state is that of an earlier step */
  bool changed;          /* it has been changed since grains were shared out */
  int64_t phase;         /* the stage of that time */
  carom_block_sums base; /* sums up to the take-over */
  double base_gravity_work;
  int64_t (*base_touches)[2]; /* of each material pair: touches, and those at the floor */
  bool joined;                /* of other ranks: rank 0 has begun, and waits for them */
  bool ended;                 /* of other ranks: rank 0 has, with this exit code */
  int code;
  carom_status status; /* of this rank */
  carom_error error;
} bridge;

/* host.c: an instance with the grains of the whole scene, ready for steps; collective, as all that
 * follows. What is wrong on any rank is told by all. */
carom_status host_create(bridge *b, carom_error *err);
carom_status host_advance(bridge *b, int64_t steps, carom_error *err);
/* The whole scene has changed: its grains are shared out anew. */
carom_status host_share(bridge *b, carom_error *err);
void host_destroy(bridge *b);
/* What is wrong on the first rank where something is. / Is it so on every rank? Whoever lacks
 * memory must not leave the others waiting for it. */
carom_status host_agree(bridge *b, carom_error *err);
bool ranks_all(bool here);

/* ghosts.c: after an exchange of grains, whose rows are those of the host: ghosts behind them.
 * Collective; false without memory on any rank. / One of them; its material is that of its type. /
 * After a motion (carom_hosted.moved): others are told; true: there are ghosts to wait for. / Waits
 * for them, if they have not come (carom_hosted.await). */
bool ghosts_exchange(bridge *b);
carom_hosted_particle ghosts_particle(const bridge *b, int ghost);
bool ghosts_tell(void *user);
void ghosts_await(void *user);
void ghosts_free(ghost_traffic *g);

/* near.c: which ghosts a grain here may touch before the next exchange, from rows of `stride`
 * numbers, a radius and a position first; False without memory. */
bool near_find(bridge *b, const double own[7], int64_t ghosts, const double *ghost, int stride,
               char *near);

/* shared.c: room for so many bytes of this rank, where there can be; collective. / Up to which
 * motion a rank of this node has read. / A slot at a line of its part, or NULL. / Until the number
 * is there. */
void shared_reserve(bridge *b, int64_t bytes);
shared_number *shared_read(const bridge *b, int rank);
shared_slot *shared_slot_at(const bridge *b, int rank, int64_t line);
void shared_wait(const bridge *b, const shared_number *number, int64_t least);
void shared_free(bridge *b);

/* skin.c: how far from the borders of a part ghosts are known, but for the skin. / The skin of the
 * start. / By how much a grain has moved since the exchange. / The step of the next look at it. /
 * Takes another one, if that costs less; collective. */
double skin_reach(const bridge *b);
double skin_first(const bridge *b);
double skin_travelled(const bridge *b);
int64_t skin_next_look(const bridge *b);
bool skin_tune(bridge *b);

/* rows.c: how many numbers a row has. / As many contacts as have room in it, and as LAMMPS can
 * carry along. / A row is full. / Finds grains by tag anew. / The number of the copy of a grain
 * that is nearest to a point, or -1. / Adds a contact of a grain here, seen from it: with another
 * grain (its tag) or a face. False: the row is full. */
int rows_width(const bridge *b);
int rows_slots(const bridge *b);
int rows_slots_most(const bridge *b);
void rows_overflow(bridge *b, int tag);
bool rows_index(bridge *b);
int rows_find(const bridge *b, int tag, const double at[3]);
bool rows_add(bridge *b, int grain, double code, const double *history);
/* Codes of partners. */
double rows_code(int tag, bool closed);
double rows_wall_code(uint32_t face, bool closed);
bool rows_code_closed(double code);
int rows_code_tag(double code);       /* 0: a wall */
uint32_t rows_code_face(double code); /* of a wall */
/* All contacts of the scene of this rank to rows; from rows to the scene, which has room for them.
 */
carom_status rows_pack(bridge *b);
void rows_unpack(bridge *b);
int64_t rows_entries(const bridge *b);

/* commands.c: how often they write. / The last step before LAMMPS writes a restart file: it
 * exchanges grains first. / Which grains and ghosts there are. False without memory. / There are
 * others. */
void commands_read(bridge *b);
int64_t commands_before_restart(const bridge *b);
bool commands_hold_tags(bridge *b);
bool commands_have_exchanged(const bridge *b);

/* gather.c: creates the grains of the whole scene in LAMMPS, with their contacts in rows, where
 * they belong. / Brings the whole scene up to date. */
carom_status gather_distribute(bridge *b, carom_error *err);
carom_status gather_whole(bridge *b, carom_error *err);

/* surroundings.c: from the whole scene to those of all ranks. / From that of rank 0 to the whole
 * one. / After forces: those on walls that move by them. */
carom_status surroundings_share(bridge *b, carom_error *err);
carom_status surroundings_home(bridge *b, carom_error *err);
void surroundings_feel(bridge *b);

/* leader.c: other ranks wait until rank 0 has its run and begins, and get what the scene is made
 * for, so that theirs need none of its grains. / To be called with a run that is about to begin; on
 * other ranks it returns when the run has ended. / Rank 0 has ended, with this exit code, or could
 * not begin; returns it, or another where the end did not come home. / Other ranks: waits for the
 * end where the run could not be created; returns its exit code. */
carom_status leader_join(bridge *b, carom_run_options *options, carom_error *err);
carom_status leader_take_over(bridge *b, carom_run *run, carom_error *err);
int leader_end(bridge *b, int code);
int leader_wait(bridge *b);

#endif
