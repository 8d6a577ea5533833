/* SPDX-License-Identifier: MIT */
/* Frames in every format, and compressed streams. */
#include <stdlib.h>

#include "io/frame_read.h"
#include "io/zlib_stream.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char *const path[] = {"a.vtp", "a.dump", "a.xyz", "a.data", "a.csv"};
  for (int k = 0; k < 5; k++) {
    carom_frame_held held = {.has = 0};
    carom_error err = {0};
    if (carom_frame_read_bytes((const char *)data, size, path[k], &held, &err) != CAROM_OK) {
      if (!err.text[0]) abort();
    } else {
      for (int64_t i = 0; i < held.frame.bodies; i++)
        if (!(held.frame.body[i].radius > 0) || held.frame.body[i].material < 0) abort();
      for (int64_t i = 0; i < held.frame.contacts; i++)
        if (held.frame.contact[i].a < -1) abort();
    }
    carom_frame_held_free(&held);
  }
  uint8_t room[4096];
  carom_zlib_unpack(data, size, room, sizeof room);
  return 0;
}
