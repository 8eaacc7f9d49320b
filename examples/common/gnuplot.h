// Pictures by gnuplot.
#pragma once
#include <string>

namespace gnuplot {

/// Okabe and Ito's colours, which stay apart for the colour-blind.
constexpr const char* colors[] = {"#D55E00", "#0072B2", "#009E73", "#CC79A7"};

/// Throws cli::BadInput unless a picture can be written to the file of --plot, or when there is none to write:
/// a name that ends in neither .svg nor .png, no gnuplot, a file that cannot be opened for writing.
void check(const std::string& file);

/// The first commands of a script: the kind of picture, its size in an SVG's pixels, its file.
std::string output(const std::string& file, int width, int height);

/// In gnuplot's single quotes.
std::string quoted(const std::string& text);

/// Throws wengert::Error when gnuplot fails.
void run(const std::string& script);

}  // namespace gnuplot
