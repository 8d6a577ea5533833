/* SPDX-License-Identifier: MIT */
/* What the report is about: two steel spheres at three speeds, with every law. */
#ifndef CAROM_CLI_REPORT_DATA_H
#define CAROM_CLI_REPORT_DATA_H

#include "cli/report/compare_rows.h"

enum { REPORT_SCENES = 3, REPORT_ASKED = 39, REPORT_SPEEDS = 51 };

/* One speed, and the restitutions asked for there. */
typedef struct cli_scene {
  double speed, elastic, plastic;
  cli_rows rows;
} cli_scene;

typedef struct cli_report {
  int laws;
  cli_scene scene[REPORT_SCENES];
  double calibration_speed; /* of the two below, m/s */
  double asked[REPORT_ASKED], speed[REPORT_SPEEDS];
  double *published[2], *exact[2]; /* delivered, by rule of tension: [law * REPORT_ASKED + k] */
  double *at_speed;                /* delivered: [law * REPORT_SPEEDS + k] */
  double yield_overlap, yield_speed;
  bool pictures; /* there is a gnuplot to draw them */
} cli_report;

carom_status report_compute(cli_report *report, int threads);
void report_free(cli_report *report);

/* Paragraph number k of what is seen, NULL after the last. Every number in it is computed. */
enum { REPORT_TEXT = 16384 };
const char *report_paragraph(const cli_report *report, int k, char text[REPORT_TEXT]);

/* Curves of restitution delivered against asked (rule 0: tension cut, 1: kept), and against speed.
 */
carom_status report_asked_figure(const cli_report *report, int rule, cli_figure *figure);
carom_status report_speed_figure(const cli_report *report, cli_figure *figure);

cli_table report_asked_table(const cli_report *report);
cli_table report_speed_table(const cli_report *report);

/* Writes report.html and report.md; pictures are read from the folder. */
typedef struct cli_report_file {
  const cli_report *report;
  const char *folder;
} cli_report_file;
void report_html(const void *report_file, FILE *file);
void report_markdown(const void *report_file, FILE *file);

/* The name of a picture: "force_overlap_8.svg". */
void report_picture_name(const cli_scene *scene, int panel, char name[64]);

#endif
