/* SPDX-License-Identifier: MIT */
#include "core/synonyms.h"

#include <string.h>

/* Candidate names in order of preference; a longer name that begins with a candidate and '_', such
 * as restitution_elastic, matches as well. */
static const struct {
  const char *words, *meanings, *note;
} synonyms[] = {
    {"e|cor|COR|eps|coefficient_of_restitution|restitution_coefficient", "restitution", ""},
    {"v|v0|velocity|impact_velocity", "speed|velocity", ""},
    {"E|E_modulus|modulus|elastic_modulus|youngs_modulus|young_modulus|youngs", "young", ""},
    {"nu|poissons_ratio|poisson_ratio|poissons", "poisson", ""},
    {"diameter|dia", "radius|outer_radius", " (half the diameter)"},
    {"R|r", "radius|outer_radius", ""},
    {"m", "mass", ""},
    {"rho", "density", ""},
    {"mu|cof|friction_coefficient|coefficient_of_friction", "friction|tangential", ""},
    {"friction|sliding_friction", "tangential", " (tangential: {model: mindlin, friction: 0.5})"},
    {"rolling_friction|rolling_resistance|mu_r|mur", "rolling",
     " (rolling: {model: elastic-plastic, friction: 0.1})"},
    {"surface_energy", "work_of_adhesion|adhesion",
     " (a work of adhesion: twice the surface energy)"},
    {"sigma_y|s_y|sy|yield_stress|yield_strength", "yield", ""},
    {"K|k|spring_constant", "stiffness", ""},
    {"g", "gravity", ""},
    {"dt|timestep|time_step", "step", ""},
    {"tol|rtol", "tolerance", ""},
    {"number|n_particles|particle_count", "count", ""},
    {"normal|axis|orientation", "direction", ""},
    {"omega|angular_velocity", "spin", ""},
    {"origin|location|pos", "point|position", ""},
    {"end|time|duration|t_end", "until", ""},
    {"interval|output_every", "every", ""},
};
enum { SYNONYMS = sizeof synonyms / sizeof *synonyms };

static int find(const char *word)
{
  for (int i = 0; word && i < SYNONYMS; i++)
    if (carom_name_listed(synonyms[i].words, word)) return i;
  return -1;
}

static bool means(const char *name, const char *meaning, size_t length)
{
  return name && strncmp(name, meaning, length) == 0 && (!name[length] || name[length] == '_');
}

const char *carom_synonym(const char *word, int count, carom_name_at *name_at, const void *user)
{
  const int k = find(word);
  if (k < 0) return NULL;
  for (const char *meaning = synonyms[k].meanings; *meaning;) {
    const size_t length = strcspn(meaning, "|");
    for (int i = 0; i < count; i++)
      if (means(name_at(user, i), meaning, length)) return name_at(user, i);
    meaning += length + (meaning[length] == '|');
  }
  return NULL;
}

const char *carom_synonym_note(const char *word)
{
  const int k = find(word);
  return k < 0 ? "" : synonyms[k].note;
}
