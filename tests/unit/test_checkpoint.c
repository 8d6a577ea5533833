/* SPDX-License-Identifier: MIT */
/* Checkpoints: what is written is read back, and whatever else a file may be is refused. */
#define _XOPEN_SOURCE 700 /* limits of files */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "close.h"
#include "core/archive.h"
#include "core/hash64.h"
#include "io/checkpoint.h"
#include "io/file.h"

enum { ROWS = 5 };

typedef struct row {
  double x[2];
  int number;
  bool flag;
  int64_t count;
} row;

/* A state with one array of every kind, an empty one and a table. */
typedef struct thing {
  double real[7];
  int64_t whole[3];
  int small[4];
  bool flag[9];
  uint32_t count[2];
  unsigned char byte[5];
  row row[ROWS];
  size_t reals; /* how many of `real` are visited */
  int visits;
} thing;

static const carom_column row_column[] = {
    CAROM_COLUMNS(row, x, CAROM_DOUBLES, 2),
    CAROM_COLUMN(row, number, CAROM_INTS),
    CAROM_COLUMN(row, flag, CAROM_FLAGS),
    CAROM_COLUMN(row, count, CAROM_INT64S),
};

static carom_status visit(void *user, carom_archive *archive, carom_error *err)
{
  thing *t = user;
  t->visits++;
  CAROM_TRY(archive->array(archive, "real", CAROM_DOUBLES, t->real, t->reals, err));
  CAROM_TRY(archive->array(archive, "deep/down/whole", CAROM_INT64S, t->whole, 3, err));
  CAROM_TRY(archive->array(archive, "deep/small", CAROM_INTS, t->small, 4, err));
  CAROM_TRY(archive->array(archive, "flag", CAROM_FLAGS, t->flag, 9, err));
  CAROM_TRY(archive->array(archive, "count", CAROM_COUNTS, t->count, 2, err));
  CAROM_TRY(archive->array(archive, "byte", CAROM_BYTES, t->byte, 5, err));
  CAROM_TRY(archive->array(archive, "nothing", CAROM_DOUBLES, NULL, 0, err));
  return carom_archive_table(archive, "row", row_column, 4, t->row, sizeof(row), ROWS, err);
}

static thing sample(void)
{
  thing t;
  memset(&t, 0, sizeof t);
  t.reals = 7;
  const double odd[] = {1.0 / 3, -0.0, 5e-324, 1.7976931348623157e308, INFINITY, -INFINITY, NAN};
  memcpy(t.real, odd, sizeof odd);
  for (int i = 0; i < 3; i++)
    t.whole[i] = (i - 1) * INT64_MAX;
  for (int i = 0; i < 4; i++)
    t.small[i] = (1 << 30) - 7 * i;
  for (int i = 0; i < 9; i++)
    t.flag[i] = i % 3 == 0;
  t.count[0] = UINT32_MAX;
  t.count[1] = 1u << 31;
  memcpy(t.byte, "\0\1\177\200\377", 5);
  for (int i = 0; i < ROWS; i++)
    t.row[i] = (row){{0.1 * i, -0.2 * i}, i * i, i % 2 == 1, -i};
  return t;
}

static const carom_checkpoint about = {"thing", 3, "0123456789abcdef", 0.125};

static const char *path_of(const char *name)
{
  static char path[512];
  snprintf(path, sizeof path, "%s/checkpoint.%s.%d", CAROM_BINARY_DIR, name, (int)getpid());
  return path;
}

static void put(const char *path, const char *bytes, size_t length)
{
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
}

static void written(const char *path)
{
  thing t = sample();
  carom_error err;
  if (carom_checkpoint_write(path, &about, visit, &t, &err) != CAROM_OK) fail_msg("%s", err.text);
}

/* Reading must fail for this reason. `seen`: how often the state may have been visited. */
static void refuses(const char *path, const carom_checkpoint *wanted, thing *t, const char *reason,
                    int seen)
{
  carom_error err = {.code = CAROM_OK};
  t->visits = 0;
  if (carom_checkpoint_read(path, wanted, visit, t, &err) == CAROM_OK)
    fail_msg("accepted, but: %s", reason);
  if (!strstr(err.text, reason)) fail_msg("'%s' instead of '%s'", err.text, reason);
  assert_int_equal(t->visits, seen);
}

static void what_is_written_is_read(void **state)
{
  (void)state;
  const char *path = path_of("written");
  const thing before = sample();
  thing after;
  carom_error err;
  char *first, *second;
  size_t length, again;
  memset(&after, 0, sizeof after);
  after.reals = 7;
  written(path);
  if (carom_checkpoint_read(path, &about, visit, &after, &err) != CAROM_OK)
    fail_msg("%s", err.text);
  assert_memory_equal(before.real, after.real, sizeof before.real);
  assert_memory_equal(before.whole, after.whole, sizeof before.whole);
  assert_memory_equal(before.small, after.small, sizeof before.small);
  assert_memory_equal(before.flag, after.flag, sizeof before.flag);
  assert_memory_equal(before.count, after.count, sizeof before.count);
  assert_memory_equal(before.byte, after.byte, sizeof before.byte);
  for (int i = 0; i < ROWS; i++) {
    assert_memory_equal(before.row[i].x, after.row[i].x, sizeof before.row[i].x);
    assert_int_equal(before.row[i].number, after.row[i].number);
    assert_int_equal(before.row[i].flag, after.row[i].flag);
    assert_int_equal(before.row[i].count, after.row[i].count);
  }
  assert_int_equal(carom_file_read(path, SIZE_MAX, &first, &length, &err), CAROM_OK);
  written(path); /* the same state, the same bytes */
  assert_int_equal(carom_file_read(path, SIZE_MAX, &second, &again, &err), CAROM_OK);
  assert_int_equal(length, again);
  assert_memory_equal(first, second, length);
  free(first), free(second), remove(path);
}

static void whoever_else_it_belongs_to_is_told(void **state)
{
  (void)state;
  const char *path = path_of("belongs");
  thing t = sample();
  carom_checkpoint other = about;
  written(path);
  other.module = "scene", refuses(path, &other, &t, "of a thing, not of a scene", 0);
  other = about, other.version = 4, refuses(path, &other, &t, "version 3", 0);
  other = about, other.input = "0123456789abcdee", refuses(path, &other, &t, "other input", 0);
  t.reals = 6, refuses(path, &about, &t, "'real' has 7 values instead of 6", 1);
  remove(path);
  refuses(path, &about, &t, "there is no checkpoint", 0);
}

/* A state that lacks an array, or has it with another type. */
static carom_status visit_part(void *user, carom_archive *archive, carom_error *err)
{
  thing *t = user;
  const carom_element element = t->visits ? CAROM_INT64S : CAROM_DOUBLES;
  CAROM_TRY(archive->array(archive, "real", element, t->real, t->reals, err));
  return CAROM_OK;
}

static void other_arrays_are_refused(void **state)
{
  (void)state;
  const char *path = path_of("arrays");
  thing t = sample();
  assert_int_equal(carom_checkpoint_write(path, &about, visit_part, &t, NULL), CAROM_OK);
  refuses(path, &about, &t, "has no 'deep/down/whole'", 1);
  t.visits = 1;
  assert_int_equal(carom_checkpoint_write(path, &about, visit_part, &t, NULL), CAROM_OK);
  refuses(path, &about, &t, "another type", 1);
  remove(path);
}

static void truncated_files_are_refused(void **state)
{
  (void)state;
  const char *path = path_of("cut");
  thing t = sample();
  char *bytes;
  size_t length;
  written(path);
  assert_int_equal(carom_file_read(path, SIZE_MAX, &bytes, &length, NULL), CAROM_OK);
  for (size_t cut = 0; cut < length; cut += cut < 600 ? 1 : 97) {
    put(path, bytes, cut);
    refuses(path, &about, &t, cut < 17 ? "no checkpoint" : "cut short", 0);
  }
  put(path, bytes, length - 1), refuses(path, &about, &t, "cut short", 0);
  bytes[length] = 0; /* the terminator of the text that was read */
  put(path, bytes, length + 1), refuses(path, &about, &t, "added", 0);
  free(bytes), remove(path);
}

static void every_flipped_bit_is_noticed(void **state)
{
  (void)state;
  const char *path = path_of("flipped");
  thing t = sample();
  char *bytes;
  size_t length;
  written(path);
  assert_int_equal(carom_file_read(path, SIZE_MAX, &bytes, &length, NULL), CAROM_OK);
  FILE *file = fopen(path, "r+b");
  assert_non_null(file);
  for (size_t at = 0; at < length; at += at < 600 ? 1 : 13)
    for (int bit = 0; bit < 8; bit += at < 600 ? 1 : 3) {
      const int flipped = (unsigned char)bytes[at] ^ 1 << bit;
      fseek(file, (long)at, SEEK_SET), fputc(flipped, file), fflush(file);
      t.visits = 0;
      if (carom_checkpoint_read(path, &about, visit, &t, NULL) == CAROM_OK)
        fail_msg("bit %d of byte %zu", bit, at);
      assert_int_equal(t.visits, 0);
      fseek(file, (long)at, SEEK_SET), fputc((unsigned char)bytes[at], file), fflush(file);
    }
  fclose(file);
  assert_int_equal(carom_checkpoint_read(path, &about, visit, &t, NULL), CAROM_OK);
  free(bytes), remove(path);
}

static void newer_versions_are_refused(void **state)
{
  (void)state;
  const char *path = path_of("newer");
  thing t = sample();
  char *bytes;
  size_t length;
  written(path);
  assert_int_equal(carom_file_read(path, SIZE_MAX, &bytes, &length, NULL), CAROM_OK);
  char *version = strstr(bytes, "format 1");
  assert_non_null(version);
  version[7] = '2';
  put(path, bytes, length);
  refuses(path, &about, &t, "version 2 of the format, this program knows version 1", 0);
  free(bytes), remove(path);
}

/* What HDF5 is handed has the right hash, but is no HDF5 file, or not one of ours. */
static void contents_that_are_no_checkpoint_are_refused(void **state)
{
  (void)state;
  const char *path = path_of("contents");
  unsigned char bytes[2048];
  thing t = sample();
  memset(bytes, 'x', sizeof bytes);
  assert_int_equal(carom_checkpoint_store(path, bytes, sizeof bytes, NULL), CAROM_OK);
  refuses(path, &about, &t, "HDF5 cannot read", 0);
  remove(path);
}

/* Where nothing more can be written the file that was there stays as it was. */
static void a_failed_write_leaves_the_last_good_file(void **state)
{
  (void)state;
  const char *path = path_of("failed");
  char temporary[600];
  struct rlimit before, small;
  thing t = sample();
  carom_error err;
  written(path);
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  small = before;
  small.rlim_cur = 4096;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  assert_int_equal(carom_checkpoint_write(path, &about, visit, &t, &err), CAROM_ERR_IO);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  assert_non_null(strstr(err.text, "cannot be written"));
  snprintf(temporary, sizeof temporary, "%s.part", path);
  assert_int_not_equal(access(temporary, F_OK), 0);
  assert_int_equal(carom_checkpoint_read(path, &about, visit, &t, &err), CAROM_OK);
  remove(path);
  assert_int_equal(carom_checkpoint_write("/nowhere/at/all", &about, visit, &t, &err),
                   CAROM_ERR_IO);
}

/* The hash depends on the bytes, not on the pieces; every bit counts. */
static void hashes_are_hashes(void **state)
{
  (void)state;
  unsigned char bytes[200];
  for (int i = 0; i < 200; i++)
    bytes[i] = (unsigned char)(i * 37);
  for (size_t length = 0; length < 199; length++) {
    const uint64_t whole = carom_hash64_of(bytes, length);
    for (size_t cut = 0; cut <= length; cut += 7) {
      carom_hash64 hash = carom_hash64_start();
      carom_hash64_add(&hash, bytes, cut);
      carom_hash64_add(&hash, bytes + cut, length - cut);
      assert_int_equal(carom_hash64_end(&hash), whole);
    }
    for (size_t bit = 0; bit < 8 * length; bit++) {
      bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
      assert_int_not_equal(carom_hash64_of(bytes, length), whole);
      bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    const unsigned char last = bytes[length];
    bytes[length] = 0; /* a zero more is another text */
    assert_int_not_equal(carom_hash64_of(bytes, length + 1), whole);
    bytes[length] = last;
  }
}

int main(void)
{
  const struct CMUnitTest always[] = {cmocka_unit_test(hashes_are_hashes)};
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_written_is_read),
      cmocka_unit_test(whoever_else_it_belongs_to_is_told),
      cmocka_unit_test(other_arrays_are_refused),
      cmocka_unit_test(truncated_files_are_refused),
      cmocka_unit_test(every_flipped_bit_is_noticed),
      cmocka_unit_test(newer_versions_are_refused),
      cmocka_unit_test(contents_that_are_no_checkpoint_are_refused),
      cmocka_unit_test(a_failed_write_leaves_the_last_good_file),
  };
  const int failed = cmocka_run_group_tests(always, NULL, NULL);
  if (carom_checkpoint_known()) return failed + cmocka_run_group_tests(tests, NULL, NULL);
  puts("built without HDF5: nothing else to test");
  return failed ? failed : 77; /* CTest: skipped */
}
