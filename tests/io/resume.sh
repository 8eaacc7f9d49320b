#!/bin/sh
# resume.sh PROGRAM: training that stopped and went on in another process ends with the same bits.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for mode in straight first second; do "$1" $mode "$folder"; done
pairs=0
for file in "$folder"/*.straight; do
  cmp "$file" "${file%.straight}.second"
  pairs=$((pairs + 1))
done
echo "$pairs pairs of optimiser and schedule go on with the same bits"
test $pairs -ge 48
