#!/bin/sh
# Builds the image without Docker and without pulling another image, using only Debian packages and npm:
#   apt-get install buildah mmdebstrap && npm ci && deploy/build-image.sh orbweaver
# mmdebstrap creates the base once, the essential packages of Debian without apt; the build uses the Node and npm of this machine.
# Needs root. STORAGE is the folder for buildah's images (a temporary one for tests); the image is stored in it as NAME.
# STORAGE_DRIVER is vfs by default, which works everywhere; overlay copies less.
set -eu
name=${1:?the name of the image is missing}
cd "$(dirname "$0")/.."
storage=${STORAGE:-/var/lib/containers/storage}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build() { buildah --storage-driver "${STORAGE_DRIVER:-vfs}" --root "$storage" --runroot "$storage/run" "$@"; }

if build inspect --type image "$name-base" > /dev/null 2>&1; then
  base=$(build from "localhost/$name-base")
else
  mmdebstrap --quiet --variant=essential --include=libstdc++6,passwd bookworm "$work/base.tar"
  base=$(build from scratch)
  build add --quiet "$base" "$work/base.tar" / > /dev/null
  build commit --quiet "$base" "$name-base" > /dev/null
fi
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
build copy --quiet "$base" "$(readlink -f node_modules/.bin/node)" /usr/local/bin/node > /dev/null
build copy --quiet "$base" "$npm" /usr/local/lib/node_modules/npm > /dev/null
# The registry and certificates configured on this machine are used only for the build.
global=$(npm config get globalconfig)
[ ! -e "$global" ] || build copy --quiet "$base" "$global" /usr/local/etc/npmrc > /dev/null
[ ! -e "$HOME/.npmrc" ] || build copy --quiet "$base" "$HOME/.npmrc" /root/.npmrc > /dev/null
build copy --quiet "$base" /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt > /dev/null
build config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$base"
build run --isolation chroot "$base" -- ln -sf ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
build commit --quiet --rm "$base" "$name-build" > /dev/null
build build --isolation chroot --layers=false --file deploy/Dockerfile --ignorefile deploy/Dockerfile.dockerignore \
  --build-arg "BUILD=localhost/$name-build" --build-arg "BASE=localhost/$name-base" --tag "$name" .
build rmi "$name-build" > /dev/null
