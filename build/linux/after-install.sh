#!/bin/sh
# After the deb was unpacked: the command on the PATH, the service's own user and its service. Nothing of a shop is
# changed that is there already. Runs again at each update.
set -e
app=/opt/Tillbridge

ln -sf "$app/bin/tillbridge" /usr/bin/tillbridge

# Chromium's sandbox needs rights of its own only where the system gives users no namespaces.
if { [ -L /proc/self/ns/user ] && unshare --user true; } 2>/dev/null; then
  chmod 0755 "$app/chrome-sandbox"
else
  chmod 4755 "$app/chrome-sandbox"
fi

if ! getent passwd tillbridge >/dev/null; then
  useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin tillbridge
fi
# Serial lines, and the queues of printers.
for group in dialout lp; do
  if getent group "$group" >/dev/null; then usermod -aG "$group" tillbridge; fi
done

mkdir -p /etc/tillbridge
chmod 0755 /etc/tillbridge
if [ ! -e /etc/tillbridge/environment ]; then
  # Empty: the service does not start before a person, or IT, says what its API key is.
  (umask 077 && : >/etc/tillbridge/environment)
fi

if command -v update-desktop-database >/dev/null; then update-desktop-database /usr/share/applications || true; fi
if command -v systemctl >/dev/null; then
  systemctl enable --quiet tillbridge.service || true
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload || true
    if [ -s /etc/tillbridge/environment ]; then systemctl restart tillbridge.service || true; fi
  fi
fi
