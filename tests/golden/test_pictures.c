/* SPDX-License-Identifier: MIT */
/* Pixels are the same for every compiler, optimisation level, processor and number of threads. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "core/hash64.h"
#include "picture_cases.h"

static uint64_t pixels_of(int number, int threads, const char **name)
{
  static picture_stage stage;
  carom_image image;
  carom_error err = {.code = CAROM_OK};
  picture_stage_fill(&stage);
  carom_picture_def def = picture_case(number, name);
  def.threads = threads;
  if (carom_picture_make(&stage.held, &def, &image, &err) != CAROM_OK) fail_msg("%s", err.text);
  const uint64_t hash = carom_hash64_of(image.rgb, 3 * (size_t)image.width * (size_t)image.height);
  carom_image_free(&image);
  return hash;
}

static bool is_listed(const char *name, uint64_t hash)
{
  char line[200], known[64];
  uint64_t value;
  FILE *file = fopen(CAROM_SOURCE_DIR "/tests/golden/pictures.txt", "r");
  bool found = false;
  assert_non_null(file);
  while (fgets(line, sizeof line, file))
    if (sscanf(line, "%63s %" SCNx64, known, &value) == 2 && !strcmp(known, name))
      found = value == hash;
  fclose(file);
  return found;
}

static void pixels_are_known(void **state)
{
  (void)state;
  bool all = true;
  for (int i = 0; i < PICTURE_CASES; i++) {
    const char *name;
    const uint64_t hash = pixels_of(i, 1, &name);
    if (is_listed(name, hash)) continue;
    printf("%s %016" PRIx64 "\n", name, hash);
    all = false;
  }
  assert_true(all);
}

static void threads_do_not_matter(void **state)
{
  (void)state;
  for (int i = 0; i < PICTURE_CASES; i += 2) {
    const char *name;
    const uint64_t alone = pixels_of(i, 1, &name);
    assert_true(pixels_of(i, 2, &name) == alone);
    assert_true(pixels_of(i, 5, &name) == alone);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pixels_are_known),
      cmocka_unit_test(threads_do_not_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
