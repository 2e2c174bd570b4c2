import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import manifest from '../package.json' with { type: 'json' };
import type { Program } from './bench.ts';

const brotli = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so';
const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort() : [];

/** Where PostgreSQL's programs are; empty where it is not installed. */
export const postgresFolder = versions.length > 0 ? `/usr/lib/postgresql/${versions.at(-1)}/bin` : '';
/** The module with which nginx sends brotli files, in Debian's package. */
export const nginxBrotli = brotli;

/** How each program says its version, and which Debian packages it comes from. */
const programs: Readonly<Record<Program, { version(): string | null; packages: string }>> = {
  wrk: { version: () => said('wrk', ['-v'], /^wrk (\S+)/), packages: 'wrk' },
  nginx: {
    version: () => (existsSync(brotli) ? said('nginx', ['-v'], /nginx\/(\S+)/) : null),
    packages: 'nginx libnginx-mod-http-brotli-static',
  },
  postgres: {
    version: () => (postgresFolder ? said(`${postgresFolder}/postgres`, ['--version'], /\) (\S+)/) : null),
    packages: 'postgresql',
  },
  chromium: { version: () => said('chromium', ['--version'], /(\d[\d.]+)/), packages: 'chromium' },
};

function said(program: string, args: readonly string[], version: RegExp): string | null {
  const { stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: 10_000 });
  return error ? null : (version.exec(stdout + stderr)?.[1] ?? null);
}

/** What is missing of some programs, in words; null where all are there. */
export function missing(needs: readonly Program[]): string | null {
  const lacking = needs.filter((name) => programs[name].version() === null);
  if (lacking.length === 0) return null;
  return `${lacking.join(', ')} not installed: apt-get install ${lacking.map((name) => programs[name].packages).join(' ')}`;
}

/** The machine's load over the last minute, before the bench began: other work makes figures worthless. */
const loadAtStart = Number(loadavg()[0]!.toFixed(2));

/** A sentence where the machine was busy with something else. */
export const busy: string | null =
  loadAtStart > availableParallelism() / 4
    ? `The machine had a load of ${loadAtStart} before the bench began: these figures say little, and ratios too, for a rival of many processes gets more of a busy processor.`
    : null;

/** Where figures come from: without it none means anything. `needs` are the programs whose versions matter. */
export function machine(needs: readonly Program[]) {
  return {
    date: new Date().toISOString(),
    commit: commit(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory_gb: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    load_at_start: loadAtStart,
    versions: {
      node: process.version,
      duckdb: manifest.dependencies['@duckdb/node-api'],
      'satellite.js': manifest.dependencies['satellite.js'],
      fastify: manifest.devDependencies.fastify,
      pg: manifest.dependencies.pg,
      ...Object.fromEntries(needs.map((name) => [name, programs[name].version()])),
    },
  };
}

/** The commit that is measured, with `+` where files were changed since; null without git. */
function commit(): string | null {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  try {
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '-uno') === '' ? '' : '+'}`;
  } catch {
    return null;
  }
}
