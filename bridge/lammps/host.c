/* SPDX-License-Identifier: MIT */
/* The instance of LAMMPS. It has no pair style: contacts are computed in the callback of fix
 * external, after LAMMPS has moved the grains by half a kick and a drift, from velocities at
 * mid-step, as carom does with velocity: half.
 *
 * LAMMPS exchanges grains between ranks only when told to, because contacts must be packed into
 * rows before, so its own check is off. The callback looks how far grains have moved, and all ranks
 * agree. When an exchange is due, a run of LAMMPS is ended early by its mechanism for time limits,
 * and the next run begins with the exchange. Ranks do not wait for each other to agree: what they
 * want after one step is known after the next. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bridge.h"
#define LAMMPS_LIB_MPI
#include <lammps/library.h>

#include "core/error.h"

/* LAMMPS ends the program on a faulty command. The reason is in its log, of which rank 0 keeps a
 * short one. */
static char log_path[1024];
static bool log_stays; /* the user has asked for its contents */
static bool within;    /* a command of LAMMPS is running */

static void tell_end(void)
{
  char line[512], last[512] = "";
  FILE *file = *log_path ? fopen(log_path, "r") : NULL;
  while (within && file && fgets(line, sizeof line, file))
    if (!strncmp(line, "ERROR", 5)) snprintf(last, sizeof last, "%s", line);
  if (file) fclose(file);
  if (*log_path && !log_stays) remove(log_path);
  if (*last) fprintf(stderr, "carom: LAMMPS has stopped: %s", last);
}

static void keep_log(const bridge *b)
{
  const char *folder = getenv("TMPDIR");
  if (b->rank != 0) return;
  atexit(tell_end);
  log_stays = b->commands;
  snprintf(log_path, sizeof log_path, "log.lammps");
  if (log_stays) return;
  snprintf(log_path, sizeof log_path, "%s/carom-lammps.XXXXXX", folder ? folder : "/tmp");
  const int file = mkstemp(log_path);
  if (file >= 0)
    close(file);
  else
    *log_path = '\0';
}

static void command(bridge *b, const char *format, ...)
{
  char line[512];
  va_list list;
  va_start(list, format);
  vsnprintf(line, sizeof line, format, list);
  va_end(list);
  within = true;
  lammps_command(b->lammps, line);
  within = false;
}

carom_status host_agree(bridge *b, carom_error *err)
{
  int first = b->status == CAROM_OK ? b->ranks : b->rank, least;
  MPI_Allreduce(&first, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (least == b->ranks) return CAROM_OK;
  int status = (int)b->status;
  MPI_Bcast(&status, 1, MPI_INT, least, MPI_COMM_WORLD);
  MPI_Bcast(&b->error, (int)sizeof b->error, MPI_BYTE, least, MPI_COMM_WORLD);
  b->status = (carom_status)status;
  if (err) *err = b->error;
  return b->status;
}

bool ranks_all(bool here)
{
  int mine = here, all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return all != 0;
}

/* Fetches the host's arrays, which may have moved, with other indices of grains. */
static void look(bridge *b)
{
  b->here = lammps_extract_setting(b->lammps, "nlocal");
  b->ghosts = lammps_extract_setting(b->lammps, "nghost");
  b->tag = lammps_extract_atom(b->lammps, "id");
  b->type = lammps_extract_atom(b->lammps, "type");
  b->radius = lammps_extract_atom(b->lammps, "radius");
  b->mass = lammps_extract_atom(b->lammps, "rmass");
  b->torque = lammps_extract_atom(b->lammps, "torque");
  b->row = lammps_extract_atom(b->lammps, "d2_carom");
  b->host.position = lammps_extract_atom(b->lammps, "x");
  b->host.velocity = lammps_extract_atom(b->lammps, "v");
  b->host.spin = lammps_extract_atom(b->lammps, "omega");
}

static void hold(bridge *b)
{
  b->travelled = 0;
  b->since = b->looked = b->step;
  if (!carom_reserve(&b->held, &b->held_capacity, 3 * (int64_t)b->here + 3, sizeof *b->held)) {
    b->status = carom_fail(&b->error, CAROM_ERR_MEMORY, "scene", "no memory for positions");
    return;
  }
  for (int i = 0; i < b->here; i++)
    memcpy(b->held + 3 * (int64_t)i, b->host.position[i], 3 * sizeof *b->held);
  if (b->commands && !commands_hold_tags(b))
    b->status = carom_fail(&b->error, CAROM_ERR_MEMORY, "scene", "no memory for grains");
}

static carom_hosted_particle particle(const bridge *b, int i)
{
  const int materials = b->scene->model.materials;
  carom_hosted_particle p;
  if (b->moves && i >= b->here)
    p = ghosts_particle(b, i - b->here);
  else
    p = (carom_hosted_particle){.radius = b->radius[i],
                                .mass = b->mass[i],
                                .material = b->type[i] - 1,
                                .id = (uint32_t)b->tag[i]};
  p.fixed = p.material >= materials;
  p.material %= materials;
  return p;
}

/* Fills the scene with the grains that are here now and their contacts. */
static void populate(bridge *b)
{
  look(b);
  if (b->moves && !ghosts_exchange(b)) {
    b->status = carom_fail(&b->error, CAROM_ERR_MEMORY, "scene", "no memory for ghosts");
    return;
  }
  b->status = carom_hosted_open(b->scene, b->here, b->ghosts, rows_entries(b), &b->error);
  if (b->status != CAROM_OK) return;
  for (int i = 0; i < b->here + b->ghosts; i++) {
    const carom_hosted_particle p = particle(b, i);
    carom_hosted_place(b->scene, i, &p);
  }
  if (!rows_index(b)) {
    b->status = carom_fail(&b->error, CAROM_ERR_MEMORY, "scene", "no memory for grains");
    return;
  }
  rows_unpack(b);
  if (b->status == CAROM_OK) b->status = carom_hosted_close(b->scene, &b->error);
  hold(b);
}

/* Displacement of grains since the exchange. A bound is used until it leaves too little room for
 * some steps at the present speed. */
static double find_travelled(bridge *b, double room)
{
  const double most = 0.5 * b->skin;
  if (b->travelled + room < most) return b->travelled;
  b->travelled = skin_travelled(b);
  if (b->travelled > most && b->status == CAROM_OK)
    b->status = carom_fail(&b->error, CAROM_ERR_DIVERGED, "--skin",
                           "a particle has moved by %.3g m within a few steps, more than half the "
                           "distance to which ghosts are known beyond contacts, %.3g m; use a "
                           "longer one, or a shorter step",
                           b->travelled, b->skin);
  return b->travelled;
}

/* Is there too little room for the step after which the request is known, the step of the exchange,
 * and growing speeds? */
static bool wants_exchange(bridge *b)
{
  enum { AHEAD = 4 };
  const double step = b->scene->model.step * b->scene->cpu.speed;
  if (b->ranks == 1 && !b->periodic) return false;
  b->travelled += step;
  return find_travelled(b, AHEAD * step) + AHEAD * step >= 0.5 * b->skin;
}

enum { GO_ON, EXCHANGE, STOP };

/* The strongest request of any rank after the previous step; at the end of a run, after this
 * one. */
static int agree(bridge *b, int wish, bool ends)
{
  int most = GO_ON;
  if (b->ranks == 1) return wish;
  if (b->asked) MPI_Wait(&b->request, MPI_STATUS_IGNORE);
  if (b->asked) most = b->answer;
  b->asked = false;
  if (most > GO_ON) return most;
  b->wish = wish;
  b->asked = !ends;
  if (ends)
    MPI_Allreduce(&b->wish, &b->answer, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  else
    MPI_Iallreduce(&b->wish, &b->answer, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &b->request);
  return ends ? b->answer : GO_ON;
}

/* Reports the energy of contacts and their virial for LAMMPS's own output: f_carom and
 * f_carom[1..6]. */
static void tell_energy(bridge *b)
{
  double own[7], all[7];
  own[6] = carom_hosted_energy(b->scene, own);
  MPI_Allreduce(own, all, 7, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  lammps_fix_external_set_energy_global(b->lammps, "carom", all[6]);
  lammps_fix_external_set_virial_global(b->lammps, "carom", all);
  for (int k = 0; k < 6; k++)
    lammps_fix_external_set_vector(b->lammps, "carom", k + 1, all[k]);
}

/* LAMMPS has exchanged grains and makes no steps itself. Contacts are evaluated with unchanged
 * histories. */
static void place_callback(void *user, int64_t step, int here, int *tag, double **x, double **force)
{
  bridge *b = user;
  (void)step;
  (void)here;
  (void)tag;
  (void)x;
  (void)force;
  populate(b);
  if (b->status == CAROM_OK) b->status = carom_hosted_begin(b->scene, &b->error);
  surroundings_feel(b);
}

/* Callback if LAMMPS moves the grains. The velocities of a beginning are those of the instant:
 * contacts are evaluated with unchanged histories. */
static void force_callback(void *user, int64_t step, int here, int *tag, double **x, double **force)
{
  bridge *b = user;
  const bool begins = step == b->step;
  (void)tag;
  (void)x;
  const bool unasked = !b->exchanged && !begins && commands_have_exchanged(b);
  if (b->exchanged || begins || unasked) {
    b->exchanges += !begins;
    populate(b);
    b->exchanged = false;
  }
  if (unasked && b->status == CAROM_OK)
    b->status = carom_fail(&b->error, CAROM_ERR_CONFLICT, "--commands",
                           "LAMMPS has exchanged grains by itself at step %lld, as it does for "
                           "restart files; give 'restart' a number of steps, in the file itself",
                           (long long)step);
  if (b->status == CAROM_OK)
    b->status = begins ? carom_hosted_begin(b->scene, &b->error)
                       : carom_hosted_step(b->scene, &b->error);
  surroundings_feel(b);
  if (b->status == CAROM_OK) carom_hosted_forces(b->scene, force, b->torque);
  for (int i = 0; b->status != CAROM_OK && i < here; i++)
    force[i][0] = force[i][1] = force[i][2] = 0;
  if (begins) {
    if (b->thermo > 0) tell_energy(b);
    return;
  }
  b->step = step;
  int wish = b->status == CAROM_OK && wants_exchange(b) ? EXCHANGE : GO_ON;
  if (b->status != CAROM_OK) wish = STOP;
  const int next = agree(b, wish, step == b->target);
  b->exchange_due = next == EXCHANGE;
  if (b->thermo > 0 && (step % b->thermo == 0 || next > GO_ON || step == b->target)) tell_energy(b);
  if (next > GO_ON) lammps_force_timeout(b->lammps);
}

/* Bounds of the box: the domain where it is bounded, otherwise the grains. */
static void find_box(const bridge *b, double low[3], double high[3])
{
  const carom_scene *s = b->whole;
  for (int k = 0; k < 3; k++) {
    low[k] = s->model.low[k];
    high[k] = s->model.high[k];
    if (fabs(low[k]) < 1e290 && fabs(high[k]) < 1e290) continue;
    double from = 1e300, to = -1e300;
    for (int64_t i = 0; i < s->particles.count; i++) {
      const double *x = carom_position_of(s, i);
      from = x[k] - x[3] < from ? x[k] - x[3] : from;
      to = x[k] + x[3] > to ? x[k] + x[3] : to;
    }
    const bool none = from > to; /* no grains yet */
    if (!(fabs(low[k]) < 1e290)) low[k] = none ? fmin(0, high[k] - 1) : from;
    if (!(fabs(high[k]) < 1e290)) high[k] = none ? fmax(0, low[k]) + 1 : to;
  }
}

/* Creates a box that grows with the grains but does not shrink, in directions that are not
 * periodic. */
static void set_box(bridge *b)
{
  double box[6];
  int kind[4] = {0};
  if (b->rank == 0) {
    find_box(b, box, box + 3);
    for (int k = 0; k < 3; k++) {
      kind[k] = b->whole->model.periodic[k];
      kind[3] |= kind[k];
    }
  }
  MPI_Bcast(box, 6, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(kind, 4, MPI_INT, 0, MPI_COMM_WORLD);
  b->periodic = kind[3];
  for (int k = 0; k < 3; k++)
    b->longest = fmax(b->longest, box[3 + k] - box[k]);
  command(b, "boundary %c %c %c", "mp"[kind[0]], "mp"[kind[1]], "mp"[kind[2]]);
  command(b, "region box block %.17g %.17g %.17g %.17g %.17g %.17g", box[0], box[3], box[1], box[4],
          box[2], box[5]);
  command(b, "create_box %d box", 2 * b->scene->model.materials);
}

static void set_cutoff(bridge *b)
{
  command(b, "comm_modify mode single cutoff %.17g vel yes", skin_reach(b) + b->skin);
}

/* With periodic borders the skin is limited: grains come back across them only at exchanges, and
 * walls are not repeated. */
static carom_status check_options(bridge *b, carom_error *err)
{
  const double most = skin_first(b);
  if (b->slots > rows_slots_most(b))
    b->status = carom_fail(
        &b->error, CAROM_ERR_RANGE, "--slots",
        "%d contacts of this scene are more than LAMMPS can carry along; give at "
        "most %d",
        b->slots, rows_slots_most(b));
  if (b->periodic && b->skin_given && b->skin > most)
    b->status = carom_fail(&b->error, CAROM_ERR_RANGE, "--skin",
                           "%g m are too much with periodic borders; give at most %g m", b->skin,
                           most);
  return host_agree(b, err);
}

static void set_communication(bridge *b)
{
  if (!b->skin_given) b->skin = skin_first(b);
  const double reach = skin_reach(b) + b->skin;
  command(b, "neighbor %.17g bin", b->skin);
  command(b, "neigh_modify every 1 delay 1000000000 check no");
  set_cutoff(b);
  const double bin = b->longest / 128; /* bin size of LAMMPS's sorting; limits the number of bins */
  command(b, "atom_modify sort 1000 %.17g", reach > bin ? reach : bin);
}

/* Puts grains in their places and evaluates forces; turns mid-step velocities into present ones. */
static carom_status begin(bridge *b, carom_error *err)
{
  command(b, "run 0 post no");
  CAROM_TRY(host_agree(b, err));
  if (b->moves) return CAROM_OK;
  double **v = lammps_extract_atom(b->lammps, "v"), **f = lammps_extract_atom(b->lammps, "f");
  double **w = lammps_extract_atom(b->lammps, "omega");
  const double half = 0.5 * b->scene->model.step;
  for (int i = 0; b->half && i < b->here; i++) {
    const double inertia = 0.4 * b->mass[i] * b->radius[i] * b->radius[i];
    if (b->type[i] > b->scene->model.materials) continue; /* fixed */
    for (int k = 0; k < 3; k++) {
      v[i][k] += half / b->mass[i] * f[i][k];
      w[i][k] += half / inertia * b->torque[i][k];
    }
  }
  return CAROM_OK;
}

enum { PATIENCE = 20 }; /* exchanges between two looks at the balance */
#define UNFAIR 1.1      /* parts are made anew if the imbalance has grown by this factor */

/* Work of this rank in a step, in units of one of its grains: 0.2 for updating a ghost, 0.4 for
 * evaluating a closed contact. The weights are a least-squares fit over 16 ranks. Work is counted,
 * not timed, so that results can be repeated. */
static double work_of(const bridge *b)
{
  return b->here + 0.2 * b->ghosts + 0.4 * (double)b->scene->engine->count_closed(b->scene);
}

/* Largest work of a rank over the mean. */
static double unfairness(bridge *b)
{
  double own = work_of(b), most, sum;
  MPI_Allreduce(&own, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  b->balanced = b->exchanges;
  return sum > 0 ? most * b->ranks / sum : 1;
}

/* Is the load balanced by changing parts? Equal parts of the box stay as they are. LAMMPS hangs on
 * parts without grains. */
static bool balances(const bridge *b)
{
  enum { ENOUGH = 16 }; /* grains per rank */
  return b->ranks > 1 && b->grid[0] == 0 && b->grains >= (double)ENOUGH * b->ranks;
}

/* Has the imbalance grown much since parts were made? */
static bool is_unfair(bridge *b)
{
  return balances(b) && b->exchanges >= b->balanced + PATIENCE &&
         unfairness(b) > UNFAIR * b->least_unfair;
}

/* LAMMPS begins anew from the velocities that contacts have seen, so that forces are the same as
 * before. Contacts are in rows. */
static carom_status begin_again(bridge *b, carom_error *err)
{
  double **x = lammps_extract_atom(b->lammps, "x");
  double **v = lammps_extract_atom(b->lammps, "v"), **w = lammps_extract_atom(b->lammps, "omega");
  for (int i = 0; i < b->here; i++) {
    const int64_t at = b->scene->particles.index_of[i];
    const double *row = carom_contact_velocity_of(b->scene, at);
    if (b->moves) memcpy(x[i], carom_position_of(b->scene, at), 3 * sizeof *row);
    memcpy(v[i], row, 3 * sizeof *row);
    memcpy(w[i], row + 4, 3 * sizeof *row);
  }
  b->exchanges++;
  if (b->parts_due) command(b, "balance 1 rcb weight var carom_weight");
  b->parts_due = false;
  return begin(b, err);
}

/* Makes parts with equal work: each grain weighs as much as its rank spends on average. LAMMPS
 * takes the weights from where the forces are. */
static carom_status rebalance(bridge *b, carom_error *err)
{
  double *weight = lammps_extract_fix(b->lammps, "carom_weight", LMP_STYLE_ATOM, LMP_TYPE_VECTOR, 0,
                                      0);
  const double own = work_of(b) / (b->here + 1e-9);
  for (int i = 0; i < b->here; i++)
    weight[i] = own;
  b->rebalances++;
  b->parts_due = true;
  return begin_again(b, err);
}

/* The work of a part is known only when the part has been made, so a few trials are needed. */
static carom_status begin_balanced(bridge *b, carom_error *err)
{
  enum { TRIALS = 3 };
  CAROM_TRY(begin(b, err));
  const int64_t before[] = {b->exchanges, b->rebalances, b->came, b->came_closed};
  for (int k = 0; k < TRIALS && balances(b) && unfairness(b) > 1.01; k++) {
    rows_pack(b);
    CAROM_TRY(host_agree(b, err));
    CAROM_TRY(rebalance(b, err));
  }
  if (balances(b)) b->least_unfair = unfairness(b);
  b->exchanges = b->balanced = before[0]; /* trials do not count */
  b->rebalances = before[1];
  b->came = before[2];
  b->came_closed = before[3];
  if (b->moves && !b->half) carom_hosted_step_back(b->scene);
  b->half = true;
  return CAROM_OK;
}

/* Distributes the grains of the whole scene. The command 'balance' takes them to their ranks,
 * however far away they are; with a limit that is never reached it leaves the parts as they are. */
static carom_status share_out(bridge *b, carom_error *err)
{
  CAROM_TRY(surroundings_share(b, err));
  b->status = gather_distribute(b, &b->error);
  CAROM_TRY(host_agree(b, err));
  command(b, "group moving clear");
  command(b, "group moving type 1:%d", b->scene->model.materials);
  b->grains = lammps_get_natoms(b->lammps);
  if (b->ranks == 1 || !(b->grains > 0)) return CAROM_OK;
  command(b, balances(b)       ? "balance 1.05 rcb"
             : b->grid[0] == 0 ? "balance 1e9 rcb"
                               : "balance 1e9 shift xyz 1 2");
  return CAROM_OK;
}

carom_status host_create(bridge *b, carom_error *err)
{
  char *words[] = {"carom-lammps", "-screen", "none", "-log", log_path, "-nocite"};
  keep_log(b);
  if (!*log_path) words[4] = "none";
  b->lammps = lammps_open(6, words, MPI_COMM_WORLD, NULL);
  b->entry = 1 + b->scene->model.history.size;
  b->slots = rows_slots(b);
  command(b, "units si");
  command(b, "atom_style sphere");
  command(b, "atom_modify map hash");
  command(b, "newton off");
  if (b->grid[0] > 0) command(b, "processors %d %d %d", b->grid[0], b->grid[1], b->grid[2]);
  set_box(b);
  CAROM_TRY(check_options(b, err));
  set_communication(b);
  command(b, "timestep %.17g", b->scene->model.step);
  command(b, "fix carom_memory all property/atom d2_carom %d", rows_width(b));
  command(b, "group moving type 1:%d", b->scene->model.materials);
  if (!b->moves) command(b, "fix carom_motion moving nve/sphere");
  command(b, "fix carom all external pf/callback 1 1");
  command(b, "fix_modify carom energy yes virial yes");
  /* Printed at the end of every run. Without commands this output is discarded, and its sums over
   * all ranks would be wasted. */
  command(b, "thermo_style custom step%s", b->commands ? " atoms ke f_carom" : "");
  lammps_fix_external_set_vector_length(b->lammps, "carom", 6);
  lammps_set_fix_external_callback(b->lammps, "carom", b->moves ? place_callback : force_callback,
                                   b);
  if (b->ranks > 1 && b->grid[0] == 0) {
    command(b, "comm_style tiled");
    command(b, "fix carom_weight all store/state 0 x");
    command(b, "variable carom_weight atom f_carom_weight");
    set_cutoff(b);
  }
  if (b->commands) {
    commands_read(b);
    within = true;
    lammps_file(b->lammps, b->commands);
    within = false;
    /* runs of LAMMPS end at any step and print there, so its energy and pressure are always
     * needed */
    command(b, "fix carom_tally all ave/time 1 1 1 c_thermo_pe c_thermo_press");
  }
  CAROM_TRY(share_out(b, err));
  command(b, "reset_timestep %lld", (long long)b->step);
  return begin_balanced(b, err);
}

carom_status host_share(bridge *b, carom_error *err)
{
  command(b, "timer timeout off"); /* the last run may have been ended early */
  command(b, "delete_atoms group all");
  if (!b->skin_given && b->skin < skin_first(b)) { /* the new grains may be faster */
    b->skin = skin_first(b);
    set_cutoff(b);
  }
  CAROM_TRY(share_out(b, err));
  b->exchange_due = false;
  return begin_balanced(b, err);
}

/* Changes how far ghosts are known, from the next exchange on. */
static carom_status look_at_skin(bridge *b, carom_error *err)
{
  if (b->step < skin_next_look(b) || !skin_tune(b)) return CAROM_OK;
  set_cutoff(b);
  b->half = true;
  rows_pack(b);
  CAROM_TRY(host_agree(b, err));
  return begin_again(b, err);
}

enum { MOST_STEPS = 16 }; /* before ranks agree again */

/* A speed that no grain will exceed in the next steps: twice the present one, twice the speed of
 * walls that hit grains, or the one that contacts are made for. */
static double foreseen_speed(const bridge *b)
{
  const carom_scene *s = b->scene;
  const double wall = s->cpu.wall_step / s->model.step + carom_walls_speed_up(s, MOST_STEPS);
  double most = 2 * fmax(s->cpu.speed, wall);
  for (int k = 0; k < s->model.material_pairs; k++)
    most = fmax(most, s->model.material_pair[k].contact.speed);
  return most;
}

/* Growth of that speed over MOST_STEPS steps, if grains accelerate up to twice as much as in the
 * last ones. */
static double foreseen_growth(bridge *b)
{
  const double speed = b->scene->cpu.speed, made = (double)(b->step - b->asked_last);
  const double growth = made > 0 && speed > b->speed_last ? (speed - b->speed_last) / made : 0;
  b->asked_last = b->step;
  b->speed_last = speed;
  return 2 * growth * MOST_STEPS;
}

/* Number of steps until ranks agree again: as many as keep every grain within the skin. 0: an
 * exchange is due; less: a rank has failed. After an exchange at least one step is made, because
 * speeds are known at its end. */
static int64_t agree_on_steps(bridge *b)
{
  enum { FAILED = -1 };
  const double dt = b->scene->model.step;
  int own = MOST_STEPS, least;
  if (b->ranks == 1 && !b->periodic)
    return b->status != CAROM_OK ? FAILED : b->felt ? 1 : INT64_MAX;
  const double foreseen = dt * (foreseen_speed(b) + foreseen_growth(b));
  const double left = 0.5 * b->skin - find_travelled(b, MOST_STEPS * foreseen);
  if (left < MOST_STEPS * foreseen) own = left > foreseen ? (int)(left / foreseen) : 1;
  if (b->felt && own > 1) own = 1;
  if (left < 2 * dt * b->scene->cpu.speed && b->step > b->since) own = 0;
  if (b->step == b->since) own = 1;
  if (b->status != CAROM_OK) own = FAILED;
  MPI_Allreduce(&own, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return least;
}

/* A rank that has failed continues to tell the others where its grains are, until all know. */
static void make_steps(bridge *b, int64_t steps)
{
  const int64_t motions = b->traffic.motions + steps;
  if (b->status == CAROM_OK) b->status = carom_hosted_steps(b->scene, steps, &b->error);
  ghosts_await(b);
  while (b->traffic.motions < motions) {
    ghosts_tell(b);
    ghosts_await(b);
  }
  b->step += steps;
  if (b->ranks > 1 || b->periodic) find_travelled(b, 0); /* has none moved too far? */
  surroundings_feel(b);
}

/* Steps up to a target or to the next exchange. */
static carom_status run_steps(bridge *b, int64_t target, carom_error *err)
{
  while (b->step < target && !b->exchange_due) {
    const int64_t safe = agree_on_steps(b), left = target - b->step;
    if (safe < 0) break;
    b->exchange_due = safe == 0;
    if (safe > 0) make_steps(b, safe < left ? safe : left);
  }
  return host_agree(b, err);
}

carom_status host_advance(bridge *b, int64_t steps, carom_error *err)
{
  const int64_t end = b->step + steps;
  while (b->step < end) {
    command(b, "timer timeout off");
    if (commands_before_restart(b) == b->step) b->exchange_due = true;
    if (b->exchange_due) {
      rows_pack(b);
      CAROM_TRY(host_agree(b, err));
      b->exchange_due = false;
      b->half = true;
      const bool other_skin = skin_tune(b);
      if (other_skin) set_cutoff(b);
      if (is_unfair(b)) {
        CAROM_TRY(rebalance(b, err));
        b->least_unfair = unfairness(b);
        continue;
      }
      if (other_skin || b->moves) {
        CAROM_TRY(begin_again(b, err));
        continue;
      }
      b->exchanged = true;
      b->target = b->step + 1;
      command(b, "neigh_modify delay 0");
      command(b, "run 1 pre no post no");
      command(b, "neigh_modify delay 1000000000");
    } else {
      CAROM_TRY(look_at_skin(b, err));
      const int64_t next = skin_next_look(b), last = commands_before_restart(b);
      b->target = next < end ? next : end;
      b->target = last < b->target ? last : b->target;
      if (b->moves) {
        CAROM_TRY(run_steps(b, b->target, err));
        continue;
      }
      command(b, "run %lld pre no post no", (long long)(b->target - b->step));
    }
    CAROM_TRY(host_agree(b, err));
  }
  return CAROM_OK;
}

void host_destroy(bridge *b)
{
  if (b->lammps) lammps_close(b->lammps);
  ghosts_free(&b->traffic);
  shared_free(b);
  free(b->table);
  free(b->next);
  free(b->carried);
  free(b->carried_history);
  free(b->held);
  free(b->held_tag);
  free(b->wall_force);
  free(b->population);
  free(b->own_wall_force);
  carom_phases_free(&b->own_phases);
}
