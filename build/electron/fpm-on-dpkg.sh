#!/bin/sh
# What electron-builder's deb target asks of fpm, done with dpkg-deb.
exec node "$(dirname "$0")/fpm-on-dpkg.ts" "$@"
