#!/usr/bin/env bash
# What a bare Debian machine lacks for the window and its tests: libraries of Chromium, a virtual display, a key store,
# and the tools that make packages. Changes nothing where all of it is there.
set -euo pipefail

packages=(
  libnss3 libatk1.0-0 libatk-bridge2.0-0 libcups2 libdrm2 libgtk-3-0 libgbm1 libasound2
  xvfb xauth dbus gnome-keyring libsecret-1-0 p7zip-full fakeroot
)

installed() { dpkg-query -W -f '${Status}\n' "$1" "$1t64" 2>/dev/null || true; }

missing=()
for name in "${packages[@]}"; do
  # Newer releases have some of them under another name (libgtk-3-0t64).
  [[ $(installed "$name") == *'install ok installed'* ]] || missing+=("$name")
done
[ "${#missing[@]}" -eq 0 ] && exit 0

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi; }
as_root apt-get update
as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"
