#!/bin/sh
# After the deb was removed. The data folder, its key, /etc/tillbridge and the user they belong to stay, also on purge:
# a shop's journal goes by the hand of a person (docs/service.md).
set -e
case "$1" in
  remove | purge) ;;
  *) exit 0 ;;
esac
if [ "$(readlink /usr/bin/tillbridge || true)" = /opt/Tillbridge/bin/tillbridge ]; then rm -f /usr/bin/tillbridge; fi
profile=/etc/apparmor.d/tillbridge
if [ -e "$profile" ]; then
  # Out of the kernel first, which needs the file.
  if command -v apparmor_status >/dev/null && apparmor_status --enabled 2>/dev/null &&
    ! { command -v ischroot >/dev/null && ischroot; }; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
