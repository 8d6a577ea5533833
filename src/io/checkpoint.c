/* SPDX-License-Identifier: MIT */
/* The contents of a checkpoint: arrays as HDF5 datasets. */
#include "io/checkpoint.h"

#ifdef CAROM_HAVE_HDF5

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash64.h"

enum { TEXT_ROOM = 65 };

/* An archive that is an open HDF5 file. */
typedef struct store {
  carom_archive archive;
  hid_t file;
  const char *path;
} store;

/* Silences the error output of HDF5 temporarily; the previous setting is restored. */
typedef struct silence {
  H5E_auto2_t print;
  void *user;
} silence;

static silence hush(void)
{
  silence before = {NULL, NULL};
  H5Eget_auto2(H5E_DEFAULT, &before.print, &before.user);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return before;
}

static void unhush(silence before)
{
  H5Eset_auto2(H5E_DEFAULT, before.print, before.user);
}

/* The type in the file, which is the same on every machine, and in memory. */
static hid_t file_type(carom_element element)
{
  const hid_t type[] = {H5T_IEEE_F64LE, H5T_STD_I64LE, H5T_STD_I32LE,
                        H5T_STD_U32LE,  H5T_STD_U8LE,  H5T_STD_U8LE};
  return type[element];
}

static hid_t memory_type(carom_element element)
{
  const hid_t type[] = {H5T_NATIVE_DOUBLE, H5T_NATIVE_INT64, H5T_NATIVE_INT,
                        H5T_NATIVE_UINT,   H5T_NATIVE_UCHAR, H5T_NATIVE_UCHAR};
  return type[element];
}

static carom_status failed(const store *s, const char *name, carom_error *err)
{
  return carom_fail(err, CAROM_ERR_IO, s->path, "HDF5 cannot %s '%s' of the checkpoint",
                    s->archive.loading ? "read" : "write", name);
}

/* Writes a single value as an attribute. */
static bool put_number(hid_t place, const char *name, hid_t kept, hid_t type, const void *value)
{
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t at = H5Acreate2(place, name, kept, space, H5P_DEFAULT, H5P_DEFAULT);
  const bool done = at >= 0 && H5Awrite(at, type, value) >= 0;
  if (at >= 0) H5Aclose(at);
  H5Sclose(space);
  return done;
}

static bool get_number(hid_t place, const char *name, hid_t kept, hid_t type, void *value)
{
  const hid_t at = H5Aopen(place, name, H5P_DEFAULT);
  if (at < 0) return false;
  const hid_t stored = H5Aget_type(at), space = H5Aget_space(at);
  const bool done = H5Tequal(stored, kept) > 0 && H5Sget_simple_extent_npoints(space) == 1 &&
                    H5Aread(at, type, value) >= 0;
  H5Tclose(stored);
  H5Sclose(space);
  H5Aclose(at);
  return done;
}

static bool put_text(hid_t place, const char *name, const char *text)
{
  char room[TEXT_ROOM] = {0};
  const hid_t type = H5Tcopy(H5T_C_S1);
  strncat(room, text, sizeof room - 1);
  const bool done = H5Tset_size(type, sizeof room) >= 0 &&
                    put_number(place, name, type, type, room);
  H5Tclose(type);
  return done;
}

static bool get_text(hid_t place, const char *name, char text[TEXT_ROOM])
{
  const hid_t type = H5Tcopy(H5T_C_S1);
  const bool done = H5Tset_size(type, TEXT_ROOM) >= 0 && get_number(place, name, type, type, text);
  H5Tclose(type);
  text[TEXT_ROOM - 1] = '\0';
  return done;
}

static uint64_t hash_of(carom_element element, const void *data, size_t count)
{
  return carom_hash64_of(data, count * carom_element_size(element));
}

/* Contiguous, of fixed size, and without a time stamp: equal states give equal files. */
static carom_status save(carom_archive *archive, const char *name, carom_element element,
                         void *data, size_t count, carom_error *err)
{
  const store *s = (const store *)archive;
  const hsize_t size = count;
  const uint64_t hash = hash_of(element, data, count);
  const hid_t space = H5Screate_simple(1, &size, NULL), links = H5Pcreate(H5P_LINK_CREATE),
              layout = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_create_intermediate_group(links, 1);
  H5Pset_obj_track_times(layout, 0);
  const hid_t set = H5Dcreate2(s->file, name, file_type(element), space, links, layout,
                               H5P_DEFAULT);
  const bool done = set >= 0 &&
                    (count == 0 || H5Dwrite(set, memory_type(element), H5S_ALL, H5S_ALL,
                                            H5P_DEFAULT, data) >= 0) &&
                    put_number(set, "hash", H5T_STD_U64LE, H5T_NATIVE_UINT64, &hash);
  if (set >= 0) H5Dclose(set);
  H5Pclose(layout);
  H5Pclose(links);
  H5Sclose(space);
  return done ? CAROM_OK : failed(s, name, err);
}

static bool only_flags(const unsigned char *flag, size_t count)
{
  bool only = true;
  for (size_t i = 0; i < count; i++)
    only &= flag[i] <= 1;
  return only;
}

static carom_status fetch(const store *s, hid_t set, const char *name, carom_element element,
                          void *data, size_t count, carom_error *err)
{
  const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
  const bool same_type = H5Tequal(type, file_type(element)) > 0;
  const hssize_t size = H5Sget_simple_extent_npoints(space);
  const bool line = H5Sget_simple_extent_ndims(space) == 1;
  uint64_t hash = 0;
  H5Tclose(type);
  H5Sclose(space);
  if (!same_type || !line)
    return carom_fail(err, CAROM_ERR_SYNTAX, s->path, "'%s' has another type than it should", name);
  if (size < 0 || (unsigned long long)size != count)
    return carom_fail(err, CAROM_ERR_SYNTAX, s->path, "'%s' has %lld values instead of %zu", name,
                      (long long)size, count);
  if (!get_number(set, "hash", H5T_STD_U64LE, H5T_NATIVE_UINT64, &hash))
    return failed(s, name, err);
  if (count > 0 && H5Dread(set, memory_type(element), H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
    return failed(s, name, err);
  if (hash != hash_of(element, data, count) || (element == CAROM_FLAGS && !only_flags(data, count)))
    return carom_fail(err, CAROM_ERR_SYNTAX, s->path, "'%s' is damaged", name);
  return CAROM_OK;
}

static carom_status load(carom_archive *archive, const char *name, carom_element element,
                         void *data, size_t count, carom_error *err)
{
  const store *s = (const store *)archive;
  const hid_t set = H5Dopen2(s->file, name, H5P_DEFAULT);
  if (set < 0)
    return carom_fail(err, CAROM_ERR_SYNTAX, s->path, "the checkpoint has no '%s'", name);
  const carom_status status = fetch(s, set, name, element, data, count, err);
  H5Dclose(set);
  return status;
}

static bool put_about(hid_t file, const carom_checkpoint *about)
{
  return put_text(file, "carom", carom_version()) && put_text(file, "module", about->module) &&
         put_text(file, "input", about->input) &&
         put_number(file, "version", H5T_STD_I32LE, H5T_NATIVE_INT, &about->version) &&
         put_number(file, "time", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &about->time);
}

static carom_status compare_about(const store *s, const carom_checkpoint *about, carom_error *err)
{
  char module[TEXT_ROOM], input[TEXT_ROOM];
  int version;
  if (!get_text(s->file, "module", module) || !get_text(s->file, "input", input) ||
      !get_number(s->file, "version", H5T_STD_I32LE, H5T_NATIVE_INT, &version))
    return carom_fail(err, CAROM_ERR_SYNTAX, s->path,
                      "the checkpoint does not say what it belongs to");
  if (strcmp(module, about->module) != 0)
    return carom_fail(err, CAROM_ERR_CONFLICT, s->path,
                      "this is the checkpoint of a %s, not of a %s", module, about->module);
  if (version != about->version)
    return carom_fail(err, CAROM_ERR_RANGE, s->path,
                      "the checkpoint has version %d of a %s's state, this program knows version "
                      "%d; use the carom that wrote it",
                      version, module, about->version);
  if (strcmp(input, about->input) != 0)
    return carom_fail(err, CAROM_ERR_CONFLICT, s->path,
                      "the checkpoint was written for other input; restart with the file and the "
                      "settings of that run");
  return CAROM_OK;
}

/* Creates the file in memory, because on a full disk HDF5 could not even close a file. */
static hid_t create(void)
{
  enum { GROWTH = 1 << 18 };
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS), how = H5Pcreate(H5P_FILE_CREATE);
  hid_t file = -1;
  if (H5Pset_fapl_core(access, GROWTH, 0) >= 0 &&
      H5Pset_userblock(how, CAROM_CHECKPOINT_HEAD) >= 0 && H5Pset_obj_track_times(how, 0) >= 0)
    file = H5Fcreate("checkpoint", H5F_ACC_TRUNC, how, access);
  H5Pclose(access);
  H5Pclose(how);
  return file;
}

/* The bytes of a file in memory, without a copy. */
static unsigned char *bytes_of(hid_t file, size_t *length)
{
  void **handle = NULL;
  if (H5Fflush(file, H5F_SCOPE_GLOBAL) < 0) return NULL;
  const ssize_t size = H5Fget_file_image(file, NULL, 0); /* without the header */
  if (size < 0 || H5Fget_vfd_handle(file, H5P_DEFAULT, (void **)&handle) < 0 || !handle)
    return NULL;
  *length = (size_t)size + CAROM_CHECKPOINT_HEAD;
  return *handle;
}

bool carom_checkpoint_known(void)
{
  return true;
}

carom_status carom_checkpoint_write(const char *path, const carom_checkpoint *about,
                                    carom_checkpoint_visit *visit, void *user, carom_error *err)
{
  const silence before = hush();
  store s = {.archive = {false, save}, .file = create(), .path = path};
  carom_status status = CAROM_ERR_IO;
  size_t length = 0;
  if (s.file < 0 || !put_about(s.file, about))
    failed(&s, "the head", err);
  else
    status = visit(user, &s.archive, err);
  if (status == CAROM_OK) {
    unsigned char *bytes = bytes_of(s.file, &length);
    status = bytes ? carom_checkpoint_store(path, bytes, length, err) : failed(&s, "the end", err);
  }
  if (s.file >= 0) H5Fclose(s.file);
  unhush(before);
  return status;
}

static hid_t open_file(const char *path)
{
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access, 0, 1); /* not every file system supports locks */
#endif
  const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, access);
  H5Pclose(access);
  return file;
}

carom_status carom_checkpoint_read(const char *path, const carom_checkpoint *about,
                                   carom_checkpoint_visit *visit, void *user, carom_error *err)
{
  CAROM_TRY(carom_checkpoint_check(path, err));
  const silence before = hush();
  store s = {.archive = {true, load}, .file = open_file(path), .path = path};
  carom_status status = s.file < 0 ? failed(&s, "the head", err) : compare_about(&s, about, err);
  if (status == CAROM_OK) status = visit(user, &s.archive, err);
  if (s.file >= 0) H5Fclose(s.file);
  unhush(before);
  return status;
}

#else

bool carom_checkpoint_known(void)
{
  return false;
}

static carom_status unknown(const char *path, carom_error *err)
{
  return carom_fail(err, CAROM_ERR_IO, path,
                    "this carom was built without HDF5 and knows no checkpoints; build it with "
                    "HDF5 (Debian: libhdf5-dev)");
}

carom_status carom_checkpoint_write(const char *path, const carom_checkpoint *about,
                                    carom_checkpoint_visit *visit, void *user, carom_error *err)
{
  (void)about, (void)visit, (void)user;
  return unknown(path, err);
}

carom_status carom_checkpoint_read(const char *path, const carom_checkpoint *about,
                                   carom_checkpoint_visit *visit, void *user, carom_error *err)
{
  (void)about, (void)visit, (void)user;
  return unknown(path, err);
}

#endif
