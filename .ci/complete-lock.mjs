// Completes package-lock.json after a dependency was added behind a registry that lacks packages for other platforms:
//   npm install --package-lock-only && node .ci/complete-lock.mjs && npm ci
// npm 11 leaves optional packages out that the registry does not have, and `npm ci` then refuses the file. This adds
// them with the version that is asked for, with the hash where the registry has one, and with the platform from their name
// where it does not: npm then installs them nowhere else. Entries without a hash get one as soon as a registry has it;
// SECURITY.md lists those that are left, and test/deploy/packages.test.ts compares.
//
// Packages that a server needs may name vitest and its like as optional peers; npm then installs those with --omit=dev too,
// because they are there for development. Such peers are taken out of the lock file.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { dependencies, devDependencies } = lock.packages[''];
const added = [];
const hashed = [];
const unverified = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const places = [`${path}/node_modules/${name}`, `node_modules/${name}`];
    if (places.some((place) => lock.packages[place]?.version)) continue;
    const dev = entry.dev && { dev: true };
    lock.packages[places[1]] = { version: range.replace(/^[\^~]/, ''), ...dev, optional: true };
    added.push(name);
  }
}
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '' || entry.integrity) continue;
  const name = nameOf(path);
  const { version, dev, optional, ...rest } = entry;
  const known = manifest(`${name}@${version}`);
  const integrity = known['dist.integrity'];
  (integrity ? hashed : unverified).push(`${name}@${version}`);
  lock.packages[path] = {
    version,
    ...(integrity && { integrity }),
    ...platformOf(name),
    ...(known.cpu && { cpu: [known.cpu].flat() }),
    ...(known.os && { os: [known.os].flat() }),
    ...(dev && { dev }),
    ...(optional && { optional }),
    ...(rest.engines && { engines: rest.engines }),
  };
}
const peers = [];
for (const [path, { dev, peerDependencies = {}, peerDependenciesMeta = {} }] of Object.entries(lock.packages)) {
  if (dev || devDependencies[nameOf(path)]) continue;
  for (const [name, { optional }] of Object.entries(peerDependenciesMeta)) {
    if (!optional || !devDependencies[name] || dependencies[name]) continue;
    delete peerDependencies[name];
    delete peerDependenciesMeta[name];
    peers.push(`${name} of ${nameOf(path)}`);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
// npm works out anew what is for development alone.
if (peers.length > 0) npm('install', '--package-lock-only', '--ignore-scripts');
for (const [what, names] of Object.entries({
  added,
  'hash found': hashed,
  'no hash': unverified,
  'peer taken out': peers,
}))
  console.log([`${what}: ${names.length}`, ...names].join('\n  '));

function nameOf(path) {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function npm(...args) {
  const windows = process.platform === 'win32';
  return String(execFileSync('npm', args, { stdio: ['ignore', 'pipe', 'ignore'], shell: windows }));
}

function manifest(spec) {
  try {
    return JSON.parse(npm('view', spec, '--json', 'os', 'cpu', 'dist.integrity') || '{}') ?? {};
  } catch {
    return {};
  }
}

/** What names of platform packages end in: android-arm64, linux-x64-musl, win32-ia32-msvc, wasm32-wasi. */
function platformOf(name) {
  if (name.endsWith('wasm32-wasi')) return { cpu: ['wasm32'] };
  const systems = { win: 'win32', win32: 'win32', windows: 'win32' };
  const found =
    /(?:^|[/-])(aix|android|darwin|freebsd|linux|openharmony|win|win32|windows)-([a-z0-9]+)(?:-([a-z]+))?$/.exec(name);
  if (!found) return {};
  const [, os, cpu, abi] = found;
  return {
    cpu: [cpu],
    ...(os === 'linux' && abi && { libc: [/^musl/.test(abi) ? 'musl' : 'glibc'] }),
    os: [systems[os] ?? os],
  };
}
