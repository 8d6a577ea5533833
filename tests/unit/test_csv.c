/* SPDX-License-Identifier: MIT */
/* Tables of numbers as text. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

#include "io/csv.h"

static void names_units_and_numbers(void **state)
{
  (void)state;
  static const char text[] = "# a comment\r\n\nx[mm], radius[m] ,id\r\n1,2e-3, 7\n\n-4.5,,8\n";
  carom_csv csv;
  carom_error err = {0};
  double factor = 0;
  assert_int_equal(carom_csv_read(text, strlen(text), &csv, &err), CAROM_OK);
  assert_int_equal(csv.columns, 3);
  assert_int_equal(csv.rows, 2);
  assert_string_equal(csv.name[1], "radius");
  assert_string_equal(csv.unit[0], "mm");
  assert_true(csv.value[0] == 1 && csv.value[1] == 2e-3 && csv.value[5] == 8);
  assert_true(isnan(csv.value[4]));
  assert_int_equal(carom_csv_find(&csv, "x", "m", &factor, &err), 0);
  assert_true(factor == 1e-3);
  assert_int_equal(carom_csv_find(&csv, "id", "1", &factor, &err), 2);
  assert_true(factor == 1);
  assert_int_equal(carom_csv_find(&csv, "y", "m", &factor, &err), -1);
  assert_int_equal(err.code, CAROM_OK);
  assert_int_equal(carom_csv_find(&csv, "x", "kg", &factor, &err), -1);
  assert_int_equal(err.code, CAROM_ERR_UNIT);
  carom_csv_free(&csv);
}

/* Programs for tables begin a file with a mark that nobody sees. */
static void a_byte_order_mark_is_no_name(void **state)
{
  (void)state;
  static const char text[] = "\xEF\xBB\xBFx,y\n1,2\n";
  carom_csv csv;
  assert_int_equal(carom_csv_read(text, strlen(text), &csv, NULL), CAROM_OK);
  assert_string_equal(csv.name[0], "x");
  assert_true(csv.value[1] == 2);
  carom_csv_free(&csv);
}

/* Spreadsheets of many countries separate by semicolons, instruments by tabs. */
static void separators_are_those_of_the_first_line(void **state)
{
  (void)state;
  static const char *const same[] = {
      "# c, d\nx[mm],\"a;b\",z\n1,2,3\n4,,6\n,,\n", "# c, d\nx[mm];\"a;b\";z\n1;2;3\n4;;6\n;;\n",
      "# c, d\nx[mm]\t\"a;b\"\tz\n1\t2\t3\n4\t\t6\n\t\t\n",
      "# c, d\r\nx[mm]\t \"a;b\"\t z\r\n 1 \t2\t3 \r\n\r\n4\t\t6\r\n\t\t\r\n"};
  for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
    carom_csv csv;
    carom_error err = {0};
    if (carom_csv_read(same[i], strlen(same[i]), &csv, &err) != CAROM_OK)
      fail_msg("%zu: %d:%d: %s", i, err.line, err.column, err.text);
    assert_int_equal(csv.columns, 3);
    assert_int_equal(csv.rows, 3);
    assert_string_equal(csv.name[1], "a;b");
    assert_string_equal(csv.unit[0], "mm");
    assert_true(csv.value[1] == 2 && csv.value[3] == 4 && csv.value[5] == 6);
    assert_true(isnan(csv.value[4]) && isnan(csv.value[6]) && isnan(csv.value[8]));
    assert_int_equal(carom_csv_line(same[i], strlen(same[i]), 2), i == 3 ? 6 : 5);
    carom_csv_free(&csv);
  }
  carom_csv csv; /* commas come first: tabs beside them are blanks, semicolons part of a name */
  assert_int_equal(carom_csv_read("x,\ta;b\n1,\t2\t\n", 13, &csv, NULL), CAROM_OK);
  assert_string_equal(csv.name[1], "a;b");
  assert_true(csv.rows == 1 && csv.value[1] == 2);
  carom_csv_free(&csv);
}

static void columns_without_units_are_named(void **state)
{
  (void)state;
  static const char text[] = "time,force[N],x,ratio\n1,2,3,4\n";
  carom_csv csv;
  char bare[80] = "";
  assert_int_equal(carom_csv_read(text, strlen(text), &csv, NULL), CAROM_OK);
  carom_csv_bare(&csv, 0, "s", bare, sizeof bare);
  carom_csv_bare(&csv, 1, "N", bare, sizeof bare);
  carom_csv_bare(&csv, 2, "m", bare, sizeof bare);
  carom_csv_bare(&csv, 3, "1", bare, sizeof bare);
  carom_csv_bare(&csv, -1, "m", bare, sizeof bare);
  assert_string_equal(bare, "time in s, x in m");
  carom_csv_free(&csv);
}

static void faults_have_a_place(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    int line, column;
    const char *says;
  } bad[] = {
      {"", 0, 1, "empty"},
      {"# only\n", 1, 8, "empty"},
      {"x[m,y\n1,2\n", 1, 4, "']'"},
      {"x,x\n", 1, 3, "two columns"},
      {"x,,y\n", 1, 3, "missing"},
      {"x,y\n1,2\n3\n", 3, 2, "fewer"},
      {"x,y\n1,2,3\n", 2, 5, "more"},
      {"x,y\n1,abc\n", 2, 3, "number"},
      {"x,y\n1,1e999\n", 2, 3, "number"},
      {"x,y\n1,0x10\n", 2, 3, "number"},
      {"x\nnan\n", 2, 1, "number"},
      {"x;y\n1;2,5\n", 2, 3, "with a point"},
      {"x,y\n1;2\n", 2, 1, "semicolons"},
      {"x;y\n1;2\n3,4\n", 3, 1, "with a point"},
      {"x\ty\n1\n", 2, 2, "fewer"},
      {"x\ty\n1\t2\t3\n", 2, 5, "more"},
      {"x,\"y\n1,2\n", 1, 3, "not closed"},
      {"\"x\"y,z\n1,2\n", 1, 4, "closing quote"},
      {"x,\"\"\n1,2\n", 1, 4, "missing"},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    carom_csv csv;
    carom_error err = {0};
    assert_int_equal(carom_csv_read(bad[i].text, strlen(bad[i].text), &csv, &err),
                     CAROM_ERR_SYNTAX);
    if (err.line != bad[i].line || err.column != bad[i].column || !strstr(err.text, bad[i].says))
      fail_msg("'%s': %d:%d: %s", bad[i].text, err.line, err.column, err.text);
    assert_null(csv.value);
  }
}

/* Whatever a name holds, what is written is what is read. */
static void names_come_back_whatever_they_hold(void **state)
{
  (void)state;
  static const char *const names[] = {"plain",  "a, b", "the \"lower\" one", "\"", ",",
                                      "[left]", "x[m",  " blanks ",          "#3", "\"\",",
                                      "a;b",    ";"};
  enum { COUNT = sizeof names / sizeof *names };
  char *text = NULL;
  size_t length = 0;
  FILE *file = tmpfile();
  assert_non_null(file);
  for (int i = 0; i < COUNT; i++) {
    if (i) fputc(',', file);
    carom_csv_put(file, names[i], i % 2 ? "N m" : "m");
  }
  for (int i = 0; i < COUNT; i++)
    fprintf(file, "%s%d%s", i ? "," : "\n", i, i == 3 ? " " : "");
  fputs("\n\"1\" , \"2\"", file);
  for (int i = 2; i < COUNT; i++)
    fputs(",\"\"", file);
  length = (size_t)ftell(file);
  text = malloc(length + 1);
  rewind(file);
  assert_int_equal(fread(text, 1, length, file), length);
  fclose(file);
  carom_csv csv;
  carom_error err = {0};
  if (carom_csv_read(text, length, &csv, &err) != CAROM_OK)
    fail_msg("%d:%d: %s", err.line, err.column, err.text);
  assert_int_equal(csv.columns, COUNT);
  assert_int_equal(csv.rows, 2);
  for (int i = 0; i < COUNT; i++) {
    assert_string_equal(csv.name[i], names[i]);
    assert_string_equal(csv.unit[i], i % 2 ? "N m" : "m");
    assert_true(csv.value[i] == i);
  }
  assert_true(csv.value[COUNT] == 1 && csv.value[COUNT + 1] == 2 && isnan(csv.value[COUNT + 2]));
  carom_csv_free(&csv);
  free(text);
}

SUITE("csv", names_units_and_numbers, a_byte_order_mark_is_no_name,
      separators_are_those_of_the_first_line, columns_without_units_are_named, faults_have_a_place,
      names_come_back_whatever_they_hold)
