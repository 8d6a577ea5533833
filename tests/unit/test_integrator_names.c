/* SPDX-License-Identifier: MIT */
/* The integrators of chains have one list of names: files and the library count them alike. */
#include "core/fields.h"
#include "io/format.h"
#include "setup.h"

static void words_of_files_are_the_names_of_the_library(void **state)
{
  (void)state;
  const carom_group run = carom_group_run();
  const int k = carom_group_find_field(&run, "integrator");
  assert_true(k >= 0);
  const carom_field *field = carom_group_field(&run, k);
  char word[32];
  for (int i = 0; i < carom_field_words(field); i++) {
    carom_field_word(field, i, word, sizeof word);
    assert_string_equal(word, carom_chain_integrator_name((carom_chain_integrator)i));
  }
  assert_int_equal(carom_field_words(field), CAROM_CHAIN_GEAR5 + 1);
  assert_null(carom_chain_integrator_name((carom_chain_integrator)(CAROM_CHAIN_GEAR5 + 1)));
  assert_null(carom_chain_integrator_name((carom_chain_integrator)-1));
}

/* Those that take fixed steps only refuse to run without a step, the others choose their own. */
static void fixed_steps_need_a_step(void **state)
{
  (void)state;
  for (int i = 0; carom_chain_integrator_name((carom_chain_integrator)i); i++) {
    carom_bead bead[2] = {carom_bead_default(), carom_bead_default()};
    carom_contact_def contact = carom_contact_default();
    carom_chain_def def = carom_chain_default();
    carom_chain *chain = NULL;
    def.bead = bead;
    def.beads = 2;
    def.contact = &contact;
    def.contacts = 1;
    def.integrator = (carom_chain_integrator)i;
    const carom_status status = carom_chain_create(&def, &chain, NULL);
    assert_int_equal(status != CAROM_OK, carom_chain_integrator_fixed(def.integrator));
    carom_chain_destroy(chain);
  }
}

SUITE("names of integrators", words_of_files_are_the_names_of_the_library, fixed_steps_need_a_step)
