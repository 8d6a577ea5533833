/* SPDX-License-Identifier: MIT */
/* Words and tables of the page of a run: verdicts and warnings first, then what was asked and
 * delivered, numbers, and how to repeat it. */
#include <math.h>
#include <string.h>

#include "cli/base/table.h"
#include "cli/report/run_page.h"
#include "cli/text/progress_text.h"
#include "run/quantity.h"

static void put_number(FILE *file, double value, const char *unit)
{
  char q[CAROM_QUANTITY_ROOM];
  table_put_html(file, carom_quantity_print(value, unit, q)); /* with a proper micro sign */
}

static void put_item(FILE *file, const char *kind, const char *text)
{
  fprintf(file, "<li class=\"%s\">", kind);
  run_page_put(file, text);
  fputs("</li>\n", file);
}

/* The lists of contacts of the kinds of problems; a single contact is in the result itself. */
static const carom_node *contacts_of(const run_page *page)
{
  static const char *const lists[] = {"laws", "pairings", "clearances"};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    const carom_node *list = carom_tree_get(page->result, lists[i]);
    if (list && list->kind == CAROM_NODE_ARRAY && list->count > 0) return list;
  }
  return NULL;
}

/* "valid", "beyond yield" ...; a single impact has a group with more detail. */
static const char *validity_of(const carom_node *contact)
{
  const carom_node *validity = carom_tree_get(contact, "validity");
  return validity && validity->kind == CAROM_NODE_OBJECT ? run_page_text(validity, "verdict")
                                                         : run_page_text(contact, "validity");
}

static int put_notes(const carom_node *contact, FILE *file)
{
  const carom_node *notes = carom_tree_get(contact, "notes"),
                   *validity = carom_tree_get(contact, "validity");
  int count = 0;
  if (validity && validity->kind == CAROM_NODE_OBJECT &&
      strcmp(validity_of(contact), "valid") != 0 && *run_page_text(validity, "text")) {
    put_item(file, "warn", run_page_text(validity, "text"));
    count++;
  }
  for (const carom_node *n = notes ? notes->first : NULL; n; n = n->next, count++)
    put_item(file, "warn", n->text);
  return count;
}

/* Writes everything that is not as it should be, or that there is nothing of the kind. */
static void put_verdicts(const run_page *page, FILE *file)
{
  const char *error = run_page_text(page->about, "error"),
             *state = run_page_text(page->about, "state");
  const carom_node *warnings = carom_tree_get(page->about, "warnings"), *list = contacts_of(page);
  const double off = run_page_number(page->result, "budget_off");
  int told = 0;
  char text[160];
  fputs("<ul class=\"verdicts\">\n", file);
  if (*error) put_item(file, "bad", error), told++;
  if (!strcmp(state, "running"))
    put_item(file, "warn", "The run was still going when this page was written."), told++;
  if (!strcmp(state, "interrupted"))
    put_item(file, "warn", "The run was interrupted before its end."), told++;
  for (const carom_node *w = warnings ? warnings->first : NULL; w; w = w->next, told++)
    put_item(file, "warn", w->text);
  for (const carom_node *c = list ? list->first : NULL; c; c = c->next)
    told += put_notes(c, file);
  if (!list) told += put_notes(page->result, file);
  const carom_node *runs = page->sweep ? carom_tree_get(page->result, "runs") : NULL;
  int failed = 0, doubtful = 0;
  for (const carom_node *r = runs ? runs->first : NULL; r; r = r->next) {
    failed += carom_tree_get(r, "error") != NULL;
    doubtful += *validity_of(r) && strcmp(validity_of(r), "valid") != 0;
  }
  if (doubtful > 0) {
    snprintf(text, sizeof text,
             "In %d of %d combinations a law is used where it is not meant to be.", doubtful,
             runs->count);
    put_item(file, "warn", text), told++;
  }
  if (failed > 0) {
    snprintf(text, sizeof text, "%d of %d combinations could not be computed.", failed,
             runs->count);
    put_item(file, "bad", text), told++;
  }
  if (told == 0) put_item(file, "good", "Nothing to complain of: no warning was given.");
  if (isfinite(off)) {
    snprintf(text, sizeof text,
             "The energy budget closes within %.2g of the energy that was there.", off);
    put_item(file, off > 0.01 ? "bad" : "good", text);
  }
  fputs("</ul>\n", file);
}

/* Writes fractions with four decimals, or with two digits if these would be zero. */
static void put_cell(FILE *file, double value, const char *unit)
{
  fputs("<td class=\"n\">", file);
  if (isfinite(value) && !strcmp(unit, "1"))
    fprintf(file, value > 0 && value < 1e-3 ? "%.2g" : "%.4f", value);
  else
    put_number(file, value, unit);
  fputs("</td>", file);
}

static void put_contact_name(const carom_node *c, FILE *file)
{
  const carom_node *between = carom_tree_get(c, "between"), *wall = carom_tree_get(c, "wall");
  const double contacts = run_page_number(c, "contacts");
  if (*run_page_text(c, "name")) run_page_put(file, run_page_text(c, "name"));
  for (const carom_node *b = between ? between->first : NULL; b; b = b->next) {
    if (b != between->first) fputs(" \xE2\x80\x93 ", file);
    run_page_put(file, b->text);
  }
  if (wall && wall->truth) fputs(" (wall)", file);
  if (!between && isfinite(contacts))
    fprintf(file, "%.0f contact%s", contacts, contacts > 1 ? "s" : "");
}

static void put_contact(const carom_node *c, FILE *file)
{
  const char *validity = validity_of(c);
  fputs("<tr><td>", file);
  put_contact_name(c, file);
  fputs("</td><td>", file);
  run_page_put(file, run_page_text(c, "law"));
  fputs("</td>", file);
  put_cell(file, run_page_number(c, "asked_restitution"), "1");
  const double delivered = run_page_number(c, "delivered");
  put_cell(file, isfinite(delivered) ? delivered : run_page_number(c, "restitution"), "1");
  put_cell(file, run_page_number(c, "restitution_at_step"), "1");
  const bool impact = isfinite(run_page_number(c, "speed_in"));
  put_cell(file, run_page_number(c, impact ? "speed_in" : "at"), "m/s");
  put_cell(file, run_page_number(c, impact ? "speed_in" : "fastest_approach"), "m/s");
  put_cell(file, run_page_number(c, impact ? "duration" : "contact_time"), "s");
  put_cell(file, run_page_number(c, "overlap_over_radius"), "1");
  if (*validity) {
    fprintf(file, "<td><span class=\"state %s\">", !strcmp(validity, "valid") ? "good" : "bad");
    run_page_put(file, validity);
    fputs("</span></td></tr>\n", file);
  } else {
    fputs("<td></td></tr>\n", file);
  }
}

static void put_contacts(const run_page *page, FILE *file)
{
  const carom_node *list = contacts_of(page);
  if (page->sweep || !page->result || (!list && !*run_page_text(page->result, "law"))) return;
  fputs("<h2>Asked and delivered</h2>\n<div class=\"wide\"><table><thead><tr><th>contact</th>"
        "<th>law</th><th class=\"n\">asked</th><th class=\"n\">delivered</th>"
        "<th class=\"n\">at this step</th><th class=\"n\">at</th><th class=\"n\">fastest</th>"
        "<th class=\"n\">contact time</th><th class=\"n\">overlap/R*</th><th>validity</th></tr>"
        "</thead><tbody>\n",
        file);
  if (!list) put_contact(page->result, file);
  for (const carom_node *c = list ? list->first : NULL; c; c = c->next)
    put_contact(c, file);
  fputs("</tbody></table></div>\n<p class=\"note\">Restitution asked for, delivered by the law at "
        "the speed given, and by the law in the steps of this run.</p>\n",
        file);
}

static void put_tile(FILE *file, const char *name, double value, const char *unit)
{
  if (!isfinite(value) || (value == 0 && !strcmp(unit, "J"))) return;
  fputs("<div><dt>", file);
  run_page_put(file, name);
  fputs("</dt><dd>", file);
  if (!strcmp(unit, "1") && value == floor(value))
    fprintf(file, "%.0f", value);
  else
    put_number(file, value, unit);
  fputs("</dd></div>\n", file);
}

/* Writes the most important numbers of any kind of problem. */
static void put_tiles(const run_page *page, FILE *file)
{
  static const struct {
    const char *name, *group, *key, *unit;
  } tiles[] = {{"time", NULL, "time", "s"},
               {"particles", NULL, "particles", "1"},
               {"contacts", NULL, "contacts", "1"},
               {"coordination", NULL, "coordination", "1"},
               {"steps", NULL, "steps", "1"},
               {"step", NULL, "step", "s"},
               {"restitution", NULL, "restitution", "1"},
               {"speed after", NULL, "speed_out", "m/s"},
               {"contact time", NULL, "duration", "s"},
               {"peak force", NULL, "peak_force", "N"},
               {"peak overlap", NULL, "peak_overlap", "m"},
               {"impacts", NULL, "impacts", "1"},
               {"kinetic energy", "energy", "kinetic", "J"},
               {"lost by damping", "energy", "viscous", "J"},
               {"lost by friction", "energy", "friction", "J"},
               {"lost by plasticity", "energy", "plastic", "J"}};
  fputs("<dl class=\"tiles\">\n", file);
  for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++) {
    const carom_node *at = tiles[i].group ? carom_tree_get(page->result, tiles[i].group)
                                          : page->result;
    put_tile(file, tiles[i].name, run_page_number(at, tiles[i].key), tiles[i].unit);
  }
  const carom_node *runs = page->sweep ? carom_tree_get(page->result, "runs") : NULL;
  if (runs) put_tile(file, "combinations", runs->count, "1");
  put_tile(file, "on the clock", run_page_number(page->about, "wall_time"), "s");
  fputs("</dl>\n", file);
}

void run_page_words(const run_page *page, FILE *file)
{
  put_verdicts(page, file);
  put_tiles(page, file);
  put_contacts(page, file);
}

static void put_row(FILE *file, const char *name, const char *value)
{
  if (!*value) return;
  fprintf(file, "<tr><th>%s</th><td>", name);
  run_page_put(file, value);
  fputs("</td></tr>\n", file);
}

/* Writes an argument quoted for a shell. */
static void put_quoted(FILE *file, const char *text)
{
  static const char plain[] =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:+@%";
  if (*text && strspn(text, plain) == strlen(text)) {
    run_page_put(file, text);
    return;
  }
  fputs("&#39;", file);
  for (; *text; text++) {
    const char one[] = {*text, '\0'};
    if (*text == '\'')
      fputs("&#39;\\&#39;&#39;", file);
    else
      (unsigned char)*text < 0x80 ? run_page_put(file, one) : (void)fputc(*text, file);
  }
  fputs("&#39;", file);
}

static void put_command(const run_page *page, FILE *file)
{
  const carom_node *input = carom_tree_get(page->about, "input"),
                   *set = carom_tree_get(input, "set");
  fputs("<p>To repeat it:</p>\n<pre class=\"command\">carom run ", file);
  put_quoted(file, run_page_text(input, "file"));
  for (const carom_node *s = set ? set->first : NULL; s; s = s->next) {
    fputc(' ', file);
    run_page_put(file, s->key);
    fputc('=', file);
    put_quoted(file, s->text);
  }
  fputs(" --output again</pre>\n", file);
}

/* Writes the seconds of the parts of a run, if it has them. */
static void put_timing(const run_page *page, FILE *file)
{
  const carom_node *timing = carom_tree_get(page->result, "timing");
  const double seconds = run_page_number(timing, "seconds"),
               steps = run_page_number(timing, "timed_steps"),
               particles = run_page_number(page->result, "particles");
  if (!timing) return;
  fputs("<tr><th>timing</th><td>", file);
  put_number(file, seconds, "s");
  if (seconds > 0 && isfinite(steps) && isfinite(particles))
    fprintf(file, ", %.3g million particle-steps a second", 1e-6 * steps * particles / seconds);
  static const char *const parts[] = {"forces", "motion", "lists"};
  for (int i = 0; i < 3; i++) {
    fprintf(file, "%s%s ", i ? ", " : " (", parts[i]);
    put_number(file, run_page_number(timing, parts[i]), "s");
  }
  fputs(")</td></tr>\n", file);
}

void run_page_repeat(const run_page *page, FILE *file)
{
  const carom_node *input = carom_tree_get(page->about, "input"),
                   *files = carom_tree_get(page->about, "files");
  char text[64];
  fputs("<section id=\"repeat\"><h2>What was run</h2>\n<div class=\"wide\"><table "
        "class=\"facts\"><tbody>\n",
        file);
  put_row(file, "version", run_page_text(page->about, "carom"));
  put_row(file, "file", run_page_text(input, "file"));
  put_row(file, "SHA-256", run_page_text(input, "sha256"));
  put_row(file, "hash of the end", run_page_text(page->result, "hash"));
  put_row(file, "started", run_page_text(page->about, "started"));
  snprintf(text, sizeof text, "%.0f", run_page_number(page->about, "threads"));
  put_row(file, "threads", text);
  put_timing(page, file);
  fputs("</tbody></table></div>\n", file);
  put_command(page, file);
  fputs("<p class=\"note\">The numbers do not depend on the number of threads, the compiler or the "
        "instruction set.</p>\n",
        file);
  if (page->scenario) {
    fputs("<details><summary>The scenario, as it was run</summary>\n<pre>", file);
    run_page_put(file, page->scenario);
    fputs("</pre></details>\n", file);
  } else {
    fputs(
        "<p class=\"note\">The file that was run is not here any more, or was changed since.</p>\n",
        file);
  }
  if (files && files->count > 0) {
    fputs(
        "<details><summary>Files beside this page</summary>\n<div class=\"wide\"><table><tbody>\n",
        file);
    for (const carom_node *f = files->first; f; f = f->next) {
      fputs("<tr><td>", file);
      run_page_put(file, f->key);
      fputs("</td><td><code>", file);
      run_page_put(file, f->text);
      fputs("</code></td></tr>\n", file);
    }
    fputs("</tbody></table></div></details>\n", file);
  }
  fputs("</section>\n", file);
}
