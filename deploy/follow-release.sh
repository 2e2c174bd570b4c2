#!/bin/sh
# Runs a command for each new release, for programs that read releases only on a signal, such as nginx and Caddy:
#   follow-release.sh /var/lib/orbweaver nginx -s reload
# It checks the link `current` once a second (ORBWEAVER_FOLLOW_SECONDS). A failed command is retried.
set -u
home=${1:?the home folder is missing}
shift
[ $# -gt 0 ] || { echo "a command to run is missing" >&2; exit 2; }
seen=$(readlink "$home/current")
while sleep "${ORBWEAVER_FOLLOW_SECONDS:-1}"; do
  now=$(readlink "$home/current") || continue
  [ "$now" != "$seen" ] || continue
  if "$@"; then
    seen=$now
    echo "notified of $now"
  fi
done
