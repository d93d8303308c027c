#!/bin/sh
# After the deb was unpacked: the command on the PATH, the service's own user and its service. Nothing of a shop is
# changed that is there already. Runs again at each update.
set -e
# Not where an installation was refused or broken off: what was there goes on.
[ "$1" = configure ] || exit 0
app=/opt/Tillbridge

ln -sf "$app/bin/tillbridge" /usr/bin/tillbridge

if ! getent passwd tillbridge >/dev/null; then
  useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin tillbridge
fi
# Serial lines, and the queues of printers.
for group in dialout lp; do
  if getent group "$group" >/dev/null; then usermod -aG "$group" tillbridge; fi
done

# Ubuntu from 24.04 on gives namespaces, which the window's sandbox needs, only to programs that an AppArmor profile
# names. An AppArmor before 4.0 does not understand the profile, and restricts nothing.
if command -v apparmor_status >/dev/null && apparmor_status --enabled 2>/dev/null; then
  profile=$app/resources/apparmor-profile
  if apparmor_parser --skip-kernel-load --skip-cache "$profile" >/dev/null 2>&1; then
    install -D -m 0644 "$profile" /etc/apparmor.d/tillbridge
    # Where an image is made, the kernel is the build machine's.
    if ! { command -v ischroot >/dev/null && ischroot; }; then
      apparmor_parser --replace --write-cache --skip-read-cache /etc/apparmor.d/tillbridge ||
        echo 'tillbridge: AppArmor did not load /etc/apparmor.d/tillbridge; it does at the next start of the machine' >&2
    fi
  fi
fi

# Chromium's sandbox needs rights of its own where an ordinary user gets no namespaces. Asked as such a user: root
# always gets them.
if setpriv --reuid tillbridge --regid tillbridge --clear-groups unshare --user --map-root-user true 2>/dev/null; then
  chmod 0755 "$app/chrome-sandbox"
else
  chmod 4755 "$app/chrome-sandbox"
fi

mkdir -p /etc/tillbridge
chmod 0755 /etc/tillbridge
if [ ! -e /etc/tillbridge/environment ]; then
  # Empty: the service does not start before a person, or IT, says what its API key is.
  (umask 077 && : >/etc/tillbridge/environment)
fi

if command -v update-desktop-database >/dev/null; then update-desktop-database /usr/share/applications || true; fi
if command -v systemctl >/dev/null; then
  systemctl enable --quiet tillbridge.service tillbridge-update.service tillbridge-install.timer || true
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload || true
    systemctl start tillbridge-install.timer || true
    # An update that is watched starts the bridge itself.
    if [ "$TILLBRIDGE_INSTALLING" != 1 ] && [ -s /etc/tillbridge/environment ]; then
      systemctl restart tillbridge.service || true
    fi
  fi
fi
