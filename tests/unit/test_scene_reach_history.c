/* SPDX-License-Identifier: MIT */
/* What lists carry: histories do not depend on when lists are made or how they are cut, and a
 * stored scene looks at the same pairs. */
#include "flows.h"
#include "memory_archive.h"

/* A packing that expands, is stirred, and touches walls if there are some. */
static stage *packing(const char *law, const char *model, double small, int periods, double skin)
{
  const int sides[3] = {9, 7, 6};
  stage *s = springs(skin);
  add_cubes(s, sides, (0.985 + 0.985 * small) * radius, small);
  enclose(s, periods);
  set_in_motion(s, gas, 0.3);
  for (long i = 0; i < s->def.particles; i++)
    for (int k = 0; k < 3; k++)
      s->particle[i].spin[k] = 40 * s->particle[i].velocity[2 - k] / radius * 1e-1;
  s->contact[0].normal = carom_contact_default();
  s->contact[0].normal.law = law;
  if (strcmp(law, "hooke") == 0) set(&s->contact[0].normal, "stiffness", stiffness);
  if (strcmp(law, "thornton") != 0) set(&s->contact[0].normal, "restitution", 0.7);
  s->contact[0].tangential.model = model;
  carom_tangential_set(&s->contact[0].tangential, "friction", 0.4);
  s->material[0].yield = 2e4;
  return s;
}

static const struct {
  const char *law, *model;
  double small;
  int periods;
} kind[] = {{"hooke", "linear", 1, 7},     {"hooke", "linear", 0.8, 4},
            {"tsuji", "mindlin", 1, 7},    {"tsuji", "mindlin", 0.7, 0},
            {"thornton", "mindlin", 1, 7}, {"thornton", "mindlin", 0.8, 3}};

/* Scenes with other skins make their lists at other times, in another order and with other
 * shortlists; only the order of sums may tell. */
static void skins_do_not_matter(void **state)
{
  (void)state;
  for (int i = 0; i < COUNT(kind); i++) {
    carom_scene *scene[3];
    static const double skin[3] = {0.02, 0.1, 0.6};
    brute_force sum = {0};
    for (int k = 0; k < 3; k++) {
      stage *s = packing(kind[i].law, kind[i].model, kind[i].small, kind[i].periods,
                         skin[k] * radius);
      scene[k] = staged(s);
      free(s);
    }
    for (int part = 0; part < 8; part++)
      for (int k = 0; k < 3; k++) {
        play(scene[k], 19);
        check_lists(scene[k], 0, &sum);
      }
    const carom_scene_view one = carom_scene_look(scene[0]);
    const carom_scene_energy e = carom_scene_budget(scene[0]);
    assert_true(sum.pairs > 1000);
    assert_true(e.friction > 0 && e.tangential > 0);
    assert_true(carom_scene_effort(scene[0]).rebuilds > 3 + carom_scene_effort(scene[2]).rebuilds);
    for (int k = 1; k < 3; k++) {
      const carom_scene_view two = carom_scene_look(scene[k]);
      const carom_scene_energy f = carom_scene_budget(scene[k]);
      double worst = 0;
      for (long g = 0; g < one.count; g++)
        for (int c = 0; c < 3; c++) {
          const double off = fabs(one.grain[g].position[c] - two.grain[g].position[c]) / radius;
          const double turned = fabs(one.grain[g].spin[c] - two.grain[g].spin[c]) / 100;
          worst = off > worst ? off : worst;
          worst = turned > worst ? turned : worst;
        }
      assert_true(worst < 1e-9);
      assert_close(f.friction, e.friction, 1e-7);
      assert_close(f.viscous + f.plastic, e.viscous + e.plastic, 1e-7);
    }
    for (int k = 0; k < 3; k++)
      carom_scene_destroy(scene[k]);
  }
}

/* A step longer than the skin ends a contact and takes it out of the list at once: its plastic work
 * is not forgotten. */
static void torn_contacts_are_accounted_for(void **state)
{
  (void)state;
  double plastic[2];
  for (int small = 0; small < 2; small++) {
    stage *s = springs(small ? 1e-4 * radius : 0.5 * radius);
    for (int i = 0; i < 2; i++) {
      const double x[3] = {2.05 * radius * i, 0, 0};
      add_ball(s, radius, x)->velocity[0] = i ? -1 : 1;
    }
    s->contact[0].normal = carom_contact_default();
    s->contact[0].normal.law = "thornton";
    s->material[0].yield = 2e5;
    carom_scene *scene = staged(s);
    play(scene, 200);
    assert_int_equal(carom_scene_contacts(scene, NULL, NULL), 0);
    plastic[small] = carom_scene_budget(scene).plastic;
    carom_scene_destroy(scene);
    free(s);
  }
  assert_true(plastic[0] > 1e-7);
  assert_close(plastic[1], plastic[0], 1e-12);
}

/* Stored at any time between two rebuilds. */
static void stored_scenes_look_at_the_same_pairs(void **state)
{
  (void)state;
  long partly = 0;
  for (int at = 0; at < 200; at += 13) {
    stage *s = packing(kind[at % 2].law, kind[at % 2].model, kind[at % 2].small,
                       kind[at % 2].periods, 0.2 * radius);
    for (long i = 0; i < s->def.particles; i++)
      s->particle[i].velocity[0] += 0.3;
    memory m = {.archive = {false, put_or_get}};
    carom_error err = {.code = CAROM_OK};
    carom_scene *whole = staged(s);
    s->def.threads = 2;
    carom_scene *half = staged(s);
    play(whole, at);
    assert_int_equal(carom_scene_archive(whole, &m.archive, &err), CAROM_OK);
    m.archive.loading = true;
    play(half, 7 * at % 40);
    assert_int_equal(carom_scene_archive(half, &m.archive, &err), CAROM_OK);
    for (int i = 0; i < 60; i++) {
      assert_true(carom_scene_hash(half) == carom_scene_hash(whole));
      assert_true(half->left == whole->left && half->rebuilds == whole->rebuilds);
      for (int64_t b = 0; b < whole->blocks; b++) {
        assert_true(half->patch[b].stale == whole->patch[b].stale);
        assert_true(half->patch[b].margin == whole->patch[b].margin);
        assert_true(half->patch[b].left == whole->patch[b].left);
        partly += whole->patch[b].left < whole->patch[b].margin;
      }
      for (int64_t b = 0; b < whole->bins; b++)
        assert_memory_equal(&half->shortlist[b], &whole->shortlist[b], sizeof *whole->shortlist);
      play(whole, 1);
      play(half, 1);
    }
    free(m.bytes);
    carom_scene_destroy(whole);
    carom_scene_destroy(half);
    free(s);
  }
  assert_true(partly > 100);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(skins_do_not_matter),
      cmocka_unit_test(torn_contacts_are_accounted_for),
      cmocka_unit_test(stored_scenes_look_at_the_same_pairs),
  };
  return cmocka_run_group_tests_name("scene reach history", tests, NULL, NULL);
}
