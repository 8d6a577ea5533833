/* SPDX-License-Identifier: MIT */
#include "io/kinds.h"

#include "core/fields.h"
#include "core/text.h"
#include "io/scenario_parts.h"

static const carom_kind_info kinds[CAROM_KINDS] = {
    [CAROM_KIND_IMPACT] = {.name = "impact",
                           .owner = "an impact",
                           .run = "integrator|tolerance",
                           .record = "every",
                           .needs_contacts = true,
                           .read = carom_read_impact,
                           .finish_run = carom_finish_impact_run},
    [CAROM_KIND_BOUNCE] = {.name = "bounce",
                           .owner = "a bounce",
                           .run = "until|integrator|tolerance",
                           .record = "every",
                           .needs_contacts = true,
                           .read = carom_read_bounce,
                           .finish_run = carom_finish_bounce_run,
                           .finish_record = carom_finish_bounce_record},
    [CAROM_KIND_CHAIN] = {.name = "chain",
                          .owner = "a chain",
                          .run = "until|integrator|step|tolerance|corrector_tolerance|checkpoint",
                          .record = "every|beads|contacts|arrival|peaks|picture|energies",
                          .needs_contacts = true,
                          .read = carom_read_chain,
                          .finish_run = carom_finish_chain_run,
                          .finish_record = carom_finish_chain_record},
    [CAROM_KIND_MECHANISM] = {.name = "mechanism",
                              .owner = "a mechanism",
                              .run = "until|tolerance|checkpoint",
                              .record = "every|body|filter",
                              .read = carom_read_mechanism,
                              .finish_run = carom_finish_mechanism_run,
                              .finish_record = carom_finish_mechanism_record},
    [CAROM_KIND_SCENE] =
        {.name = "scene",
         .owner = "a scene",
         .run = "until|step|checkpoint",
         .record = "every|frames|format|frame_contacts|frame_precision|frame_compressed|"
                   "pictures|measure",
         .needs_contacts = true,
         .slides = true,
         .read = carom_read_scene,
         .finish_run = carom_finish_scene_run,
         .finish_record = carom_finish_scene_record},
};

const carom_kind_info *carom_kind_about(carom_scenario_kind problem)
{
  return &kinds[problem];
}

/* Names are separated as the words of a field are. */
static void refuse(const carom_kind_info *kind, const char *names, const carom_node *node,
                   carom_faults *faults)
{
  const carom_field all = {.words = names};
  char word[64], known[160] = "";
  if (!node) return;
  for (int k = 0; k < carom_field_words(&all); k++) {
    carom_field_word(&all, k, word, sizeof word);
    if (carom_same_name(word, node->key)) return;
    carom_append(known, sizeof known, "%s%s", k ? ", " : "", word);
  }
  carom_fault(faults, node, true, CAROM_ERR_CONFLICT,
              "%s takes no '%.40s'; leave it out (it takes: %s)", kind->owner, node->key, known);
}

void carom_kind_takes(const carom_kind_info *kind, const char *names,
                      const carom_group_values *found, carom_faults *faults)
{
  for (int i = 0; i < carom_group_fields(&found->group); i++)
    refuse(kind, names, found->at[i], faults);
  for (int i = 0; i < found->group.keys; i++)
    refuse(kind, names, found->key[i], faults);
}
