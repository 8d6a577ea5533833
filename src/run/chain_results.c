/* SPDX-License-Identifier: MIT */
/* The result of a chain. */
#include <math.h>

#include "run/chain.h"

/* Gravity is measured from the start: the energy that it supplied counts as work. */
carom_run_energy carom_chain_job_budget(const carom_run *base)
{
  const carom_chain_job *run = carom_chain_job_of(base);
  const carom_chain_energy e = carom_chain_budget(run->chain);
  const double held = e.kinetic + e.elastic, lost = e.viscous + e.plastic;
  return (carom_run_energy){
      .residual = e.residual,
      .start = held + lost + e.gravity + e.residual - e.work,
      .end = held + carom_larger(e.gravity, 0),
      .work = carom_larger(fabs(e.work) + carom_larger(-e.gravity, 0), run->liveliest),
      .remedy = base->scenario->run.step != CAROM_UNSET
                    ? "take a shorter step (run.step)"
                    : "take a smaller tolerance (run.tolerance), or a law whose "
                      "form is sound"};
}

static void write_contact(carom_json *json, const carom_chain_job *run, int contact)
{
  carom_chain_contact c;
  if (carom_chain_sample_contact(run->chain, contact, &c, NULL) != CAROM_OK) return;
  carom_json_object(json, NULL);
  if (contact >= 0)
    carom_json_integer(json, "index", contact);
  else
    carom_json_string(json, "wall", contact == CAROM_LEFT_WALL ? "left" : "right");
  carom_json_quantity(json, "first_peak_overlap", "m", c.first_peak_overlap);
  carom_json_quantity(json, "time_of_first_peak_overlap", "s", c.time_of_first_peak_overlap);
  carom_json_quantity(json, "force_at_first_peak_overlap", "N", c.force_at_first_peak_overlap);
  carom_json_quantity(json, "first_peak_force", "N", c.first_peak_force);
  carom_json_quantity(json, "time_of_first_peak_force", "s", c.time_of_first_peak_force);
  carom_json_quantity(json, "peak_force", "N", c.peak_force);
  carom_json_quantity(json, "time_of_peak_force", "s", c.time_of_peak_force);
  carom_json_quantity(json, "residual_overlap", "m", c.residual_overlap);
  carom_json_end(json);
}

static void write_energy(carom_json *json, const carom_chain_job *run)
{
  const carom_chain_energy e = carom_chain_budget(run->chain);
  carom_json_object(json, "energy");
  carom_json_quantity(json, "kinetic", "J", e.kinetic);
  carom_json_quantity(json, "elastic", "J", e.elastic);
  carom_json_quantity(json, "viscous", "J", e.viscous);
  carom_json_quantity(json, "plastic", "J", e.plastic);
  carom_json_quantity(json, "friction", "J", 0); /* there is no sliding on a line */
  carom_json_quantity(json, "gravity", "J", e.gravity);
  carom_json_quantity(json, "work", "J", e.work);
  carom_json_quantity(json, "residual", "J", e.residual);
  carom_json_end(json);
  carom_json_number(json, "budget_off", carom_run_budget(&run->base).off);
}

static const char *reason(carom_rest rest)
{
  static const char *const word[] = {
      [CAROM_REST_NONE] = "placed",     [CAROM_REST_SETTLED] = "settled",
      [CAROM_REST_FIXED] = "fixed",     [CAROM_REST_DRIVEN] = "driven",
      [CAROM_REST_ARRIVES] = "arrives", [CAROM_REST_APART] = "apart"};
  return word[rest];
}

static void write_start(carom_json *json, const carom_chain_job *run)
{
  const int beads = run->base.scenario->chain.beads;
  if (!run->base.scenario->chain.settled) return;
  carom_json_object(json, "start");
  carom_json_quantity(json, "wall_force", "N", run->wall_force);
  carom_json_array(json, "beads");
  for (int first = 0, end; first < beads; first = end) {
    end = carom_chain_rest_end(run, first);
    carom_json_object(json, NULL);
    carom_json_integer(json, "first", first);
    carom_json_integer(json, "last", end - 1);
    carom_json_string(json, "rest", reason(carom_chain_rest(run->chain, first)));
    carom_json_end(json);
  }
  carom_json_end(json);
  carom_json_end(json);
}

static void write_sensors(carom_json *json, const carom_chain_job *run)
{
  const int beads = run->measured ? run->base.scenario->record.beads : 0;
  carom_json_array(json, "sensors");
  for (int i = 0; i < beads; i++) {
    const carom_sensor *s = &run->sensor[i];
    carom_json_object(json, NULL);
    carom_json_integer(json, "bead", s->bead);
    carom_json_quantity(json, "position", "m", s->position);
    carom_json_quantity(json, "first_peak_force", "N", s->pulse.first_peak);
    carom_json_quantity(json, "time_of_first_peak_force", "s", s->pulse.time_of_first_peak);
    carom_json_quantity(json, "peak_force", "N", s->pulse.peak);
    carom_json_quantity(json, "time_of_peak_force", "s", s->pulse.time_of_peak);
    carom_json_quantity(json, "arrival", "s", s->pulse.arrival);
    carom_json_quantity(json, "duration", "s", s->pulse.duration);
    carom_json_number(json, "grains_in_time", s->grains_in_time);
    carom_json_number(json, "grains_in_space", s->grains_in_space);
    carom_json_end(json);
  }
  carom_json_end(json);
  carom_json_array(json, "waves");
  for (int i = 0; i + 1 < beads; i++) {
    const carom_wave w = carom_sensors_wave(&run->sensor[i], &run->sensor[i + 1]);
    carom_json_object(json, NULL);
    carom_json_integer(json, "from", run->sensor[i].bead);
    carom_json_integer(json, "to", run->sensor[i + 1].bead);
    carom_json_quantity(json, "distance", "m",
                        run->sensor[i + 1].position - run->sensor[i].position);
    carom_json_quantity(json, "speed", "m/s", w.speed);
    carom_json_quantity(json, "arrival_speed", "m/s", w.arrival_speed);
    carom_json_number(json, "transmission", w.transmission);
    carom_json_end(json);
  }
  carom_json_end(json);
  carom_json_number(json, "decay", beads ? carom_sensors_decay(run->sensor, beads) : CAROM_UNSET);
}

static void write_kinds(carom_json *json, const carom_chain_job *run)
{
  carom_verdicts all = {.count = 0};
  if (!carom_chain_verdicts(&run->base, &all)) return;
  carom_json_array(json, "laws");
  for (int i = 0; i < all.count; i++) {
    const carom_contact_verdict *k = &all.item[i];
    const int which = carom_law_about(k->contact.law)->dampings == 2;
    const double asked = k->contact.asked[which], intended = k->contact.intended[which];
    carom_json_object(json, NULL);
    carom_json_string(json, "law", carom_law_about(k->contact.law)->name);
    carom_json_integer(json, "contacts", k->contacts);
    carom_json_number(json, "asked_restitution", asked);
    carom_json_number(json, "default_restitution", asked == CAROM_UNSET ? intended : CAROM_UNSET);
    carom_json_number(json, "restitution", k->verdict.delivered);
    carom_json_number(json, "restitution_at_step", k->step > 0 ? k->at_step : CAROM_UNSET);
    carom_json_quantity(json, "speed", "m/s", k->contact.speed);
    carom_verdict_members(json, k);
    carom_json_end(json);
  }
  carom_json_end(json);
  if (all.others > 0) {
    carom_json_object(json, "further_kinds");
    carom_json_integer(json, "contacts", all.others);
    carom_json_string(json, "validity", carom_validity_name(all.worst));
    carom_json_end(json);
  }
  carom_verdicts_free(&all);
}

void carom_chain_members(carom_json *json, const carom_run *base)
{
  const carom_chain_job *run = carom_chain_job_of(base);
  const double *x = carom_chain_displacement(run->chain), *v = carom_chain_velocity(run->chain);
  const int beads = carom_chain_beads(run->chain);
  carom_json_quantity(json, "time", "s", carom_chain_time(run->chain));
  write_start(json, run);
  carom_json_array(json, "contacts");
  for (int i = 0; i < beads - 1; i++)
    write_contact(json, run, i);
  carom_json_end(json);
  carom_json_array(json, "walls");
  if (run->base.scenario->chain.left.present) write_contact(json, run, CAROM_LEFT_WALL);
  if (run->base.scenario->chain.right.present) write_contact(json, run, CAROM_RIGHT_WALL);
  carom_json_end(json);
  carom_json_array(json, "beads");
  for (int i = 0; i < beads; i++) {
    carom_json_object(json, NULL);
    carom_json_integer(json, "index", i);
    carom_json_quantity(json, "position", "m", run->start[i] + x[i]);
    carom_json_quantity(json, "displacement", "m", x[i]);
    carom_json_quantity(json, "velocity", "m/s", v[i]);
    carom_json_end(json);
  }
  carom_json_end(json);
  carom_json_quantity(json, "momentum", "kg m/s", carom_chain_momentum(run->chain));
  write_energy(json, run);
  write_sensors(json, run);
  write_kinds(json, run);
  carom_json_integer(json, "steps", carom_chain_steps(run->chain));
  carom_misfits_members(json, &base->misfits);
}
