// Nothing: CMake precompiles the headers of all tests with it.
