// Run after a dependency was added with npm 11 behind a registry that has no manifests for other platforms: npm then
// leaves those optional packages out of package-lock.json, and `npm ci` refuses the file. This writes them in, with the
// version that their package asks for; integrity only where the registry knows it.
//   rm package-lock.json && npm install --package-lock-only && node .ci/complete-lock.mjs && npm ci
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const added = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const places = [`${path}/node_modules/${name}`, `node_modules/${name}`];
    if (places.some((place) => lock.packages[place]?.version)) continue;
    const version = range.replace(/^[\^~]/, '');
    const known = manifest(`${name}@${version}`);
    lock.packages[places[1]] = {
      version,
      ...(known['dist.integrity'] && { integrity: known['dist.integrity'] }),
      ...(entry.dev && { dev: true }),
      optional: true,
      ...(known.cpu && { cpu: [known.cpu].flat() }),
      ...(known.os && { os: [known.os].flat() }),
    };
    added.push(`${name}@${version}${known['dist.integrity'] ? '' : ' (no integrity)'}`);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
console.log(added.length === 0 ? 'package-lock.json was complete' : `added:\n${added.join('\n')}`);

function manifest(spec) {
  try {
    const text = execFileSync('npm', ['view', spec, '--json', 'os', 'cpu', 'dist.integrity'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return JSON.parse(String(text) || '{}') ?? {};
  } catch {
    return {};
  }
}
