# shellcheck shell=bash
# Sourced by examples/run, tests/run and .ci/run: what a machine needs, and how a build starts.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

packages=(g++ cmake ninja-build pkg-config libopenblas-dev libfmt-dev nlohmann-json3-dev doctest-dev libcli11-dev python3)

# install_packages NAME...: installs the Debian packages that are missing.
install_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    cat >&2 <<MESSAGE
This script installs packages with apt, which this system does not have. wengert needs: a C++20 compiler
(g++ 12 or clang 14), CMake 3.22, Ninja, pkg-config, OpenBLAS, fmt, nlohmann-json, doctest (tests), CLI11
(examples) and Python 3 (tests). With those installed, in $root:
  cmake --preset release && cmake --build --preset release && ctest --preset release
MESSAGE
    return 1
  fi
  local installed name missing=()
  installed=$(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "$@" 2>/dev/null || true)
  for name in "$@"; do
    grep -qxF "ii $name" <<<"$installed" || missing+=("$name")
  done
  if [ ${#missing[@]} = 0 ]; then return; fi

  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "Packages are missing and there is no sudo. As root: apt-get install ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "Installing ${missing[*]}" >&2
  "${as_root[@]}" apt-get -qq update >/dev/null || echo "apt-get update failed, going on with the lists there are" >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qq install -y --no-install-recommends -o DPkg::Lock::Timeout=300 "${missing[@]}" >/dev/null
}

# build PRESET [TARGET]: configures build/PRESET when that is new, and builds there. Speaks on stderr only.
build() {
  local folder=$root/build/$1
  local cache=$folder/CMakeCache.txt
  if [ -f "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
    rm -rf "$folder"  # made before the project was moved here
  fi
  if [ ! "$folder/build.ninja" -nt "$root/CMakePresets.json" ]; then
    (cd "$root" && cmake --preset "$1") >&2
  fi
  cmake --build "$folder" --parallel "$(nproc)" --target "${2:-all}" >&2
}
