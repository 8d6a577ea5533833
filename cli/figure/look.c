/* SPDX-License-Identifier: MIT */
#include "cli/figure/look.h"

#include "core/text.h"

/* The palette without its yellow, which is lost on white paper. */
#define BLACK "#000000"
#define ORANGE "#e69f00"
#define SKY "#56b4e9"
#define GREEN "#009e73"
#define BLUE "#0072b2"
#define RED "#d55e00"
#define PURPLE "#cc79a7"

#define SOLID ""
#define LONG "12,4"
#define SHORT "6,3"
#define DOTS "2,3"
#define DASH_DOT "10,3,2,3"
#define DASH_DOT_DOT "10,3,2,3,2,3"

/* Laws that coincide under exact calibration differ in both, so that one stays visible under the
 * other. */
static const struct {
  const char *law;
  cli_look look;
} looks[] = {
    {"hertz", {BLACK, DOTS}},
    {"tsuji", {BLUE, SOLID}},
    {"lankarani-nikravesh", {GREEN, DASH_DOT}},
    {"wang-viscous-elastic", {ORANGE, SHORT}},
    {"wang-viscous", {RED, LONG}},
    {"ma-liu", {PURPLE, DASH_DOT_DOT}},
    {"hooke", {BLACK, SOLID}},
    {"lee-herrmann", {SKY, SOLID}},
    {"kuwabara-kono", {GREEN, SOLID}},
    {"hu", {ORANGE, SOLID}},
    {"power-law", {BLACK, LONG}},
    {"hunt-crossley", {SKY, LONG}},
    {"flores", {RED, SHORT}},
    {"herbert-mcwhannell", {PURPLE, SHORT}},
    {"lee-wang", {BLUE, DOTS}},
    {"gonthier", {ORANGE, DASH_DOT}},
    {"hu-guo", {PURPLE, DOTS}},
    {"wang-dashpot", {RED, SOLID}},
    {"wang-dashpot-elastic", {SKY, SHORT}},
    {"kogut-etsion", {BLUE, LONG}},
    {"jackson-green", {GREEN, LONG}},
    {"thornton", {PURPLE, SOLID}},
    {"walton-braun", {BLACK, DASH_DOT}},
    {"gran-hertz", {PURPLE, LONG}},
    {"jkr", {SKY, DASH_DOT}},
    {"luding", {ORANGE, LONG}},
};

cli_look look_number(int k)
{
  static const cli_look cycle[] = {{BLUE, SOLID},   {RED, SOLID},    {GREEN, SOLID},
                                   {PURPLE, SOLID}, {ORANGE, SOLID}, {SKY, SOLID},
                                   {BLACK, SOLID},  {BLUE, SHORT},   {RED, SHORT},
                                   {GREEN, SHORT},  {PURPLE, SHORT}, {ORANGE, SHORT}};
  return cycle[(unsigned)k % (sizeof cycle / sizeof *cycle)];
}

cli_look look_of_law(const char *name)
{
  for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
    if (carom_same_name(looks[i].law, name)) return looks[i].look;
  int sum = 0;
  for (; *name; name++)
    sum = (31 * sum + *name) & 0xffff;
  return look_number(sum);
}
