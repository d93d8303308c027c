#!/bin/sh
# Before the deb is removed, not before it is replaced by another version. The service ends cleanly: what is being sent
# is waited for.
set -e
[ "$1" = remove ] || exit 0
if command -v systemctl >/dev/null; then
  if [ -d /run/systemd/system ]; then systemctl stop tillbridge-install.timer tillbridge.service || true; fi
  systemctl disable --quiet tillbridge.service tillbridge-update.service tillbridge-install.timer || true
fi
