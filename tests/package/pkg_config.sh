#!/usr/bin/env bash
# Builds and runs the program without CMake. usage: pkg_config.sh COMPILER FOLDER_OF_WENGERT.PC
set -euo pipefail
export PKG_CONFIG_PATH=$2
program=$(mktemp)
trap 'rm -f "$program"' EXIT
read -ra flags <<<"$(pkg-config --cflags --libs wengert)"
"$1" -std=c++20 "$(dirname "$0")/main.cpp" "${flags[@]}" -o "$program"
LD_LIBRARY_PATH=$(pkg-config --variable=libdir wengert) "$program"
