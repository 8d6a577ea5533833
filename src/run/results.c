/* SPDX-License-Identifier: MIT */
#include "run/results.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "run/defaults.h"
#include "run/run.h"

enum { PATH = 256, DEPTH = CAROM_JSON_DEPTH };

/* Names and texts are offsets into one buffer while it grows, and pointers in the end. */
struct carom_result_list {
  carom_result *item;
  size_t *name, *text;
  int count, room;
  char *buffer;
  size_t used, size;
  char path[PATH];
  struct {
    size_t length; /* length of the path up to here */
    int index;     /* index of the next item of an array */
  } level[DEPTH];
  int depth;
  bool out_of_memory;
};

void carom_result_list_free(carom_result_list *list)
{
  if (!list) return;
  free(list->item);
  free(list->name);
  free(list->text);
  free(list->buffer);
  free(list);
}

static size_t keep_text(carom_result_list *list, const char *text)
{
  const size_t length = strlen(text) + 1;
  if (list->used + length > list->size) {
    const size_t size = 2 * list->size + length + 1024;
    char *grown = realloc(list->buffer, size);
    if (!grown) {
      list->out_of_memory = true;
      return 0;
    }
    list->buffer = grown;
    list->size = size;
  }
  memcpy(list->buffer + list->used, text, length);
  list->used += length;
  return list->used - length;
}

static bool make_room(carom_result_list *list)
{
  if (list->count < list->room) return true;
  const int room = list->room ? 2 * list->room : 64;
  carom_result *item = realloc(list->item, (size_t)room * sizeof *item);
  if (item) list->item = item;
  size_t *name = realloc(list->name, (size_t)room * sizeof *name);
  if (name) list->name = name;
  size_t *text = realloc(list->text, (size_t)room * sizeof *text);
  if (text) list->text = text;
  if (item && name && text) list->room = room;
  list->out_of_memory |= !item || !name || !text;
  return !list->out_of_memory;
}

static void add(carom_result_list *list, const carom_json_item *item)
{
  static const carom_result_type type[] = {[CAROM_JSON_NUMBER] = CAROM_RESULT_NUMBER,
                                           [CAROM_JSON_BOOL] = CAROM_RESULT_BOOL,
                                           [CAROM_JSON_STRING] = CAROM_RESULT_TEXT,
                                           [CAROM_JSON_NULL] = CAROM_RESULT_NONE};
  if (!make_room(list)) return;
  const bool number = item->kind == CAROM_JSON_NUMBER;
  list->name[list->count] = keep_text(list, list->path);
  list->text[list->count] = keep_text(list, item->text ? item->text : "");
  list->item[list->count++] = (carom_result){.type = type[item->kind],
                                             .number = item->kind == CAROM_JSON_NULL ? 0
                                                                                     : item->number,
                                             .unit = number ? item->unit : ""};
}

/* The path of an item is that of its owner, a dot, and its key or number. */
static void hear(void *user, const carom_json_item *item)
{
  carom_result_list *list = user;
  if (item->kind == CAROM_JSON_CLOSE) {
    list->depth--;
    return;
  }
  if (list->depth > 0) {
    const size_t length = list->level[list->depth - 1].length;
    list->path[length] = '\0';
    if (length) carom_append(list->path, PATH, ".");
    if (item->key)
      carom_append(list->path, PATH, "%s", item->key);
    else
      carom_append(list->path, PATH, "%d", list->level[list->depth - 1].index++);
  }
  if (item->kind != CAROM_JSON_OPEN) {
    add(list, item);
    return;
  }
  if (list->depth == DEPTH) return;
  list->level[list->depth].length = strlen(list->path);
  list->level[list->depth++].index = 0;
}

static carom_json write_all(const carom_run *run, carom_result_list *list, carom_status *status,
                            carom_error *err)
{
  carom_json json = carom_json_to_memory();
  json.hear = list ? hear : NULL;
  json.user = list;
  carom_json_object(&json, NULL);
  carom_run_members(&json, run);
  carom_json_end(&json);
  *status = carom_json_finish(&json, err);
  return json;
}

void carom_run_members(carom_json *json, const carom_run *run)
{
  run->kind->members(json, run);
  carom_defaults_members(json, run->scenario);
  if (run->error.code != CAROM_OK) carom_json_string(json, "error", run->error.text);
}

const carom_result *carom_run_results(carom_run *run, int *count, carom_error *err)
{
  carom_status status = CAROM_OK;
  if (count) *count = 0;
  if (!run || !count) {
    carom_fail(err, CAROM_ERR_ARGUMENT, run ? "count" : "run", "must not be NULL");
    return NULL;
  }
  carom_result_list_free(run->results);
  carom_result_list *list = run->results = calloc(1, sizeof *list);
  if (list) free(write_all(run, list, &status, err).text);
  if (!list || list->out_of_memory)
    status = carom_fail(err, CAROM_ERR_MEMORY, NULL, "out of memory");
  if (status != CAROM_OK) return NULL;
  for (int i = 0; i < list->count; i++) {
    list->item[i].name = list->buffer + list->name[i];
    list->item[i].text = list->buffer + list->text[i];
  }
  *count = list->count;
  return list->item;
}

carom_status carom_run_result(carom_run *run, const char *name, carom_result *result,
                              carom_error *err)
{
  carom_error own = {.code = CAROM_OK};
  int count = 0;
  if (!name || !result)
    return carom_fail(err, CAROM_ERR_ARGUMENT, name ? "result" : "name", "must not be NULL");
  const carom_result *list = carom_run_results(run, &count, &own);
  if (!list && err) *err = own;
  if (!list) return own.code;
  for (int i = 0; i < count; i++)
    if (!strcmp(list[i].name, name)) {
      *result = list[i];
      return CAROM_OK;
    }
  return carom_fail(err, CAROM_ERR_UNKNOWN, name,
                    "there is no such result; carom_run_results "
                    "lists all");
}

const char *carom_run_json(carom_run *run, carom_error *err)
{
  carom_status status = CAROM_OK;
  if (!run) {
    carom_fail(err, CAROM_ERR_ARGUMENT, "run", "must not be NULL");
    return NULL;
  }
  free(run->json);
  run->json = write_all(run, NULL, &status, err).text;
  return status == CAROM_OK ? run->json : NULL;
}
