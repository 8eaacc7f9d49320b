// Filling memory with random numbers: what rand, randn, randint, randperm, dropout and nn::init draw.
//
// Every function takes its numbers from one generator (an undefined one means the default) while it holds the
// generator's mutex, checks its arguments before it draws, and gives libtorch's numbers in libtorch's order.
// What each costs in words of the twister is part of that promise, since the next call starts behind them.
// Below, a "float uniform" is one word (its low 24 bits times 2^-24) and a "double uniform" is two (first the
// high half; the low 53 bits times 2^-53), both in [0, 1).
//
// A tensor that is not contiguous is filled in the order of its memory, not of its indices: dimensions with
// the larger stride outside (x.t().uniform_() draws as x.uniform_() does); only `normal` differs then, see
// there. Of the calls built on these, libtorch makes a contiguous result for dropout and bernoulli(p), while
// the *_like functions keep their argument's strides and so its order.
#pragma once
#include <cstdint>

#include "wengert/base/generator.h"

namespace wengert::random {

/// from + (to - from) u in one rounding, u a float uniform for T = float and a double uniform for T = double.
/// Error: from > to, or bounds or a distance that T cannot hold.
template <class T>
void uniform(const Generator& generator, T* out, std::int64_t n, double from, double to);

/// Mean + std z by Box & Muller (1958): z = sqrt(-2 ln u) times the cosine or the sine of 2 pi v.
/// n < 16: as normal_one_by_one. n >= 16: fills with uniforms of type T, then in blocks of 16 makes elements
/// j (cosine) and j + 8 (sine) from u = 1 - x[j], v = x[j+8]; if n is no multiple of 16, the last 16 elements
/// are drawn afresh at the end. That path neither uses nor makes a kept value. Error: std < 0 or NaN.
template <class T>
void normal(const Generator& generator, T* out, std::int64_t n, double mean, double std);

/// The same distribution, one at a time and in double for both types: v and then 1 - u are double uniforms,
/// the cosine comes first, and the generator keeps the sine for the next call, whoever makes it. libtorch
/// fills a tensor that is not contiguous in this way, whatever its size. Error: std < 0 or NaN.
template <class T>
void normal_one_by_one(const Generator& generator, T* out, std::int64_t n, double mean, double std);

/// e^z, z = mean + std times a normal value as normal_one_by_one draws it. Error: std <= 0 or NaN.
template <class T>
void log_normal(const Generator& generator, T* out, std::int64_t n, double mean, double std);

/// -ln(1 - u) / lambda, u a double uniform. Error: lambda < 0 or NaN.
template <class T>
void exponential(const Generator& generator, T* out, std::int64_t n, double lambda);

/// median + sigma tan(pi (u - 1/2)), u a double uniform.
template <class T>
void cauchy(const Generator& generator, T* out, std::int64_t n, double median, double sigma);

/// The number of trials up to the first success: ceil(ln u / ln(1 - p)), u a double uniform. Types float,
/// double and int64. Error: p outside (0, 1).
template <class T>
void geometric(const Generator& generator, T* out, std::int64_t n, double p);

/// 1 where u < p, else 0; u a double uniform. All element types. Error: p outside [0, 1].
///
/// Dropout draws its mask so, for every type: bernoulli with the probability 1 - p of keeping an element,
/// into a contiguous mask of the input's type, which is then divided by 1 - p.
template <class T>
void bernoulli(const Generator& generator, T* out, std::int64_t n, double p);

/// 1 where u < p[i]; u a float uniform for P = float, a double uniform for P = double, whatever T is.
/// Error: any p outside [0, 1].
template <class T, class P>
void bernoulli_each(const Generator& generator, T* out, std::int64_t n, const P* p);

/// Integers in [from, to): from + x mod (to - from), x one word, or two when to - from >= 2^32. All element
/// types. Where a floating T cannot hold every integer of the range, its ends move inwards to values that it
/// can. Error: from >= to, or a bound that T cannot hold.
template <class T>
void integers(const Generator& generator, T* out, std::int64_t n, std::int64_t from, std::int64_t to);

/// Integers from `from` to the largest T, inclusive (2^24 for float, 2^53 for double, else the type's
/// largest); from the smallest int64 on, the two words as they are.
template <class T>
void integers_from(const Generator& generator, T* out, std::int64_t n, std::int64_t from);

/// The integers of random_() without arguments: float [0, 2^24], int64 [0, 2^63), double [0, 2^53], bool
/// {false, true}; one word for float and bool, two for the others.
template <class T>
void any_integers(const Generator& generator, T* out, std::int64_t n);

/// A permutation of 0 ... n-1 by Fisher & Yates, from the front; n - 1 words (none for n < 2).
void permutation(const Generator& generator, std::int64_t* out, std::int64_t n);

/// Draws `samples` categories for each row of p [rows, categories], whose rows need not sum to one, into
/// out [rows, samples]. With replacement: the first category at which the normalised running sum reaches a
/// double uniform. Without: the categories with the largest p / e in descending order, e drawn by
/// `exponential` for all elements first. Error: a negative or non-finite p, a row without a positive p,
/// samples < 1, or more samples than categories without replacement.
template <class T>
void multinomial(const Generator& generator, std::int64_t* out, const T* p, std::int64_t rows,
                 std::int64_t categories, std::int64_t samples, bool replacement);

}  // namespace wengert::random
