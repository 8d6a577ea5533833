// SPDX-License-Identifier: MIT
// The same from C++17: the headers are C++ as they stand, a lambda is a law's force, and a
// destructor ends the context.
#include <carom/carom.h>

#include <cmath>
#include <iostream>
#include <memory>
#include <string_view>

int main()
{
  carom_context *made = nullptr;
  if (carom_context_create(&made, nullptr) != CAROM_OK) return 1;
  const std::unique_ptr<carom_context, decltype(&carom_context_destroy)> context{
      made, carom_context_destroy};

  carom_user_law law = carom_user_law_default();
  law.info.name = "cubic";
  law.force = [](void *, const double *, const double *, double d, double, double) {
    return carom_force{1e15 * d * d * d, 0};
  };
  if (carom_context_register(context.get(), &law, nullptr, nullptr) != CAROM_OK) return 1;

  carom_contact_def def = carom_contact_default();
  carom_contact contact;
  carom_error err{};
  def.context = context.get();
  def.law = "cubic";
  if (carom_contact_prepare(&def, &contact, &err) != CAROM_OK) {
    std::cerr << err.where << ": " << err.text << '\n';
    return 1;
  }
  carom_impact_def impact = carom_impact_default();
  carom_impact result;
  impact.contact = &contact;
  if (carom_impact_resolve(&impact, &result, &err) != CAROM_OK) return 1;
  // m v^2/2 = k d^4/4
  const double deepest = std::pow(2 * contact.mass / 1e15, 0.25);
  if (!(std::abs(result.peak_overlap / deepest - 1) < 1e-12)) return 1;
  if (std::string_view{carom_version()} != CAROM_VERSION) return 1;
  std::cout << carom_version() << '\n';
}
