#!/usr/bin/env bash
# Every symbol that a kernel file exports must carry the name of its instruction set. Of an inline function that
# other files define too (std::max, say) the linker keeps any one copy, and the AVX-512 one kills older processors.
# (DW.ref.* is no code: where the exception tables find the language's own function.)
# usage: isa_symbols.sh NM ISA OBJECT...
set -euo pipefail
symbols=$("$1" --defined-only --extern-only --demangle "${@:3}" | awk -v isa="$2" 'NF > 2 && !index($0, isa) && $3 !~ /^DW[.]ref[.]/')
if [ -n "$symbols" ]; then
  echo "compiled for $2, but open to everybody:"
  echo "$symbols"
  exit 1
fi
