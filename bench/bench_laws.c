/* SPDX-License-Identifier: MIT */
/* What the laws cost: time and instructions per contact, preparing a contact, one impact.
 *
 *   bench_laws [--contacts N] [--rounds N] [--law NAME] [--csv FILE] [--marks]
 *
 * All ways of one law are measured in turn, round after round, and the best of each is kept: on a
 * machine that others use too, every way gets the same chance of a quiet moment. */
#include "bench.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef struct options {
  int64_t contacts, rounds;
  const char *law, *csv;
  bool marks;
} options;

/* Per contact: ns and instructions, 0 where there is none. */
typedef struct figures {
  double time[BENCH_TASKS][BENCH_WAYS], instructions[BENCH_TASKS][BENCH_WAYS];
} figures;

/* Enough passes for the clock to be read at most every 20 us. */
static int64_t enough_passes(bench_load *load, bench_task task, bench_way way)
{
  for (int64_t passes = 1;; passes *= 2) {
    const double start = bench_seconds();
    bench_pass(load, task, way, passes);
    if (bench_seconds() - start > 20e-6) return passes;
  }
}

static void measure_once(bench_load *load, bench_task task, bench_way way, int64_t passes,
                         figures *f)
{
  const double per_contact = 1.0 / ((double)passes * (double)load->count);
  const uint64_t before = bench_instructions();
  const double start = bench_seconds();
  bench_pass(load, task, way, passes);
  const double time = 1e9 * (bench_seconds() - start) * per_contact;
  const double count = (double)(bench_instructions() - before) * per_contact;
  if (f->time[task][way] == 0 || time < f->time[task][way]) f->time[task][way] = time;
  if (f->instructions[task][way] == 0 || count < f->instructions[task][way])
    f->instructions[task][way] = count;
}

static void measure(bench_load *load, int64_t rounds, figures *f)
{
  int64_t passes[BENCH_TASKS][BENCH_WAYS] = {{0}};
  for (int task = 0; task < BENCH_TASKS; task++)
    for (int way = 0; way < BENCH_WAYS; way++)
      if (bench_has(load, task, way)) passes[task][way] = enough_passes(load, task, way);
  for (int64_t round = 0; round < rounds; round++)
    for (int task = 0; task < BENCH_TASKS; task++)
      for (int way = 0; way < BENCH_WAYS; way++)
        if (passes[task][way]) measure_once(load, task, way, passes[task][way], f);
}

static void print_value(const char *format, double value)
{
  if (value > 0)
    printf(format, value);
  else
    printf("%8s", "-");
}

static void print_figures(const char *law, const figures *f)
{
  for (int task = 0; task < BENCH_TASKS; task++) {
    const double *time = f->time[task];
    if (time[BENCH_PLAIN] == 0) continue;
    const bench_way best = time[BENCH_AVX512] > 0 ? BENCH_AVX512
                           : time[BENCH_AVX2] > 0 ? BENCH_AVX2
                                                  : BENCH_BASE;
    printf("%-22s %-7s", task == 0 ? law : "", bench_task_name[task]);
    for (int way = 0; way < BENCH_WAYS; way++)
      print_value("%8.2f", time[way]);
    print_value("%8.2f", time[BENCH_PLAIN] / time[best]);
    print_value("%8.2f", time[BENCH_CALL] / time[best]);
    printf(" |");
    for (int way = 0; way < BENCH_WAYS; way++)
      print_value("%8.1f", f->instructions[task][way]);
    putchar('\n');
  }
}

static void write_figures(FILE *csv, const char *law, const figures *f)
{
  for (int task = 0; csv && task < BENCH_TASKS; task++) {
    for (int way = 0; way < BENCH_WAYS; way++) {
      const double time = f->time[task][way], count = f->instructions[task][way];
      if (time > 0)
        fprintf(csv, "%s,%s,%s,%.4f,ns/contact\n", bench_task_name[task], law, bench_way_name[way],
                time);
      if (count > 0)
        fprintf(csv, "%s,%s,%s,%.2f,instructions/contact\n", bench_task_name[task], law,
                bench_way_name[way], count);
    }
  }
}

static void print_head(const options *o)
{
  printf("%" PRId64 " contacts, best of %" PRId64
         " rounds; plain: the block loop without vectorisation, call: one "
         "public call per contact\n%-30s%-56s | instructions per contact%s\n%-30s",
         o->contacts, o->rounds, "", "ns per contact",
         bench_instructions() ? "" : ": n/a, see bench/instructions.sh", "law");
  for (int way = 0; way < BENCH_WAYS; way++)
    printf("%8s", bench_way_name[way]);
  printf("%8s%8s |", "x plain", "x call");
  for (int way = 0; way < BENCH_WAYS; way++)
    printf("%8s", bench_way_name[way]);
  putchar('\n');
}

static bool wanted(const options *o, int law)
{
  return !o->law || carom_law_at(law) == carom_law_find(o->law);
}

/* Several sweeps over all laws: a disturbance of seconds does not spoil all rounds of one law. */
static void measure_laws(const options *o, FILE *csv)
{
  enum { SWEEPS = 5 };
  const int laws = carom_law_count();
  figures *f = calloc((size_t)laws, sizeof *f);
  if (!f) exit(1);
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    for (int i = 0; i < laws; i++) {
      if (!wanted(o, i)) continue;
      bench_load load;
      bench_load_make(&load, carom_law_at(i), o->contacts);
      bench_compare(&load);
      measure(&load, o->rounds / SWEEPS + 1, &f[i]);
      bench_load_free(&load);
    }
  }
  print_head(o);
  for (int i = 0; i < laws; i++) {
    if (!wanted(o, i)) continue;
    const char *name = carom_law_about(carom_law_at(i))->name;
    print_figures(name, &f[i]);
    write_figures(csv, name, &f[i]);
  }
  free(f);
  fflush(stdout);
}

/* A place in the program that callgrind can be told of; see instructions.sh. */
__attribute__((noinline)) static void bench_mark(void)
{
  __asm__ volatile("" ::: "memory");
}

/* One line for every stretch between two marks, after a first mark that ends the preparation. */
static void run_marked(const options *o)
{
  for (int i = 0; i < carom_law_count(); i++) {
    const carom_law *law = carom_law_at(i);
    if (!wanted(o, i)) continue;
    bench_load load;
    bench_load_make(&load, law, o->contacts);
    for (int task = 0; task < BENCH_TASKS; task++)
      for (int way = 0; way < BENCH_WAYS; way++) {
        if (!bench_has(&load, task, way) || way == BENCH_AVX512) continue;
        printf("%s %s %s\n", law->info.name, bench_task_name[task], bench_way_name[way]);
        bench_pass(&load, task, way, 1); /* warm: lazy binding and the like */
        bench_mark();
        bench_pass(&load, task, way, 1);
        bench_mark();
      }
    bench_load_free(&load);
  }
}

static int64_t number(const char *text)
{
  char *end = NULL;
  const int64_t n = text ? strtoll(text, &end, 10) : 0;
  if (n > 0 && !*end) return n;
  fprintf(stderr, "bench_laws: a positive number is needed, not '%s'\n", text ? text : "");
  exit(2);
}

static options read_options(int argc, char **argv)
{
  options o = {.contacts = 2048, .rounds = 3000};
  for (int i = 1; i < argc; i++) {
    const char *value = argv[i + 1]; /* argv ends with NULL */
    if (!strcmp(argv[i], "--marks"))
      o.marks = true;
    else if (!strcmp(argv[i], "--contacts") && ++i)
      o.contacts = (number(value) + CAROM_GROUP - 1) / CAROM_GROUP * CAROM_GROUP;
    else if (!strcmp(argv[i], "--rounds") && ++i)
      o.rounds = number(value);
    else if (!strcmp(argv[i], "--law") && value && carom_law_find(value) && ++i)
      o.law = value;
    else if (!strcmp(argv[i], "--csv") && value && ++i)
      o.csv = value;
    else {
      fprintf(stderr, "bench_laws: cannot use '%s'\n", argv[i]);
      exit(2);
    }
  }
  return o;
}

int main(int argc, char **argv)
{
  const options o = read_options(argc, argv);
  FILE *csv = o.csv ? fopen(o.csv, "a") : NULL;
  if (o.csv && !csv) {
    fprintf(stderr, "bench_laws: cannot write %s\n", o.csv);
    return 1;
  }
  if (o.marks) {
    run_marked(&o);
    return 0;
  }
  if (csv) fprintf(csv, "task,law,way,value,unit\n");
  measure_laws(&o, csv);
  if (!o.law) bench_solve(csv, (int)(o.rounds / 5) + 1);
  return csv && fclose(csv) ? 1 : 0;
}
