/* SPDX-License-Identifier: MIT */
#include "cli/text/impact_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "run/quantity.h"
#include "core/fields.h"

void impact_add_asked(cli_table *table, const carom_contact *contact)
{
  char text[48];
  const char *shown = contact->law ? carom_contact_asked(contact, text) : NULL;
  const bool two = contact->law && carom_law_about(contact->law)->dampings == 2;
  if (shown)
    table_number_as(table, contact->asked[0], shown);
  else
    table_text(table, NULL);
  table_number(table, two ? contact->asked[1] : CAROM_UNSET);
}

void impact_add_loss(cli_table *table, double lost, double kinetic)
{
  if (fabs(lost) < 1e-11 * kinetic)
    table_number_as(table, lost, "0 J");
  else
    table_number(table, lost);
}

const char *impact_unattainable(const carom_error *err, char text[320])
{
  if (err->code == CAROM_ERR_UNATTAINABLE && err->attainable[0] != CAROM_UNSET)
    snprintf(text, 320, "not attainable: %.4f..%.4f", err->attainable[0], err->attainable[1]);
  else
    snprintf(text, 320, "%s", err->text);
  return text;
}

static void line(const char *name, const char *format, ...) CAROM_PRINTF(2, 3);
static void line(const char *name, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  printf("  %-15s", name);
  vprintf(format, list);
  putchar('\n');
  va_end(list);
}

static const char *body_text(const carom_body *body, char text[160])
{
  static const char *const shapes[] = {"sphere", "flat", "socket"};
  char q[CAROM_QUANTITY_ROOM];
  snprintf(text, 160, "%s", shapes[body->shape]);
  if (body->shape != CAROM_FLAT)
    carom_append(text, 160, " R %s", carom_quantity_print(body->radius, "m", q));
  if (body->mass != CAROM_UNSET)
    carom_append(text, 160, " m %s", carom_quantity_print(body->mass, "kg", q));
  if (body->fixed) carom_append(text, 160, ", fixed");
  return text;
}

static void add_property(char text[160], const char *name, double value, const char *unit)
{
  char q[CAROM_QUANTITY_ROOM];
  carom_append(text, 160, "%s%s ", *text ? "  " : "", name);
  if (value == CAROM_UNSET)
    carom_append(text, 160, "not given");
  else if (value == CAROM_NEVER)
    carom_append(text, 160, "none");
  else if (*unit)
    carom_append(text, 160, "%s", carom_quantity_print(value, unit, q));
  else
    carom_append(text, 160, "%.4g", value);
}

static const char *material_text(const carom_material *m, char text[160])
{
  text[0] = '\0';
  add_property(text, "E", m->young, "Pa");
  add_property(text, "nu", m->poisson, "");
  add_property(text, "density", m->density, "kg/m3");
  add_property(text, "yield", m->yield, "Pa");
  return text;
}

static void print_pair(const carom_contact_def *def, const char *steel, const carom_contact *c)
{
  char a[160], b[160], q[3][CAROM_QUANTITY_ROOM];
  line("bodies", "a: %s   b: %s", body_text(&def->a, a), body_text(&def->b, b));
  material_text(&def->a.material, a);
  material_text(&def->b.material, b);
  line("material", "%s%s", strcmp(a, b) ? "a: " : "", a);
  if (strcmp(a, b)) line("", "b: %s", b);
  if (steel) line("", "%s", steel);
  line("pair", "E* %s   R* %s   m* %s",
       c->modulus == CAROM_UNSET ? "not given" : carom_quantity_print(c->modulus, "Pa", q[0]),
       carom_quantity_print(c->radius, "m", q[1]), carom_quantity_print(c->mass, "kg", q[2]));
}

/* How the damping constants were found, and which rule ends the contact. */
static void print_calibration(const carom_contact *c)
{
  const int dampings = carom_law_about(c->law)->dampings;
  const bool adheres = (carom_law_about(c->law)->traits & CAROM_LAW_ADHERES) != 0;
  const char *rule = adheres  ? "tension is kept until the bodies part"
                     : c->cut ? "tension is cut"
                              : "tension is kept until the overlap is zero";
  if (dampings == 0) {
    line("calibration", "none: the law has no damping constant");
    return;
  }
  const bool aimed = c->intended[0] != CAROM_UNSET ||
                     (dampings == 2 && c->intended[1] != CAROM_UNSET);
  const bool exact = carom_contact_setting_in_force(c, "calibration") == CAROM_WORD(0);
  line("calibration", "%s; %s",
       !aimed  ? "none: the damping constant was given"
       : exact ? "exact"
               : "published formula",
       rule);
  if (dampings == 2)
    line("damping ratio", "%.6g elastic, %.6g plastic", c->damping[0], c->damping[1]);
  else
    line("damping ratio", "%.6g", c->damping[0]);
}

/* For laws that adhere: what holds the bodies together, without damping. */
static void print_adhesion(const carom_contact *c)
{
  const carom_adhesion hold = carom_contact_adhesion(c);
  char q[4][CAROM_QUANTITY_ROOM];
  if (!(carom_law_about(c->law)->traits & CAROM_LAW_ADHERES)) return;
  if (!(hold.pull_off > 0)) {
    line("adhesion", "grows with the dent; none where bodies just touch");
    return;
  }
  line("adhesion", "pull-off force %s at overlap %s; parts at %s",
       carom_quantity_print(hold.pull_off, "N", q[0]),
       carom_quantity_print(hold.overlap, "m", q[1]), carom_quantity_print(-hold.reach, "m", q[2]));
  line("", "touching and parting costs %s: below %s the bodies stick",
       carom_quantity_print(hold.work, "J", q[0]),
       carom_quantity_print(hold.sticking_speed, "m/s", q[1]));
  if (hold.tabor != CAROM_UNSET)
    line("", "Tabor parameter %.4g: %s", hold.tabor,
         carom_contact_outside_theory(c) ? "beyond the theory" : "within the theory");
}

static void print_energy(const carom_impact *r, bool adheres)
{
  const carom_run_energy budget = carom_impact_energy(r);
  char q[CAROM_QUANTITY_ROOM];
  line("energy", "%9s came in", carom_quantity_print(r->energy.kinetic_in, "J", q));
  const struct {
    const char *name;
    double value;
  } channel[] = {
      {"goes out", r->energy.kinetic_out},
      {"stored at separation", r->energy.stored},
      {"lost by damping", r->energy.viscous},
      {adheres ? "lost by adhesion and plastic deformation" : "lost by plastic deformation",
       r->energy.plastic}};
  for (size_t i = 0; i < sizeof channel / sizeof *channel; i++) {
    if (fabs(channel[i].value) <= 1e-15 * r->energy.kinetic_in) continue; /* rounding */
    line("", "%9s %s (%.2f %%)", carom_quantity_print(channel[i].value, "J", q), channel[i].name,
         100 * channel[i].value / r->energy.kinetic_in);
  }
  line("", "%9s budget closes within %.1e of it", "", carom_energy_off(&budget));
}

static void print_scaled(const carom_outcome *outcome)
{
  const carom_impact_scaled s = carom_impact_scale(&outcome->contact, &outcome->impact);
  char length[CAROM_QUANTITY_ROOM], time[CAROM_QUANTITY_ROOM], force[CAROM_QUANTITY_ROOM];
  printf("\nWithout dimensions (L = (5 m* v^2/(4 K))^(2/5) = %s, T = L/v = %s,\n"
         "m* v^2/L = %s):\n",
         carom_quantity_print(s.length, "m", length), carom_quantity_print(s.time, "s", time),
         carom_quantity_print(s.force, "N", force));
  line("h_max / L", "%.9f", s.h_max);
  line("t_max / T", "%.9f", s.t_max);
  line("t_c / T", "%.9f", s.t_c);
  line("F_max", "%.9f m* v^2/L", s.F_max);
  line("t_F / T", "%.9f", s.t_F);
  line("e", "%.9f", s.e);
  if (s.damping_ratio != CAROM_UNSET) line("damping ratio", "%.9f", s.damping_ratio);
  line("d_max*", "%.9f", s.d_max_star);
  line("t_max*", "%.9f", s.t_max_star);
  line("t_c*", "%.9f", s.t_c_star);
}

/* In a close socket R* is far larger than the sphere, so that an overlap which is small beside R*
 * may belong to a contact as wide as the sphere. 0.32 is a/R* at an overlap of a tenth of R*. */
static void print_closeness(const carom_contact_def *def, const carom_contact *c, double overlap)
{
  char q[2][CAROM_QUANTITY_ROOM];
  const carom_body *sphere = def->a.shape == CAROM_SOCKET ? &def->b : &def->a;
  const double across = sqrt(c->radius * overlap);
  if (def->a.shape != CAROM_SOCKET && def->b.shape != CAROM_SOCKET) return;
  if (!(across > 0.32 * sphere->radius)) return;
  line("", "contact radius %s beside a sphere of %s: too close a socket for Hertzian theory",
       carom_quantity_print(across, "m", q[0]), carom_quantity_print(sphere->radius, "m", q[1]));
}

void impact_summary(const carom_contact_def *def, const char *steel, const carom_outcome *outcome,
                    bool with_scaled)
{
  const carom_contact *c = &outcome->contact;
  const carom_impact *r = &outcome->impact;
  char asked[48], q[2][CAROM_QUANTITY_ROOM];
  printf("Impact with the law %s\n\n", carom_law_about(c->law)->name);
  print_pair(def, steel, c);
  print_calibration(c);
  print_adhesion(c);
  putchar('\n');
  const char *wish = carom_contact_asked(c, asked);
  if (wish && carom_contact_asked_nothing(c))
    line("restitution", "delivered %.8f (%s of the law, not asked)", r->restitution, wish);
  else
    line("restitution", "asked %s, delivered %.8f", wish ? wish : "none", r->restitution);
  line("speed", "in %s, out %s", carom_quantity_print(r->speed_in, "m/s", q[0]),
       carom_quantity_print(r->speed_out, "m/s", q[1]));
  line("duration", "%s", carom_quantity_print(r->duration, "s", q[0]));
  line("peak force", "%s at %s", carom_quantity_print(r->peak_force, "N", q[0]),
       carom_quantity_print(r->time_of_peak_force, "s", q[1]));
  line("peak overlap", "%s at %s", carom_quantity_print(r->peak_overlap, "m", q[0]),
       carom_quantity_print(r->time_of_peak_overlap, "s", q[1]));
  line("at separation", "overlap %s, residual %s",
       carom_quantity_print(r->overlap_at_separation, "m", q[0]),
       carom_quantity_print(r->residual_overlap, "m", q[1]));
  print_energy(r, (carom_law_about(c->law)->traits & CAROM_LAW_ADHERES) != 0);
  line("validity", "%s", carom_validity_text(r->validity));
  print_closeness(def, c, r->peak_overlap);
  if (carom_contact_unjudged(c)) line("", "%s", carom_contact_unjudged(c));
  if (r->overlap_over_yield > 0)
    line("", "peak overlap is %.3g times that at first yield", r->overlap_over_yield);
  const double range = carom_contact_range(c);
  if (range != CAROM_UNSET && r->peak_overlap > range)
    line("", "peak overlap is %.3g times that to which the law was fitted",
         r->peak_overlap / range);
  if (with_scaled) print_scaled(outcome);
}

static void write_scaled(carom_json *json, const carom_outcome *outcome)
{
  const carom_impact_scaled s = carom_impact_scale(&outcome->contact, &outcome->impact);
  carom_json_object(json, "scaled");
  carom_json_number(json, "length", s.length);
  carom_json_number(json, "time", s.time);
  carom_json_number(json, "force", s.force);
  carom_json_number(json, "h_max", s.h_max);
  carom_json_number(json, "t_max", s.t_max);
  carom_json_number(json, "t_c", s.t_c);
  carom_json_number(json, "F_max", s.F_max);
  carom_json_number(json, "t_F", s.t_F);
  carom_json_number(json, "e", s.e);
  carom_json_number(json, "damping_ratio", s.damping_ratio);
  carom_json_number(json, "d_max_star", s.d_max_star);
  carom_json_number(json, "t_max_star", s.t_max_star);
  carom_json_number(json, "t_c_star", s.t_c_star);
  carom_json_end(json);
}

void impact_members(carom_json *json, const carom_outcome *outcome, bool with_scaled)
{
  carom_impact_members(json, &outcome->contact, &outcome->impact);
  if (with_scaled) write_scaled(json, outcome);
}
