/* SPDX-License-Identifier: MIT */
/* Paper files: how runs are put together, what a table gives its rows, and the tables of terms. */
#include <stdio.h>
#include <string.h>

#include "suite.h"

#include "io/paper.h"

#define HEAD                                                                                       \
  "paper: test\nauthors: a\ntitle: b\nmeasured: c\nsetting: d\n"                                   \
  "runs:\n"                                                                                        \
  "  base: {scenario: s, set: {contacts.0: {law: hertz, deep: {e: [1, 2]}}, run.until: 1 s}}\n"

static carom_paper *read_text(const char *text)
{
  carom_faults faults;
  if (!carom_yaml_known()) skip();
  carom_paper *paper = carom_paper_read(text, strlen(text), &faults);
  if (!paper) fail_msg("%d: %s", faults.fault[0].line, faults.fault[0].text);
  return paper;
}

static void check_run(const carom_paper_number *number, const char *scenario, int changes,
                      const char *path, const char *value)
{
  const carom_paper_run *run = number->run;
  assert_non_null(run);
  assert_string_equal(run->scenario, scenario);
  assert_int_equal(run->changes, changes);
  for (int i = 0; i < changes; i++)
    if (!strcmp(run->change[i].path, path)) {
      assert_string_equal(run->change[i].value, value);
      return;
    }
  fail_msg("%s: no change of %s", number->id, path);
}

/* A change within, in place of and beside those of the run that another is like, which stays. */
static void test_runs(void **state)
{
  carom_paper *paper = read_text(
      HEAD "  within: {like: base, set: {contacts.0.deep.e.1: 3, contacts.0.new: {f: g}}}\n"
           "  again: {like: within, scenario: t, set: {contacts.0.law: tsuji}}\n"
           "  whole: {like: within, set: {contacts.0: none}}\n"
           "  beside: {like: base, set: {contacts.01: h}}\n"
           "numbers:\n"
           "  - {where: w, unit: 1, measure: restitution, as: x, rows: [\n"
           "      {id: a, quantity: q, printed: 1, run: base},\n"
           "      {id: b, quantity: q, printed: 1, run: within},\n"
           "      {id: c, quantity: q, printed: 1, run: again},\n"
           "      {id: d, quantity: q, printed: 1, run: whole},\n"
           "      {id: e, quantity: q, printed: 1, run: beside},\n"
           "      {id: f, quantity: q, printed: 1, run: {like: base, set: {run.until: 2 s}}}]}\n");
  const carom_paper_number *n = paper->number;
  (void)state;
  assert_int_equal(paper->numbers, 6);
  check_run(&n[0], "s", 2, "contacts.0", "{law: hertz, deep: {e: [1, 2]}}");
  check_run(&n[1], "s", 2, "contacts.0", "{law: hertz, deep: {e: [1, 3]}, new: {f: g}}");
  check_run(&n[2], "t", 2, "contacts.0", "{law: tsuji, deep: {e: [1, 3]}, new: {f: g}}");
  check_run(&n[2], "t", 2, "run.until", "1 s");
  check_run(&n[3], "s", 2, "contacts.0", "none");
  check_run(&n[4], "s", 3, "contacts.01", "h");
  check_run(&n[5], "s", 2, "run.until", "2 s");
  carom_paper_free(paper);
}

/* The nearest counts: cell, row, column, table. Other readings take over what is of the number, not
 * what is said of the first reading. */
static void test_layers(void **state)
{
  carom_paper *paper = read_text(
      HEAD "numbers:\n"
           "  - where: w\n"
           "    unit: m\n"
           "    as: of the table\n"
           "    reason: of the table\n"
           "    measured: 9\n"
           "    run: base\n"
           "    columns:\n"
           "      - {id: x, quantity: Q, unit: s, measure: restitution, as: of the column}\n"
           "      - {id: y, quantity: R, measure: {name: product, x: 2, y: 3}, digits: 0.00,\n"
           "         or: [{as: other}, {as: more, printed: 5, measure: speed_out}]}\n"
           "    rows:\n"
           "      - {id: r, quantity: one, as: of the row, cells: [1.0, {printed: 2, as: of the "
           "cell, reason: ''}]}\n"
           "      - {id: t, cells: [{printed: 3, unit: kg, no-property: yes}, 4]}\n");
  const carom_paper_number *n = paper->number;
  (void)state;
  assert_int_equal(paper->numbers, 8);
  assert_string_equal(n[0].id, "r_x");
  assert_string_equal(n[0].quantity, "Q, one");
  assert_string_equal(n[0].unit, "s");
  assert_string_equal(n[0].as, "of the row");
  assert_string_equal(n[0].reason, "of the table");
  assert_string_equal(n[0].measured, "9");
  assert_string_equal(n[0].digits, "1.0");
  assert_string_equal(n[1].id, "r_y");
  assert_string_equal(n[1].as, "of the cell");
  assert_null(n[1].reason);
  assert_null(n[1].run);
  assert_string_equal(n[1].digits, "0.00");
  assert_int_equal(n[1].reading, 0);
  assert_true(carom_call_value(&n[1].measure, "y") == 3);
  assert_int_equal(n[2].reading, 1);
  assert_string_equal(n[2].id, "r_y");
  assert_string_equal(n[2].as, "other");
  assert_string_equal(n[2].printed, "2");
  assert_null(n[2].measured);
  assert_null(n[2].reason);
  assert_int_equal(n[2].measure.which, CAROM_MEASURE_PRODUCT);
  assert_int_equal(n[3].reading, 2);
  assert_string_equal(n[3].printed, "5");
  assert_string_equal(n[3].run->scenario, "s");
  assert_string_equal(n[4].quantity, "Q");
  assert_string_equal(n[4].unit, "kg");
  assert_true(n[4].no_property && !n[0].no_property);
  assert_string_equal(n[5].reason, "of the table");
  carom_paper_free(paper);
}

/* A list of points is a curve each, the first of which is in the legend. */
static void test_curves(void **state)
{
  carom_paper *paper = read_text(
      HEAD "numbers: []\n"
           "looks: {L: {title: T, law: hertz, dash: '6,3'}}\n"
           "figures:\n"
           "  - figure: 1\n"
           "    title: a\n"
           "    caption: b\n"
           "    x: {label: c, unit: s, range: [-1, 2]}\n"
           "    y: {label: d, range: unit}\n"
           "    points: [{name: loop, contact: right}, {name: bead_force, bead: 3, shift: -2 N}]\n"
           "    curves:\n"
           "      - {look: L, run: base}\n"
           "      - {look: L, title: '', dash: solid, run: base, points: sensor_peaks, marks: 7}\n"
           "      - {law: tsuji, points: {name: point, x: 1, y: -2}}\n");
  const carom_paper_panel *p = paper->panel;
  (void)state;
  assert_int_equal(paper->panels, 1);
  assert_int_equal(p->curves, 4);
  assert_true(p->x.range[0] == -1 && p->x.range[1] == 2 && p->y.unit_range && !p->x.unit_range);
  assert_string_equal(p->curve[0].title, "T");
  assert_int_equal((int)carom_call_value(&p->curve[0].points, "contact"), CAROM_RIGHT_WALL);
  assert_null(p->curve[1].title);
  assert_string_equal(p->curve[1].dash, "6,3");
  assert_true(carom_call_value(&p->curve[1].points, "shift") == -2);
  assert_null(p->curve[2].title);
  assert_string_equal(p->curve[2].dash, "");
  assert_int_equal(p->curve[2].marks, 7);
  assert_null(p->curve[3].run);
  assert_null(p->curve[3].dash);
  assert_true(carom_call_value(&p->curve[3].points, "y") == -2);
  carom_paper_free(paper);
}

static void check_terms(const carom_term *(*at)(int), int count)
{
  assert_null(at(-1));
  assert_null(at(count));
  for (int i = 0; i < count; i++) {
    const carom_term *term = at(i);
    assert_non_null(term);
    assert_true(term->name && term->text && *term->text);
    assert_true(term->parameter.count <= CAROM_TERM_PARAMETERS);
    for (int k = 0; k < i; k++)
      assert_string_not_equal(term->name, at(k)->name);
  }
}

static void test_terms(void **state)
{
  (void)state;
  check_terms(carom_measure_at, CAROM_MEASURE_COUNT);
  check_terms(carom_points_at, CAROM_POINTS_COUNT);
}

SUITE("paper", test_runs, test_layers, test_curves, test_terms)
