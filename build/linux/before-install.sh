#!/bin/sh
# Before a deb takes the place of an installed one, which ends the bridge: refused while money is under way in the
# machine's data folder. The installed command is asked, as the user of the service.
set -e
case "$1" in
  install | upgrade) ;;
  *) exit 0 ;;
esac
command=/opt/Tillbridge/bin/tillbridge
folder=/var/lib/tillbridge
notes=/var/lib/tillbridge-notes
if [ ! -x "$command" ] || [ ! -e "$folder/tillbridge.db" ]; then exit 0; fi

if [ "$TILLBRIDGE_FORCE" = 1 ]; then
  echo 'tillbridge: TILLBRIDGE_FORCE=1: not asked what is under way. What is being sent is waited for, at most a minute.' >&2
  exit 0
fi

refuse() {
  echo "tillbridge: not installed: $1" >&2
  echo "tillbridge: the installed version stays and goes on. To install all the same: TILLBRIDGE_FORCE=1" >&2
  exit 1
}

under_way=
for state in sending pending unknown; do
  lines=$(
    setpriv --reuid tillbridge --regid tillbridge --clear-groups \
      env TILLBRIDGE_KEY_FILE="$notes/data.key" XDG_STATE_HOME="$notes" \
      "$command" operation list --data-dir "$folder" --state "$state"
  ) || refuse "whether operations are under way in $folder is not known; tillbridge doctor says what is wrong."
  if [ -n "$lines" ]; then under_way="$under_way $state: $(printf '%s\n' "$lines" | grep -c .)."; fi
done
if [ -n "$under_way" ]; then
  refuse "operations are under way in $folder.$under_way Wait for their outcome, or decide them (tillbridge operation list)."
fi
