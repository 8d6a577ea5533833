/* SPDX-License-Identifier: MIT */
/* The Brazilian test, scenarios/brazilian_disc.yaml: before it breaks, the middle of the disc is
 * loaded as that of an elastic one. */
#include <carom/io.h>
#include <carom/measure.h>

#include "close.h"

static carom_run *pressed(const char *until)
{
  carom_input *input = NULL;
  carom_run *run = NULL;
  carom_error err = {.code = CAROM_OK};
  const carom_run_options options = carom_run_default();
  const carom_status status = carom_input_open("scenarios/brazilian_disc.yaml", &input, &err);
  if (status == CAROM_ERR_IO) skip(); /* built without libyaml */
  if (status != CAROM_OK || carom_input_set(input, "run.until", until, &err) != CAROM_OK ||
      carom_run_create(input, &options, &run, &err) != CAROM_OK ||
      carom_run_advance(run, carom_run_until(run), &err) != CAROM_OK)
    fail_msg("%s: %s", err.where, err.text);
  carom_input_destroy(input);
  return run;
}

/* Two opposite forces P on a disc (Timoshenko and Goodier, section 41): 2 P/(pi D t) of tension
 * across and three times that of pressure along in the middle. Their means over a disc of radius a
 * are less by (a/R)^2 in magnitude. A few hundred grains are not quite that. */
static void the_middle_of_an_elastic_disc(void **state)
{
  (void)state;
  const double pi = 3.14159265358979323846, D = 0.04, t = 0.008, share = 0.4;
  carom_run *run = pressed("1.2 ms");
  carom_scene *scene = carom_run_scene(run);
  carom_selection middle = carom_selection_default();
  carom_scene_wall_state plate[2];
  carom_bulk bulk;
  carom_error err;
  middle.within = true;
  middle.region.shape = CAROM_REGION_CYLINDER;
  middle.region.point[1] = -0.5 * t;
  middle.region.direction[1] = 1, middle.region.direction[2] = 0;
  middle.region.radius = 0.5 * share * D;
  middle.region.length = t;
  for (int k = 0; k < 2; k++)
    assert_int_equal(carom_scene_sample_wall(scene, k, &plate[k], &err), CAROM_OK);
  assert_int_equal(carom_measure_bulk(scene, &middle, CAROM_BULK_CONTACTS, &bulk, &err), CAROM_OK);
  const double load = 0.5 * (plate[0].force[2] - plate[1].force[2]);
  const double unit = 2 * load / (pi * D * t);
  print_message("2 P/(pi D t) = %.4g kPa: %.3f across, %.3f along\n", 1e-3 * unit,
                bulk.contact_stress[0] / unit, bulk.contact_stress[8] / unit);
  assert_int_equal(carom_scene_count_bonds(scene, -1).tension, 0);
  assert_close(bulk.contact_stress[0] / unit, -(1 - share * share), 0.05);
  assert_close(bulk.contact_stress[8] / unit, 3 - share * share, 0.05);
  carom_run_destroy(run);
}

SUITE("brazilian test", the_middle_of_an_elastic_disc)
