#!/bin/sh
# Builds the image and runs it without Docker: user 10001, a read-only program folder, each program in its own PID
# namespace, two servers and a refresh on one home. Needs root, buildah, and mmdebstrap. STORAGE keeps the images.
#   test/deploy/container.sh
set -eu
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
storage=${STORAGE:-$work/storage}
export STORAGE="$storage"
image=${IMAGE:-orbweaver-test}
# Layers are copied whole without overlay mounts.
if [ -z "${STORAGE_DRIVER:-}" ]; then
  mkdir -p "$work/try/lower" "$work/try/upper" "$work/try/work" "$work/try/merged"
  if mount -t overlay overlay -o "lowerdir=$work/try/lower,upperdir=$work/try/upper,workdir=$work/try/work" "$work/try/merged" 2>/dev/null; then
    umount "$work/try/merged"
    STORAGE_DRIVER=overlay
  else STORAGE_DRIVER=vfs; fi
fi
export STORAGE_DRIVER
b() { buildah --storage-driver "$STORAGE_DRIVER" --root "$storage" --runroot "$storage/run" "$@"; }
pids=
children() { for parent in "$@"; do ps -o pid= --ppid "$parent" || true; done; }
end() {
  # Kill the waiting shell, unshare, and the program, which is the first of its namespace: that ends everything in it. The
  # program outlives unshare otherwise: a change of user cancels --kill-child.
  for pid in $pids; do
    unshared=$(children "$pid")
    kill -KILL $(children $unshared) $unshared "$pid" 2>/dev/null || true
  done
  wait 2>/dev/null || true
  [ -z "${container:-}" ] || b rm "$container" >/dev/null 2>&1 || true
  # Overlay mounts of buildah lie in the storage.
  umount -R "$storage/overlay" 2>/dev/null || true
  rm -rf "$work"
}
trap end EXIT

b inspect --type image "$image" >/dev/null 2>&1 || deploy/build-image.sh "$image"
container=$(b from "localhost/$image")
root=$(b mount "$container")
mkdir -p "$work/home"
chown 10001:10001 "$work/home"

# Runs a command of the image as Docker does: read-only except /tmp and the home, with no other process visible.
inside() {
  unshare --pid --fork --mount --kill-child --propagation private sh -c '
    root=$1 home=$2 port=$3
    shift 3
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount -t tmpfs tmpfs "$root/tmp"
    mkdir -p "$root/dev" && mount --rbind /dev "$root/dev"
    mount --bind "$home" "$root/var/lib/orbweaver"
    mount -o remount,ro,bind "$root"
    exec chroot --userspec=10001:10001 "$root" env -i NODE_ENV=production HOST=127.0.0.1 PORT="$port" \
      ORBWEAVER_HOME=/var/lib/orbweaver ORBWEAVER_SECRET=a-secret-of-the-tests-longer-than-32-characters \
      PATH=/opt/orbweaver/node_modules/.bin:/usr/bin:/bin sh -c "cd /opt/orbweaver && exec \"\$@\"" sh "$@"
  ' sh "$root" "$work/home" "$@"
}

free() { node -e 'const s=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'; }
first=$(free) second=$(free)

echo "user: $(inside 0 id -u), program folder: $(inside 0 sh -c 'touch /opt/orbweaver/x 2>/dev/null && echo writable || echo read-only'), processes: $(inside 0 node -e 'console.log(require("fs").readdirSync("/proc").filter((name) => /^\d+$/.test(name)).length < 5 ? "its own" : "others")')"
inside 0 node pipeline/refresh.ts --sample --compression fast >"$work/refresh.log" 2>&1 || { cat "$work/refresh.log"; exit 1; }
echo "refresh: $(grep "embedded sample" "$work/refresh.log")"
for port in "$first" "$second"; do
  inside "$port" node src/cli/bin.js serve --no-schedule >"$work/server-$port.log" 2>&1 &
  pids="$pids $!"
done
for port in "$first" "$second"; do
  tries=0
  until curl -sf -o /dev/null "http://127.0.0.1:$port/readyz"; do
    tries=$((tries + 1))
    [ $tries -lt 600 ] || { cat "$work/server-$port.log"; exit 1; }
    sleep 0.2
  done
  for path in / /satellites/25544 /docs/ /api/v1/elements /status; do
    echo "server $path: $(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port$path")"
  done
done
# A refresh from files while both servers run: afterwards they serve the new release.
before=$(readlink "$work/home/current")
inside 0 sh -c 'mkdir /tmp/second && cp -r pipeline/sources/celestrak/sample/second /tmp/second/celestrak && exec node pipeline/refresh.ts --from /tmp/second --source celestrak,gcat,satnogs,wikidata --compression fast' >"$work/again.log" 2>&1 || { cat "$work/again.log"; exit 1; }
after=$(readlink "$work/home/current")
[ "$before" != "$after" ] && echo "refresh next to servers: another release"
for port in "$first" "$second"; do
  tries=0
  until curl -s -D - -o /dev/null "http://127.0.0.1:$port/api/v1/elements" | grep -qi "x-catalog-release: $(basename "$after")"; do
    tries=$((tries + 1))
    [ $tries -lt 300 ] || { cat "$work/server-$port.log"; exit 1; }
    sleep 0.2
  done
  echo "server follows"
done
