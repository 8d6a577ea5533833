/* SPDX-License-Identifier: MIT */
/* A scene on LAMMPS: LAMMPS distributes the grains over ranks; carom moves them and computes the
 * contacts of each rank with the engine of 'carom run'. If LAMMPS is given commands of its own, it
 * moves the grains, too, so that its output sees every step.
 *
 * Every rank has a scene of its grains and ghosts (src/scene/hosted.h); only rank 0 ever has all
 * grains. Rank 0 also has the run, with a scene of all grains, which is brought up to date whenever
 * somebody looks at it: rows, frames, measures, checkpoints and results are therefore those of
 * 'carom run'. The other ranks wait for what rank 0 asks of them (leader.c).
 *
 *   host.c    the instance of LAMMPS: box, grains, its steps, the callback that gives forces
 *   skin.c    how far beyond contacts ghosts are known
 *   ghosts.c  ghosts, if carom moves the grains
 *   near.c    which ghosts are needed
 *   shared.c  memory that ranks of one node share
 *   rows.c    contact histories, in rows that LAMMPS moves along with a grain
 *   gather.c  the state of all grains, from rank 0 and to it
 *   surroundings.c  the same for walls, gravity and stages
 *   commands.c  what carom must know of the user's own commands
 *   leader.c  rank 0 takes over a run; what it asks of the other ranks
 *   main.c    the program */
#ifndef CAROM_BRIDGE_LAMMPS_H
#define CAROM_BRIDGE_LAMMPS_H

#include <mpi.h>
#include <stdatomic.h>

#include "run/scene.h"
#include "scene/hosted.h"
#include "scene/populations.h"

enum { NOWHERE = -1 };                  /* rank of a grain being distributed */
enum { ROW_COUNT, ROW_RANK, ROW_HEAD }; /* head of a row: number of entries, and the rank */

/* A contact whose partner is not on this rank; it stays with its grain. */
typedef struct carried {
  int grain;   /* index on this rank */
  double code; /* as in rows */
} carried;

enum { SHARED_LINE = 64 }; /* bytes */

/* A number written by one rank and read by others of its node. */
typedef _Atomic int64_t shared_number;

typedef struct shared_slot {
  _Alignas(SHARED_LINE) shared_number motion; /* motion that the numbers belong to */
  _Alignas(SHARED_LINE) double number[];
} shared_slot;

typedef struct shared_memory {
  MPI_Comm node;
  MPI_Win window;
  int *near;   /* number of each rank on this node */
  char **base; /* address of the part of each rank; NULL: on another node */
  int64_t room;
  bool refused; /* MPI has refused shared memory */
  int patience; /* polls while waiting; 0 if there are more ranks than cores */
} shared_memory;

/* Grains owned here that another rank sees, shifted across periodic borders. */
typedef struct ghost_image {
  int rank, count;
  int64_t from; /* index in ghost_traffic.own */
  double shift[3];
} ghost_image;

/* All ghosts that go to one rank or come from it. */
typedef struct ghost_link {
  int rank, count;
  int64_t from;         /* first of those sent or received */
  shared_slot *slot[2]; /* used by motions in turn; NULL: messages instead */
} ghost_link;

enum { LINK_COUNT, LINK_SLOT, LINK_NUMBERS = 3 }; /* of a link: a count, two slots */

/* If carom moves the grains: copies of them on other ranks, fixed from one exchange to the next. */
typedef struct ghost_traffic {
  /* Bounds of the grains of each rank, and of this one. */
  double *bounds, own_bounds[7];
  int64_t *out, *in;  /* to and from each rank, LINK_NUMBERS each */
  ghost_image *image; /* by rank */
  uint32_t *own;      /* grains owned here, of each image */
  int64_t images, owns;
  ghost_link *to, *from; /* links to other ranks and to this rank itself */
  int tos, froms;
  double *send, *receive, *record;
  /* May a ghost be touched? For those received, and as answered for those sent. */
  char *near, *sent_near;
  int *head, *next; /* grains in cells */
  int *tag;         /* of grains and ghosts here */
  double **row;     /* their positions, velocities and spins */
  MPI_Request *request;
  int messages, coming; /* the messages to receive come first */
  int64_t motions;      /* motions after which other ranks were told */
  int64_t heard;        /* motions after which ghosts have arrived */
  int64_t image_capacity, own_capacity, send_capacity, receive_capacity, record_capacity,
      tag_capacity, row_capacity, request_capacity, to_capacity, from_capacity, near_capacity,
      sent_near_capacity, head_capacity, next_capacity;
} ghost_traffic;

typedef struct bridge {
  int rank, ranks;
  bool moves; /* carom moves the grains; otherwise LAMMPS does, for its own output */
  void *lammps;
  carom_scene_job *run; /* on rank 0 */
  carom_scene *whole;   /* scene of the run, on rank 0 */
  carom_scene *scene;   /* of this rank */
  carom_phases *phases; /* of this scene */
  carom_phases own_phases;
  carom_made_for made_for;      /* for the whole scene, on other ranks */
  carom_population *population; /* its populations */
  carom_hosted host;

  ghost_traffic traffic;
  shared_memory shared;
  /* The host's arrays since its last exchange. */
  int here, ghosts;
  const int *tag, *type;
  const double *radius, *mass;
  double **torque, **row;
  /* Indices by tag: hash table, and further copies of the same grain. */
  int *table, *next;
  int table_mask, table_capacity, next_capacity;

  /* Rows of contact histories: a number of entries, then a code and a history each. */
  int slots, slots_asked, entry; /* numbers of an entry */
  carried *carried;
  double *carried_history;
  int carried_count;
  int64_t carried_capacity, carried_history_capacity;

  bool periodic;      /* the box is periodic in some direction */
  double longest;     /* longest side of the box at the start, m */
  double skin;        /* ghosts are valid until a grain has moved by half of it */
  bool skin_given;    /* otherwise it follows from the speed of the grains */
  int64_t since;      /* step of the last exchange */
  int64_t asked_last; /* step at which ranks last agreed on a number of steps */
  double speed_last;  /* speed of grains at that step */
  int64_t looked;     /* step of the last look at the skin */
  double travelled;   /* bound on the displacement of a grain since the last exchange */
  double *held;       /* positions of the grains here at the last exchange */
  int64_t held_capacity;
  bool half;           /* velocities at a beginning are the mid-step ones before it */
  bool exchanged;      /* indices of grains have changed since the last callback */
  bool exchange_due;   /* an exchange is due at the next step */
  bool parts_due;      /* make parts anew when LAMMPS begins again */
  MPI_Request request; /* what all ranks want after the last step, if asked */
  int wish, answer;
  bool asked;
  int64_t step;   /* last step made */
  int64_t target; /* last step of the present run of LAMMPS */
  /* Exchange of the last look at the balance; how often parts were changed. */
  int64_t balanced, rebalances;
  double least_unfair; /* most work of a rank over the mean, after that change */
  double grains;       /* over all ranks */
  /* Grains that came from other ranks, and closed contacts with them. */
  int64_t exchanges, came, came_closed;
  /* Grid of ranks with equal parts of the box; 0: parts with equal numbers of grains. */
  int grid[3];
  const char *commands; /* file of commands for LAMMPS, or NULL */
  int64_t thermo;       /* interval in steps at which energies are printed; 0: never */
  int64_t restart[2];   /* intervals in steps of restart files; 0: never */
  int *held_tag;        /* tags at the last exchange, if LAMMPS has commands */
  int64_t held_tag_capacity;

  bool felt;                           /* some wall moves by force */
  double *wall_force, *own_wall_force; /* six numbers each: of all ranks, of this one */

  bool stale;            /* the whole scene has the state of an earlier step */
  bool changed;          /* the whole scene has been changed since grains were distributed */
  int64_t phase;         /* its stage at that time */
  carom_block_sums base; /* sums up to the take-over */
  double base_gravity_work;
  int64_t (*base_touches)[2]; /* of each material pair: touches, and those at the floor */
  bool joined;                /* other ranks: rank 0 has begun and waits for them */
  bool ended;                 /* other ranks: rank 0 has ended with the exit code `code` */
  int code;
  carom_status status; /* of this rank */
  carom_error error;
} bridge;

/* host.c: creates an instance with the grains of the whole scene, ready for steps. This and the
 * calls below are collective; an error on any rank is returned by all. */
carom_status host_create(bridge *b, carom_error *err);
carom_status host_advance(bridge *b, int64_t steps, carom_error *err);
/* The whole scene has changed: distributes its grains anew. */
carom_status host_share(bridge *b, carom_error *err);
void host_destroy(bridge *b);
/* `host_agree` returns the error of the first rank that has one. `ranks_all`: is it true on every
 * rank? A rank without memory must not leave the others waiting for it. */
carom_status host_agree(bridge *b, carom_error *err);
bool ranks_all(bool here);

/* ghosts.c. `exchange` finds the ghosts after an exchange of grains; collective; false if any rank
 * lacks memory. `particle`: one ghost; its material is given by its type. `tell` is
 * carom_hosted.moved: tells other ranks after a motion; true: there are ghosts to wait for. `await`
 * is carom_hosted.await: waits for ghosts that have not arrived. */
bool ghosts_exchange(bridge *b);
carom_hosted_particle ghosts_particle(const bridge *b, int ghost);
bool ghosts_tell(void *user);
void ghosts_await(void *user);
void ghosts_free(ghost_traffic *g);

/* near.c: finds the ghosts that a grain here may touch before the next exchange. Each ghost has a
 * row of `stride` numbers that begins with radius and position. False without memory. */
bool near_find(bridge *b, const double own[7], int64_t ghosts, const double *ghost, int stride,
               char *near);

/* shared.c. `reserve`: shared memory for this rank, if possible; collective. `read`: the motion up
 * to which a rank of this node has read. `slot_at`: a slot at a line of a rank's part, or NULL.
 * `wait`: until the number has reached `least`. */
void shared_reserve(bridge *b, int64_t bytes);
shared_number *shared_read(const bridge *b, int rank);
shared_slot *shared_slot_at(const bridge *b, int rank, int64_t line);
void shared_wait(const bridge *b, const shared_number *number, int64_t least);
void shared_free(bridge *b);

/* skin.c. `reach`: how far from the borders of a part ghosts are known, without the skin. `first`:
 * the skin of the start. `travelled`: largest displacement of a grain since the exchange.
 * `next_look`: step of the next look at the skin. `tune`: takes another skin if that costs less;
 * collective. */
double skin_reach(const bridge *b);
double skin_first(const bridge *b);
double skin_travelled(const bridge *b);
int64_t skin_next_look(const bridge *b);
bool skin_tune(bridge *b);

/* rows.c. `width`: numbers of a row. `slots`: contacts that a row has room for; `slots_most`: as
 * many as LAMMPS can move along. `overflow`: a row is full. `index` maps tags to indices; `find`
 * returns the copy of a grain nearest to a point, or -1. `add`: adds a contact of a grain here,
 * directed from it, with another grain (its tag) or a face; false if the row is full. */
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
/* Packs all contacts of this rank's scene into rows; unpacks rows into the scene, which has room
 * for them. */
carom_status rows_pack(bridge *b);
void rows_unpack(bridge *b);
int64_t rows_entries(const bridge *b);

/* commands.c. `read`: how often the commands write. `before_restart`: the last step before LAMMPS
 * writes a restart file, for which it exchanges grains first. `hold_tags` notes the grains and
 * ghosts present; false without memory. `have_exchanged`: have they changed? */
void commands_read(bridge *b);
int64_t commands_before_restart(const bridge *b);
bool commands_hold_tags(bridge *b);
bool commands_have_exchanged(const bridge *b);

/* gather.c. `distribute` creates the grains of the whole scene in LAMMPS, on the ranks where they
 * belong, with their contacts in rows. `whole` brings the whole scene up to date. */
carom_status gather_distribute(bridge *b, carom_error *err);
carom_status gather_whole(bridge *b, carom_error *err);

/* surroundings.c. `share`: from the whole scene to all ranks. `home`: from the scene of rank 0 to
 * the whole one. `feel`: sums the forces on walls that move by them, after the forces. */
carom_status surroundings_share(bridge *b, carom_error *err);
carom_status surroundings_home(bridge *b, carom_error *err);
void surroundings_feel(bridge *b);

/* leader.c. `join`: other ranks wait until rank 0 has its run and begins, and learn what the scene
 * is made for, so that theirs needs no grains. `take_over`: to be called with a run about to begin;
 * on other ranks it returns when the run has ended. `end`: rank 0 has ended with this exit code or
 * could not begin; returns the code, or another if the last state did not come home. `wait`: other
 * ranks wait for the end if their run could not be created; returns the exit code. */
carom_status leader_join(bridge *b, carom_run_options *options, carom_error *err);
carom_status leader_take_over(bridge *b, carom_run *run, carom_error *err);
int leader_end(bridge *b, int code);
int leader_wait(bridge *b);

#endif
