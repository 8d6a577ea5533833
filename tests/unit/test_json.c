/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

#include "io/file.h"
#include "io/json_write.h"
#include "io/tree.h"

#ifndef CAROM_SOURCE_DIR
#define CAROM_SOURCE_DIR "."
#endif
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define LIMIT ((size_t)1 << 26)

static carom_tree *read_text(const char *text)
{
  carom_tree *tree = NULL;
  carom_error err;
  if (carom_json_read(text, strlen(text), LIMIT, &tree, &err) != CAROM_OK)
    fail_msg("%d:%d: %s: %s\n%s", err.line, err.column, err.where, err.text, text);
  return tree;
}

static void refused_at(const char *text, size_t length, carom_status code, int line, int column)
{
  carom_tree *tree = (carom_tree *)&length;
  carom_error err = {.code = CAROM_OK};
  carom_status status = carom_json_read(text, length, LIMIT, &tree, &err);
  if (status != code) fail_msg("'%s': status %d, %s", text, (int)status, err.text);
  assert_null(tree);
  assert_int_equal(err.code, code);
  assert_true(strlen(err.text) > 10);
  if (line && (err.line != line || err.column != column))
    fail_msg("'%s': at %d:%d, not %d:%d (%s)", text, err.line, err.column, line, column, err.text);
  assert_int_equal(carom_json_read(text, length, LIMIT, &tree, NULL), code);
}

static void a_document_becomes_a_tree(void **state)
{
  (void)state;
  carom_tree *tree = read_text("{\"a\": [1, -2.50e1, true, false, null, \"x\\u00e9\\n\"],\r\n"
                               "  \"\xC3\xA9\xC3\xA9\": {}, \"b\": {\"c\": [[]]}}\n");
  const carom_node *root = carom_tree_root(tree);
  assert_int_equal(root->kind, CAROM_NODE_OBJECT);
  assert_int_equal(root->count, 3);
  const carom_node *a = carom_tree_get(root, "a");
  assert_int_equal(a->kind, CAROM_NODE_ARRAY);
  assert_int_equal(a->count, 6);
  assert_int_equal(a->line, 1);
  assert_int_equal(a->column, 7);
  assert_int_equal(a->key_column, 2);
  assert_true(carom_tree_at(a, 0)->number == 1.0);
  assert_true(carom_tree_at(a, 1)->number == -25.0);
  assert_string_equal(carom_tree_at(a, 1)->text, "-2.50e1");
  assert_int_equal(carom_tree_at(a, 1)->length, 7);
  assert_true(carom_tree_at(a, 2)->truth);
  assert_int_equal(carom_tree_at(a, 3)->kind, CAROM_NODE_BOOL);
  assert_false(carom_tree_at(a, 3)->truth);
  assert_int_equal(carom_tree_at(a, 4)->kind, CAROM_NODE_NULL);
  assert_string_equal(carom_tree_at(a, 4)->text, "null");
  assert_string_equal(carom_tree_at(a, 5)->text, "x\xC3\xA9\n");
  assert_null(carom_tree_at(a, 6));
  assert_null(carom_tree_at(a, -1));
  assert_null(carom_tree_get(a, "a"));
  assert_null(carom_tree_get(root, "z"));
  assert_null(carom_tree_get(NULL, "z"));

  const carom_node *empty = carom_tree_get(root, "\xC3\xA9\xC3\xA9");
  assert_int_equal(empty->line, 2);
  assert_int_equal(empty->key_column, 3);
  assert_int_equal(empty->column, 9); /* characters, not bytes */
  assert_int_equal(empty->count, 0);
  assert_null(empty->first);
  int seen = 0;
  for (const carom_node *item = root->first; item; item = item->next) {
    assert_int_equal(item->index, seen++);
    assert_ptr_equal(item->parent, root);
  }
  assert_int_equal(seen, 3);

  char path[64];
  carom_tree_path(carom_tree_get(carom_tree_get(root, "b"), "c")->first, path, sizeof path);
  assert_string_equal(path, "b.c[0]");
  carom_tree_path(root, path, sizeof path);
  assert_string_equal(path, "");
  carom_tree_path(carom_tree_get(carom_tree_get(root, "b"), "c"), path, 3);
  assert_true(strlen(path) < 3);
  assert_string_equal(carom_tree_kind_text(a), "a list");
  carom_tree_free(tree);
  carom_tree_free(NULL);
  assert_null(carom_tree_root(NULL));
}

static void single_values_are_documents(void **state)
{
  (void)state;
  static const char *const good[] = {
      "1",
      " \t\r\n1 ",
      "\"\"",
      "[]",
      "{}",
      "null",
      "true",
      "false",
      "-0",
      "0",
      "0.5",
      "1e5",
      "1E+5",
      "1e-5",
      "-1.5e-3",
      "[ ]",
      "{ }",
      "[[],{}]",
      "1e-999",
      "\"\\u0001\"",
      "\"\\/\"",
      "\"\x7F\"",
      "\"\\ud83d\\ude00\"",
      "[0]",
      "{\"\": 1}",
      "{\"a\":1,\"A\":2}",
      "\"\xF4\x8F\xBF\xBF\"",
  };
  for (size_t i = 0; i < COUNT(good); i++)
    carom_tree_free(read_text(good[i]));
  carom_tree *tree = read_text("\"\\ud83d\\ude00\\\"\\\\\\/\\b\\f\\n\\r\\t\\u20AC\"");
  assert_string_equal(carom_tree_root(tree)->text, "\xF0\x9F\x98\x80\"\\/\b\f\n\r\t\xE2\x82\xAC");
  assert_int_equal(carom_tree_root(tree)->length, 15);
  carom_tree_free(tree);
}

static void faulty_text_is_refused(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    int line, column;
  } bad[] = {
      {"", 1, 1},
      {"  \n ", 2, 2},
      {"[", 1, 2},
      {"{", 1, 2},
      {"]", 1, 1},
      {"[1", 1, 3},
      {"[1,]", 1, 4},
      {"[,1]", 1, 2},
      {"[1 2]", 1, 4},
      {"[1}", 1, 3},
      {"{\"a\"}", 1, 5},
      {"{\"a\":}", 1, 6},
      {"{\"a\":1,}", 1, 8},
      {"{\"a\":1 \"b\":2}", 1, 8},
      {"{a:1}", 1, 2},
      {"{'a':1}", 1, 2},
      {"{1:1}", 1, 2},
      {"1 1", 1, 3},
      {"[] []", 1, 4},
      {"nul", 1, 1},
      {"True", 1, 1},
      {"truex", 1, 5},
      {"NaN", 1, 1},
      {"Infinity", 1, 1},
      {"-Infinity", 1, 1},
      {"+1", 1, 1},
      {"01", 1, 1},
      {"-", 1, 1},
      {"-a", 1, 1},
      {".5", 1, 1},
      {"5.", 1, 1},
      {"1e", 1, 1},
      {"1e+", 1, 1},
      {"0x10", 1, 2},
      {"1,5", 1, 2},
      {"\"", 1, 1},
      {"\"a", 1, 1},
      {"\"a\\", 1, 1},
      {"\"a\\\"", 1, 1},
      {"\"\\x\"", 1, 2},
      {"\"\\u12\"", 1, 2},
      {"\"\\u12g4\"", 1, 2},
      {"\"\\u0000\"", 1, 2},
      {"\"\\ud800\"", 1, 2},
      {"\"\\udc00\"", 1, 2},
      {"\"\\ud800\\u0041\"", 1, 2},
      {"\"\\ud800\\ue000\"", 1, 2},
      {"\"a\nb\"", 1, 3},
      {"\"a\tb\"", 1, 3},
      {"\"\x80\"", 1, 2},
      {"\"ab\xC0\xAF\"", 1, 4},
      {"\"\xED\xA0\x80\"", 1, 2},
      {"\"\xF4\x90\x80\x80\"", 1, 2},
      {"\"\xC3\"", 1, 2},
      {"// x\n1", 1, 1},
      {"[1, # x\n2]", 1, 5},
      {"[1, /* x */ 2]", 1, 5},
      {"\xEF\xBB\xBF[x]", 1, 2}, /* columns are counted behind a byte order mark */
      {"[]\xEF\xBB\xBF", 1, 3},  /* which stands at the beginning only */
      {"\xC2\xA0"
       "1",
       1, 1},
      {"[\n1,\n\n  x]", 4, 3},
      {"[\r1,\r\r  x]", 4, 3},
      {"[\r\n1,\r\n\r\n  x]", 4, 3},
      {"[\"\xC3\xA9\xE2\x82\xAC\", x]", 1, 8},
      {"{\"a\":1,\"b\":2,\n\"a\":3}", 2, 1},
      {"{\"a\":1,\"\\u0061\":3}", 1, 8},
      {"{\"b\":1,\"c\":2, \"c\":3, \"a\":1, \"b\":2}", 1, 15},
  };
  for (size_t i = 0; i < COUNT(bad); i++)
    refused_at(bad[i].text, strlen(bad[i].text), CAROM_ERR_SYNTAX, bad[i].line, bad[i].column);
  carom_tree *marked = NULL;
  assert_int_equal(carom_json_read("\xEF\xBB\xBF[1]", 6, 6, &marked, NULL), CAROM_OK);
  assert_int_equal(carom_tree_root(marked)->column, 1);
  carom_tree_free(marked);
  refused_at("[1\0]", 4, CAROM_ERR_SYNTAX, 1, 3);
  refused_at("\"a\0b\"", 5, CAROM_ERR_SYNTAX, 1, 3);
  refused_at("[1, 1e999]", 10, CAROM_ERR_RANGE, 1, 5);
  carom_tree *tree = NULL;
  assert_int_equal(carom_json_read("[1]", 3, 2, &tree, NULL), CAROM_ERR_RANGE);
  assert_int_equal(carom_json_read("[1]", 3, 3, &tree, NULL), CAROM_OK);
  carom_tree_free(tree);
  assert_int_equal(carom_json_read("[1]", 3, 3, NULL, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_json_read(NULL, 3, 3, &tree, NULL), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_json_read(NULL, 0, 3, &tree, NULL), CAROM_ERR_SYNTAX);
}

static void faults_say_where(void **state)
{
  (void)state;
  carom_tree *tree = NULL;
  carom_error err;
  const char *text = "{\"chain\": {\"beads\": [{\"radius\": 1}, {\"radius\": ,}]}}";
  assert_int_equal(carom_json_read(text, strlen(text), LIMIT, &tree, &err), CAROM_ERR_SYNTAX);
  assert_string_equal(err.where, "chain.beads[1]");
  assert_string_equal(err.text, "a value is expected, not ','");
  text = "{\"chain\": {\"mass\": 1, \"mass\": 2}}";
  assert_int_equal(carom_json_read(text, strlen(text), LIMIT, &tree, &err), CAROM_ERR_SYNTAX);
  assert_string_equal(err.where, "chain.mass");
  assert_string_equal(err.text, "the key 'mass' is given twice; remove one of them");
}

static void depth_is_limited(void **state)
{
  (void)state;
  for (int kind = 0; kind < 2; kind++) {
    for (int depth = 1; depth < 200; depth++) {
      char text[2000] = "";
      for (int i = 0; i < depth; i++)
        strcat(text, kind ? "{\"a\":" : "[");
      strcat(text, kind ? "1" : "");
      for (int i = 0; i < depth; i++)
        strcat(text, kind ? "}" : "]");
      if (depth <= CAROM_TREE_DEPTH)
        carom_tree_free(read_text(text));
      else
        refused_at(text, strlen(text), CAROM_ERR_SYNTAX, 1, CAROM_TREE_DEPTH * (kind ? 5 : 1) + 1);
    }
  }
  char *deep = malloc(1000000);
  assert_non_null(deep);
  memset(deep, '[', 1000000);
  refused_at(deep, 1000000, CAROM_ERR_SYNTAX, 1, 65);
  free(deep);
}

/* Every beginning of a document is refused without a crash, and so is every byte changed, unless
 * the change leaves it valid. */
static void damaged_text_is_safe(void **state)
{
  (void)state;
  const char
      *text = "{\"a\": [1.5e3, \"\\u00e9\\ud83d\\ude00\xC3\xA9\", true], \"b\": {\"c\": null}}";
  size_t length = strlen(text);
  int refused = 0, accepted = 0;
  for (size_t cut = 0; cut < length; cut++) {
    char *part = malloc(cut + 1);
    assert_non_null(part);
    memcpy(part, text, cut);
    char *exact = cut ? realloc(part, cut) : part; /* so that a read beyond the end is noticed */
    assert_non_null(exact);
    refused_at(exact, cut, CAROM_ERR_SYNTAX, 0, 0);
    free(exact);
  }
  for (size_t at = 0; at < length; at++) {
    for (int byte = 0; byte < 256; byte++) {
      char changed[128];
      memcpy(changed, text, length + 1);
      changed[at] = (char)byte;
      carom_tree *tree = NULL;
      if (carom_json_read(changed, length, LIMIT, &tree, NULL) == CAROM_OK)
        accepted++;
      else
        refused++;
      carom_tree_free(tree);
    }
  }
  assert_true(refused > 10000);
  assert_true(accepted > 500);
}

static void many_keys_are_fast(void **state)
{
  (void)state;
  size_t size = 4000000, used = 0;
  char *text = malloc(size);
  assert_non_null(text);
  text[used++] = '{';
  for (int i = 0; i < 200000; i++)
    used += (size_t)snprintf(text + used, size - used, "\"k%d\":%d,", i * 7919 % 200000, i);
  used += (size_t)snprintf(text + used, size - used, "\"x\":0}");
  carom_tree *tree = NULL;
  assert_int_equal(carom_json_read(text, used, LIMIT, &tree, NULL), CAROM_OK);
  assert_int_equal(carom_tree_root(tree)->count, 200001);
  carom_tree_free(tree);
  memcpy(text + used - 6, "\"k5\":0}", 7);
  assert_int_equal(carom_json_read(text, used + 1, LIMIT, &tree, NULL), CAROM_ERR_SYNTAX);
  free(text);
}

static void write_sample(carom_json *json)
{
  carom_json_object(json, NULL);
  carom_json_string(json, "law", "ma-\"liu\"\n\x01\x7F\xC3\xA9\xFF");
  carom_json_number(json, "restitution", 0.1);
  carom_json_number(json, "asked", CAROM_UNSET);
  carom_json_number(json, "wrong", __builtin_nan(""));
  carom_json_integer(json, "steps", -9223372036854775807LL);
  carom_json_bool(json, "done", true);
  carom_json_null(json, "nothing");
  carom_json_string(json, "no", NULL);
  carom_json_object(json, "empty");
  carom_json_end(json);
  carom_json_array(json, "beads");
  carom_json_object(json, NULL);
  carom_json_integer(json, "index", 0);
  carom_json_end(json);
  carom_json_array(json, NULL);
  carom_json_end(json);
  carom_json_end(json);
  carom_json_row(json, "row");
  carom_json_number(json, NULL, 1.0);
  carom_json_object(json, NULL);
  carom_json_bool(json, "a", false);
  carom_json_number(json, "b", 2.5);
  carom_json_end(json);
  carom_json_end(json);
  carom_json_end(json);
}

static const char sample[] = "{\n"
                             "  \"law\": \"ma-\\\"liu\\\"\\n\\u0001\\u007f\xC3\xA9\xEF\xBF\xBD\",\n"
                             "  \"restitution\": 0.1,\n"
                             "  \"asked\": null,\n"
                             "  \"wrong\": null,\n"
                             "  \"steps\": -9223372036854775807,\n"
                             "  \"done\": true,\n"
                             "  \"nothing\": null,\n"
                             "  \"no\": null,\n"
                             "  \"empty\": {},\n"
                             "  \"beads\": [\n"
                             "    {\n"
                             "      \"index\": 0\n"
                             "    },\n"
                             "    []\n"
                             "  ],\n"
                             "  \"row\": [1, {\"a\": false, \"b\": 2.5}]\n"
                             "}\n";

static void json_is_written(void **state)
{
  (void)state;
  carom_json json = carom_json_to_memory();
  write_sample(&json);
  assert_int_equal(carom_json_finish(&json, NULL), CAROM_OK);
  assert_string_equal(json.text, sample);
  assert_int_equal(json.length, strlen(sample));
  carom_tree_free(read_text(json.text));
  free(json.text);

  FILE *file = tmpfile();
  assert_non_null(file);
  json = carom_json_to_file(file);
  write_sample(&json);
  assert_int_equal(carom_json_finish(&json, NULL), CAROM_OK);
  char back[1000] = "";
  rewind(file);
  assert_int_equal(fread(back, 1, sizeof back, file), strlen(sample));
  assert_string_equal(back, sample);
  fclose(file);
}

static void misuse_of_the_writer_is_told(void **state)
{
  (void)state;
  for (int kind = 0; kind < 8; kind++) {
    carom_json json = carom_json_to_memory();
    carom_error err = {.code = CAROM_OK};
    if (kind == 1) carom_json_number(&json, "key", 1.0); /* a key at the top */
    if (kind == 2) carom_json_end(&json);
    if (kind >= 3 && kind < 6) carom_json_object(&json, NULL); /* 3: never ended */
    if (kind == 4) carom_json_number(&json, NULL, 1.0);        /* no key in an object */
    if (kind == 5) {
      carom_json_end(&json);
      carom_json_null(&json, NULL); /* a second value */
    }
    if (kind == 6) {
      carom_json_array(&json, NULL);
      carom_json_number(&json, "key", 1.0); /* a key in an array */
      carom_json_end(&json);
    }
    for (int i = 0; kind == 7 && i <= CAROM_JSON_DEPTH; i++)
      carom_json_array(&json, NULL);
    for (int i = 0; kind == 7 && i <= CAROM_JSON_DEPTH; i++)
      carom_json_end(&json);
    assert_int_equal(carom_json_finish(&json, &err), CAROM_ERR_ARGUMENT);
    assert_int_equal(err.code, CAROM_ERR_ARGUMENT);
    assert_null(json.text);
  }
  carom_json json = carom_json_to_file(NULL);
  carom_json_null(&json, NULL);
  assert_int_equal(carom_json_finish(&json, NULL), CAROM_ERR_ARGUMENT);
  json = carom_json_to_memory();
  for (int i = 0; i < CAROM_JSON_DEPTH; i++)
    carom_json_array(&json, NULL);
  for (int i = 0; i < CAROM_JSON_DEPTH; i++)
    carom_json_end(&json);
  assert_int_equal(carom_json_finish(&json, NULL), CAROM_OK);
  carom_tree_free(read_text(json.text));
  free(json.text);
}

static void a_full_disk_is_told(void **state)
{
  (void)state;
  FILE *file = fopen("/dev/full", "w");
  if (!file) skip();
  carom_json json = carom_json_to_file(file);
  write_sample(&json);
  assert_int_equal(carom_json_finish(&json, NULL), CAROM_ERR_IO);
  fclose(file);
}

static uint64_t draw(uint64_t *seed)
{
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return *seed;
}

static double draw_double(uint64_t *seed)
{
  double value = 0.0;
  do {
    uint64_t raw = draw(seed);
    memcpy(&value, &raw, sizeof value);
  } while (value - value != 0.0);
  return value;
}

static void doubles_come_back_bit_for_bit(void **state)
{
  (void)state;
  enum { DOUBLES = 100000 };
  uint64_t seed = 0x2545F4914F6CDD1Du;
  carom_json json = carom_json_to_memory();
  carom_json_array(&json, NULL);
  for (int i = 0; i < DOUBLES; i++)
    carom_json_number(&json, NULL, draw_double(&seed));
  carom_json_number(&json, NULL, -0.0);
  carom_json_number(&json, NULL, 5e-324);
  carom_json_number(&json, NULL, 1.7976931348623157e308);
  carom_json_end(&json);
  assert_int_equal(carom_json_finish(&json, NULL), CAROM_OK);

  carom_tree *tree = read_text(json.text);
  const double last[] = {-0.0, 5e-324, 1.7976931348623157e308};
  int compared = 0;
  seed = 0x2545F4914F6CDD1Du;
  for (const carom_node *item = carom_tree_root(tree)->first; item; item = item->next) {
    double want = compared < DOUBLES ? draw_double(&seed) : last[compared - DOUBLES];
    assert_memory_equal(&item->number, &want, sizeof want);
    compared++;
  }
  assert_int_equal(compared, DOUBLES + 3);
  carom_tree_free(tree);
  free(json.text);
}

/* Random strings of characters from everywhere in Unicode, and all single bytes. */
static void strings_come_back(void **state)
{
  (void)state;
  static const char *const parts[] = {
      "a",        "\"",           "\\",           "/",
      "\n",       "\x1F",         "\x7F",         " ",
      "\xC2\x80", "\xE2\x82\xAC", "\xEF\xBF\xBF", "\xF0\x9F\x98\x80",
      "u0041"};
  uint64_t seed = 99991;
  for (int round = 0; round < 2000; round++) {
    char text[128] = "";
    for (uint64_t n = draw(&seed) % 20; n > 0; n--)
      strcat(text, parts[draw(&seed) % COUNT(parts)]);
    carom_json json = carom_json_to_memory();
    carom_json_object(&json, NULL);
    carom_json_string(&json, text, text);
    carom_json_end(&json);
    assert_int_equal(carom_json_finish(&json, NULL), CAROM_OK);
    carom_tree *tree = read_text(json.text);
    const carom_node *item = carom_tree_root(tree)->first;
    assert_string_equal(item->text, text);
    assert_string_equal(item->key, text);
    assert_int_equal(item->length, strlen(text));
    carom_tree_free(tree);
    free(json.text);
  }
}

static carom_tree *read_reference(const char *name)
{
  char path[1024], *text = NULL;
  size_t length = 0;
  carom_tree *tree = NULL;
  carom_error err = {.code = CAROM_OK};
  snprintf(path, sizeof path, "%s/tests/reference/%s", CAROM_SOURCE_DIR, name);
  if (carom_file_read(path, LIMIT, &text, &length, &err) != CAROM_OK) fail_msg("%s", err.text);
  if (carom_json_read(text, length, LIMIT, &tree, &err) != CAROM_OK)
    fail_msg("%s:%d:%d: %s", path, err.line, err.column, err.text);
  free(text);
  return tree;
}

static void reference_files_are_read(void **state)
{
  (void)state;
  carom_tree *tree = read_reference("multiple_impacts.json");
  const carom_node *node = carom_tree_get(carom_tree_root(tree), "three_balls");
  node = carom_tree_get(node, "params");
  assert_true(carom_tree_get(node, "E")->number == 209000000000.0);
  assert_true(carom_tree_get(node, "Es")->number == 113597945888.24353);
  assert_string_equal(carom_tree_get(node, "H")->text, "2.8*Sy");
  node = carom_tree_get(carom_tree_get(node, "caseA"), "x");
  assert_int_equal(node->count, 3);
  assert_true(carom_tree_at(node, 1)->number == 0.02007);
  carom_tree_free(tree);

  tree = read_reference("viscous.json");
  node = carom_tree_get(carom_tree_root(tree), "A_hertz_elastic");
  assert_true(carom_tree_get(node, "contact_time")->number == 7.8600749576046e-05);
  assert_true(carom_tree_get(node, "Fmax")->number == 1612.4992297649717);
  assert_true(carom_tree_get(carom_tree_get(node, "params"), "nu")->number == 0.35);
  carom_tree_free(tree);

  tree = read_reference("wang.json");
  node = carom_tree_get(carom_tree_root(tree), "S0 derived constants (Table 1 of 000)");
  assert_string_equal(carom_tree_get(carom_tree_get(node, "values"), "dy")->text,
                      "5.245272321329097e-6");
  assert_int_equal(carom_tree_get(node, "rel_err")->kind, CAROM_NODE_NULL);
  carom_tree_free(tree);
}

static void missing_and_large_files_are_told(void **state)
{
  (void)state;
  char *text = NULL;
  size_t length = 0;
  carom_error err;
  assert_int_equal(carom_file_read("/nonexistent/x.json", LIMIT, &text, &length, &err),
                   CAROM_ERR_IO);
  assert_string_equal(err.text, "cannot read /nonexistent/x.json: there is no such file");
  assert_int_equal(carom_file_read("/", LIMIT, &text, &length, &err), CAROM_ERR_IO);
  assert_int_equal(carom_file_read(NULL, LIMIT, &text, &length, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(
      carom_file_read(CAROM_SOURCE_DIR "/tests/reference/wang.json", 100, &text, &length, &err),
      CAROM_ERR_RANGE);
  assert_null(text);
  assert_int_equal(carom_file_read("/dev/null", 0, &text, &length, &err), CAROM_OK);
  assert_int_equal(length, 0);
  assert_string_equal(text, "");
  free(text);
}

SUITE("json", a_document_becomes_a_tree, single_values_are_documents, faulty_text_is_refused,
      faults_say_where, depth_is_limited, damaged_text_is_safe, many_keys_are_fast, json_is_written,
      misuse_of_the_writer_is_told, a_full_disk_is_told, doubles_come_back_bit_for_bit,
      strings_come_back, reference_files_are_read, missing_and_large_files_are_told)
