/* SPDX-License-Identifier: MIT */
/* Any bytes as a checkpoint, and any arrays in one: refused with a reason, never a fault. Bytes
 * that begin with 'A' say which arrays a sound file holds; all others are the file itself. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/checkpoint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
  if (!condition) abort();
}

enum { ROOM = 64 };

typedef struct arrays {
  const uint8_t *data;
  size_t size;
} arrays;

/* Three bytes an array: its name, its type, its length; values come from the same bytes. */
static carom_status write_any(void *user, carom_archive *archive, carom_error *err)
{
  static const char *const name[] = {"time", "link/state", "link/open", "rows", "other"};
  const arrays *a = user;
  double values[ROOM] = {0};
  bool used[5] = {false};
  memcpy(values, a->data, a->size < sizeof values ? a->size : sizeof values);
  for (size_t i = 0; i + 2 < a->size; i += 3) {
    const int which = a->data[i] % 5;
    if (used[which]) continue;
    used[which] = true;
    CAROM_TRY(archive->array(archive, name[which], (carom_element)(a->data[i + 1] % 6), values,
                             a->data[i + 2] % ROOM, err));
  }
  return CAROM_OK;
}

static carom_status read_ours(void *user, carom_archive *archive, carom_error *err)
{
  double time, state[8];
  bool open[4];
  int64_t rows;
  (void)user;
  CAROM_TRY(archive->array(archive, "time", CAROM_DOUBLES, &time, 1, err));
  CAROM_TRY(archive->array(archive, "rows", CAROM_INT64S, &rows, 1, err));
  CAROM_TRY(archive->array(archive, "link/open", CAROM_FLAGS, open, 4, err));
  for (int i = 0; i < 4; i++)
    require(open[i] == 0 || open[i] == 1);
  return archive->array(archive, "link/state", CAROM_DOUBLES, state, 8, err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const carom_checkpoint about = {"chain", 1, "0123456789abcdef", 0};
  carom_error err = {.code = CAROM_OK};
  char path[64];
  snprintf(path, sizeof path, "/tmp/carom_fuzz_checkpoint.%d", (int)getpid());
  if (size > 0 && data[0] == 'A') {
    arrays a = {data + 1, size - 1};
    if (carom_checkpoint_write(path, &about, write_any, &a, &err) != CAROM_OK) return 0;
  } else {
    FILE *file = fopen(path, "wb");
    require(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
  }
  if (carom_checkpoint_read(path, &about, read_ours, NULL, &err) != CAROM_OK)
    require(err.code != CAROM_OK && strlen(err.text) > 0);
  remove(path);
  return 0;
}
