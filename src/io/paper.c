/* SPDX-License-Identifier: MIT */
#include "io/paper.h"

#include <string.h>

#include "core/text.h"
#include "io/paper_parts.h"

static const carom_key paper_keys[] = {
    {"paper", CAROM_KEY_TEXT, true, "its name, as in paper: 003", NULL},
    {"authors", CAROM_KEY_TEXT, true, "who wrote it", NULL},
    {"title", CAROM_KEY_TEXT, true, "its title", NULL},
    {"measured", CAROM_KEY_TEXT, true,
     "title of the column of measured values, as in measured: finite elements", NULL},
    {"setting", CAROM_KEY_TEXT, true, "how its numbers are computed here, some sentences", NULL},
    {"equations", CAROM_KEY_LIST, false, "the equations that are used", NULL},
    {"runs", CAROM_KEY_MAP, false, "runs by name", NULL},
    {"looks", CAROM_KEY_MAP, false, "titles, colours and dashes of curves by name", NULL},
    {"numbers", CAROM_KEY_LIST, true, "tables of printed numbers", NULL},
    {"figures", CAROM_KEY_LIST, false, "the figures that are drawn", NULL},
    {"errata", CAROM_KEY_LIST, false, "what is wrong in it", NULL},
    {"open", CAROM_KEY_LIST, false, "what could not be reproduced, and why", NULL},
};

static const carom_key equation_keys[] = {
    {"name", CAROM_KEY_TEXT, true, "what it is of, as in name: EDEM, Eq. 26", NULL},
    {"text", CAROM_KEY_TEXT, true, "the equation, in lines", NULL},
};

static const carom_key erratum_keys[] = {
    {"where", CAROM_KEY_TEXT, true, "the place in the paper, as in where: Eq. 23", NULL},
    {"printed", CAROM_KEY_TEXT, true, "what is printed there", NULL},
    {"instead", CAROM_KEY_TEXT, true, "what it is read as", NULL},
    {"why", CAROM_KEY_TEXT, true, "the evidence", NULL},
};

static const char *text_with(carom_paper_reader *in, const carom_node *node, bool lines)
{
  const char *text = node ? carom_schema_read_text(node, in->faults, "a text") : NULL;
  if (!text) return node ? "" : NULL;
  for (const char *c = text; *c; c++) {
    if (!carom_control_at(c) || (lines && *c == '\n')) continue;
    carom_fault(in->faults, node, false, CAROM_ERR_SYNTAX,
                lines ? "a text has no tabs and control characters; take them out"
                      : "a text of one line is expected here; fold long ones by '>-'");
    return "";
  }
  return text;
}

const char *carom_paper_text(carom_paper_reader *in, const carom_node *node)
{
  return text_with(in, node, false);
}

const char *carom_paper_lines(carom_paper_reader *in, const carom_node *node)
{
  return text_with(in, node, true);
}

const char *carom_paper_option(carom_paper_reader *in, const carom_node *node)
{
  const char *text = carom_paper_text(in, node);
  return text && *text ? text : NULL;
}

const char *carom_paper_name(carom_paper_reader *in, const carom_node *node)
{
  enum { LONGEST = 16 };
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  const char *text = carom_paper_text(in, node);
  if (!text || (*text && strlen(text) <= LONGEST && !text[strspn(text, letters)])) return text;
  carom_fault(in->faults, node, false, CAROM_ERR_SYNTAX,
              "files are named by it: write 1 to %d letters, digits, '-' and '_'", LONGEST);
  return "";
}

bool carom_paper_truth(carom_paper_reader *in, const carom_node *node)
{
  const carom_field field = {
      node && node->key ? node->key : "", NULL, CAROM_WORD(0), 1, 0, "no|yes", "yes or no"};
  double value = field.fallback;
  if (node) carom_schema_read_value(&field, node, in->faults, &value);
  return value == CAROM_WORD(1);
}

int carom_paper_count(carom_paper_reader *in, const carom_node *node, const char *wanted)
{
  return node && carom_schema_read_list(node, in->faults, wanted) ? node->count : 0;
}

void *carom_paper_room(carom_paper_reader *in, int count, size_t size)
{
  void *room = carom_tree_items(in->tree, (size_t)count, size);
  if (!room)
    carom_fault(in->faults, NULL, false, CAROM_ERR_MEMORY,
                "there is not enough memory for this file");
  return room;
}

static void read_equations(carom_paper_reader *in, const carom_node *node)
{
  const carom_group group = CAROM_GROUP("equation", "an equation", "an equation that is used",
                                        CAROM_NO_FIELDS, CAROM_NO_FIELDS, equation_keys);
  const int count = carom_paper_count(in, node, "write '- name: ...' for each equation");
  carom_paper_equation *item = count ? carom_paper_room(in, count, sizeof *item) : NULL;
  if (!item) return;
  in->paper->equation = item;
  in->paper->equations = count;
  for (const carom_node *one = node->first; one; one = one->next, item++) {
    carom_group_values found;
    carom_schema_read(&group, one, in->faults, &found);
    item->name = carom_paper_text(in, carom_group_key_node(&found, "name"));
    item->text = carom_paper_lines(in, carom_group_key_node(&found, "text"));
  }
}

static void read_errata(carom_paper_reader *in, const carom_node *node)
{
  const carom_group group = CAROM_GROUP("erratum", "an erratum", "what is wrong in the paper",
                                        CAROM_NO_FIELDS, CAROM_NO_FIELDS, erratum_keys);
  const int count = carom_paper_count(in, node, "write '- where: ...' for each erratum");
  carom_paper_erratum *item = count ? carom_paper_room(in, count, sizeof *item) : NULL;
  if (!item) return;
  in->paper->erratum = item;
  in->paper->errata = count;
  for (const carom_node *one = node->first; one; one = one->next, item++) {
    carom_group_values found;
    carom_schema_read(&group, one, in->faults, &found);
    item->where = carom_paper_text(in, carom_group_key_node(&found, "where"));
    item->printed = carom_paper_text(in, carom_group_key_node(&found, "printed"));
    item->instead = carom_paper_text(in, carom_group_key_node(&found, "instead"));
    item->why = carom_paper_text(in, carom_group_key_node(&found, "why"));
  }
}

static void read_open(carom_paper_reader *in, const carom_node *node)
{
  const int count = carom_paper_count(in, node, "write a '- ' before each sentence");
  const char **item = count ? carom_paper_room(in, count, sizeof *item) : NULL;
  if (!item) return;
  in->paper->open = item;
  in->paper->opens = count;
  for (const carom_node *one = node->first; one; one = one->next)
    *item++ = carom_paper_text(in, one);
}

static void read_paper(carom_paper_reader *in)
{
  const carom_group group = CAROM_GROUP("paper", "a paper", "a paper file", CAROM_NO_FIELDS,
                                        CAROM_NO_FIELDS, paper_keys);
  const carom_node *root = carom_tree_root(in->tree);
  carom_paper *paper = in->paper;
  carom_group_values found;
  carom_schema_read(&group, root, in->faults, &found);
  if (root->kind != CAROM_NODE_OBJECT) return;
  paper->name = carom_paper_name(in, carom_group_key_node(&found, "paper"));
  paper->authors = carom_paper_text(in, carom_group_key_node(&found, "authors"));
  paper->title = carom_paper_text(in, carom_group_key_node(&found, "title"));
  paper->measured = carom_paper_text(in, carom_group_key_node(&found, "measured"));
  paper->setting = carom_paper_text(in, carom_group_key_node(&found, "setting"));
  in->looks = carom_group_key_node(&found, "looks");
  read_equations(in, carom_group_key_node(&found, "equations"));
  carom_read_paper_runs(in, carom_group_key_node(&found, "runs"));
  carom_read_paper_numbers(in, carom_group_key_node(&found, "numbers"));
  carom_read_paper_figures(in, carom_group_key_node(&found, "figures"));
  read_errata(in, carom_group_key_node(&found, "errata"));
  read_open(in, carom_group_key_node(&found, "open"));
}

carom_paper *carom_paper_read(const char *text, size_t length, carom_faults *faults)
{
  carom_paper_reader in = {.faults = faults};
  carom_error err = {.code = CAROM_OK};
  *faults = (carom_faults){.count = 0};
  if (carom_yaml_read(text, length, CAROM_TREE_BYTES, &in.tree, &err) != CAROM_OK) {
    carom_fault_error(faults, NULL, &err);
    return NULL;
  }
  in.paper = carom_paper_room(&in, 1, sizeof *in.paper);
  if (in.paper) {
    in.paper->tree = in.tree;
    read_paper(&in);
  }
  if (faults->count == 0) return in.paper;
  carom_tree_free(in.tree);
  return NULL;
}

void carom_paper_free(carom_paper *paper)
{
  if (paper) carom_tree_free(paper->tree);
}
