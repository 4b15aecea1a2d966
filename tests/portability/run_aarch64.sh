#!/bin/bash
# run_aarch64.sh ROOT FOLDER SOURCE...: builds sources of the repository ROOT for 64-bit Arm into FOLDER, with the
# standard library and nothing else, and runs the program under an emulator. Ends with 77 where the tools are missing
# (Debian: g++-aarch64-linux-gnu, libc6-dev-arm64-cross, qemu-user).
set -euo pipefail
root=$1 folder=$2
shift 2

for tool in aarch64-linux-gnu-g++ qemu-aarch64; do
  if ! command -v "$tool" >/dev/null; then
    echo "skipped: $tool is not installed; nothing was built or run for aarch64"
    exit 77
  fi
done

mkdir -p "$folder"
aarch64-linux-gnu-g++ -std=c++20 -O2 -Wall -Wextra -static -I "$root" -o "$folder/portable_self_test" "${@/#/$root/}"
qemu-aarch64 "$folder/portable_self_test"
