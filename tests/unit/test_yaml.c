/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

#include "io/hash.h"
#include "io/tree.h"

#define SIZE(array) (sizeof(array) / sizeof(array)[0])

static void needs_yaml(void)
{
  if (!carom_yaml_known()) skip();
}

static carom_tree *read_text(const char *text)
{
  carom_tree *tree = NULL;
  carom_error err = {.code = CAROM_OK};
  if (carom_yaml_read(text, strlen(text), CAROM_TREE_BYTES, &tree, &err) != CAROM_OK)
    fail_msg("%d:%d: %s: %s", err.line, err.column, err.where, err.text);
  return tree;
}

static void nodes_know_where_they_stand(void **state)
{
  (void)state;
  needs_yaml();
  carom_tree *tree = read_text("# comment\n"
                               "a: [1, '-2.50e1', true, \"x\\u00e9\"]\n"
                               "b:\n"
                               "  - {c: 20 mm, \xC3\xA9: 5}\n"
                               "  -\n"
                               "d: |\n"
                               "  two\n"
                               "  lines\n");
  const carom_node *root = carom_tree_root(tree);
  assert_int_equal(root->kind, CAROM_NODE_OBJECT);
  assert_int_equal(root->count, 3);
  assert_int_equal(root->line, 2);
  const carom_node *a = carom_tree_get(root, "a");
  assert_int_equal(a->kind, CAROM_NODE_ARRAY);
  assert_int_equal(a->line, 2);
  assert_int_equal(a->column, 4);
  assert_int_equal(a->key_column, 1);
  assert_string_equal(carom_tree_at(a, 1)->text, "-2.50e1");
  assert_int_equal(carom_tree_at(a, 2)->kind, CAROM_NODE_STRING); /* plain scalars stay text */
  assert_string_equal(carom_tree_at(a, 2)->text, "true");
  assert_string_equal(carom_tree_at(a, 3)->text, "x\xC3\xA9");
  const carom_node *b = carom_tree_get(root, "b");
  const carom_node *last = carom_tree_at(carom_tree_at(b, 0), 1);
  assert_string_equal(last->text, "5");
  assert_int_equal(last->line, 4);
  assert_int_equal(last->key_column, 16); /* characters, not bytes */
  assert_int_equal(last->column, 19);
  assert_int_equal(carom_tree_at(b, 1)->kind, CAROM_NODE_NULL);
  assert_string_equal(carom_tree_get(root, "d")->text, "two\nlines\n");
  char path[64];
  carom_tree_path(last, path, sizeof path);
  assert_string_equal(path, "b[0].\xC3\xA9");
  carom_tree_free(tree);
}

static void json_is_yaml(void **state)
{
  (void)state;
  needs_yaml();
  carom_tree *tree = read_text("{\"a\": [1, {\"b\": null}], \"c\": \"x\"}");
  assert_string_equal(carom_tree_get(carom_tree_root(tree), "c")->text, "x");
  carom_tree_free(tree);
  carom_tree_free(read_text("--- \na: 1\n...\n"));
  carom_tree_free(read_text("%YAML 1.1\n---\na: 1\n"));
}

/* Editors of some systems begin a file with a mark that nobody sees. */
static void a_byte_order_mark_is_passed_over(void **state)
{
  (void)state;
  needs_yaml();
  static const char *const texts[] = {"\xEF\xBB\xBFkey: 5", "\xEF\xBB\xBF# comment\nkey: 5",
                                      "\xEF\xBB\xBF{key: 5}", "\xEF\xBB\xBF%YAML 1.1\n---\nkey: 5"};
  for (size_t i = 0; i < SIZE(texts); i++) {
    carom_tree *tree = read_text(texts[i]);
    const carom_node *five = carom_tree_get(carom_tree_root(tree), "key");
    assert_non_null(five);
    assert_string_equal(five->text, "5");
    if (i < 2) assert_int_equal(five->column, 6); /* counted behind it */
    carom_tree_free(tree);
  }
  carom_tree *none = NULL; /* nothing but the mark, or half of one, is no scenario */
  assert_int_not_equal(carom_yaml_read("\xEF\xBB", 2, 100, &none, NULL), CAROM_OK);
}

static void refusals_have_a_place(void **state)
{
  (void)state;
  needs_yaml();
  static const struct {
    const char *text;
    int line, column;
    const char *where, *says;
  } bad[] = {
      {"", 1, 1, "", "empty"},
      {"# only this\n", 1, 1, "", "empty"},
      {"a: 1\na: 2\n", 2, 1, "a", "given twice"},
      {"a: {b: 1, c: 2, b: 3}\n", 1, 17, "a.b", "given twice"},
      {"a: &x 1\n", 1, 4, "", "anchors"},
      {"a: &x {b: 1}\n", 1, 4, "", "anchors"},
      {"a: &x [1]\n", 1, 4, "", "anchors"},
      {"a: 1\nb: *x\n", 2, 4, "", "aliases"},
      {"a: !!str 1\n", 1, 4, "", "tags"},
      {"a: !mine {b: 1}\n", 1, 4, "", "tags"},
      {"a: !mine [b]\n", 1, 4, "", "tags"},
      {"%TAG ! tag:x,2000:\n---\na: 1\n", 1, 1, "", "%TAG"},
      {"a: 1\n---\nb: 2\n", 2, 1, "", "second document"},
      {"a: 1\n...\nb: 2\n", 3, 1, "", "not YAML"},
      {"? [1, 2]\n: 3\n", 1, 3, "", "cannot be a key"},
      {"? {a: 2}\n: 3\n", 1, 3, "", "cannot be a key"},
      {"a: [1, 2\nb: 3\n", 2, 2, "a", "not YAML"},
      {"a: {b: 1\n", 2, 1, "a", "not YAML"},
      {"a: 'x\n", 2, 1, "", "not YAML"},
      {"a: b: c\n", 1, 5, "", "not YAML"},
      {"a:\n\tb: 1\n", 2, 1, "", "tabs"},
      {"a: \"\\0\"\n", 1, 4, "", "U+0000"},
      {"a: \"\\ud800\"\n", 1, 7, "", "not YAML"},
      {"a: x\x01y\n", 1, 5, "", "UTF-8"},
      {"a: \xFF\n", 1, 4, "", "UTF-8"},
      {"a: \xC3\n", 1, 5, "", "UTF-8"},
      {"x:\n  a: 1\n b: 2\n", 3, 2, "", "not YAML"},
  };
  for (size_t i = 0; i < SIZE(bad); i++) {
    carom_tree *tree = NULL;
    carom_error err = {.code = CAROM_OK};
    assert_int_not_equal(
        carom_yaml_read(bad[i].text, strlen(bad[i].text), CAROM_TREE_BYTES, &tree, &err), CAROM_OK);
    assert_null(tree);
    if (err.line != bad[i].line || err.column != bad[i].column || strcmp(err.where, bad[i].where) ||
        !strstr(err.text, bad[i].says))
      fail_msg("'%s' gives %d:%d: '%s': %s", bad[i].text, err.line, err.column, err.where,
               err.text);
  }
}

static void garbage_is_refused(void **state)
{
  (void)state;
  needs_yaml();
  uint64_t seed = 7;
  char text[512];
  for (int k = 0; k < 2000; k++) {
    for (size_t i = 0; i < sizeof text; i++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      text[i] = (char)(seed >> 56);
    }
    carom_tree *tree = NULL;
    carom_error err = {.code = CAROM_OK};
    assert_int_not_equal(carom_yaml_read(text, sizeof text, CAROM_TREE_BYTES, &tree, &err),
                         CAROM_OK);
    assert_true(err.line >= 1 && err.column >= 1 && strlen(err.text) > 0);
  }
}

static void depth_is_limited(void **state)
{
  (void)state;
  needs_yaml();
  enum { DEEP = 100000 };
  char *text = malloc(2 * DEEP);
  assert_non_null(text);
  carom_tree *tree = NULL;
  carom_error err = {.code = CAROM_OK};
  memset(text, '[', CAROM_TREE_DEPTH);
  memset(text + CAROM_TREE_DEPTH, ']', CAROM_TREE_DEPTH);
  assert_int_equal(carom_yaml_read(text, 2 * CAROM_TREE_DEPTH, CAROM_TREE_BYTES, &tree, &err),
                   CAROM_OK);
  carom_tree_free(tree);
  memset(text, '[', DEEP);
  memset(text + DEEP, ']', DEEP);
  assert_int_equal(carom_yaml_read(text, 2 * DEEP, CAROM_TREE_BYTES, &tree, &err),
                   CAROM_ERR_SYNTAX);
  assert_null(tree);
  free(text);
}

static void size_is_limited(void **state)
{
  (void)state;
  needs_yaml();
  carom_tree *tree = NULL;
  carom_error err = {.code = CAROM_OK};
  assert_int_equal(carom_yaml_read("a: 12", 5, 4, &tree, &err), CAROM_ERR_RANGE);
  assert_int_equal(carom_yaml_read(NULL, 5, 9, &tree, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_yaml_read("a: 1", 4, 9, NULL, &err), CAROM_ERR_ARGUMENT);
  assert_int_equal(carom_yaml_read("a: 1", 4, 9, &tree, NULL), CAROM_OK);
  carom_tree_free(tree);
}

static void values_are_put_in_place(void **state)
{
  (void)state;
  static const char text[] = "{\"a\": {\"b\": [1, {\"c_d\": 2}]}, \"e\": 3}";
  carom_tree *tree = NULL;
  carom_error err = {.code = CAROM_OK};
  char line[200];
  assert_int_equal(carom_json_read(text, strlen(text), CAROM_TREE_BYTES, &tree, &err), CAROM_OK);
  static const char *const good[][2] = {{"e", "20 mm"},
                                        {"a.b.0", "x"},
                                        {"a.b[1].c-d", "9"},
                                        {"a.b.1.new", "[1, [2]]"},
                                        {"f.g.h", "{\"i\": 1}"}};
  for (size_t i = 0; i < SIZE(good); i++)
    if (carom_tree_set(tree, good[i][0], good[i][1], &err) != CAROM_OK)
      fail_msg("%s: %s", good[i][0], err.text);
  carom_tree_print(carom_tree_root(tree), line, sizeof line);
  assert_string_equal(line,
                      "{a: {b: [x, {c_d: 9, new: [1, [2]]}]}, e: 20 mm, f: {g: {h: {i: 1}}}}");
  static const char *const bad[][2] = {{"", "path"},        {".a", "path"},     {"a..b", "path"},
                                       {"a.", "path"},      {"a[", "path"},     {"a.b[1", "path"},
                                       {"a.b.2", "has 2"},  {"a.b.x", "has 2"}, {"e.f", "a text"},
                                       {"a.b.-1", "has 2"}, {"a[1]x", "path"}};
  for (size_t i = 0; i < SIZE(bad); i++) {
    if (carom_tree_set(tree, bad[i][0], "1", &err) == CAROM_OK || !strstr(err.text, bad[i][1]))
      fail_msg("'%s' gives '%s'", bad[i][0], err.text);
    assert_int_equal(err.line, 0);
  }
  assert_int_equal(carom_tree_set(tree, "e", "[1", &err), CAROM_ERR_SYNTAX);
  assert_string_equal(err.where, "e");
  carom_tree_print(carom_tree_root(tree), line, 10);
  assert_int_equal(strlen(line), 9);
  carom_tree_free(tree);
}

static void hashes_are_those_of_the_standard(void **state)
{
  (void)state;
  static const char *const known[][2] = {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"}};
  char text[CAROM_HASH_ROOM];
  for (size_t i = 0; i < SIZE(known); i++) {
    carom_hash(known[i][0], strlen(known[i][0]), text);
    assert_string_equal(text, known[i][1]);
  }
  char *many = malloc(1000000);
  assert_non_null(many);
  memset(many, 'a', 1000000);
  carom_hash(many, 1000000, text);
  assert_string_equal(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  free(many);
}

SUITE("yaml", nodes_know_where_they_stand, json_is_yaml, a_byte_order_mark_is_passed_over,
      refusals_have_a_place, garbage_is_refused, depth_is_limited, size_is_limited,
      values_are_put_in_place, hashes_are_those_of_the_standard)
