#include <wengert/base/shape.h>

#include <iostream>

int main() { std::cout << wengert::to_string(wengert::Shape{2, 3}) << '\n'; }
