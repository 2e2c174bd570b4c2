// Completes package-lock.json after a dependency was added behind a registry that lacks packages for other platforms:
//   npm install --package-lock-only && node .ci/complete-lock.mjs && npm ci
// npm 11 omits optional packages that the registry does not have, and `npm ci` then rejects the file. This script adds them
// with the requested version, with the hash if the registry has one, and otherwise with the platform from their name, so
// that npm installs them on no other. Entries without a hash get one as soon as a registry has it; SECURITY.md lists the
// remaining ones, and test/deploy/packages.test.ts compares.
//
// Packages that a server needs may name development packages such as vitest as optional peers; because those are installed
// for development, npm would install them with --omit=dev, too. Such peers are removed from the lock file.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { dependencies, devDependencies } = lock.packages[''];
const added = [];
const hashed = [];
const unverified = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const paths = [`${path}/node_modules/${name}`, `node_modules/${name}`];
    if (paths.some((one) => lock.packages[one]?.version)) continue;
    const dev = entry.dev && { dev: true };
    lock.packages[paths[1]] = { version: range.replace(/^[\^~]/, ''), ...dev, optional: true };
    added.push(name);
  }
}
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '' || entry.integrity) continue;
  const name = nameOf(path);
  const { version, dev, optional, ...rest } = entry;
  const published = manifest(`${name}@${version}`);
  const integrity = published['dist.integrity'];
  (integrity ? hashed : unverified).push(`${name}@${version}`);
  lock.packages[path] = {
    version,
    ...(integrity && { integrity }),
    ...platformOf(name),
    ...(published.cpu && { cpu: [published.cpu].flat() }),
    ...(published.os && { os: [published.os].flat() }),
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
// npm then recomputes which packages are only for development.
if (peers.length > 0) npm('install', '--package-lock-only', '--ignore-scripts');
for (const [what, names] of Object.entries({
  added,
  'hash found': hashed,
  'no hash': unverified,
  'peer removed': peers,
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

/** The platform from the end of a package name, such as android-arm64, linux-x64-musl, win32-ia32-msvc, or wasm32-wasi. */
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
