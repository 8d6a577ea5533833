/* SPDX-License-Identifier: MIT */
/* A host program that changes the arithmetic of its process is told so by whatever is prepared or
 * created, and goes on as soon as it has put it right. */
#include <fenv.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "carom/carom.h"

static carom_status a_contact(carom_error *err)
{
  carom_contact_def def = carom_contact_default();
  def.law = "hertz";
  carom_contact contact;
  return carom_contact_prepare(&def, &contact, err);
}

static carom_status a_chain(carom_error *err)
{
  carom_bead bead[2] = {carom_bead_default(), carom_bead_default()};
  carom_chain_def def = carom_chain_default();
  def.bead = bead;
  def.beads = 2;
  carom_chain *chain = NULL;
  const carom_status status = carom_chain_create(&def, &chain, err);
  carom_chain_destroy(chain);
  return status;
}

static carom_status a_mechanism(carom_error *err)
{
  carom_mechanism_body body = carom_mechanism_body_default();
  body.mass = 1.0;
  body.inertia = 1.0;
  carom_mechanism_def def = carom_mechanism_default();
  def.body = &body;
  def.bodies = 1;
  carom_mechanism *mechanism = NULL;
  const carom_status status = carom_mechanism_create(&def, &mechanism, err);
  carom_mechanism_destroy(mechanism);
  return status;
}

static carom_status a_scene(carom_error *err)
{
  carom_scene_particle particle = carom_scene_particle_default();
  carom_scene_def def = carom_scene_default();
  def.particle = &particle;
  def.particles = 1;
  carom_scene *scene = NULL;
  const carom_status status = carom_scene_create(&def, &scene, err);
  carom_scene_destroy(scene);
  return status;
}

static const struct {
  const char *name;
  carom_status (*make)(carom_error *err);
} makers[] = {
    {"contact", a_contact}, {"chain", a_chain}, {"mechanism", a_mechanism}, {"scene", a_scene}};

/* The error itself is looked at in sound arithmetic: printing rounds, too. */
static void each(void (*spoil)(void), void (*mend)(void), const char *remedy)
{
  for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
    carom_error err = {0};
    carom_status status = makers[i].make(&err);
    if (status == CAROM_ERR_ARITHMETIC) fail_msg("%s: sound arithmetic refused", makers[i].name);
    spoil();
    status = makers[i].make(&err);
    mend();
    if (status != CAROM_ERR_ARITHMETIC || err.code != status)
      fail_msg("%s: status %d, '%s'", makers[i].name, (int)status, err.text);
    assert_string_equal(err.where, "arithmetic");
    if (!strstr(err.text, remedy))
      fail_msg("%s: no '%s' in '%s'", makers[i].name, remedy, err.text);
    assert_null(strstr(err.text, "...")); /* the sentence is whole */
    assert_int_not_equal(makers[i].make(NULL), CAROM_ERR_ARITHMETIC);
  }
  assert_int_equal(a_contact(NULL), CAROM_OK);
}

static void to_nearest(void)
{
  fesetround(FE_TONEAREST);
}

static void upward(void)
{
  fesetround(FE_UPWARD);
}

static void downward(void)
{
  fesetround(FE_DOWNWARD);
}

static void toward_zero(void)
{
  fesetround(FE_TOWARDZERO);
}

static void directed_rounding_is_refused(void **state)
{
  (void)state;
  each(upward, to_nearest, "fesetround(FE_TONEAREST)");
  each(downward, to_nearest, "fesetround(FE_TONEAREST)");
  each(toward_zero, to_nearest, "fesetround(FE_TONEAREST)");
}

#if defined(__x86_64__)
static void flush_results(void)
{
  _mm_setcsr(_mm_getcsr() | 0x8000u);
}

static void flush_operands(void)
{
  _mm_setcsr(_mm_getcsr() | 0x0040u);
}

static void keep_all(void) /* as the message says */
{
  _mm_setcsr(_mm_getcsr() & ~0x8040u);
}

static void flushing_to_zero_is_refused(void **state)
{
  (void)state;
  each(flush_results, keep_all, "_mm_setcsr(_mm_getcsr() & ~0x8040u)");
  each(flush_operands, keep_all, "-ffast-math");
}
#endif

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(directed_rounding_is_refused),
#if defined(__x86_64__)
    cmocka_unit_test(flushing_to_zero_is_refused),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
