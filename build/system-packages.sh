#!/usr/bin/env bash
# What a bare Debian machine lacks for the window, its tests and its packages: Chromium and the libraries of Electron,
# a virtual display, a key store, the tools that make packages, and those that kill bridges and cut the power (strace,
# FUSE, a compiler). Changes nothing where all of it is there.
# `--missing` only names what lacks.
set -euo pipefail
command -v dpkg-query >/dev/null || exit 0

packages=(
  libnss3 libatk1.0-0 libatk-bridge2.0-0 libcups2 libdrm2 libgtk-3-0 libgbm1 libasound2
  xvfb xauth dbus gnome-keyring libsecret-1-0 openssl p7zip-full fakeroot
)
# Without these the tests of kills and power cuts skip what they cannot do, and say so; nothing else needs them.
for_kills=(strace fuse3 libfuse3-dev pkg-config gcc libc6-dev)
[ "${1:-}" = --missing ] || packages+=("${for_kills[@]}")
[ -n "${TILLBRIDGE_CHROMIUM:-}" ] || packages+=(chromium)

installed() { dpkg-query -W -f '${Status}\n' "$1" "$1t64" 2>/dev/null || true; }

missing=()
for name in "${packages[@]}"; do
  # Newer releases have some of them under another name (libgtk-3-0t64).
  [[ $(installed "$name") == *'install ok installed'* ]] || missing+=("$name")
done
[ "${#missing[@]}" -gt 0 ] || exit 0
if [ "${1:-}" = --missing ]; then
  echo "${missing[*]}"
  exit 0
fi

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi; }
as_root apt-get update
as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
