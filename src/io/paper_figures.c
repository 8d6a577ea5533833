/* SPDX-License-Identifier: MIT */
/* Figures of a paper: panels of curves, each taken from a run. */
#include <string.h>

#include "core/text.h"
#include "io/paper_parts.h"

#define TEXT(name, what)                                                                           \
  {                                                                                                \
    name, CAROM_KEY_TEXT, false, what, NULL                                                        \
  }
static const carom_key axis_keys[] = {
    {"label", CAROM_KEY_TEXT, true, "what it shows, as in label: overlap", NULL},
    TEXT("unit", "its unit; none for a pure number"),
    TEXT("range", "its ends, as in range: [0, 8], or unit for 0 to 1")};
static const carom_key panel_keys[] = {
    {"figure", CAROM_KEY_TEXT, true, "its number in the paper, as in figure: 4a", NULL},
    {"title", CAROM_KEY_TEXT, true, "a few words over the panel", NULL},
    {"caption", CAROM_KEY_TEXT, true, "some sentences below it", NULL},
    TEXT("missing", "what the paper's figure shows and this one cannot"),
    TEXT("wide", "yes: over two columns of the page"),
    {"x", CAROM_KEY_GROUP, true, "the axis to the right, as in x: {label: time, unit: s}", NULL},
    {"y", CAROM_KEY_GROUP, true, "the axis upwards, as in y: {label: force, unit: N}", NULL},
    TEXT("points", "what is taken from the runs, unless a curve has its own"),
    {"labels", CAROM_KEY_LIST, false,
     "what each of several points is called, beside its first curve, as in [bead 13, bead 17]",
     NULL},
    {"curves", CAROM_KEY_LIST, true, "curves, as in [{look: EDEM, run: edem_8}]", NULL}};
#define OF_A_LOOK                                                                                  \
  TEXT("title", "in the legend; '' for none"), TEXT("law", "whose colour and dashes it has"),      \
      TEXT("dash", "dashes of its own, as in dash: \"6,3\"; solid for none")
static const carom_key look_keys[] = {OF_A_LOOK};
static const carom_key curve_keys[] = {
    OF_A_LOOK,
    TEXT("look", "one of 'looks', for what is not given here"),
    TEXT("run", "a run by its name, or a group as under 'runs'"),
    TEXT("end", "a letter or word at the end of the curve"),
    TEXT("marks", "points alone, not a line: 5 to 9, a point type of gnuplot"),
    TEXT("points",
         "what is taken from the run, as in {name: loop, contact: 1}; or a list of these")};

#define GROUP(name, owner, keys)                                                                   \
  CAROM_GROUP(name, owner, "", CAROM_NO_FIELDS, CAROM_NO_FIELDS, keys)

static const char *look_name(const void *user, int index)
{
  return carom_tree_at(user, index)->key;
}

/* The look that a curve names; NULL if it names none, or after a fault. */
static const carom_node *find_look(carom_paper_reader *in, const carom_node *node)
{
  const char *name = node ? carom_schema_read_text(node, in->faults, "the name of a look") : NULL;
  const carom_node *look = name ? carom_tree_get(in->looks, name) : NULL;
  if (!name || look) return look;
  const char *near = in->looks ? carom_nearest_name(name, in->looks->count, look_name, in->looks)
                               : NULL;
  carom_fault(in->faults, node, false, CAROM_ERR_UNKNOWN, "there is no look '%.60s'%s%.60s%s", name,
              near ? "; did you mean '" : "; give it under 'looks'", near ? near : "",
              near ? "'?" : "");
  return NULL;
}

static const carom_node *either(const carom_node *one, const carom_node *other, const char *key)
{
  const carom_node *found = carom_tree_get(one, key);
  return found ? found : carom_tree_get(other, key);
}

static const char *read_law(carom_paper_reader *in, const carom_node *node)
{
  const carom_law *law = NULL;
  carom_error err = {.code = CAROM_OK};
  const char *name = carom_schema_read_text(node, in->faults, "the name of a law");
  if (name && carom_law_named(name, &law, &err) != CAROM_OK)
    carom_fault(in->faults, node, false, err.code, "%s", err.text);
  return name;
}

/* "6,3": lengths of dashes and gaps. */
static const char *read_dash(carom_paper_reader *in, const carom_node *node)
{
  const char *text = carom_paper_text(in, node);
  if (!text || !strcmp(text, "solid")) return text ? "" : NULL;
  if (*text && strlen(text) < 32 && !text[strspn(text, "0123456789,")]) return text;
  carom_fault(in->faults, node, false, CAROM_ERR_SYNTAX,
              "lengths of dashes and gaps are expected, as in \"6,3\", or solid");
  return NULL;
}

static int read_marks(carom_paper_reader *in, const carom_node *node)
{
  static const carom_field field = {
      "marks", "1", CAROM_UNSET, 1, 9, NULL, "a point type of gnuplot, 5 to 9"};
  double value = 0;
  if (node) carom_schema_read_value(&field, node, in->faults, &value);
  return (int)value;
}

/* Reads the curves of an entry, one per item of its points, of which the first is in the legend. */
static void read_curve(carom_paper_reader *in, const carom_node *node, const carom_node *points,
                       const carom_node *labels, carom_paper_curve *curve)
{
  const carom_node *look = find_look(in, carom_tree_get(node, "look"));
  const carom_node *law = either(node, look, "law"), *run = carom_tree_get(node, "run");
  const carom_node *end = carom_tree_get(node, "end");
  carom_paper_curve made = {.title = carom_paper_option(in, either(node, look, "title")),
                            .dash = read_dash(in, either(node, look, "dash")),
                            .marks = read_marks(in, carom_tree_get(node, "marks"))};
  if (law)
    made.law = read_law(in, law);
  else
    carom_fault(in->faults, node, false, CAROM_ERR_MISSING,
                "'law' is missing: whose colour the curve has, here or by a 'look'");
  if (run) made.run = carom_read_paper_run(in, run);
  for (const carom_node *item = points->kind == CAROM_NODE_ARRAY ? points->first : points; item;
       item = points->kind == CAROM_NODE_ARRAY ? item->next : NULL) {
    made.points = carom_call_read(item, true, in->faults);
    if (labels) made.label = carom_paper_text(in, carom_tree_at(labels, item->index));
    if (end && !made.label) {
      made.label = carom_paper_text(in, end);
      made.label_at_end = true;
    }
    const carom_term *term = made.points.which < 0 ? NULL : carom_call_term(&made.points);
    if (term && !term->problems != !run)
      carom_fault(in->faults, run ? run : node, false, run ? CAROM_ERR_CONFLICT : CAROM_ERR_MISSING,
                  run ? "points '%s' are taken from no run; leave 'run' out"
                      : "'run' is missing, from which points '%s' are taken, as in run: ml_8",
                  term->name);
    *curve++ = made;
    made.title = NULL;
  }
}

static int points_of(const carom_node *points)
{
  return !points ? 0 : points->kind == CAROM_NODE_ARRAY ? points->count : 1;
}

static void read_curves(carom_paper_reader *in, const carom_node *node, const carom_node *points,
                        const carom_node *labels, carom_paper_panel *panel)
{
  const carom_group group = GROUP("curve", "a curve", curve_keys);
  if (carom_paper_count(in, node, "write '- {run: ...}' for each curve") == 0) return;
  for (const carom_node *item = node->first; item; item = item->next) {
    const carom_node *own = carom_tree_get(item, "points");
    carom_group_values found;
    carom_schema_read(&group, item, in->faults, &found);
    if (item->kind == CAROM_NODE_OBJECT && points_of(own ? own : points) == 0)
      carom_fault(in->faults, item, false, CAROM_ERR_MISSING,
                  "'points' is missing: what is taken from the run, here or in the panel, as in "
                  "points: height");
    panel->curves += item->kind == CAROM_NODE_OBJECT ? points_of(own ? own : points) : 0;
  }
  carom_paper_curve *curve = panel->curves ? carom_paper_room(in, panel->curves, sizeof *curve)
                                           : NULL;
  if (!curve) return;
  panel->curve = curve;
  if (labels && (!points || points->kind != CAROM_NODE_ARRAY || points->count != labels->count)) {
    carom_fault(in->faults, labels, false, CAROM_ERR_CONFLICT,
                "there must be as many labels as 'points' has items; name each of them");
    labels = NULL;
  }
  for (const carom_node *item = node->first; item; item = item->next) {
    const carom_node *own = carom_tree_get(item, "points");
    if (item->kind != CAROM_NODE_OBJECT || points_of(own ? own : points) == 0) continue;
    read_curve(in, item, own ? own : points, own ? NULL : labels, curve);
    if (!own) labels = NULL; /* labels apply to one curve only */
    curve += points_of(own ? own : points);
  }
}

static void read_axis(carom_paper_reader *in, const carom_node *node, carom_paper_axis *axis)
{
  const carom_group group = GROUP("axis", "an axis", axis_keys);
  carom_group_values found;
  if (!node) return;
  carom_schema_read(&group, node, in->faults, &found);
  axis->label = carom_paper_text(in, carom_group_key_node(&found, "label"));
  axis->unit = carom_paper_text(in, carom_group_key_node(&found, "unit"));
  const carom_node *range = carom_group_key_node(&found, "range");
  if (!range) return;
  axis->unit_range = range->kind == CAROM_NODE_STRING && !strcmp(range->text, "unit");
  if (axis->unit_range || !carom_schema_read_vector(range, "1", 2, axis->range, in->faults)) return;
  if (!(axis->range[0] < axis->range[1]))
    carom_fault(in->faults, range, false, CAROM_ERR_RANGE, "the second end must be the larger one");
}

static void read_panel(carom_paper_reader *in, const carom_node *node, carom_paper_panel *panel)
{
  const carom_group group = GROUP("figure", "a figure", panel_keys);
  carom_group_values found;
  carom_schema_read(&group, node, in->faults, &found);
  if (node->kind != CAROM_NODE_OBJECT) return;
  const carom_node *name = carom_group_key_node(&found, "figure");
  panel->name = carom_paper_name(in, name);
  panel->title = carom_paper_text(in, carom_group_key_node(&found, "title"));
  panel->caption = carom_paper_text(in, carom_group_key_node(&found, "caption"));
  panel->missing = carom_paper_option(in, carom_group_key_node(&found, "missing"));
  panel->wide = carom_paper_truth(in, carom_group_key_node(&found, "wide"));
  read_axis(in, carom_group_key_node(&found, "x"), &panel->x);
  read_axis(in, carom_group_key_node(&found, "y"), &panel->y);
  read_curves(in, carom_group_key_node(&found, "curves"), carom_group_key_node(&found, "points"),
              carom_group_key_node(&found, "labels"), panel);
  for (const carom_paper_panel *other = in->paper->panel; other < panel; other++)
    if (panel->name && other->name && !strcmp(panel->name, other->name)) {
      carom_fault(in->faults, name, false, CAROM_ERR_CONFLICT,
                  "there is another figure '%s'; files are named by it", panel->name);
      break;
    }
}

void carom_read_paper_figures(carom_paper_reader *in, const carom_node *node)
{
  enum { LARGEST = 100 };
  const carom_group group = GROUP("look", "a look", look_keys);
  if (in->looks && in->looks->kind != CAROM_NODE_OBJECT)
    carom_fault(in->faults, in->looks, false, CAROM_ERR_SYNTAX,
                "looks by name are expected, as in {EDEM: {law: tsuji}}, not %s",
                carom_tree_kind_text(in->looks));
  for (const carom_node *item = in->looks ? in->looks->first : NULL; item; item = item->next) {
    carom_group_values found;
    carom_schema_read(&group, item, in->faults, &found);
  }
  const int count = carom_paper_count(in, node, "write '- figure: ...' for each panel");
  if (count > LARGEST) {
    carom_fault(in->faults, node, false, CAROM_ERR_RANGE, "a paper has at most %d panels", LARGEST);
    return;
  }
  carom_paper_panel *panel = count ? carom_paper_room(in, count, sizeof *panel) : NULL;
  if (!panel) return;
  in->paper->panel = panel;
  in->paper->panels = count;
  for (const carom_node *item = node->first; item; item = item->next)
    read_panel(in, item, panel++);
}
