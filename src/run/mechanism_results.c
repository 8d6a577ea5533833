/* SPDX-License-Identifier: MIT */
/* The result of a mechanism. */
#include <math.h>
#include <stdio.h>

#include "run/contact_json.h"
#include "run/mechanism.h"

enum { BINS = 20 };

/* Gravity is measured from the origin, so only its change is energy; where it was regained by the
 * end, the instants in between reveal the amount. */
carom_run_energy carom_mechanism_job_budget(const carom_run *base)
{
  const carom_mechanism_job *run = carom_mechanism_job_of(base);
  const carom_mechanism_energy *e = &carom_mechanism_sample(run->mechanism)->energy;
  double work = fabs(e->work) + carom_larger(run->start.gravity - e->gravity, 0);
  for (int64_t i = 0; i < run->base.record.rows; i++)
    work = carom_larger(work, carom_mechanism_row(run, i)[carom_mechanism_energy_cell(run)]);
  return (carom_run_energy){
      .residual = e->residual,
      .start = run->start.kinetic + run->start.elastic + fabs(run->start.gravity),
      .end = e->kinetic + e->elastic + carom_larger(e->gravity - run->start.gravity, 0),
      .work = work,
      .remedy = "take a smaller tolerance (run.tolerance), or a law whose form is "
                "sound"};
}

static const char *clearance_name(const carom_mechanism_job *run, int clearance)
{
  return run->def->clearance[clearance].name;
}

static bool judge(const carom_mechanism_job *run, int clearance, carom_contact_verdict *out)
{
  carom_contact contact;
  carom_encounters met;
  *out = (carom_contact_verdict){.contacts = 0};
  if (carom_mechanism_prepared(run->mechanism, clearance, &contact, NULL) != CAROM_OK ||
      carom_mechanism_encounters(run->mechanism, clearance, &met, NULL) != CAROM_OK)
    return false;
  snprintf(out->name, sizeof out->name, "%s", clearance_name(run, clearance));
  out->setting = "expected_speed";
  carom_verdict_add(out, &contact, &met);
  carom_verdict_judge(out);
  return true;
}

/* One verdict per clearance. */
bool carom_mechanism_verdicts(const carom_run *base, carom_verdicts *list)
{
  const carom_mechanism_job *run = carom_mechanism_job_of(base);
  if (!carom_verdicts_room(list, run->def->clearances)) return false;
  for (int c = 0; c < run->def->clearances; c++)
    list->count += judge(run, c, &list->item[list->count]);
  return true;
}

static void write_events(carom_json *json, const carom_mechanism_job *run, const char *key,
                         carom_journal_event kind)
{
  carom_json_array(json, key);
  for (int64_t k = 0; k < run->events; k++) {
    const carom_journal_note *e = &run->event[k];
    if (e->kind != kind) continue;
    carom_json_object(json, NULL);
    carom_json_string(json, "joint", clearance_name(run, e->clearance));
    carom_json_quantity(json, "time", "s", e->time);
    carom_json_quantity(json, "speed", "m/s", fabs(e->speed));
    carom_json_end(json);
  }
  carom_json_end(json);
}

static void write_clearance(carom_json *json, const carom_mechanism_job *run,
                            const carom_mechanism_view *view, int c)
{
  const carom_journal *j = &view->journal[c];
  const carom_journal_impacts impacts = carom_journal_summary(run->event, run->events, c);
  carom_contact contact;
  carom_json_object(json, NULL);
  carom_json_string(json, "name", clearance_name(run, c));
  if (carom_mechanism_prepared(run->mechanism, c, &contact, NULL) == CAROM_OK) {
    carom_json_string(json, "law", carom_law_about(contact.law)->name);
    carom_contact_restitutions(json, &contact);
    carom_contact_by_phase(json, "damping_ratio", &contact, contact.damping);
  }
  carom_json_integer(json, "impacts", impacts.count);
  carom_json_number(json, "impacts_per_revolution",
                    run->period != CAROM_UNSET && view->time > 0
                        ? (double)impacts.count * run->period / view->time
                        : NAN);
  carom_json_quantity(json, "fastest_impact", "m/s", impacts.fastest);
  carom_json_quantity(json, "mean_impact_speed", "m/s", impacts.count ? impacts.mean : NAN);
  carom_json_number(json, "contact_share", j->contact_time / view->time);
  carom_json_number(json, "flight_share", 1 - j->contact_time / view->time);
  carom_json_quantity(json, "peak_overlap", "m", j->peak_overlap);
  carom_json_quantity(json, "peak_force", "N", j->peak_force);
  carom_json_quantity(json, "x", "m", j->x);
  carom_json_quantity(json, "y", "m", j->y);
  carom_contact_verdict verdict;
  if (judge(run, c, &verdict)) carom_verdict_members(json, &verdict);
  carom_json_end(json);
}

static void write_histogram(carom_json *json, const carom_mechanism_job *run)
{
  int64_t count[BINS];
  const double top = carom_journal_histogram(run->event, run->events, BINS, count);
  carom_json_object(json, "impact_speeds");
  carom_json_row(json, "edges");
  for (int b = 0; b <= BINS; b++)
    carom_json_quantity(json, NULL, "m/s", top * b / BINS);
  carom_json_end(json);
  carom_json_row(json, "counts");
  for (int b = 0; b < BINS; b++)
    carom_json_integer(json, NULL, count[b]);
  carom_json_end(json);
  carom_json_end(json);
}

static void write_strobes(carom_json *json, const carom_mechanism_job *run)
{
  carom_json_array(json, "poincare");
  for (int64_t k = 0; k < run->strobes; k++) {
    const carom_strobe *s = &run->strobe[k];
    carom_json_row(json, NULL);
    carom_json_quantity(json, NULL, "m", s->x);
    carom_json_quantity(json, NULL, "m", s->y);
    carom_json_quantity(json, NULL, run->shown.unit, s->displacement);
    carom_json_quantity(json, NULL, run->shown.rate_unit, s->velocity);
    carom_json_end(json);
  }
  carom_json_end(json);
}

static void write_bodies(carom_json *json, const carom_mechanism_job *run,
                         const carom_mechanism_view *view)
{
  carom_json_array(json, "bodies");
  for (int i = 0; i < view->bodies; i++) {
    const carom_motion *b = &view->body[i];
    carom_json_object(json, NULL);
    carom_json_string(json, "name", run->def->body[i].name);
    carom_json_quantity(json, "x", "m", b->x);
    carom_json_quantity(json, "y", "m", b->y);
    carom_json_quantity(json, "angle", "rad", b->angle);
    carom_json_quantity(json, "vx", "m/s", b->vx);
    carom_json_quantity(json, "vy", "m/s", b->vy);
    carom_json_quantity(json, "spin", "rad/s", b->spin);
    carom_json_quantity(json, "ax", "m/s2", b->ax);
    carom_json_quantity(json, "ay", "m/s2", b->ay);
    carom_json_quantity(json, "turn", "rad/s2", b->alpha);
    carom_json_end(json);
  }
  carom_json_end(json);
  carom_json_array(json, "joints");
  for (int i = 0; i < view->joints; i++) {
    carom_json_object(json, NULL);
    carom_json_string(json, "name", run->def->joint[i].name);
    carom_json_quantity(json, "fx", "N", view->joint[i].fx);
    carom_json_quantity(json, "fy", "N", view->joint[i].fy);
    carom_json_quantity(json, "moment", "N m", view->joint[i].moment);
    carom_json_end(json);
  }
  carom_json_end(json);
}

static void write_energy(carom_json *json, const carom_mechanism_job *run,
                         const carom_mechanism_energy *e)
{
  carom_json_object(json, "energy");
  carom_json_quantity(json, "kinetic", "J", e->kinetic);
  carom_json_quantity(json, "elastic", "J", e->elastic);
  carom_json_quantity(json, "viscous", "J", e->viscous);
  carom_json_quantity(json, "plastic", "J", e->plastic);
  carom_json_quantity(json, "friction", "J", e->friction);
  carom_json_quantity(json, "gravity", "J", e->gravity);
  carom_json_quantity(json, "work", "J", e->work);
  carom_json_quantity(json, "residual", "J", e->residual);
  carom_json_end(json);
  carom_json_number(json, "budget_off", carom_run_budget(&run->base).off);
}

void carom_mechanism_members(carom_json *json, const carom_run *base)
{
  const carom_mechanism_job *run = carom_mechanism_job_of(base);
  const carom_mechanism_view *view = carom_mechanism_sample(run->mechanism);
  const carom_mechanism_closure closure = carom_mechanism_check(run->mechanism);
  carom_json_quantity(json, "time", "s", view->time);
  carom_json_integer(json, "freedoms", closure.freedoms);
  carom_json_integer(json, "redundant", closure.redundant);
  carom_json_number(json, "open_joints", closure.position);
  write_events(json, run, "impacts", CAROM_JOURNAL_TOUCH);
  write_events(json, run, "releases", CAROM_JOURNAL_RELEASE);
  write_events(json, run, "separations", CAROM_JOURNAL_PART);
  carom_json_array(json, "clearances");
  for (int c = 0; c < view->clearances; c++)
    write_clearance(json, run, view, c);
  carom_json_end(json);
  if (view->clearances > 0) write_histogram(json, run);
  write_strobes(json, run);
  if (run->base.record.rows > 0) {
    carom_json_object(json, "acceleration");
    carom_json_string(json, "body", run->def->body[run->base.scenario->mechanism.shown].name);
    carom_json_quantity(json, "peak", run->shown.acceleration_unit,
                        carom_mechanism_peak_acceleration(run, false));
    carom_json_quantity(json, "peak_of_means", run->shown.acceleration_unit,
                        carom_mechanism_peak_acceleration(run, true));
    carom_json_quantity(json, "filter", "s", run->base.scenario->record.filter);
    carom_json_quantity(json, "every", "s", run->base.scenario->record.every);
    carom_json_end(json);
  }
  write_bodies(json, run, view);
  write_energy(json, run, &view->energy);
  carom_json_integer(json, "steps", carom_mechanism_steps(run->mechanism));
  carom_misfits_members(json, &base->misfits);
}
