/* SPDX-License-Identifier: MIT */
/* A strict JSON reader (RFC 8259): one pass, recursive, at most CAROM_TREE_DEPTH levels deep. */
#include "io/tree.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/number.h"
#include "core/text.h"

struct reader {
  const char *at, *end;
  const char *seen; /* lines and columns have been counted up to here */
  int line, column;
  int depth;
  carom_tree *tree;
  const char *key; /* key of the next value, or NULL */
  int key_line, key_column;
  const carom_node *inside; /* the innermost open object or array, for messages */
  carom_error *err;
};

/* Advances the count of lines and columns to in->at. */
static void locate(struct reader *in)
{
  for (; in->seen < in->at; in->seen++) {
    bool first_of_pair = *in->seen == '\r' && in->seen + 1 < in->end && in->seen[1] == '\n';
    if (*in->seen == '\n' || (*in->seen == '\r' && !first_of_pair)) {
      in->line++;
      in->column = 1;
    } else if (((unsigned char)*in->seen & 0xC0) != 0x80) {
      in->column++;
    }
  }
}

static carom_status fault(struct reader *in, carom_status code, const char *text)
{
  char path[96];
  locate(in);
  carom_tree_path(in->inside, path, sizeof path);
  return carom_fail_at(in->err, code, in->line, in->column, path, "%s", text);
}

static carom_status syntax(struct reader *in, const char *text)
{
  return fault(in, CAROM_ERR_SYNTAX, text);
}

static carom_status no_memory(struct reader *in)
{
  return fault(in, CAROM_ERR_MEMORY, "there is not enough memory for this file");
}

/* Reports what was expected and what was found. */
static carom_status expected(struct reader *in, const char *what)
{
  char text[160], found[24];
  size_t left = (size_t)(in->end - in->at);
  size_t length = carom_utf8_length(in->at, left);
  if (left == 0)
    snprintf(found, sizeof found, "the end of the text");
  else if (length == 0 || (unsigned char)*in->at < 0x20)
    snprintf(found, sizeof found, "the byte 0x%02X", (unsigned)(unsigned char)*in->at);
  else
    snprintf(found, sizeof found, "'%.*s'", (int)length, in->at);
  const char *hint = "";
  if (left > 0 && (*in->at == '#' || *in->at == '/')) hint = "; JSON has no comments";
  if (left > 0 && *in->at == '\'') hint = "; JSON has double quotes only";
  snprintf(text, sizeof text, "%s is expected, not %s%s", what, found, hint);
  return syntax(in, text);
}

static char next(const struct reader *in)
{
  return in->at < in->end ? *in->at : '\0';
}

static void skip_blanks(struct reader *in)
{
  while (in->at < in->end &&
         (*in->at == ' ' || *in->at == '\t' || *in->at == '\n' || *in->at == '\r'))
    in->at++;
}

static size_t put_utf8(uint32_t code, char *to)
{
  if (code < 0x80) {
    to[0] = (char)code;
    return 1;
  }
  if (code < 0x800) {
    to[0] = (char)(0xC0 | (code >> 6));
    to[1] = (char)(0x80 | (code & 0x3F));
    return 2;
  }
  if (code < 0x10000) {
    to[0] = (char)(0xE0 | (code >> 12));
    to[1] = (char)(0x80 | ((code >> 6) & 0x3F));
    to[2] = (char)(0x80 | (code & 0x3F));
    return 3;
  }
  to[0] = (char)(0xF0 | (code >> 18));
  to[1] = (char)(0x80 | ((code >> 12) & 0x3F));
  to[2] = (char)(0x80 | ((code >> 6) & 0x3F));
  to[3] = (char)(0x80 | (code & 0x3F));
  return 4;
}

/* Reads four hexadecimal digits after "\u"; returns false if there are none. */
static bool read_hex(struct reader *in, uint32_t *code)
{
  if (in->end - in->at < 6 || in->at[0] != '\\' || in->at[1] != 'u') return false;
  *code = 0;
  for (int i = 2; i < 6; i++) {
    char c = in->at[i];
    int digit = c >= '0' && c <= '9'   ? c - '0'
                : c >= 'a' && c <= 'f' ? c - 'a' + 10
                : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                       : -1;
    if (digit < 0) return false;
    *code = 16 * *code + (uint32_t)digit;
  }
  return true;
}

/* Reads one escape sequence; on an error in->at remains at its backslash. */
static carom_status read_escape(struct reader *in, char **to)
{
  static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
  char kind = in->end - in->at > 1 ? in->at[1] : '\0';
  const char *plain = kind ? strchr(from, kind) : NULL;
  if (plain) {
    *(*to)++ = into[plain - from];
    in->at += 2;
    return CAROM_OK;
  }
  uint32_t code = 0, low = 0;
  if (kind != 'u') return syntax(in, "an unknown escape sequence; a backslash is written \\\\");
  if (!read_hex(in, &code)) return syntax(in, "\\u needs four hexadecimal digits");
  if (code == 0) return syntax(in, "the character U+0000 is not accepted in a text");
  if (code >= 0xD800 && code < 0xE000) {
    const char *start = in->at;
    in->at += 6;
    if (code >= 0xDC00 || !read_hex(in, &low) || low < 0xDC00 || low >= 0xE000) {
      in->at = start;
      return syntax(in, "half of a surrogate pair; write the character itself");
    }
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  }
  in->at += 6;
  *to += put_utf8(code, *to);
  return CAROM_OK;
}

/* Reads a string; in->at is at its opening quote. */
static carom_status read_string(struct reader *in, const char **text, size_t *length)
{
  const char *close = in->at + 1;
  while (close < in->end && *close != '"')
    close += *close == '\\' && in->end - close > 1 ? 2 : 1;
  if (close >= in->end) return syntax(in, "this text is never closed; a '\"' is missing");
  char *decoded = carom_tree_room(in->tree, (size_t)(close - in->at));
  if (!decoded) return no_memory(in);

  char *to = decoded;
  in->at++;
  while (in->at < close) {
    if (*in->at == '\\') {
      CAROM_TRY(read_escape(in, &to));
      continue;
    }
    if ((unsigned char)*in->at < 0x20)
      return syntax(in, "a control character in a text; write it as an escape such as \\n or \\t");
    size_t bytes = carom_utf8_length(in->at, (size_t)(close - in->at));
    if (bytes == 0) return syntax(in, "this is not UTF-8; save the file as UTF-8");
    memcpy(to, in->at, bytes);
    to += bytes;
    in->at += bytes;
  }
  *to = '\0';
  in->at = close + 1;
  *text = decoded;
  *length = (size_t)(to - decoded);
  return CAROM_OK;
}

static const char *skip_digits(const char *at, const char *end)
{
  while (at < end && *at >= '0' && *at <= '9')
    at++;
  return at;
}

/* The end of the number at in->at by JSON's grammar; NULL if there is none. */
static const char *end_of_number(const struct reader *in)
{
  const char *at = in->at, *end = in->end;
  if (at < end && *at == '-') at++;
  const char *after = skip_digits(at, end);
  if (after == at || (*at == '0' && after - at > 1)) return NULL;
  at = after;
  if (at < end && *at == '.') {
    after = skip_digits(at + 1, end);
    if (after == at + 1) return NULL;
    at = after;
  }
  if (at < end && (*at == 'e' || *at == 'E')) {
    at++;
    if (at < end && (*at == '+' || *at == '-')) at++;
    after = skip_digits(at, end);
    if (after == at) return NULL;
    at = after;
  }
  return at;
}

static carom_status read_number(struct reader *in, carom_node *node)
{
  const char *end = end_of_number(in);
  if (!end) return syntax(in, "a faulty number; write it like 12, -0.5 or 1e-3");
  node->length = (size_t)(end - in->at);
  node->text = carom_tree_copy(in->tree, in->at, node->length);
  if (!node->text) return no_memory(in);
  if (!carom_number_value(node->text, node->length, 0, &node->number))
    return fault(in, CAROM_ERR_RANGE, "this number is too large; the largest is about 1.8e308");
  in->at = end;
  return CAROM_OK;
}

static bool read_literal(struct reader *in, carom_node *node, const char *text)
{
  size_t length = strlen(text);
  if ((size_t)(in->end - in->at) < length || memcmp(in->at, text, length) != 0) return false;
  node->text = text;
  node->length = length;
  in->at += length;
  return true;
}

static carom_status read_value(struct reader *in, carom_node *parent);

static carom_status read_member(struct reader *in, carom_node *object)
{
  const char *key = NULL;
  size_t length = 0;
  if (next(in) != '"') return expected(in, "a key in double quotes");
  locate(in);
  in->key_line = in->line;
  in->key_column = in->column;
  CAROM_TRY(read_string(in, &key, &length));
  skip_blanks(in);
  if (next(in) != ':') return expected(in, "':' after the key");
  in->at++;
  skip_blanks(in);
  in->key = key;
  return read_value(in, object);
}

static carom_status check_keys(struct reader *in, const carom_node *object)
{
  const carom_node *repeated = NULL;
  if (!carom_tree_repeated(object, &repeated)) return no_memory(in);
  if (!repeated) return CAROM_OK;
  char path[96];
  carom_tree_path(repeated, path, sizeof path);
  return carom_fail_at(in->err, CAROM_ERR_SYNTAX, repeated->key_line, repeated->key_column, path,
                       "the key '%.60s' is given twice; remove one of them", repeated->key);
}

/* Reads the items of an array or object, including its brackets. */
static carom_status read_items(struct reader *in, carom_node *node, char close)
{
  bool object = close == '}';
  const carom_node *outside = in->inside;
  if (in->depth >= CAROM_TREE_DEPTH) return syntax(in, "more than 64 levels of brackets");
  in->depth++;
  in->inside = node;
  in->at++;
  skip_blanks(in);
  while (next(in) != close) {
    CAROM_TRY(object ? read_member(in, node) : read_value(in, node));
    skip_blanks(in);
    if (next(in) == close) break;
    if (next(in) != ',') return expected(in, object ? "',' or '}'" : "',' or ']'");
    in->at++;
    skip_blanks(in);
    if (next(in) == close) return syntax(in, "a comma before the closing bracket; remove it");
  }
  if (object) CAROM_TRY(check_keys(in, node));
  in->at++;
  in->inside = outside;
  in->depth--;
  return CAROM_OK;
}

static carom_status read_value(struct reader *in, carom_node *parent)
{
  locate(in);
  char first = next(in);
  carom_node_kind kind = first == '{'                   ? CAROM_NODE_OBJECT
                         : first == '['                 ? CAROM_NODE_ARRAY
                         : first == '"'                 ? CAROM_NODE_STRING
                         : first == 't' || first == 'f' ? CAROM_NODE_BOOL
                         : first == 'n'                 ? CAROM_NODE_NULL
                                                        : CAROM_NODE_NUMBER;
  if (kind == CAROM_NODE_NUMBER && first != '-' && !(first >= '0' && first <= '9'))
    return expected(in, "a value");
  carom_node *node = carom_tree_add(in->tree, parent, kind, in->line, in->column);
  if (!node) return no_memory(in);
  if (in->key) {
    node->key = in->key;
    node->key_line = in->key_line;
    node->key_column = in->key_column;
    in->key = NULL;
  }
  switch (kind) {
  case CAROM_NODE_OBJECT:
    return read_items(in, node, '}');
  case CAROM_NODE_ARRAY:
    return read_items(in, node, ']');
  case CAROM_NODE_STRING:
    return read_string(in, &node->text, &node->length);
  case CAROM_NODE_NUMBER:
    return read_number(in, node);
  case CAROM_NODE_BOOL:
    node->truth = first == 't';
    if (read_literal(in, node, first == 't' ? "true" : "false")) return CAROM_OK;
    break;
  case CAROM_NODE_NULL:
    if (read_literal(in, node, "null")) return CAROM_OK;
    break;
  }
  return syntax(in, "an unknown word; text stands in double quotes, and the only words are true, "
                    "false and null");
}

static carom_status read_document(struct reader *in)
{
  skip_blanks(in);
  CAROM_TRY(read_value(in, NULL));
  skip_blanks(in);
  if (in->at < in->end) return expected(in, "the end of the text");
  return CAROM_OK;
}

carom_status carom_json_read(const char *text, size_t length, size_t limit, carom_tree **tree,
                             carom_error *err)
{
  carom_tree *made;
  CAROM_TRY(carom_tree_begin(text, length, limit, tree, &made, err));
  if (!text) text = "";
  const char *start = text + carom_tree_mark(text, length);
  struct reader in = {.at = start, .end = text + length, .seen = start, .line = 1, .column = 1};
  in.tree = made;
  in.err = err;
  return carom_tree_end(made, read_document(&in), tree);
}
