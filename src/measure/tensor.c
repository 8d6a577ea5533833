/* SPDX-License-Identifier: MIT */
#include "measure/measure.h"

/* Jacobi's method: rotations that zero one off-diagonal element after the other. */
void carom_tensor_principal(const double t[9], double value[3])
{
  enum { SWEEPS = 20 };
  double a[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      a[i][j] = 0.5 * (t[3 * i + j] + t[3 * j + i]);
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    for (int p = 0; p < 2; p++)
      for (int q = p + 1; q < 3; q++) {
        if (a[p][q] == 0) continue;
        const int r = 3 - p - q;
        const double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        const double size = (theta < 0 ? -theta : theta) + CAROM_SQRT(theta * theta + 1);
        const double tangent = (theta < 0 ? -1 : 1) / size;
        const double c = 1 / CAROM_SQRT(tangent * tangent + 1), s = tangent * c;
        const double rp = a[r][p], rq = a[r][q];
        a[p][p] -= tangent * a[p][q];
        a[q][q] += tangent * a[p][q];
        a[p][q] = a[q][p] = 0;
        a[r][p] = a[p][r] = c * rp - s * rq;
        a[r][q] = a[q][r] = s * rp + c * rq;
      }
  for (int k = 0; k < 3; k++)
    value[k] = a[k][k];
  for (int k = 0; k < 3; k++)
    for (int l = 0; l < 2; l++)
      if (value[l] < value[l + 1]) {
        const double swap = value[l];
        value[l] = value[l + 1];
        value[l + 1] = swap;
      }
}

/* Solves by cofactors; singular if the determinant is lost in round-off. */
bool carom_tensor_solve(const double a[9], const double b[9], double x[9])
{
  double cofactor[9], largest = 0, determinant = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double size = a[3 * i + j] < 0 ? -a[3 * i + j] : a[3 * i + j];
      cofactor[3 * i + j] = a[3 * i1 + j1] * a[3 * i2 + j2] - a[3 * i1 + j2] * a[3 * i2 + j1];
      largest = size > largest ? size : largest;
    }
  for (int j = 0; j < 3; j++)
    determinant += a[j] * cofactor[j];
  if (!(determinant > 1e-12 * largest * largest * largest)) return false;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double sum = 0;
      for (int k = 0; k < 3; k++)
        sum += cofactor[3 * k + i] * b[3 * k + j];
      x[3 * i + j] = sum / determinant;
    }
  return true;
}
