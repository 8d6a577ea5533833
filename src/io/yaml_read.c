/* SPDX-License-Identifier: MIT */
/* Reads YAML through the events of libyaml into the same tree as JSON. */
#include "io/tree.h"

#include <stdlib.h>
#include <string.h>

#ifdef CAROM_HAVE_YAML

#include <yaml.h>

struct reader {
  yaml_parser_t parser;
  const char *text;
  size_t length;
  carom_tree *tree;
  carom_node *open[CAROM_TREE_DEPTH]; /* objects and arrays still open */
  int depth;
  const char *key; /* key of the next value, or NULL */
  int key_line, key_column;
  bool done; /* the one document is complete */
  carom_error *err;
};

bool carom_yaml_known(void)
{
  return true;
}

static carom_status fault(const struct reader *in, carom_status code, yaml_mark_t mark,
                          const char *text)
{
  char path[96] = "";
  if (in->depth > 0) carom_tree_path(in->open[in->depth - 1], path, sizeof path);
  return carom_fail_at(in->err, code, (int)mark.line + 1, (int)mark.column + 1, path, "%s", text);
}

static carom_status no_memory(const struct reader *in, yaml_mark_t mark)
{
  return fault(in, CAROM_ERR_MEMORY, mark, "there is not enough memory for this file");
}

/* Reports bytes that are not text by their offset only. */
static carom_status not_text(const struct reader *in)
{
  const size_t end = in->parser.problem_offset < in->length ? in->parser.problem_offset
                                                            : in->length;
  yaml_mark_t mark = {0, 0, 0};
  for (size_t i = 0; i < end; i++) {
    if (in->text[i] == '\n') {
      mark.line++;
      mark.column = 0;
    } else if (((unsigned char)in->text[i] & 0xC0) != 0x80) {
      mark.column++;
    }
  }
  return fault(in, CAROM_ERR_SYNTAX, mark,
               "this is no text in UTF-8; save the file as UTF-8 without control characters");
}

static carom_status not_yaml(const struct reader *in)
{
  const yaml_parser_t *p = &in->parser;
  char path[96] = "";
  if (p->error == YAML_MEMORY_ERROR) return no_memory(in, p->mark);
  if (p->error == YAML_READER_ERROR) return not_text(in);
  const yaml_mark_t mark = p->problem_mark;
  const bool tab = mark.index < in->length && in->text[mark.index] == '\t';
  if (in->depth > 0) carom_tree_path(in->open[in->depth - 1], path, sizeof path);
  return carom_fail_at(
      in->err, CAROM_ERR_SYNTAX, (int)mark.line + 1, (int)mark.column + 1, path,
      "this is not YAML: %s%s%s%s", p->context ? p->context : "", p->context ? ", " : "",
      p->problem ? p->problem : "a fault",
      tab ? "; indent with blanks, not with tabs"
          : "; look for a missing bracket, quote or ': ' here or in the line above");
}

/* Rejects anchors and tags, which readers interpret differently. */
static carom_status refuse_marks(const struct reader *in, const yaml_char_t *anchor,
                                 const yaml_char_t *tag, yaml_mark_t mark)
{
  if (anchor)
    return fault(in, CAROM_ERR_SYNTAX, mark,
                 "anchors ('&name') are not accepted; write the values out");
  if (tag)
    return fault(in, CAROM_ERR_SYNTAX, mark, "tags ('!name') are not accepted; leave the tag out");
  return CAROM_OK;
}

/* Adds a node at its position, with the key read before it. */
static carom_status add(struct reader *in, carom_node_kind kind, yaml_mark_t mark, carom_node **out)
{
  carom_node *parent = in->depth > 0 ? in->open[in->depth - 1] : NULL;
  if (parent && parent->kind == CAROM_NODE_OBJECT && !in->key)
    return fault(in, CAROM_ERR_SYNTAX, mark, "a list or group cannot be a key; write a word");
  carom_node *node = carom_tree_add(in->tree, parent, kind, (int)mark.line + 1,
                                    (int)mark.column + 1);
  if (!node) return no_memory(in, mark);
  node->key = in->key;
  node->key_line = in->key_line;
  node->key_column = in->key_column;
  in->key = NULL;
  in->key_line = in->key_column = 0;
  *out = node;
  return CAROM_OK;
}

static carom_status read_scalar(struct reader *in, const yaml_event_t *event)
{
  const char *value = (const char *)event->data.scalar.value;
  const size_t length = event->data.scalar.length;
  const carom_node *parent = in->depth > 0 ? in->open[in->depth - 1] : NULL;
  CAROM_TRY(refuse_marks(in, event->data.scalar.anchor, event->data.scalar.tag, event->start_mark));
  if (memchr(value, '\0', length))
    return fault(in, CAROM_ERR_SYNTAX, event->start_mark,
                 "the character U+0000 is not accepted in a text");
  char *text = carom_tree_copy(in->tree, value, length);
  if (!text) return no_memory(in, event->start_mark);
  if (parent && parent->kind == CAROM_NODE_OBJECT && !in->key) {
    in->key = text;
    in->key_line = (int)event->start_mark.line + 1;
    in->key_column = (int)event->start_mark.column + 1;
    return CAROM_OK;
  }
  const bool nothing = length == 0 && event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
  carom_node *node = NULL;
  CAROM_TRY(add(in, nothing ? CAROM_NODE_NULL : CAROM_NODE_STRING, event->start_mark, &node));
  node->text = text;
  node->length = length;
  return CAROM_OK;
}

static carom_status begin(struct reader *in, carom_node_kind kind, const yaml_event_t *event)
{
  carom_node *node = NULL;
  if (in->depth >= CAROM_TREE_DEPTH)
    return fault(in, CAROM_ERR_SYNTAX, event->start_mark, "more than 64 levels of groups");
  CAROM_TRY(add(in, kind, event->start_mark, &node));
  in->open[in->depth++] = node;
  return CAROM_OK;
}

static carom_status end(struct reader *in, const yaml_event_t *event)
{
  const carom_node *node = in->open[in->depth - 1], *repeated = NULL;
  if (node->kind == CAROM_NODE_OBJECT) {
    if (!carom_tree_repeated(node, &repeated)) return no_memory(in, event->start_mark);
    if (repeated) {
      char path[96];
      carom_tree_path(repeated, path, sizeof path);
      return carom_fail_at(in->err, CAROM_ERR_SYNTAX, repeated->key_line, repeated->key_column,
                           path, "the key '%.60s' is given twice; remove one of them",
                           repeated->key);
    }
  }
  in->depth--;
  return CAROM_OK;
}

static carom_status begin_document(const struct reader *in, const yaml_event_t *event)
{
  if (in->done)
    return fault(in, CAROM_ERR_SYNTAX, event->start_mark,
                 "a second document begins here; a file holds one, remove what follows '---'");
  if (event->data.document_start.tag_directives.start !=
      event->data.document_start.tag_directives.end)
    return fault(in, CAROM_ERR_SYNTAX, event->start_mark,
                 "tag directives ('%TAG') are not accepted; leave them out");
  return CAROM_OK;
}

static carom_status take(struct reader *in, const yaml_event_t *event)
{
  switch (event->type) {
  case YAML_DOCUMENT_START_EVENT:
    return begin_document(in, event);
  case YAML_DOCUMENT_END_EVENT:
    in->done = true;
    return CAROM_OK;
  case YAML_ALIAS_EVENT:
    return fault(in, CAROM_ERR_SYNTAX, event->start_mark,
                 "aliases ('*name') are not accepted; write the values out");
  case YAML_SCALAR_EVENT:
    return read_scalar(in, event);
  case YAML_SEQUENCE_START_EVENT:
    CAROM_TRY(refuse_marks(in, event->data.sequence_start.anchor, event->data.sequence_start.tag,
                           event->start_mark));
    return begin(in, CAROM_NODE_ARRAY, event);
  case YAML_MAPPING_START_EVENT:
    CAROM_TRY(refuse_marks(in, event->data.mapping_start.anchor, event->data.mapping_start.tag,
                           event->start_mark));
    return begin(in, CAROM_NODE_OBJECT, event);
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT:
    return end(in, event);
  default:
    return CAROM_OK;
  }
}

static carom_status read_events(struct reader *in)
{
  for (;;) {
    yaml_event_t event;
    if (!yaml_parser_parse(&in->parser, &event)) return not_yaml(in);
    const bool last = event.type == YAML_STREAM_END_EVENT;
    const carom_status status = take(in, &event);
    yaml_event_delete(&event);
    CAROM_TRY(status);
    if (last) break;
  }
  if (!carom_tree_root(in->tree))
    return carom_fail_at(in->err, CAROM_ERR_SYNTAX, 1, 1, "", "the text is empty");
  return CAROM_OK;
}

static carom_status read_text(const char *text, size_t length, carom_tree *tree, carom_error *err)
{
  struct reader in = {.text = text, .length = length, .tree = tree, .err = err};
  if (!yaml_parser_initialize(&in.parser))
    return carom_fail(err, CAROM_ERR_MEMORY, NULL, "there is not enough memory");
  yaml_parser_set_encoding(&in.parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&in.parser, (const unsigned char *)text, length);
  const carom_status status = read_events(&in);
  yaml_parser_delete(&in.parser);
  return status;
}

#else

bool carom_yaml_known(void)
{
  return false;
}

static carom_status read_text(const char *text, size_t length, carom_tree *tree, carom_error *err)
{
  (void)text, (void)length, (void)tree;
  return carom_fail(err, CAROM_ERR_IO, NULL,
                    "this build reads scenario files in JSON only: it was made without libyaml "
                    "(Debian: libyaml-dev); write the file as JSON or build with libyaml");
}

#endif

carom_status carom_yaml_read(const char *text, size_t length, size_t limit, carom_tree **tree,
                             carom_error *err)
{
  carom_tree *made;
  CAROM_TRY(carom_tree_begin(text, length, limit, tree, &made, err));
  const size_t mark = carom_tree_mark(text, length);
  return carom_tree_end(made, read_text(text ? text + mark : "", length - mark, made, err), tree);
}
