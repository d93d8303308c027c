#!/bin/sh
# Runs a command with a session bus and an unlocked keyring that ends with it: how a desktop's session looks to the app.
XDG_DATA_HOME=$(mktemp -d) || exit 1
export XDG_DATA_HOME
trap 'rm -rf "$XDG_DATA_HOME"' EXIT
dbus-run-session -- sh -c 'printf "\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null; "$@"' sh "$@"
