/* SPDX-License-Identifier: MIT */
#include "cli/report/run_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/output.h"
#include "cli/report/series_file.h"
#include "cli/reproduce/files.h"
#include "core/text.h"
#include "io/file.h"
#include "io/hash.h"

enum { MOST_BYTES = 25000000, OTHER_BYTES = 2000000 };

const char *run_page_text(const carom_node *object, const char *key)
{
  const carom_node *node = carom_tree_get(object, key);
  return node && node->kind == CAROM_NODE_STRING ? node->text : "";
}

double run_page_number(const carom_node *object, const char *key)
{
  const carom_node *node = carom_tree_get(object, key);
  return node && node->kind == CAROM_NODE_NUMBER ? node->number : (double)NAN;
}

void run_page_put(FILE *file, const char *text)
{
  static const char *const marks[][2] = {
      {"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}};
  for (size_t left = strlen(text); left > 0;) {
    size_t length = carom_utf8_length(text, left);
    const char *known = NULL;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
      if (*text == *marks[i][0]) known = marks[i][1];
    const bool layout = *text == '\n' || *text == '\t';
    if (known)
      fputs(known, file);
    else if (length > 0 && (layout || !carom_control_at(text)))
      fwrite(text, 1, length, file);
    else
      fputs("\xEF\xBF\xBD", file);
    if (length == 0) length = 1;
    text += length;
    left -= length;
  }
}

void run_page_put_json(FILE *file, const char *id, const char *text)
{
  fprintf(file, "<script type=\"application/json\" id=\"%s\">", id);
  for (; *text; text++) {
    if (*text == '<')
      fputs("\\u003c", file);
    else
      fputc(*text, file);
  }
  fputs("</script>\n", file);
}

static void put_part(FILE *file, const char *name)
{
  for (int i = 0; i < page_parts_count; i++)
    if (!strcmp(page_parts[i].name, name))
      fwrite(page_parts[i].text, 1, page_parts[i].length, file);
}

static void put_head(const run_page *page, FILE *file)
{
  const char *title = run_page_text(page->about, "title"), *state;
  if (!*title) title = page->folder;
  state = run_page_text(page->about, "state");
  fputs(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>",
      file);
  run_page_put(file, title);
  fputs("</title>\n<style>\n", file);
  put_part(file, "page.css");
  fputs("</style>\n</head>\n<body>\n<main>\n<header>\n<p class=\"kind\">", file);
  run_page_put(file, page->kind);
  fputs(page->sweep ? ", sweep" : "", file);
  if (*state) {
    fprintf(file, " <span class=\"state %s\">", !strcmp(state, "done") ? "good" : "bad");
    run_page_put(file, state);
    fputs("</span>", file);
  }
  fputs("</p>\n<h1>", file);
  run_page_put(file, title);
  fputs("</h1>\n</header>\n", file);
}

/* Includes the animation of a mechanism, a file of its own, as a whole. */
static void put_animation(const run_page *page, FILE *file)
{
  char path[OUTPUT_PATH], *text = NULL;
  size_t length = 0;
  if (!output_join(path, page->folder, "animation.html") ||
      carom_file_read(path, MOST_BYTES / 2, &text, &length, NULL) != CAROM_OK)
    return;
  fputs("<section id=\"animation\">\n<h2>In motion</h2>\n<iframe title=\"animation of the "
        "mechanism\" srcdoc=\"",
        file);
  run_page_put(file, text);
  fputs("\"></iframe>\n</section>\n", file);
  free(text);
}

/* Includes the picture of all beads over time, a file of its own. */
static void put_picture(const run_page *page, FILE *file)
{
  char path[OUTPUT_PATH], *text = NULL;
  size_t length = 0;
  carom_csv csv;
  if (strcmp(page->kind, "chain") != 0 || !output_join(path, page->folder, "picture.csv") ||
      carom_file_read(path, MOST_BYTES, &text, &length, NULL) != CAROM_OK)
    return;
  if (carom_csv_read(text, length, &csv, NULL) == CAROM_OK && csv.columns > 1) {
    fprintf(file, "<script type=\"application/json\" id=\"picture\">{\"unit\":\"%s\",\"rows\":[",
            !strcmp(csv.unit[1], "N") ? "N" : "m/s");
    for (int64_t k = 0; k < csv.rows; k++)
      for (int c = 0; c < csv.columns; c++)
        fprintf(file, "%s%s%.6g%s", k && !c ? "," : "", c ? "," : "[",
                csv.value[k * csv.columns + c], c + 1 == csv.columns ? "]" : "");
    fputs("],\"beads\":[", file);
    for (int c = 1; c < csv.columns; c++)
      fprintf(file, "%s%d", c > 1 ? "," : "",
              atoi(csv.name[c] + strcspn(csv.name[c], "0123456789")));
    fputs("]}</script>\n", file);
    carom_csv_free(&csv);
  }
  free(text);
}

static void write_page(const void *user, FILE *file)
{
  const run_page *page = user;
  const bool scene = !strcmp(page->kind, "scene") && !page->sweep;
  put_head(page, file);
  run_page_words(page, file);
  fputs("<noscript><p class=\"note\">Figures and views are drawn by scripts of this page, which "
        "are switched off here.</p></noscript>\n",
        file);
  if (scene) fputs("<section id=\"space\" hidden></section>\n", file);
  if (!strcmp(page->kind, "chain") && !page->sweep)
    fputs("<section id=\"chain\" hidden></section>\n", file);
  put_animation(page, file);
  fputs("<section id=\"figures\" hidden><h2>Figures</h2><div class=\"pair\"></div></section>\n",
        file);
  run_page_repeat(page, file);
  run_page_series(page, file);
  put_picture(page, file);
  const long written = ftell(file);
  const size_t other = (written > 0 ? (size_t)written : 0) + OTHER_BYTES / 4;
  if (scene && other < MOST_BYTES) run_page_frames(page, MOST_BYTES - other, file);
  fputs("</main>\n<script>\n'use strict';\n", file);
  static const char *const scripts[] = {"figures.js", "space_draw.js", "space.js", "chain.js",
                                        "page.js"};
  for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++)
    put_part(file, scripts[i]);
  fputs("</script>\n</body>\n</html>\n", file);
}

/* The text that was run, if the file still has the same hash. */
static char *scenario_of(const carom_node *about)
{
  const carom_node *input = carom_tree_get(about, "input");
  const char *path = run_page_text(input, "file"), *hash = run_page_text(input, "sha256");
  char *text = NULL, now[CAROM_HASH_ROOM];
  size_t length = 0;
  enum { MOST = 400000 };
  if (!*path || carom_file_read(path, MOST, &text, &length, NULL) != CAROM_OK) return NULL;
  carom_hash(text, length, now);
  if (!strcmp(now, hash)) return text;
  free(text);
  return NULL;
}

/* Earlier versions did not name the kind; it follows from members that only one kind has. */
static const char *kind_of(const run_page *page)
{
  static const char *const tells[][2] = {{"particles", "scene"},
                                         {"beads", "chain"},
                                         {"clearances", "mechanism"},
                                         {"captured", "bounce"},
                                         {"duration", "impact"}};
  const char *kind = run_page_text(page->about, "kind");
  for (size_t i = 0; !*kind && i < sizeof tells / sizeof *tells; i++)
    if (carom_tree_get(page->result, tells[i][0])) kind = tells[i][1];
  return kind;
}

static carom_status open_page(run_page *page, carom_error *err)
{
  char path[OUTPUT_PATH], *text = NULL;
  size_t length = 0;
  if (!output_join(path, page->folder, "run.json"))
    return carom_fail(err, CAROM_ERR_IO, page->folder, "the path is too long");
  if (carom_file_read(path, (size_t)-1, &text, &length, err) != CAROM_OK)
    return carom_fail(err, CAROM_ERR_IO, page->folder,
                      "there is no run.json in it; name a folder that 'carom run --output' has "
                      "written");
  const carom_status status = carom_json_read(text, length, (size_t)-1, &page->tree, err);
  free(text);
  if (status != CAROM_OK)
    return carom_fail(err, CAROM_ERR_SYNTAX, path, "this is no run.json that carom wrote");
  page->about = carom_tree_root(page->tree);
  page->result = carom_tree_get(page->about, "result");
  page->kind = kind_of(page);
  const carom_node *sweep = carom_tree_get(page->about, "sweep");
  page->sweep = sweep && sweep->truth;
  page->scenario = scenario_of(page->about);
  page->has_series = !page->sweep && series_read(page->folder, &page->series, NULL) == CAROM_OK;
  return CAROM_OK;
}

carom_status run_page_write(const char *folder, carom_error *err)
{
  char path[OUTPUT_PATH];
  run_page page = {.folder = folder};
  carom_status status = open_page(&page, err);
  if (status == CAROM_OK && !output_join(path, folder, "report.html"))
    status = carom_fail(err, CAROM_ERR_IO, folder, "the path is too long");
  if (status == CAROM_OK) status = output_write(path, true, write_page, &page, err);
  if (page.has_series) carom_csv_free(&page.series);
  free(page.scenario);
  carom_tree_free(page.tree);
  return status;
}
