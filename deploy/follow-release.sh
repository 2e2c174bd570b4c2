#!/bin/sh
# Runs a command whenever another release is served, for what reads releases only when told to, as nginx and Caddy do:
#   follow-release.sh /var/lib/orbweaver nginx -s reload
# It looks once a second (ORBWEAVER_FOLLOW_SECONDS) at the link `current`. A command that fails is tried again.
set -u
home=${1:?the home folder is missing}
shift
[ $# -gt 0 ] || { echo "a command to run is missing" >&2; exit 2; }
told=$(readlink "$home/current")
while sleep "${ORBWEAVER_FOLLOW_SECONDS:-1}"; do
  now=$(readlink "$home/current") || continue
  [ "$now" != "$told" ] || continue
  if "$@"; then
    told=$now
    echo "told of $now"
  fi
done
