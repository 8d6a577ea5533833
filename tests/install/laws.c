/* SPDX-License-Identifier: MIT */
/* A program that compiles every installed law and tangential model into a kernel of its own, which
 * must find the bits of the library; also compiled as C++ (laws.cpp). Prints the version. */
#include <carom/carom.h>
#include <stdio.h>
#include <string.h>
#include <string.h>

#include <evaluate.h>
#include <tangential_base.h>

enum { COUNT = 64, STATES = 8 };

/* One set of numbers a law, contacts of one size. */
#define CAROM_LAW(L)                                                                               \
  CAROM_EVALUATE(L)                                                                                \
  static void L##_kernel(const double *numbers, double *const *state, const double *d,             \
                         const double *v, double *total)                                           \
  {                                                                                                \
    carom_##L##_coefficients coefficients;                                                         \
    memcpy(&coefficients, numbers, sizeof coefficients);                                           \
    for (int i = 0; i < COUNT; i++) {                                                              \
      double values[STATES];                                                                       \
      carom_##L##_state memory;                                                                    \
      for (int k = 0; k < STATES; k++)                                                             \
        values[k] = state[k][i];                                                                   \
      memcpy(&memory, values, sizeof memory);                                                      \
      const carom_force f = carom_##L##_evaluate(&coefficients, &memory, d[i], v[i]);              \
      total[i] = f.elastic + f.dissipative;                                                        \
    }                                                                                              \
  }
#include <laws.def>
#undef CAROM_LAW

typedef void kernel(const double *numbers, double *const *state, const double *d, const double *v,
                    double *total);

#define CAROM_LAW(L) L##_kernel,
static kernel *const kernels[] = {
#include <laws.def>
};
#undef CAROM_LAW

#define CAROM_TANGENTIAL(T)                                                                        \
  static void T##_kernel_t(const double *constants, const carom_slide *in, carom_shear *spring,    \
                           carom_traction *f)                                                      \
  {                                                                                                \
    carom_##T##_constants k;                                                                       \
    memcpy(&k, constants, sizeof k);                                                               \
    carom_##T##_apply(&k, in, carom_##T##_damped(&k), spring, f);                                  \
  }
#include <tangential.def>
#undef CAROM_TANGENTIAL

typedef void sliding_kernel(const double *constants, const carom_slide *in, carom_shear *spring,
                            carom_traction *f);

#define CAROM_TANGENTIAL(T) T##_kernel_t,
static sliding_kernel *const sliding_kernels[] = {
#include <tangential.def>
};
#undef CAROM_TANGENTIAL

/* Is the kernel of law number `which` the library's? */
static bool law_agrees(int which)
{
  static double d[COUNT], v[COUNT], elastic[COUNT], dissipative[COUNT], total[COUNT];
  static double value[STATES][COUNT];
  double *state[STATES];
  carom_contact_def def = carom_contact_default();
  carom_contact contact;
  int loaded = 0;
  def.law = carom_law_about(carom_law_at(which))->name;
  if (carom_contact_prepare(&def, &contact, NULL) != CAROM_OK) return false;
  for (int i = 0; i < COUNT; i++) {
    carom_state s = carom_contact_virgin(&contact);
    carom_contact_touch(&contact, &s, 0.1 * (i + 1));
    d[i] = 1e-6 * (i - 4);
    v[i] = i % 3 - 1;
    if (i % 2) carom_contact_commit(&contact, &s, 2e-6 * i);
    for (int k = 0; k < STATES; k++)
      value[k][i] = s.value[k];
  }
  for (int k = 0; k < STATES; k++)
    state[k] = value[k];
  carom_block block;
  memset(&block, 0, sizeof block);
  block.count = COUNT;
  block.overlap = d;
  block.approach = v;
  block.state = state;
  block.elastic = elastic;
  block.dissipative = dissipative;
  carom_contact_forces(&contact, &block);
  kernels[which](contact.coefficient, state, d, v, total);
  for (int i = 0; i < COUNT; i++) {
    if (!(total[i] == elastic[i] + dissipative[i])) return false;
    loaded += total[i] > 0;
  }
  return loaded > COUNT / 4;
}

static bool model_agrees(int which)
{
  const carom_contact_def two = carom_contact_default();
  carom_contact_def linear = two;
  carom_contact contact;
  carom_tangential_def def = carom_tangential_default();
  carom_tangential_pair pair;
  carom_tangential_history history = {{0, 0, 0, 0}};
  carom_shear spring = {0, 0, 0, 0};
  linear.law = "hooke";
  def.model = carom_tangential_about(carom_tangential_at(which))->name;
  if (carom_contact_prepare(&linear, &contact, NULL) != CAROM_OK) return false;
  if (carom_tangential_prepare(&def, &contact, &two.a.material, &two.b.material, 0, &pair, NULL) !=
      CAROM_OK)
    return false;
  for (int i = 0; i < COUNT; i++) {
    const carom_slip slip = {1, 1e-6, 0.01, 0.1, 1e-8, {0, 0, 1}, {0.01 * (i % 5), 0.02, 0}, 1e-3};
    carom_slide in;
    memset(&in, 0, sizeof in);
    in.normal = 1, in.d = 1e-6, in.radius = 0.01, in.mass = 0.1, in.step = 1e-8;
    in.x = slip.velocity[0], in.y = 0.02, in.nz = 1, in.patch = carom_patch(0.01, 1e-6);
    double force[3];
    carom_traction f;
    carom_rotate_history(0, 0, 1, 1e-3, &spring);
    sliding_kernels[which](pair.constant, &in, &spring, &f);
    carom_tangential_force(&pair, &slip, &history, force);
    if (!(force[0] == f.x && force[1] == f.y && force[1] < 0)) return false;
  }
  return true;
}

int main(void)
{
  const int laws = (int)(sizeof kernels / sizeof *kernels);
  const int models = (int)(sizeof sliding_kernels / sizeof *sliding_kernels);
  if (laws != carom_law_count() || models != carom_tangential_count()) return 1;
  for (int k = 0; k < laws; k++)
    if (!law_agrees(k)) return fprintf(stderr, "law %d differs from the library\n", k), 1;
  for (int k = 0; k < models; k++)
    if (!model_agrees(k)) return fprintf(stderr, "model %d differs from the library\n", k), 1;
  return puts(carom_version()) < 0;
}
