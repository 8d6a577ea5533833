/* SPDX-License-Identifier: MIT */
#include "cli/reproduce/papers.h"

#include <stdlib.h>
#include <string.h>

#include "cli/reproduce/files.h"

int faults_tell(const char *path, const carom_faults *faults)
{
  if (faults->count == 0) return EXIT_OK;
  for (int i = 0; i < faults->count; i++)
    message_place(path, &faults->fault[i]);
  if (faults->more > 0) message_note("and %d more faults", faults->more);
  return faults->fault[0].code == CAROM_ERR_MEMORY ? EXIT_FAILED : EXIT_INPUT;
}

/* Names identify papers. */
static int check_name(const repro_library *library, const repro_source *source)
{
  for (int i = 0; i < library->count; i++)
    if (!strcmp(library->source[i].paper->name, source->paper->name))
      return message_usage(source->path, "'paper: %s' is that of %s, too; write another name",
                           source->paper->name, library->source[i].path);
  return EXIT_OK;
}

static int read_one(repro_library *library, const char *folder, const char *name)
{
  carom_error err = {.code = CAROM_OK};
  carom_faults faults;
  char *text = NULL;
  size_t length = 0;
  repro_source source = {.path = NULL};
  const char *place = folder ? folder : "papers";
  const size_t size = strlen(place) + strlen(name) + 2;
  if (library->count == REPRO_PAPERS)
    return message_usage(folder, "it has more than %d papers", REPRO_PAPERS);
  if (files_text(repro_papers, repro_papers_count, folder, name, &text, &length, &err) != CAROM_OK)
    return message_usage(NULL, "%s", err.text);
  source.path = calloc(size, 1);
  if (!source.path) return free(text), message_usage(NULL, "out of memory"), EXIT_FAILED;
  carom_append(source.path, size, "%s/%s", place, name);
  source.paper = carom_paper_read(text, length, &faults);
  free(text);
  int code = source.paper ? check_name(library, &source) : faults_tell(source.path, &faults);
  if (code == EXIT_OK) {
    library->source[library->count++] = source;
  } else {
    carom_paper_free(source.paper);
    free(source.path);
  }
  return code;
}

int library_read(repro_library *library, const char *folder)
{
  carom_error err = {.code = CAROM_OK};
  char **names = NULL;
  int code = EXIT_OK;
  const int count = folder ? files_names(folder, &names, &err) : repro_papers_count;
  library->count = 0;
  if (count < 0) return message_usage("--papers", "%s: %s", folder, err.text);
  if (count == 0) return message_usage(NULL, "this carom was built without its papers");
  for (int i = 0; i < count; i++) {
    const int ended = read_one(library, folder, folder ? names[i] : repro_papers[i].name);
    if (code == EXIT_OK) code = ended;
  }
  for (int i = 0; names && i < count; i++)
    free(names[i]);
  free(names);
  return code;
}

void library_free(repro_library *library)
{
  for (int i = 0; i < library->count; i++) {
    carom_paper_free(library->source[i].paper);
    free(library->source[i].path);
  }
  library->count = 0;
}
