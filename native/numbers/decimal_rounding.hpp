// Rounding to decimals as C's and Perl's printf do it: by the exact binary value, a true half to even.
//
// round(x * 10^d) / 10^d is not that: the product may round up to a half that x never reached. A fused multiply-add
// keeps the sign of the exact difference from the half, which is all that is needed.
#pragma once

#include <cmath>

namespace tertium {

inline double round_decimals(double x, int digits) {
    if (!std::isfinite(x)) return x;
    double power = 1.0;
    for (int i = 0; i < digits; ++i) power *= 10.0;  // exact up to 10^22
    const double below = std::floor(x * power);
    const double above_half = std::fma(x, power, -(below + 0.5));
    const bool up = above_half > 0 || (above_half == 0 && std::fmod(below, 2.0) != 0);
    return (up ? below + 1 : below) / power;
}

}  // namespace tertium
