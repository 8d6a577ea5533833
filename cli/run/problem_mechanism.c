/* SPDX-License-Identifier: MIT */
/* A mechanism as a kind of problem: its example, its row in a sweep, what 'carom check' says. */
#include "cli/text/mechanism_verdict.h"
#include "cli/run/problem.h"
#include "cli/base/quantity.h"
#include "cli/run/run_mechanism.h"

/* Laid out as a user would write it; every line can be changed and the file still runs. */
static const char example[] =
    "carom: 1\n"
    "title: A slider-crank with clearance at the wrist pin\n"
    "\n"
    "materials:\n"
    "  steel: {young: 207 GPa, poisson: 0.3, density: 7800 kg/m3, yield: 1.03 GPa}\n"
    "\n"
    "contacts:                      # 'carom law' lists the laws, 'carom law flores' the settings\n"
    "  - {between: [steel, steel], law: flores, restitution: 0.46}\n"
    "\n"
    "mechanism:\n"
    "  bodies:                      # x, y, angle: where they start, roughly; the joints correct "
    "it\n"
    "    crank: {mass: 1 kg, inertia: 0.01 kg m2, points: {pin: {x: 50 mm}}}\n"
    "    rod: {mass: 1.13 kg, inertia: 0.0153 kg m2, x: 50 mm, centre: {x: 150 mm},\n"
    "          points: {end: {x: 300 mm}}}\n"
    "    slider: {mass: 1.013 kg, inertia: 0.001 kg m2, x: 350 mm}\n"
    "  joints:                      # type: revolute | prismatic | fixed | distance\n"
    "    pivot: {a: ground, b: crank}\n"
    "    pin: {a: crank.pin, b: rod}\n"
    "    guide: {type: prismatic, a: ground, b: slider, direction: 0 deg}\n"
    "  clearances:                  # without this, write joints: {wrist: {a: rod.end, b: "
    "slider}}\n"
    "    wrist: {bearing: rod.end, journal: slider, bearing_radius: 10 mm, journal_radius: 9.5 "
    "mm,\n"
    "            bearing_material: steel, journal_material: steel, friction: 0.01,\n"
    "            expected_speed: 0.1 m/s}   # of impacts: laws are calibrated for it\n"
    "  drivers:                     # speed | torque; of a prismatic joint velocity | force\n"
    "    motor: {joint: pivot, speed: 200 rpm}\n"
    "  # springs: {s: {a: ground, b: slider, stiffness: 100 N/m, damping: 1 N s/m}}\n"
    "  gravity: 9.81 m/s2           # downwards\n"
    "\n"
    "run: {until: 0.6 s, tolerance: 1e-10}\n"
    "record: {every: 20 us, body: slider, filter: 1 ms}\n"
    "# sweep: {mechanism.drivers.motor.speed: [100 rpm, 200 rpm, 300 rpm]}\n";

static const cli_column columns[] = {{"impacts", "impacts", "1", 0},
                                     {"fastest", "fastest_impact", "m/s", 0},
                                     {"contact", "contact_share", "1", 4},
                                     {"peak force", "peak_force", "N", 0},
                                     {"work", "work", "J", 0},
                                     {"lost", "lost", "J", 0},
                                     {"budget", "residual", "J", 0},
                                     {"note", "note", NULL, 0}};

/* Of all clearances together; the contact share is that of the first. */
static void measure(const cli_mechanism *run, double *number)
{
  const carom_mechanism_view *view = carom_mechanism_sample(run->mechanism);
  const carom_mechanism_energy *e = &view->energy;
  number[0] = number[1] = number[3] = 0;
  number[2] = view->clearances > 0 ? view->journal[0].contact_time / view->time : CAROM_UNSET;
  for (int c = 0; c < view->clearances; c++) {
    const carom_journal_impacts i = carom_journal_summary(run->event, run->events, c);
    number[0] += (double)i.count;
    number[1] = i.fastest > number[1] ? i.fastest : number[1];
    number[3] = view->journal[c].peak_force > number[3] ? view->journal[c].peak_force : number[3];
  }
  number[4] = e->work;
  number[5] = e->viscous + e->plastic + e->friction;
  number[6] = e->residual;
}

static void compute(const carom_scenario *scenario, cli_sweep_row *row)
{
  cli_mechanism run;
  cli_keeper keeper = keeper_of(NULL, scenario);
  row->status = mechanism_compute(&run, scenario, &keeper, row->measured->curves > 0, &row->error);
  if (row->status == CAROM_OK) row->status = mechanism_compare(&run, row->measured, &row->error);
  if (row->status == CAROM_OK && !run.interrupted) {
    const cli_budget budget = mechanism_budget(&run);
    row->off = budget_off(&budget);
    measure(&run, row->number);
    row->note = mechanism_validity(&run);
    problem_keep(row, mechanism_members, &run);
    row->misfits = run.misfits;
    run.misfits = (cli_misfits){.count = 0};
  }
  row->done = !run.interrupted;
  mechanism_free(&run);
}

static void add(cli_table *table, const cli_sweep_row *row)
{
  for (int i = 0; i < 7; i++)
    table_number(table, row->number[i]);
}

static int derive(const cli_run *run, const carom_scenario *s, FILE *file)
{
  (void)run;
  carom_mechanism *m = NULL;
  char q[QUANTITY_ROOM];
  if (carom_mechanism_create(&s->mechanism.def, &m, NULL) != CAROM_OK)
    return ENDED_WELL; /* told before */
  const carom_mechanism_closure c = carom_mechanism_check(m);
  const carom_mechanism_view *view = carom_mechanism_sample(m);
  const double rows = s->run.until / s->record.every;
  fprintf(file, "# %d %s, %d equations, %d degree%s of freedom", view->bodies,
          view->bodies == 1 ? "body" : "bodies", c.equations, c.freedoms,
          c.freedoms == 1 ? "" : "s");
  if (c.redundant > 0)
    fprintf(file, "; %d redundant, the first of '%s'", c.redundant, c.redundant_name);
  fprintf(file, "\n# as assembled:\n");
  for (int i = 0; i < view->bodies; i++)
    fprintf(file, "#   %s x %.9g m, y %.9g m, angle %.9g rad\n", s->mechanism.def.body[i].name,
            view->body[i].x, view->body[i].y, view->body[i].angle);
  const double cells = 9.0 + 9 * view->bodies + 3 * view->joints + 7 * view->clearances;
  fprintf(file, "# %.0f instants are kept, %s of memory for them\n", rows,
          quantity_print(8 * rows * cells, "B", q));
  carom_mechanism_destroy(m);
  return ENDED_WELL;
}

static void name_contact(const carom_scenario_joint *joint, FILE *file)
{
  fprintf(file, "clearance %s", joint->node->key);
}

const cli_problem problem_mechanism = {.example = example,
                                       .run = run_mechanism,
                                       .compute = compute,
                                       .add = add,
                                       .column = columns,
                                       .columns = sizeof columns / sizeof *columns,
                                       .record = mechanism_columns,
                                       .derive = derive,
                                       .name_contact = name_contact};
