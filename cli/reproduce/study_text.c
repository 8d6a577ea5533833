/* SPDX-License-Identifier: MIT */
/* Numbers and figures on the terminal, as CSV and as JSON. */
#include <string.h>

#include "cli/reproduce/study.h"

static cli_table paper_table(const repro_study *study, int p)
{
  static const cli_column columns[] = {
      {"where", "where", NULL, 0},       {"quantity", "quantity", NULL, 0},
      {"unit", "unit", NULL, 0},         {"published", "published", NULL, 0},
      {"computed", "computed", NULL, 0}, {"difference", "difference", NULL, 0},
      {"verdict", "verdict", NULL, 0},   {"measured", "measured", NULL, 0}};
  cli_table table = table_new(columns, COUNT(columns));
  for (int i = 0; i < study->paper[p]->numbers; i++) {
    const repro_row *row = &study->row[p][i];
    char quantity[160], value[32], difference[32];
    snprintf(quantity, sizeof quantity, "%s%s", row->number->reading ? "  or " : "",
             row->number->reading ? row->number->as : row->number->quantity);
    table_text(&table, row->number->reading ? "" : row->number->where);
    table_text(&table, quantity);
    table_text(&table, strcmp(row->number->unit, "1") ? row->number->unit : "");
    table_number_as(&table, 0, row->number->printed);
    table_number_as(&table, 0, study_value(row, value));
    table_number_as(&table, 0, study_difference(row, difference));
    table_text(&table, verdict_text(row->verdict));
    table_text(&table, row->number->measured ? row->number->measured : "");
  }
  return table;
}

/* Is the reason of this first reading, which does not match, the given one? Other readings do not
 * count. */
static bool explained(const repro_row *row, const char *reason)
{
  return row->number->reading == 0 && row->verdict != REPRO_MATCH && row->number->reason &&
         !strcmp(row->number->reason, reason);
}

/* "Table 1, velocity of ball 2; velocity of ball 3": the place only where it differs from the
 * previous. */
static const char *name_in(char *text, size_t size, const repro_row *row, const char *place)
{
  const bool same = place && !strcmp(place, row->number->where);
  carom_append(text, size, "%s%s%s%s", place ? "; " : "", same ? "" : row->number->where,
               same ? "" : ", ", row->number->quantity);
  return row->number->where;
}

/* One line per reason, with all numbers that it explains. */
static void print_reasons(const repro_study *study, int p)
{
  const repro_row *row = study->row[p];
  char text[4000] = "";
  for (int i = 0; i < study->paper[p]->numbers; i++) {
    const char *reason = row[i].number->reason;
    if (!reason || !explained(&row[i], reason)) continue;
    bool told = false;
    for (int k = 0; k < i && !told; k++)
      told = explained(&row[k], reason);
    if (told) continue;
    const char *place = NULL;
    text[0] = '\0';
    for (int k = i; k < study->paper[p]->numbers; k++)
      if (explained(&row[k], reason)) place = name_in(text, sizeof text, &row[k], place);
    carom_append(text, sizeof text, ": %s.", reason);
    table_paragraph(stdout, text, 2, 96);
  }
}

static void print_summary(const repro_study *study)
{
  static const cli_column columns[] = {
      {"paper", "paper", NULL, 0},
      {"numbers", "numbers", NULL, 0},
      {"as stated: match", "match", NULL, 0},
      {"close", "close", NULL, 0},
      {"differ", "differ", NULL, 0},
      {"not a property", "not_a_property", NULL, 0},
      {"best reading: match", "best_match", NULL, 0},
      {"close", "best_close", NULL, 0},
      {"differ", "best_differ", NULL, 0},
      {"not a property", "best_not_a_property", NULL, 0},
  };
  cli_table table = table_new(columns, COUNT(columns));
  for (int p = 0; p < study->papers; p++) {
    const repro_counts c = study_counts(study, p);
    table_text(&table, study->paper[p]->name);
    table_number(&table, c.numbers);
    for (int v = 0; v < REPRO_COUNTED; v++)
      table_number(&table, c.stated[v]);
    for (int v = 0; v < REPRO_COUNTED; v++)
      table_number(&table, c.best[v]);
  }
  table_write_text(&table, stdout);
  table_free(&table);
}

void study_print(const repro_study *study)
{
  for (int p = 0; p < study->papers; p++) {
    printf("%s  %s\n     %s\n\n", study->paper[p]->name, study->paper[p]->title,
           study->paper[p]->authors);
    cli_table table = paper_table(study, p);
    table_write_text(&table, stdout);
    table_free(&table);
    puts("\nWhere the paper is at fault or silent:");
    print_reasons(study, p);
    putchar('\n');
  }
  print_summary(study);
  puts("\nmatch: to the printed digits; close: within 1.5 %; not a property: what is printed "
       "depends "
       "on the\nsolver, not on the model. The first line of a number is what the paper states, the "
       "lines below it\n(or ...) are other readings.");
}

void study_list(const repro_study *study)
{
  for (int p = 0; p < study->papers; p++) {
    const carom_paper *paper = study->paper[p];
    repro_study all = *study;
    all.pictures = true;
    printf("%s  %s\n     %s\n", paper->name, paper->title, paper->authors);
    for (int i = 0; i < paper->panels; i++)
      if (study_wants(&all, &paper->panel[i]))
        printf("  figure %-4s %s\n", paper->panel[i].name, paper->panel[i].title);
    for (int i = 0; !study->figure && i < paper->numbers; i++) {
      const carom_paper_number *number = &paper->number[i];
      if (number->reading == 0)
        printf("  %-22s %s, %s\n", number->id, number->quantity, number->where);
    }
  }
}

cli_table study_table(const repro_study *study)
{
  static const cli_column columns[] = {
      {"", "paper", NULL, 0},     {"", "id", NULL, 0},       {"", "reading", NULL, 0},
      {"", "where", NULL, 0},     {"", "quantity", NULL, 0}, {"", "unit", NULL, 0},
      {"", "published", NULL, 0}, {"", "measured", NULL, 0}, {"", "computed", NULL, 0},
      {"", "relative", NULL, 0},  {"", "verdict", NULL, 0},  {"", "as", NULL, 0},
      {"", "reason", NULL, 0},    {"", "run", NULL, 0}};
  cli_table table = table_new(columns, COUNT(columns));
  for (int p = 0; p < study->papers; p++)
    for (int i = 0; i < study->paper[p]->numbers; i++) {
      const repro_row *row = &study->row[p][i];
      table_text(&table, study->paper[p]->name);
      table_text(&table, row->number->id);
      table_number(&table, row->number->reading);
      table_text(&table, row->number->where);
      table_text(&table, row->number->quantity);
      table_text(&table, row->number->unit);
      table_text(&table, row->number->printed);
      table_text(&table, row->number->measured ? row->number->measured : "");
      table_number(&table, row->value);
      table_number(&table, row->relative);
      table_text(&table, verdict_name(row->verdict));
      table_text(&table, row->number->as);
      table_text(&table, row->number->reason ? row->number->reason : "");
      table_text(&table, row->run);
    }
  return table;
}

static void write_row(carom_json *json, const repro_row *row)
{
  carom_json_object(json, NULL);
  carom_json_string(json, "id", row->number->id);
  carom_json_integer(json, "reading", row->number->reading);
  carom_json_string(json, "where", row->number->where);
  carom_json_string(json, "quantity", row->number->quantity);
  carom_json_string(json, "unit", row->number->unit);
  carom_json_string(json, "published", row->number->printed);
  carom_json_string(json, "measured", row->number->measured);
  carom_json_number(json, "computed", row->value);
  carom_json_number(json, "relative", row->relative);
  carom_json_string(json, "verdict", verdict_name(row->verdict));
  carom_json_string(json, "as", row->number->as);
  carom_json_string(json, "reason", row->number->reason);
  carom_json_string(json, "run", *row->run ? row->run : NULL);
  carom_json_end(json);
}

static void write_counts(carom_json *json, const char *key, const int count[REPRO_VERDICTS])
{
  carom_json_object(json, key);
  for (int v = 0; v < REPRO_VERDICTS; v++)
    carom_json_integer(json, verdict_name((repro_verdict)v), count[v]);
  carom_json_end(json);
}

void study_json(const void *user, FILE *file)
{
  const repro_study *study = user;
  carom_json json = carom_json_to_file(file);
  carom_json_object(&json, NULL);
  carom_json_string(&json, "carom", carom_version());
  carom_json_array(&json, "papers");
  for (int p = 0; p < study->papers; p++) {
    const repro_counts counts = study_counts(study, p);
    carom_json_object(&json, NULL);
    carom_json_string(&json, "name", study->paper[p]->name);
    carom_json_string(&json, "title", study->paper[p]->title);
    carom_json_string(&json, "authors", study->paper[p]->authors);
    carom_json_integer(&json, "numbers", counts.numbers);
    write_counts(&json, "as_stated", counts.stated);
    write_counts(&json, "best_reading", counts.best);
    carom_json_array(&json, "rows");
    for (int i = 0; i < study->paper[p]->numbers; i++)
      write_row(&json, &study->row[p][i]);
    carom_json_end(&json);
    carom_json_end(&json);
  }
  carom_json_end(&json);
  carom_json_end(&json);
  carom_json_finish(&json, NULL);
}
